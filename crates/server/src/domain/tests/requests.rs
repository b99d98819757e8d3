//! Requests between players: how often, until when, and to whom; and commands that arrive after the flag.

use willow_protocol::{EndKind, ErrorCode, ErrorDetail, Event, GameId};

use super::restart::{restarted, restarted_after};
use super::world::{World, board, errors, has};
use crate::domain::{ConnId, Settings};

/// A game of alice and bob in which both have moved.
fn begun(terms: &str) -> (World, [ConnId; 2], GameId) {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, terms);
    world.play([alice, bob], game, &["f5", "d6"]);
    (world, [alice, bob], game)
}

/// Returns whether anybody asks for something in a game.
fn is_asked(world: &mut World, reader: ConnId, game: GameId) -> bool {
    let state = board(world, reader, game);
    let details = state.details;
    state.takeback.is_some() || details.offered_result.is_some() || details.adjourn_asked.is_some()
}

/// The commands that ask, and those that agree.
const REQUESTS: [[&str; 2]; 3] =
    [["takeback", "takeback"], ["score 6", "score -6"], ["adjourn", "adjourn"]];

#[test]
fn a_request_ends_when_its_maker_goes_and_an_agreement_does_not_become_one() {
    for [ask, agree] in REQUESTS {
        let (mut world, [alice, bob], game) = begun("5+3 black");
        world.done(alice, ask);
        world.leave(alice);
        world.wait(3_000);
        let told = world.received(bob);
        let is_end =
            |event: &Event| matches!(event, Event::TakebackRefused | Event::RequestRefused);
        assert!(has(&told, is_end), "{ask}: {told:?}");
        world.refuses_because(bob, agree, ErrorDetail::NoTakebackRequested);
        assert!(!is_asked(&mut world, bob, game), "{agree}");
        world.done(bob, agree);
        assert!(is_asked(&mut world, bob, game), "{agree}: he asks for it himself");
    }
}

#[test]
fn a_request_ends_when_its_maker_withdraws_it_or_moves() {
    for [ask, agree] in REQUESTS {
        for end in ["refuse", "move c3"] {
            let (mut world, [alice, bob], game) = begun("5+3 black");
            world.done(alice, ask);
            world.done(alice, end);
            assert!(!is_asked(&mut world, bob, game), "{ask}, {end}");
            world.refuses_because(bob, agree, ErrorDetail::NoTakebackRequested);
            world.wait(10_000);
            world.done(bob, agree);
            assert!(is_asked(&mut world, bob, game), "{ask}, {end}");
        }
    }
}

#[test]
fn a_late_agreement_does_not_become_a_request_after_a_restart() {
    for [ask, agree] in REQUESTS {
        let (mut world, [alice, _], game) = begun("5+3 black");
        world.done(alice, ask);
        world.done(alice, "move c3");
        let mut world = restarted_after(&world, Settings::default(), 1_000);
        let bob = world.resume(12, 2);
        world.types(bob, &format!("board {game}"));
        world.refuses_because(bob, agree, ErrorDetail::NoTakebackRequested);
        assert!(!is_asked(&mut world, bob, game), "{agree}");
    }
}

#[test]
fn requests_end_with_the_server_but_for_games_of_days() {
    for (terms, stays) in [("5+3 black", false), ("3d black", true)] {
        for [ask, _] in REQUESTS {
            let (mut world, [alice, _], game) = begun(terms);
            world.done(alice, ask);
            world.leave(alice);
            let mut world = restarted(&world);
            let bob = world.resume(12, 2);
            world.wait(5_000);
            assert_eq!(is_asked(&mut world, bob, game), stays, "{ask} in {terms}");
            let again = restarted(&world);
            let hosted = &again.state.games[&game];
            assert_eq!(hosted.state(again.now).takeback.is_some(), stays && ask == "takeback");
        }
    }
}

/// Black asked to continue and left: his clock ran out in a rated game while he was away.
#[test]
fn an_absent_player_does_not_lose_an_adjourned_game() {
    for is_restarted in [false, true] {
        let (mut world, [alice, bob], game) = begun("5+3 rated black");
        for player in [alice, bob] {
            world.done(player, &format!("adjourn {game}"));
        }
        world.done(alice, &format!("continue {game}"));
        world.leave(alice);
        world.refuses_because(bob, "continue", ErrorDetail::OpponentAway);
        world.wait(70_000);
        if is_restarted {
            world = restarted(&world);
        }
        let bob = world.resume(12, 2);
        world.wait(10_000);
        world.done(bob, &format!("continue {game}"));
        world.wait(3_600_000);
        assert_eq!(world.end(game), None);
        assert!(world.state.games[&game].adjourned_since().is_some());
        let alice = world.resume(11, 1);
        world.done(alice, &format!("continue {game}"));
        assert_eq!(board(&mut world, alice, game).clocks.deadline, Some(world.now + 303_000));
    }
}

#[test]
fn requests_have_a_quota_and_agreements_none() {
    for ask in ["takeback", "score 6", "adjourn"] {
        let (mut world, [alice, bob], game) = begun("5+3 black");
        for _ in 0..10 {
            world.done(alice, ask);
            world.done(bob, "refuse");
        }
        world.refuses_because(alice, ask, ErrorDetail::TooManyCommands);
        let complaint = world.sentence(alice, "moretime 1");
        assert_eq!(complaint, "you may send 10 requests a minute in games; wait 6 seconds");
        world.done(bob, "score 6");
        world.done(alice, "score -6");
        assert_eq!(world.end(game).map(|end| end.reason), Some(EndKind::Agreed));
    }
}

#[test]
fn a_blocked_opponent_asks_for_nothing_but_may_agree() {
    let (mut world, [alice, bob], game) = begun("5+3 black");
    world.types(bob, "block alice");
    for ask in ["takeback", "score 6", "adjourn", "moretime 5"] {
        world.refuses_because(alice, ask, ErrorDetail::Blocked);
    }
    world.done(bob, "adjourn");
    world.done(alice, "adjourn");
    world.refuses_because(alice, "continue", ErrorDetail::Blocked);
    world.done(bob, "continue");
    world.done(alice, "continue");
    assert!(world.state.games[&game].adjourned_since().is_none());
}

#[test]
fn what_comes_after_the_flag_is_refused() {
    let lines = ["move f5", "move a1", "takeback", "score 0", "adjourn", "resign", "abort"];
    for line in lines {
        let (mut world, alice, bob) = World::players();
        let game = world.start_game(alice, bob, "1:00");
        // The command is handled before the timer of the flag.
        world.now += 60_001;
        let answer = world.types(alice, line);
        assert_eq!(errors(&answer), [ErrorCode::NotNow], "{line}");
        assert!(has(&answer, |event| matches!(event, Event::Ended(_))), "{line}");
        assert_eq!(world.end(game).map(|end| end.reason), Some(EndKind::Timeout), "{line}");
        assert_eq!(world.sentence(alice, line), format!("your time is up: game {game} is over"));
        assert_eq!(world.sentence(bob, line), format!("game {game} is over"));
    }
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "1:00 komi");
    world.done(alice, "bid f5 2");
    world.now += 60_001;
    world.refuses_because(bob, "bid f5 1", ErrorDetail::GameOver);
    assert_eq!(world.end(game).map(|end| end.reason), Some(EndKind::Timeout));
}

#[test]
fn a_move_in_time_is_played() {
    let mut world = World::with(Settings::default());
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    let game = world.start_game(alice, bob, "1:00");
    world.now += 60_000;
    world.done(alice, "move f5");
    assert_eq!(world.plies(game), 1);
}
