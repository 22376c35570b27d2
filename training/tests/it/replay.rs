//! The replay buffer and the games that fill it: nothing is lost, nothing foreign gets in, everything can be played
//! again.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use stavka_engine::armir::Armir;
use stavka_engine::{Dice, Game as _, Side};
use stavka_training::curriculum::Curriculum;
use stavka_training::imitation;
use stavka_training::replay::{Buffer, BufferSettings, Decision, Ending, Episode, ReplayError};
use stavka_training::run::{Config, ImitationConfig, Stage};

/// Quick players, some random choices, one position in four.
fn config(games: u64) -> Config {
    let mut config = Config { seed: 5, ..Config::default() };
    config.imitation.games = games;
    config.imitation.players = vec!["policy".to_owned(), "random".to_owned()];
    config
}

fn course(config: &Config) -> Curriculum<Armir> {
    Curriculum::load(config).expect("the scenarios are embedded")
}

fn episode(number: u64) -> Episode {
    let config = config(1);
    play(&course(&config), &config, number)
}

fn play(course: &Curriculum<Armir>, config: &Config, number: u64) -> Episode {
    let players = imitation::players(config).expect("they need nothing");
    imitation::play(course, config, &players, number, &AtomicBool::new(false)).expect("nobody cancels")
}

fn settings(capacity: u64, segment: u64) -> BufferSettings {
    BufferSettings { game: "armir".to_owned(), capacity, segment }
}

fn open(directory: &Path) -> Buffer {
    Buffer::open(directory, settings(1_000_000, 1_000_000)).expect("the buffer is good")
}

fn filled(directory: &Path, games: u64) -> Vec<Episode> {
    let mut buffer = open(directory);
    let episodes: Vec<Episode> = (0..games).map(episode).collect();
    for episode in &episodes {
        buffer.append(episode).expect("there is room");
    }
    episodes
}

fn read(buffer: &Buffer) -> Vec<Episode> {
    buffer.episodes().collect::<Result<_, _>>().expect("the episodes are good")
}

fn segments(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory).expect("it is there").map(|file| file.expect("it is there").path()).collect();
    files.sort();
    files
}

fn here() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory can be made")
}

#[test]
fn an_episode_is_legal_and_its_record_reads_back_with_the_same_dice() {
    let scenario = course(&config(1)).scenario();
    for number in 0..4 {
        let episode = episode(number);
        assert!(matches!(episode.ending, Ending::Finished { .. }));
        assert!(episode.decisions.len() > 20, "{} positions", episode.decisions.len());
        episode.verify_dice::<Armir>(scenario).expect("the dice are those of the seed");
        let mut changed = episode.clone();
        let middle = changed.actions.len() / 2;
        changed.actions[middle] = u16::MAX;
        assert!(matches!(changed.replay::<Armir>(scenario, |_, _, _| {}), Err(ReplayError::Unplayable { .. })));
    }
}

#[test]
fn samples_are_the_positions_of_their_decisions() {
    let scenario = course(&config(1)).scenario();
    let episode = episode(1);
    let wanted = [0, 3, 7];
    let samples = episode.samples::<Armir>(scenario, &wanted).expect("the episode is good");
    let mut positions = Vec::new();
    episode
        .replay::<Armir>(scenario, |number, game, legal| positions.push((number, game.state_hash(), legal.to_vec())))
        .expect("it is good");
    for (sample, index) in samples.iter().zip(wanted) {
        let decision = &episode.decisions[index];
        let (_, hash, legal) = &positions[decision.at as usize];
        assert_eq!((sample.game.state_hash(), &sample.legal), (*hash, legal));
        assert_eq!(sample.policy.iter().position(|&share| share > 0.99), Some(usize::from(decision.policy[0].0)));
        assert!((sample.outcome.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        let Ending::Finished { winner, margin } = episode.ending else { panic!("the game was not cut off") };
        assert_eq!(sample.outcome[0] > 0.99, winner == Some(sample.side));
        assert_eq!(sample.margin.map(|own| own > 0.0), Some((margin > 0) == (sample.side == Side::Axis)));
        let end = sample.end.as_ref().expect("the game was not cut off");
        assert!(end.control.iter().flatten().sum::<f32>() > 100.0 && end.losses[0] > 0.0, "the map at the end is read");
    }
}

#[test]
fn a_distribution_comes_back_and_mixes_with_the_value_of_the_search() {
    let mut episode = episode(2);
    let scenario = course(&config(1)).scenario();
    let at = episode.decisions[5].at as usize;
    let mut choices = 0;
    episode
        .replay::<Armir>(scenario, |number, _, legal| {
            if number == at {
                choices = legal.len()
            }
        })
        .expect("it is good");
    let mut policy = vec![0.0; choices];
    (policy[0], policy[choices - 1]) = (0.25, 0.75);
    episode.decisions = vec![Decision::from_distribution(at, &policy, Some(0.5))];
    let sample = &episode.samples::<Armir>(scenario, &[0]).expect("it is good")[0];
    assert!((sample.policy[0] - 0.25).abs() < 1e-4 && (sample.policy[choices - 1] - 0.75).abs() < 1e-4);
    let target = sample.value_target(0.5);
    let decided = if sample.outcome[0] > 0.99 { 0 } else { 2 };
    assert!((target[decided] - 0.75).abs() < 1e-6 && (target[2 - decided] - 0.25).abs() < 1e-6, "{target:?}");
}

/// What the Soviets chose in secret, in the order of these games, and how often the game's expert was not followed.
fn hidden_choices_of(config: &Config, games: u64) -> (BTreeSet<u8>, usize) {
    let course = course(config);
    let (mut chosen, mut departures) = (BTreeSet::new(), 0);
    for number in 0..games {
        let episode = play(&course, config, number);
        let last = episode.replay::<Armir>(course.scenario(), |_, _, _| {}).expect("it is good");
        chosen.insert(last.known_objectives(Side::Soviet).expect("they are chosen early").0);
        let wanted = |decision: &Decision| usize::from(decision.policy[0].0) != usize::from(episode.actions[decision.at as usize]);
        departures += episode.decisions.iter().filter(|decision| wanted(decision)).count();
    }
    (chosen, departures)
}

#[test]
fn hidden_choices_are_drawn_where_the_other_side_cannot_see_it_and_nowhere_else() {
    let mut config = config(0);
    config.imitation = ImitationConfig { players: vec!["staff".to_owned()], epsilon_per_mille: 0, keep: 1, ..config.imitation };
    config.imitation.hidden_epsilon_per_mille = 0;
    let (chosen, departures) = hidden_choices_of(&config, 6);
    assert_eq!((chosen.len(), departures), (1, 0), "the staff always chooses the same");
    config.imitation.hidden_epsilon_per_mille = 1000;
    let (chosen, departures) = hidden_choices_of(&config, 6);
    assert!(chosen.len() >= 3, "{chosen:?}");
    assert!(departures <= 6, "{departures}: the choice of objectives is the only secret of a game");
}

#[test]
fn a_torn_tail_is_cut_wherever_it_was_torn() {
    let directory = here();
    let episodes = filled(directory.path(), 3);
    let file = segments(directory.path()).remove(0);
    let whole = fs::read(&file).expect("it is there");
    let two = {
        let short = here();
        filled(short.path(), 2);
        fs::metadata(&segments(short.path())[0]).expect("it is there").len() as usize
    };
    for length in [two + 1, two + 7, two + 8, two + 100, whole.len() - 1] {
        fs::write(&file, &whole[..length]).expect("there is room");
        assert_eq!(read(&open(directory.path())), episodes[..2], "torn at {length}");
        assert_eq!(fs::metadata(&file).expect("it is there").len() as usize, two, "the tail is gone");
    }
    let mut zeros = whole[..two].to_vec();
    zeros.resize(two + 4096, 0);
    fs::write(&file, &zeros).expect("there is room");
    let mut buffer = open(directory.path());
    buffer.append(&episodes[2]).expect("there is room");
    assert_eq!(read(&open(directory.path())), episodes);
    for length in [0, 3, 8, 12] {
        fs::write(&file, &whole[..length]).expect("there is room");
        assert_eq!(open(directory.path()).games(), 0, "a file that was only begun is begun again");
    }
}

#[test]
fn edited_and_foreign_files_are_refused_with_their_place() {
    let directory = here();
    filled(directory.path(), 3);
    let file = segments(directory.path()).remove(0);
    let whole = fs::read(&file).expect("it is there");
    let mut edited = whole.clone();
    edited[whole.len() / 2] ^= 1;
    fs::write(&file, &edited).expect("there is room");
    let again = || Buffer::open(directory.path(), settings(100, 100)).err().expect("it is refused");
    assert!(matches!(again(), ReplayError::Damaged { .. }), "{}", again());
    fs::write(&file, b"a letter").expect("there is room");
    assert!(matches!(again(), ReplayError::Foreign { .. }), "{}", again());
    fs::write(&file, &whole).expect("there is room");
    let other = BufferSettings { game: "chess".to_owned(), ..settings(100, 100) };
    assert!(matches!(Buffer::open(directory.path(), other), Err(ReplayError::OtherRules { .. })));
    let mut foreign = episode(0);
    foreign.data ^= 1;
    let Err(error) = course(&config(1)).scenario_of(&foreign) else { panic!("no stage has it") };
    assert!(error.to_string().contains("historical"), "{error}");
}

#[test]
fn a_tear_in_an_older_segment_is_no_tear_but_damage() {
    let directory = here();
    let mut buffer = Buffer::open(directory.path(), settings(1_000_000, 1)).expect("it is new");
    for number in 0..2 {
        buffer.append(&episode(number)).expect("there is room");
    }
    drop(buffer);
    let first = segments(directory.path()).remove(0);
    OpenOptions::new().append(true).open(&first).and_then(|mut file| file.write_all(b"torn")).expect("there is room");
    assert!(matches!(Buffer::open(directory.path(), settings(100, 1)), Err(ReplayError::Damaged { .. })));
}

#[test]
fn the_oldest_segments_go_and_the_counters_stay() {
    let directory = here();
    let bounded = || Buffer::open(directory.path(), settings(300, 150)).expect("the buffer is good");
    let mut buffer = bounded();
    let mut positions = 0;
    for number in 0..12 {
        let episode = episode(number);
        positions += episode.decisions.len() as u64;
        buffer.append(&episode).expect("there is room");
        assert!(buffer.positions() >= positions.min(300), "{} of {positions} positions are kept", buffer.positions());
        assert!(buffer.positions() < 300 + 3 * 300, "{} positions are kept", buffer.positions());
    }
    assert!(buffer.games() < 12, "some have gone");
    let counters = (buffer.games(), buffer.positions(), buffer.games_ever(), buffer.positions_ever());
    assert_eq!((counters.2, counters.3), (12, positions));
    drop(buffer);
    let buffer = bounded();
    assert_eq!((buffer.games(), buffer.positions(), buffer.games_ever(), buffer.positions_ever()), counters);
}

#[test]
fn a_block_depends_on_contents_and_seed_alone() {
    let directory = here();
    filled(directory.path(), 4);
    let course = course(&config(1));
    let block = |seed: u64| -> Vec<u64> {
        let buffer = open(directory.path());
        let samples = buffer.block::<Armir>(&|episode| course.scenario_of(episode), 64, 8, &mut Dice::new(seed)).expect("it is good");
        samples.iter().map(|sample| sample.game.state_hash()).collect()
    };
    assert_eq!(block(1), block(1));
    assert_ne!(block(1), block(2));
    let drawn = block(3);
    assert_eq!(drawn.len(), 64);
    let empty = here();
    let none = open(empty.path()).block::<Armir>(&|episode| course.scenario_of(episode), 1, 1, &mut Dice::new(1));
    assert!(matches!(none, Err(ReplayError::Empty)));
}

#[test]
fn imitation_goes_on_where_it_was_broken_off_and_plays_nothing_twice() {
    let config = config(6);
    let course = course(&config);
    let play_on = |directory: &Path, stop_after: u64| {
        let buffer = Mutex::new(open(directory));
        let cancel = AtomicBool::new(false);
        let seen = AtomicU64::new(0);
        imitation::play_all(&course, &config, &buffer, 2, &cancel, &|finished| {
            seen.store(finished, Ordering::Relaxed);
            if finished >= stop_after {
                cancel.store(true, Ordering::Relaxed);
            }
        })
        .expect("there is room");
        seen.load(Ordering::Relaxed)
    };
    let whole = here();
    play_on(whole.path(), u64::MAX);
    let broken = here();
    assert!(play_on(broken.path(), 2) >= 2);
    assert!(open(broken.path()).games() < 6, "it was broken off");
    assert_eq!(play_on(broken.path(), u64::MAX), 6);
    let sorted = |directory: &Path| {
        let mut episodes = read(&open(directory));
        episodes.sort_by_key(|episode| episode.seed);
        episodes
    };
    assert_eq!(sorted(broken.path()), sorted(whole.path()));
}

#[test]
fn stages_open_and_cut_games_as_configured() {
    let mut config = config(1);
    config.stage = vec![Stage { opening_turns: 1, last_turn: 2, ..Stage::default() }];
    let course = course(&config);
    let episode = play(&course, &config, 3);
    let Ending::Cut { axis } = episode.ending else { panic!("the game was cut off") };
    assert!((0.0..=1.0).contains(&axis));
    let mut turns = Vec::new();
    let last = episode.replay::<Armir>(course.scenario(), |number, game, _| turns.push((number, game.game_turn()))).expect("it is good");
    assert_eq!(last.game_turn(), 3);
    let first = episode.decisions[0].at as usize;
    assert_eq!(turns[first].1, 2, "nothing of the opening is learned from");
    let samples = episode.samples::<Armir>(course.scenario(), &[0]).expect("it is good");
    assert!(samples[0].end.is_none() && samples[0].margin.is_none());
    assert!((samples[0].outcome[0] + samples[0].outcome[2] - 1.0).abs() < 1e-6);
}
