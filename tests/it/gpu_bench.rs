//! `training/gpu-bench.sh` as far as a machine without CUDA can run it: arguments, what is missing, goals.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{directory, read, write};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/training/gpu-bench.sh");
/// What `stavka bench --learning` says on a fast machine.
const FAST: &str = r#"{"network_alone": [{"batch": 1, "evaluations_per_second": 900.0}, {"batch": 4096, "evaluations_per_second": 120000.0}],
    "device_busy_share": 0.9, "device_busy_problem": null, "network": {"width": 8}}"#;

/// A program of a line of shell.
fn program(directory: &Path, name: &str, lines: &str) {
    write(directory, name, &format!("#!/bin/sh\n{lines}\n"));
    fs::set_permissions(directory.join(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A machine whose Python has a `torch` of one line, and answers for `eager.py`. Cargo fails and leaves a trace.
fn machine(torch: &str) -> tempfile::TempDir {
    let here = directory();
    let python = Command::new("sh").args(["-c", "command -v python3"]).output().expect("a shell is there").stdout;
    let python = String::from_utf8(python).expect("a path").trim().to_owned();
    fs::create_dir_all(here.path().join("bin")).expect("there is room");
    fs::create_dir_all(here.path().join("site/torch")).expect("there is room");
    write(here.path(), "site/torch/__init__.py", &format!("{torch}\n"));
    write(here.path(), "eager.json", &FAST.replace("120000", "100000"));
    let eager = here.path().join("eager.json").display().to_string();
    program(here.path(), "bin/python3", &format!("[ \"$1\" = training/eager.py ] && exec cat '{eager}'\nexec '{python}' \"$@\""));
    program(here.path(), "bin/cargo", &format!("touch '{}'; exit 3", here.path().join("cargo-was-called").display()));
    here
}

/// The torch of a machine with CUDA, as far as the script asks.
const CUDA: &str = "class cuda:\n    is_available = staticmethod(lambda: True)";

/// A stavka that says this and notes its arguments.
fn stavka(here: &Path, says: &str) {
    write(here, "stavka.json", says);
    let [answer, arguments] = ["stavka.json", "arguments"].map(|name| here.join(name).display().to_string());
    program(here, "stavka", &format!("echo \"$@\" >'{arguments}'\ncat '{answer}'"));
}

/// Runs the script in the directory of the machine.
fn bench(here: &Path, stavka: Option<&str>, arguments: &[&str]) -> (Option<i32>, String, String) {
    let path = format!("{}:{}", here.join("bin").display(), std::env::var("PATH").expect("there is one"));
    let mut command = Command::new(SCRIPT);
    command.args(arguments).current_dir(here).env("PATH", path).env("PYTHONPATH", here.join("site")).env_remove("STAVKA");
    if let Some(stavka) = stavka {
        command.env("STAVKA", stavka);
    }
    let Output { status, stdout, stderr } = command.output().expect("the script starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_machine_without_torch_or_without_cuda_is_told_so() {
    for (torch, words) in [
        ("raise ImportError('none')", "this Python has no torch; expected a CUDA build"),
        ("class cuda:\n    is_available = staticmethod(lambda: False)", "the torch of this Python sees no CUDA device"),
    ] {
        let here = machine(torch);
        stavka(here.path(), FAST);
        for program in [None, Some("./stavka")] {
            let (code, out, err) = bench(here.path(), program, &[]);
            assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
            assert!(err.contains(words), "{err}");
        }
        assert!(!here.path().join("cargo-was-called").exists() && !here.path().join("arguments").exists());
    }
}

#[test]
fn a_path_that_is_no_program_and_seconds_that_are_none_are_told() {
    let here = machine(CUDA);
    write(here.path(), "letter", "dear diary");
    for wrong in ["nowhere/stavka", "letter", "."] {
        let (code, _, err) = bench(here.path(), Some(wrong), &[]);
        assert!(code == Some(2) && err.contains(&format!("STAVKA={wrong} is no program")), "{wrong}: {err}");
    }
    for wrong in ["soon", "0", "-3"] {
        let (code, _, err) = bench(here.path(), None, &[wrong]);
        assert!(code == Some(2) && err.contains(&format!("SECONDS is \"{wrong}\"")), "{wrong}: {err}");
    }
}

#[test]
fn a_given_stavka_is_measured_without_cargo_and_its_goals_decide() {
    let here = machine(CUDA);
    stavka(here.path(), FAST);
    let (code, out, err) = bench(here.path(), Some("./stavka"), &["3"]);
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}{err}"));
    assert_eq!(code, Some(0), "{err}");
    assert!(found["goals"].as_object().is_some_and(|goals| goals.len() == 3 && goals.values().all(|goal| goal == true)), "{found}");
    assert_eq!(found["ratio_to_eager"]["4096"], 1.2);
    let arguments = read(here.path(), "arguments");
    assert_eq!(arguments.trim(), "bench armir --learning --config training/configs/armir-gpu-bench.toml --seconds 3 --format json");
    assert!(!here.path().join("cargo-was-called").exists());
}

#[test]
fn a_device_that_does_not_tell_how_busy_it_was_misses_the_goal_with_a_reason() {
    let here = machine(CUDA);
    let says = FAST.replace("0.9,", "null,").replace("\"device_busy_problem\": null", "\"device_busy_problem\": \"no driver\"");
    stavka(here.path(), &says);
    let (code, out, err) = bench(here.path(), Some("./stavka"), &[]);
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}{err}"));
    assert_eq!((code, &found["device_busy_share"], &found["goals"]["device_busy_share"]), (Some(1), &Value::Null, &false.into()));
    assert!(err.contains("how busy the device was is not known") && err.contains("no driver"), "{err}");
    assert!(err.contains("missed: device_busy_share\n"), "only this goal is missed: {err}");
}

#[test]
fn a_stavka_that_fails_is_named() {
    let here = machine(CUDA);
    program(here.path(), "stavka", "echo 'stavka: no libtorch' >&2; exit 1");
    let (code, out, err) = bench(here.path(), Some("./stavka"), &[]);
    assert!(code == Some(2) && out.is_empty() && err.contains("no libtorch") && err.contains("/stavka did not measure"), "{err}");
}

#[test]
fn without_a_given_stavka_one_is_built() {
    let here = machine(CUDA);
    // A libtorch of one's own is left alone, so nothing is fetched.
    let libtorch = here.path().join("libtorch/lib");
    fs::create_dir_all(&libtorch).expect("there is room");
    fs::write(libtorch.join("libtorch_cpu.so"), "").expect("there is room");
    let path = format!("{}:{}", here.path().join("bin").display(), std::env::var("PATH").expect("there is one"));
    let status = Command::new(SCRIPT)
        .env("PATH", path)
        .env("PYTHONPATH", here.path().join("site"))
        .env("LIBTORCH", here.path().join("libtorch"))
        .env_remove("STAVKA")
        .output()
        .expect("the script starts")
        .status;
    assert!(!status.success() && here.path().join("cargo-was-called").exists());
}
