//! The page on which forces are built. The game says what there is to choose from and judges the lists; nothing here knows a rule.

use maud::{Markup, html};
use stavka_engine::{GameName, Side};
use stavka_words::tr;

use super::pages::{dark_button, document, heading, players};
use crate::render::builder::{ForceBuilder, Stock, StockUnit};

/// The page of a game.
///
/// # Errors
/// The game's own data have a defect.
pub(super) fn page(game: GameName, builder: &ForceBuilder) -> anyhow::Result<Markup> {
    let stock = (builder.stock)()?;
    let body = html! {
        header .bar {
            a .home href="/" title=(tr!("All games")) { "Stavka" }
            h1 { (heading(game)) ": " (tr!("forces of your own")) }
            (dark_button())
        }
        main .sheet .forces #builder data-game=(game) {
            p .lead { (tr!("Choose year and mission, and compose a force for each side. The lists are judged as you go.")) }
            (frame(game, &stock))
            div .opposing { @for side in Side::ALL { (force(side, &stock)) } }
            section aria-labelledby="play" {
                h2 #play { (tr!("Play with these forces")) }
                form #begin {
                    div .fields { (players()) }
                    p {
                        button type="submit" .main disabled { (tr!("Begin")) }
                        " " span #ready role="status" {}
                        " " span #problem role="alert" {}
                    }
                }
            }
        }
    };
    let title = tr!("Forces: {game}", game = heading(game));
    Ok(document(&title, &["players.js", "forces.js"], None, &["forces.css"], &body))
}

/// Year, kind of battle and mission, which belong to the form at the foot of the page.
fn frame(game: GameName, stock: &Stock) -> Markup {
    let mut battles: Vec<(String, &str)> = Vec::new();
    for mission in &stock.missions {
        let key = mission.roles.join(" ");
        if battles.iter().all(|(known, _)| *known != key) {
            battles.push((key, &mission.battle));
        }
    }
    html! {
        div .fields .frame {
            label { (tr!("Roles of the forces"))
                select #battle { @for (key, words) in &battles { option value=(key) { (words) } } }
            }
            label { (tr!("Mission"))
                select name="scenario" form="begin" {
                    @for mission in &stock.missions {
                        option value=(format!("{game} {}", mission.id)) data-battle=(mission.roles.join(" ")) data-year=(mission.year)
                            data-about=(mission.about) { (mission.name) }
                    }
                }
            }
            label { (tr!("Year"))
                select name="year" form="begin" { @for year in &stock.years { option value=(year) { (year) } } }
            }
        }
        p #about-mission .dim {}
    }
}

fn force(side: Side, stock: &Stock) -> Markup {
    let name = side.name();
    html! {
        section .force .(name) data-side=(name) aria-labelledby=(format!("force-{name}")) {
            div .summary {
                h2 id=(format!("force-{name}")) { (side) }
                span .verdict {}
                meter aria-label=(tr!("Points: {side}", side)) min="0" max="1" value="0" {}
                b .total { "..." }
            }
            div .judgement role="status" aria-label=(tr!("Judgement: {side}", side)) {
                ul .problems {}
                ul .parts {}
            }
            div .start {
                label { (tr!("Ready force"))
                    select .ready {
                        @for force in stock.forces.iter().filter(|force| force.side == side) {
                            option value=(force.list) data-year=(force.year) data-role=(force.role) { (force.name) }
                        }
                    }
                }
                button type="button" .load { (tr!("Load")) }
                button type="button" .clear { (tr!("Empty the list")) }
            }
            @for group in &stock.units[side.index()] {
                details .group open {
                    summary { (group.title) " " span .chosen {} }
                    ul { @for one in &group.units { (unit(one)) } }
                }
            }
            details .text {
                summary { (tr!("The list as text")) }
                p { code .command tabindex="0" {} }
                p { a .download download=(format!("{name}.txt")) href="data:," { (tr!("Download")) } }
            }
        }
    }
}

fn unit(unit: &StockUnit) -> Markup {
    let StockUnit { id, name, facts, weapons, years: [first, last], limit } = unit;
    html! {
        li data-first=(first) data-last=(last) {
            div .what {
                b { (name) }
                span .facts { (facts.join(" · ")) }
                span .dim { (weapons) }
            }
            div .stepper role="group" aria-label=(name) {
                button type="button" .fewer aria-label=(tr!("one fewer: {unit}", unit = name)) { "−" }
                input type="number" inputmode="numeric" min="0" max=(limit) value="0" data-unit=(id) autocomplete="off" aria-label=(tr!("how many: {unit}", unit = name));
                button type="button" .more aria-label=(tr!("one more: {unit}", unit = name)) { "+" }
            }
        }
    }
}
