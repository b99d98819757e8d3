//! A game that the reader plays or watches.

use std::time::Duration;

use willow_board::{Color, Game, Move, Square};
use willow_protocol::{ClockState, Event, GameId, GameState, GameSummary, Name};

use super::log::{Kind, Log};

/// A game with what is shown about it.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) summary: GameSummary,
    pub(crate) game: Game,
    /// The clocks, and when they showed this by the server's clock.
    clocks: ClockState,
    clocks_at: u64,
    /// Who asks to take a move back.
    pub(crate) takeback: Option<Color>,
    /// From when on the win over a player who is away may be claimed.
    pub(crate) claim_at: [Option<u64>; 2],
    pub(crate) watchers: usize,
    /// The reader's colour; a spectator has none.
    pub(crate) color: Option<Color>,
    pub(crate) cursor: Square,
    /// The column of a move that is half typed.
    pub(crate) typed: Option<char>,
    pub(crate) log: Log,
    /// Whether something happened that the reader has not seen.
    pub(crate) unseen: bool,
}

/// Whether an event fits what is known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It does.
    Fits,
    /// Something before it is missing: the server is to be asked for the whole.
    Gap,
}

impl Seat {
    /// Takes a seat in a game, or beside it.
    pub(crate) fn new(state: &GameState, reader: Option<&Name>, at: u64) -> Seat {
        let mut seat = Seat {
            summary: state.summary.clone(),
            game: Game::from_position(state.initial),
            clocks: state.clocks,
            clocks_at: at,
            takeback: None,
            claim_at: [None; 2],
            watchers: 0,
            color: color_of(&state.summary, reader),
            cursor: Square::D3,
            typed: None,
            log: Log::default(),
            unseen: false,
        };
        seat.update(state, at);
        seat
    }

    /// Takes the state of the game as the server tells it.
    pub(crate) fn update(&mut self, state: &GameState, at: u64) {
        let mut game = Game::from_position(state.initial);
        // A server that tells of a game that cannot be is shown as far as it makes sense.
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

    /// Returns whether the reader is to move.
    pub(crate) fn is_my_turn(&self) -> bool {
        !self.is_over() && self.color == Some(self.game.position().side_to_move())
    }

    /// Returns the opponent of a reader who plays.
    pub(crate) fn opponent(&self) -> Option<&Name> {
        self.color.map(|color| self.name(!color))
    }

    /// Takes an event of the game's room.
    pub(crate) fn hear(&mut self, event: &Event, at: u64) -> Fit {
        match event {
            Event::Started(state) | Event::State(state) => self.update(state, at),
            Event::Moved { mv, ply, clocks, .. } => return self.moved(*mv, *ply, *clocks, at),
            Event::TakenBack { plies, clocks } => {
                while self.game.n_plies() > *plies && self.game.undo().is_some() {}
                self.takeback = None;
                self.note(format!("The game is back at move {plies}."));
                (self.clocks, self.clocks_at) = (*clocks, at);
                if self.game.n_plies() != *plies {
                    return Fit::Gap;
                }
            }
            Event::TakebackAsked { color } => {
                self.takeback = Some(*color);
                self.note(format!("{} asks to take a move back.", self.name(*color)));
            }
            Event::TakebackRefused => {
                self.takeback = None;
                self.note("The move stays.");
            }
            Event::Gone { color, claim_at } => {
                self.claim_at[color.index()] = Some(*claim_at);
                self.note_of_another(*color, "has left");
            }
            Event::Back { color } => {
                self.claim_at[color.index()] = None;
                self.note_of_another(*color, "is back");
            }
            Event::Resumed { clocks, .. } => {
                (self.clocks, self.clocks_at) = (*clocks, at);
                self.note("The server was away. The game goes on.");
            }
            Event::Ended(end) => {
                self.summary.end = Some(*end);
                self.claim_at = [None; 2];
                self.note(self.result());
            }
            Event::Said { from, text } => self.log.add(Kind::Chat, &format!("{from}: {text}")),
            Event::Rated { name, before, after, .. } => {
                self.note(format!("{name}'s rating: {before} to {after}."));
            }
            _ => {}
        }
        Fit::Fits
    }

    fn moved(&mut self, mv: Move, ply: usize, clocks: ClockState, at: u64) -> Fit {
        if ply <= self.game.n_plies() {
            // It came with the state of the game already.
            return Fit::Fits;
        }
        if ply != self.game.n_plies() + 1 || self.game.play(mv).is_err() {
            return Fit::Gap;
        }
        self.takeback = None;
        (self.clocks, self.clocks_at) = (clocks, at);
        if mv == Move::Pass {
            let passed = !self.game.position().side_to_move();
            self.note(format!("{} must pass.", self.name(passed)));
        }
        Fit::Fits
    }

    fn note(&mut self, text: impl AsRef<str>) {
        self.log.add(Kind::Info, text.as_ref());
    }

    /// Notes what a player did, if it was not the reader, who knows.
    fn note_of_another(&mut self, color: Color, what: &str) {
        if self.color != Some(color) {
            self.note(format!("{} {what}.", self.name(color)));
        }
    }

    /// Returns how the game ended, in words.
    pub(crate) fn result(&self) -> String {
        let Some(end) = self.summary.end else { return String::new() };
        let Some(result) = end.result else { return "The game was broken off.".to_owned() };
        let counted = format!("{}-{}", end.black_discs, end.white_discs);
        if result == 0 {
            return format!("A draw, {counted}.");
        }
        let winner = if result > 0 { Color::Black } else { Color::White };
        let by = if end.loser.is_some() { end.reason.to_string() } else { counted };
        format!("{winner} ({}) wins: {by}.", self.name(winner))
    }

    /// Returns what a player's clock shows, if there is one.
    pub(crate) fn time_left(&self, color: Color, now: u64) -> Option<Duration> {
        let shown = match color {
            Color::Black => self.clocks.black,
            Color::White => self.clocks.white,
        }?;
        let runs = !self.is_over()
            && self.clocks.deadline.is_some()
            && self.game.position().side_to_move() == color;
        let gone = if runs { now.saturating_sub(self.clocks_at) } else { 0 };
        Some(Duration::from_millis(shown.saturating_sub(gone)))
    }

    /// Returns the seconds until the reader may claim the win, if the opponent is away.
    pub(crate) fn claim_in(&self, now: u64) -> Option<u64> {
        let opponent = !self.color?;
        let at = self.claim_at[opponent.index()].filter(|_| !self.is_over())?;
        Some(at.saturating_sub(now).div_ceil(1000))
    }
}

/// Returns the colour of somebody in a game.
pub(crate) fn color_of(summary: &GameSummary, reader: Option<&Name>) -> Option<Color> {
    let reader = reader?;
    match (&summary.black == reader, &summary.white == reader) {
        (true, _) => Some(Color::Black),
        (_, true) => Some(Color::White),
        _ => None,
    }
}
