//! Bolt Action: scenes for rows of close quarters, and the law of a round in which somebody falls.

use std::ops::{Add as _, Mul as _, Sub as _};

use stavka_engine::bolt_action::resolution::chance::Chance;
use stavka_engine::bolt_action::resolution::close_quarters::{self, Blows};
use stavka_engine::bolt_action::resolution::pool::Rolled;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{Action, BoltAction};
use stavka_engine::square::Facing;
use stavka_engine::{Dice, Game as _, Scenario as _, Side, Turn};

use crate::bolt_action_kit::tables::Fraction;
use crate::bolt_action_kit::{PLAIN, Scene, choices, dice, does, name_of, offered, piece, place, question, table, weights};

/// One unit in the west of open ground, one so many inches east of it, and a friend of each far away.
fn facing(attacker: &str, defender: &str, inches: u8) -> Scene {
    let [from, to] = [attacker, defender].map(name_of);
    let start = table(&PLAIN, [&[attacker, "g_mmg"], &[defender, "s_maxim"]]).put(from, "1005", Facing::EAST);
    let start = start.put(to, &format!("{:02}05", 10 + inches), Facing::WEST);
    start.put("mmg", "6101", Facing::WEST).put("maxim", "6109", Facing::WEST).edit("maxim", |piece| piece.order = Some(Order::Run))
}

// ---- men against men -----------------------------------------------------------

/// [CQ][CQ.1][CQ.2][CQ.3][CQ.4][CQ.6][ORD.3.a] The steps in their order, from seven inches.
#[test]
fn the_steps_of_close_quarters_follow_each_other() {
    let mut game = facing("g_rifle10", "s_rifle9", 7).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!(piece(&game, "rifle10").order, Some(Order::Run));
    let steps = [
        ("does the target of the assault react?", "done"),
        ("the dice of those who assault", "score 3"),
        ("the dice of those who are assaulted", "score 1"),
        ("the die of consolidation", "die 1"),
        ("where does the unit consolidate?", "consolidate 1605"),
    ];
    for (step, line) in steps {
        assert_eq!(question(&game), step);
        if step == "the dice of those who assault" {
            assert_eq!(place(&game, "rifle10"), "1605", "it has moved to contact");
        }
        does(&mut game, &[line]);
    }
    assert_eq!((piece(&game, "rifle10").men, piece(&game, "rifle9").men), (9, 0));
}

/// [CQ.1] The target is named where there are several.
#[test]
fn an_assault_names_its_target() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_rifle9", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let mut game = start.put("rifle9", "1503", Facing::WEST).put("smg10", "1507", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!(
        (question(&game).as_str(), choices(&game)),
        ("which unit is assaulted?", vec!["charge rifle9".into(), "charge smg10".to_owned()])
    );
    does(&mut game, &["charge smg10", "score 10"]);
    assert_eq!((piece(&game, "rifle9").men, piece(&game, "smg10").men), (9, 0));
}

/// [CQ.3] Supplement S24: twelve inches, and six where a Run is forbidden.
#[test]
fn an_assault_goes_as_far_as_a_run_or_over_rough_ground_as_an_advance() {
    for (inches, reached) in [(13, true), (14, false)] {
        let game = facing("g_rifle10", "s_rifle9", inches).ordered(Side::Axis);
        assert_eq!(offered(&game, ["assault rifle10"]), [reached], "{inches} inches");
    }
    let row = format!("{}s{}", ".".repeat(11), ".".repeat(28));
    for (inches, reached) in [(7, true), (8, false)] {
        let start = table(&[row.as_str(); 9], [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "1005", Facing::EAST);
        let game = start.put("rifle9", &format!("{:02}05", 10 + inches), Facing::WEST).ordered(Side::Axis);
        assert_eq!(offered(&game, ["assault rifle10"]), [reached], "{inches} inches");
    }
}

/// [CQ.4][CQ.4.a][CQ.4.b][CQ.4.c][CQ.4.d] Supplement S24: who rolls how many dice, when, and who loses what.
#[test]
fn the_attacker_strikes_first_and_those_who_are_left_strike_back() {
    let mut game = facing("g_rifle10", "s_smg10", 5).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    // Eleven dice of ten men, one of whom has a submachine gun; ten men may fall, by four or more.
    let attack = weights(&game);
    assert_eq!((attack.len(), attack[4] / attack[1]), (11, 330 / 11), "the weights of eleven dice at a half");
    does(&mut game, &["score 4"]);
    // Six are left, with two dice each.
    assert_eq!(choices(&game).len(), 11);
    assert_eq!(weights(&game), [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66 + 12 + 1]);
    let mut beaten = game.clone();
    does(&mut game, &["score 3", "die 1"]);
    assert_eq!((piece(&game, "rifle10").men, piece(&game, "smg10").men), (7, 0), "the side that lost more gives up");
    does(&mut beaten, &["score 5"]);
    assert_eq!((piece(&beaten, "rifle10").men, piece(&beaten, "smg10").men), (0, 6));
}

/// [CQ.5] Equal losses: another round with those who are left.
#[test]
fn a_drawn_round_is_followed_by_another() {
    let mut game = facing("g_rifle10", "s_smg10", 5).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 2", "score 2"]);
    assert_eq!((question(&game).as_str(), piece(&game, "rifle10").men, piece(&game, "smg10").men), ("the dice of those who assault", 8, 8));
    does(&mut game, &["score 8"]);
    assert_eq!(piece(&game, "smg10").men, 0);
}

/// [CQ.5] Decision D41: after no kill somebody falls on the other side, and the last man cannot escape it.
#[test]
fn a_round_in_which_nobody_falls_is_not_shown() {
    let mut game = facing("g_rifle10", "s_smg10", 5).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0"]);
    assert_eq!(choices(&game).first().map(String::as_str), Some("score 1"));
    let last = facing("g_rifle10", "s_smg10", 5).edit("rifle10", |piece| piece.men = 1).edit("smg10", |piece| piece.men = 1);
    let mut game = last.ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    // The first man of each side, with a machine gun and a submachine gun, has a die and two: a half, else three in four.
    assert_eq!((choices(&game), weights(&game)), (vec!["score 0".into(), "score 1".to_owned()], vec![3, 4]));
    does(&mut game, &["score 0"]);
    assert_eq!((piece(&game, "rifle10").men, question(&game).as_str()), (0, "the die of consolidation"), "no die is left to decide");
}

// ---- the law of a round ----------------------------------------------------------

/// Dice of a side in a round by the men that it has.
type DiceOf = fn(u8) -> u8;

/// Attackers, defenders, dice and chances of each, and when the defenders strike.
struct Round {
    men: [u8; 2],
    dice: [DiceOf; 2],
    chances: [Chance; 2],
    blows: Blows,
}

impl Round {
    fn melee(&self) -> close_quarters::Melee {
        close_quarters::Melee { attackers: self.men[0], defenders: self.men[1], blows: self.blows }
    }

    fn attack(&self) -> Rolled {
        Rolled { chance: self.chances[0], dice: self.dice[0](self.men[0]), enough: self.men[1] }
    }

    fn defence(&self, kills: u8) -> Rolled {
        let striking = close_quarters::striking_defenders(self.melee(), kills);
        Rolled { chance: self.chances[1], dice: self.dice[1](striking), enough: self.men[0] }
    }

    /// Chance of kills and losses in one round as it is fought.
    fn once(&self, kills: u8, losses: u8) -> Fraction {
        let chance = |rolled: Rolled, number: u8| ratio(rolled.weight(number), rolled.sum_of_weights().expect("it fits"));
        chance(self.attack(), kills).mul(chance(self.defence(kills), losses))
    }

    /// Chance of kills and losses by the two throws of the game.
    fn shown(&self, kills: u8, losses: u8) -> Fraction {
        let law = |weight: &dyn Fn(u8) -> u64, most: u8, number: u8| ratio(weight(number), (0..=most).map(weight).sum());
        let kill = |number: u8| close_quarters::kills_weight(self.attack(), self.defence(0), number);
        let loss = |number: u8| close_quarters::losses_weight(self.defence(kills), kills, number);
        let first = law(&kill, self.attack().most(), kills);
        if first == Fraction(0, 1) { first } else { first.mul(law(&loss, self.defence(kills).most(), losses)) }
    }

    fn outcomes(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..=self.attack().most()).flat_map(|kills| (0..=self.defence(kills).most()).map(move |losses| (kills, losses)))
    }
}

fn ratio(top: u64, bottom: u64) -> Fraction {
    crate::bolt_action_kit::tables::lowest(top.into(), bottom.into())
}

fn rounds() -> Vec<Round> {
    let (one, two, first_with_two): (DiceOf, DiceOf, DiceOf) = (|men| men, |men| 2 * men, |men| men + u8::from(men > 0));
    let [third, half, most] = [5, 4, 3].map(Chance::at_least);
    let mut rounds = Vec::new();
    for men in [[1, 1], [1, 2], [2, 1], [2, 3]] {
        for dice in [[one, one], [two, first_with_two]] {
            for chances in [[half, half], [third, most], [Chance::at_least(6), half], [Chance::CERTAIN, third], [half, Chance::IMPOSSIBLE]]
            {
                rounds.extend([Blows::InTurn, Blows::AtOnce].map(|blows| Round { men, dice, chances, blows }));
            }
        }
    }
    rounds
}

/// [CQ.5] Decision D41. Rounds are fought one after the other until somebody falls. After each number of rounds the law of the game is what
/// has been decided so far, and itself times the chance that nothing has: so it is the law of the first round in which somebody falls.
#[test]
fn the_throws_of_a_round_have_the_law_of_rounds_repeated_until_somebody_falls() {
    let none = Fraction(0, 1);
    for round in rounds() {
        let stalemate = round.once(0, 0);
        assert_eq!(round.shown(0, 0), none);
        let all = round.outcomes().map(|(kills, losses)| round.shown(kills, losses)).fold(none, std::ops::Add::add);
        assert_eq!(all, Fraction(1, 1), "{:?}", round.men);
        for (kills, losses) in round.outcomes().filter(|outcome| *outcome != (0, 0)) {
            let shown = round.shown(kills, losses);
            let (mut decided, mut undecided) = (none, Fraction(1, 1));
            for repeats in 0..3 {
                assert_eq!(shown.sub(decided), undecided.mul(shown), "{kills} and {losses} of {:?} after {repeats} rounds", round.men);
                decided = decided.add(undecided.mul(round.once(kills, losses)));
                undecided = undecided.mul(stalemate);
            }
        }
    }
}

/// Weights of the largest pools of the game fit, those of absurd ones do not.
#[test]
fn the_weights_of_a_round_fit_or_the_units_are_refused() {
    let rolled = |dice: u8| Rolled { chance: Chance::at_least(5), dice, enough: 10 };
    assert!(close_quarters::fits([rolled(20), rolled(20)]), "3^40 is below 2^64");
    assert!(!close_quarters::fits([rolled(20), rolled(21)]) && !close_quarters::fits([rolled(60), rolled(1)]));
}

/// [CQ.5] Every round costs a man, so that two units fight no more rounds than they have men.
#[test]
fn close_quarters_end_within_as_many_rounds_as_there_are_men() {
    let mut longest = 0;
    for seed in 0..300 {
        let start = facing("g_rifle10", "s_rifle9", 5).edit("rifle10", |piece| piece.men = 4).edit("rifle9", |piece| piece.men = 4);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        let mut dice = Dice::new(seed);
        let (mut throws, mut legal) = (0, Vec::<Action>::new());
        while question(&game).starts_with("the dice of those who") {
            game.legal_actions(&mut legal);
            let action = game.draw(&legal, &mut dice);
            game.apply(action);
            throws += 1;
        }
        longest = longest.max(throws);
    }
    // A draw costs a man of each side, so that four against four fight four rounds at most.
    assert!((4..=8).contains(&longest), "{longest} throws");
}

// ---- men against vehicles ----------------------------------------------------------

/// An assault of a German unit on a Soviet vehicle five inches away whose order is given, up to the dice.
fn assaulted(attacker: &str, vehicle: &str, order: Option<Order>) -> BoltAction {
    let (from, to) = (name_of(attacker), name_of(vehicle));
    let mut game = facing(attacker, vehicle, 5).edit(to, |piece| piece.order = order).ordered(Side::Axis);
    does(&mut game, &[&format!("assault {from}")]);
    if question(&game) == "the order test" {
        does(&mut game, &["test pass"]);
    }
    game
}

/// [CQV][CQV.5][CQV.6][CQV.10] Hits, a die, consolidation; the vehicle does not strike back.
#[test]
fn an_assault_on_a_vehicle_is_hits_and_a_die() {
    for (order, need) in [(Some(Order::Advance), 6), (Some(Order::Fire), 4), (None, 4), (Some(Order::Down), 4)] {
        assert_eq!(dice(&assaulted("g_pion8", "s_t34", order)), (8, need), "{order:?}: a die for each man");
    }
    let mut game = assaulted("g_pion8", "s_t34", None);
    assert_eq!(question(&game), "the dice to hit the vehicle");
    let mut misses = game.clone();
    does(&mut misses, &["score 0"]);
    assert_eq!(question(&misses), "the die of consolidation", "without a hit there is no damage");
    does(&mut game, &["score 5"]);
    assert_eq!((question(&game).as_str(), weights(&game)), ("the die against the vehicle", vec![1; 6]));
    // Five hits and a three are eight of nine, five and a four are enough.
    for (die, damaged) in [("die 3", false), ("die 4", true)] {
        let mut game = game.clone();
        does(&mut game, &[die]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damaged, "{die}");
        if damaged {
            does(&mut game, &["die 1"]);
        }
        assert_eq!((question(&game).as_str(), piece(&game, "pion8").men, piece(&game, "t34").men), ("the die of consolidation", 8, 1));
    }
}

/// [CQV.7][CQV.8] An open-topped vehicle is destroyed by any damage; a closed one is rolled for.
#[test]
fn an_open_vehicle_is_destroyed_and_a_closed_one_is_rolled_for() {
    for (vehicle, destroyed) in [("s_ba64", true), ("s_ba10", false)] {
        let mut game = assaulted("g_pion8", vehicle, Some(Order::Fire));
        does(&mut game, &["score 3", "die 4"]);
        let name = name_of(vehicle);
        assert_eq!((piece(&game, name).men == 0, question(&game) == "the die of the vehicle damage table"), (destroyed, !destroyed));
    }
}

/// [CQV.9] However many hits: D6 less three without weapons against tanks, two results with them.
#[test]
fn men_without_anti_tank_weapons_do_superficial_damage() {
    let mut game = assaulted("g_rifle10", "s_t34", Some(Order::Fire));
    does(&mut game, &["score 10", "die 6"]);
    assert_eq!(question(&game), "the die of the vehicle damage table");
    does(&mut game, &["die 4"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").order), (1, Some(Order::Down)), "a four less three stuns");
    let mut game = assaulted("g_pion8", "s_t34", Some(Order::Fire));
    does(&mut game, &["score 8", "die 6"]);
    assert_eq!(question(&game), "two dice of the vehicle damage table");
}

/// [CQV.2] Only against closed armour, and only without weapons against tanks: a test at three less.
#[test]
fn the_order_to_assault_closed_armour_is_tested() {
    for (attacker, vehicle, tested) in
        [("g_rifle10", "s_t34", true), ("g_rifle10", "s_su76", false), ("g_pion8", "s_t34", false), ("g_rifle10", "s_ba10", true)]
    {
        let mut game = facing(attacker, vehicle, 5).ordered(Side::Axis);
        does(&mut game, &[&format!("assault {}", name_of(attacker))]);
        assert_eq!(question(&game) == "the order test", tested, "{attacker} on {vehicle}");
        if tested {
            assert_eq!(weights(&game), [15, 20, 1], "nine less three");
            does(&mut game, &["test fail"]);
            assert_eq!(piece(&game, "rifle10").order, Some(Order::Down), "the assault is off");
        }
    }
}

/// [CQV.1] A vehicle that runs is not caught, unless it has been halted since: stunned, or immobilised.
#[test]
fn a_running_vehicle_is_assaulted_once_it_is_halted() {
    for (die, immobilised) in [("die 1", false), ("die 2", true)] {
        let start =
            table(&PLAIN, [&["g_pak36", "g_pion8"], &["s_t34"]]).put("pak36", "0104", Facing::EAST).put("t34", "2104", Facing::EAST);
        let start = start.put("pion8", "2407", Facing::EAST).edit("t34", |piece| piece.order = Some(Order::Run));
        let mut game = start.ordered(Side::Axis);
        assert!(!offered(&game, ["assault pion8"])[0]);
        does(&mut game, &["order pak36 fire", "target t34 0", "score 1", "die 4", die]);
        assert_eq!((piece(&game, "t34").order, piece(&game, "t34").immobilised), (Some(Order::Down), immobilised), "{die}");
        assert!(offered(&game, ["assault pion8"])[0], "{die}: {:?}", choices(&game));
    }
}

/// [ORD.3.a] Decision D15: those who serve a crewed weapon, and a command group of fewer than four, do not assault.
#[test]
fn crews_and_small_command_groups_do_not_assault() {
    for (attacker, may) in [("g_rifle10", true), ("g_mortar50", false), ("g_2lt", false)] {
        let name = name_of(attacker);
        let game = facing(attacker, "s_smg10", 5).ordered(Side::Axis);
        assert_eq!(offered(&game, [&*format!("assault {name}")]), [may], "{attacker}");
    }
}

/// [CQV.3] Supplement S6: from more than six inches, in the arc of a weapon, by a vehicle that has no order.
#[test]
fn a_vehicle_fires_at_those_who_come_from_afar_into_its_arc() {
    let react = |inches: u8, looks: Facing, order: Option<Order>| {
        // The gun of this vehicle is in a casemate, and the men come from the west.
        let start = facing("g_pion8", "s_su76", inches).edit("su76", |piece| (piece.facing, piece.order) = (looks, order));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        offered(&game, ["return su76"])[0]
    };
    assert_eq!([react(6, Facing::WEST, None), react(7, Facing::WEST, None)], [false, true]);
    assert_eq!([react(7, Facing::EAST, None), react(7, Facing::WEST, Some(Order::Fire))], [false, false]);
    let mut game = facing("g_pion8", "s_su76", 7).ordered(Side::Axis);
    does(&mut game, &["assault pion8", "return su76"]);
    assert_eq!((question(&game).as_str(), piece(&game, "su76").order), ("the dice to hit", Some(Order::Fire)));
}

/// [CQV.4] Supplement S5: a Recce vehicle drives away by an Advance, is Down then, and out of reach.
#[test]
fn a_recce_vehicle_escapes_from_an_assault() {
    for (vehicle, escapes) in [("s_ba64", true), ("s_ba10", false)] {
        let name = name_of(vehicle);
        let mut game = facing("g_pion8", vehicle, 5).ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        assert_eq!(offered(&game, [&format!("escape {name}")]), [escapes], "{vehicle}");
    }
    let mut game = facing("g_pion8", "s_ba64", 5).ordered(Side::Axis);
    does(&mut game, &["assault pion8", "escape ba64"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    does(&mut game, &["reverse W 12"]);
    if question(&game) == "the next leg of the vehicle, or done" {
        does(&mut game, &["done"]);
    }
    assert_eq!((place(&game, "ba64"), piece(&game, "ba64").order), ("2705".into(), Some(Order::Down)));
    assert_eq!((place(&game, "pion8"), piece(&game, "ba64").men), ("1005".into(), 1), "the assault comes to nothing");
}

// ---- the bound -----------------------------------------------------------------------

/// The bound is far above what games take, and grows with what units can do, not by a number for good luck.
#[test]
fn the_bound_of_a_scenario_follows_from_its_units() {
    let data = |axis: &[&str], soviet: &[&str]| {
        table(&PLAIN, [axis, soviet]).0.open(stavka_engine::bolt_action::Opening::Draw, [0; 2]).scenario().max_actions()
    };
    let small = data(&["g_rifle10"], &["s_rifle9"]);
    assert!(small < data(&["g_rifle10"], &["s_smg10"]) && small < data(&["g_rifle10", "g_mmg"], &["s_rifle9"]));
    assert!((100..20_000).contains(&small), "{small}");
}
