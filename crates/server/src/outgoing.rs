//! Notices on their way out, each spelled once for all who read the same spelling.

use std::sync::{Arc, OnceLock};

use willow_protocol::{Dialect, Notice, json, text};

/// A notice that many connections may be sent.
#[derive(Debug)]
pub struct Outgoing {
    notice: Notice,
    json: OnceLock<String>,
    text: OnceLock<String>,
}

impl Outgoing {
    pub(crate) fn new(notice: Notice) -> Arc<Outgoing> {
        Arc::new(Outgoing { notice, json: OnceLock::new(), text: OnceLock::new() })
    }

    /// Returns the notice.
    #[must_use]
    pub fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Returns the notice as JSON, without a line break.
    #[must_use]
    pub fn json(&self) -> &str {
        self.json.get_or_init(|| json::write_notice(&self.notice))
    }

    /// Returns the notice in a spelling, without a line break at its end.
    #[must_use]
    pub fn spelled(&self, dialect: Dialect) -> &str {
        match dialect {
            Dialect::Json => self.json(),
            Dialect::Text => self.text.get_or_init(|| text::write_notice(&self.notice)),
        }
    }
}
