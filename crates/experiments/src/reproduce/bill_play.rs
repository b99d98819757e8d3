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
use super::simulated_machine::BILL_NODES_PER_SECOND;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x6",
        "BILL as a player: book, clock, thinking ahead, Iago",
        "Lee and Mahajan 1986, sections 3.1.3, 3.1.6.1, 3.3 and 4, appendix I and chapter 2",
    );
    let book = opening_book::measure(measurements)?;
    report.add_table(opening_book::table(&book, measurements.settings().quick));
    let time = clock_games::game_time(measurements).as_secs_f64();
    report.add_text(format!(
        "The tables that follow are of games on a simulated machine: its clock goes with the nodes that BILL \
         searches, {BILL_NODES_PER_SECOND} a second, which is the report's speed on a VAX-11/785, whatever the \
         real time is. A side has {} minutes. Each opening is four random moves, and both colours play it.",
        time / 60.0
    ));
    let clock = clock_games::add(measurements, &mut report)?;
    let guesses = opponents::guesses(measurements)?;
    report.add_table(opponents::ahead_table(&guesses));
    let iago = opponents::iago_matches(measurements)?;
    report.add_table(opponents::iago_table(measurements, &iago));
    let games = report_games(measurements)?;
    let strategy = strategy::add(measurements, &games, &mut report)?;
    let claims = [
        opening_book::claims(&book),
        clock.claims(),
        opponents::guess_claims(&guesses),
        opponents::iago_claims(&iago),
        strategy.claims(&games.sample()),
    ];
    report.add_verdict(&claims.concat());
    report.add_comment(
        "2026-11-22",
        "Our book was grown by searches of seven plies; an earlier one of six plies, which is not in the project \
         any more, lost three discs a game. The games with the book follow a few of its lines, so that they \
         are less independent than their interval assumes. The clock counts the nodes of an endgame search, \
         which evaluates nothing, like those of a normal one, and BILL's estimate of how many it takes is ours: \
         the report does not publish it, nor the fractions of the clock. The four games of the archive against \
         `???` are probably those of Waterloo.",
    );
    Ok(report)
}
