//! The player: one search and its network.

use stavka_engine::{Determinize, Dice, Game, Side, View};

use super::search::{GumbelSettings, Search, Step};
use crate::agent::{Agent, Progress, Report, SearchControl};
use crate::analysis::{Analysis, Analyst, Candidate};
use crate::budget::{Allotment, Budget, Clock};
use crate::network::{NetworkError, PolicyValue, Replies};

/// Simulations between two reports under a limit of simulations.
const REPORT_EVERY: u32 = 64;
/// Seconds between two reports under a limit of time.
const REPORT_SECONDS: f64 = 0.1;
/// Choices shown of a line of play.
const LINE: usize = 24;

/// Plays the strongest choice of a [`Search`], without noise.
pub struct Gumbel<G: Game, N> {
    name: &'static str,
    seed: u64,
    clock: Clock,
    search: Search<G>,
    network: N,
    replies: Replies,
    failure: Option<NetworkError>,
    report: Option<Report<G::Action>>,
}

impl<G: Determinize, N: PolicyValue<G>> Gumbel<G, N> {
    /// A player called `name`, with the stream of `seed`.
    pub fn new(name: &'static str, seed: u64, settings: GumbelSettings, budget: Budget, network: N) -> Self {
        let clock = Clock::new(budget);
        let mut search = Search::new(settings, seed);
        search.set_scale(network.scale());
        Gumbel { name, seed, clock, search, network, replies: Replies::default(), failure: None, report: None }
    }

    /// The same player, who draws worlds in this way: given one of them and the side that searches, another one that
    /// the side cannot tell from it.
    #[must_use]
    pub fn sampling_worlds_by(mut self, sample_world: fn(&G, Side, &mut Dice) -> G) -> Self {
        self.search.sample_worlds_by(sample_world);
        self
    }

    /// The network.
    pub fn network(&self) -> &N {
        &self.network
    }

    /// Why the network did not answer, if it ever failed. The player then goes by what it knew until then.
    pub fn failure(&self) -> Option<&NetworkError> {
        self.failure.as_ref()
    }

    /// Drives the search to its end or until the search is cancelled.
    fn drive(&mut self, limit: &Allotment, control: SearchControl<'_>) {
        let mut reported = (0, 0.0);
        while let Step::Wants(query) = self.search.step(&control) {
            if let Err(error) = self.network.predict(std::slice::from_ref(query), &mut self.replies) {
                self.failure = Some(error);
                break;
            }
            self.search.supply(self.replies.logits_of(0), &self.replies.forecasts[0]);
            let done = self.search.simulations();
            let due = if limit.is_timed() { limit.seconds() - reported.1 >= REPORT_SECONDS } else { done - reported.0 >= REPORT_EVERY };
            if due {
                reported = (done, limit.seconds());
                let share = limit.used(done).min(1.0) as f32;
                control.report(&Progress { looks: u64::from(done), share, win: self.search.value() });
            }
        }
        self.search.stop();
    }

    /// The choices, best first: the search's choice, then those longest in the running, then by visits and
    /// priors.
    fn candidates(&self) -> Vec<Candidate<G::Action>> {
        let best = self.search.best();
        let choices = self.search.choices();
        let mut ranked: Vec<(usize, Candidate<G::Action>)> = (0..choices.len()).map(|place| (place, self.candidate(place))).collect();
        ranked.sort_by(|(a_place, a), (b_place, b)| {
            let first = |place: usize| (place == best, self.search.standing(place));
            first(*b_place).cmp(&first(*a_place)).then(b.visits.cmp(&a.visits)).then(b.prior.total_cmp(&a.prior))
        });
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn candidate(&self, place: usize) -> Candidate<G::Action> {
        let (visits, win, prior) = self.search.finding(place);
        let mut line = Vec::new();
        self.search.line(place, LINE, &mut line);
        Candidate { action: self.search.choices()[place], visits: u64::from(visits), win, prior, line }
    }
}

impl<G: Determinize, N: PolicyValue<G>> Agent<G> for Gumbel<G, N> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn new_game(&mut self, game_seed: u64) {
        self.search.new_game(Dice::stream(self.seed, game_seed).bits());
        self.clock = self.clock.fresh();
        self.failure = None;
        self.report = None;
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        self.report = None;
        if let [only] = legal {
            return *only;
        }
        let limit = self.clock.allot(view.game_turn(), view.viewer());
        self.search.begin(view, legal, limit, 0.0);
        self.drive(&limit, control);
        self.clock.book(&limit);
        let chosen = legal[self.search.best()];
        let examined = (0..legal.len()).filter(|&place| self.search.finding(place).0 > 0).count();
        self.report = Some(Report { examined, legal: legal.len(), adviser: None, chosen });
        chosen
    }

    fn report(&self) -> Option<Report<G::Action>> {
        self.report
    }
}

impl<G: Determinize, N: PolicyValue<G>> Analyst<G> for Gumbel<G, N> {
    fn analyse(&mut self, view: View<'_, G>, legal: &[G::Action], limit: Allotment, control: SearchControl<'_>) -> Analysis<G::Action> {
        self.search.begin(view, legal, limit, 0.0);
        self.drive(&limit, control);
        let candidates = self.candidates();
        Analysis {
            scale: self.network.scale(),
            win: candidates[0].win,
            candidates,
            looks: u64::from(self.search.simulations()),
            nodes: self.search.nodes() as u64,
            bytes: self.search.bytes() as u64,
        }
    }
}
