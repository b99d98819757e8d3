//! After every step of users, the store has the state: synchro, correspondence and private games,
//! users, offers and clocks.

use std::collections::BTreeMap;

use proptest::prelude::*;
use willow_board::Square;
use willow_protocol::GameId;

use super::restart::AWAY;
use super::world::World;
use crate::domain::{ConnId, GameRoom, HostedGame, Millis, Saved, ServerState, Settings};
use crate::store::test_support::TestStore;

/// The users, in the order of their numbers from 1.
const NAMES: [&str; 3] = ["alice", "bob", "carol"];

/// Returns what a restart must not change, as text that can be compared.
pub(super) fn durable(state: &ServerState) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    for (id, user) in state.shared.accounts.iter() {
        facts.insert(format!("user {}", id.0), user.durable());
    }
    let offers = state.lobby.offers().all();
    for offer in offers.filter(|offer| state.shared.accounts.outlives_connection(offer)) {
        facts.insert(format!("offer {}", offer.offer.game), format!("{:?}", offer.offer));
    }
    for (id, hosted) in in_progress(state) {
        let hidden = willow_board::Color::ALL.map(|color| hosted.own_held(color));
        let logs = [hosted.log(GameRoom::Players).last(), hosted.log(GameRoom::Spectators).last()];
        // But in games of days, what was asked ends with the server.
        let asked = hosted.is_correspondence().then_some(hosted.asked());
        let fact = format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {asked:?} {logs:?} {hidden:?} {:?} {:?}",
            hosted.players,
            hosted.names,
            hosted.terms,
            hosted.game(),
            hosted.times(),
            hosted.twin,
            hosted.summary().details.komi_discs,
            hosted.adjourned_since()
        );
        facts.insert(format!("game {id}"), fact);
    }
    facts
}

fn in_progress(state: &ServerState) -> impl Iterator<Item = (GameId, &HostedGame)> {
    state.games.iter().filter(|(_, hosted)| hosted.end.is_none()).map(|(&id, game)| (id, game))
}

/// No player is charged for the downtime. A clock runs until the last event or the last heartbeat.
fn check_clocks(before: &World, after: &ServerState, last_heartbeat: Millis, restarted_at: Millis) {
    let games = in_progress(&before.state).map(|(_, hosted)| hosted);
    let rooms = [GameRoom::Game, GameRoom::Players, GameRoom::Spectators];
    let logs = games.flat_map(|it| rooms.map(|room| it.log(room)));
    let logs = logs.chain([before.state.lobby.log(), before.state.lobby.chat()]);
    let times = logs.filter_map(|log| log.recent().last()).map(|notice| notice.notice().time);
    let last = times.fold(0, Millis::max);
    for (id, hosted) in in_progress(&before.state) {
        let restored = after.games[&id].clocks(restarted_at);
        let [now, then] = [hosted.clocks(before.now), hosted.clocks(last.max(last_heartbeat))];
        for (restored, now, then) in
            [(restored.black, now.black, then.black), (restored.white, now.white, then.white)]
        {
            assert!(now <= restored, "{now:?} {restored:?} in {id}");
            assert_eq!(restored, then, "in {id}");
        }
    }
}

/// Begins a synchro pair, a correspondence game and a private game of each pair of users.
fn with_games() -> World {
    let mut world = World::new();
    for (number, name) in (1..).zip(NAMES) {
        world.log_in(number, name, true);
    }
    let offers = [
        (1, 2, "challenge bob 5+3 synchro rated"),
        (2, 3, "challenge carol 3d rated"),
        (3, 1, "challenge alice 0:30/5 private"),
    ];
    for (from, to, line) in offers {
        world.types(ConnId(from), line);
        let offer = world.state.lobby.offers().all().next().expect("the offer was made").offer.game;
        world.types(ConnId(to), &format!("join {offer}"));
    }
    assert_eq!(in_progress(&world.state).count(), 4);
    world
}

/// Returns something that a user may type; most of it is a move.
fn line(choice: u8, number: u8, world: &World) -> String {
    let other = NAMES[usize::from(number) % 3];
    let nth = |n: usize| world.state.games.keys().nth(usize::from(number) % n.max(1)).copied();
    let game = nth(world.state.games.len()).map_or(1, |game| game.0);
    match choice % 48 {
        0 => "new 5+3 synchro".to_owned(),
        1 => "new 3d".to_owned(),
        2 => format!("challenge {other} 1+0 rated private"),
        3 => format!("challenge {other} 12:00:00 synchro private"),
        4..=6 => {
            let offer = world
                .state
                .lobby
                .offers()
                .all()
                .nth(usize::from(number) % 4)
                .map(|open| open.offer.game);
            format!("join {}", offer.map_or(1, |offer| offer.0))
        }
        7 => format!("mute {other}"),
        8 => format!("block {other}"),
        9 => format!("unblock {other}"),
        17 => "new 5+3 lockstep rated".to_owned(),
        18 => "new 2+1 komi rated".to_owned(),
        19 | 20 => format!("bid {game} f5 {}", number % 8),
        21 => format!("score {game} 0"),
        22 => format!("adjourn {game}"),
        23 | 24 => format!("continue {game}"),
        15 => "link 5+3".to_owned(),
        16 => "seek 3d 1000-2000".to_owned(),
        25 => format!("follow {other}"),
        26 => format!("unfollow {other}"),
        27 => format!("set about {number}"),
        28 => format!("say {number}"),
        10 => format!("tell {other} {number}"),
        11 => format!("gsay {game} {number}"),
        12 | 13 => format!("takeback {game}"),
        14 if number > 128 => format!("resign {game}"),
        _ => {
            let hosted = world.state.games.get(&GameId(game));
            let squares: Vec<Square> = hosted
                .map(|hosted| hosted.game().position().legal_moves().into_iter().collect())
                .unwrap_or_default();
            let square = squares.get(usize::from(choice) % squares.len().max(1));
            format!("move {game} {}", square.unwrap_or(&Square::A1))
        }
    }
}

/// Restarts the server at the end of a downtime; all users resume.
fn restart(saved: Saved, now: Millis, connections: &mut [ConnId]) -> World {
    // Every start has a seed of its own: the numbers of private games are drawn from it.
    let mut settings = Settings::default();
    settings.seed[..8].copy_from_slice(&now.to_le_bytes());
    let (state, effects) = ServerState::restore(settings, saved, now).unwrap();
    let mut world = World::around(state, effects, now);
    for (user, connection) in (1..).zip(connections) {
        *connection = world.resume(connection.0 + 3, user);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn after_every_step_the_store_has_the_state(
        steps in prop::collection::vec(
            (0_usize..3, any::<u8>(), any::<u8>(), 0_u64..2000, 0..40_u8), 1..120)
    ) {
        let mut world = with_games();
        let mut store = TestStore::new();
        // This test is not about the disk.
        store.run("PRAGMA synchronous = OFF");
        let mut connections = [1, 2, 3].map(ConnId);
        for (who, choice, number, time, event) in steps {
            let typed = line(choice, number, &world);
            world.types(connections[who], &typed);
            world.wait(time);
            let restarted_at = world.now + AWAY;
            store.commit(std::mem::take(&mut world.writes));
            let saved = store.load(restarted_at);
            let heartbeat = saved.last_heartbeat;
            let (restored, _) =
                ServerState::restore(Settings::default(), saved.clone(), restarted_at).unwrap();
            prop_assert_eq!(durable(&restored), durable(&world.state), "after {}", typed);
            let slow = |(id, hosted): (GameId, &HostedGame)| hosted.is_correspondence().then_some(id);
            prop_assert!(in_progress(&world.state).filter_map(slow).eq(world.state.games.in_days().copied()));
            prop_assert!(world.state.lobby.offers().is_consistent());
            prop_assert!(restored.lobby.log().last() >= world.state.lobby.log().last());
            check_clocks(&world, &restored, heartbeat, restarted_at);
            if event == 0 {
                world = restart(saved, restarted_at, &mut connections);
            }
        }
    }
}
