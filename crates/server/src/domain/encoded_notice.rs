//! Notices that are encoded once for all recipients.

use std::sync::{Arc, OnceLock};

use willow_protocol::{Encoding, Notice, json, text};

/// A notice with its encodings, each made when it is first needed.
#[derive(Debug)]
pub struct EncodedNotice {
    notice: Notice,
    json: OnceLock<String>,
    text: OnceLock<String>,
}

impl EncodedNotice {
    /// Wraps a notice.
    pub(crate) fn new(notice: Notice) -> Arc<EncodedNotice> {
        Arc::new(EncodedNotice { notice, json: OnceLock::new(), text: OnceLock::new() })
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

    /// Returns the notice in an encoding, without a line break at its end.
    #[must_use]
    pub fn encoded(&self, encoding: Encoding) -> &str {
        match encoding {
            Encoding::Json => self.json(),
            Encoding::Text => self.text.get_or_init(|| text::write_notice(&self.notice)),
        }
    }
}
