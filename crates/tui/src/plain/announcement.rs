//! What is said about a position and its changes, for people who listen to it.

use willow_board::{Color, GameEvent, Position, Square, TimeControl};

use crate::local_game::LocalGame;
use crate::notification::Notification;

/// Returns who plays which discs, and what the clock is.
pub(super) fn players(local_game: &LocalGame) -> String {
    let [black, white] = Color::ALL.map(|color| local_game.player(color).name.as_str());
    let clock = match local_game.session().control() {
        TimeControl::Unlimited => String::new(),
        each @ TimeControl::PerMove(_) => format!(" Clock: {each} for each move."),
        control => format!(" Clock: {control}."),
    };
    format!("Black (@) is {black}, White (O) is {white}.{clock}")
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

/// Returns what is on a square, and whether the side to move may play there: if so, the disc that brackets with
/// it in each direction and what they flip.
pub(super) fn square(position: &Position, square: Square) -> String {
    match position.disc_at(square) {
        Some(color) => format!("{square}: {color}."),
        None if position.legal_moves().contains(square) => {
            let brackets: Vec<String> = brackets(position, square)
                .map(|(bracket, flipped)| format!("{} with {bracket}", names(flipped.into_iter())))
                .collect();
            let (side, flips) = (position.side_to_move(), brackets.join(", "));
            format!("{square}: empty, a legal move for {side} that flips {flips}.")
        }
        None => format!("{square}: empty."),
    }
}

/// Returns the disc that brackets with a move, and the discs between them, in each direction that has one.
fn brackets(position: &Position, from: Square) -> impl Iterator<Item = (Square, Vec<Square>)> + '_ {
    let mover = position.side_to_move();
    let steps = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    steps.into_iter().filter_map(move |(right, down): (i32, i32)| {
        let mut ray = std::iter::successors(from.offset(right, down), |at| at.offset(right, down));
        let mut flipped = Vec::new();
        let bracket = ray.find(|&at| {
            let is_between = position.disc_at(at) == Some(!mover);
            flipped.extend(is_between.then_some(at));
            !is_between
        })?;
        let is_bracket = position.disc_at(bracket) == Some(mover) && !flipped.is_empty();
        is_bracket.then_some((bracket, flipped))
    })
}

/// Returns what is on some squares; empties are not listed.
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
