//! Writes requests as people would type them.

use std::fmt::Write;

use crate::Request;
use crate::command::write_arguments;

/// Writes a request, without a line break.
#[must_use]
pub fn write_request(request: &Request) -> String {
    let mut line = String::new();
    if let Some(id) = &request.id {
        let _ = write!(line, "#{id} ");
    }
    line.push_str(request.command.kind().description().name);
    for argument in write_arguments(&request.command) {
        line.push(' ');
        line.push_str(&argument);
    }
    line
}
