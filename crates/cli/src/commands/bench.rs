//! `willow bench`: the engine's signature and speed.

use std::time::Instant;

use serde::Serialize;
use willow_engine::{BenchReport, bench};

use crate::args::BenchArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::{json, units};

#[derive(Serialize)]
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
    use std::time::Duration;

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
