//! A fixed piece of work whose node count is a signature of the search.
//!
//! Any change that makes the search visit other nodes changes the signature; a change that is only
//! meant to be faster must not. It is the same on every kernel and machine.

use std::time::Duration;

use willow_board::Board;
use willow_eval::Evaluator;

use crate::{Engine, EngineOptions, Goal, SearchControl, SearchLimits, StopFlag};

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// The nodes of all searches together: the signature.
    pub nodes: u64,
    /// The time they took.
    pub elapsed: Duration,
}

/// The first game in the public WTHOR archive (Inoue - Heiberg, 1977), and a line of the Tamenori
/// opening.
const GAMES: [&str; 2] = [
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6f7e2d1",
];

/// After these numbers of moves a position is searched as in the midgame, so deep.
const MIDGAME_PLIES: [usize; 4] = [8, 14, 20, 23];
const MIDGAME_DEPTH: u32 = 13;
/// After these numbers of moves the first game is solved.
const SOLVE_PLIES: [usize; 4] = [38, 40, 42, 44];

/// Runs the bench with one thread and an empty table.
///
/// `now` returns the time since any fixed moment.
pub fn bench<E: Evaluator>(evaluator: E, now: &(dyn Fn() -> Duration + Sync)) -> BenchReport {
    let mut engine = Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 16 << 20 });
    let start = now();
    let mut nodes = 0;
    let mut search = |board: Board, limits: SearchLimits| {
        let stop = StopFlag::new();
        let mut control = SearchControl { stop: &stop, now, progress: &mut |_| () };
        nodes += engine.search(&board, &limits, &mut control).nodes;
    };
    for game in GAMES {
        for plies in MIDGAME_PLIES {
            search(board_after(game, plies), SearchLimits::depth(MIDGAME_DEPTH));
        }
    }
    for plies in SOLVE_PLIES {
        search(board_after(GAMES[0], plies), SearchLimits::solve(Goal::Exact));
    }
    BenchReport { nodes, elapsed: now().saturating_sub(start) }
}

/// Returns the board after the first moves of a transcript; passes are left out there.
fn board_after(game: &str, plies: usize) -> Board {
    (0..plies).fold(Board::START, |board, place| {
        let square = game[2 * place..][..2].parse().expect("a transcript consists of squares");
        let board = if board.legal_moves().is_empty() { board.pass() } else { board };
        board.play(square).expect("the games are legal")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signature. A commit that changes it on purpose says so and changes this number.
    #[test]
    fn the_signature_is_the_recorded_one() {
        let report = bench(willow_weights::evaluator(), &|| Duration::ZERO);
        assert_eq!(report.nodes, SIGNATURE);
    }

    const SIGNATURE: u64 = 17_262_898;
}
