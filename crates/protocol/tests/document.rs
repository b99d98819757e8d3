//! docs/protocol.md names whatever may be said.

use std::collections::BTreeSet;

use willow_protocol::{ErrorCode, ErrorDetail, json};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// Returns the words of an enum, which serde lists where it reads one that is none of them.
fn expected(error: &str) -> Vec<&str> {
    let quoted = error.split('`').skip(1).step_by(2);
    quoted.skip(1).collect()
}

/// Returns the names of all events.
pub(crate) fn events() -> Vec<String> {
    let error = json::read_notice(r#"{"time":0,"event":"dance"}"#).unwrap_err().to_string();
    expected(&error).into_iter().map(str::to_owned).collect()
}

#[test]
fn every_event_and_every_code_of_an_error_is_in_the_document() {
    let error = serde_json::from_str::<ErrorCode>(r#""dance""#).unwrap_err().to_string();
    let codes = expected(&error);
    assert!(events().len() > 70 && codes.len() == 17, "{error}");
    for word in codes.into_iter().map(str::to_owned).chain(events()) {
        assert!(DOCUMENT.contains(&format!("`{word}`")), "docs/protocol.md does not name `{word}`");
    }
}

#[test]
fn the_table_of_reasons_in_the_document_is_the_list() {
    let table = DOCUMENT.split_once("| reason | code | meaning |\n| --- | --- | --- |\n");
    let rows = table.expect("the document has the table").1.split("\n\n").next().unwrap();
    let row = |detail: &ErrorDetail| {
        let meaning = detail.meaning().trim_end_matches('.');
        format!("| `{detail}` | `{}` | {meaning} |", detail.code())
    };
    let expected: Vec<String> = ErrorDetail::ALL.iter().map(row).collect();
    assert_eq!(rows.trim_end(), expected.join("\n"), "\n{}", expected.join("\n"));
}

#[test]
fn the_keys_of_reasons_are_kebab_case_and_differ() {
    let is_key =
        |key: &str| key.split('-').all(|word| word.bytes().all(|c| c.is_ascii_lowercase()));
    let keys: BTreeSet<&str> = ErrorDetail::ALL.iter().map(|detail| detail.key()).collect();
    assert_eq!(keys.len(), ErrorDetail::ALL.len());
    assert!(keys.iter().all(|key| is_key(key)), "{keys:?}");
}
