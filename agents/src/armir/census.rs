//! What stands where, summed up hex by hex.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Class, HEX_CAPACITY, Place, UnitId};
use stavka_engine::dice::mix;
use stavka_engine::hex::Hex;

const NOBODY: u8 = u8::MAX;

/// The counters of one hex.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a stack, read by name")]
pub(super) struct Stack {
    pub(super) hex: Hex,
    pub(super) side: Side,
    /// Soviet army, 0 to 2.
    pub(super) army: usize,
    /// Half CP in attack and in defence as they would count now.
    pub(super) attack: u16,
    pub(super) defence: u16,
    /// CP undisturbed.
    pub(super) cp: u16,
    pub(super) steps: u8,
    /// Steps of combat units in supply.
    pub(super) zoc_steps: u8,
    pub(super) combat_steps: u8,
    pub(super) heavy: bool,
    pub(super) tracked: bool,
    /// Has a mobile combat unit.
    pub(super) fast: bool,
    pub(super) guns: u8,
    pub(super) hq: bool,
    /// The common division or corps; `None` for mixed stacks.
    parent: Option<u8>,
}

/// All stacks, and the Soviet units that move fast.
pub(super) struct Census {
    pub(super) stacks: Vec<Stack>,
    slot: [u8; HEX_CAPACITY],
    /// Soviet mobile units with their hex and the half points they need before they can go.
    pub(super) mobile: Vec<(UnitId, Hex, u16)>,
    /// Half CP of Soviet units in the box of the airfields.
    pub(super) at_airfields: u16,
    /// Equal for positions in which the Axis stands in the way in the same manner.
    pub(super) axis_key: u64,
}

impl Census {
    pub(super) fn new() -> Self {
        Census {
            stacks: Vec::with_capacity(128),
            slot: [NOBODY; HEX_CAPACITY],
            mobile: Vec::with_capacity(64),
            at_airfields: 0,
            axis_key: 0,
        }
    }

    /// The stack in a hex.
    #[inline]
    pub(super) fn at(&self, hex: u16) -> Option<&Stack> {
        self.slot.get(usize::from(hex)).filter(|&&slot| slot != NOBODY).map(|&slot| &self.stacks[usize::from(slot)])
    }

    /// Takes the census of a position. `shaken`: disorganised units count half, because the combat that
    /// it lasts for is next.
    pub(super) fn take(&mut self, game: &Armir, shaken: bool) {
        for stack in self.stacks.drain(..) {
            self.slot[stack.hex.index()] = NOBODY;
        }
        self.mobile.clear();
        self.at_airfields = 0;
        let data = game.data();
        for unit in data.all.iter() {
            let place = game.place(unit);
            let side = unit.side();
            let Some(hex) = place.hex() else {
                if side == Side::Soviet {
                    self.count_off_map(game, unit, place);
                }
                continue;
            };
            let counter = data.unit(unit);
            let mut slot = self.slot[hex.index()];
            if slot == NOBODY {
                slot = self.stacks.len() as u8;
                self.slot[hex.index()] = slot;
                self.stacks.push(Stack {
                    hex,
                    side,
                    army: counter.formation.army().unwrap_or(0),
                    attack: 0,
                    defence: 0,
                    cp: 0,
                    steps: 0,
                    zoc_steps: 0,
                    combat_steps: 0,
                    heavy: false,
                    tracked: false,
                    fast: false,
                    guns: 0,
                    hq: false,
                    parent: Some(counter.parent_number),
                });
            }
            let stack = &mut self.stacks[usize::from(slot)];
            let steps = game.steps(unit);
            stack.steps += steps;
            if stack.parent != Some(counter.parent_number) || counter.parent_number == 0 {
                stack.parent = None;
            }
            let disorganised = shaken && game.is_disorganised(unit);
            match counter.class {
                Class::Combat => {
                    let cp = u16::from(game.cp(unit));
                    let cut_off = game.is_out_of_supply(unit);
                    stack.cp += cp;
                    stack.attack += if disorganised || cut_off { cp } else { 2 * cp };
                    stack.defence += if disorganised { cp } else { 2 * cp };
                    stack.combat_steps += steps;
                    stack.zoc_steps += if cut_off { 0 } else { steps };
                    stack.heavy |= counter.heavy;
                    stack.tracked |= data.tracked.contains(unit);
                    stack.fast |= data.mobile.contains(unit);
                    if side == Side::Soviet && data.mobile.contains(unit) {
                        self.mobile.push((unit, hex, if cut_off { 4 } else { 0 }));
                    }
                }
                Class::Artillery => {
                    stack.guns += 1;
                    stack.defence += if disorganised { 1 } else { 2 };
                }
                Class::Hq => stack.hq = true,
            }
        }
        self.axis_key = self.stacks.iter().filter(|stack| stack.side == Side::Axis).fold(0, |key, stack| {
            let strength = u64::from(stack.defence) << 16 | u64::from(stack.zoc_steps >= 2) << 32 | u64::from(stack.heavy) << 33;
            mix(key ^ u64::from(stack.hex.0) ^ strength)
        });
    }

    fn count_off_map(&mut self, game: &Armir, unit: UnitId, place: Place) {
        let entry = game.data().map.bokovskaya;
        let mobile = game.data().mobile.contains(unit);
        if place == Place::BOKOVSKAYA_BOX && mobile {
            self.mobile.push((unit, entry, 3));
        } else if place == Place::CHIR && mobile {
            self.mobile.push((unit, entry, 17));
        } else if place == Place::AIRFIELDS {
            self.at_airfields += u16::from(game.cp(unit)) * if game.is_out_of_supply(unit) { 1 } else { 2 };
        }
    }
}

impl Stack {
    /// [6] Steps that the stacking limit would remove.
    pub(super) fn excess(&self, limit: u8) -> u8 {
        if self.parent.is_some() { 0 } else { self.steps.saturating_sub(limit) }
    }
}
