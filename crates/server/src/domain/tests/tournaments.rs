//! Tournaments: rounds and arenas from the plan to the end, and what a restart and a deletion leave of them.

use willow_protocol::{
    ErrorDetail, Event, GameId, Notice, Role, TableResult, TournamentChange, TournamentId,
    TournamentPhase, TournamentState, json,
};

use super::restart::{restarted, stored};
use super::world::{World, events};
use crate::domain::{ConnId, DAY, HOUR, MINUTE, SECOND, TournamentFile, UserId, Write};

const SWISS: &str = r#"{"name":"Club","format":{"swiss":{"rounds":3}},"terms":{"clock":"5+3"}}"#;

const NAMES: [&str; 9] =
    ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"];

const ID: TournamentId = TournamentId(1);

/// A world with so many users, all with accounts.
fn world_of(n: usize) -> (World, Vec<ConnId>) {
    let mut world = World::without_quotas();
    let users = (1..).zip(&NAMES[..n]).map(|(number, name)| world.log_in(number, name, true));
    let users = users.collect();
    (world, users)
}

/// A world with a tournament that all users but the last `late` have entered.
fn entered(plan: &str, n: usize, late: usize) -> (World, Vec<ConnId>) {
    let (mut world, users) = world_of(n);
    world.done(users[0], &format!("new-tournament {plan}"));
    for &user in &users[..n - late] {
        world.done(user, "enter 1");
    }
    (world, users)
}

fn state_for(world: &mut World, user: ConnId) -> TournamentState {
    match world.done(user, "tournament 1").remove(0).event {
        Event::TournamentState(state) => *state,
        other => panic!("{other:?}"),
    }
}

fn direct(world: &mut World, user: ConnId, order: &str) -> Vec<Notice> {
    world.done(user, &format!("direct 1 {order}"))
}

/// Returns the user whom the number of a player is.
fn user(state: &TournamentState, users: &[ConnId], player: u32) -> ConnId {
    let called = &state.field[player as usize - 1].called;
    users[NAMES.iter().position(|name| name == called).unwrap()]
}

/// Ends all games that are played: whoever has White resigns.
fn resign_all(world: &mut World, users: &[ConnId]) {
    let state = state_for(world, users[0]);
    let round = state.pairings.len() as u32;
    for it in state.games.iter().filter(|it| it.of.round == round) {
        let table = &state.pairings[it.of.round as usize - 1].tables[it.of.table as usize - 1];
        if world.state.games.get(&it.game).is_some_and(|hosted| hosted.end.is_none()) {
            let [_, white] = table.players(it.of.game as usize - 1);
            world.done(user(&state, users, white.0), &format!("resign {}", it.game));
        }
    }
}

/// Returns what nobody but the reader decides: the state as a visitor sees it, in JSON.
fn shown(world: &World) -> String {
    let state = world.state.tournaments.find(ID).unwrap().state(None, &world.state.shared.accounts);
    json::write_event(&Event::TournamentState(Box::new(state)))
}

#[test]
fn a_swiss_of_eight_with_a_late_entry_a_withdrawal_and_a_result_that_was_wrong() {
    let (mut world, users) = entered(SWISS, 9, 1);
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let state = state_for(&mut world, users[0]);
    assert_eq!((state.pairings[0].tables.len(), state.games.len()), (4, 4));
    assert_eq!(state.summary.phase, TournamentPhase::Running);
    // Asked again, the round stays as it is.
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    assert_eq!(state_for(&mut world, users[0]), state);
    world.refuses_because(
        users[0],
        r#"direct 1 {"pair":{"round":2}}"#,
        ErrorDetail::TournamentRefused,
    );
    resign_all(&mut world, &users);
    // Late, and gone.
    world.done(users[8], "enter 1");
    direct(&mut world, users[7], r#"{"withdraw":{}}"#);
    direct(&mut world, users[8], r#"{"bye":{"round":3,"on":true}}"#);
    direct(&mut world, users[0], r#"{"pair":{"round":2}}"#);
    let state = state_for(&mut world, users[0]);
    assert_eq!(state.pairings[1].tables.len(), 4, "eight of nine play");
    assert_eq!(state.field.iter().filter(|it| it.left).count(), 1);
    // The result of the first table was entered the wrong way round.
    let [black, white] = [state.pairings[0].tables[0].black, state.pairings[0].tables[0].white];
    let wrong = r#"{"correct_result":{"game":{"round":1,"table":1,"game":1},"result":{"discs":[20,44]},"reason":"#;
    world.refuses_because(
        users[1],
        &format!("direct 1 {wrong}\"x\"}}}}"),
        ErrorDetail::NotAnOrganiser,
    );
    direct(&mut world, users[0], &format!("{wrong}\"mixed up\"}}}}"));
    resign_all(&mut world, &users);
    direct(&mut world, users[0], r#"{"pair":{"round":3}}"#);
    let state = state_for(&mut world, users[0]);
    let asked: Vec<u32> = state.pairings[2].byes.iter().map(|bye| bye.player.0).collect();
    assert!(asked.contains(&9), "{asked:?}");
    resign_all(&mut world, &users);
    direct(&mut world, users[0], "\"finish\"");
    let state = state_for(&mut world, users[0]);
    let points =
        |player| state.standings.iter().find(|it| it.player == player).unwrap().half_points;
    let won = |player, round: usize| {
        let table = state.pairings[round].table_of(player);
        table.map_or(0, |table| table.half_points(player))
    };
    for player in [black, white] {
        let byes: u32 = (1..3)
            .filter(|&round| state.pairings[round].table_of(player).is_none())
            .map(|round| match state.pairings[round].bye_of(player) {
                Some(willow_pairing::ByeKind::Unpaired) => 2,
                Some(willow_pairing::ByeKind::Asked) => 1,
                None => 0,
            })
            .sum();
        let first = if player == white { 2 } else { 0 };
        assert_eq!(won(player, 0), first, "as corrected");
        assert_eq!(points(player), first + won(player, 1) + won(player, 2) + byes);
    }
    world.refuses_because(
        users[0],
        r#"direct 1 {"pair":{"round":4}}"#,
        ErrorDetail::TournamentRefused,
    );
    let log = world.state.tournament_file(ID, TournamentFile::Log).unwrap();
    assert!(log.contains("mixed up") && log.lines().count() as u64 == state.last, "{log}");
    for file in
        [TournamentFile::Elf, TournamentFile::Trf, TournamentFile::Csv, TournamentFile::Json]
    {
        assert!(world.state.tournament_file(ID, file).unwrap().contains("alice"), "{file:?}");
    }
    assert_eq!(shown(&restarted(&world)), shown(&world));
}

#[test]
fn an_organiser_sees_what_a_pair_costs_and_the_best_pairing_without_it() {
    let (mut world, users) = entered(SWISS, 5, 0);
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    resign_all(&mut world, &users);
    direct(&mut world, users[0], r#"{"pair":{"round":2}}"#);
    let costs = |world: &mut World, player: u32| match world
        .done(users[0], &format!("pair-costs 1 2 {player}"))
        .remove(0)
        .event
    {
        Event::PairCosts(costs) => *costs,
        other => panic!("{other:?}"),
    };
    let round = state_for(&mut world, users[0]).pairings[1].clone();
    for table in &round.tables {
        let shown = costs(&mut world, table.black.0);
        assert_eq!((shown.pair.black, shown.pair.white), (table.black, Some(table.white)));
        assert_eq!(costs(&mut world, table.white.0), shown);
        let without = shown.without.unwrap();
        assert!(0 <= without.extra && !without.pairs.contains(&shown.pair));
    }
    let bye = costs(&mut world, round.byes[0].player.0);
    assert_eq!(bye.pair.white, None);
    assert!(bye.pair.cost.total() != 0, "a bye is a float");
    // Paired by hand the round has other pairs, and the best pairing costs no more.
    let mut by_hand = round.clone();
    let [first, second] = [0, 1].map(|at: usize| round.tables[at].white);
    (by_hand.tables[0].white, by_hand.tables[1].white) = (second, first);
    let pairing = serde_json::to_string(&by_hand).unwrap();
    direct(
        &mut world,
        users[0],
        &format!(r#"{{"pair_by_hand":{{"round":2,"pairing":{pairing},"reason":"as drawn"}}}}"#),
    );
    let shown = costs(&mut world, second.0);
    assert_eq!(shown.pair.black, round.tables[0].black);
    assert!(shown.without.unwrap().extra <= 0);
    world.refuses_because(users[1], "pair-costs 1 2 1", ErrorDetail::NotAnOrganiser);
    world.refuses_because(users[0], "pair-costs 1 3 1", ErrorDetail::TournamentRefused);
    world.refuses_because(users[0], "pair-costs 1 2 6", ErrorDetail::TournamentRefused);
}

/// One transaction has the pairing and all its games: a kill leaves both or none.
#[test]
fn a_round_and_its_games_are_written_together_and_go_on_after_a_restart_anywhere() {
    let (mut world, users) = entered(SWISS, 4, 0);
    let before = world.writes.len();
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let writes = &world.writes[before..];
    let paired = writes.iter().filter(|write| {
        write.published().is_some_and(|it| {
            matches!(
                &it.notice().event,
                Event::TournamentChanged { change: TournamentChange::Pairing(_), .. }
            )
        })
    });
    let started = writes.iter().filter(|write| matches!(write, Write::GameStarted(_)));
    assert_eq!((paired.count(), started.count()), (1, 2));
    let mut world = restarted(&world);
    // Nobody pairs it twice, and its games end for it.
    let users: Vec<ConnId> =
        (1..=4).map(|number| world.resume(10 + number, number as i64)).collect();
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let state = state_for(&mut world, users[0]);
    assert_eq!(state.games.len(), 2);
    assert!(state.games.iter().all(|it| world.state.tournaments.has_game(it.game)));
    resign_all(&mut world, &users);
    let world = restarted(&world);
    let state = world.state.tournaments.find(ID).unwrap().state(None, &world.state.shared.accounts);
    assert!(state.pairings[0].is_complete());
}

#[test]
fn at_tables_a_result_counts_when_both_say_it_or_an_organiser() {
    let plan = r#"{"name":"Evening","format":{"swiss":{"rounds":2}},"place":"both"}"#;
    let (mut world, users) = world_of(3);
    world.done(users[0], &format!("new-tournament {plan}"));
    for &user in &users[1..] {
        world.done(user, "enter 1 tables");
    }
    direct(
        &mut world,
        users[0],
        r#"{"register":{"called":"Ito Jun","country":"JPN","rating":1987}}"#,
    );
    direct(&mut world, users[0], r#"{"register":{"called":"Doe Jane","federation_id":77}}"#);
    let pairing = r#"{"stage":"swiss","tables":[{"black":1,"white":2,"results":[null]},{"black":3,"white":4,"results":[null]}],"byes":[]}"#;
    direct(
        &mut world,
        users[0],
        &format!(r#"{{"pair_by_hand":{{"round":1,"pairing":{pairing},"reason":"as drawn"}}}}"#),
    );
    assert!(state_for(&mut world, users[0]).games.is_empty(), "nobody plays on the server");
    let tell = |discs: &str| {
        format!(
            r#"{{"result":{{"game":{{"round":1,"table":1,"game":1}},"result":{{"discs":{discs}}}}}}}"#
        )
    };
    direct(&mut world, users[1], &tell("[40,24]"));
    direct(&mut world, users[1], &tell("[40,24]"));
    let known = |world: &mut World| {
        let state = state_for(world, users[0]);
        (state.pairings[0].tables[0].results[0], state.claims.len())
    };
    assert_eq!(known(&mut world), (None, 1), "one alone confirms nothing");
    direct(&mut world, users[2], &tell("[24,40]"));
    assert_eq!(known(&mut world), (None, 1), "they disagree");
    let world = &mut restarted(&world);
    let users: Vec<ConnId> =
        (1..=3).map(|number| world.resume(10 + number, number as i64)).collect();
    direct(world, users[1], &tell("[24,40]"));
    assert_eq!(known(world), (Some(TableResult::Discs(24, 40)), 0));
    let message = world.sentence(users[1], &format!("direct 1 {}", tell("[40,24]")));
    assert!(message.contains("an organiser corrects it"), "{message}");
    // At the other table nobody has an account.
    world.refuses_because(
        users[1],
        r#"direct 1 {"result":{"game":{"round":1,"table":2,"game":1},"result":{"discs":[33,31]}}}"#,
        ErrorDetail::NotAnOrganiser,
    );
    direct(
        world,
        users[0],
        r#"{"result":{"game":{"round":1,"table":2,"game":1},"result":{"discs":[33,31]}}}"#,
    );
    for impossible in ["[40,40]", "[3,2]"] {
        world.refuses_because(
            users[0],
            &format!("direct 1 {}", tell(impossible)),
            ErrorDetail::TournamentRefused,
        );
    }
    // A child's name goes, from the log and the store too, and the result stays.
    direct(world, users[0], r#"{"forget":{"player":3}}"#);
    let log = world.state.tournament_file(ID, TournamentFile::Log).unwrap();
    assert!(!log.contains("Ito") && !log.contains("1987"), "{log}");
    assert!(!shown(world).contains("Ito"));
    let again = restarted(world);
    assert_eq!(shown(&again), shown(world));
    assert_eq!(state_for(world, users[0]).field[2].called, "player-3");
    let rows = stored(&world.writes).load(world.now).tournaments;
    assert!(!format!("{rows:?}").contains("Ito"));
}

#[test]
fn a_table_of_several_games_begins_the_next_one_by_itself() {
    let plan = r#"{"name":"Cup","format":"knock_out","games":3}"#;
    let (mut world, users) = entered(plan, 2, 0);
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let blacks = |state: &TournamentState| state.pairings[0].tables[0].players(0)[0];
    let state = state_for(&mut world, users[0]);
    let loser = user(&state, &users, blacks(&state).0);
    for n in 1..=2 {
        let state = state_for(&mut world, users[0]);
        assert_eq!(state.games.len(), n);
        world.done(loser, &format!("resign {}", state.games[n - 1].game));
    }
    let state = state_for(&mut world, users[0]);
    assert_eq!(state.games.len(), 2, "two of three decide");
    assert!(state.pairings[0].is_complete());
    assert_eq!(shown(&restarted(&world)), shown(&world));
}

#[test]
fn a_tournament_begins_and_goes_on_by_itself_if_it_is_planned_so() {
    let (mut world, users) = world_of(2);
    let at = world.now + 10 * MINUTE;
    world.done(users[0], &format!(r#"new-tournament {{"name":"Auto","format":{{"round_robin":{{"cycles":2}}}},"auto":true,"starts_at":{at}}}"#));
    for &user in &users {
        world.done(user, "enter 1");
    }
    let mut world = restarted(&world);
    let users: Vec<ConnId> =
        (1..=2).map(|number| world.resume(10 + number, number as i64)).collect();
    world.wait(MINUTE);
    for round in 1..=2 {
        let state = state_for(&mut world, users[0]);
        assert_eq!(state.pairings.len(), round);
        resign_all(&mut world, &users);
        world.wait(29 * SECOND);
        assert_eq!(state_for(&mut world, users[0]).pairings.len(), round);
        world.wait(2 * SECOND);
    }
    let state = state_for(&mut world, users[0]);
    assert_eq!(state.summary.phase, TournamentPhase::Over);
    let [first, second] = [0, 1].map(|round: usize| &state.pairings[round].tables[0]);
    assert_eq!((first.black, first.white), (second.white, second.black));
}

#[test]
fn an_arena_pairs_whoever_is_free_and_counts_the_last_game() {
    let plan = r#"{"name":"Arena","format":{"arena":{"minutes":2}},"terms":{"clock":"1:00"}}"#;
    let (mut world, users) = entered(plan, 4, 1);
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    world.wait(4 * SECOND);
    let running = |world: &mut World| -> Vec<(GameId, u32, u32)> {
        let state = state_for(world, users[0]);
        let games = state.arena_games.iter().filter(|it| it.running);
        games.map(|it| (it.game, it.black.0, it.white.0)).collect()
    };
    assert_eq!(running(&mut world).len(), 1, "two of three play, one waits");
    world.done(users[3], "enter 1");
    world.wait(4 * SECOND);
    assert_eq!(running(&mut world).len(), 2);
    let (game, _, white) = running(&mut world)[0];
    world.refuses_because(
        users[white as usize - 1],
        &format!("abort {game}"),
        ErrorDetail::TournamentGame,
    );
    for (game, _, white) in running(&mut world) {
        world.done(users[white as usize - 1], &format!("resign {game}"));
    }
    direct(&mut world, users[2], r#"{"withdraw":{}}"#);
    world.wait(4 * SECOND);
    let restored = restarted(&world);
    assert_eq!(
        restored
            .state
            .tournaments
            .find(ID)
            .unwrap()
            .arena_standings()
            .iter()
            .map(|it| it.points)
            .sum::<u32>(),
        4
    );
    let last = running(&mut world);
    assert_eq!(
        last.len(),
        1,
        "the one who has left is not paired, and nobody meets the last opponent again"
    );
    // The time is over, and the game still counts.
    while world.end(last[0].0).is_none() {
        world.wait(SECOND);
    }
    world.wait(2 * MINUTE);
    let state = state_for(&mut world, users[0]);
    assert_eq!(state.arena.iter().map(|it| it.points).sum::<u32>() % 2, 0);
    assert_eq!(
        state.arena.iter().map(|it| it.results[0]).sum::<u32>() as usize,
        state.arena_games.len()
    );
    assert_eq!(state.summary.phase, TournamentPhase::Over);
}

#[test]
fn an_arena_pairs_a_bot_of_the_server_that_plays_with_others() {
    let mut world = World::with(super::bots::settings());
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    world.done(bob, "challenge iago 5+3 black");
    let plan = |clock: &str| {
        format!(
            r#"{{"name":"Arena","format":{{"arena":{{"minutes":5}}}},"bots":true,"terms":{{"clock":"{clock}"}}}}"#
        )
    };
    world.done(alice, &format!("new-tournament {}", plan("0:05")));
    let bot = r#"direct 1 {"register":{"name":"iago"}}"#;
    world.refuses_because(alice, bot, ErrorDetail::ClockTooFastForBot);
    direct(&mut world, alice, &format!(r#"{{"plan":{}}}"#, plan("3:00")));
    world.done(alice, bot);
    let too_fast = format!(r#"direct 1 {{"plan":{}}}"#, plan("0:05"));
    world.refuses_because(alice, &too_fast, ErrorDetail::ClockTooFastForBot);
    world.done(alice, "enter 1");
    direct(&mut world, alice, r#"{"pair":{"round":1}}"#);
    world.wait(4 * SECOND);
    assert_eq!(state_for(&mut world, alice).arena_games.len(), 1);
    world.wait(4 * SECOND);
    assert_eq!(state_for(&mut world, alice).arena_games.len(), 1, "one game at a time");
}

#[test]
fn a_deleted_account_leaves_and_its_name_is_nowhere() {
    let (mut world, users) = entered(SWISS, 4, 0);
    direct(&mut world, users[0], r#"{"arbiter":{"name":"bob","on":true}}"#);
    direct(&mut world, users[1], r#"{"pair":{"round":1}}"#);
    world.delete_account(users[1]);
    let state = state_for(&mut world, users[0]);
    assert!(state.field[1].left && state.field[1].name.is_none() && state.arbiters.is_empty());
    assert_eq!(state.field[1].called, "player-2");
    let log = |world: &World| world.state.tournament_file(ID, TournamentFile::Log).unwrap();
    assert!(!log(&world).contains("bob") && !shown(&world).contains("bob"));
    let again = restarted(&world);
    assert!(!log(&again).contains("bob"), "although the store may still have it");
    assert_eq!(shown(&again), shown(&world));
    // Its game was lost, and the tournament goes on, also without its owner.
    let table = state.pairings[0].table_of(state.field[1].player).unwrap();
    assert!(table.is_complete());
    world.delete_account(users[0]);
    world.set_role(3, Role::Moderator);
    direct(&mut world, users[2], r#"{"cancel":{"reason":"nobody directs it"}}"#);
    assert_eq!(state_for(&mut world, users[2]).summary.phase, TournamentPhase::Cancelled);
}

#[test]
fn players_of_a_tournament_stay_in_memory_until_it_is_over() {
    let (mut world, users) = entered(SWISS, 2, 0);
    world.leave(users[1]);
    world.wait(40 * 24 * 60 * MINUTE);
    assert!(world.state.shared.accounts.get(UserId(2)).is_some());
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let game = state_for(&mut world, users[0]).games[0].game;
    world.wait(10 * MINUTE);
    assert!(world.end(game).is_some(), "who does not come loses by the clock");
    let mut world = restarted(&world);
    assert!(world.state.shared.accounts.get(UserId(2)).is_some());
    let alice = world.resume(10, 1);
    direct(&mut world, alice, "\"finish\"");
    world.wait(40 * 24 * 60 * MINUTE);
    assert!(world.state.shared.accounts.get(UserId(2)).is_none());
}

#[test]
fn who_has_a_handicap_has_more_time_in_every_game_and_these_are_not_rated() {
    let plan = r#"{"name":"Club","format":{"round_robin":{"cycles":1}},"games":2,"terms":{"clock":"5:00","rated":true}}"#;
    let (mut world, users) = entered(plan, 3, 0);
    direct(&mut world, users[0], r#"{"correct":{"player":2,"online":true,"extra_seconds":120}}"#);
    for wrong in [0, 4000] {
        world.refuses_because(
            users[0],
            &format!(
                r#"direct 1 {{"correct":{{"player":2,"online":true,"extra_seconds":{wrong}}}}}"#
            ),
            ErrorDetail::TournamentRefused,
        );
    }
    assert_eq!(state_for(&mut world, users[0]).field[1].extra_seconds, Some(120));
    for round in 1..=3 {
        direct(&mut world, users[0], &format!(r#"{{"pair":{{"round":{round}}}}}"#));
        for _ in 0..2 {
            let state = state_for(&mut world, users[0]);
            let it = state.games.iter().rfind(|it| it.of.round == round).unwrap();
            let table = &state.pairings[round as usize - 1].tables[0];
            let players = table.players(it.of.game as usize - 1);
            let time =
                |player: willow_protocol::PlayerId| 300_000 + 120_000 * u64::from(player.0 == 2);
            let again = restarted(&world);
            for world in [&world, &again] {
                let hosted = &world.state.games[&it.game];
                let clocks = hosted.clocks(world.now);
                assert_eq!([clocks.black, clocks.white], players.map(|player| Some(time(player))));
                assert_eq!(hosted.terms.rated, players.iter().all(|player| player.0 != 2));
            }
            resign_all(&mut world, &users);
        }
    }
}

#[test]
fn the_best_of_a_swiss_play_finals_if_the_plan_has_them() {
    let plan =
        r#"{"name":"Cup","format":{"swiss":{"rounds":2}},"finals":{"players":2,"best_of":3}}"#;
    let (mut world, users) = entered(plan, 4, 0);
    for round in 1..=3 {
        direct(&mut world, users[0], &format!(r#"{{"pair":{{"round":{round}}}}}"#));
        resign_all(&mut world, &users);
        resign_all(&mut world, &users);
        resign_all(&mut world, &users);
    }
    let state = state_for(&mut world, users[0]);
    let finals = &state.pairings[2];
    assert_eq!((finals.stage, finals.tables.len()), (willow_pairing::Stage::KnockOut, 1));
    assert!(finals.tables[0].best_of && finals.tables[0].is_complete());
    let message = world.sentence(users[0], r#"direct 1 {"pair":{"round":4}}"#);
    assert!(message.contains("rounds"), "{message}");
    for (format, finals) in [
        (r#""knock_out""#, r#"{"players":2,"best_of":3}"#),
        (r#"{"swiss":{"rounds":2}}"#, r#"{"players":3,"best_of":3}"#),
        (r#"{"swiss":{"rounds":2}}"#, r#"{"players":2,"best_of":200}"#),
    ] {
        let plan = format!(r#"{{"name":"x","format":{format},"finals":{finals}}}"#);
        let message = world.sentence(users[0], &format!("new-tournament {plan}"));
        assert!(message.contains("final"), "{message}");
    }
}

#[test]
fn a_tournament_that_is_over_leaves_memory_and_is_read_when_somebody_needs_it() {
    let (mut world, users) = entered(SWISS, 3, 1);
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    resign_all(&mut world, &users);
    direct(&mut world, users[0], "\"finish\"");
    let is_loaded = |world: &World| world.state.tournaments.find(ID).is_ok();
    let before = shown(&world);
    world.done(users[1], "tournament 1 on");
    world.wait(DAY);
    assert!(is_loaded(&world), "somebody follows it");
    world.done(users[1], "tournament 1 off");
    world.wait(HOUR);
    assert!(!is_loaded(&world));
    let listed = |world: &mut World| match world.done(users[0], "tournaments").remove(0).event {
        Event::Tournaments { tournaments, next: None } => tournaments,
        other => panic!("{other:?}"),
    };
    let list = listed(&mut world);
    assert_eq!((list.len(), list[0].phase), (1, TournamentPhase::Over));
    assert!(!is_loaded(&world), "the list knows what it has of it");
    let state = state_for(&mut world, users[1]);
    assert!(is_loaded(&world) && state.me.is_some() && shown(&world) == before);
    // A restart leaves it in the store, the list reads it, and the next one gets the next number.
    world.wait(HOUR);
    let mut world = restarted(&world);
    let users: Vec<ConnId> =
        (1..=3).map(|number| world.resume(10 + number, number as i64)).collect();
    assert!(!is_loaded(&world));
    assert_eq!(listed(&mut world), list);
    world.done(users[0], &format!("new-tournament {SWISS}"));
    assert_eq!(listed(&mut world).len(), 2);
    world.wait(HOUR);
    assert!(!is_loaded(&world));
    // Missed events are sent, and it goes on as if it had stayed.
    let missed = world.done(users[2], "sync tournament/1 0");
    assert_eq!(missed.len() as u64, state.last + 1, "all of them, and that these were all");
    world.wait(HOUR);
    assert!(is_loaded(&world), "whoever catches up follows it");
    world.done(users[2], "tournament 1 off");
    world.wait(HOUR);
    direct(&mut world, users[0], r#"{"reopen":{"reason":"one more round"}}"#);
    world.done(users[2], "enter 1");
    direct(&mut world, users[0], r#"{"pair":{"round":2}}"#);
    world.wait(2 * DAY);
    assert!(is_loaded(&world), "it is played");
    assert_eq!(shown(&restarted(&world)), shown(&world));
}

#[test]
fn the_name_of_a_deleted_account_is_not_in_a_tournament_that_is_read_later() {
    let (mut world, users) = entered(SWISS, 3, 0);
    direct(&mut world, users[0], r#"{"cancel":{"reason":"rain"}}"#);
    world.wait(DAY + HOUR);
    assert!(world.state.tournaments.find(ID).is_err());
    world.delete_account(users[0]);
    let listed = world.done(users[1], "tournaments");
    let Event::Tournaments { tournaments, .. } = &listed[0].event else { panic!() };
    assert_eq!(tournaments[0].by, None);
    let missed = world.done(users[1], "sync tournament/1 0");
    let told: Vec<String> = missed.iter().map(json::write_notice).collect();
    assert!(told.iter().all(|line| !line.contains("alice")), "{told:?}");
    assert_eq!(state_for(&mut world, users[1]).field[0].called, "player-1");
}

#[test]
fn who_may_not_is_told_so_in_a_sentence() {
    let plan = r#"{"name":"Quiet","format":{"swiss":{"rounds":3}},"chat":false}"#;
    let (mut world, users) = entered(plan, 3, 1);
    let guest = world.log_in(20, "visitor", false);
    world.refuses_because(guest, "enter 1", ErrorDetail::AccountNeeded);
    world.refuses_because(guest, &format!("new-tournament {SWISS}"), ErrorDetail::AccountNeeded);
    world.refuses_because(users[0], "tournament 7", ErrorDetail::NoSuchTournament);
    world.refuses_because(users[2], "enter 1 tables", ErrorDetail::TournamentRefused);
    for (plan, word) in [
        (r#"{"name":"x","format":{"swiss":{"rounds":0}}}"#, "rounds"),
        (r#"{"name":"x","format":{"arena":{"minutes":0}}}"#, "minutes"),
        (r#"{"name":"x","format":"knock_out","terms":{"clock":"none"}}"#, "clock"),
        (r#"{"name":"x","format":"knock_out","terms":{"clock":"5+3","synchro":true}}"#, "pairs"),
        (r#"{"name":"x","format":"knock_out","games":200}"#, "games"),
        (r#"{"name":"x","format":"knock_out","max_players":1}"#, "players"),
    ] {
        let message = world.sentence(users[0], &format!("new-tournament {plan}"));
        assert!(message.contains(word), "{plan}: {message}");
    }
    for (order, word) in [
        (r#"{"register":{"called":"Ann"}}"#, "account"),
        (r#"{"register":{"name":"carol"}}"#, "enter 1"),
        (r#"{"correct":{"called":"Ann"}}"#, "whom"),
        (r#"{"pair":{"round":2}}"#, "round"),
        (r#"{"pair":{"round":0}}"#, "round"),
        (r#"{"withdraw":{"player":9}}"#, "player"),
        (
            r#"{"result":{"game":{"round":1,"table":1,"game":1},"result":{"discs":[40,24]}}}"#,
            "exist",
        ),
        (r#"{"begin":{"game":{"round":1,"table":1,"game":1}}}"#, "exist"),
        (r#"{"begin":{"game":{"round":0,"table":0,"game":0}}}"#, "exist"),
        (r#"{"take_back_round":{"round":1,"reason":"x"}}"#, "round"),
        (r#"{"plan":{"name":"x","format":{"arena":{"minutes":5}}}}"#, "arena"),
    ] {
        let message = world.sentence(users[0], &format!("direct 1 {order}"));
        assert!(message.contains(word), "{order}: {message}");
    }
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    let game = state_for(&mut world, users[0]).games[0].game;
    world.refuses_because(users[0], &format!("gsay {game} hello"), ErrorDetail::NoChatInTournament);
    world.refuses_because(users[0], &format!("abort {game}"), ErrorDetail::TournamentGame);
    // A technical failure: the game begins again, and the first one is nobody's any more.
    direct(&mut world, users[0], r#"{"begin":{"game":{"round":1,"table":1,"game":1}}}"#);
    let again = state_for(&mut world, users[0]).games[0].game;
    assert!(again != game && world.end(game).is_some() && world.end(again).is_none());
    // The round is taken back, and all is as before it.
    direct(
        &mut world,
        users[0],
        r#"{"take_back_round":{"round":1,"reason":"somebody is missing"}}"#,
    );
    assert!(world.end(again).is_some());
    assert!(state_for(&mut world, users[0]).pairings.is_empty());
    world.done(users[2], "enter 1");
    direct(&mut world, users[0], r#"{"pair":{"round":1}}"#);
    assert_eq!(state_for(&mut world, users[0]).pairings[0].byes.len(), 1);
    assert_eq!(shown(&restarted(&world)), shown(&world));
}

#[test]
fn followers_and_the_lobby_hear_of_it_and_a_room_is_caught_up_with() {
    let (mut world, users) = world_of(2);
    world.received(users[1]);
    world.done(users[0], &format!("new-tournament {SWISS}"));
    let told = |notices: &[Notice]| {
        events(notices, |event| match event {
            Event::Tournament(summary) => Some(summary.phase),
            _ => None,
        })
    };
    assert_eq!(told(&world.received(users[1])), [TournamentPhase::Open]);
    world.done(users[1], "tournament 1 on");
    world.done(users[0], "enter 1");
    let numbers = |notices: &[Notice]| -> Vec<u64> {
        let changes =
            notices.iter().filter(|it| matches!(it.event, Event::TournamentChanged { .. }));
        changes.filter_map(|it| it.number).collect()
    };
    assert_eq!(numbers(&world.received(users[1])), [2]);
    world.done(users[1], "tournament 1 off");
    world.done(users[1], "enter 1");
    assert!(numbers(&world.received(users[1])).is_empty());
    let missed = world.done(users[1], "sync tournament/1 0");
    assert_eq!(numbers(&missed), [1, 2, 3]);
    let listed = world.done(users[1], "tournaments");
    let Event::Tournaments { tournaments, next: None } = &listed[0].event else { panic!() };
    assert_eq!((tournaments.len(), tournaments[0].players), (1, 2));
}
