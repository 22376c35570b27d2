//! What an attack promises: the engine's own odds, modifiers and table, over all ten faces of the die.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::east_front::drm::{self, Across, Assault, DefendingHex, Stand};
use stavka_engine::east_front::movement::Going;
use stavka_engine::east_front::odds::{Attacker, Column, Support, attack_total, defence_total};
use stavka_engine::east_front::results::{self, Burdens};
use stavka_engine::east_front::{EastFront, UnitId, units};
use stavka_engine::hex::Hex;

use super::ground::{Ground, stack_bits};

/// Faces of the die.
const FACES: u8 = 10;

/// Who attacks a hex with what.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    pub(super) side: Side,
    pub(super) target: Hex,
    pub(super) attackers: u128,
    pub(super) guns: u128,
    /// Points of close air support, positive for the attacker.
    pub(super) air: i8,
}

/// Expectations of an attack.
#[derive(Clone, Copy, Default)]
pub(super) struct Odds {
    /// Chance that the defenders are gone.
    pub(super) clears: f32,
    /// Chance that the attackers retreat or are wiped out.
    pub(super) fails: f32,
    /// Steps that the attackers lose on average.
    pub(super) own: f32,
    /// Steps that the defenders lose on average.
    pub(super) theirs: f32,
}

/// Whether the attacks of a side have Attack Supply in a turn, counted from 1.
pub(super) fn has_attack_supply(game: &EastFront, side: Side, turn: u16) -> bool {
    game.data().script.turns.get(usize::from(turn).wrapping_sub(1)).is_some_and(|turn| match side {
        Side::Axis => turn.axis_attack_supply,
        Side::Soviet => turn.soviet_attack_supply,
    })
}

/// What an attack promises; nothing below the least odds.
pub(super) fn judge(game: &EastFront, ground: &Ground, attack: &Attack) -> Option<Odds> {
    judge_against(game, ground, attack, 0)
}

/// What an attack promises when defenders of so much defence have come up.
pub(super) fn judge_against(game: &EastFront, ground: &Ground, attack: &Attack, relief: u16) -> Option<Odds> {
    use stavka_engine::Game as _;
    let Attack { side, target, attackers, guns, air } = *attack;
    let (data, enemy) = (game.data(), side.opponent());
    let kinds = &ground.kinds;
    let supplied = has_attack_supply(game, side, game.game_turn());
    let strength: ArrayVec<Attacker, 64> =
        units(side, attackers).take(64).map(|unit| Attacker { strength: game.values(unit).attack, halvings: 0 }).collect();
    let points = units(side, guns).map(|gun| u16::from(game.values(gun).support)).sum();
    let tables = &data.tables;
    let total = attack_total(&tables.odds, &tables.artillery, &strength, Support { points, halved: false });
    let defenders = stack_bits(game, target);
    let (defence, steps) = units(enemy, defenders).fold((relief, relief.div_ceil(2) as u8), |(defence, steps), unit| {
        (defence + u16::from(game.values(unit).defence), steps + game.steps(unit))
    });
    let help = Support { points: best_gun(game, ground, enemy, target), halved: false };
    let column = Column::of(total, defence_total(&tables.artillery, defence, help).max(1), data.script.switches.top_odds)?;
    let across = |test: &dyn Fn(&super::ground::Way) -> bool| {
        let crosses = |unit: UnitId| game.place(unit).hex().and_then(|from| ground.way(from, target)).is_some_and(test);
        attackers != 0 && units(side, attackers).all(crosses)
    };
    let line = side == Side::Axis && !game.is_breached(target) && across(&|way| way.line);
    let strongpoint = game.has_strongpoint(enemy, target);
    let going = Going { condition: game.condition(), lingering_mud: false, frozen: false };
    let engineers = attackers & kinds.engineers[side.index()] != 0;
    let modifiers = drm::tally(
        tables,
        going,
        Across { river: across(&|way| way.river), major_river: false, line },
        Assault {
            armour: attackers & kinds.armour[side.index()] != 0,
            partners: attackers & kinds.partners[side.index()] != 0,
            integrity: 0,
            engineers,
            super_heavies: (guns & kinds.heavies[side.index()]).count_ones() as u8,
            attack_supply: supplied,
            air,
        },
        Stand {
            side: enemy,
            hexes: &[DefendingHex { features: data.map.features[target.index()], strongpoint }],
            fights_armour: defenders & kinds.against_armour[enemy.index()] != 0,
            overrun: units(enemy, defenders).any(|unit| game.has_overrun_marker(unit)),
            out_of_supply: false,
            no_retreat: false,
        },
    );
    let burdens = Burdens { no_attack_supply: !supplied, mandated: false, fortification: strongpoint || line };
    let own_steps: u8 = units(side, attackers).map(|unit| game.steps(unit)).sum();
    let mut odds = Odds::default();
    for die in 1..=FACES {
        let cell = results::cell(tables, Some(column), die, modifiers.net);
        let extra = results::asterisk_steps(&tables.losses, cell.attacker, burdens);
        let lost = if cell.attacker.eliminated { own_steps } else { (cell.attacker.steps + extra).min(own_steps) };
        let hit = if cell.defender.eliminated { steps } else { cell.defender.steps.min(steps) };
        odds.own += f32::from(lost);
        odds.theirs += f32::from(hit);
        odds.clears += f32::from(u8::from(cell.defender.retreat || hit == steps));
        odds.fails += f32::from(u8::from(cell.attacker.retreat || lost == own_steps));
    }
    let share = 1.0 / f32::from(FACES);
    Some(Odds { clears: odds.clears * share, fails: odds.fails * share, own: odds.own * share, theirs: odds.theirs * share })
}

/// Support of the strongest gun that can help to defend a hex from outside.
fn best_gun(game: &EastFront, ground: &Ground, side: Side, target: Hex) -> u16 {
    let kinds = &ground.kinds;
    let guns = kinds.guns[side.index()] & !kinds.heavies[side.index()];
    let free = |gun: UnitId| game.place(gun).hex().is_some_and(|hex| hex != target && !game.in_zoc(side.opponent(), hex));
    in_range(game, guns, side, target).filter(|&gun| free(gun)).map(|gun| u16::from(game.values(gun).support)).max().unwrap_or(0)
}

/// Guns out of a set that reach a hex.
pub(super) fn in_range(game: &EastFront, guns: u128, side: Side, target: Hex) -> impl Iterator<Item = UnitId> + '_ {
    units(side, guns & game.on_map(side)).filter(move |&gun| {
        let values = game.values(gun);
        let reaches = |hex| game.data().map.grid.distance(hex, target) <= u16::from(values.range);
        values.support > 0 && game.place(gun).hex().is_some_and(reaches)
    })
}

#[cfg(test)]
mod tests {
    use stavka_engine::Game as _;
    use stavka_engine::east_front::{Phase, PositionBuilder, Prepared};
    use stavka_engine::kit::files::ScenarioFiles as _;

    use super::*;

    fn close(found: f32, expected: f32) -> bool {
        (found - expected).abs() < 1e-6
    }

    #[test]
    fn the_assault_on_armyansk_promises_what_the_table_says() {
        let (name, text) = Prepared::SCENARIOS[0];
        let data = Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound");
        let placed = PositionBuilder::start(data).place("LAH/Rcn", "3505").expect("it has room");
        let game = placed.open(Phase::AxisDeclaration);
        assert_eq!(game.game_turn(), 1);
        let bits =
            |ids: &[&str]| ids.iter().map(|id| data.find_unit(id).expect("it is in the order of battle").bit()).fold(0, |a, b| a | b);
        let target = data.script.objectives[0];
        let attack = Attack {
            side: Side::Axis,
            target,
            attackers: bits(&["73", "46", "190AG", "LAH/Rcn"]),
            guns: bits(&["49", "I/814", "641"]),
            air: 0,
        };
        // 27 to 6 is 4-1; line and strongpoint cancel the two super-heavies. The column has a retreat on 1, 2, 3, 7, 8 and 9, and
        // costs steps on 2, 4, 6 and 9, with one more for each asterisk against works.
        let odds = judge(&game, &Ground::new(data), &attack).expect("the odds are on the table");
        assert!(close(odds.clears, 0.6) && close(odds.own, 0.7), "{} {}", odds.clears, odds.own);
        let with_air = judge(&game, &Ground::new(data), &Attack { air: 2, ..attack }).expect("the odds are on the table");
        assert!(with_air.clears > odds.clears && with_air.own <= odds.own);
    }
}
