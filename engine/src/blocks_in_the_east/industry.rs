//! [15.0] New factories: each takes ten yellow points, one in a turn, and then makes a point of its colour in each turn.

use super::BlocksInTheEast;
use super::action::{Action, FACES};
use super::chapter::Few;
use super::data::{BOXES, Data, FactorySite as City, LINES, MOST_FACTORIES, SITES};
use super::frame::{FactoryChoice, FactorySite, FactoryTown, Frame};
use super::ids::HexSet;
use super::terms::{Colour, Country, Effort, Nation, TownClass};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

/// Most factories beyond the sites of the sheet.
const MOST_BEYOND: usize = 16;

/// [15.1] Factories that are built, and those that are being built.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Industry {
    /// Factories in each box of each line, from box 1 to the one before the last, that have had no point in this turn.
    waiting: [[u8; BOXES - 1]; LINES.len()],
    /// Those that have had one.
    paid: [[u8; BOXES - 1]; LINES.len()],
    /// Sites of each line that have a factory, as bits.
    built: [u16; LINES.len()],
    /// [15.1.b] Factories in cities of the owner's choice, with the number of their line.
    beyond: Few<(Hex, u8), MOST_BEYOND>,
    /// [16.2] Points that have been moved away from each factory of the map.
    pub(super) evacuated: Evacuated,
    /// [16.2.a] Soviet factories on their way, in box 8 and in box 9, and those that have arrived, by line.
    moving: [[u8; ON_THE_WAY]; LINES.len()],
}

/// [16.2.a] Boxes of factories on their way, and the last one.
const ON_THE_WAY: usize = 3;

/// [16.2] Points moved away by the number of the factory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Evacuated([u8; MOST_FACTORIES]);

impl Default for Evacuated {
    fn default() -> Self {
        Evacuated([0; MOST_FACTORIES])
    }
}

impl std::ops::Index<usize> for Evacuated {
    type Output = u8;

    fn index(&self, number: usize) -> &u8 {
        &self.0[number]
    }
}

impl std::ops::IndexMut<usize> for Evacuated {
    fn index_mut(&mut self, number: usize) -> &mut u8 {
        &mut self.0[number]
    }
}

impl Industry {
    /// [15.1.e] What stands when a scenario begins.
    pub(super) fn at_start(data: &Data) -> Self {
        let mut industry = Industry::default();
        if let Some((at, counts)) = data.factories_begun() {
            for (line, count) in counts.into_iter().enumerate() {
                industry.waiting[line][usize::from(at) - 1] = count;
            }
        }
        industry
    }

    /// [15.1] A new turn of a side: every factory may be given a point again.
    pub(super) fn begin_turn(&mut self, side: Side) {
        for line in lines(side) {
            for (waiting, paid) in self.waiting[line].iter_mut().zip(&mut self.paid[line]) {
                *waiting += std::mem::take(paid);
            }
        }
    }

    /// [16.2.a] A Soviet factory sets out.
    pub(super) fn load(&mut self, colour: Colour) {
        if let Some(line) = line_of(Side::Soviet, colour) {
            self.moving[line][0] += 1;
        }
    }

    /// [16.2.a] The factories of a side on their way come a box farther.
    pub(super) fn roll_on(&mut self, side: Side) {
        for line in lines(side) {
            let [first, second, arrived] = &mut self.moving[line];
            *arrived += std::mem::replace(second, std::mem::take(first));
        }
    }

    /// The box of the factory of a line that is next: the one that is furthest on of those that have had no point; 0 for a new one.
    fn next(&self, line: usize) -> usize {
        self.waiting[line].iter().rposition(|&count| count > 0).map_or(0, |at| at + 1)
    }

    /// Factories of a line that are being built, and those beyond the sheet: a new one is begun while there is room for all of them.
    fn has_room(&self, line: usize) -> bool {
        let begun: u32 = self.waiting[line].iter().chain(&self.paid[line]).map(|&count| u32::from(count)).sum();
        begun as usize + self.beyond.len() < MOST_BEYOND
    }

    fn has(&self, line: usize, site: usize) -> bool {
        self.built[line] & 1 << site != 0
    }
}

/// The lines of a side.
fn lines(side: Side) -> impl Iterator<Item = usize> {
    (0..LINES.len()).filter(move |&line| LINES[line].0.side() == side)
}

/// The line of a side that makes a colour.
fn line_of(side: Side, colour: Colour) -> Option<usize> {
    lines(side).find(|&line| LINES[line].1 == colour)
}

/// [15.1.a][15.1.b] Cities of a country in which its owner may build beyond the sheet.
fn home_towns(data: &Data, nation: Nation) -> impl Iterator<Item = Hex> + '_ {
    let country = if nation == Nation::German { Country::Germany } else { Country::SovietUnion };
    let is_city = |class: TownClass| class.is_city();
    let at_home = move |hex: &Hex| data.map.country[hex.index()] == Some(country);
    data.map.places.iter().filter(move |place| place.class.is_some_and(is_city)).map(|place| place.hex).filter(at_home)
}

/// [15.1.a][15.1.b] Hexes in which new factories may stand, where the chapter is played.
pub(super) fn sites_on_map(data: &Data) -> HexSet {
    if !data.script.options.new_factories && !data.script.options.scorched_earth {
        return HexSet::EMPTY;
    }
    let on_sheet = (0..LINES.len()).flat_map(|line| (0..SITES).filter_map(move |number| data.factory_site(line, number).hex));
    on_sheet.chain([Nation::German, Nation::Soviet].into_iter().flat_map(|nation| home_towns(data, nation))).collect()
}

impl BlocksInTheEast {
    /// Whether factories are built, or moved, in this game [15.0][16.2].
    pub(super) fn has_industry(&self) -> bool {
        self.data.script.options.new_factories || self.data.script.options.scorched_earth
    }

    /// [16.2.a] Factories of a side on their way, by box, 8 and 9.
    pub fn factories_moving(&self, side: Side, colour: Colour) -> [u8; 2] {
        line_of(side, colour).map_or([0; 2], |line| [self.industry.moving[line][0], self.industry.moving[line][1]])
    }

    /// [15.1] Factories of a side and colour that are being built, and points that are in all of them together.
    pub(super) fn factories_under_way(&self, side: Side, colour: Colour) -> [u16; 2] {
        let Some(line) = line_of(side, colour) else { return [0; 2] };
        let all = self.industry.waiting[line].iter().zip(&self.industry.paid[line]);
        (1..).zip(all).fold([0; 2], |[count, points], (at, (&waiting, &paid))| {
            let here = u16::from(waiting) + u16::from(paid);
            [count + here, points + at * here]
        })
    }

    /// [16.2.a] Places a factory of a side that has arrived, and says whether there was one.
    pub(super) fn place_arrivals(&mut self, side: Side) -> bool {
        let Some(line) = lines(side).find(|&line| self.industry.moving[line][ON_THE_WAY - 1] > 0) else { return false };
        self.industry.moving[line][ON_THE_WAY - 1] -= 1;
        if self.has_free_site(line) || self.free_towns(line).next().is_some() {
            self.finish_factory(line);
        }
        true
    }

    /// [15.1] Factories of a side and colour that are being built, by box from 1 on, and whether they have had the point of this turn.
    pub fn factories_begun(&self, side: Side, colour: Colour) -> Vec<(u8, bool)> {
        let Some(line) = line_of(side, colour) else { return Vec::new() };
        let of = |boxes: &[u8; BOXES - 1], paid: bool| {
            let each = |(at, &count): (usize, &u8)| vec![(at as u8 + 1, paid); count.into()];
            boxes.iter().enumerate().flat_map(each).collect::<Vec<_>>()
        };
        [of(&self.industry.waiting[line], false), of(&self.industry.paid[line], true)].concat()
    }

    /// [15.1] New factories of a side that are built, with their colours; without a hex those beyond the map.
    pub fn new_factories(&self, side: Side) -> impl Iterator<Item = (Colour, Option<Hex>)> + '_ {
        let at_sites = lines(side).flat_map(move |line| {
            let built = (0..SITES).filter(move |&site| self.industry.has(line, site));
            built.map(move |site| (LINES[line].1, self.data.factory_site(line, site).hex))
        });
        let own = move |&(_, line): &(Hex, u8)| LINES[usize::from(line)].0.side() == side;
        let beyond = self.industry.beyond.iter().filter(own).map(|(hex, line)| (LINES[usize::from(line)].1, Some(hex)));
        at_sites.chain(beyond)
    }

    /// [15.1] New factories of a side and colour in a city of the sheet that lies beyond the map.
    pub(super) fn new_factories_at(&self, side: Side, city: &str, colour: Colour) -> u8 {
        let Some(line) = line_of(side, colour).filter(|_| self.has_industry()) else { return 0 };
        let is_there = |site: &usize| {
            let City { name, hex } = self.data.factory_site(line, *site);
            hex.is_none() && name == city && self.industry.has(line, *site)
        };
        (0..SITES).filter(is_there).count() as u8
    }

    /// [15.0] Whether a side has a new factory of a colour in a hex.
    pub(super) fn has_new_factory(&self, side: Side, colour: Colour, hex: Hex) -> bool {
        self.has_industry() && self.new_factories(side).any(|found| found == (colour, Some(hex)))
    }

    /// [15.1.b] Whether a site of a line has room for a factory: none of the line is in the city, and it is not the enemy's.
    fn is_free_site(&self, line: usize, number: usize) -> bool {
        let City { name, hex } = self.data.factory_site(line, number);
        let side = LINES[line].0.side();
        let taken = (0..SITES).any(|other| self.industry.has(line, other) && self.data.factory_site(line, other).name == name);
        !taken && hex.is_none_or(|hex| self.board.controls(self.data, side, hex))
    }

    /// [15.1.b] The sites of a line with room, of those of a face of the die.
    fn free_sites(&self, line: usize, face: u8) -> impl Iterator<Item = usize> + '_ {
        let first = 2 * (usize::from(face) - 1);
        [first, first + 1].into_iter().filter(move |&number| self.is_free_site(line, number))
    }

    fn has_free_site(&self, line: usize) -> bool {
        (1..=FACES).any(|face| self.free_sites(line, face).next().is_some())
    }

    /// [15.1.b] Cities at home in which a factory of a line may be built when no site has room.
    fn free_towns(&self, line: usize) -> impl Iterator<Item = Hex> + '_ {
        let nation = LINES[line].0;
        home_towns(self.data, nation).filter(move |&hex| self.board.controls(self.data, nation.side(), hex))
    }

    /// [15.0][15.1] On what a side may spend a yellow point: a factory of a colour that has had none in this turn, or a new one.
    pub(super) fn factories_to_pay(&self, side: Side) -> impl Iterator<Item = Effort> + '_ {
        let plays = self.data.script.options.new_factories && self.data.script.income.follows_map;
        let may = move |effort: &Effort| {
            let Some(line) = effort.colour().filter(|_| plays).and_then(|colour| line_of(side, colour)) else { return false };
            let affords = self.treasury.spendable(LINES[line].0, Colour::Yellow) > 0;
            let begins = match self.industry.next(line) {
                0 => self.industry.has_room(line),
                at if at + 1 == BOXES => self.has_free_site(line) || self.free_towns(line).next().is_some(),
                _ => true,
            };
            affords && begins
        };
        Effort::ALL.into_iter().filter(may)
    }

    /// [15.1] A point goes to a factory of a colour: to the one that is furthest on of those that have had none, else to a new one.
    pub(super) fn pay_factory(&mut self, side: Side, colour: Colour) {
        let Some(line) = line_of(side, colour) else { return };
        self.treasury.spend(LINES[line].0, Colour::Yellow, 1);
        let at = self.industry.next(line);
        if at > 0 {
            self.industry.waiting[line][at - 1] -= 1;
        }
        if at + 1 < BOXES {
            self.industry.paid[line][at] += 1;
        } else {
            self.finish_factory(line);
        }
    }

    /// [15.1.a][15.1.b] A factory is finished, and a die says where; where no site has room its owner does.
    pub(super) fn finish_factory(&mut self, line: usize) {
        let number = line as u8;
        self.frames.push(if self.has_free_site(line) { Frame::FactorySite(number) } else { Frame::FactoryTown(number) });
    }

    /// [3.3.a] The new factories of the enemy in a hex are destroyed with its capture.
    pub(super) fn lose_new_factories(&mut self, side: Side, hex: Hex) {
        if !self.has_industry() {
            return;
        }
        for line in lines(side.opponent()) {
            let colour = LINES[line].1;
            let lost = self.remove_new_factories(side.opponent(), colour, hex);
            self.loot(side, colour, lost);
        }
    }

    /// Takes the new factories of a side and colour out of a hex, and counts them.
    pub(super) fn remove_new_factories(&mut self, side: Side, colour: Colour, hex: Hex) -> u8 {
        let Some(line) = line_of(side, colour) else { return 0 };
        let mut lost = 0;
        for site in (0..SITES).filter(|&site| self.data.factory_site(line, site).hex == Some(hex)) {
            lost += u8::from(self.industry.has(line, site));
            self.industry.built[line] &= !(1 << site);
        }
        let before = self.industry.beyond.len();
        self.industry.beyond.retain(|(at, number)| (at, usize::from(number)) != (hex, line));
        lost + (before - self.industry.beyond.len()) as u8
    }
}

impl Procedure<BlocksInTheEast> for FactorySite {
    const QUESTION: &'static str = "where is the new factory?";

    /// [15.1.b] A die that names two cities without room is thrown again: the other faces share its chance.
    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let line = usize::from(self.line);
        out.extend((1..=FACES).filter(|&face| game.free_sites(line, face).next().is_some()).map(Action::Roll));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        let line = usize::from(self.line);
        let mut free = game.free_sites(line, face);
        let (first, second) = (free.next(), free.next());
        drop(free);
        game.pop();
        let Some(first) = first else { return };
        let place = |site: usize| game.data.factory_site(line, site).hex;
        // Two cities in one place are alike.
        if second.is_some_and(|second| place(second) != place(first)) {
            game.frames.push(Frame::FactoryChoice(self.line, face));
        } else {
            game.industry.built[line] |= 1 << first;
        }
    }
}

impl Procedure<BlocksInTheEast> for FactoryChoice {
    const QUESTION: &'static str = "in which of the two cities is the new factory? `done` means the one beyond the map";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(LINES[usize::from(self.line)].0.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let line = usize::from(self.line);
        let places = game.free_sites(line, self.face).map(|site| game.data.factory_site(line, site).hex);
        out.extend(places.map(|place| place.map_or(Action::Done, Action::Place)));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let line = usize::from(self.line);
        let place = if let Action::Place(hex) = action { Some(hex) } else { None };
        let site = game.free_sites(line, self.face).find(|&site| game.data.factory_site(line, site).hex == place);
        game.pop();
        if let Some(site) = site {
            game.industry.built[line] |= 1 << site;
        }
    }
}

impl Procedure<BlocksInTheEast> for FactoryTown {
    const QUESTION: &'static str = "in which city at home is the new factory?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(LINES[usize::from(self.line)].0.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.free_towns(usize::from(self.line)).map(Action::Place));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Place(hex) = action else { return game.end(action) };
        game.pop();
        game.industry.beyond.push((hex, self.line));
    }
}
