//! The encoding that a client uses.

/// An encoding of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// Lines of text, for people.
    #[default]
    Text,
    /// One JSON object for each line or WebSocket message.
    Json,
}

impl Encoding {
    /// Detects the encoding from a client's first line: JSON begins with a brace.
    pub fn of_first_line(line: &str) -> Encoding {
        if line.trim_start().starts_with('{') { Encoding::Json } else { Encoding::Text }
    }
}
