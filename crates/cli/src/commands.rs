//! The commands, one file each.

mod analyze;
mod archive;
mod backup;
mod bench;
mod book;
mod bot;
mod bridge;
mod check;
mod config;
mod connect;
mod convert;
mod destination;
mod draughts;
mod edge;
mod eval;
mod eval_by;
mod eval_static;
mod exercises;
mod game_file;
mod generate;
mod ggs;
mod help;
mod import;
mod lab;
mod matches;
mod migrate;
mod perft;
mod play;
mod positions;
mod protocols;
mod requests;
mod result_table;
mod serve;
mod solve;
mod tournament;
mod tree;

pub(crate) use convert::wthor::WthorSource;

use crate::args::{Command, GameName};
use crate::error::CliError;
use crate::status::Status;

/// Runs a command.
///
/// # Errors
/// What keeps the command from doing its work.
pub(crate) fn run(command: Command) -> Result<Status, CliError> {
    match command {
        Command::Play(args) if args.game == GameName::Draughts => draughts::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Eval(args) if args.only_static => eval_static::run(&args),
        Command::Eval(args) => match &args.by {
            Some(by) => eval_by::run(&args, by),
            None => eval::run(&args),
        },
        Command::Tree(args) => tree::run(&args),
        Command::Edge(args) => edge::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Exercises(args) => exercises::run(&args),
        Command::Gtp(args) => protocols::run_gtp(&args),
        Command::Nboard(args) => protocols::run_nboard(&args),
        Command::Serve(args) => serve::run(args),
        Command::Import(args) => import::run(args),
        Command::Archive(args) => archive::run(args),
        Command::Backup(args) => backup::run(args),
        Command::Check(args) => check::run(args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Connect(args) => connect::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Ggs(args) => ggs::run(&args),
        Command::Bridge(args) => bridge::run(&args),
        Command::Lab(args) => lab::run(&args.words),
        Command::Config(args) => config::run(&args.step),
        Command::Completions(args) => generate::run_completions(&args),
        Command::Man(args) => generate::run_man(&args),
        Command::Help(args) => help::run(&args),
        Command::Generate(args) => generate::run(&args),
    }
}
