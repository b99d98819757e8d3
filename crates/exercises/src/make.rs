//! Making an exercise of a position.

use willow_analysis::{Term, compare, explain};
use willow_board::{Board, Move, Position};
use willow_engine::{Engine, Level, MoveScore, SearchControl, SearchLimits};

use crate::solution::ESTIMATED_DEPTHS;
use crate::{Difficulty, Exercise, Solution};

/// Minimum number of legal moves of an exercise. Not measured.
pub const MIN_MOVES: u32 = 3;

/// At most one in so many legal moves is right. Not measured.
const RIGHT_ONE_IN: u32 = 3;

/// The level whose search the model of people's errors was measured with.
const MODEL_LEVEL: Level = match Level::new(3) {
    Ok(level) => level,
    Err(_) => panic!("3 is a level"),
};

/// An exercise with its solution line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The exercise, without a source.
    pub exercise: Exercise,
    /// The best play of both sides from a right move to the end of the game.
    pub line: Vec<Move>,
}

/// Makes an exercise of a position if it is one: at least [`MIN_MOVES`] legal moves, at most a third of them right.
/// Every legal move is solved exactly, against every reply. The engine is cleared before, so the same position
/// gives the same exercise. A stopped search gives `None`.
pub fn make(
    engine: &mut Engine<'_>,
    position: &Position,
    control: &mut SearchControl<'_>,
) -> Option<Made> {
    make_by(engine, position, control, |engine, board, control| {
        let solved = engine.solve_all_moves(board, control);
        let is_whole = solved.moves.len() == board.legal_moves().count() as usize;
        Some((Solution::of(&solved.moves).filter(|_| is_whole)?, solved.best?.pv))
    })
}

/// Makes an exercise of a position that takes too long to solve: one move is best by
/// [`MIN_ESTIMATED_MARGIN`](Solution::MIN_ESTIMATED_MARGIN) in searches to two depths. Otherwise as [`make`].
pub fn estimate(
    engine: &mut Engine<'_>,
    position: &Position,
    control: &mut SearchControl<'_>,
) -> Option<Made> {
    make_by(engine, position, control, |engine, board, control| {
        let [shallow, deep] = ESTIMATED_DEPTHS
            .map(|depth| engine.score_all_moves(board, &SearchLimits::depth(depth), control));
        Some((Solution::estimated(&shallow.moves, &deep.moves)?, deep.best?.pv))
    })
}

/// Makes an exercise by a search that finds the solution and its line.
fn make_by(
    engine: &mut Engine<'_>,
    position: &Position,
    control: &mut SearchControl<'_>,
    search: impl FnOnce(
        &mut Engine<'_>,
        &Board,
        &mut SearchControl<'_>,
    ) -> Option<(Solution, Vec<Move>)>,
) -> Option<Made> {
    let board = position.board();
    let n_moves = board.legal_moves().count();
    if n_moves < MIN_MOVES {
        return None;
    }
    // The model's scores come first: afterwards the hash table has better ones.
    let model = model_scores(engine, board, control);
    let (solution, line) = search(engine, board, control)?;
    if control.stop.is_raised() || n_moves < RIGHT_ONE_IN * solution.right.len() as u32 {
        return None;
    }
    let (position, source) = (*position, String::new());
    let exercise = Exercise { position, solution, theme: None, rating: 0, source };
    Some(Made { exercise: rated(engine, exercise, &model, control)?, line })
}

/// Finds the rating and the theme of an exercise anew; its solution is taken as it is. A stopped search gives `None`.
pub fn rate(
    engine: &mut Engine<'_>,
    exercise: Exercise,
    control: &mut SearchControl<'_>,
) -> Option<Exercise> {
    let model = model_scores(engine, exercise.position.board(), control);
    rated(engine, exercise, &model, control)
}

/// Gives an exercise its rating, by the scores of the model, and its theme.
fn rated(
    engine: &mut Engine<'_>,
    exercise: Exercise,
    model: &[MoveScore],
    control: &mut SearchControl<'_>,
) -> Option<Exercise> {
    let Exercise { position, solution, .. } = &exercise;
    let Difficulty { rating, likeliest_wrong } =
        Difficulty::estimate(model, position.board().n_empties(), &solution.right)?;
    // Whatever was searched before, the lines are the same.
    engine.clear();
    let wrong = compare(engine, position, likeliest_wrong, solution.basis.limits(), control);
    if control.stop.is_raised() {
        return None;
    }
    // What the reply does is no theme. Prefer the cause over the edge-value term.
    let reasons = explain(&wrong);
    let reason = reasons.iter().find(|it| it.term != Term::Reply);
    let theme = reason.map(|it| it.cause().map_or(it.term, |(cause, _)| cause));
    Some(Exercise { theme, rating, ..exercise })
}

/// Returns the scores of all legal moves by the search that the model of people's errors was measured with.
fn model_scores(
    engine: &mut Engine<'_>,
    board: &Board,
    control: &mut SearchControl<'_>,
) -> Vec<MoveScore> {
    engine.clear();
    engine.score_all_moves(board, &SearchLimits::level(MODEL_LEVEL), control).moves
}

#[cfg(test)]
mod tests {
    use willow_board::{Color, Game, Square};
    use willow_engine::StopFlag;
    use willow_testkit::exact_score;

    use super::*;
    use crate::Kind;
    use crate::test_support::{controlled, discs_of, engine, final_game};

    fn of(position: &Position) -> Option<Made> {
        controlled(&StopFlag::new(), |control| make(&mut engine(), position, control))
    }

    fn positions(game: &Game, empties: std::ops::RangeInclusive<u32>) -> Vec<Position> {
        let at = (0..game.n_plies()).filter_map(|ply| game.position_at(ply).copied());
        at.filter(|position| empties.contains(&position.board().n_empties())).collect()
    }

    /// The oracle is a solver that is obviously right, and slow: few empties.
    #[test]
    fn exercises_are_what_a_naive_solver_finds() {
        let mut n_made = 0;
        for position in positions(&final_game(), 5..=9) {
            let board = position.board();
            let score =
                |square: Square| -exact_score(&discs_of(&board.after(square, board.flips(square))));
            let mut scores: Vec<(i32, Square)> =
                board.legal_moves().squares().map(|square| (score(square), square)).collect();
            scores.sort_unstable_by_key(|&(score, square)| (-score, square));
            let right = scores.iter().take_while(|(score, _)| *score == scores[0].0).count();
            let is_exercise = 3 <= scores.len() && right * 3 <= scores.len();
            let made = of(&position);
            assert_eq!(made.is_some(), is_exercise, "{position}");
            let Some(Made { exercise, line }) = made else { continue };
            n_made += 1;
            assert_eq!(exercise.check(), Ok(()));
            let bare = Exercise { theme: None, rating: 0, ..exercise.clone() };
            let again = |control: &mut SearchControl<'_>| rate(&mut engine(), bare, control);
            assert_eq!(controlled(&StopFlag::new(), again).as_ref(), Some(&exercise));
            let squares: Vec<Square> = scores[..right].iter().map(|&(_, square)| square).collect();
            assert_eq!(exercise.solution.right, squares, "{position}");
            assert_eq!(exercise.solution.score.value(), scores[0].0, "{position}");
            assert_eq!(exercise.solution.next.value(), scores[right].0, "{position}");
            let mut game = Game::from_position(position);
            for &mv in &line {
                game.play(mv).unwrap();
            }
            let outcome = game.outcome().expect("the line goes to the end of the game");
            let black = outcome.result;
            let diff = if position.side_to_move() == Color::Black { black } else { -black };
            assert_eq!(diff, exercise.solution.score, "{position}");
        }
        assert!(2 <= n_made, "{n_made} exercises");
    }

    #[test]
    fn an_estimate_holds_when_it_is_solved() {
        let mut n_made = 0;
        // The deeper of the two searches is a solve there.
        for position in positions(&final_game(), 13..=16) {
            let of = |control: &mut SearchControl<'_>| estimate(&mut engine(), &position, control);
            let Some(Made { exercise, .. }) = controlled(&StopFlag::new(), of) else { continue };
            n_made += 1;
            assert_eq!((exercise.check(), exercise.kind()), (Ok(()), Kind::Best), "{position}");
            let solve = |control: &mut SearchControl<'_>| {
                engine().solve_all_moves(position.board(), control)
            };
            let solved = Solution::of(&controlled(&StopFlag::new(), solve).moves).unwrap();
            assert_eq!(exercise.solution.right, solved.right, "{position}");
        }
        assert!(1 <= n_made, "no exercise");
    }

    #[test]
    fn few_moves_and_stopped_searches_make_none() {
        let start = Position::new(*Position::START.board(), Color::Black);
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(controlled(&stop, |control| make(&mut engine(), &start, control)), None);
        let last = *positions(&final_game(), 1..=2).last().unwrap();
        assert_eq!(of(&last), None);
    }
}
