//! Across the Bug River as a board on a page.

use stavka_engine::across_the_bug::ids::{FormationId, UnitId};
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, MarchReport, Prepared, Segment, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::{tr, translate};

use super::{counters, fight, ground, hexes, names, overlays, panels, tables, verbs, words};
use crate::hexmap::HexBoard as _;
use crate::phrases::{half_points, one_of_each};
use crate::theme::{Counter, Ground, HexCard, Layer, Odds, Overlay, OverlayRow, Panel, PhaseCell, Spot, Table, Theme, VerbRow};

impl Theme for AcrossTheBug {
    const OVERLAYS: &'static [OverlayRow<Self>] = overlays::OVERLAYS;
    const STYLE: &'static str = include_str!("theme.css");
    const COUNTER_WORDS: &'static [&'static str] = counters::WORDS;
    const VERBS: &'static [VerbRow] = verbs::VERBS;
    /// A stack is put together before its target is named.
    const GATHERS_FOR_ODDS: bool = false;

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn counters(&self, viewer: Side) -> Vec<Counter> {
        counters::counters(self, viewer)
    }

    fn phase_name(&self) -> &'static str {
        self.segment().name()
    }

    /// Nothing is held but settlements and the hexes that score: their marks say by whom.
    fn tints(&self) -> Vec<Layer> {
        let data = self.data();
        let german = data.script.area.iter().filter(|&hex| self.is_kept(hex) && self.last_in(hex) == Side::Axis);
        let soviet = data.script.area.iter().filter(|&hex| self.is_kept(hex) && self.last_in(hex) == Side::Soviet);
        vec![
            self.layer("held-axis", tr!("occupied last by the German"), german),
            self.layer("held", tr!("occupied last by the Soviets"), soviet),
        ]
    }

    fn front(&self) -> String {
        hexes::plan(self.data()).front(self)
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        let march = self.march_report();
        choices.iter().map(|&action| spot(self, action, march.as_ref())).collect()
    }

    fn attempts(&self, cell: &str) -> Vec<Action> {
        let Ok(hex) = self.data().map.grid.parse(cell) else { return Vec::new() };
        let Turn::Player(side) = self.turn() else { return vec![Action::Done] };
        let own: Vec<UnitId> = self.stack(hex).filter(|unit| unit.side() == side).collect();
        let enemy = self.occupant(hex) == Some(side.opponent());
        let stack = if enemy { Action::Attack { hex, kind: AttackType::Hasty } } else { Action::MoveTo(hex) };
        let led = |unit: &UnitId| Some(self.formation(*unit)).filter(|&formation| formation != FormationId::NONE);
        let mut formations: Vec<FormationId> = own.iter().filter_map(led).collect();
        formations.dedup();
        let mut tries: Vec<Action> = Vec::new();
        for action in one_of_each(self, Action::verb) {
            match action {
                Action::Select(_) => tries.extend(own.iter().copied().map(Action::Select)),
                Action::Join(_) => tries.extend(own.iter().copied().map(Action::Join)),
                Action::Recover(_) => tries.extend(own.iter().copied().map(Action::Recover)),
                Action::Lose(_) => tries.extend(self.stack(hex).filter(|&unit| self.is_seen(unit, side)).map(Action::Lose)),
                Action::Withdraw(_) => tries.extend(own.iter().copied().map(Action::Withdraw)),
                Action::Replace(_) => tries.extend(own.iter().copied().map(Action::Replace)),
                Action::Cannibalize(_) => tries.extend(own.iter().copied().map(Action::Cannibalize)),
                Action::Assign { formation, .. } => tries.extend(own.iter().map(|&unit| Action::Assign { unit, formation })),
                Action::Enter { unit, .. } => tries.push(Action::Enter { unit, hex }),
                Action::Place { unit, .. } => tries.push(Action::Place { unit, hex }),
                Action::Displace { unit, .. } => tries.push(Action::Displace { unit, hex }),
                Action::RetreatTo(_) => tries.push(Action::RetreatTo(hex)),
                Action::Improve(_) if !own.is_empty() => tries.push(Action::Improve(hex)),
                Action::Activate(_) => tries.extend(formations.iter().copied().map(Action::Activate)),
                Action::React(_) => tries.extend(formations.iter().copied().map(Action::React)),
                _ => {}
            }
        }
        // Who points at the enemy or at free ground while a formation acts wants to attack or to go there, also before a unit is picked up.
        let marches = self.march_report().is_some_and(|report| report.side == side);
        if marches || own.is_empty() && self.is_choosing_an_action() {
            tries.insert(0, stack);
        }
        tries
    }

    fn focus(&self) -> Vec<Layer> {
        let data = self.data();
        let stands = |side: Side, bits: u128| units(side, bits).filter_map(|unit| self.place(unit).hex()).collect::<Vec<_>>();
        let over = self.pontoon_sides().into_iter().flat_map(|(a, b)| [a, b]);
        let mut layers = vec![
            self.layer("dug-in", tr!("improved defence [7.7]"), data.script.area.iter().filter(|&hex| self.is_improved(hex))),
            Layer { between: true, ..self.layer("pontoon", tr!("pontoon bridge"), over) },
            self.layer("moving", tr!("the stack at hand"), self.march_report().map(|report| report.hex)),
        ];
        if let Some(combat) = self.combat_report() {
            layers.push(self.layer("target", tr!("attacked"), [combat.target]));
            layers.push(self.layer("committed", tr!("attacks"), stands(combat.attacker, combat.attackers)));
        }
        layers.retain(|layer| !layer.cells.is_empty());
        layers
    }

    fn fight(&self, viewer: Side) -> Option<Odds> {
        fight::at_hand(self, viewer)
    }

    fn fight_for(&self, cell: &str, viewer: Side) -> Option<Odds> {
        fight::possible(self, self.data().map.grid.parse(cell).ok()?, viewer)
    }

    fn decided_by(&self, die: Action, viewer: Side) -> Option<(Odds, String)> {
        let result = fight::result_of(self, die)?;
        Some((fight::at_hand(self, viewer)?, result))
    }

    fn comes_of(&self, die: Action, viewer: Side) -> Option<String> {
        super::dice::comes_of(self, die, viewer)
    }

    fn left_over(&self) -> Vec<String> {
        let acts = self.acting_report().filter(|_| self.is_choosing_an_action());
        acts.map(|acting| tr!("Action Points left: {points}", points = acting.points)).into_iter().collect()
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        let at = Segment::ALL.iter().position(|&segment| segment == self.segment()).unwrap_or(0);
        let acting = self.acting_report().map(|report| self.data().formation(report.formation).side);
        let cell = |segment: Segment| PhaseCell { name: translate(segment.name()), side: acting.filter(|_| segment == self.segment()) };
        (Segment::ALL.map(cell).to_vec(), at)
    }

    fn tables(&self) -> Vec<Table> {
        tables::tables(self)
    }

    fn hex_card(&self, cell: &str) -> Option<HexCard> {
        let hex = self.data().map.grid.parse(cell).ok()?;
        self.data().script.area.contains(hex).then(|| tables::hex_card(self, hex))
    }

    fn panels(&self, viewer: Side) -> Vec<Panel> {
        panels::panels(self, viewer)
    }

    fn counter_overlay(&self, counter: &str, viewer: Side) -> Option<(String, Overlay)> {
        overlays::supply_of(self, self.data().find_unit(counter)?, viewer)
    }
}

fn spot(game: &AcrossTheBug, action: Action, march: Option<&MarchReport>) -> Spot {
    let data = game.data();
    let name = |hex: Hex| data.map.grid.name(hex).to_string();
    let verb = match action {
        Action::Lose(_) if game.segment() == Segment::SetUp => verbs::LOSE_AT_START,
        _ => Action::VERBS[action.verb()].0,
    };
    let marches = matches!(
        action,
        Action::MoveTo(_)
            | Action::Boat(_)
            | Action::Infiltrate(_)
            | Action::Exit
            | Action::Attack { .. }
            | Action::TryMove
            | Action::TryAttack
    );
    let marching = march.filter(|_| marches).and_then(|report| units(report.side, report.group).next());
    let formation = match action {
        Action::Activate(formation) | Action::React(formation) => Some(data.formation(formation).hq),
        _ => None,
    };
    let unit = action.unit().or(marching).or(formation);
    let from = match action {
        Action::Pontoon { from, .. } | Action::TakeUp { from, .. } => Some(from),
        _ => unit.and_then(|unit| game.place(unit).hex()),
    };
    let to = action.hex();
    let price = |hex: Hex| march?.reached.iter().find(|(reached, _)| *reached == hex)?.1;
    let cost = to.filter(|_| marches).and_then(price).map(half_points);
    let under = match action {
        Action::Assign { formation, .. } => Some(names::formation(data, formation)),
        _ => None,
    };
    Spot {
        verb,
        unit: unit.map(|unit| data.unit(unit).id.clone()),
        from: from.map(name),
        to: to.map(name),
        cost,
        harms: words::moves(action).is_some_and(|hex| game.would_overstack(hex)),
        first: matches!(action, Action::Assign { unit, .. } if game.must_be_assigned(unit)),
        under,
        ..Spot::default()
    }
}
