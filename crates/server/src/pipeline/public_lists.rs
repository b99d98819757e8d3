//! The lists of users and games that anybody may read, made once for all who ask.
//!
//! Who asks gets lists that are at most [`FRESH`] old. If the last ones are older, the deciding task
//! makes new ones for all who wait: so it looks through users and games some times a second at most,
//! however many visitors ask, and never if nobody does.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use willow_protocol::{Event, json};

use crate::domain::ServerState;

/// The greatest age of lists when somebody asks for them.
const FRESH: Duration = Duration::from_millis(250);

/// The number of bytes of a tag. It only has to differ from that of the list before.
const TAG: usize = 12;

/// The lists at one moment.
#[derive(Debug)]
pub(crate) struct PublicLists {
    /// Who is online.
    pub(crate) users: PublicList,
    /// The open offers and the games in progress.
    pub(crate) games: PublicList,
}

/// A list, which is encoded when it is first read.
#[derive(Debug)]
pub(crate) struct PublicList {
    event: Event,
    encoded: OnceLock<EncodedList>,
}

/// A list as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct EncodedList {
    /// The event in JSON.
    pub(crate) json: Arc<str>,
    /// The entity tag of HTTP, with its quotes.
    pub(crate) tag: String,
}

/// What is published: lists with their time. At first there are none.
type Published = Option<(Instant, Arc<PublicLists>)>;

/// The reading end.
#[derive(Clone, Debug)]
pub(crate) struct ListReader {
    wanted: Arc<Notify>,
    published: watch::Receiver<Published>,
}

/// The end of the deciding task.
#[derive(Debug)]
pub(crate) struct ListPublisher {
    wanted: Arc<Notify>,
    published: watch::Sender<Published>,
    /// Whether anything happened since the last lists.
    has_changed: bool,
}

/// Creates both ends.
pub(crate) fn public_lists() -> (ListPublisher, ListReader) {
    let wanted = Arc::new(Notify::new());
    let (published, reader) = watch::channel(None);
    let publisher = ListPublisher { wanted: wanted.clone(), published, has_changed: true };
    (publisher, ListReader { wanted, published: reader })
}

impl ListReader {
    /// Returns fresh lists, or nothing when the server ends.
    pub(crate) async fn get(&self) -> Option<Arc<PublicLists>> {
        let asked = Instant::now();
        let mut published = self.published.clone();
        let is_fresh =
            |last: &Published| last.as_ref().is_some_and(|(made, _)| is_fresh(*made, asked));
        if !is_fresh(&published.borrow()) {
            self.wanted.notify_one();
        }
        let lists = published.wait_for(is_fresh).await.ok()?;
        lists.as_ref().map(|(_, lists)| lists.clone())
    }
}

fn is_fresh(made: Instant, asked: Instant) -> bool {
    asked.saturating_duration_since(made) <= FRESH
}

impl ListPublisher {
    /// Notes that the state may have changed.
    pub(super) const fn changed(&mut self) {
        self.has_changed = true;
    }

    /// Waits until somebody asks.
    pub(super) async fn wanted(&self) {
        self.wanted.notified().await;
    }

    /// Publishes lists, unless the last ones are fresh. If nothing has happened they are the same
    /// ones again.
    pub(super) fn publish(&mut self, state: &ServerState) {
        let now = Instant::now();
        let last = self.published.borrow().clone();
        let lists = match last {
            Some((made, _)) if is_fresh(made, now) => return,
            Some((_, lists)) if !self.has_changed => lists,
            _ => Arc::new(PublicLists::of(state)),
        };
        self.has_changed = false;
        self.published.send_replace(Some((now, lists)));
    }
}

impl PublicLists {
    fn of(state: &ServerState) -> PublicLists {
        let (users, games) = state.public_lists();
        PublicLists { users: PublicList::new(users), games: PublicList::new(games) }
    }
}

impl PublicList {
    const fn new(event: Event) -> PublicList {
        PublicList { event, encoded: OnceLock::new() }
    }

    /// Returns the list as it is sent.
    pub(crate) fn encoded(&self) -> &EncodedList {
        self.encoded.get_or_init(|| {
            let json = json::write_event(&self.event);
            let digest = Sha256::digest(json.as_bytes());
            let mut tag = "W/\"".to_owned();
            for byte in &digest[..TAG] {
                let _ = write!(tag, "{byte:02x}");
            }
            tag.push('"');
            EncodedList { json: json.into(), tag }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Saved, Settings};

    #[tokio::test]
    async fn lists_are_made_once_for_all_who_ask_at_the_same_time() {
        let (mut publisher, reader) = public_lists();
        let (state, _) = ServerState::restore(Settings::default(), Saved::default(), 0);
        let ask = || {
            let reader = reader.clone();
            tokio::spawn(async move { reader.get().await.unwrap() })
        };
        let askers: Vec<_> = (0..100).map(|_| ask()).collect();
        publisher.wanted().await;
        publisher.publish(&state);
        let mut lists = Vec::new();
        for asker in askers {
            lists.push(asker.await.unwrap());
        }
        let first = &lists[0];
        assert!(lists.iter().all(|other| Arc::ptr_eq(other, first)));
        assert!(Arc::ptr_eq(&reader.get().await.unwrap(), first), "fresh lists need nobody");
        // Old ones are published again if nothing happened, and made anew otherwise.
        for (changes, is_same) in [(false, true), (true, false)] {
            publisher.published.send_modify(|last| last.as_mut().unwrap().0 -= 2 * FRESH);
            let asker = ask();
            publisher.wanted().await;
            if changes {
                publisher.changed();
            }
            publisher.publish(&state);
            let again = asker.await.unwrap();
            assert_eq!(Arc::ptr_eq(&again, first), is_same);
            let tags = [&again, first].map(|lists| lists.users.encoded().tag.clone());
            assert_eq!(tags[0], tags[1], "the tag follows from the content");
        }
    }
}
