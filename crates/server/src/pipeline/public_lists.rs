//! The lists of users and games that anybody may read, made once for all who ask.
//!
//! Who asks gets lists that are at most [`FRESH`] old. If the last ones are older, the first who asks gets new ones
//! from the deciding task, and the others wait for these: so it scans users and games a few times a second at
//! most, however many visitors ask, and never if nobody does.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;
use willow_protocol::{Event, json};

use super::InputSender;
use crate::domain::ServerState;
use crate::entity_tag::entity_tag;

/// Maximum age of lists that are asked for.
const FRESH: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub(crate) struct PublicLists {
    made: Instant,
    /// Who is online.
    pub(crate) users: EncodedList,
    /// The open offers and the games in progress.
    pub(crate) games: EncodedList,
}

#[derive(Clone, Debug)]
pub(crate) struct EncodedList {
    /// The event in JSON.
    pub(crate) json: String,
    /// The entity tag of HTTP, with its quotes.
    pub(crate) tag: String,
}

#[derive(Clone, Debug)]
pub(crate) struct ListReader {
    inputs: InputSender,
    /// The last lists. At first there are none.
    last: Arc<Mutex<Option<Arc<PublicLists>>>>,
}

impl ListReader {
    /// Returns a reader that asks the task behind a queue.
    pub(crate) fn new(inputs: InputSender) -> ListReader {
        ListReader { inputs, last: Arc::default() }
    }

    /// Returns fresh lists, or nothing when the server ends.
    pub(crate) async fn get(&self) -> Option<Arc<PublicLists>> {
        let asked = Instant::now();
        let mut last = self.last.lock().await;
        if let Some(lists) = &*last
            && asked.saturating_duration_since(lists.made) <= FRESH
        {
            return Some(lists.clone());
        }
        let (users, games) = self.inputs.ask(ServerState::public_lists).await?;
        let [users, games] = [users, games].map(|list| EncodedList::of(&list));
        *last = Some(Arc::new(PublicLists { made: Instant::now(), users, games }));
        last.clone()
    }
}

impl EncodedList {
    fn of(event: &Event) -> EncodedList {
        let json = json::write_event(event);
        EncodedList { tag: entity_tag(json.as_bytes()), json }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Saved, Settings};
    use crate::pipeline::{Queued, input_queue};

    #[tokio::test]
    async fn lists_are_made_once_for_all_who_ask_at_the_same_time() {
        let (inputs, mut queue) = input_queue();
        let reader = ListReader::new(inputs);
        let (state, _) = ServerState::restore(Settings::default(), Saved::default(), 0).unwrap();
        let deciding = async move {
            let mut n_made = 0;
            while let Some(Queued::Question(question)) = queue.recv().await {
                question(&state);
                n_made += 1;
            }
            n_made
        };
        let asking = async move {
            let lists = futures_util::future::join_all((0..100).map(|_| reader.get())).await;
            let first = lists[0].clone().unwrap();
            assert!(lists.iter().flatten().all(|other| Arc::ptr_eq(other, &first)));
            assert!(Arc::ptr_eq(&reader.get().await.unwrap(), &first), "they are fresh");
            let old = PublicLists { made: first.made - 2 * FRESH, ..PublicLists::clone(&first) };
            *reader.last.lock().await = Some(Arc::new(old));
            let again = reader.get().await.unwrap();
            assert!(!Arc::ptr_eq(&again, &first), "old ones are made anew");
            assert_eq!(again.users.tag, first.users.tag, "the tag follows from the content");
        };
        let (n_made, ()) = tokio::join!(deciding, asking);
        assert_eq!(n_made, 2);
    }
}
