//! Where units are placed before the first turn.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::{Class, Cover, Pace};
use stavka_engine::bolt_action::{Action, UnitId};
use stavka_engine::square::Cell;

use super::survey::{Seen, Survey};

/// Columns and rows of a block of cells of the set-up.
const BLOCK: i16 = 8;
/// Preference for the best place.
const SHARP: f32 = 8.0;
/// What hard cover is worth to one who stays where he is placed.
const SHELTER: [f32; Cover::COUNT] = [0.0, 0.1, 0.25];

/// Scores blocks by the best place in them, and places.
pub(super) fn score(survey: &Survey<'_>, legal: &[Action], out: &mut [f32]) {
    let Some(unit) = legal.iter().find_map(|action| match *action {
        Action::Block { unit, .. } | Action::Place { unit, .. } => Some(unit),
        _ => None,
    }) else {
        return;
    };
    let data = survey.game.data();
    let lattice = data.lattice();
    let across = lattice.width().div_ceil(BLOCK as usize) as i16;
    let room = |cell: Cell| survey.pieces.iter().all(|seen| !lattice.is_near(seen.cell, cell, 1));
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = SHARP
            * match action {
                Action::Place { cell, .. } => worth(survey, unit, cell),
                Action::Block { block, .. } => {
                    let (column, row) = (i16::from(block) % across * BLOCK, i16::from(block) / across * BLOCK);
                    let cells = (0..BLOCK).flat_map(|y| (0..BLOCK).filter_map(move |x| lattice.cell(column + x, row + y)));
                    let open = |&cell: &Cell| {
                        let zone = &data.mission.zones[unit.side().index()];
                        zone.contains(cell) && data.may_be_set_up(data.unit(unit).mobility, cell) && room(cell)
                    };
                    cells.filter(open).map(|cell| worth(survey, unit, cell)).fold(-1.0, f32::max)
                }
                _ => 0.0,
            };
    }
}

/// Worth of a place: squads go where a way to a goal is short and few friends are bound for it; those who shoot from afar see far; others
/// stay near.
fn worth(survey: &Survey<'_>, unit: UnitId, cell: Cell) -> f32 {
    let data = survey.game.data();
    let (template, side) = (data.unit(unit), unit.side());
    let cover = SHELTER[data.battlefield.screen(cell).own_cover() as usize];
    let stays = template.pace == Pace::Turn || template.pace == Pace::NoRun;
    let fixed = template.class == Class::Artillery || data.is_fixed(template);
    let defends = data.mission.attacker == Some(side.opponent());
    let (sees, goes, hides) = match (template.class, stays || fixed) {
        _ if template.rank.is_some() => (0.2, 0.5, 0.1),
        (Class::Vehicle, _) => (0.5, 0.6, 0.1),
        (_, true) => (1.0, 0.3, 0.5),
        _ => (0.1, 1.0, 0.3),
    };
    let hides = if defends { 1.0 } else { hides };
    sees * survey.ground.view(cell) + goes * way(survey, unit, cell) + hides * cover
}

/// How short the way to a goal is for which there are not many friends yet.
fn way(survey: &Survey<'_>, unit: UnitId, cell: Cell) -> f32 {
    let (data, goals) = (survey.game.data(), &survey.ground.goals);
    let mobility = data.unit(unit).mobility;
    let stride = if data.unit(unit).class == Class::Vehicle { 80.0 } else { 55.0 };
    let nearest = |seen: &Seen<'_>| (0..goals.len()).min_by_key(|&goal| goals[goal].way(seen.template.mobility, seen.cell));
    let mut bound = [0u8; 8];
    let side: Side = unit.side();
    for seen in survey.of(side).filter(|seen| seen.unit != unit && seen.template.class == data.unit(unit).class) {
        if let Some(goal) = nearest(seen) {
            bound[goal] += 1;
        }
    }
    let worth = |(at, goal): (usize, &super::ground::Goal)| {
        let friends = f32::from(bound[at]);
        goal.worth.min(1.5) / (1.0 + 0.6 * friends) / (1.0 + f32::from(goal.way(mobility, cell)) / stride)
    };
    goals.iter().enumerate().map(worth).fold(0.0, f32::max)
}
