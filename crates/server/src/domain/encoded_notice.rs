//! Notices that are encoded once for all recipients.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use willow_protocol::{Encoding, Event, Notice, json, text};

/// A notice with its encodings, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct EncodedNotice {
    notice: Notice,
    json: OnceLock<String>,
    text: OnceLock<String>,
}

impl EncodedNotice {
    pub(crate) fn new(notice: Notice) -> Arc<EncodedNotice> {
        Arc::new(EncodedNotice { notice, json: OnceLock::new(), text: OnceLock::new() })
    }

    pub(crate) fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Returns the notice as JSON, without a line break.
    pub(crate) fn json(&self) -> &str {
        self.json.get_or_init(|| json::write_notice(&self.notice))
    }

    /// Returns the notice as the store keeps it: as JSON without display names, and without what a
    /// replay of the game restores, which is more than half of a move.
    pub(crate) fn stored_json(&self) -> Cow<'_, str> {
        match self.notice.without_redundancy() {
            Some(notice) => json::write_notice(&notice).into(),
            None => self.json().into(),
        }
    }

    /// Returns the notice as a client reads it, without a line break at its end; `None` for people if the event is
    /// too frequent to be read.
    pub(crate) fn encoded(&self, encoding: Encoding) -> Option<&str> {
        match encoding {
            Encoding::Json => Some(self.json()),
            Encoding::Text if !self.is_for_people() => None,
            Encoding::Text => Some(self.text.get_or_init(|| text::write_notice(&self.notice))),
        }
    }

    /// Returns whether clients that read text receive the notice.
    pub(crate) const fn is_for_people(&self) -> bool {
        !matches!(self.notice.event, Event::Progress { .. })
    }
}
