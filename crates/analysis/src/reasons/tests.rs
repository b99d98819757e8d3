//! Every sentence is read back and checked on naive rules, with moves of games and made-up lines.

mod checks;
mod naive;
mod seen;
mod told;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use willow_board::{Bitboard, Color, Move, Position, Square};
use willow_engine::Level;
use willow_testkit::{TestRng, is_full};

use self::checks::check;
use self::seen::check_seen;
use self::told::Told;
use super::claim::{Claim, CornerClaim, ReplyClaim};
use super::*;
use crate::test_support::{finished, found, random_game};
use crate::{Analysis, Certainty, Plan};

/// Returns the same finding with the two moves and their lines exchanged.
fn exchanged(found: &MoveAnalysis) -> MoveAnalysis {
    let MoveAnalysis { mv, best, pv, played_pv, .. } = found.clone();
    MoveAnalysis { mv: best, best: mv, pv: played_pv, played_pv: pv, ..found.clone() }
}

/// The findings about the moves of some games.
static FINDINGS: LazyLock<Vec<MoveAnalysis>> =
    LazyLock::new(|| (1..=8).flat_map(|seed| analyzed(seed, level())).collect());

fn level() -> Plan {
    Plan::level(Level::new(5).unwrap())
}

/// Analyzes a random game.
fn analyzed(seed: u64, plan: Plan) -> Vec<MoveAnalysis> {
    finished(Analysis::of_game(&random_game(seed), plan))
}

/// Returns findings about moves of drawn games with drawn lines: their sentences are true all the same,
/// and more kinds of them occur than in good play.
fn made_up(seeds: impl IntoIterator<Item = u64>) -> Vec<MoveAnalysis> {
    let mut all = Vec::new();
    for seed in seeds {
        let mut rng = TestRng::new(seed);
        let game = random_game(seed);
        for ply in 0..game.n_plies() {
            let position = *game.position_at(ply).unwrap();
            let mut squares: Vec<Square> = position.legal_moves().squares().collect();
            if squares.len() < 2 {
                continue;
            }
            let mut line = || {
                let mv = squares.swap_remove(rng.below(squares.len()));
                (mv, random_line(position, mv, &mut rng))
            };
            let ((mv, played_pv), (best, pv)) = (line(), line());
            all.push(MoveAnalysis { ply, position, mv, best, pv, played_pv, ..found() });
        }
    }
    all
}

/// Draws a line that begins with a move. It ends with the game or after twelve plies. Every other drawn
/// move is in a corner or beside one if that is legal, because most kinds of sentences are about these.
fn random_line(start: Position, mv: Square, rng: &mut TestRng) -> Vec<Move> {
    let mut line = vec![mv.into()];
    let mut position = start.play(mv.into()).unwrap();
    while !position.is_game_over() && line.len() < 12 {
        let legal = position.legal_moves();
        let special = legal & (Bitboard::CORNERS | Bitboard::X_SQUARES | Bitboard::C_SQUARES);
        let is_special = !special.is_empty() && rng.below(2) == 0;
        let squares: Vec<Square> = if is_special { special } else { legal }.squares().collect();
        let drawn = squares.get(rng.below(squares.len().max(1)));
        let mv = drawn.map_or(Move::Pass, |&square| square.into());
        position = position.play(mv).unwrap();
        line.push(mv);
    }
    line
}

/// Checks a reason in both languages, and returns what its sentence says. Nothing but the text is checked; what
/// JSON says besides has to agree with it.
fn check_reason(found: &MoveAnalysis, reason: &Reason) -> Told {
    let told = Told::read(&reason.text(Language::English), Language::English);
    let in_japanese = Told::read(&reason.text(Language::Japanese), Language::Japanese);
    assert_eq!(told, in_japanese, "{reason:?}");
    check(found, &told);
    check_seen(found, reason, &told);
    assert_eq!(told.side("side"), reason.side, "{reason:?}");
    let corner = ["corner", "square", "disc"].into_iter().find(|place| told.has(place));
    let is_marked = corner.is_none_or(|place| reason.squares.contains(&told.square(place)));
    assert!(is_marked || reason.term == Term::EdgeValue, "{reason:?}");
    told
}

/// Checks all sentences about a move, and that none of them is true if the two moves are exchanged, so
/// that none can be said always. Counts the terms and the kinds of sentences.
fn check_all(found: &MoveAnalysis, seen: &mut Seen) {
    let against = all_reasons(&exchanged(found));
    for reason in all_reasons(found) {
        let told = check_reason(found, &reason);
        *seen.terms.entry(reason.term).or_default() += 1;
        *seen.kinds.entry(told.kind).or_default() += 1;
        let is_same = |other: &Reason| {
            // A wall that one move builds at once may stand in the other line later.
            let is_seen_alike = reason.term != Term::Wall || other.seen.plies == reason.seen.plies;
            is_seen_alike
                && (other.term, other.side, &other.squares)
                    == (reason.term, reason.side, &reason.squares)
        };
        assert!(!against.iter().any(is_same), "{reason:?} {against:?}");
    }
}

/// How often each term and each kind of sentence was seen.
#[derive(Debug, Default)]
struct Seen {
    terms: BTreeMap<Term, usize>,
    kinds: BTreeMap<&'static str, usize>,
}

/// The sentences about hundreds of moves of searched games are true by naive rules.
#[test]
fn every_sentence_is_true_of_its_line_and_only_of_it() {
    let mut seen = Seen::default();
    for found in FINDINGS.iter() {
        check_all(found, &mut seen);
    }
    assert!(500 < seen.terms.values().sum::<usize>(), "{seen:?}");
}

/// Seeds of games with sentences that are rare: Stoner traps, the last move of the game, wipe-outs, weak edges that
/// cost a corner, no safe move, threats to the last disc.
const RARE: [u64; 6] = [120, 146, 258, 367, 417, 447];

/// So are those about drawn lines, in which every kind of sentence occurs.
#[test]
fn every_kind_of_sentence_is_true_of_drawn_lines() {
    if !is_full() {
        return;
    }
    let mut seen = Seen::default();
    for found in made_up((100..120).chain(RARE)) {
        check_all(&found, &mut seen);
    }
    let not_seen = Term::ALL.into_iter().filter(|term| !seen.terms.contains_key(term));
    assert_eq!(not_seen.collect::<Vec<_>>(), [], "{seen:?}");
    let not_seen = told::kinds().filter(|kind| !seen.kinds.contains_key(kind));
    assert_eq!(not_seen.collect::<Vec<_>>(), [""; 0], "{seen:?}");
}

/// A plan with counterfactuals finds what the plan without them finds, and changes of squares besides.
#[test]
fn counterfactuals_are_looked_for_last_and_for_errors_only() {
    let (without, with) = (analyzed(3, level()), analyzed(3, level().with_counterfactuals()));
    assert!(without.iter().all(|found| found.counterfactual.is_none()));
    assert!(with.iter().any(|found| found.counterfactual.is_some()));
    let is_error = |found: &MoveAnalysis| found.class().is_error();
    assert!(with.iter().all(|found| is_error(found) || found.counterfactual.is_none()));
    let plain = |found: &MoveAnalysis| MoveAnalysis { counterfactual: None, ..found.clone() };
    assert_eq!(with.iter().map(plain).collect::<Vec<_>>(), without);
}

/// The shortest game: Black's ninth move takes White's last disc.
#[test]
fn a_wipe_out_is_the_weightiest_reason() {
    let game = willow_records::transcript::parse("e6f4e3f6g5d6e7").unwrap();
    let line = |text: &str| text.split(' ').map(|mv| mv.parse().unwrap()).collect::<Vec<Move>>();
    let other = game.position().legal_moves().without(Square::F5).first().unwrap();
    let lost = MoveAnalysis {
        position: *game.position(),
        mv: Square::F5,
        best: other,
        played_pv: line("f5 c5"),
        pv: vec![other.into()],
        ..found()
    };
    let reasons = explain(&lost);
    check_reason(&lost, &reasons[0]);
    assert_eq!((reasons[0].term, reasons[0].side), (Term::WipeOut, Color::White));
    let kept = exchanged(&lost);
    assert!(explain(&kept).iter().all(|reason| reason.term != Term::WipeOut));
    let equal = MoveAnalysis { best: lost.mv, pv: lost.played_pv.clone(), ..lost };
    assert_eq!(explain(&equal), [], "the best move needs no reason");
}

fn is_near(reason: &Reason) -> bool {
    reason.seen.plies <= 4
}

/// In endings they are the likeliest ones; the reply is told besides where nothing is near.
#[test]
fn at_most_three_reasons_are_given_and_the_reply() {
    for found in FINDINGS.iter() {
        let (mut given, mut all) = (explain(found), all_reasons(found));
        assert_eq!(given.is_empty(), all.is_empty());
        if 12 < found.n_empties() {
            assert!(given.len() <= 3 && given.iter().filter(|it| is_near(it)).count() <= 2);
            continue;
        }
        let is_reply = |reason: &Reason| reason.term == Term::Reply;
        let reply = given.iter().position(is_reply).map(|place| given.remove(place));
        let told =
            if given.iter().any(is_near) { None } else { all.iter().find(|it| is_reply(it)) };
        assert_eq!(reply.as_ref(), told);
        all.retain(|reason| !is_reply(reason));
        all.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        assert_eq!(given, all[..all.len().min(3)]);
    }
}

/// Where nothing near is known the loss is said in numbers, and no number or wedge that comes later.
#[test]
fn a_loss_that_nothing_near_shows_is_told_in_numbers() {
    let lost = |found: &&MoveAnalysis| found.best != found.mv;
    let mut seen = [0; 2];
    for found in FINDINGS.iter().filter(lost) {
        let told = reason_sentences(found, Language::English);
        let in_japanese = reason_sentences(found, Language::Japanese);
        assert_eq!(told.len(), in_japanese.len());
        let reasons = explain(found);
        let is_vague = |it: &Reason| {
            let is_number =
                [Term::StableDiscs, Term::Wall, Term::Mobility, Term::PotentialMobility];
            !is_near(it) && (is_number.contains(&it.term) || it.term == Term::Wedge)
        };
        let of_reason = |text: &str| reasons.iter().find(|it| it.text(Language::English) == text);
        if let Some(first) = of_reason(&told[0]) {
            assert!(!is_vague(first) && (is_near(first) || found.n_empties() <= 12), "{told:?}");
            assert!(
                !in_japanese[0]
                    .starts_with("数手先まで調べても、はっきりした理由は見つかりませんでした。")
            );
            continue;
        }
        assert!(told[0].starts_with("Nothing near shows it: "), "{told:?}");
        assert!(
            in_japanese[0]
                .starts_with("数手先まで調べても、はっきりした理由は見つかりませんでした。")
        );
        let rest: Vec<_> = told[1..].iter().map(|text| of_reason(text).unwrap()).collect();
        assert!(!rest.iter().any(|it| is_near(it) || is_vague(it)), "{told:?}");
        seen[usize::from(found.certainty == Certainty::Exact)] += 1;
        for text in [&told[0], &in_japanese[0]] {
            check_numbers(found, text);
        }
    }
    assert!(seen.iter().all(|&n| 0 < n), "{seen:?}");
}

/// Checks the final scores or the loss in a sentence: the score of the played move comes first.
fn check_numbers(found: &MoveAnalysis, text: &str) {
    assert!(text.contains(&found.mv.to_string()) && text.contains(&found.best.to_string()));
    let of = |part: &str| part.parse::<f64>().ok();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
    let scores = words.clone().filter_map(|word| word.split_once('-'));
    let diffs: Vec<f64> = scores
        .filter_map(|(own, other)| Some((of(own)?, of(other.trim_end_matches('.'))?)))
        .map(|(own, other)| {
            assert!((own + other - 64.0).abs() < 0.1, "{text}");
            own - other
        })
        .collect();
    if found.certainty == Certainty::Exact {
        assert_eq!(diffs, [found.value.discs(), found.best_value.discs()], "{text}");
    } else if found.outcomes.is_some_and(|outcomes| outcomes.played < outcomes.best) {
        let outcomes = found.outcomes.unwrap();
        let in_english = [outcomes.played, outcomes.best].map(|of| text.find(of.name()));
        assert!(!text.is_ascii() || in_english.is_sorted() && in_english[0].is_some(), "{text}");
    } else {
        let lost: Vec<f64> = words.filter_map(of).collect();
        assert!(lost.len() == 1 && (lost[0] - found.loss()).abs() < 0.1, "{text}");
    }
}

/// Of 85 in 100 errors before the ending something is known that is seen within three moves and that no good move does
/// too. Of nine in ten something is known if good moves are not asked.
#[test]
fn a_near_reason_is_known_of_most_errors() {
    let lost = |found: &&MoveAnalysis| 2.0 <= found.loss() && 12 < found.n_empties();
    let lost: Vec<_> = FINDINGS.iter().filter(lost).collect();
    let share_told = |explained: fn(&MoveAnalysis) -> Vec<Reason>| {
        let n_near = lost.iter().filter(|found| explained(found).iter().any(is_near)).count();
        n_near as f64 / lost.len() as f64
    };
    assert!(100 < lost.len() && 0.85 < share_told(explain), "{}", share_told(explain));
    let alone =
        |found: &MoveAnalysis| explain(&MoveAnalysis { alternatives: vec![], ..found.clone() });
    assert!(0.9 < share_told(alone), "{}", share_told(alone));
}

/// Moves that lose at most a disc, and much less than the error, by the search of all moves.
fn good_moves(found: &MoveAnalysis) -> Vec<Square> {
    let values = found.alternatives.iter().map(|other| (other.mv, other.value.discs()));
    let best = values.clone().map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let Some((_, played)) = values.clone().find(|&(mv, _)| mv == found.mv) else { return vec![] };
    let is_good = |value: f64| best - 1.0 <= value && found.loss() / 2.0 <= value - played;
    values.filter(|&(_, value)| is_good(value)).map(|(mv, _)| mv).collect()
}

/// What the board shows right after a move is no reason if a good move does it too.
#[test]
fn what_a_good_move_does_too_is_no_reason() {
    let unknown = |found: &MoveAnalysis| MoveAnalysis { alternatives: vec![], ..found.clone() };
    let more: Vec<_> = (9..=16).flat_map(|seed| analyzed(seed, level())).collect();
    let [mut n_left_out, mut n_last] = [0; 2];
    for found in FINDINGS.iter().chain(&more).filter(|found| found.class().is_error()) {
        let kept = all_reasons(found);
        let left_out: Vec<_> =
            all_reasons(&unknown(found)).into_iter().filter(|it| !kept.contains(it)).collect();
        assert!(left_out.iter().all(|reason| reason.seen.plies <= 3), "{left_out:?}");
        n_left_out += left_out.len();
        if 12 < found.n_empties() {
            // What more of the better moves have than of the bad ones is told last.
            let (others, told) = (Others::of(found), explain(found));
            let near = told.iter().filter(|it| is_near(it));
            let is_last: Vec<bool> = near.map(|it| others.contrast(it) < 0.0).collect();
            assert!(is_last.is_sorted(), "{told:?}");
            n_last += is_last.into_iter().filter(|&it| it).count();
        }
        for mv in good_moves(found) {
            let after = found.position.play(mv.into()).unwrap();
            if after.side_to_move() == found.side() {
                continue;
            }
            let replies = after.legal_moves();
            for reason in &kept {
                let (before, number) = (reason.before, reason.after);
                let is_same = match (&reason.claim, reason.term, reason.seen.plies) {
                    (Claim::Reply(ReplyClaim::Gets { reply, .. }), ..) => {
                        replies.contains(reply.square().unwrap())
                    }
                    (_, Term::Mobility, 1) => {
                        let more = replies.count() as i32 - before;
                        2 <= more && number - before <= 2 * more
                    }
                    (Claim::Corner(CornerClaim::AtOnce { corner, .. }), ..) => {
                        replies.contains(*corner) && mv != found.best
                    }
                    _ => false,
                };
                assert!(!is_same, "{mv} {reason:?}");
            }
        }
    }
    assert!(50 < n_left_out && 0 < n_last, "{n_left_out}, {n_last}");
}

/// The side's last move in the region can be played from the text.
#[test]
fn the_better_line_is_written_up_to_the_last_move_of_a_region() {
    let mut n_longer = 0;
    for found in FINDINGS.iter().filter(|found| found.class().is_error()) {
        let line = compared_line(found, LineName::Best);
        let n_moves = line.trim_end_matches(" …").split(' ').count();
        for instead in explain(found).iter().filter_map(Reason::instead) {
            assert!(instead.plies <= n_moves, "{instead:?} {line}");
            n_longer += usize::from(10 < instead.plies);
        }
    }
    assert!(0 < n_longer);
}

#[test]
fn the_weightiest_reason_is_told_first_in_endings_and_the_nearest_one_before() {
    let by_weight = |reasons: &[Reason]| reasons.is_sorted_by(|a, b| b.weight() <= a.weight());
    let by_distance = |reasons: &[Reason]| reasons.is_sorted_by_key(|it| it.seen.plies);
    let numbers = [
        Term::StableDiscs,
        Term::Wall,
        Term::Mobility,
        Term::PotentialMobility,
        Term::Frontier,
        Term::Flips,
    ];
    let is_number = |reason: &&Reason| {
        numbers.contains(&reason.term) || reason.term == Term::SafeMoves && 0 < reason.after
    };
    let (endings, earlier): (Vec<_>, Vec<_>) =
        made_up(1..=20).into_iter().partition(|found| found.n_empties() <= 12);
    let told = |all: &[MoveAnalysis]| all.iter().map(explain).collect::<Vec<_>>();
    let (endings, earlier) = (told(&endings), told(&earlier));
    assert!(endings.iter().all(|reasons| by_weight(reasons)));
    assert!(endings.iter().any(|reasons| !by_distance(reasons)));
    assert!(earlier.iter().any(|reasons| !by_weight(reasons)));
    for reasons in &earlier {
        assert!(reasons.is_sorted_by_key(|it| !is_near(it)), "{reasons:?}");
        for part in reasons.chunk_by(|one, other| is_near(one) == is_near(other)) {
            let is_reply = |it: &&Reason| it.term == Term::Reply;
            let events = part.iter().filter(|it| !is_number(it) && !is_reply(it));
            assert!(events.is_sorted_by_key(|it| it.seen.plies), "{reasons:?}");
            let is_behind = |it: &Reason| is_number(&it) || is_reply(&it);
            assert!(part.is_sorted_by_key(is_behind), "{reasons:?}");
        }
    }
}
