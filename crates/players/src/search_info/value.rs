//! The value of a move with its unit.

use std::fmt;

use willow_classics::MoveValue;

/// A value with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThoughtValue {
    /// The final score in discs, or the expected one.
    Discs(f64),
    /// The final score is at least this, in discs.
    AtLeastDiscs(f64),
    /// The sign of the final score: 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(f64),
    /// In units of the program's own evaluation.
    Units(f64),
}

impl ThoughtValue {
    /// Makes a value of each kind of a number.
    const KINDS: [fn(f64) -> ThoughtValue; 4] = [
        ThoughtValue::Discs,
        ThoughtValue::AtLeastDiscs,
        ThoughtValue::Outcome,
        ThoughtValue::Units,
    ];

    /// Returns what the variant holds, in its unit.
    pub const fn number(self) -> f64 {
        match self {
            ThoughtValue::Discs(number)
            | ThoughtValue::AtLeastDiscs(number)
            | ThoughtValue::Outcome(number)
            | ThoughtValue::Units(number) => number,
        }
    }

    /// Returns the name of the unit.
    pub const fn unit(self) -> &'static str {
        match self {
            ThoughtValue::Discs(_) => "discs",
            ThoughtValue::AtLeastDiscs(_) => "discs or more",
            ThoughtValue::Outcome(_) => "outcome",
            ThoughtValue::Units(_) => "units",
        }
    }

    /// Returns the value of a number whose unit has this name; `None` if there is no such unit.
    pub fn of_unit(unit: &str, number: f64) -> Option<ThoughtValue> {
        ThoughtValue::KINDS.map(|kind| kind(number)).into_iter().find(|value| value.unit() == unit)
    }

    /// Returns what moves are ordered by. Results and units of an evaluation cannot be compared: a win
    /// comes before all units, and a loss after them.
    pub(crate) fn rank(self) -> (f64, f64) {
        let number = self.number();
        match self {
            ThoughtValue::Units(_) => (0.0, number),
            _ if number == 0.0 => (0.0, number),
            _ => (number.signum(), number),
        }
    }
}

impl From<MoveValue> for ThoughtValue {
    fn from(value: MoveValue) -> ThoughtValue {
        let number = value.in_units();
        match value {
            MoveValue::Units { .. } => ThoughtValue::Units(number),
            MoveValue::Outcome(_) => ThoughtValue::Outcome(number),
            MoveValue::Discs(_) => ThoughtValue::Discs(number),
            MoveValue::AtLeastDiscs(_) => ThoughtValue::AtLeastDiscs(number),
        }
    }
}

/// Writes `+4832 units`, `+1.25 discs`, `+4 discs or more`, `win`.
impl fmt::Display for ThoughtValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThoughtValue::Outcome(number) if *number > 0.0 => f.write_str("win"),
            ThoughtValue::Outcome(number) if *number < 0.0 => f.write_str("loss"),
            ThoughtValue::Outcome(_) => f.write_str("draw"),
            value => write!(f, "{} {}", Signed(value.number()), value.unit()),
        }
    }
}

/// A number with its sign (`+0` for zero), and with two decimals if it is not an integer, unless the format has a
/// precision.
#[derive(Clone, Copy, Debug)]
pub struct Signed(pub f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_f64.powi(f.precision().unwrap_or(2) as i32);
        // Adding zero turns -0 into 0.
        let number = (self.0 * scale).round() / scale + 0.0;
        let decimals = f.precision().unwrap_or(if number.fract() == 0.0 { 0 } else { 2 });
        let width = f.width().unwrap_or_default();
        write!(f, "{number:+width$.decimals$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rounded_number_is_a_negative_zero() {
        let shown = [-0.0, -0.001, -0.004_9, 0.0, -0.006, 1.5, -12.0, f64::INFINITY]
            .map(|number| Signed(number).to_string());
        assert_eq!(shown, ["+0", "+0", "+0", "+0", "-0.01", "+1.50", "-12", "+inf"]);
        assert_eq!(format!("{:>7.1}|{:.2}", Signed(-0.04), Signed(-0.0)), "   +0.0|+0.00");
    }
}
