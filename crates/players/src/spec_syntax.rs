//! Which text of a SPEC needs brackets or quotes, and where these end.

/// Returns whether a value needs no quotes and no brackets.
pub(crate) fn is_bare(value: &str) -> bool {
    !value.is_empty() && !value.contains([',', '"', '(', ')'])
}

/// Returns whether a value can be written in brackets.
pub(crate) fn is_balanced(value: &str) -> bool {
    bracketed_len(&format!("({value})")) == Some(value.len() + 2)
}

/// Returns the number of bytes of the quoted text at the start of `text`, with its quotes.
pub(crate) fn quoted_len(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(index + 1),
            _ => (),
        }
    }
    None
}

/// Returns the number of bytes of the bracketed text at the start of `text`, with its brackets.
/// Brackets in quotes do not count.
pub(crate) fn bracketed_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => {
                at += quoted_len(&text[at..])?;
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => (),
        }
        at += c.len_utf8();
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
