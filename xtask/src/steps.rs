//! Running a list of steps one after another.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::heartbeat;
use crate::invocation::Invocation;
use crate::report::{Report, Skips, StepOutcome, StepReport};
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
    /// The time that the step should take at most, from a clean clone on two cores.
    pub(crate) budget: Duration,
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
    Call(Box<dyn Fn() -> anyhow::Result<()> + 'a>),
}

/// Where and how steps are run.
pub(crate) struct Runner<'a> {
    /// The folder to run commands in.
    pub(crate) folder: &'a Path,
    /// The policy for skipped steps.
    pub(crate) skips: Skips,
    /// How often the elapsed time of a step is printed on the standard error output; `None` on a
    /// terminal, where cargo shows a progress bar.
    pub(crate) heartbeat: Option<Duration>,
}

impl Runner<'_> {
    /// Runs every step, also after a failure, and returns their report.
    ///
    /// The standard output of steps whose tests are counted goes to `out`. All other output goes
    /// where the output of this program goes.
    pub(crate) fn run(&self, steps: &[Step], out: &mut dyn Write) -> Report {
        let mut report = Report::new(self.skips);
        for step in steps {
            print_line(out, &format!("==> {}: {}", step.name, step.command));
            let start = Instant::now();
            let outcome = self.run_with_heartbeat(step, out, &mut report.tests);
            report.steps.push(StepReport {
                name: step.name.clone(),
                outcome,
                time: start.elapsed(),
                budget: step.budget,
                repeat: step.command.to_string(),
            });
        }
        report
    }

    fn run_with_heartbeat(
        &self,
        step: &Step,
        out: &mut dyn Write,
        tests: &mut TestCounts,
    ) -> StepOutcome {
        let Some(interval) = self.heartbeat else { return run_step(step, self.folder, out, tests) };
        let name = &step.name;
        let beat = |elapsed: Duration| eprintln!("    {name}: {} s so far", elapsed.as_secs());
        heartbeat::run(interval, beat, || run_step(step, self.folder, out, tests))
    }
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
            return match action() {
                Ok(()) => StepOutcome::Passed,
                Err(error) => StepOutcome::Failed(format!("{error:#}")),
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, action: Action<'static>) -> Step<'static> {
        let command = Invocation::cargo("--version");
        Step { name: name.to_owned(), tool: None, command, action, budget: Duration::from_mins(1) }
    }

    fn without_tool(name: &str) -> Step<'static> {
        let probe = Invocation::cargo("no-such-subcommand");
        let tool = Some(Tool { probe, advice: "install it with care" });
        Step { tool, ..step(name, Action::Run) }
    }

    fn run(steps: &[Step], skips: Skips, out: &mut Vec<u8>) -> Report {
        Runner { folder: Path::new("."), skips, heartbeat: None }.run(steps, out)
    }

    fn report(steps: &[Step], skips: Skips) -> Report {
        run(steps, skips, &mut Vec::new())
    }

    #[test]
    fn steps_and_their_tests_are_shown_as_they_run() {
        let mut out = Vec::new();
        let steps = [step("version", Action::RunTests)];
        run(&steps, Skips::Allowed, &mut out);
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
        let failing = Action::Call(Box::new(|| Err(anyhow::anyhow!("3 problems"))));
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
}
