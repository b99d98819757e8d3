//! The player that chooses at random.

use willow_board::Move;

use crate::seeds::{SeededRng, derive_seed};
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError};

/// Plays any legal move, each as likely as the others.
///
/// The choices of a game depend on the player's seed, the game's seed and the colour only.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    name: String,
    seed: u64,
    choices: SeededRng,
}

impl RandomPlayer {
    /// Returns the player whose choices come from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { name: format!("random:seed={seed}"), seed, choices: SeededRng::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        let seed = derive_seed(self.seed, setup.seed);
        self.choices = SeededRng::new(derive_seed(seed, setup.color.index() as u64));
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let moves = turn.game.position().legal_moves();
        let chosen = match moves.count() {
            0 => None,
            count => moves.squares().nth(self.choices.below(count) as usize),
        };
        Ok(chosen.map_or(Move::Pass, Move::Place).into())
    }
}
