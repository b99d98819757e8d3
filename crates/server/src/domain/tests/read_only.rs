//! The time in which nothing can be written.

use willow_protocol::{ErrorDetail, Event, GameId, RoomNumbers};

use super::restart::restarted;
use super::world::{ADDRESS, World, board, details, errors, has, resumption};
use crate::domain::{BotAnswer, ConnId, HOUR, Input, Write};

#[test]
fn who_asks_is_answered_and_nothing_is_written() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.writes.clear();
    world.state.begin_read_only(world.now);
    for line in
        ["who", "games", "user bob", "board", "moves", "chat", "pools", "muted", "following"]
    {
        let received = world.types(alice, line);
        assert!(errors(&received).is_empty() && received.len() == 1, "{line}: {received:?}");
    }
    for line in
        ["say hello", "f5", "new 5+3", "tell bob hello", "resign", "follow bob", "set about me"]
    {
        let received = world.types(alice, line);
        assert_eq!(details(&received), [ErrorDetail::ReadOnly], "{line}");
    }
    let carol = world.log_in(3, "carol", false);
    assert_eq!(details(&world.received(carol)), [ErrorDetail::ReadOnly], "nobody new comes");
    assert!(world.writes.is_empty(), "{:?}", world.writes);
    // Those who were here come again, and may watch.
    world.leave(alice);
    let alice = world.resume(10, 1);
    let entered = |event: &Event| matches!(event, Event::Entered { .. });
    assert!(has(&world.received(alice), entered));
    world.done(alice, &format!("watch {game}"));
}

#[test]
fn clocks_stand_still_and_timers_wait() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.play([alice, bob], game, &["f5", "d6"]);
    world.wait(100_000);
    let before = board(&mut world, bob, game);
    world.state.begin_read_only(world.now);
    world.wait(HOUR);
    world.done(bob, "who");
    world.leave(alice);
    let alice = world.resume(10, 1);
    assert!(world.end(game).is_none(), "no flag falls");
    world.received(bob);
    world.end_read_only();
    let resumed = |event: &Event| matches!(event, Event::Resumed { .. });
    assert!(has(&world.received(bob), resumed), "the players are told");
    let after = board(&mut world, bob, game);
    assert_eq!(after.clocks.black, before.clocks.black);
    assert_eq!(after.clocks.white, before.clocks.white);
    world.done(alice, &format!("move {game} c3"));
    world.wait(310_000);
    assert!(world.end(game).is_some(), "the flag falls now");
}

/// The clocks that wait for both players after a restart run when there is room, and with the same times.
#[test]
fn players_who_come_back_after_a_restart_wait_for_the_disk() {
    let clocks = [false, true].map(|is_full| {
        let (mut world, alice, bob) = World::players();
        let game = world.start_game(alice, bob, "5+3");
        world.play([alice, bob], game, &["f5", "d6"]);
        world.wait(30_000);
        let mut world = restarted(&world);
        if is_full {
            world.state.begin_read_only(world.now);
        }
        let [_, bob] = [(10, 1), (11, 2)].map(|(number, user)| world.resume(number, user));
        if is_full {
            world.wait(60_000);
            assert_eq!(board(&mut world, bob, game).clocks.deadline, None, "they wait");
            world.end_read_only();
        }
        let clocks = board(&mut world, bob, game).clocks;
        assert_eq!(clocks.deadline, clocks.black.map(|left| world.now + left), "{is_full}");
        [clocks.black, clocks.white]
    });
    assert_eq!(clocks[0], clocks[1]);
}

#[test]
fn what_happens_meanwhile_is_given_back() {
    let mut world = World::new();
    world.state.begin_read_only(world.now);
    let input = Input::Bot { game: GameId(1), turn: 1, answer: BotAnswer::Failed, thought: None };
    let later = world.state.handle_read_only(input, world.now);
    assert!(later.is_err_and(|input| matches!(*input, Input::Bot { .. })));
    let delivered = world.state.handle_read_only(Input::Delivered(Vec::new()), world.now);
    assert!(delivered.is_err(), "turns begin when there is room");
    let came = Input::Connected { connection: ConnId(7) };
    assert!(world.state.handle_read_only(came, world.now).is_ok());
}

/// The event that a player is back has a number, which a killed server would give to another event.
#[test]
fn a_numbered_event_waits_for_the_disk_and_an_answer_does_not() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "5+3");
    world.leave(alice);
    world.wait(60_000);
    let gone = |event: &Event| matches!(event, Event::Gone { .. });
    assert!(has(&world.received(bob), gone));
    world.state.begin_read_only(world.now);
    let connection = ConnId(10);
    let login = resumption(1, RoomNumbers::default());
    let mut effects = world.state.handle(Input::Connected { connection }, world.now);
    let input = Input::Login { connection, id: None, login, address: ADDRESS };
    effects.extend(world.state.handle_read_only(input, world.now).unwrap());
    let unwritten: Vec<_> = effects.writes.iter().filter_map(Write::published).cloned().collect();
    let later = effects.take_unwritten(&unwritten);
    assert!(effects.writes.is_empty() && effects.turns.is_empty());
    world.take(effects);
    let back = |event: &Event| matches!(event, Event::Back { .. });
    assert!(has(&world.received(connection), |event| matches!(event, Event::Entered { .. })));
    assert!(world.received(bob).iter().all(|notice| notice.number.is_none()));
    world.take(later);
    assert!(has(&world.received(bob), back));
}
