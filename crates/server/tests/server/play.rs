//! Two users meet, chat and play.

use std::collections::BTreeSet;

use willow_protocol::{EndKind, ErrorCode, Event, RoomSnapshot};

use crate::support::{Client, TestServer, code, config, name};

/// Starts a game of two guests, the first with Black.
fn started_game(server: &TestServer) -> (Client, Client, u64) {
    let (mut black, mut white) = (server.client("alice"), server.client("bob"));
    black.send(r#"{"do":"new","clock":"5+3","color":"black"}"#);
    let offer = white.offer();
    white.send(&format!(r#"{{"do":"join","game":{}}}"#, offer.0));
    assert_eq!(black.game(), offer);
    white.game();
    (black, white, offer.0)
}

#[test]
fn all_users_read_the_lobby_and_only_the_recipient_a_private_message() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let mut carol = server.client("carol");
    alice.send(r#"{"do":"tell","to":"bob","text":"psst"}"#);
    let told = bob.wait_for(|event| matches!(event, Event::Told { .. }));
    assert!(matches!(told.event, Event::Told { from, .. } if from == name("alice")));
    assert_eq!(alice.ask("1", r#""do":"say","text":"hello""#), Event::Ok);
    for client in [&mut bob, &mut carol] {
        let said =
            client.wait_for(|event| matches!(event, Event::Said { .. } | Event::Told { .. }));
        assert!(matches!(said.event, Event::Said { text, .. } if text.as_str() == "hello"));
        assert_eq!(said.number, Some(1));
    }
}

#[test]
fn a_game_is_offered_joined_played_and_resigned() {
    let server = TestServer::start();
    let (mut black, mut white, game) = started_game(&server);
    assert_eq!(black.ask("1", r#""do":"move","move":"f5""#), Event::Ok);
    let moved = white.wait_for(|event| matches!(event, Event::Moved { .. }));
    assert!(matches!(moved.event, Event::Moved { ply: 1, .. }));
    assert_eq!(white.ask("1", &format!(r#""do":"move","game":{game},"move":"d6""#)), Event::Ok);
    assert_eq!(black.ask("2", r#""do":"resign""#), Event::Ok);
    let ended = white.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Ended(end) = ended.event else { unreachable!() };
    assert_eq!((end.reason, end.result), (EndKind::Resigned, Some(-64)));
}

#[test]
fn hundreds_of_spectators_see_every_move_until_they_leave() {
    let server = TestServer::start();
    let (mut black, mut white, game) = started_game(&server);
    let mut crowd: Vec<Client> = (0..300).map(|n| server.client(&format!("fan-{n}"))).collect();
    let watch = format!(r#""do":"watch","game":{game}"#);
    for spectator in &mut crowd {
        assert_eq!(spectator.ask("1", &watch), Event::Ok);
    }
    assert_eq!(black.ask("1", r#""do":"move","move":"f5""#), Event::Ok);
    for spectator in &mut crowd {
        spectator.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
    }
    let stayed = crowd.split_off(150);
    for spectator in &mut crowd {
        assert_eq!(spectator.ask("2", &format!(r#""do":"leave","game":{game}"#)), Event::Ok);
    }
    assert_eq!(white.ask("1", &format!(r#""do":"move","game":{game},"move":"d6""#)), Event::Ok);
    for mut spectator in stayed {
        spectator.wait_for(|event| matches!(event, Event::Moved { ply: 2, .. }));
    }
    for spectator in &mut crowd {
        spectator.send(r#"{"do":"ping"}"#);
        let received =
            spectator.wait_for(|event| matches!(event, Event::Moved { .. } | Event::Pong));
        assert_eq!(received.event, Event::Pong, "who has left sees no more moves");
    }
}

#[test]
fn an_illegal_move_changes_nothing_and_has_a_reason() {
    let server = TestServer::start();
    let (mut black, mut white, game) = started_game(&server);
    let code = |event| match event {
        Event::Error { code, .. } => code,
        other => panic!("{other:?}"),
    };
    let moves = |square| format!(r#""do":"move","game":{game},"move":"{square}""#);
    assert_eq!(code(white.ask("1", &moves("f5"))), ErrorCode::NotYourTurn);
    assert_eq!(code(black.ask("2", &moves("a1"))), ErrorCode::Illegal);
    assert_eq!(code(black.ask("3", &moves("pass"))), ErrorCode::Illegal);
    let late = format!(r#"{},"ply":4"#, moves("f5"));
    assert_eq!(code(black.ask("4", &late)), ErrorCode::WrongPly);
    let mut visitor = server.client("mallory");
    assert_eq!(code(visitor.ask("5", &moves("f5"))), ErrorCode::Forbidden);
    assert_eq!(code(visitor.ask("6", r#""do":"resign","game":99"#)), ErrorCode::NoSuchGame);
    let Event::State(state) = black.ask("7", r#""do":"board""#) else { panic!("no state") };
    assert_eq!(state.moves, []);
}

#[test]
fn a_client_that_comes_back_gets_what_it_missed_and_goes_on() {
    let server = TestServer::start();
    let (black, mut white, game) = started_game(&server);
    let token = black.token.clone().unwrap();
    drop(black);
    white.wait_for(|event| matches!(event, Event::Gone { .. }));
    let mut black = Client::connect(server.address);
    black.send(&format!(r#"{{"do":"resume","token":"{token}"}}"#));
    white.wait_for(|event| matches!(event, Event::Back { .. }));
    black.send(&format!(r#"{{"id":"s","do":"sync","room":"game/{game}","after":1}}"#));
    // New events since the reconnection may be sent twice: numbers tell.
    let mut numbers = BTreeSet::new();
    loop {
        let notice = black.next();
        match notice.event {
            Event::Synced { last, .. } => {
                assert_eq!(numbers, (2..=last).collect());
                break;
            }
            _ => numbers.extend(notice.number.filter(|_| {
                notice.room.is_some_and(|room| room.game().is_some_and(|id| id.0 == game))
            })),
        }
    }
    assert_eq!(black.ask("1", r#""do":"move","move":"f5""#), Event::Ok);
}

#[test]
fn the_server_goes_on_where_it_stopped() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut server = TestServer::with(config(folder.path()));
    let (mut black, mut white, game) = started_game(&server);
    assert_eq!(black.ask("1", r#""do":"move","move":"f5""#), Event::Ok);
    assert_eq!(white.ask("1", r#""do":"say","text":"see you""#), Event::Ok);
    let token = white.token.clone().unwrap();
    server.stop();
    let server = TestServer::with(config(folder.path()));
    let mut white = Client::connect(server.address);
    white.send(&format!(r#"{{"do":"resume","token":"{token}"}}"#));
    white.wait_for(|event| matches!(event, Event::Entered { .. }));
    assert_eq!(white.ask("2", &format!(r#""do":"move","game":{game},"move":"d6""#)), Event::Ok);
    let Event::State(state) = white.ask("3", r#""do":"board""#) else { panic!("no state") };
    assert_eq!(state.moves.len(), 2);
    assert!(state.clocks.black.is_some_and(|left| left > 290_000), "{:?}", state.clocks);
    white.send(r#"{"do":"sync","room":"lobby","after":0}"#);
    let said = white.wait_for(|event| matches!(event, Event::Said { .. }));
    assert!(matches!(said.event, Event::Said { text, .. } if text.as_str() == "see you"));
}

#[test]
fn the_rooms_of_a_game_that_is_over_are_read_for_ever() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut server = TestServer::with(config(folder.path()));
    let (mut black, mut white, game) = started_game(&server);
    let mut carol = server.client("carol");
    assert_eq!(carol.ask("1", &format!(r#""do":"watch","game":{game}"#)), Event::Ok);
    for (client, text) in [(&mut black, "good luck"), (&mut white, "and you"), (&mut carol, "e6!")]
    {
        let say = format!(r#""do":"gsay","game":{game},"text":"{text}""#);
        assert_eq!(client.ask("2", &say), Event::Ok);
    }
    assert_eq!(black.ask("3", r#""do":"move","move":"f5""#), Event::Ok);
    assert_eq!(white.ask("3", r#""do":"resign""#), Event::Ok);
    server.stop();
    let server = TestServer::with(config(folder.path()));
    let [mut white, mut carol] = [white, carol].map(|client| client.again(server.address));
    let read = |client: &mut Client, id: &str, room: &str, after: u64| {
        client.ask(id, &format!(r#""do":"sync","room":"{room}/{game}","after":{after}"#))
    };
    let board = snapshot(read(&mut carol, "4", "game", 0));
    let state = board.game.unwrap();
    assert_eq!((state.moves.len(), state.summary.end.unwrap().result), (1, Some(64)));
    assert_eq!(board.last, board.recent.len() as u64, "with every event and its time");
    assert!(matches!(read(&mut carol, "5", "game", board.last), Event::Synced { .. }));
    let said = |event: Event| -> Vec<String> {
        let texts = snapshot(event).recent.into_iter().map(|notice| match notice.event {
            Event::Said { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        });
        texts.collect()
    };
    assert_eq!(said(read(&mut white, "4", "players", 0)), ["good luck", "and you"]);
    assert_eq!(said(read(&mut white, "5", "watchers", 0)), ["e6!"]);
    assert_eq!(code(read(&mut carol, "6", "players", 0)), ErrorCode::Forbidden);
    assert_eq!(white.ask("6", r#""do":"mute","name":"carol""#), Event::Ok);
    assert!(said(read(&mut white, "7", "watchers", 0)).is_empty(), "muted in every room");
}

/// Returns the snapshot of a room.
fn snapshot(event: Event) -> RoomSnapshot {
    match event {
        Event::Snapshot(snapshot) => snapshot,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_flag_falls_without_anybody_looking() {
    let server = TestServer::start();
    let (mut black, mut white) = (server.client("alice"), server.client("bob"));
    black.send(r#"{"do":"challenge","name":"bob","clock":"100ms","color":"black"}"#);
    let offer = white.offer();
    white.send(&format!(r#"{{"do":"join","game":{}}}"#, offer.0));
    let started = white.wait_for(|event| matches!(event, Event::Started(_)));
    let ended = white.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Ended(end) = ended.event else { unreachable!() };
    assert_eq!((end.reason, end.result), (EndKind::Timeout, Some(-64)));
    let late = ended.time - started.time - 100;
    assert!(late < 50, "the flag fell {late} ms late");
}

#[test]
fn a_bot_of_the_house_plays_a_whole_game() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    alice.send(r#"{"do":"challenge","name":"willow-1","clock":"5+3","color":"black"}"#);
    let started = alice.wait_for(|event| matches!(event, Event::Started(_)));
    let Event::Started(state) = started.event else { unreachable!() };
    let mut game = willow_board::Game::from_position(state.initial);
    loop {
        let black = game.position().side_to_move() == willow_board::Color::Black;
        if let (true, Some(square)) = (black, game.position().legal_moves().into_iter().next()) {
            alice.send(&format!(r#"{{"do":"move","move":"{square}"}}"#));
        }
        match alice.next().event {
            Event::Moved { mv, .. } => game.play(mv).unwrap(),
            Event::Ended(end) => {
                assert_eq!(end.reason, EndKind::Finished);
                assert_eq!(end.result, game.outcome().map(|outcome| outcome.result.value()));
                break;
            }
            _ => {}
        }
    }
}
