//! Fire on every occasion, by guns and vehicles as by men, and at every kind of target.

use stavka_engine::Side;
use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kinds_fire::{Change, as_it_is, ground, side_named};
use crate::bolt_action_kit::{
    AMBUSH, OPEN, PLAIN, SHOOTING, Scene, choices, dice, does, has_fired, name_of, piece, place, question, row_with, rows_with, table,
    waits, weights,
};

/// How a unit comes to shoot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Occasion {
    /// After a leg of an Advance.
    Advance,
    /// From Ambush at one who walks up.
    Ambush,
    /// At those who assault it.
    Assault,
    /// At a friend, by mistake.
    Mistake,
}
use Occasion::{Advance, Ambush, Assault, Mistake};

/// Who shoots at whom, in which row and how many inches away.
pub(crate) type Shot<'a> = (&'a str, &'a str, u8, u8);

impl Occasion {
    /// A German unit shoots; the dice to hit are due.
    pub(crate) fn arises(
        self,
        start: &Scene,
        (shooter, target, row, inches): Shot<'_>,
        [of_shooter, of_target]: [Change; 2],
    ) -> BoltAction {
        let cell = |column: u8| format!("{column:02}{row:02}");
        let ready: [Change; 2] = match self {
            Advance => [as_it_is, has_fired],
            Ambush => [waits, as_it_is],
            Assault => [as_it_is; 2],
            Mistake => [|piece| piece.pins = 1, as_it_is],
        };
        let scene = Scene(start.0.clone()).put(shooter, &cell(2 - u8::from(self == Advance)), Facing::EAST).edit(shooter, ready[0]);
        let away = 2 + inches;
        let scene = scene.put(target, &cell(away), Facing::WEST).edit(target, ready[1]).edit(target, of_target);
        let scene = if side_named(target) == Side::Axis { scene.put("t34", &cell(away + 6), Facing::WEST) } else { scene };
        let first = if matches!(self, Advance | Mistake) { Side::Axis } else { Side::Soviet };
        let mut game = scene.edit(shooter, of_shooter).ordered(first);
        let drives = [(Facing::WEST, "leg W 1"), (Facing::SOUTH, "leg S 1"), (Facing::EAST, "leg E 1")];
        let leg = drives.into_iter().find(|(facing, _)| *facing == piece(&game, target).facing).map(|(_, leg)| leg.to_owned());
        let next = if ["ba64", "t34"].contains(&target) { leg.expect("a facing") } else { format!("move {}", cell(away - 1)) };
        let order = |unit: &str, order: &str| format!("order {unit} {order}");
        let ahead = if ["rifle10", "atr", "schreck"].contains(&shooter) { format!("move {}", cell(2)) } else { "leg E 1".to_owned() };
        let lines = match self {
            Advance => vec![order(shooter, "advance"), "test pass".into(), ahead, "done".into(), format!("target {target} 0")],
            Ambush => vec![order(target, "advance"), next, format!("spring {shooter}")],
            Assault => vec![format!("assault {target}"), "test pass".into(), format!("return {shooter}")],
            Mistake => vec![order(shooter, "rally"), "test fubar".into(), "die 1".into(), format!("mistake {target}")],
        };
        for line in lines {
            let [tests, drives] = ["the order test", "the next leg of the vehicle, or done"].map(|asked| question(&game) == asked);
            if (line != "test pass" || tests) && (line != "done" || drives) {
                does(&mut game, &[&line]);
            }
        }
        assert_eq!(question(&game), "the dice to hit", "{self:?} {shooter} {target}");
        game
    }

    /// The occasions of a shooter: a crew with a Fixed weapon does not shoot after an Advance.
    fn of(shooter: &str) -> impl Iterator<Item = Occasion> + use<> {
        let fixed = ["pak36", "leig18", "mmg"].contains(&shooter);
        [Advance, Ambush, Assault, Mistake].into_iter().filter(move |occasion| !(fixed && *occasion == Advance))
    }

    /// What the die needs with nothing but what the occasion brings: the move, the pin of the mistake, or the last steps of an assault.
    fn plain(self) -> u8 {
        match self {
            Advance | Mistake => 4,
            Ambush => 3,
            Assault => 2,
        }
    }
}

/// [HIT.1][HIT.2][HIT.3][HIT.4][HIT.5][HIT.7][HIT.8][HIT.9] Guns and vehicles too shoot with all modifiers on every occasion.
#[test]
fn guns_and_vehicles_shoot_with_modifiers_on_every_occasion() {
    let [regular, raw] = ["regular", "inexperienced"].map(ground);
    let (pins, few): (Change, Change) = (|piece| piece.pins = 3, |piece| piece.men = 2);
    for (occasion, shooter, half) in [
        (Advance, "251", 18),
        (Ambush, "251", 18),
        (Ambush, "pak36", 24),
        (Assault, "251", 18),
        (Assault, "pak36", 24),
        (Mistake, "251", 18),
        (Mistake, "pak36", 24),
    ] {
        let target = if occasion == Mistake { "2lt" } else { "militia12" };
        let need = |start: &Scene, (row, inches): (u8, u8), changes: [Change; 2]| {
            dice(&occasion.arises(start, (shooter, target, row, inches), changes)).1
        };
        let (plain, who) = (occasion.plain(), format!("{occasion:?} {shooter}"));
        assert_eq!(need(&regular, (5, 10), [as_it_is; 2]), plain, "{who}");
        // The pin of a mistake is one of the three; one goes with a test that is passed.
        let more = if matches!(occasion, Advance) || occasion == Mistake { 2 } else { 3 };
        assert_eq!(need(&regular, (5, 10), [pins, as_it_is]), plain + more, "{who}: pins");
        assert_eq!(need(&raw, (5, 10), [as_it_is; 2]), plain + 1, "{who}: raw");
        assert_eq!(need(&regular, (5, 10), [as_it_is, few]), plain + 1, "{who}: two men");
        if shooter == "pak36" {
            assert_eq!(need(&regular, (5, 10), [|piece| piece.men = 1, as_it_is]), plain + 1, "{who}: alone");
        }
        if occasion != Assault {
            assert_eq!(need(&regular, (15, 10), [as_it_is; 2]), plain + 1, "{who}: crops");
            assert_eq!(need(&regular, (25, 7), [as_it_is; 2]), plain + 2, "{who}: a wall");
            assert_eq!(need(&regular, (5, 5), [as_it_is; 2]), plain - 1, "{who}: near");
            assert_eq!(need(&regular, (5, half), [as_it_is; 2]), plain, "{who}: half the range");
            assert_eq!(need(&regular, (5, half + 1), [as_it_is; 2]), plain + 1, "{who}: far");
        }
        if matches!(occasion, Advance | Mistake) {
            assert_eq!(need(&regular, (5, 10), [as_it_is, |piece| piece.order = Some(Order::Down)]), plain + 1, "{who}: Down");
        }
    }
}

/// [HIT.6][HIT.7][HIT.8][HIT.9] Crews have what men have on every occasion; vehicles have the cover alone. Who sets out from its works has
/// their cover in its first cell.
#[test]
fn crews_and_vehicles_are_covered_on_every_occasion() {
    let start = ground("regular");
    let (down, few, dug): (Change, Change, Change) =
        (|piece| piece.order = Some(Order::Down), |piece| piece.men = 2, |piece| piece.dug_in = true);
    for (occasion, shooter, target) in [
        (Advance, "251", "45mm"),
        (Advance, "251", "militia12"),
        (Advance, "rifle10", "militia12"),
        (Advance, "pz3", "ba64"),
        (Ambush, "rifle10", "45mm"),
        (Ambush, "rifle10", "militia12"),
        (Ambush, "251", "45mm"),
        (Ambush, "pak36", "ba64"),
        (Ambush, "pak36", "t34"),
        (Mistake, "rifle10", "pak36"),
        (Mistake, "pak36", "222"),
    ] {
        let need = |(row, inches): (u8, u8), of_target: Change| {
            dice(&occasion.arises(&start, (shooter, target, row, inches), [as_it_is, of_target])).1
        };
        let (plain, who) = (occasion.plain(), format!("{occasion:?} {shooter} at {target}"));
        let crew = u8::from(!["ba64", "t34", "222"].contains(&target));
        assert_eq!(need((5, 10), as_it_is), plain, "{who}");
        assert_eq!(need((15, 10), as_it_is), plain + 1, "{who}: crops");
        assert_eq!(need((5, 10), dug), plain + 2, "{who}: dug in");
        // Cars and guns do not cross the wall before which they stand.
        if occasion != Ambush || ["t34", "militia12"].contains(&target) {
            assert_eq!(need((25, 7), as_it_is), plain + 2, "{who}: a wall");
        }
        if occasion != Ambush {
            assert_eq!(need((5, 10), down), plain + crew, "{who}: Down");
        }
        if crew > 0 {
            assert_eq!(need((5, 10), few), plain + 1, "{who}: two men");
        }
    }
}

/// [HIT.8][HIT.9] Those who assault a gun or a vehicle through crops or along trenches have cover to the last step.
#[test]
fn cover_counts_at_those_who_assault_guns_and_vehicles() {
    for shooter in ["g_pak36", "g_251"] {
        for (glyph, need) in [(".", 2), (",", 3), ("t", 4)] {
            let row = glyph.repeat(OPEN.len());
            let name = name_of(shooter);
            let start = table(&[row.as_str(); 9], [&[shooter], &["s_militia12"]]).put(name, "0205", Facing::EAST);
            let mut game = start.put("militia12", "1105", Facing::WEST).ordered(Side::Soviet);
            does(&mut game, &["assault militia12", &format!("return {name}")]);
            assert_eq!(dice(&game).1, need, "{shooter} {glyph}");
        }
    }
}

/// [SHOOT.4][HIT] Supplement S18: a six and then another hit on every occasion, whoever shoots.
#[test]
fn a_six_and_then_another_hit_on_every_occasion() {
    let start = ground("regular");
    let pinned: Change = |piece| piece.pins = 7;
    // Three shots of the machine gun, two of the submachine gun, seven rifles; one of the gun, four of the half-track.
    for (shooter, shots) in [("rifle10", 12), ("pak36", 1), ("251", 4)] {
        for occasion in Occasion::of(shooter) {
            let target = if occasion == Mistake { "2lt" } else { "militia12" };
            let game = occasion.arises(&start, (shooter, target, 5, 10), [pinned, as_it_is]);
            assert_eq!(dice(&game), (shots, 7), "{occasion:?} {shooter}");
        }
    }
}

/// [SHOOT.5][DMG.1][DMG.3][HE.1][WPN.11] Damage to men goes by their quality and by what hits them, on every occasion: a rifle, an
/// anti-tank rifle, the shells of a gun and of a tank.
#[test]
fn men_are_damaged_by_quality_and_weapon_on_every_occasion() {
    for (quality, value) in [("veteran", 5), ("inexperienced", 3)] {
        let start = ground(quality);
        for (shooter, pen, shell) in [("rifle10", 0, false), ("atr", 2, false), ("pak36", 1, true), ("pz3", 1, true)] {
            // A three is certain with two more.
            if value - pen < 2 {
                continue;
            }
            for occasion in Occasion::of(shooter) {
                let target = if occasion == Mistake { "2lt" } else { "militia12" };
                let mut game = occasion.arises(&start, (shooter, target, 5, 10), [as_it_is; 2]);
                does(&mut game, &["score 1"]);
                let who = format!("{occasion:?} {shooter} at {quality}");
                if shell {
                    assert_eq!((question(&game).as_str(), weights(&game)), ("the hits of high explosive", vec![1, 1]), "{who}");
                    does(&mut game, &["score 2"]);
                }
                assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1 + u32::from(shell), value - pen)), "{who}");
            }
        }
    }
}

/// [PEN.1][PEN.2][PEN.3][SHOOT.5] The side of a tank that is struck and the range count on every occasion; a shaped charge loses nothing.
/// A hit that does no harm pins.
#[test]
fn the_side_that_is_struck_counts_on_every_occasion() {
    let start = ground("regular");
    let facings: [(Change, u8); 3] =
        [(|piece| piece.facing = Facing::WEST, 0), (|piece| piece.facing = Facing::SOUTH, 1), (|piece| piece.facing = Facing::EAST, 2)];
    // Who shoots on which occasion at whom, what its weapon has, what the armour is worth, and a long range; the heavy tank is a friend.
    for (occasion, shooter, target, pen, value, far, shaped) in [
        (Advance, "pz3", "t34", 5, 9, 31, false),
        (Advance, "schreck", "t34", 6, 9, 13, true),
        (Ambush, "pak36", "t34", 4, 9, 25, false),
        (Ambush, "pz3", "t34", 5, 9, 31, false),
        (Ambush, "schreck", "t34", 6, 9, 13, true),
        (Mistake, "pak36", "tiger", 4, 10, 25, false),
        (Mistake, "pz3", "tiger", 5, 10, 31, false),
        (Mistake, "schreck", "tiger", 6, 10, 13, true),
    ] {
        for (faces, aspect) in facings {
            for (inches, lost) in [(10, 0), (far, i8::from(!shaped))] {
                let least = value - pen - aspect as i8 + lost;
                for die in [least - 1, least].into_iter().filter(|die| (1..=6).contains(die)) {
                    let mut game = occasion.arises(&start, (shooter, target, 5, inches), [as_it_is, faces]);
                    does(&mut game, &["score 1", &format!("die {die}")]);
                    let damaged = question(&game) == "the die of the vehicle damage table";
                    assert_eq!(damaged, die == least, "{occasion:?} {shooter}: {inches} inches, aspect {aspect}, {die}");
                    if !damaged {
                        // What is small does not even pin closed armour, so that no other weapon fires.
                        assert_ne!(question(&game), "the dice to hit", "{occasion:?} {shooter}");
                        assert_eq!(piece(&game, target).pins, 1, "{occasion:?} {shooter}");
                    }
                }
            }
        }
    }
}

/// [SHOOT.3] Decision D11: after an Advance, from Ambush and at a friend too what is in a hull or a casemate bears ahead alone, and nobody
/// shoots at what a tower hides.
#[test]
fn arcs_and_sight_count_on_every_occasion() {
    let tower = row_with(20, "#");
    for (id, seen_behind) in [("g_251", false), ("g_marder", false), ("g_pz3", true), ("g_rifle10", true), ("g_pak36", false)] {
        let name = name_of(id);
        for (looks, hidden) in [(Facing::EAST, false), (Facing::WEST, false), (Facing::EAST, true)] {
            let rows = rows_with(9, if hidden { 2..=9 } else { 0..=0 }, &tower);
            let start = table(&rows, [&[id, "g_gren9"], &["s_smg10", "s_maxim"]]).put(name, "1505", looks);
            let bears = !hidden && (looks == Facing::EAST || seen_behind);
            let who = format!("{id}, {looks:?}, hidden {hidden}");
            let waiting = Scene(start.0.clone()).put("smg10", "2505", Facing::WEST).edit(name, waits);
            let mut game = waiting.ordered(Side::Soviet);
            does(&mut game, &["order smg10 advance", "move 2605"]);
            assert_eq!(question(&game) == AMBUSH, bears, "Ambush of {who}");
            if id != "g_pak36" {
                let advancing = Scene(start.0.clone()).put("smg10", "2505", Facing::WEST).put("maxim", "6101", Facing::WEST);
                let mut game = advancing.edit("smg10", has_fired).ordered(Side::Axis);
                let way = if looks == Facing::EAST { "leg E 1" } else { "leg W 1" };
                does(&mut game, &[&format!("order {name} advance"), if id == "g_rifle10" { "move 1506" } else { way }]);
                if question(&game) == "the next leg of the vehicle, or done" {
                    does(&mut game, &["done"]);
                }
                assert_eq!(question(&game) == SHOOTING, bears || id == "g_rifle10" && !hidden, "Advance of {who}");
            }
            let mistaken = Scene(start.0.clone()).put("gren9", "2505", Facing::EAST).put("smg10", "3205", Facing::WEST);
            let mut game = mistaken.edit(name, |piece| piece.pins = 1).ordered(Side::Axis);
            does(&mut game, &[&format!("order {name} rally"), "test fubar", "die 1"]);
            // A crew on foot turns to its friend.
            let shoots = bears || id == "g_pak36" && !hidden;
            assert_eq!(piece(&game, name).order, Some(if shoots { Order::Fire } else { Order::Down }), "mistake of {who}");
        }
    }
}

/// [HIT.5] Decision D14: a gun that turns to its friend has moved.
#[test]
fn a_gun_that_turns_to_its_friend_has_moved() {
    let start = ground("regular");
    for (looks, need) in [(as_it_is as Change, 4), (|piece| piece.facing = Facing::WEST, 5)] {
        assert_eq!(dice(&Mistake.arises(&start, ("pak36", "2lt", 5, 10), [looks, as_it_is])).1, need);
    }
}

/// [HIT.9] Decision D13: who sets out from its works is covered by them in its first cell, and not in its last.
#[test]
fn works_cover_a_mover_in_its_first_cell_alone() {
    let start = ground("regular");
    for (shooter, target, way) in [("251", "militia12", "move 1105"), ("pak36", "45mm", "move 1105"), ("pak36", "t34", "leg W 1")] {
        let scene = Scene(start.0.clone()).put(shooter, "0205", Facing::EAST).edit(shooter, waits).put(target, "1205", Facing::WEST);
        let mut game = scene.edit(target, |piece| piece.dug_in = true).ordered(Side::Soviet);
        does(&mut game, &[&format!("order {target} advance"), way]);
        for (cell, need) in [("1205", 5), ("1105", 3)] {
            assert_eq!((question(&game).as_str(), place(&game, target).as_str()), (AMBUSH, cell), "{shooter} at {target}");
            let mut fires = game.clone();
            does(&mut fires, &[&format!("spring {shooter}")]);
            assert_eq!(dice(&fires).1, need, "{shooter} at {target} in {cell}");
            does(&mut game, &["done"]);
        }
    }
}

/// One die hits, and everything else comes out lowest.
fn one_hit(game: &mut BoltAction) {
    const DICE: [&str; 5] = ["the dice to hit", "the hits of high explosive", "the pins", "the dice for damage", "the die against armour"];
    does(game, &["score 1"]);
    while DICE.contains(&question(game).as_str()) {
        let first = choices(game).remove(0);
        does(game, &[&first]);
    }
}

/// [SHOOT.6] Supplement S2: a hit of a gun or of a vehicle pins once on every occasion, Down or not.
#[test]
fn guns_and_vehicles_pin_on_every_occasion() {
    let start = ground("regular");
    let down: Change = |piece| piece.order = Some(Order::Down);
    for shooter in ["pak36", "251", "pz3"] {
        for occasion in Occasion::of(shooter) {
            let target = if occasion == Mistake { "rifle10" } else { "militia12" };
            // Who moves is not Down.
            let states: &[Change] = if matches!(occasion, Advance | Mistake) { &[as_it_is, down] } else { &[as_it_is] };
            for &state in states {
                let mut game = occasion.arises(&start, (shooter, target, 5, 10), [as_it_is, state]);
                one_hit(&mut game);
                assert_eq!(piece(&game, target).pins, 1, "{occasion:?} {shooter}");
            }
        }
    }
}

/// [SHOOT.6] Supplements S2 and S32: who is Down is pinned as others are, men, crews and vehicles, by men, guns, vehicles and shells.
#[test]
fn who_is_down_is_pinned_as_others() {
    let start = table(&PLAIN, [&["g_rifle10", "g_pak36", "g_pz3", "g_mortar81"], &["s_smg10", "s_45mm", "s_ba64", "s_t34"]]);
    for target in ["smg10", "45mm", "ba64", "t34"] {
        for (shooter, lines) in [
            ("rifle10", &["order rifle10 fire"][..]),
            ("rifle10", &["order rifle10 advance", "move 1105"]),
            ("pak36", &["order pak36 fire"]),
            ("pz3", &["order pz3 fire"]),
            ("pz3", &["order pz3 advance", "leg E 1", "done"]),
            ("mortar81", &["order mortar81 fire"]),
        ] {
            // Rifles do not pin closed armour.
            if (shooter, target) == ("rifle10", "t34") {
                continue;
            }
            let scene = Scene(start.0.clone()).put(shooter, "1005", Facing::EAST).put(target, "3005", Facing::WEST);
            let mut game = scene.edit(target, |piece| piece.order = Some(Order::Down)).ordered(Side::Axis);
            does(&mut game, lines);
            does(&mut game, &[&if shooter == "mortar81" { format!("shell {target}") } else { format!("target {target} 0") }]);
            one_hit(&mut game);
            assert_eq!((piece(&game, target).pins, piece(&game, target).order), (1, Some(Order::Down)), "{lines:?} at {target}");
        }
    }
}
