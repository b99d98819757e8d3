//! Numbers as the server writes them.

use std::fmt;

/// Returns a number without needless decimals: at most three.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns a number rounded to hundredths; adding zero turns -0 into 0.
pub(crate) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

/// The discs that are subtracted from Black's result, as the word after a match's type shows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Komi {
    /// `K?`: there is none, or the players still bid.
    Unknown,
    /// `K-0.52`.
    Discs(f64),
}

impl Komi {
    /// Returns the discs; none without a komi.
    pub const fn discs(self) -> f64 {
        match self {
            Komi::Unknown => 0.0,
            Komi::Discs(discs) => discs,
        }
    }

    /// Returns the discs, once they are known.
    pub const fn known(self) -> Option<f64> {
        match self {
            Komi::Unknown => None,
            Komi::Discs(discs) => Some(discs),
        }
    }

    /// Reads the word.
    pub fn parse(text: &str) -> Option<Komi> {
        match text.strip_prefix('K')? {
            "?" => Some(Komi::Unknown),
            number => finite(number).map(Komi::Discs),
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Komi::Unknown => f.write_str("K?"),
            Komi::Discs(discs) => write!(f, "K{}", trimmed(*discs)),
        }
    }
}

/// Reads a number that is not infinite.
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_written_without_needless_decimals() {
        for text in ["K?", "K-0.52", "K1.04", "K0.015", "K-3", "K0"] {
            assert_eq!(Komi::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Komi::parse("Kx"), None);
        assert_eq!(Komi::parse("Kinf"), None);
    }
}
