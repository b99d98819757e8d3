//! `willow gtp` and `willow nboard`: the engine behind a protocol, on standard input and output.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use willow_board::Board;
use willow_engine::{EngineOptions, SearchLimits, StopFlag};
use willow_players::protocols::{
    EngineSession, EngineStep, GtpSession, NBoardSession, SearchEffort, SearchEnd,
};

use crate::args::{GtpArgs, NBoardArgs, ThinkingArgs};
use crate::error::CliError;
use crate::output;
use crate::search::Searcher;
use crate::status::Status;

/// The longest line, in bytes. A game with all its comments is much shorter.
const MAX_LINE: u64 = 1 << 20;

/// How long the engine works on after its controller has left.
const GRACE: Duration = Duration::from_millis(900);

/// Runs `willow gtp`.
pub(super) fn run_gtp(args: &GtpArgs) -> Result<Status, CliError> {
    let session = GtpSession::new(env!("CARGO_PKG_VERSION"), effort(&args.thinking));
    run(if args.think_ahead { session.pondering() } else { session }, &args.thinking)
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
    let interrupts = Arc::new(SearchInterrupts::default());
    let for_reader = Arc::clone(&interrupts);
    // The thread ends with the process: it cannot be interrupted while it waits for input.
    thread::spawn(move || read_lines::<S>(sender, &for_reader));
    #[cfg(unix)]
    {
        let for_watcher = Arc::clone(&interrupts);
        thread::spawn(move || {
            if output::wait_until_closed() {
                for_watcher.abandon();
            }
        });
    }
    EngineService { session, searcher, interrupts }.serve(&lines)?;
    Ok(Status::Done)
}

/// The lines that have arrived, and the flags by which they end searches.
///
/// A line counts from its arrival until it is taken out of the queue. So it also stops a search
/// that starts in between for an earlier line.
#[derive(Debug, Default)]
struct SearchInterrupts {
    queued: Mutex<QueuedLines>,
    /// Raised by lines that stop a requested search.
    stop: StopFlag,
    /// Raised by every line; stops pondering.
    arrival: StopFlag,
}

/// Lines in the queue.
#[derive(Debug, Default)]
struct QueuedLines {
    n_lines: usize,
    n_interrupting: usize,
    /// Whether the input has ended.
    ended: bool,
}

impl SearchInterrupts {
    fn queued(&self) -> MutexGuard<'_, QueuedLines> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrive<S: EngineSession>(&self, line: &str) {
        let mut queued = self.queued();
        queued.n_lines += 1;
        self.arrival.raise();
        if S::interrupts(line) {
            queued.n_interrupting += 1;
            self.stop.raise();
        }
    }

    fn leave<S: EngineSession>(&self, line: &str) {
        let mut queued = self.queued();
        queued.n_lines = queued.n_lines.saturating_sub(1);
        queued.n_interrupting =
            queued.n_interrupting.saturating_sub(usize::from(S::interrupts(line)));
    }

    /// Marks the end of the input and stops pondering.
    fn end(&self) {
        self.queued().ended = true;
        self.arrival.raise();
    }

    /// Stops this search and all later ones: nobody waits for their results.
    fn abandon(&self) {
        self.end();
        let mut queued = self.queued();
        queued.n_interrupting += 1;
        self.stop.raise();
    }

    /// Returns the stop flag for a requested search that starts now.
    fn start_search(&self) -> &StopFlag {
        // An interrupting line that arrives meanwhile must not be lost.
        let queued = self.queued();
        if queued.n_interrupting == 0 {
            self.stop.lower();
        }
        &self.stop
    }

    /// Returns the stop flag for pondering until the next line; `None` if a line is waiting.
    fn start_pondering(&self) -> Option<&StopFlag> {
        let queued = self.queued();
        if queued.ended || 0 < queued.n_lines {
            return None;
        }
        self.arrival.lower();
        Some(&self.arrival)
    }
}

fn read_lines<S: EngineSession>(lines: Sender<String>, interrupts: &SearchInterrupts) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while (&mut input).take(MAX_LINE).read_until(b'\n', &mut bytes).is_ok_and(|length| 0 < length) {
        if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            // The rest is no line of its own.
            let _ = skip_line(&mut input);
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        let quits = S::quits(&line);
        interrupts.arrive::<S>(&line);
        if lines.send(line).is_err() {
            return;
        }
        if quits {
            break;
        }
    }
    interrupts.end();
    // The process ends when all lines are answered.
    drop(lines);
    // Short searches are finished, so that a script may be piped in.
    thread::sleep(GRACE);
    interrupts.abandon();
}

/// Reads up to the end of a line, without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (n, is_last) =
            (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
        input.consume(n);
        if is_last {
            return Ok(());
        }
    }
}

/// An engine that executes the steps of a protocol session.
struct EngineService<S> {
    session: S,
    searcher: Searcher,
    interrupts: Arc<SearchInterrupts>,
}

impl<S: EngineSession> EngineService<S> {
    /// Handles lines until the end of the input or a quit command.
    fn serve(&mut self, lines: &Receiver<String>) -> Result<(), CliError> {
        for line in lines {
            self.interrupts.leave::<S>(&line);
            let mut steps = VecDeque::from(self.session.receive(&line));
            while let Some(step) = steps.pop_front() {
                let more = match step {
                    EngineStep::Quit => return Ok(()),
                    EngineStep::Write(text) => output::print(&text).map(|()| Vec::new())?,
                    EngineStep::ClearHash => {
                        self.searcher.clear();
                        Vec::new()
                    }
                    EngineStep::ReadFile(path) => self.session.file_read(std::fs::read(path)),
                    EngineStep::Search(board, limits) => self.search(&board, &limits)?,
                    EngineStep::Ponder(board) => {
                        self.ponder(&board);
                        Vec::new()
                    }
                };
                // New steps are executed before the remaining ones.
                more.into_iter().rev().for_each(|step| steps.push_front(step));
            }
        }
        Ok(())
    }

    /// Ponders until the next line, to fill the hash table.
    fn ponder(&mut self, board: &Board) {
        if let Some(stop) = self.interrupts.start_pondering() {
            let deepest = SearchLimits::depth(SearchLimits::MAX_DEPTH);
            self.searcher.think(board, &deepest, stop, &mut |_| ());
        }
    }

    fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
    ) -> Result<Vec<EngineStep>, CliError> {
        let stop = self.interrupts.start_search();
        let mut written = Ok(());
        let found = self.searcher.think(board, limits, stop, &mut |found| {
            if let (Ok(()), Some(text)) = (&written, self.session.progress(found)) {
                written = output::print(&text);
            }
            // The output is closed, so the search is useless.
            if written.is_err() {
                stop.raise();
            }
        });
        written?;
        let end = if stop.is_raised() { SearchEnd::Stopped } else { SearchEnd::Finished };
        Ok(self.session.search_finished(&found, end))
    }
}
