//! Clients of the Generic Game Server play with everybody else.

mod matches;
mod people;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use willow_ggs::{
    ArchiveId, Event, JoinedGame, MatchEnd, MatchId, MatchLine, MessageReader, Request, UpdatedGame,
};

use crate::support::{Client, PASSWORD, PATIENCE, TestServer};

/// Starts a server that speaks the language of GGS, too, and returns the address for that.
pub(crate) fn start() -> (TestServer, SocketAddr) {
    let local = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = TestServer::configured(|config| config.ggs = Some(local));
    let address = server.ggs.expect("the server speaks the language of GGS");
    (server, address)
}

/// Returns a token for a program of a user, which is the password on GGS.
pub(crate) fn token(client: &mut Client) -> String {
    let made =
        client.ask(&format!(r#""do":"token","password":"{PASSWORD}","scopes":["play","chat"]"#));
    match made {
        willow_protocol::Event::Token { token, .. } => token,
        other => panic!("{other:?}"),
    }
}

/// A client of GGS.
pub(crate) struct GgsClient {
    socket: TcpStream,
    reader: MessageReader,
}

impl GgsClient {
    pub(crate) fn connect(address: SocketAddr) -> GgsClient {
        let socket = TcpStream::connect(address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket.set_nodelay(true).unwrap();
        GgsClient { socket, reader: MessageReader::default() }
    }

    /// Logs in as a guest who is open for matches.
    pub(crate) fn guest(address: SocketAddr, name: &str) -> GgsClient {
        GgsClient::enter(address, name, "")
    }

    /// Logs in.
    pub(crate) fn enter(address: SocketAddr, name: &str, password: &str) -> GgsClient {
        let mut client = GgsClient::connect(address);
        client.says("Enter login");
        client.send(name);
        client.says("Enter your password");
        client.send(password);
        client.until(|event| (*event == Event::Ready).then_some(()));
        for line in ["tell /os open 3", "tell /os request +", "tell /os client -"] {
            client.send(line);
        }
        client
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.socket.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Reads the next message; there is none after the end of the connection or of the test's patience.
    pub(crate) fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(incoming) = self.reader.next_incoming() {
                return Some(Event::parse(incoming));
            }
            let mut buffer = [0; 4096];
            match self.socket.read(&mut buffer) {
                Ok(0) | Err(_) => return None,
                Ok(n) => self.reader.feed(&buffer[..n]),
            }
        }
    }

    /// Reads until a message is the wanted one.
    pub(crate) fn until<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        let mut heard = Vec::new();
        loop {
            let Some(event) = self.next() else { panic!("only this came: {heard:#?}") };
            if let Some(found) = wanted(&event) {
                return found;
            }
            heard.push(event.to_string());
        }
    }

    /// Waits for a message with these words, and returns it.
    pub(crate) fn says(&mut self, words: &str) -> String {
        self.until_says(words).pop().expect("the message is the last one")
    }

    /// Waits for a message with these words, and returns it after all that came before.
    pub(crate) fn until_says(&mut self, words: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let Some(event) = self.next() else { panic!("no `{words}`: {heard:#?}") };
            heard.push(event.to_string());
            if heard.last().is_some_and(|text| text.contains(words)) {
                return heard;
            }
        }
    }

    /// Sends a line, and returns all that comes until a message has these words.
    pub(crate) fn asks_all(&mut self, line: &str, words: &str) -> Vec<String> {
        self.send(line);
        self.until_says(words)
    }

    /// Sends a line, and waits for a message with these words.
    pub(crate) fn asks(&mut self, line: &str, words: &str) -> String {
        self.send(line);
        self.says(words)
    }

    pub(crate) fn request(&mut self) -> Request {
        self.until(|event| match event {
            Event::Requested(request) => Some(request.clone()),
            _ => None,
        })
    }

    pub(crate) fn joined(&mut self) -> JoinedGame {
        self.until(|event| match event {
            Event::Joined(game) => Some((**game).clone()),
            _ => None,
        })
    }

    pub(crate) fn updated(&mut self) -> UpdatedGame {
        self.until(|event| match event {
            Event::Updated(game) => Some((**game).clone()),
            _ => None,
        })
    }

    pub(crate) fn play(&mut self, id: MatchId, mv: &str) {
        self.send(&format!("tell /os play {id} {mv}"));
    }

    pub(crate) fn match_end(&mut self) -> (MatchLine, MatchEnd, Option<ArchiveId>) {
        self.until(|event| match event {
            Event::MatchEnded { line, end, archive } => Some((line.clone(), end.clone(), *archive)),
            _ => None,
        })
    }

    /// Returns whether the server has closed the connection, within the test's patience.
    pub(crate) fn is_closed(&mut self) -> bool {
        while self.next().is_some() {}
        matches!(self.socket.read(&mut [0]), Ok(0))
    }
}
