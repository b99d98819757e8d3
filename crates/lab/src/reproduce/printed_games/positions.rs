//! The boards that section 18.6 prints of its two games, and another ending of the second one.

use anyhow::Result;
use willow_board::{Color, Game, Move, Position, Square};

use super::games::GAMES;
use crate::reproduce::game_curves::{after_moves, placed_squares};
use crate::reproduce::match_series::SeriesGame;
use crate::reproduce::report_table::ReportTable;

/// A position that the book prints of one of its games.
pub(super) struct PrintedPosition {
    /// The index of the game in [`GAMES`].
    game: usize,
    pub(super) moves: usize,
    /// Which printing it is, if there are two, or that it is the result.
    pub(super) note: &'static str,
    rows: [&'static str; 8],
}

/// The note of the board that the book itself prints otherwise a few pages later.
pub(super) const FIRST_PRINTING: &str = "first printing";

/// All positions of section 18.6.
pub(super) const POSITIONS: [PrintedPosition; 12] = [
    PrintedPosition {
        game: 1,
        moves: 17,
        note: FIRST_PRINTING,
        rows: [
            "O@......", ".@...@@.", "@@@@@@..", ".@.@@...", "@@@@@@..", "..@.....", "........",
            "........",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 17,
        note: "second printing",
        rows: [
            "O@......", ".@...@@.", "@@@@@@..", ".@.@@...", "@@@@@@..", ".@......", "........",
            "........",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 43,
        note: "",
        rows: [
            "OOOO@@OO", "@@O@@@@@", "@@OO@O@@", "OO@@@@@@", "@O@@@@..", "@@O@@O..", "@..@@...",
            "........",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 49,
        note: "",
        rows: [
            "OOOO@@OO", "@@O@@@@@", "@@OO@O@@", "O@O@@@@@", "O@O@@@@.", "O@O@@@..", "O@@@@...",
            "O@O.....",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 57,
        note: "",
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@@@@O", "O@@@@@OO",
            "O@@@...O",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 58,
        note: "",
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@O@OO", "O@@OOOOO",
            "OOOOO..O",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 59,
        note: "",
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@O@OO", "O@@O@@OO",
            "OOOOO@.O",
        ],
    },
    PrintedPosition {
        game: 1,
        moves: 60,
        note: "final result",
        rows: [
            "OOOO@@OO", "@@OO@@@O", "@@OOO@@O", "O@OOO@@O", "O@O@O@@O", "O@O@O@OO", "O@@O@OOO",
            "OOOOOOOO",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 25,
        note: "",
        rows: [
            "..@@@@@.", ".@.@O@..", "O@@O@OO.", ".@.@O@O.", ".@@@@@..", ".@.@.O..", "........",
            "........",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 41,
        note: "",
        rows: [
            "O.@@@@@.", ".OO@@@..", "O@OO@@@@", "@@@@O@@.", "@@@@@O@.", "@@@@@@OO", "@..@..@O",
            "........",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 46,
        note: "",
        rows: [
            "OOOOOOOO", "@@O@@@..", "O@OO@@@@", "O@O@O@@.", "O@O@@O@.", "OOO@@@OO", "O.O@..@O",
            "O.......",
        ],
    },
    PrintedPosition {
        game: 2,
        moves: 60,
        note: "final result",
        rows: [
            "OOOOOOOO", "@@O@OO@@", "O@OO@@@@", "O@OO@@@O", "OO@@O@OO", "OOO@O@@O", "OOOO@@OO",
            "OOOOO@@O",
        ],
    },
];

/// Returns the number of squares that agree in each of the printed positions.
pub(super) fn compared_positions(played: &[SeriesGame]) -> Result<Vec<u32>> {
    let agreeing = |printed: &PrintedPosition| {
        let ours = board_text(&after_moves(&played[printed.game].replay()?, printed.moves));
        let book = printed.rows.concat();
        let agrees = ours.chars().zip(book.chars()).filter(|(one, other)| one == other).count();
        Ok(agrees as u32)
    };
    POSITIONS.iter().map(agreeing).collect()
}

pub(super) fn positions_table(agreeing: &[u32]) -> ReportTable {
    let mut table = ReportTable::new(
        "Positions that the book prints: all boards of both games of 18.6",
        &["game", "after moves", "", "squares that agree"],
    );
    for (PrintedPosition { game, moves, note, .. }, &agreeing) in POSITIONS.iter().zip(agreeing) {
        let agrees = if agreeing == 64 { "all 64".to_owned() } else { format!("{agreeing} of 64") };
        let cells = [GAMES[*game].description, note].map(str::to_owned);
        let [game, note] = cells;
        table.add_row([game, moves.to_string(), note, agrees]);
    }
    table
}

/// Says which of two printings of the same position is right.
pub(super) fn printings_text(agreeing: &[u32]) -> String {
    let [first, second] = [&POSITIONS[0], &POSITIONS[1]];
    let pairs = first.rows.concat().chars().zip(second.rows.concat().chars()).collect::<Vec<_>>();
    let differing = Square::ALL.into_iter().zip(pairs).filter(|(_, (one, other))| one != other);
    let differing: Vec<String> = differing.map(|(square, _)| square.to_string()).collect();
    let right = match (agreeing[0], agreeing[1]) {
        (64, 64) => "both are right",
        (64, _) => "the first is right",
        (_, 64) => "the second is right",
        _ => "neither is right",
    };
    format!(
        "The book prints the position after {} moves twice. The printings differ in {}; by the game that its \
         code plays, {right}.",
        first.moves,
        differing.join(" and ")
    )
}

/// The index of the second game of section 18.6, whose printed result is not that of its code.
pub(super) const SECOND_GAME: usize = 2;

/// How the second game could have ended as the book prints it.
pub(super) struct OtherEnding {
    /// The last number of moves after which the printed result can be reached from our game; 0 if none.
    pub(super) moves: usize,
    /// The moves that reach it from there, all ways.
    pub(super) ways: Vec<Vec<Square>>,
    /// What the code plays from there instead.
    pub(super) ours: Vec<Square>,
}

impl OtherEnding {
    /// Looks for it from the end of the game on.
    pub(super) fn of(game: &Game) -> OtherEnding {
        let target = POSITIONS.iter().rev().find(|printed| printed.game == SECOND_GAME);
        let target = target.map(|printed| printed.rows.concat()).unwrap_or_default();
        let placed = placed_squares(game);
        for moves in (placed.len() - EXAMINED_MOVES..placed.len()).rev() {
            let ways = ways_to(&after_moves(game, moves), &target);
            if !ways.is_empty() {
                return OtherEnding { moves, ways, ours: placed[moves..].to_vec() };
            }
        }
        OtherEnding { moves: 0, ways: Vec::new(), ours: Vec::new() }
    }

    pub(super) fn text(&self) -> String {
        let list = |squares: &Vec<Square>| {
            squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let ways: Vec<String> = self.ways.iter().map(list).collect();
        if ways.is_empty() {
            return format!(
                "The printed result of the second game cannot be reached from our game's last {EXAMINED_MOVES} \
                 positions."
            );
        }
        format!(
            "The printed result of the second game is reached from our position after {} moves by {}; the code \
             plays {} there.",
            self.moves,
            ways.join(", or by "),
            list(&self.ours)
        )
    }
}

/// How many moves from the end are examined for another ending.
const EXAMINED_MOVES: usize = 8;

/// Returns all sequences of moves that lead from a position to a finished board.
fn ways_to(position: &Position, target: &str) -> Vec<Vec<Square>> {
    if position.is_game_over() {
        return if board_text(position) == target { vec![Vec::new()] } else { Vec::new() };
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return ways_to(&position.play(Move::Pass).expect("there is no other move"), target);
    }
    let after = |square: Square| {
        let next = position.play(Move::Place(square)).expect("the move is legal");
        let ways = ways_to(&next, target).into_iter();
        ways.map(move |way| [vec![square], way].concat())
    };
    moves.squares().flat_map(after).collect()
}

/// Returns a board in the letters of the book.
fn board_text(position: &Position) -> String {
    let letter = |square| match position.disc_at(square) {
        Some(Color::Black) => '@',
        Some(Color::White) => 'O',
        None => '.',
    };
    Square::ALL.into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printings_are_told_apart() {
        let text = printings_text(&[62, 64]);
        assert!(
            text.contains("differ in b6 and c6;") && text.ends_with("the second is right."),
            "{text}"
        );
    }

    /// Two moves from the end, both ways are found, and the board decides which is meant.
    #[test]
    fn other_endings_are_found() {
        let game = willow_records::transcript::parse(
            "f5d6c3d3c6f4f3e3e6g4h5f6f7c5b5e7f8c4b3b4e2d7a3g3g5h4h3h6h7g6e8c8g7b6a7a6a5a4d8a8b7g8f2d2h8e1b8g2c7\
             h2h1g1b2c1a1a2d1c2b1f1",
        )
        .unwrap();
        let end = board_text(game.position());
        let ways = ways_to(&after_moves(&game, 56), &end);
        assert!(ways.contains(&placed_squares(&game)[56..].to_vec()), "{ways:?}");
        assert!(ways_to(&after_moves(&game, 58), &"@".repeat(64)).is_empty());
    }
}
