//! What the operator announces: the announcement of the day, and that the server closes.
//!
//! The announcement stays until it is removed. A closing ends with the process, or is withdrawn; until then no games
//! begin but those of days, which outlast a restart.

use willow_protocol::{ErrorDetail, Event, GameId, Message, Notice, SpeedClass, Terms};

use super::{
    CommandOutcome, Context, EncodedNotice, Input, MINUTE, Millis, Refusal, Reply, ServerState,
    Shared, Timer, UserId, UserWrite, refuse,
};

/// Maximum notice before a shutdown, in minutes.
const MAX_CLOSING_MINUTES: u32 = 24 * 60;

/// When to remind everybody of a shutdown, in milliseconds before it.
const REMINDERS: [Millis; 3] = [5 * MINUTE, MINUTE, 0];

/// Announcements sent on connect.
#[derive(Debug, Default)]
pub(crate) struct Announcements {
    text: Option<Message>,
    closing: Option<Closing>,
    /// Time of the next shutdown reminder.
    next_reminder: Option<Millis>,
}

#[derive(Debug)]
struct Closing {
    at: Millis,
    reason: Option<Message>,
}

impl Announcements {
    /// Continues with the announcement of the store.
    pub(crate) fn restored(text: Option<Message>) -> Announcements {
        Announcements { text, ..Announcements::default() }
    }

    const fn is_empty(&self) -> bool {
        self.text.is_none() && self.closing.is_none()
    }

    pub(crate) fn event(&self) -> Event {
        Event::Announcement {
            text: self.text.clone(),
            closes_at: self.closing.as_ref().map(|closing| closing.at),
            reason: self.closing.as_ref().and_then(|closing| closing.reason.clone()),
        }
    }

    /// Returns the event for a client that connects, if there is anything to tell.
    pub(crate) fn for_newcomer(&self) -> Option<Event> {
        (!self.is_empty()).then(|| self.event())
    }

    /// Refuses a new game while the server closes.
    pub(crate) fn check_new_game(&self, terms: &Terms, now: Millis) -> Result<(), Refusal> {
        let Some(closing) = self.closing.as_ref().filter(|_| ends_with_server(terms)) else {
            return Ok(());
        };
        let minutes = closing.at.saturating_sub(now).div_ceil(MINUTE);
        let reason = closing.reason.as_ref().map(|reason| format!(" ({reason})"));
        let message = format!(
            "the server closes in {minutes} min{}: no games begin until then but those of days",
            reason.unwrap_or_default()
        );
        refuse(ErrorDetail::ServerCloses, message)
    }
}

/// Returns whether people wait at the board in a game with these terms.
fn ends_with_server(terms: &Terms) -> bool {
    terms.speed_class() != SpeedClass::Correspondence
}

impl ServerState {
    /// Tells a client what is announced before the answer to its first command. Before that nobody knows whether it reads
    /// text or JSON.
    pub(crate) fn tell_newcomer(&mut self, input: &Input) {
        let (Input::Request { connection, .. }
        | Input::Login { connection, .. }
        | Input::Checked { connection, .. }
        | Input::Client { connection, .. }) = input
        else {
            return;
        };
        let Shared { connections, context, .. } = &mut self.shared;
        if connections.speaks(*connection)
            && let Some(event) = context.announcements.for_newcomer()
        {
            context.send_to(*connection, Notice::new(context.now, event));
        }
    }

    /// Sets or removes the announcement of the day.
    pub(crate) fn announce(&mut self, by: UserId, text: Option<Message>) -> Reply {
        let context = &mut self.shared.context;
        context.announcements.text.clone_from(&text);
        context.write(UserWrite::Announcement(text.clone()));
        self.announced(by, "announce", text.map(|text| text.to_string()).unwrap_or_default())
    }

    /// Says when the server closes, or withdraws that.
    pub(crate) fn close_in(
        &mut self,
        by: UserId,
        minutes: u32,
        reason: Option<Message>,
    ) -> CommandOutcome {
        if minutes > MAX_CLOSING_MINUTES {
            let message = format!("minutes must be a number from 0 to {MAX_CLOSING_MINUTES}");
            return Err(Refusal::new(ErrorDetail::InvalidArgument, message).about("minutes"));
        }
        let about = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let context = &mut self.shared.context;
        let at = context.now + Millis::from(minutes) * MINUTE;
        context.announcements.closing = (minutes > 0).then_some(Closing { at, reason });
        context.set_reminder();
        if minutes > 0 {
            self.withdraw_games_at_the_board();
        }
        Ok(self.announced(by, "closing", format!("{minutes} min{about}")))
    }

    /// Tells everybody again that the server closes.
    pub(crate) fn closing_timer_expired(&mut self) {
        self.shared.context.set_reminder();
        self.tell_announcements();
    }

    /// Withdraws the offers and ends the waits that would begin a game before the server closes.
    fn withdraw_games_at_the_board(&mut self) {
        let all = self.lobby.offers().all();
        let games = all.filter(|open| ends_with_server(&open.offer.terms));
        for game in games.map(|open| open.offer.game).collect::<Vec<GameId>>() {
            self.lobby.withdraw(game, &mut self.shared);
        }
        self.lobby.leave_all_pools();
    }

    fn announced(&mut self, by: UserId, action: &'static str, reason: String) -> Reply {
        let at = self.shared.context.now;
        let write = UserWrite::Moderation { by, to: by, action, reason, at, until: None };
        self.shared.context.write(write);
        self.tell_announcements();
        Reply::Done
    }

    fn tell_announcements(&mut self) {
        let context = &mut self.shared.context;
        let notice = Notice::new(context.now, context.announcements.event());
        context
            .effects
            .send(self.shared.connections.that_have_spoken(), EncodedNotice::new(notice));
    }
}

impl Context {
    /// Sets the timer for the next shutdown reminder.
    fn set_reminder(&mut self) {
        let Context { announcements, timers, now, .. } = self;
        let times = announcements.closing.iter().flat_map(|closing| {
            REMINDERS.map(|before| closing.at.saturating_sub(before)).into_iter()
        });
        let next = times.filter(|time| time > now).min();
        timers.reset(&mut announcements.next_reminder, next, Timer::Closing);
    }
}
