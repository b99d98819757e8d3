//! Games with players of another server: what a bridge sees, and what it alone may do.

use willow_board::{Color, DiscDiff, Square};
use willow_protocol::{EndKind, ErrorDetail, Event, GameEnd, GameId, Role, Side};

use super::bots;
use super::restart::restarted;
use super::special_games::SHORTEST;
use super::world::{World, board, details, has, offered};
use crate::domain::{ConnId, Input, Settings, UserId, UserWrite};

/// Twenty discs, as a random start on GGS may have them.
const DRAWN: &str = "position:--------\
                     --------\
                     --XXOO--\
                     -XOXOXO-\
                     -OXOXOX-\
                     --OXXO--\
                     --------\
                     --------/X";

/// Returns a world with alice and bob, who is a proxy, as a bridge would have brought him.
fn with_proxy() -> (World, ConnId, ConnId) {
    let (mut world, alice, bob) = World::players();
    world.set_role(2, Role::Proxy);
    (world, alice, bob)
}

#[test]
fn a_takeback_over_a_bridge_makes_the_game_unrated() {
    let (mut world, alice, bob) = with_proxy();
    let game = world.begin(alice, bob, "5+3 rated black");
    world.wait(4_000);
    world.types(alice, "f5");
    world.types(alice, &format!("takeback {game}"));
    let received = world.types(bob, &format!("takeback {game}"));
    assert!(has(&received, |event| *event == Event::Unrated), "{received:?}");
    let hosted = &world.state.games[&game];
    assert_eq!((hosted.game().n_plies(), hosted.terms.rated), (0, false));
    assert_eq!(hosted.clocks(world.now).black, Some(300_000), "the clock goes back, too");
    let world2 = restarted(&world);
    assert!(!world2.state.games[&game].terms.rated);
    let received = world.types(bob, &format!("resign {game}"));
    assert!(!has(&received, |event| matches!(event, Event::Rated { .. })));
}

#[test]
fn the_games_of_a_lost_proxy_are_adjourned() {
    let (mut world, alice, bob) = with_proxy();
    let game = world.begin(alice, bob, "5+3 rated black");
    world.types(alice, "f5");
    world.input(Input::Disconnected { connection: bob });
    world.wait(10_000);
    assert!(world.state.games[&game].adjourned_since().is_some());
    world.refuses_because(alice, &format!("claim {game}"), ErrorDetail::GameAdjourned);
}

#[test]
fn a_bot_goes_on_with_the_adjourned_game_of_a_proxy_who_is_back() {
    let (mut world, bridge) = with_bridge(bots::settings());
    for (proxy, line) in [(11, "challenge iago 5+3 black"), (12, "challenge iago 5+3 white")] {
        let (name, proxy) = (format!("ggs-player-{proxy}"), ConnId(proxy));
        assert_eq!(brings(&mut world, bridge, proxy.0, &name), []);
        world.done(proxy, line);
        let game = world.last_game();
        world.leave(proxy);
        world.wait(10_000);
        assert!(world.state.games[&game].adjourned_since().is_some());
        assert_eq!(brings(&mut world, bridge, proxy.0 + 10, &name), []);
        world.done(ConnId(proxy.0 + 10), &format!("continue {game}"));
        let hosted = &world.state.games[&game];
        assert_eq!(hosted.adjourned_since(), None);
        if line.ends_with("white") {
            world.bot_plays(Square::F5);
        } else {
            world.done(ConnId(proxy.0 + 10), &format!("move {game} f5"));
        }
        assert_eq!(world.plies(game), 1);
    }
}

#[test]
fn a_bridge_sees_the_move_that_waits_for_its_proxy_and_nobody_else_does() {
    let (mut world, alice, bob) = with_proxy();
    let carol = world.log_in(3, "carol", false);
    let game = world.begin(alice, bob, "5+3 black lockstep");
    world.types(alice, &format!("move {game} f5"));
    let hidden = |world: &mut World, user| board(world, user, game).details.opponent_move;
    assert_eq!(hidden(&mut world, bob).unwrap().to_string(), "f5");
    assert_eq!((hidden(&mut world, alice), hidden(&mut world, carol)), (None, None));
    assert_eq!(board(&mut world, bob, game).details.opponent_bid, None);
}

#[test]
fn a_bridge_sees_the_bid_that_waits_and_names_the_one_who_moves_if_bids_are_equal() {
    for (mover, black) in [("alice", "alice"), ("bob", "bob")] {
        let (mut world, alice, bob) = with_proxy();
        let game = world.begin(alice, bob, "5+3 komi");
        world.refuses_because(alice, &format!("bid {game} f5 2.5 alice"), ErrorDetail::RoleTooLow);
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

#[test]
fn a_proxy_replaces_a_game_that_was_drawn_differently_and_the_person_has_accepted_once() {
    for (terms, color) in
        [("5+3", "black"), ("5+3 lockstep", "black"), ("5+3 komi start=random:20", "")]
    {
        let (mut world, alice, bob) = with_proxy();
        // More often than a person may leave early.
        for _ in 0..5 {
            let game = world.begin(alice, bob, terms);
            let again = terms.replace("random:20", DRAWN);
            let received = world.types(bob, &format!("challenge alice {again} {color}"));
            assert!(has(&received, |event| matches!(event, Event::Ended(_))), "{received:?}");
            let state = &world.state;
            let end = state.games.get(&game).and_then(|hosted| hosted.end);
            assert_eq!(end.map(|end| end.reason), Some(EndKind::Aborted), "{terms}");
            let other = world.last_game();
            assert!(other != game && world.state.games[&other].end.is_none(), "{terms}");
            world.types(bob, &format!("abort {other}"));
        }
        let game = world.begin(alice, bob, terms);
        let received = world.types(bob, "challenge alice 7+3");
        assert_eq!(offered(&received).len(), 1, "another game has to be accepted: {received:?}");
        assert!(world.state.games[&game].end.is_none());
    }
}

/// Begins a pair in lock-step between alice and bob, who is a proxy; alice has Black in the first game.
fn begin_pair() -> (World, [ConnId; 2], [GameId; 2]) {
    let (mut world, alice, bob) = with_proxy();
    let game = world.begin(alice, bob, "5+3 rated black lockstep");
    let twin = world.twin(game);
    (world, [alice, bob], [game, twin])
}

#[test]
fn a_flag_on_the_other_server_ends_one_game_of_a_pair() {
    for (loser, moved, result) in [("alice", false, -64), ("bob", true, 64)] {
        let (mut world, [alice, bob], [one, other]) = begin_pair();
        if moved {
            world.types(alice, &format!("move {one} f5"));
            world.types(bob, &format!("move {other} f5"));
        }
        world.types(bob, &format!("flag {one} {loser}"));
        let end = world.end(one).unwrap();
        assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Timeout, Some(result)));
        assert_eq!(world.end(other), None);
        // Nothing is held any more: the other game continues by itself.
        let square = if moved { "d6" } else { "f5" };
        let (to_move, plies) = if moved { (alice, 2) } else { (bob, 1) };
        world.types(to_move, &format!("move {other} {square}"));
        assert_eq!(world.plies(other), plies);
        let world = restarted(&world);
        assert_eq!(world.plies(other), plies);
    }
}

#[test]
fn only_a_proxy_says_that_a_flag_has_fallen() {
    let (mut world, [alice, bob], [one, _]) = begin_pair();
    let cases = [(alice, "bob", ErrorDetail::RoleTooLow), (bob, "carol", ErrorDetail::NoSuchUser)];
    for (user, name, expected) in cases {
        let refused = world.types(user, &format!("flag {one} {name}"));
        assert_eq!(details(&refused), [expected], "{name}");
    }
    assert_eq!(world.end(one), None);
    world.types(bob, &format!("flag {one} bob"));
    world.refuses_because(bob, &format!("flag {one} bob"), ErrorDetail::GameOver);
}

#[test]
fn a_flag_may_fall_on_the_other_server_while_the_players_bid() {
    let (mut world, alice, bob) = with_proxy();
    let game = world.begin(alice, bob, "5+3 komi");
    world.types(alice, &format!("bid {game} f5 2.5"));
    world.types(bob, &format!("flag {game} bob"));
    let hosted = &world.state.games[&game];
    let bobs = if hosted.names[0].as_str() == "bob" { Color::Black } else { Color::White };
    assert_eq!(hosted.end.unwrap().loser, Some(Side(bobs)));
}

#[test]
fn a_position_that_another_server_has_drawn_is_rated() {
    let (mut world, alice, bob) = with_proxy();
    let offer = |from: &str, to: &str| format!("{from} {to} 5+3 rated lockstep start={DRAWN}");
    world.refuses_because(alice, &offer("challenge", "bob"), ErrorDetail::PositionInRatedGame);
    let game = offered(&world.done(bob, &offer("challenge", "alice")))[0].game;
    world.types(alice, &format!("join {game}"));
    let state = board(&mut world, alice, game);
    assert_eq!((state.summary.terms.rated, state.initial.board().occupied().count()), (true, 20));
    // Both games are resigned at once, so the pair does not count.
    let received = world.types(bob, &format!("resign {game}"));
    assert!(has(&received, |event| *event == Event::Unrated), "{received:?}");
    // A rematch would be from a position that no server has drawn for it.
    world.refuses_because(alice, &format!("rematch {game}"), ErrorDetail::PositionInRatedGame);
}

#[test]
fn a_drawn_position_is_rated_only_where_it_is_fair() {
    let (mut world, _, bob) = with_proxy();
    let crowded = format!("{}XO/X", "XO".repeat(31));
    let cases = [
        (format!("5+3 rated black start={DRAWN}"), ErrorDetail::PositionInRatedGame),
        (
            format!("5+3 rated lockstep start=position:{crowded}"),
            ErrorDetail::TooManyDiscsInRatedGame,
        ),
        (format!("0:10 rated lockstep start={DRAWN}"), ErrorDetail::TooLittleTimeInRatedGame),
    ];
    for (terms, expected) in cases {
        let refused = world.types(bob, &format!("challenge alice {terms}"));
        assert_eq!(details(&refused), [expected], "{terms}");
    }
}

/// Plays the shortest game; alice is Black, and takes a while for each of the first moves.
fn play_shortest(world: &mut World, [alice, bob]: [ConnId; 2], game: GameId, each: u64) -> GameEnd {
    for (ply, square) in SHORTEST.iter().enumerate() {
        let is_alices = ply % 2 == 0;
        if is_alices && ply < 2 * 3 {
            world.wait(each);
        }
        world.types(if is_alices { alice } else { bob }, &format!("move {game} {square}"));
    }
    world.end(game).unwrap()
}

#[test]
fn a_win_in_overtime_is_the_smallest_loss() {
    for (each, reason, result) in [(10_000, EndKind::Finished, 64), (25_000, EndKind::Timeout, -2)]
    {
        let (mut world, alice, bob) = World::players();
        let game = world.begin(alice, bob, "1:00//2:00 black");
        let end = play_shortest(&mut world, [alice, bob], game, each);
        assert_eq!(
            (end.reason, end.result.map(DiscDiff::value), end.black_discs),
            (reason, Some(result), 13)
        );
        assert_eq!(end.loser.is_some(), reason == EndKind::Timeout);
        let restarted = restarted(&world);
        assert!(restarted.state.games.get(&game).is_none_or(|it| it.end == Some(end)));
    }
}

#[test]
fn overtime_survives_a_restart_and_is_taken_back_with_its_move() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "1:00//2:00 black");
    world.wait(70_000);
    world.types(alice, &format!("move {game} e6"));
    assert_eq!(world.state.games[&game].overtime(), Some(Color::Black));
    assert_eq!(restarted(&world).state.games[&game].overtime(), Some(Color::Black));
    world.types(alice, &format!("takeback {game}"));
    world.types(bob, &format!("takeback {game}"));
    assert_eq!(world.state.games[&game].overtime(), None);
}

#[test]
fn over_a_bridge_the_other_server_says_whose_main_time_is_over() {
    for (late, each, result) in [(None, 25_000, 64), (Some("alice"), 0, -2), (Some("bob"), 0, 64)] {
        let (mut world, alice, bob) = with_proxy();
        let game = world.begin(alice, bob, "1:00//2:00 black");
        if let Some(late) = late {
            world.refuses_because(
                alice,
                &format!("overtime {game} {late}"),
                ErrorDetail::RoleTooLow,
            );
            world.types(bob, &format!("overtime {game} {late}"));
        }
        let end = play_shortest(&mut world, [alice, bob], game, each);
        assert_eq!(end.result.map(DiscDiff::value), Some(result), "{late:?}");
    }
}

/// Logs a bridge in whose account is called `ggs`.
fn with_bridge(settings: Settings) -> (World, ConnId) {
    let mut world = World::with(settings);
    let bridge = world.log_in(1, "ggs", true);
    let user = world.state.shared.connections.user_of(bridge).unwrap();
    world.set_role(user.0, Role::Bridge);
    (world, bridge)
}

/// Brings a proxy over a connection of its own, and returns why the bridge was refused.
fn brings(world: &mut World, bridge: ConnId, proxy: u64, name: &str) -> Vec<ErrorDetail> {
    world.received(bridge);
    let (proxy, name) = (ConnId(proxy), name.parse().unwrap());
    world.input(Input::ProxyCame { bridge, proxy, id: None, name });
    details(&world.received(bridge))
}

#[test]
fn a_bridge_at_its_limit_takes_its_proxies_over() {
    let (mut world, old) = with_bridge(Settings::default());
    world.state.shared.context.settings.limits.proxies_per_bridge = 2;
    for (connection, name) in [(11, "ggs-alice"), (12, "ggs-carol")] {
        assert_eq!(brings(&mut world, old, connection, name), []);
    }
    let new = world.log_in_again(2, 1);
    assert_eq!(brings(&mut world, new, 13, "ggs-dave"), [ErrorDetail::TooManyProxies]);
    for (connection, name) in [(14, "ggs-alice"), (15, "ggs-carol")] {
        assert_eq!(brings(&mut world, new, connection, name), [], "{name} changes the connection");
    }
    assert_eq!(brings(&mut world, new, 16, "ggs-dave"), [ErrorDetail::TooManyProxies]);
}

#[test]
fn nobody_keeps_a_player_of_the_other_server_out() {
    let (mut world, ggs) = with_bridge(Settings::default());
    world.log_in(2, "ggsalice", false);
    let mallory = world.log_in(3, "mallory", true);
    world.set_role(1, Role::Player);
    world.types(mallory, "set display-name ggs-carol");
    world.set_role(1, Role::Bridge);
    let gone = world.log_in(4, "ggsdave", true);
    world.delete_account(gone);
    let names = ["ggs-alice", "ggs-carol", "ggs-dave", "ggs-bill", "ggs-bi11", "GGS-Zoe"];
    for (connection, name) in (11..).zip(names) {
        assert_eq!(brings(&mut world, ggs, connection, name), [], "{name}");
    }
    for (connection, name) in (31..).zip(["ggsalice", "g-gs-alice", "ggs_alice", "bob-alice"]) {
        assert_eq!(brings(&mut world, ggs, connection, name), [ErrorDetail::ProxyName], "{name}");
    }
}

#[test]
fn nobody_is_taken_for_a_player_of_the_other_server() {
    let (mut world, ggs) = with_bridge(Settings::default());
    assert_eq!(brings(&mut world, ggs, 11, "ggs-alice"), []);
    for (connection, name) in (21..).zip(["ggs-bob", "GGS_bob", "g-gs-bob", "gg-s_bob"]) {
        let user = world.log_in(connection, name, true);
        assert_eq!(details(&world.received(user)), [ErrorDetail::NameReserved], "{name}");
    }
    for (connection, name) in (31..).zip(["ggsalice", "ggsal1ce"]) {
        let user = world.log_in(connection, name, true);
        assert_eq!(details(&world.received(user)), [ErrorDetail::NameTaken], "{name}");
    }
    let mallory = world.log_in(41, "mallory", true);
    for name in ["ggs-bob", "ggs bob", "ggs.bob", "Ggs_bob"] {
        world.refuses_because(
            mallory,
            &format!("set display-name {name}"),
            ErrorDetail::NameReserved,
        );
    }
    world.refuses_because(mallory, "set display-name ggsalice", ErrorDetail::NameTaken);
    world.done(ggs, "set display-name GGS Bridge");
    world.done(mallory, "set display-name Ggsfan");
    // The names are as safe after a restart.
    world.writes.push(UserWrite::Role(UserId(1), Role::Bridge).into());
    let mut world = restarted(&world);
    for (connection, name) in [(51, "ggsalice"), (52, "ggs-bob")] {
        let user = world.log_in(connection, name, true);
        assert_eq!(details(&world.received(user)).len(), 1, "{name}");
    }
}
