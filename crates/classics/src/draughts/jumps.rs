//! Captures: one piece jumps over others, as often as it can.

use willow_board::{Bitboard, Square};

use super::piece::{Diagonal, Piece};
use super::position::{Move, Position};

/// Returns all captures. Two ways round that take the same pieces to the same square are one move.
pub(crate) fn captures(position: &Position) -> Vec<Move> {
    let mut captures = Vec::new();
    for from in movers_with_a_jump(position) {
        let mut search = CaptureSearch {
            from,
            piece: position.piece_at(from),
            // Its own square is free for it to come back to.
            free: position.empty().with(from),
            capturable: position.other,
            captures: &mut captures,
        };
        search.jump_on(from.bitboard(), Bitboard::EMPTY);
    }
    captures
}

/// Finds the pieces that can capture, by looking back from the free squares behind the pieces that they
/// can capture.
fn movers_with_a_jump(position: &Position) -> Bitboard {
    let behind = |back: Diagonal| back.step(back.step(position.empty()) & position.other);
    let forwards = behind(Diagonal::UpRight) | behind(Diagonal::UpLeft);
    let backwards = behind(Diagonal::DownRight) | behind(Diagonal::DownLeft);
    position.own & (forwards | backwards & position.kings)
}

/// A capture in progress: one piece jumps over others.
struct CaptureSearch<'a> {
    from: Square,
    piece: Piece,
    free: Bitboard,
    capturable: Bitboard,
    captures: &'a mut Vec<Move>,
}

impl CaptureSearch<'_> {
    /// Goes on from a square and notes every capture that ends where no jump is left. Pieces leave
    /// the board after the move, and none is jumped twice.
    fn jump_on(&mut self, at: Bitboard, captured: Bitboard) {
        let mut is_end = true;
        for diagonal in Diagonal::of(self.piece) {
            let over = diagonal.step(at) & (self.capturable - captured);
            let landing = diagonal.step(over) & self.free;
            if landing.is_empty() {
                continue;
            }
            is_end = false;
            if self.piece == Piece::Man && landing.intersects(Position::FAR_ROW) {
                self.note(landing, captured | over);
            } else {
                self.jump_on(landing, captured | over);
            }
        }
        if is_end && !captured.is_empty() {
            self.note(at, captured);
        }
    }

    fn note(&mut self, at: Bitboard, captured: Bitboard) {
        let to = at.first().expect("a piece that jumps lands somewhere");
        let capture = Move::new(self.from, to, captured);
        if !self.captures.contains(&capture) {
            self.captures.push(capture);
        }
    }
}
