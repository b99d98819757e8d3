//! What the steps of the tests have come to.

use std::fmt;
use std::time::Duration;

use crate::test_counts::TestCounts;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StepOutcome {
    /// Nothing is wrong.
    Passed,
    /// Something is wrong: this.
    Failed(String),
    /// A tool is missing; how to install it.
    Skipped(&'static str),
}

/// Whether a step that was skipped counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skips {
    /// On a developer's machine.
    Allowed,
    /// On the build server, where every tool must be there.
    Forbidden,
}

impl Skips {
    /// Reads the policy from the value of the variable `CI`.
    pub(crate) fn from_ci(value: Option<&str>) -> Self {
        if value == Some("true") { Self::Forbidden } else { Self::Allowed }
    }
}

/// The outcomes of all steps.
pub(crate) struct Report {
    skips: Skips,
    /// The tests of all steps.
    pub(crate) tests: TestCounts,
    /// The steps that were run, in order.
    pub(crate) steps: Vec<StepReport>,
}

/// The outcome of one step.
pub(crate) struct StepReport {
    /// The name of the step.
    pub(crate) name: String,
    /// How the step ended.
    pub(crate) outcome: StepOutcome,
    /// The time that the step took.
    pub(crate) time: Duration,
    /// The time that the step should take at most.
    pub(crate) budget: Duration,
    /// The command that repeats the step.
    pub(crate) repeat: String,
}

impl StepReport {
    /// Writes a warning if the step took longer than it should.
    fn write_overrun(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_overrun(&self.name, self.time, self.budget, f)
    }
}

/// Writes a warning if a time is over its budget.
fn write_overrun(
    name: &str,
    time: Duration,
    budget: Duration,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if time <= budget {
        return Ok(());
    }
    let (time, budget) = (time.as_secs_f64(), budget.as_secs());
    writeln!(f, "warning: {name} took {time:.1}s; the budget on two cores is {budget}s")
}

impl Report {
    /// Returns a report without steps.
    pub(crate) fn new(skips: Skips) -> Report {
        Report { skips, tests: TestCounts::default(), steps: Vec::new() }
    }

    /// Reports whether no step failed.
    pub(crate) fn is_success(&self) -> bool {
        self.steps.iter().all(|line| !self.is_failure(&line.outcome))
    }

    fn is_failure(&self, outcome: &StepOutcome) -> bool {
        match outcome {
            StepOutcome::Passed => false,
            StepOutcome::Failed(_) => true,
            StepOutcome::Skipped(_) => self.skips == Skips::Forbidden,
        }
    }

    fn write_failure(&self, line: &StepReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &line.outcome {
            StepOutcome::Passed => Ok(()),
            StepOutcome::Skipped(advice) => {
                let verdict = if self.is_failure(&line.outcome) { "FAILED" } else { "skipped" };
                writeln!(f, "{verdict}: {} needs a tool that is missing: {advice}", line.name)
            }
            StepOutcome::Failed(reason) => {
                writeln!(f, "FAILED: {}: {reason}", line.name)?;
                writeln!(f, "    repeat it with: {}", line.repeat)
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "==> summary")?;
        for line in &self.steps {
            let word = match line.outcome {
                StepOutcome::Passed => "ok",
                StepOutcome::Failed(_) => "FAILED",
                StepOutcome::Skipped(_) => "skipped",
            };
            let (time, budget) = (line.time.as_secs_f64(), line.budget.as_secs());
            writeln!(f, "{:<28} {word:<8} {time:>7.1}s of {budget:>4}s", line.name)?;
        }
        self.steps.iter().try_for_each(|line| self.write_failure(line, f))?;
        self.tests.failures().iter().try_for_each(|name| writeln!(f, "failed test: {name}"))?;
        self.steps.iter().try_for_each(|line| line.write_overrun(f))?;
        let time: Duration = self.steps.iter().map(|line| line.time).sum();
        let budget: Duration = self.steps.iter().map(|line| line.budget).sum();
        write_overrun("everything together", time, budget, f)?;
        let verdict = if self.is_success() { "ok" } else { "FAILED" };
        let (n_steps, seconds) = (self.steps.len(), time.as_secs_f64());
        writeln!(f, "{verdict}: {n_steps} steps in {seconds:.1}s; tests: {}", self.tests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(name: &str, seconds: u64, budget: u64) -> StepReport {
        let (name, repeat) = (name.to_owned(), String::new());
        let [time, budget] = [seconds, budget].map(Duration::from_secs);
        StepReport { name, outcome: StepOutcome::Passed, time, budget, repeat }
    }

    #[test]
    fn a_step_over_its_budget_is_a_warning_and_no_failure() {
        let mut report = Report::new(Skips::Forbidden);
        report.steps = vec![passed("quick", 10, 10), passed("slow", 75, 60)];
        assert!(report.is_success());
        let text = report.to_string();
        assert_eq!(text.matches("warning: ").count(), 2, "{text}");
        assert!(
            text.contains("slow                         ok          75.0s of   60s\n"),
            "{text}"
        );
        assert!(
            text.contains("warning: slow took 75.0s; the budget on two cores is 60s\n"),
            "{text}"
        );
        assert!(text.contains("warning: everything together took 85.0s; "), "{text}");
    }

    #[test]
    fn only_true_means_the_build_server() {
        assert_eq!(Skips::from_ci(Some("true")), Skips::Forbidden);
        assert_eq!(Skips::from_ci(Some("")), Skips::Allowed);
        assert_eq!(Skips::from_ci(None), Skips::Allowed);
    }
}
