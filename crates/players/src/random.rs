//! The player that plays random moves.

use willow_board::{Move, Square};

use crate::judgment::MoveJudgment;
use crate::search_info::SearchInfo;
use crate::seeds::{SeededRng, derive_seed};
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError};

/// Plays a random legal move; all are equally likely.
///
/// The moves of a game depend only on the player's seed, the game's seed and the colour.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    name: String,
    seed: u64,
    rng: SeededRng,
}

impl RandomPlayer {
    /// Returns the player with this seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { name: format!("random:seed={seed}"), seed, rng: SeededRng::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        let seed = derive_seed(self.seed, setup.seed);
        self.rng = SeededRng::new(derive_seed(seed, setup.color.index() as u64));
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let moves = request.game.position().legal_moves();
        let chosen = match moves.count() {
            0 => None,
            count => moves.squares().nth(self.rng.below(count) as usize),
        };
        Ok(chosen.map_or(Move::Pass, Move::Place).into())
    }

    /// All moves are worth the same to it, and which one it plays follows from a game's seed.
    fn judge_moves(&mut self, request: &MoveRequest<'_>) -> Result<Vec<MoveJudgment>, PlayerError> {
        let judged = |mv: Square| MoveJudgment {
            mv,
            info: SearchInfo::of_move(mv.into()),
            is_played: false,
        };
        Ok(request.game.position().legal_moves().squares().map(judged).collect())
    }
}
