//! A game in memory, with its players, spectators and rooms.

mod absent_player;
mod bidding;
mod clock_state;
mod given_time;
mod hidden;
mod moves;
mod open_requests;
mod overtime;
mod replay;
mod stopped_clock;

use std::collections::BTreeSet;
use std::time::Duration;

use willow_board::{
    Bitboard, Clock, ClockReading, Color, EndReason, Game, GameEvent, Move, Outcome, Referee,
    Rejection, Square, TimeControl,
};
use willow_protocol::{
    ClockState, EndKind, Event, GameEnd, GameId, GameRatings, GameState, GameSummary, Komi, Name,
    OfferedResult, RatingChange, Side, SpeedClass, SquareSet, StateDetails, SummaryDetails, Terms,
    TurnDetails,
};

use self::clock_state::clock_state;
pub(crate) use self::hidden::HiddenContent;
pub(crate) use self::hidden::{Bidding, HiddenMove};
pub(crate) use self::moves::move_refusal;
use self::open_requests::Lapsed;
pub(crate) use self::replay::{complete_events, replay};
use super::{BotMove, ConnId, KnownSpectators, Millis, RoomLog, StartedGame, UserId};

/// A game that is in progress, or ended a moment ago.
#[derive(Debug)]
pub(crate) struct ActiveGame {
    pub(crate) id: GameId,
    pub(crate) players: [UserId; 2],
    pub(crate) names: [Name; 2],
    pub(crate) terms: Terms,
    /// Whether the game was offered as a rated one, as a rematch is again.
    pub(crate) was_offered_rated: bool,
    pub(crate) log: RoomLog,
    pub(crate) players_log: RoomLog,
    pub(crate) watchers_log: RoomLog,
    pub(crate) watchers: BTreeSet<ConnId>,
    pub(crate) known_spectators: KnownSpectators,
    /// The colour that requests a takeback.
    takeback: Option<Color>,
    /// The result that a player offers.
    offered_result: Option<OfferedResult>,
    /// The colour that asks to adjourn the game or, if it is adjourned, to go on.
    adjourn_asked: Option<Color>,
    /// The requests that a player made last and that ended by that player.
    lapsed: Option<Lapsed>,
    /// The bids of a game with komi, until both players have bid.
    bidding: Option<Bidding>,
    /// The komi, when both players have bid.
    komi: Option<Komi>,
    /// The move of the side to move that is not shown yet: one of a pair in lock-step.
    held: Option<HiddenMove>,
    /// Whether a bridge brings one of the players. A takeback then makes the game unrated.
    is_bridged: bool,
    /// The first player of whom a bridge said that their main time ran out.
    reported_overtime: Option<Color>,
    /// Since when the game is adjourned.
    adjourned_since: Option<Millis>,
    /// Since when the clocks stand still in a turn.
    stopped_since: Option<Millis>,
    /// Until when they do so at most, after a restart: until both players are back.
    awaited_until: Option<Millis>,
    /// The times from which the opponent of a disconnected player may claim the win.
    claim_at: [Option<Millis>; 2],
    /// The times that the last `gone` of a player told, until `back`.
    told_gone: [Option<Millis>; 2],
    /// The other game of a synchro pair.
    pub(crate) twin: Option<Twin>,
    /// The timer that is set for the flag.
    pub(crate) flag_timer: Option<Millis>,
    /// The timer that is set for the end of a game in which a bot waits for a person.
    pub(crate) patience_timer: Option<Millis>,
    /// The move of a bot that waits until a person can follow.
    pub(crate) bot_move: Option<BotMove>,
    /// Counts the turns, for the bots: a ply is not enough, because moves can be taken back.
    pub(crate) turn: u64,
    referee: Referee,
    /// The time at which the clock of the side to move started, corrected for downtime.
    turn_started_at: Millis,
    /// The time that each ply took, passes included.
    times: Vec<Millis>,
    /// Both clocks before each ply, to which a takeback sets them back. Rated games have no takebacks
    /// and keep none, but for those over a bridge.
    readings: Vec<ClockReading>,
    /// The time that each colour was given by the opponent.
    given: [Millis; 2],
    end: Option<GameEnd>,
    started_at: Millis,
    /// The time of the last move.
    last_move_at: Option<Millis>,
    ended_at: Option<Millis>,
    /// The players' ratings when the game started.
    ratings: Option<GameRatings>,
    /// The changes of the players' ratings, when the game is over and rated.
    pub(crate) rating_changes: Vec<RatingChange>,
}

/// The other game of a synchro pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twin {
    pub(crate) game: GameId,
    /// Its end, if it is over.
    pub(crate) end: Option<GameEnd>,
}

/// Converts a time for the referee.
const fn referee_time(now: Millis) -> Duration {
    Duration::from_millis(now)
}

impl ActiveGame {
    /// Starts a game: the clock of the side to move runs from now on. A side without a move passes
    /// first. In a game with komi both players bid, and both clocks run.
    pub(crate) fn new(started: StartedGame) -> ActiveGame {
        let StartedGame { game: id, players, names, terms, start, twin, ratings, at: now } =
            started;
        let mut referee = Referee::new(Game::from_position(start), Clock::new(terms.clock));
        let bidding = terms.komi.then(|| Bidding::since(now));
        if bidding.is_none() {
            referee.start(referee_time(now));
        }
        let n_passes = referee.game().n_plies();
        ActiveGame {
            id,
            players,
            names,
            was_offered_rated: terms.rated,
            terms,
            log: RoomLog::default(),
            players_log: RoomLog::default(),
            watchers_log: RoomLog::default(),
            watchers: BTreeSet::new(),
            known_spectators: KnownSpectators::default(),
            takeback: None,
            offered_result: None,
            adjourn_asked: None,
            lapsed: None,
            bidding,
            komi: None,
            held: None,
            is_bridged: false,
            reported_overtime: None,
            adjourned_since: None,
            stopped_since: None,
            awaited_until: None,
            claim_at: [None; 2],
            told_gone: [None; 2],
            twin: twin.map(|game| Twin { game, end: None }),
            flag_timer: None,
            patience_timer: None,
            bot_move: None,
            turn: 0,
            referee,
            turn_started_at: now,
            times: vec![0; n_passes],
            readings: Vec::new(),
            given: [0; 2],
            end: None,
            started_at: now,
            last_move_at: None,
            ended_at: None,
            ratings,
            rating_changes: Vec::new(),
        }
    }

    pub(crate) const fn players(&self) -> [UserId; 2] {
        self.players
    }

    pub(crate) const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// Returns whether the game is over and, if it is one of a synchro pair, the other one too. Until
    /// then the players may not read what spectators say: it could help them.
    pub(crate) fn is_decided(&self) -> bool {
        self.end.is_some() && self.twin.is_none_or(|twin| twin.end.is_some())
    }

    /// Notes when the game ended, for its state.
    pub(crate) const fn note_end(&mut self, at: Millis) {
        self.ended_at = Some(at);
    }

    pub(crate) const fn started_at(&self) -> Millis {
        self.started_at
    }

    /// Returns the time of the last move or, before the first, of the start.
    pub(crate) fn last_progress_at(&self) -> Millis {
        self.last_move_at.unwrap_or(self.started_at)
    }

    pub(crate) const fn last_move_at(&self) -> Option<Millis> {
        self.last_move_at
    }

    /// Returns the colour that is to move: none while the game waits for something else, or is over.
    pub(crate) fn to_move(&self) -> Option<Color> {
        let waits = self.bidding.is_some() || self.held.is_some() || self.adjourned_since.is_some();
        if waits || self.end.is_some() { None } else { self.referee.to_move() }
    }

    /// Returns whether a clock runs, or would run if it did not stand still.
    pub(crate) fn runs(&self) -> bool {
        self.to_move().is_some() || (self.bidding.is_some() && self.adjourned_since.is_none())
    }

    /// Returns whether the players bid for the komi.
    pub(crate) const fn is_bidding(&self) -> bool {
        self.bidding.is_some()
    }

    /// Returns whether a move waits to be shown.
    pub(crate) const fn holds_move(&self) -> bool {
        self.held.is_some()
    }

    /// Returns whether the game waits for a colour: for its move or, while both players bid, its bid.
    pub(crate) fn awaits(&self, color: Color) -> bool {
        match &self.bidding {
            Some(bidding) => bidding.bids[color.index()].is_none(),
            None => self.to_move() == Some(color),
        }
    }

    pub(crate) const fn referee(&self) -> &Referee {
        &self.referee
    }

    pub(crate) fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Returns the colour of a player.
    pub(crate) fn color_of(&self, user: UserId) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.players[color.index()] == user)
    }

    pub(crate) fn player(&self, color: Color) -> UserId {
        self.players[color.index()]
    }

    /// Returns the first time at which the flag has fallen.
    pub(crate) fn flag_falls(&self) -> Option<Millis> {
        if self.held.is_some() || self.adjourned_since.is_some() {
            return None;
        }
        let deadline = match &self.bidding {
            Some(_) => self.bidding_clocks(0).deadline,
            None => self.referee.deadline().map(|deadline| deadline.as_millis() as Millis),
        };
        deadline.map(|deadline| deadline + 1)
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

    /// Ends the game if the flag has fallen.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Event> {
        if self.bidding.is_some() {
            return self.tick_bidding(now);
        }
        let referee_events = self.referee.tick(referee_time(self.clock_time(now)));
        self.record_events(self.game().n_plies(), referee_events, now)
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

    /// Aborts the game.
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

    /// Repeats a takeback that left this number of plies and these clocks.
    pub(crate) fn repeat_takeback(&mut self, plies: usize, clocks: &ClockState, now: Millis) {
        self.run_clocks(now);
        while self.game().n_plies() > plies && self.referee.undo(referee_time(now)).is_some() {}
        self.end_takeback(now);
        let restored = self.readings.get(plies).map(|&reading| {
            let mut referee = self.referee.clone();
            referee.restore_clock(reading);
            referee
        });
        // An older server did not set the clocks back: the clocks of its takebacks stay as they were.
        if let Some(restored) = restored
            && left(restored.clock(), now) == [clocks.black, clocks.white]
        {
            self.referee = restored;
        }
        self.readings.truncate(plies);
    }

    fn end_takeback(&mut self, now: Millis) {
        self.end_requests();
        self.turn_started_at = now;
        self.times.truncate(self.game().n_plies());
    }

    /// Continues after a downtime that began at `away_since`. No player is charged for it.
    ///
    /// A clock that stops in the middle of a turn would give the time for the move again. So it is
    /// restarted as if it had run for the used part of the turn.
    pub(crate) fn resume(&mut self, away_since: Millis, now: Millis) -> Event {
        if self.adjourned_since.take().is_some() {
            self.adjourn_asked = None;
        }
        let since = self.clock_time(away_since);
        self.stopped_since = None;
        self.skip(since, now)
    }

    /// Adjourns the game. The clocks stand still from now on.
    pub(crate) fn adjourn(&mut self, now: Millis) -> Event {
        self.run_clocks(now);
        (self.awaited_until, self.claim_at) = (None, [None; 2]);
        self.end_requests();
        // A clock that stands still already stopped earlier.
        let clocks = self.clocks(now);
        self.adjourned_since = Some(now);
        let mut clocks = clocks;
        (clocks.deadline, clocks.running) = (None, None);
        Event::Adjourned { clocks }
    }

    /// Returns since when the game is adjourned.
    pub(crate) const fn adjourned_since(&self) -> Option<Millis> {
        self.adjourned_since
    }

    /// Goes on with an adjourned game.
    pub(crate) fn go_on(&mut self, now: Millis) -> Event {
        let since = self.adjourned_since.unwrap_or(now);
        self.resume(since, now)
    }

    /// Returns the time since which the side to move has had its turn, corrected for downtime.
    pub(crate) const fn turn_started_at(&self) -> Millis {
        self.turn_started_at
    }

    /// Returns whether this is a game without a clock.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.terms.clock == TimeControl::Unlimited
    }

    /// Returns whether this is a correspondence game.
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

    /// Returns the discs that the move after a number of plies turned.
    fn flips(&self, plies: usize, mv: Move) -> Bitboard {
        match (self.game().position_at(plies), mv) {
            (Some(before), Move::Place(square)) => before.board().flips(square),
            (None, _) | (_, Move::Pass) => Bitboard::EMPTY,
        }
    }

    fn finish(&mut self, reason: EndKind, outcome: Option<&Outcome>) -> Event {
        let result = outcome.map(|outcome| match outcome.reason {
            EndReason::Overtime(_) => outcome.on_board().value(),
            _ => outcome.result.value(),
        });
        let loser = outcome.and_then(|outcome| outcome.reason.loser_by_default()).map(Side);
        match self.result_after_overtime(reason, result) {
            Some((result, late)) => {
                self.finish_with(EndKind::Timeout, Some(result), Some(Side(late)))
            }
            None => self.finish_with(reason, result, loser),
        }
    }

    /// Ends the game with a result; what was asked or hidden is forgotten.
    fn finish_with(&mut self, reason: EndKind, result: Option<i32>, loser: Option<Side>) -> Event {
        let [black_discs, white_discs] = self.discs();
        let komi = self.komi.filter(|_| result.is_some());
        let end = GameEnd { reason, result, black_discs, white_discs, loser, komi };
        self.end = Some(end);
        self.end_requests();
        (self.held, self.bidding, self.adjourned_since) = (None, None, None);
        (self.stopped_since, self.awaited_until) = (None, None);
        Event::Ended(end)
    }

    /// Ends the game with a result on which the players agree.
    pub(crate) fn agree(&mut self, result: i32, now: Millis) -> Event {
        self.referee.pause(referee_time(self.clock_time(now)));
        self.finish_with(EndKind::Agreed, Some(result), None)
    }

    /// Returns Black's and White's discs on the board.
    pub(crate) fn discs(&self) -> [u32; 2] {
        [Color::Black, Color::White].map(|color| self.game().position().discs(color).count())
    }

    /// Returns the clocks.
    pub(crate) fn clocks(&self, now: Millis) -> ClockState {
        let now = self.clock_time(now);
        let stopped_at = self.held.map(|held| held.at).or(self.adjourned_since);
        let at = stopped_at.unwrap_or(now);
        let mut clocks = match self.bidding {
            Some(_) => self.bidding_clocks(at),
            None => clock_state(self.referee.clock(), referee_time(at)),
        };
        if stopped_at.is_some() || self.awaited_until.is_some() {
            (clocks.deadline, clocks.running) = (None, None);
        }
        clocks
    }

    pub(crate) fn summary(&self) -> GameSummary {
        let [black, white] = self.names.clone();
        GameSummary {
            game: self.id,
            black,
            white,
            terms: self.terms.clone(),
            twin: self.twin.map(|twin| twin.game),
            plies: self.game().n_plies(),
            end: self.end,
            details: SummaryDetails {
                ratings: self.ratings,
                spectators: Some(self.known_spectators.count),
                komi_discs: self.komi,
                bidding: self.bidding.is_some(),
                adjourned_since: self.adjourned_since,
                ..SummaryDetails::default()
            },
        }
    }

    pub(crate) fn state(&self, now: Millis) -> Box<GameState> {
        Box::new(GameState {
            summary: self.summary(),
            initial: *self.game().start(),
            moves: self.game().moves().collect(),
            position: *self.game().position(),
            clocks: self.clocks(now),
            takeback: self.takeback.map(Side),
            watchers: self.watchers.len(),
            last: self.log.last(),
            details: StateDetails {
                legal: Some(self.legal_moves()),
                times: Some(self.times.clone()),
                started_at: Some(self.started_at),
                last_move_at: self.last_move_at,
                ended_at: self.ended_at,
                rating_changes: self.rating_changes.clone(),
                waiting: self.waiting(),
                offered_result: self.offered_result,
                adjourn_asked: self.adjourn_asked.map(Side),
                ..StateDetails::default()
            },
        })
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

/// Returns a duration for people, in the largest unit that is not too coarse, rounded up.
pub(crate) fn duration_text(time: Millis) -> String {
    let seconds = time.div_ceil(1000);
    let (number, unit) = match seconds {
        0..=120 => (seconds, "second"),
        121..=7200 => (seconds.div_ceil(60), "minute"),
        7201..=172_800 => (seconds.div_ceil(3600), "hour"),
        _ => (seconds.div_ceil(86_400), "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// Returns the time that each colour has left, byoyomi and extension included, in milliseconds.
fn left(clock: &Clock, now: Millis) -> [Option<u64>; 2] {
    [Color::Black, Color::White].map(|color| {
        let left = clock.time_left(color, referee_time(now))?;
        Some((left.main + left.byoyomi + left.extension).as_millis() as u64)
    })
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
