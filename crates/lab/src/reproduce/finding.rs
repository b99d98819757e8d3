//! Findings: a figure or a claim of a document beside ours, with a verdict. Every experiment has this one
//! format.

use std::fmt;

use serde::Serialize;

use super::Run;

/// A figure or a claim of a document beside ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What is compared, with its unit.
    pub what: String,
    /// The document's figure or words; empty if it has none.
    pub theirs: String,
    /// Ours, with half of its 95% interval if chance has a part in it.
    pub ours: String,
    /// How they compare.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// How a document's figure compares with ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "because", rename_all = "kebab-case")]
pub enum Verdict {
    /// What the document says is so.
    Holds,
    /// It is not, for this reason as far as we know it.
    Differs(String),
    /// Too little was measured, for this reason, or the interval has both answers.
    Undecided(String),
    /// The document says nothing about it.
    Shown,
}

impl Finding {
    /// Returns the same finding with a remark behind our figure.
    pub(super) fn with_remark(self, remark: &str) -> Finding {
        Finding { ours: self.ours + remark, ..self }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Holds => f.write_str("holds"),
            Verdict::Differs(because) if because.is_empty() => f.write_str("differs"),
            Verdict::Differs(because) => write!(f, "differs because {because}"),
            Verdict::Undecided(because) => write!(f, "undecided: {because}"),
            Verdict::Shown => Ok(()),
        }
    }
}

/// When a claim holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule {
    /// Nothing is claimed.
    Shown,
    /// The figures are equal.
    Equal,
    /// They differ by this much at most.
    Within(f64),
    /// They differ by this part of the document's figure at most.
    WithinPart(f64),
    /// They differ by no more than chance explains, if the document's is of so many games or positions.
    ChanceOf(f64),
    /// Ours is this or more.
    AtLeast(f64),
    /// Ours is this or less.
    AtMost(f64),
    /// Ours is between these.
    Between(f64, f64),
    /// Ours is above this, with its whole interval.
    Above(f64),
    /// Ours is below this, with its whole interval.
    Below(f64),
}

/// A row of a document: what it is about, what it says, when that holds, and why it may not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    pub(super) what: &'a str,
    pub(super) theirs: Theirs<'a>,
    pub(super) rule: Rule,
    /// Follows "differs because".
    pub(super) because: &'a str,
}

/// What a document says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Theirs<'a> {
    Figure(f64),
    Words(&'a str),
}

impl From<f64> for Theirs<'_> {
    fn from(figure: f64) -> Self {
        Theirs::Figure(figure)
    }
}

impl<'a> From<&'a str> for Theirs<'a> {
    fn from(words: &'a str) -> Self {
        Theirs::Words(words)
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured {
    pub(super) value: f64,
    /// Half of the 95% interval; 0 without chance.
    pub(super) error: f64,
    /// The number of games or positions.
    pub(super) n: f64,
    /// Why it decides nothing, if it does not.
    pub(super) too_little: Option<String>,
}

impl Measured {
    /// Returns a value in which chance has no part.
    pub(super) const fn exact(value: f64) -> Measured {
        Measured::sampled(value, 0.0, 1.0)
    }

    /// Returns a mean over so many games or positions, with half of its 95% interval.
    pub(super) const fn sampled(value: f64, error: f64, n: f64) -> Measured {
        Measured { value, error, n, too_little: None }
    }

    /// Returns a value that decides nothing in a shortened run.
    pub(super) fn unless_quick(self, run: &Run<'_>) -> Measured {
        let too_little = run.quick.then(|| "a shortened run".to_owned());
        Measured { too_little: self.too_little.or(too_little), ..self }
    }

    /// Returns a value that decides nothing without `needed` games, say.
    pub(super) fn of_at_least(self, needed: f64, unit: &str) -> Measured {
        let too_little =
            (self.n < needed).then(|| format!("{} {unit}, {needed} are needed", self.n));
        Measured { too_little: self.too_little.or(too_little), ..self }
    }
}

impl<'a> Claim<'a> {
    pub(super) fn new(
        what: &'a str,
        theirs: impl Into<Theirs<'a>>,
        rule: Rule,
        because: &'a str,
    ) -> Claim<'a> {
        Claim { what, theirs: theirs.into(), rule, because }
    }

    /// Compares the claim with what was measured.
    pub(super) fn judged(&self, ours: &Measured) -> Finding {
        let error =
            if ours.error == 0.0 { String::new() } else { format!(" ±{}", number(ours.error)) };
        let theirs = match self.theirs {
            Theirs::Figure(figure) => number(figure),
            Theirs::Words(words) => words.to_owned(),
        };
        let ours_text = number(ours.value) + &error;
        Finding { what: self.what.to_owned(), theirs, ours: ours_text, verdict: self.verdict(ours) }
    }

    fn verdict(&self, ours: &Measured) -> Verdict {
        /// Figures that were computed from decimal ones are equal up to rounding.
        const ROUNDING: f64 = 1e-9;
        let paper = match self.theirs {
            Theirs::Figure(figure) => figure,
            Theirs::Words(_) => f64::NAN,
        };
        if let (false, Some(why)) = (self.rule == Rule::Shown, &ours.too_little) {
            return Verdict::Undecided(why.clone());
        }
        if ours.value.is_nan() && self.rule != Rule::Shown {
            return Verdict::Undecided("nothing was measured".to_owned());
        }
        let value = ours.value;
        let near = |limit: f64| (value - paper).abs() <= limit + ROUNDING;
        // A lead that should be positive: an interval around 0 decides nothing.
        let leads = |lead: f64| if lead.abs() <= ours.error { None } else { Some(0.0 < lead) };
        let holds = match self.rule {
            Rule::Shown => return Verdict::Shown,
            Rule::Equal => Some(near(0.0)),
            Rule::Within(limit) => Some(near(limit)),
            Rule::WithinPart(part) => Some(near(part * paper.abs())),
            Rule::ChanceOf(n) => {
                let error = ours.error * (1.0 + ours.n / n).sqrt();
                // An interval that reaches from the document's figure to 0 agrees with everything.
                (error < paper.abs() || paper == 0.0).then(|| near(error))
            }
            Rule::AtLeast(min) => Some(min <= value),
            Rule::AtMost(max) => Some(value <= max),
            Rule::Between(min, max) => Some((min..=max).contains(&value)),
            Rule::Above(limit) => leads(value - limit),
            Rule::Below(limit) => leads(limit - value),
        };
        match holds {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Differs(self.because.to_owned()),
            None => Verdict::Undecided("the interval has both answers".to_owned()),
        }
    }
}

/// Returns a number with as many decimals as are read.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "-".to_owned();
    }
    let decimals = match value.abs() {
        small if 0.0 < small && small < 0.1 => 4,
        large if 1000.0 <= large => 0,
        _ => 2,
    };
    let text = format!("{value:.decimals$}");
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f64 = f64::NAN;

    #[test]
    fn claims_hold_by_their_rules() {
        let (holds, differs) = (Some(true), Some(false));
        for (rule, value, error, expected) in [
            (Rule::Equal, 8.0, 0.0, holds),
            (Rule::Equal, 8.1, 0.0, differs),
            (Rule::Equal, NAN, 0.0, None),
            (Rule::Within(0.5), 7.5, 0.0, holds),
            (Rule::Within(0.5), 7.4, 0.0, differs),
            (Rule::WithinPart(0.25), 10.0, 0.0, holds),
            (Rule::WithinPart(0.25), 10.1, 0.0, differs),
            (Rule::ChanceOf(10.0), 9.4, 1.0, holds),
            (Rule::ChanceOf(10.0), 9.5, 1.0, differs),
            // This interval has no effect at all in it.
            (Rule::ChanceOf(10.0), 5.0, 6.0, None),
            (Rule::AtLeast(9.0), 9.0, 0.0, holds),
            (Rule::AtLeast(9.0), 8.9, 0.0, differs),
            (Rule::AtMost(9.0), 9.1, 0.0, differs),
            (Rule::Between(7.0, 9.0), 7.0, 0.0, holds),
            (Rule::Between(7.0, 9.0), 9.1, 0.0, differs),
            (Rule::Above(50.0), 56.0, 5.0, holds),
            (Rule::Above(50.0), 52.0, 5.0, None),
            (Rule::Above(50.0), 44.0, 5.0, differs),
            (Rule::Below(50.0), 44.0, 5.0, holds),
        ] {
            let claim = Claim::new("w", 8.0, rule, "of this");
            let measured = Measured { error, n: 10.0, ..Measured::exact(value) };
            let found = claim.judged(&measured).verdict;
            let is = match found {
                Verdict::Holds => holds,
                Verdict::Differs(because) => (because == "of this").then_some(false),
                _ => None,
            };
            assert_eq!(is, expected, "{rule:?} {value}");
            let quick = claim.judged(&measured.unless_quick(&Run::in_tests())).verdict;
            assert_eq!(quick, Verdict::Undecided("a shortened run".to_owned()));
        }
    }

    #[test]
    fn a_finding_is_one_json_object() {
        let claim = Claim::new("score", -16.0, Rule::Equal, "x");
        let finding = claim.judged(&Measured::exact(-30.0));
        assert_eq!(finding.verdict.to_string(), "differs because x");
        let json = serde_json::to_string(&finding).unwrap();
        let expected =
            r#"{"what":"score","theirs":"-16","ours":"-30","verdict":"differs","because":"x"}"#;
        assert_eq!(json, expected);
        let few = Measured { n: 4.0, ..Measured::exact(1.0) }.of_at_least(60.0, "games");
        assert_eq!(claim.judged(&few).verdict.to_string(), "undecided: 4 games, 60 are needed");
    }
}
