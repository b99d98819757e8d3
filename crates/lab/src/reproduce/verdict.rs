//! Verdicts: how the measured rows compare with the figures of a paper, by a rule that is printed.
//!
//! An experiment states the paper's claims as data, beside what was measured. A claim is about
//! figures or about an order. The verdict follows from the results of all claims; nobody writes it.

use std::fmt;

use serde::Serialize;

use super::report_table::ReportTable;

/// The rule by which a verdict follows from the claims.
pub(super) const RULE: &str = "\"agrees\" if all claims hold; \"agrees in order only\" if there are claims \
     about an order, all of them hold, and a claim about figures does not hold; \"does not agree\" if any \
     other claim does not hold; \"cannot be compared\" otherwise";

/// How an experiment agrees with its paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All claims hold.
    Agrees,
    /// All claims about an order hold, and one about figures does not.
    AgreesInOrderOnly,
    /// A claim about an order does not hold, or there are only claims about figures.
    DoesNotAgree,
    /// No claim is refuted, but some were not measured, or with too few games.
    CannotBeCompared,
}

impl Verdict {
    /// Applies [`RULE`] to the results of the claims.
    fn of(claims: &[PaperClaim]) -> Verdict {
        let is = |claim: &PaperClaim, result| claim.result() == result;
        let mut orders = claims.iter().filter(|claim| claim.test.is_of_order()).peekable();
        let all_orders_hold =
            orders.peek().is_some() && orders.all(|claim| is(claim, ClaimResult::Holds));
        if claims.iter().any(|claim| is(claim, ClaimResult::DoesNotHold)) {
            return if all_orders_hold {
                Verdict::AgreesInOrderOnly
            } else {
                Verdict::DoesNotAgree
            };
        }
        if !claims.is_empty() && claims.iter().all(|claim| is(claim, ClaimResult::Holds)) {
            return Verdict::Agrees;
        }
        Verdict::CannotBeCompared
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Verdict::Agrees => "agrees",
            Verdict::AgreesInOrderOnly => "agrees in order only",
            Verdict::DoesNotAgree => "does not agree",
            Verdict::CannotBeCompared => "cannot be compared",
        })
    }
}

/// Whether a claim of a paper holds in what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimResult {
    /// The measured figures are as the claim says.
    Holds,
    /// They are not.
    DoesNotHold,
    /// A figure is missing, the sample is too small, or the interval contains both answers.
    CannotBeCompared,
}

impl fmt::Display for ClaimResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ClaimResult::Holds => "holds",
            ClaimResult::DoesNotHold => "does not hold",
            ClaimResult::CannotBeCompared => "cannot be compared",
        })
    }
}

/// A figure of a paper beside the measured one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ComparedFigure {
    /// The paper's.
    pub(super) paper: f64,
    /// Ours; not a number if nothing was measured.
    pub(super) ours: f64,
    /// Half of the 95% interval of the difference between the two, by chance alone; 0 if chance has
    /// no part in them.
    pub(super) error: f64,
}

impl ComparedFigure {
    /// Returns a pair of figures in which chance has no part, or an unknown one.
    pub(super) const fn new(paper: f64, ours: f64) -> ComparedFigure {
        ComparedFigure { paper, ours, error: 0.0 }
    }
}

/// How far a measured figure may be from the paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tolerance {
    /// The figures are equal.
    Equal,
    /// They differ by this much at most.
    Within(f64),
    /// They differ by this part of the paper's figure at most.
    WithinPart(f64),
    /// They differ by no more than chance explains: by the 95% interval of their difference.
    WithinInterval,
    /// Ours is this number or more.
    AtLeast(f64),
    /// Ours is this number or less.
    AtMost(f64),
    /// Ours is between these numbers.
    Between(f64, f64),
}

impl Tolerance {
    fn accepts(self, figure: &ComparedFigure) -> bool {
        // Figures that were computed from decimal ones are equal up to rounding.
        const ROUNDING: f64 = 1e-9;
        let ComparedFigure { paper, ours, error } = *figure;
        let differs_by_at_most = |limit: f64| (ours - paper).abs() <= limit + ROUNDING;
        match self {
            Tolerance::Equal => differs_by_at_most(0.0),
            Tolerance::Within(limit) => differs_by_at_most(limit),
            Tolerance::WithinPart(part) => differs_by_at_most(part * paper.abs()),
            Tolerance::WithinInterval => differs_by_at_most(error),
            Tolerance::AtLeast(least) => least <= ours,
            Tolerance::AtMost(most) => ours <= most,
            Tolerance::Between(least, most) => least <= ours && ours <= most,
        }
    }

    /// Returns whether the chance in a figure is so large that the tolerance says nothing: an
    /// interval that reaches from the paper's figure to 0 agrees with everything.
    fn is_meaningless(self, figure: &ComparedFigure) -> bool {
        self == Tolerance::WithinInterval
            && figure.paper != 0.0
            && figure.paper.abs() <= figure.error
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tolerance::Equal => formatter.write_str("equal"),
            Tolerance::Within(limit) => write!(formatter, "differs by {limit} at most"),
            Tolerance::WithinPart(part) => {
                write!(formatter, "differs by {:.0}% at most", 100.0 * part)
            }
            Tolerance::WithinInterval => formatter
                .write_str("differs by its 95% interval at most, which is smaller than the figure"),
            Tolerance::AtLeast(least) => write!(formatter, "{least} or more"),
            Tolerance::AtMost(most) => write!(formatter, "{most} or less"),
            Tolerance::Between(least, most) => write!(formatter, "{least} to {most}"),
        }
    }
}

/// What a claim says about the measured figures.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ClaimTest {
    /// About figures: each is as near to the paper's as the tolerance says.
    Figures(Tolerance, Vec<ComparedFigure>),
    /// About an order: of every two figures that differ in the paper, the same one is larger.
    SameOrder(Vec<ComparedFigure>),
    /// About an order: the measured value is above the limit, with its whole 95% interval.
    Above {
        /// The limit: the value of no difference.
        limit: f64,
        /// The measured value.
        value: f64,
        /// Half of its 95% interval.
        error: f64,
    },
    /// About an order: the measured value is below the limit, with its whole 95% interval.
    Below {
        /// The limit: the value of no difference.
        limit: f64,
        /// The measured value.
        value: f64,
        /// Half of its 95% interval.
        error: f64,
    },
}

impl ClaimTest {
    const fn is_of_order(&self) -> bool {
        !matches!(self, ClaimTest::Figures(..))
    }

    fn result(&self) -> ClaimResult {
        match self {
            ClaimTest::Figures(tolerance, figures) => {
                let is_unknown = |one: &ComparedFigure| {
                    one.ours.is_nan() || one.error.is_nan() || tolerance.is_meaningless(one)
                };
                if figures.is_empty() || figures.iter().any(is_unknown) {
                    return ClaimResult::CannotBeCompared;
                }
                holds(figures.iter().all(|one| tolerance.accepts(one)))
            }
            ClaimTest::SameOrder(figures) => {
                let (kept, all) = kept_pairs(figures);
                if all == 0 || figures.iter().any(|one| one.ours.is_nan()) {
                    return ClaimResult::CannotBeCompared;
                }
                holds(kept == all)
            }
            &ClaimTest::Above { limit, value, error } => side(value - limit, error),
            &ClaimTest::Below { limit, value, error } => side(limit - value, error),
        }
    }

    fn rule(&self) -> String {
        match self {
            ClaimTest::Figures(tolerance, figures) if figures.len() == 1 => tolerance.to_string(),
            ClaimTest::Figures(tolerance, _) => format!("each {tolerance}"),
            ClaimTest::SameOrder(_) => "every two are in the same order".to_owned(),
            ClaimTest::Above { limit, error, .. } => format!("{}above {limit}", interval(*error)),
            ClaimTest::Below { limit, error, .. } => format!("{}below {limit}", interval(*error)),
        }
    }

    /// Returns the figures as text: the paper's and ours.
    fn figures(&self) -> [String; 2] {
        match self {
            ClaimTest::Figures(tolerance, figures) if figures.len() == 1 => {
                let ComparedFigure { paper, ours, error } = figures[0];
                let interval = if *tolerance == Tolerance::WithinInterval {
                    format!(" +-{}", number(error))
                } else {
                    String::new()
                };
                let paper = if paper.is_nan() { String::new() } else { number(paper) };
                [paper, number(ours) + &interval]
            }
            ClaimTest::Figures(tolerance, figures) => {
                let accepted = figures.iter().filter(|one| tolerance.accepts(one)).count();
                [format!("{} figures", figures.len()), format!("{accepted} of {}", figures.len())]
            }
            ClaimTest::SameOrder(figures) => {
                let (kept, all) = kept_pairs(figures);
                [
                    format!("{all} pair{}", if all == 1 { "" } else { "s" }),
                    format!("{kept} of {all}"),
                ]
            }
            ClaimTest::Above { value, error, .. } | ClaimTest::Below { value, error, .. } => {
                let error =
                    if *error == 0.0 { String::new() } else { format!(" +-{}", number(*error)) };
                [String::new(), number(*value) + &error]
            }
        }
    }
}

/// Returns what a rule says of a value that has an interval.
const fn interval(error: f64) -> &'static str {
    if error == 0.0 { "" } else { "95% interval " }
}

/// Returns a number with as many decimals as are read.
fn number(value: f64) -> String {
    let text =
        if value.is_nan() { return "not measured".to_owned() } else { format!("{value:.2}") };
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

const fn holds(is_so: bool) -> ClaimResult {
    if is_so { ClaimResult::Holds } else { ClaimResult::DoesNotHold }
}

/// Returns the result for a lead that is expected to be positive. An interval around 0 decides
/// nothing.
fn side(lead: f64, error: f64) -> ClaimResult {
    if error < lead {
        ClaimResult::Holds
    } else if lead < -error {
        ClaimResult::DoesNotHold
    } else {
        ClaimResult::CannotBeCompared
    }
}

/// Returns how many of the pairs that differ in the paper have the same order in ours, and the
/// number of these pairs.
fn kept_pairs(figures: &[ComparedFigure]) -> (usize, usize) {
    let pairs = figures.iter().enumerate().flat_map(|(number, one)| {
        figures[number + 1..]
            .iter()
            .map(move |other| (one.paper - other.paper, one.ours - other.ours))
    });
    let differing: Vec<(f64, f64)> = pairs.filter(|(paper, _)| *paper != 0.0).collect();
    let kept = differing.iter().filter(|(paper, ours)| 0.0 < paper * ours).count();
    (kept, differing.len())
}

/// Whether enough was measured to judge a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// It was.
    Sufficient,
    /// It was not, for this reason.
    Insufficient(String),
}

impl Sample {
    /// Returns whether `measured` things are enough if `needed` are needed. `unit` names them, in
    /// the plural.
    pub(super) fn at_least(measured: usize, needed: usize, unit: &str) -> Sample {
        if needed <= measured {
            return Sample::Sufficient;
        }
        Sample::Insufficient(format!("{measured} {unit}, {needed} are needed"))
    }

    /// Returns whether both samples are enough.
    pub(super) fn and(self, other: Sample) -> Sample {
        if self == Sample::Sufficient { other } else { self }
    }
}

/// A claim of a paper, beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PaperClaim {
    /// The claim, in a few words.
    pub(super) claim: String,
    /// What it says about figures.
    pub(super) test: ClaimTest,
    /// Whether enough was measured.
    pub(super) sample: Sample,
}

impl PaperClaim {
    fn result(&self) -> ClaimResult {
        match self.sample {
            Sample::Sufficient => self.test.result(),
            Sample::Insufficient(_) => ClaimResult::CannotBeCompared,
        }
    }

    fn report(&self) -> ClaimReport {
        let [paper, ours] = self.test.figures();
        let result = self.result();
        let ours = match &self.sample {
            Sample::Sufficient => ours,
            Sample::Insufficient(why) => why.clone(),
        };
        let kind = if self.test.is_of_order() { "order" } else { "figures" };
        ClaimReport { claim: self.claim.clone(), kind, rule: self.test.rule(), paper, ours, result }
    }
}

/// A claim with its result, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimReport {
    /// The claim, in a few words.
    pub claim: String,
    /// What it is about: `order` or `figures`.
    pub kind: &'static str,
    /// When it holds.
    pub rule: String,
    /// The paper's figure, or the number of figures or pairs.
    pub paper: String,
    /// Ours, or why there is none that can be compared.
    pub ours: String,
    /// Whether it holds.
    pub result: ClaimResult,
}

/// The verdict on an experiment, with the rule and the claims that it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictReport {
    /// The verdict.
    pub verdict: Verdict,
    /// The rule by which it follows from the claims.
    pub rule: &'static str,
    /// The claims.
    pub claims: Vec<ClaimReport>,
}

impl VerdictReport {
    /// Returns the verdict on the claims.
    pub(super) fn of(claims: &[PaperClaim]) -> VerdictReport {
        VerdictReport {
            verdict: Verdict::of(claims),
            rule: RULE,
            claims: claims.iter().map(PaperClaim::report).collect(),
        }
    }

    /// Returns the claims as a table with this title.
    pub(super) fn claims_table(title: &str, claims: &[ClaimReport]) -> ReportTable {
        let mut table =
            ReportTable::new(title, &["claim", "about", "holds if", "paper", "ours", "result"]);
        for ClaimReport { claim, kind, rule, paper, ours, result } in claims {
            let cells = [claim, *kind, rule, paper, ours].map(str::to_owned);
            table.add_row(cells.into_iter().chain([result.to_string()]));
        }
        table
    }

    /// Returns the verdict in Markdown: a table of the claims, then one paragraph.
    #[must_use]
    pub fn markdown(&self) -> String {
        let title = "What the paper says, and whether it holds here";
        let table = VerdictReport::claims_table(title, &self.claims);
        let count = |result| self.claims.iter().filter(|claim| claim.result == result).count();
        format!(
            "{}\n**Verdict: {}.** Of {} claims {} hold, {} do not and {} cannot be compared. The rule: {}.\n",
            table.markdown(),
            self.verdict,
            self.claims.len(),
            count(ClaimResult::Holds),
            count(ClaimResult::DoesNotHold),
            count(ClaimResult::CannotBeCompared),
            self.rule,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(test: ClaimTest) -> PaperClaim {
        PaperClaim { claim: "a claim".to_owned(), test, sample: Sample::Sufficient }
    }

    fn figures(tolerance: Tolerance, ours: f64) -> PaperClaim {
        claim(ClaimTest::Figures(tolerance, vec![ComparedFigure { paper: 8.0, ours, error: 1.5 }]))
    }

    fn order(ours: [f64; 3]) -> PaperClaim {
        let figure = |(paper, ours)| ComparedFigure::new(paper, ours);
        claim(ClaimTest::SameOrder([3.0, 2.0, 2.0].into_iter().zip(ours).map(figure).collect()))
    }

    #[test]
    fn figures_are_compared_by_their_tolerance() {
        use ClaimResult::{CannotBeCompared, DoesNotHold, Holds};
        for (tolerance, ours, result) in [
            (Tolerance::Equal, 8.0, Holds),
            (Tolerance::Equal, 8.1, DoesNotHold),
            (Tolerance::Equal, f64::NAN, CannotBeCompared),
            (Tolerance::Within(0.5), 7.5, Holds),
            (Tolerance::Within(0.5), 7.4, DoesNotHold),
            (Tolerance::WithinPart(0.25), 10.0, Holds),
            (Tolerance::WithinPart(0.25), 10.1, DoesNotHold),
            (Tolerance::WithinInterval, 9.5, Holds),
            (Tolerance::WithinInterval, 6.4, DoesNotHold),
            (Tolerance::AtLeast(9.0), 9.0, Holds),
            (Tolerance::AtLeast(9.0), 8.9, DoesNotHold),
            (Tolerance::AtMost(9.0), 9.0, Holds),
            (Tolerance::AtMost(9.0), 9.1, DoesNotHold),
            (Tolerance::Between(7.0, 9.0), 7.0, Holds),
            (Tolerance::Between(7.0, 9.0), 9.1, DoesNotHold),
            (Tolerance::Between(7.0, 9.0), f64::NAN, CannotBeCompared),
        ] {
            assert_eq!(figures(tolerance, ours).result(), result, "{tolerance} {ours}");
        }
        // One of two figures is enough to refute a claim.
        let two = [ComparedFigure::new(1.0, 1.0), ComparedFigure::new(2.0, 3.0)];
        let test = |figures: &[ComparedFigure]| {
            claim(ClaimTest::Figures(Tolerance::Equal, figures.to_vec())).result()
        };
        assert_eq!(
            (test(&two[..1]), test(&two), test(&[])),
            (Holds, DoesNotHold, CannotBeCompared)
        );
        // An interval that contains no effect at all says nothing.
        let wide = ComparedFigure { paper: 8.0, ours: 5.0, error: 8.0 };
        let wide = claim(ClaimTest::Figures(Tolerance::WithinInterval, vec![wide]));
        assert_eq!(wide.result(), CannotBeCompared);
    }

    #[test]
    fn orders_and_sides_are_compared() {
        use ClaimResult::{CannotBeCompared, DoesNotHold, Holds};
        // The second and the third are equal in the paper: their order says nothing.
        assert_eq!(order([9.0, 1.0, 2.0]).result(), Holds);
        assert_eq!(order([9.0, 2.0, 1.0]).result(), Holds);
        assert_eq!(order([1.5, 1.0, 2.0]).result(), DoesNotHold);
        assert_eq!(order([1.0, 1.0, 0.0]).result(), DoesNotHold, "equal figures have no order");
        assert_eq!(order([9.0, f64::NAN, 1.0]).result(), CannotBeCompared);
        let above = |value| claim(ClaimTest::Above { limit: 50.0, value, error: 5.0 }).result();
        assert_eq!(
            [56.0, 52.0, 48.0, 44.0].map(above),
            [Holds, CannotBeCompared, CannotBeCompared, DoesNotHold]
        );
        let below = |value| claim(ClaimTest::Below { limit: 50.0, value, error: 5.0 }).result();
        assert_eq!(
            [56.0, 52.0, 44.0, f64::NAN].map(below),
            [DoesNotHold, CannotBeCompared, Holds, CannotBeCompared]
        );
    }

    #[test]
    fn the_verdict_follows_from_the_claims() {
        let (right, wrong, missing) = (
            figures(Tolerance::Equal, 8.0),
            figures(Tolerance::Equal, 9.0),
            figures(Tolerance::Equal, f64::NAN),
        );
        let (ordered, disordered, unordered) =
            (order([9.0, 1.0, 2.0]), order([0.0, 1.0, 2.0]), order([f64::NAN, 1.0, 2.0]));
        for (claims, verdict) in [
            (vec![&right, &ordered], Verdict::Agrees),
            (vec![&wrong, &ordered], Verdict::AgreesInOrderOnly),
            (vec![&wrong, &missing, &ordered], Verdict::AgreesInOrderOnly),
            (vec![&right, &disordered], Verdict::DoesNotAgree),
            (vec![&wrong, &ordered, &disordered], Verdict::DoesNotAgree),
            (vec![&wrong, &ordered, &unordered], Verdict::DoesNotAgree),
            (vec![&wrong, &right], Verdict::DoesNotAgree),
            (vec![&right, &missing], Verdict::CannotBeCompared),
            (vec![&right, &ordered, &unordered], Verdict::CannotBeCompared),
            (vec![], Verdict::CannotBeCompared),
        ] {
            let claims: Vec<PaperClaim> = claims.into_iter().cloned().collect();
            assert_eq!(Verdict::of(&claims), verdict, "{claims:?}");
        }
    }

    #[test]
    fn a_small_sample_decides_nothing() {
        let mut claim = figures(Tolerance::Equal, 8.0);
        claim.sample = Sample::at_least(100, 100, "games");
        assert_eq!(claim.result(), ClaimResult::Holds);
        claim.sample = Sample::at_least(2, 100, "games");
        assert_eq!(claim.result(), ClaimResult::CannotBeCompared);
        assert_eq!(claim.report().ours, "2 games, 100 are needed");
    }

    #[test]
    fn the_rule_and_every_claim_are_printed() {
        let text =
            VerdictReport::of(&[figures(Tolerance::Within(0.5), 9.0), order([3.0, 1.0, 2.0])])
                .markdown();
        assert!(text.contains("| figures | differs by 0.5 at most "), "{text}");
        assert!(
            text.contains("| order   | every two are in the same order | 2 pairs | 2 of 2 "),
            "{text}"
        );
        assert!(
            text.contains("**Verdict: agrees in order only.** Of 2 claims 1 hold, 1 do not"),
            "{text}"
        );
        assert!(text.contains(RULE), "{text}");
    }
}
