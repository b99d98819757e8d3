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
        (r#"{"do":7}"#, InvalidJson, Some("do"), "the field `do`"),
        (r#"{"id":"7"}"#, InvalidJson, Some("do"), "the field `do`"),
        (r#"{"do":"watch"}"#, MissingArgument, Some("game"), "missing field `game` or `name`"),
        (r#"{"do":"who""#, InvalidJson, None, "the line is no JSON object"),
        (r#"{"do":"who","do":"who"}"#, InvalidArgument, Some("do"), "duplicate field `do`"),
        (
            r#"{"do":"chat","before":1,"before":2}"#,
            InvalidArgument,
            Some("before"),
            "duplicate field `before`",
        ),
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

#[test]
fn a_line_of_hundreds_of_fields_is_refused_without_a_look_at_each() {
    let fields = (0..900).map(|n| format!(r#""a{n}":1,"#)).collect::<Vec<_>>().concat();
    let refused = error(&format!(r#"{{"do":"move",{fields}"move":"zz"}}"#));
    assert_eq!((refused.detail, refused.argument), (ErrorDetail::InvalidArgument, None));
}

#[test]
fn a_field_that_a_command_does_not_have_is_refused() {
    for (line, field) in [
        (r#"{"do":"new","colour":"black"}"#, "colour"),
        (r#"{"id":"7","do":"challenge","name":"bob","rate":true}"#, "rate"),
        (r#"{"do":"move","move":"f5","plyy":0}"#, "plyy"),
        (r#"{"do":"archive","player":"bob","limt":5}"#, "limt"),
        (r#"{"do":"who","room":"lobby"}"#, "room"),
        (r#"{"do":"watch","game":12,"target":"bob"}"#, "target"),
        (r#"{"do":"seek","from":"alice"}"#, "from"),
        (r#"{"do":"as","name":"ggs-al","command":{"do":"new","rate":true}}"#, "rate"),
    ] {
        let error = error(line);
        assert_eq!(error.detail, ErrorDetail::UnknownParameter, "{line}");
        assert_eq!(error.argument.as_deref(), Some(field), "{line}");
        assert_eq!(error.id.is_some(), line.contains("id"), "{line}");
    }
    // What is missing may be there under a wrong name.
    for (line, field, message) in [
        (
            r#"{"do":"challenge","nam":"bob"}"#,
            "nam",
            "`challenge` has no field `nam`, and `name` is missing",
        ),
        (
            r#"{"do":"move","square":"f5","ply":0}"#,
            "square",
            "`move` has no field `square`, and `move` is missing",
        ),
        (
            r#"{"do":"as","name":"ggs-al","command":{"do":"tell","whom":"bob","text":"hello"}}"#,
            "whom",
            "`tell` has no field `whom`, and `to` is missing",
        ),
    ] {
        let error = error(line);
        assert_eq!(error.detail, ErrorDetail::UnknownParameter, "{line}");
        assert_eq!((error.argument.as_deref(), error.message.as_str()), (Some(field), message));
    }
    assert_eq!(error(r#"{"do":"dance"}"#).argument.as_deref(), Some("do"));
    for line in [
        r#"{"do":"new","color":"random","private":false,"synchro":false,"start":"standard"}"#,
        r#"{"do":"move","game":null,"move":"f5","ply":null}"#,
        r#"{"do":"archive","opening":"f5d6"}"#,
        r#"{"do":"resume","token":"t","rooms":{}}"#,
    ] {
        json::read_request(line).unwrap();
    }
}

#[test]
fn an_error_in_the_terms_of_a_game_or_a_search_names_its_field() {
    for (line, field) in [
        (r#"{"do":"challenge","name":"bob","clock":"x"}"#, "clock"),
        (r#"{"do":"challenge","name":"bob","color":"red"}"#, "color"),
        (r#"{"do":"challenge","name":"bob","rated":1}"#, "rated"),
        (r#"{"do":"challenge","start":"middle","name":"bob"}"#, "start"),
        (r#"{"do":"challenge","name":"b b","clock":"5+3"}"#, "name"),
        (r#"{"do":"seek","clock":"x","rated":true}"#, "clock"),
        (r#"{"do":"archive","limit":"x"}"#, "limit"),
        (r#"{"do":"archive","from":"x","player":"bob"}"#, "from"),
        (r#"{"do":"results","player":"bob","to":"x"}"#, "to"),
        (r#"{"do":"bid","square":"z9","value":"2"}"#, "square"),
    ] {
        let error = error(line);
        assert_eq!(error.argument.as_deref(), Some(field), "{line}: {error}");
        assert!(
            !error.message.contains("variant") && !error.message.contains("boolean"),
            "{error}"
        );
    }
}

/// Reads every command with each of its words replaced by a number.
#[test]
fn a_number_is_no_word_of_an_argument() {
    for line in include_str!("commands.txt").lines().filter(|line| line.starts_with('{')) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        for (name, value) in object.as_object().unwrap() {
            for index in (0..3).filter(|_| value.is_string()) {
                let mut changed = object.clone();
                changed[name.as_str()] = index.into();
                assert!(json::read_request(&changed.to_string()).is_err(), "{changed}");
            }
        }
    }
}

/// Words of Rust and its libraries tell the author of a client in Python nothing.
#[test]
fn a_value_of_a_wrong_type_is_refused_by_the_name_of_its_field_and_in_words_of_json() {
    let jargon = [
        "or map", "a map", "i32", "u8", "u16", "u32", "u64", "variant", "sequence", "unit",
        "struct",
    ];
    let mut n_refused = 0;
    for line in include_str!("commands.txt").lines().filter(|line| line.starts_with('{')) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        for name in object.as_object().unwrap().keys().filter(|name| *name != "command") {
            for value in [r"-1.5", "true", r#""?""#, "[[]]", r#"{"a":[]}"#] {
                let mut changed = object.clone();
                changed[name.as_str()] = serde_json::from_str(value).unwrap();
                let Err(error) = json::read_request(&changed.to_string()) else { continue };
                n_refused += 1;
                assert_eq!(error.argument.as_ref(), Some(name), "{changed}: {error}");
                let words: Vec<_> =
                    jargon.iter().filter(|word| error.message.contains(*word)).collect();
                assert!(words.is_empty(), "{changed}: {words:?} in {error}");
            }
        }
    }
    assert!(300 < n_refused, "{n_refused}");
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
