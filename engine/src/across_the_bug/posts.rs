//! A free set-up [11]: the counters in order with the hexes of their zones, and the proof that each of them finds room.

use arrayvec::ArrayVec;

use super::data::{Data, SetUp, Stacking};
use super::ids::{HEX_CAPACITY, HexSet, UNIT_CAPACITY, UnitId};
use super::roster::Roster;
use crate::data::{DataError, Source};
use crate::hex::{Hex, OFF_MAP};

/// Stands for no place.
const NOWHERE: Hex = Hex(OFF_MAP);

/// Most hexes of a zone: each is a choice.
const MOST_HEXES: usize = 499;

/// What a counter is to the limits of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// [5.3.1.c] A headquarters.
    Headquarters,
    /// [5.3.1.b] A unit that counts against the limit of one.
    Limited,
    /// Any other combat unit.
    Other,
}

/// A counter to be placed.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) unit: UnitId,
    /// Its zone.
    pub(super) hexes: HexSet,
    /// Number of the zone in the scenario.
    pub(super) zone: u16,
    /// At most one counter of the zone stands in a hex.
    pub(super) apart: bool,
    pub(super) class: Class,
}

/// [5.3.1.b][5.3.1.c] Counters that a hex still takes, by class, beside so many units and limited units: a place for one that is limited is
/// kept for it, so that the classes do not stand in each other's way.
pub(super) fn slots(stacking: &Stacking, (all, limited): (u8, u8), staffs: u8) -> [u8; 3] {
    let free = stacking.units.saturating_sub(all);
    let kept = stacking.limited.saturating_sub(limited).min(free);
    [staffs, kept, free - kept]
}

/// The counters of each side in order of set-up; none where the set-up is fixed.
pub(super) fn load(data: &Data, roster: &Roster, source: &Source<'_>) -> Result<[Vec<Post>; 2], DataError> {
    let mut posts = [Vec::new(), Vec::new()];
    if data.script.set_up == SetUp::Fixed {
        return Ok(posts);
    }
    let mut zone = 0;
    for deployment in &data.script.deployments {
        let mut own: Vec<Post> = Vec::new();
        for known in &deployment.zones {
            zone += 1;
            for unit in known.units.iter() {
                let class = match unit {
                    unit if roster.hqs.contains(unit) => Class::Headquarters,
                    unit if roster.limited.contains(unit) => Class::Limited,
                    _ => Class::Other,
                };
                let hexes = if class == Class::Headquarters { seats(data, deployment.formation, known.hexes) } else { known.hexes };
                if hexes.is_empty() || hexes.len() > MOST_HEXES {
                    let what = format!("a zone of {} hexes; a free set-up takes 1 to {MOST_HEXES}", hexes.len());
                    return Err(source.error(format!("zone of {}", data.unit(unit).id), what));
                }
                own.push(Post { unit, hexes, zone, apart: known.one_each, class });
            }
        }
        own.sort_by_key(|post| post.unit);
        posts[roster.side_of(deployment.formation).index()].extend(own);
    }
    check(data, source, &posts)?;
    Ok(posts)
}

/// [10.4] The hexes of a zone that the restrictions of the first turn leave to a headquarters.
fn seats(data: &Data, formation: super::ids::FormationId, zone: HexSet) -> HexSet {
    let (first, _) = data.script.span();
    let holds = |last: Option<u16>| last.is_none_or(|last| first <= last);
    let restrictions = data.script.restrictions.iter().filter(|limit| limit.formation == formation && holds(limit.last_turn));
    restrictions.fold(zone, |zone, limit| zone.intersection(limit.allowed))
}

/// The side that sets up first has room for all its counters, and the other one wherever the first may stand.
fn check(data: &Data, source: &Source<'_>, posts: &[Vec<Post>; 2]) -> Result<(), DataError> {
    let stacking = &data.tables.stacking;
    let room = |hex: Hex| slots(stacking, (0, 0), stacking.hqs(data.map.terrain(hex)));
    let mut taken = HexSet::EMPTY;
    for &side in &data.script.set_up_order {
        let own = &posts[side.index()];
        let berths = Berths::new(own.iter().map(|post| (post, post.hexes.difference(taken))), room);
        if let Some(post) = berths.without_place() {
            let what = "no room in its zone beside all other counters, and out of the zones of the side that sets up first [5.3.1]";
            return Err(source.error(format!("zone of {}", data.unit(post.unit).id), what));
        }
        for post in own {
            taken.extend(post.hexes.iter());
        }
    }
    Ok(())
}

/// A counter that waits, the hexes open to it, and one of them that it has in any case.
#[derive(Clone)]
struct Berth<'a> {
    post: &'a Post,
    open: HexSet,
    at: Hex,
}

/// What a search for a place has looked at: hexes for their room, hexes for the one counter of a zone, and counters.
struct Seen {
    full: HexSet,
    apart: HexSet,
    berths: u128,
}

/// A place for each counter that waits. None of them is final: they show that all find room.
#[derive(Clone)]
pub(super) struct Berths<'a> {
    berths: ArrayVec<Berth<'a>, { UNIT_CAPACITY / 2 }>,
    /// What the hexes take beside the counters that have their place there.
    room: [[u8; 3]; HEX_CAPACITY],
}

impl<'a> Berths<'a> {
    /// Finds places in the open hexes for as many counters as can have one.
    pub(super) fn new(posts: impl Iterator<Item = (&'a Post, HexSet)>, room: impl Fn(Hex) -> [u8; 3]) -> Self {
        let berths: ArrayVec<_, { UNIT_CAPACITY / 2 }> = posts.map(|(post, open)| Berth { post, open, at: NOWHERE }).collect();
        let mut all = Berths { berths, room: [[0; 3]; HEX_CAPACITY] };
        let mut hexes = HexSet::EMPTY;
        all.berths.iter().for_each(|berth| hexes.extend(berth.open.iter()));
        hexes.iter().for_each(|hex| all.room[hex.index()] = room(hex));
        for who in 0..all.berths.len() {
            all.find(who, &mut Seen { full: HexSet::EMPTY, apart: HexSet::EMPTY, berths: 0 });
        }
        all
    }

    /// A counter for which no place is left.
    pub(super) fn without_place(&self) -> Option<&'a Post> {
        self.berths.iter().find(|berth| berth.at == NOWHERE).map(|berth| berth.post)
    }

    /// Another counter of the zone that has its place in a hex which takes one of them.
    fn rival(&self, who: usize, hex: Hex) -> Option<usize> {
        let own = self.berths[who].post;
        let same = |other: &Berth<'_>| other.at == hex && other.post.zone == own.zone && other.post.unit != own.unit;
        if own.apart { self.berths.iter().position(same) } else { None }
    }

    /// Finds a place for a counter; others make way for it if they find another. The search ends: it looks at each counter once.
    fn find(&mut self, who: usize, seen: &mut Seen) -> bool {
        seen.berths |= 1 << who;
        let class = self.berths[who].post.class;
        let open = self.berths[who].open;
        let free = |&hex: &Hex| self.room[hex.index()][class as usize] > 0 && self.rival(who, hex).is_none();
        if let Some(hex) = open.difference(seen.full).iter().find(free) {
            self.room[hex.index()][class as usize] -= 1;
            self.berths[who].at = hex;
            return true;
        }
        for hex in open.iter() {
            let rival = self.rival(who, hex);
            let looked = if rival.is_some() { &mut seen.apart } else { &mut seen.full };
            if looked.contains(hex) {
                continue;
            }
            looked.insert(hex);
            for other in 0..self.berths.len() {
                let here = self.berths[other].at == hex && self.berths[other].post.class == class;
                if here && rival.is_none_or(|rival| rival == other) && seen.berths & 1 << other == 0 && self.find(other, seen) {
                    self.berths[who].at = hex;
                    return true;
                }
            }
        }
        false
    }

    /// Counters of a class that have their place in a hex.
    fn count(&self, hex: Hex, class: usize) -> usize {
        self.berths.iter().filter(|berth| berth.at == hex && berth.post.class as usize == class).count()
    }

    /// Whether all have a place when a counter that is none of them stands in a hex, which then takes so many more, by class.
    pub(super) fn hold_beside(&self, post: &Post, hex: Hex, left: [u8; 3]) -> bool {
        let same = |berth: &Berth<'_>| post.apart && berth.post.zone == post.zone;
        let crowded = |all: &Self, class: usize| all.count(hex, class) > usize::from(left[class]);
        let clear = !self.berths.iter().any(|berth| same(berth) && berth.at == hex);
        if self.without_place().is_some() || clear && !(0..3).any(|class| crowded(self, class)) {
            return self.without_place().is_none();
        }
        let mut trial = self.clone();
        trial.room[hex.index()] = [0; 3];
        trial.berths.iter_mut().filter(|berth| same(berth)).for_each(|berth| berth.open.remove(hex));
        let mut closed = HexSet::EMPTY;
        closed.insert(hex);
        let away = |trial: &mut Self, who: usize| trial.find(who, &mut Seen { full: closed, apart: closed, berths: 0 });
        for who in 0..trial.berths.len() {
            if same(&trial.berths[who]) && trial.berths[who].at == hex && !away(&mut trial, who) {
                return false;
            }
        }
        for class in 0..3 {
            while crowded(&trial, class) {
                let here = |who: &usize| trial.berths[*who].at == hex && trial.berths[*who].post.class as usize == class;
                let leaving: ArrayVec<usize, { UNIT_CAPACITY / 2 }> = (0..trial.berths.len()).filter(here).collect();
                if !leaving.into_iter().any(|who| away(&mut trial, who)) {
                    return false;
                }
            }
        }
        true
    }
}
