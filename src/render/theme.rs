//! What a board on a page asks of a game: its ground, its counters, and where its choices lie. A new
//! game brings a theme, not a new page.

use serde::Serialize;
use serde_json::{Value, json};
use stavka_engine::Side;
use stavka_words::translate;

use super::Tabletop;
use super::builder::ForceBuilder;
use super::drawing::Point;

/// A place on the ground that counters can stand in and choices can name.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Name, as in notation.
    pub name: String,
    /// Centre, in units of the picture.
    pub x: f64,
    /// Centre, in units of the picture.
    pub y: f64,
    /// What readers call it, if that is more than its name: the name, and the name of a town there.
    pub label: Option<String>,
    /// Size against that of the cells of the map, for places beside it.
    pub scale: f64,
}

impl Cell {
    /// A cell of the map.
    pub fn new(name: String, x: f64, y: f64, label: String) -> Self {
        Cell { label: (label != name).then_some(label), name, x, y, scale: 1.0 }
    }

    /// The cell in few bytes, for there are a thousand and more: name and centre, then what readers call it and its size where they are
    /// not the usual ones.
    #[expect(clippy::float_cmp, reason = "the scale is a constant of the theme")]
    pub fn row(&self) -> Value {
        // "164" in place of "164.0".
        let number = |number: f64| if number.fract() == 0.0 { json!(number as i64) } else { json!(number) };
        let mut row = vec![json!(self.name), number(self.x), number(self.y)];
        if self.label.is_some() || self.scale != 1.0 {
            row.push(json!(self.label));
        }
        if self.scale != 1.0 {
            row.push(number(self.scale));
        }
        Value::Array(row)
    }
}

/// Cells that follow from a rule: squares in columns and rows, named by both from 1 in two digits each, row by row.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Squares {
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// Left edge of the first column.
    pub left: f64,
    /// Upper edge of the first row.
    pub top: f64,
    /// Edge of a square.
    pub pitch: f64,
}

impl Squares {
    /// Centre of the square in a column and a row, both from 0.
    pub fn centre(&self, column: f64, row: f64) -> Point {
        Point { x: self.left + (column + 0.5) * self.pitch, y: self.top + (row + 0.5) * self.pitch }
    }

    /// All of them as cells.
    pub fn cells(&self) -> Vec<Cell> {
        let cell = |column: usize, row: usize| {
            let (name, at) = (format!("{:02}{:02}", column + 1, row + 1), self.centre(column as f64, row as f64));
            Cell { label: None, name, x: at.x, y: at.y, scale: 1.0 }
        };
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| cell(column, row))).collect()
    }
}

/// The part of the board that never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// Contents of an SVG picture of this size, drawn with classes only.
    pub svg: String,
    /// The same for what is written over the counters.
    pub labels: String,
    /// Definitions of the symbols that counters name.
    pub symbols: String,
    /// Left edge of the picture.
    pub left: f64,
    /// Upper edge of the picture.
    pub top: f64,
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
    /// Corners of a cell around its centre, for highlights.
    pub outline: Vec<(f64, f64)>,
    /// Every cell in play.
    pub cells: Vec<Cell>,
    /// The rule from which all cells follow, if there is one: pages are sent the rule alone.
    pub squares: Option<Squares>,
    /// What the picture of the map says of the map.
    pub note: &'static str,
    /// What its lines, ground and signs mean.
    pub legend: Vec<LegendRow>,
}

/// The places of counters that have not come yet, or have left without being lost.
pub const OUT_OF_PLAY: [&str; 2] = ["reserve", "withdrawn"];

/// What kind of piece a counter is.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square of cardboard.
    #[default]
    Counter,
    /// A base with figures.
    Base,
    /// A model seen from above, which looks where it faces.
    Model,
}

impl Shape {
    /// Class of what is drawn; none of a square of cardboard.
    pub const fn class(self) -> &'static str {
        match self {
            Shape::Counter => "",
            Shape::Base => "base",
            Shape::Model => "model",
        }
    }
}

/// Boards of cardboard need not say so.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_counter(shape: &Shape) -> bool {
    *shape == Shape::Counter
}

/// What lies beside a counter with a word of its own, such as a die or a number of markers.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// Its class.
    pub class: &'static str,
    /// What is written on it: a letter or a number.
    pub text: String,
}

/// How a counter looks; as a square of cardboard by default.
#[derive(Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct Look {
    /// What kind of piece it is.
    #[serde(skip_serializing_if = "is_counter")]
    pub shape: Shape,
    /// Where it faces, in degrees clockwise from the north, if that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// What lies beside it, from its left upper corner on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// What it is called in lists and headings, if not by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A counter as it lies on the board or beside it.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Counter {
    /// Id, as in notation.
    pub id: String,
    /// Owner.
    pub side: Side,
    /// Name of its cell, or of the box beside the map.
    pub place: String,
    /// Class of the plate.
    pub plate: &'static str,
    /// Class of the stripe.
    pub stripe: String,
    /// Symbol of the branch.
    pub symbol: String,
    /// Mark of the size above the symbol.
    pub size: &'static str,
    /// Values at the foot.
    pub values: String,
    /// Steps left and steps at full strength; none and none where it has no steps, or the viewer does not know them.
    pub steps: [u8; 2],
    /// Its owner alone knows how many steps it has left.
    #[serde(skip_serializing_if = "is_false")]
    pub unsure: bool,
    /// States that are marked: a class and a word.
    pub marks: Vec<&'static str>,
    /// How it looks, if it is no square of cardboard.
    #[serde(flatten)]
    pub look: Look,
    /// Place in a stack, the greatest on top.
    pub rank: u16,
    /// Formation it belongs to.
    pub formation: &'static str,
    /// Everything in words.
    pub title: String,
}

impl Counter {
    /// What it is called in sentences.
    pub fn name(&self) -> &str {
        self.look.name.as_deref().unwrap_or(&self.id)
    }
}

/// Where a choice lies on the board.
#[derive(Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct Spot {
    /// Kind of the choice.
    pub verb: &'static str,
    /// Counter that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Cell that it begins in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Cell that it aims at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// How much of something the choice takes, where choices differ in that alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u8>,
    /// Price of the choice, such as movement points, as short as it fits into a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// It does harm to its own side, which its words tell: its cell is marked so.
    #[serde(skip_serializing_if = "is_false")]
    pub harms: bool,
    /// It stands before all others in the list.
    #[serde(skip_serializing_if = "is_false")]
    pub first: bool,
    /// What it stands under with others of its kind, where that is not its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<&'static str>,
    /// What tells it from the others under its heading, where that is no amount and no unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// A rectangle of cells in all of which it can be pointed at, by its first and its last cell: the choice narrows down where
    /// something goes, and the next one says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<[String; 2]>,
    /// The same with cells that form no rectangle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// A change to odds, with its rule.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Rule number.
    pub rule: &'static str,
    /// What causes it.
    pub what: &'static str,
    /// By how much.
    pub value: i8,
}

/// What one result of the die does.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// The die, or the place in a list of results whose chances differ.
    pub die: u8,
    /// Steps that the attacker loses.
    pub attacker: u8,
    /// Steps that the defender loses.
    pub defender: u8,
    /// Whether the survivors of the attacker and of the defender retreat.
    #[serde(skip_serializing_if = "is_nobody")]
    pub retreats: [bool; 2],
    /// Whether the attacker and the defender have to check every unit.
    #[serde(skip_serializing_if = "is_nobody")]
    pub checks: [bool; 2],
    /// How often it comes of all cases; 1 for a face of the die.
    #[serde(skip_serializing_if = "is_one")]
    pub weight: u32,
    /// What it is, where steps do not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

impl Fall {
    /// What a face of the die does: steps that attacker and defender lose.
    pub const fn of(die: u8, attacker: u8, defender: u8) -> Fall {
        Fall { die, attacker, defender, retreats: [false; 2], checks: [false; 2], weight: 1, told: None }
    }

    /// Mean steps lost by the attacker and by the defender.
    pub fn means(falls: &[Fall]) -> [f64; 2] {
        let all = falls.iter().map(|fall| f64::from(fall.weight)).sum::<f64>().max(1.0);
        let mean = |of: fn(&Fall) -> u8| falls.iter().map(|fall| f64::from(of(fall)) * f64::from(fall.weight)).sum::<f64>() / all;
        [mean(|fall| fall.attacker), mean(|fall| fall.defender)]
    }
}

/// What is not so need not be said.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(is_so: &bool) -> bool {
    !*is_so
}

/// Faces of a die need not say that they are equally likely.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(weight: &u32) -> bool {
    *weight == 1
}

/// Games in which nobody has to retreat need not say so.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nobody(retreats: &[bool; 2]) -> bool {
    *retreats == [false; 2]
}

/// A part of a fight with modifiers of its own, such as the weapons of a kind.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct OddsPart {
    /// What it is, and what it needs.
    pub title: String,
    /// What changes the number that it needs.
    pub shifts: Vec<Shift>,
}

/// What stands in place of strengths, column and expected losses of a fight; nothing by default.
#[derive(Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct OddsWords {
    /// In place of strengths and column; the results are then told in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// In place of expected losses and emptied cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<String>,
    /// Parts with modifiers of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<OddsPart>,
}

/// Odds of a fight, itemised. Every face of the die is equally likely; where more than a die decides, each result has its weight.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Odds {
    /// Whether those that are named fight, and not all that may.
    #[serde(skip)]
    pub is_declared: bool,
    /// The counters that fight, on both sides.
    #[serde(skip)]
    pub fighters: Vec<String>,
    /// Cell that is fought for.
    pub cell: String,
    /// What the panel is headed with.
    pub title: String,
    /// Attackers in words.
    pub attackers: Vec<String>,
    /// Defenders in words.
    pub defenders: Vec<String>,
    /// Who stands beside and does not fight, with the rule that keeps him out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// Strength of the attack.
    pub attack: u16,
    /// Strength of the defence.
    pub defence: u16,
    /// Column before the shifts.
    pub base: String,
    /// Column that is used, by the name that it has in its table.
    pub column: String,
    /// What moves the column, and what is added to the die; a note says what they come to.
    pub shifts: Vec<Shift>,
    /// Anything else that changes the result, with its rule.
    pub notes: Vec<String>,
    /// The result of every face.
    pub falls: Vec<Fall>,
    /// Mean steps lost by the attacker and by the defender.
    pub expected: [f64; 2],
    /// Faces that empty the cell, of how many.
    pub takes: [u32; 2],
    /// How the cell is emptied by them.
    pub taken_by: &'static str,
    /// What stands in place of strengths, column and expected losses, in games that have none.
    #[serde(flatten)]
    pub words: OddsWords,
}

/// What was measured from one cell to another.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Measured {
    /// In words, the shortest and most wanted first.
    pub lines: Vec<String>,
    /// On the board.
    pub overlay: Overlay,
    /// Odds of a fight from here to there.
    pub odds: Option<Odds>,
}

/// Messages about what counters consist of.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What is left after a loss: {unit}, {left}, {all}.
    pub left: &'static str,
    /// A counter in a list: {unit}, {values}, {left}, {all}, {place}.
    pub listed: &'static str,
    /// What both sides have lost: {steps}.
    pub lost: &'static str,
    /// One throw of a fight, and {count} of them.
    pub fights: [&'static str; 2],
}

impl Parts {
    /// Counters with steps.
    pub const STEPS: Parts = Parts {
        left: "{unit} has {left} of {all} steps left",
        listed: "{unit} {values}, {left}/{all} steps, {place}",
        lost: "Steps lost: {steps}.",
        fights: ["1 attack", "{count} attacks"],
    };
}

/// A number on a track.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// What it counts.
    pub name: String,
    /// Where it stands.
    pub value: i32,
    /// Where it ends; 0 if it has no end.
    pub most: i32,
    /// What else is to be known.
    pub note: String,
}

impl Track {
    /// A number with what it counts, where it ends and a note.
    pub fn new(name: impl Into<String>, value: impl Into<i32>, most: impl Into<i32>, note: impl Into<String>) -> Self {
        Track { name: name.into(), value: value.into(), most: most.into(), note: note.into() }
    }
}

/// A headed list beside the board.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// Heading.
    pub title: &'static str,
    /// Numbers.
    pub tracks: Vec<Track>,
    /// Lines in words.
    pub lines: Vec<String>,
}

/// Cells that are shown in one way.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Layer {
    /// Class of the cells.
    pub class: &'static str,
    /// What they are.
    pub title: String,
    /// Their names.
    pub cells: Vec<String>,
    /// They come in pairs, and what is shown lies over the side between the two.
    #[serde(skip_serializing_if = "is_false")]
    pub between: bool,
    /// What is shown is a circle around each of them, of this radius in units of the picture; 0 shows the cells.
    #[serde(skip_serializing_if = "is_zero")]
    pub radius: f64,
}

/// Layers of cells need not say so.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(radius: &f64) -> bool {
    *radius <= 0.0
}

/// A way to look at the board.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Overlay {
    /// Layers, the lowest first.
    pub layers: Vec<Layer>,
    /// Traces: cells joined in order, with a class and what they are.
    pub traces: Vec<Layer>,
}

/// Which side a way to look at the board shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// Both at once.
    Both,
    /// One at a time, which is then asked for.
    One,
    /// The same, what it may do in the turn of the other one: who is to choose looks at the opponent first.
    Opponent,
}

/// A way to look at the board that pages offer.
pub struct OverlayRow<G> {
    /// What it is called in requests.
    pub key: &'static str,
    /// What it is called on pages.
    pub title: &'static str,
    /// Which side it shows.
    pub shows: Shows,
    /// Its layers for the side that is asked about, from what the second side, the viewer, may know.
    pub layers: fn(&G, Side, Side) -> Vec<Layer>,
}

/// A row of a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendRow {
    /// Contents of an SVG picture, 46 wide and 20 high, its origin in the middle of the left edge.
    pub sample: String,
    /// What it means.
    pub words: String,
}

impl LegendRow {
    /// Lines of these classes, one over the other.
    pub fn line(classes: &[&str], words: impl Into<String>) -> Self {
        let line = |class: &&str| format!(r#"<path d="M0 0h46" class="{class}"/>"#);
        LegendRow { sample: classes.iter().map(line).collect(), words: words.into() }
    }

    /// Ground of these classes, one over the other.
    pub fn patch(classes: &[&str], words: impl Into<String>) -> Self {
        let patch = |class: &&str| format!(r#"<rect x="4" y="-10" width="38" height="20" class="{class}"/>"#);
        LegendRow { sample: classes.iter().map(patch).collect(), words: words.into() }
    }

    /// A drawing of the game's own.
    pub fn drawing(sample: impl Into<String>, words: impl Into<String>) -> Self {
        LegendRow { sample: sample.into(), words: words.into() }
    }
}

/// A phase of the turn.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PhaseCell {
    /// Its name.
    pub name: &'static str,
    /// Whose phase it is; nobody's if both sides or neither decide in it.
    pub side: Option<Side>,
}

impl PhaseCell {
    /// A phase by its English name, which begins with the side that it belongs to.
    pub fn named(name: &'static str) -> Self {
        let side = [("Axis ", Side::Axis), ("Soviet ", Side::Soviet)].into_iter().find(|(owner, _)| name.starts_with(owner));
        PhaseCell { name: translate(name), side: side.map(|(_, side)| side) }
    }
}

/// What is printed on a table beside the map, and where the case at hand stands in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its title with its rule.
    pub title: String,
    /// What has to be known to read it.
    pub note: String,
    /// What of it is lit.
    pub lit: Lit,
    /// Heads of the columns, that of the rows first.
    pub head: Vec<String>,
    /// Rows, each with its name first.
    pub rows: Vec<Vec<String>>,
}

/// What of a table is lit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lit {
    /// Nothing.
    Nothing,
    /// The column with the name of that of the fight at hand.
    Column,
    /// The rows with the names of the terrain of the hex that is looked at.
    Rows,
}

/// What a hex is, as the tables name it, and how it stands there.
#[derive(Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct HexCard {
    /// Its terrain, places and the hexsides around it, by the names of their rows in the tables.
    pub terrain: Vec<String>,
    /// Everything else in words: hexsides with the hexes behind them, control, zones, supply, what it costs the unit on the move.
    pub lines: Vec<String>,
}

/// What the board does with one kind of choice.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It begins something that may be broken off at once, to begin another.
    Opens,
    /// It picks a counter up, which then goes somewhere; a drag begins so, and the others of its stack can follow.
    Lifts,
    /// It takes what was picked up to a cell and ends there.
    Goes,
    /// It aims at an enemy whose odds can be asked for.
    Fights,
    /// It adds one of several: the board offers to add all of them at once.
    Gathers,
    /// It ends the phase or the list in progress: the board gives it a button of its own, which stays in place.
    Closes,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 6] = [Role::Opens, Role::Lifts, Role::Goes, Role::Fights, Role::Gathers, Role::Closes];
}

/// What the board has to know of one kind of choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerbRow {
    /// The verb, as in [`Spot::verb`].
    pub verb: &'static str,
    /// What the choice is for, in a sentence; for what closes it follows from what else can be chosen.
    pub purpose: &'static str,
    /// What the board does with it.
    pub roles: &'static [Role],
    /// What it leaves undone to end the phase before this choice is made: the words for one and for several of its
    /// counters, or of its cells where it names no counter.
    pub undone: Option<[&'static str; 2]>,
    /// The heading under which its choices at one place stand in short: the amounts of one unit, or the units. Its values
    /// are {place} with the {units} there, {formation} of the unit that acts, and {under} of [`Spot::under`].
    pub heading: Option<&'static str>,
}

impl VerbRow {
    /// A kind of choice.
    pub const fn new(verb: &'static str, roles: &'static [Role], purpose: &'static str) -> Self {
        VerbRow { verb, purpose, roles, undone: None, heading: None }
    }

    /// The same, with what is undone while it can be made.
    pub const fn undone(self, one: &'static str, several: &'static str) -> Self {
        VerbRow { undone: Some([one, several]), ..self }
    }

    /// The same, with its choices at one place under a heading.
    pub const fn under(self, heading: &'static str) -> Self {
        VerbRow { heading: Some(heading), ..self }
    }

    /// Whether the board does this with it.
    pub fn is(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

/// What the choices are for: the sentence of the first that ends nothing.
pub fn purpose<G: Theme>(spots: &[Spot]) -> &'static str {
    let row = |spot: &Spot| G::VERBS.iter().find(|row| row.verb == spot.verb && !row.is(Role::Closes));
    spots.iter().find_map(row).map_or("", |row| translate(row.purpose))
}

/// What is left undone if the phase ends before any of these choices is made, such as "7 units can still move".
pub fn undone<G: Theme>(spots: &[Spot]) -> Vec<String> {
    let rows = G::VERBS.iter().filter_map(|row| Some((row.verb, row.undone?)));
    let counted = rows.filter_map(|(verb, [one, several])| {
        let of_verb = spots.iter().filter(|spot| spot.verb == verb);
        let mut named: Vec<&String> = of_verb.filter_map(|spot| spot.unit.as_ref().or(spot.to.as_ref())).collect();
        named.sort_unstable();
        named.dedup();
        match named.len() {
            0 => None,
            1 => Some(format!("1 {}", translate(one))),
            count => Some(format!("{count} {}", translate(several))),
        }
    });
    counted.collect()
}

/// A game with a board for pages.
pub trait Theme: Tabletop {
    /// Overlays in the order of their list.
    const OVERLAYS: &'static [OverlayRow<Self>];

    /// The classes of ground and counters.
    const STYLE: &'static str;

    /// Words of counters that the scripts translate: their marks, and the boxes beside the map.
    const COUNTER_WORDS: &'static [&'static str];

    /// What the board has to know of the kinds of choices, a row for each.
    const VERBS: &'static [VerbRow];

    /// Whether attackers are gathered one by one while the odds of those named so far are known: the board then finds the fewest for each.
    const GATHERS_FOR_ODDS: bool = true;

    /// Messages about what counters consist of.
    const PARTS: Parts = Parts::STEPS;

    /// Whether the game is played on a measured table: its cells are [`Squares`], distances and lines of sight are measured with
    /// [`Theme::measure`].
    const MEASURES: bool = false;

    /// How forces are built, in games whose players choose them: the page of the builder is there then.
    const FORCES: Option<&'static ForceBuilder> = None;

    /// The ground of a scenario.
    fn ground(scenario: &Self::Scenario) -> Ground;

    /// What the phase in progress is called.
    fn phase_name(&self) -> &'static str;

    /// Cells that a picture tints, such as those that a side holds.
    fn tints(&self) -> Vec<Layer>;

    /// The counters as `viewer` may see them.
    fn counters(&self, viewer: Side) -> Vec<Counter>;

    /// The line between the sides, as path data over the ground.
    fn front(&self) -> String;

    /// Ids of parts of the ground of class `planned` that have been built in the game and are drawn like others of their kind from then on.
    fn works(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Where the choices of the side to act lie, in their order.
    fn spots(&self, choices: &[Self::Action]) -> Vec<Spot>;

    /// Actions that a player may have in mind who points at a cell now, allowed or not, the likeliest
    /// first.
    fn attempts(&self, cell: &str) -> Vec<Self::Action>;

    /// Cells and counters of the procedure in progress: movers, targets, those committed.
    fn focus(&self) -> Vec<Layer>;

    /// Odds of the fight in progress, if its die has not fallen, as `viewer` may know them.
    fn fight(&self, viewer: Side) -> Option<Odds>;

    /// Odds if `viewer`, who has to act, attacked a cell now with all that he may use; nothing where the other side acts.
    fn fight_for(&self, cell: &str, viewer: Side) -> Option<Odds>;

    /// The fight that a die decides, with its odds as `viewer` may know them and what comes of it in words; nothing for other
    /// dice. The position is the one before the die.
    fn decided_by(&self, die: Self::Action, viewer: Side) -> Option<(Odds, String)>;

    /// What a die outside of fights comes to, in one sentence, as `viewer` may hear it; nothing for the dice of fights
    /// ([`Theme::decided_by`]), and for what is no die. The position is the one before the die.
    fn comes_of(&self, die: Self::Action, viewer: Side) -> Option<String>;

    /// What readers call the place of a counter, on the map or beside it ([`Counter::place`]).
    fn place_in_words(place: &str) -> String {
        Self::COUNTER_WORDS.iter().find(|known| **known == place).map_or(place, |known| translate(known)).to_owned()
    }

    /// What else is left undone if the phase or the list in progress ends now, beside what [`VerbRow::undone`] counts.
    fn left_over(&self) -> Vec<String> {
        Vec::new()
    }

    /// The phases of the turn in their order, and the place of the one in progress.
    fn phases(&self) -> (Vec<PhaseCell>, usize);

    /// The tables of the game as they hold now.
    fn tables(&self) -> Vec<Table>;

    /// What a hex is and how it stands there; nothing for cells that are no hexes. Nothing of it is secret.
    fn hex_card(&self, cell: &str) -> Option<HexCard>;

    /// Tracks, losses, points, arrivals, as `viewer` may see them.
    fn panels(&self, viewer: Side) -> Vec<Panel>;

    /// One of [`Theme::OVERLAYS`], for the side that is asked about, from what `viewer` may know.
    fn overlay(&self, key: &str, side: Side, viewer: Side) -> Option<Overlay> {
        let row = Self::OVERLAYS.iter().find(|row| row.key == key)?;
        Some(Overlay { layers: (row.layers)(self, side, viewer), traces: Vec::new() })
    }

    /// What a counter depends on or can do, in words and as an overlay, as `viewer` may know it: the trace of its supply or what cuts
    /// it; what it sees and where it may go.
    fn counter_overlay(&self, counter: &str, viewer: Side) -> Option<(String, Overlay)>;

    /// Distance, sight and whatever else a player may measure from one cell to another at any time; from a cell to itself, what is
    /// seen from there. Nothing for cells that are not there, and in games in which nobody measures.
    fn measure(&self, _from: &str, _to: &str, _viewer: Side) -> Option<Measured> {
        None
    }
}
