//! Positions drawn from the games of the panel.

use std::path::Path;

use stavka_agents::Playable;
use stavka_engine::record::{Record, Recorded, replay};
use stavka_engine::{Dice, Side, Turn};

use super::CurveError;
use super::plan::CurvePlan;
use crate::arena::{Ledger, Plan};

/// Keeps the draw of positions apart from other streams of the seed.
const DRAW: u64 = 0x5a3b_1e00;

/// A position in which a side has a choice.
pub(super) struct Position<G> {
    /// Number, from 0.
    pub(super) number: usize,
    /// The position.
    pub(super) game: G,
    /// Who chooses.
    pub(super) side: Side,
}

/// Draws the positions of a plan from the games in a directory. All games give nearly equally many; those of one game lie in equal parts of its
/// choices, one in each.
pub(super) fn draw<G: Recorded + Playable>(
    scenario: &'static G::Scenario,
    plan: &CurvePlan,
    games: &Plan,
    directory: &Path,
) -> Result<Vec<Position<G>>, CurveError> {
    let count = games.fixtures().len();
    let mut positions = Vec::with_capacity(plan.positions);
    for game in 0..count {
        let numbers: Vec<usize> = (game..plan.positions).step_by(count).collect();
        if numbers.is_empty() {
            break;
        }
        let path = Ledger::record_in(directory, game);
        let damaged = |source| CurveError::Record { path: path.clone(), source };
        let text = std::fs::read_to_string(&path).map_err(|source| crate::arena::LedgerError::Unusable { path: path.clone(), source })?;
        let record = Record::parse(&text).map_err(damaged)?;
        let mut choices = 0;
        let mut legal = Vec::new();
        replay::<G>(&record, scenario, |game, _| choices += usize::from(chooser(game, &mut legal).is_some())).map_err(damaged)?;
        let mut dice = Dice::stream(plan.seed ^ DRAW, game as u64);
        let mut wanted: Vec<(usize, usize)> = (numbers.iter().enumerate())
            .map(|(part, &number)| {
                let (from, to) = (part * choices / numbers.len(), (part + 1) * choices / numbers.len());
                (from + if to > from { dice.below((to - from) as u32) as usize } else { 0 }, number)
            })
            .collect();
        // A game with fewer choices than parts gives fewer positions.
        wanted.dedup_by_key(|&mut (choice, _)| choice);
        let mut at = 0;
        replay::<G>(&record, scenario, |game, _| {
            let Some(side) = chooser(game, &mut legal) else { return };
            if let Some(&(_, number)) = wanted.iter().find(|&&(choice, _)| choice == at) {
                positions.push(Position { number, game: game.clone(), side });
            }
            at += 1;
        })
        .map_err(damaged)?;
    }
    positions.sort_by_key(|position| position.number);
    Ok(positions)
}

/// Who chooses between at least two choices in a position, if anybody does.
fn chooser<G: Recorded>(game: &G, legal: &mut Vec<G::Action>) -> Option<Side> {
    let Turn::Player(side) = game.turn() else { return None };
    game.legal_actions(legal);
    (legal.len() > 1).then_some(side)
}
