//! Values, losses and moves in words, as all reports have them.

use willow_board::Move;
use willow_eval::Score;

use crate::{Certainty, MoveAnalysis, MoveClass, Outcome};

/// Number of moves of a line that are shown.
const LINE_MOVES: usize = 10;

/// Returns a value with what is known about it: `+4` exact, `+3.2 ±1.5` an estimate, `+3.2 win` a
/// proven win.
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
pub fn value(found: &MoveAnalysis, value: Score) -> String {
    match found.certainty {
        Certainty::Exact => value.rounded().to_string(),
        _ => format!("{:+.1}", value.discs()),
    }
}

/// Returns what an error cost: an outcome, or else discs.
pub fn cost(found: &MoveAnalysis) -> String {
    let change = found.outcomes.filter(|change| change.played < change.best);
    match change {
        Some(change) => {
            format!("{} instead of {}", Outcome::name(change.played), Outcome::name(change.best))
        }
        None => format!("{} discs", loss(found)),
    }
}

/// Returns what a move lost, in discs with one decimal. No rounding reaches the next class, so that number and
/// [class](MoveAnalysis::class) agree: a loss of 4.95 is `4.9`, because a mistake begins at 5.
pub fn loss(found: &MoveAnalysis) -> String {
    let (loss, tenths) = (found.loss(), (found.loss() * 10.0).round() / 10.0);
    let begins = [MoveClass::INACCURACY, MoveClass::MISTAKE, MoveClass::BLUNDER];
    let is_next_class = begins.into_iter().any(|begin| loss < begin && begin <= tenths);
    format!("{:.1}", if is_next_class { tenths - 0.1 } else { tenths })
}

/// Returns the mark behind a move, as in chess: `?!`, `?`, `??`.
pub const fn mark(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best | MoveClass::Good => "",
        MoveClass::Inaccuracy => "?!",
        MoveClass::Mistake => "?",
        MoveClass::Blunder => "??",
    }
}

/// Returns the first moves of a line.
pub fn line(moves: &[Move]) -> String {
    line_to(moves, LINE_MOVES)
}

/// Returns the first moves of a line, at least so many as are shown of any line.
pub(crate) fn line_to(moves: &[Move], n_moves: usize) -> String {
    let n_moves = n_moves.max(LINE_MOVES);
    let shown: Vec<String> = moves.iter().take(n_moves).map(ToString::to_string).collect();
    let rest = if n_moves < moves.len() { " …" } else { "" };
    shown.join(" ") + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::found;

    #[test]
    fn a_printed_loss_belongs_to_the_class_beside_it() {
        for units in 0..12 * Score::PER_DISC {
            let value = Score::from_units(-units);
            let exact = MoveAnalysis { value, certainty: Certainty::Exact, ..found() };
            let printed: f64 = loss(&exact).parse().unwrap();
            let class = MoveClass::of(printed.max(f64::MIN_POSITIVE), 0.0, None);
            let expected = if units == 0 { MoveClass::Good } else { exact.class() };
            assert_eq!(class, expected, "{} is printed as {printed}", exact.loss());
            assert!((printed - exact.loss()).abs() < 0.1, "{} as {printed}", exact.loss());
        }
    }
}
