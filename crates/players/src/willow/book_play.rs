//! Our engine's moves from an opening book.

use std::path::Path;

use willow_board::{Board, Move};
use willow_book::{BookError, BookMove, BookStyle, NamedBook, choose, choose_proven};
use willow_eval::Score;

use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::{Options, invalid};
use crate::{Decision, SearchInfo, ThoughtValue};

#[derive(Clone, Debug)]
pub(crate) struct BookPlay {
    book: NamedBook,
    style: BookStyle,
}

impl BookPlay {
    /// The keys of the SPEC.
    pub(crate) const KEYS: [PlayerKey; 3] = [
        PlayerKey {
            name: "book",
            values: "FILE, shipped or proven",
            meaning: "plays from this opening book (`willow help book`) while it knows the position; \
                      shipped: from the book that comes with the program; proven: from the proof that \
                      Othello is a draw",
            default: "no book",
        },
        PlayerKey::new(
            "width",
            "0..64",
            "with book: plays any of the moves that are at most so many discs worse than the best",
            "0",
        ),
        PlayerKey::new(
            "contempt",
            "0..64",
            "with book: a draw that its searches have solved is worth so many discs less",
            "0",
        ),
    ];

    /// Returns the play that a SPEC describes, if it names a book.
    pub(crate) fn from_options(options: Options<'_>) -> Result<Option<BookPlay>, SpecError> {
        options.at_most_one(&["weaken", "book"])?;
        let style =
            BookStyle { width: discs(options, "width")?, contempt: discs(options, "contempt")? };
        let Some(option) = options.0.option("book") else {
            options.refuse("width", "book")?;
            options.refuse("contempt", "book")?;
            return Ok(None);
        };
        let book = NamedBook::open(Path::new(option.value()))
            .map_err(|error| invalid(option, &format!("an opening book ({error})")))?;
        Ok(Some(BookPlay { book, style }))
    }

    /// Returns the move for a board; `None` if the book has none. Between equal ones `random` decides.
    ///
    /// # Errors
    /// The file is damaged.
    pub(crate) fn choose(&self, board: &Board, random: u64) -> Result<Option<Decision>, BookError> {
        let chosen = choose(board, &self.book, self.style, random)?.map(decision);
        // A proven draw is kept where the book ends, too.
        let proven = || choose_proven(board, random).map(Move::from).map(Decision::from);
        Ok(chosen.or_else(proven))
    }
}

fn decision(chosen: BookMove) -> Decision {
    let (mv, value) = (Move::from(chosen.square), chosen.value);
    let report = SearchInfo {
        value: Some(ThoughtValue::Discs(value.score.discs())),
        is_exact: value.bounds.is_exact(),
        depth: Some(value.depth.into()).filter(|&depth| 0 < depth),
        ..SearchInfo::of_move(mv)
    };
    Decision { report: Some(report), ..Decision::from(mv) }
}

fn discs(options: Options<'_>, key: &str) -> Result<Score, SpecError> {
    let read = options.read(key, "a number of discs from 0 to 64, such as 1.5", |text| {
        text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs))
    })?;
    let units = read.unwrap_or(0.0) * f64::from(Score::PER_DISC);
    Ok(Score::from_units(units.round() as i32))
}
