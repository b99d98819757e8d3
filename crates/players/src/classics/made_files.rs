//! What `willow lab` makes for the old programs, read from files: opening books, tuned weights and BILL's Bayesian
//! evaluation.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use thiserror::Error;
use willow_classics::bill::{self, BayesClassifier};
use willow_classics::mlia::{self, Weights};
use willow_classics::{EvaluationChoice, LinearEvaluation, OpeningBook};

use crate::file_cache::FileCache;
use crate::spec::error::SpecError;
use crate::spec::options::{Options, invalid};

/// An opening book of a file.
#[derive(Clone, Copy, Debug)]
pub enum MadeBook {
    /// By `willow lab bill-book`.
    Bill(&'static bill::Book),
    /// By `willow lab book --mlia`.
    Mlia(&'static mlia::Book),
}

/// Why a file is not what a key takes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MadeFileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is a book of another kind, or no book.
    #[error("it is no opening book: {0}; {1}")]
    Book(bill::BookError, mlia::BookError),
    /// It is no Bayesian evaluation.
    #[error(transparent)]
    Bayes(#[from] bill::BayesError),
    /// It has no weights.
    #[error("it has no weights of `willow lab tune`")]
    Weights,
}

impl MadeBook {
    /// Reads a book, which is kept.
    ///
    /// # Errors
    /// The file must be a book of BILL's or MLia's.
    pub fn open(path: &Path) -> Result<MadeBook, MadeFileError> {
        static BOOKS: FileCache<MadeBook> = FileCache::new();
        BOOKS.get(path, MadeBook::read).copied()
    }

    fn read(path: &Path) -> Result<MadeBook, MadeFileError> {
        let bytes = fs::read(path)?;
        match bill::Book::from_compressed(&bytes) {
            Ok(book) => Ok(MadeBook::Bill(Box::leak(Box::new(book)))),
            Err(no_bill) => match mlia::Book::read(&String::from_utf8_lossy(&bytes)) {
                Ok(book) => Ok(MadeBook::Mlia(Box::leak(Box::new(book)))),
                Err(no_mlia) => Err(MadeFileError::Book(no_bill, no_mlia)),
            },
        }
    }

    /// Returns what either program chooses its openings from.
    pub fn book(self) -> &'static dyn OpeningBook {
        match self {
            MadeBook::Bill(book) => book,
            MadeBook::Mlia(book) => book,
        }
    }
}

/// What `willow lab tune` writes.
#[derive(Deserialize)]
struct TunedFile {
    weights: Option<String>,
    #[serde(default)]
    terms: Vec<TunedTerm>,
    options: TunedOptions,
}

#[derive(Deserialize)]
struct TunedTerm {
    factor: f64,
}

#[derive(Deserialize)]
struct TunedOptions {
    eval: Option<String>,
}

/// Returns MLia's weights of a file.
pub(crate) fn weights(path: &Path) -> Result<Weights, MadeFileError> {
    match tuned(path)? {
        EvaluationChoice::Mlia(mlia::Evaluation { weights }) => Ok(weights),
        _ => Err(MadeFileError::Weights),
    }
}

/// Returns the evaluation with the weights of a file.
fn tuned(path: &Path) -> Result<EvaluationChoice, MadeFileError> {
    static TUNED: FileCache<EvaluationChoice> = FileCache::new();
    TUNED.get(path, |path| read_tuned(&fs::read_to_string(path)?)).copied()
}

fn read_tuned(text: &str) -> Result<EvaluationChoice, MadeFileError> {
    let file: TunedFile = serde_json::from_str(text).map_err(|_| MadeFileError::Weights)?;
    // Hill climbing of MLia's evaluation writes both, and its weights may be out of their range.
    if let Some(Ok(weights)) = file.weights.map(|weights| weights.parse::<Weights>()) {
        return Ok(EvaluationChoice::Mlia(mlia::Evaluation { weights }));
    }
    let factors = file.terms.iter().map(|term| term.factor).collect();
    let original = file.options.eval.and_then(|name| LinearEvaluation::original(&name));
    let tuned = original.and_then(|original| original.with_factors(factors));
    let tuned = tuned.ok_or(MadeFileError::Weights)?;
    Ok(EvaluationChoice::Tuned(Box::leak(Box::new(tuned))))
}

impl Options<'_> {
    /// Returns the evaluation that the key `eval` names, or the one of its file.
    pub(crate) fn evaluation(
        self,
        names: &[&'static str],
    ) -> Result<Option<EvaluationChoice>, SpecError> {
        let Some(option) = self.0.option("eval") else { return Ok(None) };
        let choices: Vec<_> = names.iter().map(|&name| (name, name)).collect();
        let named = self.choice("eval", &choices);
        let path = Path::new(option.value());
        // A word without a folder or an ending is meant as a name.
        let is_file = path.is_file() || path.extension().is_some() || 1 < path.iter().count();
        if named.is_ok() || !is_file {
            return Ok(named?.map(EvaluationChoice::Named));
        }
        let tuned = tuned(path).map(Some);
        tuned.map_err(|error| invalid(option, &format!("an evaluation's name or file ({error})")))
    }

    /// Returns the book of a file that the key `book` names; `words` are its other values.
    pub(crate) fn made_book(self, words: &str) -> Result<Option<MadeBook>, SpecError> {
        let Some(option) = self.0.option("book") else { return Ok(None) };
        let book = MadeBook::open(Path::new(option.value()));
        book.map(Some)
            .map_err(|error| invalid(option, &format!("{words}, or the file of a book ({error})")))
    }

    /// Returns the evaluation of the file that the key `bayes` names.
    pub(crate) fn bayes(self) -> Result<Option<&'static BayesClassifier>, SpecError> {
        static READ: FileCache<BayesClassifier> = FileCache::new();
        let Some(option) = self.0.option("bayes") else { return Ok(None) };
        let read = |path: &Path| -> Result<BayesClassifier, MadeFileError> {
            Ok(BayesClassifier::read(&fs::read_to_string(path)?)?)
        };
        READ.get(Path::new(option.value()), read).map(Some).map_err(|error| {
            invalid(option, &format!("a file of `willow lab bill-bayes` ({error})"))
        })
    }
}

#[cfg(test)]
mod tests {
    use willow_classics::paip::{Evaluation as _, Side};

    use super::*;
    use crate::test_support::{after, build, chosen_move, thought};

    fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    #[test]
    fn books_of_files_are_played_by() {
        let folder = tempfile::tempdir().unwrap();
        // A book in which c4 is best for Black after f5 d6, though no search of MLia's says so.
        let mut book = mlia::Book::default();
        let game = after("f5 d6");
        let board = game.position().board();
        for square in board.legal_moves().squares() {
            let value = if square == willow_board::Square::C6 { -5_000_000 } else { 1000 };
            let value = willow_classics::paip::Value::from_units(value);
            book.insert(&board.play(square).unwrap(), 4, value);
        }
        let mlias = write(folder.path(), "mlia.book", book.write().as_bytes());
        for spec in [format!("mlia:depth=1,book={mlias}"), format!("searcher:depth=1,book={mlias}")]
        {
            assert_eq!(chosen_move(&mut *build(&spec).unwrap(), &game).to_string(), "c6", "{spec}");
        }
        let bills =
            write(folder.path(), "bill.book", include_bytes!("../../../classics/bill.book.zst"));
        let shipped = chosen_move(&mut *build("bill:depth=1").unwrap(), &game);
        for spec in [format!("bill:depth=1,book={bills}"), format!("searcher:depth=1,book={bills}")]
        {
            assert_eq!(chosen_move(&mut *build(&spec).unwrap(), &game), shipped, "{spec}");
        }
        let broken = write(folder.path(), "broken", b"1 2 3");
        for (spec, words) in [
            (format!("mlia:book={bills}"), "MLia"),
            (format!("bill:book={mlias}"), "BILL"),
            (format!("searcher:book={broken}"), "it is no opening book"),
            (format!("mlia:book={broken}.none"), "No such file"),
            ("bill:book=onn".to_owned(), "on, off, or the file of a book"),
            ("mlia:book=onn".to_owned(), "on, off, or the file of a book"),
            ("searcher:book=bil".to_owned(), "bill, mlia, iago-1982, or the file of a book"),
        ] {
            let error = build(&spec).err().unwrap().to_string();
            assert!(error.contains(words), "{spec}: {error}");
        }
    }

    #[test]
    fn weights_of_files_are_played_by() {
        let folder = tempfile::tempdir().unwrap();
        let climbed = br#"{"terms":[{"name":"discs","factor":2.0},{"factor":1.0},{"factor":0.5},
            {"factor":1.0}],"options":{"eval":"iago-1982"},"match":{}}"#;
        let climbed = write(folder.path(), "climbed.json", climbed);
        // So hill climbing of MLia's writes it: the weights and the factors that they are of.
        let far = r#"{"weights":"10,3206.896,382.026,78.922,74.396,10","terms":[F,{"factor":4.0},F,F,F,F],
            "options":{"eval":"mlia"}}"#;
        let far = far.replace('F', r#"{"factor":1.0}"#);
        let far = write(folder.path(), "far.json", far.as_bytes());
        assert!(matches!(tuned(Path::new(&far)), Ok(EvaluationChoice::Tuned(_))));
        let bred = br#"{"weights":"1,2,3,4,5,6","score":0.5,"options":{"population":4}}"#;
        let bred = write(folder.path(), "bred.json", bred);
        let game = after("f5 d6 c3");
        for (spec, same) in [
            (
                format!("mlia:depth=2,weights={bred}"),
                "mlia:depth=2,weights=(1,2,3,4,5,6)".to_owned(),
            ),
            (format!("searcher:depth=2,eval={bred}"), format!("alpha-beta:depth=2,eval={bred}")),
            (
                format!("searcher:depth=2,eval={climbed}"),
                format!("alpha-beta:depth=2,eval={climbed}"),
            ),
        ] {
            let [found, expected] = [&spec, &same].map(|spec| thought(spec, &game).value.unwrap());
            assert_eq!(found, expected, "{spec}");
        }
        let board = game.position().board();
        let EvaluationChoice::Tuned(tuned) = tuned(Path::new(&climbed)).unwrap() else {
            panic!("hill climbing has factors")
        };
        let explained: f64 =
            tuned.at_root(board).explain(board).iter().map(|term| term.contribution).sum();
        let value = tuned.at_root(board).evaluate(board, Side::ToMove).units();
        assert!((explained - f64::from(value)).abs() < 1.0, "{explained} {value}");
        for (spec, words) in [
            (format!("mlia:weights={climbed}"), "no weights"),
            ("mlia:weights=none.json".to_owned(), "six numbers"),
            ("alpha-beta:eval=none.json".to_owned(), "No such file"),
            ("alpha-beta:eval=none".to_owned(), "modified-weighted-squares"),
        ] {
            let error = build(&spec).err().unwrap().to_string();
            assert!(error.contains(words), "{spec}: {error}");
        }
    }

    /// The shipped evaluations are what their names say, whatever files there are.
    #[test]
    fn a_name_comes_before_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "iago", b"no weights");
        let error = build(&format!("alpha-beta:eval={path}")).err().unwrap().to_string();
        assert!(error.contains("no weights"), "{error}");
        let spec = format!("alpha-beta:eval={path}").parse().unwrap();
        // A name that is the file's path stands for one that is its name in the working folder.
        let name: &'static str = Box::leak(path.into_boxed_str());
        let found = Options(&spec).evaluation(&[name]).unwrap();
        assert_eq!(found, Some(EvaluationChoice::Named(name)));
    }

    #[test]
    fn a_bayesian_evaluation_of_a_file_is_played_by() {
        let folder = tempfile::tempdir().unwrap();
        let shipped = BayesClassifier::shipped().write();
        let path = write(folder.path(), "new.bayes", shipped.as_bytes());
        let game = after("f5 d6 c3");
        let [read, own] = [
            format!("bill:depth=3,book=off,bayes={path}"),
            "bill:depth=3,book=off,version=bayesian".to_owned(),
        ]
        .map(|spec| thought(&spec, &game).value);
        assert_eq!(read, own);
        let none = format!("bill:bayes={path},version=bill");
        assert!(build(&none).is_err(), "the two contradict each other");
    }
}
