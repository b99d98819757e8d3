//! Every sentence is read back and checked on naive rules, with moves of games and made-up lines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use willow_board::{Bitboard, Color, Game, Move, Position, Square};
use willow_engine::{Engine, EngineOptions, Level, SearchControl, StopFlag};
use willow_eval::patterns::PatternEvaluator;
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

    /// Returns the squares of a side's discs.
    fn discs_of(&self, side: Color) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(move |&square| self.has(side, square))
    }

    /// Returns the number of legal moves after which the opponent can take no corner.
    fn n_safe(&self) -> usize {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let squares = Square::ALL.into_iter().filter(|&square| self.can_take(square));
        let is_safe = |square: &Square| {
            let after = self.after(&[(*square).into()]);
            !corners.iter().any(|&corner| after.can_take(corner))
        };
        squares.filter(is_safe).count()
    }

    /// Returns the value of an edge for the side to move by Iago's table.
    fn iago_value(&self, edge: [Square; 8]) -> i32 {
        let x_square = |corner: Square| {
            let inner = |line: u32| line.clamp(1, 6);
            Square::from_coords(inner(corner.column()), inner(corner.row())).unwrap()
        };
        let ten = [x_square(edge[0])].into_iter().chain(edge).chain([x_square(edge[7])]);
        let digit = |square| match () {
            () if self.has(self.side, square) => 1,
            () if self.empty(square) => 0,
            () => 2,
        };
        let index = ten.fold(0, |index, square| 3 * index + digit(square));
        willow_classics::iago::edge_table()[index]
    }

    /// Returns the empty squares on each side of discs in a row that all face empty squares there; none
    /// unless the discs are beside each other and the side's, and not on an edge.
    fn facing_wall(&self, side: Color, discs: &[Square]) -> Vec<Vec<Square>> {
        let is_row = discs.iter().all(|square| square.row() == discs[0].row());
        let place = |square: &Square| if is_row { square.column() } else { square.row() };
        let line = |square: &Square| if is_row { square.row() } else { square.column() };
        let follow = discs.windows(2).all(|two| place(&two[0]) + 1 == place(&two[1]));
        let own = discs.iter().all(|&square| self.has(side, square));
        let is_inside = discs.iter().all(|square| (1..7).contains(&line(square)));
        if !(follow && own && is_inside && discs.iter().all(|of| line(of) == line(&discs[0]))) {
            return Vec::new();
        }
        let facing = |line: u32| {
            let at = |square: &Square| {
                let (column, row) =
                    if is_row { (place(square), line) } else { (line, place(square)) };
                Square::from_coords(column, row).unwrap()
            };
            discs.iter().map(at).collect::<Vec<_>>()
        };
        let both = [facing(line(&discs[0]) - 1), facing(line(&discs[0]) + 1)];
        both.into_iter().filter(|all| all.iter().all(|&square| self.empty(square))).collect()
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

/// Returns the rows and the columns of the board.
fn naive_lines() -> Vec<[Square; 8]> {
    let row = |row: u32| std::array::from_fn(|i| Square::from_coords(i as u32, row).unwrap());
    let column =
        |column: u32| std::array::from_fn(|i| Square::from_coords(column, i as u32).unwrap());
    (0..8).map(row).chain((0..8).map(column)).collect()
}

/// Returns the edges of the board.
fn naive_edges() -> Vec<[Square; 8]> {
    let lines = naive_lines();
    [0, 7, 8, 15].map(|line| lines[line]).to_vec()
}

/// Returns the moves at the beginning of a text.
fn leading_moves(text: &str) -> Vec<Move> {
    text.split(' ').map_while(|word| word.parse().ok()).collect()
}

/// Returns the moves behind `after` in each half of a sentence. Of more than three moves the sentence has
/// the first, the last and their number.
fn halves(found: &MoveAnalysis, text: &str) -> [Vec<Move>; 2] {
    let (one, two) = text.split_once("; ").unwrap();
    [one, two].map(|half| {
        let at = half.to_lowercase().find("after ").map_or(half.len(), |at| at + 6);
        let moves = leading_moves(&half[at..]);
        let Some((_, rest)) = half[at..].split_once(" … ") else { return moves };
        let (last, rest) = rest.split_once(" (").unwrap();
        let n_moves: usize = rest.split(' ').next().unwrap().parse().unwrap();
        let line = if moves == [found.mv.into()] { &found.played_pv } else { &found.pv };
        assert_eq!((moves[0], line[n_moves - 1].to_string()), (line[0], last.to_owned()), "{text}");
        assert!(3 < n_moves, "{text}");
        line[..n_moves].to_vec()
    })
}

/// Returns how many moves of the other line a sentence speaks of, its first move included.
fn n_moves(text: &str) -> usize {
    let text = text.replace("the next move", "the next 1 moves");
    let Some((_, rest)) = text.split_once("in the next ") else { return 1 };
    1 + rest.split(' ').next().unwrap().parse::<usize>().unwrap()
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
    let text = &reason.text(Language::English);
    assert!(text.ends_with('.') && !text.contains(".."), "{text}");
    match reason.term {
        Term::Mobility | Term::PotentialMobility | Term::Frontier | Term::StableDiscs => {
            check_count(found, reason, text);
        }
        Term::XSquare | Term::CSquare | Term::CornerGiven => check_corner(found, reason, text),
        Term::CornerMissed => {
            let (corner, mover) = (reason.squares[0], found.side());
            assert!(plays(found, &found.pv, mover, corner.into()), "{text}");
            let compared = &found.played_pv[..n_moves(text)];
            assert!(!plays(found, compared, mover, corner.into()), "{text}");
        }
        Term::Pass => {
            let [moves, _] = halves(found, text);
            let at = Naive::of(&found.position).after(&moves);
            assert!(at.discs.must_pass() && at.side == reason.side, "{text}");
            let other = if reason.side == found.side() { &found.pv } else { &found.played_pv };
            assert!(!plays(found, &other[..n_moves(text)], reason.side, Move::Pass), "{text}");
        }
        Term::SafeMoves => check_safe_moves(found, reason, text),
        Term::Tempo => check_tempo(found, text),
        Term::UnbalancedEdge | Term::LoneCSquare => check_weak_edge(found, reason, text),
        Term::StonerTrap => check_stoner_trap(found, reason, text),
        Term::Wedge => check_wedge(found, reason, text),
        Term::EdgeValue => check_edge_value(found, reason, text),
        Term::Wall => check_wall(found, reason, text),
        Term::Parity => {
            let of = |line: &[Move]| last_mover(found, line, &reason.squares);
            let last = (of(&found.played_pv), of(&found.pv));
            assert_eq!(last, (!found.side(), found.side()), "{text}");
            let start = Naive::of(&found.position);
            assert!(reason.squares.iter().all(|&square| start.empty(square)));
        }
        Term::WipeOut => {
            let [played, best] = halves(found, text);
            let start = Naive::of(&found.position);
            let of = |line: &[Move]| start.after(line).discs_of(found.side()).count() as i32;
            assert_eq!((of(&best), of(&played)), (reason.before, 0), "{text}");
            assert!(start.after(&played).discs.is_game_over(), "{text}");
        }
        Term::WipeOutThreat => check_wipe_out_threat(found, reason, text),
    }
}

fn check_count(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, best] = halves(found, text);
    assert!(found.played_pv.starts_with(&played) && found.pv.starts_with(&best), "{text}");
    assert_eq!(played.len(), best.len());
    let of = |line: &[Move]| {
        Naive::of(&found.position).after(line).counted(reason.term, reason.side) as i32
    };
    assert_eq!((of(&best), of(&played)), (reason.before, reason.after), "{text}");
    assert!(text.contains(&format!("{} has {} ", reason.side, reason.after)), "{text}");
    assert!(text.ends_with(&format!("{} has {}.", reason.side, reason.before)), "{text}");
}

fn check_corner(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let (start, opponent, corner) = (Naive::of(&found.position), !found.side(), reason.squares[0]);
    check_neighbour(found, reason);
    if text.contains("at once") {
        let can_take = |mv: Square| {
            let after = start.after(&[mv.into()]);
            after.side == opponent && after.can_take(corner)
        };
        assert!(can_take(found.mv) && !can_take(found.best), "{text}");
    } else {
        let [played, _] = halves(found, text);
        assert!(found.played_pv.starts_with(&played), "{text}");
        assert_eq!(found.played_pv[played.len()], corner.into(), "{text}");
        assert_eq!(start.after(&played).side, opponent);
        assert!(!plays(found, &found.pv[..n_moves(text)], opponent, corner.into()), "{text}");
    }
}

fn check_safe_moves(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, best] = halves(found, text);
    let safe = |moves: &[Move]| {
        let at = Naive::of(&found.position).after(moves);
        assert_eq!(at.side, found.side());
        at.n_safe() as i32
    };
    assert_eq!((safe(&best), safe(&played)), (reason.before, 0), "{text}");
    assert!(text.contains(&format!(" has {} moves that do not", reason.before)), "{text}");
}

fn check_tempo(found: &MoveAnalysis, text: &str) {
    let [played, best] = halves(found, text);
    for (line, side) in [(played, found.side()), (best, !found.side())] {
        let at = |n: usize| Naive::of(&found.position).after(&line[..n]);
        let last = at(line.len());
        assert!(last.side == side && !last.discs.must_pass() && last.n_safe() == 0, "{text}");
        assert!((0..line.len()).all(|n| 0 < at(n).n_safe()), "{text}");
    }
}

/// Returns whether a side has five discs in a row and three empty squares at the ends of an edge, or a
/// lone disc on a C-square.
fn is_weak(at: &Naive, term: Term, side: Color, edge: [Square; 8]) -> bool {
    let cell = |&square: &Square| match () {
        () if at.has(side, square) => 's',
        () if at.empty(square) => '.',
        () => 'o',
    };
    let text: String = edge.iter().map(cell).collect();
    match term {
        Term::UnbalancedEdge => text == "..sssss." || text == ".sssss..",
        _ => text.starts_with(".s.") || text.ends_with(".s."),
    }
}

fn check_weak_edge(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, _] = halves(found, text);
    let (start, mover) = (Naive::of(&found.position), found.side());
    let (&corner, discs) = reason.squares.split_last().unwrap();
    let is_beside = |edge: &[Square; 8]| edge.contains(&corner) && edge.contains(&discs[0]);
    let edge = naive_edges().into_iter().find(is_beside).unwrap();
    let at = start.after(&played);
    assert_eq!(discs.len(), if reason.term == Term::UnbalancedEdge { 5 } else { 1 });
    assert!(discs.iter().all(|&square| at.has(mover, square)), "{text}");
    assert!(is_weak(&at, reason.term, mover, edge) && at.empty(corner), "{text}");
    assert!(plays(found, &found.played_pv, !mover, corner.into()), "{text}");
    let is_in_best = |n| is_weak(&start.after(&found.pv[..n]), reason.term, mover, edge);
    assert!(!(0..=n_moves(text)).any(is_in_best), "{text}");
}

fn check_stoner_trap(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, _] = halves(found, text);
    let (start, mover) = (Naive::of(&found.position), found.side());
    let [x_square, c_square, corner] = reason.squares[..] else { panic!("{reason:?}") };
    let ply = |line: &[Move], from: usize, square: Square| {
        (from..line.len())
            .find(|&n| line[n] == square.into() && start.after(&line[..n]).side != mover)
    };
    let line = &found.played_pv;
    assert_eq!(
        (line[played.len()], start.after(&played).side),
        (x_square.into(), !mover),
        "{text}"
    );
    let ply_of_c = ply(line, played.len(), c_square).unwrap();
    assert!(ply(line, ply_of_c, corner).is_some(), "{text}");
    assert!(start.after(&line[..=ply_of_c]).has(!mover, c_square), "{text}");
    let edge = naive_edges()
        .into_iter()
        .find(|edge| [c_square, corner].iter().all(|of| edge.contains(of)));
    let edge = edge.unwrap();
    let at = start.after(&played);
    assert!([c_square, edge[0], edge[7]].iter().all(|&square| at.empty(square)), "{text}");
    assert!(3 <= edge.iter().filter(|&&square| at.has(mover, square)).count(), "{text}");
    let far =
        [x_square.column().abs_diff(c_square.column()), x_square.row().abs_diff(c_square.row())];
    assert!(far == [0, 1] || far == [1, 0], "{text}");
    assert!([1, 6].contains(&x_square.column()) && [1, 6].contains(&x_square.row()), "{text}");
    let best = &found.pv[..n_moves(text)];
    let in_best = ply(best, 0, x_square).and_then(|x| ply(best, x, c_square));
    let in_best = in_best.and_then(|c| ply(best, c, corner));
    // The same three squares in the same order are no trap if the edge is no other's.
    let is_trap = |_: usize| {
        let at = start.after(&best[..ply(best, 0, x_square).unwrap()]);
        3 <= edge.iter().filter(|&&square| at.has(mover, square)).count() && at.empty(c_square)
    };
    assert!(in_best.is_none_or(|c| !is_trap(c)), "{text}");
}

fn check_wedge(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, _] = halves(found, text);
    let (start, mover) = (Naive::of(&found.position), found.side());
    let [square, one, other] = reason.squares[..] else { panic!("{reason:?}") };
    assert_eq!(start.after(&played).side, !mover);
    assert_eq!(found.played_pv[played.len()], square.into(), "{text}");
    let after = start.after(&found.played_pv[..=played.len()]);
    assert!(after.has(mover, one) && after.has(mover, other), "{text}");
    let is_between = |of: fn(Square) -> u32| 2 * of(square) == of(one) + of(other);
    assert!(is_between(Square::column) && is_between(Square::row), "{text}");
    let wedged = (0..n_moves(text)).any(|ply| {
        let at = start.after(&found.pv[..=ply]);
        let by_opponent = at.side == mover && found.pv[ply] == square.into();
        by_opponent && at.has(mover, one) && at.has(mover, other)
    });
    assert!(!wedged, "{text}");
}

fn check_edge_value(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, best] = halves(found, text);
    let edge: [Square; 8] = reason.squares[..].try_into().unwrap();
    assert!(naive_edges().contains(&edge), "{text}");
    let value = |moves: &[Move]| {
        let at = Naive::of(&found.position).after(moves);
        let sign = if at.side == found.side() { 1 } else { -1 };
        sign * at.iago_value(edge)
    };
    assert_eq!((value(&best), value(&played)), (reason.before, reason.after), "{text}");
    let ends = format!("the edge {}-{} is worth {} to ", edge[0], edge[7], reason.after);
    assert!(text.contains(&ends), "{text}");
    assert!(text.ends_with(&format!(" it is worth {}.", reason.before)), "{text}");
}

fn check_wall(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, best] = halves(found, text);
    let mover = found.side();
    let [at, in_best] = [played, best].map(|moves| Naive::of(&found.position).after(&moves));
    let (_, onto) = text.split_once("can move to ").unwrap();
    let onto = leading_moves(onto);
    let moves = at.seen_by(!mover).legal_squares();
    let can_move = |square: Square| moves.contains(&(square.index() as u32));
    assert!(2 <= onto.len() && onto.iter().all(|mv| can_move(mv.square().unwrap())), "{text}");
    let facing = at.facing_wall(mover, &reason.squares).into_iter().find(|facing| {
        facing.iter().filter(|&&square| can_move(square)).count() == onto.len()
            && onto.iter().all(|mv| facing.contains(&mv.square().unwrap()))
    });
    assert!(facing.is_some() && 4 <= reason.squares.len(), "{text}");
    for edge in naive_lines() {
        let four = |i: usize| edge[i..i + 4].to_vec();
        assert!((0..5).all(|i| in_best.facing_wall(mover, &four(i)).is_empty()), "{text}");
    }
}

fn check_wipe_out_threat(found: &MoveAnalysis, reason: &Reason, text: &str) {
    let [played, _] = halves(found, text);
    let (start, mover) = (Naive::of(&found.position), found.side());
    let threatens = |at: &Naive, square: Square| {
        let threat = Naive { discs: at.seen_by(!mover), side: !mover };
        let is_threat = threat.can_take(square)
            && threat.after(&[square.into()]).discs_of(mover).next().is_none();
        at.side == mover && is_threat
    };
    let at = start.after(&played);
    assert!(threatens(&at, reason.squares[0]), "{text}");
    let number = format!("all {} discs", at.discs_of(mover).count());
    assert!(text.contains(&number) || text.contains("the last disc"), "{text}");
    let in_best = |n: usize| {
        let at = start.after(&found.pv[..n]);
        Square::ALL.into_iter().any(|square| threatens(&at, square))
    };
    assert!(!(0..=n_moves(text)).any(in_best), "{text}");
}

/// Checks that a sentence calls the move an X-square or a C-square of an empty corner only if it is.
fn check_neighbour(found: &MoveAnalysis, reason: &Reason) {
    let (corner, mv) = (reason.squares[0], found.mv);
    let text = reason.text(Language::English);
    let steps = [corner.column().abs_diff(mv.column()), corner.row().abs_diff(mv.row())];
    let is_empty = Naive::of(&found.position).empty(corner);
    let expected = match steps {
        [1, 1] if is_empty => Term::XSquare,
        [0, 1] | [1, 0] if is_empty => Term::CSquare,
        _ => Term::CornerGiven,
    };
    assert_eq!(reason.term, expected, "{text}");
    assert_eq!(text.contains("is an X-square"), expected == Term::XSquare);
    assert_eq!(text.contains("is a C-square"), expected == Term::CSquare);
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
    let mut engine = engine();
    (1..=8).flat_map(|seed| analyzed(&random_game(seed), 5, &mut engine)).collect()
}

type TestEngine = Engine<&'static PatternEvaluator>;

fn engine() -> TestEngine {
    let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
    Engine::new(willow_weights::evaluator(), options).unwrap()
}

/// Analyzes a game at a level.
fn analyzed(game: &Game, level: u32, engine: &mut TestEngine) -> Vec<MoveAnalysis> {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut analysis = Analysis::of_game(game, Plan::level(Level::new(level).unwrap()));
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    while analysis.next_step(engine, &mut control) != Step::Done {}
    analysis.findings().cloned().collect()
}

/// Draws four of the reasons that are shown of each of 25 games from a file, checks them, and prints them
/// with their boards, for readers who check them too:
/// `WILLOW_GAMES=WTH_2024.wtb cargo test -p willow-analysis --lib drawn_sentences -- --nocapture`
#[test]
fn drawn_sentences_about_the_games_of_a_file_are_true() {
    let Some(file) = std::env::var_os("WILLOW_GAMES") else {
        println!("SKIPPED: WILLOW_GAMES names no file of games");
        return;
    };
    let bytes = std::fs::read(file).unwrap();
    let entries = willow_records::entries(&bytes).map(|entry| entry.unwrap().item);
    let games: Vec<Game> = entries.map(|item| item.into_record().game).collect();
    let (mut rng, mut engine) = (TestRng::new(17), engine());
    let mut n_drawn = 0;
    while n_drawn < 100 {
        let findings = analyzed(&games[rng.below(games.len())], 8, &mut engine);
        let errors = findings.iter().filter(|found| found.class().is_error());
        let mut reasons: Vec<_> = errors
            .flat_map(|found| explain(found).into_iter().map(move |of| (found, of)))
            .collect();
        for _ in 0..reasons.len().min(4) {
            let (found, reason) = reasons.swap_remove(rng.below(reasons.len()));
            check(found, &reason);
            check_japanese(&reason);
            n_drawn += 1;
            print_drawn(n_drawn, found, &reason);
        }
    }
}

fn print_drawn(number: usize, found: &MoveAnalysis, reason: &Reason) {
    println!("\n{number}. {:?}: {} {}", reason.term, found.side(), found.mv);
    for row in 0..8 {
        let cell = |column| match found.position.disc_at(Square::from_coords(column, row).unwrap())
        {
            Some(color) => color.letter(),
            None => '.',
        };
        println!("  {} {}", row + 1, (0..8).map(cell).collect::<String>());
    }
    let line = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    println!("  played {}; best {}", line(&found.played_pv), line(&found.pv));
    println!("  {}\n  {}", reason.text(Language::English), reason.text(Language::Japanese));
}

/// Returns findings about moves of drawn games with drawn lines: their sentences are true all the same,
/// and more kinds of them occur than in good play.
fn made_up(n_games: u64) -> Vec<MoveAnalysis> {
    let mut rng = TestRng::new(99);
    let mut all = Vec::new();
    for seed in 100..100 + n_games {
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

/// Checks all sentences about a move, and that none of them is true if the two moves are exchanged, so
/// that none can be said always. Counts the terms.
fn check_all(found: &MoveAnalysis, seen: &mut BTreeMap<Term, usize>) {
    let against = all_reasons(&exchanged(found));
    for reason in all_reasons(found) {
        check(found, &reason);
        check_japanese(&reason);
        *seen.entry(reason.term).or_default() += 1;
        let is_same = |other: &Reason| {
            (other.term, other.side, &other.squares) == (reason.term, reason.side, &reason.squares)
        };
        assert!(!against.iter().any(is_same), "{reason:?} {against:?}");
    }
}

/// Checks that the Japanese sentence names the same sides, squares and numbers as the English one, and
/// has no English word but names.
fn check_japanese(reason: &Reason) {
    let english = reason.text(Language::English).replace("the next move", "the next 1 moves");
    let japanese = reason.text(Language::Japanese);
    let english = english.replace("Black", "黒").replace("White", "白");
    assert_eq!(named(&english), named(&japanese), "{english} {japanese}");
    assert!(japanese.ends_with('。') && !japanese.contains("。。"), "{japanese}");
    let plain =
        japanese.replace("Iago", "").replace("X打", "").replace("C打", "").replace("pass", "");
    let words = plain.split(|c: char| !c.is_ascii_alphabetic());
    assert!(words.filter(|word| !word.is_empty()).all(|word| word.len() == 1), "{japanese}");
}

/// Returns the sides, squares and numbers of a text, each once.
fn named(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if "黒白".contains(c) {
            names.insert(c.to_string());
        }
        if c.is_ascii_alphanumeric() {
            word.push(c);
            continue;
        }
        let is_name = word.ends_with(|c: char| c.is_ascii_digit());
        names.extend(Some(std::mem::take(&mut word)).filter(|_| is_name));
    }
    names
}

/// The sentences about hundreds of moves of searched games are true by naive rules.
#[test]
fn every_sentence_is_true_of_its_line_and_only_of_it() {
    let mut seen: BTreeMap<Term, usize> = BTreeMap::new();
    for found in FINDINGS.iter() {
        check_all(found, &mut seen);
    }
    assert!(500 < seen.values().sum::<usize>(), "{seen:?}");
}

/// So are those about drawn lines, in which every kind of sentence occurs.
#[test]
fn every_kind_of_sentence_is_true_of_drawn_lines() {
    let mut seen: BTreeMap<Term, usize> = BTreeMap::new();
    for found in made_up(60) {
        check_all(&found, &mut seen);
    }
    let not_seen = Term::ALL.into_iter().filter(|term| !seen.contains_key(term));
    // A wipe-out has a test of its own.
    assert_eq!(not_seen.collect::<Vec<_>>(), [Term::WipeOut], "{seen:?}");
}

/// A plan with counterfactuals finds what the plan without them finds, and changes of squares besides.
#[test]
fn counterfactuals_are_looked_for_last_and_for_errors_only() {
    let game = random_game(3);
    let level = Level::new(5).unwrap();
    let run = |plan: Plan| {
        let (mut engine, stop, now) = (engine(), StopFlag::new(), || Duration::ZERO);
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let mut analysis = Analysis::of_game(&game, plan);
        while analysis.next_step(&mut engine, &mut control) != Step::Done {}
        let (done, all) = analysis.progress();
        assert_eq!(done, all);
        analysis.findings().cloned().collect::<Vec<_>>()
    };
    let without = run(Plan::level(level));
    let with = run(Plan::level(level).with_counterfactuals());
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
    assert!(explained.iter().all(|reasons| reasons.is_sorted_by(|a, b| b.weight() <= a.weight())));
}
