//! Commands and events as types of TypeScript.
//!
//! The file `bindings/protocol.ts` is what [`declarations`] returns; a test compares them. Numbers are
//! `number`: the server sends none that a double cannot hold. Values that JSON carries as text, such
//! as squares, rooms, positions and clocks, are `string`.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{Command, Event, Notice, Request, Terms};

/// The beginning of the file.
const HEADER: &str = "\
// The commands and events of Willow's protocol, version 2. docs/protocol.md explains them.
// This file is made from crates/protocol. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-protocol --features ts --test typescript
";

/// Returns the declarations of all types that a request or a notice contains, in the order of their
/// names.
#[must_use]
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config: &config, by_name: BTreeMap::new() };
    found.visit::<Notice>();
    found.visit::<Event>();
    found.visit::<Request>();
    found.visit::<Command>();
    if let Some(commands) = found.by_name.get_mut(&Command::ident(&config)) {
        *commands = with_optional_terms(commands, &config);
    }
    let types: Vec<String> = found.by_name.into_values().collect();
    let text = format!("{HEADER}\n{}", types.join("\n"));
    // Notices and requests name the unions that they contain: a second copy is of no use.
    let text = text.replace(&Event::inline_flattened(&config), "Event");
    let text = text.replace(&Command::inline_flattened(&config), "Command");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// Lets commands leave out the terms of a game, which all have defaults. Events have all of them.
///
/// `ts-rs` does not know that `serde(default)` makes a field optional where it is read.
fn with_optional_terms(commands: &str, config: &Config) -> String {
    let terms = Terms::inline_flattened(config);
    let terms = terms.trim_start_matches('{').trim_end_matches('}').trim();
    let is_field = |line: &str| !line.starts_with([' ', '/']) && !line.contains("?: ");
    let optional: Vec<String> = terms
        .lines()
        .map(|line| if is_field(line) { line.replacen(": ", "?: ", 1) } else { line.to_owned() })
        .collect();
    commands.replace(terms, &optional.join("\n"))
}

/// The declarations so far.
struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types that are not ours, such as numbers, have no file, and need no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(self.config);
        if self.by_name.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(self.config));
        self.by_name.insert(name, declaration);
        T::visit_dependencies(self);
    }
}
