//! `willow gtp` and `willow nboard`: the engine behind a protocol, on standard input and output.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use willow_board::Board;
use willow_engine::{EngineOptions, SearchLimits, StopFlag};
use willow_engine_protocols::{
    EngineSession, EngineStep, GtpSession, NBoardSession, SearchEffort, SearchEnd,
};

use crate::args::{GtpArgs, NBoardArgs, ThinkingArgs};
use crate::error::CliError;
use crate::search::Searcher;
use crate::status::Status;

/// The longest line that is read as one, in bytes: a game with all its notes is much shorter.
const MAX_LINE: u64 = 1 << 20;

/// Runs `willow gtp`.
pub(super) fn run_gtp(args: &GtpArgs) -> Result<Status, CliError> {
    let session = GtpSession::new(env!("CARGO_PKG_VERSION"), effort(&args.thinking));
    run(session.thinking_ahead(args.think_ahead), &args.thinking)
}

/// Runs `willow nboard`.
pub(super) fn run_nboard(args: &NBoardArgs) -> Result<Status, CliError> {
    run(NBoardSession::new(effort(&args.thinking)), &args.thinking)
}

fn effort(args: &ThinkingArgs) -> SearchEffort {
    let deepest = SearchLimits::depth(SearchLimits::MAX_DEPTH);
    let effort = match (args.level, args.time) {
        (Some(level), _) => SearchEffort::Limits(SearchLimits::level(level)),
        (None, Some(time)) => SearchEffort::MoveTime(deepest, time),
        (None, None) => SearchEffort::Clock,
    };
    args.depth.map_or(effort, |depth| effort.with_depth(depth))
}

fn run<S: EngineSession>(session: S, args: &ThinkingArgs) -> Result<Status, CliError> {
    let options = EngineOptions { threads: args.threads, hash_bytes: args.hash };
    let searcher = Searcher::new(options)?;
    let (sender, lines) = mpsc::channel();
    let interrupts = Arc::new(Interrupts::default());
    let for_reader = Arc::clone(&interrupts);
    // It ends with the program: nothing can wake it while it waits for input.
    thread::spawn(move || read_lines::<S>(&sender, &for_reader));
    Service { session, searcher, interrupts }.serve(&lines)?;
    Ok(Status::Done)
}

/// The lines that have arrived, and the flags by which they end searches.
///
/// A line counts from its arrival until it is taken out of the queue, so that it also ends a search that
/// begins in between, for a line before it.
#[derive(Debug, Default)]
struct Interrupts {
    waiting: Mutex<Waiting>,
    /// Raised by lines that break off a search which somebody waits for.
    stop: StopFlag,
    /// Raised by every line, for a search that nobody waits for.
    arrival: StopFlag,
}

/// Lines in the queue.
#[derive(Debug, Default)]
struct Waiting {
    n_lines: usize,
    n_interrupting: usize,
    /// Whether there will be no more.
    ended: bool,
}

impl Interrupts {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrive(&self, interrupts: bool) {
        let mut waiting = self.waiting();
        waiting.n_lines += 1;
        self.arrival.raise();
        if interrupts {
            waiting.n_interrupting += 1;
            self.stop.raise();
        }
    }

    fn leave(&self, interrupts: bool) {
        let mut waiting = self.waiting();
        waiting.n_lines = waiting.n_lines.saturating_sub(1);
        waiting.n_interrupting = waiting.n_interrupting.saturating_sub(usize::from(interrupts));
    }

    /// Lets nobody think on for an input that has ended.
    fn end(&self) {
        self.waiting().ended = true;
        self.arrival.raise();
    }

    /// Returns the flag for a search that begins now.
    fn begin_search(&self) -> &StopFlag {
        if self.waiting().n_interrupting == 0 {
            self.stop.lower();
        }
        &self.stop
    }

    /// Returns the flag for a search until the next line, unless one waits.
    fn begin_thinking_ahead(&self) -> Option<&StopFlag> {
        let waiting = self.waiting();
        if waiting.ended || 0 < waiting.n_lines {
            return None;
        }
        self.arrival.lower();
        Some(&self.arrival)
    }
}

fn read_lines<S: EngineSession>(lines: &Sender<String>, interrupts: &Interrupts) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while (&mut input).take(MAX_LINE).read_until(b'\n', &mut bytes).is_ok_and(|length| 0 < length) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        interrupts.arrive(S::interrupts(&line));
        if lines.send(line).is_err() {
            return;
        }
    }
    interrupts.end();
}

/// An engine that does what its session says.
struct Service<S> {
    session: S,
    searcher: Searcher,
    interrupts: Arc<Interrupts>,
}

impl<S: EngineSession> Service<S> {
    /// Answers lines until there are no more, or one of them says to end.
    fn serve(&mut self, lines: &Receiver<String>) -> Result<(), CliError> {
        for line in lines {
            self.interrupts.leave(S::interrupts(&line));
            let mut steps = VecDeque::from(self.session.receive(&line));
            while let Some(step) = steps.pop_front() {
                let more = match step {
                    EngineStep::Quit => return Ok(()),
                    EngineStep::Say(text) => super::print(&text).map(|()| Vec::new())?,
                    EngineStep::Forget => {
                        self.searcher.clear();
                        Vec::new()
                    }
                    EngineStep::Load(path) => self.session.loaded(std::fs::read(path)),
                    EngineStep::Search(board, limits) => self.search(&board, &limits)?,
                    EngineStep::ThinkAhead(board) => {
                        self.think_ahead(&board);
                        Vec::new()
                    }
                };
                // What follows from a step comes before what was planned after it.
                more.into_iter().rev().for_each(|step| steps.push_front(step));
            }
        }
        Ok(())
    }

    /// Fills the hash table until the next line.
    fn think_ahead(&mut self, board: &Board) {
        if let Some(stop) = self.interrupts.begin_thinking_ahead() {
            let deepest = SearchLimits::depth(SearchLimits::MAX_DEPTH);
            self.searcher.think(board, &deepest, stop, &mut |_| ());
        }
    }

    fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
    ) -> Result<Vec<EngineStep>, CliError> {
        let stop = self.interrupts.begin_search();
        let mut written = Ok(());
        let found = self.searcher.think(board, limits, stop, &mut |found| {
            if let (Ok(()), Some(text)) = (&written, self.session.progress(found)) {
                written = super::print(&text);
            }
            // Nobody reads on: there is nobody to think for.
            if written.is_err() {
                stop.raise();
            }
        });
        written?;
        let end = if stop.is_raised() { SearchEnd::Stopped } else { SearchEnd::Finished };
        Ok(self.session.searched(&found, end))
    }
}
