//! Saving and taking up again.

use stavka_engine::Dice;
use stavka_engine::record::{Match, Record, replay, verify_dice};

use super::walk::Policy;
use super::{Finding, Playable, require};

/// A game that is saved and resumed at `cut`, and there again at every further `cut` actions, becomes
/// the game that was never interrupted: the same record, the same last state.
pub(crate) fn resuming_is_continuing<G: Playable>(scenario: &'static G::Scenario, seed: u64, cut: usize) -> Finding {
    let straight = play::<G>(Match::new(scenario, seed, ["one", "two"]), seed, usize::MAX)?;
    let broken = play::<G>(Match::new(scenario, seed, ["one", "two"]), seed, cut)?;
    require!(straight.game().state_hash() == broken.game().state_hash(), "the interrupted game ends in another state");
    let (straight, broken) = (straight.record(), broken.record());
    require!(straight.to_text() == broken.to_text(), "the interrupted game has another record");
    let end = replay::<G>(&straight, scenario, |_, _| {}).map_err(|error| error.to_string())?;
    verify_dice::<G>(&straight, scenario).map_err(|error| error.to_string())?;
    require!(Some(end.state_hash()) == straight.state_hash, "the replayed game ends in another state");
    Ok(())
}

fn play<G: Playable>(mut game: Match<G>, seed: u64, cut: usize) -> Result<Match<G>, String> {
    let mut choices = Dice::stream(seed, 0x5e5);
    let policy = Policy::of(seed);
    let mut legal = Vec::new();
    let mut since = 0;
    while game.to_act().is_some() {
        game.game().legal_actions(&mut legal);
        let action = policy.choose(game.game(), &legal, &mut choices);
        game.play(action).map_err(|denial| denial.to_string())?;
        since += 1;
        if since == cut {
            since = 0;
            let text = game.record().to_text();
            let record = Record::parse(&text).map_err(|error| error.to_string())?;
            require!(record.to_text() == text, "a record changes when it is read and written");
            let (resumed, foreign) = Match::resume(&record, game.game().scenario()).map_err(|error| error.to_string())?;
            require!(foreign.is_none(), "a record of these rules is taken for one of others");
            game = resumed;
        }
    }
    Ok(game)
}
