//! A bounded run of the byte-driven fuzz target: pseudo-random strings and the patterns that a fuzzer
//! finds first. The same driver runs without bound under cargo-fuzz, see `fuzz/`.

use rayon::prelude::*;
use stavka_engine::Dice;
use stavka_engine::game::Scenario as _;

use crate::props::bytes::{AtEnd, play, read};
use crate::props::walk::over_seeds;
use crate::props::{Of, Playable, for_every_scenario};

/// Pseudo-random strings per scenario, and their greatest length.
const STRINGS: u64 = 1000;
const LENGTH: u32 = 1200;

fn random_bytes(dice: &mut Dice, length: usize) -> Vec<u8> {
    (0..length).map(|_| dice.below(256) as u8).collect()
}

#[test]
fn byte_strings_play_without_a_broken_promise() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        over_seeds::<G>(scenario, 0..STRINGS, |seed| {
            let mut dice = Dice::stream(seed, 0xf022);
            let length = dice.below(LENGTH) as usize;
            let mut bytes = random_bytes(&mut dice, length);
            // Half of the strings lean to the ends of the lists, where declining and the last entries are.
            if seed % 2 == 1 {
                let lean = dice.below(128) as u8;
                for byte in &mut bytes {
                    *byte = if *byte < lean {
                        0
                    } else if *byte > 255 - lean {
                        255
                    } else {
                        *byte
                    };
                }
            }
            let trace = play::<G>(scenario, &bytes, AtEnd::Stop);
            assert!(trace.actions <= bytes.len(), "every action takes a byte");
        });
    }
    for_every_scenario!(test);
}

#[test]
fn the_same_bytes_give_the_same_game() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        over_seeds::<G>(scenario, 0..20, |seed| {
            let bytes = random_bytes(&mut Dice::new(seed), 600);
            assert_eq!(play::<G>(scenario, &bytes, AtEnd::Stop), play::<G>(scenario, &bytes, AtEnd::Stop));
        });
    }
    for_every_scenario!(test);
}

/// Patterns without end: the first entry always, the last always, alternations, ramps and every constant.
#[test]
fn patterns_end_within_the_length_of_the_scenario() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let ramp: Vec<u8> = (0..=255).collect();
        let mut patterns: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte]).collect();
        patterns.push(ramp.clone());
        patterns.push(ramp.iter().rev().copied().collect());
        patterns.push(ramp.iter().flat_map(|&byte| [byte, 255 - byte]).collect());
        patterns.push(ramp.iter().map(|byte| byte.wrapping_mul(37)).collect());
        patterns.extend([vec![0, 255], vec![255, 255, 0], vec![0, 0, 255], vec![254, 1], vec![128, 0, 128, 255]]);
        // Hardly ever the first entry, which is the one that ends lists and phases.
        patterns.extend((1..=16u32).map(|step| (0..64).map(|turn| (1 + turn * step % 255) as u8).collect()));
        patterns.par_iter().step_by(G::one_in(scenario) as usize).for_each(|bytes| {
            let trace = play::<G>(scenario, bytes, AtEnd::Repeat);
            assert!(trace.over && trace.actions <= scenario.max_actions(), "{bytes:?} ends after {} actions", trace.actions);
        });
        assert_eq!(play::<G>(scenario, &[], AtEnd::Repeat).actions, 0, "no bytes, no actions");
    }
    for_every_scenario!(test);
}

#[test]
fn arbitrary_text_is_read_or_refused() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let game = G::new(scenario);
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let lines: Vec<String> = legal.iter().map(|&action| game.notation(action)).collect();
        over_seeds::<G>(scenario, 0..300, |seed| {
            let mut dice = Dice::stream(seed, 0x7e47);
            // True lines with a few bytes turned, words swapped or cut.
            let mut bytes: Vec<u8> =
                (0..4).flat_map(|_| format!("{}\n", lines[dice.below(lines.len() as u32) as usize]).into_bytes()).collect();
            for _ in 0..dice.below(6) {
                let at = dice.below(bytes.len() as u32) as usize;
                match dice.below(3) {
                    0 => bytes[at] = dice.below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b' '),
                }
            }
            read::<G>(scenario, &bytes);
        });
    }
    for_every_scenario!(test);
}
