//! The server is killed while a round is being paired.

use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use willow_protocol::{Event, TournamentRound, TournamentState};

use super::load::Player;
use super::{Address, kill, start};

fn state(player: &mut Player, id: &str) -> TournamentState {
    match player.ask(id, r#""do":"tournament","tournament":1"#) {
        Event::TournamentState(state) => *state,
        other => panic!("{other:?}"),
    }
}

/// Four players meet everybody twice: six rounds, and a kill in each, some milliseconds after the pairing was asked for.
#[test]
fn a_round_is_paired_once_and_has_each_of_its_games_once_whenever_the_server_is_killed() {
    let folder = TempDir::new().unwrap();
    let address = Arc::new(Address::default());
    let (mut child, listening) = start(folder.path());
    address.set(Some(listening));
    let path = folder.path();
    let names = ["ann", "ben", "cat", "dan"];
    let mut players = names.map(|name| Player::new(name.to_owned(), &address));
    let plan = r#"{"name":"Club","format":{"round_robin":{"cycles":2}},"terms":{"clock":"30:00"}}"#;
    let planned = players[0].ask("plan", &format!(r#""do":"new-tournament","plan":{plan}"#));
    assert_eq!(planned, Event::Ok);
    for player in &mut players {
        assert_eq!(player.ask("enter", r#""do":"enter","tournament":1"#), Event::Ok);
    }
    for round in 1..=6 {
        let pair =
            format!(r#""do":"direct","tournament":1,"order":{{"pair":{{"round":{round}}}}}"#);
        let killed = child;
        let (asked, next) = std::thread::scope(|scope| {
            let address = &address;
            let killer = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(round * round / 4));
                address.set(None);
                kill(killed);
                let (next, listening) = start(path);
                address.set(Some(listening));
                next
            });
            let asked = players[0].ask(&format!("pair-{round}"), &pair);
            (asked, killer.join().unwrap())
        });
        child = next;
        assert_eq!(asked, Event::Ok, "round {round}");
        // A new command for the same round changes nothing either.
        assert_eq!(players[1].ask(&format!("again-{round}"), "\"do\":\"ping\""), Event::Pong);
        assert_eq!(players[0].ask(&format!("again-{round}"), &pair), Event::Ok);
        let state = state(&mut players[0], &format!("state-{round}"));
        assert_eq!(state.pairings.len() as u64, round);
        assert_eq!(state.games.len() as u64, 2 * round);
        let Event::Games { games, .. } =
            players[0].ask(&format!("games-{round}"), r#""do":"games""#)
        else {
            panic!("no list of games");
        };
        let mut played: Vec<_> = games.iter().map(|game| game.game).collect();
        played.sort_unstable();
        let mut own: Vec<_> = state.games.iter().rev().take(2).map(|it| it.game).collect();
        own.sort_unstable();
        assert_eq!(played, own, "round {round}");
        for game in games {
            let white = names.iter().position(|name| game.white.as_str() == *name).unwrap();
            let resign = format!(r#""do":"resign","game":{}"#, game.game);
            assert_eq!(players[white].ask(&format!("resign-{round}"), &resign), Event::Ok);
        }
    }
    let state = state(&mut players[0], "end");
    assert!(state.pairings.iter().all(TournamentRound::is_complete));
    kill(child);
}
