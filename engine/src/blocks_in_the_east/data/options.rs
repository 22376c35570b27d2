//! [1.3] What players agree on before a game, optional chapters among it: a row for each.

use crate::kit::files::{GameOption, rows};

macro_rules! options {
    ($($field:ident = $key:literal [$rule:literal] $words:literal;)*) => {
        /// What the players may agree on before a game, for the whole of it.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub struct Options {
            $(#[doc = concat!("[", $rule, "] ", $words, ".")] pub $field: bool,)*
        }

        rows! {
            pub(super) RawOptions { $(#[serde(default, rename = $key)] $field: bool,)* }
        }

        impl Options {
            pub(super) fn of(raw: &RawOptions) -> Self {
                Options { $($field: raw.$field,)* }
            }

            /// Whether an option is on, by its place in [`OPTIONS`].
            fn as_list(&self) -> [bool; OPTIONS.len()] {
                [$(self.$field,)*]
            }
        }

        /// The options, in the order of the rules.
        pub const OPTIONS: &[GameOption] = &[$(GameOption { key: $key, words: $words, rule: $rule },)*];
    };
}

options! {
    open = "open" ["1.3"] "all units are visible";
    free_set_up = "free-set-up" ["2.3"] "players set up their units themselves";
    cancel = "cancel" ["7.7.6.c"] "a Bonus and a Malus of the same unit cancel each other";
    mountains_and_swamps = "mountains-and-swamps" ["14.0"] "mountains bar armour, and mountain infantry and cavalry go farther";
    new_factories = "new-factories" ["15.0"] "points build new factories";
    scorched_earth = "scorched-earth" ["16.0"] "the Soviets wreck what they lose, and move factories in 1941";
    technology = "technology" ["17.0"] "technology by research, not by the calendar";
    naval_movement = "naval-movement" ["18.0"] "units go by sea, through mines";
    air_reconnaissance = "air-reconnaissance" ["19.0"] "aircraft reconnoitre; attacks from the air without it are weak";
    cavalry_charge = "cavalry-charge" ["20.0"] "cavalry charges";
    panzer_attack = "panzer-attack" ["21.0"] "tanks attack at full speed";
    jericho_trumpets = "jericho-trumpets" ["22.0"] "Stukas throw two dice more";
    airborne_assault = "airborne-assault" ["23.0"] "paratroops and airlanding troops are dropped";
    amphibious_assault = "amphibious-assault" ["24.0"] "marines land from the sea";
    katyusha = "katyusha" ["25.0"] "later Soviet artillery throws two dice more";
    gustav = "gustav" ["26.0"] "the Gustav breaks fortifications";
    garrisons = "garrisons" ["27.0"] "conquered cities and the Turkish frontier need garrisons";
    volkssturm = "volkssturm" ["28.0"] "Germany calls up the Volkssturm";
    partisans = "partisans" ["29.0"] "Soviet partisans cut railways and supply";
    chechens = "chechens" ["30.0"] "Chechens rise in Grozny from January 1942 on";
    reserve = "reserve" ["31.0"] "units in Reserve exploit or react";
    strategic_bombing = "strategic-bombing" ["32.0"] "bombers hit industry, ports, mines and stations";
    first_winter = "first-winter" ["33.0"] "the winter of 1941 hits the Axis";
    lend_lease = "lend-lease" ["34.0"] "Lend-Lease";
    strategic_warfare = "strategic-warfare" ["35.0"] "Allied raids over Germany, attacks on convoys";
    italian_surrender = "italian-surrender" ["36.0"] "a die says when Italy surrenders";
    persia = "persia" ["37.0"] "Persia joins the Axis in August 1941";
    light_rain = "light-rain" ["39.0"] "light rain in spring and autumn";
}

/// How many of the first options the Basic game knows too.
const OF_BASIC: usize = 3;

impl Options {
    /// What a game of a layer may have.
    pub(in super::super) fn offered(advanced: bool) -> &'static [GameOption] {
        if advanced { OPTIONS } else { &OPTIONS[..OF_BASIC] }
    }

    /// Those that are on.
    pub fn agreed(&self) -> impl Iterator<Item = &'static GameOption> {
        let on = self.as_list();
        OPTIONS.iter().zip(on).filter(|&(_, on)| on).map(|(option, _)| option)
    }
}
