//! How ratings change, in both encodings and over HTTP.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use willow_protocol::{ErrorCode, Event, GameId, RatingPoint, SpeedClass};

use crate::http::get;
use crate::privacy::register;
use crate::support::{Client, TestServer, code};

/// Plays a rated game that Bob loses.
pub(crate) fn rated(alice: &mut Client, bob: &mut Client, terms: &str) -> GameId {
    let challenge = r#""do":"challenge","name":"bob","rated":true,"color":"black""#;
    alice.send(&format!("{{{challenge}{terms}}}"));
    let offer = bob.offer();
    assert_eq!(bob.ask(&format!("j{offer}"), &format!(r#""do":"join","game":{offer}"#)), Event::Ok);
    assert_eq!(alice.ask(&format!("m{offer}"), r#""do":"move","move":"f5""#), Event::Ok);
    assert_eq!(bob.ask(&format!("m{offer}"), r#""do":"move","move":"d6""#), Event::Ok);
    assert_eq!(bob.ask(&format!("r{offer}"), r#""do":"resign""#), Event::Ok);
    offer
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
    let (mut alice, mut bob) = (register(&server, "alice"), register(&server, "bob"));
    let public = rated(&mut alice, &mut bob, r#","clock":"5+3""#);
    let private = rated(&mut alice, &mut bob, r#","clock":"1+0","private":true"#);
    let own = points(alice.ask("1", r#""do":"ratings""#));
    assert_eq!(own.len(), 2);
    assert_eq!((own[0].game, own[0].class), (Some(private), SpeedClass::Bullet));
    assert_eq!((own[1].game, own[1].class), (Some(public), SpeedClass::Blitz));
    // Each class has its own rating, which starts at 1500.
    assert!(own.iter().all(|point| point.rating == 1662 && point.at > 0), "{own:?}");
    assert!(own.iter().all(|point| point.provisional), "after two rated games");
    let mut carol = server.client("carol");
    let others = points(carol.ask("1", r#""do":"ratings","name":"Alice""#));
    assert_eq!((others[0].game, others[1].game), (None, Some(public)));
    let nobody = carol.ask("2", r#""do":"ratings","name":"dave""#);
    assert_eq!(code(nobody), ErrorCode::NoSuchUser);
    let (head, body) = get(server.http, "/api/users/alice/ratings");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert_eq!(points(serde_json::from_str(&body).unwrap()), others);
    read_in_text(&server, &others[1]);
}

/// Sends a command in text until a line with a rating comes.
fn read_in_text(server: &TestServer, point: &RatingPoint) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"guest\r\nratings alice\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut next = || lines.next().expect("the connection goes on").expect("an answer in time");
    while next() != "ratings alice 2" {}
    assert!(next().contains(" bullet "));
    let line =
        format!(" blitz {}? ±{}, game {}", point.rating, point.deviation, point.game.unwrap());
    assert!(next().ends_with(&line), "{line}");
}
