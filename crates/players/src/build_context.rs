//! What a player is built with beside its SPEC.

use crate::seeds::derive_seed;

/// Everything but its SPEC that a player is built with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildContext {
    /// The seed of a player with random moves whose SPEC gives none. The player's name contains the
    /// seed, so that the player can be built again.
    pub seed: u64,
}

impl BuildContext {
    /// Returns the context with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> BuildContext {
        BuildContext { seed }
    }

    /// Returns the context for a player inside another, with a seed derived from `number`.
    #[must_use]
    pub const fn nested(&self, number: u64) -> BuildContext {
        BuildContext { seed: derive_seed(self.seed, number) }
    }
}
