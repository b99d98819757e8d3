//! The commands of moderators, and mutes and blocks.

use tempfile::TempDir;
use willow_protocol::{CloseReason, ErrorCode, Event, Role};

use crate::privacy::{log_in, register, with_admin};
use crate::support::{Client, TestServer, code};

fn assert_kicked(client: &mut Client) {
    let bye = client.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Kicked });
}

/// Returns a moderator, appointed by the administrator.
pub(crate) fn moderator(server: &TestServer) -> Client {
    let (mut root, _) = log_in(server, "root", "correct horse");
    let mut moderator = register(server, "mona");
    let make = r#""do":"role","name":"mona","role":"moderator""#;
    assert_eq!(code(moderator.ask("1", make)), ErrorCode::Forbidden);
    assert_eq!(root.ask("1", make), Event::Ok);
    moderator.wait_for(|event| matches!(event, Event::Moderated { .. }));
    let Event::Users { users } = moderator.ask("2", r#""do":"who""#) else { panic!("no list") };
    assert!(users.iter().any(|user| user.role == Role::Moderator));
    moderator
}

#[test]
fn kicked_users_may_log_in_again_and_banned_users_may_not() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let mut mona = moderator(&server);
    let mut bob = register(&server, "bob");
    let kick = r#""do":"kick","name":"bob","reason":"enough""#;
    assert_eq!(mona.ask("3", kick), Event::Ok);
    assert_kicked(&mut bob);
    let (mut bob, entered) = log_in(&server, "bob", "correct horse");
    let Event::Entered { token: Some(token), .. } = entered else { panic!("{entered:?}") };
    assert_eq!(mona.ask("4", r#""do":"ban","name":"bob","reason":"enough""#), Event::Ok);
    assert_kicked(&mut bob);
    let (_, refused) = log_in(&server, "bob", "correct horse");
    assert_eq!(code(refused), ErrorCode::Forbidden);
    let mut visitor = Client::connect(server.address);
    let resume = format!(r#""do":"resume","token":"{token}""#);
    assert_eq!(code(visitor.ask("1", &resume)), ErrorCode::Denied, "tokens are revoked");
    assert_eq!(mona.ask("5", r#""do":"unban","name":"bob""#), Event::Ok);
    assert!(matches!(log_in(&server, "bob", "correct horse").1, Event::Entered { .. }));
    assert_eq!(
        code(mona.ask("6", r#""do":"kick","name":"root","reason":"no""#)),
        ErrorCode::Forbidden
    );
}

#[test]
fn silenced_users_send_no_messages_even_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let mut server = with_admin(&folder);
    let mut mona = moderator(&server);
    let mut bob = register(&server, "bob");
    let silence = r#""do":"silence","name":"bob","minutes":5,"reason":"enough""#;
    assert_eq!(mona.ask("3", silence), Event::Ok);
    let game = r#""do":"challenge","name":"random-bot","clock":"5+3""#;
    assert_eq!(bob.ask("1", game), Event::Ok, "playing is not talking");
    let says_nothing = |bob: &mut Client| {
        for (id, what) in [("2", r#""do":"say""#), ("3", r#""do":"gsay""#)]
            .into_iter()
            .chain([("4", r#""do":"tell","to":"mona""#)])
        {
            let refused = bob.ask(id, &format!(r#"{what},"text":"oh""#));
            assert_eq!(code(refused), ErrorCode::Forbidden, "{what}");
        }
    };
    says_nothing(&mut bob);
    server.stop();
    let server = TestServer::with(crate::support::config(folder.path()));
    let (mut bob, _) = log_in(&server, "bob", "correct horse");
    says_nothing(&mut bob);
}
