//! Users who were not there for days: they are not in the server's memory, and are read when they are needed.

use tokio::runtime::Runtime;
use willow_protocol::{ErrorCode, Event};

use crate::support::{Client, PASSWORD, TestServer, database};

/// Lets all users have been away for years.
fn age(server: &TestServer) {
    Runtime::new().unwrap().block_on(async {
        let mut database = database(server.folder()).await;
        for sql in ["UPDATE users SET created_at = 1, last_seen = 1", "DELETE FROM handled"] {
            sqlx::query(sql).execute(&mut database).await.unwrap();
        }
    });
}

fn log_in(server: &TestServer, name: &str) -> Client {
    let mut client = Client::connect(server.address);
    let command = format!(r#""do":"login","name":"{name}","password":"{PASSWORD}""#);
    let entered = client.ask(&command);
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    client
}

#[test]
fn users_who_were_away_for_days_are_reached_and_come_back() {
    let mut server = TestServer::start();
    server.register("alice").ok(r#""do":"set","key":"display-name","value":"Alicia""#);
    server.register("carol").ok(r#""do":"follow","name":"alice""#);
    server.register("bob").ok(r#""do":"block","name":"carol""#);
    server.stop();
    age(&server);
    server.restart();
    let mut dave = server.register("dave");
    let taken = r#""do":"set","key":"display-name","value":"Alicia""#;
    dave.refused(taken);
    let mut alice = log_in(&server, "alice");
    alice.ok(r#""do":"tell","to":"bob","text":"hello""#);
    alice.ok(r#""do":"follow","name":"carol""#);
    let Event::Friends { users } = alice.ask(r#""do":"friends""#) else { panic!("no friends") };
    assert_eq!(users.len(), 1, "{users:?}");
    let Event::Profile(profile) = alice.ask(r#""do":"user","name":"bob""#) else { panic!("none") };
    assert_eq!((profile.online, profile.last_seen), (false, Some(1)));
    let challenge = r#""do":"challenge","name":"bob","clock":"3d""#;
    alice.ok(challenge);
    let mut bob = log_in(&server, "bob");
    bob.ok(r#""do":"join""#);
    assert!(matches!(alice.ask(r#""do":"board""#), Event::State(_)));
    let mut carol = log_in(&server, "carol");
    assert_eq!(carol.refused(r#""do":"tell","to":"bob","text":"hello""#), ErrorCode::Forbidden);
}
