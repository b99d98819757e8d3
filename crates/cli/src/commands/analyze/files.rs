//! The files of an analysis: graphs, a page, annotated games.

use std::path::{Path, PathBuf};

use willow_records::{Format, GameOrPosition};

use super::analyzed::Analyzed;
use super::annotate::annotated;
use super::players::PlayerTable;
use super::{html, svg};
use crate::args::{AnalyzeArgs, check_distinct};
use crate::commands::convert;
use crate::error::CliError;
use crate::files;

/// The files that were asked for, and the games that they are about.
pub(super) struct AnalysisFiles<'a> {
    args: &'a AnalyzeArgs,
    games: Vec<Analyzed>,
}

impl<'a> AnalysisFiles<'a> {
    /// Checks before the first game that the files can be written.
    ///
    /// # Errors
    /// A file exists already, or the format of the games has no remarks.
    pub(super) fn new(args: &'a AnalyzeArgs) -> Result<AnalysisFiles<'a>, CliError> {
        let paths = || args.svg.iter().chain(&args.html).chain(&args.write);
        check_distinct(paths())?;
        paths().try_for_each(|path| files::check_free(path, args.replace.overwrite()))?;
        for path in &args.write {
            if !matches!(convert::format_of(path)?, Format::Ggf | Format::Sgf) {
                let message = format!("{}: this format has no values and remarks", path.display());
                return Err(CliError::usage(message).with_hint("write a .ggf or .sgf file"));
            }
        }
        Ok(AnalysisFiles { args, games: Vec::new() })
    }

    /// Keeps a game, if a file needs it.
    pub(super) fn add(&mut self, analyzed: Analyzed) {
        let AnalyzeArgs { svg, html, write, .. } = self.args;
        if svg.is_some() || html.is_some() || !write.is_empty() {
            self.games.push(analyzed);
        }
    }

    /// Writes all files, the graphs last: those of later games have names that were not checked before.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn save(&self, players: &PlayerTable) -> Result<(), CliError> {
        let (overwrite, language) = (self.args.replace.overwrite(), self.args.language());
        if let Some(path) = &self.args.html {
            let page = html::page(&self.games, players, language);
            files::write(path, page.as_bytes(), overwrite)?;
        }
        let games: Vec<GameOrPosition> =
            self.games.iter().map(|game| annotated(game, language)).collect();
        self.args.write.iter().try_for_each(|path| convert::save(path, &games, overwrite))?;
        if let Some(path) = &self.args.svg {
            let games = self.games.iter().filter(|analyzed| !analyzed.is_position);
            for (number, analyzed) in (1..).zip(games) {
                let graph = svg::graph(&analyzed.findings);
                files::write(&numbered(path, number), graph.as_bytes(), overwrite)?;
            }
        }
        Ok(())
    }
}

/// Returns the name of the graph of a game: that of the first game as it is, `graph-2.svg` for the
/// second.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}
