//! A slow reference of resolution in Across the Bug River, written in fractions from the rules, against the fast functions.

use stavka_engine::Dice;
use stavka_engine::across_the_bug::armour::{self, Ground};
use stavka_engine::across_the_bug::data::CombatResult;
use stavka_engine::across_the_bug::drm::{self, Assault, Stand, Support};
use stavka_engine::across_the_bug::results::{self, Combat, OUTCOME_WEIGHT};
use stavka_engine::across_the_bug::strength::{Armour, Fighter};
use stavka_engine::across_the_bug::switches::Switches;
use stavka_engine::across_the_bug::terms::{AttackType, Crossing, Terrain};

use crate::across_the_bug_tables::{cell, tables};

/// An exact fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(top: i64, bottom: i64) -> Self {
        Fraction(top, bottom)
    }

    fn whole(number: i64) -> Self {
        Fraction(number, 1)
    }

    fn plus(self, other: Self) -> Self {
        Fraction(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Self) -> Self {
        Fraction(self.0 * other.0, self.1 * other.1)
    }

    fn floor(self) -> i64 {
        self.0.div_euclid(self.1)
    }

    fn ceil(self) -> i64 {
        -(-self.0).div_euclid(self.1)
    }

    fn is_below(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// [7.5.1.D1] [7.5.1.D2] [5.1.a]
#[test]
fn ratios_are_rounded_down_and_capped_on_every_line() {
    let column = |line, attack, defence| results::column(&tables().crt, line, attack, defence).map(|column| column.index() + 1);
    assert_eq!((column(1, 1, 3), column(1, 1, 4), column(1, 99, 1)), (Some(1), None, Some(10)));
    assert_eq!((column(1, 7, 4), column(1, 11, 4)), (Some(5), Some(6)), "1.75 is 3:2 and 2.75 is 2:1");
    assert_eq!((column(3, 2, 3), column(3, 1, 2), column(4, 5, 5), column(4, 4, 5)), (Some(1), None, Some(1), None));
    for (line, attack, defence) in (1..=5).flat_map(|line| (1..40).flat_map(move |a| (1..40).map(move |d| (line, a, d)))) {
        let ratio = Fraction::new(i64::from(attack), i64::from(defence));
        let headings = &tables().crt.lines[usize::from(line) - 1];
        let reached = headings.iter().filter(|(a, d)| !ratio.is_below(Fraction::new(i64::from(*a), i64::from(*d)))).count();
        assert_eq!(column(line, attack, defence), (reached > 0).then_some(reached), "line {line}: {attack} to {defence}");
    }
}

/// Strength as the rules tell it: every product as a fraction, added up, rounded up.
fn slow_strength(units: &[Fighter], chit: usize, right: bool, attacking: bool) -> i64 {
    let sum = units.iter().fold(Fraction::whole(0), |sum, unit| {
        let reach = usize::from(unit.effectiveness) + chit + if right { 3 } else { 0 };
        let multiplier = if reach < 8 {
            1
        } else if reach < 13 {
            2
        } else {
            3
        };
        let share = if attacking && unit.guns { Fraction::new(1, 4) } else { Fraction::whole(1) };
        sum.plus(Fraction::whole(i64::from(unit.strength) * multiplier).times(share))
    });
    sum.ceil()
}

/// The share of Tank points as the chart prints it.
fn slow_share(ground: Ground) -> Fraction {
    let one = Fraction::whole(1);
    let into = match ground.into {
        Terrain::Clear | Terrain::Village => one,
        Terrain::City | Terrain::Forest => Fraction::new(1, 2),
        Terrain::Swamp => Fraction::new(1, 4),
    };
    let out_of = if ground.from == Terrain::Swamp && ground.into != Terrain::Swamp { Fraction::new(1, 4) } else { one };
    let across = match ground.crossing {
        Crossing::Plain => one,
        Crossing::Stream | Crossing::BridgedStream => Fraction::new(1, 2),
        Crossing::BugBridge if ground.brandenburg => Fraction::new(1, 2),
        Crossing::BugBridge | Crossing::Pontoon => Fraction::new(1, 4),
        Crossing::Bug | Crossing::Lake => Fraction::whole(0),
    };
    into.times(out_of).times(across)
}

fn slow_armour(ground: Ground, attackers: &[Fighter], defenders: &[Fighter]) -> i64 {
    let most = |units: &[Fighter], tank: bool| {
        let points = units.iter().filter_map(|unit| match unit.armour {
            Armour::Tank(points) if tank => Some(points),
            Armour::AntiTank(points) if !tank => Some(points),
            _ => None,
        });
        i64::from(points.max().unwrap_or(0))
    };
    let (attack, tank, guns) = (most(attackers, true), most(defenders, true), most(defenders, false));
    let left = Fraction::whole(attack).times(slow_share(ground)).floor();
    let bonus = match ground.into {
        Terrain::City => 2,
        Terrain::Village | Terrain::Forest => 1,
        Terrain::Clear | Terrain::Swamp => 0,
    };
    match (attack > 0, tank > 0) {
        (false, _) => -tank,
        (true, true) => left - tank,
        (true, false) => (left - guns - bonus).max(0),
    }
}

fn slow_drm(switches: Switches, ground: Ground, assault: Assault, stand: Stand, armour: i64) -> i64 {
    let side = match ground.crossing {
        Crossing::Plain | Crossing::Lake => 0,
        Crossing::Stream | Crossing::BridgedStream => -2,
        Crossing::BugBridge if ground.brandenburg => -2,
        Crossing::Bug | Crossing::BugBridge | Crossing::Pontoon => -4,
    };
    let hexes = |support: Support, double: bool| i64::from(support.same) * if double { 2 } else { 1 } + i64::from(support.other);
    let points = i64::from(assault.hq_points);
    let (support, hq, supporting) = match assault.attack {
        AttackType::Hasty => (0, 0, 0),
        AttackType::Regular => (hexes(assault.support, false), (points + 1) / 2, assault.supporting_engineers),
        AttackType::Prepared => (hexes(assault.support, true), points, assault.supporting_engineers),
    };
    let quiet = stand.disorganized || assault.attack == AttackType::Hasty && !switches.support_against_hasty;
    let against = if quiet { 0 } else { hexes(stand.support, stand.improved) };
    let mut engineers = i64::from(assault.engineers + supporting);
    if switches.engineers_count_once && engineers > 1 {
        engineers = 1;
    }
    side + support + hq - against + armour + if ground.fort { engineers } else { 0 }
}

struct Draw(Dice);

impl Draw {
    fn up_to(&mut self, most: u32) -> u8 {
        self.0.below(most + 1) as u8
    }

    fn flip(&mut self) -> bool {
        self.0.below(2) == 1
    }

    fn fighter(&mut self) -> Fighter {
        let points = self.up_to(8);
        let tank = self.flip();
        Fighter {
            strength: 1 + self.up_to(11),
            effectiveness: 2 + self.up_to(5),
            armour: if tank { Armour::Tank(points) } else { Armour::AntiTank(points) },
            guns: !tank && self.flip(),
            disorganized: self.up_to(4) == 0,
        }
    }

    fn stack(&mut self) -> Vec<Fighter> {
        (0..=self.up_to(2)).map(|_| self.fighter()).collect()
    }

    fn support(&mut self) -> Support {
        Support { same: self.up_to(2), other: self.up_to(3) }
    }
}

#[test]
fn the_fast_functions_agree_with_the_slow_reference() {
    let mut draw = Draw(Dice::new(1941));
    let tables = tables();
    for _ in 0..3_000 {
        let (attackers, defenders) = (draw.stack(), draw.stack());
        let crossing = draw.0.choose(&Crossing::ALL);
        let ground = Ground {
            from: draw.0.choose(&Terrain::ALL),
            into: draw.0.choose(&Terrain::ALL),
            fort: draw.flip(),
            crossing,
            brandenburg: draw.flip(),
        };
        let assault = Assault {
            attack: draw.0.choose(&AttackType::ALL),
            hq_points: draw.up_to(4),
            support: draw.support(),
            engineers: draw.up_to(1),
            supporting_engineers: draw.up_to(2),
        };
        let shaken = defenders.iter().any(|unit| unit.disorganized);
        let stand = Stand { improved: draw.flip(), disorganized: shaken, support: draw.support() };
        let switches = Switches { support_against_hasty: draw.flip(), engineers_count_once: draw.flip(), ..Switches::default() };

        let compared = armour::superiority(tables, ground, &attackers, &defenders);
        assert_eq!(i64::from(compared.drm), slow_armour(ground, &attackers, &defenders), "{ground:?} {attackers:?} {defenders:?}");
        let tally = drm::tally(tables, switches, ground, assault, stand, compared.drm);
        let expected = slow_drm(switches, ground, assault, stand, i64::from(compared.drm));
        assert_eq!(i64::from(tally.net), expected, "{ground:?} {assault:?} {stand:?}");

        let line = tables.terrain.crt_line(ground.into, ground.fort);
        let combat =
            Combat { attack: assault.attack, attackers: &attackers, improved: stand.improved, defenders: &defenders, line, drm: tally.net };
        let outcomes = results::outcomes(tables, combat);
        assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u32>(), OUTCOME_WEIGHT);
        for (result, weight) in &outcomes {
            assert_eq!(*weight, slow_weight(&combat, shaken, *result), "{result:?} of {combat:?}");
        }
    }
}

/// How many of the 900 draws of two chits and a die give a result.
fn slow_weight(combat: &Combat<'_>, shaken: bool, result: CombatResult) -> u32 {
    let tables = tables();
    let (prepared, dug_in) = (combat.attack == AttackType::Prepared, combat.improved && !shaken);
    let line = &tables.crt.lines[usize::from(combat.line) - 1];
    let mut weight = 0;
    for (first, second) in (0..10).flat_map(|first| (0..10).map(move |second| (first, second))).filter(|(first, second)| first != second) {
        let ratio =
            Fraction::new(slow_strength(combat.attackers, first, prepared, true), slow_strength(combat.defenders, second, dug_in, false));
        let reached = line.iter().filter(|(a, d)| !ratio.is_below(Fraction::new(i64::from(*a), i64::from(*d)))).count();
        for die in 1..=10_i64 {
            let row = (die + i64::from(combat.drm)).clamp(1, 20) as usize;
            let found = if reached == 0 { cell("5r/0") } else { tables.crt.body[row - 1][reached - 1] };
            weight += u32::from(found == result);
        }
    }
    weight
}
