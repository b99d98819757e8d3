//! docs/protocol.md names whatever may be said.

use willow_protocol::{ErrorCode, json};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// Returns the words of an enum, which serde lists where it reads one that is none of them.
fn expected(error: &str) -> Vec<&str> {
    let quoted = error.split('`').skip(1).step_by(2);
    quoted.skip(1).collect()
}

fn assert_documented(error: &str, at_least: usize) {
    let words = expected(error);
    assert!(words.len() >= at_least, "{error}");
    for word in words {
        assert!(DOCUMENT.contains(&format!("`{word}`")), "docs/protocol.md does not name `{word}`");
    }
}

#[test]
fn every_event_is_in_the_document() {
    let error = json::read_notice(r#"{"time":0,"event":"dance"}"#).unwrap_err();
    assert_documented(&error.to_string(), 40);
}

#[test]
fn every_code_of_an_error_is_in_the_document() {
    let error = serde_json::from_str::<ErrorCode>(r#""dance""#).unwrap_err();
    assert_documented(&error.to_string(), 16);
}
