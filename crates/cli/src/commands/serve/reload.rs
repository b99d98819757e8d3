//! SIGHUP: the configuration is read again.

use willow_server::Reloader;

use super::SetLogLevel;
use crate::args::ServeArgs;

/// What is needed to read the configuration again.
pub(super) struct Reloading {
    /// The options, which override the file.
    pub(super) args: ServeArgs,
    pub(super) log: SetLogLevel,
}

impl Reloading {
    /// Handles SIGHUP from now on, unless a terminal shows the log: whoever closes that ends the server.
    pub(super) fn begin(self, reloader: Reloader) {
        #[cfg(unix)]
        {
            use std::io::IsTerminal as _;
            use tokio::signal::unix::{SignalKind, signal};
            if std::io::stderr().is_terminal() {
                return;
            }
            let Ok(mut hangup) = signal(SignalKind::hangup()) else { return };
            tokio::spawn(async move {
                while hangup.recv().await.is_some() {
                    self.reload(&reloader).await;
                }
            });
        }
        #[cfg(not(unix))]
        drop((self, reloader));
    }

    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    async fn reload(&self, reloader: &Reloader) {
        let config = super::config(self.args.clone()).map_err(|error| error.message().to_owned());
        let level = config.as_ref().map(|config| config.log.level).ok();
        if reloader.reload(config).await
            && let Some(level) = level
        {
            (self.log)(level);
        }
    }
}
