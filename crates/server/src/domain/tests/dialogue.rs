//! The dialogues and the table of commands in docs/protocol.md are real.

use std::collections::BTreeMap;
use std::fmt::Write;

use willow_protocol::{Command, CommandKind, Encoding, Notice, Version, json, text};

use super::world::World;
use crate::domain::{ConnId, Input};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol.md");

/// The line that begins a dialogue in the document; the fence ends it.
const FENCE: &str = "```dialogue";

/// A user: the connection, its encoding, and the version of its JSON.
#[derive(Clone, Copy)]
struct Person {
    connection: ConnId,
    encoding: Encoding,
    version: Version,
}

/// Users at their terminals.
struct Terminals {
    world: World,
    people: BTreeMap<String, Person>,
    script: String,
}

impl Terminals {
    /// Sends a line that a user types, and writes down what all users receive.
    fn types(&mut self, name: &str, line: &str) {
        let _ = writeln!(self.script, "{name}> {line}");
        let next = ConnId(self.people.len() as u64 + 1);
        let encoding = Encoding::of_first_line(line);
        let new = Person { connection: next, encoding, version: Version::One };
        let person = self.people.entry(name.to_owned()).or_insert(new);
        let Person { connection, encoding, .. } = *person;
        let request = match encoding {
            Encoding::Json => json::read_request(line).unwrap(),
            Encoding::Text => match text::read_line(line) {
                Ok(text::TextInput::Request(request)) => request,
                other => panic!("{line}: {other:?}"),
            },
        };
        match request.command {
            // The session answers this; the domain has no versions.
            Command::Protocol { version, .. } => {
                person.version = Version::of_number(version).unwrap();
                let _ = writeln!(self.script, r#"{name}< {{"time":1000000,"event":"ok"}}"#);
            }
            // The domain checks names, not secrets: this test has none.
            Command::Guest { name: Some(name) } => {
                self.world.log_in(connection.0, name.as_str(), false);
            }
            _ => self.world.input(Input::Request { connection, request }),
        }
        self.receive();
    }

    fn receive(&mut self) {
        for (name, person) in &self.people {
            for notice in self.world.received(person.connection) {
                for line in encoded(&notice, *person).lines() {
                    let _ = writeln!(self.script, "{name}< {line}");
                }
            }
        }
    }
}

fn encoded(notice: &Notice, Person { encoding, version, .. }: Person) -> String {
    match (encoding, version) {
        (Encoding::Text, _) => text::write_notice(notice),
        (Encoding::Json, Version::One) => {
            notice.in_version_1().map_or_else(String::new, |notice| json::write_notice(&notice))
        }
        (Encoding::Json, Version::Two) => json::write_notice(notice),
    }
}

/// Replays a dialogue and returns its lines.
fn replayed(dialogue: &str) -> String {
    let mut terminals =
        Terminals { world: World::new(), people: BTreeMap::new(), script: String::new() };
    for line in dialogue.lines() {
        if let Some((name, typed)) = line.split_once("> ")
            && name.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            terminals.types(name, typed);
        } else if let Some(seconds) = line.strip_prefix("... seconds ") {
            terminals.script.push_str(line);
            terminals.script.push('\n');
            terminals.world.wait(seconds.parse::<u64>().unwrap() * 1000);
            terminals.receive();
        }
    }
    terminals.script
}

#[test]
fn the_dialogues_of_the_document_are_real() {
    let dialogues: Vec<&str> = DOCUMENT
        .split(FENCE)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().trim_start())
        .collect();
    assert!(dialogues.len() >= 3, "a dialogue in text, and one in each version of JSON");
    for dialogue in dialogues {
        let replayed = replayed(dialogue);
        assert_eq!(dialogue, replayed, "\n{replayed}");
    }
}

#[test]
fn the_document_lists_every_command_with_its_usage() {
    for kind in CommandKind::ALL {
        let description = kind.description();
        let usage = description.usage().replace('|', "\\|");
        let row = format!("| `{usage}` | {} |", text::summary(description));
        assert!(DOCUMENT.contains(&row), "docs/protocol.md has no row {row}");
    }
}
