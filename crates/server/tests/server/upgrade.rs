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
        for (game, moves) in [(1, "f5d6c3d3c4"), (2, "f5f6e6")] {
            let record = server.get(&format!("/api/games/{game}/record")).text();
            assert_eq!(record.trim_end(), moves, "{start}");
        }
        let games = alice.ask(r#""do":"history""#);
        assert!(matches!(&games, Event::History { games, .. } if games.len() == 2), "{games:?}");
        let archive: Value = server.get("/api/archive").json();
        assert!(2 <= archive["games"].as_array().unwrap().len(), "{archive}");
        let carol =
            server.log_in("carol", PASSWORD).0.ask(r#""do":"tell","name":"alice","text":"hello""#);
        assert!(
            matches!(carol, Event::Error { .. }),
            "{start}: alice has blocked carol: {carol:?}"
        );
        server.restart();
    }
}
