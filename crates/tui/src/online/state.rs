//! The state of the client, and how events from the server change it.

use std::time::Duration;

use willow_protocol::client::{Admission, left_game};
use willow_protocol::{
    Applied, Command, ErrorCode, Event, GameId, GameState, Name, Notice, Room, text,
};

use super::link::LinkEvent;
use super::lobby::Lobby;
use super::message_log::MessageKind;
use super::online_game::{OnlineGame, color_of};
use super::remembered_logins::RememberedLogin;
use crate::line_editor::LineEditor;

/// Everything that the screen shows.
#[derive(Debug)]
pub(crate) struct OnlineState {
    /// The server's address as the user typed it.
    pub(crate) address: String,
    pub(crate) phase: ConnectionPhase,
    /// The user's name on the server; `None` before the first sign-in.
    pub(crate) name: Option<Name>,
    /// Who may come to the server.
    pub(crate) admission: Admission,
    /// The login that the sign-in screen offers.
    pub(crate) remembered: Option<RememberedLogin>,
    pub(crate) lobby: Lobby,
    /// The open games, in the order in which they were opened.
    pub(crate) open_games: Vec<OnlineGame>,
    /// The shown tab: 0 is the lobby, 1 the first open game.
    pub(crate) tab: usize,
    /// The line being edited; `None` while keys are commands.
    pub(crate) input: Option<LineEditor>,
    pub(crate) dialog: Option<OnlineDialog>,
    /// A message shown in the footer until the next key.
    pub(crate) status_message: Option<(MessageKind, String)>,
    /// The server's clock minus the local one, in milliseconds; `None` before the first event.
    offset: Option<i128>,
    /// When the pools were asked for last.
    pools_asked_at: Option<Duration>,
}

/// Number of recovery codes in a line of 80 columns.
const CODES_A_LINE: usize = 3;

/// How often the lobby asks who waits in the pools.
const POOLS_INTERVAL: Duration = Duration::from_secs(5);

/// The phase of the connection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConnectionPhase {
    /// The sign-in screen asks for a name, or for a password.
    SignIn(Option<text::PasswordPrompt>),
    /// A sign-in request is under way.
    SigningIn,
    /// The user is signed in.
    SignedIn,
    /// The connection broke. The client is reconnecting.
    Reconnecting,
    /// The connection is closed for good.
    Closed,
}

/// A dialog over the screen that takes all keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnlineDialog {
    /// The list of all keys.
    Help,
    /// Asks whether to resign a game.
    Resign(GameId),
    /// Asks whether to quit while the user's games go on.
    Quit,
}

impl OnlineState {
    /// Returns the state before sign-in.
    pub(crate) fn new(address: &str) -> OnlineState {
        OnlineState {
            address: address.to_owned(),
            phase: ConnectionPhase::SignIn(None),
            name: None,
            admission: Admission::default(),
            remembered: None,
            lobby: Lobby::default(),
            open_games: Vec::new(),
            tab: 0,
            input: Some(LineEditor::new("")),
            dialog: None,
            status_message: None,
            offset: None,
            pools_asked_at: None,
        }
    }

    /// Returns the shown game; `None` if the lobby is shown.
    pub(crate) fn shown_game(&self) -> Option<&OnlineGame> {
        self.open_games.get(self.tab.checked_sub(1)?)
    }

    pub(crate) fn shown_game_mut(&mut self) -> Option<&mut OnlineGame> {
        self.open_games.get_mut(self.tab.checked_sub(1)?)
    }

    /// Returns an open game.
    pub(crate) fn open_game(&self, game: GameId) -> Option<&OnlineGame> {
        self.open_games.iter().find(|online_game| online_game.id() == game)
    }

    /// Returns the index of an open game.
    pub(crate) fn index_of(&self, game: GameId) -> Option<usize> {
        self.open_games.iter().position(|online_game| online_game.id() == game)
    }

    fn open_game_mut(&mut self, game: GameId) -> Option<&mut OnlineGame> {
        let index = self.index_of(game)?;
        self.open_games.get_mut(index)
    }

    /// Converts a local time to the server's, in milliseconds since 1970.
    pub(crate) fn server_time(&self, now: Duration) -> u64 {
        let time = self.offset.unwrap_or_default() + now.as_millis() as i128;
        u64::try_from(time).unwrap_or_default()
    }

    /// Shows a tab.
    pub(crate) fn show(&mut self, tab: usize) {
        self.tab = tab.min(self.open_games.len());
        match self.shown_game_mut() {
            Some(online_game) => online_game.unseen = false,
            None => self.lobby.unseen = false,
        }
    }

    /// Shows a message in the footer.
    pub(crate) fn show_status(&mut self, kind: MessageKind, text: &str) {
        self.status_message = Some((kind, willow_protocol::strip_controls(text)));
    }

    /// Shows in the footer what went wrong.
    pub(crate) fn complain(&mut self, text: &str) {
        self.show_status(MessageKind::Error, text);
    }

    /// Handles an event of the connection. Returns the commands to send next.
    pub(crate) fn handle_link_event(
        &mut self,
        link_event: LinkEvent,
        now: Duration,
    ) -> Vec<Command> {
        match link_event {
            LinkEvent::Admission(admission) => {
                self.admission = admission;
                Vec::new()
            }
            LinkEvent::SignedIn(login) => {
                self.name = login.map(|login| login.name);
                self.remembered = None;
                self.phase = ConnectionPhase::SignedIn;
                self.input = None;
                let chat = Command::Chat { before: None };
                [chat].into_iter().chain(self.refresh_commands()).collect()
            }
            LinkEvent::SignInFailed(reason) => {
                self.phase = ConnectionPhase::SignIn(None);
                self.input = Some(LineEditor::new(""));
                self.complain(&reason);
                Vec::new()
            }
            LinkEvent::Notice(notice) => self.handle_notice(&notice, now),
            LinkEvent::Reply(command, answer) => self.handle_reply(&command, &answer, now),
            LinkEvent::Disconnected => {
                self.phase = ConnectionPhase::Reconnecting;
                Vec::new()
            }
            LinkEvent::Reconnected => {
                self.phase = ConnectionPhase::SignedIn;
                self.show_status(MessageKind::Info, "Reconnected.");
                self.refresh_commands()
            }
            LinkEvent::Closed(reason) => {
                self.phase = ConnectionPhase::Closed;
                self.complain(&reason);
                Vec::new()
            }
        }
    }

    /// Returns the command that is due. Nobody tells who waits in the pools, so the lobby asks for that
    /// now and then.
    pub(crate) fn due_command(&mut self, now: Duration) -> Option<Command> {
        let is_shown = self.phase == ConnectionPhase::SignedIn && self.tab == 0;
        let is_due = self.pools_asked_at.is_none_or(|asked| asked + POOLS_INTERVAL <= now);
        (is_shown && is_due).then(|| {
            self.pools_asked_at = Some(now);
            Command::Pools
        })
    }

    /// Returns the commands that bring everything shown up to date.
    fn refresh_commands(&self) -> Vec<Command> {
        let running = self.open_games.iter().filter(|online_game| !online_game.is_over());
        let boards = running.map(|online_game| Command::Board { game: Some(online_game.id()) });
        [Command::Who, Command::Games].into_iter().chain(boards).collect()
    }

    /// Handles a notice from the server. Returns the commands to send next.
    fn handle_notice(&mut self, notice: &Notice, now: Duration) -> Vec<Command> {
        self.set_clock(notice.time, now);
        match (notice.room, &notice.event) {
            (Some(Room::Game(game) | Room::Players(game) | Room::Spectators(game)), _) => {
                self.handle_game_event(game, notice)
            }
            (Some(Room::Private), Event::Told { from, to, text }) => {
                self.private_message(from, to, text.as_str());
                Vec::new()
            }
            (room, Event::Snapshot(snapshot)) => {
                debug_assert!(room.is_none(), "snapshots are answers");
                self.snapshot(snapshot);
                Vec::new()
            }
            (None, Event::State(state)) => {
                self.open(state);
                Vec::new()
            }
            (Some(Room::Lobby), Event::Said { .. }) => {
                self.lobby.said(notice);
                self.lobby.unseen |= self.tab != 0;
                Vec::new()
            }
            (None, Event::Announcement { .. }) => {
                // The log breaks lines by itself.
                let text = text::write_notice(notice).replace("\n  ", " ");
                let text = text.trim_start_matches("announcement ");
                self.lobby.log.add(MessageKind::Info, text);
                self.show_status(MessageKind::Info, text);
                Vec::new()
            }
            (Some(Room::Lobby), Event::Removed { .. }) => {
                self.lobby.said(notice);
                self.lobby.log.remove_chat(notice);
                Vec::new()
            }
            (_, event) => {
                self.handle_lobby_event(event);
                Vec::new()
            }
        }
    }

    /// Updates the estimate of the server's clock. Each notice arrives late by the network delay,
    /// so the largest offset seen is the best estimate.
    fn set_clock(&mut self, time: u64, now: Duration) {
        if time > 0 {
            let offset = i128::from(time) - now.as_millis() as i128;
            self.offset = self.offset.max(Some(offset));
        }
    }

    fn handle_game_event(&mut self, game: GameId, notice: &Notice) -> Vec<Command> {
        let event = &notice.event;
        if let Event::Started(state) = event
            && self.index_of(game).is_none()
        {
            self.open(state);
        }
        let shown = self.shown_game().is_some_and(|online_game| online_game.id() == game);
        let Some(online_game) = self.open_game_mut(game) else { return Vec::new() };
        let applied = online_game.apply(notice);
        let needs_attention = matches!(event, Event::Said { .. } | Event::TakebackAsked { .. });
        online_game.unseen |=
            !shown && (needs_attention || online_game.is_my_turn() || online_game.is_over());
        if matches!(event, Event::Ended(_)) {
            self.lobby.remove_game(game);
            // There is nothing to resign any more.
            self.dialog.take_if(|dialog| *dialog == OnlineDialog::Resign(game));
        }
        match applied {
            Applied::InOrder | Applied::Nothing => Vec::new(),
            Applied::Gap => vec![Command::Board { game: Some(game) }],
        }
    }

    /// Opens a game in a new tab, or updates it if it is open already.
    fn open(&mut self, state: &GameState) {
        let game = state.summary.game;
        if let Some(online_game) = self.open_game_mut(game) {
            online_game.update(state);
            return;
        }
        self.open_games.push(OnlineGame::new(state, self.name.as_ref()));
        // A new game does not take the screen from a game in which it is the user's turn.
        if self.shown_game().is_none_or(|online_game| !online_game.is_my_turn()) {
            self.show(self.open_games.len());
        } else if let Some(online_game) = self.open_games.last_mut() {
            online_game.unseen = true;
        }
    }

    fn private_message(&mut self, from: &Name, to: &Name, text: &str) {
        let line = if Some(from) == self.name.as_ref() {
            format!("you tell {to}: {text}")
        } else {
            format!("{from} tells you: {text}")
        };
        self.lobby.log.add(MessageKind::Private, &line);
        match self.shown_game_mut() {
            Some(online_game) => {
                online_game.log.add(MessageKind::Private, &line);
                self.lobby.unseen = true;
            }
            None => self.lobby.unseen = false,
        }
    }

    fn handle_lobby_event(&mut self, event: &Event) {
        self.lobby.apply(event, self.name.as_ref());
        match event {
            Event::Offered(offer) => {
                let concerns_user = offer.to.is_some() && offer.to == self.name;
                self.lobby.unseen |= self.tab != 0 && concerns_user;
            }
            Event::Announced { text } => {
                self.lobby.log.add(MessageKind::Info, text);
                self.show_status(MessageKind::Info, text);
            }
            Event::Moderated { by, name, action, reason, .. } => {
                self.lobby.log.add(MessageKind::Info, &format!("{by}: {action} {name}: {reason}"));
            }
            Event::Rated { name, class, before, after, .. } => {
                let text = format!("{name}'s {class} rating: {before} to {after}.");
                self.log(MessageKind::Info, &text);
            }
            Event::RecoveryCodes { codes } => self.show_recovery_codes(codes),
            Event::Bye { reason } => self.complain(&reason.to_string()),
            _ => {}
        }
    }

    /// Shows the recovery codes of a new account in the lobby, as few lines as possible: they are shown
    /// only once, and the screen may be small.
    fn show_recovery_codes(&mut self, codes: &[String]) {
        let keep = "Keep these codes. Each resets a forgotten password once, in `willow connect \
                    --raw`: reset-password NAME CODE PASSWORD";
        self.lobby.log.add(MessageKind::Private, keep);
        for codes in codes.chunks(CODES_A_LINE) {
            self.lobby.log.add(MessageKind::Private, &codes.join("   "));
        }
    }

    /// Adds a message to the log of the shown tab.
    pub(crate) fn log(&mut self, kind: MessageKind, text: &str) {
        match self.shown_game_mut() {
            Some(online_game) => online_game.log.add(kind, text),
            None => self.lobby.log.add(kind, text),
        }
    }

    /// Applies a room snapshot. Of the lobby's snapshot only the chat is used: users and games are
    /// requested by commands of their own.
    fn snapshot(&mut self, snapshot: &willow_protocol::RoomSnapshot) {
        if let Some(state) = &snapshot.game {
            self.open(state);
        }
        if snapshot.of == Room::Lobby {
            snapshot.recent.iter().for_each(|notice| self.lobby.said(notice));
        }
    }

    /// Handles the reply to a command. Returns the commands to send next.
    fn handle_reply(&mut self, command: &Command, answer: &Notice, now: Duration) -> Vec<Command> {
        let at = self.server_time(now);
        match (command, &answer.event) {
            (
                Command::Leave { game: Some(game) } | Command::Board { game: Some(game) },
                Event::Error { code: ErrorCode::NoSuchGame, .. },
            ) => {
                self.close(*game);
            }
            (_, Event::Error { message, .. }) => self.complain(message),
            (Command::Leave { .. }, Event::Ok) => {
                if let Some(game) = left_game(command, answer) {
                    self.close(game);
                }
            }
            // The chat from before the login is asked for once; later the user asks for the list.
            (Command::Chat { .. }, Event::Chat { messages, .. })
                if !self.lobby.has_earlier_chat =>
            {
                self.lobby.add_earlier_chat(messages);
            }
            (_, Event::State(state)) => self.open(state),
            (_, Event::Snapshot(snapshot)) => self.snapshot(snapshot),
            (_, event @ Event::Users { .. }) => self.lobby.apply(event, self.name.as_ref()),
            (_, event @ Event::Games { games, .. }) => {
                self.lobby.apply(event, self.name.as_ref());
                return self.unopened_own_games(games);
            }
            (Command::Pool { .. } | Command::Unseek, Event::Ok) => return vec![Command::Pools],
            (_, Event::Pools { pools }) => self.lobby.pools.clone_from(pools),
            (_, event @ Event::History { .. }) => {
                self.log(MessageKind::Info, &text::write_notice(&Notice::new(at, event.clone())));
                self.show_status(MessageKind::Info, "/board NUMBER shows one of the games again.");
            }
            // Blocked users are not listed.
            (Command::Block { name }, Event::Ok) => self.lobby.remove_user(name),
            (Command::Unblock { .. }, Event::Ok) => return vec![Command::Who],
            (_, Event::Ok | Event::Synced { .. } | Event::Ping | Event::Pong) => {}
            // Every other reply is text for the user.
            (_, event) => {
                self.log(MessageKind::Info, &text::write_notice(&Notice::new(at, event.clone())));
            }
        }
        Vec::new()
    }

    /// Returns requests for the user's own games that have no tab, from an earlier connection.
    fn unopened_own_games(&self, games: &[willow_protocol::GameSummary]) -> Vec<Command> {
        let own_name = self.name.as_ref();
        let own = games.iter().filter(|game| color_of(game, own_name).is_some());
        let missing = own.filter(|game| self.index_of(game.game).is_none());
        missing.map(|game| Command::Board { game: Some(game.game) }).collect()
    }

    /// Closes the tab of a game.
    pub(crate) fn close(&mut self, game: GameId) {
        let Some(index) = self.index_of(game) else { return };
        self.open_games.remove(index);
        if self.tab > index {
            self.show(self.tab - 1);
        }
    }

    /// Returns whether the user plays in an unfinished game.
    pub(crate) fn has_own_game(&self) -> bool {
        self.open_games
            .iter()
            .any(|online_game| online_game.color.is_some() && !online_game.is_over())
    }

    /// Returns the next tab, after the shown one, with a game in which it is the user's turn.
    pub(crate) fn next_turn(&self) -> Option<usize> {
        let n = self.open_games.len();
        let after = (0..n).map(|step| (self.tab + step) % n);
        after.map(|index| index + 1).find(|&tab| self.open_games[tab - 1].is_my_turn())
    }
}
