//! A thought in words: the one writer for the terminal, for the comments of records and for the server.

use std::fmt;

use willow_board::Square;
use willow_classics::bill::{SearchEnd as BillEnd, SearchReport, TimeReport};
use willow_classics::mlia::{self, TableUse};
use willow_classics::paip::{GeneralDetails, SearchEnd};
use willow_classics::{EvaluationTerm, MoveSource};

use super::details::{BillDetails, Bound, Details, FeatureDetails, WillowDetails};
use super::value::Signed;
use super::{SearchInfo, ThoughtValue};

/// A field about a move: `depth`, `7 plies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoField {
    /// Label.
    pub name: String,
    /// Value.
    pub text: String,
}

fn field(name: &str, text: impl Into<String>) -> InfoField {
    InfoField { name: name.to_owned(), text: text.into() }
}

/// Returns a field for a count, unless it is 0.
fn count(name: &str, number: u64) -> Option<InfoField> {
    (number != 0).then(|| field(name, number.to_string()))
}

impl SearchInfo {
    /// Returns all fields: the common ones, then those that only this program knows.
    pub fn fields(&self) -> Vec<InfoField> {
        let line: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        let common = [
            self.value.map(|value| field("value", self.value_text(value))),
            self.depth.and_then(|depth| count("depth", depth.into())),
            self.nodes.and_then(|number| count(self.name_of_nodes(), number)),
            self.evaluations.and_then(|number| count("evaluations", number)),
            // A line of one move repeats the move.
            (1 < line.len()).then(|| field("line", line.join(" "))),
        ];
        common.into_iter().flatten().chain(self.own_fields()).collect()
    }

    /// Returns the fields that only this program knows.
    pub fn own_fields(&self) -> Vec<InfoField> {
        self.details.as_ref().map(Details::fields).unwrap_or_default()
    }

    /// Returns what the player counts as [`SearchInfo::nodes`].
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

/// Writes all fields in one line: `value +1.25 discs, depth 8, nodes 51234, line f5 d6 c3`.
impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, InfoField { name, text }) in self.fields().iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {text}")?;
        }
        Ok(())
    }
}

impl Details {
    /// Returns what only this program knows, as fields.
    fn fields(&self) -> Vec<InfoField> {
        match self {
            Details::Paip(details) | Details::Iago1982(details) => details.fields(),
            Details::Searcher(details) => searcher_fields(details),
            Details::Bill(details) => details.fields(),
            Details::Mlia(details) => mlia_fields(details),
            Details::Willow(details) => details.fields(),
        }
    }
}

/// Returns how the move was found; `None` for a search of some plies, which is the usual way.
fn phase_field(phase: MoveSource) -> Option<InfoField> {
    let text = match phase {
        MoveSource::Normal => return None,
        MoveSource::Book => "the book",
        MoveSource::OnlyMove => "the only legal move",
        MoveSource::Corner => "the only corner that can be taken",
        MoveSource::Corners => "a search among corners",
        MoveSource::Outcome => "a search for the winner",
        MoveSource::Exact => "a search for the final score",
    };
    Some(field("by", text))
}

impl FeatureDetails {
    /// The features that add nothing are left out.
    fn fields(&self) -> Vec<InfoField> {
        let parts = self.features.iter().filter(|feature| feature.contribution != 0.0);
        let parts: Vec<InfoField> = parts.map(feature_field).collect();
        let title = (!parts.is_empty()).then(|| field("features", "at the end of the line"));
        phase_field(self.phase).into_iter().chain(title).chain(parts).collect()
    }
}

/// Returns what a feature adds, and how: `+8000 (+8 x 1000)`. The weight is rounded.
fn feature_field(feature: &EvaluationTerm) -> InfoField {
    let [value, contribution] = [feature.value, feature.contribution].map(Signed);
    let decimals = if 100.0 <= feature.weight.abs() { 1.0 } else { 1e3 };
    let weight = (feature.weight * decimals).round() / decimals;
    field(&feature.name, format!("{contribution} ({value} x {weight})"))
}

fn searcher_fields(details: &GeneralDetails) -> Vec<InfoField> {
    let end = match details.end {
        SearchEnd::Depth => "the depth",
        SearchEnd::Stopped => "the number of boards",
        SearchEnd::Time => "the time",
        SearchEnd::Settled => "metareasoning",
        SearchEnd::Exhausted => "the end of the game",
        SearchEnd::Book => "the book",
        SearchEnd::Solved => "the line that was solved",
    };
    let counts = &details.techniques;
    let counts = [
        count("cutoffs", counts.cutoffs),
        count("of them by killers", counts.killer_cutoffs),
        count("table hits", counts.table_hits),
        count("windows widened", counts.aspiration_researches),
        count("zero windows opened", counts.zero_window_researches),
        count("moves left out", counts.left_out),
        count("futility cutoffs", counts.futility_cutoffs),
    ];
    [Some(field("ended by", end))].into_iter().chain(counts).flatten().collect()
}

impl BillDetails {
    fn fields(&self) -> Vec<InfoField> {
        let has_level = 0.0 < self.level;
        let fields = [
            phase_field(self.phase),
            has_level.then(|| field("level", format!("{:.1}", self.level))),
            self.bound.map(|Bound::AtLeast| field("bound", "the value or better")),
            count("killer rank", self.killer_rank as u64),
            (0.0 < self.seconds_ahead)
                .then(|| field("thought ahead", format!("{:.2} s", self.seconds_ahead))),
        ];
        fields.into_iter().flatten().chain(self.search.iter().flat_map(report_fields)).collect()
    }
}

fn report_fields(report: &SearchReport) -> Vec<InfoField> {
    let levels = report.levels.iter().map(|level| match level.phase {
        MoveSource::Outcome => "winner".to_owned(),
        MoveSource::Exact => "score".to_owned(),
        _ if level.level.fract() == 0.0 => level.level.to_string(),
        _ => format!("{:.1}", level.level),
    });
    let levels: Vec<String> = levels.collect();
    let end = match report.end {
        BillEnd::Depth => "the depth",
        BillEnd::Nodes => "the number of nodes",
        BillEnd::Agreement => "40% of the time and two levels that agree",
        BillEnd::Time => "the time",
        BillEnd::Alarm => "the alarm",
        BillEnd::GameEnd => "the end of the game",
        BillEnd::Stopped => "a stop",
    };
    let time = report.allocation.map(|TimeReport { time, alarm, usable }| {
        field("time", format!("{time:.2} s, alarm at {alarm:.2} s, {usable:.2} s at most"))
    });
    let killers =
        |squares: &[Square]| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let fields = [
        (!levels.is_empty()).then(|| field("levels", levels.join(" "))),
        Some(field("ended by", end)),
        time,
        hash_hits(report.table_requests, report.table_hits),
        count("replies moved forward", report.reorderings),
        Some(field("killers before", killers(&report.killers_before))),
        Some(field("killers after", killers(&report.killers_after))),
        (0 < report.pondered_moves).then(|| {
            field("guessed", format!("{} of {} moves", report.guessed_moves, report.pondered_moves))
        }),
    ];
    fields.into_iter().flatten().collect()
}

/// Returns how often a table had what it was asked for, unless nothing was asked.
fn hash_hits(requests: u64, hits: u64) -> Option<InfoField> {
    let percent = 100.0 * hits as f64 / requests as f64;
    (0 < requests).then(|| field("hash hits", format!("{hits} of {requests} ({percent:.1}%)")))
}

fn mlia_fields(details: &mlia::Details) -> Vec<InfoField> {
    let TableUse { requests, hits } = details.table;
    phase_field(details.phase).into_iter().chain(hash_hits(requests, hits)).collect()
}

impl WillowDetails {
    fn fields(&self) -> Vec<InfoField> {
        let pruned = (self.selectivity < 100)
            .then(|| field("selectivity", format!("{}%", self.selectivity)));
        let gives_away =
            self.gives_away.map(|discs| field("gives away", format!("{discs:.2} discs")));
        pruned.into_iter().chain(gives_away).collect()
    }
}
