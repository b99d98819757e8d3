//! Iago against modified weighted squares (PAIP, section 18.12; experiment x4).

use anyhow::Result;
use willow_matches::OpeningSource;

use super::match_series::{SeriesGame, SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};

/// The results in the book: the plies, and Iago's wins in ten games.
const BOOK: [(u32, &str); 2] = [(3, BOOK_3), (4, BOOK_4)];
const BOOK_3: &str = "8 of 10";
const BOOK_4: &str = "9 of 10";

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
    for (depth, book) in BOOK {
        let iago = format!("iago:depth={depth}");
        let other = format!("alpha-beta-killer:depth={depth},eval=modified-weighted-squares");
        let ten: Vec<SeriesGame> = measurements
            .get_or_measure(&format!("{depth} plies, 10 games"), || {
                play_series(&iago, &other, 10, &openings, 1)
            })?;
        let many: SeriesScore = measurements
            .get_or_measure(&format!("{depth} plies, {games} games"), || {
                Ok(SeriesScore::of(&play_series(&iago, &other, games, &openings, 2)?))
            })?;
        table.add_row([
            depth.to_string(),
            book.to_owned(),
            format!("{} of 10", SeriesScore::of(&ten).points),
            format!("{} of {games}", many.percent()),
            many.mean_discs(),
        ]);
    }
    report.add_table(table);
    report.add_verdict(
        "Iago wins nearly all, at 3 plies and at 4. Ten games with other random moves do not give the \
         same number of wins; the long match shows what to expect of ten.",
    );
    Ok(report)
}
