//! The numbers of passed and failed tests, read from the output of `cargo test`.

use std::fmt;

/// The numbers of tests that passed, failed and were ignored, and the names of those that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TestCounts {
    passed: u64,
    failed: u64,
    ignored: u64,
    failures: Vec<String>,
}

impl TestCounts {
    /// Reads one line of the output of `cargo test`.
    pub(crate) fn read(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.passed += count_before(result, " passed");
            self.failed += count_before(result, " failed");
            self.ignored += count_before(result, " ignored");
        } else if let Some(name) = failed_test(line) {
            self.failures.push(name.to_owned());
        }
    }

    /// Returns the names of the tests that failed, in the order in which they failed.
    pub(crate) fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl fmt::Display for TestCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

/// Returns the name in the line that reports a failed test.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// Returns the number before a word: 12 for `12 passed`; 0 if there is none.
fn count_before(text: &str, word: &str) -> u64 {
    let number = text.split(word).next().and_then(|before| before.rsplit(' ').next());
    number.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lines: &[&str]) -> TestCounts {
        let mut counts = TestCounts::default();
        for line in lines {
            counts.read(line);
        }
        counts
    }

    #[test]
    fn results_add_up() {
        let counts = counts(&[
            "running 3 tests",
            "test square::tests::parses ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
            "test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        ]);
        assert_eq!(counts.to_string(), "43 passed, 0 failed, 1 ignored");
        assert!(counts.failures().is_empty());
    }

    #[test]
    fn failures_keep_their_names() {
        let counts = counts(&[
            "test clock::tests::falls ... FAILED",
            "test result: FAILED. 7 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
        ]);
        assert_eq!(counts.to_string(), "7 passed, 1 failed, 0 ignored");
        assert_eq!(counts.failures(), ["clock::tests::falls"]);
    }
}
