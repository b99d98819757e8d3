//! Columns between tabs.

use willow_board::Square;

use super::{
    LineProblem, next_text, read_next, read_position, read_rating, read_score, read_squares,
    read_theme, source_text, theme_text,
};
use crate::{Exercise, Solution};

/// The lines in front of the exercises.
pub(super) const HEAD: &str = "\
# Exercises of Willow, CC0 1.0 (public domain): https://creativecommons.org/publicdomain/zero/1.0/
# position\tright moves\tscore\tnext\ttheme\trating\tsource
";

pub(super) fn line(exercise: &Exercise) -> String {
    let Solution { right, score, .. } = &exercise.solution;
    let right = right.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    let (theme, source) = (theme_text(exercise.theme), source_text(&exercise.source));
    let (position, rating, next) =
        (exercise.position, exercise.rating, next_text(&exercise.solution));
    format!("{position}\t{right}\t{score}\t{next}\t{theme}\t{rating}\t{source}")
}

pub(super) fn read(line: &str) -> Result<Exercise, LineProblem> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [position, right, score, next, theme, rating, source] = columns[..] else {
        return Err(LineProblem::Columns { found: columns.len() });
    };
    let (next, basis) = read_next(next)?;
    Ok(Exercise {
        position: read_position(position)?,
        solution: Solution {
            right: read_squares(right.split_whitespace()).map_err(LineProblem::Square)?,
            score: read_score(score)?,
            next,
            basis,
        },
        theme: read_theme(theme)?,
        rating: read_rating(rating)?,
        source: source.to_owned(),
    })
}
