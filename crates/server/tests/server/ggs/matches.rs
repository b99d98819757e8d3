//! Matches of every type between clients of GGS and of the protocol.

use willow_board::{Color, Move};
use willow_ggs::{Event, Komi, MatchEnd, MatchId, TimeOut};
use willow_protocol::{EndKind, Event as Notice};

use super::{GgsClient, start, token};
use crate::support::Client;

/// Waits for the end of a game in the protocol.
fn end(client: &mut Client) -> willow_protocol::GameEnd {
    let ended = client.wait_for(|event| matches!(event, Notice::Ended(_)));
    let Notice::Ended(end) = ended.event else { unreachable!() };
    end
}

#[test]
fn somebody_in_a_browser_plays_against_a_client_of_ggs() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut edax = GgsClient::guest(address, "edax");
    let request = edax.asks("tell /os ask 8b 5//2 bob", "/os: + ");
    let offer = bob.offer();
    let id = format!(".{offer}");
    assert_eq!(
        request,
        format!("/os: + {id:>4} 1500.0 edax     05:00//02:00       8b U 1500.0 bob")
    );
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    let line = edax.says("/os: + match ");
    assert_eq!(line, format!("/os: + match .{offer} 1500 edax 1500 bob 8b U"));
    let joined = edax.joined();
    let (id, seats) = (joined.id, joined.now.seats.each_ref());
    assert_eq!((seats[0].name.as_str(), seats[1].name.as_str()), ("edax", "bob"));
    assert_eq!(seats[0].clock.to_string(), "04:59,0:0//02:00,0:0", "the clock runs at once");
    assert_eq!(seats[1].clock.to_string(), "05:00,0:0//02:00,0:0");
    edax.says("/os: - "); // the request
    edax.play(id, "F5/1.50/0.3");
    assert_eq!(edax.updated().played.mv, Move::Place(willow_board::Square::F5));
    bob.wait_for(|event| matches!(event, Notice::Moved { ply: 1, .. }));
    bob.ok(r#""do":"move","move":"d6""#);
    let update = edax.updated();
    assert_eq!((update.number, update.now.position.side_to_move()), (2, Color::Black));
    edax.play(id, "a1");
    edax.says(&format!("/os: error {id} illegal move"));
    edax.play(id, "D6/1/1/1");
    edax.says(&format!("/os: error {id} corrupt move"));
    edax.send(&format!("tell /os resign {id}"));
    let (line, result, archive) = edax.match_end();
    assert_eq!((line.names[0].as_str(), result, archive), ("edax", MatchEnd::Result(-64.0), None));
    assert_eq!(end(&mut bob).reason, EndKind::Resigned);
    let record = edax.asks(&format!("tell /os look {id}"), "/os: look");
    assert!(record.contains("|1 (;GM[Othello]") && record.contains("B[f5"), "{record}");
}

#[test]
fn a_request_to_everybody_and_a_bot_of_the_house_are_played() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut ntest = GgsClient::guest(address, "ntest");
    bob.ok(r#""do":"new","clock":"5:00//2:00","color":"white""#);
    let request = ntest.request();
    assert_eq!((request.name.as_str(), request.kind.to_string()), ("bob", "8w".to_owned()));
    ntest.send(&format!("tell /os accept {}", request.id));
    let joined = ntest.joined();
    assert_eq!(joined.now.seats[0].name, "ntest");
    ntest.send(&format!("tell /os abort {}", joined.id));
    assert_eq!(ntest.match_end().1, MatchEnd::Aborted);
    ntest.send("tell /os ask 8b 5 willow-1");
    let id = ntest.joined().id;
    ntest.play(id, "f5");
    ntest.updated();
    assert_eq!(ntest.updated().number, 2, "the bot moves");
}

/// Plays all moves of a game for one side, the first legal one each time.
fn play_to_the_end(client: &mut GgsClient, name: &str, id: MatchId) -> MatchEnd {
    loop {
        let event = client.until(|event| match event {
            Event::Updated(_) | Event::Joined(_) | Event::MatchEnded { .. } => Some(event.clone()),
            _ => None,
        });
        let now = match event {
            Event::Updated(game) => game.now,
            Event::Joined(game) => game.now,
            Event::MatchEnded { end, .. } => return end,
            _ => unreachable!(),
        };
        let side = now.position.side_to_move();
        let is_mine = now.seats[side.index()].name == name;
        let legal = now.position.legal_moves();
        if is_mine && !now.position.is_game_over() {
            // As programs do, which play their passes themselves.
            let mv = legal.into_iter().next().map_or("PA".to_owned(), |it| it.to_string());
            client.play(id, &mv);
        }
    }
}

#[test]
fn two_clients_of_ggs_play_a_whole_game_with_passes() {
    let (_server, address) = start();
    let mut alice = GgsClient::guest(address, "alice");
    let mut carol = GgsClient::guest(address, "carol");
    alice.send("tell /os ask 8b 5//2 carol");
    let request = carol.request();
    carol.send(&format!("tell /os accept {}", request.id));
    let id = MatchId::of_match(request.id.0);
    let thread = std::thread::spawn(move || play_to_the_end(&mut carol, "carol", id));
    let one = play_to_the_end(&mut alice, "alice", id);
    let other = thread.join().unwrap();
    assert!(matches!(one, MatchEnd::Result(_)), "{one:?}");
    assert_eq!(one, other, "both hear the same from the view of the first");
}

#[test]
fn a_rated_pair_is_played_in_lock_step_with_chat_and_a_spectator() {
    let (server, address) = start();
    let (mut bob, mut alice) = (server.register("bob"), server.register("alice"));
    let password = token(&mut alice);
    drop(alice);
    let mut alice = GgsClient::enter(address, "alice", &password);
    let mut carol = GgsClient::guest(address, "carol");
    alice.send("tell /os rated +");
    alice.send("tell /os ask s8r20 5//2 bob");
    let offer = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    assert!(alice.says("+ match ").ends_with("s8r20 R"));
    let [first, second] = [alice.joined(), alice.joined()];
    assert_eq!((first.id.game, second.id.game), (Some(0), Some(1)));
    assert_eq!(first.now.position, second.now.position);
    assert_eq!(first.now.seats[0].name, second.now.seats[1].name, "the colours are exchanged");
    assert_eq!(first.now.position.board().occupied().count(), 20);
    carol.send(&format!("tell /os watch + .{offer}"));
    assert_eq!([carol.joined().id, carol.joined().id], [first.id, second.id]);
    let own = if first.now.seats[first.now.position.side_to_move().index()].name == "alice" {
        &first
    } else {
        &second
    };
    let square = own.now.position.legal_moves().into_iter().next().unwrap();
    alice.play(own.id, &square.to_string());
    let update = alice.updated();
    assert_eq!((update.id, update.played.mv), (own.id, Move::Place(square)), "shown at once");
    alice.play(own.id, &square.to_string());
    alice.says("wrong game!");
    let other = if own.id == first.id { &second } else { &first };
    let twin = bob.wait_for(|event| matches!(event, Notice::Held { .. }));
    let held = twin.room.and_then(willow_protocol::Room::game).unwrap();
    let games = [offer.0, bob_other(&mut bob, offer.0)];
    let free = games.into_iter().find(|game| *game != held.0).unwrap();
    bob.ok(&format!(r#""do":"move","game":{free},"move":"{square}""#));
    assert_eq!(alice.updated().id, other.id, "the other's move comes, one's own does not again");
    assert_eq!(carol.updated().number, 1);
    bob.ok(&format!(r#""do":"gsay","game":{offer},"text":"good luck"#).replace("luck", "luck\""));
    assert!(alice.says("good luck").starts_with(&format!("/os: .{offer} P 1500 bob:")));
    alice.send(&format!("tell /os tell .{offer} thanks: 5$ ä"));
    bob.wait_for(
        |event| matches!(event, Notice::Said { text, .. } if text.as_str() == "thanks: 5$ ä"),
    );
    alice.send(&format!("tell /os resign {}", first.id));
    for client in [&mut alice, &mut carol] {
        let (line, result, archive) = client.match_end();
        let expected = if line.names[0] == "alice" { -64.0 } else { 64.0 };
        assert_eq!((result, archive), (MatchEnd::Result(expected), None));
        assert_eq!(line.flag.letter(), 'U', "it was given up before it counted");
    }
}

/// Returns the other game of a pair.
fn bob_other(bob: &mut Client, game: u64) -> u64 {
    let Notice::State(state) = bob.ask(&format!(r#""do":"board","game":{game}"#)) else {
        panic!("no state")
    };
    state.summary.twin.unwrap().0
}

#[test]
fn komi_is_bid_with_the_first_move() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut alice = GgsClient::guest(address, "alice");
    alice.send("tell /os ask 8k 5//2 bob");
    let offer = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    let joined = alice.joined();
    assert!(joined.now.is_bidding && joined.komi == Komi::Unknown);
    alice.play(joined.id, "f5/2.08");
    bob.ok(&format!(r#""do":"bid","game":{offer},"square":"d3","value":"0""#));
    let joined = alice.joined();
    assert_eq!((joined.komi, joined.now.is_bidding), (Komi::Discs(1.04), false));
    assert_eq!((joined.now.seats[0].name.as_str(), joined.moves.len()), ("alice", 1));
    bob.ok(&format!(r#""do":"resign","game":{offer}"#));
    let (line, result, _) = alice.match_end();
    let sign = if line.names[0] == "alice" { 1.0 } else { -1.0 };
    assert_eq!(result, MatchEnd::Result(sign * 62.96));
}

#[test]
fn main_time_and_extension_run_out_one_after_the_other() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut alice = GgsClient::guest(address, "alice");
    bob.ok(r#""do":"challenge","name":"alice","clock":"0:01//0:01","color":"white""#);
    let request = alice.request();
    alice.send(&format!("tell /os accept {}", request.id));
    let id = alice.joined().id;
    let (name, time_out) = alice.until(|event| match event {
        Event::TimedOut { name, time_out, .. } => Some((name.clone(), *time_out)),
        _ => None,
    });
    assert_eq!((name.as_str(), time_out), ("alice", TimeOut::Hard));
    assert_eq!(alice.match_end().1, MatchEnd::Result(64.0), "{id}");
    assert_eq!(end(&mut bob).reason, EndKind::Timeout);
}

#[test]
fn a_match_is_adjourned_and_goes_on() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut alice = GgsClient::guest(address, "alice");
    alice.send("tell /os ask 8b 5//2 bob");
    let offer = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    let id = alice.joined().id;
    alice.play(id, "f5");
    alice.updated();
    bob.ok(&format!(r#""do":"adjourn","game":{offer}"#));
    alice.says(&format!("/os: break {id} bob is asking"));
    alice.send(&format!("tell /os break {id}"));
    let (_, end, archive) = alice.match_end();
    assert_eq!(
        (end, archive.map(|it| u64::from(it.0))),
        (MatchEnd::Left("bob".into()), Some(offer.0))
    );
    assert!(alice.asks("tell /os stored", "/os: stored 1 alice").contains("8b:l"));
    alice.asks("tell /os match", "/os: match 0/0");
    bob.ok(&format!(r#""do":"continue","game":{offer}"#));
    let request = alice.request();
    assert_eq!((request.flag.letter(), request.name.as_str()), ('S', "bob"));
    alice.send(&format!("tell /os accept {}", request.id));
    assert_eq!(alice.joined().moves.len(), 1);
    bob.ok(&format!(r#""do":"move","game":{offer},"move":"d6""#));
    assert_eq!(alice.updated().number, 2);
}

#[test]
fn a_compact_client_reads_ggf_and_moves_are_taken_back() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut ntest = GgsClient::guest(address, "ntest");
    ntest.send("tell /os client +");
    ntest.send("tell /os ask 8w 5//2 bob");
    let offer = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    let joined = ntest.says("/os: join ");
    let game = joined.split_once(" (;").map(|(_, game)| format!("(;{game}")).unwrap();
    let game = willow_records::ggf::parse(&game).unwrap();
    assert_eq!(
        (game.players[0].name.as_str(), game.players[1].clock.as_str()),
        ("bob", "05:00//02:00")
    );
    bob.ok(r#""do":"move","move":"f5""#);
    ntest.says(&format!("/os: update .{offer} f5"));
    ntest.send("tell /os client -");
    ntest.send(&format!("tell /os play .{offer} d6"));
    assert_eq!(ntest.updated().number, 2);
    bob.ok(&format!(r#""do":"takeback","game":{offer}"#));
    ntest.says(&format!("/os: undo .{offer} bob is asking"));
    ntest.send(&format!("tell /os undo .{offer}"));
    assert_eq!(ntest.joined().moves, []);
    ntest.send(&format!("tell /os score .{offer} -4"));
    bob.wait_for(|event| matches!(event, Notice::ResultOffered { .. }));
    bob.ok(&format!(r#""do":"score","game":{offer},"result":4"#));
    assert_eq!(ntest.match_end().1, MatchEnd::Result(-4.0), "in the view of the asker");
}

#[test]
fn matches_of_others_are_told_and_tracked() {
    let (server, address) = start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let mut carol = GgsClient::guest(address, "carol");
    carol.send("tell /os notify +");
    carol.send("tell /os track + bob");
    carol.asks("echo set", "set");
    let game = alice.play(&mut bob, r#","clock":"5:00//2:00""#);
    carol.says(&format!("/os: + match .{game} 1500 alice 1500 bob 8b U"));
    assert_eq!(carol.joined().id.to_string(), format!(".{game}"));
    alice.ok(r#""do":"move","move":"f5""#);
    assert_eq!(carol.updated().number, 1);
    bob.ok(&format!(r#""do":"resign","game":{game}"#));
    assert_eq!(carol.match_end().1, MatchEnd::Result(64.0));
    carol.send("tell /os track - bob");
    let running = alice.play(&mut bob, r#","clock":"5:00//2:00""#);
    carol.send("tell /os track + bob");
    assert_eq!(carol.joined().id.to_string(), format!(".{running}"), "it runs already");
    bob.ok(&format!(r#""do":"resign","game":{running}"#));
    carol.match_end();
    carol.send("tell /os track - bob");
    let mut late = GgsClient::guest(address, "late");
    late.send("tell /os notify +");
    late.asks("echo set", "set");
    let game = alice.play(&mut bob, r#","clock":"5:00//2:00","lockstep":true"#);
    late.says(&format!("/os: + match .{game} 1500 alice 1500 bob s8b U"));
    bob.ok(&format!(r#""do":"resign","game":{game}"#));
    assert_eq!(late.match_end().1, MatchEnd::Result(64.0));
}

#[test]
fn a_move_in_the_extension_is_told_as_a_soft_time_out() {
    let (server, address) = start();
    let mut bob = server.client("bob");
    let mut alice = GgsClient::guest(address, "alice");
    bob.ok(r#""do":"challenge","name":"alice","clock":"0:01//1:00","color":"white""#);
    let request = alice.request();
    alice.send(&format!("tell /os accept {}", request.id));
    let id = alice.joined().id;
    // The extension is added to the clock when the main time is over.
    loop {
        alice.send(&format!("tell /os moves {id}"));
        if alice.joined().now.seats[0].clock.left() > willow_ggs::Seconds(30) {
            break;
        }
    }
    alice.play(id, "f5");
    let left = alice.updated().now.seats[0].clock.left();
    assert!(left > willow_ggs::Seconds(30), "{left}");
    alice.says(&format!("/os: timeout {id} alice (*)"));
    bob.ok(r#""do":"move","move":"d6""#);
    alice.updated();
    alice.play(id, "c3");
    alice.updated();
    alice.send(&format!("tell /os resign {id}"));
    let mut later = Vec::new();
    loop {
        match alice.next().expect("the match ends") {
            Event::MatchEnded { .. } => break,
            event => later.push(event),
        }
    }
    let is_told = |event: &Event| matches!(event, Event::TimedOut { .. });
    assert!(!later.iter().any(is_told), "once only: {later:?}");
}

#[test]
fn whoever_comes_back_sees_the_match_and_goes_on() {
    let (server, address) = start();
    let (mut bob, mut alice) = (server.register("bob"), server.register("alice"));
    let password = token(&mut alice);
    drop(alice);
    let mut alice = GgsClient::enter(address, "alice", &password);
    alice.send("tell /os ask s8b 5//2 bob");
    let offer = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{offer}"#));
    let id = [alice.joined().id, alice.joined().id][0];
    alice.play(id, "f5");
    assert_eq!(alice.updated().id, id);
    drop(alice);
    let mut alice = GgsClient::connect(address);
    alice.says("Enter login");
    alice.send("alice");
    alice.says("Enter your password");
    alice.send(&password);
    alice.says("+ match ");
    assert_eq!([alice.joined().id.game, alice.joined().id.game], [Some(0), Some(1)]);
    let twin = bob_other(&mut bob, offer.0);
    bob.ok(&format!(r#""do":"move","game":{twin},"move":"d3""#));
    let seen = [alice.updated(), alice.updated()].map(|update| update.played.to_string());
    let has = |square: &str| seen.iter().any(|text| text.starts_with(square));
    assert!(has("f5") && has("d3"), "{seen:?}");
}
