//! Two users meet, chat and play.

use std::collections::BTreeSet;

use willow_board::DiscDiff;
use willow_protocol::{EndKind, ErrorCode, Event, GameId, Room, RoomSnapshot};

use crate::support::{Client, TestServer, code, name};

/// Starts a game of two guests, the first with Black.
fn started_game(server: &TestServer) -> (Client, Client, GameId) {
    let (mut black, mut white) = (server.client("alice"), server.client("bob"));
    let game = black.play(&mut white, r#","clock":"5+3""#);
    (black, white, game)
}

#[test]
fn all_users_read_the_lobby_and_only_the_recipient_a_private_message() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let mut carol = server.client("carol");
    alice.send(r#"{"do":"tell","to":"bob","text":"psst"}"#);
    let told = bob.wait_for(|event| matches!(event, Event::Told { .. }));
    assert!(matches!(told.event, Event::Told { from, .. } if from == name("alice")));
    alice.ok(r#""do":"say","text":"hello""#);
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
    black.ok(r#""do":"move","move":"f5""#);
    let moved = white.wait_for(|event| matches!(event, Event::Moved { .. }));
    assert!(matches!(moved.event, Event::Moved { ply: 1, .. }));
    white.ok(&format!(r#""do":"move","game":{game},"move":"d6""#));
    black.ok(r#""do":"resign""#);
    let ended = white.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Ended(end) = ended.event else { unreachable!() };
    assert_eq!((end.reason, end.result), (EndKind::Resigned, Some(DiscDiff::MIN)));
}

#[test]
fn an_illegal_move_changes_nothing_and_has_a_reason() {
    let server = TestServer::start();
    let (mut black, mut white, game) = started_game(&server);
    let moves = |square| format!(r#""do":"move","game":{game},"move":"{square}""#);
    assert_eq!(white.refused(&moves("f5")), ErrorCode::NotYourTurn);
    assert_eq!(black.refused(&moves("a1")), ErrorCode::Illegal);
    assert_eq!(black.refused(&moves("pass")), ErrorCode::Illegal);
    let late = format!(r#"{},"ply":4"#, moves("f5"));
    assert_eq!(black.refused(&late), ErrorCode::WrongPly);
    let mut visitor = server.client("mallory");
    assert_eq!(visitor.refused(&moves("f5")), ErrorCode::Forbidden);
    assert_eq!(visitor.refused(r#""do":"resign","game":99"#), ErrorCode::NoSuchGame);
    let Event::State(state) = black.ask(r#""do":"board""#) else { panic!("no state") };
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
            _ if notice.room == Some(Room::Game(game)) => numbers.extend(notice.number),
            _ => {}
        }
    }
    black.ok(r#""do":"move","move":"f5""#);
}

#[test]
fn a_game_goes_on_after_a_restart_and_its_rooms_are_read_for_ever() {
    let mut server = TestServer::start();
    let (mut black, mut white, game) = started_game(&server);
    let mut carol = server.client("carol");
    carol.ok(&format!(r#""do":"watch","game":{game}"#));
    for (client, text) in [(&mut black, "good luck"), (&mut white, "and you"), (&mut carol, "e6!")]
    {
        client.ok(&format!(r#""do":"gsay","game":{game},"text":"{text}""#));
    }
    black.ok(r#""do":"move","move":"f5""#);
    server.restart();
    let [mut white, carol] = [white, carol].map(|client| client.again(server.address));
    white.ok(&format!(r#""do":"move","game":{game},"move":"d6""#));
    let Event::State(state) = white.ask(r#""do":"board""#) else { panic!("no state") };
    assert_eq!(state.moves.len(), 2);
    assert!(state.clocks.black.is_some_and(|left| left > 290_000), "{:?}", state.clocks);
    white.ok(r#""do":"resign""#);
    server.restart();
    let [mut white, mut carol] = [white, carol].map(|client| client.again(server.address));
    let read = |client: &mut Client, room: &str, after: u64| {
        client.ask(&format!(r#""do":"sync","room":"{room}/{game}","after":{after}"#))
    };
    let board = snapshot(read(&mut carol, "game", 0));
    let state = board.game.unwrap();
    assert_eq!((state.moves.len(), state.summary.end.unwrap().result), (2, Some(DiscDiff::MAX)));
    assert_eq!(board.last, board.recent.len() as u64, "with every event and its time");
    assert!(matches!(read(&mut carol, "game", board.last), Event::Synced { .. }));
    let said = |event: Event| -> Vec<String> {
        let texts = snapshot(event).recent.into_iter().map(|notice| match notice.event {
            Event::Said { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        });
        texts.collect()
    };
    assert_eq!(said(read(&mut white, "players", 0)), ["good luck", "and you"]);
    assert_eq!(said(read(&mut white, "watchers", 0)), ["e6!"]);
    assert_eq!(code(read(&mut carol, "players", 0)), ErrorCode::Forbidden);
    white.ok(r#""do":"mute","name":"carol""#);
    assert!(said(read(&mut white, "watchers", 0)).is_empty(), "muted in every room");
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
    let game = white.offer();
    white.send(&format!(r#"{{"do":"join","game":{game}}}"#));
    let started = white.wait_for(|event| matches!(event, Event::Started(_)));
    let ended = white.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Ended(end) = ended.event else { unreachable!() };
    assert_eq!((end.reason, end.result), (EndKind::Timeout, Some(DiscDiff::MIN)));
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
                assert_eq!(end.result, game.outcome().map(|outcome| outcome.result));
                break;
            }
            _ => {}
        }
    }
}
