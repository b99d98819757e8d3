//! Games with komi, offered results, adjourned games, and starts with a pass.

use willow_board::{Color, DiscDiff, Move};
use willow_protocol::{EndKind, ErrorDetail, Event, json};

use super::restart::restarted;
use super::world::{World, board, details, events, has};
use crate::domain::UserId;

/// The shortest game of Othello: White has no disc after nine moves.
pub(super) const SHORTEST: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

#[test]
fn the_higher_bidder_moves_first_and_komi_is_the_mean() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "5+3 rated komi");
    assert!(board(&mut world, alice, game).summary.details.bidding);
    world.wait(10_000);
    world.refuses_because(alice, &format!("move {game} e6"), ErrorDetail::BidFirst);
    world.received(bob);
    world.types(alice, &format!("bid {game} e6 1"));
    let told: String = world.received(bob).iter().map(json::write_notice).collect();
    assert!(told.contains(r#""event":"bid""#) && !told.contains("e6"), "{told}");
    assert_eq!(board(&mut world, bob, game).details.own_move, None);
    assert_eq!(board(&mut world, alice, game).details.own_move.unwrap().to_string(), "e6");
    world.refuses_because(alice, &format!("bid {game} f5 3"), ErrorDetail::NoBidWanted);
    world.wait(20_000);
    let received = world.types(bob, &format!("bid {game} e6 2.5"));
    let komi = events(&received, |event| match event {
        Event::Komi { komi, black, bids, .. } => {
            Some((komi.to_string(), black.as_str(), bids.len()))
        }
        _ => None,
    });
    assert_eq!(komi[0], ("1.75".to_owned(), "bob", 2));
    let state = board(&mut world, alice, game);
    assert_eq!((state.summary.black.as_str(), state.summary.white.as_str()), ("bob", "alice"));
    assert_eq!(state.moves.len(), 1);
    // Bob used 30 seconds and gets the increment of his move; Alice used 10.
    assert_eq!((state.clocks.black, state.clocks.white), (Some(273_000), Some(290_000)));
    assert_eq!(details(&world.types(bob, &format!("takeback {game}"))).len(), 1);
    world.play([alice, bob], game, &SHORTEST[1..]);
    let end = world.end(game).unwrap();
    assert_eq!((end.result.map(DiscDiff::value), end.corrected()), (Some(64), Some(62_250)));
    let rating = |user: i64| {
        let class = willow_protocol::SpeedClass::Blitz;
        world.state.shared.accounts[UserId(user)].rating(class).summary(class).rating
    };
    assert!(rating(2) > rating(1), "bob won with Black");
    let received = world.types(alice, &format!("board {game}"));
    let text = willow_protocol::text::write_notice(received.last().unwrap());
    let text = text.replace("\n  ", " ");
    assert!(text.contains("black wins by 62.25, discs 13-0, komi 1.75"), "{text}");
}

#[test]
fn bids_and_colours_survive_restarts() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "5+3 rated komi");
    world.wait(10_000);
    world.types(alice, &format!("bid {game} f5 -0.52"));
    let mut world = restarted(&world);
    let [alice, bob] = [world.resume(11, 1), world.resume(12, 2)];
    assert_eq!(board(&mut world, alice, game).details.own_move.unwrap().to_string(), "f5");
    world.wait(5_000);
    world.types(bob, &format!("bid {game} d3 -0.52"));
    let before = board(&mut world, bob, game);
    assert_eq!(before.summary.details.komi_discs.unwrap().to_string(), "-0.52");
    let mut world = restarted(&world);
    let bob = world.resume(12, 2);
    let after = board(&mut world, bob, game);
    assert_eq!((&after.summary.black, &after.moves), (&before.summary.black, &before.moves));
    assert_eq!(after.summary.details.komi_discs, before.summary.details.komi_discs);
    assert_eq!(after.clocks.white, before.clocks.white);
}

#[test]
fn who_does_not_bid_in_time_loses_and_two_such_players_have_no_result() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "1:00 komi");
    world.types(alice, &format!("bid {game} f5 0"));
    world.wait(60_001);
    let hosted = &world.state.games[&game];
    let end = hosted.end.unwrap();
    assert_eq!(end.reason, EndKind::Timeout);
    let loser = end.loser.unwrap().0;
    assert_eq!(hosted.names[loser.index()].as_str(), "bob");
    let game = world.begin(alice, bob, "1:00 komi");
    world.wait(60_001);
    assert_eq!(world.end(game).unwrap().reason, EndKind::Aborted);
}

#[test]
fn komi_goes_with_neither_a_colour_nor_a_pair() {
    let (mut world, alice, _) = World::players();
    world.refuses_because(alice, "new komi black", ErrorDetail::ColorInKomi);
    world.refuses_because(alice, "new komi lockstep", ErrorDetail::KomiInPair);
}

#[test]
fn a_game_ends_when_both_offer_the_same_result() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "5+3 rated black");
    world.types(alice, "f5");
    world.types(alice, &format!("score {game} 6"));
    let other = world.types(bob, &format!("score {game} 6"));
    assert!(has(
        &other,
        |event| matches!(event, Event::ResultOffered { result, .. } if result.value() == -6)
    ));
    assert!(world.end(game).is_none(), "these offers differ");
    world.refuses_because(bob, "score 99", ErrorDetail::ResultOutOfRange);
    world.refuses_because(bob, "score 7", ErrorDetail::ResultOutOfRange);
    let world2 = restarted(&world);
    assert!(world2.state.games[&game].asked().1.is_none(), "an offer ends with the server");
    world.types(alice, &format!("score {game} -6"));
    let end = world.end(game).unwrap();
    assert_eq!(
        (end.reason, end.result.map(DiscDiff::value), end.loser),
        (EndKind::Agreed, Some(-6), None)
    );
    let game = world.begin(alice, bob, "5+3 black");
    world.types(alice, &format!("score {game} 2"));
    world.types(alice, "f5");
    world.types(bob, &format!("score {game} -2"));
    assert!(world.end(game).is_none(), "a move ended the offer");
    world.types(alice, &format!("refuse {game}"));
    world.types(alice, &format!("score {game} 2"));
    assert!(world.end(game).is_none(), "the offer was refused");
}

#[test]
fn an_adjourned_game_waits_for_both_players() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "5+3 rated black");
    world.wait(10_000);
    world.types(alice, "f5");
    world.wait(7_000);
    world.types(alice, &format!("adjourn {game}"));
    world.refuses_because(alice, "adjourn", ErrorDetail::AlreadyAsked);
    world.types(bob, &format!("adjourn {game}"));
    let clocks = board(&mut world, bob, game).clocks;
    assert_eq!((clocks.black, clocks.white), (Some(293_000), Some(293_000)));
    assert_eq!((clocks.deadline, clocks.running), (None, None));
    world.refuses_because(bob, &format!("move {game} d6"), ErrorDetail::GameAdjourned);
    world.wait(24 * 3_600_000);
    let mut world = restarted(&world);
    let bob = world.resume(12, 2);
    let listed = world.types(bob, "adjourned");
    assert!(matches!(&listed[0].event, Event::Games { games, .. } if games.len() == 1));
    world.refuses_because(bob, &format!("claim {game}"), ErrorDetail::GameAdjourned);
    world.types(bob, &format!("continue {game}"));
    assert!(world.state.games[&game].adjourned_since().is_some(), "alice has not agreed");
    let alice = world.resume(11, 1);
    world.types(alice, &format!("continue {game}"));
    let clocks = board(&mut world, bob, game).clocks;
    assert_eq!((clocks.black, clocks.white), (Some(293_000), Some(293_000)));
    assert_eq!(clocks.deadline, Some(world.now + 293_000));
    world.wait(3_000);
    world.types(bob, &format!("move {game} d6"));
    assert_eq!(board(&mut world, bob, game).clocks.white, Some(293_000));
    let world = restarted(&world);
    let hosted = &world.state.games[&game];
    assert_eq!((hosted.game().n_plies(), hosted.adjourned_since()), (2, None));
    assert_eq!(hosted.clocks(world.now).white, Some(293_000));
}

#[test]
fn a_pair_in_lockstep_is_adjourned_together_with_a_held_move() {
    let (mut world, alice, bob) = World::players();
    let one = world.begin(alice, bob, "5+3 black lockstep");
    let other = world.twin(one);
    world.types(alice, &format!("move {one} f5"));
    world.types(alice, &format!("adjourn {one}"));
    world.types(bob, &format!("adjourn {one}"));
    assert!([one, other].iter().all(|it| world.state.games[it].adjourned_since().is_some()));
    let mut world = restarted(&world);
    let [alice, bob] = [world.resume(11, 1), world.resume(12, 2)];
    for user in [alice, bob] {
        world.types(user, &format!("continue {one}"));
    }
    world.types(bob, &format!("move {other} d3"));
    assert_eq!([one, other].map(|it| world.plies(it)), [1, 1]);
}

/// Black has no move here; White takes the last black disc.
#[test]
fn a_game_may_start_with_a_pass() {
    let (mut world, alice, bob) = World::players();
    let cells = format!("OX{}", "-".repeat(62));
    let game = world.begin(alice, bob, &format!("5+3 black start=position:{cells}/X"));
    let state = board(&mut world, bob, game);
    assert_eq!(state.moves, [Move::Pass]);
    assert_eq!(state.details.times, Some(vec![0]));
    assert_eq!(world.state.games[&game].to_move(), Some(Color::White));
    let mut world = restarted(&world);
    let bob = world.resume(12, 2);
    assert_eq!(board(&mut world, bob, game).moves, [Move::Pass]);
    world.types(bob, &format!("move {game} c1"));
    assert_eq!(world.end(game).unwrap().result, Some(DiscDiff::MIN));
}
