//! SIGHUP: the configuration is read again.

use willow_server::Reloader;

use super::SetLogLevel;
use crate::args::ServeArgs;

/// Inputs for reading the configuration again.
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
        let reloaded = match super::config(self.args.clone()) {
            Ok(config) => {
                let level = config.log.level;
                let reloaded = reloader.reload(config).await;
                reloaded.map(|()| level).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.message().to_owned()),
        };
        match reloaded {
            Ok(level) => (self.log)(level),
            Err(error) => tracing::error!("nothing is reloaded: {error}"),
        }
    }
}
