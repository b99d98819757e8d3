//! A thought in words: the one writer for the terminal, for the comments of records and for the server.

use std::fmt;

use willow_classics::mlia::{self, TableUse};
use willow_classics::paip::{GeneralDetails, SearchEnd};
use willow_classics::{EvaluationTerm, Phase};

use super::details::{BillDetails, Bound, Details, FeatureDetails, WillowDetails};
use super::value::Signed;
use super::{Thought, ThoughtValue};

/// A fact about a move: `depth`, `7 plies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What the fact is about.
    pub name: String,
    /// What is known.
    pub text: String,
}

fn fact(name: &str, text: impl Into<String>) -> Fact {
    Fact { name: name.to_owned(), text: text.into() }
}

/// Returns a fact about something that is counted, unless there is none of it.
fn count(name: &str, number: u64) -> Option<Fact> {
    (number != 0).then(|| fact(name, number.to_string()))
}

impl Thought {
    /// Returns all facts: the common ones, then those that only this program knows.
    pub fn facts(&self) -> Vec<Fact> {
        let line: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        let common = [
            self.value.map(|value| fact("value", self.value_text(value))),
            count("depth", self.depth.into()),
            count(self.name_of_nodes(), self.nodes),
            self.evaluations.and_then(|number| count("evaluations", number)),
            // A line of one move tells nothing new.
            (1 < line.len()).then(|| fact("line", line.join(" "))),
        ];
        common.into_iter().flatten().chain(self.own_facts()).collect()
    }

    /// Returns the facts that only this program knows.
    pub fn own_facts(&self) -> Vec<Fact> {
        self.details.as_ref().map(Details::facts).unwrap_or_default()
    }

    /// Returns what the player counts as [`Thought::nodes`].
    fn name_of_nodes(&self) -> &'static str {
        match self.details {
            Some(Details::Paip(_) | Details::Searcher(_)) => "boards",
            _ => "nodes",
        }
    }

    fn value_text(&self, value: ThoughtValue) -> String {
        if self.is_exact { format!("{value} (exact)") } else { value.to_string() }
    }
}

/// Writes all facts in one line: `value +1.25 discs, depth 8, nodes 51234, line f5 d6 c3`.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Fact { name, text }) in self.facts().iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {text}")?;
        }
        Ok(())
    }
}

impl Details {
    /// Returns what only this program knows, as facts.
    fn facts(&self) -> Vec<Fact> {
        match self {
            Details::Paip(details) | Details::Iago1982(details) => details.facts(),
            Details::Searcher(details) => searcher_facts(details),
            Details::Bill(details) => details.facts(),
            Details::Mlia(details) => mlia_facts(details),
            Details::Willow(details) => details.facts(),
        }
    }
}

/// Returns how the move was found; `None` for a search of some plies, which is the usual way.
fn phase_fact(phase: Phase) -> Option<Fact> {
    let text = match phase {
        Phase::Normal => return None,
        Phase::Book => "the book",
        Phase::OnlyMove => "the only legal move",
        Phase::Corner => "the only corner that can be taken",
        Phase::Corners => "a search among corners",
        Phase::Outcome => "a search for the winner",
        Phase::Exact => "a search for the final score",
    };
    Some(fact("by", text))
}

impl FeatureDetails {
    /// The features that add nothing are left out.
    fn facts(&self) -> Vec<Fact> {
        let parts = self.features.iter().filter(|feature| feature.contribution != 0.0);
        let parts: Vec<Fact> = parts.map(feature_fact).collect();
        let title = (!parts.is_empty()).then(|| fact("features", "at the end of the line"));
        phase_fact(self.phase).into_iter().chain(title).chain(parts).collect()
    }
}

/// Returns what a feature adds, and how: `+8000 (+8 x 1000)`. The weight is rounded.
fn feature_fact(feature: &EvaluationTerm) -> Fact {
    let [value, contribution] = [feature.value, feature.contribution].map(Signed);
    let decimals = if 100.0 <= feature.weight.abs() { 1.0 } else { 1e3 };
    let weight = (feature.weight * decimals).round() / decimals;
    fact(&feature.name, format!("{contribution} ({value} x {weight})"))
}

fn searcher_facts(details: &GeneralDetails) -> Vec<Fact> {
    let end = match details.end {
        SearchEnd::Depth => "the depth",
        SearchEnd::Stopped => "the number of boards",
        SearchEnd::Time => "the time",
        SearchEnd::Settled => "metareasoning",
        SearchEnd::Exhausted => "the end of the game",
    };
    let counts = &details.techniques;
    let counts = [
        count("cutoffs", counts.cutoffs),
        count("of them by killers", counts.killer_cutoffs),
        count("table hits", counts.table_hits),
        count("windows widened", counts.aspired_again),
        count("zero windows opened", counts.opened_again),
        count("moves left out", counts.left_out),
        count("hopeless positions", counts.hopeless),
    ];
    [Some(fact("ended by", end))].into_iter().chain(counts).flatten().collect()
}

impl BillDetails {
    fn facts(&self) -> Vec<Fact> {
        let has_level = 0.0 < self.level;
        let facts = [
            phase_fact(self.phase),
            has_level.then(|| fact("level", format!("{:.1}", self.level))),
            self.alarm.then(|| fact("ended by", "the alarm")),
            self.bound.map(|bound| match bound {
                Bound::AtLeast => fact("bound", "the value or better"),
            }),
            count("killer rank", self.killer_rank as u64),
            (0.0 < self.seconds_ahead)
                .then(|| fact("thought ahead", format!("{:.2} s", self.seconds_ahead))),
        ];
        facts.into_iter().flatten().collect()
    }
}

fn mlia_facts(details: &mlia::Details) -> Vec<Fact> {
    let TableUse { requests, hits } = details.table;
    let hits = details
        .table
        .hit_rate()
        .map(|rate| fact("hash hits", format!("{hits} of {requests} ({:.1}%)", 100.0 * rate)));
    phase_fact(details.phase).into_iter().chain(hits).collect()
}

impl WillowDetails {
    fn facts(&self) -> Vec<Fact> {
        let pruned =
            (self.selectivity < 100).then(|| fact("selectivity", format!("{}%", self.selectivity)));
        let gives_away =
            self.gives_away.map(|discs| fact("gives away", format!("{discs:.2} discs")));
        pruned.into_iter().chain(gives_away).collect()
    }
}
