//! Matches of other kinds: pairs in lock-step, komi, random starts.

use crate::matches::play_out;
use crate::players::RawPlayer;
use crate::world::{World, settings};

fn person(world: &mut World, command: &str) {
    world.person("bob", command);
    world.run(500);
}

/// Alice asks, bob accepts; returns bob's games in the order of their numbers.
fn begin(kind: &str) -> (World, Vec<u64>) {
    let mut world = World::new();
    world.types("alice", &format!("tell /os ask {kind} 05:00//00:00 bob"));
    world.run(500);
    let offer = world.willow.offers_to("bob")[0];
    person(&mut world, &format!(r#"{{"do":"join","game":{offer}}}"#));
    let games = world.willow.games_of("bob");
    (world, games)
}

/// Returns the number on GGS of the game in which alice has Black: the sides are drawn by lot.
fn alices_game_there(world: &mut World) -> String {
    world.screen("alice");
    world.types("alice", "tell /os moves .0");
    let screen = world.screen("alice");
    let is_alices = |join: &&str| {
        let black = join.lines().find(|line| line.contains("*)"));
        black.is_some_and(|line| line.contains("alice"))
    };
    let join = screen.split("/os: join ").skip(1).find(is_alices).expect("alice has both colours");
    join.split(' ').next().unwrap().to_owned()
}

fn plies(world: &World, games: &[u64]) -> Vec<usize> {
    games.iter().map(|game| world.willow.games[game].game.n_plies()).collect()
}

/// Returns the game in which bob is Black, and the one in which alice is.
fn by_black(world: &World, games: &[u64]) -> [u64; 2] {
    let is_bobs = |game: &&u64| world.willow.games[game].black.as_str() == "bob";
    let bobs = *games.iter().find(is_bobs).unwrap();
    [bobs, *games.iter().find(|game| **game != bobs).unwrap()]
}

#[test]
fn a_move_of_a_pair_is_shown_on_both_sides_when_both_games_have_one() {
    for person_is_first in [true, false] {
        let (mut world, games) = begin("s8");
        let [bobs, alices] = by_black(&world, &games);
        assert!(world.willow.games[&bobs].terms.lockstep);
        let play = format!("tell /os play {} f5", alices_game_there(&mut world));
        let bob_moves = format!(r#"{{"do":"move","game":{bobs},"move":"d3"}}"#);
        if person_is_first {
            person(&mut world, &bob_moves);
            assert_eq!(plies(&world, &games), [0, 0]);
            assert!(!world.screen("alice").contains("1: d3"), "alice does not see it");
            world.types("alice", &play);
        } else {
            world.types("alice", &play);
            world.run(500);
            assert_eq!(plies(&world, &games), [0, 0]);
            assert!(!world.received("bob").contains(r#""move":"f5""#), "bob does not see it");
            person(&mut world, &bob_moves);
        }
        world.run(500);
        assert_eq!(plies(&world, &games), [1, 1]);
        assert!(world.screen("alice").contains("  1: d3"));
        assert_eq!(world.willow.games[&alices].game.n_plies(), 1);
    }
}

#[test]
fn the_clock_of_the_person_stands_still_while_a_move_waits() {
    let (mut world, games) = begin("s8");
    let [bobs, _] = by_black(&world, &games);
    let play = format!("tell /os play {} f5", alices_game_there(&mut world));
    world.run(10_000);
    person(&mut world, &format!(r#"{{"do":"move","game":{bobs},"move":"d3"}}"#));
    world.run(60_000);
    world.types("alice", &play);
    world.run(1_000);
    let screen = world.screen("alice");
    let line = screen.lines().rfind(|line| line.contains("bob ") && line.contains("*)")).unwrap();
    assert!(line.contains("04:49") || line.contains("04:48"), "bob took ten seconds: {line}");
}

#[test]
fn a_resignation_ends_both_games_of_a_pair() {
    let (mut world, games) = begin("s8");
    world.types("alice", "tell /os resign .0");
    world.run(1_000);
    for game in games {
        let end = world.willow.games[&game].end.as_ref().unwrap();
        assert_eq!(end["reason"], "resigned");
    }
    assert!(world.received("bob").contains("+64.00 for you on both servers"));
}

#[test]
fn what_is_said_in_a_pair_on_ggs_stands_in_the_game_in_which_the_person_is_to_move() {
    let (mut world, games) = begin("s8");
    let [bobs, alices] = by_black(&world, &games);
    let room = |game: u64| format!(r#""room":"players/{game}""#);
    let said = |world: &mut World, game: u64| {
        world.types("alice", "tell /os tell .0 good luck");
        world.run(500);
        let seen = world.received("bob");
        let line = seen.lines().find(|line| line.contains("good luck")).unwrap_or_default();
        assert!(line.contains(&room(game)), "{line}");
    };
    said(&mut world, bobs);
    let there = alices_game_there(&mut world);
    person(&mut world, &format!(r#"{{"do":"move","game":{bobs},"move":"d3"}}"#));
    world.types("alice", &format!("tell /os play {there} f5"));
    world.run(500);
    said(&mut world, alices);
}

/// Begins a pair in which one player moves and the other one does not, until the flag of the latter has fallen
/// on GGS. Returns the game that is lost by it.
fn flag_falls_in_a_pair(loser: &str) -> (World, u64, u64) {
    let (mut world, games) = begin("s8");
    let [bobs, alices] = by_black(&world, &games);
    let there = alices_game_there(&mut world);
    if loser == "bob" {
        world.types("alice", &format!("tell /os play {there} f5"));
    } else {
        person(&mut world, &format!(r#"{{"do":"move","game":{bobs},"move":"d3"}}"#));
    }
    world.run(307_000);
    if loser == "bob" { (world, bobs, alices) } else { (world, alices, bobs) }
}

#[test]
fn a_flag_in_one_game_of_a_pair_ends_this_game_alone_on_both_sides() {
    for loser in ["alice", "bob"] {
        let (mut world, lost, other) = flag_falls_in_a_pair(loser);
        let end = world.willow.games[&lost].end.clone().unwrap();
        assert_eq!(
            (end["reason"].as_str(), end["loser"].as_str()),
            (Some("timeout"), Some("black"))
        );
        let entry = &world.willow.games[&other];
        assert!(entry.end.is_none(), "{loser}: the other game goes on");
        assert_eq!(entry.game.n_plies(), 1, "{loser}: its first move is shown");
        // The one who has lost a game resigns the other one, too.
        if loser == "bob" {
            person(&mut world, &format!(r#"{{"do":"resign","game":{other}}}"#));
        } else {
            world.types("alice", "tell /os resign .0");
        }
        world.run(1_000);
        let (bobs, alices) =
            if loser == "bob" { ("-64.00", "+64.00") } else { ("+64.00", "-64.00") };
        let seen = world.received("bob");
        assert!(seen.contains(&format!("{bobs} for you on both servers")), "{seen}");
        let screen = world.screen("alice");
        assert!(screen.contains(&format!("{alices} for you on both servers")), "{screen}");
    }
}

#[test]
fn after_a_flag_in_one_game_of_a_pair_the_other_one_is_played_out() {
    for loser in ["alice", "bob"] {
        let (mut world, _, other) = flag_falls_in_a_pair(loser);
        let mut alice = RawPlayer::new("alice");
        world.types("alice", "tell /os moves .0");
        play_out(&mut world, &mut alice);
        world.run(1_000);
        let end = world.willow.games[&other].end.as_ref().unwrap();
        assert_eq!(end["reason"], "finished", "{loser}");
        let seen = world.received("bob");
        assert!(seen.contains("for you on both servers"), "{loser}: {seen}");
    }
}

/// Plays the opening of a game with komi; returns it.
fn bid(person_bids: &str, remote_bid: &str) -> (World, u64, String) {
    let (mut world, games) = begin("8k");
    let game = games[0];
    world.screen("alice");
    world.received("bob");
    let bid = format!(r#"{{"do":"bid","game":{game},"square":"d3","value":"{person_bids}"}}"#);
    person(&mut world, &bid);
    assert!(!world.screen("alice").contains("d3"), "the bid is hidden on GGS");
    world.types("alice", &format!("tell /os play .0 {remote_bid}"));
    world.run(1_000);
    let screen = world.screen("alice");
    (world, game, screen)
}

#[test]
fn bids_of_both_sides_make_the_same_komi_and_the_same_colours() {
    for (person_bids, remote_bid, komi, black, first) in [
        ("2.5", "f5/1.00", "1.75", "bob", "d3"),
        ("-0.25", "f5/1.02", "0.385", "ggs-alice", "f5"),
        ("3", "f5", "1.5", "bob", "d3"),
        ("0.01", "c4/0.02", "0.015", "ggs-alice", "c4"),
    ] {
        let (world, game, screen) = bid(person_bids, remote_bid);
        let entry = &world.willow.games[&game];
        assert_eq!(entry.komi.unwrap().to_string(), komi);
        assert_eq!(entry.black.as_str(), black);
        assert_eq!(entry.game.moves().next().unwrap().to_string(), first);
        assert!(screen.contains(&format!("/os: join .0 8k K{komi}")), "{screen}");
    }
}

#[test]
fn equal_bids_are_drawn_once() {
    let mut blacks = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let mut world = World::with_seed(seed);
        world.types("alice", "tell /os ask 8k 05:00//00:00 bob");
        world.run(500);
        let offer = world.willow.offers_to("bob")[0];
        person(&mut world, &format!(r#"{{"do":"join","game":{offer}}}"#));
        world.types("alice", "tell /os play .0 d3/2.00");
        person(&mut world, &format!(r#"{{"do":"bid","game":{offer},"square":"f5","value":"2"}}"#));
        world.run(500);
        let screen = world.screen("alice");
        let entry = &world.willow.games[&offer];
        let is_alice = screen.contains("|  1: d3");
        assert_eq!(entry.black.as_str(), if is_alice { "ggs-alice" } else { "bob" }, "{screen}");
        assert_eq!(entry.komi.unwrap().to_string(), "2");
        blacks.insert(is_alice);
    }
    assert_eq!(blacks.len(), 2, "both were drawn");
}

/// Returns a world in which rated matches are carried, and alice plays them.
pub(crate) fn rated_world() -> World {
    let mut settings = settings(&[("bob", Some("bob"))]);
    settings.carried.rated = true;
    let mut world = World::with(settings);
    world.types("alice", "tell /os rated +");
    world
}

#[test]
fn games_with_komi_and_random_starts_have_the_same_result_on_both_sides() {
    let unrated = ["8k", "8kr20", "s8r20", "s8r21", "s8r48", "8kr47"].map(|kind| (kind, false));
    for (kind, is_rated) in unrated.into_iter().chain([("s8r20", true), ("8kr20", true)]) {
        let mut world = if is_rated { rated_world() } else { World::new() };
        let mut alice = RawPlayer::new("alice");
        alice.bid = String::new();
        world.types("alice", &format!("tell /os ask {kind} 05:00//00:00 bob"));
        play_out(&mut world, &mut alice);
        world.run(1_000);
        let seen = world.received("bob");
        assert!(seen.contains("for you on both servers"), "{kind}: {seen}");
        assert!(world.willow.games.values().all(|game| game.terms.rated == is_rated), "{kind}");
        assert!(alice.result().is_some(), "{kind}");
    }
}

#[test]
fn a_rated_random_start_with_too_many_discs_is_refused_in_words() {
    let mut world = rated_world();
    let mut alice = RawPlayer::new("alice");
    world.types("alice", "tell /os ask s8r24 05:00//00:00 bob");
    world.run(1_000);
    alice.act(&mut world);
    assert!(alice.tells().concat().contains("has at most 20 discs"), "{:?}", alice.tells());
    assert!(world.willow.games.is_empty());
}

#[test]
fn a_random_start_that_a_person_asks_for_is_that_of_ggs() {
    let pair = r#""synchro":true,"lockstep":true"#;
    for (terms, is_rated) in [(pair, false), (r#""komi":true"#, false), (pair, true)] {
        let mut world = if is_rated { rated_world() } else { World::new() };
        let mut alice = RawPlayer::new("alice");
        alice.bid = String::new();
        person(&mut world, r#"{"do":"tell","to":"ggs","text":"bring alice"}"#);
        let front = r#"{"do":"challenge","name":"ggs-alice","start":"random:20","clock":"10:15""#;
        person(&mut world, &format!(r#"{front},"rated":{is_rated},{terms}}}"#));
        world.types("alice", "tell /os accept .0");
        world.run(500);
        assert!(world.received("bob").contains("GGS has placed the discs"), "{terms} {is_rated}");
        assert!(world.willow.offers_to("bob").is_empty(), "nobody accepts twice");
        play_out(&mut world, &mut alice);
        let seen = world.received("bob");
        assert!(seen.contains("for you on both servers"), "{terms} {is_rated}: {seen}");
        let game = world.willow.games.values().last().unwrap();
        assert_eq!(game.game.start().board().occupied().count(), 20);
        assert_eq!(game.terms.rated, is_rated);
    }
}
