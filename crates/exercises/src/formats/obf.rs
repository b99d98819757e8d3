//! OBF: positions with their right moves, as other programs read them. What OBF has no field for is in the remark.

use willow_board::Move;
use willow_records::{MoveScore, ScoredPosition, obf};

use super::{LineProblem, next_text, read_next, read_rating, read_theme, source_text, theme_text};
use crate::{Exercise, Solution};

/// The lines in front of the exercises.
pub(super) const HEAD: &str = "\
% Exercises of Willow, CC0 1.0 (public domain): https://creativecommons.org/publicdomain/zero/1.0/
";

pub(super) fn line(exercise: &Exercise) -> String {
    let Solution { right, score, .. } = &exercise.solution;
    let next = next_text(&exercise.solution);
    let scored = |&square| MoveScore { mv: Move::Place(square), score: *score };
    let (theme, source) = (theme_text(exercise.theme), source_text(&exercise.source));
    let comment = format!("next={next} theme={theme} rating={} source={source}", exercise.rating);
    let scores = right.iter().map(scored).collect();
    ScoredPosition { position: exercise.position, scores, comment }.to_string()
}

pub(super) fn read(line: &str) -> Result<Exercise, LineProblem> {
    let scored = obf::parse(line).map_err(|at| LineProblem::Obf(at.error))?;
    let [next, theme, rating, source] = remark(&scored.comment).ok_or(LineProblem::Remark)?;
    let score = scored.best_score().ok_or(crate::BadExercise::NoMove)?;
    if scored.scores.iter().any(|of| of.score != score) {
        return Err(LineProblem::Scores);
    }
    let (next, basis) = read_next(next)?;
    let right = scored.scores.iter().filter_map(|of| of.mv.square()).collect();
    Ok(Exercise {
        position: scored.position,
        solution: Solution { right, score, next, basis },
        theme: read_theme(theme)?,
        rating: read_rating(rating)?,
        source: source.to_owned(),
    })
}

/// Returns the values of a remark.
fn remark(comment: &str) -> Option<[&str; 4]> {
    let mut words = comment.splitn(4, ' ');
    let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
    Some([value("next")?, value("theme")?, value("rating")?, value("source")?])
}
