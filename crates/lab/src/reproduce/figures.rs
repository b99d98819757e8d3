//! The boards of the report on BILL (experiment figures): its drawings are lost, but many of them are
//! positions of games that a database has.
//!
//! Each board is looked for by what the report says of it, and drawn. The same facts tell which games
//! of the database are those of Waterloo, whose scores in the report differ a little.

mod boards;
mod edges;
mod facts;
mod waterloo;

use anyhow::Result;

use super::measurements::Measurements;
use super::report::ExperimentReport;

/// Looks at the games and writes the report. Nothing has to be measured.
pub(super) fn run(_measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "figures",
        "the boards of the report on BILL",
        "Lee and Mahajan 1986, figures 2-2, 2-5 to 2-7, 3-1, 3-5 to 3-8 and appendix II",
    );
    report.add_text(
        "The drawings of the report are lost; their captions are not. A board is looked for in the games of \
         the WTHOR database that the caption can mean, by what the report says of it, in all eight symmetries. \
         X is Black, O White.",
    );
    let found = boards::find()?;
    boards::add(&found, &mut report);
    let games = waterloo::identify();
    waterloo::add(&games, &mut report);
    edges::add(&mut report);
    let mut claims = boards::claims(&found);
    claims.extend(waterloo::claims(&games));
    report.add_verdict(&claims);
    report.add_checks(&edges::checks());
    report.add_comment(
        "2026-11-24",
        "Constants of BILL's clock and of its edge table were chosen by figures 3-1, 3-6 and 3-8: that ours agree \
         with them is no result. The report prints the score of its games in several places, and not always the same one: BILL against \
         CASSIO is 61-3 in figures 3-4 and II-2 and 63-3 in figure 3-5, which are 66 discs. How \
         the scores of the database came to differ from the report's is not known. A move gives up a corner here \
         if the opponent can then take one that it could not take before.",
    );
    Ok(report)
}
