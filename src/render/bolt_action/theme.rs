//! The board of Bolt Action.

use stavka_engine::Side;
use stavka_engine::bolt_action::{Action, BoltAction, Prepared};

use crate::render::theme::{Counter, Ground, HexCard, Layer, Odds, Overlay, OverlayRow, Panel, PhaseCell, Spot, Table, Theme, VerbRow};

impl Theme for BoltAction {
    const OVERLAYS: &'static [OverlayRow<Self>] = &[];
    const STYLE: &'static str = "";
    const COUNTER_WORDS: &'static [&'static str] = &[];
    const VERBS: &'static [VerbRow] = &[];

    fn ground(_: &Prepared) -> Ground {
        Ground {
            svg: String::new(),
            labels: String::new(),
            symbols: String::new(),
            left: 0.0,
            top: 0.0,
            width: 100.0,
            height: 100.0,
            outline: Vec::new(),
            cells: Vec::new(),
            note: "",
            legend: Vec::new(),
        }
    }

    fn phase_name(&self) -> &'static str {
        ""
    }

    fn tints(&self) -> Vec<Layer> {
        Vec::new()
    }

    fn counters(&self, _: Side) -> Vec<Counter> {
        Vec::new()
    }

    fn front(&self) -> String {
        String::new()
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        choices.iter().map(|_| Spot::default()).collect()
    }

    fn attempts(&self, _: &str) -> Vec<Action> {
        Vec::new()
    }

    fn focus(&self) -> Vec<Layer> {
        Vec::new()
    }

    fn fight(&self, _: Side) -> Option<Odds> {
        None
    }

    fn fight_for(&self, _: &str, _: Side) -> Option<Odds> {
        None
    }

    fn decided_by(&self, _: Action, _: Side) -> Option<(Odds, String)> {
        None
    }

    fn comes_of(&self, _: Action, _: Side) -> Option<String> {
        None
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        (Vec::new(), 0)
    }

    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn hex_card(&self, _: &str) -> Option<HexCard> {
        None
    }

    fn panels(&self, _: Side) -> Vec<Panel> {
        Vec::new()
    }

    fn supply_of(&self, _: &str, _: Side) -> Option<(String, Overlay)> {
        None
    }
}
