//! A recorded dialogue in the place of both servers.

use willow_bridge::bridge::{Recording, ReplayError, Replayed, Saying, replay};

use crate::matches::play_out;
use crate::players::RawPlayer;
use crate::world::World;

/// A match with chat, in which both connections break and come back. Returns the recording, and what was logged.
fn recorded() -> (World, String) {
    let mut world = World::recorded();
    let mut alice = RawPlayer::new("alice");
    world.types("alice", "tell bob gr\u{fc}n \x07 \\ hello");
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    play_out(&mut world, &mut alice);
    assert!(alice.result().is_some());
    world.types("alice", "tell /os ask s8 05:00//00:00 bob");
    world.run(3_000);
    world.drop_willow();
    world.drop_login("bob", true);
    world.run(90_000);
    let dialogue = world.dialogue.take().unwrap();
    (world, dialogue)
}

/// Returns the lines of a recording that the bridge said, with their numbers.
fn said(dialogue: &str) -> Vec<(usize, &str)> {
    (1..).zip(dialogue.lines()).filter(|(_, line)| line.contains(" > ")).collect()
}

fn replayed(world: &World, dialogue: &str) -> Result<Replayed, ReplayError> {
    let recording = Recording::parse(dialogue).unwrap();
    replay(world.settings.clone(), &recording, &mut |_| {})
}

#[test]
fn a_recorded_dialogue_is_said_again_byte_for_byte() {
    let (world, dialogue) = recorded();
    assert!(!dialogue.contains("secret"), "passwords are left out");
    let (recording, mut log) = (Recording::parse(&dialogue).unwrap(), Vec::new());
    let mut keep = |line: &str| log.push(line.to_owned());
    let outcome = replay(world.settings.clone(), &recording, &mut keep).unwrap();
    assert_eq!(outcome.said, said(&dialogue).len());
    assert!(outcome.said > 100 && outcome.heard > 100, "{outcome:?}");
    let logged = world.log.iter().map(|line| line.split_once(' ').unwrap().1);
    assert_eq!(log, logged.collect::<Vec<_>>());
}

#[test]
fn a_line_of_the_bridge_that_differs_is_named() {
    let (world, dialogue) = recorded();
    let is_move = |(_, line): &&(usize, &str)| line.contains("tell /os play .0 ");
    let lines = said(&dialogue);
    let &(number, line) = lines.iter().find(is_move).unwrap();
    let changed = dialogue.replacen(line, &format!("{line}?"), 1);
    let text = line.split_once(" > ").unwrap().1.to_owned();
    let link = "ggs:bob".to_owned();
    let wanted = ReplayError::Differs {
        line: number,
        recorded: Saying::Line(link.clone(), format!("{text}?")),
        said: Saying::Line(link, text.clone()),
    };
    let error = replayed(&world, &changed).unwrap_err();
    assert_eq!(error, wanted);
    let message = format!(
        "line {number} of the recording has `{text}?` to ggs:bob, the bridge says `{text}` to ggs:bob"
    );
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_changed_line_of_a_server_and_a_lost_line_of_the_bridge_are_noticed() {
    let (world, dialogue) = recorded();
    let (_, first) = said(&dialogue)[20];
    let lost: String = dialogue
        .split_inclusive('\n')
        .filter(|line| line.trim_end_matches('\n') != first)
        .collect();
    assert!(matches!(replayed(&world, &lost), Err(ReplayError::Differs { .. })));
    let at = dialogue.find(r#""move":""#).unwrap() + r#""move":""#.len();
    let mut changed = dialogue.clone();
    changed.replace_range(at..at + 2, "a1");
    assert!(replayed(&world, &changed).is_err());
}

#[test]
fn a_dialogue_that_was_cut_off_is_no_difference_and_one_of_another_bridge_is() {
    let (world, dialogue) = recorded();
    for length in (0..dialogue.len()).step_by(dialogue.len() / 40).skip(1) {
        if dialogue.is_char_boundary(length) {
            replayed(&world, &dialogue[..length]).unwrap();
        }
    }
    let other = crate::world::settings(&[("carol", None)]);
    let recording = Recording::parse(&dialogue).unwrap();
    let error = replay(other, &recording, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("no link `ggs:bob`"), "{error}");
}
