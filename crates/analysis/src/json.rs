//! Reports as JSON text, written here and not by the rooms that ask for it: in the browser's module this room is
//! compiled for size.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::report::{CounterfactualReport, GameSummary, MoveReport, ReasonReport};

impl MoveReport {
    /// Returns the object as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl GameSummary {
    /// Returns the object as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl CounterfactualReport {
    /// Returns the object as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl ReasonReport {
    /// Returns a list of the objects as JSON text.
    #[must_use]
    pub fn list_to_json(reasons: &[ReasonReport]) -> String {
        json(&reasons)
    }
}

/// Writes numbers as the standard library does. The tables of `serde_json` would make the module larger.
struct SmallFormatter;

impl Formatter for SmallFormatter {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:?}")
    }
}

fn json(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, SmallFormatter);
    value.serialize(&mut serializer).expect("texts, numbers and lists always become JSON");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}
