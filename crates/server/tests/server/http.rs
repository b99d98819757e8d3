//! Games, records and searches over HTTP, and a web page over WebSocket.

use willow_protocol::{ErrorCode, Event};

use tungstenite::protocol::frame::coding::CloseCode;

use crate::support::{TestServer, WebClient, code};

#[test]
fn health_and_counters_are_there_for_the_operator() {
    let server = TestServer::start();
    server.client("alice").ok(r#""do":"say","text":"hello""#);
    let health = server.get("/healthz").is(200);
    assert_eq!(health.text(), "ok\n");
    assert!(health.head.contains("content-security-policy: default-src 'none'"), "{health}");
    assert_eq!(health.header("set-cookie"), None, "nobody is anybody by a cookie");
    let metrics = server.get("/metrics").is(200);
    assert!(metrics.head.contains("application/openmetrics-text; version=1.0.0"), "{metrics}");
    let plain = server.get_with("/metrics", "Accept: text/plain\r\n").is(200);
    assert!(plain.head.contains("text/plain; version=0.0.4"), "{plain}");
    assert!(plain.text().contains("\n# TYPE willow_commands_total counter\n"), "{plain}");
    assert_eq!(server.metric("commands_total"), 2);
    assert_eq!(code(server.log_in("alice", "not her password").1), ErrorCode::Denied);
    assert_eq!(server.metric("failed_logins_total"), 1);
    let in_memory = || server.metric(r#"in_memory{what="users"}"#);
    let before = in_memory();
    let _bob = server.client("bob");
    assert_eq!(in_memory(), before + 1);
}

#[test]
fn a_game_is_read_over_http_and_a_private_one_is_not() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    for (terms, status) in [("", 200), (r#","private":true"#, 404)] {
        let running = alice.play(&mut bob, &format!(r#","clock":"5+3"{terms}"#));
        alice.ok(&format!(r#""do":"move","game":{running},"move":"f5""#));
        let answer = server.get(&format!("/api/games/{running}")).is(status);
        if let Event::State(state) = answer.event() {
            assert_eq!((state.last, state.moves.len()), (2, 1));
            assert!(state.clocks.black > Some(290_000), "{:?}", state.clocks);
            assert!(state.clocks.deadline.is_some(), "bob's clock runs");
        }
        let over = alice.play_bot("f5", terms);
        let record = server.get(&format!("/api/games/{over}/record")).is(status).text();
        assert_eq!(record.starts_with("f5"), status == 200, "{record}");
        let games = server.get("/api/users/alice/games").is(200).text();
        assert_eq!(games.contains(&format!(r#""game":{over}"#)), status == 200, "{games}");
    }
}

#[test]
fn a_game_that_is_over_is_found_over_http_and_by_the_protocol() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let game = alice.play_bot("d3", "");
    let Event::Explored(explored) = alice.ask(r#""do":"explore""#) else { panic!("no moves") };
    // f5 stands for all four first moves.
    assert_eq!(explored.moves[0].mv.to_string(), "f5");
    assert_eq!((explored.moves[0].losses, explored.moves[0].average), (1, None));
    let found = alice.ask(r#""do":"archive","player":"ALI","opening":"f5""#);
    let Event::Archive(page) = found else { panic!("{found:?}") };
    assert_eq!((page.games.len(), page.games[0].game), (1, game));
    for (path, wanted) in [
        (
            "/api/archive?player=ali&result=white&limit=1",
            format!(r#""game":{game},"black":"alice""#),
        ),
        ("/api/archive?player=nobody", r#""games":[]"#.to_owned()),
        ("/api/explorer?position=c4", r#""games":1"#.to_owned()),
        (&format!("/api/games/{game}/record?format=ggf"), "(;GM[Othello]".to_owned()),
    ] {
        let text = server.get(path).is(200).text();
        assert!(text.contains(&wanted), "{path}: {text}");
    }
    let bytes = server.get(&format!("/api/games/{game}/record?format=trn")).is(200);
    assert_eq!(bytes.header("content-type"), Some("application/octet-stream"));
}

#[test]
fn a_web_page_plays_over_websocket_but_not_any_page() {
    let server = TestServer::configured(|config| {
        config.public_url = Some("https://club.example/".to_owned());
    });
    let mut page = WebClient::open(server.http, &server.origin()).unwrap();
    page.wait_for(|event| matches!(event, Event::Welcome { .. }));
    page.send(r#"{"do":"guest","name":"webby"}"#);
    page.wait_for(|event| matches!(event, Event::Entered { .. }));
    let mut alice = server.client("alice");
    page.send(r#"{"do":"say","text":"from the web"}"#);
    let said = alice.wait_for(|event| matches!(event, Event::Said { .. }));
    assert!(matches!(said.event, Event::Said { text, .. } if text.as_str() == "from the web"));
    let of_links = WebClient::open(server.http, "Origin: https://club.example\r\n");
    assert!(of_links.is_ok(), "pages at the address of links may connect");
    let foreign = WebClient::open(server.http, "Origin: https://evil.example\r\n");
    assert_eq!(foreign.err(), Some(403));
}

#[test]
fn a_message_that_is_too_long_is_answered_and_one_that_is_far_too_long_is_the_last() {
    let server = TestServer::limited(|limits| limits.line_bytes = 1000);
    let mut page = WebClient::connect(server.http);
    page.send(r#"{"do":"guest","name":"webby"}"#);
    page.wait_for(|event| matches!(event, Event::Entered { .. }));
    let is_error = |event: &Event| matches!(event, Event::Error { .. });
    page.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(1500)));
    assert_eq!(code(page.wait_for(is_error).event), ErrorCode::Limit);
    page.send(r#"{"do":"ping"}"#);
    page.wait_for(|event| *event == Event::Pong);
    page.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(50_000)));
    assert_eq!(page.close_frame().0, CloseCode::Size);
}

/// Frames as a client sends them, with a mask of zeros.
#[test]
fn every_broken_frame_has_its_own_close_code_and_reason() {
    let server = TestServer::start();
    for (frame, code, reason) in [
        (&b"\x81\x02hi"[..], CloseCode::Protocol, "Received an unmasked frame from client"),
        (b"\xc1\x80\0\0\0\0", CloseCode::Protocol, "Reserved bits are non-zero"),
        (b"\x09\x80\0\0\0\0", CloseCode::Protocol, "Fragmented control frame"),
        (b"\x83\x80\0\0\0\0", CloseCode::Protocol, "Encountered invalid opcode: 3"),
        (b"\x80\x80\0\0\0\0", CloseCode::Protocol, "Continue frame but nothing to continue"),
        (b"\x81\x81\0\0\0\0\xff", CloseCode::Invalid, "The text is not UTF-8"),
        (
            b"\x82\xff\0\0\0\0\x10\0\0\0\0\0\0\0",
            CloseCode::Size,
            "Message too long: 268435456 > 65536",
        ),
    ] {
        let mut page = WebClient::connect(server.http);
        page.send_bytes(frame);
        assert_eq!(page.close_frame(), (code, reason.to_owned()), "{frame:x?}");
    }
}

/// RFC 6455, 5.5.1.
#[test]
fn a_close_frame_is_answered_by_one() {
    let server = TestServer::start();
    let mut page = WebClient::connect(server.http);
    page.wait_for(|event| matches!(event, Event::Welcome { .. }));
    page.send_bytes(b"\x88\x82\0\0\0\0\x03\xe8");
    assert_eq!(page.rest(), b"\x88\x02\x03\xe8", "1000, as the client said");
}

#[test]
fn a_request_has_one_host_and_one_header_of_those_that_decide() {
    let server = TestServer::start();
    for headers in [
        "Host: club.example\r\n",
        "Origin: http://a.example\r\nOrigin: http://b.example\r\n",
        "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n",
    ] {
        let refused = server.get_with("/api/games", headers).is(400).json();
        assert_eq!(refused["detail"], "invalid-request", "{headers}");
    }
    let bare = |version: &str| {
        let answer =
            server.exchange(&format!("GET /healthz {version}\r\nConnection: close\r\n\r\n"));
        String::from_utf8_lossy(&answer).into_owned()
    };
    assert!(bare("HTTP/1.1").starts_with("HTTP/1.1 400"), "{}", bare("HTTP/1.1"));
    assert!(bare("HTTP/1.0").starts_with("HTTP/1.0 200"), "{}", bare("HTTP/1.0"));
}
