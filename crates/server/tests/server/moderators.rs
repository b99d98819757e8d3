//! The commands of moderators.

use willow_protocol::{CloseReason, ErrorCode, Event, Role};

use crate::support::{Client, PASSWORD, TestServer, code};

/// Returns a moderator, appointed by the administrator.
pub(crate) fn moderator(server: &TestServer) -> Client {
    let (mut root, _) = server.log_in("root", PASSWORD);
    let mut moderator = server.register("mona");
    let make = r#""do":"role","name":"mona","role":"moderator""#;
    assert_eq!(moderator.refused(make), ErrorCode::Forbidden);
    root.ok(make);
    moderator.wait_for(|event| matches!(event, Event::Moderated { .. }));
    let Event::Users { users } = moderator.ask(r#""do":"who""#) else { panic!("no list") };
    assert!(users.iter().any(|user| user.role == Role::Moderator));
    moderator
}

#[test]
fn kicked_users_may_log_in_again_and_banned_users_may_not() {
    let server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let mut bob = server.register("bob");
    mona.ok(r#""do":"kick","name":"bob","reason":"enough""#);
    assert_eq!(bob.bye(), CloseReason::Kicked);
    let (mut bob, entered) = server.log_in("bob", PASSWORD);
    let Event::Entered { token: Some(token), .. } = entered else { panic!("{entered:?}") };
    mona.ok(r#""do":"ban","name":"bob","reason":"enough""#);
    assert_eq!(bob.bye(), CloseReason::Kicked);
    assert_eq!(code(server.log_in("bob", PASSWORD).1), ErrorCode::Forbidden);
    assert_eq!(code(server.resume(&token)), ErrorCode::Denied, "tokens are revoked");
    mona.ok(r#""do":"unban","name":"bob""#);
    assert!(matches!(server.log_in("bob", PASSWORD).1, Event::Entered { .. }));
    let of_root = r#""do":"kick","name":"root","reason":"no""#;
    assert_eq!(mona.refused(of_root), ErrorCode::Forbidden);
}
