//! A browser sends games against the program of its device, which the archive keeps.

use std::time::Instant;

use serde_json::{Value, json};

use crate::support::{Answer, PASSWORD, PATIENCE, TestServer};

const PATH: &str = "/api/device-games";

/// The shortest game: Black wins all discs.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn log_in(server: &TestServer, command: &str, name: &str) -> String {
    let password = if command == "guest" { String::new() } else { password() };
    server.log_page_in(&format!(r#"{{"do":"{command}","name":"{name}"{password}}}"#))
}

fn password() -> String {
    format!(r#","password":"{PASSWORD}""#)
}

/// A game that alice has won with Black.
fn won(word: &str) -> Value {
    json!({
        "account": "alice", "id": word, "color": "black", "level": 4, "moves": WIPE_OUT,
        "ended_at": 86_400_000,
    })
}

fn send(server: &TestServer, page: &str, game: &Value) -> Answer {
    server.request("POST", PATH, page, &game.to_string())
}

fn archive(server: &TestServer, query: &str) -> Vec<Value> {
    let answer = server.get(&format!("/api/archive?{query}")).is(200).json();
    answer["games"].as_array().unwrap().clone()
}

#[test]
fn a_game_that_is_sent_again_and_again_is_one_entry_with_its_mark() {
    let server = TestServer::start();
    let page = log_in(&server, "register", "alice");
    let first = send(&server, &page, &won("game-0001")).is(200).json();
    assert_eq!(send(&server, &page, &won("game-0001")).is(200).json(), first);
    let other = send(&server, &page, &won("game-0002")).is(200).json();
    assert_ne!(other, first, "another game with the same moves");
    let found = archive(&server, "only=device&player=%3Dalice");
    assert_eq!(found.len(), 2, "{found:?}");
    let entry = found.iter().find(|entry| entry["game"] == first["game"]).unwrap();
    assert_eq!(
        (&entry["on_device"], &entry["result"], &entry["date"]),
        (&json!(true), &json!(64), &json!("1970-01-02"))
    );
    assert_eq!(entry["white"], "Willow on a device (level 4)");
    let whole = server.get(&format!("/api/games/{}", first["game"])).is(200).json();
    assert_eq!((&whole["event"], &whole["place"]), (&json!("archived"), &json!("device")));
}

/// Each user has words of their own, and only one's own device is one's own.
#[test]
fn words_belong_to_an_account() {
    let server = TestServer::start();
    let [alice, bob] = ["alice", "bob"].map(|name| log_in(&server, "register", name));
    let of_alice = send(&server, &alice, &won("game-0001")).is(200).json();
    let mut game = won("game-0001");
    game["account"] = json!("bob");
    assert_ne!(send(&server, &bob, &game).is(200).json(), of_alice);
    assert_eq!(archive(&server, "only=device&player=%3Dbob").len(), 1);
}

/// Another tab may have logged the browser in as somebody else than the page believes.
#[test]
fn a_game_goes_to_nobody_but_the_account_that_it_names() {
    let server = TestServer::start();
    let [_, bob] = ["alice", "bob"].map(|name| log_in(&server, "register", name));
    let refused = send(&server, &bob, &won("game-0001")).is(403).json();
    assert_eq!(refused["detail"], "request-forbidden");
    let mut game = won("game-0001");
    game.as_object_mut().unwrap().remove("account");
    assert_eq!(send(&server, &bob, &game).is(400).json()["detail"], "invalid-body");
    assert!(archive(&server, "only=device").is_empty());
}

/// Neither a rating nor a statistic, a table or a list of games of people counts it.
#[test]
fn nothing_else_counts_a_game_of_a_device() {
    let server = TestServer::start();
    let page = log_in(&server, "register", "alice");
    send(&server, &page, &won("game-0001")).is(200);
    assert!(archive(&server, "").is_empty());
    assert!(archive(&server, "only=here").is_empty());
    assert_eq!(server.get("/api/explorer").is(200).json()["games"], 0);
    let results = server.get("/api/results?player=%3Dalice").is(200).json();
    assert_eq!((&results["black"]["games"], &results["opponents"]), (&json!(0), &json!([])));
    assert_eq!(server.get("/api/users/alice/games").is(200).json()["games"], json!([]));
    assert_eq!(server.get("/api/users/alice").is(200).json()["ratings"], json!([]));
    assert!(!server.get("/api/archive/export?format=ggf").text().contains("alice"));
}

/// The server computes the result: no field says it.
#[test]
fn a_game_against_the_rules_is_refused() {
    let server = TestServer::start();
    let page = log_in(&server, "register", "alice");
    let resigned = json!({"reason": "resigned", "loser": "black"});
    let start = format!("{} X", "-".repeat(64));
    for (field, value) in [
        ("moves", json!("e6f4e3f6g5d6e7f5c6")),
        ("moves", json!("e6f4")),
        ("moves", json!("e6f4z9")),
        ("moves", json!("")),
        ("moves", json!("e6 ".repeat(1000))),
        ("early_end", resigned.clone()),
        ("early_end", json!({"reason": "finished", "loser": "black"})),
        ("initial", json!(start)),
        ("initial", json!("XO X")),
        ("level", json!(0)),
        ("level", json!(61)),
        ("like", json!("alice")),
        ("color", json!("red")),
        ("id", json!("short")),
        ("result", json!(2)),
        ("ended_at", json!(-1)),
    ] {
        let mut game = won("game-0001");
        game[field] = value.clone();
        let refused = send(&server, &page, &game).is(400).json();
        assert_eq!(refused["detail"], "invalid-body", "{field} {value}");
    }
    assert!(archive(&server, "only=device").is_empty());
    let mut game = won("game-0001");
    (game["moves"], game["early_end"]) = (json!("e6f4"), resigned);
    game["like"] = json!("club-player");
    send(&server, &page, &game).is(200);
    let found = archive(&server, "only=device");
    assert_eq!((&found[0]["result"], &found[0]["ending"]), (&json!(-64), &json!("resigned")));
    assert_eq!(found[0]["white"], "Willow on a device (club-player)");
}

#[test]
fn visitors_guests_and_foreign_pages_keep_none() {
    let server = TestServer::start();
    let game = won("game-0001");
    assert_eq!(send(&server, &server.origin(), &game).is(401).json()["detail"], "missing-token");
    let guest = log_in(&server, "guest", "gast");
    assert_eq!(send(&server, &guest, &game).is(403).json()["detail"], "account-needed");
    let page = log_in(&server, "register", "alice");
    let foreign = page.replace("http://", "http://evil.");
    assert_eq!(send(&server, &foreign, &game).is(403).json()["detail"], "request-forbidden");
    assert!(archive(&server, "only=device").is_empty());
}

#[test]
fn a_user_sends_so_many_at_once() {
    let server = TestServer::start();
    let page = log_in(&server, "register", "alice");
    let statuses: Vec<u16> =
        (0..70).map(|_| send(&server, &page, &won("game-0001")).status).collect();
    assert!(statuses.contains(&429) && statuses[..60].iter().all(|&it| it == 200), "{statuses:?}");
}

#[test]
fn the_account_exports_and_erases_its_games() {
    let server = TestServer::start();
    let page = log_in(&server, "register", "alice");
    send(&server, &page, &won("game-0001")).is(200);
    let data = server.get_with("/api/account/export", &page).is(200).json();
    let row = &data["device_games"][0];
    assert_eq!((&row["id"], &row["moves"]), (&json!("game-0001"), &json!(WIPE_OUT)));
    let delete = format!(r#"{{"do":"delete-account"{}}}"#, password());
    server.request("POST", "/api/do", &page, &delete).is(200);
    let until = Instant::now() + PATIENCE;
    while !archive(&server, "only=device").is_empty() {
        assert!(Instant::now() < until, "the game is erased");
    }
}
