//! Writes requests as people would type them.

use std::fmt::{self, Write};

use crate::command::write_arguments;
use crate::{Command, Request};

/// Writes a request, without a line break.
pub fn write_request(request: &Request) -> String {
    let mut line = String::new();
    if let Some(id) = &request.id {
        let _ = write!(line, "#{id} ");
    }
    let _ = write!(line, "{}", request.command);
    line
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().description().name)?;
        write_arguments(self).iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}
