//! What NBoard tells an engine.

use std::time::Duration;

use willow_board::Move;

/// A line from NBoard to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command<'a> {
    /// The version of the protocol, the first line of all.
    NBoard,
    /// How deep to search.
    SetDepth(u32),
    /// A game in GGF whose last position all that follows is about.
    SetGame(&'a str),
    /// What a draw out of the book is worth to Black.
    SetContempt,
    /// A move that was played, and how long it took.
    Move(Move, Option<Duration>),
    /// Value so many of the best moves.
    Hint(usize),
    /// Choose a move, but do not play it.
    Go,
    /// Stop thinking and answer with this text.
    Ping(&'a str),
    /// Remember the game.
    Learn,
    /// Value every position of the game.
    Analyze,
    /// End.
    Quit,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` is one that is to be ignored.
    pub(crate) fn parse(line: &'a str) -> Option<Command<'a>> {
        let (name, rest) = split_word(line);
        Some(match name {
            "nboard" => Command::NBoard,
            "set" => return Command::parse_set(rest),
            "move" => return parse_move(rest),
            "hint" => Command::Hint(split_word(rest).0.parse().unwrap_or(1)),
            "go" => Command::Go,
            "ping" => Command::Ping(rest),
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            // Version 1 has moves alone.
            _ if rest.is_empty() => return parse_move(name),
            _ => return None,
        })
    }

    fn parse_set(rest: &'a str) -> Option<Command<'a>> {
        let (name, value) = split_word(rest);
        match name {
            "depth" => value.parse().ok().map(Command::SetDepth),
            "game" => Some(Command::SetGame(value)),
            "contempt" => Some(Command::SetContempt),
            _ => None,
        }
    }
}

/// Reads `F5/1.25/0.5`: the evaluation and the seconds may be left out.
fn parse_move(text: &str) -> Option<Command<'_>> {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next()?.parse().ok()?;
    let seconds = parts.nth(1).and_then(|seconds| seconds.parse().ok());
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Some(Command::Move(mv, time))
}

/// Splits the first word off, blanks around both.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    const HALF_A_SECOND: Option<Duration> = Some(Duration::from_millis(500));

    #[test]
    fn every_command_is_read() {
        let cases = [
            ("nboard 2", Some(Command::NBoard)),
            ("set depth 12\r\n", Some(Command::SetDepth(12))),
            ("set game (;GM[Othello];)", Some(Command::SetGame("(;GM[Othello];)"))),
            ("set contempt -100", Some(Command::SetContempt)),
            ("move F5", Some(Command::Move(Square::F5.into(), None))),
            ("move f5//0.5", Some(Command::Move(Square::F5.into(), HALF_A_SECOND))),
            ("move F5/+1.25/0.5", Some(Command::Move(Square::F5.into(), HALF_A_SECOND))),
            ("move PA", Some(Command::Move(Move::Pass, None))),
            ("D6", Some(Command::Move(Square::D6.into(), None))),
            ("hint 3", Some(Command::Hint(3))),
            ("hint", Some(Command::Hint(1))),
            (" go ", Some(Command::Go)),
            ("ping 7", Some(Command::Ping("7"))),
            ("learn", Some(Command::Learn)),
            ("analyze", Some(Command::Analyze)),
            ("quit", Some(Command::Quit)),
        ];
        for (line, command) in cases {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }

    #[test]
    fn anything_else_is_ignored() {
        for line in ["", "  ", "hello", "set depth x", "set color blue", "move I9", "go go gadget"]
        {
            let command = Command::parse(line);
            assert!(matches!(command, None | Some(Command::Go)), "{line}: {command:?}");
        }
    }
}
