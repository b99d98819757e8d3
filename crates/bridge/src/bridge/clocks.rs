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

use super::input::BridgeOutput;
use super::millis::Millis;
use super::pairing::{GgsGame, Pairing, Phase, WillowGame};
use super::state::BridgeState;
use crate::ggs::MatchId;

/// With so little time on GGS the person is warned.
const WARNING: i64 = 20_000;

/// A clock with less is nearly over.
const NEARLY_OVER: i64 = 5_000;

/// An answer that has not come after this time is late.
const LATE: Millis = 2_000;

/// How much longer than the asker's patience a finished match stays in the table.
const LAST_PATIENCE: u64 = 3;

/// What the clocks of a match ask for.
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
            self.tick_pairing(id);
        }
        self.catch_up();
        self.bring_engines();
        self.let_idle_proxies_go();
        let now = self.now;
        self.buckets.retain(|_, bucket| now.saturating_sub(bucket.since) < 60_000);
    }

    fn tick_pairing(&mut self, id: u64) {
        let Some(entry) = self.pairings.get(&id) else { return };
        let waited = self.now.saturating_sub(entry.since);
        match entry.phase {
            Phase::Asked if waited > self.settings.asking_time => {
                self.call_off(id, "nobody answered in time");
            }
            Phase::Seating if waited > self.settings.seating_time => {
                self.give_up(id, "one side did not sit down in time");
            }
            Phase::Seating | Phase::Playing => {
                let alarms = self.alarms(entry);
                for alarm in alarms {
                    self.answer_alarm(id, alarm);
                }
                self.play_on(id);
            }
            Phase::Ending => self.tick_ending(id, waited),
            Phase::Asked | Phase::Adjourned | Phase::Over => {}
        }
    }

    /// Returns what the clocks of a match ask for.
    fn alarms(&self, entry: &Pairing) -> Vec<Alarm> {
        if entry.is_bidding() {
            return entry.willow_games.iter().filter_map(|game| self.bidding_alarm(game)).collect();
        }
        let mut alarms = Vec::new();
        for there in entry.ggs_games.iter().filter(|there| there.end.is_none()) {
            let person = left_there(there, !there.remote, self.now);
            let is_running = there.game.position().side_to_move() != there.remote;
            let here = entry.willow_game_of(there.remote);
            let is_late = |sent: Option<(usize, Millis)>| {
                sent.is_some_and(|(_, at)| self.now.saturating_sub(at) > LATE)
            };
            // The person cannot see the last move, or theirs has not arrived.
            let is_held_up = is_late(there.sent)
                || !self.willow_is_up
                || here.is_some_and(|own| own.is_adjourned || is_late(own.sent));
            let for_good = left_for_good(there, !there.remote, self.now);
            if is_running && is_held_up && for_good < NEARLY_OVER {
                alarms.push(Alarm::Leave);
            } else if let Some(own) = here
                && is_running
                && person < WARNING
                && !there.is_warned
            {
                alarms.push(Alarm::WarnPerson(there.id, own.id));
            }
            if let Some(here) = here {
                alarms.extend(self.remote_alarm(there, here));
            }
        }
        alarms
    }

    /// While the players bid, GGS tells nothing of its clocks. The proxy's clock here has the budget more
    /// than the remote player's there.
    fn bidding_alarm(&self, here: &WillowGame) -> Option<Alarm> {
        let left = i64::try_from(here.left[here.remote.index()]?).unwrap_or(i64::MAX);
        let left = left - elapsed(here.seen, self.now);
        (left < NEARLY_OVER && here.end.is_none()).then_some(Alarm::GiveUp)
    }

    /// Compares the clocks of the remote player on both sides.
    fn remote_alarm(&self, there: &GgsGame, here: &WillowGame) -> Option<Alarm> {
        let is_running = here.game.position().side_to_move() == here.remote && !here.game.is_over();
        let own = left_here_now(here, here.remote, self.now)?;
        let real = left_for_good(there, there.remote, self.now);
        let budget = i64::try_from(self.settings.carried.lag_budget).unwrap_or(0);
        match () {
            () if !is_running || here.end.is_some() || here.is_adjourned || real <= own => None,
            () if own < NEARLY_OVER => Some(Alarm::GiveUp),
            () if own < NEARLY_OVER + budget / 2 => Some(Alarm::WantTime),
            () => None,
        }
    }

    fn answer_alarm(&mut self, id: u64, alarm: Alarm) {
        let Some(entry) = self.pairings.get_mut(&id) else { return };
        let (place, now) = (self.settings.place_of(&entry.login), self.now);
        let text = match alarm {
            Alarm::WarnPerson(there, here) => {
                if let Some(there) = entry.ggs_game_mut(there) {
                    there.is_warned = true;
                }
                format!("Your clock on {place} has less than 20 seconds left in game {here}.")
            }
            Alarm::WantTime if entry.asked_for_time.is_none() => {
                entry.asked_for_time = Some(now);
                "The way between the servers has cost me time: please give me some with `moretime 60`."
                    .to_owned()
            }
            Alarm::WantTime => return,
            Alarm::GiveUp => {
                return self.give_up(id, "the way between the servers took too much time");
            }
            Alarm::Leave => {
                let login = entry.login.clone();
                let why =
                    format!("a server does not answer, and a clock on {place} is nearly over");
                self.give_up(id, &why);
                return self.leave(id, &login);
            }
        };
        self.say_in(id, &text);
    }

    /// Ends the connection of a login: GGS ends its match without a result.
    fn leave(&mut self, id: u64, login: &str) {
        self.log(format!("match {id}: {login} leaves GGS to end it without a result"));
        self.outputs.push(BridgeOutput::LeaveGgs { login: login.to_owned() });
        self.ggs_down(login);
    }

    /// Waits for both sides to end a match, and not for ever.
    fn tick_ending(&mut self, id: u64, waited: Millis) {
        let Some(entry) = self.pairings.get(&id) else { return };
        let login = entry.login.clone();
        let is_open_there = entry.ggs_match.is_some() && entry.ggs_end.is_none();
        let mut open = entry.ggs_games.iter().filter(|game| game.end.is_none());
        let person_is_flagged = open.any(|game| {
            let is_running = game.game.position().side_to_move() != game.remote;
            is_running && left_for_good(game, !game.remote, self.now) < NEARLY_OVER
        });
        let is_given_up = entry.reason.is_some();
        if is_open_there && is_given_up && (person_is_flagged || waited > self.settings.ending_time)
        {
            return self.leave(id, &login);
        }
        if waited > self.settings.ending_time * LAST_PATIENCE {
            return self.close_open(id);
        }
        self.play_on(id);
        self.settle(id);
    }

    /// Forgets a match whose game here nobody ends: the proxy goes, and the server adjourns it.
    fn close_open(&mut self, id: u64) {
        let Some(entry) = self.pairings.get_mut(&id) else { return };
        let has_left = entry.leave_there();
        let Pairing { login, proxy, person, remote, .. } = entry.clone();
        let (yours, theirs) = match entry.result_there() {
            Some(result) => (format!("{:+.2} for you", -result), format!("{result:+.2} for you")),
            None => ("no result".to_owned(), "no result".to_owned()),
        };
        let text = format!(
            "Your match with {remote} is over on {}: {yours}. The game here has no result, because it \
             was not over; it is adjourned, and you may resign it.",
            self.settings.place_of(&login)
        );
        if has_left {
            self.outputs.push(BridgeOutput::LeaveGgs { login });
        }
        self.notify(&person, &text);
        self.stay_away(&proxy);
        let text = format!(
            "The match is over: {theirs}. Its game on Willow has no result, because it was not over there."
        );
        self.tell_remote_in(id, &text);
        self.close(id);
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

/// Returns what a player has left here, in milliseconds; `None` without a clock.
fn left_here_now(game: &WillowGame, color: Color, now: Millis) -> Option<i64> {
    let left = i64::try_from(game.left[color.index()]?).unwrap_or(i64::MAX);
    let is_running = game.game.position().side_to_move() == color && !game.game.is_over();
    Some(if is_running { left - elapsed(game.seen, now) } else { left })
}

fn elapsed(since: Millis, now: Millis) -> i64 {
    i64::try_from(now.saturating_sub(since)).unwrap_or(i64::MAX / 2)
}
