//! Files of exercises: an exercise a line, in three formats that hold the same.

mod json;
mod obf;
mod tsv;

pub use self::json::JsonError;
use thiserror::Error;
use willow_analysis::Term;
use willow_board::{DiscDiff, DiscDiffRangeError, ParseSquareError, Position, Square};
use willow_records::board_text;
use willow_records::board_text::BoardTextError;
use willow_records::obf::ObfError;

use crate::{BadExercise, Basis, Exercise, Solution, theme_name, theme_named};

/// A format of files. What one holds, the others hold too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Columns between tabs. Lines that begin with `#` are comments.
    Tsv,
    /// One JSON object a line.
    Json,
    /// Positions with their right moves, as other programs read them; the rest is in the remark.
    Obf,
}

/// The error of a file of exercises.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct LineError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub problem: LineProblem,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// A line has too few or too many columns.
    #[error("{found} columns instead of 7: position, right, score, next, theme, rating, source")]
    Columns {
        /// The number of columns.
        found: usize,
    },
    /// The position is wrong.
    #[error("position: {0}")]
    Position(BoardTextError),
    /// A right move is not a square.
    #[error("right: {0}")]
    Square(ParseSquareError),
    /// A score is not a number.
    #[error("`{0}` is not a number of discs")]
    Number(String),
    /// A score is out of range.
    #[error(transparent)]
    Range(#[from] DiscDiffRangeError),
    /// The theme is unknown.
    #[error("unknown theme `{0}`")]
    Theme(String),
    /// The rating is not a number.
    #[error("`{0}` is not a rating")]
    Rating(String),
    /// The line is no JSON object of an exercise.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// The line is not a position in OBF.
    #[error(transparent)]
    Obf(ObfError),
    /// The remark of a line in OBF lacks something.
    #[error("the remark is not `next=-2 theme=parity rating=1834 source=...`")]
    Remark,
    /// Right moves in OBF have different scores.
    #[error("the right moves have different scores")]
    Scores,
    /// The kind is not what moves and scores make it.
    #[error("the kind is `{found}`, not `{stated}`")]
    Kind {
        /// That of the line.
        stated: String,
        /// That of the scores.
        found: &'static str,
    },
    /// The line is well-formed, but no exercise.
    #[error(transparent)]
    Exercise(#[from] BadExercise),
}

impl Format {
    /// Returns the format of a file's name by its ending: `.tsv`, `.jsonl` or `.json`, `.obf`.
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        match &*ending.to_ascii_lowercase() {
            "tsv" => Some(Format::Tsv),
            "json" | "jsonl" => Some(Format::Json),
            "obf" => Some(Format::Obf),
            _ => None,
        }
    }

    /// Returns the lines in front of the exercises of a file: the licence, if the format has comments.
    pub const fn head(self) -> &'static str {
        match self {
            Format::Tsv => tsv::HEAD,
            Format::Json => "",
            Format::Obf => obf::HEAD,
        }
    }

    /// Returns an exercise as a line, without its end.
    pub fn line(self, exercise: &Exercise) -> String {
        match self {
            Format::Tsv => tsv::line(exercise),
            Format::Json => json::line(exercise),
            Format::Obf => obf::line(exercise),
        }
    }

    /// Returns the text of a file.
    pub fn write(self, exercises: &[Exercise]) -> String {
        let lines = exercises.iter().map(|exercise| self.line(exercise) + "\n");
        self.head().to_owned() + &lines.collect::<String>()
    }

    /// Reads the exercises of a file. [`Exercise::check`] is true of each.
    ///
    /// # Errors
    /// The first line that is neither an exercise nor blank nor a comment.
    pub fn read(self, text: &str) -> Result<Vec<Exercise>, LineError> {
        Ok(self.read_with_lines(text)?.into_iter().map(|(_, exercise)| exercise).collect())
    }

    /// Reads the exercises of a file with the numbers of their lines, counted from 1.
    ///
    /// # Errors
    /// As [`read`](Format::read).
    pub fn read_with_lines(self, text: &str) -> Result<Vec<(usize, Exercise)>, LineError> {
        let mut exercises = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let read = self.read_line(line).and_then(|exercise| {
                exercise.check()?;
                Ok(Exercise { source: source_text(&exercise.source), ..exercise })
            });
            let exercise = read.map_err(|problem| LineError { line: number, problem })?;
            exercises.push((number, exercise));
        }
        Ok(exercises)
    }

    fn read_line(self, line: &str) -> Result<Exercise, LineProblem> {
        match self {
            Format::Tsv => tsv::read(line),
            Format::Json => json::read(line),
            Format::Obf => obf::read(line),
        }
    }
}

/// Theme of an exercise without a known reason.
const NO_THEME: &str = "-";

fn theme_text(theme: Option<Term>) -> String {
    theme.map_or_else(|| NO_THEME.to_owned(), theme_name)
}

fn read_theme(text: &str) -> Result<Option<Term>, LineProblem> {
    match text {
        NO_THEME => Ok(None),
        _ => theme_named(text).map(Some).ok_or_else(|| LineProblem::Theme(text.to_owned())),
    }
}

fn read_position(text: &str) -> Result<Position, LineProblem> {
    board_text::parse(text).map_err(|at| LineProblem::Position(at.error))
}

fn read_squares<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Square>, ParseSquareError> {
    words.map(str::parse).collect()
}

fn read_score(text: &str) -> Result<DiscDiff, LineProblem> {
    let value = text.parse().map_err(|_| LineProblem::Number(text.to_owned()))?;
    Ok(DiscDiff::new(value)?)
}

/// Stands before the next-best score of an estimate in TSV and OBF.
const ESTIMATED: char = '~';

fn next_text(solution: &Solution) -> String {
    match solution.basis {
        Basis::Proven => solution.next.to_string(),
        Basis::Estimated => format!("{ESTIMATED}{}", solution.next),
    }
}

fn read_next(text: &str) -> Result<(DiscDiff, Basis), LineProblem> {
    match text.strip_prefix(ESTIMATED) {
        Some(next) => Ok((read_score(next)?, Basis::Estimated)),
        None => Ok((read_score(text)?, Basis::Proven)),
    }
}

fn read_rating(text: &str) -> Result<u32, LineProblem> {
    text.parse().map_err(|_| LineProblem::Rating(text.to_owned()))
}

/// Returns a source on one line: control characters become blanks.
fn source_text(source: &str) -> String {
    source.replace(char::is_control, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::exercise;

    const ALL: [Format; 3] = [Format::Tsv, Format::Json, Format::Obf];

    /// Exercises with everything that formats could lose.
    fn exercises() -> Vec<Exercise> {
        let one = exercise();
        let squares = one.position.legal_moves().squares();
        let mut two = Exercise { theme: None, source: String::new(), rating: 2841, ..one.clone() };
        two.solution.right = squares.skip(1).take(2).collect();
        (two.solution.score, two.solution.next) = (DiscDiff::clamped(-10), DiscDiff::clamped(-64));
        let three = Exercise { source: "a % b; \"c\" 第1局".to_owned(), ..one.clone() };
        let mut four = one.clone();
        four.solution.basis = Basis::Estimated;
        vec![one, two, three, four]
    }

    #[test]
    fn every_format_holds_everything_to_the_byte() {
        let all = exercises();
        for from in ALL {
            let text = from.write(&all);
            assert_eq!(from.read(&text).as_ref(), Ok(&all), "{from:?}");
            for to in ALL {
                let there = to.write(&from.read(&text).unwrap());
                let back = from.write(&to.read(&there).unwrap());
                assert_eq!(back, text, "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn the_lines_are_as_documented() {
        let all = exercises();
        let position = all[0].position;
        let right = all[0].solution.right[0];
        assert_eq!(
            Format::Tsv.line(&all[0]),
            format!("{position}\t{right}\t+4\t-2\tx-square\t1834\tfinal, 1977: move 47")
        );
        assert_eq!(
            Format::Json.line(&all[0]),
            format!(
                "{{\"position\":\"{position}\",\"right\":[\"{right}\"],\"kind\":\"win\",\"score\":4,\"next\":-2,\
                 \"theme\":\"x-square\",\"rating\":1834,\"source\":\"final, 1977: move 47\"}}"
            )
        );
        assert_eq!(
            Format::Obf.line(&all[0]),
            format!(
                "{position}; {right}:+4; % next=-2 theme=x-square rating=1834 source=final, 1977: move 47"
            )
        );
        assert!(Format::Tsv.line(&all[3]).contains("\t+4\t~-2\t"));
        assert!(Format::Json.line(&all[3]).contains(r#""kind":"best""#));
        assert!(Format::Obf.line(&all[3]).contains("% next=~-2 "));
        let obf = Format::Obf.write(&all);
        let read = willow_records::read(obf.as_bytes()).unwrap();
        assert_eq!(read.len(), all.len(), "other readers of OBF skip the head");
    }

    #[test]
    fn a_source_stays_on_its_line() {
        let broken = Exercise { source: "a\tb\nc".to_owned(), ..exercise() };
        for format in ALL {
            let read = format.read(&format.write(std::slice::from_ref(&broken))).unwrap();
            assert_eq!(read[0].source, "a b c", "{format:?}");
            let padded = format.line(&exercise()).replace("final,", "\u{a0} final,\u{85}");
            let read = format.read(&padded).unwrap();
            assert_eq!(format.read(&format.write(&read)).as_ref(), Ok(&read), "{format:?}");
        }
    }

    #[test]
    fn errors_name_line_and_problem() {
        let good = Format::Tsv.line(&exercise());
        let error = |line: &str| {
            Format::Tsv.read(&format!("# head\n\n{good}\n{line}\n")).unwrap_err().to_string()
        };
        let with = |column: usize, text: &str| {
            let mut columns: Vec<&str> = good.split('\t').collect();
            columns[column] = text;
            error(&columns.join("\t"))
        };
        assert!(error("x").starts_with("line 4: 1 columns instead of 7"), "{}", error("x"));
        assert!(with(0, "XO X").starts_with("line 4: position: "));
        assert_eq!(with(1, "z9"), "line 4: right: not a square (expected a1 to h8)");
        assert_eq!(with(1, ""), "line 4: no right move");
        assert_eq!(with(1, "d4"), "line 4: d4: d4 is not empty");
        assert_eq!(with(2, "x"), "line 4: `x` is not a number of discs");
        assert_eq!(with(2, "65"), "line 4: disc difference 65 is not between -64 and 64");
        assert!(with(3, "+4").contains("is not below the score"));
        assert_eq!(with(4, "zugzwang"), "line 4: unknown theme `zugzwang`");
        assert_eq!(with(5, "-1"), "line 4: `-1` is not a rating");
        let json = Format::Json.line(&exercise());
        let kind = json.replace("\"win\"", "\"draw\"");
        let error = |format: Format, text: &str| format.read(text).unwrap_err().to_string();
        assert_eq!(error(Format::Json, &kind), "line 1: the kind is `win`, not `draw`");
        let missing = "line 1: missing field `position` at column 2";
        assert_eq!(error(Format::Json, "{}"), missing);
        let obf = Format::Obf.line(&exercise());
        let (bare, _) = obf.split_once('%').unwrap();
        assert!(error(Format::Obf, bare).starts_with("line 1: the remark is not"));
        assert_eq!(error(Format::Obf, "x"), "line 1: expected 64 cells, found 1");
    }

    #[test]
    fn the_ending_is_the_format() {
        for (name, format) in [
            ("a.tsv", Some(Format::Tsv)),
            ("a.b.JSONL", Some(Format::Json)),
            ("a.json", Some(Format::Json)),
            ("a.obf", Some(Format::Obf)),
            ("a.txt", None),
            ("tsv", None),
        ] {
            assert_eq!(Format::of_name(name), format, "{name}");
        }
    }
}
