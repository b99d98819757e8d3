//! Tournament games of BILL by the simulated clock: depths, alarms, remaining time, table I-1.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;
use willow_board::Game;
use willow_classics::bill::{self, Constants};
use willow_players::matches::OpeningSource;

use super::speeds::Speeds;
use crate::reproduce::bill_turns::{SETS, midgame};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::simulated_machine::{
    BILL_NODES_PER_SECOND, BillSetup, IAGO_NODES_PER_SECOND, IagoSetup, PlayerSetup, SearchPhase,
    SideStatistics, SimulatedGame, SimulatedTurn, play,
};
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};
use crate::statistics::mean_and_deviation;

/// The time of a tournament game.
const TOURNAMENT: Duration = Duration::from_mins(30);

/// Returns the time of a simulated game: that of a tournament, or half a minute in a shortened
/// experiment.
pub(super) const fn game_time(measurements: &Measurements<'_>) -> Duration {
    if measurements.settings().quick { Duration::from_secs(30) } else { TOURNAMENT }
}

/// The part of the time that the operators left to BILL: the report counts the rest of 25 minutes.
const PART_AFTER_OPERATORS: f64 = 25.0 / 30.0;

/// The number of random moves of an opening.
pub(super) const OPENING_PLIES: u32 = 4;

/// The rating of an opponent of whom nothing is known.
const UNKNOWN_RATING: u32 = 1500;

/// The seed of the openings.
pub(super) const OPENING_SEED: u64 = 1986;

/// Returns BILL on a machine of its time, thinking ahead against an opponent of whom nothing is known.
pub(super) const fn bill(time: Duration, constants: Constants) -> BillSetup {
    let options = bill::Options { solves: true, has_book: true, ..midgame(constants) };
    BillSetup { options, speed: BILL_NODES_PER_SECOND, time, ahead: Some(UNKNOWN_RATING) }
}

/// Plays simulated games: every opening twice, first with Black for the first player.
pub(super) fn simulated_games(
    first: &PlayerSetup,
    second: &PlayerSetup,
    games: u32,
) -> Result<Vec<SimulatedGame>> {
    let source = OpeningSource::Random { plies: OPENING_PLIES };
    let openings = source.openings(games.div_ceil(2) as usize, OPENING_SEED)?;
    let both =
        |opening: &Game| [play([first, second], opening, 1), play([second, first], opening, 1)];
    openings.iter().flat_map(both).collect()
}

/// What was measured of BILL's clock, and what the report has.
pub(super) struct ClockFigures {
    n_sides: usize,
    rows: Vec<ClockRow>,
    /// Table I-1: the branching factors and the levels of IAGO and of BILL.
    comparison: [ComparedFigure; 4],
    /// The claims about the speeds.
    speeds: Vec<PaperClaim>,
}

/// A line of the table of BILL's clock.
struct ClockRow {
    what: &'static str,
    paper: &'static str,
    /// When the paper's figure counts as met; it is the middle of a range.
    tolerance: Tolerance,
    figure: ComparedFigure,
}

impl ClockFigures {
    /// Returns the report's claims.
    pub(super) fn claims(&self) -> Vec<PaperClaim> {
        let claim = |what: &str, tolerance, figures: &[ComparedFigure]| PaperClaim {
            claim: what.to_owned(),
            test: ClaimTest::Figures(tolerance, figures.to_vec()),
            sample: Sample::at_least(self.n_sides, 40, "sides of games"),
        };
        let rows = self.rows.iter();
        let mut claims: Vec<PaperClaim> =
            rows.map(|row| claim(row.what, row.tolerance, &[row.figure])).collect();
        let [iago_factor, bill_factor, iago_levels, bill_levels] = self.comparison;
        let factors = [iago_factor, bill_factor];
        claims.push(claim("table I-1: branching factors", Tolerance::Within(0.3), &factors));
        let levels = [iago_levels, bill_levels];
        claims.push(claim("table I-1: levels searched", Tolerance::Within(0.5), &levels));
        claims.push(PaperClaim {
            claim: "table I-1: BILL searches deeper than IAGO".to_owned(),
            test: ClaimTest::SameOrder(levels.to_vec()),
            sample: Sample::at_least(self.n_sides, 40, "sides of games"),
        });
        claims.extend(self.speeds.iter().cloned());
        claims
    }
}

/// Adds the tables of games with the clock.
pub(super) fn add(
    measurements: &mut Measurements<'_>,
    report: &mut ExperimentReport,
) -> Result<ClockFigures> {
    let n_games = measurements.full_or_quick(20, 2);
    let time = game_time(measurements);
    let key = |name: &str, speed: f64| {
        let parameters = json!({
            "games": n_games,
            "seconds": time.as_secs(),
            "nodes_per_second": speed,
            "random_plies": OPENING_PLIES,
            "seed": OPENING_SEED,
        });
        MeasurementKey::new(format!("{n_games} games of {name} against itself"), parameters)
    };
    let mut bills = Vec::new();
    for (name, constants) in SETS {
        let setup = PlayerSetup::Bill(bill(time, constants));
        let key = key("BILL", BILL_NODES_PER_SECOND).of_constants(name);
        let games =
            measurements.get_or_measure(&key, || simulated_games(&setup, &setup, n_games))?;
        bills.push(games.into_iter().flat_map(|game| game.sides).collect::<Vec<_>>());
    }
    let [sides, tuned] = [&bills[0], &bills[1]];
    let rows = clock_rows(sides, time);
    report.add_table(clock_table(&rows, &clock_rows(tuned, time), sides.len()));
    let iago = PlayerSetup::Iago(IagoSetup { speed: IAGO_NODES_PER_SECOND, time });
    let games = measurements.get_or_measure(&key("IAGO", IAGO_NODES_PER_SECOND), || {
        simulated_games(&iago, &iago, n_games)
    })?;
    let iagos: Vec<SideStatistics> = games.into_iter().flat_map(|game| game.sides).collect();
    let speeds = Speeds::measure(measurements)?;
    let (table, comparison) = comparison_table(&speeds, sides, &iagos);
    report.add_table(table);
    report.add_text(speeds.text());
    Ok(ClockFigures { n_sides: sides.len(), rows, comparison, speeds: speeds.claims() })
}

/// Returns the mean of a value of all sides that have it; not a number if none has it.
fn mean(sides: &[SideStatistics], value: impl Fn(&SideStatistics) -> Option<f64>) -> f64 {
    let values: Vec<f64> = sides.iter().filter_map(value).collect();
    if values.is_empty() { f64::NAN } else { mean_and_deviation(&values).0 }
}

/// Returns the number of empty squares at the first turn of a phase.
fn first_empties(side: &SideStatistics, is_it: impl Fn(&SimulatedTurn) -> bool) -> Option<f64> {
    side.turns.iter().find(|turn| is_it(turn)).map(|turn| f64::from(turn.empties))
}

fn level_of(turns: &[SimulatedTurn], phase: impl Fn(SearchPhase) -> bool) -> f64 {
    let levels: Vec<f64> =
        turns.iter().filter(|turn| phase(turn.phase)).map(|turn| turn.level).collect();
    mean_and_deviation(&levels).0
}

/// Returns the mean levels of the normal searches, of the first searches to the end, and of both
/// together.
fn levels(sides: &[SideStatistics]) -> [f64; 3] {
    let all: Vec<SimulatedTurn> = sides.iter().flat_map(|side| side.turns.clone()).collect();
    let normal = level_of(&all, |phase| phase == SearchPhase::Normal);
    let is_end =
        |turn: &SimulatedTurn| matches!(turn.phase, SearchPhase::Outcome | SearchPhase::Exact);
    let ends: Vec<SimulatedTurn> = sides
        .iter()
        .filter_map(|side| side.turns.iter().find(|turn| is_end(turn)).copied())
        .collect();
    let end = level_of(&ends, |_| true);
    let normals: Vec<f64> = all
        .iter()
        .filter(|turn| turn.phase == SearchPhase::Normal)
        .chain(&ends)
        .map(|turn| turn.level)
        .collect();
    [normal, end, mean_and_deviation(&normals).0]
}

fn clock_rows(sides: &[SideStatistics], time: Duration) -> Vec<ClockRow> {
    let [normal, end, weighted] = levels(sides);
    let left = |side: &SideStatistics| Some(PART_AFTER_OPERATORS * time.as_secs_f64() - side.used);
    let alarms =
        |side: &SideStatistics| Some(side.turns.iter().filter(|turn| turn.alarm).count() as f64);
    let outcome = |side: &SideStatistics| {
        first_empties(side, |turn| matches!(turn.phase, SearchPhase::Outcome | SearchPhase::Exact))
    };
    let exact =
        |side: &SideStatistics| first_empties(side, |turn| turn.phase == SearchPhase::Exact);
    let by_12 = sides.iter().filter(|side| outcome(side).is_some_and(|empties| 12.0 <= empties));
    let by_12 = 100.0 * by_12.count() as f64 / sides.len() as f64;
    let row = |what, paper, tolerance, middle, ours| ClockRow {
        what,
        paper,
        tolerance,
        figure: ComparedFigure::new(middle, ours),
    };
    let (near, range) = (Tolerance::Within(0.5), Tolerance::Between);
    vec![
        row("levels of normal searches", "7.7", near, 7.7, normal),
        row("levels of the first search to the end", "15", Tolerance::Within(1.0), 15.0, end),
        row("levels, weighted", "8.0", near, 8.0, weighted),
        row("seconds left of 25 minutes", "180", Tolerance::Within(60.0), 180.0, mean(sides, left)),
        row("alarms a game", "several", Tolerance::AtLeast(2.0), f64::NAN, mean(sides, alarms)),
        row(
            "empty squares at the first outcome search",
            "15 or 16",
            range(15.0, 16.0),
            15.5,
            mean(sides, outcome),
        ),
        row(
            "empty squares at the first exact search",
            "13 to 15",
            range(13.0, 15.0),
            14.0,
            mean(sides, exact),
        ),
        row(
            "games searched to the end by 12 empty squares, in percent",
            "always",
            Tolerance::Equal,
            100.0,
            by_12,
        ),
    ]
}

fn clock_table(rows: &[ClockRow], tuned: &[ClockRow], n_sides: usize) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "BILL and its clock (sections 3.1.3, 3.1.4.3 and 3.1.6.1): {n_sides} sides of games against itself",
        ),
        &["", "paper", "ours, historical", "ours, tuned"],
    );
    let number = |row: &ClockRow| {
        let ours = row.figure.ours;
        if ours.is_nan() { "never".to_owned() } else { format!("{ours:.1}") }
    };
    for (row, tuned) in rows.iter().zip(tuned) {
        let words = [row.what, row.paper].map(str::to_owned);
        table.add_row(words.into_iter().chain([number(row), number(tuned)]));
    }
    table
}

/// Returns the last three lines of table I-1, and those of their figures that do not depend on
/// today's machine. The other lines name parts of the programs.
fn comparison_table(
    speeds: &Speeds,
    bills: &[SideStatistics],
    iagos: &[SideStatistics],
) -> (ReportTable, [ComparedFigure; 4]) {
    let Speeds { bill, iago, .. } = speeds;
    let (iago_levels, bill_levels) = (levels(iagos)[2], levels(bills)[2]);
    let figures = [(4.0, iago.factor), (3.7, bill.factor), (6.3, iago_levels), (8.0, bill_levels)]
        .map(|(paper, ours)| ComparedFigure::new(paper, ours));
    let mut table = ReportTable::new(
        "Table I-1, its last lines. The speeds are of the machine that measured, the levels of a simulated \
         one: 150 nodes a second for IAGO and 1,100 for BILL",
        &[
            "",
            "paper, Iago",
            "paper, Bill",
            "ours, IAGO",
            "ours, IAGO counting square by square",
            "ours, Bill",
        ],
    );
    speeds.add_rows(&mut table);
    for (name, first, decimals) in [("branching factor", 0, 2), ("levels searched", 2, 1)] {
        let [iago, bill] = [figures[first], figures[first + 1]];
        let paper = [iago, bill].map(|one| format!("{:.1}", one.paper));
        let ours = |one: ComparedFigure| format!("{:.decimals$}", one.ours);
        let cells = [ours(iago), String::new(), ours(bill)];
        table.add_row(std::iter::once(name.to_owned()).chain(paper).chain(cells));
    }
    (table, figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, Verdict, VerdictReport};

    /// The report's figures as if they had been measured.
    fn reports() -> ClockFigures {
        let row = |what, tolerance, paper: f64, ours| ClockRow {
            what,
            paper: "",
            tolerance,
            figure: ComparedFigure::new(paper, ours),
        };
        ClockFigures {
            n_sides: 40,
            rows: vec![row("levels", Tolerance::Within(0.5), 7.7, 7.7)],
            comparison: [(4.0, 4.0), (3.7, 3.7), (6.3, 6.3), (8.0, 8.0)]
                .map(|(paper, ours)| ComparedFigure::new(paper, ours)),
            speeds: Vec::new(),
        }
    }

    fn verdict(change: impl Fn(&mut ClockFigures)) -> Verdict {
        let mut figures = reports();
        change(&mut figures);
        VerdictReport::of(&figures.claims()).verdict
    }

    #[test]
    fn the_verdict_follows_the_measured_levels() {
        assert_eq!(verdict(|_| ()), Verdict::Agrees);
        assert_eq!(verdict(|one| one.rows[0].figure.ours = 9.0), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(|one| one.comparison[1].ours = 5.0), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(|one| one.comparison[3].ours = 5.0), Verdict::DoesNotAgree);
        assert_eq!(verdict(|one| one.n_sides = 4), Verdict::CannotBeCompared);
    }

    #[test]
    fn the_rows_are_computed_from_the_turns() {
        let turn = |empties, phase, level| SimulatedTurn {
            own_moves: 1,
            empties,
            level,
            alarm: true,
            phase,
            nodes: 1,
            leaves: 1,
        };
        let side = |level| SideStatistics {
            used: 1320.0,
            turns: vec![
                turn(40, SearchPhase::Normal, level),
                turn(15, SearchPhase::Outcome, 15.0),
                turn(14, SearchPhase::Exact, 14.0),
            ],
            ..SideStatistics::default()
        };
        let results = |level| {
            let rows = clock_rows(&[side(level)], TOURNAMENT);
            let claims = ClockFigures { n_sides: 40, rows, ..reports() }.claims();
            VerdictReport::of(&claims).claims.into_iter().map(|one| one.result).collect::<Vec<_>>()
        };
        // Three alarms, 180 seconds left: all rows but the weighted mean of two levels agree.
        let as_printed = results(7.7);
        let refuted = |results: &[ClaimResult]| {
            results.iter().filter(|&&one| one == ClaimResult::DoesNotHold).count()
        };
        assert_eq!(as_printed[..2], [ClaimResult::Holds; 2]);
        assert_eq!(refuted(&as_printed), 1, "{as_printed:?}");
        assert_eq!(results(9.0)[0], ClaimResult::DoesNotHold);
    }
}
