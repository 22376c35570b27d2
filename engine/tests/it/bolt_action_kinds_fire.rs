//! Rolls to hit by every kind of shooter at every kind of target: what a row says of all of them is tried with each.

use stavka_engine::Side;
use stavka_engine::bolt_action::Piece;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{OPEN, Scene, all_are, choices, dice, does, has_fired, name_of, question, row_with, soft_lorry, table_of};

/// Who is on the table of these tests.
const AXIS: [&str; 15] = [
    "g_2lt",
    "g_rifle10",
    "g_assault8",
    "g_mmg",
    "g_flame",
    "g_atr",
    "g_schreck",
    "g_pak36",
    "g_leig18",
    "g_222",
    "g_251",
    "g_pz3",
    "g_marder",
    "g_stug_s",
    "g_tiger",
];
const SOVIETS: [&str; 9] = ["s_militia12", "s_smg10", "s_dshk", "s_45mm", "s_ba64", "s_t34", "s_ba10", "s_m3a1", "s_rifle9"];

/// The side of a unit on the table of these tests.
pub(crate) fn side_named(name: &str) -> Side {
    if AXIS.iter().any(|id| name_of(id) == name) { Side::Axis } else { Side::Soviet }
}

/// A weapon with which a unit shoots: the unit, the men it has left if not all, weapons of a vehicle that hold before it, the range.
#[derive(Clone, Copy, Debug)]
struct Gunner(&'static str, Option<u8>, usize, u8);

/// [WPN] Ranges are those of the weapons table.
const GUNNERS: [Gunner; 19] = [
    Gunner("militia12", None, 0, 24),
    Gunner("smg10", None, 0, 12),
    Gunner("2lt", None, 0, 12),
    Gunner("rifle10", Some(2), 0, 30),
    Gunner("mmg", None, 0, 36),
    Gunner("dshk", None, 0, 36),
    Gunner("atr", None, 0, 36),
    Gunner("schreck", None, 0, 24),
    Gunner("flame", None, 0, 6),
    Gunner("pak36", None, 0, 48),
    Gunner("leig18", None, 0, 48),
    Gunner("222", None, 0, 48),
    Gunner("222", None, 1, 36),
    Gunner("251", None, 0, 36),
    Gunner("pz3", None, 0, 60),
    Gunner("pz3", None, 2, 36),
    Gunner("t34", None, 1, 36),
    Gunner("marder", None, 0, 72),
    Gunner("stug_s", None, 0, 48),
];

/// Gunners whose dice against armour are rolled, with a Panzerfaust among them.
const ARMOUR_PIERCERS: [Gunner; 11] = [
    Gunner("assault8", None, 0, 12),
    Gunner("atr", None, 0, 36),
    Gunner("schreck", None, 0, 24),
    Gunner("flame", None, 0, 6),
    Gunner("pak36", None, 0, 48),
    Gunner("leig18", None, 0, 48),
    Gunner("222", None, 0, 48),
    Gunner("pz3", None, 0, 60),
    Gunner("marder", None, 0, 72),
    Gunner("tiger", None, 0, 84),
    Gunner("stug_s", None, 0, 48),
];

pub(crate) type Change = fn(&mut Piece);

pub(crate) const fn as_it_is(_: &mut Piece) {}

/// The open, with other ground in row 15 and before the targets of row 25.
pub(crate) fn rows_of_ground<'a>(crops: &'a str, walls: &'a str) -> Vec<&'a str> {
    let row = |number| match number {
        15 => crops,
        25 => walls,
        _ => OPEN,
    };
    (1..30).map(row).collect()
}

/// A plain in row 5, crops in row 15, walls before the targets in row 25. The scout car is a lorry. All are regulars, or all raw.
pub(crate) fn ground(quality: &str) -> Scene {
    let (crops, walls) = (row_with(4, &",".repeat(58)), row_with(4, "w.w.w"));
    let rows = rows_of_ground(&crops, &walls);
    table_of(&rows, [&AXIS, &SOVIETS], |units| soft_lorry(all_are(quality)(units)))
}

impl Gunner {
    fn side(self) -> Side {
        side_named(self.0)
    }

    /// Targets of the other side by kind: men, gun, lorry, open-topped vehicle, tank, closed car.
    fn targets(self) -> [&'static str; 6] {
        if self.side() == Side::Axis {
            ["smg10", "45mm", "m3a1", "ba64", "t34", "ba10"]
        } else {
            ["rifle10", "pak36", "251", "251", "pz3", "pz3"]
        }
    }

    /// Those of them at which its dice are rolled: small arms do no harm to armour, and where they do they are fired before a Panzerfaust.
    fn fair_targets(self) -> impl Iterator<Item = &'static str> {
        let pierces = ARMOUR_PIERCERS.iter().any(|piercer| (piercer.0, piercer.2) == (self.0, self.2));
        let fair =
            move |&(kind, target): &(usize, &str)| if self.0 == "assault8" { kind > 3 } else { kind < 2 || target == "m3a1" || pierces };
        self.targets().into_iter().enumerate().filter(fair).map(|(_, target)| target)
    }

    /// A distance that is neither long nor, if there is such a one, close.
    fn middle(self) -> u8 {
        match self.3 {
            6 => 3,
            12 => 5,
            _ => 7,
        }
    }

    /// [HIT.1][HIT.3] The number that the weapon needs so many inches away without other modifiers (supplements S16 and S17).
    fn plain(self, inches: u8) -> u8 {
        3 - u8::from(inches <= 6) + u8::from(2 * inches > self.3)
    }

    /// The number that it needs at a target in a row of the ground.
    fn need(self, start: &Scene, target: &str, (row, inches): (u8, u8), [of_shooter, of_target]: [Change; 2]) -> u8 {
        let Gunner(name, men, held, _) = self;
        let crew = |piece: &mut Piece| piece.men = men.unwrap_or(piece.men);
        let start = Scene(start.0.clone()).put(name, &format!("02{row:02}"), Facing::EAST).edit(name, crew).edit(name, of_shooter);
        let start = start.put(target, &format!("{:02}{row:02}", 2 + inches), Facing::WEST).edit(target, has_fired).edit(target, of_target);
        let mut game = start.ordered(self.side());
        does(&mut game, &[&format!("order {name} fire")]);
        if question(&game) == "the order test" {
            does(&mut game, &["test pass"]);
        }
        (0..held).for_each(|_| does(&mut game, &["done"]));
        let all_it_has = choices(&game).into_iter().rfind(|choice| choice.starts_with("target")).expect("a target");
        does(&mut game, &[&all_it_has]);
        if question(&game) == "the number of shots" {
            does(&mut game, &["score 1"]);
        }
        dice(&game).1
    }
}

/// Every gunner at every fair target, each gunner on the next ground of some.
fn duels(grounds: &[Scene]) -> impl Iterator<Item = (&Scene, Gunner, &'static str)> {
    let gunners = GUNNERS.into_iter().chain(ARMOUR_PIERCERS).zip(grounds.iter().cycle());
    gunners.flat_map(|(gunner, ground)| gunner.fair_targets().map(move |target| (ground, gunner, target)))
}

/// [HIT][HIT.1][HIT.3] Supplement S16: close and long range count for every weapon, in whoever's hands, to the inch; where both hold they
/// cancel.
#[test]
fn close_and_long_range_count_for_every_weapon() {
    let grounds = ["regular", "veteran"].map(ground);
    for (start, gunner, target) in duels(&grounds) {
        let half = gunner.3 / 2;
        for inches in [2, 6, 7, half, half + 1].into_iter().filter(|&inches| inches <= gunner.3) {
            let need = gunner.need(start, target, (5, inches), [as_it_is; 2]);
            assert_eq!(need, gunner.plain(inches), "{gunner:?} at {target}, {inches} inches");
        }
    }
    // Six inches ahead and one aside, twelve ahead and one aside: beyond close range, and beyond half the range of a rifle.
    for (inches, needs) in [(6, 3), (12, 4)] {
        let rifles = Scene(grounds[0].0.clone()).put("militia12", "0205", Facing::EAST).put(
            "rifle10",
            &format!("{:02}06", 2 + inches),
            Facing::WEST,
        );
        let mut game = rifles.edit("rifle10", has_fired).ordered(Side::Soviet);
        does(&mut game, &["order militia12 fire", "target rifle10 0"]);
        assert_eq!(dice(&game).1, needs, "{inches}");
    }
}

/// [HIT.2] Every pin on the shooter counts, for every weapon, in whoever's hands. Passing the test takes one of them off.
#[test]
fn pins_count_for_every_shooter() {
    let grounds = ["regular", "veteran"].map(ground);
    for (start, gunner, target) in duels(&grounds) {
        let at = |pins: Change| gunner.need(start, target, (5, gunner.middle()), [pins, as_it_is]);
        let needs = [at(|piece| piece.pins = 1), at(|piece| piece.pins = 3), at(|piece| piece.pins = 5)];
        assert_eq!(needs, [0, 2, 4].map(|more| gunner.plain(gunner.middle()) + more), "{gunner:?} at {target}");
    }
}

/// [HIT.4] The raw are worse by one with every weapon; what is raw is the shooter, not the target.
#[test]
fn the_raw_shoot_worse_with_every_weapon() {
    let [regular, raw, veteran] = ["regular", "inexperienced", "veteran"].map(ground);
    for gunner in GUNNERS.into_iter().chain(ARMOUR_PIERCERS) {
        for target in gunner.fair_targets() {
            let needs = [&regular, &raw, &veteran].map(|start| gunner.need(start, target, (5, gunner.middle()), [as_it_is; 2]));
            let plain = gunner.plain(gunner.middle());
            assert_eq!(needs, [plain, plain + 1, plain], "{gunner:?} at {target}");
        }
    }
}

/// [HIT.5] Supplement S9: who has moved or turned is worse by one with every weapon that is not an Assault weapon.
#[test]
fn every_weapon_but_assault_weapons_is_worse_on_the_move() {
    let grounds = ["regular", "veteran"].map(ground);
    for (start, gunner, target) in duels(&grounds) {
        let need = gunner.need(start, target, (5, gunner.middle()), [|piece| piece.moved = true, as_it_is]);
        let assault = ["smg10", "2lt"].contains(&gunner.0);
        assert_eq!(need, gunner.plain(gunner.middle()) + u8::from(!assault), "{gunner:?} at {target}");
    }
}

/// [HIT.6][HIT.7][HIT.8][HIT.9] What protects a target does so against every weapon: Down and few men protect infantry and guns alone,
/// cover all, from all but flames (supplement S15).
#[test]
fn what_protects_a_target_does_so_against_every_weapon() {
    let grounds = ["regular", "veteran"].map(ground);
    for (start, gunner, target) in duels(&grounds) {
        let at = |row: u8, change: Change| gunner.need(start, target, (row, gunner.middle()), [as_it_is, change]);
        let men = ["smg10", "rifle10", "45mm", "pak36"].contains(&target);
        let (plain, flame) = (gunner.plain(gunner.middle()), gunner.0 == "flame");
        assert_eq!(at(5, as_it_is), plain, "{gunner:?} at {target}");
        assert_eq!(at(5, |piece| piece.order = Some(Order::Down)), plain + u8::from(men), "{gunner:?} at {target}, Down");
        assert_eq!(at(5, |piece| piece.men = piece.men.min(2)), plain + u8::from(men), "{gunner:?} at {target}, two men");
        assert_eq!(at(15, as_it_is), plain + u8::from(!flame), "{gunner:?} at {target}, in crops");
        assert_eq!(at(25, as_it_is), plain + 2 * u8::from(!flame), "{gunner:?} at {target}, behind a wall");
        if men {
            assert_eq!(at(5, |piece| piece.men = 3), plain, "{gunner:?} at {target}, three men");
            assert_eq!(at(5, |piece| piece.men = 1), plain + 1, "{gunner:?} at {target}, one man");
            let dug_in = |piece: &mut Piece| piece.dug_in = true;
            assert_eq!(at(15, dug_in), plain + 2 * u8::from(!flame), "{gunner:?} at {target}, dug in");
        }
    }
}

/// Supplement S11: every Team weapon is worse by one when the last helper is gone, and not before; those of vehicles have their crew.
#[test]
fn every_team_weapon_alone_is_worse() {
    for (quality, raw) in [("regular", 0), ("veteran", 0), ("inexperienced", 1)] {
        for (start, gunner, target) in duels(&[ground(quality)]) {
            let team = ["rifle10", "mmg", "dshk", "atr", "schreck", "flame", "pak36", "leig18"].contains(&gunner.0);
            let with = |men: Change| gunner.need(start, target, (5, gunner.middle()), [men, as_it_is]);
            let plain = gunner.plain(gunner.middle()) + raw;
            assert_eq!(with(|piece| piece.men = piece.men.min(2)), plain, "{gunner:?} with two men, {quality}");
            assert_eq!(with(|piece| piece.men = 1), plain + u8::from(team), "{gunner:?} alone, {quality}");
        }
    }
}

/// [HIT] Any number of modifiers add up, and above 6 a six and then another six hit (supplement S18).
#[test]
fn modifiers_add_up_however_many_there_are() {
    let start = ground("inexperienced");
    let [rifles, gun] = [GUNNERS[0], GUNNERS[9]];
    let down_and_few: Change = |piece| (piece.order, piece.men) = (Some(Order::Down), 2);
    for (row, inches, change, need) in [
        (5, 7, as_it_is as Change, 4),
        (5, 13, as_it_is, 5),
        (15, 13, as_it_is, 6),
        (5, 7, down_and_few, 6),
        (15, 6, down_and_few, 6),
        (15, 7, down_and_few, 7),
        (25, 7, down_and_few, 7),
    ] {
        assert_eq!(rifles.need(&start, "rifle10", (row, inches), [as_it_is, change]), need, "row {row}, {inches} inches");
        if inches < 13 {
            assert_eq!(gun.need(&start, "smg10", (row, inches), [as_it_is, change]), need, "a gun, row {row}, {inches} inches");
        }
    }
    // 3, and 1 each for raw, long range, Down, few men; 2 for the wall, 4 for pins: 7, 8, 9, 13 are all two sixes.
    let pinned: [(u8, Change); 4] =
        [(1, |piece| piece.pins = 1), (2, |piece| piece.pins = 2), (3, |piece| piece.pins = 3), (5, |piece| piece.pins = 5)];
    for (pins, change) in pinned {
        assert_eq!(rifles.need(&start, "rifle10", (15, 7), [change, down_and_few]), 7, "{pins} pins");
    }
}
