//! The errors that our engine makes on purpose.

use willow_engine::{MoveScore, SearchLimits, Weakening};

use crate::seeds::{SeededRng, derive_seed};
use crate::spec::error::SpecError;
use crate::spec::options::Options;
use crate::{BuildContext, GameSetup};

/// With at most this many empty squares a weakened engine knows the exact values of its moves. It
/// needs them to see in the last moves who wins.
const EXACT_FROM: u32 = 8;

/// How an engine errs on purpose. Its errors follow from its seed, the game's seed and the ply, so
/// that a player that is built again in the middle of a game goes on in the same way.
#[derive(Clone, Debug)]
pub(crate) struct WeakPlay {
    weakening: Weakening,
    seed: u64,
    game_seed: u64,
}

impl WeakPlay {
    /// Returns the errors that a SPEC describes, if it does.
    pub(crate) fn from_options(
        options: Options<'_>,
        context: &BuildContext,
    ) -> Result<Option<WeakPlay>, SpecError> {
        for limit in ["nodes", "time", "think-ahead"] {
            options.at_most_one(&["weaken", limit])?;
        }
        let seed = options.number("seed", 0..=u64::MAX)?;
        let (least, most) = (Weakening::MIN_LOSS, Weakening::MAX_LOSS);
        let expected = format!("a number of discs from {least} to {most}, such as 1.5");
        let weakening = options.read("weaken", &expected, |text| {
            text.parse().ok().and_then(Weakening::of_mean_loss)
        })?;
        let seed = seed.unwrap_or(context.seed);
        Ok(weakening.map(|weakening| WeakPlay { weakening, seed, game_seed: 0 }))
    }

    /// Returns the name of a player with these options: its SPEC with the seed.
    pub(crate) fn name(&self, options: Options<'_>) -> String {
        match options.0.option("seed") {
            Some(_) => options.0.to_string(),
            None => format!("{},seed={}", options.0, self.seed),
        }
    }

    /// Returns the limits of a weakened engine's searches.
    pub(crate) fn limits(limits: SearchLimits) -> SearchLimits {
        SearchLimits { exact_from: limits.exact_from.max(EXACT_FROM), ..limits }
    }

    /// Begins a game.
    pub(crate) fn start_game(&mut self, setup: &GameSetup) {
        self.game_seed = derive_seed(self.seed, setup.seed);
    }

    /// Chooses one of the moves at a ply of the game; `None` without moves.
    pub(crate) fn choose(
        &self,
        moves: &[MoveScore],
        n_empties: u32,
        ply: usize,
    ) -> Option<MoveScore> {
        let drawn = SeededRng::new(derive_seed(self.game_seed, ply as u64)).unit();
        self.weakening.choose(moves, n_empties, drawn)
    }
}
