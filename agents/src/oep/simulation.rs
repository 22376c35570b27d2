//! Plays a plan in a world, and repairs it where it does not fit.

use stavka_engine::{Dice, Side, Turn};

use super::luck::{Luck, key_of};
use super::plan::{Plan, Played};
use crate::evaluator::Policy;
use crate::heuristic::{Heuristic, Stage};
use crate::playable::Playable;

/// How often, in percent, a compound that is made up looks beyond the usual way to carry it on.
const UNUSUAL: u32 = 30;

/// How often, in percent, a choice that is made up is the policy's.
const INSTINCT: u32 = 50;

/// A world in which a plan is being played.
#[derive(Clone)]
pub(super) struct Line<G> {
    pub(super) game: G,
    pub(super) played: Played,
    /// Name of the compound in progress, and the rolls that have fallen in it.
    key: u64,
    rolls: u64,
    /// Whether any die has fallen.
    rolled: bool,
    /// What the policy wavers by in this world.
    pub(super) dice: Dice,
}

impl<G> Line<G> {
    /// A world in which nothing has been played.
    pub(super) fn new(game: G, seed: u64) -> Self {
        Line { game, played: Played::default(), key: 0, rolls: 0, rolled: false, dice: Dice::new(seed) }
    }
}

/// Why play stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The player turn is over, or the game.
    Horizon,
    /// Dice must fall and no luck was given.
    Dice,
}

/// Plays plans of one side. What no plan says is decided by knowledge of the game: compounds are
/// carried on, lists that can be passed are passed.
pub(super) struct Simulator<G: Playable> {
    pub(super) knowledge: G::Staff,
    policy: G::Policy,
    side: Side,
    game_turn: u16,
    phase: u64,
    /// The side acts in the opponent's player turn: there is nothing to plan beyond the phase.
    visiting: bool,
    pub(super) dice: Dice,
    legal: Vec<G::Action>,
    candidates: Vec<G::Action>,
}

impl<G: Playable> Simulator<G> {
    pub(super) fn new() -> Self {
        Simulator {
            knowledge: G::staff(),
            policy: G::policy(),
            side: Side::Axis,
            game_turn: 0,
            phase: 0,
            visiting: false,
            dice: Dice::new(0),
            legal: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Looks at the position that plans begin in.
    pub(super) fn prepare(&mut self, root: &G, side: Side) {
        self.side = side;
        self.game_turn = root.game_turn();
        self.knowledge.prepare(root, side);
        self.phase = self.knowledge.phase(root);
        self.visiting = self.knowledge.player_turn(root).is_some_and(|owner| owner != side);
        self.policy.prepare(root, side);
    }

    /// Whether plans end in a quiet position.
    pub(super) fn is_beyond(&self, game: &G) -> bool {
        let phase = self.knowledge.phase(game);
        if self.visiting {
            return phase != self.phase;
        }
        game.game_turn() != self.game_turn || self.knowledge.player_turn(game).is_some_and(|owner| owner != self.side)
    }

    /// Plays on until the horizon, or until dice must fall if there is no `luck`. What was played is
    /// written to `record`, together with what may yet be playable under other dice.
    pub(super) fn advance(&mut self, line: &mut Line<G>, plan: &Plan<G::Action>, record: &mut Plan<G::Action>, luck: Option<Luck>) -> Halt {
        loop {
            let quiet = line.game.is_quiet();
            match line.game.turn() {
                Turn::Over => return Halt::Horizon,
                _ if quiet && self.is_beyond(&line.game) => return Halt::Horizon,
                Turn::Chance => {
                    let Some(luck) = luck else { return Halt::Dice };
                    line.game.legal_actions(&mut self.legal);
                    let key = line.key.wrapping_add(line.rolls);
                    line.rolls += 1;
                    line.rolled = true;
                    let die = luck.draw(&line.game, &self.legal, key);
                    line.game.apply(die);
                }
                Turn::Player(actor) => {
                    line.game.legal_actions(&mut self.legal);
                    if quiet && actor == self.side {
                        self.play_compound(line, plan, record);
                    } else {
                        let action = stand_in(&mut self.knowledge, &mut self.policy, &mut self.dice, &line.game, &self.legal);
                        line.game.apply(action);
                    }
                }
            }
        }
    }

    /// The next compound of the plan that can be played, or what is done without one.
    fn play_compound(&mut self, line: &mut Line<G>, plan: &Plan<G::Action>, record: &mut Plan<G::Action>) {
        if let Some(action) = self.knowledge.rule_of_thumb(&line.game, &self.legal, &mut self.dice) {
            line.game.apply(action);
            return;
        }
        let phase = self.knowledge.phase(&line.game);
        let pass = self.knowledge.move_list(&line.game, &self.legal).map(|list| list.pass);
        let Some(index) = next_gene(plan, line.played, phase, &self.legal) else {
            match pass {
                Some(pass) if phase == self.phase => end_phase(line, plan, record, phase, pass),
                _ => self.go_on(line, plan, record, phase, pass),
            }
            return;
        };
        line.played.add(index);
        let gene = plan.gene(index);
        if gene.wild {
            self.make_up(line, record, phase, plan.choices(gene), pass);
        } else {
            self.follow(line, record, phase, plan.choices(gene));
        }
    }

    /// A compound of the policy's, where the plan has nothing to say.
    fn go_on(&mut self, line: &mut Line<G>, plan: &Plan<G::Action>, record: &mut Plan<G::Action>, phase: u64, pass: Option<G::Action>) {
        let first = self.policy.pick(&line.game, &self.legal, &mut line.dice);
        if Some(first) == pass {
            end_phase(line, plan, record, phase, first);
            return;
        }
        line.key = key_of(phase, first);
        line.rolls = 0;
        let recorded = record.begin(phase);
        let mut action = first;
        loop {
            if recorded {
                record.extend(action);
            }
            line.game.apply(action);
            if line.game.is_quiet() || line.game.turn() != Turn::Player(self.side) {
                return;
            }
            line.game.legal_actions(&mut self.legal);
            action = self.policy.pick(&line.game, &self.legal, &mut line.dice);
        }
    }

    /// Plays a compound as it is written, as far as it is legal.
    fn follow(&mut self, line: &mut Line<G>, record: &mut Plan<G::Action>, phase: u64, choices: &[G::Action]) {
        let recorded = record.begin(phase);
        for (step, &choice) in choices.iter().enumerate() {
            if step == 0 {
                line.key = key_of(phase, choice);
                line.rolls = 0;
            } else if line.game.check(choice).is_err() {
                break;
            }
            if recorded {
                record.extend(choice);
            }
            line.game.apply(choice);
            if line.game.is_quiet() || line.game.turn() != Turn::Player(self.side) {
                return;
            }
        }
        self.finish(line, recorded.then_some(record));
    }

    /// Carries a compound on until others are asked.
    fn finish(&mut self, line: &mut Line<G>, mut record: Option<&mut Plan<G::Action>>) {
        while !line.game.is_quiet() && line.game.turn() == Turn::Player(self.side) {
            line.game.legal_actions(&mut self.legal);
            let action = stand_in(&mut self.knowledge, &mut self.policy, &mut self.dice, &line.game, &self.legal);
            if let Some(record) = record.as_deref_mut() {
                record.extend(action);
            }
            line.game.apply(action);
        }
    }

    /// Plays a compound that begins with `begun` and goes on at random among what deserves a look.
    fn make_up(&mut self, line: &mut Line<G>, record: &mut Plan<G::Action>, phase: u64, begun: &[G::Action], pass: Option<G::Action>) {
        let mut recorded = false;
        let mut step = 0;
        loop {
            let action = match begun.get(step) {
                Some(&choice) if self.legal.contains(&choice) => choice,
                _ => self.invent(&line.game, step, pass),
            };
            if step == 0 {
                if Some(action) == pass {
                    // An open gene that finds nothing to do leaves the phase to those after it.
                    return;
                }
                line.key = key_of(phase, action);
                line.rolls = 0;
                recorded = record.begin(phase);
            }
            if recorded {
                record.extend(action);
            }
            line.game.apply(action);
            step += 1;
            if line.game.is_quiet() || line.game.turn() != Turn::Player(self.side) {
                return;
            }
            line.game.legal_actions(&mut self.legal);
        }
    }

    fn invent(&mut self, game: &G, step: usize, pass: Option<G::Action>) -> G::Action {
        if let [only] = self.legal[..] {
            return only;
        }
        let stage = if step == 0 || self.dice.below(100) < UNUSUAL { Stage::Root } else { Stage::FollowUp };
        if self.dice.below(100) < INSTINCT {
            let choice = self.policy.pick(game, &self.legal, &mut self.dice);
            if step > 0 || Some(choice) != pass {
                return choice;
            }
        }
        self.candidates.clear();
        self.knowledge.shortlist(game, &self.legal, stage, &mut self.candidates);
        if step == 0
            && let Some(pass) = pass
        {
            self.candidates.retain(|action| *action != pass);
            if self.candidates.is_empty() {
                return pass;
            }
        }
        self.dice.choose(&self.candidates)
    }

    /// What whoever is to act does without a plan.
    pub(super) fn stand_in(&mut self, game: &G, legal: &[G::Action]) -> G::Action {
        stand_in(&mut self.knowledge, &mut self.policy, &mut self.dice, game, legal)
    }

    /// Whether the choice is made by a rule of thumb and needs no plan.
    pub(super) fn rule_of_thumb(&mut self, game: &G, legal: &[G::Action]) -> Option<G::Action> {
        self.knowledge.rule_of_thumb(game, legal, &mut self.dice)
    }
}

fn stand_in<G: Playable>(knowledge: &mut G::Staff, policy: &mut G::Policy, dice: &mut Dice, game: &G, legal: &[G::Action]) -> G::Action {
    if let [only] = legal {
        return *only;
    }
    if !game.is_quiet() {
        return knowledge.continue_with(game, legal);
    }
    match knowledge.move_list(game, legal) {
        Some(list) => list.pass,
        None => policy.pick(game, legal, dice),
    }
}

/// Ends the phase. What could not be played may be playable under other dice.
fn end_phase<G: Playable>(line: &mut Line<G>, plan: &Plan<G::Action>, record: &mut Plan<G::Action>, phase: u64, pass: G::Action) {
    if line.rolled {
        for (index, &gene) in plan.genes().iter().enumerate() {
            if gene.phase == phase && !gene.wild && !line.played.has(index) {
                record.copy_whole(plan, gene);
            }
        }
    }
    line.key = key_of(phase, pass);
    line.rolls = 0;
    line.game.apply(pass);
}

/// The first gene of the phase that can be played now.
pub(super) fn next_gene<A: Copy + Eq>(plan: &Plan<A>, played: Played, phase: u64, legal: &[A]) -> Option<usize> {
    plan.genes()
        .iter()
        .enumerate()
        .position(|(index, &gene)| gene.phase == phase && !played.has(index) && plan.first(gene).is_none_or(|first| legal.contains(&first)))
}
