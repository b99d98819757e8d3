//! The games that a user keeps: the same in all browsers, and nobody else's.

use serde_json::{Value, json};

use crate::support::{Answer, Client, PASSWORD, TestServer};

const PATH: &str = "/api/library";

/// A browser that is logged in.
struct Browser<'a> {
    server: &'a TestServer,
    account: &'a str,
    header: String,
}

impl<'a> Browser<'a> {
    fn new(server: &'a TestServer, account: &'a str, client: &Client) -> Browser<'a> {
        let header = format!("Authorization: Bearer {}\r\n", client.token.as_ref().unwrap());
        Browser { server, account, header }
    }

    fn page(&self, after: u64) -> Answer {
        let path = format!("{PATH}?account={}&after={after}", self.account);
        self.server.get_with(&path, &self.header)
    }

    /// Returns ids, revisions and games of a page.
    fn games(&self, after: u64) -> Vec<Value> {
        let page = self.page(after).is(200).json();
        let games = page["games"].as_array().unwrap().iter();
        games.map(|it| json!([it["id"], it["revision"], it["game"]])).collect()
    }

    fn send(&self, games: &Value) -> Answer {
        let body = json!({"account": self.account, "games": games}).to_string();
        self.server.request("POST", PATH, &self.header, &body)
    }

    /// Changes one game. Returns its revision if the change is made; 0 if it is not there.
    fn change(&self, id: &str, base: u64, game: &Value) -> Option<u64> {
        let kept = self.send(&json!([{"id": id, "base": base, "game": game}])).is(200).json();
        kept["games"].as_array().unwrap().first().map(|it| it["revision"].as_u64().unwrap_or(0))
    }
}

#[test]
fn a_change_counts_if_its_browser_knew_the_last_one() {
    let server = TestServer::start();
    let alice = Browser::new(&server, "alice", &server.register("alice"));
    let game = json!({"transcript": "f5d6", "note": "wedge"});
    let one = alice.change("one", 0, &game).unwrap();
    let two = alice.change("two", 0, &json!("b")).unwrap();
    assert!(one < two);
    assert_eq!(alice.change("one", 0, &game), Some(one), "the answer was lost: the same again");
    assert_eq!(alice.change("one", 0, &json!("other")), None, "it is new to this browser alone");
    let changed = alice.change("two", two, &json!("c")).unwrap();
    assert!(two < changed);
    assert_eq!(alice.change("two", two, &Value::Null), None, "it has changed since");
    assert_eq!(alice.games(0), [json!(["one", one, game]), json!(["two", changed, "c"])]);
    let deleted = alice.change("two", changed, &Value::Null).unwrap();
    assert_eq!(alice.change("two", changed, &Value::Null), Some(deleted));
    assert_eq!(alice.change("never", 7, &Value::Null), Some(0));
    assert_eq!(alice.games(one), [json!(["two", deleted, null])], "the deletion is told");
    let undone = alice.change("two", deleted, &json!("d")).unwrap();
    let page = alice.page(deleted).is(200).json();
    assert_eq!(page["last"], undone);
    let apart = page["now"].as_u64().unwrap() - page["games"][0]["changed_at"].as_u64().unwrap();
    assert!(apart < 60_000, "times are the server's");
}

#[test]
fn a_library_outlives_a_restart_and_goes_with_its_account() {
    let mut server = TestServer::start();
    let [alice, bob] = ["alice", "bob"].map(|name| server.register(name));
    Browser::new(&server, "alice", &alice).change("one", 0, &json!("a")).unwrap();
    let one = Browser::new(&server, "bob", &bob).change("one", 0, &json!("b")).unwrap();
    server.restart();
    let bobs = Browser::new(&server, "bob", &bob);
    assert_eq!(bobs.games(0), [json!(["one", one, "b"])]);
    let data = server.get_with("/api/account/export", &bobs.header).is(200).json();
    assert_eq!(
        (&data["library"][0]["game"], data["library"].as_array().unwrap().len()),
        (&json!("b"), 1)
    );
    let owner = Browser::new(&server, "alice", &alice).page(0).is(200).json()["owner"].clone();
    let (mut client, _) = server.log_in("alice", PASSWORD);
    client.ok(&format!(r#""do":"delete-account","password":"{PASSWORD}""#));
    assert_eq!(Browser::new(&server, "alice", &alice).page(0).status, 401);
    assert_eq!(bobs.games(0).len(), 1);
    assert_ne!(bobs.page(0).json()["owner"], owner);
}

#[test]
fn a_page_says_whose_library_it_means_and_guests_have_none() {
    let server = TestServer::start();
    assert_eq!(server.get(&format!("{PATH}?account=alice")).status, 401);
    let [alice, bob] = ["alice", "bob"].map(|name| server.register(name));
    Browser::new(&server, "bob", &bob).change("one", 0, &json!("b")).unwrap();
    // Another tab has signed in as bob; this one still believes that it is alice's.
    let outdated = Browser::new(&server, "alice", &bob);
    assert_eq!(outdated.page(0).status, 403);
    assert_eq!(outdated.send(&json!([{"id": "one", "base": 1, "game": null}])).status, 403);
    let alice = Browser::new(&server, "alice", &alice);
    assert!(alice.games(0).is_empty());
    assert_eq!(server.get_with(PATH, &alice.header).status, 400);
    let guest = server.log_page_in(r#"{"do":"guest","name":"gast"}"#);
    assert_eq!(server.get_with(&format!("{PATH}?account=gast"), &guest).status, 403);
    let body = json!({"account": "gast", "games": []}).to_string();
    assert_eq!(server.request("POST", PATH, &guest, &body).status, 403);
}

#[test]
fn pages_requests_and_libraries_have_limits_and_a_full_one_can_shrink() {
    let server = TestServer::start();
    let alice = Browser::new(&server, "alice", &server.register("alice"));
    let game = |id: &str, base: u64, game: &Value| json!([{"id": id, "base": base, "game": game}]);
    assert_eq!(alice.send(&game("", 0, &json!("a"))).status, 400);
    assert_eq!(alice.send(&game(&"x".repeat(1001), 0, &json!("a"))).status, 400);
    assert_eq!(alice.send(&game("one", 0, &json!("a".repeat(70_000)))).status, 413);
    let many = |n: u64| (0..n).map(|at| json!({"id": format!("s{at}"), "game": at})).collect();
    assert_eq!(alice.send(&Value::Array(many(101))).status, 400);
    alice.send(&Value::Array(many(100))).is(200);
    let last = alice.change("last", 0, &json!("l")).unwrap();
    assert_eq!([alice.games(0).len(), alice.games(last - 1).len()], [100, 1]);
    // In bytes, not in signs.
    let large = json!("あ".repeat(20_000));
    let kept = (0..80).take_while(|n| alice.send(&game(&format!("g{n}"), 0, &large)).status == 200);
    assert_eq!(kept.count(), 69);
    assert_eq!(alice.games(last).len(), 4, "a page has 256 KiB");
    assert_eq!(alice.send(&game("more", 0, &large)).status, 409);
    let revision = |id: &str| {
        let page = alice.games(last);
        page.iter().find(|game| game[0] == id).unwrap()[1].as_u64().unwrap()
    };
    let [g1, g2, g3] = ["g1", "g2", "g3"].map(revision);
    // A deletion that is not made makes no room.
    let both =
        json!([{"id": "g1", "base": 7, "game": null}, {"id": "more", "base": 0, "game": large}]);
    assert_eq!(alice.send(&both).status, 409);
    assert!(alice.change("g1", g1, &json!("い".repeat(20_000))).is_some(), "as large as before");
    assert!(alice.change("g2", g2, &json!("small")).is_some(), "smaller");
    assert!(alice.change("g3", g3, &Value::Null).is_some(), "deleted");
    assert!(alice.change("more", 0, &large).is_some(), "there is room again");
}
