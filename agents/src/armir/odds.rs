//! What attacks promise, in points of the judgement, without trying them out.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, BattleSheet, edge};
use stavka_engine::hex::Direction;

use super::features::Observer;
use super::ground::Expected;
use super::survey::Pile;

impl Observer {
    /// What the best attack that could be made on a stack now is worth to the attacker, at least 0.
    pub(super) fn best_attack(&self, game: &Armir, target: &Pile) -> f32 {
        let map = &game.data().map;
        let attacker = target.side.opponent();
        let mut strength = [0u16; 3];
        let mut flags = [u8::MAX; 3];
        let mut tanks = [false; 3];
        let mut any = false;
        for direction in Direction::ALL {
            let near = map.neighbours[target.hex.index()][direction.index()];
            let Some(stack) = self.survey.at(near) else { continue };
            if stack.side != attacker || stack.attack == 0 {
                continue;
            }
            let side = map.edge(target.hex, direction);
            if attacker == Side::Axis && side & edge::DON != 0 {
                continue;
            }
            let army = usize::from(stack.army);
            strength[army] += stack.attack.div_ceil(2);
            flags[army] &= side;
            tanks[army] |= stack.tracked;
            any = true;
        }
        if !any {
            return 0.0;
        }
        let mut best = 0.0f32;
        for army in 0..3 {
            if strength[army] > 0 {
                best = best.max(self.attack_worth(game, target, strength[army], flags[army], tanks[army]));
            }
        }
        best
    }

    /// Expected gain less price of an attack, in points of the judgement.
    pub(super) fn attack_worth(&self, game: &Armir, target: &Pile, strength: u16, flags: u8, tanks: bool) -> f32 {
        let tables = &game.data().tables;
        let map = &game.data().map;
        let soviet = target.side == Side::Axis;
        let strongpoint = soviet && flags & edge::FORTIFIED != 0;
        let mut defence = target.defence.div_ceil(2);
        if soviet && game.supply_points() > 0 && self.is_supported(map.neighbours.as_slice(), target) {
            defence += 2;
        }
        let column = strength.checked_div(defence).map_or(7, |odds| odds.min(7) as i8);
        let city = map.cities.contains(target.hex);
        let mut shift = 0;
        if flags & edge::RIVER != 0 {
            shift += tables.shifts.river;
        }
        if strongpoint {
            shift += tables.shifts.strongpoint;
        }
        if city {
            shift += tables.shifts.city;
        }
        let expected = self.ground.expected(!soviet && tanks, strongpoint, (column + shift).clamp(0, 7) as u8);
        result_worth(game, target, expected)
    }

    /// The same for an attack whose odds are known.
    pub(super) fn sheet_worth(&self, game: &Armir, target: &Pile, sheet: &BattleSheet) -> f32 {
        let supported = target.side == Side::Axis && game.supply_points() > 0 && self.is_supported(&game.data().map.neighbours, target);
        let weaker = if supported && sheet.defence > 0 {
            (sheet.attack / sheet.defence).min(7).saturating_sub((sheet.attack / (sheet.defence + 2)).min(7)) as u8
        } else {
            0
        };
        let column = sheet.column.saturating_sub(weaker);
        result_worth(game, target, self.ground.expected(sheet.die_bonus > 0, sheet.strongpoint, column))
    }

    fn is_supported(&self, neighbours: &[[u16; 6]], target: &Pile) -> bool {
        let guns = |near: &u16| self.survey.at(*near).is_some_and(|pile| pile.side == Side::Axis && pile.guns > 0);
        target.guns > 0 || neighbours[target.hex.index()].iter().any(guns)
    }
}

/// Gain less price of an average result.
fn result_worth(game: &Armir, target: &Pile, expected: &Expected) -> f32 {
    let map = &game.data().map;
    let soviet = target.side == Side::Axis;
    let (gain, price) = if soviet { (0.39, 0.22) } else { (0.19, 0.39) };
    let taken = expected.defender.min(f64::from(target.steps));
    let firm = map.fortified.contains(target.hex) || map.cities.contains(target.hex);
    let cleared = expected.at_least[usize::from(target.steps.min(5))];
    let opened = if firm || !soviet { cleared } else { cleared.max(0.7 * expected.at_least[1]) };
    let prize = 0.3 + if soviet { 0.7 * f64::from(map.stars[target.hex.index()]) } else { 0.0 };
    (taken * gain + opened * prize - expected.attacker * price) as f32
}
