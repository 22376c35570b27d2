//! The words of the game that map and tables share, as they stand in the data files.

use crate::kit::terms::terms;

terms! {
    /// [7.5.3.a] Terrain of a hex or box.
    Terrain {
        /// Plain.
        Plain = "plain",
        /// Forest.
        Forest = "forest",
        /// Hill.
        Hill = "hill",
        /// Mountain.
        Mountain = "mountain",
        /// Swamp.
        Swamp = "swamp",
        /// Sea: nobody enters it on the ground [7.5.4].
        Sea = "sea",
        /// Lake: the same.
        Lake = "lake",
    }

    /// [9.0][39.0] Weather of a month.
    Weather {
        /// Clear.
        Clear = "clear",
        /// Rain.
        Rain = "rain",
        /// Light rain, with the optional chapter alone [39.0].
        LightRain = "light-rain",
        /// Snow.
        Snow = "snow",
    }

    /// Who may enter a hex.
    Entry {
        /// Both sides.
        Open = "open",
        /// Nobody: neutral ground (decision D-08).
        Closed = "closed",
        /// Whoever the Persian chapter lets in [37.0].
        Persia = "persia",
        /// The Axis; the Soviets after it (decision D-07).
        AxisRail = "axis-rail",
        /// Nobody: the incomplete edge, through which railways and production pass [7.5.4.a].
        Edge = "edge",
        /// Nobody on the ground: water.
        Water = "water",
    }

    /// Country of a hex in June 1941.
    Country {
        /// Albania.
        Albania = "A",
        /// Bulgaria.
        Bulgaria = "B",
        /// Denmark.
        Denmark = "D",
        /// Greece.
        Greece = "E",
        /// Finland.
        Finland = "F",
        /// Greater Germany.
        Germany = "G",
        /// Hungary.
        Hungary = "H",
        /// Italy.
        Italy = "I",
        /// Slovakia.
        Slovakia = "K",
        /// The General Government of former Poland.
        GeneralGovernment = "L",
        /// Norway.
        Norway = "N",
        /// Persia.
        Persia = "P",
        /// Iraq.
        Iraq = "Q",
        /// Romania.
        Romania = "R",
        /// Sweden.
        Sweden = "S",
        /// Turkey.
        Turkey = "T",
        /// The Soviet Union.
        SovietUnion = "U",
        /// Yugoslavia.
        Yugoslavia = "Y",
    }

    /// Soviet military district of a hex [BPS.c].
    District {
        /// Baltic.
        Baltic = "B",
        /// Caucasus.
        Caucasus = "C",
        /// The interior.
        Interior = "I",
        /// Kiev.
        Kiev = "K",
        /// Leningrad.
        Leningrad = "L",
        /// Odessa.
        Odessa = "O",
        /// Western.
        Western = "W",
    }

    /// [3.3.b] What a town is.
    TownClass {
        /// Minor City.
        Minor = "minor",
        /// Major City.
        Major = "major",
        /// Capital.
        Capital = "capital",
        /// Fortress [BOX1.f].
        Fortress = "fortress",
        /// Bunker [BOX1.h].
        Bunker = "bunker",
        /// Site of a battle, without a function.
        Dot = "dot",
    }

    /// What a mine yields; it counts as a yellow centre [11.1].
    Mine {
        /// Iron.
        Iron = "iron",
        /// Coal.
        Coal = "coal",
        /// Manganese.
        Manganese = "manganese",
        /// Nickel.
        Nickel = "nickel",
        /// Bauxite.
        Bauxite = "bauxite",
    }

    /// [11.2.e] Class of a port.
    PortClass {
        /// Minor Port.
        Minor = "minor",
        /// Major Port: goods are shipped between these alone [11.3].
        Major = "major",
    }

    /// When a railway is there.
    RailStatus {
        /// In June 1941.
        Built = "built",
        /// From January 1942.
        Built1942 = "1942",
        /// When its project has been paid [SBE6.e].
        Project = "project",
    }

    /// A part of the map that a rule names.
    Region {
        /// Hexes on the coast.
        Coast = "coast",
        /// North of the green line [5.3.a].
        NorthOfGreen = "north-of-green",
        /// The Finnish attack zone [5.5.e].
        FinnishAttack = "finnish-attack",
        /// The Finnish operative area [5.5.f].
        FinnishOperations = "finnish-operations",
        /// The ground of the first scenario [SBE1.a].
        Scenario1 = "scenario-1",
        /// Of the second [SBE2.a].
        Scenario2 = "scenario-2",
        /// Of the third [SBE3.a].
        Scenario3 = "scenario-3",
    }
}
