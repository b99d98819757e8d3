//! The analysis of one game after the other: engine, clock, progress and Ctrl-C.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use willow_analysis::{Analysis, Plan, Step};
use willow_engine::{EngineOptions, Level, StopFlag};

use super::analyzed::Analyzed;
use crate::error::CliError;
use crate::progress::Progress;
use crate::search::Searcher;
use crate::termination::raise_on_termination;

/// How long or how deep each game is analyzed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    Level(Level),
    Time(Duration),
}

/// The searches that explain an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explanation {
    /// What differs in the two lines of play.
    Lines,
    /// Changes of a square besides, which takes more searches.
    Counterfactuals,
}

/// With a time, this part of it is kept for counterfactuals: the search of the moves never ends by itself.
/// Not measured.
const PART_FOR_COUNTERFACTUALS: u32 = 5;

/// The engine with all that an analysis needs besides.
pub(super) struct AnalysisPool {
    searcher: Searcher,
    pub(super) effort: Effort,
    explanation: Explanation,
    pub(super) stop: StopFlag,
    /// The exit code of a signal that has come, or 0.
    signal: Arc<AtomicU8>,
    /// The number of games and positions, for the progress line; 0 if it is not known.
    pub(super) n_items: usize,
    n_begun: usize,
}

impl AnalysisPool {
    /// Makes the engine.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn new(
        options: EngineOptions,
        effort: Effort,
        explanation: Explanation,
    ) -> Result<AnalysisPool, CliError> {
        let stop = StopFlag::new();
        let signal = Arc::default();
        let searcher = Searcher::new(options)?;
        Ok(AnalysisPool { searcher, effort, explanation, stop, signal, n_items: 0, n_begun: 0 })
    }

    /// Listens for signals: the first one ends the analysis in order, the second exits.
    ///
    /// # Errors
    /// The operating system does not allow the handler.
    pub(super) fn listen(&mut self) -> Result<(), CliError> {
        self.signal = raise_on_termination(&self.stop)?;
        Ok(())
    }

    /// Analyzes a game, or all legal moves of a position, and fills in what it has found. Returns the exit code
    /// of the signal that interrupted it, if one did.
    pub(super) fn analyze(&mut self, analyzed: &mut Analyzed) -> Option<u8> {
        let plan = match self.effort {
            Effort::Level(level) => self.level_plan(level),
            Effort::Time(_) => Plan::rising(),
        };
        let game = &analyzed.record.game;
        let mut analysis = if analyzed.is_position {
            Analysis::of_position(game.position(), plan)
        } else {
            Analysis::of_game(game, plan)
        };
        self.n_begun += 1;
        // Findings must not depend on earlier games.
        self.searcher.clear();
        let signal = match self.effort {
            Effort::Level(_) => self.work(&mut analysis, &self.stop.clone()),
            Effort::Time(time) => self.work_in_parts(time, &mut analysis),
        };
        self.stop.lower();
        analyzed.n_moves = analysis.n_moves();
        analyzed.findings = analysis.findings().cloned().collect();
        if analyzed.is_position {
            analyzed.findings.sort_by_key(|found| Reverse(found.value));
        }
        (signal != 0).then_some(signal)
    }

    fn level_plan(&self, level: Level) -> Plan {
        match self.explanation {
            Explanation::Lines => Plan::level(level),
            Explanation::Counterfactuals => Plan::level(level).with_counterfactuals(),
        }
    }

    /// Makes steps until there are none, `stop` is raised or a signal comes. Returns the exit code of
    /// the signal, or 0.
    fn work(&mut self, analysis: &mut Analysis, stop: &StopFlag) -> u8 {
        let progress = Progress::bar(analysis.progress().1 as u64);
        progress.begin(self.n_begun, self.n_items);
        loop {
            let signal = self.signal.load(Ordering::SeqCst);
            if signal != 0 || stop.is_raised() {
                return signal;
            }
            let step = self.searcher.analyze_step(analysis, stop, &progress);
            progress.reach(analysis.progress().0 as u64);
            if step == Step::Done {
                return 0;
            }
        }
    }

    /// Works until the time is over at the latest. If changes of squares are looked for, then in the last part
    /// of the time.
    fn work_in_parts(&mut self, time: Duration, analysis: &mut Analysis) -> u8 {
        if self.explanation == Explanation::Lines {
            return self.work_for(time, analysis);
        }
        let start = Instant::now();
        let signal = self.work_for(time.saturating_sub(time / PART_FOR_COUNTERFACTUALS), analysis);
        if signal != 0 || self.stop.is_raised() {
            return signal;
        }
        analysis.begin_counterfactuals();
        self.work_for(time.saturating_sub(start.elapsed()), analysis)
    }

    /// Works until the time is over at the latest.
    fn work_for(&mut self, time: Duration, analysis: &mut Analysis) -> u8 {
        // The end of the time ends no more than this part.
        let stop = self.stop.part();
        let timer = stop.clone();
        let (done, is_done) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    timer.raise();
                }
            });
            let signal = self.work(analysis, &stop);
            // The timer ends when its channel closes.
            drop(done);
            signal
        })
    }
}

#[cfg(test)]
mod tests {
    use willow_records::board_text;

    use super::*;

    /// A stop that comes in the first part of the time ends the second one, too.
    #[test]
    fn what_is_stopped_looks_for_no_counterfactuals() {
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let time = Duration::from_mins(10);
        let (effort, explanation) = (Effort::Time(time), Explanation::Counterfactuals);
        let mut pool = AnalysisPool::new(options, effort, explanation).unwrap();
        let ending = "OOXXXXXXXOXXXXXXOOXOXOXXOOXXOXXXOOXOXOXX-O-OOOOXXOOOO--X-X------ X";
        let plan = Plan::level(Level::new(11).unwrap());
        let mut analysis = Analysis::of_position(&board_text::parse(ending).unwrap(), plan);
        pool.work(&mut analysis, &StopFlag::new());
        assert!(analysis.findings().any(|found| found.class().is_error()));
        let has_counterfactual =
            |analysis: &Analysis| analysis.findings().any(|found| found.counterfactual.is_some());
        pool.stop.raise();
        pool.work_in_parts(time, &mut analysis);
        assert!(!has_counterfactual(&analysis));
        pool.stop.lower();
        pool.work_in_parts(time, &mut analysis);
        assert!(has_counterfactual(&analysis));
    }
}
