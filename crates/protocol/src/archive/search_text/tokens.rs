//! The words of a searched text, and what stands in quotation marks.

use super::terms::NameKind;

/// A word, or a text in quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The text, without the kind before it and without quotation marks.
    pub(super) text: String,
    /// The kind before it, as in `event:paris`.
    pub(super) kind: Option<NameKind>,
    /// Whether it stands in quotation marks.
    pub(super) is_quoted: bool,
    /// Whether the quotation mark at its end is missing.
    pub(super) is_open: bool,
}

/// The kinds that may stand before a name.
const KINDS: [(&str, NameKind); 3] =
    [("player:", NameKind::Player), ("event:", NameKind::Event), ("opening:", NameKind::Opening)];

/// The quotation marks at the beginning and at the end of a name.
const OPENING_QUOTES: [char; 5] = ['"', '“', '„', '「', '『'];
const CLOSING_QUOTES: [char; 5] = ['"', '”', '“', '」', '』'];

/// Splits a text into words.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let (token, end) = first(rest);
        found.push(token);
        rest = rest[end..].trim_start();
    }
    found
}

/// Returns the first word of a text, and where it ends.
fn first(text: &str) -> (Token, usize) {
    let lower = text.to_ascii_lowercase();
    let kind = KINDS.into_iter().find(|(word, _)| lower.starts_with(word));
    let start = kind.map_or(0, |(word, _)| word.len());
    let kind = kind.map(|(_, kind)| kind);
    let rest = &text[start..];
    if let Some(quote) = rest.chars().next().filter(|first| OPENING_QUOTES.contains(first)) {
        let inside = &rest[quote.len_utf8()..];
        let end = inside.find(CLOSING_QUOTES);
        let name = &inside[..end.unwrap_or(inside.len())];
        let closing = end.and_then(|end| inside[end..].chars().next()).map_or(0, char::len_utf8);
        let token =
            Token { text: name.trim().to_owned(), kind, is_quoted: true, is_open: end.is_none() };
        return (token, start + quote.len_utf8() + name.len() + closing);
    }
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let token = Token { text: rest[..length].to_owned(), kind, is_quoted: false, is_open: false };
    (token, start + length)
}
