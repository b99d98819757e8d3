//! The commands that NBoard sends to an engine.

use std::time::Duration;

use willow_board::Move;

/// A line from NBoard to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NBoardCommand<'a> {
    /// The version of the protocol, which is the first line.
    NBoard,
    /// The depth of the midgame search, in plies.
    SetDepth(u32),
    /// A game in GGF; the commands that follow are about its last position.
    SetGame(&'a str),
    /// A move that was played, and its time.
    Move(Move, Option<Duration>),
    /// Evaluate this number of the best moves.
    Hint(usize),
    /// Choose a move without playing it.
    Go,
    /// Stop searching and respond with this text.
    Ping(&'a str),
    /// Store the game in the opening book.
    Learn,
    /// Evaluate every position of the game.
    Analyze,
    /// End the program.
    Quit,
    /// A known command whose argument cannot be read.
    Unreadable,
}

impl<'a> NBoardCommand<'a> {
    /// Parses a line; `None` for a line that is ignored.
    pub(crate) fn parse(line: &'a str) -> Option<NBoardCommand<'a>> {
        let (name, rest) = split_word(line);
        Some(match name {
            "nboard" => NBoardCommand::NBoard,
            "set" => return NBoardCommand::parse_set(rest),
            "move" => parse_move(rest).unwrap_or(NBoardCommand::Unreadable),
            "hint" => NBoardCommand::Hint(split_word(rest).0.parse().unwrap_or(1)),
            "go" => NBoardCommand::Go,
            "ping" => NBoardCommand::Ping(rest),
            "learn" => NBoardCommand::Learn,
            "analyze" => NBoardCommand::Analyze,
            "quit" => NBoardCommand::Quit,
            // In version 1 a move is a line without a command.
            _ if rest.is_empty() => return parse_move(name),
            _ => return None,
        })
    }

    fn parse_set(rest: &'a str) -> Option<NBoardCommand<'a>> {
        let (name, value) = split_word(rest);
        match name {
            "depth" => {
                Some(value.parse().map_or(NBoardCommand::Unreadable, NBoardCommand::SetDepth))
            }
            "game" => Some(NBoardCommand::SetGame(value)),
            _ => None,
        }
    }
}

/// Parses `F5/1.25/0.5`: a move, its evaluation and its seconds. The last two are optional.
fn parse_move(text: &str) -> Option<NBoardCommand<'_>> {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next()?.parse().ok()?;
    let seconds = parts.nth(1).and_then(|seconds| seconds.parse().ok());
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Some(NBoardCommand::Move(mv, time))
}

/// Splits the first word from the rest, and removes the blanks around both.
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
            ("nboard 2", Some(NBoardCommand::NBoard)),
            ("set depth 12\r\n", Some(NBoardCommand::SetDepth(12))),
            ("set game (;GM[Othello];)", Some(NBoardCommand::SetGame("(;GM[Othello];)"))),
            ("move F5", Some(NBoardCommand::Move(Square::F5.into(), None))),
            ("move f5//0.5", Some(NBoardCommand::Move(Square::F5.into(), HALF_A_SECOND))),
            ("move F5/+1.25/0.5", Some(NBoardCommand::Move(Square::F5.into(), HALF_A_SECOND))),
            ("move PA", Some(NBoardCommand::Move(Move::Pass, None))),
            ("D6", Some(NBoardCommand::Move(Square::D6.into(), None))),
            ("hint 3", Some(NBoardCommand::Hint(3))),
            ("hint", Some(NBoardCommand::Hint(1))),
            (" go ", Some(NBoardCommand::Go)),
            ("ping 7", Some(NBoardCommand::Ping("7"))),
            ("learn", Some(NBoardCommand::Learn)),
            ("analyze", Some(NBoardCommand::Analyze)),
            ("quit", Some(NBoardCommand::Quit)),
        ];
        for (line, command) in cases {
            assert_eq!(NBoardCommand::parse(line), command, "{line}");
        }
    }

    #[test]
    fn anything_else_is_ignored() {
        for line in ["", "  ", "hello", "set contempt 5", "zz", "I9"] {
            assert_eq!(NBoardCommand::parse(line), None, "{line}");
        }
        for line in ["set depth x", "set depth", "set depth -3", "move I9", "move zz", "move"] {
            assert_eq!(NBoardCommand::parse(line), Some(NBoardCommand::Unreadable), "{line}");
        }
    }
}
