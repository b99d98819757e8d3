//! Splits the command line of an engine into words, without a shell.

/// Returns the words of a command line.
///
/// Blanks separate words; a part in `"..."` or `'...'` may contain blanks. A backslash is an
/// ordinary character, because paths contain backslashes.
pub(crate) fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        assert_eq!(split_words("./ntest x"), ["./ntest", "x"]);
        assert_eq!(split_words("  a  'b c'\t\"d 'e'\"f "), ["a", "b c", "d 'e'f"]);
        assert_eq!(
            split_words(r#""C:\My Engines\x.exe" -a """#),
            [r"C:\My Engines\x.exe", "-a", ""]
        );
        assert_eq!(split_words("  "), [""; 0]);
        assert_eq!(split_words("a 'b"), ["a", "b"]);
    }
}
