//! The sentences of reasons in English.

use willow_board::{Color, Move, Square};

use crate::reasons::claim::{
    Claim, CornerClaim, CornerNeighbour, Counted, EdgeClaim, EdgeFeature, EndingClaim, Number,
    ReplyClaim, RestClaim, TempoClaim, WeakFormation,
};
use crate::reasons::reason::Reason;
use crate::reasons::sentences::final_score;
use crate::{Certainty, MoveAnalysis, OutcomeChange, describe};

/// Returns the claim of a reason.
pub(super) fn sentence(reason: &Reason) -> String {
    let side = reason.side;
    match &reason.claim {
        Claim::Corner(claim) => corner(side, claim),
        Claim::Tempo(claim) => tempo(side, claim),
        Claim::Edge(claim) => edge(side, claim),
        Claim::Ending(claim) => ending(side, claim),
        Claim::Rest(claim) => rest(side, claim),
        Claim::Reply(claim) => reply(side, claim),
    }
}

/// Says what a move lost.
pub(super) fn loss(found: &MoveAnalysis) -> String {
    let (side, mv, best) = (found.side(), found.mv, found.best);
    match (found.certainty, found.outcomes) {
        (Certainty::Exact, _) => format!(
            "counted to the end, {side} gets {} after {mv} and {} after {best}.",
            final_score(found.value),
            final_score(found.best_value)
        ),
        (_, Some(OutcomeChange { best: better, played })) if played < better => {
            format!(
                "searched to the end, {mv} is a {} and {best} a {}.",
                played.name(),
                better.name()
            )
        }
        _ => format!("by the search, {mv} is {} discs worse than {best}.", describe::loss(found)),
    }
}

fn corner(side: Color, claim: &CornerClaim) -> String {
    match claim {
        CornerClaim::AtOnce { mv, best, corner, neighbour, n_turned } => format!(
            "{}{mv} lets {side} take the corner {corner} at once, turning {}; {best} does not let {side} take \
             it at once.",
            beside(*neighbour, *mv, *corner),
            counted(*n_turned, "disc")
        ),
        CornerClaim::Later { mv, moves, corner, neighbour, n_turned, other } => format!(
            "{}{} {moves}, {side} takes the corner {corner} next, turning {}; in the line {other}, {side} \
             never can.",
            beside(*neighbour, *mv, *corner),
            if neighbour.is_some() { "after" } else { "After" },
            counted(*n_turned, "disc")
        ),
        CornerClaim::Taken { best } => format!("{side}'s best move {best} takes a corner."),
        CornerClaim::MissedAtOnce { best, other } => format!(
            "{side}'s best move {best} takes a corner; in the line {other}, {side} never can take it."
        ),
        CornerClaim::MissedLater { moves, corner, other } => format!(
            "After {moves}, {side} takes the corner {corner} next; in the line {other}, {side} never can."
        ),
    }
}

/// Returns the beginning of a sentence about a move beside a corner.
fn beside(neighbour: Option<CornerNeighbour>, mv: Move, corner: Square) -> String {
    let kind = match neighbour {
        Some(CornerNeighbour::X) => "an X-square",
        Some(CornerNeighbour::C) => "a C-square",
        None => return String::new(),
    };
    format!("{mv} is {kind} beside the empty corner {corner}: ")
}

fn tempo(side: Color, claim: &TempoClaim) -> String {
    let opponent = !side;
    match claim {
        TempoClaim::Pass { moves, other } => {
            format!(
                "After {moves}, {side} must pass; in the line {other}, {side} never has to pass."
            )
        }
        TempoClaim::NoSafeMove { moves, legal, best_moves, n_safe } => {
            let moves_of_side = match legal.0.len() {
                1 => format!("{side} has only one legal move, {legal}, and it"),
                _ => format!("each of {side}'s legal moves ({legal})"),
            };
            format!(
                "After {moves}, {moves_of_side} lets {opponent} take a corner; after {best_moves}, {side} has \
                 {n_safe} moves after which {opponent} can take none at once."
            )
        }
        TempoClaim::OutOfSafeMoves { moves, best_moves } => format!(
            "After {moves}, {side} is the first to be on move without a safe move: after every legal move \
             {opponent} can take a corner. After {best_moves}, {opponent} is the first."
        ),
    }
}

fn edge(side: Color, claim: &EdgeClaim) -> String {
    let opponent = !side;
    match claim {
        EdgeClaim::Weak { formation, moves, corner, other } => format!(
            "After {moves}, {}, and later {opponent} takes the corner {corner} and flips {}; in the line \
             {other}, neither happens.",
            weak_formation(side, formation),
            match formation {
                WeakFormation::UnbalancedEdge(_) => "discs of it",
                WeakFormation::LoneCSquare { .. } => "this disc",
            }
        ),
        EdgeClaim::StonerTrap { moves, x_square, c_square, corner, other } => format!(
            "After {moves}, {side} springs a Stoner trap: {side} plays the X-square {x_square}, then the \
             C-square {c_square}, and then takes the corner {corner}; in the line {other}, {side} springs \
             none."
        ),
        EdgeClaim::Wedge { moves, square, neighbours: [one, two], other } => format!(
            "After {moves}, {side} wedges at {square} next, between {opponent}'s discs on {one} and {two}; in \
             the line {other}, {side} does not wedge on any edge."
        ),
        EdgeClaim::Value { moves, ends: [one, two], best_moves, feature } => format!(
            "By the edge tables of the programs Iago and BILL, the edge {one}-{two} with its X-squares is \
             worth more to {side} after {best_moves} than after {moves}, where {}.",
            edge_feature(side, feature)
        ),
    }
}

fn weak_formation(side: Color, formation: &WeakFormation) -> String {
    match formation {
        WeakFormation::UnbalancedEdge(discs) => {
            format!("{side} has an unbalanced edge of five ({discs})")
        }
        WeakFormation::LoneCSquare { disc, empty: [one, two] } => {
            format!("{side} has a lone disc on the C-square {disc} ({one} and {two} are empty)")
        }
    }
}

fn edge_feature(side: Color, feature: &EdgeFeature) -> String {
    let opponent = !side;
    match feature {
        EdgeFeature::CornerLost(corner) => format!("{opponent} has the corner {corner}"),
        EdgeFeature::CornerMissing(corner) => format!("{side} does not have the corner {corner}"),
        EdgeFeature::XSquare { disc, corner } => {
            format!("{side} has a disc on the X-square {disc} beside the empty corner {corner}")
        }
        EdgeFeature::Weak(formation) => weak_formation(side, formation),
        EdgeFeature::Wedge { disc, neighbours: [one, two] } => {
            format!("{opponent}'s disc on {disc} stands between {side}'s discs on {one} and {two}")
        }
    }
}

fn ending(side: Color, claim: &EndingClaim) -> String {
    let opponent = !side;
    match claim {
        EndingClaim::LastMove { moves, best_moves, region, .. } => {
            let place = match region {
                Some(region) => format!("in the region {region}"),
                None => "of the game".to_owned(),
            };
            format!(
                "In the line {moves}, {opponent} makes the last move {place}; in the line {best_moves}, \
                 {side} makes it."
            )
        }
        EndingClaim::WipeOut { moves, best_moves, n_left } => format!(
            "After {moves}, {side} has no disc left; after {best_moves}, {side} has {}.",
            counted(*n_left, "disc")
        ),
        EndingClaim::WipeOutThreat { moves, square, n_discs, other } => format!(
            "After {moves}, {opponent} threatens to wipe {side} out: if {side} passed, {square} would flip \
             {}; in the line {other}, there is never such a threat.",
            if *n_discs == 1 { "the last disc".to_owned() } else { format!("all {n_discs} discs") }
        ),
    }
}

fn rest(side: Color, claim: &RestClaim) -> String {
    let opponent = !side;
    match claim {
        RestClaim::Wall { moves, discs, onto, best_moves } => format!(
            "After {moves}, {side} has a wall of {} discs facing empty squares ({discs}), and {opponent}, if on \
             move, can play {onto} outside it; after {best_moves}, {side} has no wall of four discs or more.",
            discs.0.len()
        ),
        RestClaim::StableDiscs { moves, best_moves, number, best_number } => format!(
            "After {moves}, {side} has {} (discs that can never be flipped); after {best_moves}, {side} has \
             {}.",
            bounded(*number, |n| counted(n, "stable disc")),
            bounded(*best_number, |n| n.to_string())
        ),
        RestClaim::Flips { mv, best, number, best_number } => format!(
            "{side}'s move {mv} turns {}; {best} turns {best_number}.",
            counted(*number, "disc")
        ),
        RestClaim::Count { counted: what, moves, best_moves, number, best_number } => match what {
            Counted::LegalMoves => format!(
                "After {moves}, {side} is to move and has {}; after {best_moves}, {side} has {best_number}.",
                counted(*number, "legal move")
            ),
            Counted::LegalMovesIfToMove => format!(
                "If it were {side}'s turn, {side} would have {} after {moves}, but {best_number} after \
                 {best_moves}.",
                counted(*number, "legal move")
            ),
            Counted::SafeMoves => format!(
                "After {moves}, {side} has {} (those after which {opponent} can take no corner at once); after \
                 {best_moves}, {side} has {best_number}.",
                counted(*number, "safe move")
            ),
            Counted::PotentialMoves => format!(
                "After {moves}, {side}'s potential mobility (the number of empty squares that touch \
                 {opponent}'s discs) is {number}; after {best_moves}, it is {best_number}."
            ),
            Counted::FrontierDiscs => format!(
                "After {moves}, {side} has {} (discs that touch empty squares); after {best_moves}, {side} has \
                 {best_number}.",
                counted(*number, "frontier disc")
            ),
        },
    }
}

fn reply(side: Color, claim: &ReplyClaim) -> String {
    match claim {
        ReplyClaim::TakesBest { mv, best, turned, n_turned } => format!(
            "{mv} {} {best} to {side}, who could not play there before and plays there next, turning {}.",
            match &*turned.0 {
                [] => "opens".to_owned(),
                _ => format!("turns {turned} and so opens"),
            },
            counted(*n_turned, "disc")
        ),
        ReplyClaim::Gets { mv, reply, best, is_opened, n_turned } => format!(
            "{mv} {} {reply} to {side}, who plays there next, turning {}; after {best}, {side} cannot.",
            if *is_opened { "opens" } else { "leaves" },
            counted(*n_turned, "disc")
        ),
        ReplyClaim::Closes { mv, best, turned } => {
            format!("{mv} turns {turned}, and {side} can no longer play {best}.")
        }
        ReplyClaim::Prevents { mv, reply, best, needed } => match &*needed.0 {
            [disc] => format!(
                "After {mv}, {best} needs {side}'s disc on {disc}; {}'s {reply} turns it.",
                !side
            ),
            _ => format!(
                "After {mv}, {best} needs one of {side}'s discs on {needed}; {}'s {reply} turns them all.",
                !side
            ),
        },
        ReplyClaim::Delays { mv, reply, best } => {
            format!("{side} plays {best}, the best move, only after {mv} {reply}.")
        }
        ReplyClaim::Opens { mv, squares, best, n_by_best } => format!(
            "{mv} opens {squares} to {side}, where {side} could not play before; {best} opens {}.",
            match n_by_best {
                0 => "none".to_owned(),
                number => format!("only {number}"),
            }
        ),
    }
}

/// Returns a number as far as it is known: `7 stable discs`, `at most 7 stable discs`.
fn bounded(number: Number, written: impl Fn(u32) -> String) -> String {
    match number {
        Number::Exactly(number) => written(number),
        Number::AtLeast(number) => format!("at least {}", written(number)),
        Number::AtMost(number) => format!("at most {}", written(number)),
    }
}

/// Returns a count with its noun: `1 legal move`, `2 legal moves`.
fn counted(number: u32, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
