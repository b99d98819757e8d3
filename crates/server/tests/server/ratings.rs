//! How ratings change, in both encodings and over HTTP.

use std::io::Write;

use willow_protocol::{ErrorCode, Event, GameId, RatingPoint, SpeedClass};

use crate::support::http::{connect, read_until};
use crate::support::{Client, TestServer};

/// Plays a rated game that Bob loses.
pub(crate) fn rated(alice: &mut Client, bob: &mut Client, terms: &str) -> GameId {
    let game = alice.play(bob, &format!(r#","rated":true{terms}"#));
    alice.ok(r#""do":"move","move":"f5""#);
    bob.ok(r#""do":"move","move":"d6""#);
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
fn ratings_have_a_history_in_which_private_games_have_no_number_for_others() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    let public = rated(&mut alice, &mut bob, r#","clock":"5+3""#);
    let private = rated(&mut alice, &mut bob, r#","clock":"1+0","private":true"#);
    let own = points(alice.ask(r#""do":"ratings""#));
    assert_eq!(own.len(), 2);
    assert_eq!((own[0].game, own[0].class), (Some(private), SpeedClass::Bullet));
    assert_eq!((own[1].game, own[1].class), (Some(public), SpeedClass::Blitz));
    // Each class has its own rating, which starts at 1500.
    assert!(own.iter().all(|point| point.rating == 1662 && point.at > 0), "{own:?}");
    assert!(own.iter().all(|point| point.provisional), "after two rated games");
    let mut carol = server.client("carol");
    let others = points(carol.ask(r#""do":"ratings","name":"Alice""#));
    assert_eq!((others[0].game, others[1].game), (None, Some(public)));
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
