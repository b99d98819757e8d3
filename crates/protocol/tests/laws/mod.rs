//! The law of the codecs, which holds for every input, whatever its bytes: the fuzz target looks
//! for a counterexample, and the tests replay what it has found.

use willow_protocol::text::{self, TextInput};
use willow_protocol::{LineEvent, LineSplitter, RequestError, SearchText, json};

/// The longest line of these tests.
const LONGEST: usize = 1000;

/// Reads bytes as lines of both spellings: what is read is written and read back as the same, and
/// what is said about the rest can be shown to anybody.
pub(crate) fn check(input: &[u8]) {
    for event in LineSplitter::new(LONGEST).push(input) {
        if let LineEvent::Line(line) = event {
            json_request(&line);
            json_notice(&line);
            text_request(&line);
            search(&line);
        }
    }
}

fn json_request(line: &str) {
    match json::read_request(line) {
        Ok(request) => {
            let written = json::write_request(&request);
            assert_eq!(json::read_request(&written), Ok(request), "{written}");
        }
        Err(error) => harmless(&error),
    }
}

fn json_notice(line: &str) {
    if let Ok(notice) = json::read_notice(line) {
        let written = json::write_notice(&notice);
        assert_eq!(json::read_notice(&written).ok().as_ref(), Some(&notice), "{written}");
        let shown = text::write_notice(&notice);
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    }
}

fn text_request(line: &str) {
    match text::read_line(line) {
        Ok(TextInput::Request(request)) => {
            let written = text::write_request(&request);
            assert_eq!(
                text::read_line(&written).ok(),
                Some(TextInput::Request(request)),
                "{written}"
            );
        }
        Ok(TextInput::AskPassword(_) | TextInput::Empty) => {}
        Err(error) => harmless(&error),
    }
}

/// What is kept of a search is read again as the same, and every part of it has words of it.
fn search(line: &str) {
    let Ok(text) = line.parse::<SearchText>() else { return };
    assert_eq!(text.to_string().parse(), Ok(text.clone()));
    let (terms, problems) = text.read();
    let shown = text.to_string();
    let words = terms.iter().flat_map(|term| term.text.split(' '));
    let mut words = words.chain(problems.iter().flat_map(|problem| problem.text.split(' ')));
    assert!(words.all(|word| shown.contains(word)), "{text}");
}

/// An error repeats nothing that moves a cursor, and not much of anything.
fn harmless(error: &RequestError) {
    let shown = text::write_notice(&error.clone().into_notice(0));
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    assert!(error.command.chars().count() <= 40, "{error}");
    assert!(error.message.chars().count() <= 400, "{error}");
}
