//! Positions, legal moves and results as text for controllers and people.

use std::fmt::Write;

use willow_board::{Color, Game, Move, Outcome, Position, Square};

/// Draws a board for people, with the names of columns and rows.
pub(crate) fn diagram(position: &Position) -> String {
    let mut text = String::from("\n  a b c d e f g h");
    for row in 0..8 {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}{}", row + 1, cells(position, row, '-'));
    }
    if position.is_game_over() {
        return text + "\nthe game is over";
    }
    let _ = write!(text, "\n{} ({}) to move", position.side_to_move(), letter(position));
    text
}

/// Writes a board for GoGui.
///
/// GoGui counts rows from the bottom, as in Go. Row 8 comes first so that GoGui's names of the
/// squares are those of Othello.
pub(crate) fn gogui_board(position: &Position) -> String {
    let rows: Vec<String> = (0..8).rev().map(|row| cells(position, row, '.')).collect();
    format!("\n{}", rows.join("\n"))
}

fn cells(position: &Position, row: u32, empty: char) -> String {
    let squares = (0..8).filter_map(|column| Square::from_coords(column, row));
    let symbol = |square| position.disc_at(square).map_or(empty, Color::letter);
    squares.flat_map(|square| [' ', symbol(square)]).collect()
}

fn letter(position: &Position) -> char {
    position.side_to_move().letter()
}

/// Writes a move as GoGui does: `F5`, `PASS`.
pub(crate) fn vertex(mv: Move) -> String {
    mv.to_string().to_uppercase()
}

/// Writes the legal moves for GoGui: the squares, `PASS` for a forced pass, nothing after the end.
pub(crate) fn legal_moves(game: &Game) -> String {
    let position = game.position();
    if !game.is_over() && position.must_pass() {
        return "PASS".to_owned();
    }
    let squares = position.legal_moves().squares().map(|square| square.to_string().to_uppercase());
    squares.collect::<Vec<_>>().join(" ")
}

/// Writes a result as GTP defines: `B+12`, `W+4`, `0`, in discs.
pub(crate) fn score(outcome: &Outcome) -> String {
    match (outcome.winner(), outcome.result.value().abs()) {
        (None, _) => "0".to_owned(),
        (Some(Color::Black), margin) => format!("B+{margin}"),
        (Some(Color::White), margin) => format!("W+{margin}"),
    }
}

/// Writes a result for people.
pub(crate) fn result(outcome: &Outcome) -> String {
    let Outcome { black_discs, white_discs, .. } = outcome;
    match outcome.winner() {
        None => format!("Draw, {black_discs} to {white_discs} discs"),
        Some(Color::Black) => format!("Black wins with {black_discs} to {white_discs} discs"),
        Some(Color::White) => format!("White wins with {white_discs} to {black_discs} discs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_reverse_order_for_gogui() {
        let mut game = Game::new();
        game.place(Square::F5).unwrap();
        let board = gogui_board(game.position());
        assert_eq!(
            board,
            "
 . . . . . . . .
 . . . . . . . .
 . . . . . . . .
 . . . X X X . .
 . . . O X . . .
 . . . . . . . .
 . . . . . . . .
 . . . . . . . ."
        );
        assert_eq!(legal_moves(&game), "F4 D6 F6");
        assert!(diagram(game.position()).contains("\n5 - - - X X X - -\n"));
    }
}
