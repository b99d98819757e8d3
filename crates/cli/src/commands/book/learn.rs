//! `willow book learn`, `deviate` and `extend`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_board::Board;
use willow_book::{BookWriter, Budgets, LearnPlan, LearnProgress, Origin};
use willow_engine::StopFlag;
use willow_eval::Score;

use super::common::{board_of, say, today};
use crate::args::{BookDeviateArgs, BookExtendArgs, BookLearnArgs, BookLineArgs, BookSearchArgs};
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::search::{all_cores, timed};
use crate::status::Status;
use crate::termination::raise_on_termination;
use crate::units;

/// Runs `willow book learn`.
pub(super) fn run_learn(args: &BookLearnArgs) -> Result<Status, CliError> {
    let budgets = Budgets {
        per_move: args.per_move,
        sum: args.sum,
        leaf: args.leaf,
        ..budgets_of(&args.lines)
    };
    run(&args.search, &args.lines, budgets)
}

/// Runs `willow book deviate`.
pub(super) fn run_deviate(args: &BookDeviateArgs) -> Result<Status, CliError> {
    let [per_move, leaf] = [args.relative; 2];
    let within = Budgets { per_move, leaf, ..budgets_of(&args.lines) };
    run(&args.search, &args.lines, Budgets { max_value: args.absolute, ..within })
}

/// Runs `willow book extend`.
pub(super) fn run_extend(args: &BookExtendArgs) -> Result<Status, CliError> {
    run(&args.search, &args.lines, Budgets { leaf: Score::DRAW, ..budgets_of(&args.lines) })
}

/// Returns the budgets that limit nothing but the length of lines.
fn budgets_of(lines: &BookLineArgs) -> Budgets {
    Budgets { min_empties: min_empties(lines.plies), ..Budgets::UNLIMITED }
}

/// Returns the empties after `plies` plies from the start.
pub(super) const fn min_empties(plies: u32) -> u32 {
    60u32.saturating_sub(plies)
}

fn run(
    search: &BookSearchArgs,
    lines: &BookLineArgs,
    budgets: Budgets,
) -> Result<Status, CliError> {
    let start = board_of(lines.from.as_ref())?;
    let plan = LearnPlan { budgets, positions: lines.positions, ..plan_of(search, start) };
    let mut learner = Learner::open(search)?;
    let progress = learner.run(|book, stop, on_progress| {
        willow_book::learn(book, willow_eval::weights::evaluator(), &plan, stop, on_progress)
    })?;
    let value = progress.value.map_or_else(String::new, |value| format!(", value {}", value.score));
    learner.close(&format!("{}{value}", learned(&progress)))
}

/// Returns what the options of the search plan, without limits of lines.
pub(super) fn plan_of(search: &BookSearchArgs, start: Board) -> LearnPlan {
    LearnPlan {
        start,
        budgets: Budgets::UNLIMITED,
        level: search.level,
        threads: search.threads.unwrap_or_else(all_cores),
        time: search.time,
        positions: None,
        origin: Origin::this_program(today()),
    }
}

/// Returns what was learned, in words.
pub(super) fn learned(progress: &LearnProgress) -> String {
    let again = match progress.searched_again {
        0 => String::new(),
        number => format!(", {} searched again", units::grouped(number)),
    };
    format!("{} new{again}", units::count(progress.new as usize, "position"))
}

/// A book that is learned into, until it is done or a signal comes.
pub(super) struct Learner {
    pub(super) book: BookWriter,
    name: String,
    stop: StopFlag,
    /// The exit code of a signal that has come, or 0.
    signal: Arc<AtomicU8>,
}

/// Message after a signal, because a second one may arrive while the book is being written.
const STOPPING: &str = "stopping: the book is being written. A second signal exits at once; what was counted is \
                        kept, and the next command that learns into the book writes it";

impl Learner {
    /// Opens the book. From now on Ctrl-C and other signals end learning in order, and a second one at once.
    pub(super) fn open(search: &BookSearchArgs) -> Result<Learner, CliError> {
        let book = BookWriter::open(&search.book)?;
        let stop = StopFlag::new();
        let signal = raise_on_termination(&stop)?;
        Ok(Learner { book, name: search.book.display().to_string(), stop, signal })
    }

    /// Learns, with a progress line.
    pub(super) fn run(
        &mut self,
        work: impl FnOnce(
            &mut BookWriter,
            &StopFlag,
            &mut dyn FnMut(&LearnProgress),
        ) -> Result<LearnProgress, willow_book::BookError>,
    ) -> Result<LearnProgress, CliError> {
        let line = Progress::spinner();
        let mut say = |progress: &LearnProgress| {
            let value =
                progress.value.map_or_else(String::new, |value| format!(", value {}", value.score));
            let waiting = units::grouped(progress.waiting as u64);
            line.say(format!("{}{value}, {waiting} leaves wait", learned(progress)));
        };
        let (progress, time) = timed(|| work(&mut self.book, &self.stop, &mut say));
        drop(line);
        if self.signal.load(Ordering::SeqCst) != 0 {
            output::note(STOPPING);
        }
        let progress = progress?;
        let n_searched = progress.new + progress.searched_again;
        let rate = units::rate(n_searched, "positions", time);
        self.name = format!("{}: {rate} in {}", self.name, units::time(time));
        Ok(progress)
    }

    /// Returns whether a signal, or the end of the time, has stopped learning before its end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Writes the book and says what it is now. Returns whether a signal has ended learning.
    pub(super) fn close(self, what: &str) -> Result<Status, CliError> {
        let Learner { book, name, signal, .. } = self;
        let n_positions = book.close()?;
        let positions = units::grouped(n_positions);
        let done = say(&format!("{name}; {what}; {positions} positions in the book"))?;
        Ok(match signal.load(Ordering::SeqCst) {
            0 => done,
            exit_code => Status::Terminated { exit_code },
        })
    }
}
