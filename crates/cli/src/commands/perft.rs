//! `willow perft`: counts the leaves of the game tree.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_board::{Board, Position, perft_without_bulk};
use willow_engine::perft_parallel;

use crate::args::PerftArgs;
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
    let board = *args.start.unwrap_or(Position::START).board();
    let threads = if args.no_bulk { 1 } else { args.threads.unwrap_or_else(search::all_cores) };
    let (nodes, elapsed) = {
        let progress = Progress::spinner();
        progress.say(format!("counting {} plies", args.depth));
        search::timed(|| count(&board, args, threads))
    };
    if args.json {
        let line = PerftJson { depth: args.depth, nodes, seconds: json::seconds(elapsed) };
        json::line(&mut io::stdout().lock(), &line)?;
    } else {
        output::print(&text(args.depth, nodes, elapsed, threads))?;
    }
    Ok(Status::Done)
}

fn count(board: &Board, args: &PerftArgs, threads: usize) -> u64 {
    if args.no_bulk {
        perft_without_bulk(board, args.depth)
    } else {
        perft_parallel(board, args.depth, threads)
    }
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
