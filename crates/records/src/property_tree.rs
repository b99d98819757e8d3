//! The syntax that GGF and SGF share: trees of nodes with properties, `(;GM[2]B[f5];W[d6])`.
//!
//! The scanner only cuts the text into tokens. It does not recurse, and allocates nothing.

use std::borrow::Cow;

use thiserror::Error;
use willow_board::Color;

use crate::ErrorAt;
use crate::board_text::BoardTextError;
use crate::replay::ReplayError;

/// The error of a text that is not a tree of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PropertySyntaxError {
    /// The text ends inside a game.
    #[error("the game is not closed by `)`")]
    UnexpectedEnd,
    /// A character that is not expected here.
    #[error("unexpected {found:?}")]
    Unexpected {
        /// What stands there.
        found: char,
    },
    /// A value is too long, or has no end.
    #[error("a value is longer than {MAX_VALUE} bytes, or not closed by `]`")]
    LongValue,
    /// The next game begins inside a value.
    #[error("the value is not closed by `]` before the next game begins")]
    UnclosedValue,
    /// The remarks on one move are too long, each of which may fit.
    #[error("the remarks on one move have together more than {MAX_REMARKS} bytes")]
    LongRemarks,
}

/// The error of a text that is not a game of Othello in GGF or SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameTreeError {
    /// Brackets, parentheses or semicolons are wrong.
    #[error(transparent)]
    Syntax(#[from] PropertySyntaxError),
    /// Something follows the game.
    #[error("unexpected text after the game")]
    TrailingText,
    /// `GM` names another game.
    #[error("the game is not Othello")]
    NotOthello,
    /// `TY` or `SZ` names another size than 8.
    #[error("boards of size {size} are not supported, only 8")]
    BoardSize {
        /// Squares in a row.
        size: u32,
    },
    /// `TY` says that the player with fewer discs wins.
    #[error("anti-Othello is not supported (TY with the letter a)")]
    Anti,
    /// The start board of GGF is wrong.
    #[error("start board: {0}")]
    Board(BoardTextError),
    /// A board or discs are set up after a move.
    #[error("the start position comes after a move")]
    LateStart,
    /// A value is not a square or a rectangle of squares.
    #[error("expected a square, as in `f5`")]
    Square,
    /// A value is not a colour.
    #[error("expected a colour, B or W")]
    Color,
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
    /// The evaluation or time of a move in GGF is not a number.
    #[error("expected a move as in `f5/+1.5/3.47` (evaluation and seconds)")]
    MoveNotes,
    /// A value is not a number.
    #[error("expected a number")]
    Number,
    /// The result cannot be read.
    #[error("expected a result: `+2.000` or `-64.000:r` in GGF, `B+12` or `W+R` in SGF, or `?`")]
    Result,
}

/// The longest value of a property, in bytes.
pub(crate) const MAX_VALUE: usize = 1 << 16;

/// The longest remarks on one move, in bytes: as a value they still fit when every character is escaped.
const MAX_REMARKS: usize = MAX_VALUE / 2;

/// A part of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeToken<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// One value of a property.
    Value(PropertyValue<'a>),
}

/// One value of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PropertyValue<'a> {
    /// The name before the bracket.
    pub(crate) name: &'a str,
    /// What stands between the brackets.
    pub(crate) value: &'a str,
    /// Where the value begins in the whole text.
    pub(crate) offset: usize,
}

impl<'a> PropertyValue<'a> {
    /// Returns an error at the value.
    pub(crate) const fn at<E>(&self, error: E) -> ErrorAt<E> {
        ErrorAt { offset: self.offset, error }
    }

    /// Returns the value as the text that it stands for.
    pub(crate) fn text(&self) -> String {
        unescape(self.value).trim().to_owned()
    }

    /// Returns the value without blanks around it.
    pub(crate) fn trimmed(&self) -> &'a str {
        self.value.trim()
    }
}

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(crate) struct TreeScanner<'a> {
    text: &'a str,
    /// Where the next token begins, or blanks before it.
    pub(crate) offset: usize,
    /// The name of the property of which more values may follow.
    name: &'a str,
}

impl<'a> TreeScanner<'a> {
    pub(crate) const fn new(text: &'a str, offset: usize) -> TreeScanner<'a> {
        TreeScanner { text, offset, name: "" }
    }

    /// Skips the parenthesis that opens a tree.
    pub(crate) fn open(&mut self) -> Result<(), ErrorAt<GameTreeError>> {
        let rest = self.text[self.offset..].trim_start();
        self.offset = self.text.len() - rest.len();
        match rest.chars().next() {
            Some('(') => self.offset += 1,
            Some(found) => return self.error(PropertySyntaxError::Unexpected { found }),
            None => return self.error(PropertySyntaxError::UnexpectedEnd),
        }
        Ok(())
    }

    /// Returns the next token.
    pub(crate) fn token(&mut self) -> Result<TreeToken<'a>, ErrorAt<GameTreeError>> {
        loop {
            let rest = self.text[self.offset..].trim_start();
            self.offset = self.text.len() - rest.len();
            let Some(found) = rest.chars().next() else {
                return self.error(PropertySyntaxError::UnexpectedEnd);
            };
            if found == '[' && !self.name.is_empty() {
                return self.value();
            }
            if found.is_ascii_alphabetic() {
                self.read_name(rest);
                continue;
            }
            self.name = "";
            let token = match found {
                '(' => TreeToken::Open,
                ')' => TreeToken::Close,
                ';' => TreeToken::Node,
                _ => return self.error(PropertySyntaxError::Unexpected { found }),
            };
            self.offset += 1;
            return Ok(token);
        }
    }

    fn error<T>(&self, error: PropertySyntaxError) -> Result<T, ErrorAt<GameTreeError>> {
        Err(ErrorAt { offset: self.offset, error: error.into() })
    }

    fn read_name(&mut self, rest: &'a str) {
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.name = &rest[..end];
        self.offset += end;
    }

    /// Reads a value whose opening bracket comes next.
    fn value(&mut self) -> Result<TreeToken<'a>, ErrorAt<GameTreeError>> {
        let begin = self.offset + 1;
        let bytes = &self.text.as_bytes()[begin..];
        let mut escaped = false;
        for (length, &byte) in bytes.iter().take(MAX_VALUE + 1).enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b']' => {
                    self.offset = begin + length + 1;
                    let value = &self.text[begin..begin + length];
                    return Ok(TreeToken::Value(PropertyValue {
                        name: self.name,
                        value,
                        offset: begin,
                    }));
                }
                b'(' if begins_game(&bytes[..length], &bytes[length..]) => {
                    self.offset = begin;
                    return self.error(PropertySyntaxError::UnclosedValue);
                }
                _ => {}
            }
        }
        // The error is placed after what was scanned, so that nothing is scanned twice.
        self.offset = self.text.floor_char_boundary(begin + MAX_VALUE);
        self.error(PropertySyntaxError::LongValue)
    }
}

/// Returns whether a value was cut off, and a game begins after it: with its type, or on a line of its own with
/// another property.
fn begins_game(before: &[u8], rest: &[u8]) -> bool {
    let Some(property) = rest.strip_prefix(b"(;") else { return false };
    let is_count = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t');
    let before_count = before.iter().rev().find(|byte| !is_count(byte));
    let n_letters = property.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let has_property = 0 < n_letters && property.get(n_letters) == Some(&b'[');
    property.starts_with(b"GM[") || has_property && matches!(before_count, Some(b'\n' | b'\r'))
}

/// Returns the text that a value stands for: a backslash takes the next character as it is, and
/// joins lines.
fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|&next| next != '\n')),
            _ => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// Writes a property, unless its value is empty.
pub(crate) fn write_text(out: &mut String, name: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    out.push_str(name);
    out.push('[');
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        // What looks like the next game is none.
        if matches!(c, '\\' | ']') || c == '(' && chars.peek() == Some(&';') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push(']');
}

/// Adds a remark to a comment, on a new line.
pub(crate) fn append(comment: &mut String, more: &str) -> Result<(), PropertySyntaxError> {
    if comment.is_empty() {
        more.clone_into(comment);
        return Ok(());
    }
    if MAX_REMARKS < comment.len() + more.len() + 1 {
        return Err(PropertySyntaxError::LongRemarks);
    }
    if !more.is_empty() {
        comment.push('\n');
        comment.push_str(more);
    }
    Ok(())
}

/// Hundredths: GGS rounds evaluations and ratings to them.
pub(crate) const HUNDREDTHS: f64 = 100.0;
/// Thousandths: GGS rounds results to them, we round times.
pub(crate) const THOUSANDTHS: f64 = 1000.0;

/// The largest number that records may hold: more than the seconds of any game or any rating.
const MAX_NUMBER: f64 = 1e6;

/// Returns a rating as it is written: nothing if it is not known.
pub(crate) fn rating(rating: Option<f64>) -> String {
    let rounded = rating.and_then(|rating| rounded(rating, HUNDREDTHS));
    rounded.map_or_else(String::new, |rating| rating.to_string())
}

/// Returns a number rounded to a multiple of `1 / parts`, if its size is allowed.
pub(crate) fn rounded(number: f64, parts: f64) -> Option<f64> {
    (number.abs() <= MAX_NUMBER).then(|| (number * parts).round() / parts)
}

/// Reads a number and rounds it to a multiple of `1 / parts`.
pub(crate) fn number(text: &str, parts: f64) -> Option<f64> {
    rounded(decimal(text.trim())?, parts)
}

/// The digits behind the point that are read: more of them do not change what is rounded to hundredths.
const DECIMALS: usize = 9;

/// Reads digits with or without a sign and a point. An exponent is not a number of a record.
///
/// The library's own reader takes every spelling of a double. For that it has a table of 10 KB, a sixth of the
/// rules in the browser.
fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits = || whole.bytes().chain(part.bytes());
    if digits().next().is_none() || !digits().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let read = whole.bytes().chain(part.bytes().take(DECIMALS));
    let number = read.map(|byte| f64::from(byte - b'0')).fold(0.0, |sum, digit| sum * 10.0 + digit);
    let scale = 10_f64.powi(part.len().min(DECIMALS) as i32);
    Some(if text.starts_with('-') { -number / scale } else { number / scale })
}

/// Returns the letter of a colour as properties use it.
pub(crate) const fn color_letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut scanner = TreeScanner::new(text, 0);
        std::iter::from_fn(|| match scanner.token() {
            Ok(TreeToken::Value(property)) => {
                Some(format!("{}={}", property.name, property.text()))
            }
            Ok(token) => Some(format!("{token:?}")),
            Err(_) => None,
        })
        .collect()
    }

    fn error(text: &str) -> ErrorAt<GameTreeError> {
        let mut scanner = TreeScanner::new(text, 0);
        loop {
            if let Err(error) = scanner.token() {
                return error;
            }
        }
    }

    #[test]
    fn text_is_cut_into_tokens() {
        assert_eq!(
            tokens("(;AB[a1] [b2]\nC[x\\]y\\\\ (;)];)"),
            ["Open", "Node", "AB=a1", "AB=b2", "C=x]y\\ (;)", "Node", "Close"]
        );
        assert_eq!(tokens("C[one \\\ntwo]"), ["C=one two"]);
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(
            error("(;"),
            ErrorAt { offset: 2, error: PropertySyntaxError::UnexpectedEnd.into() }
        );
        assert_eq!(
            error("( [x]"),
            ErrorAt { offset: 2, error: PropertySyntaxError::Unexpected { found: '[' }.into() }
        );
        assert_eq!(error("C[ab").error, PropertySyntaxError::LongValue.into());
        let unclosed = ErrorAt { offset: 2, error: PropertySyntaxError::UnclosedValue.into() };
        for text in ["C[ab(;GM[2])", "C[ab\n(;GM[2])", "C[ab\r\n 2 (;PB[x];)"] {
            assert_eq!(error(text), unclosed, "{text}");
        }
        for text in ["C[ab (;PB[2]", "C[ab\n(; GM[2]", "C[ab\n\\(;GM[2]"] {
            assert_eq!(tokens(text).len(), 1, "{text}");
        }
        let long = format!("C[{}]", "x".repeat(MAX_VALUE + 1));
        assert_eq!(error(&long).error, PropertySyntaxError::LongValue.into());
    }

    #[test]
    fn the_longest_value_is_read() {
        assert_eq!(tokens(&format!("C[{}]", "x".repeat(MAX_VALUE))).len(), 1);
    }

    #[test]
    fn numbers_are_rounded_and_bounded() {
        assert_eq!(number(" +1.234 ", 100.0), Some(1.23));
        for (text, read) in
            [("1612.5", 1612.5), ("-2", -2.0), ("+.5", 0.5), ("7.", 7.0), ("-0.015", -0.02)]
        {
            assert_eq!(number(text, 100.0), Some(read), "{text}");
        }
        for text in
            ["", "x", "nan", "inf", "1e7", "1e2", "-", ".", "1.2.3", "--1", "1_000", "99999999999"]
        {
            assert_eq!(number(text, 100.0), None, "{text}");
        }
    }
}
