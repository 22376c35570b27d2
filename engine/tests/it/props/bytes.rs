//! Games driven by bytes, for fuzzing: each choice takes a byte, and so does each die. Included by the
//! tests and by the fuzz target, so it depends on nothing but the engine.

use stavka_engine::Dice;
use stavka_engine::game::{Denial, Determinize, Game, Notation, Scenario as _, Side, Turn};
use stavka_engine::observation::{Observation, Observe};

/// How a byte-driven game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    /// Actions applied.
    pub(crate) actions: usize,
    /// Hash of the last state.
    pub(crate) hash: u64,
    /// Whether the game ended before the bytes did.
    pub(crate) over: bool,
}

/// What happens when the bytes run out before the game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtEnd {
    /// The game is left where it is.
    Stop,
    /// The bytes are read again from the first.
    Repeat,
}

/// Plays a game in which bytes choose. A byte is scaled to the length of the list, so that 0 is always
/// the first entry and 255 the last; lists beyond 256 entries take two bytes. Every sixteenth position is
/// looked at from all sides.
///
/// # Panics
/// When the engine breaks a promise: no legal action, an action denied or not read back, a list or a
/// game longer than declared.
pub(crate) fn play<G>(scenario: &'static G::Scenario, bytes: &[u8], at_end: AtEnd) -> Trace
where
    G: Game + Notation + Observe + Determinize,
{
    let mut game = G::new(scenario);
    let mut legal = Vec::new();
    let mut source = bytes.iter().copied();
    let mut next = || match (source.next(), at_end) {
        (None, AtEnd::Repeat) if !bytes.is_empty() => {
            source = bytes.iter().copied();
            source.next()
        }
        (byte, _) => byte,
    };
    let mut actions = 0;
    loop {
        game.legal_actions(&mut legal);
        let over = game.turn() == Turn::Over;
        assert_eq!(over, legal.is_empty(), "there is a choice exactly while the game goes on");
        assert_eq!(over, game.outcome().is_some(), "there is an outcome exactly when the game is over");
        let trace = Trace { actions, hash: game.state_hash(), over };
        if over {
            return trace;
        }
        let wide = legal.len() > 256;
        let Some(high) = next() else { return trace };
        let Some(low) = (if wide { next() } else { Some(0) }) else { return trace };
        let (value, range) = if wide { (usize::from(high) << 8 | usize::from(low), 1 << 16) } else { (usize::from(high), 1 << 8) };
        let action = legal[value * legal.len() / range];
        if actions % 16 == 0 {
            examine(&game, action, &legal);
        }
        game.apply(action);
        actions += 1;
        assert!(actions <= scenario.max_actions(), "a game is no longer than its scenario says");
    }
}

fn examine<G>(game: &G, action: G::Action, legal: &[G::Action])
where
    G: Game + Notation + Observe + Determinize,
{
    if let Err(denial) = game.check(action) {
        panic!("{action:?} is listed but denied by {}: {denial}", denial.rule());
    }
    let line = game.notation(action);
    assert_eq!(game.parse_action(&line), Ok(action), "{line:?} reads back");
    let spec = G::observation_spec(game.scenario());
    assert!(legal.len() <= spec.max_actions, "a list fits the declared buffers");
    let mut planes = vec![0; spec.changing_len()];
    let mut globals = vec![0.0; spec.globals.len()];
    for viewer in Side::ALL {
        game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals });
        assert!(globals.iter().all(|value: &f32| value.is_finite()), "observations are numbers");
        let world = game.determinize(viewer, &mut Dice::new(game.state_hash()));
        assert_eq!(world.turn(), game.turn(), "a drawn world has the same player to act");
    }
}

/// Reads arbitrary bytes as lines of notation and as a record: neither may panic, and what parses must
/// print to something that parses to the same.
///
/// # Panics
/// When a line reads and does not read back.
pub(crate) fn read<G: Game + Notation>(scenario: &'static G::Scenario, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let game = G::new(scenario);
    for line in text.lines() {
        if let Ok(action) = game.parse_action(line) {
            let again = game.notation(action);
            assert_eq!(game.parse_action(&again), Ok(action), "{line:?} and {again:?} are one action");
            let _ = game.check(action);
        }
    }
    let _ = stavka_engine::record::Record::parse(&text);
}
