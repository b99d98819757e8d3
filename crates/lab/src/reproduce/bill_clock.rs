//! BILL as a player (Lee and Mahajan 1986, sections 3.1.3, 3.3 and 4, appendix I; X6), with its historical
//! constants, on a simulated machine.
//!
//! BILL searched 1,100 nodes a second on a VAX-11/785. Here its clock advances by the time that this machine
//! would have needed, so that a tournament game of an hour is played in less than a second, and is the same game
//! every time.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use willow_board::{Action, Clock, Color, Game, Move, Square, TimeControl};
use willow_classics::bill::{self, Bill};
use willow_classics::iago_1982::{self, Iago1982};
use willow_classics::{Choice, Control, GameClock, Limits, MoveSource, Program, RootPosition};
use willow_players::matches::OpeningSource;
use willow_players::{BuildContext, GameSetup, MoveRequest, Player, StopFlag, build_player};

use super::bill_games::{bill_games, lost_to_aldaron};
use super::bill_search::{MIDGAME, turns};
use super::finding::{Claim, Finding, Measured, Rule, Theirs};
use super::series::{Score, Series};
use super::{Report, Run};
use crate::statistics::{mean_and_deviation, mean_and_error};

/// The speed of BILL in nodes a second (section 3.1.6.1).
const BILLS_SPEED: f64 = 1100.0;
/// The speed of IAGO in nodes a second (table I-1).
const IAGOS_SPEED: f64 = 150.0;

/// The time of a tournament game.
const TOURNAMENT: Duration = Duration::from_mins(30);
/// The part of it that the operators left to BILL.
const PART_AFTER_OPERATORS: f64 = 25.0 / 30.0;

/// The rating of an opponent of whom nothing is known.
const UNKNOWN_RATING: u32 = 1500;

/// The number of random moves of an opening, and the seed.
const OPENING: (u32, u64) = (4, 1986);

const UNPUBLISHED: &str = "BILL's estimate of the nodes of an endgame search and the fractions of its clock are not \
                           published; ours are guesses";

/// A move of BILL or IAGO in a simulated game.
#[derive(Clone, Copy, Debug)]
struct Turn {
    empties: u32,
    /// The depth of the search in plies; a fraction is a part of the last iteration.
    level: f64,
    /// Whether the alarm of the clock ended the search.
    alarm: bool,
    phase: MoveSource,
}

/// A side of a simulated game.
struct ClockedPlayer {
    player: SimulatedPlayer,
    /// The seconds used of the clock.
    used: f64,
    /// The moves of BILL or IAGO; empty for other players.
    turns: Vec<Turn>,
}

/// Who plays a simulated game.
enum SimulatedPlayer {
    /// BILL by its clock, thinking ahead.
    Bill(Box<Bill>, Duration),
    /// IAGO of 1982 by the same clock, without thinking ahead.
    Iago(Box<Iago1982>, Duration),
    /// A player without a clock, with the seconds of a move.
    Other(Box<dyn Player>, f64),
}

/// Makes a player for each game.
type NewPlayer<'a> = &'a dyn Fn() -> Result<SimulatedPlayer>;

fn new_bill(time: Duration) -> SimulatedPlayer {
    let bill = Bill::new(bill::Options { solves: true, has_book: true, ..MIDGAME });
    SimulatedPlayer::Bill(Box::new(bill.with_opponent_rating(UNKNOWN_RATING)), time)
}

fn new_iago(time: Duration) -> SimulatedPlayer {
    SimulatedPlayer::Iago(Box::new(Iago1982::new(iago_1982::Options::default())), time)
}

fn new_other(spec: &str, seconds: f64) -> Result<SimulatedPlayer> {
    Ok(SimulatedPlayer::Other(build_player(&spec.parse()?, &BuildContext::new(1))?, seconds))
}

impl ClockedPlayer {
    fn new(mut player: SimulatedPlayer, color: Color, game: &Game) -> Result<ClockedPlayer> {
        if let SimulatedPlayer::Other(player, _) = &mut player {
            player.start_game(&GameSetup { start: *game.position(), color, seed: 1 })?;
        }
        Ok(ClockedPlayer { player, used: 0.0, turns: Vec::new() })
    }

    /// Returns a move, and the seconds that the search took.
    fn choose(&mut self, game: &Game) -> Result<(Square, f64)> {
        let empties = game.position().board().n_empties();
        let (square, seconds) = match &mut self.player {
            SimulatedPlayer::Bill(bill, time) => {
                let found = timed(&mut **bill, game, *time, self.used, BILLS_SPEED)?;
                let phase = found.details.phase;
                let (level, alarm) = (found.details.level, found.details.alarm);
                self.turns.push(Turn { empties, level, alarm, phase });
                (found.best, found.nodes as f64 / BILLS_SPEED)
            }
            SimulatedPlayer::Iago(iago, time) => {
                let found = timed(&mut **iago, game, *time, self.used, IAGOS_SPEED)?;
                let phase = found.details.phase;
                self.turns.push(Turn { empties, level: found.depth.into(), alarm: false, phase });
                (found.best, found.nodes as f64 / IAGOS_SPEED)
            }
            SimulatedPlayer::Other(player, seconds) => {
                let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
                let request = MoveRequest::new(game, &clock, Duration::ZERO, &stop);
                let Action::Play(Move::Place(square)) = player.choose(&request)?.action else {
                    bail!("{} made no move", player.name());
                };
                (square, *seconds)
            }
        };
        self.used += seconds;
        Ok((square, seconds))
    }

    /// Lets BILL ponder for a number of seconds.
    fn think_ahead(&mut self, game: &Game, seconds: f64) {
        let SimulatedPlayer::Bill(bill, time) = &mut self.player else { return };
        let now = |nodes: u64| Duration::from_secs_f64(nodes as f64 / BILLS_SPEED);
        let until = Duration::from_secs_f64(seconds);
        let stop = |nodes| until <= now(nodes);
        let control = Control { stop: &stop, now: &now, ..Control::UNTIMED };
        let clock = Some(GameClock::main_time(*time, *time));
        bill.ponder(&RootPosition::of_game(game), &Limits { clock, ..Limits::NONE }, control);
    }

    /// Returns the opponent's moves after BILL had thought ahead, those that were its first guess, and those
    /// that were any of its guesses.
    fn guesses(&self) -> [u32; 3] {
        match &self.player {
            SimulatedPlayer::Bill(bill, _) => {
                let counts = bill.ponder_counts();
                [counts.moves, counts.first_hits, counts.hits]
            }
            _ => [0; 3],
        }
    }

    /// Returns the empties at the first turn of a phase.
    fn first_empties(&self, phases: &[MoveSource]) -> Option<f64> {
        let first = self.turns.iter().find(|turn| phases.contains(&turn.phase));
        first.map(|turn| turn.empties.into())
    }
}

/// Asks a program whose clock goes with its nodes.
fn timed<P: Program>(
    program: &mut P,
    game: &Game,
    time: Duration,
    used: f64,
    speed: f64,
) -> Result<Choice<P::Details>> {
    let left = time.saturating_sub(Duration::from_secs_f64(used));
    let limits = Limits { clock: Some(GameClock::main_time(left, time)), ..Limits::NONE };
    let now = |nodes: u64| Duration::from_secs_f64(nodes as f64 / speed);
    let control = Control { now: &now, ..Control::UNTIMED };
    let choice = program.choose(&RootPosition::of_game(game), &limits, control);
    choice.context("the program found no move")
}

/// A finished game, seen by the first of the two players.
struct SimulatedGame {
    difference: i32,
    /// The first player and the other.
    sides: [ClockedPlayer; 2],
}

/// Plays every opening twice, first with Black for the first player.
fn simulated(players: [NewPlayer<'_>; 2], games: u32) -> Result<Vec<SimulatedGame>> {
    let (plies, seed) = OPENING;
    let openings = OpeningSource::Random { plies }.openings(games.div_ceil(2) as usize, seed)?;
    let both = openings.iter().flat_map(|opening| Color::ALL.map(|color| (opening, color)));
    both.map(|(opening, first)| simulated_game(players, first, opening)).collect()
}

fn simulated_game(
    [one, other]: [NewPlayer<'_>; 2],
    first: Color,
    opening: &Game,
) -> Result<SimulatedGame> {
    let mut game = opening.clone();
    let mut sides =
        [ClockedPlayer::new(one()?, first, &game)?, ClockedPlayer::new(other()?, !first, &game)?];
    while !game.is_over() {
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let index = usize::from(game.position().side_to_move() != first);
        let (square, seconds) = sides[index].choose(&game)?;
        // Meanwhile, the other side thinks about the position before the move.
        sides[1 - index].think_ahead(&game, seconds);
        game.play(Move::Place(square))?;
    }
    let [own, others] = [first, !first].map(|color| game.position().discs(color).count() as i32);
    Ok(SimulatedGame { difference: own - others, sides })
}

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let time = if run.quick { Duration::from_secs(30) } else { TOURNAMENT };
    Ok(opening_book(run)?
        .and(clock(run, time)?)
        .and(endgame(run)?)
        .and(guesses(run, time)?)
        .and(against_iago(run, time)?))
}

/// Section 3.3.1.3: BILL with its book against BILL without it, with 2,000 to 30,000 nodes a move.
fn opening_book(run: &Run<'_>) -> Result<Report> {
    run.begin("opening book");
    let pairs = run.full_or_quick(40, 2);
    let mut games = Vec::new();
    for pair in 0..pairs {
        let nodes = (2000.0 * 15_f64.powf(f64::from(pair) / f64::from(pairs - 1))).round();
        let nodes = if run.quick { 500.0 } else { nodes };
        let [with, without] = ["", ",book=off"].map(|book| format!("bill:nodes={nodes}{book}"));
        let series = Series { players: [&with, &without], games: 2, plies: 0, seed: 1 };
        games.extend(series.play()?);
    }
    let what = "3.3.1.3: what the book is worth, in discs a game";
    let because = "the book of 1986 is lost; ours was grown by searches of seven plies";
    let claim = Claim::new(what, 8.0, Rule::ChanceOf(f64::INFINITY), because);
    let findings = vec![claim.judged(&Score::of(&games).mean_discs())];
    Ok(Report { findings, ..Report::default() })
}

/// The empties at which the two phases of the endgame are compared.
const COMPARED_EMPTIES: u32 = 12;
/// The empties from which the report's BILL searched for the winner.
const FIRST_EMPTIES: u32 = 15;

/// Without a clock BILL of so many plies less than there are empties searches for the winner and the score, and of
/// one ply less for the winner alone.
const PLIES_LESS: u32 = 6;

/// Section 3.1.4.3: what the two searches to the end cost in BILL's games.
fn endgame(run: &Run<'_>) -> Result<Report> {
    run.begin("endgame");
    let empties = run.full_or_quick(COMPARED_EMPTIES, 9);
    let [outcome, exact] = endgame_nodes(empties, PLIES_LESS);
    let what = format!(
        "3.1.4.3: nodes of the exact search as a multiple of the outcome search's, {empties} empties"
    );
    let claim = Claim::new(&what, "the outcome search is \"very fast\"", Rule::Above(1.0), "");
    let remark = format!(" ({exact:.0} and {outcome:.0})");
    let mut findings = vec![claim.judged(&Measured::exact(exact / outcome)).with_remark(&remark)];
    let empties = run.full_or_quick(FIRST_EMPTIES, 10);
    let [outcome, _] = endgame_nodes(empties, PLIES_LESS + 1);
    let what = format!(
        "3.1.4.3: seconds of an outcome search at {empties} empties, with 1,100 nodes a second"
    );
    let seconds = Measured::exact(outcome / BILLS_SPEED).unless_quick(run);
    findings.push(Claim::new(&what, "", Rule::Shown, "").judged(&seconds));
    findings.extend(book_ends()?);
    Ok(Report { findings, ..Report::default() })
}

/// Returns the mean nodes of the outcome search and of the exact search after it, in the positions of BILL's games
/// with so many empties.
fn endgame_nodes(empties: u32, plies_less: u32) -> [f64; 2] {
    let (mut nodes, mut n) = ([0_u64; 2], 0_u32);
    for known in bill_games() {
        let positions = (0..known.game.n_plies()).filter_map(|ply| known.game.position_at(ply));
        let mut at = positions.filter(|position| position.board().n_empties() == empties);
        let Some(position) = at.next() else { continue };
        let mut bill = Bill::new(bill::Options { solves: true, ..MIDGAME });
        let limits = Limits::depth(empties - plies_less);
        let choice = bill.choose(&RootPosition::from(*position), &limits, Control::UNTIMED);
        let levels = choice.and_then(|choice| choice.details.search).map(|search| search.levels);
        let Some(levels) = levels else { continue };
        n += 1;
        for (sum, phase) in nodes.iter_mut().zip([MoveSource::Outcome, MoveSource::Exact]) {
            *sum +=
                levels.iter().filter(|level| level.phase == phase).map(|it| it.nodes).sum::<u64>();
        }
    }
    nodes.map(|nodes| nodes as f64 / f64::from(n.max(1)))
}

/// Section 3.3.1.3: how the lines of small books end.
fn book_ends() -> Result<Vec<Finding>> {
    let plan = bill::BookPlan { depth: 3, positions: [100; 2], ..bill::BookPlan::default() };
    let [black, white] = Color::ALL.map(|color| bill::BookLines::grow(color, &plan, &|_| ()));
    let for_black = [black.in_favour_of_black(), white.in_favour_of_black()];
    let book = bill::Book::of_lines(black, white)?;
    let because = "BILL's own moves are the best that it finds there, and the opponent's are not";
    let words = "\"most of the lines of play in both books\"";
    let finding = |(color, for_black): (Color, usize)| {
        let what = format!(
            "3.3.1.3: lines of a small book for {color} that end in favour of Black, in percent"
        );
        let percent = 100.0 * for_black as f64 / book.size(color).lines as f64;
        Claim::new(&what, words, Rule::Above(50.0), because).judged(&Measured::exact(percent))
    };
    Ok(Color::ALL.into_iter().zip(for_black).map(finding).collect())
}

/// The levels of the normal searches, of the first searches to the end, and of both together.
fn levels(sides: &[ClockedPlayer]) -> [f64; 3] {
    let is_normal = |turn: &&Turn| turn.phase == MoveSource::Normal;
    let normal = sides.iter().flat_map(|side| side.turns.iter().filter(is_normal));
    let normal: Vec<f64> = normal.map(|turn| turn.level).collect();
    let is_end = |turn: &&Turn| matches!(turn.phase, MoveSource::Outcome | MoveSource::Exact);
    let ends = sides.iter().filter_map(|side| side.turns.iter().find(is_end));
    let ends: Vec<f64> = ends.map(|turn| turn.level).collect();
    let mean = |levels: &[f64]| mean_and_deviation(levels).0;
    [mean(&normal), mean(&ends), mean(&[normal.clone(), ends.clone()].concat())]
}

/// Sections 3.1.3 and 3.1.6.1 and the last lines of table I-1: games of BILL, and of IAGO, against itself.
fn clock(run: &Run<'_>, time: Duration) -> Result<Report> {
    let n_games = run.full_or_quick(20, 2);
    let of_both = |player: NewPlayer<'_>| -> Result<Vec<ClockedPlayer>> {
        Ok(simulated([player; 2], n_games)?.into_iter().flat_map(|game| game.sides).collect())
    };
    run.begin("games by the clock");
    let (bills, iagos) = (of_both(&|| Ok(new_bill(time)))?, of_both(&|| Ok(new_iago(time)))?);
    let mean = |value: &dyn Fn(&ClockedPlayer) -> Option<f64>| {
        let values: Vec<f64> = bills.iter().filter_map(value).collect();
        if values.is_empty() { f64::NAN } else { mean_and_deviation(&values).0 }
    };
    let to_end = [MoveSource::Outcome, MoveSource::Exact];
    let by_12 = bills.iter().filter(|side| side.first_empties(&to_end).is_some_and(|n| 12.0 <= n));
    let by_12 = 100.0 * by_12.count() as f64 / bills.len() as f64;
    let left = PART_AFTER_OPERATORS * time.as_secs_f64();
    let alarms = |side: &ClockedPlayer| side.turns.iter().filter(|turn| turn.alarm).count() as f64;
    let [normal, end, weighted] = levels(&bills);
    let [_, _, iagos_levels] = levels(&iagos);
    run.begin("speeds");
    let (factor_depth, iagos_depth) = (run.full_or_quick(8, 3), run.full_or_quick(6, 3));
    let [bills_factor, bills_nodes] = speed(Bill::new(MIDGAME), factor_depth);
    let options =
        iago_1982::Options { has_book: false, solves: false, ..iago_1982::Options::default() };
    let [iagos_factor, iagos_nodes] = speed(Iago1982::new(options), iagos_depth);
    let figure = Theirs::Figure;
    let rows = [
        ("levels of normal searches", figure(7.7), Rule::Within(0.5), normal),
        ("levels of the first search to the end", figure(15.0), Rule::Within(1.0), end),
        ("levels, weighted", figure(8.0), Rule::Within(0.5), weighted),
        (
            "seconds left of 25 minutes",
            figure(180.0),
            Rule::Within(60.0),
            mean(&|side| Some(left - side.used)),
        ),
        (
            "alarms a game",
            Theirs::Words("several"),
            Rule::AtLeast(2.0),
            mean(&|side| Some(alarms(side))),
        ),
        (
            "empties at the first outcome search",
            Theirs::Words("15 or 16"),
            Rule::Between(15.0, 16.0),
            mean(&|side| side.first_empties(&to_end)),
        ),
        (
            "empties at the first exact search",
            Theirs::Words("13 to 15"),
            Rule::Between(13.0, 15.0),
            mean(&|side| side.first_empties(&[MoveSource::Exact])),
        ),
        ("games searched to the end by 12 empties, in percent", figure(100.0), Rule::Equal, by_12),
        ("table I-1: BILL's branching factor", figure(3.7), Rule::Within(0.3), bills_factor),
        ("table I-1: IAGO's branching factor", figure(4.0), Rule::Within(0.3), iagos_factor),
        ("table I-1: BILL's levels", figure(8.0), Rule::Within(0.5), weighted),
        ("table I-1: IAGO's levels", figure(6.3), Rule::Within(0.5), iagos_levels),
    ];
    let mut report = Report::default();
    for (what, theirs, rule, value) in rows {
        let claim = Claim::new(what, theirs, rule, UNPUBLISHED);
        report.findings.push(claim.judged(&Measured::exact(value).unless_quick(run)));
    }
    let what = "table I-1: nodes a second of BILL, as a multiple of IAGO's";
    let because = "sets of 64 squares count IAGO's mobility about as fast as BILL looks it up; square by square, as \
                   we assume for 1982, it was 15 times (docs/reproductions.md)";
    let claim = Claim::new(what, BILLS_SPEED / IAGOS_SPEED, Rule::WithinPart(0.5), because);
    let multiple = Measured::exact(bills_nodes / iagos_nodes).unless_quick(run);
    report.findings.push(claim.judged(&multiple));
    Ok(report)
}

/// Searches the turns 5 to 24 of a game. Returns the branching factor by the evaluations, and nodes a second.
fn speed(mut program: impl Program, depth: u32) -> [f64; 2] {
    program.start_game();
    let began = std::time::Instant::now();
    let (mut factors, mut nodes) = (Vec::new(), 0);
    for turn in turns(&lost_to_aldaron().game, None, &(5..=24)) {
        let choice = program.choose(&turn.root(), &Limits::depth(depth), Control::UNTIMED);
        if let Some(choice) = choice {
            factors.push((choice.evaluations as f64).powf(1.0 / f64::from(depth)));
            nodes += choice.nodes;
        }
    }
    [mean_and_deviation(&factors).0, nodes as f64 / began.elapsed().as_secs_f64()]
}

/// The opponents whose moves BILL guesses, the weakest first.
const OPPONENTS: [&str; 5] = [
    "alpha-beta:depth=4,eval=count-difference",
    "alpha-beta:depth=4,eval=weighted-squares",
    "iago-1982:depth=5",
    "mlia:depth=5",
    "bill:depth=7,constants=tuned",
];

/// Section 3.3.2: the opponent's moves that BILL guessed while it thought ahead. The first of the opponents
/// stands for the weak programs of Waterloo, the last for the strong ones of the championship.
fn guesses(run: &Run<'_>, time: Duration) -> Result<Report> {
    let n_games = run.full_or_quick(10, 2);
    let seconds = PART_AFTER_OPERATORS * time.as_secs_f64() / 30.0;
    let mut report = Report::default();
    let mut percents = Vec::new();
    for (number, opponent) in OPPONENTS.into_iter().enumerate() {
        run.begin(opponent);
        let games = simulated([&|| Ok(new_bill(time)), &|| new_other(opponent, seconds)], n_games)?;
        let sums = games.iter().fold([0; 3], |sums, game| {
            let counts = game.sides[0].guesses();
            std::array::from_fn(|place| sums[place] + counts[place])
        });
        let percent = |hits: u32| 100.0 * f64::from(hits) / f64::from(sums[0].max(1));
        let (any, percent) = (percent(sums[2]), percent(sums[1]));
        percents.push(percent);
        let (theirs, rule) = match number {
            0 => (Theirs::Figure(27.0), Rule::Within(10.0)),
            4 => (Theirs::Figure(51.0), Rule::Within(10.0)),
            _ => (Theirs::Words(""), Rule::Shown),
        };
        let what = format!("3.3.2: moves of {opponent} that BILL guessed, in percent");
        let because = "our opponents are not those of Waterloo and of the championship";
        let claim = Claim::new(&what, theirs, rule, because);
        let finding = claim.judged(&Measured::exact(percent).unless_quick(run));
        report.findings.push(finding.with_remark(&format!(" ({any:.0} by any guess)")));
    }
    let what = "3.3.2: how much oftener BILL guesses the strongest opponent's moves, in percent";
    let claim = Claim::new(what, "more use against stronger opponents", Rule::Above(0.0), "");
    let lead = Measured::exact(percents[4] - percents[0]).unless_quick(run);
    report.findings.push(claim.judged(&lead));
    Ok(report)
}

/// Sections 3.3.2 and 4: BILL against IAGO of 1982, with all of its time and with a fifth.
fn against_iago(run: &Run<'_>, whole: Duration) -> Result<Report> {
    let mut report = Report::default();
    for (part, what, words) in [
        (1, "4: discs a game of BILL against IAGO", "wins \"consistently\""),
        (5, "3.3.2: the same with a fifth of the time", "\"can actually defeat IAGO\""),
    ] {
        run.begin(what);
        let players: [NewPlayer<'_>; 2] = [&|| Ok(new_bill(whole / part)), &|| Ok(new_iago(whole))];
        let games = simulated(players, run.full_or_quick(40, 2))?;
        let pairs = games.chunks(2).map(|pair| {
            f64::from(pair.iter().map(|game| game.difference).sum::<i32>()) / pair.len() as f64
        });
        let (value, error) = mean_and_error(&pairs.collect::<Vec<_>>());
        let count =
            |sign: i32| games.iter().filter(|game| game.difference.signum() == sign).count();
        let claim = Claim::new(what, words, Rule::Above(0.0), "");
        let measured = Measured::sampled(value, error, games.len() as f64);
        let finding = claim.judged(&measured.of_at_least(40.0, "games"));
        let [wins, draws, losses] = [1, 0, -1].map(count);
        report.findings.push(finding.with_remark(&format!(" (+{wins} ={draws} -{losses})")));
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulated_game_is_reproducible_and_keeps_to_its_clock() {
        let time = Duration::from_mins(5);
        let players: [NewPlayer<'_>; 2] = [&|| Ok(new_bill(time)), &|| Ok(new_iago(time))];
        let game = || simulated_game(players, Color::Black, &Game::new()).unwrap();
        let (one, other) = (game(), game());
        assert_eq!(one.difference, other.difference);
        for (side, again) in one.sides.iter().zip(&other.sides) {
            assert!((side.used - again.used).abs() < 1e-9 && side.used < time.as_secs_f64());
            let is_deep = |turn: &Turn| turn.phase == MoveSource::Normal && 2.0 < turn.level;
            assert!(20 < side.turns.len() && side.turns.iter().any(is_deep));
        }
        let [moves, first_hits, hits] = one.sides[0].guesses();
        assert!(0 < moves && first_hits <= hits && hits <= moves, "{moves} {first_hits} {hits}");
    }
}
