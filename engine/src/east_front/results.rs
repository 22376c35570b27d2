//! Reading the combat table: the cell, extra losses, orders, first losses [15.8][16].

use super::data::{Cell, Effect, Feature, Features, Losses, Switches, Tables};
use super::odds::Column;
use crate::kit::odds;
use crate::kit::terms::terms;

/// [15.81] The result of a combat; below 1-4 the attackers are eliminated [15.57].
pub fn cell(tables: &Tables, column: Option<Column>, die: u8, net: i8) -> Cell {
    match column {
        Some(column) => odds::row(&tables.crt, tables.odds.least_row, die as i8 + net)[column.index()],
        None => Cell { attacker: Effect::ELIMINATED, defender: Effect::NOTHING },
    }
}

/// What an asterisk is made of [16.31].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Burdens {
    /// The attack lacks Attack Supply.
    pub no_attack_supply: bool,
    /// It is a Mandated Attack.
    pub mandated: bool,
    /// It is made against an undestroyed fortification: one step whether it is a strongpoint, a line or both.
    pub fortification: bool,
}

/// [16.31] Steps that the attacker loses beyond the number of his result.
pub fn asterisk_steps(losses: &Losses, attacker: Effect, burdens: Burdens) -> u8 {
    if !attacker.asterisk {
        return 0;
    }
    let if_so = |holds: bool, steps: u8| if holds { steps } else { 0 };
    if_so(burdens.no_attack_supply, losses.asterisk_no_attack_supply)
        + if_so(burdens.mandated, losses.asterisk_mandated)
        + if_so(burdens.fortification, losses.asterisk_fortification)
}

terms! {
    /// An order for a combat [14.3][15.58].
    Order {
        /// None.
        None = "none",
        /// Stand fast.
        NoRetreat = "no-retreat",
        /// Give more ground for fewer losses.
        FurtherRetreat = "further-retreat",
    }
}

/// A force to which a result happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    /// Its order.
    pub order: Order,
    /// All of it is German [16.41.a.1].
    pub all_german: bool,
    /// It defends, all of it on ground that shelters [16.41.a.2]: see [`shelters`].
    pub sheltered: bool,
}

/// [16.41.a.2] Whether a hex shelters those who stand fast: cities, hills, woods, undestroyed fortifications.
pub fn shelters(hex: Features, fortified: bool) -> bool {
    fortified || hex.has_any(Features::of(&[Feature::City, Feature::MajorCity, Feature::Hill, Feature::Woods]))
}

/// What a force has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// All of it is eliminated.
    pub eliminated: bool,
    /// Steps it loses.
    pub steps: u8,
    /// Hexes the survivors retreat.
    pub retreat: u8,
    /// They retreat on the opponent's path [16.41.b.1].
    pub path_by_opponent: bool,
    /// They may not advance after combat [16.41.b.4].
    pub held_back: bool,
}

/// [16.4][16.41] What a force has to do, its order considered; `extra` are the steps of the asterisk.
pub fn verdict(losses: &Losses, effect: Effect, extra: u8, force: Force) -> Verdict {
    let mut steps = effect.steps + extra;
    let mut retreat = if effect.retreat { losses.retreat_hexes } else { 0 };
    let further = force.order == Order::FurtherRetreat;
    if effect.retreat && force.order == Order::NoRetreat {
        retreat = 0;
        steps += losses.standing_fast;
        if !force.all_german && !force.sheltered {
            steps += losses.standing_fast_not_german;
        }
    }
    if effect.retreat && further {
        retreat = losses.further_retreat_hexes;
        if effect.steps > 0 {
            steps = steps.saturating_add_signed(losses.further_retreat);
        }
    }
    Verdict { eliminated: effect.eliminated, steps, retreat, path_by_opponent: effect.retreat && further, held_back: further }
}

/// Who has to take the first step of a loss [16.32].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstLoss {
    /// Any unit.
    Any,
    /// Engineers.
    Engineers,
    /// Armour.
    Armour,
    /// Armour, anti-tank or anti-aircraft units.
    FightsArmour,
}

/// Who took part, for first losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Engineers attack, their effects were declared and gave their modifier.
    pub engineers: bool,
    /// Armour attacks.
    pub attacking_armour: bool,
    /// Armour, anti-tank or anti-aircraft units defend.
    pub fights_armour: bool,
}

/// [16.32] First losses of attacker and defender. Engineers pay for an asterisk; else armour and what fights it pay for a number with an
/// asterisk. `extra` are the attacker's steps of the asterisk. The switch of reading A16 has engineers pay for a plain
/// number as well.
pub fn first_losses(cell: Cell, extra: u8, presence: Presence, switches: &Switches) -> (FirstLoss, FirstLoss) {
    let effect = cell.attacker;
    if presence.engineers {
        let marked = effect.asterisk && effect.steps + extra > 0;
        let pays = marked || switches.engineers_take_any_first_loss && effect.steps > 0;
        return (if pays { FirstLoss::Engineers } else { FirstLoss::Any }, FirstLoss::Any);
    }
    let attrition = effect.asterisk && effect.steps > 0 && presence.attacking_armour && presence.fights_armour;
    if !attrition {
        return (FirstLoss::Any, FirstLoss::Any);
    }
    (FirstLoss::Armour, if cell.defender.steps > 0 { FirstLoss::FightsArmour } else { FirstLoss::Any })
}
