//! The web client over HTTP: pages, files, their encodings and what browsers may do with them.

use std::fs;

use tempfile::TempDir;
use willow_protocol::Event;
use willow_server::{Config, Server};

use crate::support::{Client, TestServer, config};

/// What a browser sends when a person opens an address.
const OPENED: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";

/// What page and files may do, word for word.
const POLICIES: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' \
         'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
         form-action 'none'; require-trusted-types-for 'script'; \
         trusted-types svelte-trusted-html willow-worker",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

#[test]
fn the_page_is_at_every_path_that_is_no_file_and_not_of_the_api() {
    let server = TestServer::start();
    let page = server.get("/").is(200).text();
    assert!(page.starts_with("<!doctype html>"), "{page}");
    for path in ["/lobby", "/game/17", "/messages/bob", "/lobby/", "/nowhere", "/sign-in?next=%2F"]
    {
        assert!(server.get(path).is(200).text() == page, "{path}");
    }
    assert_eq!(server.metric("pages_total"), 7);
    for unknown in ["/lobby.html", "/api/nothing", "/assets/nothing.js", "/assets/", "/api"] {
        let text = server.get_with(unknown, OPENED).is(404).text();
        assert!(text.contains("\"unknown-path\""), "{unknown}: {text}");
    }
    server.request("POST", "/lobby", "", "").is(404);
}

#[test]
fn browsers_are_told_what_page_and_files_may_do_and_how_long_they_keep_them() {
    let server = TestServer::start();
    let page = server.get("/").text();
    let files: Vec<&str> = page.split('"').filter(|word| word.starts_with("/assets/")).collect();
    assert!(files.len() >= 2, "{page}");
    for path in files.iter().copied().chain(["/", "/game/1", "/index.html"]) {
        let answer = server.get_with(path, OPENED);
        for (name, policy) in POLICIES {
            assert_eq!(answer.header(name), Some(policy), "{path}: {}", answer.head);
        }
        assert_eq!(answer.head.matches("content-security-policy").count(), 1, "{}", answer.head);
        let is_file = files.contains(&path);
        let kept = if is_file { "public, max-age=31536000, immutable" } else { "public, no-cache" };
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
    }
    let of_api = server.get("/api/games");
    let policy = of_api.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; frame-ancestors"), "{policy}");
    let page = server.get("/lobby");
    let tag = page.header("etag").unwrap();
    let known = format!("Accept-Encoding: br\r\nIf-None-Match: {tag}\r\n");
    let again = server.get_with("/lobby", &known).is(304);
    assert_eq!((again.header("etag"), again.body.len()), (Some(tag), 0));
    assert_eq!(again.header("content-encoding"), None);
    assert_eq!(again.header("vary"), Some("accept-encoding"));
    let head = server.request("HEAD", "/lobby", "", "").is(200);
    assert_eq!(head.header("content-length"), Some(&*page.body.len().to_string()));
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
        let answer = server.get(path);
        let is_page = answer.text().starts_with("<!doctype html>");
        assert!(is_page || answer.status == 404, "{path}: {answer}");
    }
}

#[test]
fn the_client_can_be_switched_off() {
    let server = TestServer::configured(|config| config.web = false);
    for path in ["/", "/lobby", "/index.html"] {
        let text = server.get_with(path, OPENED).is(404).text();
        assert!(text.contains("unknown-path"), "{text}");
    }
    server.get("/api/games").is(200);
}

#[test]
fn another_build_of_the_client_is_served_from_its_folder() {
    let client = TempDir::new().unwrap();
    fs::create_dir(client.path().join("assets")).unwrap();
    fs::write(client.path().join("index.html"), "<!doctype html>ours").unwrap();
    fs::write(client.path().join("assets/a.wasm"), b"\0asm".repeat(100)).unwrap();
    let server =
        TestServer::configured(|config| config.web_folder = Some(client.path().to_owned()));
    assert_eq!(server.get("/lobby").text(), "<!doctype html>ours");
    let file = server.get_with("/assets/a.wasm", "Accept-Encoding: br\r\n");
    assert_eq!(file.header("content-type"), Some("application/wasm"));
    assert_eq!((file.header("content-encoding"), file.body.len()), (None, 400));
}

/// The first greeting comes before the server knows that the client reads JSON.
#[test]
fn the_address_of_links_is_told_to_clients_that_name_their_version() {
    let url = "https://club.example";
    let server = TestServer::configured(|config| config.public_url = Some(format!("{url}/")));
    let mut client = Client::connect(server.address);
    client.send(r#"{"id":"2","do":"protocol","version":2}"#);
    let Event::Welcome { public_url, .. } = client.next().event else { panic!("no greeting") };
    assert_eq!(public_url.as_deref(), Some(url));
    let answer = client.next();
    assert_eq!((answer.id, answer.event), ("2".parse().ok(), Event::Ok));
}

#[tokio::test]
async fn a_folder_without_a_client_is_an_error_at_the_start() {
    let folder = TempDir::new().unwrap();
    let web_folder = Some(folder.path().to_owned());
    let config = Config { web_folder, ..config(&folder.path().join("data")) };
    let error = Server::start(config).await.unwrap_err().to_string();
    assert!(error.starts_with("`web-folder`: there is no `index.html`"), "{error}");
}
