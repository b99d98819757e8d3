//! The thread that analyzes while the screen shows what it has found.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_analysis::{Analysis, MoveAnalysis, Plan, Step};
use willow_board::{Game, Position};
use willow_engine::{Engine, EngineOptions, Level, SearchControl, StopFlag};

/// The thread that analyzes a game and the positions that are shown. Dropping it stops its search and
/// waits for its end.
#[derive(Debug)]
pub(crate) struct Analyst {
    /// `None` only while it is dropped.
    requests: Option<Sender<Position>>,
    news: Receiver<News>,
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

/// Returns the level of analyses: that of `willow analyze`.
pub(crate) fn default_level() -> Level {
    Level::new(Plan::DEFAULT_LEVEL).expect("the default is a level")
}

/// A report of the thread.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Findings that are new or better than before.
    Found(Vec<MoveAnalysis>),
    /// How far the search has come.
    Progress(Progress),
    /// The work cannot go on.
    Failed(AnalysisError),
}

/// Why an analysis cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct AnalysisError(pub(crate) String);

/// The progress of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Number of finished steps, of the game and of the shown position.
    pub(crate) done: usize,
    /// Number of all steps, as far as is known.
    pub(crate) all: usize,
    /// Whether there is nothing left to do.
    pub(crate) is_complete: bool,
}

impl Analyst {
    /// Starts to analyze a game, and the position of it that is shown, at a level.
    pub(crate) fn start(game: Game, shown: Position, level: Level) -> Analyst {
        let (requests, asked) = channel();
        let (reports, news) = channel();
        let stop = StopFlag::new();
        let raised = stop.clone();
        let thread = thread::spawn(move || {
            let reports = PanicReporter(reports);
            let queue = AnalysisQueue::new(&game, shown, Plan::level(level));
            work(queue, &asked, &reports.0, &raised);
        });
        Analyst { requests: Some(requests), news, stop, thread: Some(thread) }
    }

    /// Asks for the values of all legal moves of a position, before the rest of the game.
    pub(crate) fn show(&self, position: &Position) {
        if let Some(requests) = &self.requests {
            // A thread that has ended has reported why.
            let _ = requests.send(*position);
            self.stop.raise();
        }
    }

    /// Returns the next report, if there is one.
    pub(crate) fn next_news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// Waits for the next report; `None` if the thread has ended.
    pub(crate) fn wait(&self) -> Option<News> {
        self.news.recv().ok()
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        // The thread ends when its channel closes, and looks after the channel when its search stops.
        self.requests = None;
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            // A panic has been reported.
            let _ = thread.join();
        }
    }
}

/// Reports a panic of its thread when dropped during unwinding.
struct PanicReporter(Sender<News>);

impl Drop for PanicReporter {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(News::Failed(AnalysisError("its thread panicked".to_owned())));
        }
    }
}

/// An analysis with whether it is done.
struct Job {
    analysis: Analysis,
    is_done: bool,
}

impl Job {
    fn new(analysis: Analysis) -> Job {
        Job { analysis, is_done: false }
    }

    /// Returns whether every move has been looked at once.
    fn has_overview(&self) -> bool {
        self.is_done || self.analysis.n_moves() <= self.analysis.progress().0
    }
}

/// The game and the positions that were shown.
struct AnalysisQueue {
    plan: Plan,
    game: Job,
    positions: HashMap<Position, Job>,
    shown: Position,
}

impl AnalysisQueue {
    fn new(game: &Game, shown: Position, plan: Plan) -> AnalysisQueue {
        let game = Job::new(Analysis::of_game(game, plan.clone()));
        let mut queue = AnalysisQueue { plan, game, positions: HashMap::new(), shown };
        queue.show(shown);
        queue
    }

    fn show(&mut self, position: Position) {
        let job = || Job::new(Analysis::of_position(&position, self.plan.clone()));
        self.positions.entry(position).or_insert_with(job);
        self.shown = position;
    }

    /// Returns what to do next: an overview of the shown position, then of the game, then both
    /// thoroughly.
    fn next_job(&mut self) -> Option<&mut Job> {
        let shown = self.positions.get_mut(&self.shown);
        let mut jobs: Vec<&mut Job> = shown.into_iter().chain([&mut self.game]).collect();
        let overview = jobs.iter().position(|job| !job.has_overview());
        let next = overview.or_else(|| jobs.iter().position(|job| !job.is_done))?;
        Some(jobs.swap_remove(next))
    }

    fn progress(&self) -> Progress {
        let shown = self.positions.get(&self.shown);
        let mut progress = Progress { done: 0, all: 0, is_complete: true };
        for job in shown.into_iter().chain([&self.game]) {
            let (done, all) = job.analysis.progress();
            progress.done += if job.is_done { all } else { done };
            progress.all += all;
            progress.is_complete &= job.is_done;
        }
        progress
    }
}

/// Works until the requests end.
fn work(
    mut queue: AnalysisQueue,
    requests: &Receiver<Position>,
    news: &Sender<News>,
    stop: &StopFlag,
) {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let options = EngineOptions { threads, ..EngineOptions::default() };
    let mut engine = match Engine::new(willow_eval::weights::evaluator(), options) {
        Ok(engine) => engine,
        Err(error) => {
            let _ = news.send(News::Failed(AnalysisError(error.to_string())));
            return;
        }
    };
    let epoch = Instant::now();
    loop {
        // Lowered before the requests are read: a request that comes later raises it again.
        stop.lower();
        if take_requests(&mut queue, requests).is_err() {
            return;
        }
        let Some(job) = queue.next_job() else { continue };
        let found = make_step(job, &mut engine, stop, epoch);
        let _ = news.send(News::Found(found));
        let _ = news.send(News::Progress(queue.progress()));
    }
}

/// Takes all requests that are there; waits for one if there is nothing else to do.
fn take_requests(
    queue: &mut AnalysisQueue,
    requests: &Receiver<Position>,
) -> Result<(), RecvError> {
    loop {
        match requests.try_recv() {
            Ok(shown) => queue.show(shown),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if queue.next_job().is_some() => return Ok(()),
            Err(TryRecvError::Empty) => queue.show(requests.recv()?),
        }
    }
}

/// Makes a step of an analysis. Returns all that it has found so far.
fn make_step(
    job: &mut Job,
    engine: &mut Engine<'_>,
    stop: &StopFlag,
    epoch: Instant,
) -> Vec<MoveAnalysis> {
    let now = || -> Duration { epoch.elapsed() };
    let mut control = SearchControl { stop, now: &now, on_progress: &mut |_| () };
    match job.analysis.next_step(engine, &mut control) {
        Step::Stopped => return Vec::new(),
        Step::Done => job.is_done = true,
        Step::Found(_) => {}
    }
    job.analysis.findings().cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_board::Square;

    use super::*;

    fn game(moves: &str) -> Game {
        willow_records::transcript::parse(moves).unwrap()
    }

    /// Returns all that is found until nothing is left to do.
    fn all_news(analyst: &Analyst) -> Vec<MoveAnalysis> {
        let mut all = Vec::new();
        loop {
            match analyst.wait().expect("the thread runs") {
                News::Found(found) => all.extend(found),
                News::Progress(progress) if progress.is_complete => return all,
                News::Progress(_) => {}
                News::Failed(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn the_game_and_all_moves_of_the_shown_position_are_analyzed() {
        let game = game("f5d6c3d3c4");
        let shown = *game.position_at(2).unwrap();
        let analyst = Analyst::start(game.clone(), shown, Level::MIN);
        let found: HashSet<(Position, Square)> =
            all_news(&analyst).into_iter().map(|found| (found.position, found.mv)).collect();
        for (ply, mv) in game.moves().enumerate() {
            let position = *game.position_at(ply).unwrap();
            assert!(found.contains(&(position, mv.square().unwrap())), "{mv}");
        }
        assert!(shown.legal_moves().squares().all(|mv| found.contains(&(shown, mv))));
    }

    #[test]
    fn a_search_without_end_stops_when_the_thread_is_dropped() {
        let level = Level::new(60).unwrap();
        let analyst = Analyst::start(game("f5d6c3d3c4"), Position::START, level);
        let mut n_found = 0;
        while n_found == 0 {
            if let Some(News::Found(found)) = analyst.wait() {
                n_found += found.len();
            }
        }
        drop(analyst);
    }

    #[test]
    fn a_position_without_moves_is_no_work() {
        let over = format!("{} X", "X".repeat(64));
        let start = willow_records::board_text::parse(&over).unwrap();
        let analyst = Analyst::start(Game::from_position(start), start, Level::MIN);
        assert_eq!(all_news(&analyst), []);
    }
}
