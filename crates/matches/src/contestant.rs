//! Somebody who can play the games of a match, several at once.

use std::fmt;

use willow_players::{
    BuildContext, Player, PlayerError, PlayerSpec, SpecError, build_player, is_timed,
};

/// Makes a player, once for every thread that plays.
type Build<'a> = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// One side of a match. Games are played at the same time, so it is not one player but the way to
/// make as many as are needed, all alike.
pub struct Contestant<'a> {
    name: String,
    pace: Pace,
    build: Box<Build<'a>>,
}

/// Whether games may be played at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The player thinks for a time, so that other games beside its own would disturb it.
    Timed,
    /// The player plays the same however long it takes.
    Untimed,
}

impl<'a> Contestant<'a> {
    /// Returns the contestant whose players `build` makes.
    pub fn new(
        name: String,
        pace: Pace,
        build: impl Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a,
    ) -> Contestant<'a> {
        Contestant { name, pace, build: Box::new(build) }
    }

    /// Returns the contestant that a SPEC describes. Seeds that the SPEC leaves open come from
    /// `context`, and are the same in all its players.
    ///
    /// # Errors
    /// The SPEC must describe a program.
    pub fn from_spec(
        spec: &PlayerSpec,
        context: &BuildContext,
    ) -> Result<Contestant<'static>, SpecError> {
        let name = build_player(spec, context)?.name().to_owned();
        let pace = if is_timed(spec) { Pace::Timed } else { Pace::Untimed };
        let (spec, context) = (spec.clone(), context.clone());
        Ok(Contestant::new(name, pace, move || {
            build_player(&spec, &context).map_err(|error| PlayerError::Failed {
                player: spec.to_string(),
                reason: error.to_string(),
            })
        }))
    }

    /// Returns the name that stands in records.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether its games may be played beside others.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Makes a player.
    pub(crate) fn build(&self) -> Result<Box<dyn Player>, PlayerError> {
        (self.build)()
    }
}

impl fmt::Debug for Contestant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .field("pace", &self.pace)
            .finish_non_exhaustive()
    }
}
