//! Positions as text without a blank: 64 cells from a1 to h8, `/` and the side to move.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use willow_board::{Bitboard, Board, Color, Position, Square};

/// Reads `CELLS/SIDE`, with the letters that `Position` writes.
pub(crate) fn parse(text: &str) -> Option<Position> {
    let (cells, side) = text.split_once('/')?;
    if cells.len() != Square::ALL.len() {
        return None;
    }
    let side_to_move = match side {
        "X" => Color::Black,
        "O" => Color::White,
        _ => return None,
    };
    let mut sets = [Bitboard::EMPTY; 2];
    for (square, cell) in Square::ALL.into_iter().zip(cells.bytes()) {
        match cell {
            b'X' => sets[Color::Black.index()] |= square.bitboard(),
            b'O' => sets[Color::White.index()] |= square.bitboard(),
            b'-' => {}
            _ => return None,
        }
    }
    let (player, opponent) = (sets[side_to_move.index()], sets[(!side_to_move).index()]);
    Board::new(player, opponent).ok().map(|board| Position::new(board, side_to_move))
}

/// Writes `CELLS/SIDE`: a blank would end the word.
pub(crate) fn write(position: &Position) -> String {
    position.to_string().replace(' ', "/")
}

/// Writes a position for JSON, with a blank before the side.
pub(crate) fn serialize<S: Serializer>(
    position: &Position,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(position)
}

/// Reads a position from JSON, with a blank or `/` before the side.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Position, D::Error> {
    let text = String::deserialize(deserializer)?.replace(' ', "/");
    parse(&text).ok_or_else(|| D::Error::custom("not a position"))
}
