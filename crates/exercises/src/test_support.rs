//! Engines, games and exercises for the tests of this crate.

use std::time::Duration;

use willow_analysis::Term;
use willow_board::{Board, DiscDiff, Game, Square};
use willow_engine::{Engine, EngineOptions, MoveScore, SearchControl, StopFlag};
use willow_eval::Score;
use willow_testkit::Discs;

use crate::{Basis, Exercise, Solution};

/// Returns an engine of one thread with a small table.
pub(crate) fn engine() -> Engine<'static> {
    let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
    Engine::new(willow_eval::weights::evaluator(), options).unwrap()
}

/// Lets a search be controlled by nothing but a flag.
pub(crate) fn controlled<T>(
    stop: &StopFlag,
    search: impl FnOnce(&mut SearchControl<'_>) -> T,
) -> T {
    let now = || Duration::ZERO;
    search(&mut SearchControl { stop, now: &now, on_progress: &mut |_| () })
}

/// Returns the final of the world championship of 1977.
pub(crate) fn final_game() -> Game {
    let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1\
        f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";
    willow_records::transcript::parse(moves).unwrap()
}

/// Returns moves on the first squares with these scores in discs.
pub(crate) fn moves(scores: &[i32]) -> Vec<MoveScore> {
    let score = |(square, discs): (Square, &i32)| MoveScore { square, score: Score::DISC * *discs };
    Square::ALL.into_iter().zip(scores).map(score).collect()
}

pub(crate) fn discs_of(board: &Board) -> Discs {
    Discs { player: board.player().bits(), opponent: board.opponent().bits() }
}

/// Returns something that has the form of an exercise.
pub(crate) fn exercise() -> Exercise {
    let position = *final_game().position_at(46).unwrap();
    let right = position.legal_moves().squares().take(1).collect();
    let (score, next) = (DiscDiff::clamped(4), DiscDiff::clamped(-2));
    let (theme, source) = (Some(Term::XSquare), "final, 1977: move 47".to_owned());
    Exercise {
        position,
        solution: Solution { right, score, next, basis: Basis::Proven },
        theme,
        rating: 1834,
        source,
    }
}
