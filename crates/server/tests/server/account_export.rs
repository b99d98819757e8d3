//! The export of a user's own data.

use serde_json::Value;
use willow_protocol::{ErrorCode, Event};

use crate::moderators::moderator;
use crate::ratings::{MOVES, rated};
use crate::support::{Answer, Client, TestServer, code};

const PATH: &str = "/api/account/export";

fn export(server: &TestServer, client: &Client) -> Answer {
    let token = client.token.as_ref().unwrap();
    server.get_with(PATH, &format!("Authorization: Bearer {token}\r\n"))
}

fn data(server: &TestServer, client: &Client) -> Value {
    let answer = export(server, client).is(200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

/// Returns one field of all rows of a part.
fn column<'a>(data: &'a Value, part: &str, field: &str) -> Vec<&'a Value> {
    data[part].as_array().unwrap().iter().map(|row| &row[field]).collect()
}

/// Registers a user who has a token of a program.
fn member(server: &TestServer, name: &str) -> Client {
    let mut client = server.register(name);
    let made = client.ask(r#""do":"token","name":"my-bot""#);
    let Event::Token { token, .. } = made else { panic!("{made:?}") };
    client.token = Some(token);
    client
}

/// Everything that a user can leave behind is there, and nothing of what others keep from the user.
#[test]
fn an_export_has_everything_about_its_user_and_no_secrets_of_others() {
    let server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let [mut alice, mut bob] = ["alice", "bob"].map(|name| member(&server, name));
    let public = rated(&mut alice, &mut bob, r#","clock":"5+3""#);
    let private = rated(&mut alice, &mut bob, r#","clock":"1+0","private":true"#);
    for command in [
        r#""do":"set","key":"country","value":"DE""#,
        r#""do":"set","key":"about","value":"I like corners""#,
        r#""do":"set","key":"display-name","value":"Älice""#,
        r#""do":"say","text":"hello lobby""#,
        r#""do":"tell","to":"bob","text":"hello bob""#,
        r#""do":"follow","name":"bob""#,
        r#""do":"mute","name":"mona""#,
        r#""do":"report","name":"bob","reason":"he is rude""#,
        r#""do":"new-tournament","plan":{"name":"Cup","format":{"swiss":{"rounds":2}},"place":"tables"}"#,
    ] {
        alice.ok(command);
    }
    for command in [
        r#""do":"say","text":"hello from bob""#,
        r#""do":"tell","to":"alice","text":"hello alice""#,
        r#""do":"tell","to":"mona","text":"xyzzy""#,
        r#""do":"mute","name":"alice""#,
        r#""do":"report","name":"alice","reason":"plugh""#,
        r#""do":"enter","tournament":1"#,
    ] {
        bob.ok(command);
    }
    mona.ok(r#""do":"silence","name":"alice","minutes":5,"reason":"too loud""#);
    let data = data(&server, &alice);

    let account = &data["account"];
    assert_eq!(account["name"], "alice");
    assert_eq!(account["country"], "DE");
    assert_eq!(account["about"], "I like corners");
    assert_eq!(account["display_name"], "Älice");
    assert_eq!(account["has_password"], true);
    assert!(account["recovery_codes"].as_i64().unwrap() > 0 && account["banned"] == false);
    assert_eq!(column(&data, "ratings", "wins"), [1, 1]);
    let games = [public.0, private.0];
    let moves = MOVES.replace(' ', "");
    assert_eq!(column(&data, "rated_opponents", "class"), ["blitz", "bullet"]);
    assert_eq!(column(&data, "rating_history", "game"), games);
    assert_eq!(column(&data, "games", "game"), games);
    assert_eq!(column(&data, "games", "moves"), [&*moves, &*moves]);
    assert!(column(&data, "games", "result").iter().all(|result| result.is_i64()));
    let texts = column(&data, "private_room", "text");
    assert!(texts.iter().any(|text| *text == "hello bob"), "{texts:?}");
    assert!(texts.iter().any(|text| *text == "hello alice"), "{texts:?}");
    assert_eq!(column(&data, "lobby_chat", "text"), ["hello lobby"]);
    let relations = data["relations"].to_string();
    assert!(relations.contains("followed") && relations.contains("muted"), "{relations}");
    assert_eq!(column(&data, "tokens", "name").iter().filter(|it| **it == "my-bot").count(), 1);
    assert_eq!(column(&data, "addresses", "address"), ["127.0.0.1"]);
    assert_eq!(column(&data, "moderation", "reason"), ["too loud"]);
    assert_eq!(column(&data, "reports_by_you", "reason"), ["he is rude"]);
    let changes = column(&data, "tournaments", "change");
    assert!(changes.len() == 1 && changes[0]["planned"].is_object(), "{changes:?}");

    let text = data.to_string();
    for secret in ["xyzzy", "plugh", "hello from bob", "argon2", alice.token.as_ref().unwrap()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let own = self::data(&server, &bob);
    assert_eq!(column(&own, "lobby_chat", "text"), ["hello from bob"]);
    assert_eq!(column(&own, "tournaments", "tournament"), [1]);
    assert_eq!(column(&own, "tournaments", "change")[0]["registered"]["name"], "bob");
    assert!(!own.to_string().contains("he is rude"), "the report is not shown to its subject");
}

/// The lines that a user wrote in the chats of games, and the moves of a game in progress.
#[test]
fn an_export_has_the_chat_of_games_and_the_moves_so_far() {
    let server = TestServer::start();
    let [mut alice, mut bob, mut carol] =
        ["alice", "bob", "carol"].map(|name| member(&server, name));
    let game = alice.play(&mut bob, "");
    alice.ok(r#""do":"move","move":"f5""#);
    alice.ok(r#""do":"gsay","text":"good luck""#);
    bob.ok(r#""do":"gsay","text":"thank you""#);
    carol.ok(&format!(r#""do":"watch","game":{game}"#));
    carol.ok(r#""do":"gsay","text":"nice opening""#);
    let (of_alice, of_carol) = (data(&server, &alice), data(&server, &carol));
    assert_eq!(column(&of_alice, "games", "moves"), ["f5"]);
    assert_eq!(column(&of_alice, "players_chat", "text"), ["good luck"]);
    assert!(of_alice["spectators_chat"].as_array().unwrap().is_empty());
    assert_eq!(column(&of_carol, "spectators_chat", "text"), ["nice opening"]);
    assert!(of_carol["games"].as_array().unwrap().is_empty());
}

/// More rows than a page has, in order and each once.
#[test]
fn an_export_goes_on_over_many_pages() {
    let server = TestServer::start();
    let [mut alice, mut bob] = ["alice", "bob"].map(|name| member(&server, name));
    for n in 0..2100 {
        let author = if n % 1000 == 0 { &mut alice } else { &mut bob };
        author.send(&format!(r#"{{"do":"say","text":"{n}"}}"#));
        if n < 450 {
            alice.send(&format!(r#"{{"do":"tell","to":"bob","text":"{n}"}}"#));
        }
        // Both read what has come before it is too much. Other than `ping`, this is answered after what was sent
        // before.
        if n % 100 == 99 {
            for client in [&mut alice, &mut bob] {
                assert_eq!(client.ask(r#""do":"lobby","follow":true"#), Event::Ok);
            }
        }
    }
    let data = data(&server, &alice);
    let told: Vec<String> = (0..450).map(|n| n.to_string()).collect();
    assert_eq!(column(&data, "private_room", "text"), told.iter().collect::<Vec<_>>());
    assert_eq!(column(&data, "lobby_chat", "text"), ["0", "1000", "2000"]);
}

#[test]
fn exports_are_named_by_the_protocol_and_limited() {
    let server = TestServer::start();
    let mut alice = member(&server, "alice");
    let told = alice.ask(r#""do":"export-data""#);
    let (path, port) = (PATH.to_owned(), server.http.port());
    assert_eq!(told, Event::ExportData { path, port, url: None }, "the protocol says where it is");
    let mut visitor = Client::connect(server.address);
    assert_eq!(visitor.refused(r#""do":"export-data""#), ErrorCode::NotLoggedIn);
    let cookie = format!("Cookie: willow={}\r\n", alice.token.as_ref().unwrap());
    server.get_with(PATH, &cookie).is(200);
    export(&server, &alice).is(200);
    assert_eq!(code(export(&server, &alice).is(429).event()), ErrorCode::Limit);
    export(&server, &member(&server, "bob")).is(200);
}
