//! An engine in the place of GGS.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;

use willow_board::{Action, Move, Square};
use willow_bridge::bridge::BuildEngine;
use willow_players::{Decision, MoveRequest, Player, PlayerError};

use crate::players::{first_move, person_acts};
use crate::world::World;

/// What is wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Crash,
    Illegal,
    Hang,
    Resign,
    Panic,
}

/// An engine that plays the first legal move, with a fault at a ply.
struct Fake {
    fault: Option<(usize, Fault)>,
    is_stuck: Arc<AtomicBool>,
}

impl Player for Fake {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let fault = self.fault.filter(|(ply, _)| *ply <= request.game.n_plies());
        let failed = |reason: &str| {
            Err(PlayerError::Failed { player: "fake".to_owned(), reason: reason.to_owned() })
        };
        match fault.map(|(_, fault)| fault) {
            None => Ok(Decision::from(first_move(request.game.position()))),
            Some(Fault::Crash) => failed("the engine exited"),
            Some(Fault::Illegal) => {
                let action = Action::Play(Move::Place(Square::D4));
                Ok(Decision { action, report: None })
            }
            Some(Fault::Hang) => {
                self.is_stuck.store(true, SeqCst);
                while !request.stop.is_raised() {
                    thread::yield_now();
                }
                failed("it was stopped")
            }
            Some(Fault::Resign) => Ok(Decision::resign()),
            Some(Fault::Panic) => {
                self.is_stuck.store(true, SeqCst);
                panic!("an engine's thread ends, and nobody hears of it")
            }
        }
    }
}

/// Returns how engines are started, the first one with a fault at a ply, the others without; and whether it is
/// stuck.
fn engine(fault: Option<(usize, Fault)>) -> (BuildEngine, Arc<AtomicBool>) {
    let (n_built, is_stuck) = (AtomicU32::new(0), Arc::new(AtomicBool::new(false)));
    let flag = is_stuck.clone();
    let build: BuildEngine = Arc::new(move |_| {
        let fault = fault.filter(|_| n_built.fetch_add(1, SeqCst) == 0);
        Ok(Box::new(Fake { fault, is_stuck: flag.clone() }))
    });
    (build, is_stuck)
}

fn challenge(world: &mut World, terms: &str) {
    let command = format!(r#"{{"do":"challenge","name":"ggs-edax",{terms}}}"#);
    world.person("bob", &command);
    world.run(500);
}

const FIVE_MINUTES: &str = r#""clock":"5+3","color":"black""#;

/// Lets bob play until the bridge has no match any more.
fn play_out(world: &mut World) {
    for _ in 0..400 {
        world.run(500);
        person_acts(world, "bob");
        if world.bridge.status().contains("no matches") {
            return;
        }
    }
    panic!("the match does not end:\n{}\n{}", world.bridge.status(), world.log.join("\n"));
}

#[test]
fn an_engine_is_there_and_plays_a_whole_game() {
    let mut world = World::with_engine(engine(None));
    assert!(world.willow.online.contains("ggs-edax"), "nobody has to bring it");
    assert!(world.bridge.status().contains("engine edax: connected"));
    challenge(&mut world, FIVE_MINUTES);
    play_out(&mut world);
    let seen = world.received("bob");
    assert!(seen.contains("I am edax, a program behind this bridge"), "{seen}");
    let game = world.willow.games.values().last().unwrap();
    let end = game.end.as_ref().unwrap();
    assert!(game.game.is_over() && end.get("loser").is_none(), "{end}");
    let result = end["result"].as_i64().unwrap() as f64;
    let told = format!("The match of bob and edax is over: {result:+.2} for you on both servers");
    assert!(seen.contains(&told), "{told}: {seen}");
    world.run(3_600_000);
    assert!(world.willow.online.contains("ggs-edax"), "it stays");
}

#[test]
fn an_engine_plays_both_games_of_a_pair() {
    let mut world = World::with_engine(engine(None));
    challenge(&mut world, r#""clock":"10:00","synchro":true,"lockstep":true"#);
    play_out(&mut world);
    let over = world.willow.games.values().filter(|game| game.game.is_over());
    assert_eq!(over.count(), 2, "{}", world.log.join("\n"));
}

#[test]
fn a_match_with_an_engine_that_fails_ends_without_a_result_and_the_engine_comes_again() {
    let faults = [Fault::Crash, Fault::Illegal, Fault::Hang, Fault::Panic];
    for (ply, fault) in [1, 21].into_iter().flat_map(|ply| faults.map(|fault| (ply, fault))) {
        let mut world = World::with_engine(engine(Some((ply, fault))));
        challenge(&mut world, FIVE_MINUTES);
        world.run(500);
        for _ in 0..ply {
            person_acts(&mut world, "bob");
            world.run(500);
        }
        world.run(400_000);
        let context = format!("{fault:?} at {ply}: {}", world.log.join("\n"));
        assert!(world.bridge.status().contains("no matches"), "{context}");
        let game = world.willow.games.values().last().unwrap();
        match &game.end {
            None => assert!(game.is_adjourned && 1 < game.game.n_plies(), "{context}"),
            Some(end) => assert_eq!(end["reason"], "aborted", "{context}"),
        }
        let seen = world.received("bob");
        assert!(seen.contains("The engine failed: "), "{context}: {seen}");
        assert!(world.engine_notes[0].starts_with("the engine edax failed: "), "{context}");
        assert!(world.willow.online.contains("ggs-edax"), "{context}");
        let n_games = world.willow.games.len();
        challenge(&mut world, FIVE_MINUTES);
        world.run(500);
        assert_eq!(world.willow.games.len(), n_games + 1, "{context}");
        assert!(!world.willow.games.values().last().unwrap().is_adjourned, "{context}");
    }
}

#[test]
fn an_engine_that_would_resign_plays_on() {
    let mut world = World::with_engine(engine(Some((9, Fault::Resign))));
    challenge(&mut world, FIVE_MINUTES);
    play_out(&mut world);
    let game = world.willow.games.values().last().unwrap();
    assert!(game.game.is_over(), "{}", world.log.join("\n"));
}

#[test]
fn what_an_engine_cannot_play_is_refused_in_words() {
    let refusals = [
        (r#""clock":"5:00","komi":true"#, "I play no komi"),
        (
            r#""clock":"5:00","start":"random:20","synchro":true,"lockstep":true"#,
            "standard start only",
        ),
        (r#""clock":"5:00","rated":true"#, "only unrated matches"),
        (r#""clock":"none""#, "clock"),
    ];
    for (terms, words) in refusals {
        let mut world = World::with_engine(engine(None));
        world.received("bob");
        challenge(&mut world, terms);
        let seen = world.received("bob");
        assert!(seen.contains(words), "{terms}: {seen}");
        assert!(seen.contains(r#""declined":true"#), "{terms}: {seen}");
        assert!(world.willow.games.is_empty() && world.bridge.status().contains("no matches"));
    }
}

#[test]
fn one_person_at_a_time_plays_an_engine_and_a_match_can_be_ended_by_agreement() {
    let mut world = World::with_engine(engine(None));
    challenge(&mut world, FIVE_MINUTES);
    world.person("carol", r#"{"do":"challenge","name":"ggs-edax","clock":"5+3"}"#);
    world.run(500);
    let seen = world.received("carol");
    assert!(seen.contains("edax has a match with bob over this bridge"), "{seen}");
    world.person("bob", r#"{"do":"tell","to":"ggs-edax","text":"hello"}"#);
    world.run(500);
    assert!(world.received("bob").contains("I am a program"));
    world.person("bob", r#"{"do":"tell","to":"ggs-edax","text":"abort"}"#);
    world.run(500);
    assert!(world.bridge.status().contains("no matches"), "{}", world.bridge.status());
}

#[test]
fn a_player_of_ggs_with_the_name_of_an_engine_is_not_taken_for_it() {
    let mut world = World::with_engine(engine(None));
    world.connect_player("edax");
    world.types("edax", "tell /os ask 8b 05:00//00:00 bob");
    world.types("edax", "tell bob hello");
    world.run(1_000);
    let screen = world.screen("edax");
    assert!(screen.contains("an engine of this bridge has your name"), "{screen}");
    assert!(!world.received("bob").contains("hello"));
    assert!(world.bridge.status().contains("no matches"));
}
