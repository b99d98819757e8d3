//! A side of a match, which builds a player for each thread.

use crate::{BuildContext, Player, PlayerError, PlayerSpec, SpecError, build_player, is_timed};

/// Builds a player, once for every thread that plays.
type PlayerBuilder<'a> = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// One side of a match.
///
/// Games may be played at the same time, so a contestant is not one player: it builds as many equal
/// players as there are threads.
pub struct Contestant<'a> {
    name: String,
    is_timed: bool,
    build: Box<PlayerBuilder<'a>>,
}

impl<'a> Contestant<'a> {
    /// Returns the contestant whose players `build` builds. Their moves do not depend on time.
    pub(crate) fn new(
        name: String,
        build: impl Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a,
    ) -> Contestant<'a> {
        Contestant { name, is_timed: false, build: Box::new(build) }
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
        let is_timed = is_timed(spec);
        let (spec, context) = (spec.clone(), context.clone());
        let contestant = Contestant::new(name, move || {
            build_player(&spec, &context)
                .map_err(|error| PlayerError::failed(&spec.to_string(), &error))
        });
        Ok(Contestant { is_timed, ..contestant })
    }

    /// Returns the name used in records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the player searches for a time, so that other games at the same time would weaken it.
    pub(crate) const fn is_timed(&self) -> bool {
        self.is_timed
    }

    pub(crate) fn build(&self) -> Result<Box<dyn Player>, PlayerError> {
        (self.build)()
    }
}
