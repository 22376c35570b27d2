//! The Soviet player secretly draws one of four cards. The Axis stakes or passes; then the Soviet player may
//! show a card it holds, or one that everybody holds.
//!
//! Passing wins by a coin; a stake wins unless the card is an ace. With the ace, and only with it, the Soviet
//! player can show it; it may fold instead, which loses. So a stake is worth 3/4 against good play, whatever
//! the card is.

use stavka_agents::Analysis;
use stavka_engine::Dice;
use stavka_engine::dice::mix;
use stavka_engine::game::{Determinize, Game, Outcome, Side, Turn};

use super::{Table, won_by};

/// Cards in the deck; the first is the ace.
const DECK: u8 = 4;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Card {
    Draw(u8),
    Pass,
    Stake,
    Show(u8),
    Fold,
    Coin(bool),
}

#[derive(Clone)]
pub(crate) struct Cards {
    table: &'static Table,
    drawn: Option<u8>,
    answer: Option<Card>,
    winner: Option<Side>,
}

impl Game for Cards {
    type Action = Card;
    at_a_table!();

    fn new(table: &'static Table) -> Self {
        Cards { table, drawn: None, answer: None, winner: None }
    }

    fn turn(&self) -> Turn {
        match (self.drawn, self.answer, self.winner) {
            (_, _, Some(_)) => Turn::Over,
            (None, ..) => Turn::Player(Side::Soviet),
            (_, None, _) => Turn::Player(Side::Axis),
            (_, Some(Card::Pass), _) => Turn::Chance,
            _ => Turn::Player(Side::Soviet),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Card>) {
        out.clear();
        match (self.turn(), self.drawn, self.answer) {
            (Turn::Over, ..) => {}
            (Turn::Chance, ..) => out.extend([Card::Coin(false), Card::Coin(true)]),
            (_, None, _) => out.extend((0..DECK).map(Card::Draw)),
            (_, Some(_), None) => out.extend([Card::Pass, Card::Stake]),
            (_, Some(card), _) => out.extend([Card::Fold, Card::Show(card)]),
        }
    }

    fn apply(&mut self, action: Card) {
        match action {
            Card::Draw(card) => self.drawn = Some(card),
            Card::Pass | Card::Stake => self.answer = Some(action),
            Card::Show(0) | Card::Coin(false) => self.winner = Some(Side::Soviet),
            Card::Show(_) | Card::Fold | Card::Coin(true) => self.winner = Some(Side::Axis),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(won_by)
    }

    fn state_hash(&self) -> u64 {
        let drawn = self.drawn.map_or(0, |card| 1 + u64::from(card));
        let answer = match self.answer {
            None => 0,
            Some(Card::Pass) => 1,
            Some(_) => 2,
        };
        let winner = self.winner.map_or(0, |side| 1 + side as u64);
        mix(drawn | answer << 8 | winner << 16)
    }
}

impl Determinize for Cards {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        if !self.sees_all(viewer) {
            world.drawn = Some(dice.below(u32::from(DECK)) as u8);
        }
        world
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        let mut seen = self.clone();
        if !self.sees_all(viewer) {
            seen.drawn = Some(0);
        }
        seen.state_hash()
    }

    fn sees_all(&self, viewer: Side) -> bool {
        viewer == Side::Soviet || self.drawn.is_none() || self.winner.is_some()
    }
}

/// Analyses of the same table with each of the cards drawn know nothing of the card, and value the stake by all of them.
#[track_caller]
pub(crate) fn assert_averaged(analyses: &[Analysis<Card>], error: f32) {
    for analysis in analyses {
        assert_eq!(*analysis, analyses[0], "the analysis depends on a card that nobody has shown");
        assert_eq!(analysis.best(), Card::Stake);
        assert!((analysis.win - 0.75).abs() < error, "a stake is worth 3/4, not {}", analysis.win);
    }
}
