//! Who plays whom, in which order, with which seeds.

use serde::{Deserialize, Serialize};
use stavka_engine::Side;

/// Form of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against all the others.
    Gauntlet,
    /// The first player against the second, until a sequential test is decided.
    Sprt,
    /// Whoever the plan lists.
    Listed,
}

impl Format {
    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Sprt => "sprt",
            Format::Listed => "listed",
        }
    }
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: usize,
    /// Indices of the Axis and the Soviet player.
    pub seats: [usize; 2],
    /// Seed of dice and players, the same in both games of a pair.
    pub seed: u64,
}

impl Fixture {
    /// Number of the pair of games that this one belongs to.
    pub const fn pair(&self) -> usize {
        self.game / 2
    }

    /// The index of the player of a side.
    pub const fn player(&self, side: Side) -> usize {
        self.seats[side.index()]
    }
}

/// The players that meet, as indices; none where only the plan knows.
pub fn pairings(format: Format, players: usize) -> Vec<[usize; 2]> {
    match format {
        Format::RoundRobin => (0..players).flat_map(|first| (first + 1..players).map(move |second| [first, second])).collect(),
        Format::Gauntlet => (1..players).map(|other| [0, other]).collect(),
        Format::Sprt => vec![[0, 1]],
        Format::Listed => Vec::new(),
    }
}

/// All games in the order in which they are begun: every pairing plays its first pair, then every pairing its
/// second one, so that a tournament that was broken off is still balanced. Pair number `n` has the seed
/// `seed + n`; in its first game the player that was named first has the Axis.
pub fn fixtures(pairings: &[[usize; 2]], pairs: usize, seed: u64) -> Vec<Fixture> {
    let mut fixtures = Vec::with_capacity(2 * pairs * pairings.len());
    for _ in 0..pairs {
        for &[first, second] in pairings {
            let seed = seed.wrapping_add(fixtures.len() as u64 / 2);
            for seats in [[first, second], [second, first]] {
                fixtures.push(Fixture { game: fixtures.len(), seats, seed });
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn everybody_meets_everybody_equally_often_on_both_sides() {
        let games = fixtures(&pairings(Format::RoundRobin, 4), 3, 10);
        let mut count = BTreeMap::new();
        for game in &games {
            *count.entry(game.seats).or_insert(0) += 1;
        }
        assert_eq!(count.len(), 12);
        assert!(count.values().all(|&games| games == 3), "{count:?}");
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first_player_alone() {
        let games = fixtures(&pairings(Format::Gauntlet, 4), 2, 1);
        assert_eq!(games.len(), 12);
        assert!(games.iter().all(|game| game.seats.contains(&0)));
    }

    #[test]
    fn a_pair_swaps_the_sides_under_one_seed_and_no_two_pairs_share_it() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            let games = fixtures(&pairings(format, 3), 5, 7);
            for (number, pair) in games.chunks(2).enumerate() {
                let [first, second] = pair else { panic!("games come in pairs") };
                assert_eq!((first.pair(), second.pair()), (number, number));
                assert_eq!((first.seed, second.seed), (7 + number as u64, 7 + number as u64));
                assert_eq!(first.seats, [second.seats[1], second.seats[0]]);
            }
        }
    }
}
