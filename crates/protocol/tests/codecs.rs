//! Every command and every event in both encodings: the lines of `commands.txt` and `notices.txt`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use willow_protocol::text::{self, TextInput};
use willow_protocol::{
    CommandKind, Encoding, ErrorCode, ErrorDetail, LineEvent, LineSplitter, RequestError, json,
};

/// Returns commands as people type them, each with the same as JSON.
pub(crate) fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = include_str!("commands.txt").lines();
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?)))
}

/// Returns notices as JSON, each with its text.
pub(crate) fn notices() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = include_str!("notices.txt").trim_end().split("\n\n");
    blocks.map(|block| block.split_once('\n').expect("the text follows the JSON"))
}

#[test]
fn every_command_is_the_same_in_both_encodings() {
    let mut missing: BTreeSet<CommandKind> = CommandKind::ALL.iter().copied().collect();
    for (line, object) in commands() {
        assert_eq!(Encoding::of_first_line(line), Encoding::Text);
        assert_eq!(Encoding::of_first_line(object), Encoding::Json);
        let request = json::read_request(object).unwrap();
        assert_eq!(json::write_request(&request), object);
        assert_eq!(text::write_request(&request), line);
        missing.remove(&request.command.kind());
        assert_eq!(text::read_line(line), Ok(TextInput::Request(request)), "{line}");
    }
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn every_event_is_written_in_both_encodings_and_read_back_from_json() {
    let mut missing = crate::document::events();
    for (object, lines) in notices() {
        let notice = json::read_notice(object).unwrap();
        assert_eq!(json::write_notice(&notice), object);
        assert_eq!(text::write_notice(&notice), lines);
        let event = object.split_once(r#""event":""#).unwrap().1.split('"').next().unwrap();
        missing.retain(|name| name != event);
        let alone = json::write_event(&notice.event);
        assert!(alone.starts_with(&format!(r#"{{"event":"{event}""#)), "{alone}");
        let first_line = lines.lines().next().unwrap();
        assert!(first_line.split(' ').any(|word| word == event), "{first_line}");
    }
    assert_eq!(missing, Vec::<String>::new());
}

proptest! {
    #[test]
    fn no_bytes_make_the_readers_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        crate::laws::check(&bytes);
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cut in any::<prop::sample::Index>(),
    ) {
        let whole = LineSplitter::new(20).push(&bytes);
        let mut splitter = LineSplitter::new(20);
        let (first, second) = bytes.split_at(cut.index(bytes.len() + 1));
        let mut pieces: Vec<LineEvent> = splitter.push(first);
        pieces.extend(splitter.push(second));
        prop_assert_eq!(pieces, whole);
    }

    #[test]
    fn messages_of_users_contain_no_control_characters(text in any::<String>()) {
        let quoted = serde_json::to_string(&text).unwrap();
        let object = format!(r#"{{"do":"say","text":{quoted}}}"#);
        if let Ok(request) = json::read_request(&object) {
            let line = text::write_request(&request);
            prop_assert!(!line.contains(|c: char| c.is_control()));
            prop_assert_eq!(text::read_line(&line), Ok(TextInput::Request(request)));
        }
    }
}

#[test]
fn every_command_has_help_and_is_read_by_each_of_its_names() {
    let mut names = BTreeSet::new();
    for kind in CommandKind::ALL {
        let description = kind.description();
        assert!(text::help(description.name).is_ok(), "{kind:?}");
        for name in [description.name].into_iter().chain(description.aliases.iter().copied()) {
            assert!(names.insert(name), "two commands are called {name}");
            let error = text::read_line(name).err();
            let unknown = error.is_some_and(|error| error.detail == ErrorDetail::UnknownCommand);
            assert!(!unknown, "{name} is not read");
        }
        let Some(example) = description.example else { continue };
        let read = match text::read_line(example) {
            Ok(TextInput::Request(request)) => request.command.kind(),
            Ok(TextInput::AskPassword(prompt)) => prompt.command(),
            other => panic!("{example}: {other:?}"),
        };
        assert_eq!(read, *kind, "{example}");
    }
}

fn error(line: &str) -> RequestError {
    text::read_line(line).unwrap_err()
}

#[test]
fn errors_say_what_to_type() {
    for (line, message) in [
        ("tell", "NAME is missing; type `tell NAME TEXT`"),
        ("watch", "a word is missing; type `watch GAME|NAME`"),
        ("who is there", "`is` is not expected here; type `who`"),
        ("board abc", "`abc` is not a game number; type `board [GAME]`"),
        ("join 12 alice", "`alice` is not expected here; type `join [GAME]`"),
        ("join alice", "`alice` is not a game number; `challenge alice` offers a player a game"),
        ("offer alice", "GAME must be a number, not `alice`"),
        ("hlep", "`hlep` is not a command; did you mean `help`?"),
    ] {
        let error = error(line);
        assert_eq!(error.message, message, "{line}");
    }
}

#[test]
fn invalid_lines_are_errors_with_a_command_and_a_code() {
    for (line, command, code) in [
        ("dance", "dance", ErrorCode::UnknownCommand),
        ("move 12 z9", "move", ErrorCode::Syntax),
        ("#7 watch", "watch", ErrorCode::Syntax),
        ("say", "say", ErrorCode::Syntax),
        ("who is there", "who", ErrorCode::Syntax),
        ("new 5+3 fast", "new", ErrorCode::Syntax),
        ("#!! who", "#", ErrorCode::Syntax),
    ] {
        let error = error(line);
        assert_eq!((error.command.as_str(), error.detail.code()), (command, code), "{line}");
    }
}

#[test]
fn a_login_without_a_password_asks_for_it() {
    let TextInput::AskPassword(prompt) = text::read_line("#1 login alice").unwrap() else {
        panic!("no prompt");
    };
    assert!(prompt.clone().answer("short").is_err());
    let request = prompt.answer("correct horse").unwrap();
    assert_eq!(text::write_request(&request), "#1 login alice correct horse");
}
