//! Iago against modified weighted squares (PAIP, section 18.12; experiment x4).

use anyhow::Result;
use serde_json::json;
use willow_players::matches::OpeningSource;

use super::match_series::{SeriesGame, SeriesScore, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, PaperClaim, Sample, Tolerance};

/// The results in the book: the plies, and Iago's wins in ten games.
const BOOK: [(u32, u32); 2] = [(3, 8), (4, 9)];

/// The number of games of each match in the book.
const BOOKS_GAMES: u32 = 10;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x4",
        "Iago against modified weighted squares",
        "PAIP (Norvig 1992), section 18.12",
    );
    report.add_text(
        "Both search the same number of plies with killer moves and static order. Every game begins \
         with ten random moves, played twice with the colours changed.",
    );
    let mut table = ReportTable::new(
        "Iago's points",
        &["plies", "book", "ours, 10 games", "ours, more games", "discs a game"],
    );
    let games = measurements.full_or_quick(1000, 20);
    let openings = OpeningSource::Random { plies: 10 };
    let mut scores = Vec::new();
    for (depth, book) in BOOK {
        let iago = format!("iago:depth={depth}");
        let other = format!("alpha-beta-killer:depth={depth},eval=modified-weighted-squares");
        let key = |games: u32, seed: u64| {
            let parameters = json!({
                "first": iago, "second": other, "games": games, "random_plies": 10, "seed": seed
            });
            MeasurementKey::new(format!("{depth} plies, {games} games"), parameters)
        };
        let ten: Vec<SeriesGame> = measurements.get_or_measure(&key(BOOKS_GAMES, 1), || {
            play_series(&iago, &other, BOOKS_GAMES, &openings, 1)
        })?;
        let many: SeriesScore = measurements.get_or_measure(&key(games, 2), || {
            Ok(SeriesScore::of(&play_series(&iago, &other, games, &openings, 2)?))
        })?;
        table.add_row([
            depth.to_string(),
            format!("{book} of {BOOKS_GAMES}"),
            format!("{} of {BOOKS_GAMES}", SeriesScore::of(&ten).points),
            format!("{} of {games}", many.percent()),
            many.mean_discs(),
        ]);
        scores.push(many);
    }
    report.add_table(table);
    report.add_verdict(&claims(&scores));
    Ok(report)
}

/// Returns the claims of the book beside the long matches at 3 and 4 plies.
fn claims(scores: &[SeriesScore]) -> Vec<PaperClaim> {
    let mut claims = Vec::new();
    let mut figures = Vec::new();
    for ((depth, book), score) in BOOK.into_iter().zip(scores) {
        let figure = score.compared_part(f64::from(book) / f64::from(BOOKS_GAMES), BOOKS_GAMES);
        figures.push(figure);
        claims.push(PaperClaim {
            claim: format!("Iago wins more than half at {depth} plies (percent)"),
            test: score.is_stronger(),
            sample: score.sample(),
        });
        claims.push(PaperClaim {
            claim: format!("Iago's part of the points at {depth} plies"),
            test: ClaimTest::Figures(Tolerance::WithinInterval, vec![figure]),
            sample: score.sample(),
        });
    }
    let sample = scores.first().map_or(Sample::at_least(0, 1, "matches"), SeriesScore::sample);
    claims.push(PaperClaim {
        claim: "Iago wins more at 4 plies than at 3".to_owned(),
        test: ClaimTest::SameOrder(figures),
        sample,
    });
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{Verdict, VerdictReport};

    fn verdict(games: u32, parts: &[f64]) -> Verdict {
        let score = |part: &f64| SeriesScore {
            games,
            points: part * f64::from(games),
            error: 0.02,
            discs: 0.0,
            discs_error: 1.0,
            white: 0.0,
        };
        VerdictReport::of(&claims(&parts.iter().map(score).collect::<Vec<_>>())).verdict
    }

    #[test]
    fn the_verdict_follows_the_measured_points() {
        assert_eq!(verdict(1000, &[0.80, 0.90]), Verdict::Agrees);
        assert_eq!(verdict(1000, &[0.55, 0.60]), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(1000, &[0.90, 0.80]), Verdict::DoesNotAgree);
        assert_eq!(verdict(1000, &[0.20, 0.30]), Verdict::DoesNotAgree);
        assert_eq!(verdict(20, &[0.80, 0.90]), Verdict::CannotBeCompared);
        assert_eq!(verdict(1000, &[]), Verdict::CannotBeCompared);
    }
}
