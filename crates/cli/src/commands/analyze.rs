//! `willow analyze`: what every move of a game lost.

mod analyzed;
mod annotate;
mod files;
mod json;
mod players;
mod review;
mod text;
mod work;
mod workload;

use willow_analysis::report::MoveReport;
use willow_engine::{EngineOptions, Level};

use self::analyzed::Analyzed;
use self::files::AnalysisFiles;
use self::players::PlayerTable;
use self::review::Review;
use self::work::{AnalysisPool, Effort, Explanation};
use self::workload::Workload;
use super::requests::{LineKind, Refusal, Request, RequestError, Requests, WithId};
use crate::args::AnalyzeArgs;
use crate::error::CliError;
use crate::input::{self, InputItem};
use crate::output;
use crate::search;
use crate::status::{InputErrors, Status};

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs) -> Result<Status, CliError> {
    let mut run = AnalysisRun::new(args)?;
    if args.json && args.write.is_empty() && args.review.is_none() {
        let stop = run.pool.stop.clone();
        if let Some(requests) = Requests::of_stdin(&args.inputs, LineKind::Requests, &stop)? {
            let n_errors = requests.answer_all(|request| run.answer(request))?;
            return Ok(if n_errors == 0 { Status::Done } else { Status::Incomplete });
        }
    }
    // A process that answers requests is ended at once.
    run.pool.listen()?;
    let workload = Workload::of(&args.inputs)?;
    let threads = args.threads.unwrap_or_else(search::all_cores);
    if let Some(text) = workload.announcement(effort(args), threads) {
        output::note(&text);
    }
    run.pool.n_items = workload.items;
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
    pool: AnalysisPool,
    table: PlayerTable,
    review: Option<Review>,
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
            pool: AnalysisPool::new(options, effort(args), explanation(args))?,
            files: AnalysisFiles::new(args)?,
            table: PlayerTable::default(),
            review: args.review.as_deref().map(Review::of),
            interrupted: None,
        })
    }

    /// Analyzes a game or position that is not finished yet, and shows it.
    fn analyze(&mut self, mut analyzed: Analyzed) -> Result<(), CliError> {
        if self.review.as_ref().is_some_and(|review| review.color_in(&analyzed).is_none()) {
            return Ok(());
        }
        self.interrupted = self.pool.analyze(&mut analyzed);
        self.table.add(&analyzed);
        match &mut self.review {
            Some(review) => review.add(&analyzed),
            None => show(&analyzed, self.args)?,
        }
        self.files.add(&analyzed);
        Ok(())
    }

    /// Answers a request: a line for each move, and one for the players.
    fn answer(&mut self, request: &Request) -> Result<(), RequestError> {
        let Request { id, item, options } = request;
        let is_limited = options.limits()?.is_some();
        let has_more = options.top.is_some() || options.max_empties.is_some() || options.progress;
        self.pool.effort = match (options.level(), options.time()) {
            (Ok(Some(level)), _) if !has_more => Effort::Level(level),
            (_, Ok(Some(time))) if !has_more => Effort::Time(time),
            _ if !is_limited && !has_more => effort(self.args),
            _ => return Err(Refusal::AnalysisOption.into()),
        };
        let mut analyzed = Analyzed::new(0, item.clone());
        self.pool.analyze(&mut analyzed);
        for found in &analyzed.findings {
            crate::json::print(&WithId { id, line: &MoveReport::of(found) })?;
        }
        let mut table = PlayerTable::default();
        table.add(&analyzed);
        Ok(crate::json::print(&WithId { id, line: &table.json() })?)
    }

    /// Shows the players and writes the files.
    fn close(&self) -> Result<(), CliError> {
        if let Some(review) = self.review.as_ref().filter(|_| self.interrupted.is_none()) {
            review.check()?;
        }
        if self.args.json {
            crate::json::print(&self.table.json())?;
        } else {
            output::print(&self.table.text())?;
            output::print(&self.review.as_ref().map_or_else(String::new, Review::text))?;
        }
        self.files.save()
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

fn show(analyzed: &Analyzed, args: &AnalyzeArgs) -> Result<(), CliError> {
    if !args.json {
        let language = args.explain.then(|| args.language());
        return output::print(&text::report(analyzed, language));
    }
    let mut lines = analyzed.findings.iter().map(|found| json::MoveLine::of(analyzed.id, found));
    lines.try_for_each(|line| crate::json::print(&line))
}
