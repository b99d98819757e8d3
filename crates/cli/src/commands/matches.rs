//! `willow match`: programs against each other.

mod match_file;
mod match_report;
mod printed_game;
mod result_files;
pub(super) mod settings;
mod tournament_report;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use serde::Serialize;
use willow_engine::StopFlag;
use willow_players::is_external;
use willow_players::matches::{
    GameRecord, MatchControl, MatchEnd, MatchError, MatchScore, Sprt, SprtVerdict, Standings,
    play_tournament,
};
use willow_records::printed_board::BoardLabels;

use self::match_file::MatchFile;
use self::settings::{PreparedMatch, settings_of};
use crate::args::{MatchArgs, PrintStyle};
use crate::error::CliError;
use crate::json;
use crate::output;
use crate::players;
use crate::progress::Progress;
use crate::status::Status;
use crate::termination::raise_on_termination;

/// Runs the command.
pub(super) fn run(args: &MatchArgs) -> Result<Status, CliError> {
    let saved = args.resume.as_deref().map(match_file::read).transpose()?.flatten();
    let settings = settings_of(args, saved.as_ref().map(|saved| &saved.settings))?;
    let prepared = PreparedMatch::new(&settings)?.with_names(args.names.as_deref())?;
    let prepared = if keeps_thoughts(args) { prepared.keeping_thoughts() } else { prepared };
    result_files::check(args, &prepared.plan)?;
    for spec in &settings.specs {
        let spec = players::parse(spec)?;
        if is_external(&spec) {
            players::start_player(&spec)?;
        }
    }
    let match_file = MatchFile::open(args.resume.as_deref(), settings, saved)?;
    let stop = StopFlag::new();
    let exit_code = raise_on_termination(&stop)?;
    if !args.json {
        output::print(&match_report::heading(&prepared, &match_file.settings))?;
    }
    let mut match_run = MatchRun::new(args, &prepared, match_file);
    let played = match_run.play(&prepared, args.threads, &stop);
    match_run.close(&prepared, args, played, exit_code.load(Ordering::SeqCst))
}

/// Returns whether somebody will read what the players thought.
fn keeps_thoughts(args: &MatchArgs) -> bool {
    args.json || args.print.is_some() || !args.write.is_empty()
}

/// Returns a game board by board.
fn printed(record: &GameRecord, prepared: &PreparedMatch, style: PrintStyle) -> String {
    let both = || [&record.black, &record.white].iter().all(|spec| printed_game::is_clojure(spec));
    let paip = |labels| printed_game::paip_text(record, prepared.clock(record.game), labels);
    match style {
        PrintStyle::Clojure => printed_game::clojure_text(record),
        PrintStyle::Auto if both() => printed_game::clojure_text(record),
        PrintStyle::Paip => paip(BoardLabels::Letters),
        PrintStyle::PaipNumbers => paip(BoardLabels::Numbers),
        PrintStyle::Auto | PrintStyle::Willow => {
            printed_game::text(record, prepared.clock(record.game))
        }
    }
}

/// A match in progress.
struct MatchRun<'a> {
    args: &'a MatchArgs,
    sprt: Option<Sprt>,
    match_file: MatchFile,
    score: MatchScore,
    progress: Progress,
}

impl<'a> MatchRun<'a> {
    fn new(args: &'a MatchArgs, prepared: &PreparedMatch, match_file: MatchFile) -> MatchRun<'a> {
        let progress = Progress::bar(prepared.tournament.n_games().into());
        MatchRun { args, sprt: prepared.sprt, match_file, score: MatchScore::new(), progress }
    }

    /// Reports the games of the match file and plays the others.
    fn play(
        &mut self,
        prepared: &PreparedMatch,
        parallel: usize,
        stop: &StopFlag,
    ) -> Result<MatchEnd, CliError> {
        let finished = std::mem::take(&mut self.match_file.games);
        for record in &finished {
            self.show(prepared, record)?;
        }
        if self.is_decided() {
            self.match_file.games = finished;
            return Ok(MatchEnd::Decided);
        }
        let mut failure = None;
        let mut new_games = Vec::new();
        let mut on_game = |record: &GameRecord| {
            new_games.push(record.clone());
            match self.match_file.add(record).and_then(|()| self.show(prepared, record)) {
                Ok(()) if self.is_decided() => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let control = MatchControl { parallel, stop, on_game: &mut on_game };
        let PreparedMatch { contestants, clocks, plan, .. } = prepared;
        let end = play_tournament(contestants, clocks, plan, &finished, control);
        self.match_file.games = [finished, new_games].concat();
        failure.map_or(Ok(()), Err)?;
        end.map_err(|error| match error {
            MatchError::ForeignRecord(_) => CliError::failed(error)
                .with_hint("--resume needs an unchanged file of the same match"),
            other => CliError::failed(other),
        })
    }

    /// Counts a game, prints it if requested, and updates the progress bar.
    fn show(&mut self, prepared: &PreparedMatch, record: &GameRecord) -> Result<(), CliError> {
        if prepared.contestants.len() == 2 {
            self.score.add(record.game, record.result_of_first());
        }
        let args = self.args;
        self.progress.aside(|| match args.print {
            _ if args.json => json::print(record),
            Some(style) => output::print(&printed(record, prepared, style)),
            None => Ok(()),
        })?;
        self.progress.step();
        if prepared.contestants.len() == 2 {
            self.progress.say(match_report::brief(&self.score.summary(self.sprt.as_ref())));
        }
        Ok(())
    }

    /// Returns whether a sequential test has accepted a hypothesis.
    fn is_decided(&self) -> bool {
        self.verdict() != SprtVerdict::Continue
    }

    fn verdict(&self) -> SprtVerdict {
        self.sprt.map_or(SprtVerdict::Continue, |sprt| sprt.verdict(sprt.llr(&self.score.pairs())))
    }

    /// Writes the files and prints the summary, and for an interrupted match how to continue it.
    /// After a failure the games so far are kept in the same way, also if only a file of `--write` could
    /// not be written. `exit_code` is that of an interruption.
    fn close(
        self,
        prepared: &PreparedMatch,
        args: &MatchArgs,
        played: Result<MatchEnd, CliError>,
        exit_code: u8,
    ) -> Result<Status, CliError> {
        let verdict = self.verdict();
        drop(self.progress);
        let games = &self.match_file.games;
        if games.is_empty() && played.is_err() {
            return played.map(|_| Status::Done);
        }
        let seed = prepared.plan.seed();
        let reported = if prepared.contestants.len() == 2 {
            let summary = self.score.summary(self.sprt.as_ref());
            let text = match_report::text(&summary, self.sprt.as_ref(), games);
            report(args, games, &text, &json::Seeded { figures: &summary, seed })
        } else {
            let standings = Standings::new(&prepared.names, prepared.tournament, games);
            let text = tournament_report::text(&standings);
            report(args, games, &text, &json::Seeded { figures: &standings, seed })
        };
        let match_file = &self.match_file;
        match (played, reported) {
            (Err(error), _) if error.is_output_closed() => Err(error),
            (Err(error), _) => Err(error.with_hint_if_none(match_file.continue_hint()?)),
            (Ok(MatchEnd::Stopped), reported) => {
                let hint = match_file.continue_hint()?;
                let (done, all) = (games.len(), prepared.tournament.n_games());
                let message = format!("interrupted after {done} of {all} games");
                let interrupted = CliError::interrupted(message, exit_code);
                Err(reported.err().unwrap_or(interrupted).with_hint(hint))
            }
            (Ok(_), Err(error)) if error.is_output_closed() => Err(error),
            (Ok(_), Err(error)) => Err(error.with_hint(match_file.games_hint()?)),
            (Ok(_), Ok(())) if games.iter().all(GameRecord::is_forfeited) => Ok(Status::Incomplete),
            // The answer to "Is the first player stronger?" is no.
            (Ok(_), Ok(())) if verdict == SprtVerdict::AcceptElo0 => Ok(Status::Incomplete),
            (Ok(_), Ok(())) => Ok(Status::Done),
        }
    }
}

/// Writes the files of `--write`, and prints the summary as text or JSON. The files come first,
/// because the terminal may be gone.
fn report(
    args: &MatchArgs,
    games: &[GameRecord],
    text: &str,
    summary: &impl Serialize,
) -> Result<(), CliError> {
    let written = result_files::write(args, games);
    let printed =
        if args.json { json::print(&json::SummaryLine { summary }) } else { output::print(text) };
    written.and(printed)
}
