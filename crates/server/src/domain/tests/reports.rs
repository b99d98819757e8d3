//! Reports of users, with the messages that the store attaches.

use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::{
    ErrorCode, Event, Notice, ReportDetails, ReportOutcome, ReportPage, ReportState, Role,
};

use super::restart::{AWAY, resume};
use super::world::{World, errors};
use crate::domain::{ConnId, Millis, Query, Refusal, ServerState, Settings, UserId, Write};
use crate::ops::Retention;
use crate::store::{self, Store, Writer};

/// A world whose writes go to a store, with the players alice and bob, the moderator mona and carol.
struct Reporting {
    world: World,
    store: Store,
    writer: Writer,
    runtime: Runtime,
    _folder: TempDir,
}

const ALICE: ConnId = ConnId(1);
const BOB: ConnId = ConnId(2);
const MONA: ConnId = ConnId(3);
const CAROL: ConnId = ConnId(4);

impl Reporting {
    fn new() -> Reporting {
        let folder = TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (store, writer) = runtime.block_on(Store::open(folder.path())).unwrap();
        let mut world = World::new();
        for (connection, name) in [(ALICE, "alice"), (BOB, "bob"), (MONA, "mona"), (CAROL, "carol")]
        {
            world.log_in(connection.0, name, true);
        }
        world.state.users[UserId(3)].role = Role::Moderator;
        world.writes.push(Write::Role(UserId(3), Role::Moderator));
        Reporting { world, store, writer, runtime, _folder: folder }
    }

    fn commit(&mut self) {
        let writes = std::mem::take(&mut self.world.writes);
        self.runtime.block_on(self.writer.commit(writes)).unwrap();
    }

    fn types(&mut self, connection: ConnId, line: &str) -> Vec<Notice> {
        let received = self.world.types(connection, line);
        self.commit();
        received
    }

    fn done(&mut self, connection: ConnId, line: &str) {
        let refused = errors(&self.types(connection, line));
        assert!(refused.is_empty(), "{line}: {refused:?}");
    }

    fn answer(&self, query: &Query, asker: i64) -> Result<Event, ErrorCode> {
        let answer = self.runtime.block_on(self.store.answer(query, Some(UserId(asker))));
        answer.map_err(|error| Refusal::from(error).detail.code())
    }

    fn list(&self, state: ReportState, asker: i64) -> ReportPage {
        match self.answer(&Query::Reports { state, after: None }, asker) {
            Ok(Event::Reports(page)) => page,
            other => panic!("{other:?}"),
        }
    }

    fn read(&self, report: u64) -> ReportDetails {
        match self.answer(&Query::Report { report }, 3) {
            Ok(Event::Report(report)) => *report,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the texts of the messages of a report.
    fn texts(&self, report: u64) -> Vec<String> {
        let texts = self.read(report).messages.into_iter().map(|notice| match notice.event {
            Event::Said { text, .. } | Event::Told { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        });
        texts.collect()
    }

    /// Restarts the server and lets alice and mona resume.
    fn restart(&mut self) {
        let now = self.world.now + AWAY;
        let saved = self.runtime.block_on(store::load(&mut self.writer, now)).unwrap();
        let (state, effects) = ServerState::restore(Settings::default(), saved, now);
        self.world = World::around(state, effects, now);
        for (connection, user) in [(ALICE, 1), (MONA, 3)] {
            resume(&mut self.world, connection.0, user);
        }
        self.commit();
    }
}

#[test]
fn a_report_has_the_lines_and_those_around_and_keeps_them() {
    let mut it = Reporting::new();
    for number in 1..=12 {
        it.done(if number % 2 == 0 { BOB } else { CAROL }, &format!("say line {number}"));
    }
    it.world.wait(60_000);
    for number in 13..=24 {
        it.done(BOB, &format!("say line {number}"));
    }
    it.world.received(MONA);
    it.done(ALICE, "report bob lobby:12..13 he insults everybody");
    let report = it.read(1);
    assert_eq!(report.summary.name.as_str(), "bob");
    assert_eq!(report.summary.reason.as_str(), "he insults everybody");
    assert_eq!(report.summary.lines.unwrap().to_string(), "lobby:12..13");
    let wanted: Vec<String> = (2..=23).map(|number| format!("line {number}")).collect();
    assert_eq!(it.texts(1), wanted);
    // The messages of the lobby are erased; those of the report stay.
    it.runtime.block_on(async {
        let erased = sqlx::query("DELETE FROM events WHERE room = 'lobby'");
        erased.execute(&mut it.writer.connection).await.unwrap();
    });
    assert_eq!(it.texts(1), wanted);
}

#[test]
fn a_report_of_private_messages_shows_only_those_of_both_users() {
    let mut it = Reporting::new();
    it.done(CAROL, "tell alice a secret of carol");
    it.done(BOB, "tell alice you are a fool");
    it.done(BOB, "tell carol not for alice");
    it.done(ALICE, "tell bob stop it");
    it.done(ALICE, "report bob private:1..3 look");
    assert_eq!(it.texts(1), ["you are a fool", "stop it"]);
    it.done(ALICE, "report bob without lines");
    assert_eq!(it.texts(2), ["you are a fool"]);
}

#[test]
fn nobody_reports_what_they_could_not_read() {
    let mut it = Reporting::new();
    let game = it.world.start_game(BOB, CAROL, "5+3");
    it.done(BOB, &format!("gsay {game} only for carol"));
    let players = format!("report bob players/{game}:1 what is there?");
    assert_eq!(errors(&it.types(ALICE, &players)), [ErrorCode::Forbidden]);
    let events = format!("report bob game/{game}:1 his moves");
    assert_eq!(errors(&it.types(ALICE, &events)), [ErrorCode::NotNow]);
    it.done(CAROL, &players);
    assert_eq!(it.texts(1), ["only for carol"]);
    it.done(BOB, "abort");
    it.restart();
    // The game is no longer in memory, and the store knows who played it.
    it.done(ALICE, &players);
    assert!(it.texts(2).is_empty());
    assert_eq!(errors(&it.types(ALICE, "report alice me")), [ErrorCode::NotNow]);
    assert_eq!(errors(&it.types(ALICE, "report nobody him")), [ErrorCode::NoSuchUser]);
}

#[test]
fn a_moderator_reads_and_closes_a_report_and_the_reporter_is_told_after_a_restart_too() {
    let mut it = Reporting::new();
    it.done(BOB, "say rude words");
    it.done(ALICE, "report bob rude");
    let reported = |notices: &[Notice]| {
        notices.iter().any(|notice| matches!(notice.event, Event::Reported { report: 1, .. }))
    };
    assert!(reported(&it.world.received(MONA)));
    assert!(!reported(&it.world.received(BOB)));
    for command in ["reports", "read-report 1", "close-report 1 warned"] {
        assert_eq!(errors(&it.types(BOB, command)), [ErrorCode::Forbidden], "{command}");
    }
    it.restart();
    assert_eq!(it.list(ReportState::Open, 3).reports.len(), 1);
    it.world.received(ALICE);
    it.done(MONA, "close-report 1 warned told him to stop");
    let closed = it.world.received(ALICE);
    let told = closed.iter().find_map(|notice| match &notice.event {
        Event::ReportClosed { report, name, outcome } => Some((*report, name.as_str(), *outcome)),
        _ => None,
    });
    assert_eq!(told, Some((1, "bob", ReportOutcome::Warned)));
    assert_eq!(errors(&it.types(MONA, "close-report 1 banned")), [ErrorCode::NotNow]);
    assert!(it.list(ReportState::Open, 3).reports.is_empty());
    let closing = it.list(ReportState::Closed, 3).reports[0].closed.clone().unwrap();
    assert_eq!((closing.by.as_str(), closing.outcome), ("mona", ReportOutcome::Warned));
    assert_eq!(closing.remark.unwrap().as_str(), "told him to stop");
    let Ok(Event::Log(log)) = it.answer(&Query::Log { filter: "bob".parse().unwrap() }, 3) else {
        panic!("no log")
    };
    assert_eq!(log.entries[0].reason, "report 1, warned: told him to stop");
    it.done(ALICE, "report bob again");
    assert_eq!(it.list(ReportState::Open, 3).reports[0].report, 2, "numbers go on");
}

#[test]
fn closed_reports_and_their_messages_are_erased_after_the_documented_time() {
    const DAY: Millis = 24 * 3_600_000;
    let mut it = Reporting::new();
    it.done(BOB, "say rude words");
    for number in 1..=3 {
        it.done(ALICE, &format!("report bob rude {number}"));
    }
    it.done(MONA, "close-report 1 warned told him to stop");
    it.done(MONA, "close-report 3 no-action");
    let closed_at = it.world.now;
    let sweep = |it: &mut Reporting, now| {
        let retention = Retention::default();
        it.runtime.block_on(it.writer.sweep_reports(&retention, now)).unwrap();
    };
    sweep(&mut it, closed_at + 365 * DAY);
    assert_eq!(it.texts(1), ["rude words"], "a year is not over");
    sweep(&mut it, closed_at + 365 * DAY + 1);
    let gone = it.answer(&Query::Report { report: 1 }, 3);
    assert_eq!(gone, Err(ErrorCode::NotNow));
    assert_eq!(it.texts(2), ["rude words"], "an open report stays");
    assert!(it.texts(3).is_empty());
    assert_eq!(it.read(3).summary.reason.as_str(), "(erased)");
    it.restart();
    it.done(ALICE, "report bob again");
    assert_eq!(it.list(ReportState::Open, 3).reports.last().unwrap().report, 4, "numbers go on");
    sweep(&mut it, closed_at + 366 * DAY);
    assert!(it.list(ReportState::Closed, 3).reports.is_empty());
}

#[test]
fn moderators_neither_see_nor_close_reports_about_themselves() {
    let mut it = Reporting::new();
    it.done(ALICE, "report mona unfair");
    assert!(it.list(ReportState::Open, 3).reports.is_empty());
    let refused = it.answer(&Query::Report { report: 1 }, 3);
    assert_eq!(refused, Err(ErrorCode::NotNow));
    assert_eq!(errors(&it.types(MONA, "close-report 1 no-action")), [ErrorCode::NotNow]);
    assert_eq!(it.list(ReportState::Open, 1).reports.len(), 1, "others see it");
}

#[test]
fn reports_are_limited() {
    let mut it = Reporting::new();
    for number in 0..10 {
        it.done(ALICE, &format!("report bob number {number}"));
    }
    assert_eq!(errors(&it.types(ALICE, "report bob once more")), [ErrorCode::Limit]);
}
