//! East Front: whole games at random keep the contract and the fields that play keeps up by hand.

use stavka_engine::Dice;
use stavka_engine::east_front::{Action, EastFront, Prepared};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Scenario as _, Side, Turn};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::observation::{Observation, Observe as _};

fn scenario(id: &str) -> &'static Prepared {
    let &(name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == id).expect("it is embedded");
    Prepared::interned(&Prepared::sources(name, text)).expect("embedded data are valid")
}

/// Plays one game; declines and ends of phases are drawn again now and then, so that more happens.
fn play(data: &'static Prepared, seed: u64, each: &mut impl FnMut(&EastFront, &[Action])) -> EastFront {
    let mut dice = Dice::stream(seed, 1);
    let mut game = EastFront::new(data);
    let mut legal = Vec::new();
    let mut count = 0;
    loop {
        game.legal_actions(&mut legal);
        if legal.is_empty() {
            return game;
        }
        each(&game, &legal);
        let mut action = game.draw(&legal, &mut dice);
        if game.turn() != Turn::Chance {
            for _ in 0..seed % 4 {
                if action == Action::Done {
                    action = game.draw(&legal, &mut dice);
                }
            }
        }
        game.apply(action);
        count += 1;
        assert!(count <= data.max_actions(), "seed {seed}: longer than {count} actions");
    }
}

#[test]
fn random_games_run_from_start_to_end() {
    for id in ["tartar-trench", "worked-turn"] {
        let data = scenario(id);
        let mut longest = 0;
        let mut widest = 0;
        for seed in 0..60 {
            let mut count = 0;
            let mut scratch = Vec::new();
            let game = play(data, seed, &mut |game, legal| {
                count += 1;
                widest = widest.max(legal.len());
                scratch.clear();
                scratch.extend_from_slice(legal);
                scratch.sort_unstable();
                scratch.dedup();
                assert_eq!(scratch.len(), legal.len(), "seed {seed}: {legal:?} has duplicates ({})", game.prompt());
                if let Err(problem) = game.verify() {
                    panic!("seed {seed}, action {count}: {problem} ({})", game.prompt());
                }
            });
            assert_eq!(game.turn(), Turn::Over);
            assert!(game.outcome().is_some());
            longest = longest.max(count);
        }
        println!("{id}: at most {longest} actions of {}, lists of at most {widest}", data.max_actions());
    }
}

#[test]
fn notation_reads_back_and_observations_are_whole() {
    let data = scenario("tartar-trench");
    for seed in 0..12 {
        let mut dice = Dice::stream(seed, 2);
        play(data, seed, &mut |game, legal| {
            for &action in legal {
                let text = game.notation(action);
                assert_eq!(game.parse_action(&text), Ok(action), "seed {seed}: {text}");
            }
            let spec = EastFront::observation_spec(data);
            let (mut planes, mut globals) = (vec![u8::MAX; spec.changing_len()], vec![f32::NAN; spec.globals.len()]);
            for side in Side::ALL {
                game.observe(side, &mut Observation { planes: &mut planes, globals: &mut globals });
                assert!(
                    planes.iter().all(|&value| value < u8::MAX) && globals.iter().all(|value| value.abs() <= 8.0),
                    "seed {seed}: {}",
                    game.prompt()
                );
                let world = game.determinize(side, &mut dice);
                assert_eq!(world.view_hash(side), game.view_hash(side), "seed {seed}: {}", game.prompt());
            }
        });
    }
}
