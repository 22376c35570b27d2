//! The player that thinks like a staff officer: a few postures for the phase at hand, each played through
//! on the map table, and the best of them carried out.

use stavka_engine::{Determinize, Dice, Game, Side, Turn, View};

use crate::adviser::Adviser;
use crate::agent::{Agent, Progress, SearchControl};
use crate::budget::{Allotment, Deadline};
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;

/// A way to see things, which multiplies weights of the evaluation. Which posture pays is decided by the plain weights at the
/// end of the phase.
pub struct Posture<F: 'static> {
    /// Its name.
    pub name: &'static str,
    /// Features it stresses, each with a factor.
    pub stress: &'static [(F, f32)],
}

impl<F> Posture<F> {
    /// The posture that stresses nothing.
    pub const PLAIN: Self = Posture { name: "plain", stress: &[] };
}

/// Knowledge that can be bent towards a posture.
pub trait Doctrine<G: Game>: Heuristic<G> {
    /// How many postures deserve a look in this position, 1 for the plain one alone.
    fn postures(&self, game: &G) -> usize;

    /// Sees everything from now on as one of the postures does. Posture 0 is the sober view.
    fn assume(&mut self, posture: usize);

    /// Whether each choice of a list opens a phase of its own, such as which formation acts. Then `out`, which is empty, gets what each of
    /// them promises at a glance, in the units of [`Heuristic::evaluate`], and doctrine rehearses by habit those whose promise is finite.
    fn openings(&mut self, _game: &G, _legal: &[G::Action], _out: &mut Vec<f64>) -> bool {
        false
    }

    /// How many choices of a list, those that are worth most by themselves, doctrine judges by what comes after them too: the best that
    /// whoever acts next can do. 1 for none.
    fn rivals(&self, _game: &G, _legal: &[G::Action]) -> usize {
        1
    }

    /// In how many worlds a rehearsed phase is played on until the opponent has had his player turn. Where it is 0, the end of the phase is
    /// judged.
    fn answers(&self, _game: &G) -> u64 {
        0
    }

    /// What a posture is called, for whoever asks why.
    fn name(&self, posture: usize) -> &'static str;

    /// Chance of winning of the side that was prepared for, as a posture-free view has it.
    fn win(&mut self, game: &G) -> f32;
}

/// Choices of a plan that is being followed, each with the key of the position it was made for.
type Plan<A> = std::collections::VecDeque<(u64, A)>;

/// Rehearsals of each opening, every one under other dice.
const WORLDS: u64 = 6;
/// Dice under which the reply to each of the rivals is looked at.
const REPLIES: u64 = 3;
/// A choice that is worth so much less than the best, in logarithms of the odds, is no rival of it.
const RIVALRY: f64 = 0.5;
/// Most choices of a plan.
const LONGEST: usize = 400;
/// Most choices of the rest of a player turn and of the answer to it.
const LONGEST_ANSWER: usize = 1600;

/// Plays a phase through under every posture, with the whole-move look-ahead of the greedy player, and
/// follows the plan whose end looks best to the sober view. Where dice fall otherwise than on the table,
/// it plans anew from there. Where phases are single choices, it looks at the best reply to those that
/// look best.
pub struct DoctrineAgent<G: Game, D> {
    seed: u64,
    dice: Dice,
    player: Greedy<G, D>,
    plan: Plan<G::Action>,
    posture: usize,
    legal: Vec<G::Action>,
}

impl<G: Determinize, D: Doctrine<G>> DoctrineAgent<G, D> {
    /// A player with the stream of `seed` and knowledge of the game.
    pub fn new(seed: u64, doctrine: D) -> Self {
        DoctrineAgent {
            seed,
            dice: Dice::stream(seed, 0),
            player: Greedy::new(seed, doctrine),
            plan: Plan::new(),
            posture: 0,
            legal: Vec::new(),
        }
    }

    /// The posture whose plan was chosen last.
    pub fn posture(&mut self) -> &'static str {
        let posture = self.posture;
        self.player.knowledge().name(posture)
    }

    /// What comes next when a position is played on: `side` looks ahead, the other one follows its habits, dice fall.
    fn next(&mut self, world: &G, side: Side, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        match world.turn() {
            Turn::Chance => world.draw(legal, dice),
            Turn::Player(actor) if actor == side => self.player.decide(world, side, legal),
            _ => self.player.knowledge().continue_with(world, legal),
        }
    }

    /// Plays the phase through under a posture. Answers the value of its end and the choices on the way.
    fn rehearse(&mut self, game: &G, posture: usize, mut dice: Dice, control: SearchControl<'_>) -> (f64, Plan<G::Action>) {
        let Turn::Player(side) = game.turn() else { return (f64::NEG_INFINITY, Plan::new()) };
        let mut legal = std::mem::take(&mut self.legal);
        let mut plan = Plan::new();
        let mut world = game.clone();
        let phase = self.player.knowledge().phase(game);
        self.player.knowledge().assume(posture);
        self.player.forget();
        while plan.len() < LONGEST && !control.is_cancelled() && self.player.knowledge().phase(&world) == phase {
            world.legal_actions(&mut legal);
            if world.turn() == Turn::Over {
                break;
            }
            let action = self.next(&world, side, &legal, &mut dice);
            if world.turn() == Turn::Player(side) {
                plan.push_back((world.view_hash(side), action));
            }
            world.apply(action);
        }
        self.legal = legal;
        self.player.knowledge().assume(0);
        self.player.knowledge().prepare(game, side);
        let worlds = self.player.knowledge().answers(game);
        if worlds == 0 {
            return (self.player.knowledge().evaluate(&world), plan);
        }
        let table = dice.bits();
        let values: f64 = (0..worlds).map(|number| self.answered(&world, side, Dice::stream(table, number), control)).sum();
        (values / worlds as f64, plan)
    }

    /// What a position is worth when the rest of the player turn and the answer of the opponent have been played.
    fn answered(&mut self, game: &G, side: Side, mut dice: Dice, control: SearchControl<'_>) -> f64 {
        let mut legal = std::mem::take(&mut self.legal);
        let mut world = game.clone();
        let mut is_answer = false;
        for _ in 0..LONGEST_ANSWER {
            let whose = self.player.knowledge().player_turn(&world);
            is_answer |= whose == Some(side.opponent());
            if world.turn() == Turn::Over || control.is_cancelled() || is_answer && whose == Some(side) {
                break;
            }
            world.legal_actions(&mut legal);
            let action = match world.turn() {
                Turn::Player(actor) => self.player.decide(&world, actor, &legal),
                _ => world.draw(&legal, &mut dice),
            };
            world.apply(action);
        }
        self.legal = legal;
        self.player.forget();
        self.player.knowledge().prepare(&world, side);
        self.player.knowledge().evaluate(&world)
    }

    /// The opening that promises most: at a glance, and by the end of its phase when that is played by habit under a few dice, the same
    /// ones for all.
    fn open(&mut self, game: &G, openings: &[G::Action], promises: &[f64]) -> G::Action {
        let table = self.dice.bits();
        let mut best = (f64::NEG_INFINITY, openings[0]);
        for (&opening, &promise) in openings.iter().zip(promises).filter(|(_, promise)| promise.is_finite()) {
            let rehearsed: f64 = (0..WORLDS).map(|world| self.outlook(game, opening, Dice::stream(table, world))).sum();
            let value = rehearsed / WORLDS as f64 + promise;
            if value > best.0 {
                best = (value, opening);
            }
        }
        best.1
    }

    /// What a position is worth after an opening and its phase.
    fn outlook(&mut self, game: &G, opening: G::Action, mut dice: Dice) -> f64 {
        let mut legal = std::mem::take(&mut self.legal);
        let knowledge = self.player.knowledge();
        let phase = knowledge.phase(game);
        let mut world = game.clone();
        world.apply(opening);
        for _ in 0..LONGEST {
            let turn = world.turn();
            let done = matches!(turn, Turn::Player(_)) && world.is_quiet() && knowledge.phase(&world) == phase;
            if done || turn == Turn::Over || world.game_turn() != game.game_turn() {
                break;
            }
            world.legal_actions(&mut legal);
            let action = if turn == Turn::Chance { world.draw(&legal, &mut dice) } else { knowledge.continue_with(&world, &legal) };
            world.apply(action);
        }
        self.legal = legal;
        knowledge.evaluate(&world)
    }

    /// The best of a few rivals, each by what it is worth by itself and by what the best reply changes, under the same dice for all and under
    /// as many as time allows.
    fn settle(&mut self, game: &G, side: Side, legal: &[G::Action], most: usize, deadline: &Deadline<'_>) -> G::Action {
        let mut rivals = Vec::new();
        self.player.rank(game, side, legal, &mut rivals);
        rivals.truncate(most);
        let least = rivals[0].0 - RIVALRY;
        rivals.retain(|&(value, _)| value >= least);
        if let [(_, only)] = rivals[..] {
            return only;
        }
        let table = self.dice.bits();
        let mut sums = vec![0.0; rivals.len()];
        let mut worlds = 0;
        while worlds < REPLIES {
            let mut changes = Vec::with_capacity(rivals.len());
            for &(_, action) in rivals.iter().take_while(|_| !deadline.is_over()) {
                changes.push(self.reply(game, side, action, Dice::stream(table, worlds)));
            }
            if changes.len() < rivals.len() {
                break;
            }
            sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum += change);
            worlds += 1;
        }
        let valued = rivals.iter().zip(sums).map(|(&(value, action), sum)| (value + sum / worlds.max(1) as f64, action));
        valued.reduce(|best, other| if other.0 > best.0 { other } else { best }).expect("there are rivals").1
    }

    /// How much the value for `side` changes by the best reply to a choice, whoever acts next, its own side included.
    fn reply(&mut self, game: &G, side: Side, action: G::Action, mut dice: Dice) -> f64 {
        let mut legal = std::mem::take(&mut self.legal);
        let mut world = game.clone();
        world.apply(action);
        for _ in 0..LONGEST {
            if world.turn() == Turn::Over || world.is_quiet() {
                break;
            }
            world.legal_actions(&mut legal);
            let action = self.next(&world, side, &legal, &mut dice);
            world.apply(action);
        }
        self.player.knowledge().prepare(&world, side);
        let before = self.player.knowledge().evaluate(&world);
        let mut change = 0.0;
        if world.turn() == Turn::Chance {
            world.legal_actions(&mut legal);
            let weights: f64 = legal.iter().map(|&die| world.chance_weight(die) as f64).sum();
            for &die in &legal {
                let mut next = world.clone();
                next.apply(die);
                let Turn::Player(actor) = next.turn() else { continue };
                let (mut replies, mut ranked) = (Vec::new(), Vec::new());
                next.legal_actions(&mut replies);
                self.player.rank(&next, actor, &replies, &mut ranked);
                let after = if actor == side { ranked[0].0 } else { -ranked[0].0 };
                change += world.chance_weight(die) as f64 / weights * (after - before);
            }
        }
        self.legal = legal;
        change
    }

    /// The best plan for the phase.
    fn plan(&mut self, game: &G, postures: usize, control: SearchControl<'_>) {
        // Every posture meets the same dice.
        let table = Dice::new(self.dice.bits());
        let mut best = f64::NEG_INFINITY;
        for posture in 0..postures {
            let (value, plan) = self.rehearse(game, posture, table.clone(), control);
            if value > best || self.plan.is_empty() {
                best = value;
                self.plan = plan;
                self.posture = posture;
            }
            if control.is_cancelled() {
                break;
            }
            let share = (posture + 1) as f32 / postures as f32;
            control.report(&Progress { looks: posture as u64 + 1, share, win: self.player.knowledge().win(game) });
        }
        self.player.forget();
    }
}

impl<G: Determinize, D: Doctrine<G>> DoctrineAgent<G, D> {
    fn choose_by(&mut self, view: View<'_, G>, legal: &[G::Action], deadline: &Deadline<'_>) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let side = view.viewer();
        let key = view.view_hash();
        while let Some(&(foreseen, action)) = self.plan.front() {
            self.plan.pop_front();
            if foreseen == key && legal.contains(&action) {
                return action;
            }
        }
        let game = view.determinize(&mut self.dice);
        self.player.knowledge().prepare(&game, side);
        let mut promises = Vec::new();
        if self.player.knowledge().openings(&game, legal, &mut promises) {
            return self.open(&game, legal, &promises);
        }
        let postures = self.player.knowledge().postures(&game);
        if postures > 1 && game.is_quiet() {
            self.plan(&game, postures, *deadline.control);
            if let Some((_, action)) = self.plan.pop_front() {
                return action;
            }
        }
        let rivals = self.player.knowledge().rivals(&game, legal);
        if rivals > 1 {
            return self.settle(&game, side, legal, rivals, deadline);
        }
        self.player.decide(&game, side, legal)
    }
}

impl<G: Determinize, D: Doctrine<G>> Agent<G> for DoctrineAgent<G, D> {
    fn name(&self) -> &'static str {
        "doctrine"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
        self.player.new_game(game_seed);
        self.plan.clear();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        let limit = Allotment::of_iterations(u32::MAX);
        self.choose_by(view, legal, &Deadline { limit: &limit, control: &control })
    }
}

/// Looks at fewer replies where time is short; all else needs so little that it asks for no limit.
impl<G: Determinize, D: Doctrine<G>> Adviser<G> for DoctrineAgent<G, D> {
    fn take_up(&mut self, game_seed: u64) {
        self.new_game(game_seed);
    }

    fn advise(&mut self, view: View<'_, G>, legal: &[G::Action], limit: &Allotment, control: SearchControl<'_>) -> G::Action {
        self.choose_by(view, legal, &Deadline { limit, control: &control })
    }
}
