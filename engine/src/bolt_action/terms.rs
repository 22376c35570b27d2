//! The words of the game that its files share, as they stand in the data.

use crate::kit::terms::terms;

terms! {
    /// [MOR] Training and experience.
    Quality {
        /// Conscripts [MOR.1].
        Inexperienced = "inexperienced",
        /// The usual soldier [MOR.2].
        Regular = "regular",
        /// Special training and long experience [MOR.3].
        Veteran = "veteran",
    }

    /// Rank of the officer who leads a unit.
    Rank {
        /// Second lieutenant [MOR.4].
        SecondLieutenant = "second-lieutenant",
        /// Lieutenant [MOR.5].
        Lieutenant = "lieutenant",
        /// Captain [MOR.6].
        Captain = "captain",
        /// Major [MOR.7].
        Major = "major",
    }

    /// [ORD] The six faces of an order die.
    Order {
        /// Shoot at full effect [ORD.1].
        Fire = "fire",
        /// Move, then shoot [ORD.2].
        Advance = "advance",
        /// Move at double rate, or assault [ORD.3].
        Run = "run",
        /// Wait for a target [ORD.4].
        Ambush = "ambush",
        /// Lose pins [ORD.5].
        Rally = "rally",
        /// Take cover [ORD.6].
        Down = "down",
    }

    /// What a unit is.
    Class {
        /// Men on foot.
        Infantry = "infantry",
        /// A gun with its crew.
        Artillery = "artillery",
        /// A vehicle.
        Vehicle = "vehicle",
    }

    /// [MOVE][TER] How a unit moves.
    Mobility {
        /// On foot.
        Infantry = "infantry",
        /// A gun: the column of the terrain chart for artillery.
        Artillery = "artillery",
        /// On wheels.
        Wheeled = "wheeled",
        /// On half-tracks.
        HalfTracked = "half-tracked",
        /// On tracks.
        Tracked = "tracked",
    }

    /// What a unit's movement lacks (supplement S22).
    Pace {
        /// Nothing.
        Whole = "whole",
        /// It does not Run.
        NoRun = "no-run",
        /// A light gun: Advance by the rate of men, no Run.
        Light = "light",
        /// A heavier gun: it only turns.
        Turn = "turn",
    }

    /// [DMG.4][DMG.5][DMG.6][DMG.7][DMG.8][DMG.9] Armour of a vehicle.
    Armour {
        /// None.
        SoftSkin = "soft-skin",
        /// Armoured car or carrier.
        ArmouredCar = "armoured-car",
        /// Light tank.
        LightTank = "light-tank",
        /// Medium tank.
        MediumTank = "medium-tank",
        /// Heavy tank.
        HeavyTank = "heavy-tank",
        /// Super-heavy tank.
        SuperHeavyTank = "super-heavy-tank",
    }

    /// [HE] Size of a high-explosive hit: the dice that give its hits.
    HeSize {
        /// D2: a die read as 1 to 3, 4 to 6.
        D2 = "D2",
        /// D3: a die halved, rounded up.
        D3 = "D3",
        /// One die.
        D6 = "D6",
        /// Two dice.
        TwoD6 = "2D6",
        /// Three dice.
        ThreeD6 = "3D6",
    }

    /// Where a vehicle carries a weapon.
    Mount {
        /// A turret: fires all round.
        Turret = "turret",
        /// Beside the gun of the turret, whose gunner serves it: all round.
        Coax = "coax",
        /// In the hull: front arc.
        Hull = "hull",
        /// The gun of a vehicle without a turret: front arc.
        Casemate = "casemate",
    }

    /// [TER] Kind of ground.
    Ground {
        /// Open [TER.1].
        Open = "open",
        /// Rough ground [TER.2].
        Rough = "rough",
        /// An obstacle [TER.3].
        Obstacle = "obstacle",
        /// A building [TER.4].
        Building = "building",
        /// A road [TER.5].
        Road = "road",
        /// What nobody enters: water, ruins.
        Impassable = "impassable",
    }

    /// [TERK] What the terrain chart says of a kind of ground and a way to move.
    Permission {
        /// Crossed at the normal rate [TERK.1].
        Ok = "ok",
        /// Crossed, unless it is an anti-tank obstacle [TERK.2].
        OkStar = "ok-star",
        /// Not entered by a Run [TERK.3].
        NoRun = "no-run",
        /// Not entered [TERK.4][TERK.6].
        No = "no",
        /// Not entered, but a gun may be set up there for good [TERK.5].
        Setup = "setup",
        /// Crossed; a move on it alone goes twice as far [TERK.7].
        Double = "double",
    }

    /// [HIT.8][HIT.9] Cover of a target.
    Cover {
        /// None.
        None = "none",
        /// Soft: fences, crops, woods.
        Soft = "soft",
        /// Hard: walls, houses, trenches.
        Hard = "hard",
    }

    /// [VDC] Class of the damage to a vehicle.
    Damage {
        /// [VDC.1]
        Superficial = "superficial",
        /// [VDC.2]
        Full = "full",
        /// [VDC.3]
        Massive = "massive",
    }

    /// [VD] A result of the vehicle damage table, in the order of the table.
    Mishap {
        /// [VD.1]
        Stunned = "stunned",
        /// [VD.2]
        Immobilised = "immobilised",
        /// [VD.3]
        OnFire = "on-fire",
        /// [VD.4]
        Destroyed = "destroyed",
    }

    /// [PEN] The side of a vehicle that a shot hits.
    Aspect {
        /// Front.
        Front = "front",
        /// Left or right, and the top under indirect fire [PEN.1].
        SideOrTop = "side-or-top",
        /// Rear [PEN.2].
        Rear = "rear",
    }
}
