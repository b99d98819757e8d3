//! Text of people, made harmless for the other side.
//!
//! The server turns `\` into an end of line and `$name` into a variable, and a line that does not begin
//! with `tell` is split at `;` and expanded by aliases. So a client begins every line with `tell`, and
//! text goes through [`quoted_lines`].

/// The longest text that is sent in one line, in bytes.
const LONGEST_TEXT: usize = 400;

/// Returns the text as one line without control characters.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns the text as lines that the server sends on as they are: without control characters
/// and backslashes, with quoted dollar signs, and no longer than 400 bytes.
///
/// ```
/// use willow_ggs::quoted_lines;
///
/// assert_eq!(quoted_lines("tip: \\tell /os resign .1"), ["tip: /tell /os resign .1"]);
/// assert_eq!(quoted_lines("5$ each"), ["5'$ each"]);
/// ```
pub fn quoted_lines(text: &str) -> Vec<String> {
    quoted(text, "'$")
}

/// Returns the same for the chat of a match, in which the Othello service puts variables in again.
///
/// ```
/// assert_eq!(willow_ggs::quoted_for_match("5$ each"), ["5''$ each"]);
/// ```
pub fn quoted_for_match(text: &str) -> Vec<String> {
    quoted(text, "''$")
}

fn quoted(text: &str, dollar: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for c in text.trim().chars() {
        let quoted: &str = match c {
            '\\' => "/",
            '$' => dollar,
            c if c.is_control() => " ",
            c => &c.to_string(),
        };
        if lines.last().is_some_and(|line| line.len() + quoted.len() > LONGEST_TEXT) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(quoted);
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(quoted_lines("a\nb\x07\x1b[2K"), ["a b  [2K"]);
        assert_eq!(quoted_lines("$_ready"), ["'$_ready"]);
        assert_eq!(quoted_lines("gr\u{fc}ezi"), ["gr\u{fc}ezi"]);
        assert!(quoted_lines(" \n ").is_empty());
        let lines = quoted_lines(&"x$".repeat(500));
        assert!(lines.iter().all(|line| line.len() <= LONGEST_TEXT && !line.ends_with('\'')));
        assert_eq!(lines.concat().len(), 1500);
    }
}
