//! The numbers of the evaluation and of the windows that the report leaves open. All of them are ours, first
//! guessed and then tuned by matches: `docs/benchmarks/classics.md` has these.

use super::square_kind::SquareKind;

/// A number that the report describes in words and does not print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillConstant {
    /// What a move to a central square that turns over one disc on the line is worth.
    Move,
    /// What an empty square beside a disc of the other side is worth, and again each such disc.
    PotentialMove,
    /// The part of a move's worth that one to a corner has.
    CornerMove,
    /// The same of a C-square.
    CSquareMove,
    /// The same of a B-square.
    BSquareMove,
    /// The same of an X-square.
    XSquareMove,
    /// The same of another square of the second line.
    SecondLineMove,
    /// What is left of a move's worth when it turns an X-square over: the way to the corner is open.
    FlippedXSquare,
    /// The part that counts of what each further disc that a move turns over takes off its worth.
    FurtherFlip,
    /// The penalty for the shortest sequence, and again for each further disc of it.
    Sequence,
    /// The part of the penalty that a sequence through the centre pays: it is less of a wall there.
    CentralSequence,
    /// What a disc between two of the other side's is worth.
    Between,
    /// What it is worth beyond that when a real move exists behind one of them.
    BetweenWithMove,
    /// The penalty for a disc that can neither turn others over nor be turned over: likely part of a wall.
    Idle,
    /// What a disc on one of the central sixteen squares is worth.
    CentralDisc,
    /// What a disc on the second line is worth.
    SecondLineDisc,
    /// The penalty for a disc on an X-square, in the tables of the internal lines.
    XSquareDisc,
    /// The static penalty for a disc on an X-square beside an empty corner, in the edge table. The report
    /// says only that it is a small value, and the search over the moves of the edge finds the rest.
    EdgeXSquare,
    /// The half width of the first move's window, in units of the evaluation.
    NarrowWindow,
}

/// What is left of a move's worth by the number of discs that it turns over, one at least. Ours as well.
const BY_FLIPS: [f64; 6] = [1.0, 0.8, 0.6, 0.45, 0.35, 0.25];

/// The constants that other parts of the first guess won matches with.
const TUNED: [(BillConstant, u16); 3] =
    [(BillConstant::Move, 50), (BillConstant::Sequence, 150), (BillConstant::Idle, 150)];

/// The number of constants.
const N: usize = BillConstant::ALL.len();

/// Each constant with its name in a SPEC and our first guess at its value.
const VALUES: [(BillConstant, &str, f64); N] = [
    (BillConstant::Move, "move", 26.0),
    (BillConstant::PotentialMove, "potential-move", 2.6),
    (BillConstant::CornerMove, "corner-move", 2.0),
    (BillConstant::CSquareMove, "c-square-move", 0.3),
    (BillConstant::BSquareMove, "b-square-move", 0.9),
    (BillConstant::XSquareMove, "x-square-move", 0.1),
    (BillConstant::SecondLineMove, "second-line-move", 0.6),
    (BillConstant::FlippedXSquare, "flipped-x-square", 0.4),
    (BillConstant::FurtherFlip, "further-flip", 1.0),
    (BillConstant::Sequence, "sequence", 13.0),
    (BillConstant::CentralSequence, "central-sequence", 0.7),
    (BillConstant::Between, "between", 8.0),
    (BillConstant::BetweenWithMove, "between-with-move", 4.0),
    (BillConstant::Idle, "idle", 6.0),
    (BillConstant::CentralDisc, "central-disc", 8.0),
    (BillConstant::SecondLineDisc, "second-line-disc", 2.0),
    (BillConstant::XSquareDisc, "x-square-disc", 9.0),
    (BillConstant::EdgeXSquare, "edge-x-square", 200.0),
    (BillConstant::NarrowWindow, "narrow-window", 20_000.0),
];

impl BillConstant {
    /// All of them.
    pub const ALL: [BillConstant; 19] = [
        BillConstant::Move,
        BillConstant::PotentialMove,
        BillConstant::CornerMove,
        BillConstant::CSquareMove,
        BillConstant::BSquareMove,
        BillConstant::XSquareMove,
        BillConstant::SecondLineMove,
        BillConstant::FlippedXSquare,
        BillConstant::FurtherFlip,
        BillConstant::Sequence,
        BillConstant::CentralSequence,
        BillConstant::Between,
        BillConstant::BetweenWithMove,
        BillConstant::Idle,
        BillConstant::CentralDisc,
        BillConstant::SecondLineDisc,
        BillConstant::XSquareDisc,
        BillConstant::EdgeXSquare,
        BillConstant::NarrowWindow,
    ];

    /// Returns the name in a SPEC.
    #[must_use]
    pub const fn name(self) -> &'static str {
        VALUES[self as usize].1
    }

    /// Returns the constant with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<BillConstant> {
        BillConstant::ALL.into_iter().find(|constant| constant.name() == name)
    }

    /// Returns our first guess at its value.
    #[must_use]
    pub const fn first_guess(self) -> f64 {
        VALUES[self as usize].2
    }
}

/// The constants as parts of the first guesses, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BillConstants([u16; N]);

impl BillConstants {
    /// The first guesses. The Bayesian evaluation was learned with them.
    pub const FIRST: BillConstants = BillConstants([100; N]);

    /// Those that BILL plays with: what was tuned in play.
    pub const OURS: BillConstants = {
        let mut parts = [100; N];
        let mut index = 0;
        while index < TUNED.len() {
            parts[TUNED[index].0 as usize] = TUNED[index].1;
            index += 1;
        }
        BillConstants(parts)
    };

    /// The largest part: beyond it the sums of the tables might leave their halves.
    pub const MOST: u16 = 300;

    /// Returns these with another part of one of them, or `None` if it is more than [`MOST`](Self::MOST).
    #[must_use]
    pub fn with(mut self, constant: BillConstant, percent: u16) -> Option<BillConstants> {
        self.0[constant as usize] = percent;
        (percent <= BillConstants::MOST).then_some(self)
    }

    /// Returns the value of a constant.
    pub(super) fn of(&self, constant: BillConstant) -> f64 {
        constant.first_guess() * (f64::from(self.0[constant as usize]) / 100.0)
    }

    /// Returns how desirable a move is by where it goes, as a part of one to a central square.
    pub(super) fn desirability(&self, kind: SquareKind) -> f64 {
        match kind {
            SquareKind::Corner => self.of(BillConstant::CornerMove),
            SquareKind::CSquare => self.of(BillConstant::CSquareMove),
            SquareKind::ASquare | SquareKind::Central => 1.0,
            SquareKind::BSquare => self.of(BillConstant::BSquareMove),
            SquareKind::XSquare => self.of(BillConstant::XSquareMove),
            SquareKind::SecondLine => self.of(BillConstant::SecondLineMove),
        }
    }

    /// Returns what is left of a move's worth by the number of discs that it turns over, one at least.
    pub(super) fn by_flips(&self, flips: usize) -> f64 {
        let taken_off = 1.0 - BY_FLIPS[(flips - 1).min(BY_FLIPS.len() - 1)];
        (1.0 - self.of(BillConstant::FurtherFlip) * taken_off).max(0.0)
    }

    /// Returns what a disc is worth by its place: the nearer to the centre, the better.
    pub(super) fn place_worth(&self, kind: SquareKind) -> f64 {
        match kind {
            SquareKind::Central => self.of(BillConstant::CentralDisc),
            SquareKind::SecondLine => self.of(BillConstant::SecondLineDisc),
            SquareKind::XSquare => -self.of(BillConstant::XSquareDisc),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_stand_in_their_places() {
        for (index, constant) in BillConstant::ALL.into_iter().enumerate() {
            assert_eq!((constant as usize, VALUES[index].0), (index, constant));
            assert_eq!(BillConstant::from_name(constant.name()), Some(constant));
            let half = BillConstants::OURS.with(constant, 50).unwrap();
            assert!((half.of(constant) - constant.first_guess() / 2.0).abs() < 1e-9);
        }
        assert_eq!(BillConstants::OURS.with(BillConstant::Idle, 301), None);
        assert_eq!(BillConstant::from_name("walls"), None);
        for (constant, part) in TUNED {
            assert_eq!(BillConstants::OURS.0[constant as usize], part);
        }
    }

    #[test]
    fn a_move_is_worth_less_the_more_it_turns_over() {
        let worths: Vec<f64> = (1..=6).map(|flips| BillConstants::OURS.by_flips(flips)).collect();
        assert!(worths.is_sorted_by(|one, other| one > other), "{worths:?}");
        assert!((worths[0] - 1.0).abs() < 1e-9 && 0.0 < worths[5]);
    }
}
