//! docs/protocol.md names whatever may be said.

use std::collections::BTreeSet;

use willow_protocol::{Access, CommandKind, ErrorCode, ErrorDetail, TokenScope, json};

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
fn the_table_of_scopes_in_the_document_is_that_of_the_commands() {
    let table = DOCUMENT.split_once("| scope | commands |\n| --- | --- |\n");
    let rows = table.expect("the document has the table").1.split("\n\n").next().unwrap();
    let row = |scope: TokenScope| {
        let all = CommandKind::ALL.iter().map(|kind| kind.description());
        let of_scope = all.filter(|description| description.scope == Some(scope));
        let names: Vec<String> = of_scope.map(|it| format!("`{}`", it.name)).collect();
        format!("| `{scope}` | {} |", names.join(", "))
    };
    let expected: Vec<String> = TokenScope::ALL.into_iter().map(row).collect();
    assert_eq!(rows.trim_end(), expected.join("\n"), "\n{}", expected.join("\n"));
}

/// Whatever changes what the server stores needs a scope, unless it logs in; so does what only moderators read.
#[test]
fn a_command_that_changes_something_needs_a_scope() {
    for description in CommandKind::ALL.iter().map(|kind| kind.description()) {
        let is_moderators = matches!(description.access, Access::Moderator | Access::Admin);
        let needs_one = description.changes && !description.logs_in();
        assert!(description.scope.is_some() || !needs_one, "{}", description.name);
        assert_eq!(
            description.scope == Some(TokenScope::Moderate),
            is_moderators,
            "{}",
            description.name
        );
    }
}

#[test]
fn the_keys_of_reasons_are_kebab_case_and_differ() {
    let is_key =
        |key: &str| key.split('-').all(|word| word.bytes().all(|c| c.is_ascii_lowercase()));
    let keys: BTreeSet<&str> = ErrorDetail::ALL.iter().map(|detail| detail.key()).collect();
    assert_eq!(keys.len(), ErrorDetail::ALL.len());
    assert!(keys.iter().all(|key| is_key(key)), "{keys:?}");
}
