//! Games with komi, offered results, adjourned games, takebacks over a bridge, and starts with a pass.

use willow_board::{Color, Move};
use willow_protocol::{EndKind, ErrorDetail, Event, GameId, GameState, Notice, Role, json};

use super::restart::{restarted, resume};
use super::world::World;
use crate::domain::{ConnId, Input, UserId};

/// The shortest game of Othello: White has no disc after nine moves.
const SHORTEST: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

fn players(world: &mut World) -> [ConnId; 2] {
    [world.log_in(1, "alice", true), world.log_in(2, "bob", true)]
}

/// Alice offers a game, and Bob accepts.
fn begin(world: &mut World, [alice, bob]: [ConnId; 2], terms: &str) -> GameId {
    let received = world.types(alice, &format!("new {terms}"));
    let offered = received.iter().find_map(|notice| match &notice.event {
        Event::Offered(offer) => Some(offer.game),
        _ => None,
    });
    let game = offered.unwrap_or_else(|| panic!("{received:?}"));
    world.types(bob, &format!("join {game}"));
    game
}

fn details(notices: &[Notice]) -> Vec<ErrorDetail> {
    let details = notices.iter().filter_map(|notice| match &notice.event {
        Event::Error { detail, .. } => *detail,
        _ => None,
    });
    details.collect()
}

fn board(world: &mut World, user: ConnId, game: GameId) -> GameState {
    let received = world.types(user, &format!("board {game}"));
    let Some(Event::State(state)) = received.last().map(|it| &it.event) else { panic!() };
    (**state).clone()
}

#[test]
fn the_higher_bidder_moves_first_and_komi_is_the_mean() {
    let mut world = World::new();
    let [alice, bob] = players(&mut world);
    let game = begin(&mut world, [alice, bob], "5+3 rated komi");
    assert!(board(&mut world, alice, game).summary.details.bidding);
    world.wait(10_000);
    let refused = world.types(alice, &format!("move {game} e6"));
    assert_eq!(details(&refused), [ErrorDetail::BidFirst]);
    world.received(bob);
    world.types(alice, &format!("bid {game} e6 1"));
    let told: String = world.received(bob).iter().map(json::write_notice).collect();
    assert!(told.contains(r#""event":"bid""#) && !told.contains("e6"), "{told}");
    assert_eq!(board(&mut world, bob, game).details.own_move, None);
    assert_eq!(board(&mut world, alice, game).details.own_move.unwrap().to_string(), "e6");
    let refused = world.types(alice, &format!("bid {game} f5 3"));
    assert_eq!(details(&refused), [ErrorDetail::NoBidWanted]);
    world.wait(20_000);
    let received = world.types(bob, &format!("bid {game} e6 2.5"));
    let komi = received.iter().find_map(|notice| match &notice.event {
        Event::Komi { komi, black, bids, .. } => {
            Some((komi.to_string(), black.as_str().to_owned(), bids.len()))
        }
        _ => None,
    });
    assert_eq!(komi, Some(("1.75".to_owned(), "bob".to_owned(), 2)));
    let state = board(&mut world, alice, game);
    assert_eq!((state.summary.black.as_str(), state.summary.white.as_str()), ("bob", "alice"));
    assert_eq!(state.moves.len(), 1);
    // Bob used 30 seconds and gets the increment of his move; Alice used 10.
    assert_eq!((state.clocks.black, state.clocks.white), (Some(273_000), Some(290_000)));
    assert_eq!(details(&world.types(bob, &format!("takeback {game}"))).len(), 1);
    for (square, mover) in SHORTEST[1..].iter().zip([alice, bob].iter().cycle()) {
        world.types(*mover, &format!("move {game} {square}"));
    }
    let end = *world.state.games[&game].end().unwrap();
    assert_eq!((end.result, end.corrected()), (Some(64), Some(62_250)));
    let rating = |user: i64| {
        let class = willow_protocol::SpeedClass::Blitz;
        world.state.users[UserId(user)].rating(class).summary(class).rating
    };
    assert!(rating(2) > rating(1), "bob won with Black");
    let received = world.types(alice, &format!("board {game}"));
    let text = willow_protocol::text::write_notice(received.last().unwrap());
    assert!(text.contains("black wins by 62.25, discs 13-0, komi 1.75"), "{text}");
}

#[test]
fn bids_and_colours_survive_restarts() {
    let mut world = World::new();
    let [alice, bob] = players(&mut world);
    let game = begin(&mut world, [alice, bob], "5+3 rated komi");
    world.wait(10_000);
    world.types(alice, &format!("bid {game} f5 -0.52"));
    let mut world = restarted(&world);
    let [alice, bob] = [resume(&mut world, 11, 1), resume(&mut world, 12, 2)];
    assert_eq!(board(&mut world, alice, game).details.own_move.unwrap().to_string(), "f5");
    world.wait(5_000);
    world.types(bob, &format!("bid {game} d3 -0.52"));
    let before = board(&mut world, bob, game);
    assert_eq!(
        before.summary.details.komi_discs.map(|komi| komi.to_string()),
        Some("-0.52".to_owned())
    );
    let mut world = restarted(&world);
    let bob = resume(&mut world, 12, 2);
    let after = board(&mut world, bob, game);
    assert_eq!((&after.summary.black, &after.moves), (&before.summary.black, &before.moves));
    assert_eq!(after.summary.details.komi_discs, before.summary.details.komi_discs);
    assert_eq!(after.clocks.white, before.clocks.white);
}

#[test]
fn who_does_not_bid_in_time_loses_and_two_such_players_have_no_result() {
    let mut world = World::new();
    let [alice, bob] = players(&mut world);
    let game = begin(&mut world, [alice, bob], "1:00 komi");
    world.types(alice, &format!("bid {game} f5 0"));
    world.wait(60_001);
    let active = &world.state.games[&game];
    let end = active.end().unwrap();
    assert_eq!(end.reason, EndKind::Timeout);
    let loser = end.loser.unwrap().0;
    assert_eq!(active.names[loser.index()].as_str(), "bob");
    let game = begin(&mut world, [alice, bob], "1:00 komi");
    world.wait(60_001);
    assert_eq!(world.state.games[&game].end().unwrap().reason, EndKind::Aborted);
}

#[test]
fn komi_goes_with_neither_a_colour_nor_a_pair() {
    let mut world = World::new();
    let [alice, _] = players(&mut world);
    let colour = world.types(alice, "new komi black");
    assert_eq!(details(&colour), [ErrorDetail::ColorInKomi]);
    let pair = world.types(alice, "new komi lockstep");
    assert_eq!(details(&pair), [ErrorDetail::KomiInPair]);
}

#[test]
fn a_game_ends_when_both_offer_the_same_result() {
    let mut world = World::new();
    let players = players(&mut world);
    let [alice, bob] = players;
    let game = begin(&mut world, players, "5+3 rated black");
    world.types(alice, "f5");
    world.types(alice, &format!("score {game} 6"));
    let other = world.types(bob, &format!("score {game} 6"));
    assert!(other.iter().any(|it| matches!(it.event, Event::ResultOffered { result: -6, .. })));
    assert!(world.state.games[&game].end().is_none(), "these offers differ");
    assert_eq!(details(&world.types(bob, "score 99")), [ErrorDetail::ResultOutOfRange]);
    let world2 = restarted(&world);
    assert!(world2.state.games[&game].offered_result.is_some(), "an offer survives");
    world.types(alice, &format!("score {game} -6"));
    let end = *world.state.games[&game].end().unwrap();
    assert_eq!((end.reason, end.result, end.loser), (EndKind::Agreed, Some(-6), None));
    let game = begin(&mut world, players, "5+3 black");
    world.types(alice, &format!("score {game} 2"));
    world.types(alice, "f5");
    world.types(bob, &format!("score {game} -2"));
    assert!(world.state.games[&game].end().is_none(), "a move ended the offer");
    world.types(alice, &format!("refuse {game}"));
    world.types(alice, &format!("score {game} 2"));
    assert!(world.state.games[&game].end().is_none(), "the offer was refused");
}

#[test]
fn an_adjourned_game_waits_for_both_players() {
    let mut world = World::new();
    let players = players(&mut world);
    let [alice, bob] = players;
    let game = begin(&mut world, players, "5+3 rated black");
    world.wait(10_000);
    world.types(alice, "f5");
    world.wait(7_000);
    world.types(alice, &format!("adjourn {game}"));
    assert_eq!(details(&world.types(alice, "adjourn")), [ErrorDetail::AlreadyAsked]);
    world.types(bob, &format!("adjourn {game}"));
    let clocks = board(&mut world, bob, game).clocks;
    assert_eq!((clocks.black, clocks.white), (Some(293_000), Some(293_000)));
    assert_eq!((clocks.deadline, clocks.details.running), (None, None));
    assert_eq!(
        details(&world.types(bob, &format!("move {game} d6"))),
        [ErrorDetail::GameAdjourned]
    );
    world.wait(24 * 3_600_000);
    let mut world = restarted(&world);
    let bob = resume(&mut world, 12, 2);
    let listed = world.types(bob, "adjourned");
    assert!(matches!(&listed[0].event, Event::Games { games, .. } if games.len() == 1));
    assert_eq!(details(&world.types(bob, &format!("claim {game}"))), [ErrorDetail::GameAdjourned]);
    world.types(bob, &format!("continue {game}"));
    assert!(world.state.games[&game].adjourned_since().is_some(), "alice has not agreed");
    let alice = resume(&mut world, 11, 1);
    world.types(alice, &format!("continue {game}"));
    let clocks = board(&mut world, bob, game).clocks;
    assert_eq!((clocks.black, clocks.white), (Some(293_000), Some(293_000)));
    assert_eq!(clocks.deadline, Some(world.now + 293_000));
    world.wait(3_000);
    world.types(bob, &format!("move {game} d6"));
    assert_eq!(board(&mut world, bob, game).clocks.white, Some(293_000));
    let world = restarted(&world);
    let active = &world.state.games[&game];
    assert_eq!((active.game().n_plies(), active.adjourned_since()), (2, None));
    assert_eq!(active.clocks(world.now).white, Some(293_000));
}

#[test]
fn a_pair_in_lockstep_is_adjourned_together_with_a_held_move() {
    let mut world = World::new();
    let players = players(&mut world);
    let [alice, bob] = players;
    let one = begin(&mut world, players, "5+3 black lockstep");
    let other = world.state.games[&one].twin.unwrap().game;
    world.types(alice, &format!("move {one} f5"));
    world.types(alice, &format!("adjourn {one}"));
    world.types(bob, &format!("adjourn {one}"));
    assert!([one, other].iter().all(|it| world.state.games[it].adjourned_since().is_some()));
    let mut world = restarted(&world);
    let [alice, bob] = [resume(&mut world, 11, 1), resume(&mut world, 12, 2)];
    for user in [alice, bob] {
        world.types(user, &format!("continue {one}"));
    }
    world.types(bob, &format!("move {other} d3"));
    assert_eq!([one, other].map(|it| world.state.games[&it].game().n_plies()), [1, 1]);
}

/// Makes bob a proxy, as a bridge would have brought him.
fn with_proxy(world: &mut World) -> [ConnId; 2] {
    let [alice, bob] = players(world);
    world.state.users[UserId(2)].role = Role::Proxy;
    [alice, bob]
}

#[test]
fn a_takeback_over_a_bridge_makes_the_game_unrated() {
    let mut world = World::new();
    let players = with_proxy(&mut world);
    let [alice, bob] = players;
    let game = begin(&mut world, players, "5+3 rated black");
    world.wait(4_000);
    world.types(alice, "f5");
    world.types(alice, &format!("takeback {game}"));
    let received = world.types(bob, &format!("takeback {game}"));
    assert!(received.iter().any(|it| it.event == Event::Unrated), "{received:?}");
    let active = &world.state.games[&game];
    assert_eq!((active.game().n_plies(), active.terms.rated), (0, false));
    assert_eq!(active.clocks(world.now).black, Some(300_000), "the clock goes back, too");
    let world2 = restarted(&world);
    assert!(!world2.state.games[&game].terms.rated);
    let received = world.types(bob, &format!("resign {game}"));
    assert!(!received.iter().any(|it| matches!(it.event, Event::Rated { .. })));
}

#[test]
fn a_game_without_a_bridge_stays_rated_and_has_no_takebacks() {
    let mut world = World::new();
    let players = players(&mut world);
    let game = begin(&mut world, players, "5+3 rated black");
    world.types(players[0], "f5");
    let refused = world.types(players[0], &format!("takeback {game}"));
    assert_eq!(details(&refused), [ErrorDetail::TakebackInRatedGame]);
}

#[test]
fn the_games_of_a_lost_proxy_are_adjourned() {
    let mut world = World::new();
    let players = with_proxy(&mut world);
    let [alice, bob] = players;
    let game = begin(&mut world, players, "5+3 rated black");
    world.types(alice, "f5");
    world.input(Input::Disconnected { connection: bob });
    world.wait(10_000);
    assert!(world.state.games[&game].adjourned_since().is_some());
    assert_eq!(
        details(&world.types(alice, &format!("claim {game}"))),
        [ErrorDetail::GameAdjourned]
    );
}

#[test]
fn a_bridge_sees_the_move_that_waits_for_its_proxy_and_nobody_else_does() {
    let mut world = World::new();
    let players = with_proxy(&mut world);
    let [alice, bob] = players;
    let carol = world.log_in(3, "carol", false);
    let game = begin(&mut world, players, "5+3 black lockstep");
    world.types(alice, &format!("move {game} f5"));
    let hidden = |world: &mut World, user| board(world, user, game).details.opponent_move;
    assert_eq!(hidden(&mut world, bob).unwrap().to_string(), "f5");
    assert_eq!((hidden(&mut world, alice), hidden(&mut world, carol)), (None, None));
    assert_eq!(board(&mut world, bob, game).details.opponent_bid, None);
}

#[test]
fn a_bridge_sees_the_bid_that_waits_and_names_the_one_who_moves_if_bids_are_equal() {
    for (mover, black) in [("alice", "alice"), ("bob", "bob")] {
        let mut world = World::new();
        let players = with_proxy(&mut world);
        let [alice, bob] = players;
        let game = begin(&mut world, players, "5+3 komi");
        assert_eq!(
            details(&world.types(alice, &format!("bid {game} f5 2.5 alice"))),
            [ErrorDetail::RoleTooLow]
        );
        world.types(alice, &format!("bid {game} f5 2.5"));
        let seen = board(&mut world, bob, game).details;
        assert_eq!(seen.opponent_move.unwrap().to_string(), "f5");
        assert_eq!(seen.opponent_bid.unwrap().to_string(), "2.5");
        assert_eq!(board(&mut world, alice, game).details.opponent_bid, None);
        world.types(bob, &format!("bid {game} d3 2.5 {mover}"));
        let state = board(&mut world, bob, game);
        assert_eq!(state.summary.black.as_str(), black);
        assert_eq!(state.moves.len(), 1);
    }
}

/// Black has no move here; White takes the last black disc.
#[test]
fn a_game_may_start_with_a_pass() {
    let mut world = World::new();
    let players = players(&mut world);
    let cells = format!("OX{}", "-".repeat(62));
    let game = begin(&mut world, players, &format!("5+3 black start=position:{cells}/X"));
    let state = board(&mut world, players[1], game);
    assert_eq!(state.moves, [Move::Pass]);
    assert_eq!(state.details.times, Some(vec![0]));
    assert_eq!(world.state.games[&game].to_move(), Some(Color::White));
    let mut world = restarted(&world);
    let bob = resume(&mut world, 12, 2);
    assert_eq!(board(&mut world, bob, game).moves, [Move::Pass]);
    world.types(bob, &format!("move {game} c1"));
    assert_eq!(world.state.games[&game].end().unwrap().result, Some(-64));
}
