//! Actions as rows. A row of [`actions!`](crate::actions) says all that an action is apart from the rules: its fields, its
//! notation, the verb of its token, and which counter and cell it names.

use std::fmt::{self, Display, Formatter};

use stavka_words::{tr, translate};

use crate::game::NotationError;
use crate::hex::{Direction, Grid, Hex};
use crate::observation::ActionToken;
use crate::square::{Cell, Facing, Lattice};

pub use crate::actions;

/// A field of an action as one word of notation. `D` is the data of a scenario, where names are looked up.
pub trait ActionWord<D: ?Sized>: Copy {
    /// Writes the word.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write(self, data: &D, f: &mut Formatter<'_>) -> fmt::Result;

    /// Reads what [`ActionWord::write`] wrote.
    ///
    /// # Errors
    /// Says what was expected instead of the word.
    fn read(word: &str, data: &D) -> Result<Self, String>;
}

/// A field of an action as a digit of its id.
pub trait IdDigit<D: ?Sized>: Copy {
    /// How many values there are in the scenario.
    fn radix(data: &D) -> u32;

    /// Which of them it is, from 0.
    fn digit(self, data: &D) -> u32;
}

/// Any number of eight bits.
impl<D: ?Sized> IdDigit<D> for u8 {
    fn radix(_: &D) -> u32 {
        256
    }

    fn digit(self, _: &D) -> u32 {
        u32::from(self)
    }
}

impl<D: AsRef<Grid> + ?Sized> IdDigit<D> for Hex {
    fn radix(data: &D) -> u32 {
        data.as_ref().len() as u32
    }

    fn digit(self, _: &D) -> u32 {
        u32::from(self.0)
    }
}

impl<D: AsRef<Lattice> + ?Sized> IdDigit<D> for Cell {
    fn radix(data: &D) -> u32 {
        data.as_ref().len() as u32
    }

    fn digit(self, _: &D) -> u32 {
        u32::from(self.0)
    }
}

impl<D: ?Sized> IdDigit<D> for Facing {
    fn radix(_: &D) -> u32 {
        Facing::ALL.len() as u32
    }

    fn digit(self, _: &D) -> u32 {
        self.index() as u32
    }
}

/// A hex that lies beside another, which the action names too: a direction. A row says `from: Hex [by Beside(target)]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside(pub Hex, pub Hex);

impl<D: AsRef<Grid> + ?Sized> IdDigit<D> for Beside {
    fn radix(_: &D) -> u32 {
        1 + Direction::ALL.len() as u32
    }

    /// The last digit stands for all hexes that are not beside it, from where no action is legal.
    fn digit(self, data: &D) -> u32 {
        data.as_ref().direction(self.1, self.0).map_or(Direction::ALL.len(), Direction::index) as u32
    }
}

impl<D: ?Sized> ActionWord<D> for u8 {
    fn write(self, _: &D, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self, f)
    }

    fn read(word: &str, _: &D) -> Result<Self, String> {
        word.parse().map_err(|_| tr!("{word} is not a number from 0 to 255", word = format_args!("{word:?}")))
    }
}

impl<D: AsRef<Grid> + ?Sized> ActionWord<D> for Hex {
    fn write(self, data: &D, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&data.as_ref().name(self), f)
    }

    fn read(word: &str, data: &D) -> Result<Self, String> {
        data.as_ref().parse(word).map_err(|error| error.to_string())
    }
}

/// A cell of a lattice: column and row from 1, two digits each.
impl<D: AsRef<Lattice> + ?Sized> ActionWord<D> for Cell {
    fn write(self, data: &D, f: &mut Formatter<'_>) -> fmt::Result {
        let (column, row) = data.as_ref().place(self);
        write!(f, "{:02}{:02}", column + 1, row + 1)
    }

    fn read(word: &str, data: &D) -> Result<Self, String> {
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<i16>().ok()).filter(|_| word.len() == 4);
        let place = number(word.get(..2)).zip(number(word.get(2..)));
        let cell = place.and_then(|(column, row)| data.as_ref().cell(column - 1, row - 1));
        cell.ok_or_else(|| {
            let last = format_args!("{:02}{:02}", data.as_ref().width(), data.as_ref().height());
            tr!("no cell {word}; expected column and row, 0101 to {last}", word = format_args!("{word:?}"), last)
        })
    }
}

impl<D: ?Sized> ActionWord<D> for Facing {
    fn write(self, _: &D, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn read(word: &str, _: &D) -> Result<Self, String> {
        let facing = Facing::ALL.into_iter().find(|facing| facing.name() == word);
        facing.ok_or_else(|| {
            tr!("{word} is no direction; expected {names}", word = format_args!("{word:?}"), names = Facing::NAMES.join(", "))
        })
    }
}

/// The word of a field that holds the result of a die of `FACES` sides: a row says `as Die<6>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die<const FACES: u8>(u8);

impl<const FACES: u8> From<u8> for Die<FACES> {
    fn from(face: u8) -> Self {
        Die(face)
    }
}

impl<const FACES: u8> From<Die<FACES>> for u8 {
    fn from(die: Die<FACES>) -> Self {
        die.0
    }
}

impl<D: ?Sized, const FACES: u8> IdDigit<D> for Die<FACES> {
    fn radix(_: &D) -> u32 {
        u32::from(FACES)
    }

    fn digit(self, _: &D) -> u32 {
        u32::from(self.0.saturating_sub(1))
    }
}

impl<D: ?Sized, const FACES: u8> ActionWord<D> for Die<FACES> {
    fn write(self, data: &D, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(data, f)
    }

    fn read(word: &str, _: &D) -> Result<Self, String> {
        let face = word.parse().ok().filter(|face| (1..=FACES).contains(face));
        face.map(Die).ok_or_else(|| tr!("a die shows 1 to {faces}, not {word}", faces = FACES, word))
    }
}

/// A value as a column of an action token; -1 stands for none.
pub trait TokenColumn {
    /// The number in the column.
    fn column(self) -> i16;
}

impl TokenColumn for u8 {
    #[inline]
    fn column(self) -> i16 {
        i16::from(self)
    }
}

impl TokenColumn for Hex {
    #[inline]
    fn column(self) -> i16 {
        self.0 as i16
    }
}

impl TokenColumn for Cell {
    #[inline]
    fn column(self) -> i16 {
        self.0 as i16
    }
}

impl TokenColumn for Facing {
    #[inline]
    fn column(self) -> i16 {
        self.index() as i16
    }
}

impl<T: TokenColumn> TokenColumn for Option<T> {
    #[inline]
    fn column(self) -> i16 {
        self.map_or(-1, T::column)
    }
}

/// The token that most actions have: the counter that an action names, where it stands, and the hex or cell that the action names.
#[inline]
pub fn usual_token<C: TokenColumn>(verb: usize, unit: impl TokenColumn, stands: Option<C>, cell: Option<C>) -> ActionToken {
    ActionToken { verb: verb as i16, unit: unit.column(), from: stands.column(), to: cell.column(), amount: -1 }
}

/// Declares the actions of a game, one row each.
///
/// The head names the position, the data of a scenario and what actions may name. A row is a variant of the enum with names for all
/// fields, and then:
///
/// - its words: the notation, in which every field stands once. A field is an [`ActionWord`], or is written and read as one
///   (`die: u8 as Die<6>`). The same type is its [`IdDigit`], unless it names another (`from: Hex [by Beside(target)]`). Of the rows that a line fits the one with the most words of its own reads it, among equals the first
///   that can.
/// - `verb`: name and meaning of the verb of the token. A row without one has the verb of the row above.
/// - `names`: what the action names, each by a function of its own; `unit` is short for `unit: unit`.
/// - `token`: the columns that differ from those of [`usual_token`], as expressions of the fields and of the position.
///
/// The enum gets the table `VERBS` and the functions `verb`, `write`, `read`, `token`, `ids` and `id`.
///
/// ```
/// use stavka_engine::kit::actions::{Die, actions};
///
/// /// A position, and the data of its scenario.
/// pub struct Duel { wind: u8 }
/// pub struct Field;
///
/// actions! {
///     of game: Duel, in words of Field, naming unit: u8;
///
///     /// What a player or a die decides.
///     pub enum Action {
///         /// A die of one to six.
///         Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
///         /// Fire some guns at a unit.
///         Fire { target: u8, guns: u8 } = "fire {guns} at {target}",
///             verb "fire": "amount guns fire at unit", names { unit: target }, token { from: game.wind, amount: guns };
///     }
/// }
///
/// let fire = Action::Fire { target: 7, guns: 2 };
/// assert_eq!(Action::read("fire 2 at 7", &Field, "the duel"), Ok(fire));
/// assert_eq!((fire.unit(), Action::VERBS[fire.verb()].0), (Some(7), "fire"));
/// assert_eq!(fire.id(&Field, &Action::ids(&Field)), 6 + 256 * 7 + 2, "six faces of the die come before");
/// let error = Action::read("die 7", &Field, "the duel").unwrap_err();
/// assert_eq!(error.problem, "a die shows 1 to 6, not 7");
/// ```
#[macro_export]
macro_rules! actions {
    (@word $Type:ty) => { $Type };
    (@word $Type:ty, $Word:ty) => { $Word };
    (@digit $Type:ty, [$($Word:ty)?], []) => { $crate::actions!(@word $Type $(, $Word)?) };
    (@digit $Type:ty, [$($Word:ty)?], [$Digit:ident]) => { $Digit };
    (@made $name:ident: $Type:ty, [$($Word:ty)?], []) => { <$crate::actions!(@word $Type $(, $Word)?)>::from($name) };
    (@made $name:ident: $Type:ty, [$($Word:ty)?], [$Digit:ident($($other:ident),*)]) => { $Digit($name, $($other),*) };
    (@value $name:ident) => { $name };
    (@value $name:ident, $value:expr) => { $value };
    (
        of $game:ident: $Game:ty, in words of $Data:ty $(, naming $($name:ident: $Name:ty),*)?;

        $(#[$meta:meta])*
        $visibility:vis enum $Action:ident {
            $(
                $(#[$row_meta:meta])*
                $Row:ident $(($($item:ident: $Item:ty $(as $ItemWord:ty)?),*))?
                    $({ $($field:ident: $Field:ty $(as $FieldWord:ty)? $([by $Digit:ident($($other:ident),*)])?),* })?
                    = $words:literal
                    $(, verb $verb:literal: $meaning:literal)?
                    $(, names { $($named:ident $(: $value:expr)?),* })?
                    $(, token { $($column:ident $(: $number:expr)?),* })?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility enum $Action {
            $(
                $(#[$row_meta])*
                #[doc = concat!("\n\nNotation: `", $words, "`.")]
                $Row $(($($Item),*))? $({ $(#[doc = concat!("The word `{", stringify!($field), "}`.")] $field: $Field),* })?,
            )*
        }

        // The fields of a row are in scope of all that the row says, whether it uses them or not.
        #[allow(unused_variables, dead_code, clippy::needless_update, clippy::useless_conversion)]
        const _: () = {
            use $crate::kit::actions::{IdDigit, Reading, Spelled, TokenColumn, is_named, verb_of};

            enum Row { $($Row),* }

            /// For each row, whether it has a verb of its own.
            const OWN_VERB: &[bool] = &[$({ let own: &[&str] = &[$($verb)?]; !own.is_empty() }),*];

            struct Names { $($($name: Option<$Name>),*)? }

            const NONE: Names = Names { $($($name: None),*)? };

            impl $Action {
                /// Names and meanings of the verbs, in the order of `verb`.
                $visibility const VERBS: &'static [(&'static str, &'static str)] = &[$($(($verb, $meaning),)?)*];

                /// Number of the verb, an index of `VERBS`.
                $visibility const fn verb(self) -> usize {
                    match self { $(Self::$Row { .. } => const { verb_of(OWN_VERB, Row::$Row as usize) }),* }
                }

                $($(
                    #[doc = concat!("The ", stringify!($name), " that the action names, if any.")]
                    #[inline]
                    $visibility const fn $name(self) -> Option<$Name> {
                        self.names().$name
                    }
                )*)?

                #[inline]
                const fn names(self) -> Names {
                    match self {
                        $(Self::$Row $(($($item),*))? $({ $($field),* })? => Names {
                            $($($named: Some($crate::actions!(@value $named $(, $value)?)),)*)?
                            ..NONE
                        },)*
                    }
                }

                /// Writes the action in words.
                ///
                /// # Errors
                /// Only those of the writer.
                $visibility fn write(self, data: &$Data, out: &mut dyn ::std::fmt::Write) -> ::std::fmt::Result {
                    match self {
                        $(Self::$Row $(($($item),*))? $({ $($field),* })? => {
                            $($(let $item = Spelled::new(data, <$crate::actions!(@word $Item $(, $ItemWord)?)>::from($item));)*)?
                            $($(let $field = Spelled::new(data, <$crate::actions!(@word $Field $(, $FieldWord)?)>::from($field));)*)?
                            write!(out, $words)
                        })*
                    }
                }

                /// Reads what `write` wrote. `game` is the name of the game, for errors.
                ///
                /// # Errors
                /// Says which word was not understood and what was expected.
                $visibility fn read(text: &str, data: &$Data, game: &str) -> Result<Self, $crate::game::NotationError> {
                    let mut reading = Reading::new(text);
                    $(reading.attempt($words, |line| Ok(Self::$Row
                        $(($(line.field::<$Data, $crate::actions!(@word $Item $(, $ItemWord)?)>(stringify!($item), data)?.into()),*))?
                        $({ $($field: line.field::<$Data, $crate::actions!(@word $Field $(, $FieldWord)?)>(stringify!($field), data)?.into()),* })?
                    ));)*
                    reading.finish(game)
                }

                /// The ids of all actions of a scenario.
                $visibility fn ids(data: &$Data) -> $crate::observation::ActionIds {
                    let mut ids = $crate::observation::ActionIds::default();
                    $(ids.push($words, vec![
                        $($(<$crate::actions!(@word $Item $(, $ItemWord)?) as IdDigit<$Data>>::radix(data)),*)?
                        $($(<$crate::actions!(@digit $Field, [$($FieldWord)?], [$($Digit)?]) as IdDigit<$Data>>::radix(data)),*)?
                    ]);)*
                    ids
                }

                /// The id of the action among those of its scenario.
                $visibility fn id(self, data: &$Data, ids: &$crate::observation::ActionIds) -> u64 {
                    match self {
                        $(Self::$Row $(($($item),*))? $({ $($field),* })? => ids.id(Row::$Row as usize, &[
                            $($(IdDigit::<$Data>::digit(<$crate::actions!(@word $Item $(, $ItemWord)?)>::from($item), data)),*)?
                            $($(IdDigit::<$Data>::digit(
                                $crate::actions!(@made $field: $Field, [$($FieldWord)?], [$($Digit($($other),*))?]), data
                            )),*)?
                        ]),)*
                    }
                }

                /// The token of the action: `token` with the columns that the row gives.
                #[inline]
                $visibility fn token(self, $game: &$Game, token: $crate::observation::ActionToken) -> $crate::observation::ActionToken {
                    match self {
                        $(Self::$Row $(($($item),*))? $({ $($field),* })? => $crate::observation::ActionToken {
                            $($($column: TokenColumn::column($crate::actions!(@value $column $(, $number)?)),)*)?
                            ..token
                        },)*
                    }
                }
            }

            $(
                $($(assert!(is_named($words, stringify!($item)), concat!("the words of ", stringify!($Row), " lack the field ", stringify!($item)));)*)?
                $($(assert!(is_named($words, stringify!($field)), concat!("the words of ", stringify!($Row), " lack the field ", stringify!($field)));)*)?
            )*
        };
    };
}

/// A word of an action with what it needs to be written.
#[doc(hidden)]
pub struct Spelled<'a, D: ?Sized, W> {
    data: &'a D,
    word: W,
}

impl<'a, D: ?Sized, W: ActionWord<D>> Spelled<'a, D, W> {
    /// A word about to be written.
    pub fn new(data: &'a D, word: W) -> Self {
        Spelled { data, word }
    }
}

impl<D: ?Sized, W: ActionWord<D>> Display for Spelled<'_, D, W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.word.write(self.data, f)
    }
}

/// A line of notation while the rows are tried.
#[doc(hidden)]
pub struct Reading<'a, A> {
    text: &'a str,
    line: Vec<&'a str>,
    /// What the row that fits best makes of the line, and the number of its own words.
    best: Option<(usize, Result<A, String>)>,
    /// The words of rows with the verb of the line that do not fit it.
    near: Vec<&'a str>,
}

impl<'a, A> Reading<'a, A> {
    /// A line that no row has read.
    pub fn new(text: &'a str) -> Self {
        Reading { text, line: text.split_whitespace().collect(), best: None, near: Vec::new() }
    }

    /// Tries a row.
    pub fn attempt(&mut self, words: &'a str, read: impl FnOnce(&Line<'_>) -> Result<A, String>) {
        let Some(own) = own_words(words, &self.line) else {
            if self.line.first().copied() == words.split(' ').next() {
                self.near.push(words);
            }
            return;
        };
        let (most, done) = self.best.as_ref().map_or((0, false), |(most, found)| (*most, found.is_ok()));
        if own < most || (own == most && done) {
            return;
        }
        let found = read(&Line { words, line: &self.line });
        if own > most || found.is_ok() || self.best.is_none() {
            self.best = Some((own, found));
        }
    }

    /// The action of the line.
    ///
    /// # Errors
    /// Says which word was not understood.
    pub fn finish(self, game: &str) -> Result<A, NotationError> {
        let found = match (self.best, self.line.as_slice()) {
            (Some((_, found)), _) => found,
            (None, []) => Err(tr!("the line is empty; expected an action").into()),
            (None, [verb, rest @ ..]) if !self.near.is_empty() => {
                let rows: Vec<String> = self.near.iter().map(|words| arguments(words)).collect();
                let (verb, arguments) = (format_args!("{verb:?}"), rows.join(tr!(" or ")));
                Err(tr!("{verb} takes: {arguments} ({count} given)", verb, arguments, count = rest.len()))
            }
            (None, [verb, rest @ ..]) => {
                Err(tr!("{game} has no action {verb} (arguments: {count})", game, verb = format_args!("{verb:?}"), count = rest.len()))
            }
        };
        found.map_err(|problem| NotationError::new(self.text, problem))
    }
}

/// A line of notation that fits a row.
#[doc(hidden)]
pub struct Line<'a> {
    words: &'a str,
    line: &'a [&'a str],
}

impl Line<'_> {
    /// Reads the word of a field.
    ///
    /// # Errors
    /// Those of [`ActionWord::read`].
    pub fn field<D: ?Sized, W: ActionWord<D>>(&self, name: &str, data: &D) -> Result<W, String> {
        let at = self.words.split(' ').position(|word| field_of(word) == Some(name));
        W::read(self.line[at.expect("the words of a row name its fields")], data)
    }
}

/// What the verb of a row takes, in words: its fields by their names, and words of its own in quotes.
fn arguments(words: &str) -> String {
    let told = |word: &str| field_of(word).map_or_else(|| format!("{word:?}"), |field| translate(field).to_owned());
    let told: Vec<String> = words.split(' ').skip(1).map(told).collect();
    if told.is_empty() { tr!("nothing").to_owned() } else { told.join(", ") }
}

/// The field that a word of a row stands for, if it is not a word of its own.
fn field_of(word: &str) -> Option<&str> {
    word.strip_prefix('{')?.strip_suffix('}')
}

/// The number of words of its own that a row shares with a line, if the line fits it.
fn own_words(words: &str, line: &[&str]) -> Option<usize> {
    let mut own = 0;
    let mut line = line.iter();
    for word in words.split(' ') {
        let given = line.next()?;
        if field_of(word).is_none() {
            if word != *given {
                return None;
            }
            own += 1;
        }
    }
    line.next().is_none().then_some(own)
}

/// Whether the words of a row name a field.
#[doc(hidden)]
pub const fn is_named(words: &str, field: &str) -> bool {
    let (words, field) = (words.as_bytes(), field.as_bytes());
    let mut at = 0;
    while at + field.len() + 2 <= words.len() {
        let mut same = 0;
        while same < field.len() && words[at + 1 + same] == field[same] {
            same += 1;
        }
        if same == field.len() && words[at] == b'{' && words[at + 1 + same] == b'}' {
            return true;
        }
        at += 1;
    }
    false
}

/// The number of the verb of a row, given for each row whether it has a verb of its own.
#[doc(hidden)]
pub const fn verb_of(own: &[bool], row: usize) -> usize {
    let mut verbs = 0;
    let mut at = 0;
    while at <= row {
        verbs += own[at] as usize;
        at += 1;
    }
    verbs - 1
}
