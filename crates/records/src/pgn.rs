//! The header of a PGN: tags, `[Black "Edax"]`, with any blanks and empty lines between them. The moves are a
//! [transcript](crate::transcript).
//!
//! Black is the side that moves first, whatever its program calls it.

use willow_board::Color;

use crate::RecordedGame;
use crate::property_tree::{HUNDREDTHS, number};
use crate::transcript::TranscriptError;

/// A tag of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PgnTag<'a> {
    pub(crate) name: &'a str,
    value: &'a str,
}

impl<'a> PgnTag<'a> {
    /// Reads the tag with which a text begins. Also returns its end.
    pub(crate) fn parse(text: &'a str) -> Option<(PgnTag<'a>, usize)> {
        let rest = text.trim_start().strip_prefix('[')?.trim_start();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let (name, rest) = rest.split_at(rest.bytes().take_while(|&byte| is_name(byte)).count());
        let rest = rest.trim_start().strip_prefix('"')?;
        let (value, rest) = rest.split_at(end_of_string(rest)?);
        let rest = rest[1..].trim_start().strip_prefix(']')?;
        (!name.is_empty()).then_some((PgnTag { name, value }, text.len() - rest.len()))
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

/// Returns where a string ends that is on one line; quotes behind a backslash do not end it.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = matches!(byte, b'\n' | b'\r') || byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    (text.as_bytes()[end] == b'"').then_some(end)
}
