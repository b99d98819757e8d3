//! `willow bench`: the engine's signature and speed.

use std::process::Command;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use willow_engine::{BenchReport, bench};
use willow_launch::CPU_VARIABLE;

use crate::args::{BenchArgs, BenchedBuilds};
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::{json, units};

#[derive(Deserialize, Serialize)]
struct BenchJson {
    signature: u64,
    nodes: u64,
    nodes_without_filled: u64,
    seconds: f64,
}

impl From<&BenchReport> for BenchJson {
    fn from(report: &BenchReport) -> BenchJson {
        let seconds = json::seconds(report.elapsed);
        BenchJson {
            signature: report.nodes,
            nodes: report.nodes,
            nodes_without_filled: report.nodes - report.terminal_nodes,
            seconds,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &BenchArgs) -> Result<Status, CliError> {
    if let Some(BenchedBuilds::All) = args.cpu {
        return run_builds();
    }
    let report = {
        let progress = Progress::spinner();
        progress.say("searching the bench positions");
        let epoch = Instant::now();
        bench(willow_eval::weights::evaluator(), &|| epoch.elapsed())?
    };
    if args.json {
        json::print(&BenchJson::from(&report))?;
    } else {
        output::print(&text(&report))?;
    }
    Ok(Status::Done)
}

/// Runs `willow bench` with each build and compares the signatures.
fn run_builds() -> Result<Status, CliError> {
    let levels = willow_launch::builds();
    let Some(program) = willow_launch::program().filter(|_| 1 < levels.len()) else {
        return Err(CliError::failed("this program has one build")
            .with_hint("`cargo xtask dist` makes one with builds for several processors"));
    };
    let mut signatures = Vec::new();
    for level in levels {
        let mut build = Command::new(&program);
        build.args(["bench", "--json"]).env(CPU_VARIABLE, level.to_string());
        let done = build.output().map_err(|error| CliError::file("run", &program, &error))?;
        let Ok(report) = serde_json::from_slice::<BenchJson>(&done.stdout) else {
            let reason = String::from_utf8_lossy(&done.stderr).into_owned();
            output::print(&format!("{level}  not run: {}\n", reason.trim()))?;
            continue;
        };
        let elapsed = Duration::from_secs_f64(report.seconds);
        let rate = units::rate(report.nodes, "nodes", elapsed);
        output::print(&format!("{level}  Bench: {}  {rate}\n", report.signature))?;
        signatures.push(report.signature);
    }
    signatures.dedup();
    match signatures[..] {
        [_] => Ok(Status::Done),
        _ => Err(CliError::failed("the builds count different nodes")),
    }
}

fn text(report: &BenchReport) -> String {
    format!(
        "Bench: {} (nodes, with 1 thread)\n{} ({})\n",
        report.nodes,
        units::time(report.elapsed),
        units::rate(report.nodes, "nodes", report.elapsed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bench itself takes too long for a test of its print.
    #[test]
    fn the_signature_is_the_number_of_nodes() {
        let report = BenchReport {
            nodes: 3_000_000,
            terminal_nodes: 600_000,
            elapsed: Duration::from_millis(1500),
        };
        assert_eq!(
            serde_json::to_string(&BenchJson::from(&report)).unwrap(),
            r#"{"signature":3000000,"nodes":3000000,"nodes_without_filled":2400000,"seconds":1.5}"#
        );
        assert_eq!(
            text(&report),
            "Bench: 3000000 (nodes, with 1 thread)\n1.50 s (2.00 M nodes/s)\n"
        );
    }
}
