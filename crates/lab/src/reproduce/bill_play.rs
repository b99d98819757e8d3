//! BILL as a player (Lee and Mahajan 1986, sections 3.1.3, 3.3 and 4, appendix I, chapter 2;
//! experiment x6).

mod clock_games;
mod opening_book;
mod opponents;
mod speeds;
mod strategy;

use anyhow::Result;

use super::bill_turns::SETS;
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
    report.add_text(
        "BILL plays with its historical constants, and once more with the tuned ones, whose figures have no \
         part in the verdict.",
    );
    let books = SETS
        .iter()
        .map(|(name, _)| opening_book::measure(measurements, name))
        .collect::<Result<Vec<_>>>()?;
    report.add_table(opening_book::table(&books, measurements.settings().quick));
    let time = clock_games::game_time(measurements).as_secs_f64();
    report.add_text(format!(
        "The tables that follow are of games on a simulated machine: its clock goes with the nodes that BILL \
         searches, {BILL_NODES_PER_SECOND} a second, which is the report's speed on a VAX-11/785, whatever the \
         real time is. A side has {} minutes. Each opening is four random moves, and both colours play it.",
        time / 60.0
    ));
    let clock = clock_games::add(measurements, &mut report)?;
    let guesses = SETS
        .map(|set| opponents::guesses(measurements, set))
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    report.add_table(opponents::ahead_table(&guesses));
    let iago = SETS
        .map(|set| opponents::iago_matches(measurements, set))
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    report.add_table(opponents::iago_table(measurements, &iago));
    let strategy = strategy::add(measurements, &mut report)?;
    let claims = [
        opening_book::claims(&books[0]),
        clock.claims(),
        opponents::guess_claims(&guesses[0]),
        opponents::iago_claims(&iago[0]),
        strategy.claims(),
    ];
    report.add_verdict(&claims.concat());
    report.add_comment(
        "2026-11-23",
        "Our book was grown by searches of seven plies; an earlier one of six plies, which is not in the project \
         any more, lost three discs a game. The games with the book follow a few of its lines, so that they \
         are less independent than their interval assumes. The clock counts the nodes of an endgame search, \
         which evaluates nothing, like those of a normal one, and BILL's estimate of how many it takes is ours: \
         the report does not publish it, nor the fractions of the clock.",
    );
    Ok(report)
}
