//! The annotated games that an analysis writes.

use willow_records::{Format, GameOrPosition};

use super::analyzed::Analyzed;
use super::annotate::annotated;
use crate::args::{AnalyzeArgs, check_distinct};
use crate::commands::convert;
use crate::error::CliError;

/// The files that were asked for, and the games that they are about.
pub(super) struct AnalysisFiles<'a> {
    args: &'a AnalyzeArgs,
    games: Vec<GameOrPosition>,
}

impl<'a> AnalysisFiles<'a> {
    /// Checks before the first game that the files can be written.
    ///
    /// # Errors
    /// A file exists already, or the format of the games has no remarks.
    pub(super) fn new(args: &'a AnalyzeArgs) -> Result<AnalysisFiles<'a>, CliError> {
        check_distinct(&args.write)?;
        for path in &args.write {
            willow_files::check_free(path, args.replace.overwrite())?;
            if !matches!(convert::format_of(path)?, Format::Ggf | Format::Sgf) {
                let message = format!("{}: this format has no values and remarks", path.display());
                return Err(CliError::usage(message).with_hint("write a .ggf or .sgf file"));
            }
        }
        Ok(AnalysisFiles { args, games: Vec::new() })
    }

    /// Keeps a game, if a file needs it.
    pub(super) fn add(&mut self, analyzed: &Analyzed) {
        if !self.args.write.is_empty() {
            self.games.push(annotated(analyzed, self.args.language()));
        }
    }

    /// Writes all files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn save(&self) -> Result<(), CliError> {
        let AnalyzeArgs { write, replace, .. } = self.args;
        write.iter().try_for_each(|path| convert::save(path, &self.games, replace.overwrite()))
    }
}
