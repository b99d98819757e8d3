//! A game of a match, board by board.

use std::fmt::Write as _;

use willow_board::{Clock, Color, EndReason, Move, Square};
use willow_players::PlayerSpec;
use willow_players::matches::GameRecord;
use willow_records::printed_board::BoardLabels;
use willow_records::{PrintedBoard, clojure_text, paip_text};

/// Returns all boards of a game with the moves between them, and its result. `clock` is how the clock
/// stood before the first move.
pub(super) fn text(record: &GameRecord, clock: Clock) -> String {
    let mut text = heading(record);
    let Some(game) = record.replay() else { return text };
    let clocks = record.clocks(clock);
    let board = |ply: usize| {
        let position = *game.position_at(ply).unwrap_or(game.start());
        let left = clocks.get(ply).and_then(|&[black, white]| Some([black?, white?]));
        let mut board = PrintedBoard::from(position);
        board.clocks = left;
        if ply == game.n_plies() {
            // The game is over, however it ended.
            board.side_to_move = None;
        }
        board
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", board(0));
    for (ply, mv) in game.moves().enumerate() {
        let mover = game.position_at(ply).unwrap_or(game.start()).side_to_move();
        let _ = match mv {
            Move::Pass => writeln!(text, "{mover} passes."),
            Move::Place(square) => {
                let thought = record.thoughts.iter().find(|thought| thought.ply == ply + 1);
                let thought = thought.map(|told| format!(" ({})", told.thought));
                let thought = thought.unwrap_or_default();
                writeln!(text, "{mover}: {square}{thought}\n\n{}", board(ply + 1))
            }
        };
    }
    let _ = writeln!(text, "{}\n", result(record));
    text
}

/// Returns the same as the program in Clojure prints it. An end that this program does not know has a line
/// of ours.
pub(super) fn clojure_text(record: &GameRecord) -> String {
    let mut text = heading(record);
    let Some(game) = record.replay() else { return text };
    text += &clojure_text::write(&game);
    if let Some(square) = illegal_move(record) {
        text += &clojure_text::illegal_move(square, loser(record));
    }
    if !game.position().is_game_over() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", result(record));
    }
    text + "\n"
}

/// Returns the same as PAIP's monitor prints it, with the names of squares and the clock of section 18.7 or the
/// numbers of 18.2. `clock` is how the clock stood before the first move. The book asks again after an illegal move,
/// without end; here a program forfeits, which is printed on a line of our own.
pub(super) fn paip_text(record: &GameRecord, clock: Clock, labels: BoardLabels) -> String {
    let mut text = heading(record);
    let Some(game) = record.replay() else { return text };
    let clocks = record.clocks(clock);
    let left = |ply: usize| clocks.get(ply).and_then(|&[black, white]| Some([black?, white?]));
    text += &paip_text::write(&game, labels, left);
    if game.position().is_game_over() {
        return text + "\n";
    }
    let (loser_color, result_text) = (loser(record), result(record));
    let ended = match illegal_move(record) {
        Some(square) => format!("Warning: Illegal move: {}\n{result_text}", labels.square(square)),
        None if record.reason == EndReason::TimedOut(loser_color).to_string() => {
            format!("{} has no time left and forfeits.", labels.disc(loser_color))
        }
        None => result_text,
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{ended}\n{}\n", record.result.value());
    text
}

fn heading(record: &GameRecord) -> String {
    format!("Game {}: {} (Black) v. {} (White)\n", record.game, record.black, record.white)
}

/// Returns the colour that lost a game that ended early.
fn loser(record: &GameRecord) -> Color {
    if 0 < record.result.value() { Color::White } else { Color::Black }
}

/// Returns the illegal move that forfeited a game. It stands first in the cause behind the reason.
fn illegal_move(record: &GameRecord) -> Option<Square> {
    record.reason.split(": ").nth(1)?.parse().ok()
}

/// Returns whether a player is one in the dialect of Clojure.
pub(super) fn is_clojure(spec: &str) -> bool {
    let spec: Result<PlayerSpec, _> = spec.parse();
    spec.is_ok_and(|spec| spec.value("dialect") == Some("clojure"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_board() {
        let record: GameRecord = serde_json::from_str(
            r#"{"game":1,"first":"black","black":"a","white":"b","opening":"f5","moves":"f5d6",
            "black_discs":3,"white_discs":3,"result":64,"reason":"White resigned",
            "black_seconds":0.0,"white_seconds":5.0,"move_seconds":[5.0]}"#,
        )
        .unwrap();
        let text = text(&record, Clock::new("30:00".parse().unwrap()));
        assert_eq!(text.matches("[@=30:00 O=30:00]").count(), 2, "{text}");
        assert_eq!(text.matches("[@=30:00 O=29:55]").count(), 1, "{text}");
        assert!(text.contains("[@=3  O=3  (+0)]"), "{text}");
        assert_eq!(text.matches("a b c d e f g h").count(), 3, "{text}");
        // The last board has no side to move.
        assert_eq!(text.matches(" to move\n").count(), 2, "{text}");
        assert!(text.contains("White: d6\n"), "{text}");
        assert!(text.contains("Black wins by 64 (3-3 on the board; White resigned)"), "{text}");
    }
}
