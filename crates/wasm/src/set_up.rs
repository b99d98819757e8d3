//! What is unusual about a position that somebody has set up.

use willow_board::{Bitboard, Position, Square};

/// The four squares that hold discs from the first move on.
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// Returns the remarks about a position, as `SetUpRemark` of `web/src/rules/types.ts` names them.
///
/// Only `over` and `must-pass` keep a game from starting. The others say that no game from the usual
/// start leads to the position.
pub(crate) fn remarks(position: &Position) -> Vec<&'static str> {
    let occupied = position.board().occupied();
    let all = [
        ("over", position.is_game_over()),
        ("must-pass", position.must_pass()),
        ("empty-centre", CENTRE.iter().any(|&square| !occupied.contains(square))),
        ("apart", is_apart(occupied)),
    ];
    all.into_iter().filter(|(_, applies)| *applies).map(|(remark, _)| remark).collect()
}

/// Reports whether some discs touch none of the others, not even over a chain of discs.
fn is_apart(occupied: Bitboard) -> bool {
    let Some(first) = occupied.first() else { return false };
    let mut reached = Bitboard::from(first);
    loop {
        let more = Bitboard::from_bits(reached.dilated().bits() & occupied.bits());
        if more == reached {
            return reached != occupied;
        }
        reached = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input;

    fn remarks_on(rows: [&str; 8], side: &str) -> Vec<&'static str> {
        remarks(&input::position(&format!("{} {side}", rows.concat())).unwrap())
    }

    const EMPTY: &str = "--------";

    #[test]
    fn what_is_unusual_is_told() {
        assert!(remarks(&Position::START).is_empty());
        let of = |rows: &[(usize, &'static str)], side| {
            let mut board = [EMPTY; 8];
            for &(row, cells) in rows {
                board[row] = cells;
            }
            remarks_on(board, side)
        };
        assert_eq!(of(&[], "X"), ["over", "empty-centre"]);
        let passing = [(3, "XOOOO---"), (4, "---OO---")];
        assert_eq!(of(&passing, "X"), [""; 0]);
        assert_eq!(of(&passing, "O"), ["must-pass"]);
        let start = [(3, "---OX---"), (4, "---XO---")];
        assert_eq!(of(&[&[(0, "X-------")], &start[..]].concat(), "X"), ["apart"]);
        // A chain over corners is together.
        let chain = [(0, "X-------"), (1, "-X------"), (2, "--X-----")];
        assert_eq!(of(&[&chain[..], &start].concat(), "X"), [""; 0]);
    }
}
