//! What an engine tells NBoard.

use std::fmt;

use willow_board::Move;

use super::command::split_word;

/// A line from an engine to NBoard, as far as we say or use it.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The engine's name.
    Name(String),
    /// The answer to a ping: the engine does not think any more.
    Pong(String),
    /// A text for the status line.
    Status(String),
    /// The nodes and the seconds of the search so far.
    NodeStats(u64, f64),
    /// A value of a move.
    VariationLine(VariationLine),
    /// The chosen move.
    MoveChoice(MoveChoice),
    /// The game was remembered.
    Learned,
    /// The value for the side to move after so many moves and passes.
    Analysis(usize, f64),
}

/// A value of a move and the line behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationLine {
    /// The move that is valued, and how the game may go on.
    pub pv: Vec<Move>,
    /// The value in discs for the side to move.
    pub eval: f64,
    /// How the value was found.
    pub depth: NBoardDepth,
}

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NBoardDepth {
    /// By a search of so many plies.
    Plies(u32),
    /// By a solve for the winner.
    WinLossDraw,
    /// By an exact solve.
    Exact,
}

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// The move.
    pub mv: Move,
    /// The value in discs for the side to move, if it is told.
    pub eval: Option<f64>,
    /// The seconds that it took.
    pub seconds: Option<f64>,
}

/// A line that claims to be the chosen move, but is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError;

impl Message {
    /// Reads a line. `None` is one that says nothing to us: engines print whatever they like.
    ///
    /// # Errors
    /// The line claims to be the chosen move, and none can be read.
    pub fn parse(line: &str) -> Result<Option<Message>, MessageError> {
        if let Some(text) = line.trim_start().strip_prefix("===") {
            return MoveChoice::parse(text)
                .map(|choice| Some(Message::MoveChoice(choice)))
                .ok_or(MessageError);
        }
        let (name, rest) = split_word(line);
        Ok(match name {
            "pong" => Some(Message::Pong(rest.to_owned())),
            "status" => Some(Message::Status(rest.to_owned())),
            "set" => rest.strip_prefix("myname").map(|name| Message::Name(name.trim().to_owned())),
            "nodestats" => parse_node_stats(rest),
            "search" | "book" => VariationLine::parse(rest).map(Message::VariationLine),
            // NTest says it in the imperative.
            "learned" | "learn" => Some(Message::Learned),
            "analysis" => parse_analysis(rest),
            _ => None,
        })
    }
}

impl MoveChoice {
    /// Reads `F5/1.25/0.5`, or with blanks in between as Edax has it.
    fn parse(text: &str) -> Option<MoveChoice> {
        let text = text.trim().replace(|letter: char| letter.is_whitespace(), "/");
        let mut parts = text.split('/');
        let mv = parts.next()?.parse().ok()?;
        let eval = parts.next().and_then(parse_eval);
        let seconds = parts.next().and_then(|seconds| seconds.parse().ok());
        Some(MoveChoice { mv, eval, seconds })
    }
}

impl VariationLine {
    /// Reads `PV EVAL GAMES DEPTH TEXT`.
    fn parse(text: &str) -> Option<VariationLine> {
        let mut words = text.split_whitespace();
        let pv = parse_pv(words.next()?)?;
        let eval = parse_eval(words.next()?)?;
        let _games = words.next()?;
        let depth = NBoardDepth::parse(words.next()?)?;
        Some(VariationLine { pv, eval, depth })
    }
}

impl NBoardDepth {
    /// Reads the digits at the beginning, or one of the two codes.
    fn parse(text: &str) -> Option<NBoardDepth> {
        match text {
            "100%" => return Some(NBoardDepth::Exact),
            "100%W" => return Some(NBoardDepth::WinLossDraw),
            _ => {}
        }
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok().map(NBoardDepth::Plies)
    }
}

/// Reads `F5d6C3` or `F5-D6-C3`, up to whatever is no move.
fn parse_pv(text: &str) -> Option<Vec<Move>> {
    let letters: Vec<char> = text.chars().filter(|&letter| letter != '-').collect();
    let names = letters.chunks(2).map(|pair| pair.iter().collect::<String>());
    let moves: Vec<Move> = names.map_while(|name| name.parse().ok()).collect();
    (!moves.is_empty()).then_some(moves)
}

/// Reads a value, or the mean of the two for draws that go to Black and to White.
fn parse_eval(text: &str) -> Option<f64> {
    let values: Option<Vec<f64>> = text.split(',').map(|value| value.parse().ok()).collect();
    let values = values?;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    mean.is_finite().then_some(mean)
}

fn parse_node_stats(text: &str) -> Option<Message> {
    let mut words = text.split_whitespace();
    Some(Message::NodeStats(words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn parse_analysis(text: &str) -> Option<Message> {
    let mut words = text.split_whitespace();
    Some(Message::Analysis(words.next()?.parse().ok()?, parse_eval(words.next()?)?))
}

impl fmt::Display for Message {
    /// Writes the line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Name(name) => write!(f, "set myname {name}"),
            Message::Pong(text) => write!(f, "pong {text}"),
            Message::Status(text) if text.is_empty() => f.write_str("status"),
            Message::Status(text) => write!(f, "status {text}"),
            Message::NodeStats(nodes, seconds) => write!(f, "nodestats {nodes} {seconds:.2}"),
            Message::VariationLine(VariationLine { pv, eval, depth }) => {
                f.write_str("search ")?;
                pv.iter().try_for_each(|&mv| f.write_str(&move_name(mv)))?;
                write!(f, " {eval:+.2} 0 {depth}")
            }
            Message::MoveChoice(MoveChoice { mv, eval, seconds }) => {
                let seconds = seconds.unwrap_or_default();
                let eval = eval.map_or_else(String::new, |eval| format!("{eval:.2}"));
                write!(f, "=== {}/{eval}/{seconds:.2}", move_name(*mv))
            }
            Message::Learned => f.write_str("learned"),
            Message::Analysis(n_plies, eval) => write!(f, "analysis {n_plies} {eval:.2}"),
        }
    }
}

impl fmt::Display for NBoardDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NBoardDepth::Plies(plies) => plies.fmt(f),
            NBoardDepth::WinLossDraw => f.write_str("100%W"),
            NBoardDepth::Exact => f.write_str("100%"),
        }
    }
}

fn move_name(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".to_owned(), |square| square.to_string().to_uppercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use willow_board::Square::{C3, D6, F4, F5};

    use super::*;

    fn parse(line: &str) -> Message {
        Message::parse(line).unwrap().unwrap()
    }

    fn line(pv: &[Move], eval: f64, depth: NBoardDepth) -> Message {
        Message::VariationLine(VariationLine { pv: pv.to_vec(), eval, depth })
    }

    #[test]
    fn chosen_moves_are_read_as_ntest_and_edax_write_them() {
        let choice = |mv, eval, seconds| Message::MoveChoice(MoveChoice { mv, eval, seconds });
        assert_eq!(parse("=== F4/0.93/0.00"), choice(F4.into(), Some(0.93), Some(0.0)));
        assert_eq!(parse("=== d6 -1.00 0.0"), choice(D6.into(), Some(-1.0), Some(0.0)));
        assert_eq!(parse("=== PA"), choice(Move::Pass, None, None));
        assert_eq!(parse("=== F5//2.5"), choice(F5.into(), None, Some(2.5)));
        assert_eq!(Message::parse("=== resign"), Err(MessageError));
        assert_eq!(Message::parse("==="), Err(MessageError));
    }

    #[test]
    fn values_are_read_in_all_their_forms() {
        let pv = [Move::from(F5), D6.into(), C3.into()];
        assert_eq!(parse("search F5d6C3 1.25 0 12"), line(&pv, 1.25, NBoardDepth::Plies(12)));
        assert_eq!(parse("search F5-D6-C3 -1 0 15@73% x"), line(&pv, -1.0, NBoardDepth::Plies(15)));
        assert_eq!(parse("book F5D6C3 -1,2 17 100%W"), line(&pv, 0.5, NBoardDepth::WinLossDraw));
        let ntest = parse("search F4       +0.91 0   5");
        assert_eq!(ntest, line(&[F4.into()], 0.91, NBoardDepth::Plies(5)));
        let pass = line(&[Move::Pass, F4.into()], 2.0, NBoardDepth::Exact);
        assert_eq!(parse("search PA-F4 +2.00 0 100%"), pass);
    }

    #[test]
    fn what_engines_print_besides_is_no_message() {
        for text in ["", "Ntest version as of 2026", "search", "search xx 1 0 1", "set color red"] {
            assert_eq!(Message::parse(text), Ok(None), "{text}");
        }
        assert_eq!(parse("set myname Ntest6"), Message::Name("Ntest6".to_owned()));
        assert_eq!(parse("learn"), Message::Learned);
        assert_eq!(parse("status"), Message::Status(String::new()));
    }

    #[test]
    fn every_message_is_read_back() {
        let messages = [
            Message::Name("Willow".to_owned()),
            Message::Pong("3".to_owned()),
            Message::Status("thinking".to_owned()),
            Message::NodeStats(12345, 0.25),
            line(&[F5.into(), Move::Pass], -3.5, NBoardDepth::Exact),
            Message::MoveChoice(MoveChoice { mv: F5.into(), eval: Some(-0.5), seconds: Some(1.5) }),
            Message::Learned,
            Message::Analysis(61, 4.0),
        ];
        for message in messages {
            assert_eq!(parse(&message.to_string()), message);
        }
    }

    proptest! {
        /// Whatever a program prints is read without a panic, and what is read can be written.
        #[test]
        fn any_line_is_read(
            name in "|===|search|book|pong|set myname|nodestats|analysis|status",
            rest in "[ -~\\té]{0,40}|[a-h1-8PA-]{0,8} [0-9.,+-]{0,6} 0 [0-9%W]{0,5}",
        ) {
            if let Ok(Some(message)) = Message::parse(&format!("{name} {rest}")) {
                let written = message.to_string();
                prop_assert!(matches!(Message::parse(&written), Ok(Some(_))), "{}", written);
            }
        }
    }
}
