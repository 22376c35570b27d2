//! Formation reactions [6.4].

use stavka_words::{tr, translate};

use super::AcrossTheBug;
use super::action::Action;
use super::checks;
use super::frame::{Frame, ReactionDie, Window};
use super::ids::{FormationId, FormationSet};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl AcrossTheBug {
    /// [6.4.1.a][6.4.1.c][7.3.6] The formations of a side that may attempt a reaction to a stack in a hex: with a unit next to it that is
    /// neither disorganized nor out of command, and with a level to spend.
    pub(super) fn reactors(&self, side: Side, hex: Hex) -> FormationSet {
        self.some_reactors(side, hex, usize::MAX)
    }

    /// So many of the formations that may attempt a reaction, if there are as many.
    fn some_reactors(&self, side: Side, hex: Hex, most: usize) -> FormationSet {
        let data = self.data;
        let mut able = FormationSet::EMPTY;
        for (_, near) in data.map.grid.neighbours(hex) {
            if !self.board.holds(side, near) {
                continue;
            }
            for unit in self.board.combat_units(data, near) {
                let formation = self.board.formation(unit);
                let open = !self.board.is_disorganized(unit)
                    && !able.contains(formation)
                    && !self.march.barred.contains(formation)
                    && self.can_activate(formation);
                if open && self.commands(formation, near) {
                    able.insert(formation);
                    if able.len() == most {
                        return able;
                    }
                }
            }
        }
        able
    }

    fn window_is_open(&self) -> bool {
        !self.march.settled && self.march.group != 0 && self.is_reactive()
    }

    /// [5.3.4] Whether a side may hold units beside a hex that react, as far as the other can tell. The question is put in every such
    /// case, so that silence tells nothing of covered counters.
    fn may_hold_reactors(&self, side: Side, hex: Hex) -> bool {
        let formations = self.data.roster.formations[side.index()];
        let able = |formation: FormationId| !self.march.barred.contains(formation) && self.can_activate(formation);
        let hidden = |(_, near): (_, Hex)| self.board.holds(side, near) && self.board.hides(near);
        self.board.known.covered(side) != 0 && self.data.map.grid.neighbours(hex).any(hidden) && formations.iter().any(able)
    }
}

impl Procedure<AcrossTheBug> for Window {
    fn question(self, game: &AcrossTheBug) -> String {
        tr!("a stack stands at {hex}: which formation attempts a reaction?", hex = game.hex_name(game.march.hex))
    }

    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.march.side.opponent())
    }

    fn is_due(self, game: &AcrossTheBug) -> bool {
        let (side, hex) = (game.march.side.opponent(), game.march.hex);
        game.window_is_open() && (game.may_hold_reactors(side, hex) || !game.some_reactors(side, hex, 1).is_empty())
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.reactors(game.march.side.opponent(), game.march.hex).iter().map(Action::React));
    }

    /// [6.4.1.b] Whatever comes of it, there is no other attempt in this action.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::React(formation) = action else { return game.end(action) };
        game.march.settled = true;
        game.frames.replace_top(Frame::ReactionDie(formation, self.leaving));
    }
}

impl Procedure<AcrossTheBug> for ReactionDie {
    const QUIET: bool = false;

    fn question(self, game: &AcrossTheBug) -> String {
        tr!("reaction of {formation}", formation = translate(&game.data.formation(self.formation).name))
    }

    /// [6.4.2][6.4.3][6.4.4] A success ends the movement where it is, stacking is checked, and the formation acts.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let reacts = game.reacts(self.formation, die);
        game.pop();
        if reacts {
            game.interrupt(self.formation);
        }
    }
}

impl AcrossTheBug {
    /// [6.4.2] Whether an attempt of a formation succeeds on a die.
    pub(super) fn reacts(&self, formation: FormationId, die: u8) -> bool {
        let side = self.data.roster.side_of(formation);
        let modifier = checks::reaction_modifier(&self.data.tables, side, self.surprise.is_on());
        checks::passes(die, modifier, self.data.formation(formation).reaction)
    }

    fn interrupt(&mut self, formation: FormationId) -> Progress {
        // The frame of the march gives way to the reaction; what the march owes comes first.
        let march = self.march;
        self.march = super::movement::March::NONE;
        self.frames.replace_top(Frame::PointsDie(formation, true));
        self.board.improve(march.hex, false);
        self.check_stacking(march.hex);
        Progress::Moves
    }
}
