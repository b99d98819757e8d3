//! `willow analyze`: what every move of a game lost.

mod analyzed;
mod annotate;
mod archive;
mod book;
mod files;
mod html;
mod json;
mod players;
mod resume;
mod svg;
mod text;
mod work;

use std::io;

use willow_analysis::PastGames;
use willow_engine::{EngineOptions, Level};

use self::analyzed::Analyzed;
use self::book::Library;
use self::files::AnalysisFiles;
use self::players::PlayerTable;
use self::resume::SavedAnalyses;
use self::text::Explained;
use self::work::{Effort, End, Explanation, Workshop};
use crate::args::AnalyzeArgs;
use crate::error::CliError;
use crate::input::{self, InputItem};
use crate::output;
use crate::search;
use crate::status::{InputErrors, Status};

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs) -> Result<Status, CliError> {
    let mut run = AnalysisRun::new(args)?;
    let mut input_errors = InputErrors::default();
    input::for_each_item(&args.inputs, |item| match item {
        _ if run.interrupted.is_some() => Ok(()),
        Ok(InputItem { id, item }) => run.analyze(Analyzed::new(id, item)),
        Err(error) => input_errors.report(error),
    })?;
    run.close()?;
    Ok(match run.interrupted {
        Some(exit_code) => Status::Terminated { exit_code },
        None => input_errors.status(),
    })
}

/// The analysis of all inputs.
struct AnalysisRun<'a> {
    args: &'a AnalyzeArgs,
    workshop: Workshop,
    past: Option<PastGames>,
    library: Option<Library>,
    saved: SavedAnalyses,
    table: PlayerTable,
    files: AnalysisFiles<'a>,
    /// The exit code, after a signal has ended the analysis.
    interrupted: Option<u8>,
}

impl<'a> AnalysisRun<'a> {
    fn new(args: &'a AnalyzeArgs) -> Result<AnalysisRun<'a>, CliError> {
        let threads = args.threads.unwrap_or_else(search::all_cores);
        let options = EngineOptions { threads, hash_bytes: args.hash };
        Ok(AnalysisRun {
            args,
            workshop: Workshop::new(options, effort(args), explanation(args))?,
            past: args.archive.as_deref().map(archive::read).transpose()?,
            library: args.book.as_deref().map(Library::open).transpose()?,
            files: AnalysisFiles::new(args)?,
            saved: SavedAnalyses::open(args.resume.as_deref(), effort(args), explanation(args))?,
            table: PlayerTable::default(),
            interrupted: None,
        })
    }

    /// Analyzes a game or position that is not finished yet, and shows it.
    fn analyze(&mut self, mut analyzed: Analyzed) -> Result<(), CliError> {
        if !self.saved.restore(&mut analyzed) {
            match self.workshop.analyze(&mut analyzed) {
                End::Finished => self.saved.add(&analyzed)?,
                End::Interrupted { exit_code } => self.interrupted = Some(exit_code),
            }
        }
        analyzed.compare_with(self.past.as_ref());
        analyzed.look_up(self.library.as_ref())?;
        self.table.add(&analyzed);
        show(&analyzed, self.args, self.library.as_ref())?;
        self.files.add(analyzed);
        Ok(())
    }

    /// Shows the players and writes the files.
    fn close(&self) -> Result<(), CliError> {
        if self.args.json {
            crate::json::line(&mut io::stdout().lock(), &self.table.json())?;
        } else {
            output::print(&self.table.text())?;
        }
        self.files.save(&self.table)?;
        if self.interrupted.is_some() && self.args.resume.is_some() {
            output::note("run the same command again to go on with the games that are left");
        }
        Ok(())
    }
}

fn explanation(args: &AnalyzeArgs) -> Explanation {
    if args.explain { Explanation::Counterfactuals } else { Explanation::Lines }
}

fn effort(args: &AnalyzeArgs) -> Effort {
    let default =
        || Level::new(willow_analysis::Plan::DEFAULT_LEVEL).expect("the default is a level");
    match args.time {
        Some(time) => Effort::Time(time),
        None => Effort::Level(args.level.unwrap_or_else(default)),
    }
}

fn show(
    analyzed: &Analyzed,
    args: &AnalyzeArgs,
    library: Option<&Library>,
) -> Result<(), CliError> {
    if !args.json {
        let explained = if args.explain { Explained::In(args.language()) } else { Explained::No };
        return output::print(&text::report(analyzed, explained, library));
    }
    let mut out = io::stdout().lock();
    for (index, found) in analyzed.findings.iter().enumerate() {
        let n_past_games = analyzed.n_past_games.get(index).copied();
        let known = analyzed.known.get(index).cloned();
        crate::json::line(&mut out, &json::MoveLine::of(analyzed.id, found, n_past_games, known))?;
    }
    Ok(())
}
