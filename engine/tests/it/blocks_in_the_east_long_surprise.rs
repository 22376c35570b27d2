//! The long scenarios of Blocks in the East: the surprise of June 1941.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::{Fighter, Firing, Role};
use stavka_engine::blocks_in_the_east::terms::UnitClass;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, Volley, WHOLE, builder, dice, goals, hex, legal, offers, pick, play, rule_against, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const CAMPAIGN: &str = "codeword-dortmund";

/// Units on an empty map in a turn.
fn in_turn(id: &str, units: &str, turn: u8) -> PositionBuilder {
    builder(id, units).turn(turn).expect("a turn")
}

/// A scenario with one passage of its text replaced.
pub(crate) fn edited(id: &str, from: &str, to: &str) -> &'static Prepared {
    let text = Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("a scenario").1;
    assert!(text.contains(from), "{from:?} is not in {id}");
    Prepared::interned(&Prepared::sources("edited.toml", &text.replacen(from, to, 1))).unwrap_or_else(|error| panic!("{error}"))
}

/// Barbarossa with the supremacy of the Luftwaffe.
fn supreme() -> &'static Prepared {
    edited(ADVANCED, "luftwaffe_supremacy = false", "luftwaffe_supremacy = true")
}

/// Opens the battle in a hex; where it is the only one it is open already.
fn fight(game: &mut BlocksInTheEast, hex: &str) {
    let line = format!("battle {hex}");
    if offers(game, &line) {
        play(game, &[&line]);
    }
}

/// The volleys of the first two rounds of a battle in which nobody hits and everybody stays, by round.
fn two_rounds(game: &mut BlocksInTheEast) -> [Vec<Volley>; 2] {
    let mut seen = [Vec::new(), Vec::new()];
    while let Some(battle) = game.battle_report().filter(|battle| battle.round <= 2) {
        if let Some((side, firing, pool)) = game.volley() {
            seen[usize::from(battle.round) - 1].push((side, firing, dice(pool)));
            play(game, &["hits 0"]);
        } else {
            play(game, &["done"]);
        }
    }
    seen
}

/// [SBE5.c][SBE9.e] In the first turn the Soviets have no phase of reaction; the Axis has one, and they have theirs in the second.
#[test]
fn the_soviets_do_not_react_in_the_first_turn() {
    for id in [ADVANCED, CAMPAIGN] {
        let units = "GN01 1222, SB01 1222, SA08 1219, SB06 1221, SH06 1221";
        let surprised = in_turn(id, units, 1).open(AXIS, Phase::Reaction);
        assert_eq!(surprised.phase(), Some((AXIS, Phase::Combat)), "{id}");
        let later = in_turn(id, units, 2).open(AXIS, Phase::Reaction);
        assert_eq!((later.phase(), later.turn()), (Some((AXIS, Phase::Reaction)), Turn::Player(SOVIET)), "{id}");
        let axis = in_turn(id, "GN01 1222, SB01 1222, GN12 0923, AH06 0923", 1).open(SOVIET, Phase::Reaction);
        assert_eq!(axis.turn(), Turn::Player(AXIS), "{id}");
    }
    let basic = in_turn(WHOLE, "GN01 1222, SB01 1222, SB06 1221", 1).open(AXIS, Phase::Reaction);
    assert_eq!(basic.turn(), Turn::Player(SOVIET), "(D-22) not in the Basic game");
}

/// [SBE5.c] Soviet fighters do not take off in the first turn: they fly nowhere, do not meet bombers, and do not leave a battle.
#[test]
fn soviet_fighters_do_not_take_off_in_the_first_turn() {
    let units = "SB06 1221, SA08 1219, GN01 0923";
    let surprised = in_turn(ADVANCED, units, 1).open(SOVIET, Phase::AirMovement);
    assert_eq!(goals(&surprised, "select"), ["SA08".to_owned()].into(), "bombers do");
    assert_eq!(rule_against(&surprised, "select SB06"), "SBE5.c");
    assert!(offers(&in_turn(ADVANCED, units, 2).open(SOVIET, Phase::AirMovement), "select SB06"));
    let raid = |turn| {
        let position = in_turn(ADVANCED, "GN13 1221, SB01 1221, SB06 1221, SL01 1813", turn);
        let mut game = position.flying("GN13").expect("on the map").open(AXIS, Phase::Combat);
        fight(&mut game, "1221");
        game
    };
    let mut surprised = raid(1);
    let fighter = unit(surprised.data(), "SB06");
    assert_eq!(volleys(&mut surprised, &[]).iter().map(|volley| volley.1).collect::<Vec<_>>(), [Firing::AirAttack]);
    assert!(!surprised.is_flying(fighter) && !offers(&surprised, "withdraw SB06"));
    assert_eq!(raid(2).volley().map(|volley| volley.1), Some(Firing::AirCombat), "it takes off in another turn");
}

/// [SBE5.c][7.6.2] Fighters of a base that ground units enter would have to leave it, and are lost.
#[test]
fn overrun_fighters_are_lost_in_the_first_turn() {
    let overrun = |turn| {
        let mut game = in_turn(ADVANCED, "GN01 1221, SB06 1221, SL01 1813", turn).open(AXIS, Phase::Combat);
        fight(&mut game, "1221");
        game
    };
    let surprised = overrun(1);
    assert_eq!(surprised.place(unit(surprised.data(), "SB06")), Place::ELIMINATED);
    let later = overrun(2);
    assert_ne!(later.place(unit(later.data(), "SB06")), Place::ELIMINATED);
}

/// [SBE5.d][AMB-72] G12 for infantry: over the Bug no Axis unit suffers a Malus and no Soviet one gets a Bonus; in the second turn they do.
#[test]
fn no_river_helps_in_the_first_turn() {
    let assault = |turn| {
        let mut game = in_turn(ADVANCED, "GC01 1128, GC02 1128, SW01 1228, SL01 1813", turn).open(AXIS, Phase::GroundMovement);
        play(&mut game, &["select GC01", "move 1228", "select GC02", "move 1228"]);
        while game.phase() != Some((AXIS, Phase::Combat)) {
            play(&mut game, &["done"]);
        }
        fight(&mut game, "1228");
        volleys(&mut game, &[])
    };
    let [soviet, axis] = [(SOVIET, Firing::Ground), (AXIS, Firing::Ground)];
    assert_eq!(assault(1), [(soviet.0, soviet.1, vec![(4, 1)]), (axis.0, axis.1, vec![(8, 1)])]);
    assert_eq!(assault(2), [(soviet.0, soviet.1, vec![(4, 2)]), (axis.0, axis.1, vec![(4, 1)])]);
}

/// [SBE5.e] German artillery and aircraft of the Axis have a Bonus in the first round of a battle of the first turn.
#[test]
fn guns_and_aircraft_have_a_bonus_in_the_first_round() {
    let battle = |turn| {
        let position = in_turn(ADVANCED, "GN01 1222, GN10 1222, GN13 1222, SB01 1222, SL01 1813", turn);
        let mut game = position.flying("GN13").expect("on the map").open(AXIS, Phase::Combat);
        fight(&mut game, "1222");
        let of = |volleys: &[Volley], wanted| {
            volleys.iter().find(|volley| volley.0 == AXIS && volley.1 == wanted).map(|volley| volley.2.clone())
        };
        two_rounds(&mut game).map(|round| [Firing::AirAttack, Firing::Artillery].map(|firing| of(&round, firing).expect("it fires")))
    };
    let faces = |volleys: &[Vec<(u8, u8)>; 2]| [volleys[0][0].1, volleys[1][0].1];
    let [first, second] = battle(1);
    let [plain, _] = battle(2);
    assert_eq!(faces(&first), faces(&plain).map(|faces| faces + 1), "one face more");
    assert_eq!(faces(&second), faces(&plain), "not in the second round");
}

/// [SBE5.f] The Soviets do not fire at aircraft in the first round, neither units nor towns; the Axis does.
#[test]
fn soviet_guns_are_silent_in_the_first_round() {
    let fires = |hex: &str, turn| {
        let position = in_turn(ADVANCED, &format!("GN13 {hex}, SB01 {hex}, SL01 1813"), turn);
        let mut game = position.flying("GN13").expect("on the map").open(AXIS, Phase::Combat);
        let name = game.data().map.name(crate::blocks_in_the_east_kit::hex(game.data(), hex));
        fight(&mut game, &name);
        two_rounds(&mut game).map(|round| round.iter().any(|volley| volley.1 == Firing::AntiAircraft && volley.0 == SOVIET))
    };
    for place in ["1221", "Minsk"] {
        assert_eq!(fires(place, 1), [false, true], "{place}");
        assert_eq!(fires(place, 2), [true, true], "{place}");
    }
    let game = in_turn(ADVANCED, "GN01 0923", 1).open(AXIS, Phase::GroundMovement);
    let minsk = hex(game.data(), "Minsk");
    assert_eq!(game.battlefield(AXIS, minsk).town_fire, None);
    assert!(game.battlefield(SOVIET, hex(game.data(), "Warsaw")).town_fire.is_some(), "the Axis is not surprised");
}

/// [SBE5.g][3.21] Who is frozen in June 1941, and that Stavka is not activated.
#[test]
fn stavka_is_in_a_shock_and_half_the_front_is_frozen() {
    for id in [ADVANCED, CAMPAIGN] {
        let data = scenario(id);
        let stavka = unit(data, "SH01");
        assert!(data.is_frozen(stavka, 1) && !data.is_frozen(stavka, 2), "{id}");
        assert!(!data.is_frozen(unit(data, "AH01"), 1) && !data.is_frozen(unit(data, "SH02"), 1), "{id}");
        let frozen = |unit: &str| data.is_frozen(crate::blocks_in_the_east_kit::unit(data, unit), 1);
        let all = ["RO01", "RO07", "HU01", "HU04", "FI01", "FI06", "AH11", "AH12", "SL01", "SO09", "SC06"];
        assert!(all.into_iter().all(frozen), "{id}: {:?}", all.map(frozen));
        assert!(!["RO08", "AH10", "GN01", "SB01", "SW14"].into_iter().any(frozen), "{id}");
        assert!(!data.is_frozen(unit(data, "AH11"), 2));
    }
    let blue = scenario("operation-blue");
    assert!(!blue.is_frozen(unit(blue, "SH01"), 13) && !blue.is_frozen(unit(blue, "AH11"), 13));
    let data = scenario(ADVANCED);
    for (hq, moves) in [("AH11", false), ("AH12", false), ("AH10", true)] {
        let home = if hq == "AH11" {
            "1412"
        } else if hq == "AH12" {
            "1036"
        } else {
            "1542"
        };
        let mut game = in_turn(ADVANCED, &format!("{hq} {home}, GN01 0923"), 1).open(AXIS, Phase::GroundMovement);
        assert_eq!(offers(&game, &format!("activate {hq}")), moves, "{hq} in {}", data.script.id);
        if moves {
            play(&mut game, &["done"]);
        }
        assert_eq!(offers(&game, &format!("select {hq}")), moves, "{hq} in {}", data.script.id);
    }
}

/// [SBE5.h] With the supremacy of the Luftwaffe German and Romanian aircraft throw double dice in the first round of an attack of the first
/// turn; Hungarians, Finns and Soviets do not, nor does who defends.
#[test]
fn the_luftwaffe_may_be_supreme() {
    let raid = |data: &'static Prepared, turn: u8| {
        let position = PositionBuilder::empty(data).place("GN13", "1221").expect("a place").place("SB01", "1221").expect("a place");
        let position = position.place("SL01", "1813").expect("a place").turn(turn).expect("a turn");
        let mut game = position.flying("GN13").expect("on the map").open(AXIS, Phase::Combat);
        fight(&mut game, "1221");
        two_rounds(&mut game).map(|round| round.iter().find(|volley| volley.1 == Firing::AirAttack).expect("bombs").2[0].0)
    };
    assert_eq!(raid(scenario(ADVANCED), 1), [4, 4]);
    assert_eq!(raid(supreme(), 1), [8, 4]);
    assert_eq!(raid(supreme(), 2), [4, 4]);
    let data = supreme();
    let game = PositionBuilder::empty(data).turn(1).expect("a turn").open(AXIS, Phase::Combat);
    let conditions = game.battlefield(AXIS, hex(data, "1221")).conditions;
    let dice = |id: &str, role: Role, firing: Firing| {
        let known = data.unit(unit(data, id));
        let fighter = Fighter { unit: known, strength: 2, tech: 1, role, crossing: None };
        fighter.throw(firing, &data.tables.powers, &conditions).map(|throw| throw.strength)
    };
    for (id, thrown) in [("GN12", 4), ("RO08", 4), ("HU04", 2), ("FI06", 2), ("SB06", 2)] {
        assert_eq!(dice(id, Role::Attacker, Firing::AirCombat), Some(thrown), "{id}");
        assert_eq!(dice(id, Role::Defender, Firing::AirCombat), Some(2), "{id}");
    }
    assert_eq!(dice("GN01", Role::Attacker, Firing::Ground), Some(2), "not on the ground");
}

/// [SBE5.h] The price of it: headquarters of the Luftwaffe lose two steps when they were activated, all others one.
#[test]
fn headquarters_of_the_luftwaffe_pay_twice() {
    let data = supreme();
    let steps = |data: &Prepared, id: &str, turn| data.steps_of_command(unit(data, id), turn);
    let ids = ["AH06", "AH09", "AH10", "AH02", "SH06"];
    assert_eq!(ids.map(|id| steps(data, id, 1)), [2, 2, 1, 1, 1]);
    assert_eq!(ids.map(|id| steps(data, id, 2)), [1; 5]);
    assert_eq!(ids.map(|id| steps(scenario(ADVANCED), id, 1)), [1; 5]);
}

/// [SBE5.c][SBE5.f] What holds in every position of the first turn of random games.
#[test]
fn random_games_keep_the_surprise() {
    let mut raids = 0;
    for (id, seed) in [(ADVANCED, 1), (ADVANCED, 2), (CAMPAIGN, 3)] {
        let (data, mut dice) = (scenario(id), Dice::new(seed));
        let fighters: BTreeSet<_> = ["SB06", "SW14", "SK21", "SA06"].map(|id| unit(data, id)).into();
        let mut game = BlocksInTheEast::new(data);
        while game.game_turn() == 1 && game.turn() != Turn::Over {
            assert!(fighters.iter().all(|&fighter| !game.is_flying(fighter)));
            assert_ne!((game.phase(), game.turn()), (Some((AXIS, Phase::Reaction)), Turn::Player(SOVIET)));
            if let (Some((side, firing, _)), Some(battle)) = (game.volley(), game.battle_report()) {
                assert!(!(side == SOVIET && firing == Firing::AntiAircraft && battle.round == 1), "[SBE5.f]");
                raids += u32::from(firing == Firing::AirAttack);
            }
            let actions = legal(&game);
            game.apply(pick(&game, &actions, &mut dice));
        }
        assert!(data.units(SOVIET).filter(|&(unit, known)| known.class == UnitClass::Air && game.place(unit).hex().is_some()).count() > 0);
    }
    assert!(raids > 0, "somebody bombs");
}
