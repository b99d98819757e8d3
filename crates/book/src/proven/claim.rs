//! What can be proven about a position.

/// What is proven about a position, for its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The side to move wins or draws.
    pub at_least_draw: bool,
    /// The side to move loses or draws.
    pub at_most_draw: bool,
}

impl Claim {
    /// Returns the same claim for the other side.
    #[must_use]
    pub const fn negated(self) -> Claim {
        Claim { at_least_draw: self.at_most_draw, at_most_draw: self.at_least_draw }
    }

    /// Returns the claim in words, for the side to move; `None` if nothing is proven.
    pub const fn text(self) -> Option<&'static str> {
        match (self.at_least_draw, self.at_most_draw) {
            (true, true) => Some("proven draw"),
            (true, false) => Some("proven win or draw"),
            (false, true) => Some("proven loss or draw"),
            (false, false) => None,
        }
    }
}

/// The bound of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ProofBound {
    /// The side to move gets at least a draw.
    AtLeastDraw,
    /// The side to move gets at most a draw.
    AtMostDraw,
}

impl ProofBound {
    /// Returns the same bound for the other player.
    pub(super) const fn negated(self) -> ProofBound {
        match self {
            ProofBound::AtLeastDraw => ProofBound::AtMostDraw,
            ProofBound::AtMostDraw => ProofBound::AtLeastDraw,
        }
    }
}
