//! What is sent is what the schemas of `OpenAPI` describe, which are JSON Schema.

use std::sync::LazyLock;

use serde_json::{Value, json};
use willow_testkit::check_schema;

use crate::codecs::{commands, notices};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

const OPENAPI: &str = include_str!("../../server/openapi.json");

static OPENAPI_DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).expect("the description is JSON"));

/// Checks a value against the schema of a type.
fn check(name: &str, value: &Value) -> Result<(), String> {
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

#[test]
fn every_command_and_every_event_has_the_described_form() {
    let requests = commands().map(|(_, object)| ("Request", object));
    let notices = notices().map(|(object, _)| ("Notice", object));
    for (name, object) in requests.chain(notices) {
        assert_eq!(check(name, &serde_json::from_str(object).unwrap()), Ok(()), "{object}");
    }
}
