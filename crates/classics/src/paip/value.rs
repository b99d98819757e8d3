//! The values that searches compare.

use std::fmt;
use std::ops::Neg;

/// The value of a position, in the units of the evaluation that gave it.
///
/// Each use says from whose view the value is. Values of different evaluations cannot be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// Returns the value of this number of units.
    #[inline]
    pub const fn from_units(units: i32) -> Value {
        Value(units)
    }

    /// Returns the number of units.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }
}

impl Value {
    /// Returns the value with this number of units more.
    #[must_use]
    pub const fn plus(self, units: i32) -> Value {
        Value(self.0.saturating_add(units))
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}
