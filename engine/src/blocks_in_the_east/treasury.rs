//! [3.6][5.2.a][7.3.b][11.0] The points of the nations: what they have saved, what Germany has given them, and what lies in besieged Leningrad.

use super::data::Production;
use super::terms::{Colour, Nation};

/// Points of each colour, by [`Colour::index`].
pub(super) type Points<T> = [T; Colour::COUNT];

/// What a step costs: so many yellow points, and as many of another colour beside them [11.0.a].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Price {
    pub(super) points: u8,
    pub(super) colour: Option<Colour>,
}

impl Price {
    /// The colours in which it is paid.
    fn colours(self) -> impl Iterator<Item = Colour> {
        [Some(Colour::Yellow), self.colour].into_iter().flatten()
    }
}

/// The points of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Fund {
    /// Points of its own, saved ones with them [7.3.b].
    own: Points<u16>,
    /// Points that Germany gave it, which repair and rebuild its units and nothing else [5.2.a].
    aid: Points<u8>,
    /// Points that Germany gave it in this turn.
    given: u8,
}

/// The points of all nations.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Treasury {
    funds: [Fund; Nation::COUNT],
}

impl Treasury {
    /// Points of a nation's own of a colour.
    pub(super) fn own(&self, nation: Nation, colour: Colour) -> u16 {
        self.funds[nation.index()].own[colour.index()]
    }

    /// Points of a colour with which a nation repairs and rebuilds its units.
    fn for_units(&self, nation: Nation, colour: Colour) -> u16 {
        self.own(nation, colour).saturating_add(self.funds[nation.index()].aid[colour.index()].into())
    }

    /// Whether a nation can pay for a step of a unit.
    pub(super) fn affords(&self, nation: Nation, price: Price) -> bool {
        price.colours().all(|colour| self.for_units(nation, colour) >= price.points.into())
    }

    /// Points that a nation may be given in this turn yet.
    pub(super) fn aid_left(&self, nation: Nation, rules: &Production) -> u8 {
        rules.aid.saturating_sub(self.funds[nation.index()].given)
    }

    /// Adds to the points of a nation's own.
    pub(super) fn earn(&mut self, nation: Nation, colour: Colour, points: u16) {
        let own = &mut self.funds[nation.index()].own[colour.index()];
        *own = own.saturating_add(points);
    }

    /// Spends points of a nation's own.
    pub(super) fn spend(&mut self, nation: Nation, colour: Colour, points: u8) {
        let own = &mut self.funds[nation.index()].own[colour.index()];
        *own = own.saturating_sub(points.into());
    }

    /// [5.2.a] Pays for a step of a unit: by aid first, since it serves nothing else.
    pub(super) fn pay_for_unit(&mut self, nation: Nation, price: Price) {
        for colour in price.colours() {
            let aid = &mut self.funds[nation.index()].aid[colour.index()];
            let given = price.points.min(*aid);
            *aid -= given;
            self.spend(nation, colour, price.points - given);
        }
    }

    /// [5.2.a] Germany gives a nation one point.
    pub(super) fn give_aid(&mut self, nation: Nation, colour: Colour) {
        self.spend(Nation::German, colour, 1);
        let fund = &mut self.funds[nation.index()];
        fund.aid[colour.index()] = fund.aid[colour.index()].saturating_add(1);
        fund.given += 1;
    }

    /// A new turn: Germany may give again.
    pub(super) fn begin_turn(&mut self) {
        for fund in &mut self.funds {
            fund.given = 0;
        }
    }

    /// [7.11.e] A nation is out of the game.
    pub(super) fn close(&mut self, nation: Nation) {
        self.funds[nation.index()] = Fund::default();
    }
}
