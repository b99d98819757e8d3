//! Reports of users to the moderators.
//!
//! The store attaches the messages: it has those that are no longer in memory, too.

use willow_protocol::{ErrorDetail, Event, Message, Name, Notice, Role, RoomLines};

use super::Moderation;
use crate::domain::router::Sender;
use crate::domain::{
    ClosedReport, CommandOutcome, EncodedNotice, LimitedAction, NewReport, Refusal, Reply,
    ReportWrite, ServerState, Shared, UserId, UserWrite, refuse,
};

impl Moderation {
    fn open_report(&mut self, by: UserId, to: UserId) -> OpenReport {
        self.last_report += 1;
        let open = OpenReport { report: self.last_report, by, to };
        self.open_reports.insert(open.report, open);
        open
    }

    /// Closes a report, and notifies the reporter. Moderators do not close reports about themselves.
    pub(crate) fn close_report(
        &mut self,
        closed: ClosedReport,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let ClosedReport { report, by, outcome, ref remark, at } = closed;
        let Shared { accounts, context, .. } = shared;
        let open = self.open_reports.get(&report).filter(|open| open.to != by).copied();
        let open = open.ok_or_else(|| {
            let message = format!("there is no open report {report} for you; see `reports`");
            Refusal::new(ErrorDetail::NoSuchReport, message)
        })?;
        self.open_reports.remove(&report);
        let words = remark.as_ref().map(|remark| format!(": {remark}")).unwrap_or_default();
        let reason = format!("report {report}, {outcome}{words}");
        context.write(ReportWrite::Closed(Box::new(closed)));
        // The reported user is not told.
        let action = "close-report";
        context.write(UserWrite::Moderation { by, to: open.to, action, reason, at, until: None });
        if let (Some(_), Some(name)) = (accounts.get(open.by), accounts.name(open.to)) {
            let name = name.clone();
            accounts.notify(open.by, Event::ReportClosed { report, name, outcome }, context);
        }
        Ok(Reply::Done)
    }
}

impl ServerState {
    pub(crate) fn report(
        &mut self,
        sender: Sender<'_>,
        name: &Name,
        lines: Option<RoomLines>,
        reason: Message,
    ) -> CommandOutcome {
        let by = sender.user()?;
        let to = self.shared.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if to == by {
            return refuse(ErrorDetail::OwnName, "this is your own name");
        }
        let reported = |room| self.games.reported_room(sender, room, &self.shared);
        let lines =
            lines.map(|lines| Ok::<_, Refusal>((reported(lines.room)?, lines))).transpose()?;
        let Shared { accounts, connections, context } = &mut self.shared;
        accounts.spend(by, &[LimitedAction::Report], context)?;
        let open = self.moderation.open_report(by, to);
        let report = NewReport { open, lines, reason, at: context.now };
        context.write(ReportWrite::Opened(Box::new(report)));
        // Notify the moderators who are online, but not the user whom the report is about.
        let reported = Event::Reported { report: open.report, name: accounts[to].name().clone() };
        let is_moderator = |user: UserId| accounts[user].role() >= Role::Moderator;
        let moderators = connections.of_users(|user| user != to && is_moderator(user));
        let notice = EncodedNotice::new(Notice::new(context.now, reported));
        context.effects.send(moderators, notice);
        Ok(Reply::Done)
    }
}

/// A report that no moderator has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenReport {
    pub(crate) report: u64,
    pub(crate) by: UserId,
    pub(crate) to: UserId,
}
