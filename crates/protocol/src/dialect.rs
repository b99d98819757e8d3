//! Which spelling a client speaks.

/// A spelling of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line, or a message.
    Json,
}

impl Dialect {
    /// Hears which spelling a client speaks from its first line: JSON begins with a brace.
    #[must_use]
    pub fn of_first_line(line: &str) -> Dialect {
        if line.trim_start().starts_with('{') { Dialect::Json } else { Dialect::Text }
    }
}
