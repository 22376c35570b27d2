//! Actions in words: what a choice does, where, at what price. A block that the viewer does not know has no name, no values and no price.

use stavka_engine::blocks_in_the_east::combat::Hit;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksDenial, BlocksInTheEast, RaidTarget, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{command, dice, names};
use crate::phrases::{die_told, in_brackets, question};

/// An action in words in the position before it, as `viewer` may hear it.
pub(super) fn words(game: &BlocksInTheEast, action: Action, viewer: Side) -> String {
    // Who stands where is seen afterwards; which block came from where would tell more.
    if matches!(game.asked(), Some(Asked::SetUp | Asked::SetUpUnit(_))) && action != Action::Done && !decides(game, viewer) {
        return tr!("the other side changes its set-up [2.3]").to_owned();
    }
    let name = |unit: UnitId| names::name(game, unit, viewer);
    let place = |unit: UnitId| names::place(game, unit);
    match action {
        Action::Done => done(game, viewer),
        Action::Roll(die) => die_told(die, &question(game), dice::comes_of(game, action)),
        Action::Repair(unit) => repair(game, unit, viewer),
        Action::Rebuild(unit) => rebuild(game, unit, viewer),
        Action::Bring(unit) => tr!("{unit} comes in as a reinforcement [7.3.c]", unit = name(unit)),
        Action::Place(hex) if matches!(game.asked(), Some(Asked::SetUpUnit(_))) => {
            let (unit, at, notes) = (mover(game, viewer), names::hex(game.data(), hex), company(game, hex, viewer));
            tr!("{unit} is set up at {hex}{notes} [2.3]", unit, hex = at, notes)
        }
        Action::Exchange(other) => {
            tr!(
                "{unit} changes places with {other} at {place} [2.3]",
                unit = mover(game, viewer),
                other = name(other),
                place = place(other)
            )
        }
        Action::Strengthen(other) => strengthen(game, other, viewer),
        Action::Place(hex) => {
            // A unit that is rebuilt has not the strength yet with which it comes in.
            let placed = game.asked().and_then(Asked::mover);
            let unit = placed.map_or_else(|| tr!("the unit").to_owned(), |unit| names::called(game, unit, viewer));
            let (at, notes) = (names::hex(game.data(), hex), company(game, hex, viewer));
            tr!("{unit} is placed at {hex}{notes} [7.3.1]", unit, hex = at, notes)
        }
        Action::Aid(nation) => {
            let (nation_name, left) = (names::nation(nation), game.aid_left(nation).saturating_sub(1));
            if game.data().is_advanced() {
                let colour = names::colour(Colour::Yellow);
                return tr!(
                    "Germany gives {nation} a point: {colour}; more in this turn: {left} [5.2.a]",
                    nation = nation_name,
                    colour,
                    left
                );
            }
            tr!("Germany gives {nation} a point; more in this turn: {left} [5.2.a]", nation = nation_name, left)
        }
        Action::Send(colour, nation) => {
            let (nation_name, left) = (names::nation(nation), game.aid_left(nation).saturating_sub(1));
            let colour = names::colour(colour);
            tr!("Germany gives {nation} a point: {colour}; more in this turn: {left} [5.2.a]", nation = nation_name, colour, left)
        }
        Action::GiveUp(colour) => {
            let colour = names::colour(colour);
            match game.asked() {
                Some(Asked::Savings { nation }) => {
                    let points = names::purse(game, nation, |colour| game.saved_of(nation, colour) + game.given_by_germany(nation, colour));
                    tr!(
                        "{nation} gives up a point that it cannot save: {colour}; it has {points}, and each that is saved needs a yellow one [11.2.d]",
                        nation = names::nation(nation),
                        colour,
                        points
                    )
                }
                Some(Asked::PointLost { route: Some(route) }) => {
                    tr!("convoys lose a point, {route}: {colour} [35.2]", route = names::route(route), colour)
                }
                Some(Asked::PointLost { route: None }) => tr!("bombs cost Germany a point: {colour} [35.1.g]", colour),
                _ => tr!("a point that cannot be saved is given up: {colour} [11.2.d]", colour),
            }
        }
        Action::Build(project) => {
            let price = game.price_of_project(project).unwrap_or(0);
            let left = game.points_for_units(Nation::Soviet, Colour::Yellow).saturating_sub(price.into());
            tr!(
                "the Soviets build {project} for {price} yellow, and keep {left}; it works at once [SBE6.e]",
                project = names::project(project),
                price,
                left
            )
        }
        Action::Invest(effort) if effort.field().is_some() => {
            tr!("a yellow point for {plan}: the point of this turn [17.0]", plan = names::effort(effort))
        }
        Action::Invest(effort) => {
            tr!("a yellow point for {plan}: the point of this turn, of ten [15.1]", plan = names::effort(effort))
        }
        Action::Mend(colour, hex) => tr!(
            "a yellow point for the wrecked centre at {hex}: {colour}; with the third it works again [16.0.a]",
            hex = names::hex(game.data(), hex),
            colour = names::colour(colour)
        ),
        Action::Evacuate(colour, hex) => tr!(
            "a factory at {hex} is moved away by three trains: {colour}; in two turns a die says where it is [16.2]",
            hex = names::hex(game.data(), hex),
            colour = names::colour(colour)
        ),
        Action::Disband(unit) => tr!("{unit} at {place} is disbanded [7.3.4]", unit = name(unit), place = place(unit)),
        Action::Select(unit) => select(game, unit, viewer),
        Action::MoveTo(hex) => move_to(game, hex, viewer),
        Action::Fly(hex) => {
            let (unit, at) = (mover(game, viewer), names::hex(game.data(), hex));
            let units = stack(game, hex, viewer);
            match game.asked() {
                Some(Asked::Flight { reacts: true, .. }) => {
                    tr!("{unit} flies to the battle at {hex}: {units} [7.6]", unit, hex = at, units)
                }
                Some(Asked::Raid(_) | Asked::Intercept(_)) => raid(game, RaidTarget::Hex(hex), viewer),
                Some(Asked::Drop(_)) => tr!("{unit} is dropped at {hex}: {units} [23.0]", unit, hex = at, units),
                _ => tr!("{unit} flies a mission to {hex}: {units} [7.5.2.a]", unit, hex = at, units),
            }
        }
        Action::Raid(works) => raid(game, RaidTarget::Works(works), viewer),
        Action::Bomb(what, hex) => tr!(
            "{unit} flies to bomb {what} at {hex}: {units} [32.0]",
            unit = mover(game, viewer),
            what = names::infrastructure(what),
            hex = names::hex(game.data(), hex),
            units = stack(game, hex, viewer)
        ),
        Action::Rebase(hex) => rebase(game, hex, viewer),
        Action::Delay(unit) => {
            tr!("{unit} at {place} is kept back: the hex holds too many units [7.3.3]", unit = name(unit), place = place(unit))
        }
        Action::Remove(unit) => {
            tr!("{unit} at {place} is eliminated: the hex holds too many units [7.5.3.d]", unit = name(unit), place = place(unit))
        }
        Action::Fight(hex) => {
            let units = stack(game, hex, viewer);
            tr!("the battle at {hex} is next: {units} [7.7]", hex = names::hex(game.data(), hex), units)
        }
        Action::Hits(hits) => dice::told(game, hits),
        Action::TakeHit(unit) => take_hit(game, unit, viewer),
        Action::Withdraw(unit) => tr!("{unit} leaves the battle at {place} [7.7.13]", unit = name(unit), place = place(unit)),
        Action::Join(unit) => {
            let to = match game.asked() {
                Some(Asked::BlitzJoin { to }) => names::hex(game.data(), to),
                _ => String::new(),
            };
            tr!("{unit} at {place} follows the Blitz to {to} [7.8.a]", unit = name(unit), place = place(unit), to)
        }
        Action::Activate(unit) => activate(game, unit),
        Action::Fuel(unit) => fuel(game, unit, viewer),
        Action::Supply(unit) => {
            let (mover, left) = (mover(game, viewer), game.barrels_left(unit).saturating_sub(1));
            tr!(
                "{hq} lets {unit} move and fight in this turn as if it was supplied; actions left: {left} [13.8.1.b]",
                hq = name(unit),
                unit = mover,
                left
            )
        }
        Action::Train(unit) => {
            let left = game.barrels_left(unit).saturating_sub(1);
            tr!(
                "{hq} orders a rail move of a unit that has not moved, free of charge; actions left: {left} [13.8.1.d]",
                hq = name(unit),
                left
            )
        }
        Action::Ship(unit) => {
            let left = game.barrels_left(unit).saturating_sub(1);
            tr!("{hq} orders a naval movement; actions left: {left} [18.0.a]", hq = name(unit), left)
        }
        Action::Fire(unit) if game.step(unit) + 1 >= game.data().unit(unit).steps.len() => {
            tr!("{unit} fires as artillery with its last PA, and is eliminated by it [6.4]", unit = name(unit))
        }
        Action::Fire(unit) => tr!("{unit} fires as artillery in this round, and loses a PA for it [6.4]", unit = name(unit)),
        Action::Declare(onset) => {
            tr!("{attack}: those who charge fire first and take the answer [20.0][21.0]", attack = names::onset(onset))
        }
        Action::Scout(hex) => scout(game, hex),
        Action::Reserve(unit) => tr!("{unit} is put in Reserve for a PA [31.0]", unit = name(unit)),
        Action::Rise(hex) => {
            let count = game.partisans_in(hex) + 1;
            tr!("a battalion of partisans rises at {hex}, battalions there: {count} [29.1]", hex = names::hex(game.data(), hex), count)
        }
        Action::Sector(sector) => self::sector(game, sector),
        Action::Assault(unit) => {
            tr!("{unit} at {place} is to land in an amphibious assault [24.0]", unit = name(unit), place = place(unit))
        }
        Action::Reembark(unit) => tr!(
            "{unit} is taken off from {place} by sea: it loses a step, and the naval headquarters a PA [24.0.c]",
            unit = name(unit),
            place = place(unit)
        ),
    }
}

/// Strength goes from the unit that is set up to another one, with what they have then.
fn strengthen(game: &BlocksInTheEast, other: UnitId, viewer: Side) -> String {
    let (unit, taker) = (mover(game, viewer), names::name(game, other, viewer));
    match game.strengths_after(other) {
        Some([left, gained]) => {
            tr!("{unit} gives {other} strength: {left} and {gained} then [LONG.a]", unit, other = taker, left, gained)
        }
        None => tr!("{unit} gives {other} strength [LONG.a]", unit, other = taker),
    }
}

/// The part of the map in which partisans rise, or a unit is set up.
pub(super) fn sector(game: &BlocksInTheEast, sector: u8) -> String {
    let [first, last] = game.rows_of_sector(sector);
    if matches!(game.asked(), Some(Asked::SetUpUnit(_))) {
        return tr!("the unit is set up in the rows {first} to {last} of the map [2.3]", first, last);
    }
    tr!("partisans rise next in the rows {first} to {last} of the map [29.1.a]", first, last)
}

/// Allied bombers fly to a target in Germany, or fighters rise to them.
fn raid(game: &BlocksInTheEast, target: RaidTarget, viewer: Side) -> String {
    let (unit, at) = (mover(game, viewer), names::raid_target(game.data(), target));
    match game.asked() {
        Some(Asked::Intercept(_)) => tr!("{unit} rises to the raid on {target} [35.1]", unit, target = at),
        _ => tr!("{unit} flies to attack {target} [35.1]", unit, target = at),
    }
}

/// A hex is reconnoitred: up to which face the die succeeds once the fire of the hex has missed.
fn scout(game: &BlocksInTheEast, hex: Hex) -> String {
    let at = names::hex(game.data(), hex);
    let Some(Asked::Scouting(unit)) = game.asked() else { return tr!("reconnoitre {hex}", hex = at) };
    match game.scout_report(unit, hex).succeeds_to {
        0 => tr!("aircraft reconnoitre {hex}: hopeless [19.1.a]", hex = at),
        face => tr!("aircraft reconnoitre {hex}: if its fire misses, a die of {face} or less succeeds [19.1.a]", hex = at, face),
    }
}

/// A headquarters is turned towards the enemy: what it has then, for what, and what it pays for it.
fn activate(game: &BlocksInTheEast, unit: UnitId) -> String {
    let data = game.data();
    let (name, place, count) = (names::title(data, unit), names::place(game, unit), game.barrels(unit));
    let told = match (data.unit(unit).kind, game.asked()) {
        (UnitKind::SupremeHq, _) => tr!("{unit} at {place} is activated, special actions: {count} [13.8]", unit = name, place, count),
        (_, Some(Asked::Passenger | Asked::RailMove(_))) => {
            tr!("{unit} at {place} is activated to pay for rail moves, as many as {count} [7.4][13.2]", unit = name, place, count)
        }
        (_, Some(Asked::Mover { exploits: true } | Asked::March { exploits: true, .. })) => {
            tr!("{unit} at {place} is activated for exploitation, barrels: {count} [13.7]", unit = name, place, count)
        }
        _ => tr!("{unit} at {place} is activated, barrels: {count} [13.2]", unit = name, place, count),
    };
    let loss = data.steps_of_command(unit, game.game_turn() as u8);
    if command::is_last(game, unit) {
        tr!("{told}; it moves no more, and is eliminated when it stands down [13.6]", told)
    } else {
        tr!("{told}; it moves no more, and loses PA when it stands down: {loss} [13.6]", told, loss)
    }
}

/// The unit that a hex is chosen for, as `viewer` may hear it.
fn mover(game: &BlocksInTheEast, viewer: Side) -> String {
    let unit = game.asked().and_then(Asked::mover);
    unit.map_or_else(|| tr!("the unit").to_owned(), |unit| names::name(game, unit, viewer))
}

/// What an activated headquarters gives the unit at hand.
fn fuel(game: &BlocksInTheEast, headquarters: UnitId, viewer: Side) -> String {
    let (hq, unit) = (names::name(game, headquarters, viewer), mover(game, viewer));
    let left = game.barrels_left(headquarters).saturating_sub(1);
    let supreme = game.data().unit(headquarters).kind == UnitKind::SupremeHq;
    match game.asked() {
        Some(Asked::RailMove(_)) => {
            tr!("{hq} pays for the rail move of {unit} in place of a yellow point; PA left: {left} [7.4]", hq, unit, left)
        }
        Some(Asked::Flight { .. }) if supreme => {
            tr!("{hq} lets {unit} fly missions as if fully supplied; actions left: {left} [13.8.1.c]", hq, unit, left)
        }
        _ if supreme => tr!("{hq} lets {unit} move and attack as if fully supplied; actions left: {left} [13.8.1.a]", hq, unit, left),
        Some(Asked::Flight { .. }) => {
            tr!("{hq} gives {unit} a barrel, with which it flies a mission; barrels left: {left} [13.4]", hq, unit, left)
        }
        Some(Asked::March { exploits: true, .. }) => {
            tr!("{hq} gives {unit} a barrel, with which it exploits; barrels left: {left} [13.4][13.7]", hq, unit, left)
        }
        _ => tr!("{hq} gives {unit} a barrel, with which it moves in full and may attack; barrels left: {left} [13.4]", hq, unit, left),
    }
}

/// Who is in a hex: for the side that decides as it knows them. Others hear what both sides know, for two people read the same log.
fn stack(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    if decides(game, viewer) { names::stack(game, hex, viewer) } else { names::stack_in_the_open(game, hex) }
}

/// Whether a side is told the price of a choice and what else follows from the unit: the side that decides.
fn decides(game: &BlocksInTheEast, viewer: Side) -> bool {
    game.turn() == Turn::Player(viewer)
}

/// Of a hidden unit only its nation is told: which one is repaired the other side does not see [1.3].
fn repair(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    let data = game.data();
    if !names::knows(game, unit, viewer) {
        return tr!("a hidden block of {nation} receives a step [7.3]", nation = names::nation(data.unit(unit).nation));
    }
    let (name, place) = (names::title(data, unit), names::place(game, unit));
    let steps = &data.unit(unit).steps;
    let step = game.step(unit);
    let [from, to] = [step, step.saturating_sub(1)].map(|step| steps.get(step).map_or(0, |step| step.strength));
    let price = game.repair_price(unit).unwrap_or(0);
    if game.data().is_advanced() {
        let price = names::price(game, unit, price);
        return tr!("{unit} at {place} is repaired from strength {from} to {to} for {price} [11.0.a]", unit = name, place, from, to, price);
    }
    match price {
        1 => tr!("{unit} at {place} is repaired from strength {from} to {to} for 1 point [7.3]", unit = name, place, from, to),
        _ => {
            tr!("{unit} at {place} is repaired from strength {from} to {to} for {price} points [7.3]", unit = name, place, from, to, price)
        }
    }
}

fn rebuild(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    let strength = game.data().unit(unit).steps.last().map_or(0, |step| step.strength);
    let unit_name = names::called(game, unit, viewer);
    let price = game.rebuilding_price(unit).unwrap_or(0);
    if game.data().is_advanced() {
        let price = names::price(game, unit, price);
        return tr!("{unit} is rebuilt with strength {strength} for {price} [11.0.a]", unit = unit_name, strength, price);
    }
    match price {
        1 => tr!("{unit} is rebuilt with strength {strength} for 1 point [7.3]", unit = unit_name, strength),
        price => tr!("{unit} is rebuilt with strength {strength} for {price} points [7.3]", unit = unit_name, strength, price),
    }
}

/// A unit that is picked, with what it can do for those who know it.
fn select(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    let (name, place) = (names::name(game, unit, viewer), names::place(game, unit));
    let notes = if names::knows(game, unit, viewer) { abilities(game, unit) } else { String::new() };
    match game.asked() {
        Some(Asked::SetUp) => tr!("{unit} at {place} is set up anew [2.3]", unit = name, place),
        Some(Asked::Passenger | Asked::FreeRail(_)) => tr!("{unit} at {place} is put on a train{notes} [7.4]", unit = name, place, notes),
        Some(Asked::Scramble) => tr!("{unit} is to rise to the Allied bombers [35.1]", unit = name),
        Some(Asked::Flyer { .. }) if game.data().unit(unit).class == UnitClass::Headquarters => {
            tr!(
                "{unit} at {place} sends aircraft to reconnoitre, attempts: {count} [19.1]",
                unit = name,
                place,
                count = game.attempts_left(unit)
            )
        }
        Some(Asked::Flyer { reacts: false }) if game.data().unit(unit).is_ground() => {
            tr!("{unit} at {place} is to be dropped{notes} [23.0]", unit = name, place, notes)
        }
        Some(Asked::Flyer { reacts: false }) => tr!("{unit} at {place} is to fly{notes} [7.5.2]", unit = name, place, notes),
        Some(Asked::Flyer { reacts: true }) => tr!("{unit} at {place} is to fly to a battle{notes} [7.6]", unit = name, place, notes),
        Some(Asked::Blitz) => tr!("{unit} at {place} is to make a Blitz move{notes} [7.8]", unit = name, place, notes),
        Some(Asked::Mover { exploits: true }) => tr!("{unit} at {place} is to exploit{notes} [7.10]", unit = name, place, notes),
        Some(Asked::Reserves) => {
            tr!("{unit} at {place} comes to the help of units under attack{notes} [31.0.b]", unit = name, place, notes)
        }
        _ => tr!("{unit} at {place} is to move{notes} [7.5]", unit = name, place, notes),
    }
}

/// [7.5.3.d] Whether a unit stands where too many of its side do: the movement does not end before one of them that can move has left.
pub(super) fn has_to_leave(game: &BlocksInTheEast, unit: UnitId) -> bool {
    let fits = |hex: Hex| game.crowd_of(unit.side(), hex).fits(&game.data().tables.stacking);
    matches!(game.asked(), Some(Asked::Mover { .. })) && game.place(unit).hex().is_some_and(|hex| !fits(hex))
}

/// Movement points or range of a unit that is picked, and what marks it.
fn abilities(game: &BlocksInTheEast, unit: UnitId) -> String {
    let range = game.range(unit);
    let mut notes = match game.asked() {
        // What armour exploits with it gets with its fuel.
        Some(Asked::Mover { exploits: true }) if game.needs_fuel(unit) => Vec::new(),
        Some(Asked::Mover { .. }) if game.needs_fuel(unit) && game.data().unit(unit).class == UnitClass::Armour => {
            vec![tr!("{points} MP and no attack without fuel [13.5]", points = game.points(unit))]
        }
        Some(Asked::Mover { .. }) => vec![tr!("{points} MP", points = game.points(unit))],
        Some(Asked::Flyer { .. }) => vec![tr!("range {range}", range)],
        _ => Vec::new(),
    };
    if game.is_out_of_supply(unit) {
        notes.push(tr!("out of supply").to_owned());
    }
    if has_to_leave(game, unit) {
        notes.push(tr!("the hex holds too many units: one has to leave it [7.5.3.d]").to_owned());
    }
    let fuel = matches!(game.asked(), Some(Asked::Mover { .. } | Asked::Flyer { .. })) && game.needs_fuel(unit);
    match game.data().unit(unit).class {
        UnitClass::Armour if fuel && matches!(game.asked(), Some(Asked::Mover { exploits: true })) => {
            notes.push(tr!("with fuel alone [13.7]").to_owned());
        }
        UnitClass::Air if fuel => notes.push(tr!("without fuel no mission [13.5.a]").to_owned()),
        _ => {}
    }
    in_brackets(&notes)
}

fn move_to(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    let (unit, at) = (mover(game, viewer), names::hex(game.data(), hex));
    let notes = hex_notes(game, hex, viewer);
    match game.asked() {
        Some(Asked::RailMove(_)) => tr!("{unit} goes by rail to {hex}{notes} [7.4]", unit, hex = at, notes),
        Some(Asked::Voyage(_)) => tr!("{unit} sails to {hex}{notes} [18.0]", unit, hex = at, notes),
        Some(Asked::Landing(_)) => tr!("{unit} lands at {hex}{notes} [24.0]", unit, hex = at, notes),
        Some(Asked::Reembarkation(_)) => tr!("{unit} is taken off to {hex}{notes} [24.0.c]", unit, hex = at, notes),
        Some(Asked::Retreat(_) | Asked::Leaving(_)) => tr!("{unit} retreats to {hex}{notes} [7.7.14]", unit, hex = at, notes),
        Some(Asked::BlitzMove(_)) => tr!("{unit} makes its Blitz move to {hex}{notes} [7.8]", unit, hex = at, notes),
        Some(Asked::March { exploits: true, .. }) => tr!("{unit} exploits to {hex}{notes} [7.10]", unit, hex = at, notes),
        _ => tr!("{unit} moves to {hex}{notes} [7.5.3]", unit, hex = at, notes),
    }
}

fn rebase(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    let (unit, at) = (mover(game, viewer), names::hex(game.data(), hex));
    match game.asked() {
        Some(Asked::AirReturn(_)) => tr!("{unit} returns to the base at {hex} [7.8.1]", unit, hex = at),
        Some(Asked::Retreat(_)) => tr!("{unit} flies to the base at {hex} [7.7.16]", unit, hex = at),
        Some(Asked::Evacuation(_)) => tr!("{unit} loses a step and flees to the base at {hex} [7.6.2]", unit, hex = at),
        _ => tr!("{unit} transfers to the base at {hex} [7.5.2.b]", unit, hex = at),
    }
}

/// What a hit does to a unit.
fn take_hit(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    let name = names::name(game, unit, viewer);
    match game.effect_of_hit(unit) {
        Hit::Marked => tr!("{unit} takes the hit with its shield [7.7.8]", unit = name),
        Hit::Reduced => {
            let strength = game.data().unit(unit).steps.get(game.step(unit) + 1).map_or(0, |step| step.strength);
            tr!("{unit} takes the hit and falls to strength {strength} [7.7.9]", unit = name, strength)
        }
        Hit::Eliminated => tr!("{unit} takes the hit and is eliminated [7.7.10]", unit = name),
    }
}

fn done(game: &BlocksInTheEast, viewer: Side) -> String {
    let asked = game.asked();
    if let Some(unit) = asked.and_then(Asked::mover) {
        let name = names::name(game, unit, viewer);
        let place = names::place(game, unit);
        return match asked {
            Some(Asked::Flight { .. } | Asked::Raid(_) | Asked::Intercept(_)) => tr!("{unit} stays at its base", unit = name),
            Some(Asked::March { begun: true, .. }) => tr!("{unit} stops at {place}", unit = name, place),
            _ => tr!("{unit} stays at {place}", unit = name, place),
        };
    }
    let told = match asked {
        Some(Asked::SetUp) => tr!("ready: the set-up of the side is over [2.3]"),
        Some(Asked::Production) => tr!("end production"),
        Some(Asked::Disbanding) => tr!("disband no more units"),
        Some(Asked::Passenger) => tr!("no more rail moves"),
        Some(Asked::Mover { exploits: false }) => tr!("end ground movement"),
        Some(Asked::Mover { exploits: true }) => tr!("end exploitation"),
        Some(Asked::Flyer { reacts: false }) => tr!("end air movement"),
        Some(Asked::Flyer { reacts: true }) => tr!("end the reaction in the air"),
        Some(Asked::Withdrawal { air_only: false, .. }) => tr!("nobody else leaves the battle"),
        Some(Asked::Withdrawal { air_only: true, .. }) => tr!("no other aircraft leave the battle"),
        Some(Asked::Blitz) => tr!("no more Blitz moves"),
        Some(Asked::BlitzJoin { .. }) => tr!("nobody else follows the Blitz"),
        Some(Asked::Supreme) => tr!("activate no more Supreme Headquarters"),
        Some(Asked::FreeRail(_)) => tr!("nobody goes by rail"),
        Some(Asked::Guns { .. }) => tr!("no more headquarters fire"),
        Some(Asked::Declaration) => tr!("declare nothing"),
        Some(Asked::Drop(_)) => tr!("no assault by this unit"),
        Some(Asked::Uprising { .. }) => tr!("no more partisans rise"),
        Some(Asked::Scramble) => tr!("no more fighters rise"),
        Some(Asked::Scouting(_)) => tr!("no more reconnaissance by this headquarters"),
        Some(Asked::Reserves) => tr!("no more units leave Reserve"),
        _ => tr!("end this step"),
    };
    told.to_owned()
}

/// Who of the side that decides is in a hex already.
fn company(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    if game.stack(hex).is_empty() {
        return String::new();
    }
    in_brackets(&[tr!("there: {units}", units = stack(game, hex, viewer))])
}

/// A hex on the way with its price and what waits there.
fn hex_notes(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    let Turn::Player(side) = game.turn() else { return String::new() };
    let mut notes = Vec::new();
    if decides(game, viewer) {
        notes.extend(game.march_price(hex).map(|price| tr!("{points} MP", points = price)));
    }
    if game.objectives().iter().any(|objective| objective.hex == hex) {
        notes.push(tr!("objective").to_owned());
    }
    if game.stack(hex).iter().any(|unit| unit.side() != side) {
        notes.push(tr!("battle: {units}", units = stack(game, hex, viewer)));
    } else if side == Side::Axis && game.partisans_in(hex) > 0 {
        notes.push(names::partisans(game.partisans_in(hex)));
    } else if !game.stack(hex).is_empty() {
        notes.push(tr!("there: {units}", units = stack(game, hex, viewer)));
    } else if game.owner(hex) == Some(side.opponent()) {
        notes.push(tr!("taken from the enemy").to_owned());
    }
    in_brackets(&notes)
}

/// What a player had in mind, whatever the position.
pub(super) fn wish(game: &BlocksInTheEast, action: Action) -> Option<String> {
    let data = game.data();
    let name = |unit: UnitId| names::title(data, unit);
    let at = |hex: Hex| names::hex(data, hex);
    let is_unit = |unit: UnitId| data.units(unit.side()).any(|(known, _)| known == unit);
    if action.unit().is_some_and(|unit| !is_unit(unit)) || action.hex().is_some_and(|hex| hex.index() >= data.map.len()) {
        return None;
    }
    Some(match action {
        Action::Repair(unit) => tr!("a step for {unit}", unit = name(unit)),
        Action::Rebuild(unit) => tr!("rebuild {unit}", unit = name(unit)),
        Action::Bring(unit) => tr!("bring in {unit}", unit = name(unit)),
        Action::Place(hex) if game.sets_up().is_some() => tr!("set the unit up at {hex}", hex = at(hex)),
        Action::Place(hex) => tr!("place the new unit at {hex}", hex = at(hex)),
        Action::Aid(nation) => tr!("a German point for {nation}", nation = names::nation(nation)),
        Action::Send(colour, nation) => {
            tr!("a German point for {nation}: {colour}", nation = names::nation(nation), colour = names::colour(colour))
        }
        Action::GiveUp(colour) => tr!("a point is given up: {colour}", colour = names::colour(colour)),
        Action::Build(project) => tr!("build {project}", project = names::project(project)),
        Action::Invest(effort) => tr!("a point for {plan}", plan = names::effort(effort)),
        Action::Mend(colour, hex) => tr!("a point for the centre at {hex}: {colour}", hex = at(hex), colour = names::colour(colour)),
        Action::Evacuate(colour, hex) => tr!("move the factory at {hex}: {colour}", hex = at(hex), colour = names::colour(colour)),
        Action::Disband(unit) => tr!("disband {unit}", unit = name(unit)),
        Action::Select(unit) => tr!("pick {unit}", unit = name(unit)),
        Action::MoveTo(hex) => tr!("move to {hex}", hex = at(hex)),
        Action::Fly(hex) => tr!("fly to {hex}", hex = at(hex)),
        Action::Raid(works) => tr!("fly to {hex}", hex = names::raid_target(data, RaidTarget::Works(works))),
        Action::Bomb(what, hex) => tr!("bomb {what} at {hex}", what = names::infrastructure(what), hex = at(hex)),
        Action::Rebase(hex) => tr!("the base at {hex}", hex = at(hex)),
        Action::Fight(hex) => tr!("the battle at {hex}", hex = at(hex)),
        Action::TakeHit(unit) => tr!("the hit for {unit}", unit = name(unit)),
        Action::Withdraw(unit) => tr!("take {unit} out of the battle", unit = name(unit)),
        Action::Join(unit) => tr!("{unit} follows the Blitz", unit = name(unit)),
        Action::Activate(unit) => tr!("activate {unit}", unit = name(unit)),
        Action::Fuel(unit) => tr!("fuel of {unit}", unit = name(unit)),
        Action::Supply(unit) => tr!("help of {unit}", unit = name(unit)),
        Action::Train(unit) => tr!("a train of {unit}", unit = name(unit)),
        Action::Fire(unit) => tr!("fire of {unit}", unit = name(unit)),
        Action::Ship(unit) => tr!("ships of {unit}", unit = name(unit)),
        Action::Declare(onset) => names::onset(onset).to_owned(),
        Action::Scout(hex) => tr!("reconnoitre {hex}", hex = at(hex)),
        Action::Reserve(unit) => tr!("{unit} in Reserve", unit = name(unit)),
        Action::Exchange(unit) => tr!("change places with {unit}", unit = name(unit)),
        Action::Strengthen(unit) => tr!("strength for {unit}", unit = name(unit)),
        Action::Rise(hex) => tr!("partisans at {hex}", hex = at(hex)),
        Action::Sector(sector) => self::sector(game, sector),
        Action::Assault(unit) => tr!("an amphibious assault of {unit}", unit = name(unit)),
        Action::Reembark(unit) => tr!("take {unit} off by sea", unit = name(unit)),
        Action::Done | Action::Roll(_) | Action::Delay(_) | Action::Remove(_) | Action::Hits(_) => return None,
    })
}

/// Why an action is denied, with who fills a hex, or what there is of points, where that tells more than the rule.
pub(super) fn reason(game: &BlocksInTheEast, action: Action, denial: BlocksDenial) -> String {
    let Turn::Player(side) = game.turn() else { return denial.to_string() };
    match (denial, action.hex(), action.unit()) {
        (BlocksDenial::NoRoom, Some(hex), _) => {
            let own = game.stack(hex).iter().copied().filter(|unit| unit.side() == side);
            tr!("{denial} ({units})", denial, units = names::each(game, own, side).join(", "))
        }
        (BlocksDenial::TooDear, _, Some(unit)) => {
            let nation = game.data().unit(unit).nation;
            let points = names::purse(game, nation, |colour| game.points_for_units(nation, colour));
            tr!("{denial} ({nation}: {points})", denial, nation = names::nation(nation), points)
        }
        _ => denial.to_string(),
    }
}
