//! Commands of the protocol as an engine reads them, and its answers.

use std::fmt::Display;

/// A command with its id and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command<'a> {
    /// The id that the answer repeats, or nothing.
    pub(crate) id: &'a str,
    /// The name.
    pub(crate) name: &'a str,
    /// What follows the name, without blanks around it.
    pub(crate) rest: &'a str,
}

impl<'a> Command<'a> {
    /// Reads a line that [`cleaned`] has left over; `None` is an empty one.
    pub(crate) fn parse(line: &'a str) -> Option<Command<'a>> {
        let (first, rest) = split_word(line);
        let is_id = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, line) = if is_id { (first, rest) } else { ("", line) };
        let (name, rest) = split_word(line);
        (!name.is_empty()).then_some(Command { id, name, rest })
    }

    /// Returns the arguments.
    pub(crate) fn arguments(&self) -> Vec<&'a str> {
        self.rest.split_whitespace().collect()
    }
}

/// Returns a line without its comment and control characters, tabs as blanks.
pub(crate) fn cleaned(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let letters = line.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| !letter.is_control()).collect::<String>().trim().to_owned()
}

/// Writes an answer with the empty line that ends it.
pub(crate) fn answer<E: Display>(id: &str, result: Result<String, E>) -> String {
    let (mark, text) = match result {
        Ok(text) => ('=', text),
        Err(error) => ('?', error.to_string()),
    };
    if text.is_empty() { format!("{mark}{id}\n\n") } else { format!("{mark}{id} {text}\n\n") }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(' ').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<(String, String, String)> {
        let line = cleaned(line);
        let command = Command::parse(&line)?;
        Some((command.id.to_owned(), command.name.to_owned(), command.rest.to_owned()))
    }

    fn command(id: &str, name: &str, rest: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), rest.to_owned())
    }

    #[test]
    fn ids_comments_tabs_and_control_characters_are_understood() {
        assert_eq!(parsed("genmove b\n"), Some(command("", "genmove", "b")));
        assert_eq!(
            parsed("  12 play\tb  F5 # the first\r\n"),
            Some(command("12", "play", "b  F5"))
        );
        assert_eq!(parsed("7\u{1}name"), Some(command("", "7name", "")));
        assert_eq!(parsed("3"), None);
        assert_eq!(parsed("# only a comment"), None);
        assert_eq!(parsed("\r\n"), None);
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        assert_eq!(answer::<&str>("3", Ok(String::new())), "=3\n\n");
        assert_eq!(answer::<&str>("", Ok("f5".to_owned())), "= f5\n\n");
        assert_eq!(answer("", Err("syntax error")), "? syntax error\n\n");
    }
}
