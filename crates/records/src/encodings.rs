//! Character sets: the bytes of a file become UTF-8.
//!
//! A byte order mark tells UTF-8 and UTF-16. What is valid UTF-8 is UTF-8. Else SGF's `CA` is obeyed; without it,
//! games in SGF and GGF are Latin-1, and other texts `Shift_JIS`, where all of their bytes allow it, or Latin-1. As on
//! the web, Latin-1 has the letters of Windows-1252.

use encoding_rs::{Decoder, DecoderResult, Encoding, SHIFT_JIS, UTF_8, WINDOWS_1252};

use crate::detect::leads_to_tree;
use crate::wthor::WthorFileKind;
use crate::{InputLocation, ReadError, ReadProblem};

/// Escapes of ISO-2022 begin with it.
const ESCAPE: u8 = 0x1b;
/// The longest name of a character set that an error repeats, in bytes.
const MAX_NAME: usize = 40;

/// Returns the bytes of a file as UTF-8. Those of a WTHOR file stay as they are.
///
/// ```
/// let sgf = b"(;GM[2]CA[Shift_JIS]PB[\x91\xba\x8f\xe3];B[f5])".to_vec();
/// let text = willow_records::decode(sgf)?;
/// assert_eq!(text, "(;GM[2]CA[Shift_JIS]PB[村上];B[f5])".as_bytes());
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The character set that `CA` names is unknown, or a byte is not a character in the file's character set.
pub fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let error = |location, problem| ReadError { location, game: None, problem };
    if WthorFileKind::detect(&bytes).is_some() {
        return Ok(bytes);
    }
    let encoding = encoding(&bytes).map_err(|problem| error(InputLocation::START, problem))?;
    if encoding == UTF_8 && std::str::from_utf8(&bytes).is_ok() {
        return Ok(bytes);
    }
    let mut text = String::new();
    TextDecoder::new(encoding)
        .decode(&bytes, Piece::Last, &mut text)
        .map_err(|problem| error(InputLocation::in_text(&text, text.len()), problem))?;
    Ok(text.into_bytes())
}

/// Decodes a text piece by piece.
pub(crate) struct TextDecoder(Decoder);

impl std::fmt::Debug for TextDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TextDecoder").field(&self.0.encoding()).finish()
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// More follow. A character may be cut at the end.
    Inner,
    Last,
}

impl TextDecoder {
    /// Returns a decoder for the text that begins with these bytes.
    pub(crate) fn of_beginning(bytes: &[u8]) -> Result<TextDecoder, ReadProblem> {
        encoding(bytes).map(TextDecoder::new)
    }

    fn new(encoding: &'static Encoding) -> TextDecoder {
        TextDecoder(encoding.new_decoder_with_bom_removal())
    }

    /// Decodes a piece, and adds it to a text. After an error the text ends where it is.
    pub(crate) fn decode(
        &mut self,
        bytes: &[u8],
        piece: Piece,
        text: &mut String,
    ) -> Result<(), ReadProblem> {
        let charset = self.0.encoding().name();
        let is_last = piece == Piece::Last;
        let length = self.0.max_utf8_buffer_length_without_replacement(bytes.len());
        text.reserve(length.unwrap_or_default());
        match self.0.decode_to_string_without_replacement(bytes, text, is_last).0 {
            DecoderResult::InputEmpty => Ok(()),
            DecoderResult::Malformed(..) | DecoderResult::OutputFull => {
                Err(ReadProblem::NotInCharset { charset })
            }
        }
    }
}

/// Returns the character set of a text.
fn encoding(bytes: &[u8]) -> Result<&'static Encoding, ReadProblem> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Ok(encoding);
    }
    let may_be_escaped = || bytes.contains(&ESCAPE) && named(bytes).is_some_and(is_iso_2022);
    if std::str::from_utf8(bytes).is_ok() && !may_be_escaped() {
        return Ok(UTF_8);
    }
    let is_tree = bytes
        .iter()
        .position(|&byte| byte == b'(')
        .is_some_and(|begin| std::str::from_utf8(&bytes[..begin]).is_ok_and(leads_to_tree));
    match named(bytes).filter(|_| is_tree) {
        Some(name) => Encoding::for_label(name).ok_or_else(|| {
            let name = String::from_utf8_lossy(&name[..name.len().min(MAX_NAME)]).into_owned();
            ReadProblem::UnknownCharset { name }
        }),
        None if is_tree => Ok(WINDOWS_1252),
        None => {
            let is_shift_jis =
                SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes).is_some();
            Ok(if is_shift_jis { SHIFT_JIS } else { WINDOWS_1252 })
        }
    }
}

/// Returns whether a character set is one whose text is ASCII with escapes, and so valid UTF-8 too.
fn is_iso_2022(name: &[u8]) -> bool {
    const BEGIN: &[u8] = b"ISO-2022";
    name.get(..BEGIN.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(BEGIN))
}

/// Returns the value of the first `CA`.
fn named(bytes: &[u8]) -> Option<&[u8]> {
    let is_property = |begin: &usize| {
        let before = begin.checked_sub(1).map_or(b' ', |before| bytes[before]);
        bytes[*begin..].starts_with(b"CA[") && !before.is_ascii_alphabetic()
    };
    let begin = (0..bytes.len()).find(is_property)? + b"CA[".len();
    let length = bytes[begin..].iter().position(|&byte| byte == b']')?;
    Some(&bytes[begin..begin + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_sets_are_named_or_guessed() {
        let cases: [(&[u8], &str); 8] = [
            (b"f5d6", "f5d6"),
            ("名 f5".as_bytes(), "名 f5"),
            (b"\xfe\xff\0f\x005", "f5"),
            (b"# \x8a\xfb\x95\x88\nf5", "# 棋譜\nf5"),
            (b"f5\tRen\xe9\n", "f5\tRené\n"),
            (b"(;GM[2]PB[Ren\xe9])", "(;GM[2]PB[René])"),
            (b"(;CA[ISO-2022-JP]PB[\x1b$BB<\x1b(B])", "(;CA[ISO-2022-JP]PB[村])"),
            ("(;GM[2]PB[René\u{1b}])".as_bytes(), "(;GM[2]PB[René\u{1b}])"),
        ];
        for (bytes, text) in cases {
            assert_eq!(decode(bytes.to_vec()).as_deref(), Ok(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn errors_say_where() {
        for (bytes, message) in [
            (
                &b"(;CA[Klingon]\nPB[\xff])"[..],
                "line 1, column 1: unknown character set `Klingon` (CA)",
            ),
            (b"(;CA[EUC-JP]\nPB[\xff])", "line 2, column 4: a byte that is no character in EUC-JP"),
            (b"\xff\xfef\x005", "line 1, column 2: a byte that is no character in UTF-16LE"),
        ] {
            assert_eq!(decode(bytes.to_vec()).unwrap_err().to_string(), message);
        }
    }
}
