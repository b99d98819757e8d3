//! English draughts (checkers): a second game for the searches of [`paip`](crate::paip).
//!
//! Eight by eight squares, the dark ones numbered 1 to 32; Black begins. Men step and capture
//! forwards, kings both ways. Who can capture must, and goes on capturing while the same piece can; a
//! man that reaches the far row becomes a king, and its move ends there. Who cannot move has lost.

mod jumps;
mod material;
mod notation;
mod piece;
mod position;

use willow_board::{Bitboard, Color};

use crate::paip::{GameRules, TurnOptions};
use jumps::captures;
use piece::{Diagonal, Piece};

pub use material::Material;
pub use notation::ParsePositionError;
pub use position::{Move, Position};

/// The game is drawn after this number of plies without a capture or the move of a man.
const MAX_QUIET_PLIES: u32 = 80;

/// The rules of English draughts.
///
/// The margin of a finished game is the number of the winner's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Draughts;

impl GameRules for Draughts {
    type State = Position;
    type Move = Move;
    type Moves = Vec<Move>;

    fn options(&self, position: &Position) -> TurnOptions<Vec<Move>, Position> {
        if MAX_QUIET_PLIES <= position.n_quiet_plies() {
            return TurnOptions::Over(0);
        }
        let captures = captures(position);
        let moves = if captures.is_empty() { steps(position) } else { captures };
        if moves.is_empty() {
            TurnOptions::Over(-(position.other.count() as i32))
        } else {
            TurnOptions::Moves(moves)
        }
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        position.after(mv)
    }
}

impl Position {
    /// Returns the legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        match Draughts.options(self) {
            TurnOptions::Moves(moves) => moves,
            TurnOptions::Pass(_) | TurnOptions::Over(_) => Vec::new(),
        }
    }

    /// Returns the result of a game that is over, or `None`: the number of the winner's pieces for Black,
    /// negative if White has won, 0 for a draw.
    pub fn result(&self) -> Option<i32> {
        let TurnOptions::Over(margin) = Draughts.options(self) else { return None };
        Some(match self.side_to_move() {
            Color::Black => margin,
            Color::White => -margin,
        })
    }

    /// Returns the position after one of the [`legal_moves`](Position::legal_moves).
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        Draughts.apply(self, mv)
    }
}

/// Returns the moves to a neighbouring square.
fn steps(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(16);
    for from in position.own {
        for diagonal in Diagonal::of(position.piece_at(from)) {
            let to = diagonal.step(from.bitboard()) & position.empty();
            moves.extend(to.first().map(|to| Move::new(from, to, Bitboard::EMPTY)));
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paip::perft;

    #[test]
    fn perft_is_as_published() {
        let counts = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&Draughts, &Position::START, depth), count, "depth {depth}");
        }
    }

    /// Returns the moves of a position as a list of words.
    fn moves(position: &Position) -> String {
        let TurnOptions::Moves(moves) = Draughts.options(position) else {
            return "none".to_owned();
        };
        let words: Vec<String> = moves.into_iter().map(|mv| position.notation(mv)).collect();
        words.join(" ")
    }

    #[test]
    fn moves_are_numbered_as_in_the_books() {
        let start = Position::START;
        assert_eq!(moves(&start), "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
        let TurnOptions::Moves(first) = Draughts.options(&start) else { panic!("the game begins") };
        let next = Draughts.apply(&start, first[4]);
        assert_eq!(moves(&next), "24-20 24-19 23-19 23-18 22-18 22-17 21-17");
    }

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn captures_are_forced_and_go_on() {
        // The man on 1 takes 6, and then 14 or 15; the man on 12 must stay.
        assert_eq!(moves(&position("B:W6,14,15:B1,12")), "1x17 1x19");
        // Men do not take backwards, kings do.
        assert_eq!(moves(&position("B:W6:B10")), "10-14 10-15");
        assert_eq!(moves(&position("B:W6:BK10")), "10x1");
        // Round four men and back, both ways round being one move.
        assert_eq!(moves(&position("B:W7,8,15,16:BK3")), "3x3");
    }

    #[test]
    fn a_man_that_becomes_a_king_stops() {
        // From 22 over 26 to 31; as a king it could take 27 as well, but not in the same move.
        let position = position("B:W26,27:B22");
        assert_eq!(moves(&position), "22x31");
        let TurnOptions::Moves(captures) = Draughts.options(&position) else {
            panic!("there is a capture")
        };
        let next = Draughts.apply(&position, captures[0]);
        assert_eq!(next.to_string(), "W:W27:BK31");
    }

    #[test]
    fn who_cannot_move_has_lost() {
        assert_eq!(Draughts.options(&position("B:W9:B")), TurnOptions::Over(-1));
        assert_eq!(
            (position("B:W9:B").result(), position("W:W:BK9,K10").result()),
            (Some(-1), Some(2))
        );
        assert_eq!((Position::START.result(), Position::START.legal_moves().len()), (None, 7));
        // The man on 28 is shut in.
        assert_eq!(Draughts.options(&position("B:W31,32,27:B28")), TurnOptions::Over(-3));
    }

    #[test]
    fn kings_that_only_walk_about_draw() {
        let mut position = position("B:WK32:BK1");
        for _ in 0..MAX_QUIET_PLIES {
            let TurnOptions::Moves(moves) = Draughts.options(&position) else {
                panic!("{position:?}")
            };
            position = Draughts.apply(&position, moves[0]);
        }
        assert_eq!(Draughts.options(&position), TurnOptions::Over(0));
    }
}
