//! Ratings and tests from the games of a tournament.

use serde::Serialize;
use stavka_engine::{GameName, Side};

use super::ledger::GameResult;
use super::plan::Plan;
use super::ratings::{Assumptions, Bout, Interval, Ratings, rate};
use super::schedule::Format;
use super::sprt::{SprtState, Verdict};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Score {
    /// Games played.
    pub const fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0 to 1; `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64)
    }

    pub(crate) fn add(&mut self, winner: Option<Side>, side: Side) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }
}

/// Time that a player used, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Thinking {
    /// All decisions.
    pub total: f64,
    /// Mean of a decision.
    pub per_decision: f64,
    /// Longest decision.
    pub longest: f64,
}

/// A player's standing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerStanding {
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Elo with its 95 % interval; `None` if no games connect it with the others.
    pub rating: Option<Interval>,
    /// Whether the rating is that of a ladder.
    pub anchor: bool,
    /// All games.
    pub score: Score,
    /// Share of the points.
    pub share: Option<f64>,
    /// Games as the Axis.
    pub axis: Score,
    /// Games as the Soviets.
    pub soviet: Score,
    /// Games forfeited.
    pub forfeits: usize,
    /// Choices.
    pub decisions: usize,
    /// Time used.
    pub time: Thinking,
}

/// One player against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The games between them.
    pub score: Score,
    /// Share of the points.
    pub share: Option<f64>,
    /// Lead in Elo with its 95 % interval, by all games of the tournament.
    pub lead: Option<Interval>,
    /// Probability of being the stronger one, by all games of the tournament.
    pub superiority: Option<f64>,
}

/// Result of a tournament, or of what has been played of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of scenario data and rules.
    pub data: String,
    /// Form of the tournament.
    pub format: Format,
    /// Seed of the first pair.
    pub seed: u64,
    /// Games that count.
    pub games: usize,
    /// Games that the plan has at most.
    pub planned: usize,
    /// Whether nothing is left to play.
    pub complete: bool,
    /// All games, as the Axis sees them.
    pub axis: Score,
    /// Advantage of the Axis in Elo.
    pub axis_advantage: Interval,
    /// Share of draws between equals of balanced sides, by the model.
    pub draw_rate: f64,
    /// Mean number of choices in a game that was not forfeited.
    pub mean_decisions: f64,
    /// Mean number of choices and die results in a game that was not forfeited.
    pub mean_actions: f64,
    /// Mean margin of the games that were not forfeited, positive for the Axis.
    pub mean_margin: f64,
    /// Games forfeited.
    pub forfeits: usize,
    /// The sequential test.
    pub sprt: Option<SprtState>,
    /// The players, the strongest first.
    pub players: Vec<PlayerStanding>,
    /// Row against column, in the order of `players`; `None` where two have not met.
    pub cross: Vec<Vec<Option<Cell>>>,
}

impl Standings {
    /// The standings after these results. `anchors` are the players' ratings where a ladder gives them, in the order of
    /// the plan.
    pub fn new(plan: &Plan, results: &[GameResult], anchors: &[Option<f64>]) -> Self {
        let sprt = decided(plan, results);
        let all = plan.fixtures();
        let over = sprt.as_ref().filter(|state| state.verdict != Verdict::Undecided);
        let counted = over.map_or(all.len(), |state| 2 * state.pentanomial.iter().sum::<u32>() as usize);
        let games: Vec<([usize; 2], &GameResult)> =
            results.iter().filter(|result| result.game < counted).map(|result| (all[result.game].seats, result)).collect();

        let bouts: Vec<Bout> = games.iter().map(|&(seats, result)| Bout { seats, winner: result.winner }).collect();
        let ratings = rate(&bouts, &Assumptions { anchors: anchors.to_vec(), ..Assumptions::new(plan.players.len()) });
        let mut players: Vec<PlayerStanding> = (0..plan.players.len()).map(|player| standing(plan, player, &games, &ratings)).collect();
        for (player, anchor) in players.iter_mut().zip(anchors) {
            player.anchor = anchor.is_some();
        }
        let mut order: Vec<usize> = (0..players.len()).collect();
        let strength = |player: usize| players[player].rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
        order.sort_by(|&first, &second| strength(second).total_cmp(&strength(first)));
        let cell = |&row: &usize, &column: &usize| cell(row, column, &games, &ratings);
        let cross = order.iter().map(|row| order.iter().map(|column| cell(row, column)).collect()).collect();

        let whole: Vec<&GameResult> = games.iter().map(|&(_, result)| result).filter(|result| result.forfeit.is_none()).collect();
        let mean = |value: &dyn Fn(&GameResult) -> f64| whole.iter().map(|result| value(result)).sum::<f64>() / whole.len().max(1) as f64;
        let mut axis = Score::default();
        for (_, result) in &games {
            axis.add(result.winner, Side::Axis);
        }
        Standings {
            game: plan.game,
            scenario: plan.scenario.clone(),
            data: plan.data.clone(),
            format: plan.format,
            seed: plan.seed,
            games: games.len(),
            planned: all.len(),
            complete: games.len() == counted,
            axis,
            axis_advantage: ratings.axis_advantage,
            draw_rate: ratings.draw_rate,
            mean_decisions: mean(&|result| result.decisions.iter().sum::<usize>() as f64),
            mean_actions: mean(&|result| result.actions as f64),
            mean_margin: mean(&|result| result.margin.map_or(0.0, f64::from)),
            forfeits: games.len() - whole.len(),
            sprt,
            players: order.iter().map(|&player| players[player].clone()).collect(),
            cross,
        }
    }
}

fn standing(plan: &Plan, player: usize, games: &[([usize; 2], &GameResult)], ratings: &Ratings) -> PlayerStanding {
    let entrant = &plan.players[player];
    let mut standing = PlayerStanding {
        name: entrant.name.clone(),
        version: entrant.version.clone(),
        rating: ratings.players[player],
        anchor: false,
        score: Score::default(),
        share: None,
        axis: Score::default(),
        soviet: Score::default(),
        forfeits: 0,
        decisions: 0,
        time: Thinking::default(),
    };
    for (seats, result) in games {
        for side in Side::ALL.into_iter().filter(|side| seats[side.index()] == player) {
            standing.score.add(result.winner, side);
            let own = match side {
                Side::Axis => &mut standing.axis,
                Side::Soviet => &mut standing.soviet,
            };
            own.add(result.winner, side);
            standing.forfeits += usize::from(result.forfeit.as_ref().is_some_and(|forfeit| forfeit.side == side));
            standing.decisions += result.decisions[side.index()];
            standing.time.total += result.seconds[side.index()];
            standing.time.longest = standing.time.longest.max(result.longest[side.index()]);
        }
    }
    standing.share = standing.score.share();
    standing.time.per_decision = standing.time.total / standing.decisions.max(1) as f64;
    standing
}

fn cell(row: usize, column: usize, games: &[([usize; 2], &GameResult)], ratings: &Ratings) -> Option<Cell> {
    let mut score = Score::default();
    for (seats, result) in games {
        if *seats == [row, column] {
            score.add(result.winner, Side::Axis);
        } else if *seats == [column, row] {
            score.add(result.winner, Side::Soviet);
        }
    }
    (row != column && score.games() > 0).then(|| Cell {
        score,
        share: score.share(),
        lead: ratings.difference(row, column),
        superiority: ratings.superiority(row, column),
    })
}

/// The sequential test over the pairs that are complete, in the order of the schedule up to the first gap, so that
/// it does not depend on which game ended first.
pub(super) fn decided(plan: &Plan, results: &[GameResult]) -> Option<SprtState> {
    let test = plan.sprt.filter(|_| plan.format == Format::Sprt)?;
    let first = &plan.players.first()?.name;
    let in_order = results.iter().enumerate().take_while(|(index, result)| result.game == *index).map(|(_, result)| result);
    let in_order: Vec<&GameResult> = in_order.collect();
    let points = |result: &GameResult| match result.winner {
        None => 1,
        Some(winner) if [&result.axis, &result.soviet][winner.index()] == first => 2,
        Some(_) => 0,
    };
    Some(test.run(in_order.chunks_exact(2).map(|pair| pair.iter().map(|result| points(result)).sum())))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::external::Limits;
    use super::super::ledger::Forfeit;
    use super::super::roster::Entrant;
    use super::super::sprt::Sprt;
    use super::*;

    /// A plan between players that are never asked.
    pub(in super::super) fn plan(format: Format, players: &[&str], pairs: usize) -> Plan {
        let entrant = |name: &&str| Entrant { name: (*name).to_owned(), version: "1".to_owned(), program: None };
        let sprt = (format == Format::Sprt).then_some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
        Plan {
            version: Plan::VERSION,
            game: GameName::Armir,
            scenario: "historical".to_owned(),
            data: "0123456789abcdef".to_owned(),
            format,
            players: players.iter().map(entrant).collect(),
            meetings: Vec::new(),
            pairs,
            seed: 1,
            limits: Limits::default(),
            sprt,
        }
    }

    /// The results of the first games when `winner` decides who wins.
    pub(in super::super) fn results(plan: &Plan, games: usize, winner: impl Fn([usize; 2]) -> Option<Side>) -> Vec<GameResult> {
        let result = |fixture: &super::super::Fixture| GameResult {
            game: fixture.game,
            axis: plan.players[fixture.seats[0]].name.clone(),
            soviet: plan.players[fixture.seats[1]].name.clone(),
            seed: fixture.seed,
            winner: winner(fixture.seats),
            margin: Some(2),
            level: Some("Axis victory".to_owned()),
            forfeit: None,
            decisions: [10, 20],
            actions: 40,
            seconds: [1.0, 3.0],
            longest: [0.5, 0.25],
        };
        plan.fixtures().iter().take(games).map(result).collect()
    }

    fn stronger(seats: [usize; 2]) -> Side {
        if seats[0] < seats[1] { Side::Axis } else { Side::Soviet }
    }

    #[test]
    fn players_are_listed_by_strength_and_every_game_counts_for_two() {
        let plan = plan(Format::RoundRobin, &["c", "a", "b"], 5);
        let standings = Standings::new(&plan, &results(&plan, 30, |seats| Some(stronger(seats))), &[None; 3]);
        assert!(standings.complete && standings.games == 30);
        let names: Vec<&str> = standings.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["c", "a", "b"]);
        let total: usize = standings.players.iter().map(|player| player.score.games()).sum();
        assert_eq!(total, 60);
        assert_eq!(standings.players[0].score, Score { wins: 20, draws: 0, losses: 0 });
        assert_eq!(standings.players[1].axis.games(), 10);
        let sum: f64 = standings.players.iter().filter_map(|player| player.rating).map(|rating| rating.value).sum();
        assert!(sum.abs() < 1e-6, "the mean rating is zero");
        let cell = standings.cross[0][2].expect("they have met");
        assert_eq!(cell.score.wins, 10);
        assert!(cell.lead.is_some_and(|lead| lead.low > 0.0) && cell.superiority.is_some_and(|sure| sure > 0.975));
        assert!(standings.cross[1][1].is_none());
    }

    #[test]
    fn time_and_length_are_those_of_the_decisions() {
        let plan = plan(Format::RoundRobin, &["a", "b"], 2);
        let mut results = results(&plan, 4, |_| None);
        results[3].forfeit = Some(Forfeit { side: Side::Axis, reason: "ended".to_owned() });
        results[3].decisions = [1, 1];
        let standings = Standings::new(&plan, &results, &[None; 2]);
        assert!((standings.mean_decisions - 30.0).abs() < 1e-9 && (standings.mean_actions - 40.0).abs() < 1e-9);
        assert_eq!(standings.forfeits, 1);
        let player = standings.players.iter().find(|player| player.name == "b").expect("it plays");
        // As the Soviets, as the Axis, as the Soviets, and the forfeited game as the Axis.
        assert_eq!((player.decisions, player.forfeits), (20 + 10 + 20 + 1, 1));
        assert!((player.time.total - 8.0).abs() < 1e-9 && (player.time.longest - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_test_counts_pairs_in_order_and_leaves_out_what_was_played_after_its_end() {
        let plan = plan(Format::Sprt, &["a", "b"], 1000);
        let all = results(&plan, 2000, |seats| Some(stronger(seats)));
        let standings = Standings::new(&plan, &all, &[None; 2]);
        let state = standings.sprt.expect("it is a test");
        assert_eq!(state.verdict, Verdict::AcceptAlternative);
        assert_eq!(standings.games, 2 * state.pentanomial[4] as usize);
        assert!(standings.complete && standings.games < 200);
        // A gap hides what comes after it.
        let mut gap = all;
        gap.remove(3);
        let state = decided(&plan, &gap).expect("it is a test");
        assert_eq!(state.pentanomial, [0, 0, 0, 0, 1]);
    }
}
