//! X4: Iago against modified weighted squares (PAIP, section 18.12).

use anyhow::Result;
use willow_matches::OpeningSource;

use super::report::{Report, Table};
use super::series::{Played, Score, series};
use super::workbench::Workbench;

/// What the book prints: the plies, and Iago's wins in ten games.
const BOOK: [(u32, &str); 2] = [(3, BOOK_3), (4, BOOK_4)];
const BOOK_3: &str = "8 of 10";
const BOOK_4: &str = "9 of 10";

/// Runs the experiment.
pub(super) fn run(bench: &mut Workbench<'_>) -> Result<Report> {
    let mut report = Report::new(
        "x4",
        "Iago against modified weighted squares",
        "PAIP (Norvig 1992), section 18.12",
    );
    report.text(
        "Both search the same number of plies with killer moves and static order. Every game begins \
         with ten random moves, played twice with the colours changed.",
    );
    let mut table = Table::new(
        "Iago's points",
        &["plies", "book", "ours, 10 games", "ours, more games", "discs a game"],
    );
    let games = bench.amount(1000, 20);
    let openings = OpeningSource::Random { plies: 10 };
    for (depth, book) in BOOK {
        let iago = format!("iago:depth={depth}");
        let other = format!("alpha-beta-killer:depth={depth},eval=modified-weighted-squares");
        let ten: Vec<Played> = bench
            .row(&format!("{depth} plies, 10 games"), || series(&iago, &other, 10, &openings, 1))?;
        let many: Score = bench.row(&format!("{depth} plies, {games} games"), || {
            Ok(Score::of(&series(&iago, &other, games, &openings, 2)?))
        })?;
        table.row([
            depth.to_string(),
            book.to_owned(),
            format!("{} of 10", Score::of(&ten).points),
            format!("{} of {games}", many.percent()),
            many.mean_discs(),
        ]);
    }
    report.table(table);
    report.verdict(
        "Iago wins nearly all, at 3 plies and at 4. Ten games with other random moves do not give the \
         same number of wins; the long match shows what to expect of ten.",
    );
    Ok(report)
}
