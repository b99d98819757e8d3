//! What the operator announces: the announcement of the day, and that the server closes.

use willow_protocol::{ErrorDetail, Event};

use crate::support::{Client, PASSWORD, TestServer};

/// Returns the text, and whether there is a time of the closing.
fn announced(client: &mut Client) -> (Option<String>, bool) {
    match client.wait_for(|event| matches!(event, Event::Announcement { .. })).event {
        Event::Announcement { text, closes_at, .. } => {
            (text.map(|text| text.to_string()), closes_at.is_some())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn everybody_who_connects_reads_the_announcement_until_it_is_removed() {
    let mut server = TestServer::start().with_admin();
    let (mut root, _) = server.log_in("root", PASSWORD);
    let mut bob = server.register("bob");
    assert!(matches!(
        bob.ask(r#""do":"announce","text":"hello""#),
        Event::Error { detail: Some(ErrorDetail::RoleTooLow), .. }
    ));
    root.ok(r#""do":"announce","text":"club evening on Friday""#);
    let wanted = (Some("club evening on Friday".to_owned()), false);
    assert_eq!(announced(&mut bob), wanted);
    server.restart();
    // Before its first line nobody knows how a client reads.
    let mut visitor = Client::connect(server.address);
    visitor.send(r#"{"do":"games"}"#);
    assert_eq!(announced(&mut visitor), wanted);
    let (mut root, _) = server.log_in("root", PASSWORD);
    root.ok(r#""do":"announce""#);
    let nothing = Event::Announcement { text: None, closes_at: None, reason: None };
    assert_eq!(root.ask(r#""do":"announcement""#), nothing);
    server.restart();
    let mut visitor = Client::connect(server.address);
    let heard = visitor.ask_and_hear(r#""do":"announcement""#);
    assert_eq!(heard.iter().filter(|it| it.event == nothing).count(), 1, "{heard:?}");
}

#[test]
fn a_closing_server_begins_no_games_but_those_of_days() {
    let mut server = TestServer::start().with_admin();
    let (mut root, _) = server.log_in("root", PASSWORD);
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    let running = alice.play(&mut bob, r#","clock":"5+3""#);
    alice.ask(r#""do":"new","clock":"5+3""#);
    let open = bob.offer();
    alice.ask(r#""do":"new","clock":"3d""#);
    let slow = bob.offer();
    bob.ask(r#""do":"seek","clock":"10+0""#);
    alice.ok(r#""do":"pool","pool":"blitz""#);
    root.ok(r#""do":"closing","minutes":15,"reason":"update""#);
    assert_eq!(announced(&mut alice), (None, true));
    let Event::Games { offers, .. } = bob.ask(r#""do":"games""#) else { panic!("no list") };
    assert_eq!(offers.iter().map(|offer| offer.game).collect::<Vec<_>>(), [slow]);
    for refused in [
        r#""do":"new","clock":"5+3""#,
        r#""do":"new","clock":"5+3","rated":true"#,
        r#""do":"challenge","name":"alice","clock":"5+3""#,
        r#""do":"seek","clock":"5+3""#,
        r#""do":"link","clock":"5+3""#,
        r#""do":"pool","pool":"blitz""#,
    ] {
        let answer = bob.ask(refused);
        let Event::Error { detail, message, .. } = answer else { panic!("{refused}: {answer:?}") };
        assert_eq!(detail, Some(ErrorDetail::ServerCloses), "{refused}");
        assert!(message.contains("15 min (update)"), "{message}");
    }
    let gone = format!(r#""do":"join","game":{open}"#);
    assert!(matches!(bob.ask(&gone), Event::Error { detail: Some(ErrorDetail::NoSuchOffer), .. }));
    assert!(!matches!(bob.ask(&format!(r#""do":"join","game":{slow}"#)), Event::Error { .. }));
    // The game goes on.
    alice.ok(&format!(r#""do":"move","game":{running},"move":"f5""#));
    root.ok(r#""do":"closing","minutes":0"#);
    bob.ok(r#""do":"new","clock":"5+3""#);
    root.ok(r#""do":"closing","minutes":60"#);
    assert!(matches!(
        root.ask(r#""do":"closing","minutes":1441"#),
        Event::Error { detail: Some(ErrorDetail::InvalidArgument), .. }
    ));
    server.restart();
    let mut carol = server.register("carol");
    carol.ok(r#""do":"new","clock":"5+3""#);
}
