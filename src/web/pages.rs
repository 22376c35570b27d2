//! The pages: HTML written on the server. What moves on them is the part of the scripts in `assets/`.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};
use stavka_engine::kit::files::{GameOption, ScenarioFiles as _};
use stavka_engine::{GameName, Side, with_game};
use stavka_words::{Language, language, tr, translate};

use crate::commands::rules::told;
use crate::headline::{self, OPPONENTS};
use crate::render::theme::{Ground, LegendRow, Lit, Shows, Table, Theme};
use crate::render::{ScenarioSheet, Tabletop};
use crate::session::HUMAN;

/// The scripts by name.
const SCRIPTS: [(&str, &str); 10] = [
    ("page.js", include_str!("assets/page.js")),
    ("players.js", include_str!("assets/players.js")),
    ("start.js", include_str!("assets/start.js")),
    ("forces.js", include_str!("assets/forces.js")),
    ("review.js", include_str!("assets/review.js")),
    ("board.js", include_str!("assets/board.js")),
    ("map.js", include_str!("assets/map.js")),
    ("table.js", include_str!("assets/table.js")),
    ("panel.js", include_str!("assets/panel.js")),
    ("keys.js", include_str!("assets/keys.js")),
];
/// The scripts of a board, in the order in which they run.
pub(crate) fn board_scripts<G: Theme>() -> &'static [&'static str] {
    if G::MEASURES { &["board.js", "map.js", "table.js", "panel.js", "keys.js"] } else { &["board.js", "map.js", "panel.js", "keys.js"] }
}

const STYLE: &str = include_str!("assets/board.css");
/// Styles of the page on which forces are built.
const FORCES_STYLE: &str = include_str!("assets/forces.css");
/// Where a page with a board finds its styles, before that of its game.
const MAP_STYLE: &str = "map.css";
/// A hex with a cross, the icon of the page.
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><path d=\"M16 1l13 7.5v15L16 31 3 23.500v-15z\" fill=\"#44603c\"/>\
                    <path d=\"M8 11h16v10H8zM8 11l16 10M8 21l16-10\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.6\"/></svg>";

/// A file of the pages.
pub(super) async fn asset(Path(name): Path<String>) -> Response {
    let script = SCRIPTS.iter().find(|(script, _)| *script == name);
    let (kind, text) = match (name.as_str(), script) {
        (_, Some((_, script))) => return sent("text/javascript", squeezed(script)),
        ("board.css", None) => return sent("text/css", squeezed(STYLE)),
        ("forces.css", None) => return sent("text/css", squeezed(FORCES_STYLE)),
        (MAP_STYLE, None) => ("text/css", crate::render::MAP_STYLE),
        ("icon.svg", None) => ("image/svg+xml", ICON),
        _ => {
            let game = name.strip_suffix(".css").and_then(|game| game.parse::<GameName>().ok());
            match game {
                Some(game) => ("text/css", with_game!(game, G => G::STYLE)),
                None => return (StatusCode::NOT_FOUND, tr!("there is no such file")).into_response(),
            }
        }
    };
    sent(kind, text.to_owned())
}

fn sent(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

/// A script or a style as a browser needs it: without indentation, and without comments that have lines of their own. No text in them
/// goes over several lines.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_comment = false;
    for line in text.lines().map(str::trim) {
        let ends = line.ends_with("*/");
        is_comment = is_comment || (line.starts_with("/*") && (ends || !line.contains("*/")));
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
        is_comment = is_comment && !ends;
    }
    out
}

/// A picture without the numbers of its hexes: a page draws them from the cells that it is given.
fn without_numbers(svg: &str) -> String {
    let cut = || {
        let (before, rest) = svg.split_once("<g id=\"numbers\"")?;
        let (height, rest) = rest.split_once('>')?;
        Some(format!("{before}<g id=\"numbers\"{height}></g>{}", rest.split_once("</g>")?.1))
    };
    cut().unwrap_or_else(|| svg.to_owned())
}

/// A picture whose numbers end where nothing follows the point.
fn rounded(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(".0") {
        out.push_str(before);
        let is_whole =
            before.ends_with(|letter: char| letter.is_ascii_digit()) && !after.starts_with(|letter: char| letter.is_ascii_digit());
        if !is_whole {
            out.push_str(".0");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The messages that the scripts of a page look up, by their English keys, as JSON; none in English.
fn messages(scripts: &[&str]) -> String {
    if language() == Language::English {
        return "{}".to_owned();
    }
    let is_asked_for = |key: &str| {
        let quoted = format!("t('{key}'");
        let is_here = |name: &str| name == "page.js" || scripts.contains(&name);
        SCRIPTS.iter().any(|(name, script)| is_here(name) && script.contains(&quoted))
            || GameName::ALL.into_iter().any(|game| with_game!(game, G => G::COUNTER_WORDS).contains(&key))
    };
    let known: BTreeMap<&str, &str> = stavka_words::keys().filter(|key| is_asked_for(key)).map(|key| (key, translate(key))).collect();
    // What ends the element must not stand in it.
    json!(known).to_string().replace('<', "\\u003c")
}

/// A page with these scripts and styles by their names among the assets.
pub(super) fn document(title: &str, scripts: &[&str], body_data: Option<&str>, styles: &[&str], body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Stavka" }
                link rel="icon" href="/assets/icon.svg";
                link rel="stylesheet" href="/assets/board.css";
                @for style in styles { link rel="stylesheet" href=(format!("/assets/{style}")); }
                script type="application/json" #messages { (PreEscaped(messages(scripts))) }
                script src="/assets/page.js" {}
                @for script in scripts { script src=(format!("/assets/{script}")) defer {} }
            }
            body data-game=[body_data] { (body) }
        }
    }
}

/// Times that the search may think about a choice.
const THINKING: [(&str, &str); 4] =
    [("", "as its level"), ("move=1s", "1 second a choice"), ("move=5s", "5 seconds"), ("move=30s", "30 seconds")];

/// A player of a game in words.
fn player(headline: &Value, slot: usize) -> String {
    headline::player(headline["players"][slot].as_str().unwrap_or(HUMAN))
}

/// The start page: a new game, games to go on with, records to load.
pub(super) fn start(known: &[(String, Value)], damaged: &[(String, String)], troubles: &[String]) -> Markup {
    let scenarios: Vec<Offered> = GameName::ALL.into_iter().flat_map(|game| with_game!(game, G => offered::<G>())).collect();
    let body = html! {
        header .bar { h1 { "Stavka" } span .grow {} (dark_button()) }
        main .sheet {
            p .lead { (tr!("Board wargames of the Eastern Front, against the computer or each other.")) }
            @for trouble in troubles { p role="alert" { strong { (trouble) } } }
            section aria-labelledby="new" {
                h2 #new { (tr!("New game")) }
                form #begin {
                    div .fields {
                        label { (tr!("Game and scenario"))
                            select name="scenario" { @for Offered { key, name, .. } in &scenarios { option value=(key) { (name) } } }
                        }
                        (players())
                    }
                    @for game in GameName::ALL {
                        @if with_game!(game, G => G::FORCES.is_some()) {
                            p .builds data-game=(game) { a href=(format!("/forces/{game}")) { (tr!("Build forces of your own")) } " " span .dim { (heading(game)) } }
                        }
                    }
                    p { button type="submit" .main { (tr!("Begin")) } " " span #problem role="alert" {} }
                    @for Offered { key, sheet, options, .. } in &scenarios {
                        div .about data-scenario=(key) hidden {
                            p { (translate(&sheet.description)) }
                            @if !options.is_empty() {
                                details .options {
                                    summary { (tr!("Options: what the players agree on")) }
                                    @for option in *options {
                                        label { input type="checkbox" name="option" value=(option.key); span { (translate(option.words)) " " span .dim { "[" (option.rule) "]" } } }
                                    }
                                }
                            }
                            dl { @for (name, text) in &sheet.facts { dt { (name) } dd { (text) } } }
                        }
                    }
                }
            }
            section aria-labelledby="load" {
                h2 #load { (tr!("Load a record")) }
                p { (tr!("A saved game or the record of a finished one, also of older rules. It is copied; the file stays as it is.")) }
                p { label { (tr!("Record file")) " " input type="file" #file accept=".stavka,.record,text/plain"; } " " span #import-problem role="alert" {} }
            }
            section aria-labelledby="games" {
                h2 #games { (tr!("Games")) }
                @if known.is_empty() { p { (tr!("None yet.")) } }
                ul .games { @for (id, game) in known { li {
                    a href=(format!("/game/{id}")) { (id) }
                    " " span .dim {
                        (player(game, 0)) " (" (Side::Axis) ") - "
                        (player(game, 1)) " (" (Side::Soviet) "), "
                        @if let Some(turn) = game["turn"].as_u64() { (tr!("turn {turn}", turn)) ", " }
                        (headline::actions(game["actions"].as_u64().unwrap_or_default() as usize))
                        @if let Some(result) = game["result"].as_str() { ", " (translate(result)) }
                        @if let Some(mark) = game["mark"].as_str() { ", " (mark) }
                    }
                } } }
                @if !damaged.is_empty() {
                    h3 { (tr!("Files that cannot be opened")) }
                    ul .games #damaged { @for (name, problem) in damaged { li { (name) " " span .dim { (problem) } } } }
                }
            }
            section {
                h2 { (tr!("Rules")) }
                ul { @for game in GameName::ALL { li { a href=(format!("/rules/{game}")) { (translate(with_game!(game, G => G::TITLE))) } } } }
            }
        }
    };
    document(tr!("New game"), &["players.js", "start.js"], None, &[], &body)
}

/// Who plays, and the seed of the dice: what every new game is asked for.
pub(super) fn players() -> Markup {
    html! {
        label { (tr!("You play"))
            select name="seats" {
                option value="soviet" { (tr!("the Soviets")) }
                option value="axis" { (tr!("the Axis")) }
                option value="both" { (tr!("both sides: two players at this screen")) }
                option value="none" { (tr!("no side: watch the computer play itself")) }
            }
        }
        (opponent("axis", tr!("Axis computer player")))
        (opponent("soviet", tr!("Soviet computer player")))
        label { (tr!("Seed of the dice"))
            input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" placeholder=(tr!("drawn by chance")) autocomplete="off";
        }
    }
}

/// The name of a game in lists: its title up to what it is about.
pub(super) fn heading(game: GameName) -> &'static str {
    let title = translate(with_game!(game, G => G::TITLE));
    title.split(',').next().unwrap_or(title)
}

/// A scenario with its game, which is not said twice where the scenario bears its name.
fn scenario_name(game: &str, scenario: &str) -> String {
    if scenario.starts_with(game) { scenario.to_owned() } else { format!("{game}: {scenario}") }
}

/// A scenario that a new game may have: what the form sends, its name, and what a player should know of it.
struct Offered {
    key: String,
    name: String,
    sheet: ScenarioSheet,
    options: &'static [GameOption],
}

fn offered<G: Theme>() -> Vec<Offered> {
    let offer = |&id: &&str| {
        let data = G::load(id).ok()?;
        let sheet = G::sheet(data);
        let name = scenario_name(heading(G::NAME), translate(&sheet.name));
        Some(Offered { key: format!("{} {id}", G::NAME), name, sheet, options: data.options() })
    };
    G::embedded().iter().filter_map(offer).collect()
}

fn opponent(side: &str, label: &str) -> Markup {
    let elo = |rows: &[(GameName, Option<f64>)]| -> String {
        let known: Vec<String> =
            rows.iter().map(|(game, elo)| format!("{game}={}", elo.map_or(String::new(), |elo| format!("{elo:.0}")))).collect();
        known.join(" ")
    };
    html! {
        label .opponent data-side=(side) { (label)
            select name=(side) {
                @for one in OPPONENTS.iter() {
                    option value=(one.player) data-words=(one.told()) data-elo=(elo(&one.games)) data-thinks[one.thinks] selected[one.player == "level4"] { (one.told()) }
                }
            }
        }
        label .opponent .thinking data-side=(side) hidden { (tr!("Its time to think"))
            select name=(format!("{side}-time")) { @for (value, words) in THINKING { option value=(value) { (translate(words)) } } }
        }
    }
}

/// The heads of the arrows that show what a side has done.
fn arrow_heads() -> Markup {
    html! {
        @for side in Side::ALL {
            marker id=(format!("head-{}", side.name())) viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto" {
                path d="M0 0L10 5L0 10z" class=(format!("head {}", side.name())) {}
            }
        }
    }
}

pub(super) fn dark_button() -> Markup {
    let other = Language::ALL.into_iter().find(|&other| other != language()).unwrap_or_default();
    html! { button type="button" #language data-other=(other.tag()) lang=(other.tag()) title=(match other {
        Language::Italian => "Italiano",
        _ => "English",
    }) { (other.tag().to_uppercase()) } button type="button" #dark title=(tr!("Dark or light")) aria-label=(tr!("Dark or light")) { "◐" } }
}

/// Two hexes of a map, for an example: those of its first two towns.
fn two_hexes(ground: &Ground) -> String {
    let towns = ground.cells.iter().filter(|cell| cell.label.is_some());
    towns.take(2).map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" ")
}

/// The page of a game.
pub(super) fn game<G: Theme>(id: &str, scenario: &'static G::Scenario) -> Markup {
    let ground = G::ground(scenario);
    let view_box = format!("{} {} {} {}", ground.left, ground.top, ground.width, ground.height);
    let outline: Vec<String> = ground.outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let body = html! {
        header .bar {
            h1 .hide { (translate(G::TITLE)) }
            a .home href="/" title=(tr!("All games")) { "Stavka" }
            p #prompt role="status" aria-live="polite" { "..." }
            div #thinking hidden { progress #share max="1" value="0" aria-label=(tr!("The computer thinks")) {} button type="button" #hurry title=(tr!("Play now (g)")) { (tr!("Hurry")) } }
            div #pacing hidden {
                button type="button" #pause title=(tr!("Pause (p)")) { (tr!("Pause")) }
                label { span .hide { (tr!("Speed")) } select #pace title=(tr!("Speed of the computer")) {
                    option value="0" { (tr!("at once")) } option value="60" selected { (tr!("fast")) } option value="300" { (tr!("medium")) } option value="1200" { (tr!("slow")) }
                } }
            }
            button type="button" #undo title=(tr!("Take back (u)")) { (tr!("Undo")) }
            button type="button" #redo title=(tr!("Make again (r)")) { (tr!("Redo")) }
            button type="button" #hint title=(tr!("What would the computer do? (h)")) { (tr!("Hint")) }
            (dark_button())
            ol #phases aria-label=(tr!("Phases of the turn")) hidden {}
        }
        main .table {
            section #map-area aria-label=(tr!("Map")) {
                div #window { div #sheet {
                    // What never changes is laid out apart, or every change of the counters would lay out each number anew.
                    svg #ground viewBox=(view_box) aria-hidden="true" preserveAspectRatio="xMidYMid meet" { (PreEscaped(rounded(&without_numbers(&ground.svg)))) }
                    svg #map viewBox=(view_box) data-box=(view_box) role="application" tabindex="0" preserveAspectRatio="xMidYMid meet"
                        aria-label=(tr!("Map. Arrow keys move the cursor, Enter acts, question mark lists the keys.")) {
                        defs { (PreEscaped(&ground.symbols)) (arrow_heads()) polygon #cell points=(outline.join(" ")) {} }
                        g #overlay {} g #measured {} g #marks {} g #labels { (PreEscaped(rounded(&ground.labels))) } g #arrows {} g #counters {} g #over {} g #results {} g #notes {} g #slides {} g #cursor {} g #fan {}
                    }
                } }
                div .tools role="toolbar" aria-label=(tr!("Map tools")) {
                    button type="button" #zoom-in title=(tr!("Zoom in (+)")) aria-label=(tr!("Zoom in")) { "+" }
                    button type="button" #zoom-out title=(tr!("Zoom out (-)")) aria-label=(tr!("Zoom out")) { "−" }
                    button type="button" #zoom-all title=(tr!("Whole map (0)")) aria-label=(tr!("Whole map")) { "⤢" }
                    button type="button" #hide title=(tr!("Hide the counters (x)")) aria-pressed="false" aria-label=(tr!("Hide the counters")) { "◻" }
                    @if G::MEASURES { button type="button" #measure title=(tr!("Measure (m)")) aria-pressed="false" aria-label=(tr!("Measure")) { "⊹" } }
                    label { span .hide { (tr!("Overlay")) } select #look title=(tr!("Overlay (o)")) {
                        option value="" { (tr!("no overlay")) }
                        @for row in G::OVERLAYS { option value=(row.key) data-one-sided[row.shows != Shows::Both] data-opponent[row.shows == Shows::Opponent] { (translate(row.title)) } }
                        option value="last" { (tr!("Last turn of the other side")) }
                        option value="heat" { (tr!("What the analysis thinks")) }
                    } }
                    label { span .hide { (tr!("Side of the overlay")) } select #look-side title=(tr!("Side of the overlay")) hidden {
                        @for side in Side::ALL { option value=(side.name()) { (side) } }
                    } }
                }
                p #legend hidden {}
                p #about role="status" aria-live="polite" {}
                div #menu role="menu" hidden {}
            }
            aside #panel aria-label=(tr!("Game")) {
                div #message role="alert" tabindex="0" hidden {}
                div .tabs role="tablist" {
                    @for (key, title) in [("choices", tr!("Choices")), ("log", tr!("Log")), ("units", tr!("Units")), ("tracks", tr!("Tracks")), ("tables", tr!("Tables")), ("more", tr!("More"))] {
                        button type="button" role="tab" id=(format!("tab-{key}")) aria-controls=(format!("pane-{key}"))
                            aria-selected=(if key == "choices" { "true" } else { "false" }) { (title) }
                    }
                }
                section #pane-choices .pane tabindex="0" role="tabpanel" aria-labelledby="tab-choices" {
                    div #ending hidden {}
                    div #story hidden {}
                    div #fight hidden {}
                    div #advice role="status" hidden {}
                    p #purpose .dim {}
                    div #gather hidden {}
                    label .filter { span .hide { (tr!("Find a choice")) } input #find type="search" placeholder=(tr!("Find a choice ( / )")) autocomplete="off"; }
                    ul #choices aria-label=(tr!("Legal choices")) {}
                    p #settled .dim {}
                }
                section #pane-log .pane tabindex="0" role="tabpanel" aria-labelledby="tab-log" hidden {
                    p { button type="button" #whole-log { (tr!("Whole log")) } }
                    ol #log {}
                }
                section #pane-units .pane tabindex="0" role="tabpanel" aria-labelledby="tab-units" hidden {
                    label .filter { span .hide { (tr!("Find a unit")) } input #find-unit type="search" placeholder=(tr!("Find a unit")) autocomplete="off"; }
                    div #units {}
                }
                section #pane-tracks .pane tabindex="0" role="tabpanel" aria-labelledby="tab-tracks" hidden { div #tracks {} }
                section #pane-tables .pane tabindex="0" role="tabpanel" aria-labelledby="tab-tables" hidden { p { "..." } }
                section #pane-more .pane tabindex="0" role="tabpanel" aria-labelledby="tab-more" hidden {
                    h2 { (tr!("This game")) }
                    ul {
                        li { a href=(format!("/game/{id}/record")) download { (tr!("Export the record")) } " " span .dim {
                            (tr!("While it holds what the other side keeps secret from you, it is sealed: import it here or go on with it by")) " "
                            code { "--resume" } (tr!(", but it cannot be read before the game is over."))
                        } }
                        li { a href=(format!("/game/{id}/review")) { (tr!("Review: luck and skill")) } }
                        li { a href=(format!("/rules/{}", G::NAME)) { (tr!("Rules")) } }
                        li { a href="/" { (tr!("All games, new game, import")) } }
                    }
                    p .dim { (tr!(
                        "{game}, scenario {scenario}. The game is saved after every choice, in the folder that the command named when it began.",
                        game = translate(G::TITLE),
                        scenario = translate(&G::sheet(scenario).name)
                    )) }
                    h2 { (tr!("Settings")) }
                    p { label .check { input type="checkbox" #unasked; (tr!("Do not ask before what cannot be taken back")) } }
                    p { label { (tr!("At the fights of the computer's turn")) " " select #stops {
                        option value="wait" { (tr!("stop until I go on")) } option value="moment" { (tr!("stop for a moment")) } option value="never" { (tr!("do not stop")) }
                    } } }
                    @for row in G::STANDING {
                        p { label { (translate(row.title)) " " select data-standing=(row.key) data-near=[row.near] {
                            @for (key, words) in row.answers { option value=(key) { (translate(words)) } }
                        } } " " input type="text" data-near-of=(row.key) hidden placeholder=(tr!("hexes, such as {hexes}", hexes = two_hexes(&ground)))
                            aria-label=(tr!("Hexes near which you are asked")); }
                    }
                    h2 #keys { (tr!("Keys")) }
                    (key_map::<G>())
                }
                div #confirm role="alert" hidden {
                    p { b #confirm-what {} ": " (tr!("this cannot be taken back.")) span #confirm-undone {} }
                    button type="button" #confirm-do .main title=(tr!("Do it (Enter)")) { (tr!("Do it")) }
                    " " button type="button" #confirm-leave title=(tr!("Leave it (Escape)")) { (tr!("Leave it")) }
                }
                div .ends {
                    button type="button" #close hidden aria-keyshortcuts="e" { b #close-what {} " " span .detail #undone {} }
                    button type="button" #propose hidden title=(tr!("What would the staff do in this phase? (v)")) { (tr!("Proposal")) }
                    button type="button" #finish hidden title=(tr!("The computer makes the choices that are left in this phase (f)")) { (tr!("Play the rest for me")) }
                }
            }
        }
        dialog #handover aria-labelledby="handover-title" {
            h2 #handover-title {}
            p { (tr!("One side keeps something secret from the other. The board is shown as soon as you say that you are there.")) }
            p { button type="button" #take-over .main {} }
            p { label .check { input type="checkbox" #open-table; (tr!("Do not ask again in this game: we play with open cards")) } }
        }
        footer .replay {
            button type="button" #first title=(tr!("To the beginning")) aria-label=(tr!("To the beginning")) { "⇤" }
            button type="button" #back title=(tr!("One action back (,)")) aria-label=(tr!("One action back")) { "◀" }
            button type="button" #forward title=(tr!("One action on (.)")) aria-label=(tr!("One action on")) { "▶" }
            button type="button" #live title=(tr!("Back to the game")) { (tr!("Now")) }
            label .grow { span .hide { (tr!("Replay")) } input #replay type="range" min="0" max="0" value="0"; }
            output #replay-at for="replay" {}
            button type="button" #branch title=(tr!("A new game from this position, with other dice")) hidden { (tr!("Branch from here")) }
        }
    };
    let style = format!("{}.css", G::NAME);
    document(translate(G::TITLE), board_scripts::<G>(), Some(id), &[MAP_STYLE, &style], &body)
}

/// The page in place of a game that cannot be shown.
pub(super) fn missing(words: &str) -> Markup {
    let body = html! {
        header .bar { a .home href="/" { "Stavka" } span .grow {} (dark_button()) }
        main .sheet { h1 { (tr!("This game cannot be shown")) } p .lead { (words) } p { a href="/" { (tr!("All games")) } } }
    };
    document(tr!("No game"), &[], None, &[], &body)
}

/// The key that gathers the fewest for each column of the odds.
const FEWEST_KEY: &str = "w";
/// The key that begins to measure.
const MEASURE_KEY: &str = "m";

/// The keys that do something in a game.
fn key_map<G: Theme>() -> Markup {
    let all = [
        ("Arrows, Enter", "move the cursor on the map, act there"),
        ("n, b", "next and last unit that can do something"),
        ("1 - 9", "the choices at the head of the list"),
        ("e", "end the phase, decline, or close a list"),
        ("f", "let the computer play the rest of the phase"),
        ("u, r", "take back, make again"),
        ("Enter", "confirm what cannot be taken back; the same key or click again does so too"),
        ("Escape", "close a menu, leave what is to be confirmed, or put a unit down that was picked up"),
        ("h, v, y", "hint; proposal of the staff for the phase; take it"),
        ("a", "all of them, where several may be taken"),
        (FEWEST_KEY, "the fewest for the best odds; again: for the next odds down"),
        ("o", "next overlay"),
        ("l, c, t, k, s", "log, choices, tracks, units, tables"),
        ("/", "find a choice"),
        ("+, -, 0", "zoom in, zoom out, whole map"),
        ("x", "hide the counters"),
        (MEASURE_KEY, "measure from the cell under the cursor; again: leave off"),
        (", .", "replay: one action back, one on"),
        ("[, ]", "what has happened: one step back, one on"),
        ("g, p", "hurry the computer to the end of its turn, pause it"),
        ("Space, Enter", "go on from a fight of the computer's turn; Escape skips the rest of it"),
        ("?", "this list"),
    ];
    let is_of = |key: &str| (key != FEWEST_KEY || G::GATHERS_FOR_ODDS) && (key != MEASURE_KEY || G::MEASURES);
    let keys = all.iter().filter(|(key, _)| is_of(key));
    html! { dl .keys { @for (key, what) in keys { dt { (if key.chars().any(char::is_uppercase) { translate(key) } else { key }) } dd { (translate(what)) } } } }
}

/// The tables of a game and the legend of its map; the script lights the case at hand.
pub(super) fn tables<G: Theme>(tables: &[Table], legend: &[LegendRow]) -> Markup {
    html! {
        @for table in tables {
            h2 { (table.title) }
            div .wide tabindex="0" role="group" aria-label=(table.title) { table .printed data-lit=(match table.lit { Lit::Nothing => "nothing", Lit::Column => "column", Lit::Rows => "rows" }) {
                thead { tr { @for (column, name) in table.head.iter().enumerate() { th scope="col" data-name=[(column > 0).then_some(name)] { (name) } } } }
                tbody { @for row in &table.rows { tr data-name=(row[0]) {
                    th scope="row" { (row[0]) }
                    @for cell in &row[1..] { td { (cell) } }
                } } }
            } }
            p .dim { (table.note) }
        }
        h2 { (tr!("Signs of the map")) }
        ul .signs {
            @for row in legend { li {
                svg viewBox="0 -12 46 24" width="46" height="24" aria-hidden="true" { (PreEscaped(&row.sample)) }
                span { (row.words) }
            } }
        }
        p .dim { a href=(format!("/rules/{}", G::NAME)) { (tr!("The rules by number, in our own words")) } }
    }
}

/// The rules of a game, each in our own words.
pub(super) fn rules(game: GameName) -> Markup {
    let rows = told(game);
    let title = with_game!(game, G => <G as Tabletop>::TITLE);
    let body = html! {
        header .bar { a .home href="/" { "Stavka" } h1 { (tr!("Rules: {game}", game = translate(title))) } span .grow {} (dark_button()) }
        main .sheet {
            p .lead { (tr!("Every rule of the rulebook by its number, in our own words. Choices, odds and refusals on the board name these numbers.")) }
            dl .rules {
                @for row in &rows {
                    @let anchor = format!("r{}", row.id.replace(' ', "_"));
                    dt id=(anchor) { a href=(format!("#{anchor}")) { (row.id) } " " (row.title) }
                    dd { (row.rule) @if !row.note.is_empty() { " " span .dim { (row.note) } } }
                }
            }
        }
    };
    document(tr!("Rules"), &[], None, &[], &body)
}

/// The review of a game, which the script fills when it is there.
pub(super) fn review(id: &str, headline: &Value) -> Markup {
    let body = html! {
        header .bar { a .home href="/" { "Stavka" } h1 { (tr!("Review")) } span .grow {} a href=(format!("/game/{id}")) { (tr!("Back to the game")) } (dark_button()) }
        main .sheet {
            p .lead { (tr!("{axis} (Axis) against {soviet} (Soviet)", axis = player(headline, 0), soviet = player(headline, 1))) }
            p #state role="status" { "..." }
            progress #share max="1" value="0" aria-label=(tr!("Progress of the review")) {}
            div #chart tabindex="0" role="group" aria-label=(tr!("Chart of the chance of winning")) {}
            div #accounts {}
            ol #points {}
            p .dim { (tr!("Luck is what a die did to the chance of winning, against the mean of all its results. Skill is what a choice fell short of the best that a short search found. Both in points of a hundred.")) }
        }
    };
    document(tr!("Review"), &["review.js"], Some(id), &[], &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_squeezed_says_the_same() {
        let script = "/** What\n * it does. */\nfunction f(a) {\n  // Why.\n  return a; // so\n}\n\n/* One line. */\nf(1);\n";
        assert_eq!(squeezed(script), "function f(a) {\nreturn a; // so\n}\nf(1);\n");
        let quoted = |text: &str| text.lines().all(|line| line.matches('`').count() % 2 == 0);
        assert!(SCRIPTS.iter().all(|(_, script)| quoted(script)), "a text over several lines would lose its indentation");
        let numbers = r#"<a/><g id="numbers" data-above="25"><text x="1" y="2">01</text></g><b/>"#;
        assert_eq!(without_numbers(numbers), r#"<a/><g id="numbers" data-above="25"></g><b/>"#);
        assert_eq!(without_numbers("<g/>"), "<g/>");
        assert_eq!(rounded("M80.6 164.0l34.6 20.05v1.0z"), "M80.6 164l34.6 20.05v1z");
    }
}
