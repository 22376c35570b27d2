//! The arithmetic of battles in Blocks in the East: the cases of the rules, the chart of Bonus and Malus, pools of dice against every throw, and
//! who takes hits.

use stavka_engine::blocks_in_the_east::Prepared;
use stavka_engine::blocks_in_the_east::combat::{
    Cause, Conditions, Crossing, Fighter, Firing, Hit, Modifiers, Pool, Role, Target, Throw, dice, next_targets,
};
use stavka_engine::blocks_in_the_east::data::Unit;
use stavka_engine::blocks_in_the_east::terms::{Flag, Nation, Terrain, TownClass, UnitKind, Weather};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_map::scenario;

const PLAIN: Conditions = Conditions {
    terrain: Terrain::Plain,
    town: None,
    in_finnish_zone: false,
    weather: Weather::Clear,
    first_winter: false,
    elite: false,
    swamp_bars_armour: false,
    surprise: false,
    luftwaffe_supremacy: false,
    first_round: true,
    unscouted: false,
    all_crossed: false,
    landed: false,
    cancels: false,
    on_infrastructure: false,
};

fn data() -> &'static Prepared {
    scenario("codeword-dortmund")
}

/// A unit of a nation and kind with this factor at full strength, plain if there is one.
fn unit(nation: Nation, kind: UnitKind, full: u8) -> &'static Unit {
    let mut found: Vec<&Unit> = data().units(nation.side()).map(|(_, unit)| unit).collect();
    found.retain(|unit| (unit.nation, unit.kind, unit.full()) == (nation, kind, full));
    found.sort_by_key(|unit| unit.flags.len());
    found.first().unwrap_or_else(|| panic!("no {nation:?} {kind:?} of {full}"))
}

fn flagged(flag: Flag) -> &'static Unit {
    Side::ALL.into_iter().flat_map(|side| data().units(side)).map(|(_, unit)| unit).find(|unit| unit.is(flag)).expect("there is one")
}

fn fighter(unit: &Unit, tech: u8, role: Role) -> Fighter<'_> {
    Fighter { unit, strength: unit.full(), tech, role, crossing: None }
}

fn attacker(unit: &Unit, tech: u8) -> Fighter<'_> {
    fighter(unit, tech, Role::Attacker)
}

fn defender(unit: &Unit, tech: u8) -> Fighter<'_> {
    fighter(unit, tech, Role::Defender)
}

/// Dice by the faces that hit, 1 to 5, of those who fire in a step.
fn thrown(fighters: &[Fighter<'_>], firing: Firing, conditions: &Conditions) -> [u8; 5] {
    let throws: Vec<Throw> = fighters.iter().filter_map(|fighter| fighter.throw(firing, &data().tables.powers, conditions)).collect();
    let pool = Pool::of(&throws);
    [1, 2, 3, 4, 5].map(|faces| pool.with_faces(faces))
}

/// So many dice that hit on 6, on 5 and 6, and so on.
fn dice_of<const N: usize>(dice: [(u8, u8); N]) -> [u8; 5] {
    let mut all = [0; 5];
    for (count, faces) in dice {
        all[usize::from(faces) - 1] = count;
    }
    all
}

fn german_infantry() -> &'static Unit {
    unit(Nation::German, UnitKind::Infantry, 4)
}

fn panzer() -> &'static Unit {
    unit(Nation::German, UnitKind::Tank, 5)
}

fn rifles() -> &'static Unit {
    unit(Nation::Soviet, UnitKind::Infantry, 4)
}

/// [7.7.6][7.7.7.c][BOX1.b] Golden G11: over the Bug at Brest-Litovsk.
#[test]
fn a_river_halves_the_attackers_together_and_helps_the_defender() {
    let mut both = [attacker(panzer(), 2), attacker(german_infantry(), 2)];
    for fighter in &mut both {
        fighter.crossing = Some(Crossing::River);
    }
    let river = Conditions { all_crossed: true, ..PLAIN };
    assert_eq!(thrown(&both, Firing::Ground, &river), dice_of([(2, 2), (2, 1)]));
    assert_eq!(thrown(&[defender(rifles(), 1)], Firing::Ground, &river), dice_of([(4, 2)]));
    // Frozen rivers stop nobody [9.3.b]; the snow does, and Germans are not used to it.
    let snow =
        Conditions { weather: Weather::Snow, all_crossed: both[0].crossing.is_some_and(|side| side.is_barrier(Weather::Snow)), ..river };
    assert_eq!(both[0].modifiers(Firing::Ground, &snow).malus.as_slice(), [(Cause::Weather, 1)]);
    assert_eq!(thrown(&[defender(rifles(), 1)], Firing::Ground, &snow), dice_of([(4, 1)]));
}

/// [SBE5.c][SBE5.d][SBE5.e] Golden G12: the same in June 1941.
#[test]
fn surprise_takes_malus_from_the_axis_and_bonus_from_the_soviets() {
    let mut both = [attacker(panzer(), 2), attacker(german_infantry(), 2)];
    for fighter in &mut both {
        fighter.crossing = Some(Crossing::River);
    }
    let surprise = Conditions { all_crossed: true, surprise: true, ..PLAIN };
    assert_eq!(thrown(&both, Firing::Ground, &surprise), dice_of([(5, 2), (4, 1)]));
    assert_eq!(thrown(&[defender(rifles(), 1)], Firing::Ground, &surprise), dice_of([(4, 1)]));
    // German artillery and all aircraft of the Axis gain in the first round, artillery of their allies and Soviets never.
    let guns = [Nation::German, Nation::Romanian, Nation::Soviet].map(|nation| {
        let mut all = data().units(nation.side()).map(|(_, unit)| unit);
        all.find(|unit| (unit.nation, unit.kind) == (nation, UnitKind::Artillery)).expect("artillery")
    });
    let fires = |unit, conditions: &Conditions| attacker(unit, 1).modifiers(Firing::Artillery, conditions).bonus.to_vec();
    assert_eq!(guns.map(|unit| fires(unit, &surprise).len()), [1, 0, 0]);
    assert!(fires(guns[0], &Conditions { first_round: false, ..surprise }).is_empty());
    for nation in [Nation::German, Nation::Romanian, Nation::Soviet] {
        let mut all = data().units(nation.side()).map(|(_, unit)| unit);
        let fighters = all.find(|unit| (unit.nation, unit.kind) == (nation, UnitKind::Fighter)).expect("fighters");
        for firing in [Firing::AirCombat, Firing::AirAttack] {
            let bonus = attacker(fighters, 2).modifiers(firing, &surprise).bonus.to_vec();
            assert_eq!(bonus.as_slice(), if nation == Nation::Soviet { &[][..] } else { &[(Cause::Surprise, 1)][..] }, "{nation:?}");
        }
    }
}

/// [BOX1.a][14.0.d] Golden G13: Pinsk.
#[test]
fn swamps_halve_attackers_and_armour_twice_with_its_chapter() {
    let both = [attacker(panzer(), 2), attacker(german_infantry(), 2)];
    let swamp = Conditions { terrain: Terrain::Swamp, ..PLAIN };
    assert_eq!(thrown(&both, Firing::Ground, &swamp), dice_of([(2, 2), (2, 1)]));
    let bogs = Conditions { swamp_bars_armour: true, ..swamp };
    assert_eq!(thrown(&both, Firing::Ground, &bogs), dice_of([(1, 2), (2, 1)]));
    // Frozen swamps carry tanks.
    let frozen = Conditions { weather: Weather::Snow, ..bogs };
    assert_eq!(both[0].modifiers(Firing::Ground, &frozen).malus.as_slice(), [(Cause::Ground, 1), (Cause::Weather, 1)]);
}

/// [BOX1.f][3.17] Golden G14: over the Neva into Leningrad.
#[test]
fn a_fortress_quarters_attackers_and_widens_the_range_of_its_garrison() {
    let mut both = [attacker(german_infantry(), 2), attacker(german_infantry(), 2)];
    for fighter in &mut both {
        fighter.crossing = Some(Crossing::River);
    }
    let leningrad = Conditions { town: Some(TownClass::Fortress), all_crossed: true, ..PLAIN };
    assert_eq!(thrown(&both, Firing::Ground, &leningrad), dice_of([(2, 1)]));
    let garrison = unit(Nation::Soviet, UnitKind::Static, 3);
    assert_eq!(thrown(&[defender(garrison, 1)], Firing::Ground, &leningrad), dice_of([(3, 4)]));
}

/// [BOX1.d] Golden G15: over the strait of Kerch.
#[test]
fn a_strait_quarters_attackers() {
    let crossing = Fighter { crossing: Some(Crossing::Strait), ..attacker(german_infantry(), 2) };
    let strait = Conditions { all_crossed: true, ..PLAIN };
    assert_eq!(thrown(&[crossing], Firing::Ground, &strait), dice_of([(1, 1)]));
    assert_eq!(thrown(&[defender(rifles(), 1)], Firing::Ground, &strait), dice_of([(4, 2)]));
    // A strait does not freeze (AMB-74).
    let snow = Conditions { weather: Weather::Snow, ..strait };
    assert_eq!(crossing.modifiers(Firing::Ground, &snow).malus[0], (Cause::Strait, 2));
    assert_eq!(thrown(&[defender(rifles(), 1)], Firing::Ground, &snow), dice_of([(4, 2)]));
}

/// [33.0][33.0.a] Golden G16 and C2: the first winter of the Axis.
#[test]
fn the_first_winter_quarters_axis_attackers_and_aircraft_and_halves_the_rest() {
    let winter = Conditions { weather: Weather::Snow, first_winter: true, ..PLAIN };
    let [bombers, guns] = [UnitKind::Bomber, UnitKind::Artillery].map(|kind| unit(Nation::German, kind, 4));
    assert_eq!(thrown(&[attacker(german_infantry(), 2)], Firing::Ground, &winter), dice_of([(1, 1)]));
    assert_eq!(thrown(&[defender(german_infantry(), 2)], Firing::Ground, &winter), dice_of([(2, 1)]));
    assert_eq!(thrown(&[attacker(bombers, 2)], Firing::AirAttack, &winter), dice_of([(1, 2)]));
    assert_eq!(thrown(&[attacker(guns, 2)], Firing::Artillery, &winter), dice_of([(2, 2)]));
    let at_aircraft = |role| thrown(&[fighter(german_infantry(), 2, role)], Firing::AntiAircraft, &winter);
    assert_eq!([Role::Attacker, Role::Defender].map(at_aircraft), [dice_of([(1, 1)]), dice_of([(2, 1)])]);
    // Not Finns, mountain troops and Soviets.
    let finns = unit(Nation::Finnish, UnitKind::Infantry, 4);
    let mountaineers = unit(Nation::German, UnitKind::Mountain, 4);
    for spared in [finns, mountaineers, rifles()] {
        for (role, firing) in [Role::Attacker, Role::Defender].into_iter().flat_map(|role| Firing::ALL.map(|firing| (role, firing))) {
            assert!(fighter(spared, 2, role).modifiers(firing, &winter).malus.is_empty(), "{} in {}", spared.name, firing.name());
        }
    }
}

/// [7.7.2] Golden G17: Kiev and Sevastopol at aircraft.
#[test]
fn towns_fire_at_aircraft() {
    let powers = &data().tables.powers;
    assert_eq!(powers.town_fire(TownClass::Major, 1), Some([2, 1]));
    assert_eq!(
        thrown(&[defender(rifles(), 1)], Firing::AntiAircraft, &Conditions { town: Some(TownClass::Major), ..PLAIN }),
        dice_of([(4, 1)])
    );
    assert_eq!(powers.town_fire(TownClass::Fortress, 1), Some([2, 2]));
    let garrison = unit(Nation::Soviet, UnitKind::Static, 3);
    let fortress = Conditions { town: Some(TownClass::Fortress), ..PLAIN };
    assert_eq!(thrown(&[defender(garrison, 1)], Firing::AntiAircraft, &fortress), dice_of([(3, 1)]));
    let rest = [TownClass::Capital, TownClass::Minor, TownClass::Bunker, TownClass::Dot].map(|class| powers.town_fire(class, 1));
    assert_eq!(rest, [Some([2, 1]), Some([1, 1]), Some([1, 2]), None]);
    // Cities fire like infantry in defence, fortifications always alike (AMB-29).
    assert_eq!(
        [TownClass::Major, TownClass::Minor, TownClass::Fortress].map(|class| powers.town_fire(class, 3)),
        [Some([2, 2]), Some([1, 2]), Some([2, 2])]
    );
}

/// [7.7.4.a][6.1.4.d][6.1.4.e] Golden G18 and V5: artillery spends ammunition.
#[test]
fn artillery_turns_a_step_after_it_fires_and_falls_silent_at_zero() {
    let guns = unit(Nation::German, UnitKind::Artillery, 4);
    let mut target = Target { unit: guns, step: 0, marked: false };
    let mut fired = Vec::new();
    for _ in 0..4 {
        let now = Fighter { strength: target.strength(), ..attacker(guns, 2) };
        fired.push((target.strength(), thrown(&[now], Firing::Artillery, &PLAIN)));
        target.step = target.step_after_fire();
    }
    assert_eq!(fired, [(4, dice_of([(4, 2)])), (2, dice_of([(2, 2)])), (1, dice_of([(1, 2)])), (0, [0; 5])]);
}

/// [6.1.4.c][6.5.a] V4: artillery of TECH 2 under a strategic bomber of TECH 1.
#[test]
fn artillery_fires_at_a_bomber_before_it_drops_its_bombs() {
    let guns = unit(Nation::German, UnitKind::Artillery, 4);
    assert_eq!(thrown(&[defender(guns, 2)], Firing::AntiAircraft, &PLAIN), dice_of([(4, 2)]));
    let bombers = unit(Nation::Soviet, UnitKind::LongRangeBomber, 4);
    for hits in 0..=4 {
        let left = Fighter { strength: bombers.full() - hits, ..attacker(bombers, 1) };
        assert_eq!(thrown(&[left], Firing::AirAttack, &PLAIN), dice_of([(4 - hits, 1)]));
    }
}

/// [6.0][6.0.a] V3: one die a factor.
#[test]
fn a_unit_throws_a_die_for_each_combat_factor() {
    let brigade = unit(Nation::Hungarian, UnitKind::Mountain, 1);
    let army = unit(Nation::Soviet, UnitKind::Shock, 7);
    assert_eq!(thrown(&[attacker(brigade, 1)], Firing::Ground, &PLAIN), dice_of([(1, 1)]));
    assert_eq!(thrown(&[attacker(army, 2)], Firing::Ground, &PLAIN), dice_of([(7, 1)]));
}

/// [7.7.6.a] V7, [7.7.7.a] V8, [7.7.7.b] V9, [7.7.7.d] V10: the examples of Bonus and Malus.
#[test]
fn the_examples_of_bonus_and_malus() {
    let tanks = unit(Nation::Soviet, UnitKind::Tank, 4);
    let city = Conditions { town: Some(TownClass::Major), ..PLAIN };
    assert_eq!(thrown(&[defender(tanks, 1)], Firing::Ground, &city), dice_of([(4, 3)]));

    let forest = Conditions { terrain: Terrain::Forest, ..PLAIN };
    let over = Fighter { crossing: Some(Crossing::River), ..attacker(panzer(), 2) };
    assert_eq!(thrown(&[attacker(panzer(), 2)], Firing::Ground, &PLAIN), dice_of([(5, 2)]));
    assert_eq!(thrown(&[attacker(panzer(), 2)], Firing::Ground, &forest), dice_of([(2, 2)]));
    assert_eq!(thrown(&[over], Firing::Ground, &forest), dice_of([(1, 2)]));

    let behind = Conditions { terrain: Terrain::Forest, all_crossed: true, ..city };
    assert_eq!(defender(rifles(), 1).throw(Firing::Ground, &data().tables.powers, &behind).expect("it fires").faces, 3);
    let malus = Fighter { crossing: Some(Crossing::River), ..attacker(german_infantry(), 2) }.modifiers(Firing::Ground, &behind).malus;
    assert_eq!(malus.as_slice(), [(Cause::Ground, 1), (Cause::River, 1), (Cause::City, 1)]);

    let reduced = Fighter { strength: 3, ..attacker(panzer(), 2) };
    let infantry = Fighter { strength: 3, ..attacker(german_infantry(), 2) };
    assert_eq!(thrown(&[reduced, infantry], Firing::Ground, &forest), dice_of([(1, 2), (2, 1)]));
}

/// [6.1.2][7.7.6.c][7.7.6.d] V11: mountain troops among mountains, with and without the agreement (AMB-25).
#[test]
fn mountain_troops_are_at_home_among_hills_and_mountains() {
    let corps = unit(Nation::German, UnitKind::Mountain, 4);
    for (terrain, at_home) in [(Terrain::Mountain, true), (Terrain::Hill, true), (Terrain::Forest, false), (Terrain::Swamp, false)] {
        let there = Conditions { terrain, ..PLAIN };
        assert_eq!(attacker(corps, 2).modifiers(Firing::Ground, &there).malus.is_empty(), at_home, "{terrain:?}");
        assert_eq!(!defender(corps, 2).modifiers(Firing::Ground, &there).bonus.is_empty(), at_home, "{terrain:?}");
        assert!(defender(german_infantry(), 2).modifiers(Firing::Ground, &there).bonus.is_empty(), "{terrain:?}");
    }
    let both = Modifiers { bonus: [(Cause::Elite, 1)].into_iter().collect(), malus: [(Cause::Ground, 2)].into_iter().collect() };
    assert_eq!([false, true].map(|cancels| both.counted(cancels)), [[1, 2], [0, 1]]);
    // In a throw: SS in a forest.
    let ss = attacker(flagged(Flag::Ss), 2);
    let forest = Conditions { terrain: Terrain::Forest, elite: true, ..PLAIN };
    let throw = |conditions| ss.throw(Firing::Ground, &data().tables.powers, &conditions).expect("it fires");
    let [apart, cancelled] = [false, true].map(|cancels| throw(Conditions { cancels, ..forest }));
    assert_eq!((apart.faces, apart.malus), (cancelled.faces + 1, cancelled.malus + 1));
}

/// [7.7.6.b][BOX1] Whom terrain touches: nobody who flies, no artillery, no headquarters; fortifications touch all.
#[test]
fn terrain_touches_combat_units_and_fortifications_all_who_attack() {
    let guns = unit(Nation::German, UnitKind::Artillery, 4);
    let bombers = unit(Nation::German, UnitKind::Bomber, 4);
    let rough = Conditions { terrain: Terrain::Forest, town: Some(TownClass::Capital), all_crossed: true, ..PLAIN };
    let crossing = |unit| Fighter { crossing: Some(Crossing::River), ..attacker(unit, 2) };
    let count = |unit, firing, conditions: &Conditions| crossing(unit).modifiers(firing, conditions).counted(false)[1];
    assert_eq!(count(german_infantry(), Firing::Ground, &rough), 3);
    assert_eq!(count(german_infantry(), Firing::AntiAircraft, &rough), 3);
    for (unit, firing) in
        [(guns, Firing::Artillery), (guns, Firing::AntiAircraft), (bombers, Firing::AirAttack), (bombers, Firing::AirCombat)]
    {
        assert_eq!(count(unit, firing, &rough), 0, "{} in {}", unit.name, firing.name());
    }
    for (town, malus) in [(TownClass::Fortress, 2), (TownClass::Bunker, 1)] {
        let fortified = Conditions { town: Some(town), ..PLAIN };
        for (unit, firing) in [
            (german_infantry(), Firing::Ground),
            (german_infantry(), Firing::AntiAircraft),
            (guns, Firing::Artillery),
            (bombers, Firing::AirAttack),
        ] {
            assert_eq!(attacker(unit, 2).modifiers(firing, &fortified).counted(false), [0, malus], "{} in {}", unit.name, firing.name());
            let bonus = if firing == Firing::Ground { malus } else { 0 };
            assert_eq!(defender(unit, 2).modifiers(firing, &fortified).counted(false), [bonus, 0], "{} in {}", unit.name, firing.name());
        }
        assert_eq!(attacker(bombers, 2).modifiers(Firing::AirCombat, &fortified).counted(false), [0, 0]);
        // [BOX1.k][26.0] Gustav has a Bonus in place of the Malus, against fortifications alone (AMB-88).
        let gustav = unit(Nation::German, UnitKind::Gustav, 4);
        assert_eq!(attacker(gustav, 2).modifiers(Firing::Artillery, &fortified).counted(false), [1, 0]);
        assert_eq!(attacker(gustav, 2).modifiers(Firing::Artillery, &rough).counted(false), [0, 0]);
        assert_eq!(attacker(gustav, 3).throw(Firing::Artillery, &data().tables.powers, &fortified).expect("it fires").faces, 4);
    }
    // Minor Cities and battle sites touch nobody [BOX1.e].
    for town in [TownClass::Minor, TownClass::Dot] {
        let there = Conditions { town: Some(town), ..PLAIN };
        for role in [Role::Attacker, Role::Defender] {
            assert_eq!(fighter(rifles(), 1, role).modifiers(Firing::Ground, &there), Modifiers::default());
        }
    }
}

/// [9.3.a][9.3.b][9.3.c][39.0.c] Weather, by who fires at what; the chart of the digest, 5.15.
#[test]
fn weather_by_step_and_side() {
    let bombers = unit(Nation::German, UnitKind::Bomber, 4);
    let guns = unit(Nation::German, UnitKind::Artillery, 4);
    let rows = [
        (Weather::Clear, Firing::Ground, german_infantry(), [[0, 0], [0, 0]]),
        (Weather::Rain, Firing::Ground, german_infantry(), [[0, 1], [1, 0]]),
        (Weather::Rain, Firing::AntiAircraft, german_infantry(), [[0, 1], [0, 1]]),
        (Weather::Rain, Firing::Artillery, guns, [[0, 0], [0, 0]]),
        (Weather::LightRain, Firing::Ground, german_infantry(), [[0, 1], [0, 0]]),
        (Weather::LightRain, Firing::AntiAircraft, german_infantry(), [[0, 0], [0, 0]]),
        (Weather::LightRain, Firing::AirAttack, bombers, [[0, 1], [0, 0]]),
        (Weather::LightRain, Firing::AirCombat, bombers, [[0, 1], [0, 0]]),
        (Weather::LightRain, Firing::Artillery, guns, [[0, 0], [0, 0]]),
        (Weather::Snow, Firing::Ground, german_infantry(), [[0, 1], [0, 0]]),
        (Weather::Snow, Firing::AntiAircraft, german_infantry(), [[0, 1], [0, 0]]),
        (Weather::Snow, Firing::AirAttack, bombers, [[0, 1], [0, 1]]),
        (Weather::Snow, Firing::AirCombat, bombers, [[0, 1], [0, 1]]),
        (Weather::Snow, Firing::Artillery, guns, [[0, 0], [0, 0]]),
    ];
    for (weather, firing, unit, counted) in rows {
        let conditions = Conditions { weather, ..PLAIN };
        let found = [Role::Attacker, Role::Defender].map(|role| fighter(unit, 2, role).modifiers(firing, &conditions).counted(false));
        assert_eq!(found, counted, "{weather:?}, {}", firing.name());
    }
}

/// [10.0.a][10.0.b] The elite of the Advanced game.
#[test]
fn elite_units_have_a_bonus_in_attack_or_in_defence() {
    let advanced = Conditions { elite: true, ..PLAIN };
    let bonus = |unit, role, firing, conditions: &Conditions| fighter(unit, 2, role).modifiers(firing, conditions).counted(false)[0];
    let (attack, defence) = (Role::Attacker, Role::Defender);
    for flag in [Flag::Guards, Flag::Ss, Flag::Gd, Flag::Hg] {
        let elite = flagged(flag);
        let found = [(attack, Firing::Ground), (defence, Firing::Ground), (attack, Firing::AntiAircraft)];
        assert_eq!(found.map(|(role, firing)| bonus(elite, role, firing, &advanced)), [1, 0, 0], "{flag:?}");
        assert_eq!(bonus(elite, attack, Firing::Ground, &PLAIN), 0, "the Basic game knows no elite");
    }
    let marines = flagged(Flag::EliteDefence);
    let found = [(attack, Firing::Ground), (defence, Firing::Ground), (attack, Firing::AntiAircraft), (defence, Firing::AntiAircraft)];
    assert_eq!(found.map(|(role, firing)| bonus(marines, role, firing, &advanced)), [0, 1, 0, 1]);
    for (nation, kind) in
        [(Nation::Soviet, UnitKind::Marine), (Nation::German, UnitKind::Paratroop), (Nation::German, UnitKind::Airlanding)]
    {
        let all: Vec<&Unit> =
            data().units(nation.side()).map(|(_, unit)| unit).filter(|unit| (unit.nation, unit.kind) == (nation, kind)).collect();
        assert!(!all.is_empty() && all.iter().all(|unit| unit.is(Flag::EliteDefence)), "{kind:?}");
    }
}

/// [5.5.b][5.5.c][5.5.d] Finns in their woods.
#[test]
fn finns_have_a_bonus_in_the_woods_and_swamps_of_their_zone() {
    let [infantry, ski] = [(UnitKind::Infantry, 4), (UnitKind::Ski, 5)].map(|(kind, full)| unit(Nation::Finnish, kind, full));
    for terrain in [Terrain::Forest, Terrain::Swamp, Terrain::Plain] {
        for in_finnish_zone in [true, false] {
            let there = Conditions { terrain, in_finnish_zone, ..PLAIN };
            let bonus = |unit, role, firing| fighter(unit, 2, role).modifiers(firing, &there).counted(false)[0];
            let wild = u8::from(terrain != Terrain::Plain && in_finnish_zone);
            let found = [infantry, ski].map(|unit| [Role::Attacker, Role::Defender].map(|role| bonus(unit, role, Firing::Ground)));
            assert_eq!(found, [[0, wild], [wild, wild]], "{terrain:?}");
            assert_eq!(bonus(ski, Role::Defender, Firing::AntiAircraft), 0);
            assert_eq!(bonus(german_infantry(), Role::Defender, Firing::Ground), 0);
        }
    }
}

/// [6.1.1][6.1.4.a][6.2.1][6.2.2][6.3.1][6.3.2][6.4][13.8.1][13.8.2][5.5.a] Faces that hit, by kind, step and TECH: the chart of the digest, 5.1.
#[test]
fn faces_by_kind_and_tech() {
    let kind = |kind| {
        let mut all = Side::ALL.into_iter().flat_map(|side| data().units(side)).map(|(_, unit)| unit);
        all.find(|unit| unit.kind == kind).unwrap_or_else(|| panic!("no {kind:?}"))
    };
    let faces = |unit: &Unit, firing, role| [1, 2, 3].map(|tech| data().tables.powers.faces(unit, tech, firing, role));
    let (attack, defence) = (Role::Attacker, Role::Defender);
    let infantry = [
        UnitKind::Infantry,
        UnitKind::Static,
        UnitKind::Cavalry,
        UnitKind::Mountain,
        UnitKind::Ski,
        UnitKind::Shock,
        UnitKind::Marine,
        UnitKind::Paratroop,
        UnitKind::Airlanding,
    ];
    for one in infantry.map(kind) {
        assert_eq!(faces(one, Firing::Ground, attack), [1, 1, 1], "{}", one.name);
        assert_eq!(faces(one, Firing::Ground, defence), [1, 1, 2], "{}", one.name);
        assert_eq!(faces(one, Firing::AntiAircraft, attack), [1, 1, 2], "{}", one.name);
        assert_eq!(faces(one, Firing::Artillery, attack), [0, 0, 0], "{}", one.name);
    }
    let armour = [(UnitKind::Mech, [1, 1, 2], [1, 2, 3]), (UnitKind::Tank, [1, 2, 3], [2, 2, 3])];
    for (one, attacking, defending) in armour {
        assert_eq!(faces(kind(one), Firing::Ground, attack), attacking, "{one:?}");
        assert_eq!(faces(kind(one), Firing::Ground, defence), defending, "{one:?}");
        assert_eq!(faces(kind(one), Firing::AntiAircraft, attack), defending, "{one:?}");
    }
    for one in [UnitKind::Artillery, UnitKind::Gustav].map(kind) {
        for (firing, role) in [Firing::Artillery, Firing::AntiAircraft].into_iter().flat_map(|firing| [(firing, attack), (firing, defence)])
        {
            assert_eq!(faces(one, firing, role), [1, 2, 3], "{}", one.name);
        }
        assert_eq!(faces(one, Firing::Ground, defence), [0, 0, 0], "{}", one.name);
    }
    let air = [
        (UnitKind::Fighter, [1, 2, 3], [0, 1, 2]),
        (UnitKind::Bomber, [0, 1, 2], [1, 2, 3]),
        (UnitKind::Stuka, [0, 1, 2], [1, 2, 3]),
        (UnitKind::LongRangeBomber, [0, 1, 2], [1, 2, 3]),
    ];
    for (one, in_the_air, at_the_ground) in air {
        assert_eq!(faces(kind(one), Firing::AirCombat, defence), in_the_air, "{one:?}");
        assert_eq!(faces(kind(one), Firing::AirAttack, attack), at_the_ground, "{one:?}");
        for firing in [Firing::Ground, Firing::Artillery, Firing::AntiAircraft] {
            assert_eq!(faces(kind(one), firing, attack), [0, 0, 0], "{one:?}");
        }
    }
    let armoured = kind(UnitKind::ArmouredHq);
    assert_eq!([attack, defence].map(|role| faces(armoured, Firing::Artillery, role)), [[1, 2, 3], [2, 2, 3]]);
    assert_eq!(faces(armoured, Firing::AntiAircraft, defence), [2, 2, 3]);
    let supreme = |nation: Nation| {
        let mut all = data().units(nation.side()).map(|(_, unit)| unit);
        all.find(|unit| (unit.nation, unit.kind) == (nation, UnitKind::SupremeHq)).expect("a supreme headquarters")
    };
    let at_aircraft = [Nation::Soviet, Nation::German, Nation::Romanian, Nation::Finnish]
        .map(|nation| faces(supreme(nation), Firing::AntiAircraft, defence)[0]);
    assert_eq!(at_aircraft, [2, 3, 1, 1]);
    let as_artillery = [Nation::Soviet, Nation::German, Nation::Finnish].map(|nation| faces(supreme(nation), Firing::Artillery, attack)[0]);
    assert_eq!(as_artillery, [0, 0, 2]);
    for one in [UnitKind::AirHq, UnitKind::NavalHq].map(kind) {
        assert_eq!((faces(one, Firing::AntiAircraft, defence), faces(one, Firing::Artillery, attack)), ([1, 1, 1], [0, 0, 0]));
    }
}

/// [7.7.7][3.16][3.17] Halves are rounded down together, nobody throws more than alone and one more, and who has strength throws a die.
#[test]
fn dice_are_pooled_by_their_number_of_malus() {
    let mut random = Dice::new(7);
    for _ in 0..20_000 {
        let mut number = |count: u32| random.below(count) as u8;
        let throws: Vec<Throw> = (0..=number(4)).map(|_| Throw { strength: number(8), faces: 1 + number(5), malus: number(4) }).collect();
        let dice = dice(&throws);
        for malus in 0..4 {
            let group: Vec<(&Throw, u8)> = throws.iter().zip(dice.iter().copied()).filter(|(throw, _)| throw.malus == malus).collect();
            let divisor = 1 << malus;
            let together: u8 = group.iter().map(|(throw, _)| throw.strength).sum::<u8>() / divisor;
            let least: u8 = group.iter().map(|(throw, _)| u8::from(throw.strength > 0)).sum();
            let all: u8 = group.iter().map(|(_, dice)| dice).sum();
            assert!(all >= together.max(least), "{throws:?}: {dice:?}");
            for (throw, dice) in &group {
                let alone = throw.strength / divisor;
                assert!((alone.max(u8::from(throw.strength > 0))..=alone + 1).contains(dice), "{throws:?}: {dice}");
                // Who has an odd die is weaker than, or as weak as, whoever has none.
                for (other, fewer) in &group {
                    let odd = *dice == alone + 1 && alone > 0;
                    let none = *fewer == other.strength / divisor && *fewer > 0;
                    assert!(!odd || !none || throw.faces <= other.faces, "{throws:?}: {dice}");
                }
            }
        }
    }
}

/// [7.7.11] A pool shows as many hits as its dice do, each way once, against every throw.
#[test]
fn the_ways_of_a_pool_are_those_of_its_dice() {
    let mut random = Dice::new(8);
    for _ in 0..60 {
        let faces: Vec<u8> = (0..random.below(7)).map(|_| 1 + random.below(5) as u8).collect();
        let mut pool = Pool::default();
        for &faces in &faces {
            pool.add(1, faces);
        }
        let mut ways = vec![0_u64; faces.len() + 1];
        for throw in 0..6_u32.pow(faces.len() as u32) {
            let hits = faces.iter().enumerate().filter(|(die, faces)| throw / 6_u32.pow(*die as u32) % 6 < u32::from(**faces)).count();
            ways[hits] += 1;
        }
        assert_eq!(pool.ways().as_slice(), ways);
        for enough in 0..=faces.len() as u8 + 1 {
            let capped: Vec<u64> = (0..=enough).map(|hits| pool.ways_of(hits, enough)).collect();
            assert_eq!(capped.iter().sum::<u64>(), 6_u64.pow(faces.len() as u32));
            assert_eq!(capped[..usize::from(enough).min(ways.len())], ways[..usize::from(enough).min(ways.len())]);
            assert_eq!(pool.ways_of(enough + 1, enough), 0);
        }
    }
    // As many dice as there can be go in nodes whose weights fit.
    let mut pool = Pool::default();
    (1..=5).for_each(|faces| pool.add(7, faces));
    let [now, left] = pool.split();
    assert_eq!((now.count(), left.count()), (24, 11));
    assert_eq!(now.ways().iter().sum::<u64>(), 6_u64.pow(24));
    assert_eq!((1..=5).map(|faces| now.with_faces(faces) + left.with_faces(faces)).collect::<Vec<_>>(), [7; 5]);
}

/// [3.15][3.15.a][7.7.10] V2 and V12: steps are lost one hit each.
#[test]
fn a_hit_turns_the_block_by_a_step() {
    let mut target = Target { unit: german_infantry(), step: 0, marked: false };
    assert_eq!(target.endures(), 4);
    assert_eq!((target.hit(), target.strength()), (Hit::Reduced, 3));
    assert_eq!([target.hit(), target.hit(), target.hit()], [Hit::Reduced, Hit::Reduced, Hit::Eliminated]);
}

/// [3.15.c][7.7.8] Shields take every first hit.
#[test]
fn a_shield_takes_the_first_of_two_hits() {
    let mut army = Target { unit: unit(Nation::Soviet, UnitKind::Shock, 7), step: 0, marked: false };
    assert!(army.unit.shield);
    assert_eq!(army.endures(), 8);
    assert_eq!([army.hit(), army.hit(), army.hit()], [Hit::Marked, Hit::Reduced, Hit::Marked]);
    assert_eq!((army.strength(), army.marked, army.endures()), (5, true, 5));
}

/// [3.15.b][7.7.9] The strongest takes the hits until it loses a step; the owner chooses among equals.
#[test]
fn the_strongest_takes_the_hits() {
    let corps = |step| Target { unit: german_infantry(), step, marked: false };
    assert_eq!(next_targets(&[corps(1), corps(0), corps(2)]).as_slice(), [1]);
    assert_eq!(next_targets(&[corps(1), corps(0), corps(0)]).as_slice(), [1, 2]);
    let shock = unit(Nation::Soviet, UnitKind::Shock, 7);
    let army = |marked| Target { unit: shock, step: 0, marked };
    assert_eq!(next_targets(&[army(false), army(false)]).as_slice(), [0, 1]);
    assert_eq!(next_targets(&[army(false), army(true)]).as_slice(), [1], "the one that was hit goes on taking hits");
    let weaker = Target { unit: shock, step: 1, marked: true };
    assert_eq!(next_targets(&[weaker, army(false)]).as_slice(), [1], "the strongest, whatever was hit before");
}

/// [7.7.10.a] Artillery at a factor of 0 takes no more hits, aircraft at 0 do (AMB-05); beyond the last nobody is hit [7.7.11].
#[test]
fn support_without_strength_takes_no_hits() {
    let guns = unit(Nation::German, UnitKind::Artillery, 4);
    let empty = Target { unit: guns, step: 3, marked: false };
    assert_eq!((empty.strength(), empty.endures()), (0, 0));
    assert!(next_targets(&[empty]).is_empty());
    assert_eq!(Target { step: 0, ..empty }.endures(), 3);
    let rifles = Target { unit: rifles(), step: 3, marked: false };
    assert_eq!(next_targets(&[empty, rifles]).as_slice(), [1]);
    let mut all = data().units(Side::Axis).map(|(_, unit)| unit);
    let aircraft = all.find(|unit| unit.kind == UnitKind::Fighter && unit.steps.last().is_some_and(|step| step.strength == 0));
    let unit = aircraft.expect("fighters of minor allies have a step of 0");
    let mut grounded = Target { unit, step: unit.steps.len() as u8 - 1, marked: false };
    assert_eq!((grounded.strength(), next_targets(&[grounded]).as_slice(), grounded.hit()), (0, &[0][..], Hit::Eliminated));
}

/// [BOX1.c] A capital is a Major City; [BOX1.k] Gustav's Bonus is for its shells in attack, and its fire at aircraft has no Malus either; [6.1.2]
/// mountain troops of every nation are at home among mountains on the ground alone, and cross rivers and storm fortresses like others.
#[test]
fn what_the_first_audit_found_about_bonus_and_malus() {
    let counted = |fighter: Fighter<'_>, firing, conditions: &Conditions| fighter.modifiers(firing, conditions).counted(false);
    let capital = Conditions { town: Some(TownClass::Capital), ..PLAIN };
    assert_eq!(counted(defender(rifles(), 1), Firing::Ground, &capital), [1, 0]);
    assert_eq!(counted(attacker(german_infantry(), 2), Firing::Ground, &capital), [0, 1]);
    let fortress = Conditions { town: Some(TownClass::Fortress), ..PLAIN };
    let gustav = unit(Nation::German, UnitKind::Gustav, 4);
    assert_eq!(counted(defender(gustav, 2), Firing::Artillery, &fortress), [0, 0]);
    assert_eq!(
        [Role::Attacker, Role::Defender].map(|role| counted(fighter(gustav, 2, role), Firing::AntiAircraft, &fortress)),
        [[0, 0]; 2]
    );
    let mountain = Conditions { terrain: Terrain::Mountain, ..PLAIN };
    for corps in [unit(Nation::German, UnitKind::Mountain, 4), unit(Nation::Romanian, UnitKind::Mountain, 3)] {
        assert_eq!(counted(defender(corps, 1), Firing::Ground, &mountain), [1, 0]);
        assert_eq!(counted(attacker(corps, 1), Firing::Ground, &mountain), [0, 0]);
        assert_eq!(counted(defender(corps, 1), Firing::AntiAircraft, &mountain), [0, 0]);
        let over = Fighter { crossing: Some(Crossing::River), ..attacker(corps, 1) };
        assert_eq!(counted(over, Firing::Ground, &mountain), [0, 1]);
        assert_eq!(counted(attacker(corps, 1), Firing::Ground, &Conditions { town: Some(TownClass::Fortress), ..mountain }), [0, 2]);
    }
}
