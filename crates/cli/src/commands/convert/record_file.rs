//! The file that a conversion writes record by record. It appears whole or not at all; standard output is a stream.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use willow_board::{Game, Move};
use willow_files::{FileDraft, Overwrite};
use willow_records::{
    DroppedData, Format, GameOrPosition, Synchro, TextWriter, WriteError, dropped_data,
};

use super::wthor::WthorDatabase;
use crate::error::CliError;
use crate::files::{self, STANDARD_STREAM};
use crate::units;

/// A file of games or positions that is being written.
pub(super) enum RecordFile<'a> {
    Text(TextFile<'a>),
    Wthor(WthorDatabase<'a>),
}

/// The written records.
pub(super) struct Written {
    /// The number of records or positions, in words.
    pub(super) count: String,
    /// The number of names that were too long for the format and were cut off.
    pub(super) n_shortened: usize,
    /// What the format cannot hold, with the number of records that lose it.
    pub(super) dropped: BTreeMap<DroppedData, usize>,
}

impl<'a> RecordFile<'a> {
    /// Begins a file, or standard output for `-`.
    pub(super) fn create(
        path: &'a Path,
        format: Format,
        overwrite: Overwrite,
    ) -> Result<RecordFile<'a>, CliError> {
        Ok(if format == Format::Wthor {
            RecordFile::Wthor(WthorDatabase::create(path, overwrite)?)
        } else {
            RecordFile::Text(TextFile::create(path, format, overwrite)?)
        })
    }

    pub(super) fn add(&mut self, item: GameOrPosition) -> Result<(), CliError> {
        match self {
            RecordFile::Text(file) => file.add(item),
            RecordFile::Wthor(database) => database.add(item),
        }
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<Written, CliError> {
        match self {
            RecordFile::Text(file) => file.finish(),
            RecordFile::Wthor(database) => database.finish(),
        }
    }
}

/// A file of text.
pub(super) struct TextFile<'a> {
    path: &'a Path,
    format: Format,
    overwrite: Overwrite,
    out: TextOutput,
    writer: TextWriter,
    /// The last game: the second of a synchro pair is written with the first.
    waiting: Vec<GameOrPosition>,
    n_records: usize,
    n_positions: usize,
    dropped: BTreeMap<DroppedData, usize>,
}

enum TextOutput {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<FileDraft>),
    Gzip(GzEncoder<BufWriter<FileDraft>>),
}

impl<'a> TextFile<'a> {
    fn create(
        path: &'a Path,
        format: Format,
        overwrite: Overwrite,
    ) -> Result<TextFile<'a>, CliError> {
        let out = if path == Path::new(STANDARD_STREAM) {
            TextOutput::Stdout(BufWriter::new(io::stdout()))
        } else {
            let file = BufWriter::new(files::draft(path, overwrite)?);
            match willow_files::without_gz(path) {
                (_, true) => TextOutput::Gzip(GzEncoder::new(file, Compression::default())),
                (_, false) => TextOutput::File(file),
            }
        };
        Ok(TextFile {
            path,
            format,
            overwrite,
            out,
            writer: TextWriter::new(format),
            waiting: Vec::new(),
            n_records: 0,
            n_positions: 0,
            dropped: BTreeMap::new(),
        })
    }

    fn add(&mut self, item: GameOrPosition) -> Result<(), CliError> {
        self.n_records += 1;
        let (n_positions, synchro) = match &item {
            GameOrPosition::Game(record) => (self.n_boards(&record.game), record.synchro),
            GameOrPosition::Position(_) => (1, None),
        };
        self.n_positions += n_positions;
        if synchro != Some(Synchro::Second) || self.waiting.len() != 1 {
            self.write_waiting()?;
        }
        self.waiting.push(item);
        Ok(())
    }

    /// Returns how many boards of a game the format prints. Those of the old programs print none after a pass.
    fn n_boards(&self, game: &Game) -> usize {
        let n_passes = match self.format {
            Format::Paip | Format::Clojure => game.moves().filter(|mv| *mv == Move::Pass).count(),
            _ => 0,
        };
        game.n_plies() + 1 - n_passes
    }

    fn write_waiting(&mut self) -> Result<(), CliError> {
        let failed =
            |error: WriteError| CliError::failed(format!("{}: {error}", self.path.display()));
        let text = self.writer.write(&self.waiting).map_err(failed)?;
        for (data, n) in dropped_data(&self.waiting, self.format).map_err(failed)? {
            *self.dropped.entry(data).or_default() += n;
        }
        self.waiting.clear();
        match &mut self.out {
            TextOutput::Stdout(out) => return Ok(out.write_all(text.as_bytes())?),
            TextOutput::File(file) => file.write_all(text.as_bytes()),
            TextOutput::Gzip(file) => file.write_all(text.as_bytes()),
        }
        .map_err(|error| files::write_error(self.path, &error))
    }

    fn finish(mut self) -> Result<Written, CliError> {
        self.write_waiting()?;
        let file = match self.out {
            TextOutput::Stdout(mut out) => {
                out.flush()?;
                None
            }
            TextOutput::File(file) => Some(Ok(file)),
            TextOutput::Gzip(file) => Some(file.finish()),
        };
        if let Some(file) = file {
            file.and_then(|file| file.into_inner()?.publish(self.path, self.overwrite))
                .map_err(|error| files::write_error(self.path, &error))?;
        }
        let count = if self.format.holds_positions() {
            units::count(self.n_positions, "position")
        } else {
            units::count(self.n_records, "record")
        };
        Ok(Written { count, n_shortened: 0, dropped: self.dropped })
    }
}
