//! Response killers: for each move the replies that refuted it last.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Color, Square};

use crate::paip::SquareOrder;

/// The number of replies that are remembered for each move. Ours.
const N_REPLIES: usize = 3;

/// The list number of positions without a last move: the root, and after a pass.
const NO_MOVE: usize = 64;

/// The best replies to each move, for each side that replies; the latest is first.
#[derive(Clone, Debug)]
pub(crate) struct ResponseKillers {
    replies: [[KillerReplies; NO_MOVE + 1]; 2],
}

type KillerReplies = [Option<Square>; N_REPLIES];

impl ResponseKillers {
    pub(crate) const fn new() -> ResponseKillers {
        ResponseKillers { replies: [[[None; N_REPLIES]; NO_MOVE + 1]; 2] }
    }

    /// Remembers that a reply was the best one.
    pub(crate) fn note(&mut self, color: Color, last: Option<Square>, reply: Square) {
        let replies = &mut self.replies[color.index()][context(last)];
        let before = replies.iter().position(|&known| known == Some(reply));
        replies[..=before.unwrap_or(N_REPLIES - 1)].rotate_right(1);
        replies[0] = Some(reply);
    }

    /// Lists moves: the known replies first, then the others by the weights of their squares.
    pub(crate) fn ordered(
        &self,
        moves: Bitboard,
        color: Color,
        last: Option<Square>,
    ) -> ArrayVec<Square, 64> {
        let known = self.replies[color.index()][context(last)].iter().flatten().copied();
        let mut ordered: ArrayVec<Square, 64> = known.filter(|&at| moves.contains(at)).collect();
        let rest = ordered.iter().fold(moves, |rest, &square| rest.without(square));
        ordered.extend(SquareOrder::Static.squares(rest));
        ordered
    }
}

fn context(last: Option<Square>) -> usize {
    last.map_or(NO_MOVE, |square| square as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_reply_comes_first_and_four_are_too_many() {
        let mut killers = ResponseKillers::new();
        let last = Some(Square::F5);
        for reply in [Square::C3, Square::D6, Square::F6, Square::D6, Square::F4] {
            killers.note(Color::White, last, reply);
        }
        let moves: Bitboard =
            [Square::C3, Square::D6, Square::F4, Square::A1, Square::B2].into_iter().collect();
        let ordered = |color, last| killers.ordered(moves, color, last).to_vec();
        // F6 is known but not legal; C3 was forgotten and comes after the corner.
        let expected = [Square::F4, Square::D6, Square::A1, Square::C3, Square::B2];
        assert_eq!(ordered(Color::White, last), expected);
        let unknown = [Square::A1, Square::C3, Square::F4, Square::D6, Square::B2];
        assert_eq!(ordered(Color::Black, last), ordered(Color::White, None));
        let by_weight = ordered(Color::Black, last);
        assert_eq!((by_weight[0], by_weight[4]), (unknown[0], unknown[4]));
    }
}
