//! [3.6][5.2.a][7.3.b] The points of the nations: what they have saved, and what Germany has given them.

use super::data::Production;
use super::terms::Nation;

/// The points of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Fund {
    /// Points of its own, saved ones with them [7.3.b].
    own: u16,
    /// Points that Germany gave it, which repair and rebuild its units and nothing else [5.2.a].
    aid: u8,
    /// Points that Germany gave it in this turn.
    given: u8,
}

/// The points of all nations.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Treasury {
    funds: [Fund; Nation::COUNT],
}

impl Treasury {
    /// Points of a nation's own.
    pub(super) fn own(&self, nation: Nation) -> u16 {
        self.funds[nation.index()].own
    }

    /// Points with which a nation repairs and rebuilds its units.
    pub(super) fn for_units(&self, nation: Nation) -> u16 {
        let fund = &self.funds[nation.index()];
        fund.own.saturating_add(fund.aid.into())
    }

    /// Points that a nation may be given in this turn yet.
    pub(super) fn aid_left(&self, nation: Nation, rules: &Production) -> u8 {
        rules.aid.saturating_sub(self.funds[nation.index()].given)
    }

    /// Adds points of a nation's own.
    pub(super) fn earn(&mut self, nation: Nation, points: u8) {
        let own = &mut self.funds[nation.index()].own;
        *own = own.saturating_add(points.into());
    }

    /// Spends points of a nation's own.
    pub(super) fn spend(&mut self, nation: Nation, points: u8) {
        let own = &mut self.funds[nation.index()].own;
        *own = own.saturating_sub(points.into());
    }

    /// [5.2.a] Pays for a step of a unit: by aid first, since it serves nothing else.
    pub(super) fn pay_for_unit(&mut self, nation: Nation, points: u8) {
        let aid = points.min(self.funds[nation.index()].aid);
        self.funds[nation.index()].aid -= aid;
        self.spend(nation, points - aid);
    }

    /// [5.2.a] Germany gives a nation one point.
    pub(super) fn give_aid(&mut self, nation: Nation) {
        self.spend(Nation::German, 1);
        let fund = &mut self.funds[nation.index()];
        fund.aid = fund.aid.saturating_add(1);
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
