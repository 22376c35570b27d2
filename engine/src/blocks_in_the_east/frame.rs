//! The procedures of the game, as plain data.

use super::BlocksInTheEast;
use super::combat::Firing;
use super::ids::UnitId;
use super::terms::{AirFire, Route};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::procedures;
use crate::kit::terms::terms;

procedures! { pub(super) enum Frame of BlocksInTheEast:
    /// [7.0] A turn: the weather, the player turns, then the Victory Phase; the step that comes next.
    GameTurn(step: u8),
    /// [9.0] The die for the weather of the month.
    WeatherRoll,
    /// [SBE9.a] The die by which the Axis wins that holds two of the cities.
    SurrenderRoll,
    /// [7.0] The turn of a side: the phase that comes next, by its number.
    PlayerTurn(side: Side, next: u8),
    /// [11.2.d] Nations of the side give up points of colours that they cannot keep.
    Savings(side: Side),
    /// [11.0] The side gets its points.
    Income(side: Side),
    /// [11.3] Points of the side cross mines.
    Minefields(side: Side),
    /// [7.3] The side spends points.
    Production(side: Side),
    /// [7.3.1] A new unit is placed.
    Placement(unit: UnitId),
    /// [7.3.4] The side disbands units, in ascending order from this one on.
    Disbanding(side: Side, from: u16),
    /// [7.4] The side makes strategic rail moves.
    RailMoves(side: Side),
    /// [7.4] A unit moves by rail.
    RailMove(unit: UnitId),
    /// [7.5][7.10] The side moves its ground units.
    Ground(side: Side, why: Why),
    /// [7.5.3] A unit on the march: movement points that are left, and whether it has moved.
    March(unit: UnitId, left: u8, begun: bool, why: Why),
    /// [7.5.2] The active side flies; or [7.6] the other one reacts.
    Flights(side: Side, reacts: bool),
    /// [7.5.2][7.6] An air unit flies.
    Flight(unit: UnitId, reacts: bool),
    /// [7.5.3.d][AMB-94] The side takes units out of hexes with too many.
    Excess(side: Side),
    /// [7.7] The active side picks the next battle.
    Combat(side: Side),
    /// [7.7] A battle.
    Battle(side: Side, hex: Hex),
    /// [7.7.a] The rounds of the battle: the step that comes next.
    Rounds(step: Step),
    /// [7.7] A side throws its dice in a step.
    Volley(side: Side, firing: Firing),
    /// [7.7.9] A side takes the hits of a step.
    Suffering(side: Side, firing: Firing),
    /// [7.7.13] Units of a side leave the battle; after air combat only those that fly.
    Retreats(side: Side, air_only: bool),
    /// [12.4.1] Attackers out of supply that have not won in the first round surrender.
    DesperateAttack,
    /// [7.7.14][7.7.16] A unit leaves the battle.
    Retreat(unit: UnitId),
    /// [7.6.2] Aircraft flee from a base that ground units have entered.
    Evacuation(unit: UnitId),
    /// [AMB-93] The attackers leave a battle that nobody can win, in ascending order.
    Leaving(side: Side, hex: Hex),
    /// [7.8] The active side makes Blitz moves.
    Blitz(side: Side),
    /// [7.8] An armoured unit makes its Blitz move.
    BlitzMove(unit: UnitId),
    /// [7.8.a] Units follow a Blitz from one hex into another, in ascending order from this one on.
    BlitzJoin(side: Side, from: Hex, to: Hex, next: u16),
    /// [7.8.1] Aircraft of the side return.
    AirReturn(side: Side),
    /// [13.8] The side activates Supreme Headquarters.
    Supreme(side: Side),
    /// [13.8.1.d] A Supreme Headquarters sends a unit by rail.
    FreeRail(unit: UnitId),
    /// [6.4] The side tells headquarters to fire as artillery.
    Guns(side: Side),
    /// [36.0] The die by which Italy surrenders.
    ItalyRoll,
    /// [15.1.a] The die that says where a new factory of a line is.
    FactorySite(line: u8),
    /// [15.1.a] The owner says in which city of a pair it is.
    FactoryChoice(line: u8, face: u8),
    /// [15.1.b] The owner says in which city at home it is.
    FactoryTown(line: u8),
    /// [18.0] A headquarters sends a unit by sea.
    Embark(unit: UnitId),
    /// [18.0] A unit sails.
    Voyage(unit: UnitId),
    /// [18.1] The die for a unit that has come among mines.
    SeaMines(unit: UnitId),
    /// [20.0][21.0] The attacker declares how it attacks in the battle.
    Declaration(side: Side),
    /// [19.1] A headquarters sends aircraft to reconnoitre hexes, and whether it has done so since it was picked.
    Scouting(unit: UnitId, begun: bool),
    /// [19.1.a] The hex that is reconnoitred fires at the aircraft.
    ScoutFire(unit: UnitId, hex: Hex),
    /// [19.1.a] The die by which a hex is reconnoitred.
    ScoutRoll(unit: UnitId, hex: Hex),
    /// [31.0] A headquarters gives the action point by which a unit is put in Reserve.
    Keeping(unit: UnitId, why: Why),
    /// [23.0] A Supreme Headquarters launches an airborne assault of a unit.
    Drop(unit: UnitId),
    /// [29.0] Partisans rise: battalions that can still be placed.
    Uprising(left: u8),
    /// [29.0] A battalion rises in a sector of the map.
    UprisingSector(sector: u8),
    /// [24.0] A unit of marines lands from the sea.
    Landing(unit: UnitId),
    /// [24.0.c] A unit of marines is taken off from a battle.
    Reembarkation(unit: UnitId),
    /// [32.0] Bombs of a side fall on infrastructure in the battle.
    Bombs(side: Side),
    /// [35.1] The Soviets say what an Allied bomber attacks, by its number.
    Raid(number: u8),
    /// [35.1] The Axis sends interceptors and fighters.
    Scramble,
    /// [35.1] An interceptor or fighter rises to a raid.
    Intercept(unit: UnitId),
    /// [35.1.a] Raids are carried out: the step that comes next.
    AirWar(step: u8),
    /// [35.1.a] Dice are thrown for a raid.
    AirVolley(fire: AirFire, raid: u8),
    /// [35.1.a] A side takes the hits of these dice.
    AirHits(side: Side, fire: AirFire, raid: u8),
    /// [35.1.g][35.2] Points are lost at random: of a raid by its number, or of the convoys of a route after them.
    PointLost(from: u8),
    /// [35.2] Convoys of a route are attacked.
    Convoy(route: Route),
    /// [2.3] The side sets up its units: how many it has picked.
    SetUp(side: Side, picks: u16),
    /// [2.3] A unit is set up in another hex, changes places with another one, or gives it strength.
    SetUpUnit(unit: UnitId),
    /// [2.3] A unit is set up in a sector of the map.
    SetUpSector(unit: UnitId, sector: u8),
}

terms! {
    /// Why ground units move.
    Why {
        /// [7.5] The Movement Phase.
        Movement = "movement",
        /// [7.10] Armour exploits.
        Exploitation = "exploitation",
        /// [31.0.b] Armour in Reserve comes to the help of units under attack.
        Reaction = "reaction",
    }

    /// [7.7.a] Steps of a round of combat.
    Step {
        /// The round begins; aircraft take off.
        Opening = "opening",
        /// Aircraft against aircraft [7.7.1].
        AirCombat = "air-combat",
        /// The ground against aircraft [7.7.2].
        AntiAircraft = "anti-aircraft",
        /// Aircraft against the ground [7.7.3].
        AirAttack = "air-attack",
        /// Artillery [7.7.4].
        Artillery = "artillery",
        /// The other ground units [7.7.5].
        Ground = "ground",
        /// Units that cannot stay are taken away [7.7.10.a].
        Clearing = "clearing",
        /// Retreats [7.7.13].
        Retreats = "retreats",
        /// The other ground units, after those that charged [20.0][21.0].
        Answer = "answer",
    }

    /// [7.0] A phase of the turn of a player.
    Phase {
        /// [7.2] Units are marked that are out of supply.
        Supply = "supply",
        /// [7.3] Production.
        Production = "production",
        /// [7.3.4] Units are disbanded.
        Disbanding = "disbanding",
        /// [7.4] Strategic rail moves.
        RailMoves = "rail-moves",
        /// [7.5] Ground units move.
        GroundMovement = "ground-movement",
        /// [7.5.2] Aircraft move.
        AirMovement = "air-movement",
        /// [7.6] Aircraft of the other side react.
        Reaction = "reaction",
        /// [7.7] Battles.
        Combat = "combat",
        /// [7.8] Blitz.
        Blitz = "blitz",
        /// [7.8.1] Aircraft return.
        AirReturn = "air-return",
        /// [7.9] Units that are still out of supply surrender.
        Verification = "verification",
        /// [7.10] Armour exploits.
        Exploitation = "exploitation",
        /// [7.10.a] Armour is marked that is out of supply.
        Recheck = "recheck",
    }
}
