//! Two clients of a real server.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::KeyCode;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use willow_board::Color;
use willow_protocol::Registration;
use willow_protocol::client::{Admission, Credentials};
use willow_server::{Config, Server};

use super::{name, press, types};
use crate::online::keys::OnlineAction;
use crate::online::link::{LinkCommand, LinkEvent, ServerLink};
use crate::online::lobby::GameListEntry;
use crate::online::online_game::OnlineGame;
use crate::online::state::{ConnectionPhase, OnlineState};

/// How long a test waits for an event.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A server that runs until it is stopped.
struct TestServer {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl TestServer {
    fn start(folder: &Path, listen: SocketAddr) -> TestServer {
        let http = SocketAddr::from(([127, 0, 0, 1], 0));
        TestServer::with(Config { data: folder.to_owned(), listen, http, ..Config::default() })
    }

    fn with(config: Config) -> TestServer {
        let (end, ended) = oneshot::channel();
        let (address_sender, address_receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let server = Server::start(config).await.unwrap();
                address_sender.send(server.address()).unwrap();
                let ended = async {
                    let _ = ended.await;
                    willow_server::StopReason::Program
                };
                server.run(ended).await.unwrap();
            });
        });
        TestServer { address: address_receiver.recv().unwrap(), end, thread }
    }

    fn stop(self) {
        drop(self.end);
        self.thread.join().unwrap();
    }
}

/// A client without a screen.
struct TestUser {
    state: OnlineState,
    link: ServerLink,
    started: Instant,
}

impl TestUser {
    fn sign_in(address: SocketAddr, user: &str, seed: u64) -> TestUser {
        let address = address.to_string();
        let (state, link) = (OnlineState::new(&address), ServerLink::start(address.into(), seed));
        link.send(LinkCommand::SignIn(Credentials::Guest(Some(name(user)))));
        let mut user = TestUser { state, link, started: Instant::now() };
        user.wait_for(|state| state.phase == ConnectionPhase::SignedIn);
        user
    }

    /// Handles events until a condition holds.
    fn wait_for(&mut self, wanted: impl Fn(&OnlineState) -> bool) {
        let started = Instant::now();
        while !wanted(&self.state) {
            assert!(started.elapsed() < TIMEOUT, "timeout: {:#?}", self.state);
            while let Some(link_event) = self.link.next_event() {
                for command in self.state.handle_link_event(link_event, self.started.elapsed()) {
                    self.link.send(LinkCommand::Send(command));
                }
            }
            std::thread::yield_now();
        }
    }

    fn run_action(&self, action: Option<OnlineAction>) {
        if let Some(OnlineAction::Send(command)) = action {
            self.link.send(LinkCommand::Send(command));
        }
    }

    fn types(&mut self, text: &str) {
        let action = types(&mut self.state, text);
        self.run_action(action);
    }

    fn enter(&mut self) {
        let action = press(&mut self.state, &[KeyCode::Enter]);
        self.run_action(action);
    }

    fn plays(&mut self, square: &str) {
        let plies = |state: &OnlineState| {
            state.shown_game().map_or(0, |online_game| online_game.game.n_plies())
        };
        let before = plies(&self.state);
        self.types(square);
        self.wait_for(|state| plies(state) > before);
    }
}

fn has_message(state: &OnlineState, text: &str) -> bool {
    let log = state.shown_game().map_or(&state.lobby.log, |online_game| &online_game.log);
    log.newest_first().any(|entry| entry.text.contains(text))
}

#[test]
fn the_server_says_who_may_come() {
    let of = |registration| {
        let folder = TempDir::new().unwrap();
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let data = folder.path().to_owned();
        let config = Config { data, listen: any, http: any, registration, ..Config::default() };
        let server = TestServer::with(config);
        let link = ServerLink::start(server.address.to_string().into(), 1);
        link.send(LinkCommand::AskAdmission);
        let started = Instant::now();
        let told = loop {
            assert!(started.elapsed() < TIMEOUT);
            match link.next_event() {
                Some(LinkEvent::Admission(told)) => break told,
                _ => std::thread::yield_now(),
            }
        };
        server.stop();
        told
    };
    assert_eq!(of(Registration::Open), Admission::default());
    for registration in [Registration::Invitation, Registration::Closed] {
        assert_eq!(of(registration), Admission { registration, guests: false });
    }
}

#[test]
fn two_users_chat_play_and_reconnect_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let mut alice = TestUser::sign_in(server.address, "alice", 1);
    let mut bob = TestUser::sign_in(server.address, "bob", 2);
    alice.types("thello all");
    alice.enter();
    bob.wait_for(|state| has_message(state, "alice: hello all"));
    bob.types("/challenge alice 5+3 white");
    bob.enter();
    alice.wait_for(|state| state.lobby.selected_entry().is_some());
    alice.enter();
    alice.wait_for(|state| state.open_games.len() == 1);
    bob.wait_for(|state| state.open_games.len() == 1);
    alice.plays("f5");
    bob.wait_for(|state| state.shown_game().is_some_and(OnlineGame::is_my_turn));
    bob.plays("d6");
    alice.types("tgood luck");
    alice.enter();
    bob.wait_for(|state| has_message(state, "alice: good luck"));
    let address = server.address;
    server.stop();
    alice.wait_for(|state| state.phase == ConnectionPhase::Reconnecting);
    let server = TestServer::start(folder.path(), address);
    alice.wait_for(|state| state.phase == ConnectionPhase::SignedIn);
    bob.wait_for(|state| state.phase == ConnectionPhase::SignedIn);
    alice.wait_for(|state| state.shown_game().is_some_and(OnlineGame::is_my_turn));
    alice.plays("c3");
    bob.wait_for(|state| {
        state.shown_game().is_some_and(|online_game| online_game.game.n_plies() == 3)
    });
    bob.types("xy");
    alice.wait_for(|state| state.shown_game().is_some_and(OnlineGame::is_over));
    assert!(has_message(&alice.state, "Black (alice) wins: resigned"), "{:#?}", alice.state);
    server.stop();
}

/// Returns the plies and the spectators that the lobby shows for the only game.
fn listed_progress(state: &OnlineState) -> Option<(usize, Option<usize>)> {
    match state.lobby.entries()[..] {
        [GameListEntry::Game(summary)] => Some((summary.plies, summary.details.spectators)),
        _ => None,
    }
}

/// Only version 2 of the protocol tells ratings, spectators and the progress of games.
#[test]
fn ratings_spectators_and_progress_come_from_the_server() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let [mut alice, mut bob, mut carol, mut dave] =
        [("alice", 1), ("bob", 2), ("carol", 3), ("dave", 4)]
            .map(|(user, seed)| TestUser::sign_in(server.address, user, seed));
    bob.types("/challenge alice 5+3 white");
    bob.enter();
    alice.wait_for(|state| state.lobby.selected_entry().is_some());
    alice.enter();
    alice.wait_for(|state| state.open_games.len() == 1);
    carol.wait_for(|state| listed_progress(state).is_some());
    carol.enter();
    carol.wait_for(|state| state.shown_game().is_some());
    let online_game = carol.state.shown_game().unwrap();
    for color in [Color::Black, Color::White] {
        let rating = online_game.rating(color).unwrap();
        assert!(rating.provisional, "both are new: {rating:?}");
    }
    alice.wait_for(|state| has_message(state, "carol watches the game."));
    assert_eq!(alice.state.shown_game().unwrap().state.watchers, 1);
    alice.plays("f5");
    dave.wait_for(|state| listed_progress(state) == Some((1, Some(1))));
    carol.types("x");
    alice.wait_for(|state| has_message(state, "carol no longer watches."));
    server.stop();
}

#[test]
fn a_name_that_is_taken_is_reported_on_the_sign_in_screen() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let _alice = TestUser::sign_in(server.address, "alice", 1);
    let address = server.address.to_string();
    let (mut state, link) = (OnlineState::new(&address), ServerLink::start(address.into(), 3));
    state.phase = ConnectionPhase::SigningIn;
    link.send(LinkCommand::SignIn(Credentials::Guest(Some(name("alice")))));
    let mut other = TestUser { state, link, started: Instant::now() };
    other.wait_for(|state| state.phase == ConnectionPhase::SignIn(None));
    assert!(super::status(&other.state).contains("taken"), "{:?}", other.state.status_message);
    server.stop();
}
