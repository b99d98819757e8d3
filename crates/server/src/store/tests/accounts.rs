//! The users that a start needs, and others when they come.

use willow_protocol::{CommandResult, Role, SpeedClass};

use crate::domain::{
    AccessWrite, KEPT_EVENTS, MAX_OFFLINE, NewRating, Rating, Relation, RelationChange, RoomKey,
    UsedCommandId, UserAddresses, UserId, UserWrite, Write,
};
use crate::store::test_support::{DAY, TestStore, said, user};

/// A row that nobody reads stops no start.
#[test]
fn only_the_latest_private_events_are_read() {
    let mut store = TestStore::new();
    let mut writes = vec![user(1, "alice", Role::Player, 0), user(12, "bob", Role::Player, 0)];
    let last = KEPT_EVENTS as u64 + 1;
    writes.extend(
        (1..=last)
            .map(|number| said(RoomKey::Private(UserId(12)), number, "alice", "hello", number)),
    );
    writes.push(said(RoomKey::Private(UserId(1)), 7, "bob", "hello", 0));
    store.commit(writes);
    store.damage_events(1);
    let saved = store.load(0);
    let numbers = |user: usize| -> Vec<Option<u64>> {
        saved.users[user].private.iter().map(|notice| notice.number).collect()
    };
    assert_eq!(numbers(0), [Some(7)]);
    assert_eq!(numbers(1), (2..=last).map(Some).collect::<Vec<_>>());
    store.damage_events(2);
    let error = store.try_load(0).unwrap_err().to_string();
    assert!(error.contains("private/12 2"), "{error}");
}

/// As many as stay in memory when they go. The one who was there first is not among them.
#[test]
fn a_start_reads_those_who_were_there_last_and_no_more_than_stay() {
    let mut store = TestStore::new();
    let users = (0..=MAX_OFFLINE as i64)
        .map(|id| user(id + 1, &format!("user-{id}"), Role::Player, id.cast_unsigned()));
    store.commit(users.collect());
    let users = store.load(DAY).users;
    assert_eq!((users.len(), users[0].user), (MAX_OFFLINE, UserId(2)));
}

/// Whoever matters at a start: a bot, one who was there lately, two of an offer, and one whose command is remembered.
#[test]
fn few_of_many_users_are_read_with_all_that_is_about_them() {
    let role = |id| if id == 5 { Role::Bot } else { Role::Player };
    let mut writes: Vec<Write> =
        (1..=1000).map(|id| user(id, &format!("user-{id}"), role(id), 0)).collect();
    let (seven, relation) = (UserId(7), |user, other, relation| {
        let (user, other) = (UserId(user), UserId(other));
        UserWrite::Relation { user, other, relation, change: RelationChange::Begin }.into()
    });
    writes.extend((901..=1000).map(|id| relation(id, 7, Relation::Followed)));
    let rating = Rating { rating: 1507.0, ..Rating::default() };
    let (class, before, game) = (SpeedClass::Blitz, Rating::default(), willow_protocol::GameId(1));
    let offer = r#"{"game":1,"from":"user-10","to":"user-11","terms":"3d"}"#;
    let command = UsedCommandId { key: 1, content: 1, result: CommandResult::default() };
    writes.extend([
        relation(7, 8, Relation::Muted),
        relation(9, 7, Relation::Acquainted),
        UserWrite::LastSeen(UserId(6), 10 * DAY).into(),
        NewRating { user: seven, class, before, rating, game, at: 0 }.into(),
        AccessWrite::AddressUsed(seven, [192, 0, 2, 1].into(), 3).into(),
        UserWrite::LeftEarly(seven, 4).into(),
        Write::Offer(serde_json::from_str(offer).unwrap()),
        Write::CommandId { user: UserId(12), command, at: 10 * DAY },
        said(RoomKey::Private(seven), 1, "bob", "hello", 0),
    ]);
    let mut store = TestStore::new();
    store.commit(writes);
    let saved = store.load(10 * DAY);
    let ids: Vec<i64> = saved.users.iter().map(|user| user.user.0).collect();
    assert_eq!((saved.names.len(), ids), (1000, vec![5, 6, 10, 11, 12]));
    let read = |ids: &[UserId]| store.runtime.block_on(store.store.saved_users(ids)).unwrap();
    let [user] = &read(&[seven])[..] else { panic!("one user") };
    assert_eq!(user.relations, [(UserId(8), Relation::Muted)]);
    assert_eq!(user.related_by.len(), 100);
    assert_eq!(user.related_by[0], (UserId(901), Relation::Followed));
    assert_eq!(user.record.ratings[&class].rating.to_bits(), 1507_f64.to_bits());
    let UserAddresses(addresses) = &user.record.addresses;
    assert_eq!((user.private.len(), addresses.len(), user.record.early_ends.0.len()), (1, 1, 1));
    assert_eq!(read(&(1..=700).map(UserId).collect::<Vec<_>>()).len(), 700);
}
