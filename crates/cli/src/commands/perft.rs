//! `willow perft`: counts the leaves of the game tree.

use std::time::Duration;

use serde::Serialize;
use willow_classics::draughts::Draughts;
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
    if args.game == GameName::Draughts && args.threads.is_some() {
        return Err(CliError::usage("--threads is not available for draughts"));
    }
    let start = StartPosition::of_game(args.game, args.start)?;
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

fn text(depth: u32, nodes: u64, elapsed: Duration, threads: usize) -> String {
    format!(
        "perft {depth}: {} leaves in {} ({}, {})\n",
        units::grouped(nodes),
        units::time(elapsed),
        units::rate(nodes, "leaves", elapsed),
        units::count(threads, "thread"),
    )
}
