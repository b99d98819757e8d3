//! Seeks, pools and links over sockets and HTTP, for clients of both versions.

use serde_json::{Value, json};
use willow_protocol::Event;

use crate::http::get;
use crate::privacy::register;
use crate::support::{Client, TestServer};

/// Makes a client speak version 2.
fn version_2(client: &mut Client) {
    assert_eq!(client.ask("v2", r#""do":"protocol","version":2"#), Event::Ok);
}

fn body(server: &TestServer, path: &str, status: &str) -> Value {
    let (head, body) = get(server.http, path);
    assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {head}");
    serde_json::from_str(&body).unwrap()
}

#[test]
fn a_client_of_version_1_sees_a_seek_as_an_offer_without_its_range() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (register(&server, "alice"), register(&server, "bob"));
    version_2(&mut bob);
    let mut carol = register(&server, "carol");
    alice.send(r#"{"do":"seek","clock":"10:00","rated":true,"range":"1400-1600"}"#);
    let range = |client: &mut Client| {
        let notice = client.wait_for(|event| matches!(event, Event::Offered(_)));
        let Event::Offered(offer) = notice.event else { panic!("another event") };
        (offer.range.map(|range| range.to_string()), offer.seek)
    };
    assert_eq!(range(&mut bob), (Some("1400-1600".to_owned()), true));
    assert_eq!(range(&mut carol), (None, false));
    // A client of version 1 seeks, too.
    carol.send(r#"{"do":"seek","clock":"10:00","rated":true}"#);
    carol.wait_for(|event| matches!(event, Event::Started(_)));
    alice.wait_for(|event| matches!(event, Event::Started(_)));
}

#[test]
fn pools_are_listed_over_http() {
    let server = TestServer::start();
    let mut alice = register(&server, "alice");
    assert!(matches!(alice.ask("1", r#""do":"pool","pool":"blitz""#), Event::Ok));
    let pools = body(&server, "/api/pools", "200");
    assert_eq!(pools["pools"][1]["pool"], "blitz");
    assert_eq!(pools["pools"][1]["clock"], "5:00");
    let waiting = [0, 1].map(|pool: usize| pools["pools"][pool]["waiting"].clone());
    assert_eq!(waiting, [json!(0), json!(1)]);
}

#[test]
fn a_link_tells_a_visitor_what_it_is_and_a_guest_takes_it() {
    let server = TestServer::start();
    let mut alice = register(&server, "alice");
    alice.send(r#"{"do":"link","clock":"5+3","color":"white"}"#);
    let number = alice.offer();
    let offer = body(&server, &format!("/api/offers/{number}"), "200");
    assert_eq!([&offer["from"], &offer["clock"]], [&json!("alice"), &json!("5:00+3")]);
    assert_eq!([&offer["online"], &offer["rating"]["rating"]], [&json!(true), &json!(1500)]);
    assert!(offer["expires_at"].as_u64().is_some(), "{offer}");
    let games = body(&server, "/api/games", "200");
    assert_eq!(games["offers"], Value::Array(Vec::new()), "it is in no list");
    let mut guest = server.client("carol");
    assert!(matches!(guest.ask("1", &format!(r#""do":"join","game":{number}"#)), Event::Ok));
    alice.wait_for(|event| matches!(event, Event::Started(_)));
    body(&server, &format!("/api/offers/{number}"), "404");
}
