//! The report of a match: a progress line, and a table or JSON at the end.

use std::fmt::Write as _;

use willow_board::{Color, EndReason};
use willow_players::matches::{GameRecord, MatchSummary, ResultCounts, Sprt, SprtVerdict, Z_95};

use super::settings::{PreparedMatch, Settings};
use crate::units;

/// Returns the lines printed before the first game.
pub(super) fn heading(prepared: &PreparedMatch, settings: &Settings) -> String {
    let Settings { games, openings, clock, seed, .. } = settings;
    let mut text = String::new();
    for (number, (name, contestant)) in
        (1_u32..).zip(prepared.names.iter().zip(&prepared.contestants))
    {
        // Writing to a string cannot fail.
        let _ = match contestant.name() {
            spec if spec == name => writeln!(text, "{number}: {spec}"),
            spec => writeln!(text, "{number}: {name} ({spec})"),
        };
    }
    let between = if prepared.contestants.len() == 2 { "" } else { " between every two players" };
    let games = units::count(*games as usize, "game");
    let _ = writeln!(text, "{games}{between}, openings {openings}, clock {clock}, seed {seed}");
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
    text + &scores(games) + &defaults(games)
}

/// Maximum number of games whose scores are listed.
const MAX_LISTED: usize = 100;

/// Returns the line that PAIP's `othello-series` returns: the score of each game and their sum, from the first player's
/// point of view. Empties count for nobody.
fn scores(games: &[GameRecord]) -> String {
    if games.is_empty() {
        return String::new();
    }
    let on_board = EndReason::Finished.to_string();
    let score = |record: &GameRecord| {
        let discs = i64::from(record.black_discs) - i64::from(record.white_discs);
        let black = if record.reason == on_board { discs } else { record.result.value().into() };
        if record.first == Color::Black { black } else { -black }
    };
    let mut games: Vec<&GameRecord> = games.iter().collect();
    games.sort_by_key(|record| record.game);
    let scores: Vec<i64> = games.into_iter().map(score).collect();
    let list: Vec<String> = scores.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    let more = if MAX_LISTED < scores.len() { " ..." } else { "" };
    let sum: i64 = scores.iter().sum();
    format!("series {sum:+}, empties to nobody: {}{more}\n", list.join(" "))
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

    /// PAIP, 18.8: raw differences, a lost game counts 64.
    #[test]
    fn a_series_lists_its_scores_from_the_first_players_view() {
        let record = |game: u32,
                      first: &str,
                      [black, white]: [u32; 2],
                      reason: &str|
         -> GameRecord {
            let json = serde_json::json!({
                "game": game, "first": first, "black": "a", "white": "b", "opening": "", "moves": "",
                "black_discs": black, "white_discs": white, "result": 64, "reason": reason,
                "black_seconds": 0.0, "white_seconds": 0.0,
            });
            serde_json::from_value(json).unwrap()
        };
        let games = [
            record(2, "white", [53, 0], "neither side can move"),
            record(1, "black", [36, 28], "neither side can move"),
            record(3, "black", [2, 2], "White resigned"),
        ];
        assert_eq!(scores(&games), "series +19, empties to nobody: 8 -53 64\n");
        let many: Vec<GameRecord> =
            (1..=101).map(|game| record(game, "black", [33, 31], "")).collect();
        assert!(scores(&many).ends_with(" 64 ...\n") && scores(&many).starts_with("series +6464,"));
    }

    #[test]
    fn a_clean_sweep_has_no_finite_elo() {
        let won = text(&summary(&[64, 64], None), None, &[]);
        assert!(won.contains("Elo    +infinite ("), "{won}");
        let lost = text(&summary(&[-64, -64], None), None, &[]);
        assert!(lost.contains("Elo    -infinite ("), "{lost}");
    }
}
