//! One game by its rules: moves, bids, clocks, what its players ask each other for, and its end.

mod absent_player;
mod bidding;
mod clock_state;
mod flag;
mod given_time;
mod held;
mod move_checks;
mod open_requests;
mod overtime;
mod stopped_clock;

use std::time::Duration;

use willow_board::{
    Bitboard, Clock, ClockReading, Color, DiscDiff, EndReason, Game, GameEvent, Move, Outcome,
    Position, Referee, Rejection, Square, TimeControl,
};
use willow_protocol::{
    ClockState, EndKind, Event, GameEnd, GameId, Komi, Side, SpeedClass, SquareSet, StateDetails,
    SummaryDetails, Terms, TurnDetails,
};

use self::absent_player::Absence;
use self::clock_state::clock_state;
pub(crate) use self::held::HeldContent;
pub(crate) use self::held::{Bidding, HeldMove};
pub(crate) use self::move_checks::move_refusal;
use self::open_requests::OpenRequests;
use self::stopped_clock::StoppedClock;
use super::Millis;

/// A game and its clocks. Players are colours here; users, spectators and connections are unknown.
#[derive(Debug)]
pub(crate) struct ActiveGame {
    pub(crate) id: GameId,
    pub(crate) terms: Terms,
    pub(crate) requests: OpenRequests,
    /// The bids of a game with komi, until both players have bid.
    bidding: Option<Bidding>,
    /// The komi, when both players have bid.
    komi: Option<Komi>,
    /// The move of the side to move that is not shown yet: one of a pair in lock-step.
    held: Option<HeldMove>,
    /// Whether a bridge brings one of the players. A takeback then makes the game unrated.
    is_bridged: bool,
    /// The first player whose main time a bridge reported as over.
    reported_overtime: Option<Color>,
    pub(crate) stopped: StoppedClock,
    absences: [Absence; 2],
    pub(crate) referee: Referee,
    /// The time at which the clock of the side to move started, corrected for downtime.
    pub(crate) turn_started_at: Millis,
    /// The time that each ply took, passes included.
    times: Vec<Millis>,
    /// Both clocks before each ply, to which a takeback sets them back. Rated games have no takebacks
    /// and keep none, but for those over a bridge.
    readings: Vec<ClockReading>,
    /// The time that each colour was given by the opponent.
    given: [Millis; 2],
    pub(crate) end: Option<GameEnd>,
    pub(crate) started_at: Millis,
    pub(crate) last_move_at: Option<Millis>,
}

const fn referee_time(now: Millis) -> Duration {
    Duration::from_millis(now)
}

impl ActiveGame {
    /// Starts a game: the clock of the side to move runs from now on. A side without a move passes
    /// first. In a game with komi both players bid, and both clocks run.
    pub(crate) fn new(id: GameId, terms: Terms, start: Position, now: Millis) -> ActiveGame {
        let mut referee = Referee::new(Game::from_position(start), Clock::new(terms.clock));
        let bidding = terms.komi.then(|| Bidding::since(now));
        if bidding.is_none() {
            referee.start(referee_time(now));
        }
        let n_passes = referee.game().n_plies();
        ActiveGame {
            id,
            terms,
            requests: OpenRequests::default(),
            bidding,
            komi: None,
            held: None,
            is_bridged: false,
            reported_overtime: None,
            stopped: StoppedClock::default(),
            absences: [Absence::default(); 2],
            referee,
            turn_started_at: now,
            times: vec![0; n_passes],
            readings: Vec::new(),
            given: [0; 2],
            end: None,
            started_at: now,
            last_move_at: None,
        }
    }

    /// Makes the game unrated, and returns its terms.
    pub(crate) fn unrate(&mut self) -> Terms {
        self.terms.rated = false;
        self.terms.clone()
    }

    /// Returns whether a move waits to be shown.
    pub(crate) const fn holds_move(&self) -> bool {
        self.held.is_some()
    }

    /// Returns the colour that is to move: none while the game waits for something else, or is over.
    pub(crate) fn to_move(&self) -> Option<Color> {
        let waits =
            self.bidding.is_some() || self.held.is_some() || self.stopped.adjourned_since.is_some();
        if waits || self.end.is_some() { None } else { self.referee.to_move() }
    }

    /// Returns whether a clock runs, or would run if it did not stand still.
    pub(crate) fn runs(&self) -> bool {
        self.to_move().is_some()
            || (self.bidding.is_some() && self.stopped.adjourned_since.is_none())
    }

    /// Returns whether the players bid for the komi.
    pub(crate) const fn is_bidding(&self) -> bool {
        self.bidding.is_some()
    }

    /// Returns whether the game waits for a colour: for its move or, while both players bid, its bid.
    pub(crate) fn awaits(&self, color: Color) -> bool {
        match &self.bidding {
            Some(bidding) => bidding.bids[color.index()].is_none(),
            None => self.to_move() == Some(color),
        }
    }

    pub(crate) fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Plays a move and returns its events.
    pub(crate) fn place(&mut self, square: Square, now: Millis) -> Result<Vec<Event>, Rejection> {
        self.shift_to_release(now);
        let ply = self.game().n_plies();
        let mover = self.referee.to_move();
        let reading = self.referee.clock().reading();
        let referee_events = self.referee.submit(Move::Place(square).into(), referee_time(now))?;
        if let Some(mover) = mover {
            self.lapse(mover, now);
        }
        self.end_requests();
        self.turn_started_at = now;
        self.last_move_at = Some(now);
        if !self.terms.rated || self.is_bridged {
            self.readings.resize(self.game().n_plies(), reading);
        }
        Ok(self.record_events(ply, referee_events, now))
    }

    pub(crate) fn resign(&mut self, color: Color, now: Millis) -> Vec<Event> {
        let referee_events = self.referee.resign(color, referee_time(self.clock_time(now)));
        self.record_events(self.game().n_plies(), referee_events, now)
    }

    /// Makes a player lose by default.
    pub(crate) fn forfeit(&mut self, color: Color, kind: EndKind, now: Millis) -> Vec<Event> {
        if self.referee.forfeit(color, referee_time(self.clock_time(now))).is_empty() {
            return Vec::new();
        }
        self.referee
            .outcome()
            .map(|outcome| self.finish(kind, Some(&outcome)))
            .into_iter()
            .collect()
    }

    pub(crate) fn abort(&mut self, now: Millis) -> Event {
        self.referee.pause(referee_time(self.clock_time(now)));
        self.finish(EndKind::Aborted, None)
    }

    /// Takes moves back until the last one of `color` is taken back. Both clocks are set back to the
    /// moment before that move.
    pub(crate) fn take_back(&mut self, color: Color, now: Millis) -> Event {
        self.run_clocks(now);
        while let Some(_square) = self.referee.undo(referee_time(now)) {
            if self.game().position().side_to_move() == color {
                break;
            }
        }
        self.end_takeback(now);
        if let Some(&reading) = self.readings.get(self.game().n_plies()) {
            self.referee.restore_clock(reading);
        }
        self.readings.truncate(self.game().n_plies());
        self.taken_back(now)
    }

    /// Returns the event of a takeback that was made.
    pub(crate) fn taken_back(&self, now: Millis) -> Event {
        Event::TakenBack {
            plies: self.game().n_plies(),
            clocks: self.clocks(now),
            turn: TurnDetails::of(self.game().position()),
        }
    }

    /// Repeats a takeback that left this number of plies.
    pub(crate) fn repeat_takeback(&mut self, plies: usize, now: Millis) {
        self.run_clocks(now);
        while self.game().n_plies() > plies && self.referee.undo(referee_time(now)).is_some() {}
        self.end_takeback(now);
        if let Some(&reading) = self.readings.get(plies) {
            self.referee.restore_clock(reading);
        }
        self.readings.truncate(plies);
    }

    fn end_takeback(&mut self, now: Millis) {
        self.end_requests();
        self.turn_started_at = now;
        self.times.truncate(self.game().n_plies());
    }

    /// Continues after a downtime that began at `stopped_at`. No player is charged for it.
    ///
    /// Stopping the clock would grant the increment or the time per move again, so it is restarted as if the used
    /// part of the turn had run.
    pub(crate) fn resume(&mut self, stopped_at: Millis, now: Millis) -> Event {
        if self.stopped.adjourned_since.take().is_some() {
            self.requests.adjournment = None;
        }
        let since = self.clock_time(stopped_at);
        self.stopped.since = None;
        self.skip(since, now)
    }

    /// Adjourns the game. The clocks stop.
    pub(crate) fn adjourn(&mut self, now: Millis) -> Event {
        self.run_clocks(now);
        self.stopped.awaited_until = None;
        self.absences.iter_mut().for_each(|absence| absence.claim_at = None);
        self.end_requests();
        // A stopped clock stopped earlier.
        let mut clocks = self.clocks(now);
        self.stopped.adjourned_since = Some(now);
        (clocks.deadline, clocks.running) = (None, None);
        Event::Adjourned { clocks }
    }

    /// Returns since when the game is adjourned.
    pub(crate) const fn adjourned_since(&self) -> Option<Millis> {
        self.stopped.adjourned_since
    }

    /// Goes on with an adjourned game.
    pub(crate) fn go_on(&mut self, now: Millis) -> Event {
        let since = self.stopped.adjourned_since.unwrap_or(now);
        self.resume(since, now)
    }

    /// Returns whether this is a game without a clock.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.terms.clock == TimeControl::Unlimited
    }

    pub(crate) fn is_correspondence(&self) -> bool {
        self.terms.speed_class() == SpeedClass::Correspondence
    }

    /// Restores the end from the events of the game.
    pub(crate) fn restore_end(&mut self, end: GameEnd, now: Millis) {
        self.referee.pause(referee_time(now));
        self.end = Some(end);
    }

    /// Returns whether a player has played a move.
    pub(crate) fn has_moved(&self, color: Color) -> bool {
        let mut side = self.game().start().side_to_move();
        self.game().moves().any(|mv| {
            let by = side;
            side = !side;
            by == color && mv != Move::Pass
        })
    }

    /// Converts the referee's events to those of the protocol.
    fn record_events(
        &mut self,
        plies_before: usize,
        referee_events: Vec<GameEvent>,
        now: Millis,
    ) -> Vec<Event> {
        let clocks = self.clocks(now);
        let mut ply = plies_before;
        let mut events = Vec::new();
        let mut outcome = None;
        for event in referee_events {
            let (color, mv, used, position) = match event {
                GameEvent::Moved { color, square, used, position } => {
                    (color, Move::Place(square), used.as_millis() as Millis, position)
                }
                GameEvent::Passed { color, position } => (color, Move::Pass, 0, position),
                GameEvent::Ended(end) => {
                    outcome = Some(end);
                    continue;
                }
            };
            let flips = self.flips(ply, mv);
            ply += 1;
            self.times.push(used);
            let turn = TurnDetails {
                used: Some(used),
                flipped: Some(SquareSet(flips)),
                ..TurnDetails::of(&position)
            };
            events.push(Event::Moved { color, mv, ply, clocks, turn });
        }
        if let Some(outcome) = outcome {
            events.push(self.finish(kind_of(outcome.reason), Some(&outcome)));
        }
        events
    }

    /// Returns the discs that the move at ply `plies` flipped.
    fn flips(&self, plies: usize, mv: Move) -> Bitboard {
        match (self.game().position_at(plies), mv) {
            (Some(before), Move::Place(square)) => before.board().flips(square),
            (None, _) | (_, Move::Pass) => Bitboard::EMPTY,
        }
    }

    fn finish(&mut self, reason: EndKind, outcome: Option<&Outcome>) -> Event {
        let result = outcome.map(|outcome| match outcome.reason {
            EndReason::Overtime(_) => outcome.on_board(),
            _ => outcome.result,
        });
        let loser = outcome.and_then(|outcome| outcome.reason.loser_by_default()).map(Side);
        match self.result_after_overtime(reason, result) {
            Some((result, late)) => {
                self.finish_with(EndKind::Timeout, Some(result), Some(Side(late)))
            }
            None => self.finish_with(reason, result, loser),
        }
    }

    /// Ends the game with a result; open requests and held moves are dropped.
    fn finish_with(
        &mut self,
        reason: EndKind,
        result: Option<DiscDiff>,
        loser: Option<Side>,
    ) -> Event {
        let [black_discs, white_discs] = self.discs();
        let komi = self.komi.filter(|_| result.is_some());
        let end = GameEnd { reason, result, black_discs, white_discs, loser, komi };
        self.end = Some(end);
        self.end_requests();
        (self.held, self.bidding) = (None, None);
        self.stopped = StoppedClock::default();
        Event::Ended(end)
    }

    /// Ends the game with a result on which the players agree.
    pub(crate) fn agree(&mut self, result: DiscDiff, now: Millis) -> Event {
        self.referee.pause(referee_time(self.clock_time(now)));
        self.finish_with(EndKind::Agreed, Some(result), None)
    }

    /// Returns Black's and White's discs on the board.
    pub(crate) fn discs(&self) -> [u32; 2] {
        [Color::Black, Color::White].map(|color| self.game().position().discs(color).count())
    }

    pub(crate) fn clocks(&self, now: Millis) -> ClockState {
        let now = self.clock_time(now);
        let stopped_at = self.held.map(|held| held.at).or(self.stopped.adjourned_since);
        let at = stopped_at.unwrap_or(now);
        let mut clocks = match self.bidding {
            Some(_) => self.bidding_clocks(at),
            None => clock_state(self.referee.clock(), referee_time(at)),
        };
        if stopped_at.is_some() || self.stopped.awaited_until.is_some() {
            (clocks.deadline, clocks.running) = (None, None);
        }
        clocks
    }

    pub(crate) fn summary_details(&self) -> SummaryDetails {
        SummaryDetails {
            komi_discs: self.komi,
            bidding: self.bidding.is_some(),
            adjourned_since: self.stopped.adjourned_since,
            ..SummaryDetails::default()
        }
    }

    pub(crate) fn state_details(&self) -> StateDetails {
        StateDetails {
            legal: Some(self.legal_moves()),
            times: Some(self.times.clone()),
            started_at: Some(self.started_at),
            last_move_at: self.last_move_at,
            offered_result: self.requests.result,
            adjourn_asked: self.requests.adjournment.map(Side),
            ..StateDetails::default()
        }
    }

    /// Returns the legal moves of the side to move; none if the game is over.
    fn legal_moves(&self) -> SquareSet {
        let running = self.end.is_none();
        SquareSet(if running { self.game().position().legal_moves() } else { Bitboard::EMPTY })
    }

    /// Returns the moves without passes.
    pub(crate) fn transcript(&self) -> String {
        let squares = self.game().moves().filter_map(Move::square);
        squares.map(|square| square.to_string()).collect()
    }

    /// Returns the time that each of the moves took.
    pub(crate) fn times(&self) -> Vec<Millis> {
        let turns = self.game().moves().zip(&self.times);
        turns.filter(|(mv, _)| *mv != Move::Pass).map(|(_, &time)| time).collect()
    }
}

const SECONDS_PER_HOUR: u64 = 3600;
const SECONDS_PER_DAY: u64 = 24 * SECONDS_PER_HOUR;

/// Returns a duration for people, rounded up, in the largest unit that gives more than two.
pub(crate) fn duration_text(time: Millis) -> String {
    let seconds = time.div_ceil(1000);
    let (number, unit) = match seconds {
        _ if seconds <= 2 * 60 => (seconds, "second"),
        _ if seconds <= 2 * SECONDS_PER_HOUR => (seconds.div_ceil(60), "minute"),
        _ if seconds <= 2 * SECONDS_PER_DAY => (seconds.div_ceil(SECONDS_PER_HOUR), "hour"),
        _ => (seconds.div_ceil(SECONDS_PER_DAY), "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

const fn kind_of(reason: EndReason) -> EndKind {
    match reason {
        // Komi decides what overtime means, so it is applied later.
        EndReason::Finished | EndReason::Overtime(_) => EndKind::Finished,
        EndReason::Resigned(_) => EndKind::Resigned,
        EndReason::TimedOut(_) => EndKind::Timeout,
        EndReason::Forfeited(_) => EndKind::Forfeited,
    }
}
