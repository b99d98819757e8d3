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

/// The quotation marks at the beginning of a name, each with the one that ends it. Others stand in the name.
const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('「', '」'), ('『', '』')];

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
    if let Some((quote, partner)) = QUOTES.into_iter().find(|(quote, _)| rest.starts_with(*quote)) {
        let inside = &rest[quote.len_utf8()..];
        let end = inside.find(partner);
        let name = &inside[..end.unwrap_or(inside.len())];
        let closing = end.map_or(0, |_| partner.len_utf8());
        let token =
            Token { text: name.trim().to_owned(), kind, is_quoted: true, is_open: end.is_none() };
        return (token, start + quote.len_utf8() + name.len() + closing);
    }
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let token = Token { text: rest[..length].to_owned(), kind, is_quoted: false, is_open: false };
    (token, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_ends_with_the_partner_of_the_mark_that_it_begins_with() {
        for (text, names, is_open) in [
            ("\"Ito Jun\" x", vec!["Ito Jun", "x"], false),
            ("“Ito Jun” x", vec!["Ito Jun", "x"], false),
            ("„Ito Jun“ x", vec!["Ito Jun", "x"], false),
            ("「Open \"Paris\"」 x", vec!["Open \"Paris\"", "x"], false),
            ("『Cup 「名人」 2』", vec!["Cup 「名人」 2"], false),
            ("\"the “old” cup\"", vec!["the “old” cup"], false),
            ("“Ito Jun\" x", vec!["Ito Jun\" x"], true),
        ] {
            let found = tokens(text);
            let texts: Vec<&str> = found.iter().map(|token| token.text.as_str()).collect();
            assert_eq!(texts, names, "{text}");
            assert_eq!((found[0].is_quoted, found[0].is_open), (true, is_open), "{text}");
        }
    }
}
