//! The words of the game that map and tables share, as they stand in the data files.

use crate::game::Side;
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

    /// [SBE6.e] What the Soviets may build.
    Project {
        /// The railway from Saratov to Stalingrad.
        SaratovStalingrad = "saratov-stalingrad",
        /// The railway from Stalingrad to Astrakhan.
        StalingradAstrakhan = "stalingrad-astrakhan",
        /// The railway from Astrakhan to Baku.
        AstrakhanBaku = "astrakhan-baku",
        /// The sea route from Baku to Krasnovodsk.
        BakuKrasnovodsk = "baku-krasnovodsk",
    }

    /// [15.0] What yellow points are spent on one by one, a point in a turn.
    Effort {
        /// A new factory for armour.
        RedFactory = "red-factory",
        /// For aircraft.
        BlueFactory = "blue-factory",
        /// A hydrogenation plant.
        BlackFactory = "black-factory",
        /// Technology of infantry [17.0].
        Infantry = "infantry",
        /// Of armour.
        Armour = "armour",
        /// Of fighters.
        Fighters = "fighters",
        /// Of bombers.
        Bombers = "bombers",
    }

    /// [34.0] A route of Lend-Lease.
    Route {
        /// To Vladivostok, and through Siberia.
        Pacific = "pacific",
        /// To Murmansk and Arkhangelsk.
        Arctic = "arctic",
        /// Through Persia and the Caucasus.
        Persian = "persian",
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

    /// Nation of a unit.
    Nation {
        /// Soviet.
        Soviet = "soviet",
        /// German.
        German = "german",
        /// Romanian.
        Romanian = "romanian",
        /// Hungarian.
        Hungarian = "hungarian",
        /// Finnish.
        Finnish = "finnish",
        /// Italian.
        Italian = "italian",
        /// Slovak.
        Slovak = "slovak",
        /// Chechen, under German command [30.0].
        Chechen = "chechen",
        /// American bombers [35.1].
        American = "american",
        /// British bombers [35.1].
        British = "british",
    }

    /// [6.0] Class of a unit.
    UnitClass {
        /// Infantry, artillery with it.
        Infantry = "infantry",
        /// Armour.
        Armour = "armour",
        /// Aircraft.
        Air = "air",
        /// Headquarters [6.4].
        Headquarters = "headquarters",
        /// Strategic units [35.0].
        Strategic = "strategic",
    }

    /// [6.1][6.2][6.3][6.4] Kind of a unit.
    UnitKind {
        /// Infantry.
        Infantry = "infantry",
        /// Static infantry [6.1.1.d].
        Static = "static",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Mountain infantry.
        Mountain = "mountain",
        /// Finnish ski troops.
        Ski = "ski",
        /// Soviet shock armies.
        Shock = "shock",
        /// Marines.
        Marine = "marine",
        /// Paratroops.
        Paratroop = "paratroop",
        /// Air-landing troops.
        Airlanding = "airlanding",
        /// Artillery [6.1.4].
        Artillery = "artillery",
        /// Gustav [26.0].
        Gustav = "gustav",
        /// Mechanized troops [6.2.1].
        Mech = "mech",
        /// Tanks [6.2.2].
        Tank = "tank",
        /// Fighters [6.3.1].
        Fighter = "fighter",
        /// Bombers [6.3.2].
        Bomber = "bomber",
        /// Soviet long-range bombers [6.3.2.a].
        LongRangeBomber = "long-range-bomber",
        /// Stukas [22.0].
        Stuka = "stuka",
        /// Supreme headquarters [13.8].
        SupremeHq = "hq-supreme",
        /// Armoured headquarters.
        ArmouredHq = "hq-armour",
        /// Air headquarters.
        AirHq = "hq-air",
        /// Naval headquarters.
        NavalHq = "hq-naval",
        /// Interceptors [35.1].
        Interceptor = "interceptor",
        /// Bombers against the Arctic convoys [35.2].
        NavalBomber = "ffn-bomber",
        /// U-boats [35.2].
        Uboat = "uboat",
        /// American bombers [35.1].
        AmericanBomber = "us-bomber",
        /// British bombers [35.1].
        BritishBomber = "uk-bomber",
    }

    /// [3.13] A field of technology: what advances together.
    TechField {
        /// Infantry, artillery and headquarters that move with them.
        Infantry = "infantry",
        /// Armour and its headquarters.
        Armour = "armour",
        /// Fighters.
        Fighter = "fighter",
        /// Bombers.
        Bomber = "bomber",
    }

    /// Colour of production points, and of the factories that make them [3.6][11.0].
    Colour {
        /// All units; from urban centres and mines.
        Yellow = "yellow",
        /// Armour [7.3.1.c].
        Red = "red",
        /// Aircraft and paratroops [7.3.1.d].
        Blue = "blue",
        /// Fuel of headquarters; from wells and hydrogenation plants.
        Black = "black",
    }

    /// [13.8.1] A special action of Supreme Headquarters; those of optional chapters come with them.
    Special {
        /// An armoured unit moves as if fully supplied [13.8.1.a].
        Armour = "armour",
        /// A unit out of supply does [13.8.1.b].
        Unsupplied = "unsupplied",
        /// An air unit does [13.8.1.c].
        Air = "air",
        /// A unit goes by rail free of charge [13.8.1.d].
        Train = "train",
    }

    /// What an attacker may declare before a battle.
    Onset {
        /// Cavalry Charge [20.0].
        CavalryCharge = "cavalry-charge",
        /// Cavalry Charge with the dice of Gruppo Barbò [20.0.a].
        GruppoBarbo = "gruppo-barbo",
        /// Panzer Attack [21.0].
        PanzerAttack = "panzer-attack",
    }

    /// [32.0] What bombers are sent against in place of units.
    Infrastructure {
        /// Factories for armour [32.1].
        RedIndustry = "red-industry",
        /// Factories for aircraft [32.1].
        BlueIndustry = "blue-industry",
        /// Hydrogenation plants [32.1].
        BlackIndustry = "black-industry",
        /// An urban centre [32.1].
        City = "city",
        /// A mine [32.1].
        Mine = "mine",
        /// Oil wells [32.1].
        Wells = "wells",
        /// A port [32.2].
        Port = "port",
        /// The railway station of a city [32.3].
        Station = "station",
    }

    /// [35.1] Works of Germany beyond the map.
    Works {
        /// Kassel.
        Kassel = "kassel",
        /// Nuremberg.
        Nuremberg = "nuremberg",
        /// Brunswick.
        Brunswick = "brunswick",
        /// Plauen.
        Plauen = "plauen",
        /// Dessau.
        Dessau = "dessau",
        /// Rostock.
        Rostock = "rostock",
        /// Bremen.
        Bremen = "bremen",
        /// Augsburg.
        Augsburg = "augsburg",
        /// Regensburg.
        Regensburg = "regensburg",
        /// Gotha.
        Gotha = "gotha",
        /// Oschersleben.
        Oschersleben = "oschersleben",
        /// Leuna.
        Leuna = "leuna",
        /// Zeitz.
        Zeitz = "zeitz",
        /// Böhlen.
        Boehlen = "boehlen",
        /// Gelsenkirchen.
        Gelsenkirchen = "gelsenkirchen",
        /// Ludwigshafen.
        Ludwigshafen = "ludwigshafen",
        /// Hanover.
        Hanover = "hanover",
        /// Chemnitz.
        Chemnitz = "chemnitz",
        /// Warnemünde.
        Warnemuende = "warnemuende",
        /// Munich.
        Munich = "munich",
        /// Ruhland.
        Ruhland = "ruhland",
        /// Lützkendorf.
        Luetzkendorf = "luetzkendorf",
        /// Auschwitz.
        Auschwitz = "auschwitz",
    }

    /// [35.1.a] Who throws dice in the air war over Germany.
    AirFire {
        /// Allied bombers at fighters [35.1.b].
        Gunners = "gunners",
        /// Interceptors and fighters at bombers [35.1.c].
        Fighters = "fighters",
        /// German fire at aircraft [35.1.d].
        Flak = "flak",
        /// Bombs on factories [35.1.e].
        Bombs = "bombs",
    }

    /// What else a unit is.
    Flag {
        /// Soviet Guards [10.0.a].
        Guards = "guards",
        /// SS [10.0.a].
        Ss = "ss",
        /// Grossdeutschland [10.0.a].
        Gd = "gd",
        /// Hermann Göring [10.0.a].
        Hg = "hg",
        /// Elite in defence [10.0.b].
        EliteDefence = "elite-defence",
        /// Security troops [27.0].
        Security = "security",
        /// Siberian.
        Siberian = "siberian",
        /// Gruppo Barbò [20.0].
        Barbo = "barbo",
    }

    /// [BPS] The dot of a unit: where it is set up.
    Dot {
        /// White.
        White = "white",
        /// Blue.
        Blue = "blue",
        /// Yellow.
        Yellow = "yellow",
        /// Green.
        Green = "green",
        /// Orange.
        Orange = "orange",
        /// Brown.
        Brown = "brown",
        /// Black: its hex is printed.
        Black = "black",
    }

    /// The zone in which a unit is set up, or arrives.
    Zone {
        /// District of Leningrad.
        Leningrad = "leningrad",
        /// Baltic district.
        Baltic = "baltic",
        /// Western district.
        Western = "western",
        /// District of Kiev.
        Kiev = "kiev",
        /// District of Odessa.
        Odessa = "odessa",
        /// District of the Caucasus.
        Caucasus = "caucasus",
        /// Army Group North.
        North = "army-group-north",
        /// Army Group Centre.
        Centre = "army-group-centre",
        /// Army Group South.
        South = "army-group-south",
        /// Romania.
        Romania = "romania",
        /// Finland.
        Finland = "finland",
        /// Hungary.
        Hungary = "hungary",
        /// The hex that is printed for it.
        Exact = "exact",
        /// A city of its nation, when it arrives [7.3.1].
        City = "city",
        /// Strategic units are nowhere.
        Strategic = "strategic",
    }

    /// [3.21] Code of the units that are frozen in the first turn.
    Frozen {
        /// Caucasus.
        Caucasus = "C",
        /// Finland.
        Finland = "F",
        /// Hungary.
        Hungary = "H",
        /// Leningrad.
        Leningrad = "L",
        /// Odessa.
        Odessa = "O",
        /// Romania.
        Romania = "R",
    }

    /// When a unit comes into the game.
    Pool {
        /// With the set-up of June 1941.
        Start = "start",
        /// Later.
        Later = "later",
        /// With the Italians.
        Italian = "italian",
        /// With the strategic chapter.
        Strategic = "strategic",
    }

    /// [0.2] The rules with which a unit or scenario is played.
    Layer {
        /// The Basic game.
        Basic = "basic",
        /// The Advanced game.
        Advanced = "advanced",
        /// Gustav [26.0].
        Gustav = "26",
        /// Security and Slovak troops [27.0].
        Security = "27",
        /// The Chechen revolt [30.0].
        Chechens = "30",
        /// Strategic warfare [35.0].
        Strategic = "35",
    }
}

impl Nation {
    /// The great nation of a side: its allies follow it.
    pub const fn great(side: Side) -> Nation {
        match side {
            Side::Axis => Nation::German,
            Side::Soviet => Nation::Soviet,
        }
    }

    /// The side on which it fights.
    pub const fn side(self) -> Side {
        match self {
            Nation::Soviet | Nation::American | Nation::British => Side::Soviet,
            _ => Side::Axis,
        }
    }
}

impl Effort {
    /// [15.0] The colour of the factory that it builds.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Effort::RedFactory => Some(Colour::Red),
            Effort::BlueFactory => Some(Colour::Blue),
            Effort::BlackFactory => Some(Colour::Black),
            _ => None,
        }
    }

    /// [17.0] The field of technology that it researches.
    pub const fn field(self) -> Option<TechField> {
        match self {
            Effort::Infantry => Some(TechField::Infantry),
            Effort::Armour => Some(TechField::Armour),
            Effort::Fighters => Some(TechField::Fighter),
            Effort::Bombers => Some(TechField::Bomber),
            _ => None,
        }
    }
}

impl Route {
    /// [34.0] Where it reaches the map: any one of these places. Vladivostok lies beyond Siberia.
    pub const fn ports(self) -> &'static [&'static str] {
        match self {
            Route::Pacific => &["Siberia"],
            Route::Arctic => &["Murmansk", "Arkhangelsk"],
            Route::Persian => &["Baku"],
        }
    }
}

impl Project {
    /// Name of its railway in the map file; none for the sea route.
    pub const fn line(self) -> Option<&'static str> {
        match self {
            Project::SaratovStalingrad => Some("P1"),
            Project::StalingradAstrakhan => Some("P2"),
            Project::AstrakhanBaku => Some("P3"),
            Project::BakuKrasnovodsk => None,
        }
    }
}

impl UnitKind {
    /// [3.13][6.1] The field of technology in which it advances; none for strategic units.
    pub const fn field(self) -> Option<TechField> {
        match self {
            UnitKind::Mech | UnitKind::Tank | UnitKind::ArmouredHq => Some(TechField::Armour),
            UnitKind::Fighter => Some(TechField::Fighter),
            UnitKind::Bomber | UnitKind::LongRangeBomber | UnitKind::Stuka => Some(TechField::Bomber),
            UnitKind::Interceptor | UnitKind::NavalBomber | UnitKind::Uboat | UnitKind::AmericanBomber | UnitKind::BritishBomber => None,
            _ => Some(TechField::Infantry),
        }
    }
}

impl Terrain {
    /// [BOX1.a] Whether it hampers attackers: forest, hill, mountain or swamp.
    pub const fn is_rough(self) -> bool {
        matches!(self, Terrain::Forest | Terrain::Hill | Terrain::Mountain | Terrain::Swamp)
    }
}

impl TownClass {
    /// [3.3.c][7.3.1] Whether every rule of Major Cities holds of it: capitals are Major Cities.
    pub const fn is_major(self) -> bool {
        matches!(self, TownClass::Major | TownClass::Capital)
    }

    /// [BOX1.c][BOX1.e][BOX1.f][BOX1.h] Whether it modifies combat: it shelters who is in it, and what is a plain without it is none.
    pub const fn is_shelter(self) -> bool {
        !matches!(self, TownClass::Minor | TownClass::Dot)
    }

    /// [3.3.b] Whether it is a city, in which aircraft are based.
    pub const fn is_city(self) -> bool {
        matches!(self, TownClass::Minor | TownClass::Major | TownClass::Capital | TownClass::Fortress)
    }

    /// [BOX1.g][BOX1.i](AMB-28) What it is after so many captures: a fortress becomes a bunker, a bunker is destroyed; others stay what they
    /// are.
    pub const fn after(self, falls: u8) -> Option<TownClass> {
        match (self, falls) {
            (TownClass::Fortress, 0) => Some(TownClass::Fortress),
            (TownClass::Fortress, 1) | (TownClass::Bunker, 0) => Some(TownClass::Bunker),
            (TownClass::Fortress | TownClass::Bunker, _) => None,
            (other, _) => Some(other),
        }
    }
}
