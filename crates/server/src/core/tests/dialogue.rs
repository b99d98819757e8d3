//! The dialogues of docs/protocol.md are what is really said.

use std::collections::BTreeMap;
use std::fmt::Write;

use willow_protocol::{Dialect, Notice, json, text};

use super::world::World;
use crate::core::{ConnId, Input};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol.md");

/// The line that begins a dialogue in the document; the fence ends it.
const FENCE: &str = "```dialogue";

/// People at their terminals.
struct Stage {
    world: World,
    people: BTreeMap<String, (ConnId, Dialect)>,
    script: String,
}

impl Stage {
    /// Lets somebody type a line, and writes down what everybody reads.
    fn types(&mut self, name: &str, line: &str) {
        let _ = writeln!(self.script, "{name}> {line}");
        let next = ConnId(self.people.len() as u64 + 1);
        let dialect = Dialect::of_first_line(line);
        let (connection, dialect) = *self.people.entry(name.to_owned()).or_insert((next, dialect));
        let request = match dialect {
            Dialect::Json => json::read_request(line).unwrap(),
            Dialect::Text => match text::read_line(line) {
                Ok(text::TextInput::Request(request)) => request,
                other => panic!("{line}: {other:?}"),
            },
        };
        // Names are checked by the core, secrets are not: the stage has none.
        if let willow_protocol::Command::Guest { name: Some(name) } = &request.command {
            self.world.enter(connection.0, name.as_str(), false);
        } else {
            self.world.input(Input::Request { connection, request });
        }
        self.listen();
    }

    fn listen(&mut self) {
        for (name, (connection, dialect)) in &self.people {
            for notice in self.world.heard(*connection) {
                for line in spelled(&notice, *dialect).lines() {
                    let _ = writeln!(self.script, "{name}< {line}");
                }
            }
        }
    }
}

fn spelled(notice: &Notice, dialect: Dialect) -> String {
    match dialect {
        Dialect::Json => json::write_notice(notice),
        Dialect::Text => text::write_notice(notice),
    }
}

/// Plays a dialogue again and returns how it goes.
fn replayed(dialogue: &str) -> String {
    let mut stage = Stage { world: World::new(), people: BTreeMap::new(), script: String::new() };
    for line in dialogue.lines() {
        if let Some((name, typed)) = line.split_once("> ")
            && name.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            stage.types(name, typed);
        } else if let Some(seconds) = line.strip_prefix("... seconds ") {
            stage.script.push_str(line);
            stage.script.push('\n');
            stage.world.wait(seconds.parse::<u64>().unwrap() * 1000);
            stage.listen();
        }
    }
    stage.script
}

#[test]
fn the_document_says_what_is_said() {
    let dialogues: Vec<&str> = DOCUMENT
        .split(FENCE)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().trim_start())
        .collect();
    assert!(dialogues.len() >= 2, "a dialogue in each spelling");
    for dialogue in dialogues {
        let replayed = replayed(dialogue);
        assert_eq!(dialogue, replayed, "\n{replayed}");
    }
}

#[test]
fn the_document_lists_every_command_with_its_usage() {
    for command in willow_protocol::command_table() {
        let usage = format!("{} {}", command.name, command.usage);
        let row = format!("| `{}` |", usage.trim().replace('|', "\\|"));
        assert!(DOCUMENT.contains(&row), "docs/protocol.md has no row {row}");
    }
}
