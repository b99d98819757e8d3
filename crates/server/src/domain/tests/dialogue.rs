//! The dialogues and the table of commands in docs/protocol.md are real.

use std::collections::BTreeMap;
use std::fmt::Write;

use willow_protocol::text::{PasswordPrompt, TextInput, TextView};
use willow_protocol::{
    CloseReason, Command, CommandKind, Encoding, Event, Notice, VERSION, json, text,
};

use super::world::World;
use crate::domain::{ConnId, EncodedNotice, Input};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol.md");

/// The line that begins a dialogue in the document; the fence ends it.
const FENCE: &str = "```dialogue";

struct Terminal {
    connection: ConnId,
    encoding: Encoding,
    view: TextView,
    /// The command that waits for its password.
    prompt: Option<PasswordPrompt>,
}

struct Terminals {
    world: World,
    people: BTreeMap<String, Terminal>,
    script: String,
}

impl Terminals {
    /// Sends a line that a user types, and writes down what all users receive.
    fn types(&mut self, name: &str, line: &str) {
        let _ = writeln!(self.script, "{name}> {line}");
        let connection = ConnId(self.people.len() as u64 + 1);
        let terminal = self.people.entry(name.to_owned()).or_insert_with(|| Terminal {
            connection,
            encoding: Encoding::of_first_line(line),
            view: TextView::default(),
            prompt: None,
        });
        let connection = terminal.connection;
        let request = match (terminal.encoding, terminal.prompt.take()) {
            (Encoding::Json, _) => json::read_request(line).unwrap(),
            (Encoding::Text, Some(prompt)) => prompt.answer(line).unwrap(),
            (Encoding::Text, None) => match text::read_line(line) {
                Ok(TextInput::Request(request)) => request,
                Ok(TextInput::AskPassword(prompt)) => {
                    terminal.prompt = Some(prompt);
                    let _ = writeln!(self.script, "{name}< password:");
                    return;
                }
                other => panic!("{line}: {other:?}"),
            },
        };
        match &request.command {
            // The session answers this; the domain has no versions.
            Command::Protocol { version, .. } => {
                assert_eq!(*version, VERSION);
                let _ = writeln!(self.script, r#"{name}< {{"time":1000000,"event":"ok"}}"#);
            }
            // The domain checks names, not secrets: this test has none.
            Command::Guest { name: Some(name) } => {
                self.world.log_in(connection.0, name.as_str(), false);
            }
            Command::Register { name, .. } => {
                self.world.log_in(connection.0, name.as_str(), true);
            }
            Command::Quit => self.quit(name, connection),
            Command::Style { style } => {
                terminal.view.set_style(*style);
                let _ = writeln!(self.script, "{name}< ok");
            }
            _ => self.world.input(Input::Request { connection, request }),
        }
        self.receive();
    }

    /// Ends a connection, as the session of the user does.
    fn quit(&mut self, name: &str, connection: ConnId) {
        let bye = Event::Bye { reason: CloseReason::Quit };
        let bye = text::write_notice(&Notice::new(self.world.now, bye));
        let _ = writeln!(self.script, "{name}< {bye}");
        self.world.leave(connection);
    }

    fn receive(&mut self) {
        for (name, terminal) in &mut self.people {
            for notice in self.world.received(terminal.connection) {
                for line in terminal.shown(&notice) {
                    let _ = writeln!(self.script, "{name}< {line}");
                }
            }
        }
    }
}

impl Terminal {
    fn shown(&mut self, notice: &Notice) -> Vec<String> {
        if self.encoding == Encoding::Text && self.view.is_told_elsewhere(notice) {
            return Vec::new();
        }
        let encoded = EncodedNotice::new(notice.clone());
        let lines =
            encoded.encoded(self.encoding).into_iter().flat_map(str::lines).map(str::to_owned);
        match self.encoding {
            Encoding::Json => lines.collect(),
            Encoding::Text => lines.chain(self.view.lines_after(notice)).collect(),
        }
    }
}

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
    assert_eq!(dialogues.len(), 2, "a dialogue in text, and one in JSON");
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
