//! A database in a folder of its own, and what goes into it.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, SqlSafeStr};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_board::Position;
use willow_protocol::{ClockState, EndKind, Event, GameEnd, GameId, Notice, Role, Terms};

use super::{Store, StoreError, Writer, load};
use crate::domain::{
    EncodedNotice, EndedGame, Millis, Query, Refusal, RoomKey, Saved, StartedGame, UserId,
    UserWrite, Write,
};

/// A day in milliseconds.
pub(crate) const DAY: Millis = 24 * 3_600_000;

/// A database, with a runtime that waits for it.
pub(crate) struct TestStore {
    pub(crate) runtime: Runtime,
    pub(crate) store: Store,
    pub(crate) writer: Writer,
    pub(crate) folder: TempDir,
}

impl TestStore {
    pub(crate) fn new() -> TestStore {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        TestStore::open(runtime, TempDir::new().unwrap())
    }

    fn open(runtime: Runtime, folder: TempDir) -> TestStore {
        let (store, writer) = runtime.block_on(Store::open(folder.path())).unwrap();
        TestStore { runtime, store, writer, folder }
    }

    /// Closes the database and opens it again.
    pub(crate) fn reopen(self) -> TestStore {
        let TestStore { runtime, store, writer, folder } = self;
        drop((store, writer));
        TestStore::open(runtime, folder)
    }

    pub(crate) fn commit(&mut self, writes: Vec<Write>) {
        self.runtime.block_on(self.writer.commit(writes)).unwrap();
    }

    /// Answers a query of nobody.
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

    pub(crate) fn try_load(&mut self, now: Millis) -> Result<Saved, StoreError> {
        self.runtime.block_on(load(&mut self.writer, now))
    }

    pub(crate) fn run(&mut self, sql: impl SqlSafeStr) {
        self.runtime.block_on(sqlx::raw_sql(sql).execute(&mut self.writer.connection)).unwrap();
    }

    /// Returns the only column of some rows.
    pub(crate) fn column<T: Send + Unpin>(&mut self, sql: impl SqlSafeStr) -> Vec<T>
    where
        (T,): for<'r> FromRow<'r, SqliteRow>,
    {
        let rows = sqlx::query_scalar(sql).fetch_all(&mut self.writer.connection);
        self.runtime.block_on(rows).unwrap()
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
    let (reason, result) = (EndKind::Resigned, Some(64));
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
