//! What is said about a position and its changes, for people who listen to it.

use willow_board::{Color, GameEvent, Position, Square};

use crate::local_game::LocalGame;
use crate::notification::Notification;

/// Returns who plays which discs.
pub(super) fn players(local_game: &LocalGame) -> String {
    let [black, white] = Color::ALL.map(|color| local_game.player(color).name.as_str());
    format!("Black (@) is {black}, White (O) is {white}.")
}

/// Returns the numbers of discs.
pub(super) fn score(position: &Position) -> String {
    let [black, white] = Color::ALL.map(|color| position.discs(color).count());
    format!("Black {black}, White {white}.")
}

/// Returns a notification, and for a move what changed since `before`, the position before it.
pub(super) fn change(notification: &Notification, before: &Position) -> String {
    let Notification::Game(GameEvent::Moved { color, square, position, .. }) = notification else {
        return notification.to_string();
    };
    let is_flipped =
        |at: &Square| before.disc_at(*at) == Some(!*color) && position.disc_at(*at) == Some(*color);
    let flipped = names(Square::ALL.into_iter().filter(is_flipped));
    format!("{color} moves to {square} and flips {flipped}. {}", score(position))
}

/// Returns the legal moves.
pub(super) fn legal_moves(position: &Position) -> String {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return "There is no legal move.".to_owned();
    }
    let squares = names(moves.squares());
    match moves.count() {
        1 => format!("1 move: {squares}."),
        count => format!("{count} moves: {squares}."),
    }
}

/// Returns what is on a row, counted from 0.
pub(super) fn row(position: &Position, row: u32) -> String {
    format!("Row {}: {}", row + 1, contents(position, |square| square.row() == row))
}

/// Returns what is on a column, counted from 0.
pub(super) fn column(position: &Position, column: u32) -> String {
    let letter = char::from(b'a' + column as u8);
    format!("Column {letter}: {}", contents(position, |square| square.column() == column))
}

/// Returns what is on a square, and whether the side to move may play there.
pub(super) fn square(position: &Position, square: Square) -> String {
    match position.disc_at(square) {
        Some(color) => format!("{square}: {color}."),
        None if position.legal_moves().contains(square) => {
            format!("{square}: empty, a legal move for {}.", position.side_to_move())
        }
        None => format!("{square}: empty."),
    }
}

/// Returns what is on some squares; empty squares are not listed.
fn contents(position: &Position, is_part: impl Fn(Square) -> bool) -> String {
    let of = |color: Color| {
        let is_named = |&at: &Square| is_part(at) && position.disc_at(at) == Some(color);
        let squares = names(Square::ALL.into_iter().filter(is_named));
        (!squares.is_empty()).then(|| format!("{color} {squares}"))
    };
    let parts: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    if parts.is_empty() { "empty.".to_owned() } else { parts.join(", ") + "." }
}

/// Returns squares with blanks between them.
pub(super) fn names(squares: impl Iterator<Item = Square>) -> String {
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}
