//! The file of TypeScript types is the one that follows from the types here.
//!
//! Numbers are `number`: the server sends none that a double cannot hold. Values that JSON carries as text,
//! such as squares, rooms, positions and clocks, are `string`.

use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS};
use willow_protocol::{
    BookChange, BookChanged, BookLearned, BookPage, Command, Event, Notice, Request, Terms,
};
use willow_testkit::Declarations;

/// The beginning of the file.
const HEADER: &str = "\
// The commands and events of Willow's protocol, version 2. docs/protocol.md explains them.
// This file is made from crates/protocol. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-protocol --features ts --test typescript
";

/// Returns the declarations of all types that a request, a notice or an answer about a book contains.
fn declarations() -> String {
    let all = Declarations::new();
    let all = all.with::<Notice>().with::<Event>().with::<Request>().with::<Command>();
    let all =
        all.with::<BookPage>().with::<BookChange>().with::<BookChanged>().with::<BookLearned>();
    let (config, text) = (all.config(), all.file(HEADER));
    // Notices and requests name the unions that they contain: a second copy is of no use.
    let inline = |text: String| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let text = text.replace(&inline(Event::inline_flattened(config)), "Event");
    let text = text.replace(&inline(Command::inline_flattened(config)), "Command");
    let start = text.find("export type Command = ").expect("commands are declared");
    let (before, commands) = text.split_at(start);
    let end = commands.find("\nexport ").unwrap_or(commands.len());
    let (commands, behind) = commands.split_at(end);
    format!("{before}{}{behind}", with_optional_terms(commands, config))
}

/// Lets commands leave out the terms of a game, which all have defaults. Events have all of them.
///
/// `ts-rs` does not know that `serde(default)` makes a field optional where it is read.
fn with_optional_terms(commands: &str, config: &Config) -> String {
    let terms = Terms::inline_flattened(config);
    let terms = terms.trim_start_matches('{').trim_end_matches('}').trim();
    let terms = terms.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let is_field = |line: &str| !line.starts_with([' ', '/']) && !line.contains("?: ");
    let optional: Vec<String> = terms
        .lines()
        .map(|line| if is_field(line) { line.replacen(": ", "?: ", 1) } else { line.to_owned() })
        .collect();
    commands.replace(&terms, &optional.join("\n"))
}

#[test]
fn the_file_of_types_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/protocol.ts");
    let expected = declarations();
    if env::var_os("UPDATE_BINDINGS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == expected,
        "bindings/protocol.ts is out of date; write it anew with\n\
         UPDATE_BINDINGS=1 cargo test -p willow-protocol --features ts --test typescript"
    );
}

#[test]
fn a_command_may_leave_out_terms_and_an_event_has_them() {
    let types = declarations();
    let declaration = |name: &str| {
        let rest =
            types.split_once(&format!("export type {name} = ")).expect("the type is there").1;
        rest.split("export type ").next().unwrap_or_default()
    };
    assert!(declaration("Command").contains("\nrated?: boolean,"));
    assert!(!declaration("Command").contains("\nrated: boolean,"));
    assert!(declaration("GameSummary").contains("\nrated: boolean,"));
}
