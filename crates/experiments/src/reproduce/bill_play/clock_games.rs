//! Tournament games of BILL by the simulated clock: depths, alarms, remaining time, table I-1.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::Game;
use willow_classics::bill;
use willow_matches::OpeningSource;

use crate::reproduce::bill_turns::{MIDGAME, SearchedTurn, search_turns, turns};
use crate::reproduce::match_series::play_series;
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::simulated_machine::{
    BILL_NODES_PER_SECOND, BillSetup, IAGO_NODES_PER_SECOND, IagoSetup, PlayerSetup, SearchPhase,
    SideStatistics, SimulatedGame, SimulatedTurn, TimePerMove, play,
};
use crate::reproduce::statistics::mean_and_deviation;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

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

/// The seed of the openings.
pub(super) const OPENING_SEED: u64 = 1986;

/// Returns BILL on a machine of its time.
pub(super) const fn bill(time: Duration, ahead: Option<u32>) -> BillSetup {
    let options = bill::Options {
        version: willow_classics::bill::Version::Bill,
        percent: willow_classics::bill::CoefficientPercent::REPORT,
        constants: willow_classics::bill::Constants::OURS,
        hash_bytes: bill::Options::REPORTS_HASH_BYTES,
        has_killers: true,
        has_zero_window: true,
        prunes: true,
        solves: true,
        has_book: true,
    };
    BillSetup { options, speed: BILL_NODES_PER_SECOND, time, ahead }
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
    let setup = PlayerSetup::Bill(bill(time, Some(1500)));
    let games = measurements.get_or_measure(&key("BILL", BILL_NODES_PER_SECOND), || {
        simulated_games(&setup, &setup, n_games)
    })?;
    let sides: Vec<SideStatistics> = games.into_iter().flat_map(|game| game.sides).collect();
    let rows = clock_rows(&sides, time);
    report.add_table(clock_table(&rows, sides.len()));
    let iago = PlayerSetup::Iago(IagoSetup { speed: IAGO_NODES_PER_SECOND, time });
    let games = measurements.get_or_measure(&key("IAGO", IAGO_NODES_PER_SECOND), || {
        simulated_games(&iago, &iago, n_games)
    })?;
    let iagos: Vec<SideStatistics> = games.into_iter().flat_map(|game| game.sides).collect();
    let (table, comparison) = comparison_table(measurements, &sides, &iagos)?;
    report.add_table(table);
    Ok(ClockFigures { n_sides: sides.len(), rows, comparison })
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

fn clock_table(rows: &[ClockRow], n_sides: usize) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "BILL and its clock (sections 3.1.3, 3.1.4.3 and 3.1.6.1): {n_sides} sides of games against itself",
        ),
        &["", "paper", "ours"],
    );
    for ClockRow { what, paper, figure, .. } in rows {
        let ours =
            if figure.ours.is_nan() { "never".to_owned() } else { format!("{:.1}", figure.ours) };
        table.add_row([(*what).to_owned(), (*paper).to_owned(), ours]);
    }
    table
}

/// The speed of a search on this machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Speed {
    /// Nodes a second.
    nodes: f64,
    /// The branching factor.
    factor: f64,
}

/// Returns the last three lines of table I-1, and those of their figures that do not depend on
/// today's machine. The other lines name parts of the programs.
fn comparison_table(
    measurements: &mut Measurements<'_>,
    bills: &[SideStatistics],
    iagos: &[SideStatistics],
) -> Result<(ReportTable, [ComparedFigure; 4])> {
    let depth = measurements.full_or_quick(8, 5);
    let key = MeasurementKey::new("speed of BILL", json!({ "depth": depth, "runs": RUNS }));
    let bill = measurements.get_or_measure(&key, || Ok(bill_speed(&speed_test_game()?, depth)))?;
    let key =
        MeasurementKey::new("speed of IAGO of 1982", json!({ "depth": IAGO_DEPTH, "runs": RUNS }));
    let iago = measurements.get_or_measure(&key, || iago_speed(IAGO_DEPTH))?;
    let (iago_levels, bill_levels) = (levels(iagos)[2], levels(bills)[2]);
    let figures = [(4.0, iago.factor), (3.7, bill.factor), (6.3, iago_levels), (8.0, bill_levels)]
        .map(|(paper, ours)| ComparedFigure::new(paper, ours));
    let mut table = ReportTable::new(
        "Table I-1, its last lines. The speeds are of the machine that measured, the levels of a simulated \
         one: 150 nodes a second for IAGO and 1,100 for BILL",
        &["", "paper, Iago", "paper, Bill", "ours, IAGO", "ours, Bill"],
    );
    let row = |name: &str, cells: [String; 4]| {
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    let [paper_iago, paper_bill] =
        [IAGO_NODES_PER_SECOND, BILL_NODES_PER_SECOND].map(|speed| speed.to_string());
    let speeds = [&iago, &bill].map(|speed| format!("{:.0}", speed.nodes));
    let [our_iago, our_bill] = speeds;
    table.add_row(row("nodes a second", [paper_iago, paper_bill, our_iago, our_bill]));
    for (name, first, decimals) in [("branching factor", 0, 2), ("levels searched", 2, 1)] {
        let [iago, bill] = [figures[first], figures[first + 1]];
        let paper = [iago, bill].map(|one| format!("{:.1}", one.paper));
        let ours = [iago, bill].map(|one| format!("{:.decimals$}", one.ours));
        table.add_row(row(name, [&paper[0], &paper[1], &ours[0], &ours[1]].map(Clone::clone)));
    }
    Ok((table, figures))
}

/// The depth of IAGO's searches for its speed, in plies.
const IAGO_DEPTH: u32 = 6;

/// Returns the game whose positions are searched for the speed of BILL.
fn speed_test_game() -> Result<Game> {
    let bill = "bill:depth=6,book=off";
    let played = play_series(bill, bill, 1, &OpeningSource::Start, 1)?;
    played[0].replay()
}

/// The number of runs. The fastest gives the speed: the load of the machine makes the others
/// slower.
const RUNS: usize = 5;

fn bill_speed(game: &Game, depth: u32) -> Speed {
    let turns = &turns(game)[8..48.min(game.n_plies())];
    let runs: Vec<Vec<SearchedTurn>> =
        (0..RUNS).map(|_| search_turns(MIDGAME, depth, turns)).collect();
    let shortest =
        |turn: usize| runs.iter().map(|run| run[turn].seconds).fold(f64::INFINITY, f64::min);
    let seconds: f64 = (0..runs[0].len()).map(shortest).sum();
    let nodes: f64 = runs[0].iter().map(|one| one.nodes as f64).sum();
    let factors: Vec<f64> = runs[0].iter().map(|one| one.factor(depth)).collect();
    Speed { nodes: nodes / seconds, factor: mean_and_deviation(&factors).0 }
}

/// Returns the speed of IAGO of 1982 in a game against itself.
fn iago_speed(depth: u32) -> Result<Speed> {
    let spec = format!("iago-1982:depth={depth},book=off,endgame=off");
    let setup = PlayerSetup::Program(spec.parse()?, TimePerMove::NodesPerSecond(1.0));
    let mut shortest = f64::INFINITY;
    let mut boards = 0;
    for _ in 0..RUNS {
        let began = Instant::now();
        let game = play([&setup, &setup], &Game::new(), 1)?;
        shortest = shortest.min(began.elapsed().as_secs_f64());
        boards = game.sides.iter().map(|side| side.nodes).sum();
    }
    // A game has about sixty moves. The last ones have shorter lines.
    let per_move = boards as f64 / 54.0;
    Ok(Speed { nodes: boards as f64 / shortest, factor: per_move.powf(1.0 / f64::from(depth)) })
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
