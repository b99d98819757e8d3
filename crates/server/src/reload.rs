//! What a running server takes over from a changed configuration.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::domain::{Input, Settings};
use crate::http::Pages;
use crate::net::{Acceptor, Greeting, RateLimits};
use crate::ops::{Config, Current};
use crate::pipeline::InputSender;
use crate::server::ServeError;

/// The settings that are taken over; with a dot at the end, all of a table.
const RELOADED: [&str; 35] = [
    "address-ban-hours",
    "bot-move-milliseconds",
    "bot-patience-days",
    "gone-after-seconds",
    "hide-chat-from-players-addresses",
    "limits.bot-games",
    "limits.bridge-command-burst",
    "limits.bridge-commands-per-second",
    "limits.command-burst",
    "limits.command-burst-per-address",
    "limits.commands-per-second",
    "limits.commands-per-second-per-address",
    "limits.connections",
    "limits.connections-per-address",
    "limits.following-per-user",
    "limits.games-per-user",
    "limits.message-chars",
    "limits.newcomers-per-minute",
    "limits.offers-per-minute",
    "limits.offers-per-user",
    "limits.proxies-per-bridge",
    "limits.slow-bot-games",
    "limits.slow-bot-games-per-user",
    "limits.visitor-command-burst-per-address",
    "limits.visitor-commands-per-second-per-address",
    "link-hours",
    "log.level",
    "offer-grace-seconds",
    "pages-folder",
    "quotas.",
    "reserved-names",
    "tls.certificate",
    "tls.key",
    "unlimited-abort-days",
    "unlimited-claim-days",
];

/// Changes a running server. Its clones are of the same server.
#[derive(Clone, Debug)]
pub struct Reloader {
    /// The configuration with which the server was started.
    pub(crate) started: Arc<Config>,
    /// The one that was loaded last.
    pub(crate) last: Arc<Mutex<Config>>,
    pub(crate) tls: Option<Acceptor>,
    pub(crate) pages: Current<Pages>,
    pub(crate) greeting: Current<Greeting>,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) inputs: InputSender,
}

impl Reloader {
    /// Takes over what can be changed while the server runs, and reads the certificate and the operator's pages again.
    /// The log says what has changed, and what needs a restart.
    ///
    /// # Errors
    /// The configuration is invalid, or a file of it cannot be read. Nothing has changed then.
    pub async fn reload(&self, config: Config) -> Result<(), ServeError> {
        config.check()?;
        let pages = Pages::read(config.pages_folder.as_deref())?;
        if let Some(acceptor) = &self.tls {
            acceptor.reload(&config)?;
        }
        self.greeting.set(Greeting::new(&self.started, pages.names()));
        self.pages.set(pages);
        self.rate_limits.reload(&config.limits);
        let settings = Settings::new(&config, Vec::new(), Default::default());
        self.inputs.send(Input::Reload(Box::new(settings))).await;
        let last = std::mem::replace(
            &mut *self.last.lock().unwrap_or_else(PoisonError::into_inner),
            config.clone(),
        );
        let restart = changes(&self.started, &config).into_iter();
        let restart = restart.filter(|change| !self.is_reloaded(change, &config));
        let changed = changes(&last, &config).into_iter();
        let changed = changed.filter(|change| self.is_reloaded(change, &config));
        tracing::info!("the certificate and the operator's pages were read again");
        for Change { key, before, after } in changed {
            tracing::info!("reloaded: {key} is {after}, it was {before}");
        }
        for Change { key, before, after } in restart {
            tracing::warn!("needs a restart: {key} is to be {after}, and is {before}");
        }
        Ok(())
    }

    /// Returns whether a change is taken over. A server with TLS cannot go without, nor the other way.
    fn is_reloaded(&self, change: &Change, config: &Config) -> bool {
        let is_meant =
            |key: &str| change.key == key || (key.ends_with('.') && change.key.starts_with(key));
        let has_tls = [&*self.started, config].map(|config| config.tls.is_some());
        RELOADED.into_iter().any(is_meant)
            && (has_tls[0] == has_tls[1] || !change.key.starts_with("tls."))
    }
}

/// A setting that differs between two configurations, and its values as the file writes them.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    key: String,
    before: String,
    after: String,
}

/// Returns the settings that differ, by their names.
fn changes(one: &Config, other: &Config) -> Vec<Change> {
    let [before, mut after] = [one, other].map(|config| {
        let mut flat = BTreeMap::new();
        flatten("", serde_json::to_value(config).unwrap_or_default(), &mut flat);
        flat
    });
    let none = || "nothing".to_owned();
    let mut changes: Vec<Change> = Vec::new();
    for (key, before) in before {
        let after = after.remove(&key).unwrap_or_else(none);
        if before != after {
            changes.push(Change { key, before, after });
        }
    }
    changes.extend(after.into_iter().map(|(key, after)| Change { key, before: none(), after }));
    changes
}

/// Lists the values of a table with the names of its tables before theirs.
fn flatten(prefix: &str, value: Value, flat: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = if prefix.is_empty() { key } else { format!("{prefix}.{key}") };
                flatten(&key, value, flat);
            }
        }
        value => {
            flat.insert(prefix.to_owned(), value.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_that_is_reloaded_exists() {
        let mut flat = BTreeMap::new();
        flatten("", serde_json::to_value(Config::default()).unwrap(), &mut flat);
        // Settings without a value are not written.
        let optional = ["pages-folder", "tls.certificate", "tls.key"];
        for key in RELOADED.into_iter().filter(|key| !optional.contains(key)) {
            assert!(flat.keys().any(|it| it == key || it.starts_with(key)), "{key}");
        }
    }

    #[test]
    fn changes_are_told_by_their_names_in_the_file() {
        let one = Config::default();
        let mut other = one.clone();
        other.limits.connections = 50;
        other.public_url = Some("https://club.example".to_owned());
        let told: Vec<String> = changes(&one, &other)
            .into_iter()
            .map(|Change { key, before, after }| format!("{key} {before} {after}"))
            .collect();
        assert_eq!(
            told,
            ["limits.connections 10000 50", "public-url nothing \"https://club.example\""]
        );
        assert_eq!(changes(&one, &one), []);
    }
}
