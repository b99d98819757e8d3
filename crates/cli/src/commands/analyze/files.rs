//! The files of an analysis: graphs, a page, annotated games.

use std::path::{Path, PathBuf};

use willow_records::{Format, GameOrPosition};

use super::analyzed::Analyzed;
use super::annotate::annotated;
use super::players::PlayerTable;
use super::{html, svg};
use crate::args::AnalyzeArgs;
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
        for path in [&args.svg, &args.html, &args.write].into_iter().flatten() {
            files::check_free(path, files::overwrite(args.force))?;
        }
        if let Some(path) = &args.write
            && !matches!(convert::format_of(path)?, Format::Ggf | Format::Sgf)
        {
            let message = format!("{}: this format has no values and remarks", path.display());
            return Err(CliError::usage(message).with_hint("write a .ggf or .sgf file"));
        }
        Ok(AnalysisFiles { args, games: Vec::new() })
    }

    /// Keeps a game, if a file needs it.
    pub(super) fn add(&mut self, analyzed: Analyzed) {
        let AnalyzeArgs { svg, html, write, .. } = self.args;
        if svg.is_some() || html.is_some() || write.is_some() {
            self.games.push(analyzed);
        }
    }

    /// Writes all files. One that cannot be written does not keep the others from it.
    ///
    /// # Errors
    /// A file cannot be written: the error is that of the first one, and the others are printed.
    pub(super) fn save(&self, players: &PlayerTable) -> Result<(), CliError> {
        let mut results = self.save_graphs();
        results.extend(self.save_page(players));
        results.extend(self.save_games());
        let mut errors = results.into_iter().filter_map(Result::err);
        let first = errors.next();
        errors.for_each(|error| error.print());
        first.map_or(Ok(()), Err)
    }

    fn save_graphs(&self) -> Vec<Result<(), CliError>> {
        let Some(path) = &self.args.svg else { return Vec::new() };
        let games = self.games.iter().filter(|analyzed| !analyzed.is_position);
        let save = |(index, analyzed): (usize, &Analyzed)| {
            let graph = svg::graph(&analyzed.findings);
            files::write(
                &numbered(path, index + 1),
                graph.as_bytes(),
                files::overwrite(self.args.force),
            )
        };
        games.enumerate().map(save).collect()
    }

    fn save_page(&self, players: &PlayerTable) -> Option<Result<(), CliError>> {
        let path = self.args.html.as_ref()?;
        let page = html::page(&self.games, players, self.args.language());
        Some(files::write(path, page.as_bytes(), files::overwrite(self.args.force)))
    }

    fn save_games(&self) -> Option<Result<(), CliError>> {
        let path = self.args.write.as_ref()?;
        let games: Vec<GameOrPosition> =
            self.games.iter().map(|game| annotated(game, self.args.language())).collect();
        Some(convert::save(path, &games, files::overwrite(self.args.force)))
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
