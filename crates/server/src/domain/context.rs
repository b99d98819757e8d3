//! Shared by the handlers of all inputs: the time, the settings, timers, random numbers, and the effects.

use super::{Announcements, Effects, Millis, Rng, Settings, Timers, Write};

/// Shared by the handlers of an input.
#[derive(Debug)]
pub(crate) struct Context {
    /// The time of the input or of the timers that are being handled.
    pub(crate) now: Millis,
    /// Since when nothing can be written.
    pub(crate) read_only_since: Option<Millis>,
    pub(crate) settings: Settings,
    pub(crate) announcements: Announcements,
    pub(crate) timers: Timers,
    pub(crate) rng: Rng,
    /// The effects of the input that is being handled.
    pub(crate) effects: Effects,
}

impl Context {
    pub(crate) fn new(settings: Settings, now: Millis) -> Context {
        let rng = Rng::new(settings.seed);
        let (timers, effects) = (Timers::default(), Effects::default());
        let announcements = Announcements::default();
        Context { now, read_only_since: None, settings, announcements, timers, rng, effects }
    }

    pub(crate) const fn is_read_only(&self) -> bool {
        self.read_only_since.is_some()
    }

    /// Adds a change to commit.
    pub(crate) fn write(&mut self, write: impl Into<Write>) {
        self.effects.writes.push(write.into());
    }

    /// Takes the effects of the input that was handled.
    pub(crate) fn take_effects(&mut self) -> Effects {
        std::mem::take(&mut self.effects)
    }
}
