//! What is sent is what the schemas of `OpenAPI` describe, which are JSON Schema.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use willow_protocol::{CommandKind, ErrorDetail, json as json_lines};
use willow_testkit::{SchemaMismatch, check_schema};

use crate::codecs::{commands, notices};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

const OPENAPI: &str = include_str!("../../server/openapi.json");

static OPENAPI_DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).expect("the description is JSON"));

/// Checks a value against the schema of a type.
fn check(name: &str, value: &Value) -> Result<(), SchemaMismatch> {
    let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
    check_schema(&OPENAPI_DOCUMENT, &schema, value)
}

/// Returns the lines of the document's dialogues in JSON, each with whether a client sends it.
fn lines_of_the_document() -> Vec<(bool, Value)> {
    let blocks = DOCUMENT.split("```dialogue\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let objects = lines.filter_map(|line| {
        let (speaker, object) = line.split_once(' ')?;
        let object = object.starts_with('{').then(|| serde_json::from_str(object))?;
        Some((speaker.ends_with('>'), object.expect("the document shows JSON")))
    });
    objects.collect()
}

#[test]
fn every_json_line_of_the_document_has_the_described_form() {
    let lines = lines_of_the_document();
    assert!(lines.len() > 30, "{}", lines.len());
    for (is_request, line) in lines {
        let name = if is_request { "Request" } else { "Notice" };
        assert_eq!(check(name, &line), Ok(()), "{line}");
    }
}

#[test]
fn what_is_no_command_or_event_has_not_the_described_form() {
    for line in [
        "{}",
        r#"{"do":"dance"}"#,
        r#"{"do":"move"}"#,
        r#"{"do":"move","move":7}"#,
        r#"{"do":"say","text":"hello","id":7}"#,
        r#"{"do":"who","loud":true}"#,
    ] {
        assert!(check("Request", &serde_json::from_str(line).unwrap()).is_err(), "{line}");
    }
    for line in [
        r#"{"time":0}"#,
        r#"{"event":"pong"}"#,
        r#"{"time":0,"event":"dance"}"#,
        r#"{"time":0,"event":"gone","color":"green","claim_at":7}"#,
        r#"{"time":0,"event":"gone","color":"black","claim_at":"soon"}"#,
        r#"{"time":0,"event":"pong","loud":true}"#,
    ] {
        assert!(check("Notice", &serde_json::from_str(line).unwrap()).is_err(), "{line}");
    }
}

/// Returns texts that differ from one in a letter, and some that are far from it.
fn near_misses(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let spliced = |at: usize, cut: usize, new: &str| {
        let (before, behind) = (&letters[..at], &letters[at + cut..]);
        let new: Vec<char> = new.chars().collect();
        [before, &new, behind].concat().into_iter().collect::<String>()
    };
    let mut found = vec![String::new(), text.repeat(2), text.repeat(9), text.to_uppercase()];
    for at in 0..=letters.len() {
        let cuts = 0..=usize::from(at < letters.len());
        for (cut, new) in cuts.flat_map(|cut| {
            let new =
                ["", "0", "6", "9", "12", "a", "H", "i", ":", "+", "-", ".", "/", "_", " ", "é"];
            new.map(|new| (cut, new))
        }) {
            found.push(spliced(at, cut, new));
        }
    }
    found
}

/// The examples of all commands, and further clocks and starts.
fn requests_with_text() -> impl Iterator<Item = Value> {
    let clocks =
        ["5", "10:00", "5:00/10", "15:00//2:00", "1:00:00/0:10/1:00", "500ms", "0:10.5+0.1"];
    let clocks = clocks.map(|clock| json!({ "do": "new", "clock": clock }));
    let starts = [
        "random:48",
        "balanced",
        "position:---------------------------OX------XO---------------------------/X",
    ];
    let starts = starts.map(|start| json!({ "do": "challenge", "name": "bob", "start": start }));
    let ranges = ["1400-", "-1600"].map(|range| json!({ "do": "seek", "range": range }));
    let protocol = json!({ "id": "a.b-c_7", "do": "protocol", "version": 2, "client": "k3J9-tab" });
    let examples = commands().map(|(_, object)| serde_json::from_str(object).unwrap());
    examples.chain(clocks).chain(starts).chain(ranges).chain([protocol])
}

/// What the server reads of the near misses fits the patterns. What fits them it reads, but for numbers out of
/// their range: with ones in their place it does.
#[test]
fn a_pattern_refuses_what_the_server_refuses() {
    let (mut n_refused, mut n_read) = (0, 0);
    for (command, field) in
        [("who", "id"), ("protocol", "client"), ("move", "move"), ("seek", "clock")]
    {
        assert!(has_pattern(command, field), "{command} {field}");
    }
    for request in requests_with_text() {
        for (field, value) in request.as_object().unwrap() {
            let is_patterned = has_pattern(request["do"].as_str().unwrap(), field);
            let Some(text) = value.as_str().filter(|_| is_patterned) else { continue };
            let with = |text: &str| {
                let mut changed = request.clone();
                changed[field.as_str()] = text.into();
                changed
            };
            for near in near_misses(text) {
                let changed = with(&near);
                let fits = check("Request", &changed).is_ok();
                let is_read = json_lines::read_request(&changed.to_string()).is_ok();
                assert!(fits || !is_read, "the server reads {changed}");
                let ones = near.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty());
                let small = ones.fold(near.clone(), |text, number| text.replacen(number, "1", 1));
                let is_read_small = || json_lines::read_request(&with(&small).to_string()).is_ok();
                assert!(!fits || is_read || is_read_small(), "the server refuses {changed}");
                *if is_read { &mut n_read } else { &mut n_refused } += 1;
            }
        }
    }
    assert!(n_read > 1000 && n_refused > 1000, "{n_read} and {n_refused}");
}

/// Returns whether the description has a pattern for a field of a command.
fn has_pattern(command: &str, field: &str) -> bool {
    let schemas = &OPENAPI_DOCUMENT["components"]["schemas"];
    let mut commands = schemas["Command"]["oneOf"].as_array().unwrap().iter();
    let of_command = commands.find(|it| it["properties"]["do"]["const"] == command).unwrap();
    let owner = if field == "id" { &schemas["Request"] } else { of_command };
    let schema = &owner["properties"][field];
    let named = schema["$ref"].as_str().or(schema["anyOf"][0]["$ref"].as_str());
    let name = named.and_then(|path| path.rsplit('/').next());
    name.is_some_and(|name| schemas[name]["pattern"].is_string())
}

#[test]
fn a_command_has_the_described_fields_and_no_others() {
    let schemas = OPENAPI_DOCUMENT["components"]["schemas"]["Command"]["oneOf"].as_array().unwrap();
    // A field that stands for one of several is in a part of its own.
    let fields = |schema: &Value| -> BTreeSet<String> {
        let parts = ["oneOf", "anyOf"].into_iter().filter_map(|word| schema[word].as_array());
        let all = parts.flatten().chain([schema]);
        let properties = all.filter_map(|part| part["properties"].as_object());
        properties.flat_map(|properties| properties.keys().cloned()).collect()
    };
    let all: BTreeSet<String> = schemas.iter().flat_map(fields).collect();
    for kind in CommandKind::ALL {
        let description = kind.description();
        let schema = schemas.iter().find(|it| it["properties"]["do"]["const"] == description.name);
        let described = fields(schema.unwrap());
        for field in all.iter().filter(|field| *field != "do") {
            assert_eq!(
                description.has_field(field),
                described.contains(field),
                "{} {field}",
                description.name
            );
        }
    }
}

/// The reasons that are about a field name one that some command has.
#[test]
fn the_fields_of_reasons_are_those_of_commands() {
    for detail in ErrorDetail::ALL {
        for field in detail.fields().iter().filter(|field| **field != "id") {
            let has_field = |kind: &CommandKind| kind.description().has_field(field);
            assert!(CommandKind::ALL.iter().any(has_field), "{detail}: {field}");
        }
    }
}

#[test]
fn every_command_and_every_event_has_the_described_form() {
    let requests = commands().map(|(_, object)| ("Request", object));
    let notices = notices().map(|(object, _)| ("Notice", object));
    for (name, object) in requests.chain(notices) {
        assert_eq!(check(name, &serde_json::from_str(object).unwrap()), Ok(()), "{object}");
    }
}
