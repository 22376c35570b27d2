//! Training as a user meets it.

use std::fs;

use crate::common::{directory, run, write};

/// A run that takes seconds: a tiny network, and games of which the policy plays all but the last turn.
const TINY: &str = r#"
seed = 3

[[stage]]
opening_turns = 5

[network]
width = 4
depth = 1
policy_width = 4
value_width = 4

[imitation]
games = 6
players = ["policy"]
steps = 4

[selfplay]
games = 4
positions = 20
simulations = 2
fast_simulations = 1

[batch]
positions = 8
window = 2

[checkpoint]
every = 4

[evaluation]
pairs = 1
opponents = ["random"]
simulations = 1

[limits]
steps = 200
"#;

#[test]
fn the_defaults_are_a_configuration_that_names_every_key() {
    let here = directory();
    let defaults = run(here.path(), &["train", "--defaults"]).good().says(&["[selfplay]", "full_share", "# "]);
    write(here.path(), "own.toml", &format!("{}\nnonsense = 1\n", defaults.out));
    run(here.path(), &["train", "--config", "own.toml"]).fails(2, &["own.toml", "unknown field `nonsense`"]);
}

#[test]
fn bad_configurations_and_directories_are_told_before_anything_is_made() {
    let here = directory();
    run(here.path(), &["train"]).fails(2, &["--config", "--resume", "--defaults"]);
    run(here.path(), &["train", "--config", "none.toml"]).fails(2, &["cannot read none.toml"]);
    for (text, words) in [
        ("[selfplay]\nsimulation = 3", &["bad.toml", "unknown field `simulation`", "`simulations`"][..]),
        ("[batch]\npositions = 0", &["batch.positions is 0", "a whole number from 1"]),
        ("[imitation]\nplayers = [\"napoleon\"]", &["imitation.players", "there is no player \"napoleon\""]),
        ("game = \"chess\"", &["unknown variant `chess`", "armir"]),
    ] {
        write(here.path(), "bad.toml", text);
        run(here.path(), &["train", "--config", "bad.toml", "--dir", "run"]).fails(2, words);
    }
    assert!(!here.path().join("run").exists());
    run(here.path(), &["train", "status", "nowhere"]).fails(2, &["nowhere", "no training run"]);
    run(here.path(), &["train", "export", "nowhere", "--to", "net"]).fails(2, &["nowhere", "no training run"]);
    run(here.path(), &["train", "--resume", "nowhere", "--minutes", "0"]).fails(2, &["more than 0"]);
}

#[test]
fn a_run_with_old_keys_is_read_and_tells_what_they_are_called_now() {
    let here = directory();
    fs::create_dir_all(here.path().join("run/checkpoints")).expect("there is room");
    write(here.path(), "run/config.toml", "[learner]\nrate = 0.002\nema = 0.99\n[limits]\nsteps = 70\n");
    let status = run(here.path(), &["train", "status", "run", "--format", "json"]);
    assert_eq!((status.code, &status.json()["steps"]), (Some(0), &70.into()));
    for words in [
        "learner.rate is an old key and is read as learner.learning_rate",
        "learner.ema is an old key and is read as learner.average_decay",
    ] {
        assert!(status.err.contains(&format!("note: run/config.toml: {words}\n")), "{}", status.err);
    }
    write(here.path(), "run/config.toml", "[learner]\nrate = 0.002\nnonsense = 1\n");
    run(here.path(), &["train", "status", "run"]).fails(2, &["run/config.toml", "unknown field `nonsense`"]);
}

#[cfg(not(feature = "torch"))]
#[test]
fn a_program_without_libtorch_says_how_to_build_one_with_it() {
    let here = directory();
    write(here.path(), "tiny.toml", TINY);
    run(here.path(), &["train", "--config", "tiny.toml"]).fails(1, &["tests/libtorch", "--features torch"]);
    assert_eq!(fs::read_dir(here.path()).expect("it is there").count(), 1, "nothing is left behind");
}

#[cfg(feature = "torch")]
mod with_libtorch {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::time::Duration;

    use stavka_engine::Dice;
    use stavka_training::replay::{Buffer, BufferSettings};
    use stavka_training::selfplay::{Unfinished, unfinished};

    use super::*;
    use crate::common::stavka;

    fn status(here: &Path) -> serde_json::Value {
        run(here, &["train", "status", "run", "--format", "json"]).good().json()
    }

    fn replay(directory: &Path) -> Buffer {
        let settings = BufferSettings { game: "armir".to_owned(), capacity: u64::MAX, segment: u64::MAX };
        Buffer::open(directory, settings).expect("a kill damages nothing")
    }

    fn flights(here: &Path) -> Vec<Unfinished> {
        unfinished(&here.join("run/flights")).expect("a kill damages nothing")
    }

    /// Runs the command for a while and kills it; false if it had ended by itself.
    fn killed_after(here: &Path, arguments: &[&str], time: Duration) -> bool {
        let mut child = stavka(here).args(arguments).spawn().expect("the command starts");
        std::thread::sleep(time);
        let ended = child.try_wait().expect("it can be asked").is_some();
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        !ended
    }

    #[test]
    fn a_run_killed_ten_times_at_random_goes_on_each_time() {
        let here = directory();
        let here = here.path();
        write(here, "tiny.toml", TINY);
        let mut dice = Dice::new(1943);
        let mut killed = 0;
        let (mut step, mut games) = (0, 0);
        let mut in_flight = BTreeSet::new();
        // Longest time to a kill in milliseconds, and what there was at the last one: a slow machine is given more.
        let (mut longest, mut seen) = (1500, (0, 0, 0));
        while killed < 10 || (in_flight.is_empty() && killed < 30) {
            let begin = ["train", "--config", "tiny.toml", "--dir", "run"];
            let resume = ["train", "--resume", "run"];
            let arguments = if here.join("run/config.toml").exists() { &resume[..] } else { &begin[..] };
            let time = Duration::from_millis(u64::from(dice.below(longest)) + 50);
            if !killed_after(here, arguments, time) {
                break;
            }
            killed += 1;
            if !here.join("run/config.toml").exists() {
                continue;
            }
            let now = status(here);
            assert!(now["step"].as_u64() >= Some(step), "the run went back from step {step}: {now}");
            step = now["step"].as_u64().expect("a count");
            let kept = replay(&here.join("run/replay")).games_ever();
            assert!(kept >= games, "games were lost: {kept} of {games}");
            games = kept;
            let flights = flights(here);
            let now = (step, games, flights.iter().map(|game| game.actions.len()).sum::<usize>());
            if now == seen {
                longest = (2 * longest).min(60_000);
            }
            seen = now;
            in_flight.extend(flights.iter().map(|game| game.seed));
        }
        assert!(killed >= 3, "the run ended after {killed} kills");
        run(here, &["train", "--resume", "run"]).good().says(&["complete after step 200"]);
        assert!(!in_flight.is_empty(), "no kill met self-play");
        let mut kept = replay(&here.join("run/replay")).seeds().expect("the games are good");
        kept.extend(flights(here).iter().map(|game| game.seed));
        assert!(in_flight.is_subset(&kept), "of {} games in flight {} were lost", in_flight.len(), in_flight.difference(&kept).count());
        let now = status(here);
        assert_eq!(now["step"], 200);
        assert_eq!((now["evaluations"].as_array().map(Vec::len), &now["best"]), (Some(1), &200.into()));
        run(here, &["train", "status", "run"]).good().says(&["best", "step 200, ", "Elo on the ladder", "promoted"]);
        run(here, &["train", "export", "run", "--to", "net.safetensors"]).good().says(&["the best network, of step 200"]);
        run(here, &["train", "export", "run", "--to", "net.safetensors", "--candidate"]).good().says(&["weights of step 200"]);
        assert!(fs::metadata(here.join("net.safetensors")).expect("it is there").len() < 5_000_000);
        run(here, &["train", "export", "run", "--to", "net", "--step", "3"]).fails(2, &["no checkpoint of step 3", "200"]);
        run(here, &["train", "--config", "tiny.toml", "--dir", "run"]).fails(2, &["holds a training run already", "--resume"]);
    }

    #[test]
    fn cuda_that_is_not_there_is_told() {
        if stavka_models::torch::best_device() != stavka_models::torch::Device::Cpu {
            return;
        }
        let here = directory();
        write(here.path(), "tiny.toml", &format!("device = \"cuda\"\n{TINY}"));
        run(here.path(), &["train", "--config", "tiny.toml", "--dir", "run"]).fails(2, &["device = \"cuda\"", "no CUDA device"]);
    }

    #[test]
    fn checkpoints_that_are_truncated_or_of_another_network_are_refused_by_name() {
        let here = directory();
        let here = here.path();
        let short = TINY.replace("steps = 200", "steps = 8");
        write(here, "tiny.toml", &short);
        run(here, &["train", "--config", "tiny.toml", "--dir", "run"]).good();
        let config = fs::read_to_string(here.join("run/config.toml")).expect("it is there");
        write(here, "run/config.toml", &config.replace("\ndepth = 1\n", "\ndepth = 2\n"));
        run(here, &["train", "--resume", "run"]).fails(2, &["checkpoints/00000008", "its network is", "\"depth\":1", "\"depth\":2"]);
        write(here, "run/config.toml", &config);
        let player = here.join("run/checkpoints/00000008/player.safetensors");
        let bytes = fs::read(&player).expect("it is there");
        fs::write(&player, &bytes[..bytes.len() / 2]).expect("there is room");
        let export = ["train", "export", "run", "--to", "net", "--candidate"];
        run(here, &export).fails(2, &["00000008/player.safetensors", "not a complete safetensors file"]);
        write(here, "run/evaluation/best.safetensors", "a letter");
        run(here, &export[..5]).fails(2, &["evaluation/best.safetensors", "not a complete safetensors file"]);
        run(here, &["train", "--resume", "run"]).fails(2, &["evaluation/best.safetensors", "not a complete safetensors file"]);
        fs::remove_file(here.join("run/evaluation/best.safetensors")).expect("it can be removed");
        let file = here.join("run/checkpoints/00000008/learner.safetensors");
        let bytes = fs::read(&file).expect("it is there");
        fs::write(&file, &bytes[..bytes.len() / 2]).expect("there is room");
        run(here, &["train", "--resume", "run"]).fails(2, &["checkpoints/00000008", "not a complete safetensors file"]);
    }

    #[test]
    fn a_run_begins_with_the_weights_of_another_one() {
        let here = directory();
        let here = here.path();
        let short = TINY.replace("steps = 200", "steps = 8");
        write(here, "tiny.toml", &short);
        run(here, &["train", "--config", "tiny.toml", "--dir", "run"]).good();
        run(here, &["train", "export", "run", "--candidate", "--to", "net.safetensors"]).good();
        let after = format!("start = \"net.safetensors\"\nalgorithm = \"ppo\"\n{short}").replace("games = 6", "games = 0");
        let after = after.replace("steps = 4", "steps = 0").replace("[selfplay]", "[ppo]\nenvironments = 4\nhorizon = 20\n[selfplay]");
        write(here, "on.toml", &after);
        run(here, &["train", "--config", "on.toml", "--dir", "on"]).good();
        let numbers = |file: &str| stavka_models::Weights::load(&here.join(file)).expect("it is whole").numbers().to_vec();
        let start = numbers("on/checkpoints/00000000/player.safetensors");
        assert!(start == numbers("net.safetensors"));
        assert!(start != numbers("on/checkpoints/00000008/player.safetensors"));
        write(here, "deep.toml", &after.replace("depth = 1", "depth = 2"));
        let words = ["start = \"net.safetensors\"", "its network is", "\"depth\":1", "\"depth\":2"];
        run(here, &["train", "--config", "deep.toml", "--dir", "deep"]).fails(2, &words);
        write(here, "none.toml", &after.replace("net.safetensors", "none.safetensors"));
        run(here, &["train", "--config", "none.toml", "--dir", "none"]).fails(2, &["none.safetensors"]);
    }

    #[test]
    fn the_advice_of_a_run_may_look_further_than_that_of_the_weights_it_begins_with() {
        let here = directory();
        let here = here.path();
        let glance = TINY.replace("steps = 200", "steps = 8").replace("depth = 1", "depth = 1\nadvised = true");
        write(here, "glance.toml", &glance);
        run(here, &["train", "--config", "glance.toml", "--dir", "glance"]).good();
        run(here, &["train", "export", "glance", "--candidate", "--to", "net.safetensors"]).good();
        let on = format!("start = \"net.safetensors\"\n{glance}");
        write(here, "ahead.toml", &on.replace("advised = true", "advised = true\nforesight = true\ntrust = 0.5"));
        run(here, &["train", "--config", "ahead.toml", "--dir", "ahead"]).good();
        let player = |file: &str| stavka_models::Weights::load(&here.join(file)).expect("it is whole");
        assert!(player("ahead/checkpoints/00000000/player.safetensors").numbers() == player("net.safetensors").numbers());
        let after = player("ahead/checkpoints/00000008/player.safetensors");
        assert!(after.description().architecture.foresight && after.description().input.foresight);
        // Without advice there are other parameters.
        write(here, "without.toml", &on.replace("advised = true", "advised = false"));
        let words = ["start = \"net.safetensors\"", "\"advised\":true", "\"advised\":false"];
        run(here, &["train", "--config", "without.toml", "--dir", "without"]).fails(2, &words);
    }

    #[test]
    fn a_loss_that_is_no_number_stops_the_run_and_is_named() {
        let here = directory();
        let here = here.path();
        write(here, "tiny.toml", &format!("{TINY}\n[learner.losses]\npolicy = 1e300\n"));
        let words = ["step 1: loss is inf", "the last good checkpoint is", "checkpoints/00000000"];
        let failed = run(here, &["train", "--config", "tiny.toml", "--dir", "run"]).fails(1, &words);
        assert_eq!(failed.err.lines().count(), 1, "{}", failed.err);
    }

    /// Files may grow to this many blocks of 512 bytes: as a disk that is full for whatever is larger.
    #[cfg(unix)]
    const ROOM: u32 = 40;

    #[cfg(unix)]
    #[test]
    fn a_full_disk_is_told_and_the_run_goes_on_when_there_is_room_again() {
        let here = directory();
        let here = here.path();
        write(here, "tiny.toml", &TINY.replace("steps = 200", "steps = 8"));
        let program = stavka(here);
        let words = "trap '' XFSZ; ulimit -f \"$1\"; exec \"$0\" train --config tiny.toml --dir run";
        let mut shell = std::process::Command::new("sh");
        let failed = shell.current_dir(here).args(["-c", words]).arg(program.get_program()).arg(ROOM.to_string());
        let failed = failed.output().expect("there is a shell");
        let told = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{told}");
        assert!(told.contains("run/checkpoints/") && told.contains("too large"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        run(here, &["train", "--resume", "run"]).good().says(&["complete after step 8"]);
    }
}
