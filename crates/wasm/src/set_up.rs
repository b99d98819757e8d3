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
    fn the_start_is_usual() {
        assert!(remarks(&Position::START).is_empty());
    }

    #[test]
    fn an_empty_board_is_over() {
        assert_eq!(remarks_on([EMPTY; 8], "X"), ["over", "empty-centre"]);
    }

    #[test]
    fn a_side_without_a_move_must_pass() {
        let mut rows = [EMPTY; 8];
        (rows[3], rows[4]) = ("XOOOO---", "---OO---");
        assert_eq!(remarks_on(rows, "X"), [""; 0]);
        assert_eq!(remarks_on(rows, "O"), ["must-pass"]);
    }

    #[test]
    fn discs_that_lie_apart_are_noticed() {
        let mut rows = [EMPTY; 8];
        (rows[0], rows[3], rows[4]) = ("X-------", "---OX---", "---XO---");
        assert_eq!(remarks_on(rows, "X"), ["apart"]);
        // A chain over corners is together.
        (rows[0], rows[1], rows[2]) = ("X-------", "-X------", "--X-----");
        assert_eq!(remarks_on(rows, "X"), [""; 0]);
    }
}
