//! Nanoseconds of a line of sight of Bolt Action: `sight MISSION`. Prints what one costs when it is worked out and when it is asked again.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use stavka_engine::bolt_action::BoltAction;
use stavka_engine::catalogue::Catalogue as _;

fn main() -> ExitCode {
    let Some(mission) = std::env::args().nth(1) else {
        eprintln!("usage: sight MISSION");
        return ExitCode::from(2);
    };
    let data = match BoltAction::load(&mission) {
        Ok(data) => data,
        Err(error) => {
            eprintln!("sight: {error}");
            return ExitCode::from(2);
        }
    };
    let cells = data.lattice().len();
    for round in ["worked out", "asked again"] {
        let begun = Instant::now();
        let mut seen = 0usize;
        for from in data.lattice().cells() {
            seen += data.lattice().cells().filter(|&to| black_box(data.sight.sees(from, to))).count();
        }
        let each = begun.elapsed().as_secs_f64() * 1e9 / (cells * cells) as f64;
        println!("{mission}: {each:.1} ns a line {round}, {seen} of {} seen", cells * cells);
    }
    ExitCode::SUCCESS
}
