//! BILL as a player (Lee and Mahajan 1986, sections 3.1.3, 3.3 and 4, appendix I, chapter 2;
//! experiment x6).

mod clock_games;
mod opening_book;
mod opponents;
mod strategy;

use anyhow::Result;

use super::bill_turns::report_games;
use super::measurements::Measurements;
use super::report::ExperimentReport;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x6",
        "BILL as a player: book, clock, thinking ahead, Iago",
        "Lee and Mahajan 1986, sections 3.1.3, 3.1.6.1, 3.3 and 4, appendix I and chapter 2",
    );
    report.add_table(opening_book::table(measurements)?);
    report.add_text(
        "The tables that follow are of games on a machine of BILL's time: its clock goes with the nodes \
         that it searches, 1,100 a second, as on the VAX-11/785, whatever the real time is. BILL has 30 \
         minutes for its moves, of which it keeps five back. Each opening is four random moves, and both \
         colours play it.",
    );
    clock_games::add(measurements, &mut report)?;
    report.add_table(opponents::ahead_table(measurements)?);
    report.add_table(opponents::iago_table(measurements)?);
    let games = report_games(measurements)?;
    strategy::add(measurements, &games, &mut report)?;
    report.add_verdict(
        "levels searched, alarms and the branching factor at the speed of the report's machine, BILL's wins \
         against IAGO of 1982 with all its time and with a fifth, and the directions of moves; of its time \
         some minutes more are left. Guesses come true as often as at the North American Championship, \
         against weak opponents too. The book, grown by searches of seven plies, is worth about five discs of \
         the report's eight, with a wide margin, for all these games follow a few of its lines; one of six \
         plies lost three. The endgame is searched to its end some \
         two squares later than the report's: the clock counts the nodes of such a search, which evaluates \
         nothing, like those of a normal one, and how many it takes is an estimate of ours, with a margin for \
         the worst of ten, as the fractions of the clock are.",
    );
    Ok(report)
}
