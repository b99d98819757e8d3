//! What the values of a tree mean.

/// What the values of a tree count, and from where on they are those of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueScale {
    /// What is counted.
    pub unit: TreeUnit,
    /// How many parts a unit has: values are whole numbers of them.
    pub per_unit: i32,
    /// The least value of a won game; those of lost ones are the negatives.
    pub(crate) won: i32,
    /// What each disc of the margin adds to it; `None` if the margin does not count.
    pub(crate) per_disc: Option<i32>,
    /// Where the windows that hold all values end.
    pub(crate) infinity: i32,
}

/// What the values of a tree count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeUnit {
    /// Units of an evaluation.
    Units,
    /// The winner alone: 1, 0 or -1.
    Outcome,
    /// The final score in discs.
    Discs,
}

/// A value of a tree, read by its scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeValue {
    /// Units or discs.
    Number(i32),
    /// A won game, by this margin if that counts.
    Win(Option<i32>),
    /// A drawn game, where nothing but the outcome counts.
    Draw,
    /// A lost game, by this margin if that counts.
    Loss(Option<i32>),
}

/// No game is won by more discs.
const MAX_DISCS: i32 = 64;

impl ValueScale {
    /// Scores in discs.
    pub(crate) const fn discs(infinity: i32) -> ValueScale {
        ValueScale { unit: TreeUnit::Discs, per_unit: 1, won: i32::MAX, per_disc: None, infinity }
    }

    /// Outcomes.
    pub(crate) const fn outcome(infinity: i32) -> ValueScale {
        ValueScale { unit: TreeUnit::Outcome, per_unit: 1, won: 1, per_disc: None, infinity }
    }

    /// Returns what a value means.
    pub fn read(self, value: i32) -> TreeValue {
        let margin =
            self.per_disc.map(|per_disc| ((value.abs() - self.won) / per_disc).min(MAX_DISCS));
        match value {
            value if self.won <= value => TreeValue::Win(margin),
            value if value <= -self.won => TreeValue::Loss(margin),
            0 if self.unit == TreeUnit::Outcome => TreeValue::Draw,
            value => TreeValue::Number(value),
        }
    }

    /// Returns whether the end of a window is beyond all values.
    pub const fn is_infinite(self, end: i32) -> bool {
        self.infinity <= end || end <= -self.infinity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_finished_games_are_told_from_units() {
        let (won, infinity, per_disc) = (1000, 2000, Some(2));
        let scale = ValueScale { unit: TreeUnit::Units, per_unit: 1, won, per_disc, infinity };
        assert_eq!(scale.read(999), TreeValue::Number(999));
        assert_eq!(scale.read(1024), TreeValue::Win(Some(12)));
        assert_eq!(scale.read(-1025), TreeValue::Loss(Some(12)), "a bound between two margins");
        assert_eq!(scale.read(2000), TreeValue::Win(Some(64)));
        assert!(scale.is_infinite(-2000) && !scale.is_infinite(1999));
        let outcome = ValueScale::outcome(9);
        assert_eq!(
            [1, 0, -1].map(|value| outcome.read(value)),
            [TreeValue::Win(None), TreeValue::Draw, TreeValue::Loss(None)]
        );
        assert_eq!(ValueScale::discs(100).read(0), TreeValue::Number(0));
    }
}
