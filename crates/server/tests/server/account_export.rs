//! The export of a user's own data.

use serde_json::Value;
use tempfile::TempDir;
use willow_protocol::{ErrorCode, Event};

use crate::http::get_with;
use crate::moderators::moderator;
use crate::privacy::{register, with_admin};
use crate::ratings::rated;
use crate::support::{Client, TestServer, code};

/// The path.
const PATH: &str = "/api/account/export";

fn authorization(client: &Client) -> String {
    format!("Authorization: Bearer {}\r\n", client.token.as_ref().unwrap())
}

/// Requests the export, and returns the status and the body without the sizes of its chunks.
fn export(server: &TestServer, header: &str) -> (String, String) {
    let (head, body) = get_with(server.http, PATH, header);
    let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    if !is_chunked {
        return (head, body);
    }
    let (mut rest, mut text) = (body.as_str(), String::new());
    loop {
        let (size, after) = rest.split_once("\r\n").unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return (head, text);
        }
        text += &after[..size];
        rest = &after[size + 2..];
    }
}

fn data(server: &TestServer, client: &Client) -> Value {
    let (head, body) = export(server, &authorization(client));
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    assert!(head.contains("cache-control: no-store"), "{head}");
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// Returns one field of all rows of a part.
fn column<'a>(data: &'a Value, part: &str, field: &str) -> Vec<&'a Value> {
    data[part].as_array().unwrap().iter().map(|row| &row[field]).collect()
}

/// Sends commands one after the other; all are executed.
fn all_ok(client: &mut Client, prefix: &str, commands: &[&str]) {
    for (n, command) in commands.iter().enumerate() {
        assert_eq!(client.ask(&format!("{prefix}{n}"), command), Event::Ok, "{command}");
    }
}

/// Registers a user who has a token.
fn member(server: &TestServer, name: &str) -> Client {
    let mut client = register(server, name);
    let Event::Token { token, .. } = client.ask("token", r#""do":"token","name":"my-bot""#) else {
        panic!("no token")
    };
    client.token = Some(token);
    client
}

/// Everything that a user can leave behind is there, and nothing of what others keep from the user.
#[test]
fn an_export_has_everything_about_its_user_and_no_secrets_of_others() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let mut mona = moderator(&server);
    let [mut alice, mut bob] = ["alice", "bob"].map(|name| member(&server, name));
    let public = rated(&mut alice, &mut bob, r#","clock":"5+3""#);
    let private = rated(&mut alice, &mut bob, r#","clock":"1+0","private":true"#);
    all_ok(
        &mut alice,
        "a",
        &[
            r#""do":"set","key":"country","value":"DE""#,
            r#""do":"set","key":"about","value":"I like corners""#,
            r#""do":"set","key":"display-name","value":"Älice""#,
            r#""do":"say","text":"hello lobby""#,
            r#""do":"tell","to":"bob","text":"hello bob""#,
            r#""do":"follow","name":"bob""#,
            r#""do":"mute","name":"mona""#,
            r#""do":"report","name":"bob","reason":"he is rude""#,
        ],
    );
    all_ok(
        &mut bob,
        "b",
        &[
            r#""do":"say","text":"hello from bob""#,
            r#""do":"tell","to":"alice","text":"hello alice""#,
            r#""do":"tell","to":"mona","text":"xyzzy""#,
            r#""do":"mute","name":"alice""#,
            r#""do":"report","name":"alice","reason":"plugh""#,
        ],
    );
    let silence = r#""do":"silence","name":"alice","minutes":5,"reason":"too loud""#;
    assert_eq!(mona.ask("9", silence), Event::Ok);
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
    assert_eq!(column(&data, "rating_history", "game"), games);
    assert_eq!(column(&data, "games", "game"), games);
    assert_eq!(column(&data, "games", "moves"), ["f5d6", "f5d6"]);
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

    let text = data.to_string();
    for secret in ["xyzzy", "plugh", "hello from bob", "argon2", alice.token.as_ref().unwrap()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let own = self::data(&server, &bob);
    assert_eq!(column(&own, "lobby_chat", "text"), ["hello from bob"]);
    assert!(!own.to_string().contains("he is rude"), "the report is not shown to its subject");
}

/// The lines that a user wrote in the chats of games, and the moves of a game in progress.
#[test]
fn an_export_has_the_chat_of_games_and_the_moves_so_far() {
    let server = TestServer::start();
    let [mut alice, mut bob, mut carol] =
        ["alice", "bob", "carol"].map(|name| member(&server, name));
    assert_eq!(alice.ask("1", r#""do":"challenge","name":"bob","color":"black""#), Event::Ok);
    let game = bob.offer();
    all_ok(&mut bob, "b", &[&format!(r#""do":"join","game":{game}"#)]);
    all_ok(&mut alice, "a", &[r#""do":"move","move":"f5""#, r#""do":"gsay","text":"good luck""#]);
    all_ok(&mut bob, "c", &[r#""do":"gsay","text":"thank you""#]);
    let watch = format!(r#""do":"watch","game":{game}"#);
    all_ok(&mut carol, "w", &[&watch, r#""do":"gsay","text":"nice opening""#]);
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
    for n in 0..450 {
        all_ok(
            &mut alice,
            &format!("a{n}-"),
            &[&format!(r#""do":"tell","to":"bob","text":"{n}""#)],
        );
    }
    for n in 0..2100 {
        let (author, id) = if n % 1000 == 0 { (&mut alice, "x") } else { (&mut bob, "y") };
        let say = format!(r#""do":"say","text":"{n}""#);
        all_ok(author, &format!("{id}{n}-"), &[&say]);
    }
    let data = data(&server, &alice);
    let told: Vec<String> = (0..450).map(|n| n.to_string()).collect();
    assert_eq!(column(&data, "private_room", "text"), told.iter().collect::<Vec<_>>());
    assert_eq!(column(&data, "lobby_chat", "text"), ["0", "1000", "2000"]);
}

#[test]
fn exports_need_a_token_and_are_limited() {
    let server = TestServer::start();
    let mut alice = member(&server, "alice");
    let told = alice.ask("where", r#""do":"export-data""#);
    let (path, port) = (PATH.to_owned(), server.http.port());
    assert_eq!(told, Event::ExportData { path, port }, "the protocol says where it is");
    let visitor = Client::connect(server.address).ask("where", r#""do":"export-data""#);
    assert_eq!(code(visitor), ErrorCode::NotIn);
    for header in ["", "Authorization: Bearer nonsense\r\n", "Cookie: willow=nonsense\r\n"] {
        let (head, _) = export(&server, header);
        assert!(head.starts_with("HTTP/1.1 401"), "{head}");
    }
    let cookie = format!("Cookie: willow={}\r\n", alice.token.as_ref().unwrap());
    let (head, _) = export(&server, &cookie);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let (head, _) = export(&server, &format!("{cookie}Sec-Fetch-Site: cross-site\r\n"));
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    let (head, _) = export(&server, &authorization(&alice));
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let (head, body) = export(&server, &authorization(&alice));
    assert!(head.starts_with("HTTP/1.1 429"), "{head}");
    assert_eq!(code(serde_json::from_str(&body).unwrap()), ErrorCode::Limit);
    let (head, _) = export(&server, &authorization(&member(&server, "bob")));
    assert!(head.starts_with("HTTP/1.1 200"), "others are not limited: {head}");
}
