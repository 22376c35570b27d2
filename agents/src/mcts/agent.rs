//! The player: searchers side by side, their findings put together.

use stavka_engine::{Determinize, Dice, Side, View};

use super::simulation::Searcher;
use crate::adviser::Adviser;
use crate::agent::{Agent, Report, SearchControl};
use crate::analysis::{Analysis, Analyst, Candidate};
use crate::budget::{Allotment, Budget, Clock};
use crate::evaluator::{Evaluator, Policy};
use crate::network::ValueScale;

/// Chance of winning by which the search must beat its adviser.
const MARGIN: f32 = 0.04;
/// Share of the time left of a player turn of which the adviser may take half for one decision.
const ADVICE_SHARE: f64 = 0.3;
/// Most plans, or what else it counts, that the adviser looks at for one decision; more are not worth it.
const ADVICE: u32 = 60;
/// Choices shown of a line of play.
const LINE: usize = 24;

/// How a [`Mcts`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MctsSettings {
    /// How much it thinks.
    pub budget: Budget,
    /// Searchers, one thread each. Every one has its own graph, evaluator and stream.
    pub threads: usize,
    /// Most bytes of all graphs together.
    pub memory: usize,
    /// Decisions that are played on from a leaf before it is valued in the next quiet position.
    pub rollout: u32,
    /// How often the move may pass to the other side, in quiet positions, before the tree ends.
    pub handovers: u32,
    /// Positions that the evaluator is asked about at a time. A searcher goes down its graph so many times
    /// before it learns any of the values; one is best for evaluators that answer at once.
    pub batch: usize,
}

/// Monte Carlo tree search over the information sets of its side.
///
/// Every simulation runs in a world drawn anew from those that the side cannot tell apart, with dice of the
/// search's own. Several threads search graphs of their own, whose visits are added up in a fixed order, so
/// that a budget of simulations gives the same choice on every machine.
pub struct Mcts<G: stavka_engine::Game, E, P> {
    seed: u64,
    settings: MctsSettings,
    clock: Clock,
    searchers: Vec<Searcher<G, E, P>>,
    adviser: Option<Box<dyn Adviser<G>>>,
    report: Option<Report<G::Action>>,
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Mcts<G, E, P> {
    /// A player with the stream of `seed`. `mind` gives every thread an evaluator and a policy.
    pub fn new(seed: u64, settings: MctsSettings, mut mind: impl FnMut() -> (E, P)) -> Self {
        let threads = settings.threads.max(1);
        let searchers = (0..threads)
            .map(|_| {
                let (evaluator, policy) = mind();
                Searcher::new(evaluator, policy, settings)
            })
            .collect();
        let mut player = Mcts { seed, settings, clock: Clock::new(settings.budget), searchers, adviser: None, report: None };
        player.take_up(0);
        player
    }

    /// The same player, who asks another one first: its choice stands unless the search finds one that is
    /// better by [`MARGIN`]. A search alone exploits every error of its evaluator; two errors must meet here.
    pub fn advised_by(mut self, adviser: Box<dyn Adviser<G>>) -> Self {
        self.adviser = Some(adviser);
        self
    }

    fn take_up(&mut self, game_seed: u64) {
        let mut seeds = Dice::stream(self.seed, game_seed);
        if let Some(adviser) = &mut self.adviser {
            adviser.take_up(seeds.bits());
        }
        for searcher in &mut self.searchers {
            searcher.new_game(Dice::new(seeds.bits()));
        }
        self.clock = Clock::new(self.settings.budget);
        self.report = None;
    }

    /// Bytes set aside for the graphs.
    pub fn memory(&self) -> usize {
        self.searchers.iter().map(|searcher| searcher.tree.reserved()).sum()
    }

    fn search(&mut self, view: View<'_, G>, keep: Option<G::Action>, limit: Allotment, control: SearchControl<'_>) -> u64 {
        let threads = self.searchers.len() as u32;
        let (first, others) = self.searchers.split_first_mut().expect("there is at least one searcher");
        if others.is_empty() {
            return u64::from(first.search(view, keep, &limit, &control));
        }
        std::thread::scope(|scope| {
            let silent = control.silenced();
            let running: Vec<_> = others
                .iter_mut()
                .zip(1..)
                .map(|(searcher, index)| {
                    let limit = limit.share(index, threads);
                    scope.spawn(move || searcher.search(view, keep, &limit, &silent))
                })
                .collect();
            let mut looks = u64::from(first.search(view, keep, &limit.share(0, threads), &control));
            for thread in running {
                looks += u64::from(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            looks
        })
    }

    /// What the adviser says within half of the limit.
    fn advice(&mut self, view: View<'_, G>, legal: &[G::Action], limit: &Allotment, control: SearchControl<'_>) -> Option<G::Action> {
        self.adviser.as_mut().map(|adviser| adviser.advise(view, legal, &limit.half(ADVICE), control.silenced()))
    }

    /// Searches, and takes the advice unless the search finds a choice that is better by [`MARGIN`].
    fn weigh(
        &mut self,
        view: View<'_, G>,
        legal: &[G::Action],
        advice: Option<G::Action>,
        limit: Allotment,
        control: SearchControl<'_>,
    ) -> Analysis<G::Action> {
        let looks = self.search(view, advice, limit, control);
        let mut candidates = self.candidates(view.viewer(), legal);
        let advised = candidates.iter().position(|candidate| Some(candidate.action) == advice);
        if let Some(place) = advised
            && candidates[place].win + MARGIN >= candidates[0].win
        {
            candidates[..=place].rotate_right(1);
        }
        Analysis {
            scale: ValueScale::RESULT,
            win: candidates[0].win,
            candidates,
            looks,
            nodes: self.searchers.iter().map(|searcher| searcher.tree.len() as u64).sum(),
            bytes: self.searchers.iter().map(|searcher| searcher.tree.bytes() as u64).sum(),
        }
    }

    /// The legal choices, best first: those longest in the running, then value, then prior, then the order of
    /// the list.
    fn candidates(&self, side: Side, legal: &[G::Action]) -> Vec<Candidate<G::Action>> {
        let mut ranked: Vec<(u32, Candidate<G::Action>)> =
            legal.iter().map(|&action| (self.standing(action), self.candidate(side, action))).collect();
        ranked.sort_by(|(a_standing, a), (b_standing, b)| {
            b_standing.cmp(a_standing).then(b.win.total_cmp(&a.win)).then(b.prior.total_cmp(&a.prior))
        });
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Rounds that a choice was in, in all searches together.
    fn standing(&self, action: G::Action) -> u32 {
        let standing = |searcher: &Searcher<G, E, P>| {
            let place = searcher.tree.edges(searcher.root).iter().position(|edge| edge.action == action);
            place.map_or(0, |place| searcher.race.standing(place))
        };
        self.searchers.iter().map(standing).sum()
    }

    fn candidate(&self, side: Side, action: G::Action) -> Candidate<G::Action> {
        let own = |value: f32| if side == Side::Axis { value } else { 1.0 - value };
        let (mut visits, mut wins, mut prior) = (0, 0.0, 0.0);
        let mut most = (0, None);
        for searcher in &self.searchers {
            if let Some(edge) = searcher.tree.edges(searcher.root).iter().find(|edge| edge.action == action) {
                visits += u64::from(edge.visits);
                wins += f64::from(edge.visits) * f64::from(edge.value);
                prior += edge.prior / self.searchers.len() as f32;
                if edge.visits > most.0 {
                    most = (edge.visits, Some(searcher));
                }
            }
        }
        let win = if visits > 0 { own((wins / visits as f64) as f32) } else { self.searchers[0].win() };
        let mut line = Vec::new();
        if let Some(searcher) = most.1 {
            searcher.tree.line(searcher.root, action, LINE, &mut line);
        } else {
            line.push(action);
        }
        Candidate { action, visits, win, prior, line }
    }
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Agent<G> for Mcts<G, E, P> {
    fn name(&self) -> &'static str {
        "mcts"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.take_up(game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        let limit = self.clock.allot(view.game_turn(), view.viewer());
        let advising = self.clock.allot_share(view.game_turn(), view.viewer(), ADVICE_SHARE);
        let advice = self.advice(view, legal, &advising, control);
        self.report = None;
        if let [only] = legal {
            return *only;
        }
        let analysis = self.weigh(view, legal, advice, limit, control);
        self.clock.book(&limit);
        self.report = Some(analysis.report(legal.len(), advice));
        analysis.best()
    }

    fn report(&self) -> Option<Report<G::Action>> {
        self.report
    }
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Analyst<G> for Mcts<G, E, P> {
    fn analyse(&mut self, view: View<'_, G>, legal: &[G::Action], limit: Allotment, control: SearchControl<'_>) -> Analysis<G::Action> {
        let advice = self.advice(view, legal, &limit, control);
        self.weigh(view, legal, advice, limit, control)
    }
}
