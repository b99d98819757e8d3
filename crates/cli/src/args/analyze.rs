//! The arguments of `willow analyze`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use willow_analysis::Language;
use willow_engine::Level;

use super::replace::ReplaceArgs;
use super::values;

/// Analyze games: what every move lost, and where
///
/// INPUT is one of: a file of games; a list of moves from the start (f5d6c3); a position (64 cells from
/// a1 to h8, X, O or -, then a blank and X or O for the side to move), of which every legal move is
/// analyzed; or - for standard input.
///
/// A value is exact, proven (win, draw or loss is certain), or an estimate with its error. Values are in
/// discs, from the point of view of the side that moves. Ctrl-C ends the analysis and prints what is
/// found. docs/analysis.md explains the report.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow analyze --explain game.ggf
  willow analyze --write annotated.ggf game.ggf
  willow analyze --time 2m f5d6c3d3c4f4f6
  willow analyze --level 10 --json games.wtb
  willow analyze --level 10 --review bob bob.ggf")]
pub(crate) struct AnalyzeArgs {
    /// A file, a list of moves, a position, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    /// Search at this level, 1 to 60 (default: 20, which is exact from 24 empties on)
    #[arg(long, value_name = "L", value_parser = values::level, conflicts_with = "time")]
    pub(crate) level: Option<Level>,
    /// Analyze each game for this time, such as 30s or 5m, deeper and deeper
    #[arg(long, value_name = "T", value_parser = values::budget)]
    pub(crate) time: Option<Duration>,
    /// Search with this many threads (default: all cores); with 1 estimates are repeatable
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = values::size)]
    pub(crate) hash: usize,
    /// Say why inaccuracies, mistakes and blunders were worse than the best move
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write the sentences of reasons in this language; all else is English
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: ReasonLanguage,
    /// Show signs that this player used an engine: the latest rated games against the earlier ones
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) review: Option<String>,
    /// Print one JSON object per move, with reasons, and a summary by player
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the games with values and remarks to this file (.ggf or .sgf); can be repeated
    #[arg(short = 'o', long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}

/// A language of the sentences of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReasonLanguage {
    /// English
    En,
    /// Japanese
    Ja,
}

impl AnalyzeArgs {
    /// Returns the language of the sentences of reasons.
    pub(crate) const fn language(&self) -> Language {
        match self.language {
            ReasonLanguage::En => Language::English,
            ReasonLanguage::Ja => Language::Japanese,
        }
    }
}
