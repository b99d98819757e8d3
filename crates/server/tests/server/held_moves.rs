//! A move that is held in a pair in lock-step is no secret that any interface tells.

use willow_protocol::{Event, GameId};

use crate::support::{Client, TestServer};

/// Everything that can be asked about a game without being its player.
fn asked(server: &TestServer, client: &mut Client, game: GameId) -> String {
    let mut seen = String::new();
    let commands = [
        format!(r#""do":"board","game":{game}"#),
        format!(r#""do":"moves","game":{game}"#),
        format!(r#""do":"record","game":{game},"format":"ggf""#),
        format!(r#""do":"record","game":{game},"format":"transcript""#),
        format!(r#""do":"sync","room":"game/{game}","after":0"#),
        r#""do":"games""#.to_owned(),
        r#""do":"history","name":"alice""#.to_owned(),
    ];
    for notice in commands.iter().flat_map(|command| client.ask_and_hear(command)) {
        seen += &serde_json::to_string(&notice).unwrap();
    }
    for path in [
        format!("/api/games/{game}"),
        format!("/api/games/{game}/record?format=ggf"),
        format!("/api/games/{game}/record?format=transcript"),
        format!("/api/games/{game}/moves"),
        "/api/games".to_owned(),
        "/api/users/alice/games".to_owned(),
        "/api/archive?player=alice".to_owned(),
    ] {
        seen += &server.get(&path).text();
    }
    seen
}

/// The squares of the move as all formats write it, and what tells a player the own move.
fn tells(seen: &str) -> bool {
    let ways = [
        r#""moves":["f5""#,
        r#""move":"f5""#,
        "B[f5",
        "B[F5",
        r#""text":"f5"#,
        "own_move",
        "OX------XXX",
    ];
    ways.iter().any(|way| seen.contains(way))
}

#[test]
fn no_api_tells_a_move_that_is_held() {
    let server = TestServer::start();
    let [mut alice, mut bob, mut carol] = ["alice", "bob", "carol"].map(|it| server.client(it));
    let game = alice.play(&mut bob, r#","synchro":true,"lockstep":true"#);
    let Event::State(state) = alice.ask(&format!(r#""do":"board","game":{game}"#)) else {
        panic!("no state")
    };
    let twin = state.summary.twin.unwrap();
    for game in [game, twin] {
        let watch = format!(r#""do":"watch","game":{game}"#);
        carol.ok(&watch);
    }
    let play = format!(r#""do":"move","game":{game},"move":"f5""#);
    alice.ok(&play);
    for client in [&mut bob, &mut carol] {
        let seen = asked(&server, client, game);
        assert!(!tells(&seen), "{seen}");
        assert!(seen.contains(r#""event":"held""#), "{seen}");
    }
    let mine = alice.ask(&format!(r#""do":"board","game":{game}"#));
    assert!(matches!(mine, Event::State(state) if state.details.own_move.is_some()));
    let answer = format!(r#""do":"move","game":{twin},"move":"d3""#);
    bob.ok(&answer);
    for client in [&mut bob, &mut carol] {
        let seen = asked(&server, client, game);
        assert!(tells(&seen), "{seen}");
    }
}
