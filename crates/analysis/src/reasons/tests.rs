//! Every sentence is read back and checked on naive rules, with moves of games and made-up lines.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use willow_board::{Color, Game, Move, Position, Square};
use willow_engine::{Engine, EngineOptions, Level, SearchControl, StopFlag};
use willow_testkit::{Discs, TestRng};

use super::*;
use crate::move_analysis::tests::found;
use crate::{Analysis, Plan, Step};

/// A board on naive rules, with the side to move.
#[derive(Clone, Copy, Debug)]
struct Naive {
    discs: Discs,
    side: Color,
}

impl Naive {
    fn of(position: &Position) -> Naive {
        let board = position.board();
        let discs = Discs { player: board.player().bits(), opponent: board.opponent().bits() };
        Naive { discs, side: position.side_to_move() }
    }

    /// Plays moves, all of which must be legal.
    fn after(mut self, moves: &[Move]) -> Naive {
        for mv in moves {
            self.discs = match mv {
                Move::Place(square) => {
                    assert!(self.can_take(*square), "{mv} is legal");
                    self.discs.after(square.index() as u32)
                }
                Move::Pass => {
                    assert!(self.discs.must_pass(), "a pass is forced");
                    self.discs.passed()
                }
            };
            self.side = !self.side;
        }
        self
    }

    /// Returns the discs as a side sees them.
    fn seen_by(&self, side: Color) -> Discs {
        if side == self.side { self.discs } else { self.discs.passed() }
    }

    fn can_take(&self, square: Square) -> bool {
        self.discs.legal_squares().contains(&(square.index() as u32))
    }

    fn empty(&self, square: Square) -> bool {
        (self.discs.player | self.discs.opponent) >> square.index() & 1 == 0
    }

    fn has(&self, side: Color, square: Square) -> bool {
        self.seen_by(side).player >> square.index() & 1 == 1
    }

    /// Returns whether a square touches one that satisfies a condition.
    fn touches(square: Square, condition: impl Fn(Square) -> bool) -> bool {
        Square::ALL.into_iter().any(|other| {
            let columns = square.column().abs_diff(other.column());
            columns.max(square.row().abs_diff(other.row())) == 1 && condition(other)
        })
    }

    /// Returns what a sentence counts for a side.
    fn counted(&self, term: Term, side: Color) -> u32 {
        let squares = Square::ALL.into_iter();
        let count = match term {
            Term::Mobility => self.seen_by(side).legal_squares().len(),
            Term::PotentialMobility => squares
                .filter(|&square| self.empty(square))
                .filter(|&square| Naive::touches(square, |other| self.has(!side, other)))
                .count(),
            Term::Frontier => squares
                .filter(|&square| self.has(side, square))
                .filter(|&square| Naive::touches(square, |other| self.empty(other)))
                .count(),
            _ => {
                // The rules of stable discs are tested in `board`.
                let discs = self.seen_by(side);
                let bits = willow_board::Bitboard::from_bits;
                let board = willow_board::Board::new(bits(discs.player), bits(discs.opponent));
                board.unwrap().stable_discs().count() as usize
            }
        };
        count as u32
    }
}

/// Returns the moves at the beginning of a text.
fn leading_moves(text: &str) -> Vec<Move> {
    text.split(' ').map_while(|word| word.parse().ok()).collect()
}

/// Returns the moves behind `after` in each half of a sentence.
fn halves(text: &str) -> [Vec<Move>; 2] {
    let (one, two) = text.split_once("; ").unwrap();
    let moves = |half: &str| {
        let at = half.to_lowercase().find("after ").map_or(half.len(), |at| at + 6);
        leading_moves(&half[at..])
    };
    [moves(one), moves(two)]
}

/// Returns the number before `moves of the line`.
fn n_moves(text: &str) -> usize {
    let (before, _) = text.split_once(" moves of the line").unwrap();
    before.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Returns whether a side plays a square, or passes, in a line.
fn plays(found: &MoveAnalysis, line: &[Move], side: Color, mv: Move) -> bool {
    (0..line.len())
        .any(|ply| line[ply] == mv && Naive::of(&found.position).after(&line[..ply]).side == side)
}

/// Returns who plays last in a region.
fn last_mover(found: &MoveAnalysis, line: &[Move], region: &[Square]) -> Color {
    let is_in = |mv: &Move| mv.square().is_some_and(|square| region.contains(&square));
    let ply = line.iter().rposition(is_in).unwrap();
    Naive::of(&found.position).after(&line[..ply]).side
}

/// Checks a reason: reads its sentence and plays its moves.
fn check(found: &MoveAnalysis, reason: &Reason) {
    let start = Naive::of(&found.position);
    let (mover, opponent) = (found.side(), !found.side());
    let text = &reason.text;
    assert!(text.ends_with('.') && !text.contains(".."), "{text}");
    let compared = || n_moves(text);
    match reason.term {
        Term::Mobility | Term::PotentialMobility | Term::Frontier | Term::StableDiscs => {
            let [played, best] = halves(text);
            assert!(found.played_pv.starts_with(&played) && found.pv.starts_with(&best), "{text}");
            assert_eq!(played.len(), best.len());
            let of = |line: &[Move]| start.after(line).counted(reason.term, reason.side);
            assert_eq!((of(&best), of(&played)), (reason.before, reason.after), "{text}");
            assert!(text.contains(&format!("{} has {} ", reason.side, reason.after)), "{text}");
            assert!(text.ends_with(&format!(" it is {}.", reason.before)), "{text}");
        }
        Term::XSquare | Term::CSquare | Term::CornerGiven => {
            let corner = reason.squares[0];
            check_neighbour(found, reason);
            if text.contains("at once") {
                let can_take = |mv: Square| {
                    let after = start.after(&[mv.into()]);
                    after.side == opponent && after.can_take(corner)
                };
                assert!(can_take(found.mv) && !can_take(found.best), "{text}");
            } else {
                let [played, _] = halves(text);
                assert!(found.played_pv.starts_with(&played), "{text}");
                assert_eq!(found.played_pv[played.len()], corner.into(), "{text}");
                assert_eq!(start.after(&played).side, opponent);
                assert!(!plays(found, &found.pv[..compared()], opponent, corner.into()), "{text}");
            }
        }
        Term::CornerMissed => {
            let corner = reason.squares[0];
            assert!(plays(found, &found.pv, mover, corner.into()), "{text}");
            assert!(!plays(found, &found.played_pv[..compared()], mover, corner.into()), "{text}");
        }
        Term::Pass => {
            let [moves, _] = halves(text);
            assert!(
                start.after(&moves).discs.must_pass() && start.after(&moves).side == reason.side
            );
            let other = if reason.side == mover { &found.pv } else { &found.played_pv };
            assert!(!plays(found, &other[..compared()], reason.side, Move::Pass), "{text}");
        }
        Term::SafeMoves => {
            let [played, best] = halves(text);
            let safe = |moves: &[Move]| {
                let at = start.after(moves);
                assert_eq!(at.side, mover);
                let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
                let squares = Square::ALL.into_iter().filter(|&square| at.can_take(square));
                let is_safe = |square: &Square| {
                    let after = at.after(&[(*square).into()]);
                    !corners.iter().any(|&corner| after.can_take(corner))
                };
                squares.filter(is_safe).count() as u32
            };
            assert_eq!((safe(&best), safe(&played)), (reason.before, 0), "{text}");
            assert!(text.contains(&format!(" has {} moves that do not", reason.before)), "{text}");
        }
        Term::UnbalancedEdge => {
            let [played, _] = halves(text);
            let at = start.after(&played);
            let (discs, corner) = reason.squares.split_at(5);
            assert!(discs.iter().all(|&square| at.has(mover, square)), "{text}");
            assert!(
                at.empty(corner[0]) && plays(found, &found.played_pv, opponent, corner[0].into())
            );
        }
        Term::Wedge => {
            let [played, _] = halves(text);
            let [square, one, other] = reason.squares[..] else { panic!("{reason:?}") };
            assert_eq!(start.after(&played).side, opponent);
            assert_eq!(found.played_pv[played.len()], square.into(), "{text}");
            let after = start.after(&found.played_pv[..=played.len()]);
            assert!(after.has(mover, one) && after.has(mover, other), "{text}");
            let is_between = |of: fn(Square) -> u32| 2 * of(square) == of(one) + of(other);
            assert!(is_between(Square::column) && is_between(Square::row), "{text}");
            let wedged = (0..compared()).any(|ply| {
                let at = start.after(&found.pv[..=ply]);
                let by_opponent = at.side == mover && found.pv[ply] == square.into();
                by_opponent && at.has(mover, one) && at.has(mover, other)
            });
            assert!(!wedged, "{text}");
        }
        Term::Parity => {
            let of = |line: &[Move]| last_mover(found, line, &reason.squares);
            assert_eq!((of(&found.played_pv), of(&found.pv)), (opponent, mover), "{text}");
            assert!(reason.squares.iter().all(|&square| start.empty(square)));
        }
        Term::WipeOut => {
            let [played, best] = halves(text);
            let of = |line: &[Move]| start.after(line).seen_by(mover).player.count_ones();
            assert_eq!((of(&best), of(&played)), (reason.before, 0), "{text}");
            assert!(start.after(&played).discs.is_game_over(), "{text}");
        }
    }
}

/// Checks that a sentence calls the move an X-square or a C-square of an empty corner only if it is.
fn check_neighbour(found: &MoveAnalysis, reason: &Reason) {
    let (corner, mv) = (reason.squares[0], found.mv);
    let steps = [corner.column().abs_diff(mv.column()), corner.row().abs_diff(mv.row())];
    let is_empty = Naive::of(&found.position).empty(corner);
    let expected = match steps {
        [1, 1] if is_empty => Term::XSquare,
        [0, 1] | [1, 0] if is_empty => Term::CSquare,
        _ => Term::CornerGiven,
    };
    assert_eq!(reason.term, expected, "{}", reason.text);
    assert_eq!(reason.text.contains("is an X-square"), expected == Term::XSquare);
    assert_eq!(reason.text.contains("is a C-square"), expected == Term::CSquare);
}

/// Returns the same finding with the two moves and their lines exchanged.
fn exchanged(found: &MoveAnalysis) -> MoveAnalysis {
    let MoveAnalysis { mv, best, pv, played_pv, .. } = found.clone();
    MoveAnalysis { mv: best, best: mv, pv: played_pv, played_pv: pv, ..found.clone() }
}

/// Plays a game of moves that are drawn from the legal ones.
fn random_game(seed: u64) -> Game {
    let (mut rng, mut game) = (TestRng::new(seed), Game::new());
    while !game.is_over() {
        let squares: Vec<Square> = game.position().legal_moves().squares().collect();
        let drawn = squares.get(rng.below(squares.len().max(1)));
        game.play(drawn.map_or(Move::Pass, |&square| square.into())).unwrap();
    }
    game
}

/// The findings about the moves of some games.
static FINDINGS: LazyLock<Vec<MoveAnalysis>> = LazyLock::new(findings);

fn findings() -> Vec<MoveAnalysis> {
    let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
    let mut engine = Engine::new(willow_weights::evaluator(), options).unwrap();
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut findings = Vec::new();
    for seed in 1..=8 {
        let plan = Plan::level(Level::new(5).unwrap());
        let mut analysis = Analysis::of_game(&random_game(seed), plan);
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        while analysis.next_step(&mut engine, &mut control) != Step::Done {}
        findings.extend(analysis.findings().cloned());
    }
    findings
}

/// The sentences about hundreds of moves are true by naive rules. None of them is true if the two moves
/// are exchanged, so none can be said always.
#[test]
fn every_sentence_is_true_of_its_line_and_only_of_it() {
    let mut seen: BTreeMap<Term, usize> = BTreeMap::new();
    for found in FINDINGS.iter() {
        let against = all(&exchanged(found));
        for reason in all(found) {
            check(found, &reason);
            *seen.entry(reason.term).or_default() += 1;
            let is_same = |other: &Reason| {
                (other.term, other.side, &other.squares)
                    == (reason.term, reason.side, &reason.squares)
            };
            assert!(!against.iter().any(is_same), "{reason:?} {against:?}");
        }
    }
    // Nobody was wiped out in these games.
    let not_seen = Term::ALL.into_iter().filter(|term| !seen.contains_key(term));
    assert_eq!(not_seen.collect::<Vec<_>>(), [Term::WipeOut], "{seen:?}");
    assert!(500 < seen.values().sum::<usize>(), "{seen:?}");
}

/// The shortest game: Black's ninth move takes White's last disc.
#[test]
fn a_wipe_out_is_the_weightiest_reason() {
    let moves: Vec<Move> =
        "e6 f4 e3 f6 g5 d6 e7".split(' ').map(|mv| mv.parse().unwrap()).collect();
    let mut game = Game::new();
    for mv in moves {
        game.play(mv).unwrap();
    }
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
    check(&lost, &reasons[0]);
    assert_eq!((reasons[0].term, reasons[0].side), (Term::WipeOut, Color::White));
    let kept = exchanged(&lost);
    assert!(explain(&kept).iter().all(|reason| reason.term != Term::WipeOut));
    let equal = MoveAnalysis { best: lost.mv, pv: lost.played_pv.clone(), ..lost };
    assert_eq!(explain(&equal), [], "the best move needs no reason");
}

#[test]
fn at_most_three_reasons_are_given_the_weightiest_first() {
    let explained: Vec<_> = FINDINGS.iter().map(explain).collect();
    assert!(explained.iter().all(|reasons| reasons.len() <= 3));
    assert!(explained.iter().any(|reasons| reasons.len() == 3));
    assert!(explained.iter().all(|reasons| reasons.is_sorted_by(|a, b| b.weight <= a.weight)));
}
