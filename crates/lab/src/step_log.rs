//! Logs of long work: a line for each finished step, so that an interrupted run can be continued.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use willow_files::AppendLog;

/// The finished steps of some work, and the log that keeps them.
#[derive(Debug)]
pub struct StepLog<T> {
    steps: Vec<T>,
    log: AppendLog,
}

impl<T> StepLog<T> {
    /// Opens the log of the work that `heading`, its first line, describes, or begins it. `read` reads the
    /// other lines.
    ///
    /// # Errors
    /// The file must be writable, and the log of the same work if it exists; a file of another kind is
    /// unchanged.
    pub fn open(
        path: &Path,
        heading: &str,
        read: impl Fn(&str) -> Result<T>,
    ) -> Result<StepLog<T>> {
        let (log, text) = AppendLog::open(path, heading, |found| {
            ensure!(found == heading, "made with other options: `{found}` is not `{heading}`");
            Ok::<(), anyhow::Error>(())
        })?;
        let steps = (1..).zip(text.lines()).skip(1).map(|(number, line)| {
            read(line).with_context(|| format!("{}, line {number}: `{line}`", path.display()))
        });
        Ok(StepLog { steps: steps.collect::<Result<_>>()?, log })
    }

    /// Returns the finished steps in their order.
    pub fn steps(&self) -> &[T] {
        &self.steps
    }

    /// Adds a step, which the log keeps as this line.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, step: T, line: &str) -> Result<()> {
        self.log.append(line).context("cannot write the log")?;
        self.steps.push(step);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_log_goes_on_after_its_last_complete_line_and_refuses_other_work() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let open =
            |heading: &str| StepLog::<i32>::open(&path, heading, |line| Ok(line.parse::<i32>()?));
        open("this").unwrap().add(-12, "-12").unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "-3").unwrap();
        let mut log = open("this").unwrap();
        assert_eq!(log.steps(), [-12]);
        log.add(64, "64").unwrap();
        assert_eq!(open("this").unwrap().steps(), [-12, 64]);
        let error = format!("{:#}", open("that").unwrap_err());
        assert!(error.contains("other options: `this` is not `that`"), "{error}");
        fs::write(&path, "this\n1.5\n").unwrap();
        let error = format!("{:#}", open("this").unwrap_err());
        assert!(error.contains("run, line 2: `1.5`"), "{error}");
    }
}
