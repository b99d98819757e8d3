//! Pairs in lock-step, games with komi, offered results and adjourned games, over sockets and HTTP.

use willow_protocol::{ErrorCode, Event, GameId};

use crate::http::get;
use crate::support::{Client, TestServer, code};

/// A client that speaks version 2.
fn newest(server: &TestServer, name: &str) -> Client {
    let mut client = server.client(name);
    assert_eq!(client.ask("v", r#""do":"protocol","version":2"#), Event::Ok);
    client
}

/// Begins a game of alice, who has Black in the first one, and bob.
fn begin(alice: &mut Client, bob: &mut Client, terms: &str) -> GameId {
    assert_eq!(alice.ask("new", &format!(r#""do":"challenge","name":"bob",{terms}"#)), Event::Ok);
    let game = bob.offer();
    assert_eq!(bob.ask("join", &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    game
}

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
    for (id, command) in commands.iter().enumerate() {
        client.send(&format!(r#"{{"id":"q{id}",{command}}}"#));
        loop {
            let notice = client.next();
            seen += &serde_json::to_string(&notice).unwrap();
            if notice.id.is_some_and(|it| it.as_str() == format!("q{id}")) {
                break;
            }
        }
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
        seen += &get(server.http, &path).1;
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
    let [mut alice, mut bob, mut carol] = ["alice", "bob", "carol"].map(|it| newest(&server, it));
    let terms = r#""color":"black","synchro":true,"lockstep":true"#;
    let game = begin(&mut alice, &mut bob, terms);
    let Event::State(state) = alice.ask("b", &format!(r#""do":"board","game":{game}"#)) else {
        panic!("no state")
    };
    let twin = state.summary.twin.unwrap();
    for game in [game, twin] {
        let watch = format!(r#""do":"watch","game":{game}"#);
        assert_eq!(carol.ask("w", &watch), Event::Ok);
    }
    let play = format!(r#""do":"move","game":{game},"move":"f5""#);
    assert_eq!(alice.ask("m", &play), Event::Ok);
    for client in [&mut bob, &mut carol] {
        let seen = asked(&server, client, game);
        assert!(!tells(&seen), "{seen}");
        assert!(seen.contains(r#""event":"held""#), "{seen}");
    }
    let mine = alice.ask("b", &format!(r#""do":"board","game":{game}"#));
    assert!(matches!(mine, Event::State(state) if state.details.own_move.is_some()));
    let answer = format!(r#""do":"move","game":{twin},"move":"d3""#);
    assert_eq!(bob.ask("m", &answer), Event::Ok);
    for client in [&mut bob, &mut carol] {
        let seen = asked(&server, client, game);
        assert!(tells(&seen), "{seen}");
    }
}

#[test]
fn nobody_moves_before_the_bids_in_a_game_with_komi() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (newest(&server, "alice"), server.client("bob"));
    let offer = r#""do":"challenge","name":"bob","komi":true"#;
    assert_eq!(alice.ask("new", offer), Event::Ok);
    let offered = bob.wait_for(|event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered.event else { unreachable!() };
    assert!(offer.terms.komi);
    let game = offer.game;
    assert_eq!(bob.ask("join", &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    let early = bob.ask("1", &format!(r#""do":"move","game":{game},"move":"f5""#));
    assert_eq!(code(early), ErrorCode::NotNow);
    let bid = format!(r#""do":"bid","game":{game},"square":"f5","value":"0""#);
    assert_eq!(bob.ask("2", &bid), Event::Ok);
    assert_eq!(alice.ask("2", &bid), Event::Ok);
    bob.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
}
