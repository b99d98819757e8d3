//! `willow perft`: counts the leaves of the game tree.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_board::{Board, Position, perft_without_bulk};
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
    let is_parallel = !args.no_bulk && args.game == GameName::Othello;
    let threads = if is_parallel { args.threads.unwrap_or_else(search::all_cores) } else { 1 };
    let (nodes, elapsed) = {
        let progress = Progress::spinner();
        progress.say(format!("counting {} plies", args.depth));
        search::timed(|| match &start {
            StartPosition::Othello(position) => count(position.board(), args, threads, &progress),
            StartPosition::Draughts(position) => perft(&Draughts, position, args.depth),
        })
    };
    if args.json {
        let line = PerftJson { depth: args.depth, nodes, seconds: json::seconds(elapsed) };
        json::line(&mut io::stdout().lock(), &line)?;
    } else {
        output::print(&text(args.depth, nodes, elapsed, threads))?;
    }
    Ok(Status::Done)
}

/// Returns where to count from.
fn start(args: &PerftArgs) -> Result<StartPosition, CliError> {
    let is_othello = args.game == GameName::Othello;
    if !is_othello && (args.no_bulk || args.threads.is_some()) {
        return Err(CliError::usage("--no-bulk and --threads are not available for draughts"));
    }
    let default = || match args.game {
        GameName::Othello => StartPosition::Othello(Position::START),
        GameName::Draughts => StartPosition::Draughts(draughts::Position::START),
    };
    match args.start.unwrap_or_else(default) {
        StartPosition::Draughts(_) if is_othello => {
            Err(CliError::usage("--start is a position of draughts")
                .with_hint("count its moves with --game draughts"))
        }
        StartPosition::Othello(_) if !is_othello => {
            Err(CliError::usage("--start is a position of Othello")
                .with_hint("a position of draughts is such as B:W18,K24:B1,2"))
        }
        start => Ok(start),
    }
}

/// From this depth on the work is split in parts, which the progress line counts. Smaller work is over before
/// anybody reads it.
const SPLIT_FROM: u32 = 10;
/// The plies above the parts: 56 positions from the start of the game.
const SPLIT_PLIES: u32 = 3;

fn count(board: &Board, args: &PerftArgs, threads: usize, progress: &Progress) -> u64 {
    if args.no_bulk {
        return perft_without_bulk(board, args.depth);
    }
    if args.depth < SPLIT_FROM {
        return perft_parallel(board, args.depth, threads);
    }
    let parts = boards_after(board, SPLIT_PLIES);
    let depth = args.depth - SPLIT_PLIES;
    let counted = parts.iter().enumerate().map(|(index, part)| {
        progress.begin(index + 1, parts.len());
        perft_parallel(part, depth, threads)
    });
    counted.sum()
}

/// Returns the boards after every sequence of so many plies. A pass is a ply, and a finished game stays.
fn boards_after(board: &Board, plies: u32) -> Vec<Board> {
    let mut boards = vec![*board];
    for _ in 0..plies {
        boards = boards.iter().flat_map(successors).collect();
    }
    boards
}

fn successors(board: &Board) -> Vec<Board> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return vec![if board.is_game_over() { *board } else { board.pass() }];
    }
    moves.squares().filter_map(|square| board.play(square)).collect()
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
