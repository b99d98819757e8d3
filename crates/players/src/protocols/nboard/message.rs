//! The messages that an engine sends to NBoard.

use std::fmt;

use willow_board::Move;
use willow_engine::{Accuracy, SearchResult};

use super::command::split_word;

/// A line from an engine to NBoard, of the kinds that we send or read.
#[derive(Clone, Debug, PartialEq)]
pub enum NBoardMessage {
    /// The engine's name.
    Name(String),
    /// The response to a ping: the engine is idle.
    Pong(String),
    /// A text for the status line.
    Status(String),
    /// The nodes and the seconds of the search.
    NodeStats(u64, f64),
    /// The evaluation of a move.
    VariationLine(VariationLine),
    /// The chosen move.
    MoveChoice(MoveChoice),
    /// The game was stored in the opening book.
    Learned,
    /// The value of the position after a number of plies, in discs for the side to move.
    Analysis(usize, f64),
}

/// The evaluation of a move and its variation.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationLine {
    /// The principal variation, which begins with the move.
    pub pv: Vec<Move>,
    /// The value in discs, from the view of the side to move.
    pub eval: f64,
    /// The depth of the search for the value.
    pub depth: NBoardDepth,
}

/// The depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NBoardDepth {
    /// A midgame search of this number of plies.
    Plies(u32),
    /// A solve for win, loss or draw.
    WinLossDraw,
    /// An exact solve.
    Exact,
}

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// A square or a pass, for the side to move.
    pub mv: Move,
    /// The value in discs from the view of the side to move, if the engine sends one.
    pub eval: Option<f64>,
    /// The seconds of the search, if the engine sends them.
    pub seconds: Option<f64>,
}

/// A line that begins like a chosen move, but has no valid move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NBoardMessageError;

impl NBoardMessage {
    /// Parses a line; `None` for a line of a kind that nobody who asks for moves needs.
    ///
    /// # Errors
    /// The line begins with `===`, and no move follows.
    pub fn parse(line: &str) -> Result<Option<NBoardMessage>, NBoardMessageError> {
        if let Some(text) = line.trim_start().strip_prefix("===") {
            return MoveChoice::parse(text)
                .map(|choice| Some(NBoardMessage::MoveChoice(choice)))
                .ok_or(NBoardMessageError);
        }
        let (name, rest) = split_word(line);
        Ok(match name {
            "pong" => Some(NBoardMessage::Pong(rest.to_owned())),
            "nodestats" => parse_node_stats(rest),
            "search" | "book" => VariationLine::parse(rest).map(NBoardMessage::VariationLine),
            _ => None,
        })
    }
}

impl MoveChoice {
    /// Parses `F5/1.25/0.5`, or the same with blanks as Edax writes it.
    fn parse(text: &str) -> Option<MoveChoice> {
        let text = text.trim().replace(|letter: char| letter.is_whitespace(), "/");
        let mut parts = text.split('/');
        let mv = parts.next()?.parse().ok()?;
        let eval = parts.next().and_then(parse_eval);
        let seconds = parts.next().and_then(|seconds| seconds.parse().ok());
        Some(MoveChoice { mv, eval, seconds })
    }

    pub(super) fn of_search(result: &SearchResult) -> MoveChoice {
        MoveChoice {
            mv: result.best.unwrap_or(Move::Pass),
            eval: Some(result.score.discs()),
            seconds: Some(result.elapsed.as_secs_f64()),
        }
    }
}

impl VariationLine {
    /// Parses `PV EVAL GAMES DEPTH TEXT`.
    fn parse(text: &str) -> Option<VariationLine> {
        let mut words = text.split_whitespace();
        let pv = parse_pv(words.next()?)?;
        let eval = parse_eval(words.next()?)?;
        let _games = words.next()?;
        let depth = NBoardDepth::parse(words.next()?)?;
        Some(VariationLine { pv, eval, depth })
    }

    pub(super) fn of_search(result: &SearchResult) -> VariationLine {
        VariationLine {
            pv: result.pv.clone(),
            eval: result.score.discs(),
            depth: NBoardDepth::of_search(result),
        }
    }
}

impl NBoardDepth {
    pub(super) fn of_search(result: &SearchResult) -> NBoardDepth {
        match result.accuracy {
            Accuracy::Estimated => NBoardDepth::Plies(result.depth),
            Accuracy::WinLossDraw => NBoardDepth::WinLossDraw,
            Accuracy::Exact => NBoardDepth::Exact,
        }
    }

    /// Parses the digits at the beginning, or one of the codes `100%` and `100%W`.
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

/// Parses `F5d6C3` or `F5-D6-C3`, up to the first text that is not a move.
fn parse_pv(text: &str) -> Option<Vec<Move>> {
    let letters: Vec<char> = text.chars().filter(|&letter| letter != '-').collect();
    let names = letters.chunks(2).map(|pair| pair.iter().collect::<String>());
    let moves: Vec<Move> = names.map_while(|name| name.parse().ok()).collect();
    (!moves.is_empty()).then_some(moves)
}

/// Parses a value. Of two values, for draws that count for Black and for White, takes the mean.
fn parse_eval(text: &str) -> Option<f64> {
    let values: Option<Vec<f64>> = text.split(',').map(|value| value.parse().ok()).collect();
    let values = values?;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    mean.is_finite().then_some(mean)
}

fn parse_node_stats(text: &str) -> Option<NBoardMessage> {
    let mut words = text.split_whitespace();
    Some(NBoardMessage::NodeStats(words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

impl fmt::Display for NBoardMessage {
    /// Writes the line without its line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NBoardMessage::Name(name) => write!(f, "set myname {name}"),
            NBoardMessage::Pong(text) => write!(f, "pong {text}"),
            NBoardMessage::Status(text) if text.is_empty() => f.write_str("status"),
            NBoardMessage::Status(text) => write!(f, "status {text}"),
            NBoardMessage::NodeStats(nodes, seconds) => write!(f, "nodestats {nodes} {seconds:.2}"),
            NBoardMessage::VariationLine(VariationLine { pv, eval, depth }) => {
                f.write_str("search ")?;
                pv.iter().try_for_each(|&mv| f.write_str(&move_name(mv)))?;
                write!(f, " {eval:+.2} 0 {depth}")
            }
            NBoardMessage::MoveChoice(MoveChoice { mv, eval, seconds }) => {
                let seconds = seconds.unwrap_or_default();
                let eval = eval.map_or_else(String::new, |eval| format!("{eval:.2}"));
                write!(f, "=== {}/{eval}/{seconds:.2}", move_name(*mv))
            }
            NBoardMessage::Learned => f.write_str("learned"),
            NBoardMessage::Analysis(n_plies, eval) => write!(f, "analysis {n_plies} {eval:.2}"),
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

    fn parse(line: &str) -> NBoardMessage {
        NBoardMessage::parse(line).unwrap().unwrap()
    }

    fn line(pv: &[Move], eval: f64, depth: NBoardDepth) -> NBoardMessage {
        NBoardMessage::VariationLine(VariationLine { pv: pv.to_vec(), eval, depth })
    }

    #[test]
    fn chosen_moves_are_read_as_ntest_and_edax_write_them() {
        let choice =
            |mv, eval, seconds| NBoardMessage::MoveChoice(MoveChoice { mv, eval, seconds });
        assert_eq!(parse("=== F4/0.93/0.00"), choice(F4.into(), Some(0.93), Some(0.0)));
        assert_eq!(parse("=== d6 -1.00 0.0"), choice(D6.into(), Some(-1.0), Some(0.0)));
        assert_eq!(parse("=== PA"), choice(Move::Pass, None, None));
        assert_eq!(parse("=== F5//2.5"), choice(F5.into(), None, Some(2.5)));
        assert_eq!(NBoardMessage::parse("=== resign"), Err(NBoardMessageError));
        assert_eq!(NBoardMessage::parse("==="), Err(NBoardMessageError));
    }

    #[test]
    fn values_are_parsed_in_all_forms() {
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
    fn other_output_is_no_message() {
        for text in ["", "Ntest version as of 2026", "search", "search xx 1 0 1", "set myname x"] {
            assert_eq!(NBoardMessage::parse(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn every_message_is_read_back() {
        let messages = [
            NBoardMessage::Pong("3".to_owned()),
            NBoardMessage::NodeStats(12345, 0.25),
            line(&[F5.into(), Move::Pass], -3.5, NBoardDepth::Exact),
            NBoardMessage::MoveChoice(MoveChoice {
                mv: F5.into(),
                eval: Some(-0.5),
                seconds: Some(1.5),
            }),
        ];
        for message in messages {
            assert_eq!(parse(&message.to_string()), message);
        }
    }

    proptest! {
        /// Any line is parsed without a panic, and a parsed message can be written and parsed
        /// again.
        #[test]
        fn any_line_is_parsed(
            name in "|===|search|book|pong|nodestats|status",
            rest in "[ -~\\té]{0,40}|[a-h1-8PA-]{0,8} [0-9.,+-]{0,6} 0 [0-9%W]{0,5}",
        ) {
            if let Ok(Some(message)) = NBoardMessage::parse(&format!("{name} {rest}")) {
                let written = message.to_string();
                prop_assert!(matches!(NBoardMessage::parse(&written), Ok(Some(_))), "{}", written);
            }
        }
    }
}
