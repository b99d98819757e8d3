//! Values, losses and moves in words, as all reports have them.

use willow_board::Move;
use willow_eval::Score;

use crate::{Certainty, MoveAnalysis, MoveClass, Outcome};

/// So many moves of a line are shown.
const LINE_MOVES: usize = 10;

/// Returns a value with what is known about it: `+4` exact, `+3.2 ±1.5` an estimate, `+3.2 win` a
/// proven win.
#[must_use]
pub fn value_with_certainty(found: &MoveAnalysis) -> String {
    let discs = value(found, found.value);
    let outcome = found.outcomes.map(|change| change.played);
    match (found.certainty, outcome, found.error()) {
        (Certainty::Proven, Some(outcome), _) => format!("{discs} {:<4}", outcome.name()),
        (Certainty::Estimate, _, Some(error)) => format!("{discs} ±{error:.1}"),
        _ => format!("{discs}     "),
    }
}

/// Returns exact values without a fraction, others with one decimal.
#[must_use]
pub fn value(found: &MoveAnalysis, value: Score) -> String {
    match found.certainty {
        Certainty::Exact => value.rounded().to_string(),
        _ => format!("{:+.1}", value.discs()),
    }
}

/// Returns what an error cost: an outcome, or else discs.
#[must_use]
pub fn cost(found: &MoveAnalysis) -> String {
    let change = found.outcomes.filter(|change| change.played < change.best);
    match change {
        Some(change) => {
            format!("{} instead of {}", Outcome::name(change.played), Outcome::name(change.best))
        }
        None => format!("{:.1} discs", found.loss()),
    }
}

/// Returns the mark behind a move, as in chess: `?!`, `?`, `??`.
#[must_use]
pub const fn mark(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best | MoveClass::Good => "",
        MoveClass::Inaccuracy => "?!",
        MoveClass::Mistake => "?",
        MoveClass::Blunder => "??",
    }
}

/// Returns the first moves of a line.
#[must_use]
pub fn line(moves: &[Move]) -> String {
    let shown: Vec<String> = moves.iter().take(LINE_MOVES).map(ToString::to_string).collect();
    let rest = if LINE_MOVES < moves.len() { " …" } else { "" };
    shown.join(" ") + rest
}
