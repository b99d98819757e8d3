//! Commands under ids: none is executed twice, and none is lost because another had its id.

use willow_protocol::{CommandResult, ErrorDetail, Event, GameId, Notice, Room};

use super::restart::restarted;
use super::world::World;
use crate::domain::{ConnId, Input};

/// Sends the id of a client.
fn send_client_id(world: &mut World, connection: ConnId, id: &str) {
    world.input(Input::Client { connection, client: id.parse().unwrap() });
}

fn answer(received: &[Notice]) -> &Notice {
    let answers = |notice: &&Notice| notice.id.as_ref().is_some_and(|id| id.as_str() == "1");
    received.iter().find(answers).expect("an answer")
}

/// Returns the reason of the refusal of the command with the id 1.
fn refusal(received: &[Notice]) -> Option<ErrorDetail> {
    match &answer(received).event {
        Event::Error { detail, .. } => *detail,
        _ => None,
    }
}

fn result(received: &[Notice]) -> CommandResult {
    let answer = answer(received);
    assert_eq!(answer.event, Event::Ok, "{received:?}");
    answer.done.as_deref().copied().unwrap_or_default()
}

#[test]
fn two_tabs_that_share_a_token_may_use_the_same_ids() {
    let mut world = World::new();
    let one = world.log_in(1, "alice", true);
    let other = world.resume(2, 1);
    send_client_id(&mut world, one, "tab-0001");
    send_client_id(&mut world, other, "tab-0002");
    world.types(one, "#1 say one");
    world.types(other, "#1 say other");
    world.types(other, "#1 say other");
    assert_eq!(world.state.lobby.log().last(), 2, "both messages, each once");
    let mut world = restarted(&world);
    let other = world.resume(3, 1);
    send_client_id(&mut world, other, "tab-0002");
    world.types(other, "#1 say other");
    assert_eq!(
        world.state.lobby.log().last(),
        2,
        "the id is the client's over all its connections"
    );
}

#[test]
fn an_id_is_refused_for_another_command_and_nothing_changes() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    assert_eq!(result(&world.types(alice, "#1 move f5")).number, Some(2));
    let check = |world: &mut World, alice: ConnId| {
        for other in ["#1 move d6", "#1 resign", "#1 say hello", "#1 who", "#1 watch 99"] {
            let (lobby, log) =
                (world.state.lobby.log().last(), world.state.games[&game].last_event());
            assert_eq!(refusal(&world.types(alice, other)), Some(ErrorDetail::IdReused), "{other}");
            assert_eq!(world.state.lobby.log().last(), lobby, "{other}");
            assert_eq!(world.state.games[&game].last_event(), log, "{other}");
        }
    };
    check(&mut world, alice);
    let mut world = restarted(&world);
    let alice = world.resume(3, 1);
    check(&mut world, alice);
}

#[test]
fn an_acknowledgement_has_the_result_and_the_same_again_after_a_restart() {
    let (mut world, alice, bob) = World::players();
    let (of_event, game) = (CommandResult::of_event, GameId(1));
    let before_the_game = [
        ("say hello", of_event(Room::Lobby, 1)),
        ("tell bob hello", of_event(Room::Private, 1)),
        ("new 5+3 black", CommandResult { game: Some(game), ..of_event(Room::Lobby, 2) }),
        ("mute bob", CommandResult::default()),
        (
            "challenge bob 3+2",
            CommandResult { game: Some(GameId(2)), ..of_event(Room::Private, 2) },
        ),
        ("cancel 2", CommandResult::of_game(GameId(2))),
    ];
    let in_the_game = [
        ("move 1 f5", of_event(Room::Game(game), 2)),
        ("gsay 1 hi", of_event(Room::Players(game), 1)),
        ("abort 1", of_event(Room::Game(game), 3)),
    ];
    let check = |world: &mut World, client, rows: &[(&str, CommandResult)]| {
        for (command, expected) in rows {
            // A client for each command.
            send_client_id(world, client, &format!("for-{}", command.replace([' ', '+'], "-")));
            let received = world.types(client, &format!("#1 {command}"));
            assert_eq!(result(&received), *expected, "{command}");
        }
    };
    check(&mut world, alice, &before_the_game);
    assert_eq!(result(&world.types(bob, "#1 join 1")), of_event(Room::Game(game), 1));
    check(&mut world, alice, &in_the_game);
    let mut world = restarted(&world);
    let alice = world.resume(3, 1);
    check(&mut world, alice, &before_the_game);
    check(&mut world, alice, &in_the_game);
}
