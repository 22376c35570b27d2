//! What stands where, at a glance: one pass over the counters, made for evaluations by the thousand.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Class, Data, Formation, HEX_CAPACITY, Place, UnitId, units};
use stavka_engine::hex::Hex;

const NOBODY: u8 = u8::MAX;

/// What a survey must know of a counter, kept close together.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks of a counter, read by name")]
pub(super) struct Kind {
    pub(super) class: Class,
    /// Motorised or tracked combat unit.
    pub(super) fast: bool,
    pub(super) tracked: bool,
    pub(super) heavy: bool,
    /// Of the four tank corps that raid [8.4].
    pub(super) raider: bool,
    /// Soviet army, 0 to 2.
    pub(super) army: u8,
    /// Division or corps within which stacking has no limit [6.1].
    parent: u8,
}

/// The counters of a scenario.
pub(super) struct Roster {
    kinds: Vec<Kind>,
}

impl Roster {
    pub(super) fn new(data: &Data) -> Self {
        let unknown = Kind { class: Class::Combat, fast: false, tracked: false, heavy: false, raider: false, army: 0, parent: 0 };
        let mut kinds = vec![unknown; 128];
        for unit in data.all.iter() {
            let counter = data.unit(unit);
            kinds[unit.index()] = Kind {
                class: counter.class,
                fast: data.mobile.contains(unit),
                tracked: data.tracked.contains(unit),
                heavy: counter.heavy,
                raider: data.raiders.contains(unit),
                army: counter.formation.army().unwrap_or(0) as u8,
                parent: counter.parent_number,
            };
        }
        Roster { kinds }
    }

    #[inline]
    pub(super) fn kind(&self, unit: UnitId) -> Kind {
        self.kinds[unit.index()]
    }
}

/// The counters of one hex.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a stack, read by name")]
pub(super) struct Pile {
    pub(super) hex: Hex,
    pub(super) side: Side,
    pub(super) army: u8,
    /// Half CP in attack and in defence as they would count now.
    pub(super) attack: u16,
    pub(super) defence: u16,
    /// CP undisturbed.
    pub(super) cp: u16,
    /// CP of fast units.
    pub(super) fast_cp: u16,
    pub(super) steps: u8,
    /// Steps of combat units in supply.
    pub(super) zoc_steps: u8,
    pub(super) combat_steps: u8,
    pub(super) guns: u8,
    pub(super) heavy: bool,
    pub(super) tracked: bool,
    /// Has a fast unit that has not moved in this phase.
    pub(super) ready: bool,
    pub(super) hq: bool,
    /// The common division or corps, 0 for mixed stacks.
    parent: u8,
}

impl Pile {
    /// [6] Steps that the stacking limit would remove.
    pub(super) fn excess(&self, limit: u8) -> u8 {
        if self.parent == 0 { self.steps.saturating_sub(limit) } else { 0 }
    }
}

/// Sums of CP over a side, in CP.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub(super) foot: f32,
    pub(super) fast: f32,
    pub(super) heavy: f32,
    /// Marked out of supply.
    pub(super) cut_off: f32,
    /// Beyond the radius of their HQ, or of an army whose HQ is gone; Soviets only.
    pub(super) astray: f32,
    pub(super) guns: f32,
}

/// All stacks of a position.
pub(super) struct Survey {
    pub(super) piles: Vec<Pile>,
    slot: [u8; HEX_CAPACITY],
    pub(super) totals: [Totals; 2],
    /// Half CP of Soviet units in the box of the airfields.
    pub(super) at_airfields: u16,
    /// CP of fast units that wait to enter at Bokovskaya, and of those still on the Chir.
    pub(super) at_gates: [f32; 2],
}

impl Survey {
    pub(super) fn new() -> Self {
        Survey {
            piles: Vec::with_capacity(128),
            slot: [NOBODY; HEX_CAPACITY],
            totals: [Totals::default(); 2],
            at_airfields: 0,
            at_gates: [0.0; 2],
        }
    }

    /// The stack in a hex.
    #[inline]
    pub(super) fn at(&self, hex: u16) -> Option<&Pile> {
        match self.slot.get(usize::from(hex)) {
            Some(&slot) if slot != NOBODY => Some(&self.piles[usize::from(slot)]),
            _ => None,
        }
    }

    /// Surveys a position. `shaken`: disorganised units count half, because the combat that it lasts for
    /// is next.
    pub(super) fn take(&mut self, game: &Armir, roster: &Roster, shaken: bool) {
        for pile in self.piles.drain(..) {
            self.slot[pile.hex.index()] = NOBODY;
        }
        self.totals = [Totals::default(); 2];
        self.at_airfields = 0;
        self.at_gates = [0.0; 2];
        let data = game.data();
        let radius: [Option<(Hex, u16)>; 3] = std::array::from_fn(|army| {
            let hq = data.hq(Formation::ARMIES[army])?;
            let hex = game.place(hq).hex()?;
            Some((hex, u16::from(data.unit(hq).faces[game.face(hq) as usize].radius)))
        });
        for side in Side::ALL {
            for unit in units(side, data.all.of(side)) {
                self.count(game, roster, unit, &radius, shaken);
            }
        }
    }

    #[inline]
    fn count(&mut self, game: &Armir, roster: &Roster, unit: UnitId, radius: &[Option<(Hex, u16)>; 3], shaken: bool) {
        let data = game.data();
        let place = game.place(unit);
        let kind = roster.kind(unit);
        let side = unit.side();
        let Some(hex) = place.hex() else {
            if side == Side::Soviet && place != Place::ELIMINATED {
                self.count_off_map(game, unit, kind, place);
            }
            return;
        };
        let mut slot = self.slot[hex.index()];
        if slot == NOBODY {
            slot = self.piles.len() as u8;
            self.slot[hex.index()] = slot;
            self.piles.push(empty_pile(hex, side, kind));
        }
        let pile = &mut self.piles[usize::from(slot)];
        let steps = game.steps(unit);
        pile.steps += steps;
        if pile.parent != kind.parent {
            pile.parent = 0;
        }
        let disorganised = shaken && game.is_disorganised(unit);
        match kind.class {
            Class::Combat => {
                let cp = u16::from(game.cp(unit));
                let cut_off = game.is_out_of_supply(unit);
                pile.cp += cp;
                pile.attack += if disorganised || cut_off { cp } else { 2 * cp };
                pile.defence += if disorganised { cp } else { 2 * cp };
                pile.combat_steps += steps;
                pile.zoc_steps += if cut_off { 0 } else { steps };
                pile.heavy |= kind.heavy;
                pile.tracked |= kind.tracked;
                if kind.fast {
                    pile.fast_cp += cp;
                    pile.ready |= !game.has_moved(unit);
                }
                let total = &mut self.totals[side.index()];
                let cp = f32::from(cp);
                *(if kind.fast { &mut total.fast } else { &mut total.foot }) += cp;
                if kind.heavy {
                    total.heavy += cp;
                }
                if cut_off {
                    total.cut_off += cp;
                } else if side == Side::Soviet
                    && radius[usize::from(kind.army)].is_none_or(|(hq, radius)| data.map.grid.distance(hq, hex) > radius)
                {
                    total.astray += if kind.raider { 0.5 * cp } else { cp };
                }
            }
            Class::Artillery => {
                pile.guns += 1;
                pile.defence += if disorganised { 1 } else { 2 };
                self.totals[side.index()].guns += 1.0;
            }
            Class::Hq => pile.hq = true,
        }
    }

    fn count_off_map(&mut self, game: &Armir, unit: UnitId, kind: Kind, place: Place) {
        let cp = f32::from(game.cp(unit));
        let total = &mut self.totals[Side::Soviet.index()];
        if place == Place::BOKOVSKAYA_BOX || place == Place::CHIR {
            *(if kind.fast { &mut total.fast } else { &mut total.foot }) += cp;
            if kind.fast {
                self.at_gates[usize::from(place == Place::CHIR)] += cp;
            }
        } else if place == Place::AIRFIELDS {
            total.fast += cp;
            self.at_airfields += u16::from(game.cp(unit)) * if game.is_out_of_supply(unit) { 1 } else { 2 };
        }
    }
}

fn empty_pile(hex: Hex, side: Side, kind: Kind) -> Pile {
    Pile {
        hex,
        side,
        army: kind.army,
        attack: 0,
        defence: 0,
        cp: 0,
        fast_cp: 0,
        steps: 0,
        zoc_steps: 0,
        combat_steps: 0,
        guns: 0,
        heavy: false,
        tracked: false,
        ready: false,
        hq: false,
        parent: kind.parent,
    }
}
