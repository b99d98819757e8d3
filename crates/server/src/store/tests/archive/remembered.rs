//! Answers that are remembered: as long as the archive does not change, and no longer.

use std::sync::atomic::{AtomicUsize, Ordering};

use willow_protocol::Event;

use super::*;
use crate::domain::{ArchiveQuery, Query, UserWrite};
use crate::store::StoreError;
use crate::store::archive::{ArchiveVersion, RememberedAnswers};

/// Returns how many games the answer to a question counts.
fn games(library: &TestStore) -> u64 {
    let question = Query::Archive(ArchiveQuery::Moves(Box::default()));
    match library.answer(&question).unwrap() {
        Event::Explored(explored) => explored.games,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_answer_is_made_once_as_long_as_the_archive_is_the_same() {
    let mut library = TestStore::new();
    library.import(&[named("f5d6c3")]);
    assert_eq!(games(&library), 1);
    library.forget_counts();
    assert_eq!(games(&library), 1, "the answer of before");
    library.commit(vec![UserWrite::LastSeen(UserId(1), 7).into()]);
    assert_eq!(games(&library), 1, "a write about something else");
}

#[test]
fn every_change_of_the_archive_is_seen_at_once() {
    let carol = user(3, "carol", Role::Player, 0);
    let deletion = UserWrite::Deleted(UserId(3), 1).into();
    let writes = [vec![carol], vec![deletion], own_game(8, Some(64))];
    let mut library = TestStore::new();
    for (written, write) in writes.into_iter().enumerate() {
        let imported = [["f5d6c3", "f5d6c4"], ["f5d6c5", "f5d6c6"], ["f5d6c7", "f5f4"]][written];
        library.import(&imported.map(named));
        assert_eq!(games(&library), 2, "an import is seen");
        library.forget_counts();
        let is_game = matches!(write.last(), Some(Write::GameEnded(_)));
        library.commit(write);
        assert_eq!(games(&library), u64::from(is_game), "after write {written}");
    }
    library.commit_busy(own_game(9, Some(0)));
    assert_eq!(games(&library), 1, "a game that waits is not there yet");
    library.finish_background_work();
    assert_eq!(games(&library), 2);
}

/// Sixteen who ask at once are given one answer.
#[test]
fn those_who_ask_at_once_wait_for_the_same_answer() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let made = AtomicUsize::new(0);
    let memory = RememberedAnswers::new(ArchiveVersion::default());
    let question = ArchiveQuery::Text("tiger".parse().unwrap());
    let make = || async {
        made.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        Ok(Event::Pong)
    };
    runtime.block_on(async {
        let (first, second) = tokio::join!(
            memory.get_or_ask(&question, make()),
            memory.get_or_ask(&question, make())
        );
        assert_eq!(first.unwrap(), second.unwrap());
        assert_eq!(made.load(Ordering::Relaxed), 1);
        let failure = async { Err(StoreError::InUse("here".into()).into()) };
        let other = ArchiveQuery::Text("rose".parse().unwrap());
        memory.get_or_ask(&other, failure).await.unwrap_err();
        memory.get_or_ask(&other, make()).await.unwrap();
        assert_eq!(made.load(Ordering::Relaxed), 2, "a failure is not remembered");
    });
}
