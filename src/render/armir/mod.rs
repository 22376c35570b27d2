//! ARMIR for people: map and board, choices in words, odds, tracks.

mod board;
mod counters;
mod fight;
mod geometry;
mod ground;
mod odds;
mod overlays;
mod panels;
mod sheet;
mod svg;
mod symbols;
mod theme;
mod words;

use anyhow::anyhow;
use stavka_engine::Side;
use stavka_engine::armir::{Action, Armir, Prepared};
use stavka_engine::hex::Hex;

use super::{Extent, Ink, ScenarioSheet, Tabletop};
use crate::exit::BadInput;

impl Tabletop for Armir {
    const TITLE: &'static str = "ARMIR, the Don front in December 1942";

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        let centre = match extent {
            Extent::Whole => None,
            Extent::Focus => match board::focus(self, viewer) {
                None => return Ok(String::new()),
                centre => centre,
            },
            Extent::Around(name) => Some(named_hex(self.data(), name)?),
        };
        Ok(board::draw(self.data(), Some(self), centre, ink))
    }

    fn status(&self, viewer: Side) -> Vec<String> {
        sheet::status(self, viewer)
    }

    fn roster(&self, filter: &str, ink: Ink) -> String {
        sheet::roster(self, filter, ink)
    }

    fn words(&self, action: Action, viewer: Side) -> String {
        words::words(self, action, viewer)
    }

    fn odds(&self) -> Vec<String> {
        odds::at_hand(self)
    }

    fn account(&self) -> Vec<String> {
        sheet::account(self)
    }

    fn map_text(data: &Prepared, ink: Ink) -> String {
        format!("{}\n{}", board::draw(data, None, None, ink), board::gazetteer(data))
    }

    fn map_svg(data: &Prepared, position: Option<&Self>) -> String {
        svg::draw(data, position)
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        sheet::scenario(data)
    }
}

fn named_hex(data: &Prepared, name: &str) -> anyhow::Result<Hex> {
    if let Some(place) = data.map.places.iter().find(|place| place.name.eq_ignore_ascii_case(name)) {
        return Ok(place.hex);
    }
    data.map.grid.parse(name).map_err(|error| anyhow!(BadInput(format!("{error}, nor is it the name of a place"))))
}
