//! `cargo xtask test`: runs steps one after another, and sums up what failed.

use std::env;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

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
    pub(crate) run: fn(&Workspace) -> Result<()>,
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

/// Runs every step, also after a failure.
pub(crate) fn run(workspace: &Workspace, extent: Extent) -> Result<()> {
    let is_build_server = env::var("CI").is_ok_and(|value| value == "true");
    let without = if is_build_server { WithoutTool::Fail } else { WithoutTool::Skip };
    run_steps(workspace, &steps::of(extent), without)
}

fn run_steps(workspace: &Workspace, steps: &[Step], without: WithoutTool) -> Result<()> {
    let start = Instant::now();
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for step in steps {
        println!("==> {}", step.name);
        let start = Instant::now();
        let outcome = match &step.tool {
            Some(tool) if !tool.names.iter().any(|name| is_installed(name)) => {
                let reason = format!("{} is missing: {}", tool.names[0], tool.advice);
                let fails = without == WithoutTool::Fail && !tool.is_optional;
                if fails { Outcome::Failed(reason) } else { Outcome::Skipped(reason) }
            }
            _ => (step.run)(workspace)
                .map_or_else(|error| Outcome::Failed(format!("{error:#}")), |()| Outcome::Passed),
        };
        let verdict = match outcome {
            Outcome::Passed => "ok".to_owned(),
            Outcome::Skipped(reason) => format!("skipped: {reason}"),
            Outcome::Failed(reason) => {
                failed.push(step.name);
                format!("FAILED: {reason}")
            }
        };
        lines.push(line(step.name, start.elapsed(), &verdict));
    }
    println!("==> summary\n{}", lines.join("\n"));
    println!("{}", line("all steps", start.elapsed(), ""));
    if !failed.is_empty() {
        bail!("{} of {} steps failed: {}", failed.len(), steps.len(), failed.join(", "));
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
        Step { name, tool: None, run }
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
