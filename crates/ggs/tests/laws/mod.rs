//! The law of the messages of GGS, which holds for every input, whatever its bytes: the fuzz target
//! looks for a counterexample, and the tests replay what it has found.

use willow_ggs::{Event, Incoming, MessageReader};

/// The longest text that is read again: the reader cuts longer lines.
const LONGEST: usize = 4000;

/// Reads bytes in one piece and byte by byte, and reads again what is written of each event.
pub(crate) fn check(input: &[u8]) {
    let whole = read(&[input]);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    assert_eq!(read(&bytes), whole);
    for incoming in whole {
        written_and_read(&Event::parse(incoming));
    }
}

fn read(pieces: &[&[u8]]) -> Vec<Incoming> {
    let mut reader = MessageReader::default();
    let mut found = Vec::new();
    for piece in pieces {
        reader.feed(piece);
        found.extend(std::iter::from_fn(|| reader.next_incoming()));
    }
    found
}

/// Checks that what is written of an event is read as the same text again.
fn written_and_read(event: &Event) {
    let text = event.to_string();
    if text.lines().all(|line| line.len() < LONGEST) {
        let again = reread(&text);
        assert_eq!(again.to_string(), text, "{event:?}");
    }
}

/// Reads the text of an event.
pub(crate) fn reread(text: &str) -> Event {
    let bytes = format!("{text}\nREADY\n").into_bytes();
    let incoming = read(&[&bytes]).into_iter().next().expect("READY at least");
    Event::parse(incoming)
}
