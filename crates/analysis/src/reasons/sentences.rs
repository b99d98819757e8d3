//! The sentences of reasons, in English and in Japanese.
//!
//! Each sentence names the sides, the squares and the numbers of its claim, and nothing else, so that the
//! claim can be checked on a board.

mod english;
mod japanese;

use willow_eval::Score;

use super::reason::{Language, Reason};
use crate::{Counterfactual, MoveAnalysis, SquareChange};

impl Reason {
    /// Returns the claim in one sentence or two.
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => english::sentence(self),
            Language::Japanese => japanese::sentence(self),
        }
    }
}

/// Says what a move lost where the board does not show it: the final scores of the side that moved, or the outcomes, if
/// they are known.
pub(super) fn plain(found: &MoveAnalysis, language: Language) -> String {
    let (begin, loss) = match language {
        Language::English => ("Nothing near shows it: ", english::loss(found)),
        Language::Japanese => {
            ("数手先まで調べても、はっきりした理由は見つかりませんでした。", japanese::loss(found))
        }
    };
    format!("{begin}{loss}")
}

/// Returns the discs of a side and of its opponent at the end of a game, if its value is exact.
fn final_score(value: Score) -> String {
    let own = i32::midpoint(64, value.rounded().value());
    format!("{own}-{}", 64 - own)
}

impl Counterfactual {
    /// Returns the sentence about a move.
    pub fn text(&self, found: &MoveAnalysis, language: Language) -> String {
        let Counterfactual { square, change, .. } = *self;
        let mv = found.mv;
        let color = match change {
            SquareChange::Emptied => None,
            SquareChange::OtherColor => found.position.disc_at(square).map(|color| !color),
        };
        match (language, color) {
            (Language::English, None) => {
                format!("If {square} were empty, {mv} would be the best move.")
            }
            (Language::English, Some(color)) => {
                format!("If {color} had the disc on {square}, {mv} would be the best move.")
            }
            (Language::Japanese, None) => format!("もし{square}が空いていれば、{mv}が最善手です。"),
            (Language::Japanese, Some(color)) => {
                format!("もし{square}が{}石なら、{mv}が最善手です。", japanese::name(color))
            }
        }
    }
}
