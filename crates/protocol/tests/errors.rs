//! What is said about objects that are no requests.

use willow_protocol::{
    Command, ErrorCode, ErrorDetail, Event, RequestError, RequestId, Terms, json,
};

fn error(line: &str) -> RequestError {
    json::read_request(line).unwrap_err()
}

#[test]
fn an_object_that_is_no_request_is_answered_under_its_id() {
    for (line, id, command, code) in [
        (r#"{"id":"7","do":"dance"}"#, Some("7"), "dance", ErrorCode::UnknownCommand),
        (r#"{"id":"7","do":"move","move":"z9"}"#, Some("7"), "move", ErrorCode::Syntax),
        (r#"{"do":"watch","id":"7"}"#, Some("7"), "watch", ErrorCode::Syntax),
        (r#"{"id":"no blanks","do":"who"}"#, None, "who", ErrorCode::Syntax),
        (r#"{"id":7,"do":"who"}"#, None, "who", ErrorCode::Syntax),
        (r#"{"id":"7"}"#, Some("7"), "json", ErrorCode::Syntax),
        (r#"["who"]"#, None, "json", ErrorCode::Syntax),
        (r#"{"id":"7","do":"who""#, None, "json", ErrorCode::Syntax),
    ] {
        let error = error(line);
        let found =
            (error.id.as_ref().map(RequestId::as_str), error.command.as_str(), error.detail.code());
        assert_eq!(found, (id, command, code), "{line}: {error}");
    }
}

#[test]
fn an_error_names_the_field_and_counts_no_columns() {
    use ErrorDetail::{InvalidArgument, InvalidId, InvalidJson, MissingArgument};
    for (line, detail, field, message) in [
        (r#"{"do":"move","game":"x"}"#, InvalidArgument, Some("game"), "`game`: "),
        (r#"{"do":"new","rated":3,"clock":"5+3"}"#, InvalidArgument, Some("rated"), "`rated`: "),
        (r#"{"do":"sync","room":"lobby","after":-1}"#, InvalidArgument, Some("after"), "`after`: "),
        (
            r#"{"do":"sync","room":"lobby"}"#,
            MissingArgument,
            Some("after"),
            "missing field `after`",
        ),
        (r#"{"do":"who","id":7}"#, InvalidId, Some("id"), "`id`: "),
        (r#"{"do":7}"#, InvalidJson, None, "the field `do`"),
        (r#"{"do":"who""#, InvalidJson, None, "the line is no JSON object"),
        (r#"{"do":"who","do":"who"}"#, InvalidArgument, None, "duplicate field `do`"),
    ] {
        let error = error(line);
        assert_eq!(error.detail, detail, "{line}: {error}");
        assert_eq!(error.argument.as_deref(), field, "{line}: {error}");
        assert!(error.message.starts_with(message), "{line}: {error}");
        assert!(!error.message.contains(" column "), "{line}: {error}");
        let Event::Error { argument, .. } = error.into_notice(0).event else { panic!("{line}") };
        assert_eq!(argument.as_deref(), field, "{line}");
    }
}

/// `serde` takes a number for the index of a variant in every enum with a tag whose fields it has buffered.
#[test]
fn a_number_is_no_name_of_a_command_or_an_event() {
    for index in 0..200 {
        for line in [
            format!(r#"{{"do":{index}}}"#),
            format!(r#"{{"id":"7","do":{index},"game":1,"text":"a","name":"bob","move":"f5"}}"#),
        ] {
            assert_eq!(error(&line).detail, ErrorDetail::InvalidJson, "{line}");
        }
        let line = format!(r#"{{"time":0,"event":{index},"text":"a","name":"bob"}}"#);
        assert!(json::read_notice(&line).is_err(), "{line}");
    }
}

#[test]
fn a_reason_from_a_newer_server_is_none() {
    for detail in [r#""of-tomorrow""#, "null", r#""banned""#] {
        let line = format!(
            r#"{{"time":0,"event":"error","command":"say","code":"forbidden","detail":{detail},"message":"no"}}"#
        );
        let Event::Error { detail: read, .. } = json::read_notice(&line).unwrap().event else {
            panic!("{line}");
        };
        assert_eq!(read, (detail == r#""banned""#).then_some(ErrorDetail::Banned), "{line}");
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
