//! What a player is built with beside its SPEC.

use crate::engine_wait::OnEngineWait;
use crate::seeds::derive_seed;

/// Everything but its SPEC that a player is built with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BuildContext {
    /// The seed of a player with random moves whose SPEC gives none. The player's name contains the
    /// seed, so that the player can be built again.
    pub seed: u64,
    /// Called while an external engine does not answer; `None` for no reports.
    pub on_engine_wait: Option<OnEngineWait>,
}

impl BuildContext {
    /// Returns the context with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> BuildContext {
        BuildContext { seed, on_engine_wait: None }
    }

    /// Returns the context with reports about external engines that do not answer.
    #[must_use]
    pub fn with_engine_wait(self, callback: OnEngineWait) -> BuildContext {
        BuildContext { on_engine_wait: Some(callback), ..self }
    }

    /// Returns the context for a player inside another, with a seed derived from `number`.
    #[must_use]
    pub fn nested(&self, number: u64) -> BuildContext {
        BuildContext { seed: derive_seed(self.seed, number), ..self.clone() }
    }
}
