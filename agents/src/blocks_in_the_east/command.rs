//! [13.0] Which headquarters are worth an action point: such as have units to fuel that have something to do.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, HexSet, UnitId};
use stavka_engine::hex::Hex;

use super::ground::COUNTERS;

/// Hexes beyond its movement points from which armour that marches comes near the enemy.
const NEAR: u16 = 1;
/// Hexes from the enemy within which armour that exploits has something to do.
const EXPLOITS: u16 = 4;
/// What armour that only marches far counts, of what armour that attacks does.
const MARCHES: f32 = 0.4;
/// What a unit within the radius of a headquarters counts for where that stands, and the most that units near it count.
const SERVED: f32 = 0.5;
const NEARNESS: f32 = 1.5;
/// Barrels that headquarters must give to be worth the point, where it is one of oil, and where it is one that infantry lives on too.
const OF_OIL: f32 = 0.8;
const OF_YELLOW: f32 = 1.8;
/// How much more than that one must give that is eliminated by it.
const LAST: f32 = 1.5;

/// What is done before units move or fly: headquarters for which a better place is in reach come first, then those are activated that have
/// something to give.
pub(super) fn order(game: &BlocksInTheEast, legal: &[Action]) -> Option<Action> {
    let leads = |unit: UnitId| matches!(game.data().unit(unit).kind, UnitKind::ArmouredHq | UnitKind::AirHq);
    let moves = |action: &&Action| if let Action::Select(unit) = **action { leads(unit) } else { false };
    let first = legal.iter().find(moves).filter(|_| matches!(game.asked(), Some(Asked::Mover { .. })));
    first.copied().or_else(|| activation(game, legal).map(|(unit, _)| Action::Activate(unit)))
}

/// The headquarters of a list that had best be activated, with the barrels that it would give, weighed by what they are good for; none if
/// all had better wait.
pub(super) fn activation(game: &BlocksInTheEast, legal: &[Action]) -> Option<(UnitId, f32)> {
    let offered = |action: &Action| if let Action::Activate(unit) = *action { Some(unit) } else { None };
    let mut offered = legal.iter().filter_map(offered).peekable();
    let side = offered.peek()?.side();
    let needs = Needs::of(game, side)?;
    let useful = |unit: UnitId| {
        let barrels = needs.served_by(game, unit);
        (barrels >= price(game, unit)).then_some((unit, barrels))
    };
    offered.filter_map(useful).reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// Barrels from which a headquarters is worth the action point that it loses.
fn price(game: &BlocksInTheEast, unit: UnitId) -> f32 {
    let price = if game.colour_of_price(unit) == Some(Colour::Yellow) { OF_YELLOW } else { OF_OIL };
    let is_last = game.step(unit) + 1 >= game.data().unit(unit).steps.len();
    if is_last { price * LAST } else { price }
}

/// Units of a side that want fuel now and get none of the headquarters that are activated.
struct Needs {
    units: ArrayVec<(UnitId, Hex, f32), COUNTERS>,
    by_air: bool,
}

impl Needs {
    /// Looks who wants fuel for what is asked; nothing where no headquarters fuels anybody.
    fn of(game: &BlocksInTheEast, side: Side) -> Option<Self> {
        let (by_air, exploits) = match game.asked()? {
            Asked::Mover { exploits } => (false, exploits),
            Asked::Supreme => (false, false),
            Asked::Flyer { .. } => (true, false),
            _ => return None,
        };
        let data = game.data();
        let map = &data.map;
        let mut targets: ArrayVec<Hex, COUNTERS> = ArrayVec::new();
        for (_, hex) in game.units_on_map(side.opponent()) {
            if !map.is_box(hex) && !targets.contains(&hex) && game.has_ground_units(side.opponent(), hex) {
                targets.push(hex);
            }
        }
        let battles = game.battles();
        let weigh = |unit: UnitId, hex: Hex| {
            let known = data.unit(unit);
            let class = if by_air { UnitClass::Air } else { UnitClass::Armour };
            if known.class != class || map.is_box(hex) || game.is_out_of_supply(unit) || !game.may_still_go(unit) {
                return 0.0;
            }
            let away = |to: Hex| map.grid.distance(hex, to);
            if by_air {
                let range = game.range(unit);
                return f32::from(u8::from(battles.iter().any(|battle| !map.is_box(battle) && away(battle) <= range)));
            }
            let nearest = targets.iter().map(|&target| away(target)).min().unwrap_or(u16::MAX);
            match exploits {
                true => f32::from(u8::from(nearest <= EXPLOITS)),
                false if nearest <= u16::from(game.full_points(unit)) + NEAR => 1.0,
                false => MARCHES,
            }
        };
        let mut units = ArrayVec::new();
        for (unit, hex) in game.units_on_map(side) {
            let weight = weigh(unit, hex);
            if weight > 0.0 {
                units.push((unit, hex, weight));
            }
        }
        // Those that count most are fuelled first.
        units.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        let mut needs = Needs { units, by_air };
        needs.serve(game, side);
        Some(needs)
    }

    /// Takes out those for whom the activated headquarters have something.
    fn serve(&mut self, game: &BlocksInTheEast, side: Side) {
        let active = game.data().headquarters.iter().copied().filter(|unit| unit.side() == side && game.is_active(*unit));
        let depot = |unit: UnitId| (unit, Reach::of(game, unit), game.barrels_left(unit));
        let mut depots: Vec<(UnitId, Reach, u8)> = active.map(depot).collect();
        self.units.retain(|(unit, hex, _)| {
            let fits = |depot: &&mut (UnitId, Reach, u8)| depot.2 > 0 && depot.1.serves(game, self.by_air, depot.0, *unit, *hex);
            match depots.iter_mut().find(fits) {
                Some(depot) => {
                    depot.2 -= 1;
                    false
                }
                None => true,
            }
        });
    }

    /// Barrels of a headquarters that would be used, weighed.
    fn served_by(&self, game: &BlocksInTheEast, headquarters: UnitId) -> f32 {
        let reach = Reach::of(game, headquarters);
        let served = self.units.iter().filter(|(unit, hex, _)| reach.serves(game, self.by_air, headquarters, *unit, *hex));
        served.take(game.barrels(headquarters).into()).map(|(.., weight)| weight).sum()
    }
}

/// How good a hex is for a headquarters that may move: how much it can fuel from there, and how far the rest of it is.
pub(super) fn post(game: &BlocksInTheEast, headquarters: UnitId, hex: Hex) -> f32 {
    let data = game.data();
    let (map, known) = (&data.map, data.unit(headquarters));
    let class = if known.kind == UnitKind::AirHq { UnitClass::Air } else { UnitClass::Armour };
    let radius = data.script.command.as_ref().map_or(0, |rules| rules.radius_in(game.weather()));
    let gives = game.strength(headquarters);
    let (mut served, mut nearness) = (0, 0.0_f32);
    for (unit, at) in game.units_on_map(headquarters.side()) {
        if data.unit(unit).class != class || map.is_box(at) || map.is_box(hex) || !game.commands(headquarters, data.unit(unit).nation) {
            continue;
        }
        let away = map.grid.distance(hex, at);
        served += u8::from(away <= radius.into());
        nearness += 1.0 / (1.0 + f32::from(away));
    }
    f32::from(served.min(gives)) * SERVED + nearness.min(NEARNESS)
}

/// Where a headquarters has an effect.
enum Reach {
    /// [13.3] Its radius.
    Radius(Box<HexSet>),
    /// [13.8] Everywhere, on one unit of each kind.
    Everywhere,
}

impl Reach {
    fn of(game: &BlocksInTheEast, headquarters: UnitId) -> Self {
        match game.data().unit(headquarters).kind {
            UnitKind::SupremeHq => Reach::Everywhere,
            _ => Reach::Radius(Box::new(game.command_radius(headquarters))),
        }
    }

    fn serves(&self, game: &BlocksInTheEast, by_air: bool, headquarters: UnitId, unit: UnitId, hex: Hex) -> bool {
        let kind = game.data().unit(headquarters).kind;
        let meets = match kind {
            UnitKind::ArmouredHq => !by_air,
            UnitKind::AirHq => by_air,
            UnitKind::SupremeHq => true,
            _ => false,
        };
        let near = match self {
            Reach::Radius(radius) => radius.contains(hex),
            Reach::Everywhere => true,
        };
        meets && near && game.commands(headquarters, game.data().unit(unit).nation)
    }
}
