//! Two visitors of a real server.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::KeyCode;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use willow_client::Credentials;
use willow_server::{Config, Server};

use super::{name, press, types};
use crate::online::keys::Action;
use crate::online::link::{Link, Order};
use crate::online::seat::Seat;
use crate::online::state::{Phase, State};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that runs until it is stopped.
struct House {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl House {
    fn open(folder: &Path, listen: SocketAddr) -> House {
        let http = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config { data: folder.to_owned(), listen, http, ..Config::default() };
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let server = Server::start(config).await.unwrap();
                tell.send(server.address()).unwrap();
                let ended = async {
                    let _ = ended.await;
                };
                server.run(ended).await.unwrap();
            });
        });
        House { address: told.recv().unwrap(), end, thread }
    }

    fn close(self) {
        drop(self.end);
        self.thread.join().unwrap();
    }
}

/// A visitor without a screen.
struct Visitor {
    state: State,
    link: Link,
    began: Instant,
}

impl Visitor {
    fn come(address: SocketAddr, visitor: &str, seed: u64) -> Visitor {
        let address = address.to_string();
        let (state, link) = (State::new(&address), Link::start(address.into(), seed));
        link.order(Order::Enter(Credentials::Guest(Some(name(visitor)))));
        let mut visitor = Visitor { state, link, began: Instant::now() };
        visitor.wait_for(|state| state.phase == Phase::In);
        visitor
    }

    /// Takes what comes until something is so.
    fn wait_for(&mut self, wanted: impl Fn(&State) -> bool) {
        let began = Instant::now();
        while !wanted(&self.state) {
            assert!(began.elapsed() < PATIENCE, "it never came: {:#?}", self.state);
            while let Some(tiding) = self.link.tiding() {
                for command in self.state.take(tiding, self.began.elapsed()) {
                    self.link.order(Order::Send(command));
                }
            }
            std::thread::yield_now();
        }
    }

    fn obeys(&self, action: Option<Action>) {
        if let Some(Action::Send(command)) = action {
            self.link.order(Order::Send(command));
        }
    }

    fn types(&mut self, text: &str) {
        let action = types(&mut self.state, text);
        self.obeys(action);
    }

    fn enter(&mut self) {
        let action = press(&mut self.state, &[KeyCode::Enter]);
        self.obeys(action);
    }

    fn plays(&mut self, square: &str) {
        let plies = |state: &State| state.seat().map_or(0, |seat| seat.game.n_plies());
        let before = plies(&self.state);
        self.types(square);
        self.wait_for(|state| plies(state) > before);
    }
}

fn says(state: &State, text: &str) -> bool {
    let log = state.seat().map_or(&state.lobby.log, |seat| &seat.log);
    log.newest_first().any(|entry| entry.text.contains(text))
}

#[test]
fn two_visitors_talk_play_and_come_back_to_a_server_that_was_away() {
    let folder = TempDir::new().unwrap();
    let house = House::open(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let mut alice = Visitor::come(house.address, "alice", 1);
    let mut bob = Visitor::come(house.address, "bob", 2);
    alice.types("thello all");
    alice.enter();
    bob.wait_for(|state| says(state, "alice: hello all"));
    bob.types("/challenge alice 5+3 white");
    bob.enter();
    alice.wait_for(|state| state.lobby.row().is_some());
    alice.enter();
    alice.wait_for(|state| state.seats.len() == 1);
    bob.wait_for(|state| state.seats.len() == 1);
    alice.plays("f5");
    bob.wait_for(|state| state.seat().is_some_and(Seat::is_my_turn));
    bob.plays("d6");
    alice.types("tgood luck");
    alice.enter();
    bob.wait_for(|state| says(state, "alice: good luck"));
    let address = house.address;
    house.close();
    alice.wait_for(|state| state.phase == Phase::Broken);
    let house = House::open(folder.path(), address);
    alice.wait_for(|state| state.phase == Phase::In);
    bob.wait_for(|state| state.phase == Phase::In);
    alice.wait_for(|state| state.seat().is_some_and(Seat::is_my_turn));
    alice.plays("c3");
    bob.wait_for(|state| state.seat().is_some_and(|seat| seat.game.n_plies() == 3));
    bob.types("ry");
    alice.wait_for(|state| state.seat().is_some_and(Seat::is_over));
    assert!(says(&alice.state, "Black (alice) wins: resigned"), "{:#?}", alice.state);
    house.close();
}

#[test]
fn a_name_that_is_taken_is_told_at_the_door() {
    let folder = TempDir::new().unwrap();
    let house = House::open(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let _alice = Visitor::come(house.address, "alice", 1);
    let address = house.address.to_string();
    let (mut state, link) = (State::new(&address), Link::start(address.into(), 3));
    state.phase = Phase::Knocking;
    link.order(Order::Enter(Credentials::Guest(Some(name("alice")))));
    let mut other = Visitor { state, link, began: Instant::now() };
    other.wait_for(|state| state.phase == Phase::Door(None));
    assert!(super::note(&other.state).contains("taken"), "{:?}", other.state.note);
    house.close();
}
