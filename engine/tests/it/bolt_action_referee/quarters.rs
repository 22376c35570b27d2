//! Close quarters, of men with men and with vehicles.

use stavka_engine::bolt_action::data::units::Man;
use stavka_engine::bolt_action::terms::{Class, Order};
use stavka_engine::bolt_action::{Action, UnitId};
use stavka_engine::square::Cell;

use super::throws::{chance, pool_ways};
use super::volley::plate;
use super::{Flow, Referee, flesh};

impl Referee<'_> {
    /// [CQ.4.a][CQ.4.c] Dice of men in close quarters: two with an Assault weapon, else one (supplement S24).
    fn blows(&self, unit: UnitId, men: u8) -> u8 {
        let data = self.game.data();
        let assault = |man: &&Man| man.weapon().is_some_and(|weapon| data.weapon(weapon).assault);
        men + data.unit(unit).men[..men.into()].iter().filter(assault).count() as u8
    }

    /// [CQ.4][CQ.5][CQ.6] Rounds until somebody has lost; then the winner consolidates. Men strike once at a vehicle [CQV.10].
    pub(super) fn quarters(&mut self, attacker: UnitId, target: UnitId, at_once: bool) -> Flow {
        if self.class(target) == Class::Vehicle {
            self.strikes(attacker, target)?;
        } else {
            while [attacker, target].into_iter().all(|unit| self.piece(unit).is_alive()) {
                self.round([attacker, target], at_once)?;
            }
        }
        let Some(winner) = self.field().consolidates(attacker, target) else { return Ok(()) };
        let die = self.throw_die("the die of consolidation") as u32;
        let places: Vec<Cell> = self.field().ends(winner, false, die).into_keys().collect();
        if places.len() > 1 {
            let lines: Vec<String> = places.iter().map(|&cell| self.line(Action::Consolidate(cell))).collect();
            let cell = places[self.chooses("where does the unit consolidate?", winner.side(), &lines)];
            if cell != self.cell(winner) {
                self.edit(winner).cell = Some(cell);
                self.stirs(winner);
                self.edit(winner).moved = false;
            }
        }
        Ok(())
    }

    /// A round between men in which somebody falls (decision D41), at once behind hard cover (decision D27).
    fn round(&mut self, [attacker, target]: [UnitId; 2], at_once: bool) -> Flow {
        let data = self.game.data();
        let men = [attacker, target].map(|unit| self.piece(unit).men);
        let [raid, stand] = [attacker, target].map(|unit| chance(flesh(data.unit(unit).quality)));
        let back = |kills: u8| self.blows(target, if at_once { men[1] } else { men[1] - kills });
        let attack = pool_ways(self.blows(attacker, men[0]), stand, men[1]);
        let all = raid.1.pow(back(0).into());
        let idle = pool_ways(back(0), raid, men[0])[0];
        let of = |ways: Vec<u64>| (0_u8..).zip(ways).filter(|line| line.1 > 0).collect::<Vec<_>>();
        let told = |ways: &[(u8, u64)]| ways.iter().map(|(number, ways)| (format!("score {number}"), *ways)).collect::<Vec<_>>();
        let attack = of((0..).zip(attack).map(|(kills, ways)| ways * if kills == 0 { all - idle } else { all }).collect());
        let asked = "the dice of those who assault";
        let kills = if let [only] = attack[..] { only.0 } else { attack[self.throw(asked, &told(&attack))].0 };
        let mut defence = pool_ways(self.blows(target, if at_once { men[1] } else { men[1] - kills }), raid, men[0]);
        if kills == 0 {
            defence[0] = 0;
        }
        let defence = of(defence);
        let losses =
            if let [only] = defence[..] { only.0 } else { defence[self.throw("the dice of those who are assaulted", &told(&defence))].0 };
        self.meet(if at_once { "quarters: at once" } else { "quarters: in turn" });
        let falls = [losses == men[0] || losses > kills && kills < men[1], kills == men[1] || kills > losses && losses < men[0]];
        for (number, unit) in [attacker, target].into_iter().enumerate() {
            self.edit(unit).men -= [losses, kills][number];
            if falls[number] {
                self.falls(unit);
            }
        }
        self.is_on()
    }

    /// [CQV.5][CQV.6][CQV.7][CQV.8][CQV.9] Men strike at a vehicle.
    fn strikes(&mut self, attacker: UnitId, target: UnitId) -> Flow {
        let (vehicle, kind) = (self.piece(target), self.game.data().unit(target));
        let need = if vehicle.order == Some(Order::Advance) { 6 } else { 4 };
        self.meet(&format!("quarters: vehicle with {:?}, {}", vehicle.order, if self.is_closed(target) { "closed" } else { "open" }));
        let men = self.piece(attacker).men;
        let hits = self.throw_pool("the dice to hit the vehicle", need, men, men);
        if hits > 0 {
            let score = i16::from(hits) + self.throw_die("the die against the vehicle");
            if self.is_closed(target) {
                let weak = !self.is_anti_tank(attacker);
                self.pierced(target, score, 0, weak);
            } else if score >= plate(kind.armour.expect("it is a vehicle")) {
                self.falls(target);
            }
        }
        if i16::from(self.piece(target).pins) >= 5 + flesh(kind.quality) {
            self.falls(target);
        }
        self.is_on()
    }
}
