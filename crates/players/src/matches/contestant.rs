//! A side of a match, which builds a player for each thread.

use std::fmt;

use crate::{BuildContext, Player, PlayerError, PlayerSpec, SpecError, build_player, is_timed};

/// Builds a player, once for every thread that plays.
type PlayerBuilder<'a> = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// One side of a match.
///
/// Games may be played at the same time, so a contestant is not one player: it builds as many equal
/// players as there are threads.
pub struct Contestant<'a> {
    name: String,
    timing: PlayerTiming,
    build: Box<PlayerBuilder<'a>>,
}

/// Whether games may be played at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerTiming {
    /// The player searches for a time, so that other games at the same time would weaken it.
    Timed,
    /// The moves of the player do not depend on time.
    Untimed,
}

impl<'a> Contestant<'a> {
    /// Returns the contestant whose players `build` builds.
    pub fn new(
        name: String,
        timing: PlayerTiming,
        build: impl Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a,
    ) -> Contestant<'a> {
        Contestant { name, timing, build: Box::new(build) }
    }

    /// Returns the contestant that a SPEC describes. Seeds that the SPEC does not give come
    /// from `context` and are the same in all players of the contestant.
    ///
    /// # Errors
    /// The SPEC does not describe a program that can be built.
    pub fn from_spec(
        spec: &PlayerSpec,
        context: &BuildContext,
    ) -> Result<Contestant<'static>, SpecError> {
        let name = build_player(spec, context)?.name().to_owned();
        let timing = if is_timed(spec) { PlayerTiming::Timed } else { PlayerTiming::Untimed };
        let (spec, context) = (spec.clone(), context.clone());
        Ok(Contestant::new(name, timing, move || {
            build_player(&spec, &context).map_err(|error| PlayerError::Failed {
                player: spec.to_string(),
                reason: error.to_string(),
            })
        }))
    }

    /// Returns the name used in records.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the moves of the player depend on time.
    #[must_use]
    pub fn timing(&self) -> PlayerTiming {
        self.timing
    }

    /// Builds a player.
    pub(crate) fn build(&self) -> Result<Box<dyn Player>, PlayerError> {
        (self.build)()
    }
}

impl fmt::Debug for Contestant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .field("timing", &self.timing)
            .finish_non_exhaustive()
    }
}
