//! What is sent to a client: a notice, or several that many clients receive together.

use std::slice;
use std::sync::{Arc, OnceLock};

use willow_protocol::{Encoding, Name, Notice};

use crate::domain::EncodedNotice;

/// Notices for many clients. Their JSON is put together once for all of these, and a connection is
/// woken once for all of them.
#[derive(Debug)]
pub(crate) struct NoticeBatch {
    notices: Vec<Arc<EncodedNotice>>,
    /// The lines in JSON.
    lines: OnceLock<Box<str>>,
}

/// A notice or a batch, on its way to a client.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// One notice.
    Notice(Arc<EncodedNotice>),
    /// Several notices, in order.
    Batch(Arc<NoticeBatch>),
}

impl NoticeBatch {
    /// Puts notices together, in order.
    pub(crate) fn new(notices: Vec<Arc<EncodedNotice>>) -> Arc<NoticeBatch> {
        Arc::new(NoticeBatch { notices, lines: OnceLock::new() })
    }

    /// Returns the notices as JSON, one a line.
    pub(crate) fn lines(&self) -> &str {
        self.lines.get_or_init(|| {
            let encoded = self.notices.iter().map(|notice| notice.json());
            encoded.flat_map(|line| [line, "\n"]).collect::<String>().into_boxed_str()
        })
    }
}

impl Outgoing {
    /// Returns the notices, in order.
    pub(crate) fn notices(&self) -> &[Arc<EncodedNotice>] {
        match self {
            Outgoing::Notice(notice) => slice::from_ref(notice),
            Outgoing::Batch(batch) => &batch.notices,
        }
    }

    /// Returns what a client of an encoding reads of this, if there is anything.
    pub(crate) fn for_reader(&self, encoding: Encoding) -> Option<Outgoing> {
        let is_read = |notice: &&Arc<EncodedNotice>| notice.is_for_people();
        if encoding == Encoding::Json || self.notices().iter().all(|notice| is_read(&notice)) {
            return Some(self.clone());
        }
        let read: Vec<_> = self.notices().iter().filter(is_read).cloned().collect();
        (!read.is_empty()).then(|| Outgoing::Batch(NoticeBatch::new(read)))
    }

    /// Returns the same for a proxy, under its name.
    pub(crate) fn for_proxy(&self, name: &Name) -> Outgoing {
        let marked = |notice: &Arc<EncodedNotice>| {
            let proxy = Some(name.clone());
            EncodedNotice::new(Notice { proxy, ..notice.notice().clone() })
        };
        match self {
            Outgoing::Notice(notice) => Outgoing::Notice(marked(notice)),
            Outgoing::Batch(batch) => {
                Outgoing::Batch(NoticeBatch::new(batch.notices.iter().map(marked).collect()))
            }
        }
    }
}

impl From<Arc<EncodedNotice>> for Outgoing {
    fn from(notice: Arc<EncodedNotice>) -> Outgoing {
        Outgoing::Notice(notice)
    }
}
