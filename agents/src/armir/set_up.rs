//! Where counters go in a free set-up.

use stavka_engine::armir::{Action, Armir, Class, Formation, UnitId};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Game as _, Side, Turn};

/// CP that makes an advance on the Chir certain, with room for losses.
const CHIR_STRENGTH: u16 = 58;

/// The placement to make, if counters are being placed.
pub(super) fn place(game: &Armir, legal: &[Action]) -> Option<Action> {
    if !legal.iter().any(|action| matches!(action, Action::Place { .. } | Action::PlaceOnChir(_))) {
        return None;
    }
    if let Some(&action) = legal.iter().find(|action| matches!(action, Action::PlaceOnChir(unit) if goes_to_chir(game, *unit))) {
        return Some(action);
    }
    let soviet = game.turn() == Turn::Player(Side::Soviet);
    let mut best = (i64::MIN, legal[0]);
    for &action in legal {
        let Action::Place { unit, hex } = action else { continue };
        let worth = if soviet { soviet_worth(game, unit, hex) } else { axis_worth(game, unit, hex) };
        if worth > best.0 {
            best = (worth, action);
        }
    }
    Some(best.1)
}

/// The mechanised corps and the strongest infantry, until the advance is certain.
fn goes_to_chir(game: &Armir, unit: UnitId) -> bool {
    let data = game.data();
    let counter = data.unit(unit);
    let strength = u16::from(counter.cp[usize::from(counter.steps)]);
    game.chir_strength() < CHIR_STRENGTH && (data.mobile.contains(unit) && counter.parent_number != 0 || strength >= 12)
}

/// Weak defenders with good going behind them draw the attack; tanks wait behind the infantry.
fn soviet_worth(game: &Armir, unit: UnitId, hex: Hex) -> i64 {
    let data = game.data();
    let map = &data.map;
    let here: i64 = game.stack(hex).map(|other| i64::from(game.cp(other))).sum();
    let front = map.soviet_front.contains(&hex);
    let mut weakest: Option<i64> = None;
    for &near in &map.neighbours[hex.index()] {
        if near != OFF_MAP && game.occupant(Hex(near)) == Some(Side::Axis) {
            let defence: i64 = game.stack(Hex(near)).map(|other| 2 * i64::from(game.cp(other)) + 1).sum();
            weakest = Some(weakest.map_or(defence, |known| known.min(defence)));
        }
    }
    let south = i64::from(map.grid.row(hex));
    if data.mobile.contains(unit) {
        let behind =
            map.neighbours[hex.index()].iter().filter(|&&near| near != OFF_MAP && game.occupant(Hex(near)) == Some(Side::Soviet)).count()
                as i64;
        let together = game.stack(hex).filter(|&other| data.unit(other).parent_number == data.unit(unit).parent_number).count() as i64;
        return 40 * together + 10 * behind - if front { 10 } else { 0 } + south;
    }
    let empty = front && game.occupant(hex).is_none() && !game.in_zoc(Side::Soviet, hex);
    let target = weakest.map_or(-50, |defence| 60 - 5 * defence);
    let mass = if here == 0 {
        15
    } else if here < 25 {
        20
    } else {
        -20
    };
    target + mass + if empty { 15 } else { 0 }
}

/// The line is filled evenly; guns and reserves stand behind its threatened part, HQs in the middle.
fn axis_worth(game: &Armir, unit: UnitId, hex: Hex) -> i64 {
    let data = game.data();
    let map = &data.map;
    let counter = data.unit(unit);
    if counter.line_rank > 0 {
        return i64::from(game.occupant(hex).is_none());
    }
    let line: i64 = Formation::LINE_CORPS
        .iter()
        .position(|&corps| corps == counter.formation)
        .map_or(0, |corps| map.strongpoints[corps].iter().map(|&front| i64::from(map.grid.distance(front, hex))).sum());
    let nearest = map.soviet_front.iter().map(|&front| i64::from(map.grid.distance(front, hex))).min().unwrap_or(0);
    let star = i64::from(map.stars[hex.index()]);
    let crowd: i64 = game.stack(hex).map(|other| i64::from(game.steps(other))).sum();
    match counter.class {
        Class::Hq => -line + if nearest >= 3 { 5 } else { 0 },
        Class::Artillery => -2 * nearest - crowd,
        Class::Combat => 6 * star - nearest - crowd,
    }
}
