//! The value of BILL's opening book (section 3.3.1.3).

use anyhow::Result;
use serde_json::json;
use willow_players::matches::OpeningSource;

use crate::reproduce::match_series::{SeriesGame, SeriesScore, play_series};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Tolerance};

/// The smallest and the largest budget of a move in nodes, for the report's "varying time
/// allocations".
const BUDGETS: (f64, f64) = (2_000.0, 30_000.0);

/// The same in a shortened experiment.
const QUICK_BUDGETS: (f64, f64) = (500.0, 501.0);

const fn budgets(quick: bool) -> (f64, f64) {
    if quick { QUICK_BUDGETS } else { BUDGETS }
}

/// What the book is worth in the report, in discs a game.
const REPORTS_DISCS: f64 = 8.0;

/// Plays BILL with its book against BILL without it, both with constants of this name.
pub(super) fn measure(measurements: &mut Measurements<'_>, constants: &str) -> Result<SeriesScore> {
    let pairs = measurements.full_or_quick(40, 2);
    let mut games: Vec<SeriesGame> = Vec::new();
    for pair in 0..pairs {
        let part = f64::from(pair) / f64::from(pairs - 1);
        let (least, most) = budgets(measurements.settings().quick);
        let nodes = (least * (most / least).powf(part)).round();
        let (with, without) =
            (format!("bill:nodes={nodes}"), format!("bill:nodes={nodes},book=off"));
        let parameters = json!({ "first": with, "second": without, "games": 2, "seed": 1 });
        let key =
            MeasurementKey::new(format!("book, {nodes} nodes"), parameters).of_constants(constants);
        let [with, without] = [with, without].map(|spec| format!("{spec},constants={constants}"));
        let both = measurements
            .get_or_measure(&key, || play_series(&with, &without, 2, &OpeningSource::Start, 1))?;
        games.extend(both);
    }
    Ok(SeriesScore::of(&games))
}

/// Returns the table of the matches with each set of constants.
pub(super) fn table(scores: &[SeriesScore], quick: bool) -> ReportTable {
    let (least, most) = budgets(quick);
    let mut table = ReportTable::new(
        &format!(
            "The book (section 3.3.1.3): BILL with it against BILL without it, {} games from the start with \
             {least} to {most} nodes a move",
            scores[0].games
        ),
        &["", "paper", "ours, historical", "ours, tuned"],
    );
    let row = |name: &str, paper: String, of: fn(&SeriesScore) -> String| {
        [name.to_owned(), paper].into_iter().chain(scores.iter().map(of)).collect::<Vec<_>>()
    };
    table.add_row(row("discs a game", format!("{REPORTS_DISCS:+}"), SeriesScore::mean_discs));
    table.add_row(row("points", String::new(), SeriesScore::percent));
    table
}

/// Returns the report's claim about the book.
pub(super) fn claims(score: &SeriesScore) -> Vec<PaperClaim> {
    let figure =
        ComparedFigure { paper: REPORTS_DISCS, ours: score.discs, error: score.discs_error };
    vec![PaperClaim {
        claim: "what the book is worth, in discs a game".to_owned(),
        test: ClaimTest::Figures(Tolerance::WithinInterval, vec![figure]),
        sample: score.sample(),
    }]
}
