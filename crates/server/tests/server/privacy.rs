//! Private rooms and games are private: other users try to read them.

use std::fmt::Write;

use tempfile::TempDir;
use willow_protocol::{Event, GameId};
use willow_server::operator;
use willow_server::store::Store;

use crate::http::get;
use crate::support::{Client, TestServer, code, config, name};

/// The private messages.
const SECRET: &str = "xyzzy";

pub(crate) fn register(server: &TestServer, name: &str) -> Client {
    let mut client = Client::connect(server.address);
    let register = format!(r#""do":"register","name":"{name}","password":"correct horse""#);
    assert!(matches!(client.ask("register", &register), Event::Entered { .. }));
    client
}

pub(crate) fn log_in(server: &TestServer, name: &str, password: &str) -> (Client, Event) {
    let mut client = Client::connect(server.address);
    let login = format!(r#""do":"login","name":"{name}","password":"{password}""#);
    let answer = client.ask("login", &login);
    (client, answer)
}

/// Starts a server on which `root` is an administrator.
pub(crate) fn with_admin(folder: &TempDir) -> TestServer {
    let mut server = TestServer::with(config(folder.path()));
    register(&server, "root");
    server.stop();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
        assert!(writer.make_admin(&name("root")).await.unwrap());
    });
    TestServer::with(config(folder.path()))
}

/// All commands by which a user might read private data.
fn attempts(private: GameId, public: GameId) -> Vec<String> {
    let mut attempts: Vec<String> = ["private", "lobby"]
        .map(|room| format!(r#""do":"sync","room":"{room}","after":0"#))
        .to_vec();
    for game in [private, public] {
        for room in ["players", "watchers"] {
            attempts.push(format!(r#""do":"sync","room":"{room}/{game}","after":0"#));
        }
    }
    for ask in ["history", "ratings", "user"] {
        attempts.extend(["alice", "bob"].map(|name| format!(r#""do":"{ask}","name":"{name}""#)));
    }
    attempts.extend(["games", "who"].map(|ask| format!(r#""do":"{ask}""#)));
    attempts.push(format!(r#""do":"record","game":{private},"format":"transcript""#));
    attempts.push(format!(r#""do":"record","game":{private},"format":"ggf""#));
    attempts
}

/// Sends all these commands, and returns all that the client receives.
fn pry(client: &mut Client, attempts: &[String]) -> String {
    let mut received = String::new();
    for (number, attempt) in attempts.iter().enumerate() {
        client.send(&format!(r#"{{"id":"pry-{number}",{attempt}}}"#));
        let id = format!("pry-{number}");
        loop {
            let notice = client.next();
            // A refusal repeats the request.
            if !matches!(notice.event, Event::Error { .. }) {
                let _ = writeln!(received, "{notice:?}");
            }
            if notice.id.is_some_and(|answered| answered.as_str() == id) {
                break;
            }
        }
    }
    received
}

/// Starts a game of two users with these terms, the first with Black, and lets them chat.
fn chat(black: &mut Client, white: &mut Client, terms: &str) -> GameId {
    black.send(&format!(r#"{{"do":"challenge","name":"bob","color":"black"{terms}}}"#));
    let game = white.offer();
    assert_eq!(white.ask(&format!("j{game}"), &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    for (client, id) in [(black, "b"), (white, "w")] {
        let say = format!(r#""do":"gsay","game":{game},"text":"{SECRET}""#);
        assert_eq!(client.ask(&format!("{id}{game}"), &say), Event::Ok);
    }
    game
}

#[test]
fn no_other_user_reads_private_events() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let (mut alice, mut bob) = (register(&server, "alice"), register(&server, "bob"));
    let (root, entered) = log_in(&server, "root", "correct horse");
    assert!(matches!(entered, Event::Entered { .. }));
    let mut outsiders = [server.client("carol"), register(&server, "dave"), root];
    let private = chat(&mut alice, &mut bob, r#","private":true"#);
    let public = chat(&mut alice, &mut bob, "");
    let tell = format!(r#""do":"tell","to":"bob","text":"{SECRET}""#);
    assert_eq!(alice.ask("tell", &tell), Event::Ok);
    // A spectator of the public game cannot read its players' chat either.
    let watch = format!(r#""do":"watch","game":{public}"#);
    assert_eq!(outsiders[0].ask("watch", &watch), Event::Ok);
    let attempts = attempts(private, public);
    for round in 0..2 {
        for outsider in &mut outsiders {
            let received = pry(outsider, &attempts);
            assert!(!received.contains(SECRET), "{received}");
            assert!(!received.contains(&private.to_string()), "round {round}: {received}");
        }
        let resign = format!(r#""do":"resign","game":{private}"#);
        let _ = alice.ask(&format!("resign-{round}"), &resign);
    }
    for path in ["/api/users/alice/games".to_owned(), format!("/api/games/{private}/record")] {
        let (_, body) = get(server.http, &path);
        assert!(!body.contains(&format!(r#""game":{private}"#)), "{body}");
    }
    let received = pry(&mut bob, &attempts);
    assert!(
        received.contains(SECRET) && received.contains(&private.to_string()),
        "it is there: {received}"
    );
}

#[test]
fn a_password_that_was_forgotten_is_reset_on_the_servers_machine() {
    let folder = TempDir::new().unwrap();
    let mut server = TestServer::with(config(folder.path()));
    let mut alice = register(&server, "alice");
    let Event::Token { token, .. } = alice.ask("token", r#""do":"token""#) else {
        panic!("no token")
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let reset = |user| runtime.block_on(operator::reset_password(folder.path(), &name(user)));
    assert!(reset("alice").is_err(), "the server runs");
    server.stop();
    assert_eq!(reset("bob").unwrap(), None);
    let password = reset("alice").unwrap().unwrap();
    let server = TestServer::with(config(folder.path()));
    let denied = willow_protocol::ErrorCode::Denied;
    assert_eq!(code(log_in(&server, "alice", "correct horse").1), denied);
    assert!(matches!(log_in(&server, "alice", &password).1, Event::Entered { .. }));
    let mut old = Client::connect(server.address);
    let resume = format!(r#""do":"resume","token":"{token}""#);
    assert_eq!(code(old.ask("1", &resume)), denied, "tokens have ended, too");
}
