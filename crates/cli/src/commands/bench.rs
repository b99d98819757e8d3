//! `willow bench`: the engine's signature and speed.

use std::io;
use std::time::Instant;

use serde::Serialize;
use willow_engine::{BenchReport, bench};
use willow_eval::HandMade;

use crate::args::BenchArgs;
use crate::error::CliError;
use crate::progress::Progress;
use crate::status::Status;
use crate::{json, units};

#[derive(Serialize)]
struct Line {
    signature: u64,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub(super) fn run(args: &BenchArgs) -> Result<Status, CliError> {
    let report = {
        let progress = Progress::spinner();
        progress.say("searching the bench positions");
        let epoch = Instant::now();
        bench(HandMade::default(), &|| epoch.elapsed())
    };
    if args.json {
        let seconds = json::seconds(report.elapsed);
        let line = Line { signature: report.nodes, nodes: report.nodes, seconds };
        json::line(&mut io::stdout().lock(), &line)?;
    } else {
        super::print(&text(&report))?;
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
