//! `stavka map`: a game's map as text or as a picture.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use stavka_engine::{GameName, Side, with_game};

use crate::render::theme::Theme;
use crate::render::{Extent, Ink, picture};
use crate::saves::{IfExists, write};
use crate::scenarios::position;

const EXAMPLES: &str = "\
Examples:
  stavka map armir                                          text: terrain, rivers, roads, towns, front
  stavka map armir --svg armir.svg                          a picture for any browser
  stavka map armir --record game.stavka --svg last.svg      with the counters of a recorded game
  stavka map armir --record game.stavka --at 250            the board after 250 actions";

/// Draw the map of a game.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Write a picture to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the counters of this record.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Position after so many actions of the record [default: the last].
    #[arg(long, value_name = "N", requires = "record")]
    at: Option<usize>,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
}

/// Draws.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => map::<G>(options, out))
}

fn map<G: Theme>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: G = position(options.scenario.as_deref(), options.record.as_deref(), options.at)?;
    let with_counters = options.record.is_some();
    match &options.svg {
        Some(path) => {
            // Anybody may read the picture, so that it shows what the Axis sees, as pictures always have.
            let picture = picture::draw(&game, with_counters.then_some(Side::Axis));
            write(path, &picture, IfExists::Replace).with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(out, "{}: {} bytes", path.display(), picture.len())?;
        }
        None if with_counters => write!(out, "{}", game.board(Side::Soviet, Extent::Whole, Ink::of_stdout())?)?,
        None => write!(out, "{}", G::map_text(game.scenario(), Ink::of_stdout()))?,
    }
    Ok(())
}
