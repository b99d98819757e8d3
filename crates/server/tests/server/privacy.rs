//! Private rooms and games are private: other users try to read them.

use std::fmt::Write;

use willow_protocol::{Event, GameId};

use crate::support::{Client, PASSWORD, TestServer};

/// The private messages.
const SECRET: &str = "xyzzy";

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

/// Sends all these commands, and returns all that the client receives. A refusal repeats the request.
fn pry(client: &mut Client, attempts: &[String]) -> String {
    let mut received = String::new();
    for notice in attempts.iter().flat_map(|attempt| client.ask_and_hear(attempt)) {
        if !matches!(notice.event, Event::Error { .. }) {
            let _ = writeln!(received, "{notice:?}");
        }
    }
    received
}

/// Starts a game of two users with these terms, the first with Black, and lets them chat.
fn chat(black: &mut Client, white: &mut Client, terms: &str) -> GameId {
    let game = black.play(white, terms);
    for client in [black, white] {
        client.ok(&format!(r#""do":"gsay","game":{game},"text":"{SECRET}""#));
    }
    game
}

#[test]
fn no_other_user_reads_private_events() {
    let server = TestServer::start().with_admin();
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    let (root, entered) = server.log_in("root", PASSWORD);
    assert!(matches!(entered, Event::Entered { .. }));
    let mut outsiders = [server.client("carol"), server.register("dave"), root];
    let private = chat(&mut alice, &mut bob, r#","private":true"#);
    let public = chat(&mut alice, &mut bob, "");
    let tell = format!(r#""do":"tell","to":"bob","text":"{SECRET}""#);
    alice.ok(&tell);
    // A spectator of the public game cannot read its players' chat either.
    let watch = format!(r#""do":"watch","game":{public}"#);
    outsiders[0].ok(&watch);
    let attempts = attempts(private, public);
    for round in 0..2 {
        for outsider in &mut outsiders {
            let received = pry(outsider, &attempts);
            assert!(!received.contains(SECRET), "{received}");
            assert!(!received.contains(&private.to_string()), "round {round}: {received}");
        }
        let resign = format!(r#""do":"resign","game":{private}"#);
        let _ = alice.ask(&resign);
    }
    for path in ["/api/users/alice/games".to_owned(), format!("/api/games/{private}/record")] {
        let body = server.get(&path).text();
        assert!(!body.contains(&format!(r#""game":{private}"#)), "{body}");
    }
    let received = pry(&mut bob, &attempts);
    assert!(
        received.contains(SECRET) && received.contains(&private.to_string()),
        "it is there: {received}"
    );
}
