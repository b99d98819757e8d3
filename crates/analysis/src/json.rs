//! Reports as JSON text, written here and not by the crates that ask for it: in the browser's module this crate is
//! compiled for size.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes numbers as the standard library does. The tables of `serde_json` would make the module larger.
struct SmallFormatter;

impl Formatter for SmallFormatter {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:?}")
    }
}

/// Returns an object of [`report`](crate::report), or a list of them, as JSON text.
pub fn to_json(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, SmallFormatter);
    value.serialize(&mut serializer).expect("texts, numbers and lists always become JSON");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}
