//! `willow perft`: counts the leaves of the game tree.

use std::time::Duration;

use serde::Serialize;
use willow_board::Position;
use willow_classics::draughts::{self, Draughts};
use willow_classics::paip::perft;
use willow_engine::perft_parallel;

use crate::args::{GameName, PerftArgs, StartPosition};
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::{json, search, units};

#[derive(Serialize)]
struct PerftJson {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub(super) fn run(args: &PerftArgs) -> Result<Status, CliError> {
    let start = start(args)?;
    let threads = match start {
        StartPosition::Othello(_) => args.threads.unwrap_or_else(search::all_cores),
        StartPosition::Draughts(_) => 1,
    };
    let (nodes, elapsed) = {
        let progress = Progress::spinner();
        progress.say(format!("counting {} plies", args.depth));
        search::timed(|| match &start {
            StartPosition::Othello(position) => {
                perft_parallel(position.board(), args.depth, threads)
            }
            StartPosition::Draughts(position) => perft(&Draughts, position, args.depth),
        })
    };
    if args.json {
        let line = PerftJson { depth: args.depth, nodes, seconds: json::seconds(elapsed) };
        json::print(&line)?;
    } else {
        output::print(&text(args.depth, nodes, elapsed, threads))?;
    }
    Ok(Status::Done)
}

/// Returns where to count from.
fn start(args: &PerftArgs) -> Result<StartPosition, CliError> {
    let (error, hint) = match (args.game, args.start) {
        (GameName::Draughts, _) if args.threads.is_some() => {
            return Err(CliError::usage("--threads is not available for draughts"));
        }
        (GameName::Othello, None) => return Ok(StartPosition::Othello(Position::START)),
        (GameName::Draughts, None) => {
            return Ok(StartPosition::Draughts(draughts::Position::START));
        }
        (GameName::Othello, Some(StartPosition::Draughts(_))) => {
            ("--start is a position of draughts", "count its moves with --game draughts")
        }
        (GameName::Draughts, Some(StartPosition::Othello(_))) => {
            ("--start is a position of Othello", "a position of draughts is such as B:W18,K24:B1,2")
        }
        (_, Some(start)) => return Ok(start),
    };
    Err(CliError::usage(error).with_hint(hint))
}

fn text(depth: u32, nodes: u64, elapsed: Duration, threads: usize) -> String {
    format!(
        "perft {depth}: {} leaves in {} ({}, {})\n",
        units::grouped(nodes),
        units::time(elapsed),
        units::rate(nodes, "leaves", elapsed),
        units::count(threads, "thread"),
    )
}
