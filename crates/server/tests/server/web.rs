//! The web client over HTTP: pages, files, their encodings and what browsers may do with them.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use tempfile::TempDir;
use willow_protocol::Event;
use willow_server::{Config, Server};

use crate::http::{get, get_with};
use crate::support::{Client, TestServer, config};

/// What a browser sends when a person opens an address.
const OPENED: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";

/// The policy of the page, word for word.
const POLICY: &str = "content-security-policy: default-src 'none'; script-src 'self' \
    'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
    form-action 'none'; require-trusted-types-for 'script'; \
    trusted-types svelte-trusted-html willow-worker";

/// Requests a path, and returns the head in lower case and the bytes of the body.
fn bytes(address: SocketAddr, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).unwrap().to_lowercase(), body)
}

/// Returns the value of a header.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Returns the paths of the files that the page names.
fn files_of(page: &str) -> Vec<&str> {
    page.split('"').filter(|word| word.starts_with("/assets/")).collect()
}

#[test]
fn the_page_is_at_every_path_that_is_no_file_and_not_of_the_api() {
    let server = TestServer::start();
    let (_, page) = get(server.http, "/");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    for path in ["/lobby", "/game/17", "/messages/bob", "/lobby/", "/nowhere", "/sign-in?next=%2F"]
    {
        let (head, body) = get(server.http, path);
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(body == page, "{path}");
    }
    let (_, metrics) = get(server.http, "/metrics");
    assert!(metrics.contains("willow_pages_total 7\n"), "{metrics}");
    for unknown in ["/lobby.html", "/api/nothing", "/assets/nothing.js", "/assets/", "/api"] {
        let (head, body) = get_with(server.http, unknown, OPENED);
        assert!(head.starts_with("HTTP/1.1 404") && body.contains("\"unknown-path\""), "{unknown}");
    }
    let (head, _) = bytes(server.http, "POST", "/lobby", "Content-Length: 0\r\n");
    assert!(head.starts_with("http/1.1 404"), "{head}");
}

#[test]
fn browsers_are_told_what_page_and_files_may_do() {
    let server = TestServer::start();
    let (_, page) = get(server.http, "/");
    let files = files_of(&page);
    assert!(files.len() >= 2, "{page}");
    for path in files.iter().copied().chain(["/", "/game/1", "/index.html"]) {
        let (head, _) = bytes(server.http, "GET", path, OPENED);
        for line in [
            POLICY,
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "x-frame-options: deny",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-embedder-policy: require-corp",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(&format!("\n{line}\r")), "{path} has not `{line}`: {head}");
        }
        assert_eq!(head.matches("content-security-policy").count(), 1, "{head}");
    }
    let (head, _) = get(server.http, "/api/games");
    assert!(
        head.contains("content-security-policy: default-src 'none'; frame-ancestors"),
        "{head}"
    );
}

#[test]
fn files_are_kept_for_a_year_and_the_page_is_asked_for_again() {
    let server = TestServer::start();
    let (_, page) = get(server.http, "/");
    for path in files_of(&page) {
        let (head, _) = bytes(server.http, "GET", path, "");
        let kept = header(&head, "cache-control");
        assert_eq!(kept, Some("public, max-age=31536000, immutable"), "{path}: {head}");
    }
    let (head, body) = bytes(server.http, "GET", "/lobby", "");
    assert_eq!(header(&head, "cache-control"), Some("public, no-cache"));
    let tag = header(&head, "etag").unwrap();
    let known = format!("Accept-Encoding: br\r\nIf-None-Match: {}\r\n", tag.replace("w/", "W/"));
    let (again, nothing) = bytes(server.http, "GET", "/lobby", &known);
    assert!(again.starts_with("http/1.1 304") && nothing.is_empty(), "{again}");
    assert_eq!(header(&again, "etag"), Some(tag));
    assert_eq!(header(&again, "content-encoding"), None);
    assert_eq!(header(&again, "vary"), Some("accept-encoding"));
    let (only_head, nothing) = bytes(server.http, "HEAD", "/lobby", "");
    assert!(only_head.starts_with("http/1.1 200") && nothing.is_empty());
    assert_eq!(header(&only_head, "content-length"), Some(body.len().to_string().as_str()));
}

#[test]
fn no_path_leads_out_of_the_client() {
    let server = TestServer::start();
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "//etc/passwd",
        "/manifest.json",
        "/index.html.br",
        "/assets/%00",
        "/assets\\..\\..\\Cargo.toml",
    ] {
        let (head, body) = get(server.http, path);
        let is_page = body.starts_with("<!doctype html>");
        assert!(is_page || head.starts_with("HTTP/1.1 404"), "{path}: {head}");
    }
}

fn with_web(change: impl FnOnce(&mut Config)) -> (TestServer, TempDir) {
    let folder = TempDir::new().unwrap();
    let mut config = config(folder.path());
    change(&mut config);
    (TestServer::with(config), folder)
}

#[test]
fn the_client_can_be_switched_off() {
    let (server, _folder) = with_web(|config| config.web = false);
    for path in ["/", "/lobby", "/index.html"] {
        let (head, body) = get_with(server.http, path, OPENED);
        assert!(
            head.starts_with("HTTP/1.1 404") && body.contains("unknown-path"),
            "{head}\n{body}"
        );
    }
    assert!(get(server.http, "/api/games").0.starts_with("HTTP/1.1 200"));
}

#[test]
fn another_build_of_the_client_is_served_from_its_folder() {
    let client = TempDir::new().unwrap();
    fs::create_dir(client.path().join("assets")).unwrap();
    fs::write(client.path().join("index.html"), "<!doctype html>ours").unwrap();
    fs::write(client.path().join("assets/a.wasm"), b"\0asm".repeat(100)).unwrap();
    let (server, _folder) = with_web(|config| config.web_folder = Some(client.path().to_owned()));
    assert_eq!(get(server.http, "/lobby").1, "<!doctype html>ours");
    let (head, body) = bytes(server.http, "GET", "/assets/a.wasm", "Accept-Encoding: br\r\n");
    assert_eq!(header(&head, "content-type"), Some("application/wasm"));
    assert_eq!((header(&head, "content-encoding"), body.len()), (None, 400));
}

#[test]
fn pages_at_the_address_of_links_may_connect() {
    let url = "https://club.example";
    let (server, _folder) = with_web(|config| config.public_url = Some(format!("{url}/")));
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nOrigin: {url}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.http
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
}

/// The first greeting comes before the server knows that the client reads JSON.
#[test]
fn the_address_of_links_is_told_to_clients_that_name_their_version() {
    let url = "https://club.example";
    let (server, _folder) = with_web(|config| config.public_url = Some(format!("{url}/")));
    let mut client = Client::connect(server.address);
    client.send(r#"{"id":"2","do":"protocol","version":2}"#);
    let Event::Welcome { public_url, .. } = client.next().event else { panic!("no greeting") };
    assert_eq!(public_url.as_deref(), Some(url));
    let answer = client.next();
    assert_eq!((answer.id, answer.event), ("2".parse().ok(), Event::Ok));

    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = "GET /api/stream/lobby HTTP/1.1\r\nHost: here\r\nWillow-Protocol: 2\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let (mut answer, mut part) = (Vec::new(), [0; 512]);
    let wanted = format!(r#""public_url":"{url}""#);
    while !String::from_utf8_lossy(&answer).contains(&wanted) {
        let n = stream.read(&mut part).unwrap();
        assert_ne!(n, 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend(&part[..n]);
    }
}

#[tokio::test]
async fn a_folder_without_a_client_is_an_error_at_the_start() {
    let folder = TempDir::new().unwrap();
    let web_folder = Some(folder.path().to_owned());
    let config = Config { web_folder, ..config(&folder.path().join("data")) };
    let error = Server::start(config).await.unwrap_err().to_string();
    assert!(error.starts_with("`web-folder`: there is no `index.html`"), "{error}");
}
