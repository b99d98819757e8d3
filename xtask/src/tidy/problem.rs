//! Problems that the rules find.

use std::fmt;

/// A place in a file, what is wrong there, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    path: String,
    line: usize,
    what: String,
    advice: String,
}

impl Problem {
    /// Reports a line of a file, counted from 1.
    pub(crate) fn new(
        path: &str,
        line: usize,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { path: path.to_owned(), line, what: what.into(), advice: advice.into() }
    }

    /// Returns the line, counted from 1.
    #[cfg(test)]
    pub(crate) fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.path, self.line, self.what, self.advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_where_what_and_what_to_do() {
        let problem = Problem::new("crates/board/src/lib.rs", 7, "a tab", "write four blanks");
        assert_eq!(problem.to_string(), "crates/board/src/lib.rs:7: a tab; write four blanks");
    }
}
