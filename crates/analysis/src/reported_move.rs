//! Rebuilds the findings about a move from parts of its report: the browser's module of the reasons has no engine
//! of its own.

use std::fmt;

use willow_board::{Move, Position, Square};
use willow_eval::Score;

use crate::{Alternative, Certainty, MoveAnalysis, Outcome, OutcomeChange};

/// Lines of a report do not begin with legal moves of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadReport;

impl fmt::Display for BadReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is not the report of a move in this position")
    }
}

impl std::error::Error for BadReport {}

/// The parts of a [`MoveReport`](crate::report::MoveReport) from which reasons and counterfactuals follow, and the
/// position before the move.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedMove {
    /// The position before the move.
    pub position: Position,
    /// The value after the move in discs, from the point of view of the side that made it.
    pub value: f64,
    /// The value after the best move in discs.
    pub best_value: f64,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The depth of the searches in plies.
    pub depth: u32,
    /// The line after the best move, which comes first.
    pub pv: Vec<Move>,
    /// The line after the move, which comes first.
    pub played_pv: Vec<Move>,
}

impl ReportedMove {
    /// Returns what was found about the move. The ply is not known, and neither a counterfactual nor the alternatives.
    ///
    /// # Errors
    /// The lines must begin with squares that are legal moves.
    pub fn into_analysis(self) -> Result<MoveAnalysis, BadReport> {
        let legal = self.position.legal_moves();
        let first = |line: &[Move]| -> Result<Square, BadReport> {
            let square = line.first().and_then(|mv| mv.square());
            square.filter(|&square| legal.contains(square)).ok_or(BadReport)
        };
        let (mv, best) = (first(&self.played_pv)?, first(&self.pv)?);
        let (value, best_value) = (score(self.value), score(self.best_value));
        let outcomes =
            OutcomeChange { best: Outcome::of_score(best_value), played: Outcome::of_score(value) };
        Ok(MoveAnalysis {
            ply: 0,
            position: self.position,
            mv,
            value,
            best_value,
            best,
            pv: self.pv,
            played_pv: self.played_pv,
            certainty: self.certainty,
            outcomes: (self.certainty != Certainty::Estimate).then_some(outcomes),
            depth: self.depth,
            counterfactual: None,
            alternatives: Vec::new(),
        })
    }
}

impl MoveAnalysis {
    /// Adds an alternative with its value in discs, as an [`AlternativeReport`](crate::report::AlternativeReport) has it.
    ///
    /// # Errors
    /// The move must be legal.
    pub fn add_alternative(
        &mut self,
        mv: Square,
        reply: Option<Move>,
        value: f64,
    ) -> Result<(), BadReport> {
        if !self.position.legal_moves().contains(mv) {
            return Err(BadReport);
        }
        self.alternatives.push(Alternative { mv, reply, value: score(value) });
        Ok(())
    }
}

/// Returns the score of so many discs. Reports have all digits.
fn score(discs: f64) -> Score {
    Score::from_units((discs * f64::from(Score::PER_DISC)).round() as i32)
}

#[cfg(test)]
mod tests {
    use willow_engine::Level;

    use super::*;
    use crate::report::MoveReport;
    use crate::test_support::{finished, found, random_game};
    use crate::{Analysis, Plan};

    fn reported(found: &MoveAnalysis) -> ReportedMove {
        let report = MoveReport::without_reasons(found);
        ReportedMove {
            position: found.position,
            value: report.value,
            best_value: report.best_value,
            certainty: report.certainty,
            depth: report.depth,
            pv: report.pv.iter().map(|mv| mv.parse().unwrap()).collect(),
            played_pv: report.played_pv.iter().map(|mv| mv.parse().unwrap()).collect(),
        }
    }

    /// The last moves of a random game, as estimates, proven outcomes and exact values.
    #[test]
    fn a_report_has_all_that_reasons_need() {
        let plan = Plan::level(Level::new(2).unwrap());
        let (mut n_reasons, mut n_alternatives, mut n_of) = (0, 0, [0; 3]);
        for found in finished(Analysis::of_game(&random_game(3), plan)) {
            let mut read = reported(&found).into_analysis().unwrap();
            for of in MoveReport::of(&found).alternatives {
                let (mv, reply) =
                    (of.mv.parse().unwrap(), of.reply.map(|reply| reply.parse().unwrap()));
                read.add_alternative(mv, reply, of.value).unwrap();
            }
            assert_eq!(MoveAnalysis { ply: found.ply, ..read }, found);
            n_reasons += MoveReport::of(&found).reasons.len();
            n_alternatives += found.alternatives.len();
            n_of[found.certainty as usize] += 1;
        }
        assert!(5 < n_reasons && n_of.iter().all(|&n| 0 < n), "{n_reasons} {n_of:?}");
        assert!(50 < n_alternatives, "{n_alternatives}");
    }

    #[test]
    fn lines_that_break_the_rules_are_refused() {
        let found = found();
        let good = reported(&found);
        assert_eq!(good.clone().into_analysis(), Ok(found));
        for line in [vec![], vec![Move::Pass], vec![Square::A1.into()]] {
            let bad = ReportedMove { pv: line.clone(), ..good.clone() };
            assert_eq!(bad.into_analysis(), Err(BadReport));
            let bad = ReportedMove { played_pv: line, ..good.clone() };
            assert_eq!(bad.into_analysis(), Err(BadReport));
        }
        let mut read = good.into_analysis().unwrap();
        assert_eq!(read.add_alternative(Square::A1, None, 0.0), Err(BadReport));
    }
}
