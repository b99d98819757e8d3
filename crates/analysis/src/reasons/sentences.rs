//! The sentences of reasons, in English and in Japanese.
//!
//! Each sentence names the sides, the squares and the numbers of its claim, and nothing else, so that the
//! claim can be checked on a board. The Japanese words are those of players.

use willow_board::{Color, Move, Square};

use super::claim::{Beginning, Claim, CornerNeighbour, Weakness};
use super::reason::{Language, Reason, Term};
use crate::{Counterfactual, MoveAnalysis, SquareChange};

impl Reason {
    /// Returns the claim in one sentence.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => english(self),
            Language::Japanese => japanese(self),
        }
    }
}

impl Counterfactual {
    /// Returns the sentence about a move.
    #[must_use]
    pub fn text(&self, found: &MoveAnalysis, language: Language) -> String {
        counterfactual(*self, found, language)
    }
}

/// Returns the claim of a reason in one sentence of English.
fn english(reason: &Reason) -> String {
    let (side, other_side) = (reason.side, !reason.side);
    match &reason.claim {
        Claim::CornerAtOnce { mv, best, corner, neighbour } => format!(
            "{}{mv} lets {side} take the corner {corner} at once; {best} does not.",
            english_neighbour(*neighbour, *mv, *corner)
        ),
        Claim::CornerLater { mv, moves, corner, neighbour, other } => {
            let start = english_neighbour(*neighbour, *mv, *corner);
            let after = if start.is_empty() { "After" } else { "after" };
            let not = english_not(side, *other);
            format!("{start}{after} {moves} {side} takes the corner {corner}; {not}.")
        }
        Claim::CornerMissedAtOnce { best, other } => {
            format!("{best} takes a corner; {}.", english_not(side, *other))
        }
        Claim::CornerMissedLater { moves, corner, other } => {
            format!(
                "After {moves} {side} takes the corner {corner}; {}.",
                english_not(side, *other)
            )
        }
        Claim::Pass { moves, other } => {
            format!("After {moves} {side} must pass; {}.", english_not(side, *other))
        }
        Claim::NoSafeMove { moves, legal, best_moves, n_safe } => {
            let each = match legal.0.len() {
                1 => format!("the only legal move of {side}, {legal},"),
                _ => format!("each legal move of {side} ({legal})"),
            };
            format!(
                "After {moves} {each} lets {other_side} take a corner; after {best_moves} {side} has \
                 {n_safe} moves that do not."
            )
        }
        Claim::OutOfSafeMoves { moves, best_moves } => format!(
            "After {moves} {side} is the first without a safe move: each lets {other_side} take a \
             corner; after {best_moves} {other_side} is the first."
        ),
        Claim::WeakEdge { weakness, moves, discs, corner, other } => {
            let edge = match weakness {
                Weakness::UnbalancedEdge => "an unbalanced edge of five",
                Weakness::LoneCSquare => "a lone disc on a C-square",
            };
            format!(
                "After {moves} {side} has {edge} ({discs}), and {other_side} takes the corner {corner} in \
                 the line; {}.",
                english_not(side, *other)
            )
        }
        Claim::StonerTrap { moves, x_square, c_square, corner, other } => format!(
            "After {moves} {side} springs a Stoner trap: the X-square {x_square}, then the C-square \
             {c_square}, then the corner {corner}; {}.",
            english_not(side, *other)
        ),
        Claim::Wedge { moves, square, neighbours: [one, two], other } => format!(
            "After {moves} {side} wedges at {square}, between {other_side}'s discs on {one} and {two}; \
             {}.",
            english_not(side, *other)
        ),
        Claim::EdgeValue { moves, ends: [one, two], best_moves, value, best_value } => format!(
            "After {moves} the edge {one}-{two} is worth {value} to {side} by Iago's table; after \
             {best_moves} it is worth {best_value}."
        ),
        Claim::Wall { moves, discs, onto, best_moves } => format!(
            "After {moves} {side} has a wall ({discs}), and {other_side} can move to {onto} beside it; \
             after {best_moves} {side} has no wall."
        ),
        Claim::LastMove { mv, best, region } => {
            let place = match region {
                Some(region) => format!("in the region {region}"),
                None => "of the game".to_owned(),
            };
            format!(
                "After {mv} {other_side} has the last move {place}; after {best} {side} has it."
            )
        }
        Claim::WipeOut { moves, best_moves, n_left } => format!(
            "After {moves} {side} is left without a disc; after {best_moves} {side} has {}.",
            english_count(*n_left as i32, "disc")
        ),
        Claim::WipeOutThreat { moves, square, n_discs, other } => format!(
            "After {moves} {other_side} threatens to wipe {side} out: {square} would turn {}; after {} \
             there is no such threat{}.",
            if *n_discs == 1 { "the last disc".to_owned() } else { format!("all {n_discs} discs") },
            other.first,
            english_reach(*other)
        ),
        Claim::Count { moves, best_moves } => english_counts(reason, moves, best_moves),
    }
}

/// Returns the beginning of a sentence about a move beside a corner.
fn english_neighbour(neighbour: Option<CornerNeighbour>, mv: Move, corner: Square) -> String {
    match neighbour {
        Some(CornerNeighbour::X) => {
            format!("{mv} is an X-square beside the empty corner {corner}: ")
        }
        Some(CornerNeighbour::C) => {
            format!("{mv} is a C-square beside the empty corner {corner}: ")
        }
        None => String::new(),
    }
}

/// Returns that a side does not do so in the other line.
fn english_not(side: Color, other: Beginning) -> String {
    format!("after {} {side} does not{}", other.first, english_reach(other))
}

/// Returns how far the other line is looked at.
fn english_reach(other: Beginning) -> String {
    match other.n_more {
        0 => String::new(),
        1 => " in the next move".to_owned(),
        n_more => format!(" in the next {n_more} moves"),
    }
}

fn english_counts(
    reason: &Reason,
    moves: &super::claim::Moves,
    best_moves: &super::claim::Moves,
) -> String {
    let Reason { side, before, after, .. } = reason;
    let counted = match reason.term {
        Term::StableDiscs => english_count(*after, "stable disc"),
        Term::Mobility => english_count(*after, "legal move"),
        Term::PotentialMobility => {
            format!("{} beside {}'s discs", english_count(*after, "empty square"), !*side)
        }
        _ => english_count(*after, "frontier disc"),
    };
    format!("After {moves} {side} has {counted}; after {best_moves} {side} has {before}.")
}

/// Returns a count with its noun: `1 legal move`, `2 legal moves`.
fn english_count(number: i32, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Returns the claim of a reason in one sentence of Japanese.
fn japanese(reason: &Reason) -> String {
    let (side, other_side) = (name(reason.side), name(!reason.side));
    match &reason.claim {
        Claim::CornerAtOnce { mv, best, corner, neighbour } => format!(
            "{}すぐに{side}に隅{corner}を取られます。{best}なら取られません。",
            match neighbour {
                Some(CornerNeighbour::X) => format!("{mv}は空いている隅{corner}へのX打ちで、"),
                Some(CornerNeighbour::C) => format!("{mv}は空いている隅{corner}へのC打ちで、"),
                None => format!("{mv}は"),
            }
        ),
        Claim::CornerLater { mv, moves, corner, neighbour, other } => format!(
            "{}{moves:#}のあと、{side}が隅{corner}を取ります。{}取りません。",
            match neighbour {
                Some(CornerNeighbour::X) => format!("{mv}は空いている隅{corner}へのX打ちで、"),
                Some(CornerNeighbour::C) => format!("{mv}は空いている隅{corner}へのC打ちで、"),
                None => String::new(),
            },
            japanese_other(*other)
        ),
        Claim::CornerMissedAtOnce { best, other } => {
            format!("{side}は{best}で隅が取れます。{}取りません。", japanese_other(*other))
        }
        Claim::CornerMissedLater { moves, corner, other } => {
            format!(
                "{moves:#}のあと、{side}は隅{corner}を取れます。{}取りません。",
                japanese_other(*other)
            )
        }
        Claim::Pass { moves, other } => {
            format!(
                "{moves:#}のあと、{side}はパスになります。{}パスになりません。",
                japanese_other(*other)
            )
        }
        Claim::NoSafeMove { moves, legal, best_moves, n_safe } => format!(
            "{moves:#}のあと、{side}はどこに打っても（{legal}）{other_side}に隅を取られます。\
             {best_moves:#}のあとなら、{side}に取られない手が{n_safe}つあります。"
        ),
        Claim::OutOfSafeMoves { moves, best_moves } => format!(
            "{moves:#}のあと、{side}が先に余裕手を使い切り、どこに打っても{other_side}に隅を取られます。\
             {best_moves:#}のあとなら、先に使い切るのは{other_side}です。"
        ),
        Claim::WeakEdge { weakness, moves, discs, corner, other } => {
            let edge = match weakness {
                Weakness::UnbalancedEdge => "ウイング",
                Weakness::LoneCSquare => "単独のC打ち",
            };
            format!(
                "{moves:#}のあと、{side}の{edge}（{discs}）ができ、{other_side}に隅{corner}を取られます。{}\
                 この形はできません。",
                japanese_other(*other)
            )
        }
        Claim::StonerTrap { moves, x_square, c_square, corner, other } => format!(
            "{moves:#}のあと、{side}がストーナーを決めます。X打ち{x_square}、C打ち{c_square}、隅{corner}の順です。\
             {}決まりません。",
            japanese_other(*other)
        ),
        Claim::Wedge { moves, square, neighbours: [one, two], other } => format!(
            "{moves:#}のあと、{side}が{other_side}の{one}と{two}の間の{square}に割り込みます。{}割り込みません。",
            japanese_other(*other)
        ),
        Claim::EdgeValue { moves, ends: [one, two], best_moves, value, best_value } => format!(
            "{moves:#}のあと、辺{one}-{two}は{side}にとってIagoの表で{value}点です。{best_moves:#}のあとなら\
             {best_value}点です。"
        ),
        Claim::Wall { moves, discs, onto, best_moves } => format!(
            "{moves:#}のあと、{side}に壁（{discs}）ができ、{other_side}はその外側の{onto}に打てます。\
             {best_moves:#}のあとなら、{side}に壁はありません。"
        ),
        Claim::LastMove { mv, best, region } => {
            let place = match region {
                Some(region) => format!("{region}の領域の最後の手"),
                None => "最後の手".to_owned(),
            };
            format!("{mv}のあと、{place}は{other_side}が打ちます。{best}なら{side}が打ちます。")
        }
        Claim::WipeOut { moves, best_moves, n_left } => format!(
            "{moves:#}で{side}は全滅します。{best_moves:#}のあとなら、{side}の石は{n_left}個残ります。"
        ),
        Claim::WipeOutThreat { moves, square, n_discs, other } => format!(
            "{moves:#}のあと、{other_side}は{square}で{side}の残りの石{}をすべて返す全滅を狙います。{}この狙いはありません。",
            if *n_discs == 1 { String::new() } else { format!("{n_discs}個") },
            japanese_other(*other)
        ),
        Claim::Count { moves, best_moves } => {
            let Reason { before, after, .. } = reason;
            let counted = match reason.term {
                Term::StableDiscs => format!("{side}の確定石は"),
                Term::Mobility => format!("{side}の着手可能数は"),
                Term::PotentialMobility => {
                    format!("{side}から見て、{other_side}の石に接する空きマスは")
                }
                _ => format!("空きマスに接する{side}の石は"),
            };
            format!("{moves:#}のあと、{counted}{after}、{best_moves:#}のあとなら{before}です。")
        }
    }
}

/// Returns the beginning of the clause about the other line; the verb follows.
fn japanese_other(other: Beginning) -> String {
    match other.n_more {
        0 => format!("{}なら、", other.first),
        n_more => format!("{}なら、続く{n_more}手では", other.first),
    }
}

/// Returns the sentence about a change that would make a move good.
fn counterfactual(
    counterfactual: Counterfactual,
    found: &MoveAnalysis,
    language: Language,
) -> String {
    let Counterfactual { square, change, .. } = counterfactual;
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
            format!("もし{square}が{}石なら、{mv}が最善手です。", name(color))
        }
    }
}

/// Returns the name of a side.
const fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "黒",
        Color::White => "白",
    }
}
