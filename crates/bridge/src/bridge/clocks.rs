//! Two servers, two clocks: nobody loses on time because of the bridge.
//!
//! | what happens | what the bridge does |
//! | --- | --- |
//! | the person's clock on GGS runs low | tells the person once in each game |
//! | the proxy's clock here runs low, and the player's clock on GGS does not | asks the person for time once |
//! | the proxy's clock here is nearly over, and the player's clock on GGS is not | ends the match without a result |
//! | the person cannot move, or the move is on its way, and the clock on GGS is nearly over | leaves GGS, which ends the match without a result |
//! | a side does not sit down, or does not agree to an end | ends the match; leaves GGS at last |

use willow_board::Color;
use willow_protocol::GameId;

use super::carried_match::{GgsGame, MatchPhase, Pairing, WillowGame};
use super::input::BridgeOutput;
use super::millis::Millis;
use super::shared_state::{Context, LINES_WINDOW};
use super::state::BridgeState;
use crate::ggs::MatchId;

/// With so little time on GGS the person is warned.
const WARNING: i64 = 20_000;

/// A clock with less is nearly over.
const NEARLY_OVER: i64 = 5_000;

/// An answer that has not come after this time is late.
const LATE: Millis = 2_000;

/// How long a finished match is kept, in multiples of the time after which its games are ended.
const LAST_PATIENCE: u64 = 3;

/// An action that the clocks of a match require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alarm {
    WarnPerson(MatchId, GameId),
    WantTime,
    GiveUp,
    Leave,
}

impl BridgeState {
    /// Time has passed.
    pub(super) fn tick(&mut self) {
        let ids: Vec<u64> = self.pairings.keys().copied().collect();
        for id in ids {
            self.in_pairing(id, Pairing::tick);
        }
        self.catch_up();
        self.let_idle_proxies_go();
        let now = self.ctx.now;
        self.ctx.buckets.retain(|_, bucket| now.saturating_sub(bucket.since) < LINES_WINDOW);
    }
}

impl Pairing {
    fn tick(&mut self, ctx: &mut Context) {
        let waited = ctx.now.saturating_sub(self.since);
        match self.phase {
            MatchPhase::Asked if waited > ctx.settings.asking_time => {
                self.call_off(ctx, "nobody answered in time");
            }
            MatchPhase::Seating if waited > ctx.settings.seating_time => {
                self.give_up(ctx, "one side did not sit down in time");
            }
            MatchPhase::Seating | MatchPhase::Playing => {
                for alarm in self.alarms(ctx) {
                    self.answer_alarm(ctx, alarm);
                }
                self.play_on(ctx);
            }
            MatchPhase::Ending => self.tick_ending(ctx, waited),
            MatchPhase::Asked | MatchPhase::Adjourned | MatchPhase::Over => {}
        }
    }

    /// Returns what the clocks of the match ask for.
    fn alarms(&self, ctx: &Context) -> Vec<Alarm> {
        if self.is_bidding() {
            let is_over = |game: &&WillowGame| game.is_nearly_over_in_bidding(ctx.now);
            return self.willow_games.iter().filter(is_over).map(|_| Alarm::GiveUp).collect();
        }
        let mut alarms = Vec::new();
        for there in self.ggs_games.iter().filter(|there| there.end.is_none()) {
            let is_running = there.game.position().side_to_move() != there.remote;
            let here = self.willow_game_of(there.remote);
            let is_late = |sent: Option<(usize, Millis)>| {
                sent.is_some_and(|(_, at)| ctx.now.saturating_sub(at) > LATE)
            };
            // The person cannot see the last move, or theirs has not arrived.
            let is_held_up = is_late(there.sent)
                || !ctx.willow_is_up
                || here.is_some_and(|own| own.is_adjourned() || is_late(own.sent));
            let for_good = left_for_good(there, !there.remote, ctx.now);
            if is_running && is_held_up && for_good < NEARLY_OVER {
                alarms.push(Alarm::Leave);
            } else if let Some(own) = here
                && is_running
                && left_there(there, !there.remote, ctx.now) < WARNING
                && !there.is_warned
            {
                alarms.push(Alarm::WarnPerson(there.id, own.id()));
            }
            alarms.extend(here.and_then(|here| remote_alarm(ctx, there, here)));
        }
        alarms
    }

    fn answer_alarm(&mut self, ctx: &mut Context, alarm: Alarm) {
        if self.is_closed() {
            return;
        }
        match alarm {
            Alarm::WarnPerson(there, here) => {
                if let Some(there) = self.ggs_game_mut(there) {
                    there.is_warned = true;
                }
                let text =
                    format!("Your clock on GGS has less than 20 seconds left in game {here}.");
                self.say(ctx, &text);
            }
            Alarm::WantTime => {
                if self.asked_for_time.replace(ctx.now).is_none() {
                    let text = "The way between the servers has cost me time: please give me some \
                                with `moretime 60`.";
                    self.say(ctx, text);
                }
            }
            Alarm::GiveUp => self.give_up(ctx, "the way between the servers took too much time"),
            Alarm::Leave => {
                let why = "a server does not answer, and a clock on GGS is nearly over";
                self.give_up(ctx, why);
                self.leave(ctx);
            }
        }
    }

    /// Ends the connection of the login: GGS ends its match without a result.
    fn leave(&mut self, ctx: &mut Context) {
        let Pairing { id, login, .. } = &*self;
        ctx.log(format!("match {id}: {login} leaves GGS to end it without a result"));
        ctx.outputs.push(BridgeOutput::LeaveGgs { login: login.clone() });
        ctx.login_left(login);
        self.login_left(ctx);
    }

    /// Waits for both sides to end the match, and not for ever.
    fn tick_ending(&mut self, ctx: &mut Context, waited: Millis) {
        let is_open_there = self.ggs_match.is_some() && self.ggs_end.is_none();
        let mut open = self.ggs_games.iter().filter(|game| game.end.is_none());
        let person_is_flagged = open.any(|game| {
            let is_running = game.game.position().side_to_move() != game.remote;
            is_running && left_for_good(game, !game.remote, ctx.now) < NEARLY_OVER
        });
        let is_due = person_is_flagged || waited > ctx.settings.ending_time;
        if is_open_there && self.reason.is_some() && is_due {
            return self.leave(ctx);
        }
        if waited > ctx.settings.ending_time * LAST_PATIENCE {
            return self.close_open(ctx);
        }
        self.play_on(ctx);
        self.settle(ctx);
    }

    /// Forgets a match whose game here nobody ends.
    fn close_open(&mut self, ctx: &mut Context) {
        if self.leave_there() {
            ctx.outputs.push(BridgeOutput::LeaveGgs { login: self.login.clone() });
        }
        let (yours, theirs) = match self.remote_result() {
            Some(result) => (format!("{:+.2} for you", -result), format!("{result:+.2} for you")),
            None => ("no result".to_owned(), "no result".to_owned()),
        };
        let text = format!(
            "Your match with {} is over on GGS: {yours}. The game here has no result, because it \
             was not over.",
            self.remote
        );
        ctx.notify(&self.person, &text);
        let text = format!(
            "The match is over: {theirs}. Its game on Willow has no result, because it was not over there."
        );
        self.tell_remote(ctx, &text);
        self.close(ctx);
    }
}

impl WillowGame {
    /// Returns whether the proxy's clock is nearly over while the players bid. GGS tells nothing of its clocks then;
    /// the clock here has the budget more than the remote player's there.
    fn is_nearly_over_in_bidding(&self, now: Millis) -> bool {
        self.end().is_none()
            && self
                .left(self.remote)
                .is_some_and(|left| signed(left) - elapsed(self.seen, now) < NEARLY_OVER)
    }
}

/// Compares the clocks of the remote player on both sides.
fn remote_alarm(ctx: &Context, there: &GgsGame, here: &WillowGame) -> Option<Alarm> {
    let position = &here.state.position;
    let is_running = position.side_to_move() == here.remote && !position.is_game_over();
    let own = signed(here.left(here.remote)?) - elapsed(here.seen, ctx.now);
    let real = left_for_good(there, there.remote, ctx.now);
    let budget = signed(ctx.settings.carried.lag_budget);
    match () {
        () if !is_running || here.end().is_some() || here.is_adjourned() || real <= own => None,
        () if own < NEARLY_OVER => Some(Alarm::GiveUp),
        () if own < NEARLY_OVER + budget / 2 => Some(Alarm::WantTime),
        () => None,
    }
}

/// Returns what a player has left on GGS with the extension, in milliseconds.
fn left_for_good(game: &GgsGame, color: Color, now: Millis) -> i64 {
    left_there(game, color, now) + game.extension[color.index()]
}

/// Returns what a player has left on GGS before the extension, in milliseconds, as far as it can be known here.
fn left_there(game: &GgsGame, color: Color, now: Millis) -> i64 {
    let left = game.left[color.index()];
    let is_running = game.game.position().side_to_move() == color && !game.game.is_over();
    if is_running { left - elapsed(game.seen, now) } else { left }
}

fn elapsed(since: Millis, now: Millis) -> i64 {
    signed(now.saturating_sub(since))
}

/// Returns a time from which another can be subtracted.
fn signed(time: Millis) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX / 2)
}
