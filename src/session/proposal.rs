//! What the staff would choose for a person in the rest of a phase: a list to be read, taken as a whole or in part, and changed.

use stavka_agents::{AgentKind, AgentSpec, Evaluator as _, Explain as _, Reason, SearchControl, because, changes};
use stavka_engine::{Dice, Side, Turn, View};
use stavka_words::Told;

use super::seated;
use crate::render::theme::{Role, Spot, Theme};

/// Who proposes.
const STAFF: AgentSpec = AgentSpec::of(AgentKind::Doctrine);
/// Most choices of a proposal.
const MOST: usize = 400;

/// A position in which a person is to choose, apart from the session.
pub(crate) struct Draft<G> {
    pub(super) side: Side,
    pub(super) game: G,
    pub(super) seed: u64,
}

/// A choice of the staff.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// In notation.
    pub(crate) notation: String,
    /// In words that the side may read.
    pub(crate) words: Told,
    /// Where it lies on the map.
    pub(crate) spot: Option<Spot>,
}

/// What belongs together, such as a unit that is picked up with where it goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) steps: Vec<Step>,
    /// The step that says what is done.
    pub(crate) told: usize,
    /// One sentence: what it changes in the judgement of the position; empty where nothing is weighed differently.
    pub(crate) why: Told,
}

/// What the staff would do until a die falls, somebody else is to choose, or the phase has nothing left but its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proposal {
    pub(crate) lines: Vec<Line>,
    /// One sentence: what all of it changes.
    pub(crate) why: Told,
}

impl Line {
    /// What is done and to whom, in the language at hand.
    pub(crate) fn words(&self) -> String {
        let words: Vec<_> = self.steps[..=self.told].iter().map(|step| step.words.here()).collect();
        words.join(", ")
    }
}

impl<G: Theme> Draft<G> {
    /// Plays the phase on in a world that agrees with what the side knows, so that what is hidden from it cannot be read from
    /// the proposal. Nothing when it is stopped.
    pub(crate) fn answer(&self, control: SearchControl<'_>) -> Option<Proposal> {
        let side = self.side;
        let mut world = View::new(&self.game, side).determinize(&mut Dice::new(self.seed));
        let mut staff = seated::<G>(&STAFF, self.seed, side).expect("the staff plays every game");
        let mut judge = Judge::<G>::new(&world, side);
        let mut found = Proposal::default();
        let mut line = Line::default();
        let mut legal = Vec::new();
        let goes_on = |world: &G| {
            world.turn() == Turn::Player(side) && (world.game_turn(), world.phase_name()) == (self.game.game_turn(), self.game.phase_name())
        };
        for _ in 0..MOST {
            if !goes_on(&world) {
                break;
            }
            if control.is_cancelled() {
                return None;
            }
            world.legal_actions(&mut legal);
            let action = staff.choose(View::new(&world, side), &legal, control);
            let spot = world.spots(&[action]).pop();
            let is = |role| spot.as_ref().is_some_and(|spot| G::VERBS.iter().any(|row| row.verb == spot.verb && row.is(role)));
            let (begins, closes) = (is(Role::Opens) || is(Role::Lifts), is(Role::Closes));
            let step = Step {
                notation: world.notation(action),
                words: Told::by(|| world.words(action, side).split(" | ").next().unwrap_or_default().to_owned()),
                spot,
            };
            world.apply(action);
            // The person ends the phase.
            if closes && !goes_on(&world) {
                break;
            }
            // What only ends what was begun belongs to it.
            if closes && line.steps.is_empty() {
                match found.lines.last_mut() {
                    Some(last) => last.steps.push(step),
                    None => line.steps.push(step),
                }
                continue;
            }
            line.told = line.steps.len();
            line.steps.push(step);
            if !begins {
                line.why = judge.since_last(&world);
                found.lines.push(std::mem::take(&mut line));
            }
        }
        found.why = judge.since_begin(&world);
        Some(found)
    }
}

/// What changes in the judgement of a side along a line of play.
struct Judge<G: Theme> {
    evaluator: G::Evaluator,
    side: Side,
    begin: Vec<Reason>,
    last: Vec<Reason>,
}

impl<G: Theme> Judge<G> {
    fn new(game: &G, side: Side) -> Self {
        let mut evaluator = G::evaluator();
        evaluator.prepare(game, side);
        let mut begin = Vec::new();
        evaluator.explain(game, &mut begin);
        Judge { evaluator, side, last: begin.clone(), begin }
    }

    fn since_last(&mut self, game: &G) -> Told {
        let before = self.last.clone();
        self.since(game, &before)
    }

    fn since_begin(&mut self, game: &G) -> Told {
        let before = self.begin.clone();
        self.since(game, &before)
    }

    fn since(&mut self, game: &G, before: &[Reason]) -> Told {
        if game.turn() == Turn::Over {
            return Told::default();
        }
        self.evaluator.explain(game, &mut self.last);
        let changes = changes(before, &self.last, self.side);
        if changes.is_empty() { Told::default() } else { Told::by(|| because(&changes)) }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use stavka_engine::Game as _;
    use stavka_engine::armir::Armir;
    use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase};
    use stavka_engine::bolt_action::BoltAction;
    use stavka_engine::east_front::EastFront;

    use super::super::{HUMAN, Session, Setup};
    use super::*;
    use crate::scenarios::find;

    fn at_table<G: Theme>(scenario: &str, seed: u64) -> Session<G> {
        let found = find::<G>(Some(scenario)).expect("it is embedded");
        let setup = Setup { seed, players: [HUMAN, HUMAN], file: Some(Path::new("unsaved.stavka")) };
        Session::begin(found, &setup).expect("people need no player")
    }

    fn answer<G: Theme>(session: &Session<G>) -> Proposal {
        session.draft().expect("a person is to choose").answer(SearchControl::NONE).expect("nobody stops it")
    }

    fn notations(lines: &[Line]) -> Vec<&str> {
        lines.iter().flat_map(|line| &line.steps).map(|step| step.notation.as_str()).collect()
    }

    /// Takes proposals at the beginning of phases. Gives the number of their lines.
    fn proposals_can_be_taken<G: Theme>(scenario: &str, phases: usize) -> usize {
        let mut session = at_table::<G>(scenario, 3);
        let mut lines = 0;
        for _ in 0..phases {
            if session.outcome().is_some() {
                break;
            }
            let begun = |session: &Session<G>| (session.game().turn(), session.game().game_turn(), session.game().phase_name());
            let (phase, hash) = (begun(&session), session.game().state_hash());
            let proposal = answer(&session);
            let again = answer(&session);
            assert_eq!(notations(&proposal.lines), notations(&again.lines), "asking twice gives the same answer");
            assert_eq!(session.game().state_hash(), hash, "asking changes nothing");
            for line in &proposal.lines {
                assert!(!line.words().is_empty());
            }
            let before = session.log().len();
            let made = session.take(&proposal, proposal.lines.len());
            assert_eq!(session.log().len() - before, made);
            assert_eq!(session.record().actions[before..], notations(&proposal.lines)[..made]);
            // A phase in which nothing is left ends by itself.
            let last = proposal.lines.iter().flat_map(|line| &line.steps).take(made).last();
            let closes =
                |step: &Step| G::VERBS.iter().any(|row| Some(row.verb) == step.spot.as_ref().map(|spot| spot.verb) && row.is(Role::Closes));
            assert!(begun(&session) == phase || !last.is_some_and(closes), "the person ends the phase");
            lines += proposal.lines.len();
            // On to the next phase.
            while session.outcome().is_none() && begun(&session) == phase {
                let action = session.quick_choice().expect("a person is to choose");
                session.play(action).expect("it is legal");
            }
        }
        lines
    }

    #[test]
    fn what_the_staff_proposes_can_be_taken_and_leaves_the_end_of_the_phase_to_the_person() {
        let lines = [
            proposals_can_be_taken::<Armir>("historical", 12),
            proposals_can_be_taken::<EastFront>("tartar-trench", 12),
            proposals_can_be_taken::<BoltAction>("meeting", 6),
            proposals_can_be_taken::<BlocksInTheEast>("towards-rostov", 12),
        ];
        assert!(lines.iter().all(|&lines| lines > 0), "{lines:?}");
    }

    #[test]
    fn a_part_of_a_proposal_can_be_taken_and_taken_back() {
        let mut session = at_table::<BlocksInTheEast>("towards-rostov", 3);
        let is_production = |session: &Session<BlocksInTheEast>| {
            matches!(session.game().phase(), Some((_, Phase::Production))) && matches!(session.game().turn(), Turn::Player(_))
        };
        let proposal = loop {
            if is_production(&session) {
                let proposal = answer(&session);
                if proposal.lines.len() > 2 {
                    break proposal;
                }
            }
            let action = session.quick_choice().expect("the game is not over");
            session.play(action).expect("it is legal");
        };
        let hash = session.game().state_hash();
        let first: Vec<_> = notations(&proposal.lines[..2]).into_iter().map(str::to_owned).collect();
        let made = session.take(&proposal, 2);
        assert_eq!(made, first.len());
        assert!(session.record().actions.ends_with(&first), "{first:?}");
        for _ in 0..made {
            session.undo().expect("no die has been rolled");
        }
        assert_eq!(session.game().state_hash(), hash);
        assert!(proposal.lines.iter().any(|line| !line.why.here().is_empty()) || !proposal.why.here().is_empty(), "it is explained");
    }

    /// The whole war asks for hundreds of choices in a turn; with proposals that are taken as they come a person makes about sixty, and a few more in
    /// the first turns, which have most battles. `STAVKA_TURNS=49` counts the whole war.
    #[test]
    fn with_proposals_a_turn_of_the_campaign_takes_few_decisions() {
        let turns: u16 = std::env::var("STAVKA_TURNS").ok().map_or(3, |turns| turns.parse().expect("a number of turns"));
        let mut session = at_table::<BlocksInTheEast>("codeword-dortmund", 3);
        let (mut decisions, mut choices) = (0, 0);
        while session.game().game_turn() <= turns && session.game().turn() != Turn::Over {
            let is_mine = session.game().turn() == Turn::Player(Side::Axis);
            let proposal = if is_mine { answer(&session) } else { Proposal::default() };
            let made = session.take(&proposal, proposal.lines.len());
            if made == 0 {
                let action = session.quick_choice().expect("somebody is to choose");
                session.play(action).expect("it is legal");
            }
            if is_mine {
                decisions += 1;
                choices += made.max(1);
            }
        }
        println!("{decisions} decisions for {choices} choices of the Axis in {turns} turns");
        assert!(decisions <= 75 * turns, "{decisions} decisions in {turns} turns");
    }

    #[test]
    fn who_stops_the_staff_gets_no_proposal() {
        let session = at_table::<Armir>("historical", 3);
        let stopped = std::sync::atomic::AtomicBool::new(true);
        let draft = session.draft().expect("a person is to choose");
        assert!(draft.answer(SearchControl::NONE.cancelled_by(&stopped)).is_none());
    }
}
