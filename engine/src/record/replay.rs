//! Replaying: every line of a record against the rules.

use super::{DICE_STREAM, Foreign, Record, RecordError, RecordResult, Recorded};
use crate::dice::Dice;
use crate::game::{Denial as _, Scenario as _, Turn};

/// Number of die results that an error lists.
const LISTED: usize = 8;

/// Plays a record under the current rules and gives the last position. `on_step` sees every action
/// with the position that it is played in.
///
/// # Errors
/// The first difference: [`RecordError::WrongGame`], [`RecordError::WrongScenario`],
/// [`RecordError::ForeignData`], then line by line [`RecordError::Unreadable`],
/// [`RecordError::Illegal`], [`RecordError::WrongDie`], [`RecordError::AfterGame`], and at the end
/// [`RecordError::Truncated`], [`RecordError::Result`], [`RecordError::Diverges`].
pub fn replay<G: Recorded>(record: &Record, scenario: &'static G::Scenario, on_step: impl FnMut(&G, G::Action)) -> Result<G, RecordError> {
    refuse_foreign::<G>(record, scenario)?;
    accept(record, scenario, on_step).map(|(game, _)| game)
}

/// Plays a record as far as the current rules accept it. Gives the position after the last accepted action, and for a
/// record that was made with other rules or data how far that is and why. Dice fall as they are recorded. `on_step`
/// sees every accepted action with the position that it is played in.
///
/// # Errors
/// [`RecordError::WrongGame`], [`RecordError::WrongScenario`], [`RecordError::Truncated`], and everything that
/// [`replay`] refuses in a record that was made with the rules and data that are here: that record is damaged.
pub fn accept<G: Recorded>(
    record: &Record,
    scenario: &'static G::Scenario,
    mut on_step: impl FnMut(&G, G::Action),
) -> Result<(G, Option<Foreign>), RecordError> {
    walk(record, scenario, |step: &Replayed<'_, G>| {
        on_step(step.game, step.action);
        Ok(())
    })
}

/// Replays a record and rolls its dice again from its seed. A record whose dice were rolled by a
/// driver of this engine passes; one whose dice were entered by hand need not.
///
/// # Errors
/// [`RecordError::Dice`] at the first die that differs, and the errors of [`replay`].
pub fn verify_dice<G: Recorded>(record: &Record, scenario: &'static G::Scenario) -> Result<(), RecordError> {
    refuse_foreign::<G>(record, scenario)?;
    let mut dice = Dice::stream(record.seed, DICE_STREAM);
    walk(record, scenario, |step: &Replayed<'_, G>| {
        if step.game.turn() != Turn::Chance {
            return Ok(());
        }
        let rolled = step.game.draw(step.legal, &mut dice);
        if rolled == step.action {
            return Ok(());
        }
        Err(RecordError::Dice {
            line: record.line_of(step.index),
            action: step.index + 1,
            text: record.actions[step.index].clone(),
            rolled: step.game.notation(rolled),
        })
    })
    .map(|_| ())
}

/// An action of a record about to be played.
pub(super) struct Replayed<'a, G: Recorded> {
    /// The position before it.
    pub(super) game: &'a G,
    /// The legal actions.
    pub(super) legal: &'a [G::Action],
    /// The action, one of them.
    pub(super) action: G::Action,
    /// Its index in the record.
    pub(super) index: usize,
}

/// Validates and plays, for everybody who takes up a record; `visit` may end it with an error. A record that was made
/// with other rules or data ends at the first difference, any other must not differ.
pub(super) fn walk<G: Recorded>(
    record: &Record,
    scenario: &'static G::Scenario,
    mut visit: impl FnMut(&Replayed<'_, G>) -> Result<(), RecordError>,
) -> Result<(G, Option<Foreign>), RecordError> {
    check_names::<G>(record, scenario)?;
    let mismatch = record.mismatch(scenario);
    let mut game = G::new(scenario);
    let mut legal = Vec::new();
    let mut accepted = 0;
    let mut reason = None;
    while accepted < record.actions.len() {
        game.legal_actions(&mut legal);
        match read_action(record, accepted, &game, &legal) {
            Ok(action) => {
                visit(&Replayed { game: &game, legal: &legal, action, index: accepted })?;
                game.apply(action);
                accepted += 1;
            }
            Err(error) if mismatch.is_some() => {
                reason = Some(error);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    if reason.is_none() {
        match check_end(record, &game) {
            Ok(()) => {}
            Err(error @ (RecordError::Result { .. } | RecordError::Diverges { .. })) if mismatch.is_some() => reason = Some(error),
            Err(error) => return Err(error),
        }
    }
    let recorded = record.actions.len();
    Ok((game, mismatch.map(|mismatch| Foreign { mismatch, rules: scenario.rules_version(), accepted, recorded, reason })))
}

fn check_names<G: Recorded>(record: &Record, scenario: &'static G::Scenario) -> Result<(), RecordError> {
    if record.game != G::GAME {
        return Err(RecordError::WrongGame { found: record.game.clone(), expected: G::GAME });
    }
    if record.scenario != super::one_line(scenario.id()) {
        return Err(RecordError::WrongScenario { found: record.scenario.clone(), expected: scenario.id().to_owned() });
    }
    Ok(())
}

fn refuse_foreign<G: Recorded>(record: &Record, scenario: &'static G::Scenario) -> Result<(), RecordError> {
    check_names::<G>(record, scenario)?;
    match record.mismatch(scenario) {
        Some(_) => Err(RecordError::ForeignData { found: record.data, expected: scenario.fingerprint() }),
        None => Ok(()),
    }
}

fn read_action<G: Recorded>(record: &Record, index: usize, game: &G, legal: &[G::Action]) -> Result<G::Action, RecordError> {
    let text = &record.actions[index];
    let (line, action) = (record.line_of(index), index + 1);
    let turn = game.turn();
    if turn == Turn::Over {
        return Err(RecordError::AfterGame { line, action, text: text.clone() });
    }
    let read = game.parse_action(text).map_err(|source| RecordError::Unreadable { line, action, source })?;
    match turn {
        Turn::Player(side) => game.check(read).map_err(|denial| RecordError::Illegal {
            line,
            action,
            side,
            text: text.clone(),
            reason: denial.to_string(),
            rule: denial.rule(),
        })?,
        Turn::Chance | Turn::Over if !legal.contains(&read) => {
            let listed: Vec<String> = legal.iter().take(LISTED).map(|&die| game.notation(die)).collect();
            let more = if legal.len() > LISTED { ", ..." } else { "" };
            return Err(RecordError::WrongDie { line, action, text: text.clone(), possible: listed.join(", ") + more });
        }
        Turn::Chance | Turn::Over => {}
    }
    Ok(read)
}

fn check_end<G: Recorded>(record: &Record, game: &G) -> Result<(), RecordError> {
    let actions = record.actions.len();
    let line = record.line_of(actions);
    let Some(declared) = record.state_hash else {
        return Err(RecordError::Truncated { line, actions });
    };
    let result = game.outcome().map(RecordResult::from);
    if record.result != result {
        let name = |result: &Option<RecordResult>| result.as_ref().map_or("no result".to_owned(), ToString::to_string);
        return Err(RecordError::Result { line, declared: name(&record.result), found: name(&result) });
    }
    let found = game.state_hash();
    if declared != found {
        let line = record.line_of(actions + usize::from(result.is_some()));
        return Err(RecordError::Diverges { line, actions, declared, found });
    }
    Ok(())
}
