//! A game on the server that the user plays or watches.

use std::time::Duration;

use willow_board::{Color, DiscDiff, Game, Move, Position, Square};
use willow_protocol::text::counted;
use willow_protocol::{Applied, Event, GameId, GameState, GameSummary, Name, Notice, PlayerRating};

use super::message_log::{MessageKind, MessageLog, chat_line};
use crate::move_number::discs_placed;

/// An open game: its state as far as the server has reported it, and its messages.
#[derive(Clone, Debug)]
pub(crate) struct OnlineGame {
    pub(crate) state: GameState,
    /// The moves of the state, for its earlier positions.
    pub(crate) game: Game,
    /// The number of plies of the earlier position that is shown; `None` shows the newest position.
    viewed: Option<usize>,
    own_name: Option<Name>,
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

impl OnlineGame {
    /// Opens a game from its state on the server.
    pub(crate) fn new(state: &GameState, own_name: Option<&Name>) -> OnlineGame {
        let mut online_game = OnlineGame {
            state: state.clone(),
            game: Game::from_position(state.initial),
            viewed: None,
            own_name: own_name.cloned(),
            color: None,
            cursor: Square::D3,
            typed: None,
            has_typed: false,
            log: MessageLog::default(),
            unseen: false,
        };
        online_game.follow();
        let names = state.details.spectator_names.iter().flatten();
        let names: Vec<&str> = names.map(Name::as_str).collect();
        if !names.is_empty() {
            online_game.log_info(format!("Watching: {}.", names.join(", ")));
        }
        online_game
    }

    /// Replaces the known state by the server's.
    pub(crate) fn update(&mut self, state: &GameState) {
        self.state.clone_from(state);
        self.follow();
    }

    /// Takes moves and colours from the state.
    fn follow(&mut self) {
        let mut game = Game::from_position(self.state.initial);
        // If the server sends an illegal move, the game is shown up to the move before.
        let _ = self.state.moves.iter().try_for_each(|&mv| game.play(mv));
        self.game = game;
        self.color = color_of(&self.state.summary, self.own_name.as_ref());
    }

    pub(crate) const fn id(&self) -> GameId {
        self.state.summary.game
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.state.summary.end.is_some()
    }

    /// Returns the name of a player.
    pub(crate) const fn name(&self, color: Color) -> &Name {
        self.state.player(color)
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
        let ratings = self.state.summary.details.ratings?;
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

    /// Applies an event of this game, and tells it in the log.
    pub(crate) fn apply(&mut self, notice: &Notice) -> Applied {
        if let Some(line) = chat_line(notice) {
            self.log.add_chat(notice, &line);
            return Applied::InOrder;
        }
        if matches!(notice.event, Event::Removed { .. }) {
            self.log.remove_chat(notice);
            return Applied::InOrder;
        }
        let applied = self.state.apply(notice);
        if applied != Applied::Nothing {
            self.follow();
            self.tell(&notice.event);
        }
        applied
    }

    /// Tells an event in the log.
    fn tell(&mut self, event: &Event) {
        let text = match event {
            Event::Moved { mv: Move::Pass, color, .. } => {
                format!("{} has no legal move and passes.", self.name(*color))
            }
            Event::TakenBack { plies, .. } => {
                format!("Moves taken back to move {}.", discs_placed(&self.game, *plies))
            }
            Event::TakebackAsked { color } => {
                format!("{} requests a takeback.", self.name(*color))
            }
            Event::TakebackRefused => "Takeback refused.".to_owned(),
            Event::TimeGiven { color, given, .. } => {
                format!("{} gets {}.", self.name(*color), counted(given / 1000, "second"))
            }
            Event::Gone { color, .. } => return self.log_other_player(*color, "disconnected"),
            Event::Back { color } => return self.log_other_player(*color, "reconnected"),
            Event::Resumed { .. } => "The game continues after a pause.".to_owned(),
            Event::Ended(_) => self.result(),
            Event::Spectators { came, left, .. } => return self.tell_spectators(came, left),
            Event::Rated { name, before, after, .. } => {
                format!("{name}'s rating: {before} to {after}.")
            }
            other => return self.tell_special(other),
        };
        self.log_info(text);
    }

    /// Tells an event of a pair in lock-step, a game with komi, an offered result or an adjournment.
    fn tell_special(&mut self, event: &Event) {
        let text = match event {
            Event::Held { color, .. } => format!(
                "{} has moved. The move is shown when the other game has one, too.",
                self.name(*color)
            ),
            Event::Bid { name, .. } => {
                format!("{name} has bid. The bids are shown when both have bid.")
            }
            Event::Komi { komi, black, white, .. } => {
                format!("Komi {komi}. {black} plays Black, {white} White.")
            }
            Event::ResultOffered { color, result } => {
                let own = if *color == Color::Black { *result } else { -*result }.value();
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

    /// Tells who began to watch, and who stopped.
    fn tell_spectators(&mut self, came: &[Name], left: &[Name]) {
        for name in came {
            self.log_info(format!("{name} watches the game."));
        }
        for name in left {
            self.log_info(format!("{name} no longer watches."));
        }
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
        let Some(end) = self.state.summary.end else { return String::new() };
        let Some(result) = end.result else { return "The game was aborted.".to_owned() };
        let count = format!("{}-{}", end.black_discs, end.white_discs);
        if result == DiscDiff::DRAW {
            return format!("Draw, {count}.");
        }
        let winner = if result > DiscDiff::DRAW { Color::Black } else { Color::White };
        let by = if end.loser.is_some() { end.reason.to_string() } else { count };
        format!("{winner} ({}) wins: {by}.", self.name(winner))
    }

    /// Returns a player's remaining time at the server's time `now`; `None` without a clock.
    pub(crate) fn time_left(&self, color: Color, now: u64) -> Option<Duration> {
        self.state.clocks.left(color, now).map(Duration::from_millis)
    }

    /// Returns the seconds until the user may claim the win over an opponent who has disconnected.
    pub(crate) fn claim_in(&self, now: u64) -> Option<u64> {
        let opponent = !self.color?;
        let gone = self.state.details.gone.iter().find(|gone| gone.color.0 == opponent)?;
        Some(gone.claim_at.saturating_sub(now).div_ceil(1000))
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
