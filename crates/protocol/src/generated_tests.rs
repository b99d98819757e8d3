//! The files that are generated from the types here are up to date: the TypeScript types, and the JSON
//! Schemas in the `OpenAPI` description of the server, whose routes are written by hand.
//!
//! In TypeScript, numbers are `number`: the server sends none that a double cannot hold. Values that JSON carries as
//! text, such as squares, rooms, positions and clocks, are `string`.

use std::path::Path;
use std::{env, fs};

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use ts_rs::{Config, TS};
use willow_testkit::Declarations;

use crate::{
    BookChange, BookChanged, BookLearned, BookPage, Command, DeviceGame, DeviceGameKept, Event,
    Notice, Request, Terms,
};

/// How the files are written anew.
const UPDATE: &str = "UPDATE_GENERATED=1 cargo test -p willow-protocol --lib generated";

/// The beginning of the file.
const HEADER: &str = "\
// The commands and events of Willow's protocol, version 2. docs/protocol.md explains them.
// This file is generated from crates/protocol. Write it anew with
// UPDATE_GENERATED=1 cargo test -p willow-protocol --lib generated
";

/// Returns the declarations of all types that a request, a notice or a body over HTTP contains.
fn declarations() -> String {
    let all = Declarations::new();
    let all = all.with::<Notice>().with::<Event>().with::<Request>().with::<Command>();
    let all =
        all.with::<BookPage>().with::<BookChange>().with::<BookChanged>().with::<BookLearned>();
    let all = all.with::<DeviceGame>().with::<DeviceGameKept>();
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

/// Returns the schemas of all types that a request, a notice or a body over HTTP contains.
fn schemas() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    generator.subschema_for::<Event>();
    generator.subschema_for::<Command>();
    generator.subschema_for::<Notice>();
    generator.subschema_for::<Request>();
    generator.subschema_for::<BookPage>();
    generator.subschema_for::<BookChange>();
    generator.subschema_for::<BookChanged>();
    generator.subschema_for::<BookLearned>();
    generator.subschema_for::<DeviceGame>();
    generator.subschema_for::<DeviceGameKept>();
    let mut schemas = Value::from(generator.take_definitions(true));
    // Notices and requests name the unions that they contain: a second copy is of no use.
    for (name, union) in [("Notice", "Event"), ("Request", "Command")] {
        let schema = schemas[name].as_object_mut().expect("a schema is an object");
        schema.remove("oneOf").expect("an event or a command is flattened into it");
        schema.insert("$ref".to_owned(), json!(format!("#/components/schemas/{union}")));
    }
    schemas
}

/// Compares a file with what it must be, or writes it.
fn assert_up_to_date(path: &str, expected: impl FnOnce(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let file = fs::read_to_string(&path).unwrap_or_default();
    let expected = expected(&file);
    if env::var_os("UPDATE_GENERATED").is_some() {
        fs::write(&path, expected).unwrap();
    } else {
        assert!(file == expected, "{} is out of date: {UPDATE}", path.display());
    }
}

#[test]
fn the_typescript_types_are_up_to_date() {
    assert_up_to_date("bindings/protocol.ts", |_| declarations());
}

#[test]
fn the_json_schemas_are_up_to_date() {
    assert_up_to_date("../server/openapi.json", |file| {
        let mut document: Value = serde_json::from_str(file).expect("the description is JSON");
        document["components"]["schemas"] = schemas();
        serde_json::to_string_pretty(&document).unwrap() + "\n"
    });
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
