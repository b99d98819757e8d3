//! What is sent is what the schemas of `OpenAPI` describe, which are JSON Schema.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::codecs::{commands, notices};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

const OPENAPI: &str = include_str!("../../server/openapi.json");

static NOTICES: LazyLock<Validator> = LazyLock::new(|| validator("Notice"));

static REQUESTS: LazyLock<Validator> = LazyLock::new(|| validator("Request"));

static SCHEMAS: LazyLock<Value> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(OPENAPI).expect("the description is JSON");
    document["components"]["schemas"].clone()
});

/// Makes the validator of a type. Fields that the schema does not name are errors: the schemas
/// themselves allow them, so that clients of a newer server go on.
fn validator(name: &str) -> Validator {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/components/schemas/{name}"),
        "unevaluatedProperties": false,
        "components": { "schemas": *SCHEMAS },
    });
    jsonschema::validator_for(&schema).expect("the description is a JSON Schema")
}

fn problems(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|error| format!("{error} in {value}")).collect()
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
        let validator = if is_request { &*REQUESTS } else { &*NOTICES };
        assert_eq!(problems(validator, &line), Vec::<String>::new());
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
        assert!(!REQUESTS.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
    for line in [
        r#"{"time":0}"#,
        r#"{"event":"pong"}"#,
        r#"{"time":0,"event":"dance"}"#,
        r#"{"time":0,"event":"gone","color":"green","claim_at":7}"#,
        r#"{"time":0,"event":"gone","color":"black","claim_at":"soon"}"#,
        r#"{"time":0,"event":"pong","loud":true}"#,
    ] {
        assert!(!NOTICES.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}

#[test]
fn every_command_and_every_event_has_the_described_form() {
    let requests = commands().map(|(_, object)| (&*REQUESTS, object));
    let notices = notices().map(|(object, _)| (&*NOTICES, object));
    for (validator, object) in requests.chain(notices) {
        let value = serde_json::from_str(object).unwrap();
        assert_eq!(problems(validator, &value), Vec::<String>::new());
    }
}
