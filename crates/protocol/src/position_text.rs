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
    let text = cells(position, b' ');
    serializer.serialize_str(str::from_utf8(&text).expect("letters, dashes and a blank"))
}

/// Returns the cells, a separator and the side, without an allocation: each move has a position.
fn cells(position: &Position, separator: u8) -> [u8; 66] {
    let mut text = [b'-'; 66];
    for (color, letter) in [(Color::Black, b'X'), (Color::White, b'O')] {
        for square in position.discs(color).squares() {
            text[square.index()] = letter;
        }
    }
    text[64] = separator;
    text[65] = if position.side_to_move() == Color::Black { b'X' } else { b'O' };
    text
}

/// Reads a position from JSON, with a blank or `/` before the side.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Position, D::Error> {
    read(&String::deserialize(deserializer)?)
}

fn read<E: Error>(text: &str) -> Result<Position, E> {
    parse(&text.replace(' ', "/")).ok_or_else(|| E::custom("not a position"))
}

/// Positions that may be absent.
pub(crate) mod optional {
    use serde::{Deserialize, Deserializer, Serializer};
    use willow_board::Position;

    #[expect(clippy::ref_option, reason = "serde hands out references")]
    pub(crate) fn serialize<S: Serializer>(
        position: &Option<Position>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match position {
            Some(position) => super::serialize(position, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Position>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::read(&text)).transpose()
    }
}
