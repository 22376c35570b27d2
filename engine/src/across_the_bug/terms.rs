//! The words of the game that map, counters and tables share, as they stand in the data files.

use crate::kit::terms::terms;

terms! {
    /// [3.1.1] Terrain of a hex. A strongpoint is an overlay on one of these.
    Terrain {
        /// Open ground.
        Clear = "clear",
        /// Village: settlement of one HQ.
        Village = "village",
        /// City: settlement of two HQs.
        City = "city",
        /// Forest.
        Forest = "forest",
        /// Swamp.
        Swamp = "swamp",
    }

    /// [3.1.2] Terrain of a hexside as it is printed.
    HexsideKind {
        /// Nothing.
        Plain = "plain",
        /// A minor river.
        Stream = "stream",
        /// The Bug.
        Bug = "bug",
        /// A lake.
        Lake = "lake",
    }

    /// What bridges a hexside.
    Bridge {
        /// A bridge over the Bug [10.1].
        Bug = "bug",
        /// The bridge that a city brings to the streams beside it [3.1.2.a].
        City = "city",
        /// A road or railway over a stream: it counts while the road rate is used [7.3.3].
        Road = "road",
    }

    /// A hexside as a crossing: the rows of the chart of hexsides. Which row serves depends on the printed hexside, on bridges and
    /// pontoons, and on whether the mover uses the road rate.
    Crossing {
        /// Nothing in the way.
        Plain = "plain",
        /// A stream.
        Stream = "stream",
        /// A stream beside a city, or crossed at the road rate [3.1.2.a][7.3.3].
        BridgedStream = "bridged-stream",
        /// The Bug without bridge or pontoon.
        Bug = "bug",
        /// A bridge over the Bug.
        BugBridge = "bug-bridge",
        /// A pontoon bridge over the Bug [10.3].
        Pontoon = "pontoon",
        /// A lake.
        Lake = "lake",
    }

    /// [7.3.3] A class of road. Railways are roads [3.1.1.c].
    Way {
        /// Main road.
        Main = "main-road",
        /// Minor road.
        Minor = "minor-road",
        /// Railway.
        Rail = "rail",
    }

    /// [3.1.4] A supply area beyond the edge of the map.
    SupplyArea {
        /// The German one.
        German = "german",
        /// The Soviet one in the north.
        Northern = "northern",
        /// The Soviet one in the east.
        Eastern = "eastern",
        /// The Soviet one in the south.
        Southern = "southern",
    }

    /// [3.2.j] Type of a counter.
    UnitKind {
        /// Infantry on foot.
        Infantry = "infantry",
        /// Motorized infantry and motorcycles.
        MotorizedInfantry = "motorized-infantry",
        /// Engineers on foot.
        Engineer = "engineer",
        /// Motorized engineers.
        MotorizedEngineer = "motorized-engineer",
        /// Machine guns of a fortified region.
        MachineGun = "machine-gun",
        /// NKVD border guards.
        BorderGuard = "border-guard",
        /// Anti-tank guns.
        AntiTank = "anti-tank",
        /// Reconnaissance.
        Reconnaissance = "reconnaissance",
        /// Pz.Kpfw. III company.
        PzIii = "pzkpfw-iii",
        /// Pz.Kpfw. IV company.
        PzIv = "pzkpfw-iv",
        /// Assault guns.
        StugIii = "stug-iii",
        /// BA-10 armoured cars.
        Ba10 = "ba-10",
        /// BT-5 company.
        Bt5 = "bt-5",
        /// T-26 company.
        T26 = "t-26",
        /// KV-2 company.
        Kv2 = "kv-2",
        /// Headquarters: no combat unit [3.3.g].
        Headquarters = "headquarters",
    }

    /// [3.2.g] Whether a unit counts as infantry or as AFV: the colour of its Tank or AT value.
    Arm {
        /// Infantry type: it has AT points.
        Infantry = "infantry",
        /// AFV type: it has Tank points.
        Afv = "afv",
    }

    /// [3.2.i] How a unit projects its ZOC.
    ZocClass {
        /// Like infantry.
        Infantry = "infantry",
        /// Like AFVs; anti-tank guns do so too.
        Afv = "afv",
    }

    /// [3.2.h] Costs at which a unit moves.
    MoveClass {
        /// On foot.
        Leg = "leg",
        /// Motorized.
        Motorized = "motorized",
    }

    /// [5.3.1.b] Whether a unit counts against the limit of one infantry-type unit in a hex.
    StackingClass {
        /// It counts.
        Limited = "limited",
        /// It does not.
        Free = "free",
    }

    /// [7.5.1.A] Type of an attack.
    AttackType {
        /// Hasty.
        Hasty = "hasty",
        /// Regular.
        Regular = "regular",
        /// Prepared.
        Prepared = "prepared",
    }
}

impl UnitKind {
    /// [3.2.g] Infantry or AFV type.
    pub const fn arm(self) -> Arm {
        match self {
            UnitKind::PzIii | UnitKind::PzIv | UnitKind::StugIii | UnitKind::Ba10 | UnitKind::Bt5 | UnitKind::T26 | UnitKind::Kv2 => {
                Arm::Afv
            }
            _ => Arm::Infantry,
        }
    }

    /// [3.2.i] AFVs and anti-tank guns project their ZOC as AFVs do.
    pub const fn zoc_class(self) -> ZocClass {
        match (self, self.arm()) {
            (UnitKind::AntiTank, _) | (_, Arm::Afv) => ZocClass::Afv,
            _ => ZocClass::Infantry,
        }
    }

    /// [5.3.1.b] Infantry-type units are limited, border guards and anti-tank guns are not.
    pub const fn stacking(self) -> StackingClass {
        match (self, self.arm()) {
            (UnitKind::BorderGuard | UnitKind::AntiTank, _) | (_, Arm::Afv) => StackingClass::Free,
            _ => StackingClass::Limited,
        }
    }

    /// [3.3.g] Everything but headquarters.
    pub const fn is_combat(self) -> bool {
        !matches!(self, UnitKind::Headquarters)
    }

    /// [3.2.g] AFV type: Tank points, and not AT points.
    pub const fn is_afv(self) -> bool {
        matches!(self.arm(), Arm::Afv)
    }

    /// [3.2.g] Infantry type: every combat unit that is no AFV.
    pub const fn is_infantry_type(self) -> bool {
        self.is_combat() && !self.is_afv()
    }

    /// [5.3.1.b] Combat units that count against the limit of one in a hex.
    pub const fn is_limited(self) -> bool {
        self.is_combat() && matches!(self.stacking(), StackingClass::Limited)
    }

    /// [3.1.1.h][8.3.1] Engineers, on foot or motorized.
    pub const fn is_engineer(self) -> bool {
        matches!(self, UnitKind::Engineer | UnitKind::MotorizedEngineer)
    }
}

impl SupplyArea {
    /// Whose it is.
    pub const fn side(self) -> crate::game::Side {
        match self {
            SupplyArea::German => crate::game::Side::Axis,
            _ => crate::game::Side::Soviet,
        }
    }
}

impl Terrain {
    /// [3.3.j] Whether an HQ may stand in it.
    pub const fn is_settlement(self) -> bool {
        matches!(self, Terrain::Village | Terrain::City)
    }
}

impl Crossing {
    /// The row of a hexside in a combat and for paths: a stream stays a stream whatever bridges it except beside a city, whose row
    /// differs in movement alone; a pontoon lies on the unbridged Bug only [3.1.2][7.5.1.2.A][10.3].
    pub const fn of(kind: HexsideKind, bridge: Option<Bridge>, pontoon: bool) -> Crossing {
        match (kind, bridge) {
            (HexsideKind::Plain, _) => Crossing::Plain,
            (HexsideKind::Lake, _) => Crossing::Lake,
            (HexsideKind::Stream, Some(Bridge::City)) => Crossing::BridgedStream,
            (HexsideKind::Stream, _) => Crossing::Stream,
            (HexsideKind::Bug, Some(_)) => Crossing::BugBridge,
            (HexsideKind::Bug, None) if pontoon => Crossing::Pontoon,
            (HexsideKind::Bug, None) => Crossing::Bug,
        }
    }

    /// The row of the same hexside for a mover at the road rate [7.3.3]: a stream costs nothing more.
    pub const fn at_road_rate(self) -> Crossing {
        match self {
            Crossing::Stream => Crossing::BridgedStream,
            other => other,
        }
    }
}
