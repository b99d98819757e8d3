//! Running a list of steps one after another, and their report.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::invocation::Invocation;
use crate::test_counts::TestCounts;

/// One step: a name, the tool that it needs and what it does.
pub(crate) struct Step<'a> {
    /// The name in the report.
    pub(crate) name: String,
    /// The tool that the step needs, if it may be missing.
    pub(crate) tool: Option<Tool>,
    /// The command of the step, which also repeats it.
    pub(crate) command: Invocation,
    /// How the step is run.
    pub(crate) action: Action<'a>,
}

/// A tool that not every machine has.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    /// A call that succeeds where the tool is installed.
    pub(crate) probe: Invocation,
    /// How to install it.
    pub(crate) advice: &'static str,
}

/// How a step is run.
pub(crate) enum Action<'a> {
    /// Its command is run.
    Run,
    /// Its command is run, and it prints test results.
    RunTests,
    /// A function of this program is called. Its error says what is wrong.
    Call(Box<dyn Fn() -> Result<(), String> + 'a>),
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum StepOutcome {
    Passed,
    Failed(String),
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
    tests: TestCounts,
    steps: Vec<StepReport>,
}

/// The outcome of one step.
struct StepReport {
    name: String,
    outcome: StepOutcome,
    time: Duration,
    repeat: String,
}

/// Runs every step, also after a failure, and returns their report.
///
/// The standard output of steps whose tests are counted goes to `out`. All other output goes where the
/// output of this program goes.
pub(crate) fn run(steps: &[Step], folder: &Path, skips: Skips, out: &mut dyn Write) -> Report {
    let mut report = Report { skips, tests: TestCounts::default(), steps: Vec::new() };
    for step in steps {
        print_line(out, &format!("==> {}: {}", step.name, step.command));
        let start = Instant::now();
        let outcome = run_step(step, folder, out, &mut report.tests);
        let repeat = step.command.to_string();
        report.steps.push(StepReport {
            name: step.name.clone(),
            outcome,
            time: start.elapsed(),
            repeat,
        });
    }
    report
}

/// Runs one step, if its tool is installed.
fn run_step(
    step: &Step,
    folder: &Path,
    out: &mut dyn Write,
    tests: &mut TestCounts,
) -> StepOutcome {
    if let Some(tool) = &step.tool
        && tool.probe.output(folder).is_none()
    {
        return StepOutcome::Skipped(tool.advice);
    }
    let status = match &step.action {
        Action::Call(action) => {
            return action().map_or_else(StepOutcome::Failed, |()| StepOutcome::Passed);
        }
        Action::Run => step.command.status(folder),
        Action::RunTests => step.command.status_by_line(folder, |line| {
            print_line(out, line);
            tests.read(line);
        }),
    };
    match status {
        Ok(status) if status.success() => StepOutcome::Passed,
        Ok(status) => StepOutcome::Failed(status.to_string()),
        Err(error) => StepOutcome::Failed(format!("{error:#}")),
    }
}

/// Prints a line. If nobody reads the output any more, the steps still run.
fn print_line(out: &mut dyn Write, line: &str) {
    let _ = writeln!(out, "{line}");
}

impl Report {
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
            writeln!(f, "{:<28} {word:<8} {:>6.1}s", line.name, line.time.as_secs_f64())?;
        }
        self.steps.iter().try_for_each(|line| self.write_failure(line, f))?;
        self.tests.failures().iter().try_for_each(|name| writeln!(f, "failed test: {name}"))?;
        let seconds: Duration = self.steps.iter().map(|line| line.time).sum();
        let verdict = if self.is_success() { "ok" } else { "FAILED" };
        let (n_steps, seconds) = (self.steps.len(), seconds.as_secs_f64());
        writeln!(f, "{verdict}: {n_steps} steps in {seconds:.1}s; tests: {}", self.tests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, action: Action<'static>) -> Step<'static> {
        let command = Invocation::cargo("--version");
        Step { name: name.to_owned(), tool: None, command, action }
    }

    fn without_tool(name: &str) -> Step<'static> {
        let probe = Invocation::cargo("no-such-subcommand");
        let tool = Some(Tool { probe, advice: "install it with care" });
        Step { tool, ..step(name, Action::Run) }
    }

    fn report(steps: &[Step], skips: Skips) -> Report {
        run(steps, Path::new("."), skips, &mut Vec::new())
    }

    #[test]
    fn steps_and_their_tests_are_shown_as_they_run() {
        let mut out = Vec::new();
        let steps = [step("version", Action::RunTests)];
        run(&steps, Path::new("."), Skips::Allowed, &mut out);
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("==> version: cargo --version\ncargo "), "{text}");
    }

    #[test]
    fn passing_steps_succeed() {
        let report = report(&[step("version", Action::RunTests)], Skips::Forbidden);
        assert!(report.is_success());
        let text = report.to_string();
        assert!(text.contains("\nok: 1 steps in "), "{text}");
    }

    #[test]
    fn a_failure_names_the_step_and_its_command_and_the_next_step_runs() {
        let failing = Action::Call(Box::new(|| Err("3 problems".to_owned())));
        let steps = [step("rules", failing), step("version", Action::RunTests)];
        let report = report(&steps, Skips::Allowed);
        assert!(!report.is_success());
        let text = report.to_string();
        assert!(text.contains("FAILED: rules: 3 problems\n    repeat it with: cargo --version"));
        assert!(text.contains("\nFAILED: 2 steps in "), "{text}");
        assert_eq!(report.steps[1].outcome, StepOutcome::Passed);
    }

    #[test]
    fn a_command_that_fails_is_a_failure() {
        // Git answers by its exit code alone: no, the manifest is not ignored.
        let command = Invocation::new("git", ["check-ignore", "--quiet", "Cargo.toml"]);
        let steps = [Step { command, ..step("broken", Action::RunTests) }];
        assert!(!report(&steps, Skips::Allowed).is_success());
    }

    #[test]
    fn a_missing_tool_is_skipped_with_advice() {
        let report = report(&[without_tool("format")], Skips::Allowed);
        assert!(report.is_success());
        let text = report.to_string();
        assert!(
            text.contains("skipped: format needs a tool that is missing: install it"),
            "{text}"
        );
    }

    #[test]
    fn a_missing_tool_is_a_failure_on_the_build_server() {
        let report = report(&[without_tool("format")], Skips::Forbidden);
        assert!(!report.is_success());
        assert!(report.to_string().contains("FAILED: format needs"));
    }

    #[test]
    fn only_true_means_the_build_server() {
        assert_eq!(Skips::from_ci(Some("true")), Skips::Forbidden);
        assert_eq!(Skips::from_ci(Some("")), Skips::Allowed);
        assert_eq!(Skips::from_ci(None), Skips::Allowed);
    }
}
