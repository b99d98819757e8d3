//! The state of a game after an event.
//!
//! A client has the state that it was sent and the events after it. The server's own game also has state that no
//! event carries: held moves, the referee's clock, who agreed too late. `web/src/state/game-record.ts` does the same in
//! TypeScript; both replay the recorded games in `streams/`.

use willow_board::{Color, Move, Position};

use crate::{
    AbsentPlayer, ClockState, Event, GameEnd, GameState, GameSummary, Name, Notice, OfferedResult,
    RatingChange, Room, Side, SquareSet,
};

/// What an event did to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// The state is the one after the event.
    InOrder,
    /// The event is of another room or game, or the state already had it.
    Nothing,
    /// An event is missing before it. The state must be asked for.
    Gap,
}

impl GameState {
    /// Returns the complete state that a notice carries, if it carries one.
    pub fn from_notice(notice: &Notice) -> Option<GameState> {
        let state = match &notice.event {
            Event::Started(state) | Event::State(state) => state,
            Event::Snapshot(snapshot) => snapshot.game.as_ref()?,
            _ => return None,
        };
        let last = notice.number.unwrap_or(state.last);
        Some(GameState { last, ..(**state).clone() })
    }

    /// Returns the state after the events of a game's room, from its start on.
    pub fn after(notices: &[Notice]) -> Option<GameState> {
        let (first, later) = notices.split_first()?;
        let mut state = GameState::from_notice(first)?;
        for notice in later {
            state.apply(notice);
        }
        Some(state)
    }

    /// Takes the state from before an event to after it.
    pub fn apply(&mut self, notice: &Notice) -> Applied {
        let game = self.summary.game;
        let is_known = notice.number.is_some_and(|number| number <= self.last);
        if let Some(state) = GameState::from_notice(notice) {
            if is_known || state.summary.game != game {
                return Applied::Nothing;
            }
            *self = state;
            return Applied::InOrder;
        }
        if is_known || notice.room != Some(Room::Game(game)) {
            return Applied::Nothing;
        }
        let is_next = notice.number.is_none_or(|number| number == self.last + 1);
        let applied = self.apply_event(notice);
        self.last = notice.number.unwrap_or(self.last);
        if is_next { applied } else { Applied::Gap }
    }

    fn apply_event(&mut self, notice: &Notice) -> Applied {
        let (details, at) = (&mut self.details, notice.time);
        match &notice.event {
            Event::Moved { mv, ply, clocks, turn, .. } => {
                let applied = self.moved(*mv, *ply, turn.used, at);
                return self.with_clocks(applied, *clocks);
            }
            Event::TakenBack { plies, clocks, .. } => {
                let applied = self.taken_back(*plies);
                return self.with_clocks(applied, *clocks);
            }
            Event::TakebackAsked { color } => self.takeback = Some(Side(*color)),
            Event::TakebackRefused => self.takeback = None,
            Event::ResultOffered { color, result } => {
                let (color, result) = (Side(*color), *result);
                details.offered_result = Some(OfferedResult { color, result });
            }
            Event::AdjournAsked { color } | Event::ContinueAsked { color } => {
                details.adjourn_asked = Some(Side(*color));
            }
            Event::RequestRefused => (details.offered_result, details.adjourn_asked) = (None, None),
            Event::TimeGiven { clocks, .. } => self.clocks = *clocks,
            Event::Held { color, clocks } => self.held(self.player(*color).clone(), *clocks),
            Event::Bid { name, clocks } => self.held(name.clone(), *clocks),
            Event::Komi { komi, exchanged, .. } => {
                self.summary.details.komi_discs = Some(*komi);
                if *exchanged {
                    self.exchange_colors();
                }
                self.show_held();
            }
            Event::Adjourned { clocks } => {
                self.end_requests();
                self.clocks = *clocks;
                self.summary.details.adjourned_since = Some(at);
            }
            Event::Resumed { clocks, .. } => {
                self.clocks = *clocks;
                // After a restart of the server players may still ask to adjourn a game of days.
                if self.summary.details.adjourned_since.take().is_some() {
                    details.adjourn_asked = None;
                }
            }
            Event::Unrated => self.summary.terms.rated = false,
            Event::Gone { color, claim_at } => {
                let (color, claim_at) = (Side(*color), *claim_at);
                details.gone.retain(|gone| gone.color != color);
                details.gone.push(AbsentPlayer { color, since: None, claim_at });
            }
            Event::Back { color } => details.gone.retain(|gone| gone.color.0 != *color),
            Event::Spectators { count, came, left } => self.spectators(*count, came, left),
            Event::Rated { name, before, after, .. } => self.rated(name, *before, *after),
            Event::Ended(end) => self.ended(*end, at),
            // No other event of a game's room changes the state of the game.
            _ => {}
        }
        Applied::InOrder
    }

    fn moved(&mut self, mv: Move, ply: usize, used: Option<u64>, at: u64) -> Applied {
        if ply <= self.moves.len() {
            return Applied::Nothing;
        }
        let Ok(position) = self.position.play(mv) else { return Applied::Gap };
        if ply != self.moves.len() + 1 {
            return Applied::Gap;
        }
        self.moves.push(mv);
        if let Some(times) = &mut self.details.times {
            times.push(used.unwrap_or(0));
        }
        if mv != Move::Pass {
            self.details.last_move_at = Some(at);
        }
        self.end_requests();
        self.show_held();
        self.turn(position);
        Applied::InOrder
    }

    fn taken_back(&mut self, plies: usize) -> Applied {
        let kept = self.moves.get(..plies);
        let replayed = kept.and_then(|moves| {
            moves.iter().try_fold(self.initial, |position, &mv| position.play(mv).ok())
        });
        let Some(position) = replayed else { return Applied::Gap };
        self.moves.truncate(plies);
        if let Some(times) = &mut self.details.times {
            times.truncate(plies);
        }
        self.end_requests();
        self.turn(position);
        Applied::InOrder
    }

    fn with_clocks(&mut self, applied: Applied, clocks: ClockState) -> Applied {
        if applied == Applied::InOrder {
            self.clocks = clocks;
        }
        applied
    }

    fn turn(&mut self, position: Position) {
        self.summary.plies = self.moves.len();
        self.position = position;
        self.details.legal = Some(SquareSet(position.legal_moves()));
    }

    /// A player has moved in lock-step, or has bid: the choice is held.
    fn held(&mut self, player: Name, clocks: ClockState) {
        // After a restart of the server a player may have to move again.
        if !self.details.waiting.contains(&player) {
            self.details.waiting.push(player);
        }
        self.clocks = clocks;
    }

    fn show_held(&mut self) {
        let details = &mut self.details;
        self.summary.details.bidding = false;
        details.waiting.clear();
        (details.own_move, details.opponent_move, details.opponent_bid) = (None, None, None);
    }

    fn exchange_colors(&mut self) {
        let summary = &mut self.summary;
        std::mem::swap(&mut summary.black, &mut summary.white);
        let details = &mut summary.details;
        std::mem::swap(&mut details.black_display_name, &mut details.white_display_name);
        if let Some(ratings) = &mut details.ratings {
            std::mem::swap(&mut ratings.black, &mut ratings.white);
        }
        for gone in &mut self.details.gone {
            gone.color.0 = !gone.color.0;
        }
    }

    fn end_requests(&mut self) {
        let details = &mut self.details;
        (self.takeback, details.offered_result, details.adjourn_asked) = (None, None, None);
    }

    fn spectators(&mut self, count: usize, came: &[Name], left: &[Name]) {
        self.watchers = count;
        self.summary.details.spectators = Some(count);
        let names = self.details.spectator_names.get_or_insert_default();
        names.retain(|name| !came.contains(name) && !left.contains(name));
        names.extend_from_slice(came);
    }

    fn rated(&mut self, name: &Name, before: i32, after: i32) {
        let color = Side(if *name == self.summary.black { Color::Black } else { Color::White });
        let changes = &mut self.details.rating_changes;
        changes.retain(|change| change.color != color);
        changes.push(RatingChange { color, before, after });
    }

    fn ended(&mut self, end: GameEnd, at: u64) {
        self.end_requests();
        self.show_held();
        self.summary.end = Some(end);
        self.summary.details.adjourned_since = None;
        self.clocks = self.clocks.stopped_at(at);
        self.details.legal = Some(SquareSet::default());
        self.details.ended_at = Some(at);
        self.details.gone.clear();
    }

    /// Returns the colour that can move: none while the players bid, a move is held or the game is adjourned, and
    /// after the end.
    pub const fn to_move(&self) -> Option<Color> {
        let GameSummary { end, details, .. } = &self.summary;
        let waits = details.bidding || details.adjourned_since.is_some();
        if waits || end.is_some() || !self.details.waiting.is_empty() {
            return None;
        }
        Some(self.position.side_to_move())
    }

    /// Returns the name of the player of a colour.
    pub const fn player(&self, color: Color) -> &Name {
        match color {
            Color::Black => &self.summary.black,
            Color::White => &self.summary.white,
        }
    }
}
