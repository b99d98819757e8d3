//! The bench: fixed searches whose number of nodes is a signature of the search.
//!
//! A change of the search's behaviour changes the signature. A change that only makes the search
//! faster must not. The signature is the same on every kernel and machine.

use std::time::Duration;

use willow_board::Board;
use willow_eval::patterns::PatternEvaluator;

use crate::engine::{Engine, EngineOptions};
use crate::{Goal, OutOfMemoryError, SearchControl, SearchLimits, StopFlag};

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// The signature: the number of nodes of all searches.
    pub nodes: u64,
    /// Terminal nodes among the nodes: filled boards. Other programs do not count them.
    pub terminal_nodes: u64,
    /// The time of all searches.
    pub elapsed: Duration,
}

/// The first game in the public WTHOR archive (Inoue - Heiberg, 1977), and a line of the Tamenori
/// opening.
const GAMES: [&str; 2] = [
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6f7e2d1",
];

/// The numbers of moves after which each game is searched to [`MIDGAME_DEPTH`].
const MIDGAME_PLIES: [usize; 4] = [8, 14, 20, 23];
/// The depth of the midgame searches, in plies.
const MIDGAME_DEPTH: u32 = 13;
/// The numbers of moves after which the first game is solved.
const SOLVE_PLIES: [usize; 4] = [38, 40, 42, 44];

/// The size of the transposition table: part of the signature.
const HASH_BYTES: usize = 16 << 20;

/// Runs the bench with one thread and an empty transposition table.
///
/// `now` returns the time since a fixed moment.
///
/// # Errors
/// If there is no memory for a hash table of 16 MiB.
pub fn bench(
    evaluator: &PatternEvaluator,
    now: &(dyn Fn() -> Duration + Sync),
) -> Result<BenchReport, OutOfMemoryError> {
    let mut engine = Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: HASH_BYTES })?;
    let start = now();
    let (mut nodes, mut terminal_nodes) = (0, 0);
    let mut search = |board: Board, limits: SearchLimits| {
        let stop = StopFlag::new();
        let mut control = SearchControl { stop: &stop, now, on_progress: &mut |_| () };
        let result = engine.search(&board, &limits, &mut control);
        nodes += result.nodes;
        terminal_nodes += result.terminal_nodes;
    };
    for game in GAMES {
        for plies in MIDGAME_PLIES {
            search(board_after(game, plies), SearchLimits::depth(MIDGAME_DEPTH));
        }
    }
    for plies in SOLVE_PLIES {
        search(board_after(GAMES[0], plies), SearchLimits::solve(Goal::Exact));
    }
    Ok(BenchReport { nodes, terminal_nodes, elapsed: now().saturating_sub(start) })
}

/// Returns the board after the first `plies` moves of a transcript, which leaves out passes.
fn board_after(game: &str, plies: usize) -> Board {
    (0..plies).fold(Board::START, |board, ply| {
        let square = game[2 * ply..][..2].parse().expect("a transcript consists of squares");
        let board = if board.legal_moves().is_empty() { board.pass() } else { board };
        board.play(square).expect("a test plays the games")
    })
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    /// The signature. A commit that changes it on purpose says so and changes this number.
    #[test]
    fn the_signature_is_the_recorded_one() {
        let report = bench(willow_eval::weights::evaluator(), &|| Duration::ZERO).unwrap();
        assert_eq!(report.nodes, SIGNATURE);
    }

    // The tests of the web client read both numbers from this file: WebAssembly searches the same nodes.
    const SIGNATURE: u64 = 10_025_453;
    const NODES_OF_FFORUM_40: u64 = 7_287_175;

    /// FFO #40, solved with one thread and a hash table of 64 MiB.
    #[test]
    fn problem_40_of_fforum_has_the_recorded_nodes() {
        let options = EngineOptions { threads: 1, hash_bytes: 64 << 20 };
        let mut engine = Engine::new(willow_eval::weights::evaluator(), options).unwrap();
        let cells = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
        let squares_of = |disc: u8| {
            let cells = Square::ALL.into_iter().zip(cells.bytes());
            cells.filter(|&(_, cell)| cell == disc).map(|(square, _)| square).collect()
        };
        let board = Board::new(squares_of(b'X'), squares_of(b'O')).unwrap();
        let (stop, limits) = (StopFlag::new(), SearchLimits::solve(Goal::Exact));
        let mut control =
            SearchControl { stop: &stop, now: &|| Duration::ZERO, on_progress: &mut |_| () };
        let result = engine.search(&board, &limits, &mut control);
        assert_eq!((result.score.discs(), result.nodes), (38.0, NODES_OF_FFORUM_40));
    }
}
