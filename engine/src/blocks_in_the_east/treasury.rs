//! [3.6][5.2.a][7.3.b][11.0] The points of the nations: what they have saved, what Germany has given them, and what lies in besieged
//! Leningrad.

use super::chapter::Chapter;
use super::data::Production;
use super::terms::{Colour, Nation};

/// Colours that need yellow points beside them.
const COLOURED: [Colour; 3] = [Colour::Red, Colour::Blue, Colour::Black];

/// Points of each colour, by [`Colour::index`].
pub(super) type Points<T> = [T; Colour::COUNT];

/// What a step costs: so many yellow points, and as many of another colour beside them [11.0.a].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Price {
    pub(super) points: u8,
    pub(super) colour: Option<Colour>,
    /// [34.0.d] The colour of Lend-Lease that pays for it in their place.
    pub(super) lease: Option<Colour>,
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
    /// [11.3] Points on their way across mines.
    at_sea: Points<u8>,
}

/// [12.3] How the points of the besieged city of the pocket are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum Pocket {
    /// The pocket is not besieged; its points are like all others.
    #[default]
    Joined,
    /// [12.3.c] The road to it is cut: nobody uses them.
    CutOff,
    /// [12.3.a] The lake is frozen: the pocket alone uses them.
    Icebound,
    /// [SBE6.d] They cross the lake; in the pocket no others are used.
    Fed,
}

/// The points of all nations.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Treasury {
    funds: [Fund; Nation::COUNT],
    /// [12.3.b] Points of the besieged city.
    in_pocket: Points<u16>,
    pocket: Pocket,
    /// [34.0] What the Allies sent in this turn.
    lend_lease: Chapter<Points<u8>>,
}

impl Treasury {
    /// Points of a nation's own of a colour.
    pub(super) fn own(&self, nation: Nation, colour: Colour) -> u16 {
        self.funds[nation.index()].own[colour.index()]
    }

    /// Points of a colour that a nation spends on what it likes: its own, and those that come across the lake [12.3.a].
    pub(super) fn spendable(&self, nation: Nation, colour: Colour) -> u16 {
        let own = self.own(nation, colour);
        if self.shares_pocket(nation) { own.saturating_add(self.in_pocket[colour.index()]) } else { own }
    }

    fn shares_pocket(&self, nation: Nation) -> bool {
        nation == Nation::Soviet && self.pocket == Pocket::Fed
    }

    /// Points of a colour with which a nation repairs and rebuilds its units.
    pub(super) fn for_units(&self, nation: Nation, colour: Colour) -> u16 {
        self.spendable(nation, colour).saturating_add(self.aid(nation, colour).into())
    }

    /// [5.2.a] Points of a colour that Germany gave a nation.
    pub(super) fn aid(&self, nation: Nation, colour: Colour) -> u8 {
        self.funds[nation.index()].aid[colour.index()]
    }

    /// [12.3.b] Points of a colour of the besieged city.
    pub(super) fn in_pocket(&self, colour: Colour) -> u16 {
        self.in_pocket[colour.index()]
    }

    /// [12.3.b] Whether units in the pocket are repaired and built with the points of the city.
    pub(super) fn feeds_pocket(&self) -> bool {
        matches!(self.pocket, Pocket::Fed | Pocket::Icebound)
    }

    /// [12.3.b] Whether the points of the city pay for a step of a unit in the pocket.
    pub(super) fn pocket_affords(&self, price: Price) -> bool {
        price.colours().all(|colour| self.in_pocket(colour) >= price.points.into())
    }

    /// [12.3.b] Pays for a step of a unit in the pocket.
    pub(super) fn pay_in_pocket(&mut self, price: Price) {
        for colour in price.colours() {
            let points = &mut self.in_pocket[colour.index()];
            *points = points.saturating_sub(price.points.into());
        }
    }

    /// [12.3] The state of the pocket in this turn. Points of a city that is relieved go to all; `held` says whether it still is.
    pub(super) fn set_pocket(&mut self, pocket: Pocket, held: bool) {
        self.pocket = pocket;
        if pocket == Pocket::Joined || !held {
            for colour in Colour::ALL.into_iter().filter(|_| held) {
                self.earn(Nation::Soviet, colour, self.in_pocket(colour));
            }
            self.in_pocket = Points::default();
        }
    }

    /// [12.3.b] The besieged city makes points.
    pub(super) fn earn_in_pocket(&mut self, colour: Colour, points: u16) {
        let own = &mut self.in_pocket[colour.index()];
        *own = own.saturating_add(points);
    }

    /// [11.3] Points of a nation set out across mines.
    pub(super) fn ship(&mut self, nation: Nation, colour: Colour, points: u8) {
        let at_sea = &mut self.funds[nation.index()].at_sea[colour.index()];
        *at_sea = at_sea.saturating_add(points);
    }

    /// [11.3] The first nation of those given with a point that crosses mines, and its colour.
    pub(super) fn shipped(&self, nations: impl Iterator<Item = Nation>) -> Option<(Nation, Colour)> {
        let mut all = nations.flat_map(|nation| Colour::ALL.map(|colour| (nation, colour)));
        all.find(|(nation, colour)| self.funds[nation.index()].at_sea[colour.index()] > 0)
    }

    /// [11.3] A point has crossed mines, or was lost.
    pub(super) fn land(&mut self, nation: Nation, colour: Colour, arrives: bool) {
        let at_sea = &mut self.funds[nation.index()].at_sea[colour.index()];
        *at_sea = at_sea.saturating_sub(1);
        self.earn(nation, colour, arrives.into());
    }

    /// [12.3] The state of the pocket.
    pub(super) fn pocket(&self) -> Pocket {
        self.pocket
    }

    /// Points of a colour that a nation keeps from turn to turn, aid among them.
    pub(super) fn kept(&self, nation: Nation, colour: Colour) -> u16 {
        self.own(nation, colour).saturating_add(self.aid(nation, colour).into())
    }

    /// [11.2.d] Points of colours that a nation keeps beyond its yellow ones.
    pub(super) fn excess(&self, nation: Nation) -> u16 {
        let coloured: u16 = COLOURED.into_iter().map(|colour| self.kept(nation, colour)).fold(0, u16::saturating_add);
        coloured.saturating_sub(self.kept(nation, Colour::Yellow))
    }

    /// [11.2.d] The colours of which a nation can give up points.
    pub(super) fn coloured(&self, nation: Nation) -> impl Iterator<Item = Colour> + '_ {
        COLOURED.into_iter().filter(move |&colour| self.kept(nation, colour) > 0)
    }

    /// [11.2.d] A nation gives up points of a colour, those of its own first.
    pub(super) fn give_up(&mut self, nation: Nation, colour: Colour, points: u16) {
        let fund = &mut self.funds[nation.index()];
        let (own, aid) = (&mut fund.own[colour.index()], &mut fund.aid[colour.index()]);
        let first = points.min(*own);
        *own -= first;
        *aid = aid.saturating_sub((points - first).min(u16::from(u8::MAX)) as u8);
    }

    /// [11.2.d] The besieged city keeps no more points of a colour than yellow ones.
    pub(super) fn trim_pocket(&mut self) {
        let yellow = self.in_pocket(Colour::Yellow);
        for colour in COLOURED {
            self.in_pocket[colour.index()] = self.in_pocket(colour).min(yellow);
        }
    }

    /// [34.0.d] Points of Lend-Lease of a colour that are left.
    pub(super) fn leased(&self, colour: Colour) -> u8 {
        self.lend_lease[colour.index()]
    }

    /// [34.0.d] What lies ready of Lend-Lease now; what lay there before is gone.
    pub(super) fn set_lend_lease(&mut self, ready: Points<u8>) {
        self.lend_lease.0 = ready;
    }

    /// [34.0.d] What Lend-Lease pays of a price.
    fn lease_for(&self, price: Price) -> u8 {
        price.lease.map_or(0, |colour| self.leased(colour).min(price.points))
    }

    /// Whether a nation can pay for a step of a unit.
    pub(super) fn affords(&self, nation: Nation, price: Price) -> bool {
        let price = Price { points: price.points - self.lease_for(price), ..price };
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

    /// Spends points of a nation's own, and those that come across the lake when there are no others.
    pub(super) fn spend(&mut self, nation: Nation, colour: Colour, points: u8) {
        let own = &mut self.funds[nation.index()].own[colour.index()];
        let first = u16::from(points).min(*own);
        *own -= first;
        if self.shares_pocket(nation) {
            let rest = &mut self.in_pocket[colour.index()];
            *rest = rest.saturating_sub(u16::from(points) - first);
        }
    }

    /// [5.2.a][34.0.d] Pays for a step of a unit: by Lend-Lease first, which nobody keeps, and by aid, since it serves nothing else.
    pub(super) fn pay_for_unit(&mut self, nation: Nation, price: Price) {
        let leased = self.lease_for(price);
        if let Some(colour) = price.lease {
            self.lend_lease[colour.index()] -= leased;
        }
        let price = Price { points: price.points - leased, ..price };
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
