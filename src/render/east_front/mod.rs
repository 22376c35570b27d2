//! East Front for people: map and board, choices in words, odds, tracks.

mod board;
mod counters;
mod fight;
mod ground;
mod layout;
mod names;
mod overlays;
mod panels;
mod sheet;
mod theme;
mod words;

use anyhow::anyhow;
use stavka_engine::Game as _;
use stavka_engine::Side;
use stavka_engine::east_front::{Action, EastFront, Prepared};
use stavka_engine::hex::Hex;

use super::picture::{self, Position};
use super::theme::Theme as _;
use super::{Extent, Ink, ScenarioSheet, Tabletop};
use crate::exit::BadInput;

impl Tabletop for EastFront {
    const TITLE: &'static str = "East Front, the Perekop isthmus in September 1941";

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
        fight::lines(self)
    }

    fn account(&self) -> Vec<String> {
        sheet::account(self)
    }

    fn map_text(data: &Prepared, ink: Ink) -> String {
        format!("{}\n{}", board::draw(data, None, None, ink), board::gazetteer(data))
    }

    /// With the counters as the Axis sees them: a picture has no secrets of its own, and its reader may be anybody.
    fn map_svg(data: &Prepared, position: Option<&Self>) -> String {
        let ground = ground::ground(data);
        let subtitle = match position {
            Some(game) => format!("{} | turn {} of {}, {}", data.script.name, game.game_turn(), data.script.turns.len(), game.phase_name()),
            None => format!("{} | one hex is 8 km; what the rules do not say of the map is a reconstruction", data.script.name),
        };
        let drawn = position.map(|game| (game.counters(Side::Axis), game.focus(), game.front()));
        let position = drawn.as_ref().map(|(counters, layers, front)| Position { counters, layers, front });
        picture::draw(&ground, Self::STYLE, Self::TITLE, &subtitle, position.as_ref())
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
