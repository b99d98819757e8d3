//! Bridges: one connection carries players of another server.

use willow_protocol::{EndKind, ErrorCode, ErrorDetail, Event, Name, Notice, Role};

use crate::support::{Client, PASSWORD, TestServer, code, name, wait_until};

/// Registers `ggs` and makes it a bridge.
fn bridge(server: &TestServer) -> Client {
    let mut bridge = server.register("ggs");
    let (mut root, _) = server.log_in("root", PASSWORD);
    root.ok(r#""do":"role","name":"ggs","role":"bridge""#);
    bridge.ok(r#""do":"protocol","version":2,"client":"bridge-word-1""#);
    bridge
}

fn brings(bridge: &mut Client, proxy: &str) {
    let come = format!(r#""do":"proxy","name":"{proxy}","online":true"#);
    bridge.ok(&come);
}

/// Returns a command for a proxy.
fn as_proxy(proxy: &str, command: &str) -> String {
    format!(r#""do":"as","name":"{proxy}","command":{{{command}}}"#)
}

/// Waits for an event that is for a proxy.
fn for_proxy(bridge: &mut Client, proxy: &str, wanted: impl Fn(&Event) -> bool) -> Notice {
    let proxy: Name = name(proxy);
    loop {
        let notice = bridge.next();
        if notice.proxy.as_ref() == Some(&proxy) && wanted(&notice.event) {
            return notice;
        }
    }
}

fn detail(event: Event) -> Option<ErrorDetail> {
    match event {
        Event::Error { detail, .. } => detail,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_proxy_plays_a_person_over_the_connection_of_its_bridge() {
    let server = TestServer::start().with_admin();
    let (mut ggs, mut bob) = (bridge(&server), server.register("bob"));
    for proxy in ["ggs-alice", "ggs-carol"] {
        brings(&mut ggs, proxy);
    }
    let Event::Users { users } = bob.ask(r#""do":"who""#) else { panic!("no list") };
    let role = |wanted: &str| users.iter().find(|user| user.name == name(wanted)).unwrap().role;
    assert_eq!([role("ggs-alice"), role("ggs")], [Role::Proxy, Role::Bridge]);
    let challenge = r#""do":"challenge","name":"bob","color":"black","rated":true"#;
    ggs.ok(&as_proxy("ggs-alice", challenge));
    let game = bob.offer().0;
    bob.ok(&format!(r#""do":"join","game":{game}"#));
    for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Started(_)));
    let play = as_proxy("ggs-alice", r#""do":"move","move":"f5""#);
    assert_eq!(ggs.ask_under("m", &play), Event::Ok);
    let resign = as_proxy("ggs-carol", &format!(r#""do":"resign","game":{game}"#));
    let not_hers = ggs.ask_under("m", &resign);
    assert_eq!(code(not_hers), ErrorCode::Forbidden, "an id belongs to one proxy");
    bob.wait_for(|event| matches!(event, Event::Moved { .. }));
    let hello = r#""do":"tell","to":"bob","text":"hello from afar""#;
    ggs.ok(&as_proxy("ggs-alice", hello));
    let told = bob.wait_for(|event| matches!(event, Event::Told { .. }));
    assert!(matches!(told.event, Event::Told { from, .. } if from == name("ggs-alice")));
    bob.ok(r#""do":"move","move":"d6""#);
    let moved =
        for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Moved { ply: 2, .. }));
    assert_eq!(moved.room.map(|room| room.to_string()), Some(format!("game/{game}")));
    bob.ok(r#""do":"resign""#);
    for_proxy(&mut ggs, "ggs-alice", |event| *event == Event::Unrated);
}

#[test]
fn proxies_belong_to_their_bridge_alone() {
    let server = TestServer::start().with_admin();
    let mut bob = server.register("bob");
    let come = r#""do":"proxy","name":"bob-x","online":true"#;
    assert_eq!(detail(bob.ask(come)), Some(ErrorDetail::RoleTooLow));
    let mut ggs = bridge(&server);
    brings(&mut ggs, "ggs-alice");
    assert_eq!(detail(ggs.ask(come)), Some(ErrorDetail::ProxyName));
    for taken in ["ggs-bob", "GGS_bob", "ggs-alice"] {
        let register = format!(r#""do":"register","name":"{taken}","password":"{PASSWORD}""#);
        let refused = Client::connect(server.address).refused(&register);
        assert_eq!(refused, ErrorCode::NameTaken, "{taken}");
    }
    assert_eq!(code(server.log_in("ggs-alice", PASSWORD).1), ErrorCode::Denied);
    for (command, reason) in [
        (r#""do":"token""#, ErrorDetail::NotForProxies),
        (r#""do":"quit""#, ErrorDetail::NotForProxies),
        (r#""do":"kick","name":"bob","reason":"x""#, ErrorDetail::NotForProxies),
        (r#""do":"pool","pool":"blitz""#, ErrorDetail::BotInPairing),
    ] {
        let answer = ggs.ask(&as_proxy("ggs-alice", command));
        assert_eq!(detail(answer), Some(reason), "{command}");
    }
    for (client, proxy) in [(&mut ggs, "ggs-zoe"), (&mut bob, "ggs-alice")] {
        let answer = client.ask(&as_proxy(proxy, r#""do":"who""#));
        assert_eq!(detail(answer), Some(ErrorDetail::NoSuchProxy), "{proxy}");
    }
    let (mut root, _) = server.log_in("root", PASSWORD);
    for (user, role) in [("ggs-alice", "player"), ("bob", "proxy")] {
        let give = format!(r#""do":"role","name":"{user}","role":"{role}""#);
        assert_eq!(root.refused(&give), ErrorCode::NotNow, "{user} {role}");
    }
    root.ok(r#""do":"role","name":"ggs","role":"player""#);
    for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Bye { .. }));
}

/// A club evening: many players of the other server ask for matches in the same second.
#[test]
fn a_bridge_brings_more_proxies_at_once_than_a_person_may_send_commands() {
    let limited = TestServer::limited(|limits| {
        (limits.commands_per_second, limits.command_burst) = (1, 20);
    });
    let server = limited.with_admin();
    let mut ggs = bridge(&server);
    for n in 0..50 {
        brings(&mut ggs, &format!("ggs-a{n}"));
    }
}

#[test]
fn a_bridge_above_its_limits_is_told_and_nobody_else_is_slowed() {
    let limited = TestServer::limited(|limits| {
        limits.proxies_per_bridge = 2;
        limits.bridge_commands_per_second = 1;
        limits.bridge_command_burst = 10;
    });
    let server = limited.with_admin();
    let mut bob = server.register("bob");
    let mut ggs = bridge(&server);
    brings(&mut ggs, "ggs-alice");
    brings(&mut ggs, "ggs-carol");
    let third = r#""do":"proxy","name":"ggs-dave","online":true"#;
    assert_eq!(detail(ggs.ask(third)), Some(ErrorDetail::TooManyProxies));
    let who = as_proxy("ggs-alice", r#""do":"who""#);
    let answers: Vec<Event> = (0..12).map(|_| ggs.ask(&who)).collect();
    let refused = answers.into_iter().filter(|event| matches!(event, Event::Error { .. }));
    let reasons: Vec<_> = refused.map(detail).collect();
    assert!(!reasons.is_empty(), "ten commands are allowed");
    assert!(reasons.iter().all(|it| *it == Some(ErrorDetail::TooManyCommands)), "{reasons:?}");
    for _ in 0..30 {
        assert!(matches!(bob.ask(r#""do":"who""#), Event::Users { .. }));
    }
}

#[test]
fn proxies_go_with_their_bridge_and_one_goes_alone() {
    let server = TestServer::start().with_admin();
    let mut ggs = bridge(&server);
    let mut bob = server.register("bob");
    for proxy in ["ggs-alice", "ggs-carol", "ggs-dave"] {
        brings(&mut ggs, proxy);
    }
    let (mut root, _) = server.log_in("root", PASSWORD);
    root.ok(r#""do":"kick","name":"ggs-dave","reason":"x""#);
    for_proxy(&mut ggs, "ggs-dave", |event| matches!(event, Event::Bye { .. }));
    let go = r#""do":"proxy","name":"ggs-carol","online":false"#;
    ggs.ok(go);
    assert_eq!(detail(ggs.ask(go)), Some(ErrorDetail::NoSuchProxy));
    let mut online = |wanted: &str| {
        let Event::Users { users } = bob.ask(r#""do":"who""#) else { panic!("no list") };
        users.iter().any(|user| user.name == name(wanted))
    };
    assert!(online("ggs-alice") && !online("ggs-carol") && !online("ggs-dave"));
    drop(ggs);
    wait_until("the proxy goes with its bridge", || !online("ggs-alice"));
}

#[test]
fn a_proxy_ends_a_game_whose_match_the_other_server_has_lost() {
    let server = TestServer::start().with_admin();
    let (mut ggs, mut bob) = (bridge(&server), server.register("bob"));
    brings(&mut ggs, "ggs-alice");
    let challenge = r#""do":"challenge","name":"bob","color":"black","clock":"5:00""#;
    ggs.ok(&as_proxy("ggs-alice", challenge));
    let game = bob.offer().0;
    bob.ok(&format!(r#""do":"join","game":{game}"#));
    ggs.ok(&as_proxy("ggs-alice", r#""do":"move","move":"f5""#));
    bob.ok(r#""do":"move","move":"d6""#);
    let abort = format!(r#""do":"abort","game":{game}"#);
    assert_eq!(detail(bob.ask(&abort)), Some(ErrorDetail::BothHaveMoved), "people may not");
    ggs.ok(&as_proxy("ggs-alice", &abort));
    let ended = bob.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Ended(end) = ended.event else { unreachable!() };
    assert_eq!((end.reason, end.result), (EndKind::Aborted, None));
}
