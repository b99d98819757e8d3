//! Games, engines and findings for the tests of this crate.

use std::time::Duration;

use willow_board::{Bitboard, Board, Color, Game, Move, Position, Square};
use willow_engine::{Engine, EngineOptions, SearchControl, StopFlag};
use willow_eval::Score;
use willow_testkit::{Discs, TestRng};

use crate::{Analysis, Certainty, MoveAnalysis, Step};

pub(crate) type TestEngine = Engine<'static>;

/// Returns an engine of one thread with a small table.
pub(crate) fn engine() -> TestEngine {
    let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
    Engine::new(willow_eval::weights::evaluator(), options).unwrap()
}

/// Returns the control of a search with nothing but a stop flag.
pub(crate) fn controlled<T>(
    stop: &StopFlag,
    search: impl FnOnce(&mut SearchControl<'_>) -> T,
) -> T {
    let now = || Duration::ZERO;
    search(&mut SearchControl { stop, now: &now, on_progress: &mut |_| () })
}

/// Makes steps until there are no more, or until `stop` is raised.
pub(crate) fn run(analysis: &mut Analysis, engine: &mut TestEngine, stop: &StopFlag) -> Step {
    controlled(stop, |control| {
        loop {
            let step = analysis.next_step(engine, control);
            if !matches!(step, Step::Found(_)) {
                return step;
            }
        }
    })
}

/// Finishes an analysis with a new engine, and returns what it found.
pub(crate) fn finished(mut analysis: Analysis) -> Vec<MoveAnalysis> {
    assert_eq!(run(&mut analysis, &mut engine(), &StopFlag::new()), Step::Done);
    let (done, all) = analysis.progress();
    assert_eq!(done, all);
    analysis.findings().cloned().collect()
}

/// Plays a game of random moves, sampled from `seed`.
pub(crate) fn random_game(seed: u64) -> Game {
    let (mut rng, mut game) = (TestRng::new(seed), Game::new());
    while !game.is_over() {
        let squares: Vec<Square> = game.position().legal_moves().squares().collect();
        let sampled = squares.get(rng.below(squares.len().max(1)));
        game.play(sampled.map_or(Move::Pass, |&square| square.into())).unwrap();
    }
    game
}

/// Returns a game from this number of empties on.
pub(crate) fn ending(game: &Game, n_empties: u32) -> Game {
    let is_start = |ply: &usize| game.position_at(*ply).unwrap().board().n_empties() == n_empties;
    let start = (0..game.n_plies()).find(is_start).unwrap();
    let mut ending = Game::from_position(*game.position_at(start).unwrap());
    game.moves().skip(start).for_each(|mv| ending.play(mv).unwrap());
    ending
}

pub(crate) fn discs_of(board: &Board) -> Discs {
    Discs { player: board.player().bits(), opponent: board.opponent().bits() }
}

/// Returns a position with Black to move.
pub(crate) fn position_of(discs: &Discs) -> Position {
    let bits = Bitboard::from_bits;
    let board = Board::new(bits(discs.player), bits(discs.opponent)).unwrap();
    Position::new(board, Color::Black)
}

/// Returns a finding about the first move of a game: an estimate without a loss.
pub(crate) fn found() -> MoveAnalysis {
    MoveAnalysis {
        ply: 0,
        position: Position::START,
        mv: Square::F5,
        value: Score::DRAW,
        best_value: Score::DRAW,
        best: Square::F5,
        pv: vec![Square::F5.into()],
        played_pv: vec![Square::F5.into()],
        certainty: Certainty::Estimate,
        outcomes: None,
        depth: 10,
        counterfactual: None,
        alternatives: Vec::new(),
    }
}
