//! A game of a match, board by board.

use std::fmt::Write as _;

use willow_arena::GameRecord;
use willow_board::{Color, Game, Position};
use willow_records::{PrintedBoard, board_text};

/// The length of a position in front of the moves of an opening, and the blank after it.
const POSITION_LENGTH: usize = 66;

/// Returns all boards of a game with the moves between them, and its result.
pub(super) fn text(record: &GameRecord) -> String {
    let mut text =
        format!("Game {}: {} (Black) v. {} (White)\n", record.game, record.black, record.white);
    let mut game = Game::from_position(start(record));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", PrintedBoard::from(*game.position()));
    for square in squares(&record.moves) {
        if game.position().must_pass() {
            let _ = writeln!(text, "{} has no move.", game.position().side_to_move());
        }
        if game.place(square).is_err() {
            break;
        }
        let mover = !game.position().side_to_move();
        let _ = writeln!(text, "{mover}: {square}\n\n{}", PrintedBoard::from(*game.position()));
    }
    let _ = writeln!(text, "{}\n", result(record));
    text
}

/// Returns how a game ended, in one line.
fn result(record: &GameRecord) -> String {
    let GameRecord { black_discs, white_discs, result, reason, .. } = record;
    let verdict = match result.sign() {
        1 => format!("{} wins by {}", Color::Black, result.value()),
        -1 => format!("{} wins by {}", Color::White, -result.value()),
        _ => "a draw".to_owned(),
    };
    format!("Game {}: {verdict} ({black_discs}-{white_discs} on the board; {reason})", record.game)
}

/// Returns the position at which a game began.
fn start(record: &GameRecord) -> Position {
    record
        .opening
        .get(..POSITION_LENGTH)
        .and_then(|text| board_text::parse(text).ok())
        .unwrap_or(Position::START)
}

fn squares(moves: &str) -> impl Iterator<Item = willow_board::Square> + '_ {
    (0..moves.len() / 2).map_while(|index| moves.get(2 * index..2 * index + 2)?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_board() {
        let record: GameRecord = serde_json::from_str(
            r#"{"game":1,"first":"black","black":"a","white":"b","opening":"f5","moves":"f5d6",
            "black_discs":3,"white_discs":3,"result":64,"reason":"White resigned",
            "black_seconds":0.0,"white_seconds":0.0}"#,
        )
        .unwrap();
        let text = text(&record);
        assert_eq!(text.matches("a b c d e f g h").count(), 3, "{text}");
        assert!(text.contains("White: d6\n"), "{text}");
        assert!(text.contains("Black wins by 64 (3-3 on the board; White resigned)"), "{text}");
    }
}
