//! A store in a temporary folder, and helpers to fill it.

use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_board::{DiscDiff, Position};
use willow_protocol::{ClockState, EndKind, Event, GameEnd, GameId, Notice, Role, Terms};

use super::{ArchiveTiming, BackgroundWork, Batch, Location, Result, Store, Sweep, Writer};
use crate::domain::{
    EncodedNotice, EndedGame, Millis, Query, Refusal, RoomKey, Saved, StartedGame, UserId,
    UserWrite, Write,
};
use crate::ops::Retention;

pub(crate) use crate::domain::DAY;

/// The environment variable that lets the tests of the store run on PostgreSQL.
#[cfg(feature = "postgres")]
pub(crate) const ON_POSTGRES: &str = "WILLOW_TEST_POSTGRES";

/// A store, with a runtime that waits for it.
pub(crate) struct TestStore {
    pub(crate) runtime: Runtime,
    pub(crate) store: Store,
    pub(crate) writer: Writer,
    pub(crate) folder: TempDir,
    pub(crate) location: Location,
}

/// The data of a store that is closed.
pub(crate) struct ClosedStore {
    folder: TempDir,
    pub(crate) location: Location,
}

impl ClosedStore {
    pub(crate) fn open(self) -> TestStore {
        TestStore::open(runtime(), self.folder, self.location)
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

impl TestStore {
    /// Makes a store on the database that the tests are run for.
    pub(crate) fn new() -> TestStore {
        #[cfg(feature = "postgres")]
        if std::env::var_os(ON_POSTGRES).is_some() {
            return TestStore::postgres();
        }
        TestStore::sqlite()
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn postgres() -> TestStore {
        let url = willow_testkit::new_postgres_database();
        let location = Location::Postgres { url, password_file: None };
        TestStore::open(runtime(), TempDir::new().unwrap(), location)
    }

    /// Makes a store in a folder, for tests of what only `SQLite` has.
    pub(crate) fn sqlite() -> TestStore {
        let folder = TempDir::new().unwrap();
        let location = folder.path().into();
        TestStore::open(runtime(), folder, location)
    }

    fn open(runtime: Runtime, folder: TempDir, location: Location) -> TestStore {
        let (store, writer) = runtime.block_on(Store::open(&location)).unwrap();
        TestStore { runtime, store, writer, folder, location }
    }

    /// Closes the store as a server does at its end.
    pub(crate) fn close(self) -> ClosedStore {
        let TestStore { runtime, store, writer, folder, location } = self;
        drop(store);
        runtime.block_on(writer.close()).unwrap();
        ClosedStore { folder, location }
    }

    /// Closes the store and opens it again.
    pub(crate) fn reopen(self) -> TestStore {
        let TestStore { runtime, store, writer, folder, location } = self;
        drop((store, writer));
        TestStore::open(runtime, folder, location)
    }

    pub(crate) fn commit(&mut self, writes: Vec<Write>) {
        let batch = Batch::new(writes);
        let commit = self.writer.commit(&batch, ArchiveTiming::AtOnce);
        self.runtime.block_on(commit).unwrap();
    }

    /// Answers a query without a user.
    pub(crate) fn answer(&self, query: &Query) -> Result<Event, Refusal> {
        self.answer_to(query, None)
    }

    pub(crate) fn answer_to(&self, query: &Query, asker: Option<UserId>) -> Result<Event, Refusal> {
        self.runtime.block_on(self.store.answer(query, asker)).map_err(Refusal::from)
    }

    /// Reads everything that a server remembers, as at its start.
    pub(crate) fn load(&mut self, now: Millis) -> Saved {
        self.try_load(now).unwrap()
    }

    pub(crate) fn try_load(&mut self, now: Millis) -> Result<Saved> {
        self.runtime.block_on(async {
            self.writer.db.last_time().await?;
            self.writer.load(now).await
        })
    }

    /// Does all background work.
    pub(crate) fn finish_background_work(&mut self) {
        while self.do_background_step() {}
    }

    /// Does a step of it. Returns whether anything is left.
    pub(crate) fn do_background_step(&mut self) -> bool {
        self.runtime.block_on(self.writer.do_background_step()).unwrap();
        self.writer.background_work(ArchiveTiming::AtOnce) != BackgroundWork::None
    }

    /// Deletes all that is too old.
    pub(crate) fn sweep(&mut self, retention: &Retention, now: Millis) {
        let (mut sweep, writer) = (Sweep::default(), &mut self.writer);
        self.runtime.block_on(async {
            while !writer.delete_by_age(&mut sweep, retention, now).await.unwrap() {}
        });
    }
}

pub(crate) fn user(user: i64, name: &str, role: Role, at: Millis) -> Write {
    let (user, name) = (UserId(user), name.parse().unwrap());
    UserWrite::Created { user, name, role, password: None, at }.into()
}

pub(crate) fn event(room: RoomKey, number: u64, event: Event, at: Millis) -> Write {
    let notice = Notice { number: Some(number), ..Notice::new(at, event) };
    Write::Event { room, number, notice: EncodedNotice::new(notice) }
}

pub(crate) fn said(room: RoomKey, number: u64, from: &str, text: &str, at: Millis) -> Write {
    let (from, text) = (from.parse().unwrap(), text.parse().unwrap());
    event(room, number, Event::Said { from, text }, at)
}

/// Returns a game of alice and bob, who resigns after two moves; it begins on the first day and ends on the second.
pub(crate) fn game(number: u64) -> (StartedGame, EndedGame) {
    let game = GameId(number);
    let started = StartedGame {
        game,
        players: [UserId(1), UserId(2)],
        names: ["alice", "bob"].map(|name| name.parse().unwrap()),
        terms: Terms::default(),
        start: Position::START,
        twin: None,
        ratings: None,
        at: 0,
    };
    let (reason, result) = (EndKind::Resigned, Some(DiscDiff::MAX));
    let end = GameEnd { reason, result, black_discs: 4, white_discs: 1, loser: None, komi: None };
    let ended = EndedGame {
        game,
        end,
        moves: "f5d6".to_owned(),
        times: vec![2030, 5],
        clocks: ClockState::default(),
        last_move_at: None,
        at: DAY,
    };
    (started, ended)
}
