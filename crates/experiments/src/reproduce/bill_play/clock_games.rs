//! Tournament games of BILL by the simulated clock: depths, alarms, remaining time, table I-1.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use willow_board::Game;
use willow_classics::bill;
use willow_matches::OpeningSource;

use crate::reproduce::bill_turns::{MIDGAME, SearchedTurn, search_turns, turns};
use crate::reproduce::match_series::play_series;
use crate::reproduce::measurements::Measurements;
use crate::reproduce::report::{ExperimentReport, ReportTable};
use crate::reproduce::simulated_machine::{
    BILL_NODES_PER_SECOND, BillSetup, IAGO_NODES_PER_SECOND, IagoSetup, PlayerSetup, SearchPhase,
    SideStatistics, SimulatedGame, SimulatedTurn, TimePerMove, play,
};
use crate::reproduce::statistics::mean_and_deviation;

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
const OPENING_PLIES: u32 = 4;

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
    let openings = source.openings(games.div_ceil(2) as usize, 1986)?;
    let both =
        |opening: &Game| [play([first, second], opening, 1), play([second, first], opening, 1)];
    openings.iter().flat_map(both).collect()
}

/// Adds the tables of games with the clock.
pub(super) fn add(
    measurements: &mut Measurements<'_>,
    report: &mut ExperimentReport,
) -> Result<()> {
    let n_games = measurements.full_or_quick(20, 2);
    let time = game_time(measurements);
    let setup = PlayerSetup::Bill(bill(time, Some(1500)));
    let games = measurements
        .get_or_measure(&format!("{n_games} games of BILL against itself"), || {
            simulated_games(&setup, &setup, n_games)
        })?;
    let sides: Vec<SideStatistics> = games.into_iter().flat_map(|game| game.sides).collect();
    report.add_table(clock_table(&sides, time));
    let iago = PlayerSetup::Iago(IagoSetup { speed: IAGO_NODES_PER_SECOND, time });
    let games = measurements
        .get_or_measure(&format!("{n_games} games of IAGO against itself"), || {
            simulated_games(&iago, &iago, n_games)
        })?;
    let iagos: Vec<SideStatistics> = games.into_iter().flat_map(|game| game.sides).collect();
    report.add_table(comparison_table(measurements, &sides, &iagos)?);
    Ok(())
}

/// Returns the mean of a value of all sides that have it, as text.
fn mean(sides: &[SideStatistics], value: impl Fn(&SideStatistics) -> Option<f64>) -> String {
    let values: Vec<f64> = sides.iter().filter_map(value).collect();
    if values.is_empty() {
        "never".to_owned()
    } else {
        format!("{:.1}", mean_and_deviation(&values).0)
    }
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

fn clock_table(sides: &[SideStatistics], time: Duration) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "BILL and its clock (sections 3.1.3, 3.1.4.3 and 3.1.6.1): {} sides of games against itself",
            sides.len()
        ),
        &["", "paper", "ours"],
    );
    let [normal, end, weighted] = levels(sides).map(|level| format!("{level:.1}"));
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
    for (what, paper, ours) in [
        ("levels of normal searches", "7.7", normal),
        ("levels of the first search to the end", "15", end),
        ("levels, weighted", "8.0", weighted),
        ("seconds left of 25 minutes", "180", mean(sides, left)),
        ("alarms a game", "several", mean(sides, alarms)),
        ("empty squares at the first outcome search", "15 or 16", mean(sides, outcome)),
        ("empty squares at the first exact search", "13 to 15", mean(sides, exact)),
        ("games searched to the end by 12 empty squares", "always", format!("{by_12:.0}%")),
    ] {
        table.add_row([what.to_owned(), paper.to_owned(), ours]);
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

/// Returns the last three lines of table I-1. The others name parts of the programs.
fn comparison_table(
    measurements: &mut Measurements<'_>,
    bills: &[SideStatistics],
    iagos: &[SideStatistics],
) -> Result<ReportTable> {
    let depth = measurements.full_or_quick(8, 5);
    let bill = measurements
        .get_or_measure("speed of BILL", || Ok(bill_speed(&speed_test_game()?, depth)))?;
    let iago = measurements.get_or_measure("speed of IAGO of 1982", || iago_speed(6))?;
    let mut table = ReportTable::new(
        "Table I-1, its last lines. The speeds are of a shared core of today, the levels of the machines of \
         then: 30 minutes a game, 150 nodes a second for IAGO and 1,100 for BILL",
        &["", "paper, Iago", "paper, Bill", "ours, IAGO", "ours, Bill"],
    );
    let speed = |speed: &Speed| format!("{:.0}", speed.nodes);
    let factor = |speed: &Speed| format!("{:.2}", speed.factor);
    table.add_row([
        "nodes a second".into(),
        "150".into(),
        "1100".into(),
        speed(&iago),
        speed(&bill),
    ]);
    table.add_row([
        "branching factor".into(),
        "4.0".into(),
        "3.7".into(),
        factor(&iago),
        factor(&bill),
    ]);
    let ours = [iagos, bills].map(|sides| format!("{:.1}", levels(sides)[2]));
    let paper = ["levels searched", "6.3", "8.0"].map(str::to_owned);
    table.add_row(paper.into_iter().chain(ours));
    Ok(table)
}

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
