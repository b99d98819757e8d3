//! A browser logs in by a cookie, and foreign pages cannot use it.

use serde_json::{Value, json};
use willow_protocol::{ErrorCode, Event};

use crate::support::{PASSWORD, TestServer, WebClient, code};

fn register(server: &TestServer) -> String {
    let register = format!(r#"{{"do":"register","name":"alice","password":"{PASSWORD}"}}"#);
    server.log_page_in(&register)
}

fn login(password: &str) -> String {
    format!(r#"{{"do":"login","name":"alice","password":"{password}"}}"#)
}

#[test]
fn a_browser_stays_logged_in_by_its_cookie_until_it_logs_out() {
    let server = TestServer::start();
    let page = register(&server);
    let session = server.get_with("/api/session", &page).is(200);
    assert_eq!(session.json()["name"], "alice");
    let renewed = session.header("set-cookie").unwrap();
    assert!(renewed.contains("Max-Age=5184000"), "it lives on: {renewed}");
    let say = r#"{"do":"say","text":"good evening"}"#;
    server.request("POST", "/api/do", &page, say).is(200);
    let mut socket = WebClient::open(server.http, &page).unwrap();
    socket.send(r#"{"id":"1","do":"resume","token":"cookie"}"#);
    let entered = socket.wait_for(|event| matches!(event, Event::Entered { .. })).event;
    assert!(matches!(entered, Event::Entered { token: None, .. }), "{entered:?}");
    socket.send(r#"{"id":"2","do":"token"}"#);
    let refused = socket.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::Forbidden);
    for (password, name) in [("wrong horse", "error"), (PASSWORD, "token")] {
        let token = format!(r#"{{"do":"token","name":"my-bot","password":"{password}"}}"#);
        let answer = server.request("POST", "/api/do", &page, &token).json();
        assert_eq!(answer["event"], name, "{answer}");
        assert_eq!(answer["argument"].as_str(), (name == "error").then_some("password"));
    }
    // Logins can be told apart by their browsers.
    let agent =
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let firefox = format!("{agent}\r\n{}", server.origin());
    server.request("POST", "/api/session", &firefox, &login(PASSWORD)).is(200);
    let listed = server.request("POST", "/api/do", &page, r#"{"do":"tokens"}"#).json();
    let names: Vec<_> = listed["tokens"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert!(
        names.contains(&&json!("Firefox-Linux")) && names.contains(&&json!("my-bot")),
        "{listed}"
    );
    let logout = server.request("DELETE", "/api/session", &page, "").is(200);
    assert!(logout.header("set-cookie").unwrap().contains("Max-Age=0"), "{logout}");
    socket.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(server.get_with("/api/session", &page).status, 401, "the token is revoked");
}

#[test]
fn foreign_pages_cannot_use_the_cookie() {
    let club = "https://club.example";
    let server = TestServer::configured(|config| config.public_url = Some(format!("{club}/")));
    let page = register(&server);
    let cookie = page.replace(&server.origin(), "");
    let say = r#"{"do":"say","text":"good evening"}"#;
    server.request("POST", "/api/do", &format!("{cookie}Origin: {club}\r\n"), say).is(200);
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "https://club.example.evil"]
    {
        let headers = format!("{cookie}Origin: {origin}\r\n");
        for (method, path, body) in [
            ("POST", "/api/do", say),
            ("DELETE", "/api/session", ""),
            ("GET", "/api/session", ""),
            ("GET", "/api/stream/events", ""),
            ("POST", "/api/session", &login(PASSWORD)),
            ("POST", "/api/push", "{}"),
        ] {
            let refused = server.request(method, path, &headers, body);
            assert_eq!(refused.status, 403, "{method} {path} {origin} {refused}");
            assert_eq!(refused.header("set-cookie"), None);
        }
        assert_eq!(WebClient::open(server.http, &headers).err(), Some(403));
    }
    let cross_site = format!("{cookie}Sec-Fetch-Site: cross-site\r\n");
    for headers in [&cookie, &cross_site, &format!("{cookie}Sec-Fetch-Site: same-origin\r\n")] {
        let refused = server.request("POST", "/api/do", headers, say);
        assert_eq!(refused.status, 403, "without an origin nothing is changed: {headers}");
    }
    for path in ["/api/session", "/api/account/export"] {
        assert_eq!(server.get_with(path, &cross_site).status, 403, "{path}");
    }
    assert_eq!(server.get_with("/api/session", &cookie).status, 200, "still logged in");
}

/// Nobody but the program that sends the password gets a token: a page has its cookie.
#[test]
fn a_program_gets_its_token_over_http_alone() {
    let server = TestServer::start();
    let register = format!(r#"{{"do":"register","name":"dice","password":"{PASSWORD}"}}"#);
    let made = server.request("POST", "/api/session?token=true", "", &register).is(200);
    assert_eq!(made.header("set-cookie"), None);
    let entered = made.json();
    let token = entered["token"].as_str().unwrap();
    assert_eq!(entered["recovery_codes"].as_array().unwrap().len(), 8);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let named = server.request("POST", "/api/do", &bearer, r#"{"do":"token","name":"my-bot"}"#);
    assert!(named.is(200).json()["token"].is_string());
    server
        .request("POST", "/api/do", &bearer, r#"{"do":"role","name":"dice","role":"bot"}"#)
        .is(200);
    let page = format!("Origin: http://{}\r\n", server.http);
    let of_page =
        server.request("POST", "/api/session?token=true", &page, &login(PASSWORD)).is(403);
    assert_eq!(of_page.json()["detail"], "token-in-browser");
    assert_eq!(of_page.json()["argument"], "token");
    let in_url = server.request("POST", "/api/session?password=secret", "", &login(PASSWORD));
    assert_eq!(in_url.is(400).json()["argument"], "password");
}

#[test]
fn only_logins_open_a_session() {
    let server = TestServer::start();
    for (body, wanted) in
        [(r#"{"do":"say","text":"hello"}"#, 409), (&login("wrong horse"), 401), ("{", 400)]
    {
        let refused = server.request("POST", "/api/session", "", body).is(wanted);
        assert_eq!(refused.header("set-cookie"), None);
    }
}

/// A proxy names its clients, so each has an address of its own here.
#[test]
fn a_guesser_at_one_address_does_not_lock_the_owner_out_at_another() {
    let server = TestServer::configured(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.limits.logins_per_minute = 10;
    });
    let log_in_from = |address: &str, password: &str| {
        let headers = format!("X-Forwarded-For: {address}\r\nX-Forwarded-Proto: https\r\n");
        server.request("POST", "/api/session", &headers, &login(password))
    };
    server.register("alice");
    let guesses: Vec<u16> =
        (0..12).map(|_| log_in_from("192.0.2.66", "wrong horse").status).collect();
    assert_eq!(guesses[9..], [401, 429, 429]);
    assert_eq!(log_in_from("192.0.2.66", PASSWORD).status, 429, "the guesser waits");
    let owner = log_in_from("192.0.2.1", PASSWORD).is(200);
    let cookie = owner.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-willow=") && cookie.ends_with("; Secure"), "{cookie}");
}

/// An endpoint of a service that is allowed.
const ENDPOINT: &str = "https://fcm.googleapis.com/fcm/send/abc";

/// A subscription as browsers write it, with the keys of the example of RFC 8291.
fn subscription(endpoint: &str) -> Value {
    json!({
        "endpoint": endpoint,
        "expirationTime": null,
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    })
}

#[test]
fn a_login_takes_notifications_until_it_is_switched_off_or_ends() {
    let server = TestServer::start();
    let page = register(&server);
    assert_eq!(server.get("/api/push").status, 401);
    let is_on = |page: &str| server.get_with("/api/push", page).is(200).json()["on"] == true;
    let key = server.get_with("/api/push", &page).json()["key"].as_str().unwrap().to_owned();
    assert_eq!(key.len(), 87, "65 bytes: {key}");
    let subscribe = |body: &str| server.request("POST", "/api/push", &page, body);

    for elsewhere in ["http://127.0.0.1:7711/api/do", "https://push.example/x", "https://10.0.0.1/"]
    {
        let problem = subscribe(&subscription(elsewhere).to_string()).is(403).json();
        assert_eq!(problem["detail"], "request-forbidden", "{elsewhere}");
    }
    let good = subscription(ENDPOINT).to_string();
    for wrong in ["{}", "x", &good.replace("BCVx", "CCVx"), &good.replace("BTBZ", "")] {
        assert_eq!(subscribe(wrong).is(400).json()["detail"], "invalid-body", "{wrong}");
    }
    assert!(!is_on(&page));
    subscribe(&good).is(200);
    assert!(is_on(&page));
    let renew = |old: &str| {
        let mut renewal = subscription(ENDPOINT);
        renewal["old"] = old.into();
        subscribe(&renewal.to_string())
    };
    let problem = renew("https://fcm.googleapis.com/fcm/send/x").is(403).json();
    assert_eq!(problem["detail"], "request-forbidden");
    renew(ENDPOINT).is(200);
    let data = server.get_with("/api/account/export", &page).text();
    assert!(data.contains("fcm/send/abc"), "it is the user's own: {data}");
    server.request("DELETE", "/api/push", &page, "").is(200);
    assert!(!is_on(&page));

    subscribe(&good).is(200);
    server.request("DELETE", "/api/session", &page, "").is(200);
    let again = server.log_page_in(&login(PASSWORD));
    assert!(!is_on(&again), "the address went with the login");
}

/// A guest is gone after a day, and a game of days is nothing for them.
#[test]
fn guests_take_no_notifications() {
    let server = TestServer::start();
    let page = server.log_page_in(r#"{"do":"guest","name":"alice"}"#);
    let body = subscription(ENDPOINT).to_string();
    let problem = server.request("POST", "/api/push", &page, &body).is(403);
    assert_eq!(problem.json()["detail"], "account-needed");
    assert_eq!(server.get_with("/api/push", &page).json()["on"], false);
}
