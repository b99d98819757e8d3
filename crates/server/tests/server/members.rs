//! What administrators and moderators do for members: their data, the end of an account, a forgotten password.

use serde_json::Value;
use willow_protocol::{CloseReason, ErrorCode, ErrorDetail, Event};

use crate::moderators::moderator;
use crate::support::{Answer, Client, PASSWORD, TestServer, code};

fn export(server: &TestServer, client: &Client, name: &str) -> Answer {
    let token = client.token.as_ref().unwrap();
    let path = format!("/api/users/{name}/export?reason=bob+asked+for+it");
    server.get_with(&path, &format!("Authorization: Bearer {token}\r\n"))
}

fn root(server: &TestServer) -> Client {
    let (mut root, entered) = server.log_in("root", PASSWORD);
    let Event::Entered { token, .. } = entered else { panic!("{entered:?}") };
    root.token = token;
    root
}

/// Returns the actions against a user, the newest first.
fn actions(by: &mut Client, name: &str) -> Vec<String> {
    match by.ask(&format!(r#""do":"log","name":"{name}""#)) {
        Event::Log(page) => page.entries.into_iter().map(|entry| entry.action).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_administrator_exports_a_members_data_and_the_log_and_the_member_know() {
    let server = TestServer::start().with_admin();
    let (mut root, mut bob) = (root(&server), server.register("bob"));
    let mona = moderator(&server);
    bob.ok(r#""do":"say","text":"hello from bob""#);
    let own = server
        .get_with(
            "/api/account/export",
            &format!("Authorization: Bearer {}\r\n", bob.token.as_ref().unwrap()),
        )
        .is(200)
        .json();
    let exported = export(&server, &root, "bob").is(200).json();
    for part in ["account", "lobby_chat", "recovery_codes", "relations"] {
        assert_eq!(exported[part], own[part], "{part}");
    }
    assert_eq!(exported["account"]["name"], "bob");
    let told = bob.wait_for(|event| matches!(event, Event::Moderated { .. }));
    assert!(matches!(told.event, Event::Moderated { action, .. } if action == "export-user"));
    assert_eq!(actions(&mut root, "bob"), ["export-user"]);
    for (client, status, detail) in [(&mona, 403, "role-too-low"), (&bob, 403, "role-too-low")] {
        let refused = export(&server, client, "bob").is(status).json();
        assert_eq!(refused["detail"], Value::from(detail));
    }
    export(&server, &root, "nobody").is(404);
    assert_eq!(actions(&mut root, "bob"), ["export-user"], "refused requests are no exports");
    let said = root.ask(r#""do":"export-user","name":"bob","reason":"bob asked for it""#);
    let Event::ExportData { path, port, .. } = said else { panic!("{said:?}") };
    let expected = "/api/users/bob/export?reason=bob%20asked%20for%20it";
    assert_eq!((path.as_str(), port), (expected, server.http.port()));
    let token = root.token.as_ref().unwrap();
    server.get_with(&path, &format!("Authorization: Bearer {token}\r\n")).is(200);
}

#[test]
fn a_deleted_members_name_is_gone_from_the_lobby_at_once() {
    let server = TestServer::start().with_admin();
    let (mut root, mut bob) = (root(&server), server.register("bob"));
    let mut mona = moderator(&server);
    bob.ok(r#""do":"say","text":"good evening""#);
    bob.ask(r#""do":"new""#);
    let delete = r#""do":"delete-user","name":"bob","reason":"bob asked for it""#;
    assert_eq!(mona.refused(delete), ErrorCode::Forbidden);
    assert_eq!(
        root.refused(r#""do":"delete-user","name":"root","reason":"x""#),
        ErrorCode::Forbidden
    );
    root.ok(delete);
    assert_eq!(bob.bye(), CloseReason::SignedOut);
    // What was sent before.
    mona.wait_for(|event| matches!(event, Event::Withdrawn { .. }));
    mona.wait_for(|event| matches!(event, Event::Offline { .. }));
    assert_eq!(code(server.log_in("bob", PASSWORD).1), ErrorCode::Denied);
    for command in [
        r#""do":"who""#,
        r#""do":"chat""#,
        r#""do":"games""#,
        r#""do":"sync","room":"lobby","after":0"#,
    ] {
        let heard = mona.ask_and_hear(command);
        let text = serde_json::to_string(&heard).unwrap();
        assert!(!text.contains("\"bob\""), "{command}: {text}");
    }
    let chat = serde_json::to_string(&mona.ask(r#""do":"chat""#)).unwrap();
    assert!(chat.contains("good evening") && chat.contains("\"deleted-"), "{chat}");
    assert_eq!(actions(&mut root, "bob"), ["delete-user"]);
    assert!(matches!(
        mona.ask(r#""do":"user","name":"bob""#),
        Event::Error { detail: Some(ErrorDetail::NoSuchUser), .. }
    ));
}

/// What a game and a private room have in memory is read by others, too.
#[test]
fn a_deleted_members_name_is_gone_from_games_and_private_rooms_in_memory() {
    let server = TestServer::start().with_admin();
    let (mut root, mut bob) = (root(&server), server.register("bob"));
    let mut alice = server.register("alice");
    bob.ok(r#""do":"tell","to":"alice","text":"good evening""#);
    let game = alice.play(&mut bob, r#","clock":"5+3""#);
    bob.ok(&format!(r#""do":"gsay","game":{game},"text":"good luck""#));
    bob.ask(r#""do":"challenge","name":"alice","clock":"10+0""#);
    alice.ask(r#""do":"challenge","name":"bob","clock":"10+0""#);
    root.ok(r#""do":"delete-user","name":"bob","reason":"bob asked for it""#);
    alice.wait_for(|event| matches!(event, Event::Ended(_)));
    alice.wait_for(|event| matches!(event, Event::Offline { .. }));
    for command in [
        r#""do":"games""#.to_owned(),
        format!(r#""do":"board","game":{game}"#),
        format!(r#""do":"moves","game":{game}"#),
        format!(r#""do":"sync","room":"game/{game}","after":0"#),
        format!(r#""do":"sync","room":"players/{game}","after":0"#),
        r#""do":"sync","room":"private","after":0"#.to_owned(),
    ] {
        let heard = serde_json::to_string(&alice.ask_and_hear(&command)).unwrap();
        assert!(!heard.contains("\"bob\""), "{command}: {heard}");
        let has_name = !command.contains("games");
        assert_eq!(heard.contains("\"deleted-"), has_name, "{command}: {heard}");
    }
}

/// A member who is away is not in memory.
#[test]
fn an_absent_member_is_deleted_too_and_a_guest_is_not() {
    let mut server = TestServer::start().with_admin();
    drop(server.register("bob"));
    server.restart();
    let mut root = root(&server);
    let _guest = server.client("gus");
    let of = |name: &str| format!(r#""do":"delete-user","name":"{name}","reason":"gone""#);
    root.ok(&of("bob"));
    let refused = root.ask(&of("gus"));
    assert!(
        matches!(refused, Event::Error { detail: Some(ErrorDetail::AccountNeeded), .. }),
        "{refused:?}"
    );
}

#[test]
fn the_code_of_a_moderator_revokes_tokens_and_its_use_is_in_the_log() {
    let server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let bob = server.register("bob");
    let given = mona.ask(r#""do":"recover","name":"bob","reason":"forgot it""#);
    let Event::Recovery { code: secret, path, url: None, .. } = given else { panic!("{given:?}") };
    assert_eq!(path, format!("/recover#bob/{secret}"));
    let reset = format!(
        r#""do":"reset-password","name":"bob","code":"{secret}","password":"new password""#
    );
    let entered = Client::connect(server.address).ask(&reset);
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    let old = server.resume(bob.token.as_ref().unwrap());
    assert_eq!(code(old), ErrorCode::Denied, "tokens are revoked");
    assert_eq!(code(Client::connect(server.address).ask(&reset)), ErrorCode::Denied, "for one use");
    assert_eq!(actions(&mut mona, "bob"), ["reset-password", "recover"]);
    assert_eq!(mona.refused(r#""do":"recover","name":"root","reason":"x""#), ErrorCode::Forbidden);
    assert_eq!(mona.refused(r#""do":"recover","name":"mona","reason":"x""#), ErrorCode::Forbidden);
}
