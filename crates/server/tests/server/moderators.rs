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

/// What is in force: kind, user, author, reason, whether it ends, and the number of addresses.
fn sanctions(by: &mut Client) -> Vec<(String, String, String, String, bool, u64)> {
    let Event::Sanctions { sanctions } = by.ask(r#""do":"sanctions""#) else { panic!("no list") };
    let row = |it: willow_protocol::Sanction| {
        let by = it.by.map(|by| by.to_string()).unwrap_or_default();
        assert!(it.since.is_some());
        (it.kind.to_string(), it.name.to_string(), by, it.reason, it.until.is_some(), it.addresses)
    };
    sanctions.into_iter().map(row).collect()
}

#[test]
fn bans_and_silences_in_force_are_listed_with_their_ends() {
    let mut server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let mut bob = server.register("bob");
    for name in ["carol", "dora"] {
        drop(server.register(name));
    }
    mona.ok(r#""do":"silence","name":"bob","minutes":30,"reason":"insults""#);
    let told = bob.wait_for(|event| matches!(event, Event::Moderated { .. }));
    assert!(
        matches!(&told.event, Event::Moderated { until: Some(until), .. }
            if *until == told.time + 30 * 60_000),
        "{told:?}"
    );
    mona.ok(r#""do":"ban","name":"carol","minutes":1440,"reach":"account","reason":"a day""#);
    mona.ok(r#""do":"ban","name":"dora","reason":"enough""#);
    let row = |kind: &str, name: &str, reason: &str, ends| {
        let [kind, name, by, reason] = [kind, name, "mona", reason].map(ToOwned::to_owned);
        (kind, name, by, reason, ends, 0)
    };
    let wanted = [
        row("ban", "dora", "enough", false),
        row("ban", "carol", "a day", true),
        row("silence", "bob", "insults", true),
    ];
    assert_eq!(sanctions(&mut mona), wanted, "this machine is never banned");
    let Event::Log(log) = mona.ask(r#""do":"log","name":"carol""#) else { panic!("no log") };
    let entry = &log.entries[0];
    assert_eq!(entry.until.map(|until| until - entry.at), Some(86_400_000));
    server.restart();
    let refused = server.log_in("carol", PASSWORD).1;
    let Event::Error { detail, retry_after, message, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(detail, Some(willow_protocol::ErrorDetail::Banned));
    assert!(retry_after.is_some_and(|seconds| 86_000 < seconds), "{message}");
    let (mut mona, _) = server.log_in("mona", PASSWORD);
    assert_eq!(sanctions(&mut mona), wanted);
    mona.ok(r#""do":"unban","name":"dora""#);
    mona.ok(r#""do":"silence","name":"bob","minutes":0,"reason":"sorry""#);
    assert_eq!(sanctions(&mut mona), wanted[1..2]);
    let Event::Log(log) = mona.ask(r#""do":"log","name":"bob","limit":1"#) else {
        panic!("no log")
    };
    assert_eq!((log.entries[0].action.as_str(), log.entries[0].until), ("unsilence", None));
    assert_eq!(bob_asks(&server), ErrorCode::Forbidden);
}

/// Tries a list that is for moderators.
fn bob_asks(server: &TestServer) -> ErrorCode {
    server.log_in("bob", PASSWORD).0.refused(r#""do":"sanctions""#)
}

#[test]
fn accounts_at_the_same_address_are_related_and_others_are_not() {
    let server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let _bob = server.register("bob");
    let _carol = server.register("carol");
    mona.ok(r#""do":"ban","name":"carol","reason":"enough""#);
    let related = mona.ask(r#""do":"related","name":"bob""#);
    let Event::Related { name, addresses, hours, users } = related else { panic!("{related:?}") };
    assert_eq!((name.as_str(), addresses, hours), ("bob", 0, 24));
    let mut users: Vec<_> = users
        .iter()
        .map(|it| (it.name.as_str(), it.banned, it.at_address.is_some(), it.same_browser))
        .collect();
    users.sort_unstable();
    let wanted =
        [("carol", true, true, false), ("mona", false, true, false), ("root", false, true, false)];
    assert_eq!(users, wanted);
    assert_eq!(mona.refused(r#""do":"related","name":"nobody""#), ErrorCode::NoSuchUser);
}

/// Returns the events of a room that have a number, as JSON.
fn room(client: &mut Client, room: &str) -> Vec<String> {
    let heard = client.ask_and_hear(&format!(r#""do":"sync","room":"{room}","after":0"#));
    let heard = heard.into_iter().flat_map(|notice| match notice.event {
        Event::Snapshot(snapshot) => snapshot.recent,
        _ => vec![notice],
    });
    let numbered = heard.filter(|notice| notice.number.is_some());
    numbered.map(|notice| serde_json::to_string(&notice).unwrap()).collect()
}

#[test]
fn a_removed_message_is_a_stub_for_everybody_and_after_a_restart() {
    let mut server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    bob.ok(r#""do":"say","text":"you are all idiots""#);
    let said = alice.wait_for(|event| matches!(event, Event::Said { .. }));
    let number = said.number.unwrap();
    let remove = |room: &str, number: u64| {
        format!(r#""do":"remove-message","lines":"{room}:{number}","reason":"insults""#)
    };
    assert_eq!(alice.refused(&remove("lobby", number)), ErrorCode::Forbidden);
    assert_eq!(mona.refused(&remove("lobby", number + 1)), ErrorCode::NotNow);
    mona.ok(&remove("lobby", number));
    let heard = alice.wait_for(|event| matches!(event, Event::Removed { .. }));
    assert_eq!(heard.number, Some(number + 1));
    let Event::Removed { from, message } = heard.event else { unreachable!() };
    assert_eq!((from.as_str(), message), ("bob", number));
    assert_eq!(mona.refused(&remove("lobby", number)), ErrorCode::NotNow, "it is gone");
    let game = alice.play(&mut bob, r#","clock":"5+3""#);
    bob.ok(&format!(r#""do":"gsay","game":{game},"text":"idiot""#));
    let said = alice.wait_for(|event| matches!(event, Event::Said { .. })).number.unwrap();
    mona.ok(&remove(&format!("players/{game}"), said));
    let told = alice.wait_for(|event| matches!(event, Event::Removed { .. }));
    assert_eq!(told.room.unwrap().to_string(), format!("players/{game}"));
    for round in ["at once", "after a restart"] {
        let (mut reader, _) = server.log_in("alice", PASSWORD);
        let chat = serde_json::to_string(&reader.ask(r#""do":"chat""#)).unwrap();
        assert!(!chat.contains("idiot"), "{round}: {chat}");
        let stub = format!(r#""event":"removed","from":"bob","message":{number}"#);
        assert_eq!(chat.matches(&stub).count(), 1, "{round}: {chat}");
        for name in ["lobby".to_owned(), format!("players/{game}")] {
            let events = room(&mut reader, &name).join("\n");
            assert!(!events.contains("idiot"), "{round}: {events}");
            assert_eq!(events.matches(r#""event":"removed""#).count(), 2, "{round}: {events}");
        }
        server.restart();
    }
    let (mut mona, _) = server.log_in("mona", PASSWORD);
    let Event::Log(log) = mona.ask(r#""do":"log","name":"bob""#) else { panic!("no log") };
    let logged: Vec<(&str, &str)> =
        log.entries.iter().map(|it| (it.action.as_str(), it.reason.as_str())).collect();
    let of_game = format!("players/{game}:{said} insults");
    let of_lobby = format!("lobby:{number} insults");
    assert_eq!(
        logged,
        [("remove-message", of_game.as_str()), ("remove-message", of_lobby.as_str())]
    );
}

#[test]
fn a_private_message_is_removed_for_both_if_it_was_reported() {
    let mut server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    for text in ["you are an idiot", "so you are", "and a fool"] {
        bob.ok(&format!(r#""do":"tell","to":"alice","text":"{text}""#));
    }
    let told = alice.wait_for(|event| matches!(event, Event::Told { .. })).number.unwrap();
    let remove = |report: &str, number: u64| {
        let lines = format!("private:{number}");
        format!(r#""do":"remove-message","lines":"{lines}","reason":"insults"{report}"#)
    };
    let of_report = |number| remove(r#","report":1"#, number);
    assert_eq!(mona.refused(&remove("", told)), ErrorCode::NotNow, "not without a report");
    assert_eq!(mona.refused(&of_report(told)), ErrorCode::NotNow, "there is no report yet");
    alice.ok(&format!(
        r#""do":"report","name":"bob","lines":"private:{told}","reason":"he insults me""#
    ));
    assert_eq!(alice.refused(&of_report(told)), ErrorCode::Forbidden);
    mona.ok(&of_report(told));
    assert_eq!(mona.refused(&of_report(told)), ErrorCode::NotNow, "it is gone");
    for reader in [&mut alice, &mut bob] {
        let heard = reader.wait_for(|event| matches!(event, Event::Removed { .. }));
        assert_eq!(heard.room.unwrap().to_string(), "private");
    }
    let Event::Report(report) = mona.ask(r#""do":"read-report","report":1"#) else {
        panic!("no report")
    };
    let copy = serde_json::to_string(&report.messages).unwrap();
    assert!(copy.contains("you are an idiot"), "the report keeps its copy: {copy}");
    for round in ["at once", "after a restart"] {
        for name in ["alice", "bob"] {
            let (mut reader, _) = server.log_in(name, PASSWORD);
            let events = room(&mut reader, "private").join("\n");
            assert!(
                !events.contains("idiot") && events.contains("and a fool"),
                "{round}: {events}"
            );
            let stub = r#""event":"removed","from":"bob","message":"#;
            assert_eq!(events.matches(stub).count(), 2, "{round}, {name}: {events}");
        }
        server.restart();
    }
    let (mut mona, _) = server.log_in("mona", PASSWORD);
    let Event::Log(log) = mona.ask(r#""do":"log","name":"bob""#) else { panic!("no log") };
    assert_eq!(log.entries[0].reason, format!("report 1, private:{told} insults"));
}

#[test]
fn a_moderator_removes_a_display_name_and_words_about_oneself() {
    let mut server = TestServer::start().with_admin();
    let mut mona = moderator(&server);
    let mut bob = server.register("bob");
    bob.ok(r#""do":"set","key":"display-name","value":"Bøse""#);
    bob.ok(r#""do":"set","key":"about","value":"I hate you""#);
    let clear = |part: &str| {
        format!(r#""do":"clear-profile","name":"bob","part":"{part}","reason":"insulting""#)
    };
    mona.ok(&clear("display-name"));
    mona.ok(&clear("about"));
    let told = bob.wait_for(|event| matches!(event, Event::Moderated { .. }));
    assert!(
        matches!(told.event, Event::Moderated { action, .. } if action == "clear-display-name")
    );
    for _ in 0..2 {
        let (mut reader, _) = server.log_in("mona", PASSWORD);
        let profile = reader.ask(r#""do":"user","name":"bob""#);
        let Event::Profile(profile) = profile else { panic!("{profile:?}") };
        assert_eq!((profile.display_name, profile.about), (None, None));
        server.restart();
    }
    // The name is free again.
    let mut eve = server.register("eve");
    eve.ok(r#""do":"set","key":"display-name","value":"Bøse""#);
}
