//! What tournament games are like for BILL: depths, alarms, time left, table I-1.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use willow_board::Game;
use willow_classics::BillOptions;
use willow_matches::OpeningSource;

use crate::reproduce::bill_turns::{MIDGAME, Searched, search_turns, turns};
use crate::reproduce::machine::{
    BillSeat, IAGO, IagoSeat, MachineGame, MachineTurn, Pace, Phase, Seat, SideReport, VAX, play,
};
use crate::reproduce::report::{Report, Table};
use crate::reproduce::series::mean_and_deviation;
use crate::reproduce::workbench::Workbench;
use crate::reproduce::x1::replayed;

/// The time of a tournament game.
const TOURNAMENT: Duration = Duration::from_mins(30);

/// Returns the time of a game on the machine: that of a tournament, or half a minute in a shortened
/// experiment.
pub(super) const fn game_time(bench: &Workbench<'_>) -> Duration {
    if bench.setting().quick { Duration::from_secs(30) } else { TOURNAMENT }
}

/// What the operators left of it: the report counts the time left of 25 minutes.
const OPERATED: f64 = 25.0 / 30.0;

/// The random moves of an opening.
const OPENING_PLIES: u32 = 4;

/// BILL at a machine of its time.
pub(super) const fn bill(time: Duration, ahead: Option<u32>) -> BillSeat {
    let options = BillOptions {
        version: willow_classics::BillVersion::Bill,
        percent: willow_classics::BillPercent::REPORT,
        constants: willow_classics::BillConstants::OURS,
        hash_bytes: BillOptions::REPORTS_HASH_BYTES,
        has_killers: true,
        has_zero_window: true,
        prunes: true,
        solves: true,
        has_book: true,
    };
    BillSeat { options, speed: VAX, time, ahead }
}

/// Plays games on the machine: every opening twice, the first seat with Black in the first.
pub(super) fn machine_games(first: &Seat, second: &Seat, games: u32) -> Result<Vec<MachineGame>> {
    let source = OpeningSource::Random { plies: OPENING_PLIES };
    let openings = source.openings(games.div_ceil(2) as usize, 1986)?;
    let both =
        |opening: &Game| [play([first, second], opening, 1), play([second, first], opening, 1)];
    openings.iter().flat_map(both).collect()
}

/// Adds the figures of the report's games with the clock.
pub(super) fn add(bench: &mut Workbench<'_>, report: &mut Report) -> Result<()> {
    let n_games = bench.amount(20, 2);
    let time = game_time(bench);
    let seat = Seat::Bill(bill(time, Some(1500)));
    let games = bench.row(&format!("{n_games} games of BILL against itself"), || {
        machine_games(&seat, &seat, n_games)
    })?;
    let sides: Vec<SideReport> = games.into_iter().flat_map(|game| game.sides).collect();
    report.table(clock_table(&sides, time));
    let iago = Seat::Iago(IagoSeat { speed: IAGO, time });
    let games = bench.row(&format!("{n_games} games of IAGO against itself"), || {
        machine_games(&iago, &iago, n_games)
    })?;
    let iagos: Vec<SideReport> = games.into_iter().flat_map(|game| game.sides).collect();
    report.table(comparison_table(bench, &sides, &iagos)?);
    Ok(())
}

/// The means of a side's game.
fn mean(sides: &[SideReport], value: impl Fn(&SideReport) -> Option<f64>) -> String {
    let values: Vec<f64> = sides.iter().filter_map(value).collect();
    if values.is_empty() {
        "never".to_owned()
    } else {
        format!("{:.1}", mean_and_deviation(&values).0)
    }
}

/// Returns the empty squares at the first turn of a phase.
fn first_empties(side: &SideReport, is_it: impl Fn(&MachineTurn) -> bool) -> Option<f64> {
    side.turns.iter().find(|turn| is_it(turn)).map(|turn| f64::from(turn.empties))
}

fn level_of(turns: &[MachineTurn], phase: impl Fn(Phase) -> bool) -> f64 {
    let levels: Vec<f64> =
        turns.iter().filter(|turn| phase(turn.phase)).map(|turn| turn.level).collect();
    mean_and_deviation(&levels).0
}

/// The levels of the normal searches and of the first search to the end.
fn levels(sides: &[SideReport]) -> [f64; 3] {
    let all: Vec<MachineTurn> = sides.iter().flat_map(|side| side.turns.clone()).collect();
    let normal = level_of(&all, |phase| phase == Phase::Normal);
    let is_end = |turn: &MachineTurn| matches!(turn.phase, Phase::Outcome | Phase::Exact);
    let ends: Vec<MachineTurn> = sides
        .iter()
        .filter_map(|side| side.turns.iter().find(|turn| is_end(turn)).copied())
        .collect();
    let end = level_of(&ends, |_| true);
    let normals: Vec<f64> = all
        .iter()
        .filter(|turn| turn.phase == Phase::Normal)
        .chain(&ends)
        .map(|turn| turn.level)
        .collect();
    [normal, end, mean_and_deviation(&normals).0]
}

fn clock_table(sides: &[SideReport], time: Duration) -> Table {
    let mut table = Table::new(
        &format!(
            "BILL and its clock (sections 3.1.3, 3.1.4.3 and 3.1.6.1): {} sides of games against itself",
            sides.len()
        ),
        &["", "paper", "ours"],
    );
    let [normal, end, weighted] = levels(sides).map(|level| format!("{level:.1}"));
    let left = |side: &SideReport| Some(OPERATED * time.as_secs_f64() - side.used);
    let alarms =
        |side: &SideReport| Some(side.turns.iter().filter(|turn| turn.alarm).count() as f64);
    let outcome = |side: &SideReport| {
        first_empties(side, |turn| matches!(turn.phase, Phase::Outcome | Phase::Exact))
    };
    let exact = |side: &SideReport| first_empties(side, |turn| turn.phase == Phase::Exact);
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
        table.row([what.to_owned(), paper.to_owned(), ours]);
    }
    table
}

/// The speed of a search on this machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Speed {
    nodes: f64,
    factor: f64,
}

/// Table I-1, its last three lines: the others name parts, and ours has BILL's.
fn comparison_table(
    bench: &mut Workbench<'_>,
    bills: &[SideReport],
    iagos: &[SideReport],
) -> Result<Table> {
    let depth = bench.amount(8, 5);
    let bill = bench.row("speed of BILL", || Ok(bill_speed(&own_game()?, depth)))?;
    let iago = bench.row("speed of IAGO of 1982", || iago_speed(6))?;
    let mut table = Table::new(
        "Table I-1, its last lines. The speeds are of a shared core of today, the levels of the machines of \
         then: 30 minutes a game, 150 nodes a second for IAGO and 1,100 for BILL",
        &["", "paper, Iago", "paper, Bill", "ours, IAGO", "ours, Bill"],
    );
    let speed = |speed: &Speed| format!("{:.0}", speed.nodes);
    let factor = |speed: &Speed| format!("{:.2}", speed.factor);
    table.row(["nodes a second".into(), "150".into(), "1100".into(), speed(&iago), speed(&bill)]);
    table.row([
        "branching factor".into(),
        "4.0".into(),
        "3.7".into(),
        factor(&iago),
        factor(&bill),
    ]);
    let ours = [iagos, bills].map(|sides| format!("{:.1}", levels(sides)[2]));
    let paper = ["levels searched", "6.3", "8.0"].map(str::to_owned);
    table.row(paper.into_iter().chain(ours));
    Ok(table)
}

/// A game whose positions are searched for the speeds.
fn own_game() -> Result<Game> {
    let bill = "bill:depth=6,book=off";
    let played = crate::reproduce::series::series(bill, bill, 1, &OpeningSource::Start, 1)?;
    replayed(&played[0])
}

/// The speed is that of the fastest of this many runs, because the others have waited for other programs.
const RUNS: usize = 5;

fn bill_speed(game: &Game, depth: u32) -> Speed {
    let turns = &turns(game)[8..48.min(game.n_plies())];
    let runs: Vec<Vec<Searched>> = (0..RUNS).map(|_| search_turns(MIDGAME, depth, turns)).collect();
    let shortest =
        |turn: usize| runs.iter().map(|run| run[turn].seconds).fold(f64::INFINITY, f64::min);
    let seconds: f64 = (0..runs[0].len()).map(shortest).sum();
    let nodes: f64 = runs[0].iter().map(|one| one.nodes as f64).sum();
    let factors: Vec<f64> = runs[0].iter().map(|one| one.factor(depth)).collect();
    Speed { nodes: nodes / seconds, factor: mean_and_deviation(&factors).0 }
}

/// Lets IAGO of 1982 play against itself.
fn iago_speed(depth: u32) -> Result<Speed> {
    let spec = format!("iago-1982:depth={depth},book=off,endgame=off");
    let seat = Seat::Program(spec.parse()?, Pace::NodesPerSecond(1.0));
    let mut shortest = f64::INFINITY;
    let mut boards = 0;
    for _ in 0..RUNS {
        let began = Instant::now();
        let game = play([&seat, &seat], &Game::new(), 1)?;
        shortest = shortest.min(began.elapsed().as_secs_f64());
        boards = game.sides.iter().map(|side| side.nodes).sum();
    }
    // About sixty moves, without those at the end whose lines are shorter.
    let per_move = boards as f64 / 54.0;
    Ok(Speed { nodes: boards as f64 / shortest, factor: per_move.powf(1.0 / f64::from(depth)) })
}
