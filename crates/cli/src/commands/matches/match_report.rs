//! The report of a match: a progress line, and a table or JSON at the end.

use std::fmt::Write as _;

use willow_board::EndReason;
use willow_players::matches::{GameRecord, MatchSummary, ResultCounts, Sprt, SprtVerdict, Z_95};

use super::settings::{PreparedMatch, Settings};

/// Returns the lines printed before the first game.
pub(super) fn heading(prepared: &PreparedMatch, settings: &Settings) -> String {
    let Settings { games, openings, clock, seed, .. } = settings;
    let mut text = String::new();
    for (number, contestant) in (1_u32..).zip(&prepared.contestants) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number}: {}", contestant.name());
    }
    let between = if prepared.contestants.len() == 2 { "" } else { " between every two players" };
    let _ =
        writeln!(text, "{games} games{between}, openings {openings}, clock {clock}, seed {seed}");
    text
}

/// Returns the current score in a few words.
pub(super) fn brief(summary: &MatchSummary) -> String {
    let ResultCounts { wins, draws, losses } = summary.counts;
    let llr = summary.llr.map_or_else(String::new, |llr| format!(" LLR {llr:.2}"));
    format!("+{wins} ={draws} -{losses}{llr}")
}

/// Returns the table at the end of a match, from the first player's point of view.
pub(super) fn text(summary: &MatchSummary, sprt: Option<&Sprt>, games: &[GameRecord]) -> String {
    let ResultCounts { wins, draws, losses } = summary.counts;
    if summary.games == 0 {
        return "no game was completed\n".to_owned();
    }
    let percent = 100.0 * summary.counts.points() / f64::from(summary.games);
    let mut text = format!(
        "score  {percent:.1}% for player 1 (wins {wins}, draws {draws}, losses {losses})\n"
    );
    // Writing to a string cannot fail.
    let mean = summary.mean_diff.unwrap_or_default();
    let error =
        summary.mean_diff_error.map_or_else(String::new, |error| format!(" +-{:.2}", Z_95 * error));
    let _ = writeln!(text, "discs  {mean:+.2}{error} per game");
    let _ = writeln!(text, "Elo    {}", elo(summary));
    if let (Some(sprt), Some(llr)) = (sprt, summary.llr) {
        let _ = writeln!(text, "LLR    {}", test(sprt, llr));
    }
    text + &defaults(games)
}

fn elo(summary: &MatchSummary) -> String {
    let number = |elo: Option<f64>, infinity: &str| {
        elo.map_or_else(|| infinity.to_owned(), |elo| format!("{elo:+.0}"))
    };
    let infinity =
        if summary.counts.losses < summary.counts.wins { "+infinite" } else { "-infinite" };
    format!(
        "{} (95%: {} to {})",
        number(summary.elo, infinity),
        number(summary.elo_low, "-infinite"),
        number(summary.elo_high, "+infinite"),
    )
}

fn test(sprt: &Sprt, llr: f64) -> String {
    let verdict = match sprt.verdict(llr) {
        SprtVerdict::Continue => "undecided".to_owned(),
        SprtVerdict::AcceptElo0 => format!("accepted {} Elo over {}", sprt.elo0(), sprt.elo1()),
        SprtVerdict::AcceptElo1 => format!("accepted {} Elo over {}", sprt.elo1(), sprt.elo0()),
    };
    format!("{llr:+.2} of +-{:.2}: {verdict}", sprt.bound())
}

/// Returns a line about games that ended by resignation, on time, by forfeit or in overtime, if
/// there are any.
fn defaults(games: &[GameRecord]) -> String {
    let on_board = EndReason::Finished.to_string();
    let mut others = games.iter().filter(|record| record.reason != on_board);
    let Some(first) = others.next() else { return String::new() };
    let count = 1 + others.count();
    format!(
        "other  {count} not decided by the discs alone; the first is game {}: {}\n",
        first.game, first.reason
    )
}

#[cfg(test)]
mod tests {
    use willow_board::DiscDiff;
    use willow_players::matches::MatchScore;

    use super::*;

    fn summary(results: &[i32], sprt: Option<&Sprt>) -> MatchSummary {
        let mut score = MatchScore::new();
        for (game, &result) in (1..).zip(results) {
            score.add(game, DiscDiff::new(result).unwrap());
        }
        score.summary(sprt)
    }

    #[test]
    fn the_report_has_every_figure_with_its_error() {
        let sprt = "0,10".parse().unwrap();
        let results = [10, -4, 0, 20, 2, 8, -12, 30];
        insta::assert_snapshot!(text(&summary(&results, Some(&sprt)), Some(&sprt), &[]));
    }

    #[test]
    fn a_clean_sweep_has_no_finite_elo() {
        let won = text(&summary(&[64, 64], None), None, &[]);
        assert!(won.contains("Elo    +infinite ("), "{won}");
        let lost = text(&summary(&[-64, -64], None), None, &[]);
        assert!(lost.contains("Elo    -infinite ("), "{lost}");
    }
}
