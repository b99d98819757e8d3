//! The value of BILL's opening book (section 3.3.1.3).

use anyhow::Result;
use willow_matches::OpeningSource;

use crate::reproduce::match_series::{SeriesGame, SeriesScore, play_series};
use crate::reproduce::measurements::Measurements;
use crate::reproduce::report::ReportTable;

/// The smallest and the largest budget of a move in nodes, for the report's "varying time
/// allocations".
const BUDGETS: (f64, f64) = (2_000.0, 30_000.0);

/// Returns the table of BILL with its book against BILL without it.
pub(super) fn table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let pairs = measurements.full_or_quick(40, 2);
    let mut games: Vec<SeriesGame> = Vec::new();
    for pair in 0..pairs {
        let part = f64::from(pair) / f64::from(pairs - 1);
        let nodes = (BUDGETS.0 * (BUDGETS.1 / BUDGETS.0).powf(part)).round();
        let nodes = if measurements.settings().quick { 500.0 + f64::from(pair) } else { nodes };
        let (with, without) =
            (format!("bill:nodes={nodes}"), format!("bill:nodes={nodes},book=off"));
        let both = measurements.get_or_measure(&format!("book, {nodes} nodes"), || {
            play_series(&with, &without, 2, &OpeningSource::Start, 1)
        })?;
        games.extend(both);
    }
    let score = SeriesScore::of(&games);
    let mut table = ReportTable::new(
        &format!(
            "The book (section 3.3.1.3): BILL with it against BILL without it, {} games from the start with \
             {} to {} nodes a move",
            games.len(),
            BUDGETS.0,
            BUDGETS.1
        ),
        &["", "paper", "ours"],
    );
    table.add_row(["discs a game".to_owned(), "+8".to_owned(), score.mean_discs()]);
    table.add_row(["points".to_owned(), String::new(), score.percent()]);
    Ok(table)
}
