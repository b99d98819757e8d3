//! Looks for bytes that a client could send and that break the server's codecs: a request that was
//! read is read back from what either codec writes.
#![no_main]

use willow_protocol::text::{self, TextInput};
use willow_protocol::{LineEvent, LineSplitter, json};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    for event in LineSplitter::new(1000).push(input) {
        let LineEvent::Line(line) = event else { continue };
        if let Ok(request) = json::read_request(&line) {
            assert_eq!(json::read_request(&json::write_request(&request)).unwrap(), request);
        }
        if let Ok(TextInput::Request(request)) = text::read_line(&line) {
            let written = text::write_request(&request);
            assert_eq!(text::read_line(&written).unwrap(), TextInput::Request(request));
        }
    }
});
