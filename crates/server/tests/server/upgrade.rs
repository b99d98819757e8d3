//! A database of the last version, `fixtures/0.2.0.db.gz`: three accounts with the password of all tests, a game that
//! bob has resigned, one of days whose clock may have run out since, chat, a block, and an imported game. A release
//! adds the database of the version before it; CONTRIBUTING.md says how.

use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;
use willow_protocol::Event;

use crate::support::{PASSWORD, TestServer};

const LAST: &[u8] = include_bytes!("../fixtures/0.2.0.db.gz");

fn upgraded() -> TestServer {
    let mut database = Vec::new();
    GzDecoder::new(LAST).read_to_end(&mut database).unwrap();
    TestServer::configured(|config| fs::write(config.data.join("willow.db"), database).unwrap())
}

#[test]
fn a_server_goes_on_with_the_data_of_the_last_version() {
    let mut server = upgraded();
    for start in ["first", "second"] {
        let (mut alice, entered) = server.log_in("alice", PASSWORD);
        assert!(matches!(entered, Event::Entered { .. }), "{start}: {entered:?}");
        let resigned = server.get("/api/games/1/record").text();
        assert!(resigned.contains("B[f5]W[d6]B[c3]W[d3]B[c4]"), "{start}: {resigned}");
        let of_days = server.get("/api/games/2/record").text();
        assert!(of_days.contains("B[f5]W[f6]B[e6]"), "{start}: {of_days}");
        let games = alice.ask(r#""do":"history""#);
        assert!(matches!(&games, Event::History { games, .. } if games.len() == 2), "{games:?}");
        let archive: Value = server.get("/api/archive").json();
        assert!(3 <= archive["games"].as_array().unwrap().len() + 1, "{archive}");
        let carol = server.log_in("carol", PASSWORD).0.ask(r#""do":"tell","name":"alice","text":"hello""#);
        assert!(matches!(carol, Event::Error { .. }), "{start}: alice has blocked carol: {carol:?}");
        server.restart();
    }
}
