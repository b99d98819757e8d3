//! The values of formulas and their kinds.

/// What kind of value a part of a formula has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Color,
    Bool,
    Int,
    Real,
}

/// A value in a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// `B`, `W` or `?`.
    Color(char),
    Bool(bool),
    Int(i64),
    Real(f64),
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Color => "COLOR",
            Kind::Bool => "BOOL",
            Kind::Int => "INT",
            Kind::Real => "REAL",
        }
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, Kind::Int | Kind::Real)
    }
}

impl Value {
    pub(super) const fn kind(self) -> Kind {
        match self {
            Value::Color(_) => Kind::Color,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Real(_) => Kind::Real,
        }
    }
}
