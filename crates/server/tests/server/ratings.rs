//! How ratings change, in both encodings and over HTTP.

use std::io::Write;

use tokio::runtime::Runtime;
use willow_protocol::{ErrorCode, Event, GameId, RatingPoint, SpeedClass};

use crate::support::http::{connect, read_until};
use crate::support::{Client, TestServer, database};

/// As many moves as a rated game needs.
pub(crate) const MOVES: &str = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3";

/// Plays a rated game that Bob loses.
pub(crate) fn rated(alice: &mut Client, bob: &mut Client, terms: &str) -> GameId {
    let game = alice.play(bob, &format!(r#","rated":true{terms}"#));
    for (ply, square) in MOVES.split(' ').enumerate() {
        let player = if ply % 2 == 0 { &mut *alice } else { &mut *bob };
        player.ok(&format!(r#""do":"move","move":"{square}""#));
    }
    bob.ok(r#""do":"resign""#);
    game
}

fn points(event: Event) -> Vec<RatingPoint> {
    match event {
        Event::Ratings { name, points, .. } => {
            assert_eq!(name.as_str(), "alice");
            points
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn ratings_have_a_history_and_rated_private_games_are_public_when_they_are_over() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    let public = rated(&mut alice, &mut bob, r#","clock":"5+3""#);
    let private = rated(&mut alice, &mut bob, r#","clock":"1+0","private":true"#);
    let own = points(alice.ask(r#""do":"ratings""#));
    assert_eq!(own.len(), 2);
    assert_eq!((own[0].game, own[0].class), (Some(private), SpeedClass::Bullet));
    assert_eq!((own[1].game, own[1].class), (Some(public), SpeedClass::Blitz));
    // Each class has its own rating, which starts at 1500.
    assert!(own.iter().all(|point| point.rating == 1551 && point.at > 0), "{own:?}");
    assert!(own.iter().all(|point| point.provisional), "after two rated games");
    let mut carol = server.client("carol");
    let others = points(carol.ask(r#""do":"ratings","name":"Alice""#));
    assert_eq!((others[0].game, others[1].game), (Some(private), Some(public)));
    let Event::History { games, .. } = carol.ask(r#""do":"history","name":"alice""#) else {
        panic!("no history")
    };
    let numbers: Vec<GameId> = games.iter().map(|entry| entry.game.game).collect();
    assert_eq!(numbers, [private, public]);
    for path in [format!("/api/games/{private}"), format!("/api/games/{private}/record")] {
        server.get(&path).is(200);
    }
    let unrated = alice.play(&mut bob, r#","clock":"5+3","private":true"#);
    bob.ok(r#""do":"resign""#);
    let listed = carol.ask(r#""do":"history","name":"alice""#);
    assert!(!willow_protocol::json::write_event(&listed).contains(&unrated.to_string()));
    assert_eq!(carol.refused(r#""do":"ratings","name":"dave""#), ErrorCode::NoSuchUser);
    assert_eq!(points(server.get("/api/users/alice/ratings").is(200).event()), others);
    let mut terminal = connect(server.address);
    terminal.write_all(b"guest\r\nratings alice\r\n").unwrap();
    read_until(&mut terminal, b"\nratings alice 2\r\n");
    assert!(read_until(&mut terminal, b"\r\n").contains(" bullet "));
    let RatingPoint { rating, deviation, .. } = others[1];
    let line = read_until(&mut terminal, b"\r\n");
    assert!(line.ends_with(&format!(" blitz {rating}? ±{deviation}, game {public}\r\n")), "{line}");
}

/// Gives all people of a club twenty rated games each. Alice is the first.
const CLUB: &str = "INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
    SELECT id, 'blitz', iif(name = 'alice', 1700, 1600), 80, 0.06, 20 FROM users
    WHERE role = 'player';
    INSERT INTO rated_opponents (user_id, class, other_id, games, at, with_bot)
    SELECT one.id, 'blitz', other.id, 1, 1000, FALSE FROM users AS one JOIN users AS other
    WHERE one.role = 'player' AND other.role = 'player' AND one.id <> other.id";

#[test]
fn a_leader_board_has_display_names_beside_names_that_lead_to_profiles() {
    let mut server = TestServer::start();
    for name in ["alice", "bob", "carol", "dave", "erin", "frank"] {
        let mut member = server.register(name);
        if name == "alice" {
            member.ok(r#""do":"set","key":"display-name","value":"Älice""#);
        }
    }
    server.stop();
    Runtime::new().unwrap().block_on(async {
        let mut database = database(server.folder()).await;
        sqlx::raw_sql(CLUB).execute(&mut database).await.unwrap();
    });
    server.restart();
    let Event::Top { standings, .. } = server.get("/api/top/blitz").is(200).event() else {
        panic!("no board")
    };
    assert_eq!(standings.len(), 6);
    for (index, entry) in standings.into_iter().enumerate() {
        let path = format!("/api/users/{}", entry.name);
        let Event::Profile(profile) = server.get(&path).is(200).event() else {
            panic!("no profile at {path}")
        };
        assert_eq!((profile.name, &profile.display_name), (entry.name, &entry.display_name));
        assert_eq!(profile.ratings, [entry.rating]);
        let display_name = entry.display_name.map(|name| name.to_string());
        assert_eq!(display_name.as_deref(), (index == 0).then_some("Älice"));
    }
}
