//! What the opening book is worth (section 3.3.1.3).

use anyhow::Result;
use willow_matches::OpeningSource;

use crate::reproduce::report::Table;
use crate::reproduce::series::{Played, Score, series};
use crate::reproduce::workbench::Workbench;

/// The smallest and the largest budget of a move, in nodes: the "varying time allocations".
const BUDGETS: (f64, f64) = (2_000.0, 30_000.0);

/// Returns BILL with its book against BILL without it.
pub(super) fn table(bench: &mut Workbench<'_>) -> Result<Table> {
    let pairs = bench.amount(40, 2);
    let mut games: Vec<Played> = Vec::new();
    for pair in 0..pairs {
        let part = f64::from(pair) / f64::from(pairs - 1);
        let nodes = (BUDGETS.0 * (BUDGETS.1 / BUDGETS.0).powf(part)).round();
        let nodes = if bench.setting().quick { 500.0 + f64::from(pair) } else { nodes };
        let (with, without) =
            (format!("bill:nodes={nodes}"), format!("bill:nodes={nodes},book=off"));
        let both = bench.row(&format!("book, {nodes} nodes"), || {
            series(&with, &without, 2, &OpeningSource::Start, 1)
        })?;
        games.extend(both);
    }
    let score = Score::of(&games);
    let mut table = Table::new(
        &format!(
            "The book (section 3.3.1.3): BILL with it against BILL without it, {} games from the start with \
             {} to {} nodes a move",
            games.len(),
            BUDGETS.0,
            BUDGETS.1
        ),
        &["", "paper", "ours"],
    );
    table.row(["discs a game".to_owned(), "+8".to_owned(), score.mean_discs()]);
    table.row(["points".to_owned(), String::new(), score.percent()]);
    Ok(table)
}
