//! The file of `--resume`: what was found in every finished game, so that an interrupted analysis of many
//! games goes on where it was.
//!
//! JSON lines: the settings first, then one game per line. A game is known again by its start and its
//! moves, wherever it stands among the inputs. An incomplete last line, after a crash, is dropped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_analysis::{
    Certainty, Counterfactual, MoveAnalysis, Outcome, OutcomeChange, SquareChange,
};
use willow_board::{Game, Move, Position, Square};
use willow_eval::Score;
use willow_files::{AppendLog, AppendLogError};
use willow_records::board_text;

use super::analyzed::Analyzed;
use super::work::{Effort, Explanation};
use crate::error::CliError;

/// The first line of the file.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
struct Heading {
    analyze: Settings,
    /// Whether changes of squares were looked for.
    explain: bool,
}

/// How long or how deep each game is analyzed. Games of other settings cannot be compared.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Settings {
    /// A level.
    Level(u32),
    /// A time for each game, in milliseconds.
    Milliseconds(u64),
}

/// A finished game or position.
#[derive(Deserialize, Serialize)]
struct SavedGame {
    start: String,
    moves: Vec<String>,
    /// The number of moves that there are; a time that is over leaves some without a finding.
    n_moves: usize,
    findings: Vec<SavedFinding>,
}

/// What was found about a move. The position follows from the game.
#[derive(Deserialize, Serialize)]
struct SavedFinding {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    /// In units of the evaluation, so that nothing is rounded.
    value: i32,
    best_value: i32,
    best: String,
    pv: Vec<String>,
    played_pv: Vec<String>,
    certainty: Certainty,
    /// The outcome of the best move, then that of the played one.
    outcomes: Option<(Outcome, Outcome)>,
    depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counterfactual: Option<SavedCounterfactual>,
}

/// A change of a square that makes a move the best one.
#[derive(Deserialize, Serialize)]
struct SavedCounterfactual {
    square: String,
    change: SquareChange,
    depth: u32,
}

/// The finished games of earlier runs, and the file to which further ones are added.
#[derive(Debug, Default)]
pub(super) struct SavedAnalyses {
    games: HashMap<String, Finished>,
    log: Option<(PathBuf, AppendLog)>,
}

/// What is known about a finished game.
#[derive(Clone, Debug)]
struct Finished {
    n_moves: usize,
    findings: Vec<MoveAnalysis>,
}

impl SavedAnalyses {
    /// Opens or creates the file, if there is to be one.
    ///
    /// # Errors
    /// The file is of another kind or of an analysis with other settings, or it cannot be written.
    pub(super) fn open(
        path: Option<&Path>,
        effort: Effort,
        explanation: Explanation,
    ) -> Result<SavedAnalyses, CliError> {
        let Some(path) = path else { return Ok(SavedAnalyses::default()) };
        let heading = Heading {
            analyze: effort.into(),
            explain: explanation == Explanation::Counterfactuals,
        };
        let check = |first: &str| match serde_json::from_str::<Heading>(first) {
            Ok(other) if other == heading => Ok(()),
            Ok(_) => Err("the analysis in this file has another --level, --time or --explain"),
            Err(_) => Err("not a file of --resume"),
        };
        let (log, text) =
            AppendLog::open(path, &json(&heading), check).map_err(|error| cannot_open(&error))?;
        let mut games = HashMap::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            let (key, finished) = finished(line).ok_or_else(|| {
                CliError::failed(format!("{}: line {}: damaged", path.display(), index + 1))
                    .with_hint("remove this line; its game is analyzed again then")
            })?;
            games.insert(key, finished);
        }
        Ok(SavedAnalyses { games, log: Some((path.to_owned(), log)) })
    }

    /// Fills in what is known about a game. Reports whether it was finished before.
    pub(super) fn restore(&self, analyzed: &mut Analyzed) -> bool {
        let finished = self.games.get(&key(&analyzed.record.game));
        if let Some(Finished { n_moves, findings }) = finished {
            (analyzed.n_moves, analyzed.findings) = (*n_moves, findings.clone());
        }
        finished.is_some()
    }

    /// Adds a finished game to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, analyzed: &Analyzed) -> Result<(), CliError> {
        let Some((path, log)) = &mut self.log else { return Ok(()) };
        let (start, moves) = parts(&analyzed.record.game);
        let n_moves = analyzed.n_moves;
        let findings = analyzed.findings.iter().map(SavedFinding::of).collect();
        let line = json(&SavedGame { start, moves, n_moves, findings });
        log.append(&line).map_err(|error| CliError::file("write", path, &error))
    }
}

impl From<Effort> for Settings {
    fn from(effort: Effort) -> Settings {
        match effort {
            Effort::Level(level) => Settings::Level(level.number()),
            Effort::Time(time) => Settings::Milliseconds(milliseconds(time)),
        }
    }
}

impl SavedFinding {
    fn of(found: &MoveAnalysis) -> SavedFinding {
        SavedFinding {
            ply: found.ply,
            mv: found.mv.to_string(),
            value: found.value.units(),
            best_value: found.best_value.units(),
            best: found.best.to_string(),
            pv: names(&found.pv),
            played_pv: names(&found.played_pv),
            certainty: found.certainty,
            outcomes: found.outcomes.map(|change| (change.best, change.played)),
            depth: found.depth,
            counterfactual: found.counterfactual.map(|of| SavedCounterfactual {
                square: of.square.to_string(),
                change: of.change,
                depth: of.depth,
            }),
        }
    }

    /// Returns the finding about a move of this game; `None` if it cannot be one.
    fn finding(self, game: &Game) -> Option<MoveAnalysis> {
        let position = *game.position_at(self.ply)?;
        let square = |name: &str| -> Option<Square> {
            name.parse().ok().filter(|&square| position.board().is_legal(square))
        };
        Some(MoveAnalysis {
            ply: self.ply,
            position,
            mv: square(&self.mv)?,
            value: Score::from_units(self.value),
            best_value: Score::from_units(self.best_value),
            best: square(&self.best)?,
            pv: line(&position, &self.pv)?,
            played_pv: line(&position, &self.played_pv)?,
            certainty: self.certainty,
            outcomes: self.outcomes.map(|(best, played)| OutcomeChange { best, played }),
            depth: self.depth,
            counterfactual: match self.counterfactual {
                Some(saved) => Some(saved.of_position(&position)?),
                None => None,
            },
        })
    }
}

impl SavedCounterfactual {
    /// Returns the change of a disc of this position; `None` if there is no such disc.
    fn of_position(&self, position: &Position) -> Option<Counterfactual> {
        let square: Square = self.square.parse().ok()?;
        position.disc_at(square)?;
        Some(Counterfactual { square, change: self.change, depth: self.depth })
    }
}

/// Reads the line of a game.
fn finished(line: &str) -> Option<(String, Finished)> {
    let saved: SavedGame = serde_json::from_str(line).ok()?;
    let mut game = Game::from_position(board_text::parse(&saved.start).ok()?);
    for mv in &saved.moves {
        game.play(mv.parse().ok()?).ok()?;
    }
    let findings = saved.findings.into_iter().map(|found| found.finding(&game));
    let findings = findings.collect::<Option<Vec<_>>>()?;
    Some((key(&game), Finished { n_moves: saved.n_moves, findings }))
}

/// Returns moves that are legal one after the other.
fn line(start: &Position, names: &[String]) -> Option<Vec<Move>> {
    let mut position = *start;
    let mut moves = Vec::new();
    for name in names {
        let mv = name.parse().ok()?;
        position = position.play(mv).ok()?;
        moves.push(mv);
    }
    Some(moves)
}

fn key(game: &Game) -> String {
    let (start, moves) = parts(game);
    start + " " + &moves.concat()
}

fn parts(game: &Game) -> (String, Vec<String>) {
    (game.start().to_string(), game.moves().map(|mv| mv.to_string()).collect())
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the values are plain data")
}

fn cannot_open(error: &AppendLogError) -> CliError {
    let hint = "use a file that --resume has written, or a new file name";
    match error {
        AppendLogError::Write { path, source } => CliError::file("write", path, source),
        AppendLogError::Read { path, source } => CliError::file("read", path, source),
        AppendLogError::OtherFile(_) => CliError::failed(error).with_hint(hint),
        AppendLogError::OtherHeading { path, source } => {
            CliError::failed(format!("{}: {source}", path.display())).with_hint(hint)
        }
    }
}
