//! A simple evaluation of draughts: pieces, and how far the men have come.

use willow_board::Bitboard;

use super::Draughts;
use super::position::Position;
use crate::paip::{Evaluation, Side, Value};

/// Counts a man as 100, a king as 150, and 3 for every row that a man has behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material;

/// The value of a man; the other values are in its hundredths.
const MAN: i32 = 100;
/// The value of a king.
const KING: i32 = 150;
/// The value of each row behind a man.
const ROW: i32 = 3;

impl Evaluation<Draughts> for Material {
    fn evaluate(&self, position: &Position, side: Side) -> Value {
        let own = strength(position.own, position.kings, |row| row);
        let other = strength(position.other, position.kings, |row| 7 - row);
        let value = Value::from_units(own - other);
        match side {
            Side::ToMove => value,
            Side::Waiting => -value,
        }
    }
}

fn strength(pieces: Bitboard, kings: Bitboard, rows_behind: impl Fn(i32) -> i32) -> i32 {
    let men = (pieces - kings).squares();
    let men: i32 = men.map(|man| MAN + ROW * rows_behind(man.row() as i32)).sum();
    men + KING * (pieces & kings).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paip::{Method, Problem, search};

    #[test]
    fn worked_by_hand() {
        let value = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            Material.evaluate(&position, Side::ToMove).units()
        };
        assert_eq!(value("B:W:B1"), 100);
        assert_eq!(value("B:W32:B5"), 3);
        assert_eq!(value("W:WK32:B28"), 150 - 100 - 3 * 6);
    }

    #[test]
    fn pruned_searches_find_what_minimax_finds() {
        let problem = Problem::new(&Draughts, &Material);
        let start = Position::START;
        let plain = search(Method::Minimax { depth: 5 }, &problem, &start);
        for method in [Method::AlphaBeta { depth: 5 }, Method::killer(5)] {
            let pruned = search(method, &problem, &start);
            assert_eq!((pruned.best, pruned.value), (plain.best, plain.value));
            assert!(pruned.counts.boards < plain.counts.boards);
        }
    }
}
