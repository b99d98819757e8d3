//! `willow lab openings`: balanced openings.

use willow_engine::{Engine, EngineOptions};
use willow_lab::openings::{OpeningsPlan, balanced_openings};

use super::output::{failed, log_beside, overwrite};
use crate::args::OpeningsArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &OpeningsArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let plan = OpeningsPlan {
        plies: args.plies,
        nodes: args.nodes,
        bound: args.bound,
        count: args.count,
        seed: args.seed,
    };
    let mut engine = Engine::new(willow_eval::weights::evaluator(), EngineOptions::default())?;
    let draft = log_beside(&args.out, ".draft");
    let progress = Progress::bar(plan.count as u64);
    let list = balanced_openings(plan, &mut engine, &draft, &mut |_| progress.step());
    drop(progress);
    let list = list.map_err(|error| failed(&error))?;
    files::write(&args.out, list.as_bytes(), overwrite)?;
    std::fs::remove_file(&draft).map_err(|error| CliError::file("remove", &draft, &error))?;
    Ok(Status::Done)
}
