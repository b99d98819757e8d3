//! A browser logs in by a cookie, and foreign pages cannot use it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::support::{Client, TestServer, config};

const PASSWORD: &str = "correct horse";

/// Sends a request, and returns its head and its body.
pub(crate) fn send(
    address: SocketAddr,
    (method, path): (&str, &str),
    headers: &str,
    body: &str,
) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Content-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

pub(crate) fn status(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

/// Returns the cookie that an answer sets, with its attributes.
fn set_cookie(head: &str) -> Option<&str> {
    head.lines().find_map(|line| line.strip_prefix("set-cookie: "))
}

/// Logs in from the page of the server itself, and returns the header that the browser then sends.
pub(crate) fn log_in(server: &TestServer, command: &str) -> String {
    let origin = format!("Origin: http://{}\r\n", server.http);
    let (head, body) = send(server.http, ("POST", "/api/session"), &origin, command);
    assert_eq!(status(&head), "200", "{head}\n{body}");
    assert!(!body.contains("\"token\""), "scripts do not see the token: {body}");
    let set = set_cookie(&head).unwrap();
    assert!(set.ends_with("; HttpOnly; SameSite=Strict"), "{set}");
    format!("Cookie: {}\r\n", set.split(';').next().unwrap())
}

fn register(server: &TestServer) -> String {
    log_in(server, &format!(r#"{{"do":"register","name":"alice","password":"{PASSWORD}"}}"#))
}

/// Returns the status of a WebSocket that a page opens.
fn upgrade(server: &TestServer, headers: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n",
        server.http
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    (String::from_utf8_lossy(&head[9..]).into_owned(), stream)
}

/// Sends a text message of a client, which is masked, here by zeros.
fn send_message(stream: &mut TcpStream, text: &str) {
    let length = u8::try_from(text.len()).ok().filter(|&length| length < 126).unwrap();
    let frame = [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat();
    stream.write_all(&frame).unwrap();
}

/// Reads until a text has come.
fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut received = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&received).contains(text) {
        stream.read_exact(&mut byte).unwrap();
        received.push(byte[0]);
    }
    String::from_utf8_lossy(&received).into_owned()
}

#[test]
fn a_browser_stays_logged_in_by_its_cookie_until_it_logs_out() {
    let server = TestServer::start();
    let cookie = register(&server);
    let own = format!("{cookie}Origin: http://{}\r\n", server.http);
    let (head, body) = send(server.http, ("GET", "/api/session"), &cookie, "");
    assert_eq!(status(&head), "200", "{head}\n{body}");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["name"], "alice");
    assert!(set_cookie(&head).unwrap().contains("Max-Age=5184000"), "it lives on");
    let say = r#"{"do":"say","text":"good evening"}"#;
    let (head, body) = send(server.http, ("POST", "/api/do"), &own, say);
    assert_eq!(status(&head), "200", "{head}\n{body}");
    let (answer, mut socket) = upgrade(&server, &own);
    assert_eq!(answer, "101");
    send_message(&mut socket, r#"{"id":"1","do":"resume","token":"cookie"}"#);
    let entered = read_until(&mut socket, "entered");
    assert!(!entered.contains("\"token\""), "{entered}");
    send_message(&mut socket, r#"{"id":"2","do":"token"}"#);
    read_until(&mut socket, "forbidden");
    let (head, body) = send(server.http, ("DELETE", "/api/session"), &own, "");
    assert_eq!(status(&head), "200", "{head}\n{body}");
    assert!(set_cookie(&head).unwrap().contains("Max-Age=0"), "{head}");
    read_until(&mut socket, "bye");
    let (head, _) = send(server.http, ("GET", "/api/session"), &cookie, "");
    assert_eq!(status(&head), "401", "the token is revoked");
}

#[test]
fn foreign_pages_cannot_use_the_cookie() {
    let server = TestServer::start();
    let cookie = register(&server);
    let say = r#"{"do":"say","text":"good evening"}"#;
    let login = format!(r#"{{"do":"login","name":"alice","password":"{PASSWORD}"}}"#);
    for foreign in ["Origin: https://evil.example\r\n", "Origin: null\r\n"] {
        let headers = format!("{cookie}{foreign}");
        for (request, body) in [
            (("POST", "/api/do"), say),
            (("DELETE", "/api/session"), ""),
            (("GET", "/api/session"), ""),
            (("GET", "/api/stream/events"), ""),
            (("POST", "/api/session"), login.as_str()),
        ] {
            let (head, body) = send(server.http, request, &headers, body);
            assert_eq!(status(&head), "403", "{request:?} {foreign} {head}\n{body}");
            assert_eq!(set_cookie(&head), None);
        }
        assert_eq!(upgrade(&server, &headers).0, "403");
    }
    for headers in [cookie.clone(), format!("{cookie}Sec-Fetch-Site: cross-site\r\n")] {
        let (head, _) = send(server.http, ("POST", "/api/do"), &headers, say);
        assert_eq!(status(&head), "403", "without an origin nothing is changed");
    }
    let (head, _) = send(server.http, ("GET", "/api/session"), &cookie, "");
    assert_eq!(status(&head), "200", "the visitor is still logged in");
}

#[test]
fn only_logins_open_a_session() {
    let server = TestServer::start();
    for (body, wanted) in [
        (r#"{"do":"say","text":"hello"}"#, "409"),
        (r#"{"do":"login","name":"alice","password":"wrong horse"}"#, "401"),
        ("{", "400"),
    ] {
        let (head, answer) = send(server.http, ("POST", "/api/session"), "", body);
        assert_eq!(status(&head), wanted, "{body}: {answer}");
        assert_eq!(set_cookie(&head), None);
    }
}

/// A proxy names its clients, so each has an address of its own here.
#[test]
fn a_guesser_at_one_address_does_not_lock_the_owner_out_at_another() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut config = config(folder.path());
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    config.limits.logins_per_minute = 10;
    let server = TestServer::with(config);
    let log_in_from = |address: &str, password: &str| {
        let headers = format!("X-Forwarded-For: {address}\r\nX-Forwarded-Proto: https\r\n");
        let login = format!(r#"{{"do":"login","name":"alice","password":"{password}"}}"#);
        send(server.http, ("POST", "/api/session"), &headers, &login).0
    };
    let mut alice = Client::connect(server.address);
    let register = format!(r#""do":"register","name":"alice","password":"{PASSWORD}""#);
    alice.ask("in", &register);
    let guesses: Vec<String> = (0..12).map(|_| log_in_from("192.0.2.66", "wrong horse")).collect();
    let statuses: Vec<&str> = guesses.iter().map(|head| status(head)).collect();
    assert_eq!(statuses[9..], ["401", "429", "429"]);
    assert_eq!(status(&log_in_from("192.0.2.66", PASSWORD)), "429", "the guesser waits");
    let head = log_in_from("192.0.2.1", PASSWORD);
    assert_eq!(status(&head), "200", "the owner does not");
    let cookie = set_cookie(&head).unwrap();
    assert!(cookie.starts_with("__Host-willow=") && cookie.ends_with("; Secure"), "{cookie}");
}

/// A subscription as browsers write it, with the keys of the example of RFC 8291.
fn subscription(endpoint: &str) -> String {
    serde_json::json!({
        "endpoint": endpoint,
        "expirationTime": null,
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    })
    .to_string()
}

#[test]
fn a_login_takes_notifications_until_it_is_switched_off_or_ends() {
    let server = TestServer::start();
    let cookie = register(&server);
    let own = format!("{cookie}Origin: http://{}\r\n", server.http);
    let ask = |method: &str, headers: &str, body: &str| {
        let (head, body) = send(server.http, (method, "/api/push"), headers, body);
        let body: Value = serde_json::from_str(&body).unwrap();
        (status(&head).to_owned(), body)
    };
    let is_on = |headers: &str| ask("GET", headers, "").1["on"].as_bool().unwrap();
    assert_eq!(ask("GET", "", "").0, "401");
    let foreign = format!("{cookie}Origin: https://evil.example\r\n");
    let good = subscription("https://fcm.googleapis.com/fcm/send/abc");
    assert_eq!(ask("POST", &foreign, &good).0, "403");
    let (found, state) = ask("GET", &own, "");
    assert_eq!((found.as_str(), &state["on"]), ("200", &Value::Bool(false)));
    assert_eq!(state["key"].as_str().unwrap().len(), 87, "65 bytes: {state}");

    for elsewhere in ["http://127.0.0.1:7711/api/do", "https://push.example/x", "https://10.0.0.1/"]
    {
        let (found, problem) = ask("POST", &own, &subscription(elsewhere));
        assert_eq!((found.as_str(), &problem["detail"]), ("403", &"request-forbidden".into()));
    }
    for wrong in ["{}", "x", &good.replace("BCVx", "CCVx"), &good.replace("BTBZ", "")] {
        let (found, problem) = ask("POST", &own, wrong);
        assert_eq!(
            (found.as_str(), &problem["detail"]),
            ("400", &"invalid-body".into()),
            "{wrong}"
        );
    }
    assert!(!is_on(&own));
    assert_eq!(ask("POST", &own, &good).0, "200");
    assert!(is_on(&own));
    let renewal = |old: &str| {
        let new = subscription("https://fcm.googleapis.com/fcm/send/abc");
        let mut new: Value = serde_json::from_str(&new).unwrap();
        new["old"] = old.into();
        new.to_string()
    };
    let (found, problem) = ask("POST", &own, &renewal("https://fcm.googleapis.com/fcm/send/x"));
    assert_eq!((found.as_str(), &problem["detail"]), ("403", &"request-forbidden".into()));
    assert_eq!(ask("POST", &own, &renewal("https://fcm.googleapis.com/fcm/send/abc")).0, "200");
    let (_, data) = send(server.http, ("GET", "/api/account/export"), &own, "");
    assert!(data.contains("fcm/send/abc"), "it is the user's own: {data}");
    assert_eq!(ask("DELETE", &own, "").0, "200");
    assert!(!is_on(&own));

    assert_eq!(ask("POST", &own, &good).0, "200");
    send(server.http, ("DELETE", "/api/session"), &own, "");
    let login = format!(r#"{{"do":"login","name":"alice","password":"{PASSWORD}"}}"#);
    let again = log_in(&server, &login);
    assert!(!is_on(&again), "the address went with the login");
}

/// A guest is gone after a day, and a game of days is nothing for them.
#[test]
fn guests_take_no_notifications() {
    let server = TestServer::start();
    let cookie = log_in(&server, r#"{"do":"guest","name":"alice"}"#);
    let own = format!("{cookie}Origin: http://{}\r\n", server.http);
    let body = subscription("https://fcm.googleapis.com/fcm/send/abc");
    let (head, problem) = send(server.http, ("POST", "/api/push"), &own, &body);
    assert_eq!(status(&head), "403", "{problem}");
    assert!(problem.contains("account-needed"), "{problem}");
    let (_, state) = send(server.http, ("GET", "/api/push"), &own, "");
    assert!(state.contains(r#""on":false"#), "{state}");
}
