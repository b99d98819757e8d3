//! Who comes in: registration, invitations, and what visitors read.

use serde_json::Value;
use willow_protocol::{ErrorDetail, Event, Registration, Role, VisitorAccess};

use crate::moderators::moderator;
use crate::support::{Client, PASSWORD, TestServer};

/// A server on which `root` is the administrator, `mona` a moderator and `bob` a player, and which has these settings.
fn club(registration: Registration, visitors: VisitorAccess) -> TestServer {
    let server = TestServer::start().with_admin();
    moderator(&server);
    server.register("bob");
    server.reconfigured(|config| {
        (config.registration, config.visitors_read) = (registration, visitors);
        config.public_url = Some("https://club.example/".to_owned());
    })
}

fn mona(server: &TestServer) -> Client {
    server.log_in("mona", PASSWORD).0
}

/// Returns why a command over a new connection was refused.
fn refusal(server: &TestServer, command: &str) -> Option<ErrorDetail> {
    match Client::connect(server.address).ask(command) {
        Event::Error { detail, .. } => detail,
        other => panic!("{command}: {other:?}"),
    }
}

fn register(name: &str, code: &str) -> String {
    format!(r#""do":"register","name":"{name}","password":"{PASSWORD}","invitation":"{code}""#)
}

fn invite(by: &mut Client, terms: &str) -> (u64, String) {
    match by.ask(&format!(r#""do":"invite",{terms}"#)) {
        Event::Invited { invitation, code, path, url, .. } => {
            assert_eq!(path, format!("/invitation#{code}"));
            assert_eq!(url, Some(format!("https://club.example{path}")));
            (invitation, code)
        }
        other => panic!("{other:?}"),
    }
}

/// Returns the actions and reasons of the log, the newest first.
fn log(by: &mut Client, filter: &str) -> Vec<(String, String, String)> {
    match by.ask(&format!(r#""do":"log"{filter}"#)) {
        Event::Log(page) => {
            let entries = page.entries.into_iter();
            entries.map(|it| (it.action, it.name.to_string(), it.reason)).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closed_server_has_no_newcomers_and_no_guests() {
    let server = club(Registration::Closed, VisitorAccess::All);
    let plain = format!(r#""do":"register","name":"eve","password":"{PASSWORD}""#);
    assert_eq!(refusal(&server, &plain), Some(ErrorDetail::RegistrationClosed));
    assert_eq!(refusal(&server, r#""do":"guest","name":"eve""#), Some(ErrorDetail::NoGuests));
    let (_, code) = invite(&mut mona(&server), r#""role":"player","uses":1,"days":1"#);
    let used = refusal(&server, &register("eve", &code));
    assert_eq!(used, Some(ErrorDetail::RegistrationClosed), "invitations do not help");
    assert!(matches!(server.log_in("bob", PASSWORD).1, Event::Entered { .. }));
    let heard = Client::connect(server.address).ask_and_hear(r#""do":"protocol","version":2"#);
    let Event::Welcome { registration, guests, .. } = &heard[0].event else { panic!("{heard:?}") };
    let (registration, guests) = (*registration, *guests);
    assert_eq!((registration, guests), (Some(Registration::Closed), Some(false)));
}

#[test]
fn an_invitation_makes_as_many_accounts_as_it_says_and_the_log_names_who_invited_whom() {
    let mut server = club(Registration::Invitation, VisitorAccess::All);
    let plain = format!(r#""do":"register","name":"eve","password":"{PASSWORD}""#);
    assert_eq!(refusal(&server, &plain), Some(ErrorDetail::InvitationNeeded));
    assert_eq!(refusal(&server, r#""do":"guest","name":"eve""#), Some(ErrorDetail::NoGuests));
    let wrong = refusal(&server, &register("eve", "no-such-code"));
    assert_eq!(wrong, Some(ErrorDetail::WrongInvitation));
    let terms = r#""role":"player","uses":2,"days":14,"note":"club evening""#;
    let (number, code) = invite(&mut mona(&server), terms);
    let show = format!(r#""do":"invitation","code":"{code}""#);
    let shown = Client::connect(server.address).ask(&show);
    let Event::Invitation { by, role, .. } = shown else { panic!("{shown:?}") };
    assert_eq!((by.as_str(), role), ("mona", Role::Player));
    let mut eve = Client::connect(server.address);
    assert!(matches!(eve.ask(&register("eve", &code)), Event::Entered { role: Role::Player, .. }));
    // A name that is taken uses nothing up.
    let taken = refusal(&server, &register("eve", &code));
    assert_eq!(taken, Some(ErrorDetail::NameTaken));
    // Over HTTP, and after a restart.
    server.restart();
    let listed = mona(&server).ask(r#""do":"invitations""#);
    let Event::Invitations { invitations } = listed else { panic!("{listed:?}") };
    let summary = invitations.first().map(|it| (it.invitation, it.used, it.uses));
    assert_eq!(summary, Some((number, 1, 2)));
    let body = format!("{{{}}}", register("fay", &code));
    let entered = server.request("POST", "/api/session", "", &body).is(200).json();
    assert_eq!(entered["event"], "entered");
    assert_eq!(refusal(&server, &register("gil", &code)), Some(ErrorDetail::WrongInvitation));
    let wanted = [("invite", "fay"), ("invite", "eve")];
    let entries = log(&mut mona(&server), r#","by":"mona""#);
    let found: Vec<(&str, &str)> =
        entries.iter().map(|(action, name, _)| (action.as_str(), name.as_str())).take(2).collect();
    assert_eq!(found, wanted, "{entries:?}");
    assert_eq!(entries[2].0, "make-invitation");
    assert!(entries[2].2.contains("uses 2, days 14: club evening"), "{entries:?}");
    server.restart();
    assert_eq!(refusal(&server, &register("gil", &code)), Some(ErrorDetail::WrongInvitation));
}

#[test]
fn an_invitation_is_worth_no_more_than_its_maker() {
    let server = club(Registration::Invitation, VisitorAccess::All);
    let mut root = server.log_in("root", PASSWORD).0;
    let mut mona = mona(&server);
    let bob = &mut server.log_in("bob", PASSWORD).0;
    let refused =
        |client: &mut Client, terms: &str| match client.ask(&format!(r#""do":"invite",{terms}"#)) {
            Event::Error { detail, argument, .. } => (detail.unwrap(), argument),
            other => panic!("{other:?}"),
        };
    let player = r#""role":"player","uses":1,"days":1"#;
    assert_eq!(refused(bob, player).0, ErrorDetail::RoleTooLow);
    for (terms, detail, argument) in [
        (r#""role":"moderator","uses":1,"days":1"#, ErrorDetail::RoleNotLower, "role"),
        (r#""role":"admin","uses":1,"days":1"#, ErrorDetail::InvalidArgument, "role"),
        (r#""role":"player","uses":0,"days":1"#, ErrorDetail::InvalidArgument, "uses"),
        (r#""role":"player","uses":1001,"days":1"#, ErrorDetail::InvalidArgument, "uses"),
        (r#""role":"player","uses":1,"days":366"#, ErrorDetail::InvalidArgument, "days"),
    ] {
        assert_eq!(refused(&mut mona, terms), (detail, Some(argument.to_owned())), "{terms}");
    }
    let (of_root, for_moderator) = invite(&mut root, r#""role":"moderator","uses":9,"days":1"#);
    let mut new = Client::connect(server.address);
    let entered = new.ask(&register("nina", &for_moderator));
    assert!(matches!(entered, Event::Entered { role: Role::Moderator, .. }), "{entered:?}");
    assert!(matches!(
        mona.ask(&format!(r#""do":"uninvite","invitation":{of_root}"#)),
        Event::Error { detail: Some(ErrorDetail::NoSuchInvitation), .. }
    ));
    let (_, of_mona) = invite(&mut mona, player);
    root.ok(r#""do":"role","name":"mona","role":"player""#);
    assert_eq!(refusal(&server, &register("gil", &of_mona)), Some(ErrorDetail::WrongInvitation));
    root.ok(&format!(r#""do":"uninvite","invitation":{of_root}"#));
    let withdrawn = refusal(&server, &register("gil", &for_moderator));
    assert_eq!(withdrawn, Some(ErrorDetail::WrongInvitation));
}

/// Every route and command that only reads, and what shows it to visitors.
const READS: [(&str, VisitorAccess); 16] = [
    ("/api/archive", VisitorAccess::Games),
    ("/api/archive/export", VisitorAccess::Games),
    ("/api/book", VisitorAccess::Games),
    ("/api/explorer", VisitorAccess::Games),
    ("/api/games", VisitorAccess::Games),
    ("/api/results?player=bob", VisitorAccess::Games),
    ("/api/search", VisitorAccess::Games),
    ("/api/users/bob/games", VisitorAccess::Games),
    ("/api/find/bo", VisitorAccess::All),
    ("/api/pools", VisitorAccess::All),
    ("/api/top/blitz", VisitorAccess::All),
    ("/api/users", VisitorAccess::All),
    ("/api/users/bob", VisitorAccess::All),
    ("/api/users/bob/ratings", VisitorAccess::All),
    ("/healthz", VisitorAccess::Nothing),
    ("/api/openapi.json", VisitorAccess::Nothing),
];

#[test]
fn visitors_read_over_http_what_the_operator_shows_them_and_members_read_all() {
    for shown in [VisitorAccess::Nothing, VisitorAccess::Games, VisitorAccess::All] {
        let server = club(Registration::Closed, shown);
        let login = format!(r#"{{"do":"login","name":"bob","password":"{PASSWORD}"}}"#);
        let member = server.log_page_in(&login);
        for (path, needed) in READS {
            let status = if needed <= shown { 200 } else { 401 };
            let answer = server.get(path).is(status);
            if status == 401 {
                assert_eq!(answer.json()["detail"], Value::from("not-logged-in"), "{path}");
            }
            let answer = server.get_with(path, &member).is(200);
            let is_kept = answer.header("cache-control").is_some_and(|it| it.contains("public"));
            assert!(needed <= shown || !is_kept, "{path} is kept by caches: {shown}");
        }
    }
}

#[test]
fn visitors_read_by_commands_what_the_operator_shows_them() {
    let reads = [
        (r#""do":"games""#, VisitorAccess::Games),
        (r#""do":"archive""#, VisitorAccess::Games),
        (r#""do":"history","name":"bob""#, VisitorAccess::Games),
        (r#""do":"who""#, VisitorAccess::All),
        (r#""do":"chat""#, VisitorAccess::All),
        (r#""do":"user","name":"bob""#, VisitorAccess::All),
        (r#""do":"lobby","follow":true"#, VisitorAccess::All),
        (r#""do":"sync","room":"lobby","after":0"#, VisitorAccess::All),
        (r#""do":"lobby","follow":false"#, VisitorAccess::Nothing),
        (r#""do":"help""#, VisitorAccess::Nothing),
    ];
    for shown in [VisitorAccess::Nothing, VisitorAccess::Games, VisitorAccess::All] {
        let server = club(Registration::Open, shown);
        let mut bob = server.log_in("bob", PASSWORD).0;
        bob.ok(r#""do":"say","text":"good evening""#);
        for (command, needed) in reads {
            let answer = Client::connect(server.address).ask(command);
            let is_refused =
                matches!(answer, Event::Error { detail: Some(ErrorDetail::NotLoggedIn), .. });
            assert_eq!(is_refused, needed > shown, "{shown}: {command}: {answer:?}");
            let answer = bob.ask(command);
            assert!(!matches!(answer, Event::Error { .. }), "{command}: {answer:?}");
        }
    }
}

/// Spectators talk in the game; visitors to whom games alone are shown read none of it, not after the end either.
#[test]
fn visitors_who_read_games_alone_read_no_chat_of_games() {
    let server = TestServer::configured(|config| config.visitors_read = VisitorAccess::Games);
    let (mut alice, mut bob) = (server.register("alice"), server.register("bob"));
    let game = alice.play(&mut bob, "");
    let mut visitor = Client::connect(server.address);
    visitor.ask(&format!(r#""do":"watch","game":{game}"#));
    let mut fan = server.register("fan");
    fan.ask(&format!(r#""do":"watch","game":{game}"#));
    alice.ok(&format!(r#""do":"resign","game":{game}"#));
    fan.ok(&format!(r#""do":"gsay","game":{game},"text":"well played""#));
    let heard = |client: &mut Client| {
        let notices = client.ask_and_hear(r#""do":"ping""#);
        let said = |event: &Event| matches!(event, Event::Said { .. });
        (notices.iter().any(|it| said(&it.event)), notices.len())
    };
    assert!(!heard(&mut visitor).0);
    let sync = format!(r#""do":"sync","room":"watchers/{game}","after":0"#);
    assert!(matches!(
        visitor.ask(&sync),
        Event::Error { detail: Some(ErrorDetail::NotLoggedIn), .. }
    ));
}
