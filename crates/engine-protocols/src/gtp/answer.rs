//! Answers of engines as a controller reads them.

/// Collects the lines of one answer, whatever an engine prints around it.
///
/// Lines before the mark `=` or `?` are no answer: programs greet, log and warn there. Answers to
/// other ids come too late and are skipped. Edax puts a blank before the id, many engines leave ids
/// out.
#[derive(Clone, Debug)]
pub struct AnswerReader {
    id: u32,
    answer: Option<Answer>,
}

/// An answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the command was carried out.
    pub is_success: bool,
    /// What it says, lines separated by `\n`.
    pub text: String,
}

impl AnswerReader {
    /// Begins to wait for the answer to the command of this id.
    #[must_use]
    pub const fn new(id: u32) -> AnswerReader {
        AnswerReader { id, answer: None }
    }

    /// Takes a line, and returns the answer that it completes.
    pub fn receive(&mut self, line: &str) -> Option<Answer> {
        let line = line.trim_end();
        match &mut self.answer {
            None => self.answer = self.begin(line),
            Some(_) if line.is_empty() => return self.answer.take().map(Answer::trimmed),
            Some(answer) => {
                answer.text.push('\n');
                answer.text.push_str(line);
            }
        }
        None
    }

    /// Reads the first line of an answer to the command.
    fn begin(&self, line: &str) -> Option<Answer> {
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
        Some(Answer { is_success, text: text.to_owned() })
    }
}

impl Answer {
    fn trimmed(self) -> Answer {
        Answer { text: self.text.trim().to_owned(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(id: u32, text: &str) -> Option<(bool, String)> {
        let mut reader = AnswerReader::new(id);
        let answer = text.lines().find_map(|line| reader.receive(line))?;
        Some((answer.is_success, answer.text))
    }

    fn success(text: &str) -> (bool, String) {
        (true, text.to_owned())
    }

    #[test]
    fn ids_stand_where_engines_put_them() {
        assert_eq!(read(5, "=5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= 5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "= 5\n\n"), Some(success("")));
        assert_eq!(read(5, "=\n\n"), Some(success("")));
        // Edax mistakes its own arguments here.
        assert_eq!(read(5, "? 1 wrong color\n\n"), Some((false, "1 wrong color".to_owned())));
        assert_eq!(read(5, "?5 illegal move\r\n\r\n"), Some((false, "illegal move".to_owned())));
    }

    #[test]
    fn whatever_is_no_answer_to_the_command_is_skipped() {
        assert_eq!(read(5, "Welcome!\n\n=4 a1\n\n=5 f4\n\n"), Some(success("f4")));
        assert_eq!(read(5, "=5 f4\n"), None);
        assert_eq!(read(2, "=2 play\ngenmove\n quit\n\n"), Some(success("play\ngenmove\n quit")));
        assert_eq!(read(2, "=2\n A B\n1 . .\n\n"), Some(success("A B\n1 . .")));
    }
}
