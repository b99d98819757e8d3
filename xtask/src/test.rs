//! `cargo xtask test`: runs steps, and sums up what failed.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::command::{is_installed, print_into};
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

impl Step {
    /// Returns how the step ends if its tool is missing.
    fn without_tool(&self, without: WithoutTool) -> Option<Outcome> {
        let is_missing = |tool: &&Tool| !tool.names.iter().any(|name| is_installed(name));
        let tool = self.tool.as_ref().filter(is_missing)?;
        let reason = format!("{} is missing: {}", tool.names[0], tool.advice);
        Some(match without {
            WithoutTool::Fail => Outcome::Failed(reason),
            WithoutTool::Skip => Outcome::Skipped(reason),
        })
    }
}

/// What a step does, and when.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// After the step before it.
    InTurn(fn(&Workspace) -> Result<()>),
    /// While the steps after it run, one such step at a time. Its output is shown at the end.
    Background(fn(&Workspace) -> Result<()>),
    /// When all steps before it have ended.
    Alone(fn(&Workspace) -> Result<()>),
}

/// A step that runs in the background.
struct Background<'scope> {
    name: &'static str,
    ended: ScopedJoinHandle<'scope, (Result<()>, Duration)>,
    output: PathBuf,
}

impl<'scope> Background<'scope> {
    /// Runs a step in a thread, once it holds `turn`.
    fn begin(
        scope: &'scope Scope<'scope, '_>,
        workspace: &'scope Workspace,
        turn: &'scope Mutex<()>,
        name: &'static str,
        work: fn(&Workspace) -> Result<()>,
    ) -> Result<Self> {
        let output = workspace.target.join(format!("{}.log", name.replace(' ', "-")));
        let file =
            File::create(&output).with_context(|| format!("cannot write {}", output.display()))?;
        let ended = scope.spawn(move || {
            print_into(file);
            let _turn = turn.lock();
            let start = Instant::now();
            (work(workspace), start.elapsed())
        });
        println!("it runs in the background");
        Ok(Background { name, ended, output })
    }

    /// Waits for the end, and prints what the step has printed. Returns how long it ran.
    fn end(self) -> Result<(Result<()>, Duration)> {
        let ended = self.ended.join().map_err(|_| anyhow!("it panicked"))?;
        println!("==> {} has printed\n{}", self.name, fs::read_to_string(&self.output)?);
        Ok(ended)
    }
}

/// A program that not every machine has.
pub(crate) struct Tool {
    /// Its names: one of them is enough.
    pub(crate) names: &'static [&'static str],
    /// How to install it.
    pub(crate) advice: &'static str,
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
    let (begin, turn) = (Instant::now(), Mutex::new(()));
    let mut ended: Vec<(&str, Duration, Outcome)> = Vec::new();
    thread::scope(|scope| {
        let mut background = Vec::new();
        for step in steps {
            if matches!(step.work, Work::Alone(_)) {
                wait_for(&mut background, &mut ended);
            }
            println!("==> {}", step.name);
            let start = Instant::now();
            let outcome = match (step.without_tool(without), step.work) {
                (Some(outcome), _) => outcome,
                (None, Work::Background(work)) => {
                    match Background::begin(scope, workspace, &turn, step.name, work) {
                        Ok(begun) => {
                            background.push(begun);
                            continue;
                        }
                        Err(error) => Outcome::of(Err(error)),
                    }
                }
                (None, Work::InTurn(work) | Work::Alone(work)) => Outcome::of(work(workspace)),
            };
            ended.push((step.name, start.elapsed(), outcome));
        }
        wait_for(&mut background, &mut ended);
    });
    summarize(&ended, begin.elapsed())
}

fn wait_for(background: &mut Vec<Background<'_>>, ended: &mut Vec<(&str, Duration, Outcome)>) {
    for step in background.drain(..) {
        let name = step.name;
        let (result, time) = step.end().unwrap_or_else(|error| (Err(error), Duration::ZERO));
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
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::command::{program, run};

    fn step(name: &'static str, run: fn(&Workspace) -> Result<()>) -> Step {
        Step { name, tool: None, work: Work::InTurn(run) }
    }

    fn without_tool() -> Step {
        let tool = Tool { names: &["no-such-program"], advice: "install it" };
        Step { tool: Some(tool), ..step("lints", |_| unreachable!("its tool is missing")) }
    }

    fn workspace() -> Workspace {
        let target = env::temp_dir();
        Workspace { root: ".".into(), target, crates: Vec::new() }
    }

    #[test]
    fn background_steps_run_one_at_a_time_and_fail_like_them() {
        static RUNNING: AtomicU32 = AtomicU32::new(0);
        let background = |name, run| Step { work: Work::Background(run), ..step(name, run) };
        let steps = [
            background("xtask-test-a", |it| {
                assert_eq!(RUNNING.fetch_add(1, Ordering::SeqCst), 0);
                let failed = run(&mut program(&it.root, "no-such-program"));
                assert_eq!(RUNNING.fetch_sub(1, Ordering::SeqCst), 1);
                failed
            }),
            background("xtask-test-b", |_| {
                assert_eq!(RUNNING.fetch_add(1, Ordering::SeqCst), 0);
                RUNNING.store(0, Ordering::SeqCst);
                Ok(())
            }),
            background("xtask-test-c", |_| panic!("its thread ends")),
            step("d", |_| Ok(())),
        ];
        let error = run_steps(&workspace(), &steps, WithoutTool::Fail).unwrap_err();
        assert_eq!(error.to_string(), "2 of 4 steps failed: xtask-test-a, xtask-test-c");
        let log = env::temp_dir().join("xtask-test-a.log");
        assert_eq!(fs::read_to_string(log).unwrap(), "$ no-such-program\n");
    }

    #[test]
    fn a_failure_names_its_steps_and_the_others_run() {
        let workspace = workspace();
        let run = |steps: &[Step], without| {
            let result = run_steps(&workspace, steps, without);
            result.err().map(|error| error.to_string())
        };
        let steps =
            || [step("a", |_| bail!("no")), step("b", |_| Ok(())), step("c", |_| bail!("no"))];
        let (skip, fail) = (WithoutTool::Skip, WithoutTool::Fail);
        assert_eq!(run(&steps(), skip).as_deref(), Some("2 of 3 steps failed: a, c"));
        assert_eq!(run(&steps()[1..2], fail), None);
        assert_eq!(run(&[without_tool()], skip), None);
        assert_eq!(run(&[without_tool()], fail).as_deref(), Some("1 of 1 steps failed: lints"));
    }
}
