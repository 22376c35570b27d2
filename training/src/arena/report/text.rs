//! Standings as aligned text and as CSV.

use std::fmt::Write as _;

use super::super::sprt::{SprtState, Verdict};
use super::super::standings::{PlayerStanding, Standings};
use super::{interval, percent, score};

/// Aligned text for people.
pub fn table(standings: &Standings) -> String {
    let mut out = String::new();
    let state = if standings.complete { "complete" } else { "unfinished" };
    line(
        &mut out,
        &format!(
            "{} {}, {}, seed {}: {} of at most {} games, {state}",
            standings.game,
            standings.scenario,
            standings.format.name(),
            standings.seed,
            standings.games,
            standings.planned
        ),
    );
    let heads = ["", "player", "Elo [95 %]", "games", "W-D-L", "score %", "Axis %", "Soviet %", "forfeits", "ms/decision", "s total"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(standings.players.iter().enumerate().map(|(index, player)| row(index, player)));
    out.push('\n');
    aligned(&mut out, &rows, 2);
    if standings.players.len() > 2 {
        out.push_str("\nscore % of row against column\n");
        let mut rows = vec![std::iter::once(String::new()).chain((1..=standings.players.len()).map(|number| number.to_string())).collect()];
        for (index, (player, cells)) in standings.players.iter().zip(&standings.cross).enumerate() {
            let cells = cells.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), |cell| percent(cell.share)));
            rows.push(std::iter::once(format!("{} {}", index + 1, player.name)).chain(cells).collect());
        }
        aligned(&mut out, &rows, 1);
    }
    out.push('\n');
    line(&mut out, &format!("Axis wins {} %, advantage {} Elo", percent(standings.axis.share()), interval(Some(standings.axis_advantage))));
    line(
        &mut out,
        &format!(
            "length {:.1} decisions, {:.1} actions; margin {:+.1} for the Axis; {} forfeits",
            standings.mean_decisions, standings.mean_actions, standings.mean_margin, standings.forfeits
        ),
    );
    if let Some(test) = &standings.sprt {
        line(&mut out, &verdict(test));
    }
    out
}

/// The state of a sequential test in a sentence.
pub(super) fn verdict(state: &SprtState) -> String {
    let test = &state.test;
    let says = match state.verdict {
        Verdict::Undecided => "undecided".to_owned(),
        Verdict::AcceptNull => format!("the lead is {} Elo rather than {}", test.elo0, test.elo1),
        Verdict::AcceptAlternative => format!("the lead is {} Elo rather than {}", test.elo1, test.elo0),
    };
    format!(
        "sequential test: {says}; log-likelihood ratio {:.2} in [{:.2}, {:.2}], pairs by score {:?}",
        state.log_likelihood_ratio, state.lower, state.upper, state.pentanomial
    )
}

fn row(index: usize, player: &PlayerStanding) -> Vec<String> {
    vec![
        (index + 1).to_string(),
        if player.anchor { format!("{} (anchor)", player.name) } else { player.name.clone() },
        interval(player.rating),
        player.score.games().to_string(),
        score(&player.score),
        percent(player.share),
        percent(player.axis.share()),
        percent(player.soviet.share()),
        player.forfeits.to_string(),
        format!("{:.3}", 1000.0 * player.time.per_decision),
        format!("{:.1}", player.time.total),
    ]
}

pub(crate) fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Columns two blanks apart, the first `names` of them to the left and the others to the right.
pub(crate) fn aligned(out: &mut String, rows: &[Vec<String>], names: usize) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut text = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < names { write!(text, "{cell:<width$}  ") } else { write!(text, "{cell:>width$}  ") };
        }
        line(out, text.trim_end());
    }
}

/// One line per player, with a head.
pub fn csv(standings: &Standings) -> String {
    let mut out = String::from(
        "rank,player,version,elo,elo_low,elo_high,games,wins,draws,losses,score,axis_score,soviet_score,forfeits,decisions,\
         seconds,seconds_per_decision,longest_seconds\n",
    );
    for (index, player) in standings.players.iter().enumerate() {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.4}"));
        let fields = [
            (index + 1).to_string(),
            quoted(&player.name),
            quoted(&player.version),
            number(player.rating.map(|rating| rating.value)),
            number(player.rating.map(|rating| rating.low)),
            number(player.rating.map(|rating| rating.high)),
            player.score.games().to_string(),
            player.score.wins.to_string(),
            player.score.draws.to_string(),
            player.score.losses.to_string(),
            number(player.share),
            number(player.axis.share()),
            number(player.soviet.share()),
            player.forfeits.to_string(),
            player.decisions.to_string(),
            number(Some(player.time.total)),
            format!("{:.6}", player.time.per_decision),
            number(Some(player.time.longest)),
        ];
        line(&mut out, &fields.join(","));
    }
    out
}

/// A field of CSV; names of players have commas.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use stavka_engine::Side;

    use super::super::super::schedule::Format;
    use super::super::super::standings::tests::{plan, results};
    use super::*;

    #[test]
    fn every_player_has_its_line() {
        let plan = plan(Format::RoundRobin, &["one", "two:a=1,b=2", "three"], 2);
        let standings = Standings::new(&plan, &results(&plan, 9, |_| Some(Side::Axis)), &[None; 3]);
        let text = table(&standings);
        for words in ["one", "two:a=1,b=2", "three", "9 of at most 12 games, unfinished", "score % of row against column"] {
            assert!(text.contains(words), "{words:?} is missing in:\n{text}");
        }
        let csv = csv(&standings);
        let columns = csv.lines().next().map_or(0, |head| head.split(',').count());
        assert_eq!(csv.lines().count(), 4);
        assert!(csv.contains("\"two:a=1,b=2\""));
        for line in csv.lines().filter(|line| !line.contains('"')) {
            assert_eq!(line.split(',').count(), columns, "{line}");
        }
    }

    #[test]
    fn a_test_says_what_it_has_found() {
        let plan = plan(Format::Sprt, &["a", "b"], 500);
        let standings = Standings::new(&plan, &results(&plan, 1000, |seats| Some(Side::ALL[seats[1]])), &[None; 2]);
        assert!(table(&standings).contains("sequential test: the lead is"), "{}", table(&standings));
    }
}
