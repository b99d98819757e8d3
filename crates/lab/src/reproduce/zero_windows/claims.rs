//! The claims of section 3.1.6 beside what was measured.

use willow_players::matches::Z_95;

use super::tables::{
    Ablation, BranchingFactor, COMPARISONS, DEPTHS_3_2, REPORTS_TIME_RATIO, TABLE_3_1, TABLE_3_2,
    WindowRow,
};
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The number of positions of table 3-1 and of table 3-2.
const POSITIONS: [usize; 2] = [22, 36];

/// The p-value from which a difference counts as one by chance.
const SIGNIFICANT: f64 = 0.05;

/// The depth of figure 3-2 in plies.
const RANKS_DEPTH: usize = 8;

/// How often BILL's move was first or second in the killer table.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstRanks {
    /// The depth of the searches in plies.
    pub(super) depth: u32,
    /// The part of the moves.
    pub(super) part: f64,
}

/// Returns the claims of the report.
pub(super) fn claims(
    windows: &[WindowRow],
    first_ranks: FirstRanks,
    ablation: &Ablation,
) -> Vec<PaperClaim> {
    let mut claims = window_claims(windows);
    claims.push(PaperClaim {
        claim: "BILL's move is \"extremely likely to be near the beginning\" of the killer table: part of the \
                first two ranks"
            .to_owned(),
        test: ClaimTest::Figures(
            Tolerance::AtLeast(0.5),
            vec![ComparedFigure::new(f64::NAN, first_ranks.part)],
        ),
        sample: Sample::at_least(first_ranks.depth as usize, RANKS_DEPTH, "plies"),
    });
    claims.extend(ablation_claims(ablation));
    claims
}

/// Returns the claims of table 3-1.
fn window_claims(windows: &[WindowRow]) -> Vec<PaperClaim> {
    let sample = Sample::at_least(windows.len(), TABLE_3_1.len(), "depths");
    let claim = |claim: &str, test| PaperClaim {
        claim: format!("table 3-1: {claim}"),
        test,
        sample: sample.clone(),
    };
    let mut factors = Vec::new();
    let mut deviations = Vec::new();
    let mut savings = Vec::new();
    for (row, (_, paper, leaves)) in windows.iter().zip(TABLE_3_1) {
        for (paper, ours) in paper.into_iter().zip(row.factors) {
            deviations.push(ComparedFigure::new(paper.1, ours.1));
            factors.push(compared_factor(paper, POSITIONS[0], ours, row.positions));
        }
        let saved = |zero: f64, none: f64| 100.0 * (1.0 - zero / none);
        let paper = saved(leaves[0].into(), leaves[1].into());
        savings.push(ComparedFigure::new(paper, saved(row.leaves[0], row.leaves[1])));
    }
    let always =
        savings.iter().map(|one| ClaimTest::Above { limit: 0.0, value: one.ours, error: 0.0 });
    let mut claims: Vec<PaperClaim> = always
        .zip(TABLE_3_1)
        .map(|(test, (depth, ..))| {
            claim(&format!("zero windows save leaves at {depth} plies (percent)"), test)
        })
        .collect();
    claims.extend(windows.iter().map(|row| {
        let (value, error) = row.gain;
        let words = format!(
            "zero windows improve the branching factor at {} plies (by how much)",
            row.depth
        );
        claim(&words, ClaimTest::Above { limit: 0.0, value, error })
    }));
    claims.push(claim("branching factors", ClaimTest::Figures(Tolerance::WithinInterval, factors)));
    claims.push(claim(
        "standard deviations of the branching factors",
        ClaimTest::Figures(Tolerance::WithinPart(0.25), deviations),
    ));
    claims.push(claim(
        "part of the leaves that zero windows save, in percent",
        ClaimTest::Figures(Tolerance::Within(10.0), savings),
    ));
    claims
}

/// Returns the claims of table 3-2 and of the comparisons.
fn ablation_claims(ablation: &Ablation) -> Vec<PaperClaim> {
    let sample = Sample::at_least(ablation.depths[1] as usize, DEPTHS_3_2[1] as usize, "plies");
    let claim = |claim: String, test| PaperClaim { claim, test, sample: sample.clone() };
    let mut claims = Vec::new();
    let mut factors = Vec::new();
    for (place, depth) in DEPTHS_3_2.into_iter().enumerate() {
        let of_depth: Vec<ComparedFigure> = TABLE_3_2
            .iter()
            .zip(&ablation.factors)
            .map(|((_, _, paper), ours)| {
                compared_factor(paper[place], POSITIONS[1], ours[place], ablation.positions)
            })
            .collect();
        let order = format!("table 3-2: the order of the branching factors at {depth} plies");
        claims.push(claim(order, ClaimTest::SameOrder(of_depth.clone())));
        factors.extend(of_depth);
    }
    let test = ClaimTest::Figures(Tolerance::WithinInterval, factors);
    claims.push(claim("table 3-2: branching factors".to_owned(), test));
    let p_values: Vec<ComparedFigure> =
        ablation.p_values.iter().flatten().map(|&p| ComparedFigure::new(f64::NAN, p)).collect();
    debug_assert!(p_values.len() <= 2 * COMPARISONS.len());
    let test = ClaimTest::Figures(Tolerance::AtMost(SIGNIFICANT), p_values);
    claims.push(claim("section 3.1.6.4: p-values of the comparisons".to_owned(), test));
    let ratio = ComparedFigure::new(REPORTS_TIME_RATIO, ablation.time_ratio);
    let test = ClaimTest::Figures(Tolerance::WithinPart(0.25), vec![ratio]);
    claims
        .push(claim("time without both tables, as a multiple of that with both".to_owned(), test));
    claims
}

/// Returns two mean branching factors with the interval of their difference by chance.
fn compared_factor(
    paper: BranchingFactor,
    papers_positions: usize,
    ours: BranchingFactor,
    positions: usize,
) -> ComparedFigure {
    let variance = |factor: BranchingFactor, n: usize| factor.1.powi(2) / n as f64;
    let error = Z_95 * (variance(paper, papers_positions) + variance(ours, positions)).sqrt();
    ComparedFigure { paper: paper.0, ours: ours.0, error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{Verdict, VerdictReport};

    /// The report's own numbers as if they had been measured.
    fn books() -> (Vec<WindowRow>, Ablation) {
        let windows = TABLE_3_1.map(|(depth, factors, leaves)| WindowRow {
            depth,
            factors,
            leaves: leaves.map(f64::from),
            gain: (factors[1].0 - factors[0].0, 0.01),
            positions: POSITIONS[0],
        });
        let ablation = Ablation {
            depths: DEPTHS_3_2,
            positions: POSITIONS[1],
            factors: TABLE_3_2.iter().map(|row| row.2).collect(),
            p_values: vec![[0.01; 2]; COMPARISONS.len()],
            nodes_ratio: 7.0,
            time_ratio: 7.0,
        };
        (windows.to_vec(), ablation)
    }

    fn verdict(windows: &[WindowRow], ranks: f64, ablation: &Ablation) -> Verdict {
        let ranks = FirstRanks { depth: 8, part: ranks };
        VerdictReport::of(&claims(windows, ranks, ablation)).verdict
    }

    #[test]
    fn the_verdict_follows_the_measured_rows() {
        let (windows, ablation) = books();
        assert_eq!(verdict(&windows, 0.8, &ablation), Verdict::Agrees);
        assert_eq!(verdict(&windows, 0.3, &ablation), Verdict::AgreesInOrderOnly);
        let chance = Ablation { p_values: vec![[0.01, 0.2]; 4], ..ablation.clone() };
        assert_eq!(verdict(&windows, 0.8, &chance), Verdict::AgreesInOrderOnly);
        let mut more_leaves = windows.clone();
        more_leaves[2].leaves.swap(0, 1);
        assert_eq!(verdict(&more_leaves, 0.8, &ablation), Verdict::DoesNotAgree);
        let mut no_gain = windows.clone();
        no_gain[0].gain = (-0.1, 0.01);
        assert_eq!(verdict(&no_gain, 0.8, &ablation), Verdict::DoesNotAgree);
        let mut scattered = windows.clone();
        scattered[0].factors[0].1 *= 1.7;
        assert_eq!(verdict(&scattered, 0.8, &ablation), Verdict::AgreesInOrderOnly);
        let mut disordered = ablation.clone();
        disordered.factors.swap(0, 3);
        assert_eq!(verdict(&windows, 0.8, &disordered), Verdict::DoesNotAgree);
    }

    #[test]
    fn missing_depths_cannot_be_compared() {
        let (windows, ablation) = books();
        let shallow = Ablation { depths: [4, 5], ..ablation };
        assert_eq!(verdict(&windows[..2], 0.8, &shallow), Verdict::CannotBeCompared);
    }
}
