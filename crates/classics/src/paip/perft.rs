//! Counting the leaves of a game's tree, to check its rules.

use super::game_rules::{GameRules, TurnOptions};

/// Counts the positions at a depth. A pass is one ply; a game that is over earlier counts as one.
pub fn perft<G: GameRules>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.options(state) {
        TurnOptions::Over(_) => 1,
        TurnOptions::Pass(next) => perft(game, &next, depth - 1),
        TurnOptions::Moves(moves) if depth == 1 => moves.len() as u64,
        TurnOptions::Moves(moves) => {
            let successors = moves.into_iter().map(|mv| game.apply(state, mv));
            successors.map(|next| perft(game, &next, depth - 1)).sum()
        }
    }
}
