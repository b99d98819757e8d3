//! Findings as JSON: the same objects for the command line and the web client.
//!
//! docs/json.md describes them. Numbers are discs, from the point of view of the side that made the move.

use serde::Serialize;
use willow_board::{Color, Move, Square};
use willow_records::openings::{Opening, opening_at};

use crate::{
    AccuracyScale, Alternative, Certainty, Counterfactual, Language, LineName, MoveAnalysis,
    MoveClass, Outcome, PlayerSummary, Reason, Seen, Term, explain,
};

/// A colour, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    /// The first to move at the usual start.
    Black,
    /// The opponent of Black.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

/// Findings about a move. Values are in discs for the side that made the move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveReport {
    /// The number of the move in the game, passes included, from 1; 1 for all moves of a position.
    pub ply: usize,
    /// Who made the move.
    pub side: Side,
    /// The number of empties before the move.
    pub empties: u32,
    /// `a1` to `h8`, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value after the move, in discs for `side`.
    pub value: f64,
    /// The value after the best move, in discs for `side`.
    pub best_value: f64,
    /// The best move: the move itself if no other is better.
    pub best: String,
    /// `best_value` less `value`, in discs: 0 or more.
    pub loss: f64,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The standard deviation of the values' error in discs; null if they are exact.
    pub error: Option<f64>,
    /// The standard deviation of the loss's error in discs, which decides whether the loss counts; null if it is
    /// exact.
    pub loss_error: Option<f64>,
    /// The outcome after the move; null for an estimate.
    pub outcome: Option<Outcome>,
    /// The outcome after the best move; null for an estimate.
    pub best_outcome: Option<Outcome>,
    /// How good the move was.
    pub class: MoveClass,
    /// The English name of the opening whose position the move leads to; null if that has none.
    pub opening: Option<&'static str>,
    /// The depth of the searches in plies, from the position before the move.
    pub depth: u32,
    /// The best line, passes as `pass`.
    pub pv: Vec<String>,
    /// The line after the move, which comes first.
    pub played_pv: Vec<String>,
    /// Why the move was worse than the best one, in the order in which the reasons are told; empty unless the class is
    /// an inaccuracy or worse.
    pub reasons: Vec<ReasonReport>,
    /// A change of one square that would make the move the best one; absent if none exists or none was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub counterfactual: Option<CounterfactualReport>,
    /// All legal moves of the position, this one among them, as far as they were searched to choose the reasons; absent
    /// if they were not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<AlternativeReport>>"))]
    pub alternatives: Vec<AlternativeReport>,
}

/// A legal move where another one was an error.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AlternativeReport {
    /// `a1` to `h8`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best reply, `pass` among them; null if the move ends the game.
    pub reply: Option<String>,
    /// The value after the move, in discs for the side that makes it: comparable with each other, not with those of a
    /// deeper search.
    pub value: f64,
}

/// A change of one square that would make a move the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CounterfactualReport {
    /// The square, which has a disc.
    pub square: String,
    /// New content of the square: nothing, or a disc of this side.
    pub disc: Option<Side>,
    /// The depth in plies of the search that confirms it.
    pub depth: u32,
    /// What it says.
    #[serde(flatten)]
    pub sentence: SentenceReport,
}

/// A sentence in both languages, as a part of what says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SentenceReport {
    /// The sentence in English; absent in the browser, which has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    /// The sentence in Japanese; absent like `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text_ja: Option<String>,
}

/// A reason why a move was worse than the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReasonReport {
    /// What it is about.
    pub term: Term,
    /// Whose number is given.
    pub side: Side,
    /// The number in the best line, of what the term counts.
    pub before: i32,
    /// The number in the line after the move, of what the term counts.
    pub after: i32,
    /// The squares that it is about.
    pub squares: Vec<String>,
    /// The position that shows it.
    #[serde(flatten)]
    pub seen: SeenReport,
    /// The position of the other line that shows what happens there instead; only for `parity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub instead: Option<SeenReport>,
    /// The weakness of an edge there; only for `edge-value`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cause: Option<CauseReport>,
    /// What it says.
    #[serde(flatten)]
    pub sentence: SentenceReport,
}

/// A position of one of the two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeenReport {
    /// The line that leads to it.
    pub line: LineName,
    /// The number of plies of the line, passes included, after which it is seen on the board.
    pub plies: usize,
    /// Whose turn it is there.
    pub turn: Side,
}

/// The weakness of an edge for its side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CauseReport {
    /// Kind: `corner-given` if the opponent has the corner, `corner-missed` if the side does not.
    pub term: Term,
    /// The corner and a disc beside it, or the disc and its neighbours.
    pub squares: Vec<String>,
}

/// A player's moves, added up. Moves without an alternative do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SummaryReport {
    /// The number of moves with an alternative.
    pub moves: usize,
    /// The mean loss of a move in discs; null without moves.
    pub mean_loss: Option<f64>,
    /// Of 100 players in single games of the archive that the scale is fitted to, so many lost more discs a
    /// move; null without moves, and if an estimate is too shallow for the scale.
    pub accuracy: Option<f64>,
    /// The rating that the loss suggests, in Elo above the mean of this archive's players; null like
    /// `accuracy`.
    pub rating: Option<f64>,
    /// The standard deviation of its error, in Elo; null like `accuracy`.
    pub rating_error: Option<f64>,
    /// The number of best moves.
    pub best: usize,
    /// The number of good moves.
    pub good: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// Both sides' moves of a game, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameSummary {
    /// Black's moves.
    pub black: SummaryReport,
    /// White's moves.
    pub white: SummaryReport,
}

impl MoveReport {
    /// Returns the object of a move.
    pub fn of(found: &MoveAnalysis) -> MoveReport {
        MoveReport {
            reasons: told_reasons(found).iter().map(ReasonReport::told).collect(),
            counterfactual: found.counterfactual.map(|of| CounterfactualReport::told(of, found)),
            ..MoveReport::without_reasons(found)
        }
    }

    /// Returns the object of a move without the reasons and without a counterfactual: the browser has both
    /// in a module of their own.
    pub fn without_reasons(found: &MoveAnalysis) -> MoveReport {
        let outcomes = found.outcomes;
        MoveReport {
            ply: found.ply + 1,
            side: found.side().into(),
            empties: found.n_empties(),
            mv: found.mv.to_string(),
            value: found.value.discs(),
            best_value: found.best_value.discs(),
            best: found.best.to_string(),
            loss: found.loss(),
            certainty: found.certainty,
            error: found.error().map(rounded),
            loss_error: found.loss_error().map(rounded),
            outcome: outcomes.map(|change| change.played),
            best_outcome: outcomes.map(|change| change.best),
            class: found.class(),
            opening: opening_after(found),
            depth: found.depth,
            pv: names(&found.pv),
            played_pv: names(&found.played_pv),
            reasons: Vec::new(),
            counterfactual: None,
            alternatives: found.alternatives.iter().copied().map(AlternativeReport::of).collect(),
        }
    }
}

impl AlternativeReport {
    fn of(alternative: Alternative) -> AlternativeReport {
        let Alternative { mv, reply, value } = alternative;
        let reply = reply.map(|reply| reply.to_string());
        AlternativeReport { mv: mv.to_string(), reply, value: value.discs() }
    }
}

/// Returns the reasons that are told of a move: none unless its class says that it was wrong.
fn told_reasons(found: &MoveAnalysis) -> Vec<Reason> {
    if found.class().is_error() { explain(found) } else { Vec::new() }
}

/// Returns why a move was worse than the best one, without sentences; nothing unless its class says that it was.
pub fn reasons_of(found: &MoveAnalysis) -> Vec<ReasonReport> {
    told_reasons(found).iter().map(ReasonReport::of).collect()
}

impl CounterfactualReport {
    /// Returns the object of a change that would make a move the best one, without sentences.
    pub fn of(counterfactual: Counterfactual, found: &MoveAnalysis) -> CounterfactualReport {
        let Counterfactual { square, depth, .. } = counterfactual;
        let changed = counterfactual.applied_to(&found.position);
        CounterfactualReport {
            square: square.to_string(),
            disc: changed.and_then(|changed| changed.disc_at(square)).map(Side::from),
            depth,
            sentence: SentenceReport::default(),
        }
    }

    fn told(counterfactual: Counterfactual, found: &MoveAnalysis) -> CounterfactualReport {
        let sentence = SentenceReport::of(|language| counterfactual.text(found, language));
        CounterfactualReport { sentence, ..CounterfactualReport::of(counterfactual, found) }
    }
}

impl SentenceReport {
    fn of(text: impl Fn(Language) -> String) -> SentenceReport {
        SentenceReport {
            text: Some(text(Language::English)),
            text_ja: Some(text(Language::Japanese)),
        }
    }
}

impl From<Seen> for SeenReport {
    fn from(Seen { line, plies, turn }: Seen) -> SeenReport {
        SeenReport { line, plies, turn: turn.into() }
    }
}

impl ReasonReport {
    fn of(reason: &Reason) -> ReasonReport {
        let names = |squares: &[Square]| squares.iter().map(ToString::to_string).collect();
        let cause = reason.cause();
        ReasonReport {
            term: reason.term,
            side: reason.side.into(),
            before: reason.before,
            after: reason.after,
            squares: names(&reason.squares),
            seen: reason.seen.into(),
            instead: reason.instead().map(SeenReport::from),
            cause: cause.map(|(term, squares)| CauseReport { term, squares: names(&squares) }),
            sentence: SentenceReport::default(),
        }
    }

    fn told(reason: &Reason) -> ReasonReport {
        let sentence = SentenceReport::of(|language| reason.text(language));
        ReasonReport { sentence, ..ReasonReport::of(reason) }
    }
}

impl SummaryReport {
    /// Returns the object of a player's moves in so many games.
    pub fn of(summary: &PlayerSummary, games: usize) -> SummaryReport {
        let accuracy = AccuracyScale::FITTED.of(summary, games);
        SummaryReport {
            moves: summary.moves,
            mean_loss: summary.mean_loss().map(rounded),
            accuracy: accuracy.map(|accuracy| accuracy.percent.round()),
            rating: accuracy.map(|accuracy| accuracy.rating.round()),
            rating_error: accuracy.map(|accuracy| accuracy.rating_error.round()),
            best: summary.n_of(MoveClass::Best),
            good: summary.n_of(MoveClass::Good),
            inaccuracies: summary.n_of(MoveClass::Inaccuracy),
            mistakes: summary.n_of(MoveClass::Mistake),
            blunders: summary.n_of(MoveClass::Blunder),
        }
    }
}

impl GameSummary {
    /// Returns the summary of the moves of a game.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a MoveAnalysis>) -> GameSummary {
        let mut sides = [PlayerSummary::default(); 2];
        for found in moves {
            sides[found.side().index()].add(found);
        }
        let of = |color: Color| SummaryReport::of(&sides[color.index()], 1);
        GameSummary { black: of(Color::Black), white: of(Color::White) }
    }
}

/// Returns the name of the opening whose position the move leads to.
fn opening_after(found: &MoveAnalysis) -> Option<&'static str> {
    let after = found.position.play(found.mv.into()).ok()?;
    opening_at(&after).map(Opening::name)
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// Rounds a number of discs to hundredths.
fn rounded(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use willow_eval::Score;

    use super::*;
    use crate::OutcomeChange;
    use crate::test_support::found;

    fn word(value: impl Serialize) -> String {
        serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
    }

    #[test]
    fn the_words_of_json_are_those_of_the_reports() {
        for class in MoveClass::ALL {
            assert_eq!(word(class), class.name());
        }
        for certainty in [Certainty::Estimate, Certainty::Proven, Certainty::Exact] {
            assert_eq!(word(certainty), certainty.name());
        }
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            assert_eq!(word(outcome), outcome.name());
        }
        assert_eq!(Color::ALL.map(|color| word(Side::from(color))), ["black", "white"]);
    }

    #[test]
    fn a_move_has_the_documented_fields() {
        let value = serde_json::to_value(MoveReport::of(&found())).unwrap();
        let expected = json!({
            "ply": 1, "side": "black", "empties": 60, "move": "f5", "value": 0.0, "best_value": 0.0,
            "best": "f5", "loss": 0.0, "certainty": "estimate", "error": value["error"],
            "loss_error": value["loss_error"],
            "outcome": null, "best_outcome": null, "class": "best", "opening": null,
            "depth": found().depth, "pv": ["f5"], "played_pv": ["f5"], "reasons": [],
        });
        assert_eq!(value, expected);
        for error in ["error", "loss_error"] {
            assert!(value[error].to_string().len() <= "9.99".len(), "hundredths: {value}");
            assert!(value[error].as_f64().is_some_and(|error| 0.0 < error), "{value}");
        }
    }

    #[test]
    fn a_move_has_its_outcomes() {
        let change = OutcomeChange { best: Outcome::Win, played: Outcome::Draw };
        let found = MoveAnalysis { outcomes: Some(change), ..found() };
        let value = serde_json::to_value(MoveReport::of(&found)).unwrap();
        let fields = ["outcome", "best_outcome"].map(|name| value[name].clone());
        assert_eq!(fields, [json!("draw"), json!("win")]);
    }

    #[test]
    fn each_side_has_its_own_moves() {
        let black = MoveAnalysis { certainty: Certainty::Exact, ..found() };
        let position = black.position.play(black.mv.into()).unwrap();
        let white = MoveAnalysis {
            position,
            mv: position.legal_moves().squares().next().unwrap(),
            value: Score::DISC * -6,
            ..black.clone()
        };
        let summary = GameSummary::of([&black, &white, &black]);
        assert_eq!((summary.black.moves, summary.black.best), (2, 2));
        assert_eq!((summary.white.moves, summary.white.mistakes), (1, 1));
        assert_eq!((summary.black.mean_loss, summary.white.mean_loss), (Some(0.0), Some(6.0)));
        let none = serde_json::to_value(GameSummary::of([])).unwrap();
        assert_eq!(none["white"]["mean_loss"], Value::Null);
    }
}
