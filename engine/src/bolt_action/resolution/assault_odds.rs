//! What a board shows before close quarters: who is left of two units of men, and what blows do to a vehicle. The laws are put together
//! in floating point from sums of products of positive numbers.

use super::MOST_MEN;
use super::chance::{Chance, FACES};
use super::close_quarters::{self, Melee, RoundResult, StruckVehicle, VehicleBlow};
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::terms::Damage;

/// Chances of the ends of close quarters between men.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MenOdds {
    /// The defender is destroyed.
    pub attacker_wins: f64,
    /// The attacker is destroyed.
    pub defender_wins: f64,
    /// Both are.
    pub both_fall: f64,
}

impl MenOdds {
    fn add(&mut self, chance: f64, other: MenOdds) {
        self.attacker_wins += chance * other.attacker_wins;
        self.defender_wins += chance * other.defender_wins;
        self.both_fall += chance * other.both_fall;
    }

    fn scaled(self, by: f64) -> MenOdds {
        let mut odds = MenOdds::default();
        odds.add(by, self);
        odds
    }
}

/// Chances by number of successes.
type Law = [f64; MOST_MEN + 1];

/// Chances of so many successes of dice, from none to `enough`, which stands for more as well.
fn law(chance: Chance, dice: u8, enough: u8) -> Law {
    let hit = f64::from(chance.numerator()) / f64::from(chance.denominator());
    let enough = usize::from(enough).min(MOST_MEN);
    let mut law = [0.0; MOST_MEN + 1];
    law[0] = 1.0;
    for thrown in 0..usize::from(dice) {
        for at in (0..=enough.min(thrown + 1)).rev() {
            let stays = if at == enough { 1.0 } else { 1.0 - hit };
            law[at] = law[at] * stays + if at > 0 { law[at - 1] * hit } else { 0.0 };
        }
    }
    law
}

/// [CQ.4][CQ.5] How close quarters end, to the last round. `dice` are those of so many men of the attacker and of the defender,
/// `chances` those of their dice. A draw takes as many men of either side, so that what follows on it is known if the fewest are judged first.
pub fn men(melee: Melee, dice: &dyn Fn(usize, u8) -> u8, chances: [Chance; 2]) -> MenOdds {
    let mut known = [MenOdds::default(); MOST_MEN + 1];
    let pairs = melee.attackers.min(melee.defenders).min(MOST_MEN as u8);
    for fallen in (0..pairs).rev() {
        let now = Melee { attackers: melee.attackers - fallen, defenders: melee.defenders - fallen, ..melee };
        let mut odds = MenOdds::default();
        let mut stalemate = 0.0;
        for (kills, kill_chance) in (0..=now.defenders).zip(law(chances[0], dice(0, now.attackers), now.defenders)) {
            let striking = close_quarters::striking_defenders(now, kills);
            for (losses, loss_chance) in (0..=now.attackers).zip(law(chances[1], dice(1, striking), now.attackers)) {
                let chance = kill_chance * loss_chance;
                match close_quarters::round(now, kills, losses) {
                    (_, RoundResult::AttackerWins) => odds.attacker_wins += chance,
                    (_, RoundResult::DefenderWins) => odds.defender_wins += chance,
                    (_, RoundResult::BothDestroyed) => odds.both_fall += chance,
                    // Nobody falls: the same round again.
                    (left, RoundResult::Draw) if left == now => stalemate += chance,
                    (_, RoundResult::Draw) => odds.add(chance, known[usize::from(fallen + kills)]),
                }
            }
        }
        known[usize::from(fallen)] = if stalemate < 1.0 { odds.scaled(1.0 / (1.0 - stalemate)) } else { odds };
    }
    known[0]
}

/// [CQV.5][CQV.6] Chances that so many dice destroy a vehicle, and that they damage it by class.
pub fn vehicle(tables: &Tables, struck: StruckVehicle, anti_tank: bool, dice: u8, hit: Chance) -> (f64, [f64; Damage::COUNT]) {
    let (mut destroyed, mut damaged) = (0.0, [0.0; Damage::COUNT]);
    for (hits, chance) in (0..=dice).zip(law(hit, dice, dice)) {
        for die in 1..=FACES {
            let share = chance / f64::from(FACES);
            match close_quarters::blow(tables, struck, anti_tank, hits, die) {
                VehicleBlow::None => {}
                VehicleBlow::Damage(damage) => damaged[damage.index()] += share,
                VehicleBlow::Destroyed => destroyed += share,
            }
        }
    }
    (destroyed, damaged)
}

#[cfg(test)]
mod tests {
    use super::super::close_quarters::Blows;
    use super::*;

    fn even(attackers: u8, defenders: u8, blows: Blows) -> MenOdds {
        let half = Chance::at_least(4);
        men(Melee { attackers, defenders, blows }, &|_, men| men, [half, half])
    }

    #[test]
    fn a_duel_of_one_against_one_is_won_by_who_strikes_first_twice_as_often() {
        // In a round: first blow 1/2; else the other 1/4; else again.
        let odds = even(1, 1, Blows::InTurn);
        assert!((odds.attacker_wins - 2.0 / 3.0).abs() < 1e-12 && (odds.defender_wins - 1.0 / 3.0).abs() < 1e-12, "{odds:?}");
        let odds = even(1, 1, Blows::AtOnce);
        for chance in [odds.attacker_wins, odds.defender_wins, odds.both_fall] {
            assert!((chance - 1.0 / 3.0).abs() < 1e-12, "{odds:?}");
        }
    }

    #[test]
    fn the_ends_of_close_quarters_are_all_there_are() {
        for (attackers, defenders) in [(3, 5), (10, 10), (11, 2)] {
            for blows in [Blows::InTurn, Blows::AtOnce] {
                let odds = even(attackers, defenders, blows);
                let sum = odds.attacker_wins + odds.defender_wins + odds.both_fall;
                assert!((sum - 1.0).abs() < 1e-9, "{attackers} against {defenders}: {odds:?}");
            }
        }
    }
}
