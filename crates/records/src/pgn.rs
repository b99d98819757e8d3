//! The header of a PGN: a line for each tag, `[Black "Edax"]`. The moves are a [transcript](crate::transcript).
//!
//! Black is the side that moves first, whatever its program calls it.

use willow_board::Color;

use crate::RecordedGame;
use crate::property_tree::{HUNDREDTHS, number};
use crate::transcript::TranscriptError;

/// A tag of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PgnTag<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> PgnTag<'a> {
    /// Reads a line that is a tag and nothing else.
    pub(crate) fn parse(line: &'a str) -> Option<PgnTag<'a>> {
        let tag = line.trim().strip_prefix('[')?.strip_suffix(']')?;
        let (name, value) = tag.split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_name.then_some(PgnTag { name, value })
    }

    /// Adds what the tag says to a record. Tags that are not known are skipped.
    pub(crate) fn add_to(self, record: &mut RecordedGame) -> Result<(), TranscriptError> {
        if self.value.bytes().all(|byte| matches!(byte, b'?' | b'.')) {
            return Ok(());
        }
        let text = self.value.replace("\\\"", "\"").replace("\\\\", "\\");
        match self.name {
            "Event" => record.event = text,
            "Site" => record.place = text,
            "Date" => record.date = text,
            "Black" => record.player_mut(Color::Black).name = text,
            "White" => record.player_mut(Color::White).name = text,
            "BlackElo" => record.player_mut(Color::Black).rating = number(&text, HUNDREDTHS),
            "WhiteElo" => record.player_mut(Color::White).rating = number(&text, HUNDREDTHS),
            "FEN" => return Err(TranscriptError::PgnStart),
            _ => {}
        }
        Ok(())
    }
}
