//! The tables and constants of the rules. Lengths are in inches, which are cells; costs of movement in fifths of an inch.

use serde::Deserialize;

use crate::bolt_action::terms::{Aspect, Cover, Damage, HeSize, Mishap, Mobility, Permission, Quality, Rank};

/// A value for each word of a kind, in the order of the words.
pub type Row<T, const N: usize> = [T; N];

/// The tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// [MOR] Morale value by quality.
    pub morale: Row<u8, { Quality::COUNT }>,
    /// [MOR.4][MOR.5][MOR.6][MOR.7] Bonus by rank.
    pub officer_bonus: Row<u8, { Rank::COUNT }>,
    /// Radius of the bonus by rank (supplement S25).
    pub officer_radius: Row<u8, { Rank::COUNT }>,
    /// Tests of orders and of morale.
    pub tests: Tests,
    /// Movement.
    pub movement: Movement,
    /// [TER] Permission by way to move and kind of ground: open, rough, obstacle, building, road.
    pub terrain: Row<[Permission; 5], { Mobility::COUNT }>,
    /// Sight.
    pub sight: Sight,
    /// Rolls to hit.
    pub hit: Hit,
    /// [DMG] Number that damages: inexperienced, regular, veteran men, then vehicles by armour.
    pub damage: [u8; 9],
    /// High explosive.
    pub he: He,
    /// [PEN] What is added to penetration by aspect: front, side or top, rear.
    pub aspects: Row<u8, { Aspect::COUNT }>,
    /// [PEN.3] What is taken off at long range.
    pub long_pen: u8,
    /// Damage to vehicles.
    pub vehicles: VehicleDamage,
    /// Close quarters.
    pub assault: Assault,
    /// Rules that the summary lacks or leaves open.
    pub switches: Switches,
}

/// [TURN.1.3][FUB] Tests with two dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tests {
    /// [CQV.2] Taken off the value of an assault on closed armour without anti-tank weapons.
    pub assault_penalty: u8,
    /// [FUB.1] The sum that is FUBAR, and fails a test of morale.
    pub fubar: u8,
    /// [FUB.2] Highest face of friendly fire; above it is panic [FUB.3].
    pub friendly_fire_to: u8,
    /// [FUB.2.a] An enemy this near makes a friend a target, in inches.
    pub enemy_within: u8,
}

/// [MOVE][MAN][REV] Movement of vehicles and men, by infantry, wheeled, half-tracked, tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// Advance, in inches.
    pub advance: [u8; 4],
    /// Run, in inches.
    pub run: [u8; 4],
    /// Turns of up to 90 degrees in an Advance.
    pub turns_advance: [u8; 4],
    /// Turns of up to 90 degrees in a Run.
    pub turns_run: [u8; 4],
    /// Advance of a light gun, in inches (supplement S22).
    pub light_gun: u8,
    /// Cost of a step along a row or column, in fifths of an inch.
    pub straight: u8,
    /// Cost of a diagonal step.
    pub diagonal: u8,
    /// Centres of two units are at least so far apart, in cells along the longer axis (decision D3).
    pub gap: u8,
}

/// Sight and cover (supplement S10, decision D8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Most crossed cells of woods that are seen through.
    pub woods_depth: u8,
    /// Crops and scrub so near before a target cover it, in crossed cells.
    pub low_depth: u8,
}

/// [HIT] Rolls to hit. What makes a hit harder is a penalty, as a positive number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Number needed without modifiers.
    pub base: u8,
    /// Lowest number needed (supplement S17).
    pub lowest: u8,
    /// Close range, in inches (supplement S16).
    pub close_range: u8,
    /// [HIT.1] Bonus at close range.
    pub close: u8,
    /// [HIT.2] Penalty for each pin on the shooter.
    pub pin: u8,
    /// [HIT.3] Penalty at long range: beyond half the range (supplement S16).
    pub long: u8,
    /// [HIT.4] Penalty of an inexperienced shooter.
    pub inexperienced: u8,
    /// [HIT.5] Penalty after a move.
    pub moved: u8,
    /// [HIT.6] Penalty against infantry or artillery that is Down.
    pub down: u8,
    /// [HIT.7] Penalty against a small unit.
    pub small: u8,
    /// [HIT.8][HIT.9] Penalty by cover.
    pub cover: Row<u8, { Cover::COUNT }>,
    /// A unit of so many men or fewer is small (supplement S26).
    pub small_men: u8,
    /// Penalty of a Team weapon whose helper is gone (supplement S11).
    pub alone: u8,
}

/// [HE] High explosive, by size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct He {
    /// Penetration.
    pub pen: Row<u8, { HeSize::COUNT }>,
    /// Pins: 1, or the die that gives them.
    pub pins: Row<Option<HeSize>, { HeSize::COUNT }>,
    /// Number needed by the first shot of indirect fire at a target (supplement S27).
    pub indirect_first: u8,
    /// Lowest number needed by indirect fire.
    pub indirect_best: u8,
}

/// [VD][VDC] Damage to vehicles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VehicleDamage {
    /// Highest roll of each result of the table; the last has no end.
    pub up_to: Row<u8, { Mishap::COUNT }>,
    /// [VDC.1] Taken off a roll for superficial damage.
    pub superficial: u8,
    /// Least margin of each class of damage over the damage value (supplement S23).
    pub margins: Row<u8, { Damage::COUNT }>,
    /// [VDC.4] Added for an open-topped vehicle under indirect fire.
    pub open_topped: u8,
}

/// [CQ][CQV] Close quarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assault {
    /// Longest path, in inches (supplement S24).
    pub distance: u8,
    /// Longest path over rough ground or obstacles, in inches.
    pub rough_distance: u8,
    /// An assault from no farther surprises, in inches (supplement S6).
    pub surprise: u8,
    /// Dice of a man with an Assault weapon (supplement S24).
    pub dice_assault: u8,
    /// Dice of another man.
    pub dice_other: u8,
    /// [CQV.5] Needed against a vehicle that advances.
    pub need_advancing: u8,
    /// [CQV.5] Needed against another vehicle.
    pub need_other: u8,
}

/// Rules that the summary lacks or leaves open, each by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent rules, read by name")]
pub struct Switches {
    /// A natural two passes every test (supplement S1).
    pub natural_two_passes: bool,
    /// A target without an order may go Down before it is shot at (supplement S4).
    pub reaction_down: bool,
    /// A Recce vehicle without an order may escape (supplement S5).
    pub recce_escape: bool,
    /// Ambush and Down may be kept for the next turn (supplement S8).
    pub keep_orders: bool,
    /// A coaxial weapon fires only if the gun beside it held (decision D23).
    pub coax_instead_of_gun: bool,
    /// Both sides of close quarters strike at once against hard cover (decision D27).
    pub simultaneous_behind_hard_cover: bool,
    /// The winner of close quarters loses its pins.
    pub winner_loses_pins: bool,
    /// Rally is ordered without a test.
    pub rally_ignores_pins: bool,
    /// Destroyed vehicles stay as impassable wrecks [VD.4.a].
    pub wrecks: bool,
}
