//! Exact scores of endgames, by nothing but alpha-beta on the naive rules.

use crate::Discs;

/// Returns the result after the best moves of both sides, in discs from the view of the side to move.
///
/// The winner gets the empties. Ten empties take about a second.
pub fn exact_score(discs: &Discs) -> i32 {
    alpha_beta(discs, -64, 64)
}

/// Returns the exact score if it lies between `alpha` and `beta`, and the nearer of the two otherwise.
fn alpha_beta(discs: &Discs, mut alpha: i32, beta: i32) -> i32 {
    let squares = discs.legal_squares();
    if squares.is_empty() {
        let passed = discs.passed();
        let is_over = passed.legal_moves() == 0;
        return if is_over { discs.final_score() } else { -alpha_beta(&passed, -beta, -alpha) };
    }
    for square in squares {
        alpha = alpha.max(-alpha_beta(&discs.after(square), -beta, -alpha));
        if beta <= alpha {
            break;
        }
    }
    alpha
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_positions;

    /// The same without alpha and beta.
    fn negamax(discs: &Discs) -> i32 {
        if discs.is_game_over() {
            return discs.final_score();
        }
        if discs.must_pass() {
            return -negamax(&discs.passed());
        }
        let scores = discs.legal_squares().into_iter().map(|square| -negamax(&discs.after(square)));
        scores.max().expect("the side to move has a legal move")
    }

    #[test]
    fn pruning_changes_no_score() {
        for n_empties in 1..=5 {
            for position in random_positions(n_empties, 20) {
                assert_eq!(exact_score(&position), negamax(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn a_move_that_takes_everything_wins_by_64() {
        // a1 is ours and b1 theirs: c1 leaves them nothing.
        assert_eq!(exact_score(&Discs { player: 1, opponent: 2 }), 64);
        assert_eq!(exact_score(&Discs { player: 2, opponent: 1 }), -64);
    }
}
