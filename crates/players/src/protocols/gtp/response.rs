//! GTP responses as a controller reads them.

/// Collects the lines of one response from the output of an engine.
///
/// Lines before `=` or `?` are skipped: some engines print greetings, logs and warnings. Responses
/// with other ids belong to earlier commands and are skipped too. Edax writes a blank before the
/// id, and many engines leave the id out.
#[derive(Clone, Debug)]
pub struct GtpResponseReader {
    id: u32,
    response: Option<GtpResponse>,
}

/// A response of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpResponse {
    /// Whether the command succeeded: the response begins with `=`.
    pub is_success: bool,
    /// The text of the response, with lines separated by `\n`.
    pub text: String,
}

impl GtpResponseReader {
    /// Returns a reader for the response to the command with this id.
    pub const fn new(id: u32) -> GtpResponseReader {
        GtpResponseReader { id, response: None }
    }

    /// Adds a line, and returns the response if the line completes it.
    pub fn receive(&mut self, line: &str) -> Option<GtpResponse> {
        let line = line.trim_end();
        match &mut self.response {
            None => self.response = self.begin(line),
            Some(_) if line.is_empty() => return self.response.take().map(GtpResponse::trimmed),
            Some(response) => {
                response.text.push('\n');
                response.text.push_str(line);
            }
        }
        None
    }

    /// Parses the first line of a response to the command.
    fn begin(&self, line: &str) -> Option<GtpResponse> {
        let is_success = match line.chars().next() {
            Some('=') => true,
            Some('?') => false,
            _ => return None,
        };
        let text = &line[1..];
        let own_id = self.id.to_string();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let text = match (&text[..digits], text[digits..].trim_start()) {
            ("", text) => match text.split_once(' ') {
                Some((id, rest)) if id == own_id => rest.trim_start(),
                None if text == own_id => "",
                _ => text,
            },
            (id, text) if id == own_id => text,
            _ => return None,
        };
        Some(GtpResponse { is_success, text: text.to_owned() })
    }
}

impl GtpResponse {
    fn trimmed(self) -> GtpResponse {
        GtpResponse { text: self.text.trim().to_owned(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(id: u32, text: &str) -> Option<(bool, String)> {
        let mut reader = GtpResponseReader::new(id);
        let response = text.lines().find_map(|line| reader.receive(line))?;
        Some((response.is_success, response.text))
    }

    fn success(text: &str) -> (bool, String) {
        (true, text.to_owned())
    }

    #[test]
    fn ids_are_read_wherever_engines_write_them() {
        assert_eq!(read(5, "=5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= 5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= 5\n\n"), Some(success("")));
        assert_eq!(read(5, "=\n\n"), Some(success("")));
        // An error text of Edax that begins with another number.
        assert_eq!(read(5, "? 1 wrong color\n\n"), Some((false, "1 wrong color".to_owned())));
        assert_eq!(read(5, "?5 illegal move\r\n\r\n"), Some((false, "illegal move".to_owned())));
    }

    #[test]
    fn other_output_is_skipped() {
        assert_eq!(read(5, "Welcome!\n\n=4 a1\n\n=5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "=5 f4\n"), None);
        assert_eq!(read(2, "=2 play\ngenmove\n quit\n\n"), Some(success("play\ngenmove\n quit")));
        assert_eq!(read(2, "=2\n A B\n1 . .\n\n"), Some(success("A B\n1 . .")));
    }
}
