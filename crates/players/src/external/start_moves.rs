//! The moves that lead from the standard start to a position, for programs that cannot set one up.

use std::collections::HashSet;

use willow_board::{Move, Position};

/// How many positions are looked at. Eight moves lead through some thousand; most random positions arise from no
/// moves at all, and with many discs that takes too long to prove.
const MAX_POSITIONS: usize = 200_000;

/// Returns moves and passes from the standard start to a position, if some are found.
pub fn moves_from_start(target: &Position) -> Option<Vec<Move>> {
    let (mut moves, mut seen) = (Vec::new(), HashSet::new());
    is_reached(&Position::START, target, &mut moves, &mut seen).then_some(moves)
}

/// Extends `moves`, which lead to `position`, to ones that lead to `target`. Returns whether there are any.
fn is_reached(
    position: &Position,
    target: &Position,
    moves: &mut Vec<Move>,
    seen: &mut HashSet<Position>,
) -> bool {
    if position == target {
        return true;
    }
    if MAX_POSITIONS <= seen.len() || !seen.insert(*position) {
        return false;
    }
    let squares = position.legal_moves() & target.board().occupied();
    let pass = position.must_pass().then_some(Move::Pass);
    for mv in squares.squares().map(Move::Place).chain(pass) {
        let Ok(next) = position.play(mv) else { continue };
        moves.push(mv);
        if is_reached(&next, target, moves, seen) {
            return true;
        }
        moves.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use willow_board::Game;

    use super::*;

    #[test]
    fn moves_to_the_positions_of_a_game_are_found_and_of_no_other() {
        assert_eq!(moves_from_start(&Position::START), Some(Vec::new()));
        let mut game = Game::new();
        for mv in ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"] {
            game.play(mv.parse().unwrap()).unwrap();
            let found = moves_from_start(game.position()).unwrap();
            let mut other = Game::new();
            for mv in found {
                other.play(mv).unwrap();
            }
            assert_eq!(other.position(), game.position());
        }
        let position = game.position();
        let opposite = Position::new(*position.board(), !position.side_to_move());
        assert_eq!(moves_from_start(&opposite), None);
    }
}
