//! The numbers of the evaluation and of the windows that the report leaves open. All of them are ours.
//!
//! There are three sets: the first guesses, those tuned by matches, and the historical ones, which were fitted to
//! the moves that BILL played in 1985 and 1986, at 5 and 6 plies. There and at 7 plies they agree best with these
//! moves; at 8 and 9 the first guesses do. `docs/benchmarks/classics.md` has the matches and the fit.

use crate::bill::square_kind::SquareKind;

/// A number that the report describes in words and does not print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// The value of a move to a central square that flips one disc on the line.
    Move,
    /// What an empty square beside a disc of the other side is worth, and again each such disc.
    PotentialMove,
    /// Factor of the value of a move to a corner.
    CornerMove,
    /// Factor of the value of a move to a C-square.
    CSquareMove,
    /// Factor of the value of a move to a B-square.
    BSquareMove,
    /// Factor of the value of a move to an X-square.
    XSquareMove,
    /// Factor of the value of a move to another square of the second line.
    SecondLineMove,
    /// The factor of a move's value when it flips an X-square, which opens the corner.
    FlippedXSquare,
    /// The weight of what each further flipped disc takes off a move's value.
    FurtherFlip,
    /// The penalty for the shortest sequence, and again for each further disc of it.
    Sequence,
    /// The part of the penalty that a sequence through the centre pays: it is less likely to be a wall there.
    CentralSequence,
    /// What a disc between two of the other side's is worth.
    Between,
    /// What it is worth beyond that when a real move exists behind one of them.
    BetweenWithMove,
    /// The penalty for a disc that can neither flip others nor be flipped: likely part of a wall.
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
    /// Degree (0 semi-stable, 1 alone) to which an edge disc with one empty neighbour that is not a corner counts as
    /// alone.
    ///
    /// "An alone disc is one that is next to a blank on each side" can be read in both ways. With 1, and only
    /// so, the southern edge of figure 3-7 has the static value that the report prints, -100.
    HalfAlone,
    /// How likely a possible move to an X-square is to be legal, in the edge table. Figure 3-8 has 0.80.
    EdgeXSquareMove,
    /// How likely a possible move to a corner beside an empty X-square is to be legal. Figure 3-8 has 0.02.
    EdgeCornerMove,
    /// A factor of the probabilities of moves to the other squares of an edge.
    EdgeMove,
}

/// The factor of a move's value by the number of discs that it flips, one at least. Ours as well.
const BY_FLIPS: [f64; 6] = [1.0, 0.8, 0.6, 0.45, 0.35, 0.25];

/// The number of constants.
const N: usize = 23;

/// Each constant with its name in a SPEC, the value that a part of 100 stands for (our first guess at it, and the
/// report's figure where it has one), and its part in the historical, the tuned and the first set.
///
/// The historical set has what figures 3-7 (alone discs) and 3-8 (two probabilities) say of the edge table, and
/// else what agrees best with BILL's moves at 5 and 6 plies. The tuned one has what won matches. The first was
/// made before the figures were read exactly.
const TABLE: [(Constant, &str, f64, [u16; 3]); N] = [
    (Constant::Move, "move", 26.0, [100, 50, 100]),
    (Constant::PotentialMove, "potential-move", 2.6, [140, 100, 100]),
    (Constant::CornerMove, "corner-move", 2.0, [100, 100, 100]),
    (Constant::CSquareMove, "c-square-move", 0.3, [100, 100, 100]),
    (Constant::BSquareMove, "b-square-move", 0.9, [100, 100, 100]),
    (Constant::XSquareMove, "x-square-move", 0.1, [100, 100, 100]),
    (Constant::SecondLineMove, "second-line-move", 0.6, [100, 100, 100]),
    (Constant::FlippedXSquare, "flipped-x-square", 0.4, [100, 100, 100]),
    (Constant::FurtherFlip, "further-flip", 1.0, [100, 100, 100]),
    (Constant::Sequence, "sequence", 13.0, [50, 150, 100]),
    (Constant::CentralSequence, "central-sequence", 0.7, [100, 100, 100]),
    (Constant::Between, "between", 8.0, [70, 100, 100]),
    (Constant::BetweenWithMove, "between-with-move", 4.0, [100, 100, 100]),
    (Constant::Idle, "idle", 6.0, [100, 150, 100]),
    (Constant::CentralDisc, "central-disc", 8.0, [70, 100, 100]),
    (Constant::SecondLineDisc, "second-line-disc", 2.0, [100, 100, 100]),
    (Constant::XSquareDisc, "x-square-disc", 9.0, [100, 100, 100]),
    (Constant::EdgeXSquare, "edge-x-square", 200.0, [100, 100, 100]),
    (Constant::NarrowWindow, "narrow-window", 20_000.0, [100, 100, 100]),
    (Constant::HalfAlone, "half-alone", 1.0, [100, 0, 0]),
    (Constant::EdgeXSquareMove, "edge-x-square-move", 0.8, [100, 75, 75]),
    (Constant::EdgeCornerMove, "edge-corner-move", 0.1, [20, 100, 100]),
    (Constant::EdgeMove, "edge-move", 1.0, [100, 100, 100]),
];

/// Returns a set of constants by its column in [`TABLE`].
const fn column(column: usize) -> Constants {
    let mut parts = [0; N];
    let mut row = 0;
    while row < N {
        parts[row] = TABLE[row].3[column];
        row += 1;
    }
    Constants(parts)
}

impl Constant {
    /// Returns all of them.
    pub fn all() -> [Constant; N] {
        TABLE.map(|(constant, ..)| constant)
    }

    /// Returns the name in a SPEC.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Finds the constant that a SPEC names.
    pub fn from_name(name: &str) -> Option<Constant> {
        Constant::all().into_iter().find(|constant| constant.name() == name)
    }

    /// Returns the value that a part of 100 stands for.
    pub const fn whole(self) -> f64 {
        TABLE[self as usize].2
    }
}

/// The constants as parts of [`Constant::whole`], in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constants([u16; N]);

impl Constants {
    /// Those that were fitted to the report: to its figures, and at 5 and 6 plies to BILL's moves in the printed
    /// games. BILL plays with them unless told otherwise.
    pub const HISTORICAL: Constants = column(0);

    /// Those that were tuned by matches: the strongest.
    pub const TUNED: Constants = column(1);

    /// The first guesses. The Bayesian evaluation was learned with them.
    pub const FIRST: Constants = column(2);

    /// The sets with their names.
    pub const NAMED: [(&'static str, Constants); 3] = [
        ("historical", Constants::HISTORICAL),
        ("tuned", Constants::TUNED),
        ("first", Constants::FIRST),
    ];

    /// The largest part: beyond it the sums of the tables might leave their halves.
    pub const MAX: u16 = 300;

    /// Returns these with another part of one of them, or `None` if it is more than [`MAX`](Self::MAX).
    #[must_use]
    pub fn with(mut self, constant: Constant, percent: u16) -> Option<Constants> {
        self.0[constant as usize] = percent;
        (percent <= Constants::MAX).then_some(self)
    }

    /// Returns the value of a constant.
    pub(crate) fn of(&self, constant: Constant) -> f64 {
        constant.whole() * (f64::from(self.0[constant as usize]) / 100.0)
    }

    /// Returns how desirable a move is by where it goes, as a part of one to a central square.
    pub(crate) fn desirability(&self, kind: SquareKind) -> f64 {
        match kind {
            SquareKind::Corner => self.of(Constant::CornerMove),
            SquareKind::CSquare => self.of(Constant::CSquareMove),
            SquareKind::ASquare | SquareKind::Central => 1.0,
            SquareKind::BSquare => self.of(Constant::BSquareMove),
            SquareKind::XSquare => self.of(Constant::XSquareMove),
            SquareKind::SecondLine => self.of(Constant::SecondLineMove),
        }
    }

    /// Returns the factor of a move's value by the number of discs that it turns over, one at least.
    pub(crate) fn by_flips(&self, flips: usize) -> f64 {
        let taken_off = 1.0 - BY_FLIPS[(flips - 1).min(BY_FLIPS.len() - 1)];
        (1.0 - self.of(Constant::FurtherFlip) * taken_off).max(0.0)
    }

    /// Returns the value of a disc by the kind of its square: the nearer to the centre, the better.
    pub(crate) fn square_worth(&self, kind: SquareKind) -> f64 {
        match kind {
            SquareKind::Central => self.of(Constant::CentralDisc),
            SquareKind::SecondLine => self.of(Constant::SecondLineDisc),
            SquareKind::XSquare => -self.of(Constant::XSquareDisc),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_stand_in_their_places() {
        for (index, constant) in Constant::all().into_iter().enumerate() {
            assert_eq!((constant as usize, TABLE[index].0), (index, constant));
            assert_eq!(Constant::from_name(constant.name()), Some(constant));
            let half = Constants::TUNED.with(constant, 50).unwrap();
            assert!((half.of(constant) - constant.whole() / 2.0).abs() < 1e-9);
        }
        assert_eq!(Constants::TUNED.with(Constant::Idle, 301), None);
        assert_eq!(Constant::from_name("walls"), None);
        assert_eq!(Constants::HISTORICAL.0[Constant::EdgeCornerMove as usize], 20);
        assert_eq!(Constants::TUNED.0[Constant::Idle as usize], 150);
    }

    #[test]
    fn a_move_is_worth_less_the_more_it_turns_over() {
        let worths: Vec<f64> = (1..=6).map(|flips| Constants::TUNED.by_flips(flips)).collect();
        assert!(worths.is_sorted_by(|one, other| one > other), "{worths:?}");
        assert!((worths[0] - 1.0).abs() < 1e-9 && 0.0 < worths[5]);
    }
}
