//! Sentences about the moves of an exercise, without input and output.

use willow_analysis::{Language, MoveAnalysis, explanation};
use willow_board::{Color, Move, Square};
use willow_exercises::{Basis, Exercise, theme_name};
use willow_records::PrintedBoard;

use crate::units;

/// The width of sentences, in columns.
const WIDTH: usize = 80;

/// What somebody typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Move(Square),
    Skip,
    Quit,
    Help,
    Other,
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
The square of your move, such as c4
  skip     goes on with the next exercise
  help     prints this text
  quit     ends; what was done is kept";

/// Reads an answer.
pub(super) fn answer(line: &str) -> Answer {
    match line.trim().to_ascii_lowercase().as_str() {
        "skip" | "s" => Answer::Skip,
        "quit" | "q" | "exit" => Answer::Quit,
        "help" | "h" | "?" => Answer::Help,
        word => word.parse().map_or(Answer::Other, Answer::Move),
    }
}

/// Says what is asked.
pub(super) type Question = fn(&Exercise) -> String;

/// Returns the board and what is asked.
pub(super) fn question(exercise: &Exercise) -> String {
    let mut board = PrintedBoard::from(exercise.position);
    // The sentence below names the side.
    board.side_to_move = None;
    format!("\n{}\n{}", board.to_string().trim_end(), task(exercise))
}

/// Returns the squares of the discs of each side, and what is asked.
pub(super) fn question_in_words(exercise: &Exercise) -> String {
    let position = &exercise.position;
    let discs = [Color::Black, Color::White].map(|color| {
        let discs = position.discs(color).squares().map(|it| it.to_string());
        format!("{color}: {}", discs.collect::<Vec<_>>().join(" "))
    });
    format!("\n{}\n{}", discs.join("\n"), task(exercise))
}

fn task(exercise: &Exercise) -> String {
    let position = &exercise.position;
    let moves: Vec<String> = position.legal_moves().squares().map(|it| it.to_string()).collect();
    let (side, task) = (position.side_to_move(), exercise.kind().task());
    format!("{side} to play: {task} ({}).", moves.join(" "))
}

/// Returns what is said about a right move.
pub(super) fn praise(exercise: &Exercise, square: Square) -> String {
    let (score, next) = (exercise.solution.score, exercise.solution.next);
    let about = match exercise.solution.basis {
        Basis::Proven => "",
        Basis::Estimated => "about ",
    };
    let theme = exercise.theme.map_or_else(String::new, |it| format!("Theme {}, ", theme_name(it)));
    let rating = if theme.is_empty() { "Rating" } else { "rating" };
    format!(
        "Right: {square} is {about}{score}, the next-best move {next}. {theme}{rating} about {}.",
        exercise.rating
    )
}

/// Returns what is said about a wrong move that was compared with the best one.
pub(super) fn refutation(found: &MoveAnalysis) -> String {
    let line: Vec<String> = found.played_pv.iter().skip(1).map(Move::to_string).collect();
    let lost = units::count(found.loss() as usize, "disc");
    let line = if line.is_empty() { String::new() } else { format!(": {}", line.join(" ")) };
    let value = found.value.rounded();
    let mut text = format!("{} is {value}, which loses {lost}{line}\n", found.mv);
    for sentence in explanation(found, Language::English) {
        text.push_str(&units::wrapped(&sentence, 2, WIDTH));
        text.push('\n');
    }
    text.push_str("Try again, or `skip`.");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_squares_or_words() {
        assert_eq!(answer(" F5\n"), Answer::Move(Square::F5));
        assert_eq!(answer("skip"), Answer::Skip);
        assert_eq!(answer("Q"), Answer::Quit);
        assert_eq!(answer("?"), Answer::Help);
        assert_eq!(answer("i9"), Answer::Other);
        assert_eq!(answer(""), Answer::Other);
    }
}
