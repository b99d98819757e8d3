//! The positions of past games: how often each occurred, and where a game left them.

use std::collections::HashMap;

use willow_board::{Board, Game, Position};

/// How far games are compared: from 24 empty squares on, the default plan of an analysis has exact values.
const MAX_PLIES: usize = 36;

/// The positions of past games, up to ply 36. Positions that are turned, mirrored or of exchanged
/// colours count as the same.
#[derive(Clone, Debug, Default)]
pub struct PastGames {
    n_games: usize,
    /// How many games have each position.
    counts: HashMap<Board, u32>,
}

impl PastGames {
    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        self.n_games += 1;
        for ply in 1..=game.n_plies().min(MAX_PLIES) {
            if let Some(position) = game.position_at(ply) {
                *self.counts.entry(position.board().canonical()).or_default() += 1;
            }
        }
    }

    /// Returns the number of games.
    pub const fn n_games(&self) -> usize {
        self.n_games
    }

    /// Returns how many games have a position among their first 36 plies, not counting their start.
    pub fn n_games_at(&self, position: &Position) -> u32 {
        self.counts.get(&position.board().canonical()).copied().unwrap_or_default()
    }

    /// Returns the ply, counted from 0, of the first move that leads to a position of no past game; `None`
    /// if there is none among the first 36 plies.
    pub fn first_new_ply(&self, game: &Game) -> Option<usize> {
        let is_new = |&ply: &usize| {
            game.position_at(ply + 1).is_some_and(|position| self.n_games_at(position) == 0)
        };
        (0..game.n_plies().min(MAX_PLIES)).find(is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        willow_records::transcript::parse(moves).unwrap()
    }

    #[test]
    fn a_game_leaves_the_past_games_at_its_first_new_position() {
        let mut past = PastGames::default();
        for moves in ["f5d6c3d3c4", "f5d6c4d3c5", "d3c5f6f5e6"] {
            past.add(&game(moves));
        }
        assert_eq!(past.n_games(), 3);
        let at = |moves: &str| past.n_games_at(game(moves).position());
        // The third game begins as the first one, mirrored.
        assert_eq!((at("f5"), at("c4"), at("f5d6"), at("f5d6c3"), at("f5f6")), (3, 3, 3, 2, 0));
        assert_eq!(past.first_new_ply(&game("f5d6c3d3e3")), Some(4));
        assert_eq!(past.first_new_ply(&game("c4e3f6e6f5")), None, "turned by a half");
        assert_eq!(past.first_new_ply(&game("f5f6")), Some(1));
        assert_eq!(PastGames::default().first_new_ply(&game("f5")), Some(0));
        assert_eq!(PastGames::default().first_new_ply(&Game::new()), None);
    }
}
