//! `willow lab self-play`: games of the engine against itself.

use willow_eval::patterns::PatternEvaluator;
use willow_lab::fingerprint;
use willow_lab::self_play::{SelfPlayPlan, self_play};

use super::output::failed;
use super::weights;
use crate::args::SelfPlayArgs;
use crate::error::CliError;
use crate::progress::Progress;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &SelfPlayArgs) -> Result<Status, CliError> {
    let network = weights::read_or_embedded(args.weights.as_deref())?;
    let plan = SelfPlayPlan {
        games: args.games,
        least_random: args.random_from,
        most_random: args.random_to,
        nodes: args.nodes,
        seed: args.seed,
        weights: fingerprint::of_weights(&network),
    };
    let evaluator = PatternEvaluator::new(&network);
    let progress = Progress::bar(plan.games);
    self_play(&evaluator, plan, &args.out, args.threads, &mut |_| progress.step())
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}
