//! `willow lab`: the evaluation's pipeline, and experiments with the old programs.

mod accuracy;
mod book_page;
mod date;
mod games;
mod ladder;
mod mlia_book;
mod move_loss;
mod old_programs;
mod openings;
mod output;
mod pipeline;
mod reproduce;
mod self_play;
mod test_players;
mod tune;
mod weights;

use crate::args::{LabArgs, LabStep};
use crate::error::CliError;
use crate::status::Status;

/// Runs a step.
pub(super) fn run(args: &LabArgs) -> Result<Status, CliError> {
    match &args.step {
        LabStep::Label(args) => pipeline::run_label(args),
        LabStep::Train(args) => pipeline::run_train(args),
        LabStep::Relabel(args) => pipeline::run_relabel(args),
        LabStep::OpeningLabels(args) => pipeline::run_opening_labels(args),
        LabStep::Debias(args) => pipeline::run_debias(args),
        LabStep::Probcut(args) => pipeline::run_probcut(args),
        LabStep::EstimateErrors(args) => pipeline::run_estimate_errors(args),
        LabStep::Accuracy(args) => accuracy::run(args),
        LabStep::ExplainRanking(args) => pipeline::run_explain_ranking(args),
        LabStep::Shrink(args) => pipeline::run_shrink(args),
        LabStep::Average(args) => pipeline::run_average(args),
        LabStep::Testset(args) => pipeline::run_testset(args),
        LabStep::BillBook(args) => old_programs::run_bill_book(args),
        LabStep::BillBayes(args) => old_programs::run_bill_bayes(args),
        LabStep::EdgeTable(args) => old_programs::run_edge_table(args),
        LabStep::Book(args) => match args.show {
            Some(owner) => book_page::run(args, owner),
            None => mlia_book::run(args),
        },
        LabStep::Tune(args) => tune::run(args),
        LabStep::Reproduce(args) => reproduce::run(args),
        LabStep::Ladder(args) => ladder::run_ladder(args),
        LabStep::TestPlayers(args) => test_players::run(args),
        LabStep::Openings(args) => openings::run(args),
        LabStep::SelfPlay(args) => self_play::run(args),
        LabStep::Weaken(args) => move_loss::run_weaken(args),
        LabStep::MoveLoss(args) => move_loss::run_move_loss(args),
    }
}
