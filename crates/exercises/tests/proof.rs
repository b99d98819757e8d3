//! The exercises that come with the program are proven again: 20 of them, and 300 with `WILLOW_FULL`.

use std::time::Duration;

use willow_engine::{Engine, EngineOptions, SearchControl, StopFlag};
use willow_exercises::{Format, shipped};
use willow_testkit::is_full;

#[test]
fn shipped_exercises_are_proven_again() {
    let exercises = Format::Tsv.read(shipped()).unwrap();
    let n_proven = if is_full() { 300 } else { 20 };
    let options = EngineOptions { threads: 1, hash_bytes: 16 << 20 };
    let mut engine = Engine::new(willow_eval::weights::evaluator(), options).unwrap();
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    // The full run begins elsewhere, so that the two do not prove the same ones.
    let begin = usize::from(is_full());
    let step = exercises.len() / n_proven;
    let sample: Vec<_> = exercises.iter().skip(begin).step_by(step).take(n_proven).collect();
    assert_eq!(sample.len(), n_proven);
    for exercise in sample {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let solved = engine.solve_all_moves(exercise.position.board(), &mut control);
        assert_eq!(solved.moves.len(), exercise.position.legal_moves().count() as usize);
        let proof = exercise.solution.check(&solved.moves);
        assert_eq!(proof, Ok(()), "{}", Format::Tsv.line(exercise));
    }
}
