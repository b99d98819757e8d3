//! Captures: one piece jumps over others, as often as it can.

use willow_board::{Bitboard, Square};

use super::{Diagonal, DraughtsMove, DraughtsPosition, Piece};

/// Returns all captures. Two ways round that take the same pieces to the same square are one move.
pub(super) fn captures(position: &DraughtsPosition) -> Vec<DraughtsMove> {
    let mut captures = Vec::new();
    for from in movers_with_a_jump(position) {
        let mut jumper = Jumper {
            from,
            piece: position.piece_at(from),
            // Its own square is free for it to come back to.
            free: position.empty().with(from),
            prey: position.other,
            captures: &mut captures,
        };
        jumper.jump_on(from.bitboard(), Bitboard::EMPTY);
    }
    captures
}

/// Finds the pieces that can capture at all, by looking back from the free squares behind the prey.
fn movers_with_a_jump(position: &DraughtsPosition) -> Bitboard {
    let behind = |back: Diagonal| back.step(back.step(position.empty()) & position.other);
    let forwards = behind(Diagonal::UpRight) | behind(Diagonal::UpLeft);
    let backwards = behind(Diagonal::DownRight) | behind(Diagonal::DownLeft);
    position.own & (forwards | backwards & position.kings)
}

/// A piece on its way over others.
struct Jumper<'a> {
    from: Square,
    piece: Piece,
    free: Bitboard,
    prey: Bitboard,
    captures: &'a mut Vec<DraughtsMove>,
}

impl Jumper<'_> {
    /// Goes on from a square and notes every capture that ends where no jump is left. Pieces leave
    /// the board after the move, and none is jumped twice.
    fn jump_on(&mut self, at: Bitboard, captured: Bitboard) {
        let mut is_end = true;
        for diagonal in Diagonal::of(self.piece) {
            let over = diagonal.step(at) & (self.prey - captured);
            let landing = diagonal.step(over) & self.free;
            if landing.is_empty() {
                continue;
            }
            is_end = false;
            if self.piece == Piece::Man && landing.intersects(DraughtsPosition::FAR_ROW) {
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
        let capture = DraughtsMove::new(self.from, to, captured);
        if !self.captures.contains(&capture) {
            self.captures.push(capture);
        }
    }
}
