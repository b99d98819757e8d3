//! Notices that are encoded once for all recipients.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use willow_protocol::{Event, Notice, Version, json, text};

/// How a client reads notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// As lines of text, always of the newest version.
    Text,
    /// As JSON of a version.
    Json(Version),
}

/// A notice with its encodings, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct EncodedNotice {
    notice: Notice,
    json: OnceLock<String>,
    /// The JSON of version 1; there is none of an event that version 1 lacks.
    json_1: OnceLock<Option<Box<str>>>,
    text: OnceLock<String>,
}

impl EncodedNotice {
    /// Wraps a notice.
    pub(crate) fn new(notice: Notice) -> Arc<EncodedNotice> {
        Arc::new(EncodedNotice {
            notice,
            json: OnceLock::new(),
            json_1: OnceLock::new(),
            text: OnceLock::new(),
        })
    }

    pub(crate) fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Returns the notice as JSON of the newest version, without a line break.
    pub(crate) fn json(&self) -> &str {
        self.json.get_or_init(|| json::write_notice(&self.notice))
    }

    /// Returns the notice as the store keeps it: as JSON without display names, and without what a
    /// replay of the game tells. That is more than half of a move, and the rest is what clients of
    /// version 1 are sent: so it is encoded once for both.
    pub(crate) fn stored_json(&self) -> Cow<'_, str> {
        match &self.notice.event {
            Event::Moved { .. } | Event::TakenBack { .. } | Event::Resumed { .. } => {
                self.encoded(Format::Json(Version::One)).unwrap_or_else(|| self.json()).into()
            }
            event if event.has_display_names() => {
                let mut plain = self.notice.clone();
                plain.event.remove_display_names();
                json::write_notice(&plain).into()
            }
            _ => self.json().into(),
        }
    }

    /// Returns the notice as a client reads it, without a line break at its end. There is none for
    /// clients of version 1 if the event is one of version 2, and none for people if the event is too
    /// frequent to be read.
    pub(crate) fn encoded(&self, format: Format) -> Option<&str> {
        match format {
            _ if !self.is_sent_as(format) => None,
            Format::Json(Version::Two) => Some(self.json()),
            Format::Json(Version::One) => self.json_1.get_or_init(|| self.make_json_1()).as_deref(),
            Format::Text => Some(self.text.get_or_init(|| text::write_notice(&self.notice))),
        }
    }

    /// Returns whether a client that reads a format is sent the notice at all. Nothing is encoded for
    /// the answer.
    pub(crate) const fn is_sent_as(&self, format: Format) -> bool {
        match format {
            Format::Json(Version::Two) => true,
            Format::Json(Version::One) => !self.notice.event.is_of_version_2(),
            Format::Text => !matches!(self.notice.event, Event::Progress { .. }),
        }
    }

    fn make_json_1(&self) -> Option<Box<str>> {
        let notice = self.notice.in_version_1()?;
        Some(json::write_notice(&notice).into_boxed_str())
    }
}
