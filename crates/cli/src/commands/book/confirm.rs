//! `willow book confirm`: the end of the paper's optimal game, solved by our engine.

use std::fmt::Write as _;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use serde::Serialize;
use willow_board::Position;
use willow_book::proven::OPTIMAL_GAME;
use willow_engine::{Accuracy, EngineOptions, Goal, SearchLimits, SearchResult, StopFlag};
use willow_records::transcript;

use crate::args::BookConfirmArgs;
use crate::error::CliError;
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{Searcher, all_cores, timed};
use crate::status::Status;
use crate::termination::raise_on_termination;
use crate::units;

/// Runs the command.
pub(super) fn run(args: &BookConfirmArgs) -> Result<Status, CliError> {
    let stop = StopFlag::new();
    let signal = raise_on_termination(&stop, || ())?;
    let threads = args.threads.unwrap_or_else(all_cores);
    let searcher = Searcher::new(EngineOptions { threads, hash_bytes: args.hash })?;
    let solved = raised_after(args.time, &stop, || solve_from_the_end(searcher, &stop, args))?;
    let exit_code = signal.load(Ordering::SeqCst);
    let Some(first) = solved.last() else {
        let message = "no position was solved in this time";
        return Err(match exit_code {
            0 => CliError::failed(message),
            _ => CliError::interrupted(message, exit_code),
        });
    };
    let wrong = solved.iter().find(|row| row.score != 0);
    if let Some(wrong) = wrong {
        let ply = wrong.ply;
        return Err(CliError::failed(format!("the position after ply {ply} is not a draw")));
    }
    if !args.json {
        let text = format!(
            "{} of the paper's optimal game confirmed as draws, back to {} empty squares\n",
            units::count(solved.len(), "position"),
            first.empties
        );
        output::print(&text)?;
    }
    Ok(if exit_code == 0 { Status::Done } else { Status::Terminated { exit_code } })
}

/// A position of the game that was solved.
#[derive(Serialize)]
struct Solved {
    /// The plies that were played.
    ply: usize,
    empties: u32,
    position: String,
    /// 0, or the sign of another result.
    score: i32,
    nodes: u64,
    seconds: f64,
}

/// Solves the positions of the game, the last one first, until it is stopped or one is no draw.
fn solve_from_the_end(
    mut searcher: Searcher,
    stop: &StopFlag,
    args: &BookConfirmArgs,
) -> Result<Vec<Solved>, CliError> {
    let game = transcript::parse(OPTIMAL_GAME).expect("a test plays the game");
    let mut rows = Vec::new();
    if !args.json {
        output::print("ply  empties  result          nodes        time\n")?;
    }
    for ply in (0..game.n_plies()).rev() {
        let Some(position) = game.position_at(ply).filter(|it| !it.must_pass()) else { continue };
        let line = Progress::spinner();
        line.say(format!("solving {} empty squares", position.board().n_empties()));
        let (result, time) = timed(|| solve(&mut searcher, position, stop));
        drop(line);
        let Some(result) = result else { break };
        let row = Solved {
            ply,
            empties: position.board().n_empties(),
            position: position.to_string(),
            score: result.score.rounded().sign(),
            nodes: result.nodes,
            seconds: json::seconds(time),
        };
        print(&row, time, args.json)?;
        let is_draw = row.score == 0;
        rows.push(row);
        if !is_draw {
            break;
        }
    }
    Ok(rows)
}

/// Solves a position for win, loss and draw; `None` if it is stopped before.
fn solve(searcher: &mut Searcher, position: &Position, stop: &StopFlag) -> Option<SearchResult> {
    let limits = SearchLimits::solve(Goal::WinLossDraw);
    let result = searcher.think(position.board(), &limits, stop, &mut |_| ());
    (result.accuracy != Accuracy::Estimated && !stop.is_raised()).then_some(result)
}

fn print(row: &Solved, time: Duration, json: bool) -> Result<(), CliError> {
    if json {
        return Ok(crate::json::line(&mut io::stdout().lock(), row)?);
    }
    let result = if row.score == 0 { "draw" } else { "no draw" };
    let mut text = String::new();
    writeln!(
        text,
        "{:>3}  {:>7}  {result:<7} {:>13}  {:>10}",
        row.ply,
        row.empties,
        units::grouped(row.nodes),
        units::time(time)
    )
    .expect("writing to a string does not fail");
    output::print(&text)
}

/// Does work, and raises the stop flag after a time.
fn raised_after<T>(time: Duration, stop: &StopFlag, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.raise();
            }
        });
        let result = work();
        // The timer ends when its channel closes.
        drop(done);
        result
    })
}
