//! A game on the server that the user plays or watches.

use std::time::Duration;

use willow_board::{Color, Game, Move, Position, Square};
use willow_protocol::text::counted;
use willow_protocol::{ClockState, Event, GameId, GameState, GameSummary, Name, PlayerRating};

use super::message_log::{MessageKind, MessageLog};
use crate::move_number::discs_placed;

/// An open game: its moves, clocks and messages, as far as the server has reported them.
#[derive(Clone, Debug)]
pub(crate) struct OnlineGame {
    pub(crate) summary: GameSummary,
    pub(crate) game: Game,
    /// The number of plies of the earlier position that is shown; `None` shows the newest position.
    viewed: Option<usize>,
    /// The remaining times as of `clocks_at`, in the server's time (milliseconds since 1970).
    clocks: ClockState,
    clocks_at: u64,
    /// The side with an open takeback request.
    pub(crate) takeback: Option<Color>,
    /// For each side that has disconnected: when the opponent may claim the win, in the server's
    /// time.
    pub(crate) claim_at: [Option<u64>; 2],
    pub(crate) watchers: usize,
    /// The user's colour; `None` for a spectator.
    pub(crate) color: Option<Color>,
    pub(crate) cursor: Square,
    /// The column letter of a square whose row has not been typed yet.
    pub(crate) typed: Option<char>,
    /// Whether the last key completed a square: Enter behind it plays nothing more.
    pub(crate) has_typed: bool,
    pub(crate) log: MessageLog,
    /// Whether there is a change that the user has not seen yet.
    pub(crate) unseen: bool,
}

/// A step through the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the start position.
    First,
    /// One ply back.
    Back,
    /// One ply forward.
    Forward,
    /// To the newest position.
    Newest,
}

/// Whether an event directly follows the known state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventOrder {
    /// The event was applied.
    InOrder,
    /// An earlier event is missing. The client must request the whole state.
    Gap,
}

impl OnlineGame {
    /// Opens a game from its state on the server at the server's time `at`.
    pub(crate) fn new(state: &GameState, own_name: Option<&Name>, at: u64) -> OnlineGame {
        let mut online_game = OnlineGame {
            summary: state.summary.clone(),
            game: Game::from_position(state.initial),
            viewed: None,
            clocks: state.clocks,
            clocks_at: at,
            takeback: None,
            claim_at: [None; 2],
            watchers: 0,
            color: color_of(&state.summary, own_name),
            cursor: Square::D3,
            typed: None,
            has_typed: false,
            log: MessageLog::default(),
            unseen: false,
        };
        online_game.update(state, at);
        let names = state.details.spectator_names.iter().flatten();
        let names: Vec<&str> = names.map(Name::as_str).collect();
        if !names.is_empty() {
            online_game.log_info(format!("Watching: {}.", names.join(", ")));
        }
        online_game
    }

    /// Replaces the known state by the server's.
    pub(crate) fn update(&mut self, state: &GameState, at: u64) {
        let mut game = Game::from_position(state.initial);
        // If the server sends an illegal move, the game is shown up to the move before.
        let _ = state.moves.iter().try_for_each(|&mv| game.play(mv));
        self.game = game;
        self.summary = state.summary.clone();
        (self.clocks, self.clocks_at) = (state.clocks, at);
        self.takeback = state.takeback.map(|side| side.0);
        self.watchers = state.watchers;
    }

    pub(crate) const fn id(&self) -> GameId {
        self.summary.game
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.summary.end.is_some()
    }

    /// Returns the name of a player.
    pub(crate) const fn name(&self, color: Color) -> &Name {
        match color {
            Color::Black => &self.summary.black,
            Color::White => &self.summary.white,
        }
    }

    /// Returns the number of plies of the shown position.
    pub(crate) fn shown_ply(&self) -> usize {
        self.viewed.map_or(self.game.n_plies(), |ply| ply.min(self.game.n_plies()))
    }

    /// Returns the numbers of discs that were placed until the shown position and until the newest one.
    pub(crate) fn move_numbers(&self) -> [usize; 2] {
        [self.shown_ply(), self.game.n_plies()].map(|ply| discs_placed(&self.game, ply))
    }

    /// Returns whether the shown position is the newest one.
    pub(crate) fn shows_newest(&self) -> bool {
        self.shown_ply() == self.game.n_plies()
    }

    /// Returns the shown position, and the square of the last move before it.
    pub(crate) fn shown_position(&self) -> (Position, Option<Square>) {
        let ply = self.shown_ply();
        let position = self.game.position_at(ply).expect("the shown ply is one of the game");
        (*position, self.game.moves().take(ply).filter_map(Move::square).next_back())
    }

    /// Shows an earlier or later position. New moves do not change what is shown, unless the newest
    /// position is shown.
    pub(crate) fn step(&mut self, step: Step) {
        let (shown, newest) = (self.shown_ply(), self.game.n_plies());
        let ply = match step {
            Step::First => 0,
            Step::Back => shown.saturating_sub(1),
            Step::Forward => shown + 1,
            Step::Newest => newest,
        };
        self.viewed = (ply < newest).then_some(ply);
        self.typed = None;
    }

    /// Returns a player's rating at the start of the game, if the server has told it.
    pub(crate) fn rating(&self, color: Color) -> Option<PlayerRating> {
        let ratings = self.summary.details.ratings?;
        Some(match color {
            Color::Black => ratings.black,
            Color::White => ratings.white,
        })
    }

    /// Returns whether it is the user's turn.
    pub(crate) fn is_my_turn(&self) -> bool {
        self.color.is_some_and(|color| self.is_to_move(color))
    }

    /// Returns whether it is a side's turn.
    pub(crate) fn is_to_move(&self, color: Color) -> bool {
        !self.is_over() && self.game.position().side_to_move() == color
    }

    /// Returns the opponent's name; `None` for a spectator.
    pub(crate) fn opponent(&self) -> Option<&Name> {
        self.color.map(|color| self.name(!color))
    }

    /// Applies an event of this game.
    pub(crate) fn apply(&mut self, event: &Event, at: u64) -> EventOrder {
        if let Some(clocks) = clocks_of(event) {
            (self.clocks, self.clocks_at) = (clocks, at);
        }
        match event {
            Event::Started(state) | Event::State(state) => self.update(state, at),
            Event::Moved { mv, ply, clocks, .. } => return self.moved(*mv, *ply, *clocks, at),
            Event::TakenBack { plies, .. } => {
                while self.game.n_plies() > *plies && self.game.undo().is_some() {}
                self.takeback = None;
                let number = discs_placed(&self.game, *plies);
                self.log_info(format!("Moves taken back to move {number}."));
                if self.game.n_plies() != *plies {
                    return EventOrder::Gap;
                }
            }
            Event::TakebackAsked { color } => {
                self.takeback = Some(*color);
                self.log_info(format!("{} requests a takeback.", self.name(*color)));
            }
            Event::TakebackRefused => {
                self.takeback = None;
                self.log_info("Takeback refused.");
            }
            Event::TimeGiven { color, given, .. } => {
                let given = counted(given / 1000, "second");
                self.log_info(format!("{} gets {given}.", self.name(*color)));
            }
            Event::Gone { color, claim_at } => {
                self.claim_at[color.index()] = Some(*claim_at);
                self.log_other_player(*color, "disconnected");
            }
            Event::Back { color } => {
                self.claim_at[color.index()] = None;
                self.log_other_player(*color, "reconnected");
            }
            Event::Resumed { .. } => self.log_info("The game continues after a pause."),
            Event::Ended(end) => {
                self.summary.end = Some(*end);
                self.claim_at = [None; 2];
                self.log_info(self.result());
            }
            Event::Spectators { count, came, left } => self.spectators(*count, came, left),
            Event::Said { from, text } => {
                self.log.add(MessageKind::Chat, &format!("{from}: {text}"));
            }
            Event::Rated { name, before, after, .. } => {
                self.log_info(format!("{name}'s rating: {before} to {after}."));
            }
            other => self.apply_special(other),
        }
        EventOrder::InOrder
    }

    /// Applies an event of a pair in lock-step, a game with komi, an offered result or an adjournment.
    fn apply_special(&mut self, event: &Event) {
        let text = match event {
            Event::Held { color, .. } => format!(
                "{} has moved. The move is shown when the other game has one, too.",
                self.name(*color)
            ),
            Event::Bid { name, .. } => {
                format!("{name} has bid. The bids are shown when both have bid.")
            }
            Event::Komi { komi, black, white, .. } => {
                self.exchange_colors(black, white);
                format!("Komi {komi}. {black} plays Black, {white} White.")
            }
            Event::ResultOffered { color, result } => {
                let own = if *color == Color::Black { *result } else { -result };
                format!("{} offers a result: {own} discs for {0}.", self.name(*color))
            }
            Event::AdjournAsked { color } => {
                format!("{} asks to adjourn the game.", self.name(*color))
            }
            Event::Adjourned { .. } => "The game is adjourned: the clocks stand still.".to_owned(),
            Event::ContinueAsked { color } => {
                format!("{} asks to go on with the game.", self.name(*color))
            }
            Event::RequestRefused => "The request was refused.".to_owned(),
            Event::Unrated => "The game is unrated now and changes no ratings.".to_owned(),
            _ => return,
        };
        self.log_info(text);
    }

    /// Notes who plays which colour after the bids of a game with komi.
    fn exchange_colors(&mut self, black: &Name, white: &Name) {
        let own = self.color.map(|color| self.name(color).clone());
        (self.summary.black, self.summary.white) = (black.clone(), white.clone());
        self.color = color_of(&self.summary, own.as_ref());
    }

    /// Notes who watches.
    fn spectators(&mut self, count: usize, came: &[Name], left: &[Name]) {
        self.watchers = count;
        for name in came {
            self.log_info(format!("{name} watches the game."));
        }
        for name in left {
            self.log_info(format!("{name} no longer watches."));
        }
    }

    fn moved(&mut self, mv: Move, ply: usize, clocks: ClockState, at: u64) -> EventOrder {
        if ply <= self.game.n_plies() {
            // The full state already contained this move.
            return EventOrder::InOrder;
        }
        if ply != self.game.n_plies() + 1 || self.game.play(mv).is_err() {
            return EventOrder::Gap;
        }
        self.takeback = None;
        (self.clocks, self.clocks_at) = (clocks, at);
        if mv == Move::Pass {
            let passed = !self.game.position().side_to_move();
            self.log_info(format!("{} has no legal move and passes.", self.name(passed)));
        }
        EventOrder::InOrder
    }

    fn log_info(&mut self, text: impl AsRef<str>) {
        self.log.add(MessageKind::Info, text.as_ref());
    }

    /// Logs what a player did, unless the player is the user.
    fn log_other_player(&mut self, color: Color, what: &str) {
        if self.color != Some(color) {
            self.log_info(format!("{} {what}.", self.name(color)));
        }
    }

    /// Describes how the game ended; empty while the game goes on.
    pub(crate) fn result(&self) -> String {
        let Some(end) = self.summary.end else { return String::new() };
        let Some(result) = end.result else { return "The game was aborted.".to_owned() };
        let count = format!("{}-{}", end.black_discs, end.white_discs);
        if result == 0 {
            return format!("Draw, {count}.");
        }
        let winner = if result > 0 { Color::Black } else { Color::White };
        let by = if end.loser.is_some() { end.reason.to_string() } else { count };
        format!("{winner} ({}) wins: {by}.", self.name(winner))
    }

    /// Returns a player's remaining time at the server's time `now`; `None` without a clock.
    pub(crate) fn time_left(&self, color: Color, now: u64) -> Option<Duration> {
        let shown = match color {
            Color::Black => self.clocks.black,
            Color::White => self.clocks.white,
        }?;
        let runs = self.clocks.deadline.is_some() && self.is_to_move(color);
        let gone = if runs { now.saturating_sub(self.clocks_at) } else { 0 };
        Some(Duration::from_millis(shown.saturating_sub(gone)))
    }

    /// Returns the seconds until the user may claim the win over an opponent who has disconnected.
    pub(crate) fn claim_in(&self, now: u64) -> Option<u64> {
        let opponent = !self.color?;
        let at = self.claim_at[opponent.index()].filter(|_| !self.is_over())?;
        Some(at.saturating_sub(now).div_ceil(1000))
    }
}

/// Returns the clocks that an event other than a move brings.
fn clocks_of(event: &Event) -> Option<ClockState> {
    match event {
        Event::TakenBack { clocks, .. }
        | Event::TimeGiven { clocks, .. }
        | Event::Resumed { clocks, .. }
        | Event::Held { clocks, .. }
        | Event::Bid { clocks, .. }
        | Event::Adjourned { clocks } => Some(*clocks),
        _ => None,
    }
}

/// Returns the colour of a user in a game; `None` if they do not play in it.
pub(crate) fn color_of(summary: &GameSummary, own_name: Option<&Name>) -> Option<Color> {
    let own_name = own_name?;
    match (&summary.black == own_name, &summary.white == own_name) {
        (true, _) => Some(Color::Black),
        (_, true) => Some(Color::White),
        _ => None,
    }
}
