//! `willow match`: programs against each other.

mod boards;
mod ledger;
mod report;
mod settings;
mod table;
mod write;

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use willow_engine::StopFlag;
use willow_matches::{
    GameRecord, MatchControl, MatchEnd, MatchError, MatchScore, Sprt, Standings, Verdict,
    play_tournament,
};

use self::ledger::Ledger;
use self::settings::{Setup, settings_of};
use crate::args::MatchArgs;
use crate::error::CliError;
use crate::json;
use crate::progress::Progress;
use crate::status::Status;

/// The exit code of a program that was interrupted twice, as shells expect it.
const INTERRUPTED: i32 = 130;

/// Runs the command.
pub(super) fn run(args: &MatchArgs) -> Result<Status, CliError> {
    let held = args.resume.as_deref().map(ledger::read).transpose()?.flatten();
    let settings = settings_of(args, held.as_ref().map(|held| &held.settings))?;
    let setup = Setup::new(&settings)?;
    write::check(args)?;
    let ledger = Ledger::open(args.resume.as_deref(), settings, held)?;
    let stop = StopFlag::new();
    raise_on_interrupt(&stop)?;
    if !args.json {
        super::print(&report::heading(&setup, &ledger.settings))?;
    }
    let mut course = Course::new(args, &setup, ledger);
    let end = course.play(&setup, args.threads, &stop)?;
    course.close(&setup, args, end)
}

/// Lets the first Ctrl-C end the match in good order, and the second the program.
fn raise_on_interrupt(stop: &StopFlag) -> Result<(), CliError> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_raised() {
            std::process::exit(INTERRUPTED);
        }
        stop.raise();
    })
    .map_err(|error| CliError::failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// A match on its way.
struct Course<'a> {
    args: &'a MatchArgs,
    sprt: Option<Sprt>,
    ledger: Ledger,
    score: MatchScore,
    progress: Progress,
}

impl<'a> Course<'a> {
    fn new(args: &'a MatchArgs, setup: &Setup, ledger: Ledger) -> Course<'a> {
        let progress = Progress::bar(setup.tournament.n_games().into());
        Course { args, sprt: setup.sprt, ledger, score: MatchScore::new(), progress }
    }

    /// Shows the games that the ledger has and plays the others.
    fn play(
        &mut self,
        setup: &Setup,
        parallel: usize,
        stop: &StopFlag,
    ) -> Result<MatchEnd, CliError> {
        let finished = std::mem::take(&mut self.ledger.games);
        for record in &finished {
            self.show(setup, record)?;
        }
        if self.is_decided() {
            self.ledger.games = finished;
            return Ok(MatchEnd::Decided);
        }
        let mut trouble = None;
        let mut new_games = Vec::new();
        let mut on_game = |record: &GameRecord| {
            new_games.push(record.clone());
            match self.ledger.add(record).and_then(|()| self.show(setup, record)) {
                Ok(()) if self.is_decided() => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let control = MatchControl { parallel, stop, on_game: &mut on_game };
        let Setup { contestants, clocks, plan, .. } = setup;
        let end = play_tournament(contestants, clocks, plan, &finished, control);
        self.ledger.games = [finished, new_games].concat();
        trouble.map_or(Ok(()), Err)?;
        end.map_err(|error| match error {
            MatchError::ForeignRecord(_) => CliError::failed(error)
                .with_hint("--resume takes the file of the same match, as it was written"),
            other => CliError::failed(other),
        })
    }

    /// Counts a game, prints it if that is asked for, and moves the progress bar.
    fn show(&mut self, setup: &Setup, record: &GameRecord) -> Result<(), CliError> {
        if setup.contestants.len() == 2 {
            self.score.add(record.game, record.result_of_first());
        }
        let args = self.args;
        self.progress.aside(|| {
            let mut out = io::stdout().lock();
            if args.json {
                json::line(&mut out, record)?;
            } else if args.print {
                out.write_all(boards::text(record, setup.clock(record.game)).as_bytes())?;
                out.flush()?;
            }
            Ok::<(), CliError>(())
        })?;
        self.progress.step();
        if setup.contestants.len() == 2 {
            self.progress.say(report::brief(&self.score.summary(self.sprt.as_ref())));
        }
        Ok(())
    }

    /// Returns whether a sequential test has its answer.
    fn is_decided(&self) -> bool {
        self.verdict() != Verdict::Continue
    }

    fn verdict(&self) -> Verdict {
        self.sprt.map_or(Verdict::Continue, |sprt| sprt.verdict(sprt.llr(&self.score.pairs())))
    }

    /// Prints the summary, and what to do about a match that was broken off.
    fn close(self, setup: &Setup, args: &MatchArgs, end: MatchEnd) -> Result<Status, CliError> {
        let verdict = self.verdict();
        drop(self.progress);
        let games = &self.ledger.games;
        let seed = setup.plan.seed();
        if setup.contestants.len() == 2 {
            let summary = self.score.summary(self.sprt.as_ref());
            let text = report::text(&summary, self.sprt.as_ref(), games);
            tell(args, games, &text, &report::Line::new(&summary, seed))?;
        } else {
            let standings = Standings::new(&setup.names(), setup.tournament, games);
            tell(args, games, &table::text(&standings), &table::Line::new(&standings, seed))?;
        }
        if end == MatchEnd::Stopped {
            let path = self.ledger.keep()?;
            let (done, all) = (self.ledger.games.len(), setup.tournament.n_games());
            return Err(CliError::failed(format!("interrupted after {done} of {all} games"))
                .with_hint(format!("`willow match --resume {}` goes on", path.display())));
        }
        // "Is the first player stronger?" is answered with no.
        Ok(if verdict == Verdict::AcceptElo0 { Status::Incomplete } else { Status::Done })
    }
}

/// Prints the summary, as text or as a line of JSON, and writes the files that are wanted.
fn tell(
    args: &MatchArgs,
    games: &[GameRecord],
    text: &str,
    line: &impl Serialize,
) -> Result<(), CliError> {
    if args.json {
        json::line(&mut io::stdout().lock(), line)?;
    } else {
        super::print(text)?;
    }
    write::write(args, games, line)
}
