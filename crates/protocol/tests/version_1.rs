//! What clients of version 1 are sent: what that version had when version 2 was begun, and no more.
//!
//! Each event is made with every field that its JSON Schema names. So a field that is new is in the
//! test without anybody's doing, and the test fails until version 1 is not sent this field.

#[path = "version_1/sample.rs"]
mod sample;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use willow_protocol::Notice;

use self::sample::Schemas;

/// The fields of version 1, a line for each event: its name, and the paths of its fields. `[]` is an
/// element of a list. This table never changes.
const TABLE: &str = include_str!("version_1/fields.txt");

/// The answers to commands that version 1 lacks: a client that sends such a command waits for them.
const ANSWERS_OF_VERSION_2: [&str; 17] = [
    "archived",
    "chat",
    "export-data",
    "following",
    "found",
    "friends",
    "moves",
    "offer",
    "pools",
    "recovery",
    "recovery-codes",
    "report",
    "reports",
    "results",
    "searched",
    "thoughts",
    "tokens",
];

/// A field that answers an argument of version 2 (`archive ... with moves`) and is there for nobody
/// else.
const ASKED_FOR: &str = "[].transcript";

/// Adds the paths of all fields of a value.
fn add_paths(prefix: &str, value: &Value, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path =
                    if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                add_paths(&path, value, paths);
                paths.insert(path);
            }
        }
        Value::Array(elements) => {
            let path = format!("{prefix}[]");
            for element in elements {
                add_paths(&path, element, paths);
            }
        }
        _ => {}
    }
}

fn paths(notice: &Notice) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let value = serde_json::to_value(notice).expect("notices are JSON");
    add_paths("", &value, &mut found);
    found
}

/// Returns the fields of each event as a client of version 1 is sent them.
fn sent_to_version_1(notices: &BTreeMap<String, Notice>) -> BTreeMap<&str, BTreeSet<String>> {
    let old = notices.iter().filter_map(|(event, notice)| {
        let old = notice.in_version_1()?;
        (!ANSWERS_OF_VERSION_2.contains(&event.as_str())).then(|| (event.as_str(), paths(&old)))
    });
    old.collect()
}

/// Reads the table.
fn table() -> BTreeMap<&'static str, BTreeSet<String>> {
    let lines = TABLE.lines().map(|line| line.split_once(": ").expect("`event: fields`"));
    lines.map(|(event, paths)| (event, paths.split(' ').map(str::to_owned).collect())).collect()
}

#[test]
fn clients_of_version_1_are_sent_its_fields_and_no_others() {
    let notices = Schemas::new().notices();
    let (sent, table) = (sent_to_version_1(&notices), table());
    let added = |event: &str, paths: &BTreeSet<String>| -> Vec<String> {
        let known = table.get(event).cloned().unwrap_or_default();
        let added = paths.difference(&known).filter(|path| !path.ends_with(ASKED_FOR));
        added.map(|path| format!("{event}: {path}")).collect()
    };
    let too_many: Vec<String> =
        sent.iter().flat_map(|(event, paths)| added(event, paths)).collect();
    assert!(too_many.is_empty(), "not in version 1, and sent: {too_many:?}");
    for (event, fields) in &table {
        let missing: Vec<_> = fields.difference(&sent[event]).collect();
        assert!(missing.is_empty(), "in version 1, and not sent: {event}: {missing:?}");
    }
}

#[test]
fn an_event_in_another_one_is_restricted_too() {
    let notices = Schemas::new().notices();
    let old = serde_json::to_string(&notices["snapshot"].in_version_1()).unwrap();
    assert!(old.contains(r#""event":"online""#), "{old}");
    assert!(!old.contains("display_name"), "{old}");
}

#[test]
fn events_of_version_2_are_not_sent() {
    for (event, notice) in Schemas::new().notices() {
        assert_eq!(notice.in_version_1().is_none(), notice.event.is_of_version_2(), "{event}");
    }
}
