//! Nodes of dice: what is asked, which results there are, and in how many ways.

use std::collections::BTreeMap;

use stavka_engine::bolt_action::UnitId;
use stavka_engine::bolt_action::terms::Rank;
use stavka_engine::{Game as _, Turn};

use super::{Referee, flesh};
use crate::bolt_action_kit::{choices, question, weights};

/// Dice that are summed: how many, of how many faces.
pub(super) type Sum = (u32, u8);

/// Every sum that dice can show, with its ways.
pub(super) fn sums((dice, faces): Sum) -> Vec<(u8, u64)> {
    let mut ways = BTreeMap::from([(0, 1)]);
    for _ in 0..dice {
        let mut next = BTreeMap::new();
        for (sum, count) in ways {
            (1..=faces).for_each(|face| *next.entry(sum + face).or_insert(0) += count);
        }
        ways = next;
    }
    ways.into_iter().collect()
}

/// Ways of so many dice to have 0 to `most` successes, the last of which stands for more; a die succeeds in `good` of `of` ways.
pub(super) fn pool_ways(dice: u8, (good, of): (u64, u64), most: u8) -> Vec<u64> {
    let mut ways = vec![1_u64];
    for _ in 0..dice {
        let at = |index: usize| ways.get(index).copied().unwrap_or(0);
        ways = (0..=ways.len()).map(|hits| at(hits) * (of - good) + if hits > 0 { at(hits - 1) * good } else { 0 }).collect();
    }
    let rest = ways.split_off((usize::from(most) + 1).min(ways.len()));
    *ways.last_mut().expect("no successes are a result") += rest.iter().sum::<u64>();
    ways
}

/// Chance of a die that needs a number, in lowest terms (supplement S18: above six a six, then another).
pub(super) fn chance(need: i16) -> (u64, u64) {
    [(1, 1), (5, 6), (2, 3), (1, 2), (1, 3), (1, 6), (1, 36)][need.clamp(1, 7) as usize - 1]
}

impl Referee<'_> {
    /// Dice must be asked for, with these results and their ways; one comes about, whichever it is.
    pub(super) fn throw(&mut self, asked: &str, expected: &[(String, u64)]) -> usize {
        self.agrees();
        assert!(question(&self.game) == asked && self.game.turn() == Turn::Chance, "expected {asked}; {}", self.story());
        self.meet(&format!("thrown: {asked}"));
        let found: Vec<(String, u64)> = choices(&self.game).into_iter().zip(weights(&self.game)).collect();
        assert!(found == expected, "{asked}: expected {expected:?}, found {found:?}; {}", self.story());
        let any = self.dice.below(found.len() as u32) as usize;
        let at = if std::mem::take(&mut self.lucky) { 0 } else { any };
        self.act(&found[at].0);
        at
    }

    pub(super) fn throw_sum(&mut self, asked: &str, sum: Sum) -> u8 {
        let sums = sums(sum);
        let lines: Vec<_> = sums.iter().map(|(total, ways)| (format!("score {total}"), *ways)).collect();
        sums[self.throw(asked, &lines)].0
    }

    pub(super) fn throw_die(&mut self, asked: &str) -> i16 {
        let lines: Vec<_> = (1..=6).map(|face| (format!("die {face}"), 1)).collect();
        self.throw(asked, &lines) as i16 + 1
    }

    /// Dice that need a number, in as few throws as have fewer than 2^64 ways; what is beyond `enough` does not count.
    pub(super) fn throw_pool(&mut self, asked: &str, need: i16, mut dice: u8, enough: u8) -> u8 {
        let (good, of) = chance(need);
        let mut got = 0;
        while dice > 0 && got < enough {
            if good == of {
                return (got + dice).min(enough);
            }
            let batch = (1..=dice).rev().find(|&dice| of.checked_pow(dice.into()).is_some()).expect("one die fits");
            let ways = pool_ways(batch, (good, of), batch.min(enough - got));
            let lines: Vec<_> = (0..).zip(ways).map(|(hits, ways): (u8, u64)| (format!("score {hits}"), ways)).collect();
            got += self.throw(asked, &lines) as u8;
            dice -= batch;
        }
        got
    }

    /// [MOR] What two dice may show at most: quality, the best officer near (supplement S25), pins, and what a rule takes off.
    fn nerve(&mut self, unit: UnitId, pins: u8, off: i16) -> i16 {
        let helps = |officer: &UnitId| {
            let (bonus, reach) = match self.game.data().unit(*officer).rank? {
                Rank::SecondLieutenant => (1, 6),
                Rank::Lieutenant => (2, 6),
                Rank::Captain => (3, 12),
                Rank::Major => (4, 12),
            };
            (self.apart(*officer, unit) <= reach * reach).then_some((bonus, *officer))
        };
        let helpers: Vec<(i16, UnitId)> = self.living(unit.side()).iter().filter_map(helps).collect();
        let best = helpers.iter().map(|(bonus, _)| *bonus).max().unwrap_or(0);
        let own = helpers.iter().find(|(_, officer)| *officer == unit).map(|(bonus, _)| *bonus);
        match own {
            Some(own) if own < best => self.meet("test: a better officer than the own"),
            Some(_) => self.meet("test: the own officer"),
            None if best > 0 && off > 0 => self.meet("test: officer and closed armour"),
            None if best > 0 => self.meet("test: an officer near"),
            None => self.meet("test: no officer"),
        }
        5 + flesh(self.game.data().unit(unit).quality) + best - i16::from(pins) - off
    }

    /// Ways of 36 to pass (supplement S1).
    fn passes(value: i16) -> u64 {
        let ways = sums((2, 6)).into_iter();
        ways.filter(|&(sum, _)| sum < 12 && (i16::from(sum) <= value || sum == 2)).map(|(_, ways)| ways).sum()
    }

    /// [SHOOT.7] A test of morale: whether it is passed.
    pub(super) fn tests_morale(&mut self, asked: &str, unit: UnitId, pins: u8) -> bool {
        let passes = Self::passes(self.nerve(unit, pins, 0));
        self.throw(asked, &[("test pass".to_owned(), passes), ("test fail".to_owned(), 36 - passes)]) == 0
    }

    /// [TURN.1.3] The order test, with so much off [CQV.2]: what it came to.
    pub(super) fn tests_order(&mut self, unit: UnitId, off: i16) -> &'static str {
        let passes = Self::passes(self.nerve(unit, self.piece(unit).pins, off));
        let lines = [("pass", passes), ("fail", 35 - passes), ("fubar", 1)];
        let possible: Vec<_> = lines.into_iter().filter(|line| line.1 > 0).collect();
        let told: Vec<_> = possible.iter().map(|(word, ways)| (format!("test {word}"), *ways)).collect();
        // Half of the tests are passed at least, so that orders are carried out.
        self.lucky = self.dice.below(2) == 0;
        possible[self.throw("the order test", &told)].0
    }
}
