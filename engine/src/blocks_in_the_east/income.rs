//! [11.0] What the nations get: points of centres and factories that reach the main source, across mines or not.

use super::BlocksInTheEast;
use super::action::Action;
use super::centres::Centre;
use super::data::LINES;
use super::frame::{Income, Minefields, Savings};
use super::ids::HexSet;
use super::partisans::Sabotage;
use super::prepared::Prepared;
use super::supply::{Situation, joined_to};
use super::terms::{Colour, Infrastructure, Nation, Weather};
use super::treasury::Pocket;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Prepared {
    /// [11.2.e][11.2.f][11.3][9.2.c] The hexes whose points reach the main source of a nation: by rail, and by BLUE routes between Major Ports
    /// that are not frozen, across mines or not.
    pub fn connected(&self, situation: &Situation<'_>, nation: Nation, mines: bool) -> HexSet {
        let Some(main) = nation.main_source().and_then(|name| self.map.place_named(name)) else { return HexSet::EMPTY };
        let serving = self.serving(situation, nation).difference(situation.sabotaged(nation, Sabotage::Trains));
        let sails = |sea: usize| {
            let sea = &self.map.seas[sea];
            (mines || !sea.mined) && !sea.is_icebound(situation.weather)
        };
        // [32.2]
        let shut: HexSet = situation.shut_ports.iter().copied().collect();
        joined_to(main.hex, &situation.railways, &serving, |connected| {
            let open = self.map.blue_routes.iter().filter(|route| sails(route.sea)).map(|route| route.ports.difference(shut));
            open.filter(|ports| ports.intersects(connected)).fold(HexSet::EMPTY, HexSet::union)
        })
    }
}

impl BlocksInTheEast {
    /// [12.3] The state of the pocket on the lake at the beginning of the production of the Soviets. It lives by the road also where a corps of
    /// theirs that is cut off breaks the ring, so that no line of supply reaches the city and no siege holds.
    fn pocket_now(&self, situation: &Situation<'_>) -> Pocket {
        let data = self.data;
        let besiegers = self.besiegers(situation, Side::Soviet);
        let city = data.tables.siege.city;
        let is_held = self.board.controls(data, Side::Soviet, city);
        let is_cut_off = || is_held && !data.supplied(situation, Nation::Soviet).contains(city);
        let is_alone = self.pocket_is_besieged(&besiegers) || is_cut_off();
        match (is_alone, besiegers.road, self.weather) {
            (false, ..) => Pocket::Joined,
            (true, false, _) => Pocket::CutOff,
            (true, true, Weather::Snow) => Pocket::Icebound,
            (true, true, _) => Pocket::Fed,
        }
    }

    /// Whether a centre makes points for a side that holds it.
    pub(super) fn works_for(&self, number: usize, centre: &Centre, side: Side) -> bool {
        let works = centre.factory.is_none_or(|number| self.stands(number) && self.data.map.factories[number].owner == side);
        works && !self.is_wrecked(number) && self.board.controls(self.data, side, centre.hex)
    }

    /// [11.0][SBE5.b][SBE9.d] Whether a nation counts points of a colour now.
    pub fn counts(&self, nation: Nation, colour: Colour) -> bool {
        let fuel = || self.soviet_fuel && (nation, colour) == (Nation::Soviet, Colour::Black);
        self.data.counts(nation, colour) || fuel()
    }

    /// [SBE9.d] Whether the Soviets count their fuel now.
    pub const fn counts_soviet_fuel(&self) -> bool {
        self.soviet_fuel
    }

    /// [SBE9.d] Whether the Caucasus is lost: the Axis holds the city, and has reached the river.
    fn caucasus_is_lost(&self) -> bool {
        let holds = |hex: Hex| self.board.controls(self.data, Side::Axis, hex);
        let fuel = self.data.script.long.fuel.as_ref();
        fuel.is_some_and(|fuel| holds(fuel.city) && fuel.banks.iter().any(|&hex| holds(hex)))
    }

    /// [11.0][11.2.e][11.3][12.3.b][AMB-87] The nations of a side get what comes from beyond the map and from the centres that they hold:
    /// at once what is joined to the main source, across mines what is joined by them alone. Those of the besieged pocket stay there.
    pub(super) fn earn_by_map(&mut self, side: Side) {
        let data = self.data;
        let situation = self.situation();
        if side == Side::Soviet {
            self.soviet_fuel = self.caucasus_is_lost();
            let held = self.board.controls(data, side, data.tables.siege.city);
            self.treasury.set_pocket(self.pocket_now(&situation), held);
        }
        for nation in Self::nations(side) {
            if !self.has_surrendered(nation) {
                self.earn_for(nation, &situation);
            }
        }
    }

    fn earn_for(&mut self, nation: Nation, situation: &Situation<'_>) {
        let (data, side) = (self.data, nation.side());
        let is_besieged = side == Side::Soviet && self.treasury.pocket() != Pocket::Joined;
        let mut points = data.beyond_map[nation.index()];
        // [35.1.g]
        if nation == Nation::German {
            for colour in Colour::ALL {
                points[colour.index()] -= i16::from(self.lost_beyond(colour));
            }
        }
        let mut ways: Option<[HexSet; 2]> = None;
        let mut damage = self.damage_to_production();
        self.add_raids(&mut damage);
        for (number, centre) in data.centres.iter().enumerate() {
            if data.nation_at(centre.hex, side) != nation || !self.works_for(number, centre, side) || !self.counts(nation, centre.colour) {
                continue;
            }
            // [16.2][32.1]
            let made = centre.factory.map_or(centre.points, |factory| self.output_left(factory));
            let made = damage.spare(data.infrastructure_of(centre), centre.hex, made);
            if is_besieged && data.tables.siege.pocket.contains(centre.hex) {
                if self.treasury.feeds_pocket() {
                    self.treasury.earn_in_pocket(centre.colour, made.into());
                }
                continue;
            }
            let [safe, all] = ways.get_or_insert_with(|| [false, true].map(|mines| data.connected(situation, nation, mines)));
            if safe.contains(centre.hex) {
                points[centre.colour.index()] += i16::from(made);
            } else if all.contains(centre.hex) {
                self.treasury.ship(nation, centre.colour, made);
            }
        }
        // [15.0] New factories make a point each; those beyond the map are joined to the main source.
        let own = |colour: Colour| self.has_industry() && LINES.contains(&(nation, colour)) && self.counts(nation, colour);
        let mut at_sea = [0_u8; Colour::COUNT];
        for (colour, place) in self.new_factories(side).filter(|&(colour, _)| own(colour)) {
            let [safe, all] = ways.get_or_insert_with(|| [false, true].map(|mines| data.connected(situation, nation, mines)));
            match place {
                Some(hex) if !self.board.controls(data, side, hex) => {}
                Some(hex) if damage.spare(Infrastructure::of_factories(colour), hex, 1) == 0 => {}
                Some(hex) if !safe.contains(hex) => at_sea[colour.index()] += u8::from(all.contains(hex)),
                _ => points[colour.index()] += 1,
            }
        }
        for colour in Colour::ALL {
            self.treasury.ship(nation, colour, at_sea[colour.index()]);
        }
        for colour in Colour::ALL {
            if self.counts(nation, colour) {
                self.treasury.earn(nation, colour, points[colour.index()].max(0).unsigned_abs());
            }
        }
    }

    /// The nations of a side.
    fn nations(side: Side) -> impl Iterator<Item = Nation> {
        Nation::ALL.into_iter().filter(move |nation| nation.side() == side)
    }

    /// [11.3] The point of a side that crosses mines next.
    pub(super) fn shipped(&self, side: Side) -> Option<(Nation, Colour)> {
        self.treasury.shipped(Self::nations(side))
    }

    /// [11.2.d] The first nation of a side that keeps more points of colours than yellow ones.
    pub(super) fn hoarder(&self, side: Side) -> Option<Nation> {
        Self::nations(side).find(|&nation| self.treasury.excess(nation) > 0)
    }
}

impl Procedure<BlocksInTheEast> for Savings {
    const QUESTION: &'static str = "points of which colour are given up? Each that is saved needs a yellow one";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// [11.2.d] Points of colours are kept from turn to turn with as many yellow ones. Where one colour alone is there, or no yellow point, it
    /// is clear what goes.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if self.side == Side::Soviet {
            game.treasury.trim_pocket();
        }
        let Some(nation) = game.hoarder(self.side) else { return game.pop() };
        let excess = game.treasury.excess(nation);
        let mut colours = game.treasury.coloured(nation);
        let (first, another) = (colours.next(), colours.next());
        drop(colours);
        match (first, another) {
            (Some(colour), None) => game.treasury.give_up(nation, colour, excess),
            (Some(_), Some(_)) if game.treasury.kept(nation, Colour::Yellow) == 0 => {
                for colour in Colour::ALL.into_iter().filter(|&colour| colour != Colour::Yellow) {
                    game.treasury.give_up(nation, colour, u16::MAX);
                }
            }
            (Some(_), Some(_)) => return Progress::Waits,
            (None, _) => return game.pop(),
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        if let Some(nation) = game.hoarder(self.side) {
            out.extend(game.treasury.coloured(nation).map(Action::GiveUp));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::GiveUp(colour) = action else { return game.end(action) };
        if let Some(nation) = game.hoarder(self.side) {
            game.treasury.give_up(nation, colour, 1);
        }
    }
}

impl Procedure<BlocksInTheEast> for Income {
    /// [16.2.a] Factories that have arrived are placed first, and make their points at once.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.place_arrivals(self.side) {
            return Progress::Moves;
        }
        game.pop();
        game.begin_production(self.side);
        Progress::Moves
    }
}

impl Procedure<BlocksInTheEast> for Minefields {
    const QUESTION: &'static str = "does the point come through the mines?";

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.shipped(self.side).is_some() { Progress::Waits } else { game.pop() }
    }

    /// [11.3] Each point is lost by itself.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        if let Some((nation, colour)) = game.shipped(self.side) {
            game.treasury.land(nation, colour, face < game.data.tables.mines);
        }
    }
}
