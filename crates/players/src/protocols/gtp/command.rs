//! GTP commands as an engine reads them, and the engine's responses.

use std::fmt::Display;

/// One line of input, split into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GtpCommand<'a> {
    /// The id, which the response repeats; empty if the command has none.
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    /// The text after the name, without blanks around it.
    pub(crate) arguments: &'a str,
}

impl<'a> GtpCommand<'a> {
    /// Parses a line after [`preprocess`]; `None` if the line is empty.
    pub(crate) fn parse(line: &'a str) -> Option<GtpCommand<'a>> {
        let (first, after_first) = split_word(line);
        let is_id = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, line) = if is_id { (first, after_first) } else { ("", line) };
        let (name, arguments) = split_word(line);
        (!name.is_empty()).then_some(GtpCommand { id, name, arguments })
    }

    /// Returns the arguments as words.
    pub(crate) fn words(&self) -> Vec<&'a str> {
        self.arguments.split_whitespace().collect()
    }
}

/// Preprocesses a line as GTP defines: removes comments and control characters, makes tabs blanks.
pub(crate) fn preprocess(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let letters = line.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| !letter.is_control()).collect::<String>().trim().to_owned()
}

/// Writes a response, with the empty line that ends it.
pub(crate) fn format_response<E: Display>(id: &str, result: Result<String, E>) -> String {
    let (status, text) = match result {
        Ok(text) => ('=', text),
        Err(error) => ('?', error.to_string()),
    };
    if text.is_empty() { format!("{status}{id}\n\n") } else { format!("{status}{id} {text}\n\n") }
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
        let line = preprocess(line);
        let command = GtpCommand::parse(&line)?;
        Some((command.id.to_owned(), command.name.to_owned(), command.arguments.to_owned()))
    }

    fn command(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn ids_comments_tabs_and_control_characters_are_parsed() {
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
    fn responses_end_with_an_empty_line() {
        assert_eq!(format_response::<&str>("3", Ok(String::new())), "=3\n\n");
        assert_eq!(format_response::<&str>("", Ok("f5".to_owned())), "= f5\n\n");
        assert_eq!(format_response("", Err("syntax error")), "? syntax error\n\n");
    }
}
