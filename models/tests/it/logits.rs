//! Every shipped file of weights gives the answers that were recorded: on the same 1,000 positions of recorded games, to
//! 1e-5. Positions are a record and the number of an action in it, so the order of legal lists does not move them; what is
//! compared are the forecast, the logit of the action that was played, and the mean of all logits.
//!
//! `STAVKA_BLESS=1 cargo test -p stavka-models --test it logits::` writes the answers anew, and plays anew the games whose
//! records the present rules refuse.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use stavka_agents::{Playable, Player, make_agent, play_game};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::record::{Record, Recorded, replay};
use stavka_engine::{GameName, Observe, Turn, with_game};
use stavka_models::{CpuNetwork, Encoder, Heads, Network as _, Weights};

/// Positions per file of weights.
const POSITIONS: usize = 1000;
/// Players of the recorded games; the seed of a game is its number in the list, from 1.
const PLAYERS: [[&str; 2]; 3] = [["doctrine", "greedy"], ["greedy", "doctrine"], ["policy", "random"]];
/// How far an answer may be off, for numbers up to 1; beyond, the same share of the number.
const TOLERANCE: f64 = 1e-5;
/// Numbers of an answer: expected score, expected margin, logit of the action that was played, mean of all logits.
const NUMBERS: usize = 4;

/// What a network says of a position.
type Answer = [f64; NUMBERS];
/// A position: number of the record, and of the action in it.
type Place = (usize, usize);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn is_blessing() -> bool {
    std::env::var_os("STAVKA_BLESS").is_some()
}

/// The shipped files of weights of a game, by name.
fn shipped(game: GameName) -> Vec<(String, Weights)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder("weights")).expect("it is there").map(|entry| entry.expect("it is there").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "safetensors"));
    files.sort();
    let named = files.into_iter().map(|path| (path.file_stem().expect("it has a name").to_string_lossy().into_owned(), path));
    named
        .filter(|(name, _)| name == game.as_str() || name.starts_with(&format!("{game}-")))
        .map(|(name, path)| (name, Weights::load(&path).expect("it is whole")))
        .collect()
}

/// Plays a game of scripted players.
fn play<G: Playable + Recorded>(scenario: &'static G::Scenario, number: usize) -> Record {
    let names = PLAYERS[number];
    let [mut axis, mut soviet] = names.map(|name| make_agent::<G>(name, 0).expect("it needs no network"));
    let players = [Player { name: names[0], agent: axis.as_mut() }, Player { name: names[1], agent: soviet.as_mut() }];
    play_game::<G>(scenario, number as u64 + 1, players).expect("players choose legal actions").record
}

/// The recorded games of a game.
fn records<G: Playable + Recorded + Catalogue>(scenario: &'static G::Scenario) -> Vec<Record> {
    let read = |number: usize| {
        let path = folder("tests/recorded").join(format!("{}-{}.record", G::NAME, number + 1));
        let text = fs::read_to_string(&path).map_err(|error| error.to_string());
        let record = text.and_then(|text| Record::parse(&text).map_err(|error| error.to_string()));
        let record = record.and_then(|record| replay::<G>(&record, scenario, |_, _| {}).map(|_| record).map_err(|error| error.to_string()));
        record.unwrap_or_else(|problem| {
            assert!(is_blessing(), "{}: {problem}; STAVKA_BLESS=1 plays the game anew", path.display());
            let record = play::<G>(scenario, number);
            fs::write(&path, record.to_text()).expect("there is room");
            record
        })
    };
    (0..PLAYERS.len()).map(read).collect()
}

/// The choices of all records, from which as many as are wanted are taken at even distances.
fn places<G: Recorded>(records: &[Record], scenario: &'static G::Scenario) -> Vec<Place> {
    let mut choices = Vec::new();
    let mut legal = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let mut index = 0;
        replay::<G>(record, scenario, |game, _| {
            game.legal_actions(&mut legal);
            if matches!(game.turn(), Turn::Player(_)) && legal.len() > 1 {
                choices.push((number, index));
            }
            index += 1;
        })
        .expect("it was replayed before");
    }
    assert!(choices.len() >= POSITIONS, "only {} choices in all records", choices.len());
    (0..POSITIONS).map(|place| choices[place * choices.len() / POSITIONS]).collect()
}

/// What the networks say of the positions, one after the other.
fn answers<G: Playable + Observe + Recorded>(
    records: &[Record],
    scenario: &'static G::Scenario,
    networks: &[(String, Weights)],
    places: &[Place],
) -> BTreeMap<Place, Vec<Answer>> {
    let make = |weights: &Weights| {
        let encoder = Encoder::<G>::new(scenario, weights.description().architecture.guidance());
        let batch = encoder.batch();
        (encoder, batch, CpuNetwork::new(weights).expect("it is described well"))
    };
    let mut networks: Vec<_> = networks.iter().map(|(_, weights)| make(weights)).collect();
    let (mut legal, mut heads, mut found) = (Vec::new(), Heads::default(), BTreeMap::new());
    for (number, record) in records.iter().enumerate() {
        let mut index = 0;
        replay::<G>(record, scenario, |game, action| {
            let place = (number, index);
            index += 1;
            if places.binary_search(&place).is_err() {
                return;
            }
            game.legal_actions(&mut legal);
            let played = legal.iter().position(|&other| other == action).expect("it was played");
            let mut said = |(encoder, batch, network): &mut (Encoder<G>, _, CpuNetwork)| {
                *batch = encoder.batch();
                encoder.push(batch, game, &legal);
                network.run(batch, &mut heads).expect("it reads the game");
                let [win, draw, _] = heads.wdl[0].map(f64::from);
                let mean = heads.logits.iter().copied().map(f64::from).sum::<f64>() / legal.len() as f64;
                [win + 0.5 * draw, f64::from(heads.margin[0]), f64::from(heads.logits[played]), mean]
            };
            found.insert(place, networks.iter_mut().map(&mut said).collect());
        })
        .expect("it was replayed before");
    }
    found
}

fn check<G: Playable + Observe + Recorded + Catalogue>() {
    let networks = shipped(G::NAME);
    if networks.is_empty() {
        return;
    }
    let scenario = G::load(G::embedded()[0]).expect("it is embedded");
    let records = records::<G>(scenario);
    let path = folder("tests/recorded").join(format!("{}.logits", G::NAME));
    let names: Vec<&str> = networks.iter().map(|(name, _)| name.as_str()).collect();
    let header = format!("record action: {}", names.join(" | "));
    if is_blessing() {
        let places = places::<G>(&records, scenario);
        let mut text = header + "\n";
        for ((number, index), answers) in answers::<G>(&records, scenario, &networks, &places) {
            let _ = write!(text, "{} {index}:", number + 1);
            for (place, answer) in answers.iter().enumerate() {
                text.push_str(if place > 0 { " |" } else { "" });
                for number in answer {
                    let _ = write!(text, " {number:.6}");
                }
            }
            text.push('\n');
        }
        fs::write(&path, text).expect("there is room");
        return;
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}; STAVKA_BLESS=1 writes it", path.display()));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(header.as_str()), "{}: other files of weights are shipped", path.display());
    let read = |line: &str| -> Option<(Place, Vec<Answer>)> {
        let (place, answers) = line.split_once(':')?;
        let (number, index) = place.split_once(' ')?;
        let answer = |text: &str| {
            let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
            numbers.ok()?.try_into().ok()
        };
        Some(((number.parse::<usize>().ok()? - 1, index.parse().ok()?), answers.split('|').map(answer).collect::<Option<_>>()?))
    };
    let known: BTreeMap<Place, Vec<Answer>> =
        lines.map(|line| read(line).unwrap_or_else(|| panic!("{}: {line:?}", path.display()))).collect();
    assert_eq!(known.len(), POSITIONS);
    let found = answers::<G>(&records, scenario, &networks, &known.keys().copied().collect::<Vec<_>>());
    assert_eq!(found.len(), POSITIONS, "each position is one of a record");
    for (place, known) in &known {
        let (number, index) = place;
        for ((name, known), found) in names.iter().zip(known).zip(&found[place]) {
            let agrees = known.iter().zip(found).all(|(known, found)| (known - found).abs() <= TOLERANCE * known.abs().max(1.0));
            let action = &records[*number].actions[*index];
            assert!(agrees, "{name}, record {}, action {index} ({action}): {found:?}, recorded were {known:?}", number + 1);
        }
    }
}

#[test]
fn every_shipped_file_of_weights_gives_the_recorded_answers() {
    for game in GameName::ALL {
        with_game!(game, G => check::<G>());
    }
}
