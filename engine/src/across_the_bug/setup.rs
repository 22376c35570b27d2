//! Before the first turn [11]: counters that the sides place, losses that the other side takes, improved defences, interdiction.

use stavka_words::tr;

use super::AcrossTheBug;
use super::action::Action;
use super::cycle::Surprise;
use super::data::{Interdiction, Loss};
use super::frame::{Frame, SetUp, Start, StartDefences, StartLosses};
use super::ids::{HexSet, Place, UnitId, from_slot, units};
use super::posts::{Berths, Class, Post, slots};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<AcrossTheBug> for Start {
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        game.frames.replace_top(Frame::Start(self.step + 1));
        let start = &game.data.script.start;
        let losses = game.data.script.losses.len() as u8;
        match self.step {
            step if step < losses => {
                game.show_formation(usize::from(step));
                game.frames.push(Frame::StartLosses(step, false, 0));
            }
            step if step == losses => game.frames.push(Frame::StartDefences(start.improved_stacks, 0)),
            step if step == losses + 1 => match start.interdiction {
                Interdiction::Fixed(level) => game.interdiction = level,
                Interdiction::Rolled => game.frames.push(Frame::InterdictionDie),
            },
            _ => {
                game.frames.replace_top(Frame::Operations);
                if let Some(surprise) = &game.data.script.surprise {
                    game.surprise = Surprise::of(surprise.activations);
                    game.frames.push(Frame::Surprise);
                }
            }
        }
        Progress::Moves
    }
}

impl AcrossTheBug {
    /// [11] The counter that a side places next in a free set-up: formations in the order of set-up, the counters of each in ascending order.
    pub(super) fn next_post(&self, side: Side) -> Option<&'static Post> {
        self.data.posts[side.index()].iter().find(|post| self.board.place(post.unit) == Place::RESERVE)
    }

    /// Hexes of the zone of a post without enemies, and without another counter of a zone that takes one in a hex.
    fn open_hexes(&self, post: &Post) -> HexSet {
        let side = post.unit.side();
        let mut open = post.hexes.difference(self.board.held(side.opponent()));
        if post.apart {
            for other in self.data.posts[side.index()].iter().filter(|other| other.zone == post.zone) {
                self.board.hex(other.unit).into_iter().for_each(|hex| open.remove(hex));
            }
        }
        open
    }

    /// [5.3.1.b][5.3.1.c] Whether a counter may join those of a hex at start.
    fn takes(&self, hex: Hex, post: &Post) -> bool {
        match post.class {
            Class::Headquarters => self.board.headquarters(self.data, hex).count() < self.hq_limit(hex),
            Class::Limited | Class::Other => self.has_room(post.unit, hex),
        }
    }

    /// Counters that a hex still takes, by class; with one more of a class in it.
    fn slots(&self, hex: Hex, more: Option<Class>) -> [u8; 3] {
        let (all, limited) = self.crowd(hex);
        let one = |class: Class| u8::from(more == Some(class));
        let staffs = self.board.headquarters(self.data, hex).count() as u8 + one(Class::Headquarters);
        let crowd = (all + one(Class::Limited) + one(Class::Other), limited + one(Class::Limited));
        slots(&self.data.tables.stacking, crowd, (self.hq_limit(hex) as u8).saturating_sub(staffs))
    }

    /// Places for all counters that the side places after this one.
    fn berths_after(&self, post: &Post) -> Berths<'static> {
        let side = post.unit.side();
        let later = |other: &&Post| other.unit != post.unit && self.board.place(other.unit) == Place::RESERVE;
        let later = self.data.posts[side.index()].iter().filter(later).map(|post| (post, self.open_hexes(post)));
        Berths::new(later, |hex| self.slots(hex, None))
    }

    /// [11.2.b][11.2.c] Whoever takes the losses of a formation looks at it, and at who stands with it.
    fn show_formation(&mut self, entry: usize) {
        let formation = self.data.script.losses[entry].formation;
        let side = self.data.roster.side_of(formation);
        for unit in units(side, self.board.members(self.data, formation) & self.board.on_map(side)) {
            if let Some(hex) = self.board.hex(unit) {
                self.board.uncover(hex);
            }
        }
    }
}

impl Procedure<AcrossTheBug> for SetUp {
    const QUESTION: &'static str = "place the next counter";

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &AcrossTheBug) -> bool {
        game.next_post(self.side).is_some()
    }

    /// [11][B25] Hexes of its zone with room, where it leaves room to all that follow.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let Some(post) = game.next_post(self.side) else { return };
        let berths = game.berths_after(post);
        let place = |hex: Hex| Action::Place { unit: post.unit, hex };
        let open = game.open_hexes(post);
        let kept = |&hex: &Hex| berths.hold_beside(post, hex, game.slots(hex, Some(post.class)));
        out.extend(open.iter().filter(|&hex| game.takes(hex, post)).filter(kept).map(place));
        if out.is_empty() {
            // A world that is drawn for the other side may have counters of a zone out of it.
            let held = game.board.held(self.side.opponent());
            out.extend(post.hexes.difference(held).iter().filter(|&hex| game.takes(hex, post)).map(place));
        }
    }

    /// [5.3.4] What comes to lie under another counter is covered at once.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Place { unit, hex } = action else { return game.end(action) };
        game.board.put(game.data, unit, Place::on(hex));
        game.come_to_rest();
    }
}

impl StartLosses {
    fn loss(self, game: &AcrossTheBug) -> Loss {
        game.data.script.losses[usize::from(self.entry)]
    }

    /// Strength points that a hex has lost so far.
    fn lost_in(game: &AcrossTheBug, hex: Hex) -> u8 {
        game.board.combat_units(game.data, hex).map(|unit| game.data.roster.stats(unit).strength - game.board.points(unit)).sum()
    }

    /// Strength points of one kind that the formation has lost so far.
    fn lost(self, game: &AcrossTheBug, afv: bool) -> u8 {
        let lost = |unit: UnitId| game.data.roster.stats(unit).strength - game.board.points(unit);
        units(self.side(game), self.of_kind(game, afv)).map(lost).sum()
    }

    fn side(self, game: &AcrossTheBug) -> Side {
        game.data.roster.side_of(self.loss(game).formation)
    }

    /// Units of one kind that the formation has on the map. AT units are no infantry here [B20].
    fn of_kind(self, game: &AcrossTheBug, afv: bool) -> u128 {
        let roster = &game.data.roster;
        let formation = self.loss(game).formation;
        let side = roster.side_of(formation);
        let kind = if afv { roster.afv.of(side) } else { !roster.afv.of(side) & !roster.guns.of(side) };
        game.board.members(game.data, formation) & game.board.on_map(side) & kind
    }

    /// Points that are still to be taken, by kind: infantry, AFV.
    fn owed(self, game: &AcrossTheBug) -> [u8; 2] {
        let loss = self.loss(game);
        [loss.infantry.saturating_sub(self.lost(game, false)), loss.afv.saturating_sub(self.lost(game, true))]
    }

    /// Whether all that is owed can be taken: infantry from a slot on, AFVs from a slot on, from no stack more than its limit, and
    /// the last point from no unit.
    fn is_feasible(self, game: &AcrossTheBug, owed: [u8; 2], from: [u8; 2]) -> bool {
        let per_stack = self.loss(game).per_stack;
        let side = self.side(game);
        let mut room = [0u16; 3];
        let all = self.of_kind(game, false) | self.of_kind(game, true);
        let mut hexes: super::ids::HexSet = units(side, all).filter_map(|unit| game.board.hex(unit)).collect();
        while let Some(hex) = hexes.first() {
            hexes.remove(hex);
            let here = game.board.combat_bits(game.data, hex);
            let spare = |afv: bool| -> u16 {
                let these = here & self.of_kind(game, afv) & from_slot(from[usize::from(afv)]);
                units(side, these).map(|unit| u16::from(game.board.points(unit)) - 1).sum()
            };
            let left = u16::from(per_stack.saturating_sub(Self::lost_in(game, hex)));
            let (infantry, afv) = (spare(false), spare(true));
            room[0] += infantry.min(left);
            room[1] += afv.min(left);
            room[2] += (infantry + afv).min(left);
        }
        let [infantry, afv] = owed.map(u16::from);
        room[0] >= infantry && room[1] >= afv && room[2] >= infantry + afv
    }

    /// Units of which the next point may be taken.
    fn candidates(self, game: &AcrossTheBug) -> impl Iterator<Item = UnitId> + '_ {
        let owed = self.owed(game);
        let loss = self.loss(game);
        let side = self.side(game);
        let due = owed[usize::from(self.afv)] > 0;
        units(side, if due { self.of_kind(game, self.afv) & from_slot(self.from) } else { 0 }).filter(move |&unit| {
            let Some(hex) = game.board.hex(unit) else { return false };
            if game.board.points(unit) < 2 || Self::lost_in(game, hex) >= loss.per_stack {
                return false;
            }
            let mut after = game.clone();
            after.board.set_points(unit, game.board.points(unit) - 1);
            let from = if self.afv { [u8::MAX, unit.slot() as u8] } else { [unit.slot() as u8, 0] };
            self.is_feasible(&after, self.owed(&after), from)
        })
    }
}

impl Procedure<AcrossTheBug> for StartLosses {
    fn question(self, game: &AcrossTheBug) -> String {
        let [infantry, afv] = self.owed(game);
        tr!(
            "which unit loses a strength point before the battle? Still to take: {infantry} infantry, {afv} AFV; at most {most} from a stack",
            infantry,
            afv,
            most = self.loss(game).per_stack
        )
    }

    /// [11.2.b][11.2.c] The other side takes the losses: infantry first, each kind in ascending order.
    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(self.side(game).opponent())
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let owed = self.owed(game);
        if owed[usize::from(self.afv)] > 0 && self.candidates(game).next().is_some() {
            return Progress::Waits;
        }
        if self.afv {
            return game.pop();
        }
        game.frames.replace_top(Frame::StartLosses(self.entry, true, 0));
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend(self.candidates(game).map(Action::Lose));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        game.lose(unit, 1);
        game.frames.replace_top(Frame::StartLosses(self.entry, self.afv, unit.slot() as u8));
    }
}

impl StartDefences {
    fn hexes(self, game: &AcrossTheBug) -> impl Iterator<Item = Hex> + '_ {
        let side = Side::Soviet;
        let held = game.board.held(side);
        let last = Hex(super::ids::HEX_CAPACITY as u16 - 1);
        let open: super::ids::HexSet = held.between(Hex(self.from), last).filter(|&hex| game.may_improve(side, hex, u128::MAX)).collect();
        let mut rest = open;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        })
    }
}

impl Procedure<AcrossTheBug> for StartDefences {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "which Soviet stack begins in improved defence?";

    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.left > 0 && self.hexes(game).next().is_some()
    }

    /// [11.2.d] In ascending order.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(self.hexes(game).map(Action::Improve));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Improve(hex) = action else { return game.end(action) };
        game.board.improve(hex, true);
        game.frames.replace_top(Frame::StartDefences(self.left - 1, hex.0 + 1));
    }
}
