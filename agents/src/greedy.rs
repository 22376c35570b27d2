//! The player that looks one whole move ahead, with exact odds.

use stavka_engine::{Determinize, Dice, Game, Side, Turn, View};

use crate::agent::{Agent, SearchControl};
use crate::heuristic::{Heuristic, MoveList, Stage};
use crate::style::Style;

/// A move must beat standing still by this much.
const MARGIN: f64 = 1e-6;

/// Values every choice by the positions it leads to: the compound of choices it begins is carried on
/// to the next quiet position, dice by their exact weights, its own next choice by the best answer,
/// all further ones and the opponent's by [`Heuristic::continue_with`].
pub struct Greedy<G: Game, H> {
    seed: u64,
    dice: Dice,
    lookahead: Lookahead<G, H>,
    /// Moves of the list `memory` that were found wanting.
    dismissed: Vec<G::Action>,
    memory: Option<u64>,
    candidates: Vec<G::Action>,
}

impl<G: Determinize, H: Heuristic<G>> Greedy<G, H> {
    /// A player with the stream of `seed` and knowledge of the game.
    pub fn new(seed: u64, heuristic: H) -> Self {
        Greedy {
            seed,
            dice: Dice::stream(seed, 0),
            lookahead: Lookahead::new(heuristic, usize::MAX),
            dismissed: Vec::new(),
            memory: None,
            candidates: Vec::new(),
        }
    }

    /// The same player in another style.
    #[must_use]
    pub fn in_style(mut self, style: Style) -> Self {
        self.lookahead.heuristic.adopt(style);
        self
    }

    /// The player's knowledge.
    pub(crate) fn knowledge(&mut self) -> &mut H {
        self.lookahead.heuristic()
    }

    /// Forgets which moves were found wanting.
    pub(crate) fn forget(&mut self) {
        self.dismissed.clear();
        self.memory = None;
    }

    /// The choice in a position of which `side` sees everything.
    pub(crate) fn decide(&mut self, game: &G, side: Side, legal: &[G::Action]) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        self.lookahead.heuristic.prepare(game, side);
        let heuristic = &mut self.lookahead.heuristic;
        let known = heuristic.rule_of_thumb(game, legal, &mut self.dice).or_else(|| heuristic.order(game, legal));
        known.unwrap_or_else(|| self.look_ahead(game, side, legal))
    }

    fn look_ahead(&mut self, game: &G, side: Side, legal: &[G::Action]) -> G::Action {
        self.candidates.clear();
        self.lookahead.heuristic.shortlist(game, legal, Stage::Root, &mut self.candidates);
        match self.lookahead.heuristic.move_list(game, legal) {
            Some(list) => self.choose_from_list(game, side, list),
            None => self.choose_best(game, side),
        }
    }

    /// Compares the moves of a list, a few at a time, with standing still.
    fn choose_from_list(&mut self, game: &G, side: Side, list: MoveList<G::Action>) -> G::Action {
        if list.memory.is_none() || list.memory != self.memory {
            self.dismissed.clear();
            self.memory = list.memory;
        }
        let dismissed = &self.dismissed;
        self.candidates.retain(|action| *action != list.pass && !dismissed.contains(action));
        let still = self.lookahead.value_of_pass(game, &list, side);
        for few in self.candidates.chunks(list.width.max(1)) {
            let mut best = (still + MARGIN, list.pass);
            for &action in few {
                let value = self.lookahead.value_of(game, action, side, 1);
                if value <= still + MARGIN {
                    self.dismissed.push(action);
                } else if value > best.0 {
                    best = (value, action);
                }
            }
            if best.1 != list.pass {
                return best.1;
            }
        }
        list.pass
    }

    /// The choices that look best at a glance, with what each is worth to `side`, the best first.
    pub(crate) fn rank(&mut self, game: &G, side: Side, legal: &[G::Action], out: &mut Vec<(f64, G::Action)>) {
        self.lookahead.heuristic.prepare(game, side);
        self.candidates.clear();
        self.lookahead.heuristic.shortlist(game, legal, Stage::Root, &mut self.candidates);
        let lookahead = &mut self.lookahead;
        out.clear();
        out.extend(self.candidates.iter().map(|&action| (lookahead.value_of(game, action, side, 1), action)));
        out.sort_by(|a, b| b.0.total_cmp(&a.0));
    }

    fn choose_best(&mut self, game: &G, side: Side) -> G::Action {
        let mut best = (f64::NEG_INFINITY, self.candidates[0]);
        if self.candidates.len() > 1 {
            for &action in &self.candidates {
                let value = self.lookahead.value_of(game, action, side, 1);
                if value > best.0 {
                    best = (value, action);
                }
            }
        }
        best.1
    }
}

impl<G: Determinize, H: Heuristic<G>> Agent<G> for Greedy<G, H> {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
        self.forget();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], _control: SearchControl<'_>) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let side = view.viewer();
        let game = view.determinize(&mut self.dice);
        let chosen = self.decide(&game, side, legal);
        debug_assert!(legal.contains(&chosen), "{chosen:?} is not among the legal actions");
        chosen
    }
}

/// Values of positions in the middle of a compound, with the lists that looking ahead needs.
pub(crate) struct Lookahead<G: Game, H> {
    heuristic: H,
    /// How many follow-ups of its own it compares at most.
    width: usize,
    /// Lists not in use, so that looking ahead allocates nothing once it has been everywhere.
    lists: Vec<Vec<G::Action>>,
}

impl<G: Game, H: Heuristic<G>> Lookahead<G, H> {
    pub(crate) fn new(heuristic: H, width: usize) -> Self {
        Lookahead { heuristic, width, lists: Vec::new() }
    }

    /// The player's knowledge.
    pub(crate) fn heuristic(&mut self) -> &mut H {
        &mut self.heuristic
    }

    /// The value of a choice for `side`, which may look at `looks` choices of its own after that.
    pub(crate) fn value_of(&mut self, game: &G, action: G::Action, side: Side, looks: u8) -> f64 {
        let mut next = game.clone();
        next.apply(action);
        self.value(next, side, looks, self.heuristic.rolls())
    }

    /// The value for `side` of making none of the moves of a list.
    pub(crate) fn value_of_pass(&mut self, game: &G, list: &MoveList<G::Action>, side: Side) -> f64 {
        if list.pass_is_free { self.heuristic.evaluate(game) } else { self.value_of(game, list.pass, side, 0) }
    }

    /// Value of a position for `side`, which may still look at `looks` choices of its own and at `rolls` rolls of dice.
    fn value(&mut self, mut game: G, side: Side, looks: u8, rolls: u8) -> f64 {
        let mut legal = self.lists.pop().unwrap_or_default();
        let value = loop {
            if game.is_quiet() || self.heuristic.reckons_with(&game) {
                break self.heuristic.evaluate(&game);
            }
            match game.turn() {
                Turn::Over => break self.heuristic.evaluate(&game),
                Turn::Chance if rolls == 0 => break self.heuristic.evaluate(&game),
                Turn::Chance => {
                    game.legal_actions(&mut legal);
                    break self.expectation(&game, &legal, side, looks, rolls - 1);
                }
                Turn::Player(actor) => {
                    game.legal_actions(&mut legal);
                    if actor == side && looks > 0 && legal.len() > 1 {
                        break self.best(&game, &legal, side, looks - 1, rolls);
                    }
                    let action = if legal.len() == 1 { legal[0] } else { self.heuristic.continue_with(&game, &legal) };
                    game.apply(action);
                }
            }
        };
        self.lists.push(legal);
        value
    }

    fn expectation(&mut self, game: &G, dice: &[G::Action], side: Side, looks: u8, rolls: u8) -> f64 {
        let mut sum = 0.0;
        let mut total = 0.0;
        // Results that lead to the same position follow each other.
        let mut last = None;
        for &die in dice {
            let weight = game.chance_weight(die) as f64;
            let mut next = game.clone();
            next.apply(die);
            let hash = next.state_hash();
            let value = match last {
                Some((known, value)) if known == hash => value,
                _ => self.value(next, side, looks, rolls),
            };
            last = Some((hash, value));
            sum += weight * value;
            total += weight;
        }
        sum / total
    }

    fn best(&mut self, game: &G, legal: &[G::Action], side: Side, looks: u8, rolls: u8) -> f64 {
        let mut candidates = self.lists.pop().unwrap_or_default();
        candidates.clear();
        self.heuristic.shortlist(game, legal, Stage::FollowUp, &mut candidates);
        let mut best = f64::NEG_INFINITY;
        for &action in candidates.iter().take(self.width) {
            let mut next = game.clone();
            next.apply(action);
            best = best.max(self.value(next, side, looks, rolls));
        }
        self.lists.push(candidates);
        best
    }
}
