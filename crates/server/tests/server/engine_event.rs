//! An event of the server's own bots, from the plan to the files.

use willow_protocol::{
    ErrorDetail, Event, GameId, PairingChange, TableResult, TournamentChange, TournamentPhase,
};

use crate::support::{Client, TestServer};

const BOTS: [&str; 3] = ["random-bot", "greedy-1", "mobility-2"];

fn direct(olga: &mut Client, order: &str) -> Event {
    olga.ask(&format!(r#""do":"direct","tournament":1,"order":{order}"#))
}

/// Returns the start position of a game, and its Black.
fn start_of(olga: &mut Client, game: GameId) -> (String, String) {
    match olga.ask(&format!(r#""do":"moves","game":{game}"#)) {
        Event::Moves(list) => (format!("{:?}", list.initial), list.summary.black.to_string()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bots_of_the_server_play_a_round_robin_whose_openings_each_has_with_both_colours() {
    let server = TestServer::start();
    let mut olga = server.register("olga");
    let plan = |clock: &str| {
        format!(
            r#"{{"name":"Engines","format":{{"round_robin":{{"cycles":1}}}},"games":2,"bots":true,"terms":{{"clock":"{clock}","start":"balanced"}}}}"#
        )
    };
    olga.ok(&format!(r#""do":"new-tournament","plan":{}"#, plan("0:05")));
    let register = |bot: &str| format!(r#"{{"register":{{"name":"{bot}"}}}}"#);
    let refusal = |event: Event| match event {
        Event::Error { detail, .. } => detail,
        _ => None,
    };
    let too_fast = Some(ErrorDetail::ClockTooFastForBot);
    assert_eq!(refusal(direct(&mut olga, &register(BOTS[0]))), too_fast);
    assert_eq!(direct(&mut olga, &format!(r#"{{"plan":{}}}"#, plan("2:00"))), Event::Ok);
    for bot in BOTS {
        assert_eq!(direct(&mut olga, &register(bot)), Event::Ok);
    }
    assert_eq!(refusal(direct(&mut olga, &format!(r#"{{"plan":{}}}"#, plan("0:05")))), too_fast);
    olga.ask(r#""do":"tournament","tournament":1,"follow":true"#);
    for round in 1..=3 {
        olga.send(&format!(
            r#"{{"do":"direct","tournament":1,"order":{{"pair":{{"round":{round}}}}}}}"#
        ));
        for _ in 0..2 {
            olga.wait_for(|event| match event {
                Event::TournamentChanged { change: TournamentChange::Pairing(change), .. } => {
                    matches!(**change, PairingChange::ResultEntered { .. })
                }
                _ => false,
            });
        }
    }
    assert_eq!(direct(&mut olga, "\"finish\""), Event::Ok);
    let Event::TournamentState(state) = olga.ask(r#""do":"tournament","tournament":1"#) else {
        panic!()
    };
    assert_eq!((state.summary.phase, state.games.len()), (TournamentPhase::Over, 6));
    let tables = state.pairings.iter().flat_map(|round| &round.tables);
    for result in tables.flat_map(|table| &table.results) {
        assert!(matches!(result, Some(TableResult::Discs(..))), "{result:?}");
    }
    for pair in state.games.chunks(2) {
        assert_eq!(pair[0].of.table, pair[1].of.table);
        let [one, other] = [0, 1].map(|at: usize| start_of(&mut olga, pair[at].game));
        assert_eq!(one.0, other.0, "the same opening");
        assert_ne!(one.1, other.1, "with the other colours");
    }
    let csv = server.get("/api/tournaments/1/file?format=csv").text();
    assert!(csv.lines().count() == 7 && BOTS.iter().all(|bot| csv.contains(bot)), "{csv}");
}
