//! The sentences of reasons in Japanese, in the words of players.

use willow_board::{Color, Move, Square};

use crate::reasons::claim::{
    Claim, CornerClaim, CornerNeighbour, Counted, EdgeClaim, EdgeFeature, EndingClaim, Number,
    ReplyClaim, RestClaim, TempoClaim, WeakFormation,
};
use crate::reasons::reason::Reason;
use crate::reasons::sentences::final_score;
use crate::{Certainty, MoveAnalysis, Outcome, OutcomeChange, describe};

/// Returns the claim of a reason.
pub(super) fn sentence(reason: &Reason) -> String {
    let (side, opponent) = (name(reason.side), name(!reason.side));
    match &reason.claim {
        Claim::Corner(claim) => corner(side, claim),
        Claim::Tempo(claim) => tempo(side, opponent, claim),
        Claim::Edge(claim) => edge(side, opponent, claim),
        Claim::Ending(claim) => ending(side, opponent, claim),
        Claim::Rest(claim) => rest(side, opponent, claim),
        Claim::Reply(claim) => reply(side, opponent, claim),
    }
}

/// Returns the name of a side.
pub(super) const fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "黒",
        Color::White => "白",
    }
}

/// Says what a move lost.
pub(super) fn loss(found: &MoveAnalysis) -> String {
    let (side, mv, best) = (name(found.side()), found.mv, found.best);
    match (found.certainty, found.outcomes) {
        (Certainty::Exact, _) => format!(
            "最後まで読むと、{side}は{mv}で{}、{best}で{}になります。",
            final_score(found.value),
            final_score(found.best_value)
        ),
        (_, Some(OutcomeChange { best: better, played })) if played < better => {
            format!("最後まで読むと、{mv}は{}、{best}は{}です。", outcome(played), outcome(better))
        }
        _ => format!("探索では、{mv}は{best}より{}石悪い手です。", describe::loss(found)),
    }
}

const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Loss => "負け",
        Outcome::Draw => "引き分け",
        Outcome::Win => "勝ち",
    }
}

fn corner(side: &str, claim: &CornerClaim) -> String {
    match claim {
        CornerClaim::AtOnce { mv, best, corner, neighbour, n_turned } => format!(
            "{}{mv}と打つと、{side}がすぐに隅{corner}を取り、石を{n_turned}個返せます。{best}なら、すぐには取れません。",
            beside(*neighbour, *mv, *corner)
        ),
        CornerClaim::Later { mv, moves, corner, neighbour, n_turned, other } => format!(
            "{}{moves:#}のあと、次に{side}が隅{corner}を取り、石を{n_turned}個返します。{other:#}の手順では、{side}は\
             一度もこの隅を取れません。",
            beside(*neighbour, *mv, *corner)
        ),
        CornerClaim::Taken { best } => format!("{side}の最善手{best}は隅を取る手です。"),
        CornerClaim::MissedAtOnce { best, other } => format!(
            "{side}の最善手{best}は隅を取る手です。{other:#}の手順では、{side}は一度もこの隅を取れません。"
        ),
        CornerClaim::MissedLater { moves, corner, other } => {
            format!(
                "{moves:#}のあと、次に{side}が隅{corner}を取ります。{other:#}の手順では、{side}は一度もこの隅を取れません。"
            )
        }
    }
}

/// Returns a sentence about a move beside a corner.
fn beside(neighbour: Option<CornerNeighbour>, mv: Move, corner: Square) -> String {
    let kind = match neighbour {
        Some(CornerNeighbour::X) => "X打ち",
        Some(CornerNeighbour::C) => "C打ち",
        None => return String::new(),
    };
    format!("{mv}は、隅{corner}が空いたままの{kind}です。")
}

fn tempo(side: &str, opponent: &str, claim: &TempoClaim) -> String {
    match claim {
        TempoClaim::Pass { moves, other } => format!(
            "{moves:#}のあと、{side}はパスになります。{other:#}の手順では、{side}は一度もパスになりません。"
        ),
        TempoClaim::NoSafeMove { moves, legal, best_moves, n_safe } => {
            let forced = match legal.0.len() {
                1 => format!("{side}の打てる所は{legal}だけで、そこに打つと"),
                _ => format!("{side}はどこに打っても（{legal}）、"),
            };
            format!(
                "{moves:#}のあと、{forced}{opponent}が隅を取れる形になります。{best_moves:#}のあとなら、\
                 {side}には次に{opponent}に隅を取られない手が{n_safe}つあります。"
            )
        }
        TempoClaim::OutOfSafeMoves { moves, best_moves } => format!(
            "{moves:#}のあと、自分の手番で先に安全な手がなくなるのは{side}で、どの手でも{opponent}が隅を取れる形になります。\
             {best_moves:#}のあとなら、先になくなるのは{opponent}です。"
        ),
    }
}

fn edge(side: &str, opponent: &str, claim: &EdgeClaim) -> String {
    match claim {
        EdgeClaim::Weak { formation, moves, corner, other } => format!(
            "{moves:#}のあと、{}。その後この手順で{opponent}が隅{corner}を取り、{}を返します。{other:#}の手順では、\
             どちらも起こりません。",
            weak_formation(side, formation),
            match formation {
                WeakFormation::UnbalancedEdge(_) => "この辺の石",
                WeakFormation::LoneCSquare { .. } => "この石",
            }
        ),
        EdgeClaim::StonerTrap { moves, x_square, c_square, corner, other } => format!(
            "{moves:#}のあと、{side}のストナーが決まります（X打ち{x_square}、C打ち{c_square}、隅{corner}の順）。\
             {other:#}の手順では、{side}のストナーは決まりません。"
        ),
        EdgeClaim::Wedge { moves, square, neighbours: [one, two], other } => format!(
            "{moves:#}のあと、次に{side}が{square}に打ち、{opponent}石{one}と{two}の間に割り込みます。{other:#}の手順では、\
             {side}はどの辺にも割り込みません。"
        ),
        EdgeClaim::Value { moves, ends: [one, two], best_moves, feature } => format!(
            "{moves:#}のあと、{}。IagoとBILLの辺の評価表では、辺{one}-{two}（Xを含む）の{side}にとっての評価は、\
             {best_moves:#}のあとのほうが高くなります。",
            edge_feature(side, opponent, feature)
        ),
    }
}

fn weak_formation(side: &str, formation: &WeakFormation) -> String {
    match formation {
        WeakFormation::UnbalancedEdge(discs) => format!("{side}の辺（{discs}）はウイングの形です"),
        WeakFormation::LoneCSquare { disc, empty: [one, two] } => {
            format!("{side}石{disc}は単独のCです（{one}と{two}は空き）")
        }
    }
}

fn edge_feature(side: &str, opponent: &str, feature: &EdgeFeature) -> String {
    match feature {
        EdgeFeature::CornerLost(corner) => format!("隅{corner}は{opponent}が取っています"),
        EdgeFeature::CornerMissing(corner) => format!("{side}は隅{corner}を取っていません"),
        EdgeFeature::XSquare { disc, corner } => {
            format!("{disc}のXに{side}石があり、その隣の隅{corner}は空いています")
        }
        EdgeFeature::Weak(formation) => weak_formation(side, formation),
        EdgeFeature::Wedge { disc, neighbours: [one, two] } => {
            format!("{opponent}石{disc}が{side}の{one}と{two}の間に割り込んでいます")
        }
    }
}

fn ending(side: &str, opponent: &str, claim: &EndingClaim) -> String {
    match claim {
        EndingClaim::LastMove { moves, best_moves, region, .. } => {
            let last = match region {
                Some(region) => format!("{region}の領域の手止まり"),
                None => "最後の手".to_owned(),
            };
            format!(
                "{moves:#}の手順では、{last}を打つのは{opponent}です。{best_moves:#}の手順では{side}です。"
            )
        }
        EndingClaim::WipeOut { moves, best_moves, n_left } => format!(
            "{moves:#}のあと、{side}は全滅します。{best_moves:#}のあとは、{side}石が{n_left}個あります。"
        ),
        EndingClaim::WipeOutThreat { moves, square, n_discs, other } => format!(
            "{moves:#}のあと、{opponent}は全滅を狙っています。もし{side}がパスなら、{square}で{side}石{}をすべて\
             返せます。{other:#}の手順では、この狙いは一度もありません。",
            if *n_discs == 1 { String::new() } else { format!("{n_discs}個") }
        ),
    }
}

fn rest(side: &str, opponent: &str, claim: &RestClaim) -> String {
    match claim {
        RestClaim::Wall { moves, discs, onto, best_moves } => format!(
            "{moves:#}のあと、{side}には空きマスに面した{}石の壁（{discs}）があり、{opponent}番ならその外側の{onto}に\
             打てます。{best_moves:#}のあとなら、{side}に4石以上並んだ壁はありません。",
            discs.0.len()
        ),
        RestClaim::StableDiscs { moves, best_moves, number, best_number } => format!(
            "{moves:#}のあと、{side}の確定石（もう返らない石）は{}、{best_moves:#}のあとは{}です。",
            bounded(*number),
            bounded(*best_number)
        ),
        RestClaim::Flips { mv, best, number, best_number } => {
            format!("{side}の{mv}は{number}個、{best}は{best_number}個の石を返します。")
        }
        RestClaim::Count { counted, moves, best_moves, number, best_number } => {
            let unit = if *counted == Counted::FrontierDiscs { "個" } else { "" };
            let counted = match counted {
                Counted::LegalMoves => format!("手番の{side}の着手可能数は"),
                Counted::LegalMovesIfToMove => format!("もし{side}番なら、{side}の着手可能数は"),
                Counted::SafeMoves => {
                    format!("{side}の安全な手（{opponent}にすぐ隅を取られない手）は")
                }
                Counted::PotentialMoves => {
                    format!("{side}の潜在着手可能数（{opponent}石の周囲の空きマスの数）は")
                }
                Counted::FrontierDiscs => format!("空きマスの隣にある{side}石（フロンティア）は"),
            };
            format!(
                "{moves:#}のあと、{counted}{number}{unit}、{best_moves:#}のあとは{best_number}{unit}です。"
            )
        }
    }
}

fn reply(side: &str, opponent: &str, claim: &ReplyClaim) -> String {
    match claim {
        ReplyClaim::TakesBest { mv, best, turned, n_turned } => format!(
            "{mv}{}、それまで{side}の打てなかった{best}が{side}の打てる所になり、次に{side}がそこに打って\
             {n_turned}個の石を返します。",
            match &*turned.0 {
                [] => "と打つと".to_owned(),
                _ => format!("で{turned}を返すと"),
            }
        ),
        ReplyClaim::Gets { mv, reply, best, is_opened, n_turned } => format!(
            "{mv}と打つと{reply}が{}、次に{side}がそこに打って{n_turned}個の石を返します。{best}のあとなら、{side}は\
             そこに打てません。",
            if *is_opened {
                format!("{side}の打てる所になり")
            } else {
                "残り".to_owned()
            }
        ),
        ReplyClaim::Closes { mv, best, turned } => {
            format!("{mv}で{turned}を返すと、{side}は{best}に打てなくなります。")
        }
        ReplyClaim::Prevents { mv, reply, best, needed } => match &*needed.0 {
            [disc] => format!(
                "{mv}のあと、{best}には{disc}の{side}石が必要です。{opponent}の{reply}で{disc}が返されます。"
            ),
            _ => format!(
                "{mv}のあと、{best}には{needed}のどれかの{side}石が必要です。{opponent}の{reply}ですべて返されます。"
            ),
        },
        ReplyClaim::Delays { mv, reply, best } => {
            format!("{side}が最善手の{best}に打つのは、{mv} {reply}のあとになります。")
        }
        ReplyClaim::Opens { mv, squares, best, n_by_best } => format!(
            "{mv}と打つと、それまで{side}の打てなかった{squares}に{side}が打てるようになります。{best}なら、\
             新しく打てる所は{n_by_best}か所です。"
        ),
    }
}

/// Returns a number of discs as far as it is known.
fn bounded(number: Number) -> String {
    match number {
        Number::Exactly(number) => format!("{number}個"),
        Number::AtLeast(number) => format!("{number}個以上"),
        Number::AtMost(number) => format!("{number}個以下"),
    }
}
