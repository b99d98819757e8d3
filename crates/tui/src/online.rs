//! The full-screen client for the game server: sign-in, lobby, games, chat.
//!
//! `state` holds everything shown and handles the server's events; `keys` turns keys into commands;
//! `view` draws. `link` runs the connection on a thread of its own.

mod keys;
mod link;
mod lobby;
mod message_log;
mod online_game;
mod remembered_logins;
mod state;
mod view;

#[cfg(test)]
mod tests;

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Color;
use willow_protocol::client::{Credentials, Destination};

use self::keys::OnlineAction;
use self::link::{LinkCommand, LinkEvent, ServerLink};
use self::message_log::MessageKind;
use self::remembered_logins::RememberedLogin;
pub use self::remembered_logins::RememberedLogins;
use self::state::{ConnectionPhase, OnlineState};
use crate::full_screen::HANGUP_DELAY;
use crate::options::{Colors, Glyphs};
use crate::study::{StudiedGame, StudyAction, StudySession};
use crate::terminal::TerminalGuard;
use crate::termination::{TerminationListener, TerminationSignal};
use crate::view::{Theme, fits};

/// How long the screen waits for a key before it checks for events.
const FRAME: Duration = Duration::from_millis(30);

/// How often the screen is redrawn for its clocks.
const CLOCK_FRAME: Duration = Duration::from_millis(200);

/// The number of messages by which a turn of the mouse wheel scrolls.
const WHEEL: isize = 3;

/// The options of [`connect`].
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// Where the server is, as the user typed it.
    pub server: Destination,
    /// The credentials; `None` shows the sign-in screen.
    pub credentials: Option<Credentials>,
    /// The file of the remembered logins; `None` remembers nothing.
    pub logins: Option<RememberedLogins>,
    /// Makes the command ids unique to this connection.
    pub seed: u64,
    /// The characters that the screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether the screen has colours.
    pub colors: Colors,
}

/// Runs the client until the user quits or a signal ends the program. The terminal is always
/// restored. Returns the signal, if one ended the program.
///
/// # Errors
/// The terminal must work. Errors of the connection are shown on the screen.
pub fn connect(options: ConnectOptions) -> io::Result<Option<TerminationSignal>> {
    let ConnectOptions { server, credentials, logins, seed, glyphs, colors } = options;
    let mut state = OnlineState::new(server.address());
    if let Some(logins) = &logins {
        recall(logins, &mut state);
    }
    let link = ServerLink::start(server, seed);
    match credentials {
        Some(credentials) => {
            state.phase = ConnectionPhase::SigningIn;
            state.input = None;
            link.send(LinkCommand::SignIn(credentials));
        }
        None => link.send(LinkCommand::AskAdmission),
    }
    let termination = TerminationListener::start()?;
    let terminal = TerminalGuard::new()?;
    let (started, theme) = (Instant::now(), Theme::new(glyphs, colors));
    let (drawn, study) = (None, None);
    let mut screen =
        OnlineScreen { terminal, termination, state, link, logins, theme, started, drawn, study };
    let result = screen.run_until_quit();
    let signal = match result {
        Err(_) => screen.termination.received_within(HANGUP_DELAY),
        Ok(()) => screen.termination.received(),
    };
    match signal {
        Some(signal) => Ok(Some(signal)),
        None => result.map(|()| None),
    }
}

/// Offers the remembered login on the sign-in screen.
fn recall(logins: &RememberedLogins, state: &mut OnlineState) {
    match logins.login(&state.address) {
        Ok(login) => state.remembered = login,
        Err(error) => {
            state.complain(&format!("The remembered logins cannot be read: {error}"));
        }
    }
}

/// The running client.
struct OnlineScreen {
    terminal: TerminalGuard,
    termination: TerminationListener,
    state: OnlineState,
    link: ServerLink,
    logins: Option<RememberedLogins>,
    theme: Theme,
    started: Instant,
    /// When the screen was last drawn.
    drawn: Option<Instant>,
    /// The analysis, while it takes the screen.
    study: Option<StudySession>,
}

impl OnlineScreen {
    /// Draws, handles keys and events, and repeats until the user quits or a signal arrives.
    fn run_until_quit(&mut self) -> io::Result<()> {
        while self.termination.received().is_none() {
            let mut changed = self.drawn.is_none_or(|drawn| CLOCK_FRAME <= drawn.elapsed());
            while let Some(link_event) = self.link.next_event() {
                if let LinkEvent::SignedIn(Some(login)) = &link_event {
                    self.remember(login.clone());
                }
                for command in self.state.handle_link_event(link_event, self.started.elapsed()) {
                    self.link.send(LinkCommand::Send(command));
                }
                changed = true;
            }
            self.end_study_before_own_game();
            changed |= self.study.as_mut().is_some_and(StudySession::poll);
            if let Some(command) = self.state.due_command(self.started.elapsed()) {
                self.link.send(LinkCommand::Send(command));
            }
            if changed {
                self.draw()?;
            }
            if event::poll(FRAME)? {
                match self.handle(&event::read()?)? {
                    Some(OnlineAction::Quit) => return Ok(()),
                    Some(OnlineAction::Send(command)) => self.link.send(LinkCommand::Send(command)),
                    Some(OnlineAction::SignIn(credentials)) => {
                        self.link.send(LinkCommand::SignIn(credentials));
                    }
                    Some(OnlineAction::Forget) => self.forget(),
                    Some(OnlineAction::Analyze) => self.start_study(),
                    None => {}
                }
                self.drawn = None;
            }
        }
        Ok(())
    }

    /// Opens the analysis of the shown game.
    fn start_study(&mut self) {
        self.study = self.state.shown_game().map(|online_game| {
            let [black, white] = Color::ALL.map(|color| online_game.name(color));
            let players = format!("{black} - {white}");
            let (game, shown_ply) = (online_game.game.clone(), online_game.shown_ply());
            let result = online_game.result();
            StudySession::start(StudiedGame { game, shown_ply, players, result, record: None })
        });
    }

    /// Closes the analysis when a game of the user begins: nothing is analyzed while the user plays.
    fn end_study_before_own_game(&mut self) {
        if self.state.has_own_game() && self.study.take().is_some() {
            self.state.show_status(MessageKind::Info, "Your game begins. The analysis is closed.");
            self.drawn = None;
        }
    }

    /// Remembers a login for the next start.
    fn remember(&mut self, login: RememberedLogin) {
        let Some(logins) = &self.logins else { return };
        if let Err(error) = logins.remember(&self.state.address, login) {
            self.state.complain(&format!("The login cannot be remembered: {error}"));
        }
    }

    /// Forgets the remembered login at this server.
    fn forget(&mut self) {
        let Some(logins) = &self.logins else { return };
        match logins.forget(&self.state.address) {
            Ok(()) => self.state.show_status(MessageKind::Info, "The login is forgotten."),
            Err(error) => self.state.complain(&format!("The login cannot be forgotten: {error}")),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = Some(Instant::now());
        let now = self.state.server_time(self.started.elapsed());
        let (state, theme, study) = (&self.state, self.theme, &self.study);
        let render = |frame: &mut Frame| match study {
            Some(study) => study.draw(theme, frame),
            None => view::draw(state, now, theme, frame.area(), frame.buffer_mut()),
        };
        self.terminal.inner.draw(render).map(|_| ())
    }

    fn handle(&mut self, event: &Event) -> io::Result<Option<OnlineAction>> {
        let screen = self.terminal.area()?;
        if let Some(study) = &mut self.study {
            let action = study.handle(event, screen);
            if action == Some(StudyAction::Leave) {
                self.study = None;
            }
            return Ok((action == Some(StudyAction::Quit)).then_some(OnlineAction::Quit));
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Ok(if fits(screen) {
                self.state.press(key)
            } else {
                // Nothing is shown that another key could mean.
                matches!(key.code, KeyCode::Char('q' | 'c')).then_some(OnlineAction::Quit)
            }),
            Event::Mouse(mouse) => Ok(self.handle_mouse(*mouse, screen)),
            _ => Ok(None),
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent, screen: Rect) -> Option<OnlineAction> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.state.scroll(WHEEL),
            MouseEventKind::ScrollDown => self.state.scroll(-WHEEL),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = ScreenPoint { x: mouse.column, y: mouse.row };
                let square = view::square_at(&self.state, screen, at)?;
                return self.state.place(square);
            }
            _ => {}
        }
        None
    }
}
