//! Reports of users to the moderators.
//!
//! The store attaches the messages: it has those that are no longer in memory, too.

use willow_protocol::{
    ErrorDetail, Event, Message, Name, Notice, ReportOutcome, Role, Room, RoomLines,
};

use super::Moderation;
use crate::domain::{
    ClosedReport, CommandOutcome, ConnId, EncodedNotice, LimitedAction, NewReport, Refusal, Reply,
    ReportWrite, RoomKey, ServerState, UserId, UserWrite, refuse,
};

impl Moderation {
    fn open_report(&mut self, by: UserId, to: UserId) -> OpenReport {
        self.last_report += 1;
        let open = OpenReport { report: self.last_report, by, to };
        self.open_reports.insert(open.report, open);
        open
    }

    /// Closes a report, unless it is about the moderator.
    fn close_report(&mut self, by: UserId, report: u64) -> Result<OpenReport, Refusal> {
        let open = self.open_reports.get(&report).filter(|open| open.to != by).copied();
        let open = open.ok_or_else(|| {
            let message = format!("there is no open report {report} for you; see `reports`");
            Refusal::new(ErrorDetail::NoSuchReport, message)
        })?;
        self.open_reports.remove(&report);
        Ok(open)
    }
}

impl ServerState {
    /// Reports a user.
    pub(crate) fn report(
        &mut self,
        connection: ConnId,
        by: UserId,
        name: &Name,
        lines: Option<RoomLines>,
        reason: Message,
    ) -> CommandOutcome {
        let now = self.context.now;
        let to = self.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if to == by {
            return refuse(ErrorDetail::OwnName, "this is your own name");
        }
        let lines = match lines {
            Some(lines) => Some((self.reported_room(connection, by, lines.room)?, lines)),
            None => None,
        };
        self.accounts.spend(by, &[LimitedAction::Report], &self.context)?;
        let open = self.moderation.open_report(by, to);
        let report = NewReport { open, lines, reason, at: now };
        self.context.write(ReportWrite::Opened(Box::new(report)));
        let name = self.accounts[to].name().clone();
        self.notify_moderators(to, Event::Reported { report: open.report, name });
        Ok(Reply::Done)
    }

    /// Makes sure that a user may read a room with chat, and returns its key. The store checks who
    /// played a game that is no longer in memory.
    fn reported_room(&self, conn: ConnId, user: UserId, room: Room) -> Result<RoomKey, Refusal> {
        match room {
            Room::Game(game) => {
                let message = format!("{room} has no chat; name players/{game} or watchers/{game}");
                refuse(ErrorDetail::RoomWithoutChat, message)
            }
            Room::Players(game) if !self.games.contains_key(&game) => Ok(RoomKey::Players(game)),
            Room::Watchers(game) if !self.games.contains_key(&game) => Ok(RoomKey::Watchers(game)),
            Room::Lobby | Room::Private | Room::Players(_) | Room::Watchers(_) => {
                self.readable_room(conn, Some(user), room)
            }
        }
    }

    /// Tells the moderators who are online, but not the user whom the event is about.
    fn notify_moderators(&mut self, about: UserId, event: Event) {
        let is_moderator = |user: UserId| self.accounts[user].role() >= Role::Moderator;
        let to = self.connections.of_users(|user| user != about && is_moderator(user));
        self.context.effects.send(to, EncodedNotice::new(Notice::new(self.context.now, event)));
    }

    /// Closes a report, and tells the reporter. Moderators do not close reports about themselves.
    pub(crate) fn close_report(
        &mut self,
        by: UserId,
        report: u64,
        outcome: ReportOutcome,
        remark: Option<Message>,
    ) -> CommandOutcome {
        let now = self.context.now;
        let open = self.moderation.close_report(by, report)?;
        let words = remark.as_ref().map(|remark| format!(": {remark}")).unwrap_or_default();
        let reason = format!("report {report}, {outcome}{words}");
        let closed = ClosedReport { report, by, outcome, remark, at: now };
        self.context.write(ReportWrite::Closed(Box::new(closed)));
        // The reported user is not told.
        let action = "close-report";
        let write = UserWrite::Moderation { by, to: open.to, action, reason, at: now };
        self.context.write(write);
        if let (Some(_), Some(name)) = (self.accounts.get(open.by), self.accounts.name(open.to)) {
            let name = name.clone();
            self.notify_user(open.by, Event::ReportClosed { report, name, outcome });
        }
        Ok(Reply::Done)
    }
}

/// A report that no moderator has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenReport {
    /// Its number.
    pub(crate) report: u64,
    /// Who reports.
    pub(crate) by: UserId,
    /// Who is reported.
    pub(crate) to: UserId,
}
