//! Games of the past: page by page, with their dates, and those of the archive that were imported.

use serde_json::Value;
use willow_protocol::{ErrorCode, Event, GameId};

use crate::http::get;
use crate::support::{Client, TestServer, code};

/// Plays a game of one move against a bot.
fn play(client: &mut Client, terms: &str) -> GameId {
    let challenge = r#""do":"challenge","name":"random-bot","clock":"5+3","color":"black""#;
    client.send(&format!("{{{challenge}{terms}}}"));
    let game = client.game();
    assert_eq!(client.ask(&format!("f{game}"), r#""do":"move","move":"f5""#), Event::Ok);
    client.send(&format!(r#"{{"do":"resign","game":{game}}}"#));
    client.wait_for(|event| matches!(event, Event::Ended(_)));
    game
}

#[test]
fn histories_page_and_carry_dates() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    assert_eq!(alice.ask("v", r#""do":"protocol","version":2"#), Event::Ok);
    let mut games: Vec<GameId> = ["", r#","private":true"#, "", ""]
        .into_iter()
        .map(|terms| play(&mut alice, terms))
        .collect();
    games.reverse();
    let mut seen = Vec::new();
    let mut more = String::new();
    let mut n_pages = 0;
    loop {
        n_pages += 1;
        let asked = format!(r#""do":"history","limit":3{more}"#);
        let answer = alice.ask(&n_pages.to_string(), &asked);
        let Event::History { games, next, .. } = answer else { panic!("{answer:?}") };
        for entry in games {
            let (started, ended) = (entry.started_at.unwrap(), entry.ended_at.unwrap());
            assert!(1_600_000_000_000 < started && started <= ended, "{entry:?}");
            seen.push(entry.game.game);
        }
        let Some(next) = next else { break };
        more = format!(r#","after":"{next}""#);
    }
    assert_eq!((seen, n_pages), (games.clone(), 2), "her own private game is hers to see");
    // Everybody else gets full pages of the others.
    games.remove(2);
    let (_, body) = get(server.http, "/api/users/alice/games?limit=2");
    let page: Value = serde_json::from_str(&body).unwrap();
    let numbers = |page: &Value| -> Vec<u64> {
        page["games"].as_array().unwrap().iter().map(|it| it["game"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers(&page), [games[0].0, games[1].0]);
    let next = page["next"].as_str().unwrap();
    let (_, body) = get(server.http, &format!("/api/users/alice/games?limit=2&after={next}"));
    let page: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(numbers(&page), [games[2].0]);
    assert!(page.get("next").is_none(), "{body}");
    for wrong in ["limit=0", "limit=101", "after=7", "limit=two"] {
        let (head, body) = get(server.http, &format!("/api/users/alice/games?{wrong}"));
        assert!(head.starts_with("HTTP/1.1 400"), "{wrong}: {head}");
        assert_eq!(code(serde_json::from_str(&body).unwrap()), ErrorCode::Syntax);
    }
    assert_eq!(code(alice.ask("w", r#""do":"history","limit":101"#)), ErrorCode::Syntax);
}

#[test]
fn nobody_has_no_history() {
    let server = TestServer::start();
    for path in ["/api/users/nobody/games", "/api/users/nobody/ratings"] {
        let (head, body) = get(server.http, path);
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        assert_eq!(code(serde_json::from_str(&body).unwrap()), ErrorCode::NoSuchUser);
    }
}
