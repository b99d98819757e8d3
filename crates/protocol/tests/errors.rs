//! What is said about objects that are no requests.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use willow_protocol::{Command, ErrorCode, RequestError, RequestId, Terms, json};

fn error(line: &str) -> RequestError {
    json::read_request(line).unwrap_err()
}

#[test]
fn an_object_that_is_no_request_is_answered_under_its_id() {
    for (line, id, command, code) in [
        (r#"{"id":"7","do":"dance"}"#, Some("7"), "dance", ErrorCode::UnknownCommand),
        (r#"{"id":"7","do":"move","move":"z9"}"#, Some("7"), "move", ErrorCode::Syntax),
        (r#"{"do":"join","id":"7"}"#, Some("7"), "join", ErrorCode::Syntax),
        (r#"{"id":"no blanks","do":"who"}"#, None, "who", ErrorCode::Syntax),
        (r#"{"id":7,"do":"who"}"#, None, "who", ErrorCode::Syntax),
        (r#"{"id":"7"}"#, Some("7"), "json", ErrorCode::Syntax),
        (r#"["who"]"#, None, "json", ErrorCode::Syntax),
        (r#"{"id":"7","do":"who""#, None, "json", ErrorCode::Syntax),
    ] {
        let error = error(line);
        let found = (error.id.as_ref().map(RequestId::as_str), error.command.as_str(), error.code);
        assert_eq!(found, (id, command, code), "{line}: {error}");
    }
}

#[test]
fn errors_repeat_little_of_a_line_and_no_control_characters() {
    let name = "\\u001b[31m".repeat(100);
    let error = error(&format!(r#"{{"do":"{name}"}}"#));
    assert!(error.message.chars().count() < 100, "{error}");
    assert!(!error.message.contains(char::is_control), "{error}");
}

#[test]
fn error_messages_are_short() {
    let long = "x".repeat(5000);
    for rest in [r#""do":"join","game""#, r#""do":"silence","name":"bob","reason":"so","minutes""#]
    {
        let complaint = error(&format!(r#"{{{rest}:"{long}"}}"#)).message;
        assert!(complaint.len() <= 300, "{complaint}");
        assert!(complaint.contains("xxx"), "{complaint}");
    }
}

#[test]
fn terms_that_are_left_out_are_the_usual_ones() {
    let request = json::read_request(r#"{"do":"new"}"#).unwrap();
    assert_eq!(request.command, Command::New { terms: Terms::default() });
}
