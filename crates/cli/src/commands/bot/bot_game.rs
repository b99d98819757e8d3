//! One game of a bot on a server.

use std::thread::JoinHandle;
use std::time::Duration;

use willow_board::{Clock, Color, DiscDiff, EndReason, Outcome, TimeControl};
use willow_protocol::{
    Applied, ClockState, EndKind, Event, GameEnd, GameState, Name, Notice, Side,
};

use super::seat::Seat;

/// What a player may be asked for: a move after a number of plies, or a bid for the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Move(u32),
    Bid,
}

/// A question that the player has not answered yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) ticket: u64,
    pub(super) turn: Turn,
}

/// A game on the server, and its player as soon as it was asked for a move.
pub(super) struct BotGame {
    pub(super) color: Color,
    /// The game as far as the server has told it.
    pub(super) state: GameState,
    pub(super) seat: Option<(Seat, JoinHandle<()>)>,
    pub(super) asked: Option<Question>,
    /// Whether the player failed, so that the game is resigned.
    pub(super) has_failed: bool,
}

impl BotGame {
    pub(super) const fn new(state: GameState, color: Color) -> BotGame {
        BotGame { color, state, seat: None, asked: None, has_failed: false }
    }

    /// Takes an event of the server. Returns whether the server must be asked how the game stands, because a turn of
    /// the bot begins, the opponent asks for something or an event is missing.
    pub(super) fn calls_after(&mut self, notice: &Notice) -> bool {
        let begins = matches!(
            notice.event,
            Event::Moved { .. }
                | Event::TakenBack { .. }
                | Event::Komi { .. }
                | Event::Resumed { .. }
        );
        match self.state.apply(notice) {
            Applied::Nothing => false,
            Applied::InOrder => {
                begins && self.state.to_move() == Some(self.color) || self.is_asked_for_something()
            }
            Applied::Gap => true,
        }
    }

    /// Returns whether the opponent waits for an answer: to a takeback, a result, an adjournment or going on.
    pub(super) fn is_asked_for_something(&self) -> bool {
        let details = &self.state.details;
        let result = details.offered_result.map(|offer| offer.color);
        let askers = [self.state.takeback, result, details.adjourn_asked];
        askers.into_iter().flatten().any(|Side(asker)| asker != self.color)
    }

    pub(super) const fn is_adjourned(&self) -> bool {
        self.state.summary.details.adjourned_since.is_some()
    }

    /// Returns what the server waits for from the player with this name.
    pub(super) fn turn(&self, name: Option<&Name>) -> Option<Turn> {
        let GameState { summary, details, moves, .. } = &self.state;
        let waits = summary.end.is_some() || self.is_adjourned();
        if !waits && summary.details.bidding {
            let has_bid = name.is_none_or(|name| details.waiting.contains(name));
            return (!has_bid).then_some(Turn::Bid);
        }
        let is_to_move = self.state.to_move() == Some(self.color);
        is_to_move.then_some(Turn::Move(moves.len() as u32))
    }

    /// Asks the player for a move in the present position.
    pub(super) fn ask(&mut self, turn: Turn, ticket: u64) {
        if let Some((seat, _)) = &mut self.seat {
            self.asked = Some(Question { ticket, turn });
            let clock = clock(self.state.summary.terms.clock, self.state.clocks);
            seat.ask(self.state.moves.clone(), clock, ticket);
        }
    }

    /// Takes the question that an answer belongs to; none if the answer is no longer wanted.
    pub(super) fn take_question(&mut self, ticket: u64) -> Option<Question> {
        self.asked.take_if(|question| question.ticket == ticket)
    }

    /// Returns whether the game was lost on time while the player was thinking.
    pub(super) fn was_silent(&self, end: &GameEnd) -> bool {
        self.asked.is_some()
            && end.reason == EndKind::Timeout
            && end.loser == Some(Side(self.color))
    }

    /// Reports the result to the player. An aborted game has none. Returns its thread.
    pub(super) fn end(self, end: &GameEnd) -> Option<JoinHandle<()>> {
        let (seat, thread) = self.seat?;
        if let Some(outcome) = outcome(end) {
            seat.end(outcome);
        }
        Some(thread)
    }
}

/// Returns a clock with the times of the server's clock.
fn clock(control: TimeControl, left: ClockState) -> Clock {
    let side = |left: Option<u64>| {
        let left = left.map_or(Duration::ZERO, Duration::from_millis);
        match control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => control,
            TimeControl::Game(_) | TimeControl::Ggs { .. } => TimeControl::Game(left),
            TimeControl::Increment { increment, .. } => {
                TimeControl::Increment { main: left, increment }
            }
            TimeControl::Byoyomi { period, .. } => {
                TimeControl::Byoyomi { main: left.saturating_sub(period), period }
            }
        }
    };
    Clock::with_odds(side(left.black), side(left.white))
}

/// Returns the end of a game in words, from the view of the player with this colour.
pub(super) fn result_text(end: &GameEnd, color: Color) -> String {
    let own = end.result.map(|black| if color == Color::Black { black } else { -black });
    match own {
        None => format!("no result ({})", end.reason),
        Some(DiscDiff::DRAW) => format!("drawn ({})", end.reason),
        Some(own) if own > DiscDiff::DRAW => format!("won by {} ({})", own.value(), end.reason),
        Some(own) => format!("lost by {} ({})", -own.value(), end.reason),
    }
}

/// Returns the outcome of a game that was not aborted.
fn outcome(end: &GameEnd) -> Option<Outcome> {
    let loser = end.loser.map(|Side(color)| color);
    let reason = match (end.reason, loser) {
        (EndKind::Finished | EndKind::Agreed, _) => EndReason::Finished,
        (EndKind::Resigned, Some(loser)) => EndReason::Resigned(loser),
        (EndKind::Timeout, Some(loser)) if end.result.is_some_and(|it| it.value().abs() < 64) => {
            EndReason::Overtime(loser)
        }
        (EndKind::Timeout, Some(loser)) => EndReason::TimedOut(loser),
        (EndKind::Abandoned | EndKind::Forfeited, Some(loser)) => EndReason::Forfeited(loser),
        _ => return None,
    };
    Some(Outcome {
        result: end.result?,
        black_discs: end.black_discs,
        white_discs: end.white_discs,
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(reason: EndKind, result: Option<i32>, loser: Option<Color>) -> GameEnd {
        let (result, loser) = (result.map(DiscDiff::clamped), loser.map(Side));
        GameEnd { reason, result, black_discs: 3, white_discs: 3, loser, komi: None }
    }

    fn game(details: &str) -> BotGame {
        let state = format!(
            r#"{{"game": 7, "black": "alice", "white": "dice", "clock": "none", "rated": false,
            "plies": 0, "moves": [], "clocks": {{}}, "watchers": 0, "last": 0,
            "initial": "---------------------------OX------XO--------------------------- X",
            "position": "---------------------------OX------XO--------------------------- X"{details}}}"#
        );
        BotGame::new(serde_json::from_str(&state).unwrap(), Color::Black)
    }

    #[test]
    fn the_server_waits_for_a_move_or_a_bid_once() {
        let turn = |details: &str| game(details).turn(Some(&"alice".parse().unwrap()));
        assert_eq!(turn(""), Some(Turn::Move(0)));
        assert_eq!(turn(r#", "waiting": ["alice"]"#), None);
        assert_eq!(turn(r#", "adjourned_since": 5"#), None);
        assert_eq!(turn(r#", "bidding": true"#), Some(Turn::Bid));
        assert_eq!(turn(r#", "bidding": true, "waiting": ["dice"]"#), Some(Turn::Bid));
        assert_eq!(turn(r#", "bidding": true, "waiting": ["alice"]"#), None);
    }

    #[test]
    fn what_the_opponent_asks_for_is_seen_and_what_the_bot_asks_for_is_not() {
        for (details, is_asked) in [
            ("", false),
            (r#", "takeback": "white""#, true),
            (r#", "takeback": "black""#, false),
            (r#", "offered_result": {"color": "white", "result": 0}"#, true),
            (r#", "adjourn_asked": "white""#, true),
            (r#", "adjourned_since": 5, "adjourn_asked": "white""#, true),
        ] {
            assert_eq!(game(details).is_asked_for_something(), is_asked, "{details}");
        }
    }

    #[test]
    fn results_are_told_from_the_view_of_the_bot() {
        let text = |result, color| result_text(&ended(EndKind::Finished, result, None), color);
        assert_eq!(text(Some(12), Color::Black), "won by 12 (finished)");
        assert_eq!(text(Some(12), Color::White), "lost by 12 (finished)");
        assert_eq!(text(Some(0), Color::White), "drawn (finished)");
        assert_eq!(text(None, Color::White), "no result (finished)");
        assert_eq!(outcome(&ended(EndKind::Aborted, None, None)), None);
    }
}
