//! Reports about external engines that do not answer.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// An external engine that has been silent for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineWait {
    /// The name of the player.
    pub player: String,
    /// The command that the engine has not answered.
    pub command: String,
    /// How long the engine has been silent.
    pub silence: Duration,
    /// The time until the engine counts as failed.
    pub left: Duration,
}

impl fmt::Display for EngineWait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineWait { player, command, silence, left } = self;
        write!(
            f,
            "waiting for {player}: silent for {} s after `{command}`, may take {} s more (timeout=)",
            silence.as_secs(),
            left.as_secs()
        )
    }
}

/// A callback that is called while an external engine does not answer.
#[derive(Clone)]
pub struct OnEngineWait(Arc<dyn Fn(&EngineWait) + Send + Sync>);

impl OnEngineWait {
    /// Returns the callback. It is called on the thread that waits.
    pub fn new(callback: impl Fn(&EngineWait) + Send + Sync + 'static) -> OnEngineWait {
        OnEngineWait(Arc::new(callback))
    }
}

impl fmt::Debug for OnEngineWait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnEngineWait")
    }
}

/// Reports the waits for one engine.
#[derive(Clone, Debug)]
pub(crate) struct WaitReporter {
    /// The name of the player.
    pub(crate) player: String,
    /// Called for every report.
    pub(crate) on_wait: Option<OnEngineWait>,
}

impl WaitReporter {
    /// Reports that the engine is silent.
    pub(crate) fn report(&self, command: &str, silence: Duration, left: Duration) {
        if let Some(OnEngineWait(callback)) = &self.on_wait {
            let (player, command) = (self.player.clone(), command.to_owned());
            callback(&EngineWait { player, command, silence, left });
        }
    }
}

/// Returns the silence after which the first report is due: 30 seconds, or half of a short timeout.
pub(crate) fn first_report(timeout: Duration) -> Duration {
    const LONGEST: Duration = Duration::from_secs(30);
    const SHORTEST: Duration = Duration::from_secs(1);
    (timeout / 2).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_report_comes_after_half_a_minute_at_the_latest() {
        let s = Duration::from_secs;
        assert_eq!(first_report(s(600)), s(30));
        assert_eq!(first_report(s(20)), s(10));
        assert_eq!(first_report(s(1)), s(1), "it has failed by then");
    }
}
