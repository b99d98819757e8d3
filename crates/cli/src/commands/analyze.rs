//! `willow analyze`: what every move of a game lost.

mod analyzed;
mod annotate;
mod archive;
mod describe;
mod files;
mod graph;
mod html;
mod json;
mod players;
mod svg;
mod text;
mod work;

use std::io;

use willow_engine::{EngineOptions, Level};

use self::analyzed::Analyzed;
use self::files::AnalysisFiles;
use self::players::PlayerTable;
use self::text::Explained;
use self::work::{Effort, End, Workshop};
use crate::args::AnalyzeArgs;
use crate::error::CliError;
use crate::input;
use crate::output;
use crate::search;
use crate::status::{InputErrors, Status};

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs) -> Result<Status, CliError> {
    let threads = args.threads.unwrap_or_else(search::all_cores);
    let options = EngineOptions { threads, hash_bytes: args.hash };
    let mut workshop = Workshop::new(options, effort(args))?;
    let past = args.archive.as_deref().map(archive::read).transpose()?;
    let mut files = AnalysisFiles::new(args)?;
    let mut input_errors = InputErrors::default();
    let mut table = PlayerTable::default();
    let mut interrupted = None;
    input::for_each_item(&args.inputs, |item| {
        if interrupted.is_some() {
            return Ok(());
        }
        let outcome = item.and_then(|item| {
            let (mut analyzed, end) = workshop.analyze(item.id, item.item);
            analyzed.compare_with(past.as_ref());
            if let End::Interrupted { exit_code } = end {
                interrupted = Some(exit_code);
            }
            table.add(&analyzed);
            show(&analyzed, args)?;
            files.add(analyzed);
            Ok(())
        });
        outcome.or_else(|error| input_errors.report(error))
    })?;
    if args.json {
        crate::json::line(&mut io::stdout().lock(), &table.json())?;
    } else {
        output::print(&table.text())?;
    }
    files.save(&table)?;
    Ok(match interrupted {
        Some(exit_code) => Status::Terminated { exit_code },
        None => input_errors.status(),
    })
}

fn effort(args: &AnalyzeArgs) -> Effort {
    let default =
        || Level::new(willow_analysis::Plan::DEFAULT_LEVEL).expect("the default is a level");
    match args.time {
        Some(time) => Effort::Time(time),
        None => Effort::Level(args.level.unwrap_or_else(default)),
    }
}

fn show(analyzed: &Analyzed, args: &AnalyzeArgs) -> Result<(), CliError> {
    if !args.json {
        let explained = if args.explain { Explained::Yes } else { Explained::No };
        return output::print(&text::report(analyzed, explained));
    }
    let mut out = io::stdout().lock();
    for (index, found) in analyzed.findings.iter().enumerate() {
        let n_past_games = analyzed.n_past_games.get(index).copied();
        crate::json::line(&mut out, &json::MoveJson::of(analyzed.id, found, n_past_games))?;
    }
    Ok(())
}
