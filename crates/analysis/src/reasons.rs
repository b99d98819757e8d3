//! Why a move was worse than the best one: claims that are true of the two lines of play.
//!
//! The line after the move and the line after the best one are compared, not the two positions right
//! after them. Each reason is a claim about squares and numbers that anybody can check by playing the
//! lines on a board. A claim that is true of both lines is no reason.

mod claim;
mod contrast;
mod corners;
mod counts;
mod edges;
mod endgame;
mod line;
mod near;
mod ranking;
mod reason;
mod sentences;
mod stability;
mod tempo;
#[cfg(test)]
mod tests;
mod walls;

use self::contrast::Others;
use self::line::Lines;
pub use self::reason::{Language, LineName, Reason, Seen, Term};
use crate::{MoveAnalysis, describe};

/// Returns the reasons why a move was worse than the best one, three at most and the reply, in the order in which they
/// are told. A move that lost nothing has none, and a loss may have none that is known here.
pub fn explain(found: &MoveAnalysis) -> Vec<Reason> {
    let (mut reasons, others) = (all_reasons(found), Others::of(found));
    ranking::rank(&mut reasons, found.n_empties(), |reason| others.contrast(reason));
    reasons
}

/// Returns the sentences about a move: its reasons, and what a change of a square would have changed.
pub fn explanation(found: &MoveAnalysis, language: Language) -> impl Iterator<Item = String> + '_ {
    let reasons = reason_sentences(found, language).into_iter();
    reasons.chain(found.counterfactual.iter().map(move |of| of.text(found, language)))
}

/// Returns the sentences of the reasons. None begins with a number or a wedge of a later position: if nothing is seen soon
/// the loss itself comes first.
pub fn reason_sentences(found: &MoveAnalysis, language: Language) -> Vec<String> {
    let mut reasons = explain(found);
    let is_shown = |reasons: &[Reason]| ranking::is_shown(reasons, found.n_empties());
    if reasons.first().is_some_and(Reason::is_vague) || !is_shown(&reasons) {
        reasons.retain(|reason| !reason.is_vague());
    }
    let is_plain = found.best != found.mv && !is_shown(&reasons);
    let plain = is_plain.then(|| sentences::plain(found, language));
    plain.into_iter().chain(reasons.iter().map(|reason| reason.text(language))).collect()
}

/// Returns one of the two lines of a move in words, up to what a told reason compares in both.
pub fn compared_line(found: &MoveAnalysis, name: LineName) -> String {
    let moves = match name {
        LineName::Played => &found.played_pv,
        LineName::Best => &found.pv,
    };
    let compared = |reason: &Reason| {
        let both = [reason.seen, reason.instead()?];
        both.iter().find(|seen| seen.line == name).map(|seen| seen.plies)
    };
    let reasons = if found.class().is_error() { explain(found) } else { Vec::new() };
    describe::line_to(moves, reasons.iter().filter_map(compared).max().unwrap_or(0))
}

/// Returns all reasons that are known here, in no order. What good moves do too is none.
pub fn all_reasons(found: &MoveAnalysis) -> Vec<Reason> {
    if found.best == found.mv {
        return Vec::new();
    }
    let Some(lines) = Lines::of(found) else { return Vec::new() };
    let mut reasons = Vec::new();
    reasons.extend(endgame::wipe_out(&lines));
    reasons.extend(endgame::wipe_out_threat(&lines));
    reasons.extend(edges::stoner_trap(&lines));
    reasons.extend(edges::weak_edges(&lines));
    reasons.extend(edges::wedge(&lines));
    reasons.extend(edges::edge_value(&lines));
    reasons.extend(corners::given(&lines));
    reasons.extend(corners::missed(&lines));
    reasons.extend(tempo::passes(&lines));
    reasons.extend(tempo::safe_moves(&lines));
    reasons.extend(tempo::tempo(&lines));
    reasons.extend(walls::wall(&lines));
    reasons.extend(endgame::parity(&lines));
    reasons.extend(counts::all(&lines));
    reasons.extend(near::all(&lines));
    let others = Others::of(found);
    reasons.retain(|reason| !others.is_as_good_with(reason));
    reasons
}
