//! Who knows what: observations, determinisations, hidden worlds.

use std::collections::BTreeMap;

use stavka_engine::game::{Side, Turn};
use stavka_engine::observation::{ActionToken, Observation, Observe};
use stavka_engine::{Dice, View};

use super::{Finding, Playable, require};

/// Everything that a side's view gives out, bit by bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sight<A> {
    planes: Vec<u8>,
    globals: Vec<u32>,
    turn: Turn,
    game_turn: u16,
    quiet: bool,
    legal: Vec<A>,
    tokens: Vec<ActionToken>,
    lines: Vec<String>,
    prompt: String,
}

/// Buffers of an observation, filled with what must not stay there.
pub(crate) fn buffers<G: Observe>(game: &G) -> (Vec<u8>, Vec<f32>) {
    let spec = G::observation_spec(game.scenario());
    (vec![u8::MAX; spec.changing_len()], vec![f32::NAN; spec.globals.len()])
}

/// What `viewer` sees of the position. The notation of long lists is left to the notation property.
pub(crate) fn sight<G: Playable>(game: &G, viewer: Side) -> Sight<G::Action> {
    let (mut planes, mut globals) = buffers(game);
    let view = View::new(game, viewer);
    view.observe(&mut Observation { planes: &mut planes, globals: &mut globals });
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    Sight {
        planes,
        globals: globals.into_iter().map(f32::to_bits).collect(),
        turn: view.turn(),
        game_turn: view.game_turn(),
        quiet: game.is_quiet(),
        tokens: legal.iter().map(|&action| view.token(action)).collect(),
        lines: legal.iter().take(8).map(|&action| view.notation(action)).collect(),
        prompt: if legal.is_empty() { String::new() } else { game.prompt() },
        legal,
    }
}

/// Every element of an observation is written, finite, and of a size that a network can digest; the static planes come first.
pub(crate) fn observation_is_complete<G: Playable>(game: &G) -> Finding {
    let spec = G::observation_spec(game.scenario());
    for viewer in Side::ALL {
        let (mut planes, mut globals) = buffers(game);
        game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals });
        let area = spec.height * spec.width;
        let mut again = vec![0; planes.len()];
        game.observe(viewer, &mut Observation { planes: &mut again, globals: &mut globals });
        require!(again == planes, "what the {viewer} side sees depends on what was in the buffer");
        let (whole, _) = game.observed(viewer);
        require!(spec.planes.len() == spec.scales.len() && spec.scales.iter().all(|&scale| scale >= 1.0), "a plane has no scale");
        require!(whole.len() == spec.plane_len() && spec.static_planes.len().is_multiple_of(area), "a plane is cut off");
        for (index, (&byte, &value)) in spec.static_planes.iter().chain(&planes).zip(&whole).enumerate() {
            let (name, scale) = (&spec.planes[index / area].name, spec.scales[index / area]);
            require!(byte < u8::MAX && value <= 8.0, "plane {name} holds {byte} for the {viewer} side");
            require!(value.to_bits() == (f32::from(byte) / scale).to_bits(), "plane {name} stands for {value} where {byte} is written");
        }
        for (channel, value) in spec.globals.iter().zip(&globals) {
            require!(value.is_finite() && value.abs() <= 8.0, "global {} holds {value} for the {viewer} side", channel.name);
        }
    }
    Ok(())
}

/// A world drawn for a viewer looks to it like the true one, and goes on to look so.
pub(crate) fn determinisations_agree<G: Playable>(game: &G, dice: &mut Dice) -> Finding {
    for viewer in Side::ALL {
        let world = game.determinize(viewer, dice);
        require!(sight(&world, viewer) == sight(game, viewer), "a world drawn for the {viewer} side looks different to it");
        require!(world.view_hash(viewer) == game.view_hash(viewer), "a world drawn for the {viewer} side has another key for it");
        if game.worlds(viewer) == 1 {
            require!(world.state_hash() == game.state_hash(), "the {viewer} side knows everything, but a drawn world differs");
        }
        let other = world.determinize(viewer, dice);
        require!(sight(&other, viewer) == sight(game, viewer), "a world drawn from a drawn world looks different to the {viewer} side");
    }
    Ok(())
}

/// A line of the record tells the other side no more than the position after it: choices that lead to different
/// positions which look alike to it are hidden from it. A hidden choice is one of those, or names what the side does not know
/// ([`super::Invariants::NAMES_TELL`]).
pub(crate) fn lines_tell_what_is_seen<G: Playable>(game: &G, legal: &[G::Action]) -> Finding {
    let Turn::Player(side) = game.turn() else { return Ok(()) };
    let viewer = side.opponent();
    let mut looks: BTreeMap<u64, Vec<(u64, G::Action)>> = BTreeMap::new();
    for &action in legal {
        require!(!game.is_hidden(action, side), "{action:?} is hidden from the {side} side, which chooses it");
        let mut after = game.clone();
        after.apply(action);
        looks.entry(after.view_hash(viewer)).or_default().push((after.state_hash(), action));
    }
    for alike in looks.values() {
        let differ = alike.iter().any(|&(state, _)| state != alike[0].0);
        for &(_, action) in alike {
            let hidden = game.is_hidden(action, viewer);
            require!(hidden || !differ, "the {viewer} side reads of {action:?} more than it sees");
            let names = G::NAMES_TELL && game.worlds(viewer) > 1;
            require!(differ || names || !hidden, "the {viewer} side does not read {action:?}, which tells it nothing new");
        }
    }
    Ok(())
}

/// A drawn world and the true one, played on with the viewer's actions and the true dice, keep
/// looking alike to the viewer for as long as the other side's true actions are legal in both, and
/// nothing is turned up that the viewer did not know.
pub(crate) fn worlds_stay_alike<G: Playable>(walk: &mut super::walk::Walk<G>, viewer: Side, actions: usize, dice: &mut Dice) -> Finding {
    let mut world = walk.game.determinize(viewer, dice);
    for _ in 0..actions {
        if walk.is_over() {
            return Ok(());
        }
        let action = walk.next();
        if world.check(action).is_err() {
            require!(walk.game.turn() == Turn::Player(viewer.opponent()), "{action:?} is not legal in a world that looks the same");
            return Ok(());
        }
        let before = walk.game.clone();
        walk.apply(action);
        world.apply(action);
        if walk.is_over() || world.turn() == Turn::Over || G::turns_up(&before, &walk.game, viewer) {
            return Ok(());
        }
        require!(sight(&world, viewer) == sight(&walk.game, viewer), "after {action:?} a drawn world looks different to the {viewer} side");
    }
    Ok(())
}

/// Draws are uniform over the worlds that the viewer cannot tell apart: chi-square at 99.99 %.
pub(crate) fn determinisations_are_uniform<G: Playable>(game: &G, viewer: Side, draws: u32, dice: &mut Dice) -> Finding {
    let worlds = game.worlds(viewer);
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(game.determinize(viewer, dice).state_hash()).or_default() += 1;
    }
    require!(counts.len() == worlds, "{} worlds drawn for the {viewer} side, expected {worlds}", counts.len());
    require!(counts.contains_key(&game.state_hash()), "the true world was never drawn for the {viewer} side");
    if worlds > 1 {
        let expected = f64::from(draws) / worlds as f64;
        let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let bound = chi_square_bound(worlds - 1);
        require!(
            chi_square < bound,
            "draws for the {viewer} side are not uniform: {counts:?} (chi-square {chi_square:.1}, bound {bound:.1})"
        );
    }
    Ok(())
}

/// The 99.99 % quantile of chi-square by the approximation of Wilson and Hilferty.
fn chi_square_bound(degrees: usize) -> f64 {
    let k = degrees as f64;
    let spread = 2.0 / (9.0 * k);
    k * (1.0 - spread + 3.719 * spread.sqrt()).powi(3)
}
