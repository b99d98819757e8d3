//! `cargo xtask test`: runs steps, and sums up what failed.

use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use anyhow::{Context, Result, anyhow, bail};

use crate::command::is_installed;
use crate::steps;
use crate::workspace::Workspace;

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What a change needs while it is made.
    Fast,
    /// What a change must pass.
    Full,
}

/// One step of the tests.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// The program that the step needs besides cargo.
    pub(crate) tool: Option<Tool>,
    pub(crate) work: Work,
}

/// What a step does, and when.
pub(crate) enum Work {
    /// After the step before it.
    InTurn(fn(&Workspace) -> Result<()>),
    /// A task of this program, beside the steps after it: compilers wait for each other often enough.
    Beside(&'static str),
    /// When all steps before it have ended.
    Alone(fn(&Workspace) -> Result<()>),
}

/// A task of this program that runs beside the steps.
struct Background {
    name: &'static str,
    /// How and when it ended.
    ended: JoinHandle<io::Result<(ExitStatus, Duration)>>,
    output: PathBuf,
}

impl Background {
    fn begin(workspace: &Workspace, name: &'static str, task: &str) -> Result<Background> {
        let output = workspace.target.join(format!("{}.log", name.replace(' ', "-")));
        let file = fs::File::create(&output)
            .with_context(|| format!("cannot write {}", output.display()))?;
        let mut command = Command::new(env::current_exe()?);
        command.args(task.split_whitespace()).current_dir(&workspace.root);
        let mut child = command.stdout(file.try_clone()?).stderr(file).spawn()?;
        let start = Instant::now();
        let ended = thread::spawn(move || Ok((child.wait()?, start.elapsed())));
        println!("it runs beside the next steps");
        Ok(Background { name, ended, output })
    }

    /// Waits for the end, and prints what the task has printed. Returns how long it ran.
    fn end(self) -> Result<(Result<()>, Duration)> {
        let ended = self.ended.join().map_err(|_| anyhow!("nobody waited for it"))?;
        let (status, time) = ended?;
        println!("==> {} has printed\n{}", self.name, fs::read_to_string(&self.output)?);
        Ok((if status.success() { Ok(()) } else { Err(anyhow!("see above")) }, time))
    }
}

/// A program that not every machine has.
pub(crate) struct Tool {
    /// Its names: one of them is enough.
    pub(crate) names: &'static [&'static str],
    /// How to install it.
    pub(crate) advice: &'static str,
    /// Whether the build server may do without.
    pub(crate) is_optional: bool,
}

/// What a step does whose tool is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WithoutTool {
    Skip,
    Fail,
}

enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
}

impl Outcome {
    fn of(result: Result<()>) -> Outcome {
        result.map_or_else(|error| Outcome::Failed(format!("{error:#}")), |()| Outcome::Passed)
    }
}

/// Runs every step, also after a failure.
pub(crate) fn run(workspace: &Workspace, extent: Extent) -> Result<()> {
    let is_build_server = env::var("CI").is_ok_and(|value| value == "true");
    let without = if is_build_server { WithoutTool::Fail } else { WithoutTool::Skip };
    run_steps(workspace, &steps::of(extent), without)
}

fn run_steps(workspace: &Workspace, steps: &[Step], without: WithoutTool) -> Result<()> {
    let begin = Instant::now();
    let mut ended: Vec<(&str, Duration, Outcome)> = Vec::new();
    let mut background: Vec<Background> = Vec::new();
    for step in steps {
        if matches!(step.work, Work::Alone(_)) {
            wait_for(&mut background, &mut ended);
        }
        println!("==> {}", step.name);
        let start = Instant::now();
        let outcome = match (&step.tool, &step.work) {
            (Some(tool), _) if !tool.names.iter().any(|name| is_installed(name)) => {
                let reason = format!("{} is missing: {}", tool.names[0], tool.advice);
                let fails = without == WithoutTool::Fail && !tool.is_optional;
                if fails { Outcome::Failed(reason) } else { Outcome::Skipped(reason) }
            }
            (_, Work::Beside(task)) => match Background::begin(workspace, step.name, task) {
                Ok(begun) => {
                    background.push(begun);
                    continue;
                }
                Err(error) => Outcome::of(Err(error)),
            },
            (_, Work::InTurn(run) | Work::Alone(run)) => Outcome::of(run(workspace)),
        };
        ended.push((step.name, start.elapsed(), outcome));
    }
    wait_for(&mut background, &mut ended);
    summarize(&ended, begin.elapsed())
}

fn wait_for(background: &mut Vec<Background>, ended: &mut Vec<(&str, Duration, Outcome)>) {
    for task in background.drain(..) {
        let name = task.name;
        let (result, time) = task.end().unwrap_or_else(|error| (Err(error), Duration::ZERO));
        ended.push((name, time, Outcome::of(result)));
    }
}

/// Prints how the steps ended. An error names those that failed.
fn summarize(ended: &[(&str, Duration, Outcome)], time: Duration) -> Result<()> {
    println!("==> summary");
    for (name, time, outcome) in ended {
        let verdict = match outcome {
            Outcome::Passed => "ok".to_owned(),
            Outcome::Skipped(reason) => format!("skipped: {reason}"),
            Outcome::Failed(reason) => format!("FAILED: {reason}"),
        };
        println!("{}", line(name, *time, &verdict));
    }
    println!("{}", line("all steps", time, ""));
    let is_failed = |outcome: &Outcome| matches!(outcome, Outcome::Failed(_));
    let failed: Vec<&str> =
        ended.iter().filter(|(.., outcome)| is_failed(outcome)).map(|(name, ..)| *name).collect();
    if !failed.is_empty() {
        bail!("{} of {} steps failed: {}", failed.len(), ended.len(), failed.join(", "));
    }
    Ok(())
}

fn line(name: &str, time: Duration, verdict: &str) -> String {
    format!("{name:<16} {:>7.1} s  {verdict}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, run: fn(&Workspace) -> Result<()>) -> Step {
        Step { name, tool: None, work: Work::InTurn(run) }
    }

    fn without_tool(is_optional: bool) -> Step {
        let tool = Tool { names: &["no-such-program"], advice: "install it", is_optional };
        Step { tool: Some(tool), ..step("lints", |_| unreachable!("its tool is missing")) }
    }

    #[test]
    fn a_failure_names_its_steps_and_the_others_run() {
        let [root, target] = ["/w", "/w/target"].map(Into::into);
        let workspace = Workspace { root, target, crates: Vec::new() };
        let run = |steps: &[Step], without| {
            let result = run_steps(&workspace, steps, without);
            result.err().map(|error| error.to_string())
        };
        let steps =
            || [step("a", |_| bail!("no")), step("b", |_| Ok(())), step("c", |_| bail!("no"))];
        let (skip, fail) = (WithoutTool::Skip, WithoutTool::Fail);
        assert_eq!(run(&steps(), skip).as_deref(), Some("2 of 3 steps failed: a, c"));
        assert_eq!(run(&steps()[1..2], fail), None);
        for (is_optional, without, fails) in
            [(false, skip, false), (false, fail, true), (true, fail, false)]
        {
            let found = run(&[without_tool(is_optional)], without);
            assert_eq!(found.is_some(), fails, "{found:?}");
        }
    }
}
