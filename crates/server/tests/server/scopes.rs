//! What programs may do with tokens that have scopes.

use willow_protocol::{
    Command, CommandKind, ErrorDetail, Event, TokenKind, TokenScope, TokenScopes, json,
};

use crate::support::{Client, PASSWORD, TestServer};

const EXAMPLES: &str = include_str!("../../../protocol/tests/commands.txt");

/// Returns the tokens with no scope, with each scope alone, with all, and without a limit.
fn limits() -> Vec<Option<TokenScopes>> {
    let alone = TokenScope::ALL.into_iter().map(|scope| [scope].into_iter().collect());
    let all = [TokenScopes::default(), TokenScope::ALL.into_iter().collect()];
    alone.chain(all).map(Some).chain([None]).collect()
}

fn missing(event: &Event) -> Option<TokenScope> {
    match event {
        Event::Error { detail: Some(ErrorDetail::MissingScope), scope, message, .. } => {
            let scope = scope.expect("the refusal names the scope");
            assert!(message.contains(&format!("`{scope}`")), "{message}");
            Some(scope)
        }
        _ => None,
    }
}

fn make(client: &mut Client, arguments: &str) -> String {
    match client.ask(&format!(r#""do":"token"{arguments}"#)) {
        Event::Token { token, .. } => token,
        other => panic!("{other:?}"),
    }
}

/// Sends every command with tokens of all scopes: it is refused if the token lacks the scope of its entry, and never
/// for a scope otherwise. The scope of the command inside `as` is needed, too.
#[test]
fn every_command_needs_the_scope_of_its_entry_and_no_other() {
    let server = TestServer::configured(|config| {
        config.limits.commands_per_second = 10_000;
        config.limits.command_burst = 10_000;
    });
    for (n, scopes) in limits().into_iter().enumerate() {
        let mut owner = server.register(&format!("user{n}"));
        let words = scopes.map(|scopes| serde_json::to_string(&scopes).unwrap());
        let scopes_field = words.map_or(String::new(), |words| format!(r#","scopes":{words}"#));
        let token = make(&mut owner, &scopes_field);
        let resume = format!(r#""do":"resume","token":"{token}""#);
        let mut bot = Client::connect(server.address);
        bot.ask(&resume);
        for line in EXAMPLES.lines().filter(|line| line.starts_with('{')) {
            let command = json::read_request(line).unwrap().command;
            let kind = command.kind();
            // A token gives others no more than it has.
            let given = match command {
                Command::Token { scopes: Some(given), .. } => given.into(),
                _ => Vec::new(),
            };
            let mut needed = kind.description().scope.into_iter().chain(given);
            let lacked = needed.find(|&it| scopes.is_some_and(|scopes| !scopes.contains(it)));
            let ends = [CommandKind::Quit, CommandKind::Logout].contains(&kind);
            if ends && lacked.is_none() {
                continue;
            }
            let answer = bot.ask(&line[1..line.len() - 1]);
            assert_eq!(missing(&answer), lacked, "{scopes:?} {line} {answer:?}");
        }
        let inner = r#""do":"as","name":"ggs-al","command":{"do":"say","text":"hello"}"#;
        let lacked = [TokenScope::Play, TokenScope::Chat]
            .into_iter()
            .find(|&it| scopes.is_some_and(|scopes| !scopes.contains(it)));
        assert_eq!(missing(&bot.ask(inner)), lacked, "{scopes:?}");
    }
}

#[test]
fn a_token_is_listed_with_its_scopes_and_makes_none_with_more() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let token = make(&mut alice, r#","name":"bot.1","scopes":["account","play"]"#);
    let mut bot = Client::connect(server.address);
    bot.ask(&format!(r#""do":"resume","token":"{token}""#));
    let refused = bot.ask(r#""do":"token","scopes":["play","chat"]"#);
    assert_eq!(missing(&refused), Some(TokenScope::Chat));
    make(&mut bot, r#","name":"less","scopes":[]"#);
    make(&mut bot, r#","name":"same""#);
    let Event::Tokens { tokens } = alice.ask(r#""do":"tokens""#) else { panic!() };
    let listed: Vec<_> = tokens
        .iter()
        .map(|token| (token.name.as_ref().map(ToString::to_string), token.scopes))
        .map(|(name, scopes)| (name.unwrap_or_default(), scopes.map(|it| it.to_string())))
        .collect();
    let wanted = [
        ("same", Some("play,account")),
        ("less", Some("read")),
        ("bot.1", Some("play,account")),
        ("", None),
    ];
    let wanted = wanted.map(|(name, scopes)| (name.to_owned(), scopes.map(ToOwned::to_owned)));
    assert_eq!(listed, wanted);
}

/// What is typed is refused for the same reason, and `all` is no limit.
#[test]
fn scopes_are_typed() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let made = |line: &str| json::write_request(&text(line));
    let play = alice.ask(made("token my-bot chat,play").trim_matches(['{', '}']));
    assert!(matches!(play, Event::Token { .. }), "{play:?}");
    assert_eq!(made("token my-bot all"), made("token my-bot"));
    assert!(made("token my-bot correct horse").contains(r#""password":"correct horse""#));
    assert!(made("token my-bot read correct horse").contains(r#""scopes":[],"password""#));
}

fn text(line: &str) -> willow_protocol::Request {
    match willow_protocol::text::read_line(line).unwrap() {
        willow_protocol::text::TextInput::Request(request) => request,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_scopes_of_a_token_hold_for_the_other_routes_of_http() {
    let server = TestServer::start();
    let register = format!(r#"{{"do":"register","name":"dice","password":"{PASSWORD}"}}"#);
    let path = "/api/session?token=true&scopes=play";
    let entered = server.request("POST", path, "", &register).is(200).json();
    let bearer = format!("Authorization: Bearer {}\r\n", entered["token"].as_str().unwrap());
    let act = |line: &str| server.request("POST", "/api/do", &bearer, line);
    act(r#"{"do":"new","clock":"5+3"}"#).is(200);
    let refused = act(r#"{"do":"say","text":"hello"}"#).is(403).json();
    assert_eq!((&refused["detail"], &refused["scope"]), (&"missing-scope".into(), &"chat".into()));
    for path in ["/api/account/export", "/api/library?account=dice"] {
        let refused = server.get_with(path, &bearer).is(403).json();
        assert_eq!(refused["scope"], "account", "{path} {refused}");
    }
    // A cookie is no way around.
    let cookie = bearer.replace("Authorization: Bearer ", "Cookie: willow=");
    let refused = server.get_with("/api/account/export", &cookie);
    assert!([401, 403].contains(&refused.status), "{refused}");
    for (path, argument) in
        [("/api/session?token=true&scopes=dance", "scopes"), ("/api/session?scopes=play", "scopes")]
    {
        let refused = server.request("POST", path, "", &register).is(400).json();
        assert_eq!(refused["argument"], argument, "{path} {refused}");
    }
}

/// The token of a session makes no others, whichever header carries it: whoever has stolen it would keep them.
#[test]
fn a_session_makes_tokens_with_the_password_whichever_header_carries_it() {
    let server = TestServer::start();
    let register = format!(r#"{{"do":"register","name":"alice","password":"{PASSWORD}"}}"#);
    let page = format!("Origin: http://{}\r\n", server.http);
    let entered = server.request("POST", "/api/session", &page, &register).is(200);
    let cookie = entered.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let value = cookie.split_once('=').unwrap().1.to_owned();
    let bearer = format!("Authorization: Bearer {value}\r\n");
    let refused = server.request("POST", "/api/do", &bearer, r#"{"do":"token"}"#).is(403).json();
    assert_eq!(refused["detail"], "token-in-browser");
    let mut line = Client::connect(server.address);
    line.ask(&format!(r#""do":"resume","token":"{value}""#));
    let refused = line.ask(r#""do":"token""#);
    assert!(
        matches!(&refused, Event::Error { detail: Some(ErrorDetail::TokenInBrowser), .. }),
        "{refused:?}"
    );
    let with_password = format!(r#","password":"{PASSWORD}""#);
    make(&mut line, &with_password);
    let Event::Tokens { tokens } = line.ask(r#""do":"tokens""#) else { panic!() };
    let kinds: Vec<_> = tokens.iter().map(|token| (token.kind, token.current)).collect();
    assert_eq!(kinds, [(TokenKind::Program, false), (TokenKind::Login, true)]);
}

/// The domain refuses the second login, but says so only later.
#[test]
fn commands_that_follow_at_once_have_the_scopes_of_the_first_token() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    let read = make(&mut alice, r#","scopes":[]"#);
    let all = make(&mut alice, "");
    let mut bot = Client::connect(server.address);
    for (id, token) in [("a", &read), ("b", &all)] {
        bot.send(&format!(r#"{{"id":"{id}","do":"resume","token":"{token}"}}"#));
    }
    let refused = bot.ask(r#""do":"say","text":"hello""#);
    assert_eq!(missing(&refused), Some(TokenScope::Chat));
}
