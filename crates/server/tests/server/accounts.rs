//! Tokens, passwords and recovery over real sockets.

use willow_protocol::{CloseReason, ErrorCode, Event, TokenKind, TokenSummary};
use willow_server::operator::{self, OperatorError};

use crate::support::{Client, PASSWORD, TestServer, code, name};

fn tokens(client: &mut Client) -> Vec<TokenSummary> {
    match client.ask(r#""do":"tokens""#) {
        Event::Tokens { tokens } => tokens,
        other => panic!("{other:?}"),
    }
}

/// Asks for a new password by a recovery code.
fn reset(server: &TestServer, code: &str) -> Event {
    let reset = r#""do":"reset-password","name":"alice","password":"new password""#;
    Client::connect(server.address).ask(&format!(r#"{reset},"code":"{code}""#))
}

#[test]
fn tokens_are_listed_named_and_revoked() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let made = alice.ask(r#""do":"token","name":"my-bot""#);
    let Event::Token { token, token_number: Some(number) } = made else { panic!("{made:?}") };
    let listed = tokens(&mut alice);
    let kinds: Vec<_> = listed.iter().map(|token| (token.kind, token.current)).collect();
    assert_eq!(kinds, [(TokenKind::Program, false), (TokenKind::Login, true)]);
    assert_eq!(listed[0].name.as_ref().unwrap().as_str(), "my-bot");
    assert_eq!(listed[0].number, number);
    assert_eq!((listed[0].used_at, listed[1].used_at.is_some()), (None, true));
    assert!(listed[0].expires_at > listed[1].expires_at, "a program's token is valid for longer");
    let mut bot = Client::connect(server.address);
    let entered = bot.ask(&format!(r#""do":"resume","token":"{token}""#));
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    let revoke = format!(r#""do":"revoke","token":{number}"#);
    alice.ok(&revoke);
    assert_eq!(bot.bye(), CloseReason::SignedOut);
    assert_eq!(code(server.resume(&token)), ErrorCode::Denied);
    assert_eq!(alice.refused(&revoke), ErrorCode::NotNow);
    assert_eq!(tokens(&mut alice).len(), 1);
}

#[test]
fn a_user_has_a_limited_number_of_tokens() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let first = alice.ask(r#""do":"token""#);
    let Event::Token { token: first, .. } = first else { panic!("{first:?}") };
    for _ in 0..20 {
        alice.ask(r#""do":"token""#);
    }
    assert_eq!(tokens(&mut alice).len(), 21, "twenty for programs, and that of the login");
    assert_eq!(code(server.resume(&first)), ErrorCode::Denied, "the oldest was replaced");
}

#[test]
fn a_forgotten_password_is_recovered_with_a_code_of_the_sign_up() {
    let server = TestServer::start();
    let (mut alice, codes) = server.register_with_codes("alice");
    assert_eq!(codes.len(), 8);
    let reset = |code: &str| reset(&server, code);
    assert_eq!(code(reset("aaaaa-aaaaa-aaaaa-aaaaa")), ErrorCode::Denied);
    assert!(matches!(reset(&codes[0]), Event::Entered { .. }));
    assert_eq!(alice.bye(), CloseReason::SignedOut);
    assert_eq!(code(server.log_in("alice", PASSWORD).1), ErrorCode::Denied);
    assert_eq!(code(reset(&codes[0])), ErrorCode::Denied, "a code works once");
    let (mut alice, entered) = server.log_in("alice", "new password");
    assert!(matches!(entered, Event::Entered { .. }));
    let renew = alice.ask(r#""do":"recovery-codes","password":"new password""#);
    let Event::RecoveryCodes { codes: new } = renew else { panic!("{renew:?}") };
    assert_eq!(code(reset(&codes[1])), ErrorCode::Denied, "the old codes are revoked");
    assert!(matches!(reset(&new[0]), Event::Entered { .. }));
}

#[test]
fn a_moderator_lets_a_user_in_again_while_the_server_runs() {
    let server = TestServer::start().with_admin();
    let (mut root, _) = server.log_in("root", PASSWORD);
    server.register("alice");
    let given = root.ask(r#""do":"recover","name":"alice","reason":"forgot it""#);
    let Event::Recovery { code: given, .. } = given else { panic!("{given:?}") };
    assert!(matches!(reset(&server, &given), Event::Entered { .. }));
    assert_eq!(code(reset(&server, &given)), ErrorCode::Denied);
    let log = root.ask(r#""do":"log","name":"alice""#);
    let Event::Log(page) = log else { panic!("{log:?}") };
    let entries: Vec<_> =
        page.entries.iter().map(|it| (it.action.as_str(), it.reason.as_str())).collect();
    assert_eq!(entries, [("reset-password", ""), ("recover", "forgot it")]);
}

/// A guest who is told that the password is wrong would look for a password.
#[test]
fn a_guest_without_a_password_is_told_so() {
    let server = TestServer::start();
    let mut guest = server.client("alice");
    for command in [
        r#""do":"recovery-codes","password":"what password""#,
        r#""do":"delete-account","password":"what password""#,
        r#""do":"password","old":"what-password","new":"another-password""#,
    ] {
        let answer = guest.ask(command);
        let Event::Error { code, message, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(code, ErrorCode::Forbidden, "{message}");
        assert!(message.contains("guests have no password"), "{message}");
    }
}

#[test]
fn a_user_who_logged_in_with_a_token_may_change_the_password() {
    let server = TestServer::start();
    let mut alice = server.register("alice").again(server.address);
    let wrong = r#""do":"password","old":"wrong pass","new":"battery staple""#;
    assert_eq!(alice.refused(wrong), ErrorCode::Denied);
    alice.ok(&wrong.replace("wrong pass", PASSWORD));
    assert!(matches!(server.log_in("alice", "battery staple").1, Event::Entered { .. }));
}

/// Logins that were checked against the old password while the new one was on its way. Passwords are hashed in the
/// order in which they come, so the late ones are behind the new password.
#[test]
fn no_login_with_the_old_password_outlives_the_change() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let login = format!(r#"{{"do":"login","name":"alice","password":"{PASSWORD}"}}"#);
    let connect = || Client::connect(server.address);
    let [mut early, mut late] = [(); 2].map(|()| [(); 12].map(|()| connect()));
    let change = format!(r#""do":"password","old":"{PASSWORD}","new":"battery staple""#);
    alice.send(&format!(r#"{{"id":"change",{change}}}"#));
    for client in &mut early {
        client.send(&login);
    }
    let mut tokens = Vec::new();
    let mut answered = |client: &mut Client| {
        let is_answer =
            |event: &Event| matches!(event, Event::Entered { .. } | Event::Error { .. });
        if let Event::Entered { token, .. } = client.wait_for(is_answer).event {
            tokens.extend(token);
        }
    };
    for (early, late) in early.iter_mut().zip(&mut late) {
        answered(early);
        late.send(&login);
    }
    alice.wait_for(|event| *event == Event::Ok);
    late.iter_mut().for_each(answered);
    for token in tokens {
        assert_eq!(code(server.resume(&token)), ErrorCode::Denied);
    }
    assert!(matches!(server.log_in("alice", "battery staple").1, Event::Entered { .. }));
}

#[test]
fn the_deletion_of_an_account_is_acknowledged_before_the_connection_ends() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    alice.ok(&format!(r#""do":"delete-account","password":"{PASSWORD}""#));
    assert_eq!(alice.bye(), CloseReason::Quit);
}

#[test]
fn a_password_that_was_forgotten_is_reset_on_the_servers_machine() {
    let mut server = TestServer::start();
    let made = server.register("alice").ask(r#""do":"token""#);
    let Event::Token { token, .. } = made else { panic!("{made:?}") };
    let location = server.location();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let reset = |user| {
        let user = name(user);
        runtime.block_on(operator::reset_password(&location, &user))
    };
    assert!(reset("alice").is_err(), "the server runs");
    server.stop();
    assert!(matches!(reset("bob"), Err(OperatorError::Unknown(_))));
    let password = reset("alice").unwrap();
    server.restart();
    assert_eq!(code(server.log_in("alice", PASSWORD).1), ErrorCode::Denied);
    assert!(matches!(server.log_in("alice", &password).1, Event::Entered { .. }));
    assert_eq!(code(server.resume(&token)), ErrorCode::Denied, "tokens have ended, too");
}
