//! Reports of users, with the messages that the store attaches.

use willow_protocol::{
    ErrorCode, Event, ReportDetails, ReportOutcome, ReportPage, ReportState, Role,
};

use super::restart::AWAY;
use super::world::{World, events, has, said};
use crate::domain::{ConnId, Millis, Query, ServerState, Settings, UserId, UserWrite};
use crate::ops::Retention;
use crate::store::test_support::{DAY, TestStore};

/// A world whose writes go to a store, with the players alice and bob, the moderator mona and carol.
struct Reporting {
    world: World,
    store: TestStore,
}

const ALICE: ConnId = ConnId(1);
const BOB: ConnId = ConnId(2);
const MONA: ConnId = ConnId(3);
const CAROL: ConnId = ConnId(4);

impl Reporting {
    fn new() -> Reporting {
        let mut world = World::new();
        for (connection, name) in [(ALICE, "alice"), (BOB, "bob"), (MONA, "mona"), (CAROL, "carol")]
        {
            world.log_in(connection.0, name, true);
        }
        world.set_role(3, Role::Moderator);
        world.writes.push(UserWrite::Role(UserId(3), Role::Moderator).into());
        Reporting { world, store: TestStore::new() }
    }

    fn commit(&mut self) {
        self.store.commit(std::mem::take(&mut self.world.writes));
    }

    fn done(&mut self, connection: ConnId, line: &str) {
        self.world.done(connection, line);
        self.commit();
    }

    fn refuses(&mut self, connection: ConnId, line: &str, code: ErrorCode) {
        self.world.refuses(connection, line, code);
        self.commit();
    }

    fn answer(&self, query: &Query, asker: i64) -> Result<Event, ErrorCode> {
        self.store.answer_to(query, Some(UserId(asker))).map_err(|refusal| refusal.detail.code())
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

    fn texts(&self, report: u64) -> Vec<String> {
        said(&self.read(report).messages).into_iter().map(ToOwned::to_owned).collect()
    }

    /// Restarts the server and lets alice and mona resume.
    fn restart(&mut self) {
        let now = self.world.now + AWAY;
        let saved = self.store.load(now);
        let (state, effects) = ServerState::restore(Settings::default(), saved, now).unwrap();
        self.world = World::around(state, effects, now);
        for (connection, user) in [(ALICE, 1), (MONA, 3)] {
            self.world.resume(connection.0, user);
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
    it.store.run("DELETE FROM events WHERE room = 'lobby'");
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
    it.refuses(ALICE, &players, ErrorCode::Forbidden);
    let events = format!("report bob game/{game}:1 his moves");
    it.refuses(ALICE, &events, ErrorCode::NotNow);
    it.done(CAROL, &players);
    assert_eq!(it.texts(1), ["only for carol"]);
    it.done(BOB, "abort");
    it.restart();
    // The game is no longer in memory, and the store knows who played it.
    it.done(ALICE, &players);
    assert!(it.texts(2).is_empty());
    it.refuses(ALICE, "report alice me", ErrorCode::NotNow);
    it.refuses(ALICE, "report nobody him", ErrorCode::NoSuchUser);
}

#[test]
fn a_moderator_reads_and_closes_a_report_and_the_reporter_is_told_after_a_restart_too() {
    let mut it = Reporting::new();
    it.done(BOB, "say rude words");
    it.done(ALICE, "report bob rude");
    let reported = |event: &Event| matches!(event, Event::Reported { report: 1, .. });
    assert!(has(&it.world.received(MONA), reported));
    assert!(!has(&it.world.received(BOB), reported));
    for command in ["reports", "read-report 1", "close-report 1 warned"] {
        it.refuses(BOB, command, ErrorCode::Forbidden);
    }
    it.restart();
    assert_eq!(it.list(ReportState::Open, 3).reports.len(), 1);
    it.world.received(ALICE);
    it.done(MONA, "close-report 1 warned told him to stop");
    let closed = it.world.received(ALICE);
    let told = events(&closed, |event| match event {
        Event::ReportClosed { report, name, outcome } => Some((*report, name.as_str(), *outcome)),
        _ => None,
    });
    assert_eq!(told, [(1, "bob", ReportOutcome::Warned)]);
    it.refuses(MONA, "close-report 1 banned", ErrorCode::NotNow);
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
    let mut it = Reporting::new();
    it.done(BOB, "say rude words");
    for number in 1..=3 {
        it.done(ALICE, &format!("report bob rude {number}"));
    }
    it.done(MONA, "close-report 1 warned told him to stop");
    it.done(MONA, "close-report 3 no-action");
    let closed_at = it.world.now;
    let sweep = |it: &mut Reporting, now: Millis| {
        it.store.sweep(&Retention::default(), now);
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
    it.refuses(MONA, "close-report 1 no-action", ErrorCode::NotNow);
    assert_eq!(it.list(ReportState::Open, 1).reports.len(), 1, "others see it");
}

#[test]
fn reports_are_limited() {
    let mut it = Reporting::new();
    for number in 0..10 {
        it.done(ALICE, &format!("report bob number {number}"));
    }
    it.refuses(ALICE, "report bob once more", ErrorCode::Limit);
}
