//! Bridges: one connection carries players of another server.

use tempfile::TempDir;
use willow_protocol::{ErrorCode, ErrorDetail, Event, Name, Notice, Role};

use crate::privacy::{log_in, register, with_admin};
use crate::support::{Client, TestServer, code, config, name};

/// Registers `ggs` and makes it a bridge that speaks version 2.
fn bridge(server: &TestServer) -> Client {
    let mut bridge = register(server, "ggs");
    let (mut root, _) = log_in(server, "root", "correct horse");
    assert_eq!(root.ask("1", r#""do":"role","name":"ggs","role":"bridge""#), Event::Ok);
    assert_eq!(
        bridge.ask("v", r#""do":"protocol","version":2,"client":"bridge-word-1""#),
        Event::Ok
    );
    bridge
}

fn brings(bridge: &mut Client, proxy: &str) {
    let come = format!(r#""do":"proxy","name":"{proxy}","online":true"#);
    assert_eq!(bridge.ask(&format!("on-{proxy}"), &come), Event::Ok);
}

/// Executes a command for a proxy, and returns its answer.
fn ask_as(bridge: &mut Client, id: &str, proxy: &str, command: &str) -> Event {
    bridge.ask(id, &format!(r#""do":"as","name":"{proxy}","command":{{{command}}}"#))
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
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let (mut ggs, mut bob) = (bridge(&server), register(&server, "bob"));
    for proxy in ["ggs-alice", "ggs-carol"] {
        brings(&mut ggs, proxy);
    }
    let Event::Users { users } = bob.ask("w", r#""do":"who""#) else { panic!("no list") };
    let role = |wanted: &str| users.iter().find(|user| user.name == name(wanted)).unwrap().role;
    assert_eq!([role("ggs-alice"), role("ggs")], [Role::Proxy, Role::Bridge]);
    let challenge = r#""do":"challenge","name":"bob","color":"black","rated":true"#;
    assert_eq!(ask_as(&mut ggs, "7", "ggs-alice", challenge), Event::Ok);
    let game = bob.offer().0;
    assert_eq!(bob.ask("1", &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Started(_)));
    assert_eq!(ask_as(&mut ggs, "8", "ggs-alice", r#""do":"move","move":"f5""#), Event::Ok);
    let not_hers = ask_as(&mut ggs, "8", "ggs-carol", &format!(r#""do":"resign","game":{game}"#));
    assert_eq!(code(not_hers), ErrorCode::Forbidden, "an id belongs to one proxy");
    bob.wait_for(|event| matches!(event, Event::Moved { .. }));
    let hello = r#""do":"tell","to":"bob","text":"hello from afar""#;
    assert_eq!(ask_as(&mut ggs, "9", "ggs-alice", hello), Event::Ok);
    let told = bob.wait_for(|event| matches!(event, Event::Told { .. }));
    assert!(matches!(told.event, Event::Told { from, .. } if from == name("ggs-alice")));
    assert_eq!(bob.ask("2", r#""do":"move","move":"d6""#), Event::Ok);
    let moved =
        for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Moved { ply: 2, .. }));
    assert_eq!(moved.room.map(|room| room.to_string()), Some(format!("game/{game}")));
    assert_eq!(bob.ask("3", r#""do":"resign""#), Event::Ok);
    for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Rated { .. }));
}

#[test]
fn proxies_belong_to_their_bridge_alone() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let mut bob = register(&server, "bob");
    let come = r#""do":"proxy","name":"bob-x","online":true"#;
    assert_eq!(bob.ask("v", r#""do":"protocol","version":2"#), Event::Ok);
    assert_eq!(detail(bob.ask("1", come)), Some(ErrorDetail::RoleTooLow));
    let mut ggs = bridge(&server);
    brings(&mut ggs, "ggs-alice");
    let foreign = r#""do":"proxy","name":"bob-x","online":true"#;
    assert_eq!(detail(ggs.ask("1", foreign)), Some(ErrorDetail::ProxyName));
    for taken in ["ggs-bob", "GGS_bob", "ggs-alice"] {
        let register = format!(r#""do":"register","name":"{taken}","password":"correct horse""#);
        let refused = Client::connect(server.address).ask("1", &register);
        assert_eq!(code(refused), ErrorCode::NameTaken, "{taken}");
    }
    assert_eq!(code(log_in(&server, "ggs-alice", "correct horse").1), ErrorCode::Denied);
    for (command, reason) in [
        (r#""do":"token""#, ErrorDetail::NotForProxies),
        (r#""do":"quit""#, ErrorDetail::NotForProxies),
        (r#""do":"kick","name":"bob","reason":"x""#, ErrorDetail::NotForProxies),
        (r#""do":"pool","pool":"blitz""#, ErrorDetail::BotInPairing),
    ] {
        assert_eq!(detail(ask_as(&mut ggs, "2", "ggs-alice", command)), Some(reason), "{command}");
    }
    let unknown = ask_as(&mut ggs, "3", "ggs-zoe", r#""do":"who""#);
    assert_eq!(detail(unknown), Some(ErrorDetail::NoSuchProxy));
    let own = bob.ask("2", r#""do":"as","name":"ggs-alice","command":{"do":"who"}"#);
    assert_eq!(detail(own), Some(ErrorDetail::NoSuchProxy));
    let (mut root, _) = log_in(&server, "root", "correct horse");
    for (user, role) in [("ggs-alice", "player"), ("bob", "proxy")] {
        let give = format!(r#""do":"role","name":"{user}","role":"{role}""#);
        assert_eq!(code(root.ask("1", &give)), ErrorCode::NotNow, "{user} {role}");
    }
    assert_eq!(root.ask("2", r#""do":"role","name":"ggs","role":"player""#), Event::Ok);
    for_proxy(&mut ggs, "ggs-alice", |event| matches!(event, Event::Bye { .. }));
}

/// A club evening: many players of the other server ask for matches in the same second.
#[test]
fn a_bridge_brings_more_proxies_at_once_than_a_person_may_send_commands() {
    let folder = TempDir::new().unwrap();
    with_admin(&folder).stop();
    let mut config = config(folder.path());
    (config.limits.commands_per_second, config.limits.command_burst) = (1, 20);
    let server = TestServer::with(config);
    let mut ggs = bridge(&server);
    for n in 0..50 {
        brings(&mut ggs, &format!("ggs-a{n}"));
    }
}

#[test]
fn a_bridge_above_its_limits_is_told_and_nobody_else_is_slowed() {
    let folder = TempDir::new().unwrap();
    with_admin(&folder).stop();
    let mut config = config(folder.path());
    config.limits.proxies_per_bridge = 2;
    config.limits.bridge_commands_per_second = 1;
    config.limits.bridge_command_burst = 10;
    let server = TestServer::with(config);
    let mut bob = register(&server, "bob");
    let mut ggs = bridge(&server);
    brings(&mut ggs, "ggs-alice");
    brings(&mut ggs, "ggs-carol");
    let third = r#""do":"proxy","name":"ggs-dave","online":true"#;
    assert_eq!(detail(ggs.ask("1", third)), Some(ErrorDetail::TooManyProxies));
    let mut asks = || ask_as(&mut ggs, "2", "ggs-alice", r#""do":"who""#);
    let answers: Vec<Event> = (0..12).map(|_| asks()).collect();
    let refused = answers.into_iter().filter(|event| matches!(event, Event::Error { .. }));
    let reasons: Vec<_> = refused.map(detail).collect();
    assert!(!reasons.is_empty(), "ten commands are allowed");
    assert!(reasons.iter().all(|it| *it == Some(ErrorDetail::TooManyCommands)), "{reasons:?}");
    for n in 0..30 {
        assert!(matches!(bob.ask(&n.to_string(), r#""do":"who""#), Event::Users { .. }));
    }
}

#[test]
fn proxies_go_with_their_bridge_and_one_goes_alone() {
    let folder = TempDir::new().unwrap();
    let server = with_admin(&folder);
    let mut ggs = bridge(&server);
    let mut bob = register(&server, "bob");
    for proxy in ["ggs-alice", "ggs-carol", "ggs-dave"] {
        brings(&mut ggs, proxy);
    }
    let (mut root, _) = log_in(&server, "root", "correct horse");
    assert_eq!(root.ask("1", r#""do":"kick","name":"ggs-dave","reason":"x""#), Event::Ok);
    for_proxy(&mut ggs, "ggs-dave", |event| matches!(event, Event::Bye { .. }));
    let go = r#""do":"proxy","name":"ggs-carol","online":false"#;
    assert_eq!(ggs.ask("1", go), Event::Ok);
    assert_eq!(detail(ggs.ask("2", go)), Some(ErrorDetail::NoSuchProxy));
    let mut online = |wanted: &str| {
        let Event::Users { users } = bob.ask("w", r#""do":"who""#) else { panic!("no list") };
        users.iter().any(|user| user.name == name(wanted))
    };
    assert!(online("ggs-alice") && !online("ggs-carol") && !online("ggs-dave"));
    drop(ggs);
    crate::support::wait_until("the proxy goes with its bridge", || !online("ggs-alice"));
}
