//! Tokens, passwords and recovery over real sockets.

use tempfile::TempDir;
use willow_protocol::{CloseReason, ErrorCode, Event, TokenKind, TokenSummary};

use crate::privacy::with_admin;
use crate::support::{Client, TestServer, code};

const PASSWORD: &str = "correct horse";

/// Registers over a new connection, and returns its recovery codes.
pub(crate) fn register(server: &TestServer, name: &str) -> (Client, Vec<String>) {
    let mut client = Client::connect(server.address);
    client.send(r#"{"do":"protocol","version":2}"#);
    let register = format!(r#""do":"register","name":"{name}","password":"{PASSWORD}""#);
    let entered = client.ask("in", &register);
    let Event::Entered { token, recovery_codes, .. } = entered else { panic!("{entered:?}") };
    client.token = token;
    (client, recovery_codes)
}

fn log_in(server: &TestServer, name: &str, password: &str) -> (Client, Event) {
    let mut client = Client::connect(server.address);
    client.send(r#"{"do":"protocol","version":2}"#);
    let login = format!(r#""do":"login","name":"{name}","password":"{password}""#);
    let event = client.ask("in", &login);
    (client, event)
}

fn resume(server: &TestServer, token: &str) -> Event {
    Client::connect(server.address).ask("in", &format!(r#""do":"resume","token":"{token}""#))
}

fn tokens(client: &mut Client, id: &str) -> Vec<TokenSummary> {
    match client.ask(id, r#""do":"tokens""#) {
        Event::Tokens { tokens } => tokens,
        other => panic!("{other:?}"),
    }
}

fn is_signed_out(client: &mut Client) -> bool {
    let bye = client.wait_for(|event| matches!(event, Event::Bye { .. }));
    bye.event == Event::Bye { reason: CloseReason::SignedOut }
}

#[test]
fn tokens_are_listed_named_and_revoked() {
    let server = TestServer::start();
    let (mut alice, _) = register(&server, "alice");
    let made = alice.ask("t", r#""do":"token","name":"my-bot""#);
    let Event::Token { token, token_number: Some(number) } = made else { panic!("{made:?}") };
    let listed = tokens(&mut alice, "l1");
    let kinds: Vec<_> = listed.iter().map(|token| (token.kind, token.current)).collect();
    assert_eq!(kinds, [(TokenKind::Program, false), (TokenKind::Login, true)]);
    assert_eq!(listed[0].name.as_ref().unwrap().as_str(), "my-bot");
    assert_eq!(listed[0].number, number);
    assert!(listed[0].expires_at > listed[1].expires_at, "a program's token is valid for longer");
    let mut bot = Client::connect(server.address);
    bot.send(r#"{"do":"protocol","version":2}"#);
    let resume_bot = format!(r#""do":"resume","token":"{token}""#);
    assert!(matches!(bot.ask("in", &resume_bot), Event::Entered { .. }));
    let revoke = format!(r#""do":"revoke","token":{number}"#);
    assert_eq!(alice.ask("r1", &revoke), Event::Ok);
    assert!(is_signed_out(&mut bot));
    assert_eq!(code(resume(&server, &token)), ErrorCode::Denied);
    assert_eq!(code(alice.ask("r2", &revoke)), ErrorCode::NotNow);
    assert_eq!(tokens(&mut alice, "l2").len(), 1);
}

#[test]
fn a_user_has_a_limited_number_of_tokens() {
    let server = TestServer::start();
    let (mut alice, _) = register(&server, "alice");
    let first = alice.ask("first", r#""do":"token""#);
    let Event::Token { token: first, .. } = first else { panic!("{first:?}") };
    for n in 0..20 {
        alice.ask(&format!("t{n}"), r#""do":"token""#);
    }
    assert_eq!(tokens(&mut alice, "l").len(), 21, "twenty for programs, and that of the login");
    assert_eq!(code(resume(&server, &first)), ErrorCode::Denied, "the oldest was replaced");
}

#[test]
fn a_forgotten_password_is_recovered_with_a_code_of_the_sign_up() {
    let server = TestServer::start();
    let (mut alice, codes) = register(&server, "alice");
    assert_eq!(codes.len(), 8);
    let reset = |code: &str| {
        let reset = r#""do":"reset-password","name":"alice","password":"new password""#;
        Client::connect(server.address).ask("in", &format!(r#"{reset},"code":"{code}""#))
    };
    assert_eq!(code(reset("aaaaa-aaaaa-aaaaa-aaaaa")), ErrorCode::Denied);
    assert!(matches!(reset(&codes[0]), Event::Entered { .. }));
    assert!(is_signed_out(&mut alice));
    assert_eq!(code(log_in(&server, "alice", PASSWORD).1), ErrorCode::Denied);
    assert_eq!(code(reset(&codes[0])), ErrorCode::Denied, "a code works once");
    let (mut alice, entered) = log_in(&server, "alice", "new password");
    assert!(matches!(entered, Event::Entered { .. }));
    let renew = alice.ask("renew", r#""do":"recovery-codes","password":"new password""#);
    let Event::RecoveryCodes { codes: new } = renew else { panic!("{renew:?}") };
    assert_eq!(code(reset(&codes[1])), ErrorCode::Denied, "the old codes are revoked");
    assert!(matches!(reset(&new[0]), Event::Entered { .. }));
}

#[test]
fn a_moderator_lets_a_user_in_again_while_the_server_runs() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let (mut root, _) = log_in(&server, "root", PASSWORD);
    let (_alice, _) = register(&server, "alice");
    let given = root.ask("r", r#""do":"recover","name":"alice","reason":"forgot it""#);
    let Event::Recovery { code: given, .. } = given else { panic!("{given:?}") };
    let reset = |code: &str| {
        let reset = r#""do":"reset-password","name":"alice","password":"new password""#;
        Client::connect(server.address).ask("in", &format!(r#"{reset},"code":"{code}""#))
    };
    assert!(matches!(reset(&given), Event::Entered { .. }));
    assert_eq!(code(reset(&given)), ErrorCode::Denied);
    let log = root.ask("log", r#""do":"log","name":"alice""#);
    let Event::Log(page) = log else { panic!("{log:?}") };
    assert_eq!(
        (page.entries[0].action.as_str(), page.entries[0].reason.as_str()),
        ("recover", "forgot it")
    );
}

/// A guest who is told that the password is wrong would look for a password.
#[test]
fn a_guest_without_a_password_is_told_so() {
    let server = TestServer::start();
    let mut guest = server.client("alice");
    for (n, command) in [
        r#""do":"recovery-codes","password":"what password""#,
        r#""do":"delete-account","password":"what password""#,
        r#""do":"password","old":"what-password","new":"another-password""#,
    ]
    .into_iter()
    .enumerate()
    {
        let answer = guest.ask(&n.to_string(), command);
        let Event::Error { code, message, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(code, ErrorCode::Forbidden, "{message}");
        assert!(message.contains("guests have no password"), "{message}");
    }
}
