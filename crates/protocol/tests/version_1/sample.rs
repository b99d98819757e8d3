//! Notices in which every field is present that their JSON Schema names.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use willow_protocol::Notice;

#[derive(OpenApi)]
#[openapi(components(schemas(Notice)))]
struct Document;

/// Texts for fields whose schema only says that they are text, by the names of the fields.
const TEXTS: [(&str, &str); 34] = [
    ("about", "hello"),
    ("adjourn_asked", "black"),
    ("clock", "5:00+3"),
    ("color", "black"),
    ("country", "DE"),
    ("date", "1995-06-30"),
    ("flipped", "d3"),
    ("game", "7"),
    ("initial", START),
    ("komi", "2.5"),
    ("komi_discs", "2.5"),
    ("legal", "d3"),
    ("line", "d3"),
    ("lines", "lobby:7"),
    ("loser", "black"),
    ("move", "d3"),
    ("moves", "d3"),
    ("next", "7-7"),
    ("number", "7"),
    ("of", "lobby"),
    ("opponent_bid", "2.5"),
    ("opponent_move", "d3"),
    ("own_move", "d3"),
    ("pool", "bullet"),
    ("position", START),
    ("range", "1400-1600"),
    ("room", "lobby"),
    ("rooms", "lobby"),
    ("running", "black"),
    ("square", "d3"),
    ("start", "standard"),
    ("takeback", "black"),
    ("to_move", "black"),
    ("value", "2.5"),
];

const START: &str = "---------------------------OX------XO--------------------------- X";

/// The text of all other fields, which is a name, too.
const TEXT: &str = "alice";

/// The schemas of all types by their names.
pub(crate) struct Schemas(Value);

impl Schemas {
    pub(crate) fn new() -> Schemas {
        let document = serde_json::to_value(Document::openapi()).expect("OpenAPI is JSON");
        Schemas(document["components"]["schemas"].clone())
    }

    /// Returns a notice of each event, with all its fields, by the name of the event.
    pub(crate) fn notices(&self) -> BTreeMap<String, Notice> {
        let variants = self.0["Event"]["oneOf"].as_array().expect("an event is one of many");
        let notices = variants.iter().map(|variant| {
            let mut fields = self.notice_without_event();
            self.add(variant, &mut fields);
            let event = fields["event"].as_str().expect("events have names").to_owned();
            (event, read(&Value::Object(fields)))
        });
        notices.collect()
    }

    /// Returns the fields of a notice beside those of its event.
    fn notice_without_event(&self) -> Map<String, Value> {
        let parts = self.0["Notice"]["allOf"].as_array().expect("a notice is joined of parts");
        let mut fields = Map::new();
        for part in parts.iter().filter(|part| part.get("$ref").is_none()) {
            self.add(part, &mut fields);
        }
        fields
    }

    /// Adds all fields of an object's schema.
    fn add(&self, schema: &Value, fields: &mut Map<String, Value>) {
        if let Some(name) = reference(schema) {
            self.add(&self.0[name], fields);
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.add(part, fields);
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            fields.insert(name.clone(), self.value(name, schema));
        }
    }

    /// Returns a value of a field.
    fn value(&self, name: &str, schema: &Value) -> Value {
        match reference(schema) {
            Some("Notice") => nested_notice(),
            Some("ArchiveFilter") => archive_filter(),
            Some(type_name) => self.value(name, &self.0[type_name]),
            None => self.value_of(name, schema),
        }
    }

    fn value_of(&self, name: &str, schema: &Value) -> Value {
        if let Some(choices) = schema["oneOf"].as_array() {
            let chosen = choices.iter().find(|choice| choice["type"] != "null");
            return self.value(name, chosen.expect("there is a choice"));
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[0].clone();
        }
        match type_of(schema) {
            "boolean" => json!(true),
            "integer" => json!(7),
            "number" => json!(7.5),
            "string" => json!(text_of(name)),
            "array" => {
                // A synchro pair has two games; other lists may have any number of elements.
                let n = if name == "games" { 2 } else { 1 };
                Value::Array(vec![self.value(name, &schema["items"]); n])
            }
            _ => self.object(name, schema),
        }
    }

    fn object(&self, name: &str, schema: &Value) -> Value {
        let mut fields = Map::new();
        self.add(schema, &mut fields);
        if let Some(values) = schema.get("additionalProperties") {
            let key = if name == "ratings" { "blitz" } else { text_of(name) };
            fields.insert(key.to_owned(), self.value("", values));
        }
        Value::Object(fields)
    }
}

/// Reads a notice back from JSON with all its fields: if one is missing afterwards, the sample is
/// wrong.
fn read(value: &Value) -> Notice {
    let notice: Notice =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"));
    let written = serde_json::to_value(&notice).expect("notices are JSON");
    assert_eq!(&written, value, "the sample has all fields");
    notice
}

/// Returns the name of the type to which a schema refers.
fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Returns the type of a value that may be absent.
fn type_of(schema: &Value) -> &str {
    let types = &schema["type"];
    let found = types.as_array().and_then(|types| types.iter().find(|it| *it != "null"));
    found.unwrap_or(types).as_str().unwrap_or("object")
}

fn text_of(name: &str) -> &'static str {
    let found = TEXTS.iter().find(|(field, _)| *field == name);
    found.map_or(TEXT, |(_, text)| text)
}

/// Returns a filter of the archive, whose texts are of many kinds.
fn archive_filter() -> Value {
    json!({
        "player": "ito", "opponent": "goto", "event": "cup", "result": "draw", "score": 0,
        "from": "1995", "to": "1996", "position": "---------------------------OX------XO---------------------------/X",
        "after": "7-7", "limit": 7, "with": "moves",
    })
}

/// Returns a notice inside another one, with a field of version 2.
fn nested_notice() -> Value {
    json!({"time": 7, "event": "online", "name": "alice", "role": "player", "display_name": "Älice"})
}
