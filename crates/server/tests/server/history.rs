//! Games of the past, page by page, with their dates.

use serde_json::Value;
use willow_protocol::{ErrorCode, ErrorDetail, Event, GameId};

use crate::support::TestServer;

#[test]
fn histories_page_and_carry_dates() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let mut games: Vec<GameId> = ["", r#","private":true"#, "", ""]
        .into_iter()
        .map(|terms| alice.play_bot("f5", terms))
        .collect();
    games.reverse();
    let (mut seen, mut more, mut n_pages) = (Vec::new(), String::new(), 0);
    loop {
        n_pages += 1;
        let answer = alice.ask(&format!(r#""do":"history","limit":3{more}"#));
        let Event::History { games, next, .. } = answer else { panic!("{answer:?}") };
        for entry in games {
            let (started, ended) = (entry.started_at.unwrap(), entry.ended_at.unwrap());
            assert!(1_600_000_000_000 < started && started <= ended, "{entry:?}");
            seen.push(entry.game.game);
        }
        let Some(next) = next else { break };
        more = format!(r#","after":"{next}""#);
    }
    assert_eq!((&seen, n_pages), (&games, 2), "her own private game is hers to see");
    assert_eq!(alice.refused(r#""do":"history","limit":101"#), ErrorCode::Syntax);
    // Everybody else gets full pages of the others.
    games.remove(2);
    let numbers = |page: &Value| -> Vec<GameId> {
        let games = page["games"].as_array().unwrap().iter();
        games.map(|game| GameId(game["game"].as_u64().unwrap())).collect()
    };
    let first = server.get("/api/users/alice/games?limit=2").json();
    assert_eq!(numbers(&first), games[..2]);
    let next = first["next"].as_str().unwrap();
    let last = server.get(&format!("/api/users/alice/games?limit=2&after={next}")).json();
    assert_eq!(numbers(&last), games[2..]);
    assert!(last.get("next").is_none(), "{last}");
}

/// After a restart the game is no longer in memory.
#[test]
fn a_game_that_is_over_is_not_watched_after_a_restart() {
    let mut server = TestServer::start();
    let game = server.client("alice").play_bot("f5", "");
    server.restart();
    let answer = server.client("bob").ask(&format!(r#""do":"watch","game":{game}"#));
    assert!(
        matches!(answer, Event::Error { detail: Some(ErrorDetail::GameOver), .. }),
        "{answer:?}"
    );
}
