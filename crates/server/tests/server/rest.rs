//! The rules of HTTP that hold for every route: statuses, error bodies, caching, compression, foreign
//! pages.

use willow_protocol::{ErrorCode, Event};

use crate::support::{Answer, TestServer, code, wait_until};

#[test]
fn every_error_has_the_json_body_of_errors() {
    let server = TestServer::start();
    for (method, path, headers, status, wanted) in [
        ("GET", "/api/nothing", "", 404, ErrorCode::UnknownCommand),
        ("DELETE", "/api/users", "", 405, ErrorCode::UnknownCommand),
        ("POST", "/api/games/1", "", 405, ErrorCode::UnknownCommand),
        ("GET", "/api/do", "", 405, ErrorCode::UnknownCommand),
        ("POST", "/api/do", "", 400, ErrorCode::Syntax),
        ("POST", "/api/do", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/stream/events", "", 401, ErrorCode::Denied),
        ("GET", "/api/stream/events", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/stream/events", "Cookie: token=guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/stream/lobby", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/stream/games/1", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/account/export", "", 401, ErrorCode::Denied),
        ("GET", "/api/account/export", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/account/export", "Cookie: willow=guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/users/%ff", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/1", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/nobody", "", 404, ErrorCode::NoSuchUser),
        ("GET", "/api/users/nobody/games", "", 404, ErrorCode::NoSuchUser),
        ("GET", "/api/users/nobody/ratings", "", 404, ErrorCode::NoSuchUser),
        ("GET", "/api/users/nobody/games?limit=0", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/nobody/games?limit=101", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/nobody/games?after=7", "", 400, ErrorCode::Syntax),
        ("GET", "/api/top/fast", "", 400, ErrorCode::Syntax),
        ("GET", "/api/games/twelve", "", 400, ErrorCode::Syntax),
        ("GET", "/api/games/999999", "", 404, ErrorCode::NoSuchGame),
        ("GET", "/api/explorer?position=a1", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?limit=1000", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?player=", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?player=%25", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?from=soon", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?limit=1&limit=2", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?limit=x", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?result=0", "", 400, ErrorCode::Syntax),
        ("GET", "/api/games/x", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?colour=black", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive/export?games=0", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive/export?games=10001", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive/export?format=wtb&games=1001", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive/export?format=pdf", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive/export?limit=5", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users?page=2", "", 400, ErrorCode::Syntax),
        ("GET", "/healthz?verbose", "", 400, ErrorCode::Syntax),
        ("GET", "/ws", "", 400, ErrorCode::Syntax),
    ] {
        let answer = server.request(method, path, headers, "");
        assert_eq!(answer.status, status, "{method} {path} {headers}: {answer}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}: {answer}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}: {answer}");
        for word in ["deserialize", "found in string", "variant", "u32", "u64"] {
            assert!(!answer.to_string().contains(word), "{path}: {answer}");
        }
        assert_eq!(code(answer.event()), wanted, "{method} {path} {headers}");
        assert_eq!(answer.header("allow").is_some(), status == 405, "{path}: {answer}");
        assert_eq!(answer.header("www-authenticate").is_some(), status == 401, "{path}: {answer}");
    }
    let unknown = server.get("/api/archive?colour=black").text();
    assert!(unknown.contains("unknown parameter `colour`"), "{unknown}");
}

#[test]
fn head_and_options_say_what_get_would() {
    let server = TestServer::start();
    for path in ["/api/users", "/api/top/blitz", "/api/openapi.json", "/healthz"] {
        let head = server.request("HEAD", path, "", "").is(200);
        let whole = server.get(path);
        let length = whole.body.len().to_string();
        assert_eq!((head.body.len(), head.header("content-length")), (0, Some(&*length)), "{path}");
        assert_eq!(head.header("etag"), whole.header("etag"), "{path}");
    }
    let options = |path, status| server.request("OPTIONS", path, "", "").is(status);
    assert_eq!(options("/api/users", 204).header("allow"), Some("GET,HEAD"));
    assert_eq!(options("/api/do", 204).header("allow"), Some("POST"));
}

#[test]
fn an_answer_that_the_client_has_is_not_sent_again() {
    let server = TestServer::start();
    for (path, kept) in [
        ("/api/users", "public, max-age=1"),
        ("/api/games", "public, max-age=1"),
        ("/api/archive", "public, max-age=30"),
        ("/api/explorer", "public, max-age=30"),
        ("/api/book", "public, max-age=30"),
        ("/api/top/blitz", "public, max-age=30"),
        ("/api/users/random-bot", "public, no-cache"),
        ("/api/users/random-bot/games", "public, no-cache"),
        ("/api/openapi.json", "public, max-age=3600"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}: {answer}");
        let tag = answer.header("etag").unwrap_or_else(|| panic!("{path}: {answer}"));
        for known in [tag.to_owned(), format!("\"other\", {tag}"), "*".to_owned()] {
            let again = server.get_with(path, &format!("If-None-Match: {known}\r\n")).is(304);
            assert_eq!(again.body.len(), 0, "{path}: {again}");
            assert!(again.header("etag").is_some(), "{path}: {again}");
        }
        server.get_with(path, "If-None-Match: W/\"other\"\r\n").is(200);
    }
    for path in ["/healthz", "/metrics"] {
        assert_eq!(server.get(path).header("cache-control"), Some("no-store"), "{path}");
    }
}

#[test]
fn the_lists_change_with_what_happens_and_have_nothing_that_is_private() {
    let server = TestServer::start();
    let users = || server.get("/api/users").text();
    assert!(!users().contains("alice"));
    let mut alice = server.client("alice");
    wait_until("alice is listed", || users().contains("alice"));
    for terms in [r#""clock":"5+3""#, r#""private":true"#, r#""clock":"7+7""#] {
        alice.ok(&format!(r#""do":"new",{terms}"#));
    }
    wait_until("the last offer is listed", || server.get("/api/games").text().contains("7:00+7"));
    assert_eq!(server.get("/api/games").json()["offers"].as_array().unwrap().len(), 2);
}

#[test]
fn answers_are_compressed_for_clients_that_say_so() {
    let server = TestServer::start();
    let plain = server.get("/api/openapi.json");
    assert_eq!(plain.header("content-encoding"), None);
    let packed = server.get_with("/api/openapi.json", "Accept-Encoding: gzip\r\n").is(200);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 3 < plain.body.len(), "{}", packed.body.len());
    let varies = packed.header("vary").is_some_and(|vary| vary.contains("accept-encoding"));
    assert!(varies, "{}", packed.head);
    assert_eq!(packed.header("etag"), plain.header("etag"), "the tag is weak");
}

#[test]
fn foreign_pages_read_only_what_the_operator_allows() {
    let page = "Origin: https://club.example\r\n";
    let allowed =
        |answer: Answer| answer.header("access-control-allow-origin").map(ToOwned::to_owned);
    let server = TestServer::start();
    assert_eq!(allowed(server.get_with("/api/users", page)), None, "off by default");
    let server = TestServer::configured(|config| {
        config.cors_origins = vec!["https://club.example".to_owned()];
    });
    let answer = server.get_with("/api/users", page);
    assert_eq!(answer.header("access-control-allow-credentials"), None, "no cookies: {answer}");
    assert_eq!(allowed(answer).as_deref(), Some("https://club.example"));
    let other = server.get_with("/api/users", "Origin: https://evil.example\r\n");
    assert_eq!(allowed(other), None);
    let asks = format!(
        "{page}Access-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: authorization\r\n"
    );
    let answer = server.request("OPTIONS", "/api/do", &asks, "").is(200);
    assert!(answer.header("access-control-allow-methods").unwrap().contains("POST"), "{answer}");
}

#[test]
fn visitors_send_commands_that_read_and_no_others() {
    let server = TestServer::limited(|limits| {
        limits.visitor_commands_per_second_per_address = 1;
        limits.visitor_command_burst_per_address = 20;
    });
    let _alice = server.client("alice");
    let send = |body| server.request("POST", "/api/do", "Willow-Protocol: 2\r\n", body);
    for body in [r#"{"do":"games"}"#, r#"{"do":"user","name":"alice"}"#] {
        send(body).is(200);
    }
    let listed = send(r#"{"do":"who"}"#).is(200).event();
    let Event::Users { users } = listed else { panic!("{listed:?}") };
    assert!(users.iter().all(|user| !user.name.as_str().starts_with("guest")), "nobody came");
    for body in [
        r#"{"do":"say","text":"hello"}"#,
        r#"{"do":"new","clock":"5+3"}"#,
        r#"{"do":"following"}"#,
        r#"{"do":"guest"}"#,
    ] {
        let answer = send(body).is(401);
        assert_eq!(answer.header("content-type"), Some("application/json"), "{answer}");
        assert!(matches!(answer.event(), Event::Error { detail: Some(_), .. }), "{answer}");
    }
    let limited = (0..100).any(|_| send(r#"{"do":"who"}"#).status == 429);
    assert!(limited, "an address has so many");
}
