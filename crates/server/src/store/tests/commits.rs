//! Commits: what is read afterwards, and after one that fails.

use willow_protocol::{GameId, Offer, Role};

use crate::domain::{RoomKey, Write};
use crate::store::test_support::{TestStore, said, user};
use crate::store::{ArchiveTiming, Batch};

fn offer(game: u64) -> Offer {
    let text = format!(r#"{{"game":{game},"from":"alice","to":"bob","terms":"3d"}}"#);
    serde_json::from_str(&text).unwrap()
}

/// Returns the numbers of the lobby's events, and those of the offers.
fn numbers(store: &mut TestStore) -> (Vec<Option<u64>>, Vec<u64>) {
    let saved = store.load(0);
    let lobby = saved.lobby.iter().map(|notice| notice.number).collect();
    (lobby, saved.offers.iter().map(|offer| offer.game.0).collect())
}

#[test]
fn what_is_committed_is_read_at_once_and_after_a_restart() {
    let mut store = TestStore::new();
    store.commit(vec![user(1, "Alice", Role::Player, 0), Write::Offer(offer(1))]);
    store.commit(vec![
        said(RoomKey::Lobby, 2, "alice", "second", 0),
        said(RoomKey::Lobby, 1, "alice", "first", 0),
        Write::Offer(offer(2)),
        Write::OfferClosed(GameId(1)),
        Write::Offer(offer(3)),
        Write::OfferClosed(GameId(3)),
        Write::Heartbeat(700),
        Write::Reserved(101),
    ]);
    let has_alice = |store: &TestStore| {
        let name = "alice".parse().unwrap();
        store.runtime.block_on(store.store.credentials(&name)).unwrap().is_some()
    };
    assert!(!has_alice(&store), "she has no password");
    for _ in 0..2 {
        let wanted = (vec![Some(1), Some(2)], vec![2]);
        assert_eq!(numbers(&mut store), wanted, "in the order of the room");
        let saved = store.load(0);
        assert_eq!((saved.last_user, saved.last_heartbeat, saved.reserved), (1, 700, 101));
        assert_eq!(saved.names[0].name.as_str(), "Alice");
        store = store.reopen();
    }
}

/// The third write reuses an event number, so the batch fails.
#[test]
fn failed_batch_is_rolled_back() {
    let mut store = TestStore::new();
    let message = |number| said(RoomKey::Lobby, number, "alice", "hello", 0);
    store.commit(vec![message(1)]);
    let batch = Batch::new(vec![Write::Offer(offer(1)), message(2), message(1)]);
    let failed = store.runtime.block_on(store.writer.commit(&batch, ArchiveTiming::AtOnce));
    assert!(!failed.unwrap_err().is_disk_full());
    assert_eq!(numbers(&mut store), (vec![Some(1)], vec![]));
    store.runtime.block_on(store.writer.reconnect()).unwrap();
    store.commit(vec![message(2), Write::Offer(offer(4))]);
    assert_eq!(numbers(&mut store.reopen()), (vec![Some(1), Some(2)], vec![4]));
}
