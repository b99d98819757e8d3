//! How many discs moves lose: of the engine when it is weakened on purpose, and of people.
//!
//! A move loses the difference between the value of the best move and its own. The values come from
//! searches of all moves of a position. Games are measured from their ninth ply on: measured games of
//! the engine begin with eight random plies, and people know their openings by heart. A move without
//! a choice loses nothing and counts.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use clap::Args;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Color, Game, Move, Square};
use willow_engine::{
    Engine, EngineOptions, Level, MoveScore, OutOfMemoryError, SearchLimits, Weakening,
};
use willow_eval::patterns::PatternEvaluator;
use willow_records::RecordedGame;

use crate::untimed::untimed;
use crate::values;
use crate::worker_pool::process_in_order;

/// The plies at the beginning of a game that are not measured.
pub const UNMEASURED_PLIES: usize = 8;

/// The size of an engine's hash table in bytes. The searches are shallow.
const HASH_BYTES: usize = 4 << 20;

/// The mean of the discs that moves of several games lose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeanLoss {
    /// The discs lost and the number of moves, of each game.
    games: Vec<(f64, u32)>,
}

impl MeanLoss {
    /// Adds the moves of a game: the discs that they lose together, and their number.
    pub fn add(&mut self, discs: f64, moves: u32) {
        self.games.push((discs, moves));
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> u32 {
        self.games.iter().map(|(_, moves)| moves).sum()
    }

    /// Returns the number of games.
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the mean loss in discs a move; 0 without moves.
    pub fn mean(&self) -> f64 {
        let discs: f64 = self.games.iter().map(|(discs, _)| discs).sum();
        discs / f64::from(self.moves().max(1))
    }

    /// Returns the standard error of the mean, in discs a move. The moves of a game depend on each
    /// other, so games are the independent parts.
    pub fn error(&self) -> f64 {
        let mean = self.mean();
        let rest = |(discs, moves): &(f64, u32)| (discs - mean * f64::from(*moves)).powi(2);
        self.games.iter().map(rest).sum::<f64>().sqrt() / f64::from(self.moves().max(1))
    }
}

/// How the loss of a weakened engine is measured.
#[derive(Args, Clone, Copy, Debug)]
pub struct WeakeningPlan {
    /// Weaken this level
    #[arg(long, value_name = "LEVEL", default_value = "5", value_parser = values::level)]
    pub level: Level,
    /// Judge the moves by this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub judge: Level,
    /// Play N games for each value
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Draw openings and moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub threads: usize,
}

/// What the moves of a weakened engine lose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeakeningMeasurement {
    /// By the engine's own search: the expected loss of each choice.
    pub own: MeanLoss,
    /// By the judge's search: the loss of the chosen moves.
    pub judged: MeanLoss,
}

/// Measures a weakening by games of the engine against itself.
///
/// # Errors
/// There must be memory for the engines.
pub fn measure_weakening(
    evaluator: &PatternEvaluator,
    weakening: Weakening,
    plan: WeakeningPlan,
) -> Result<WeakeningMeasurement> {
    let mut measured = WeakeningMeasurement::default();
    process_in_order(
        0..plan.games,
        plan.threads,
        || -> Result<_, OutOfMemoryError> {
            Ok([Scorer::new(evaluator, plan.level)?, Scorer::new(evaluator, plan.judge)?])
        },
        |scorers, number| weakened_game(scorers, weakening, plan.seed, number),
        |GameLosses { own, judged, moves }| {
            measured.own.add(own, moves);
            measured.judged.add(judged, moves);
            Ok(())
        },
    )?;
    Ok(measured)
}

/// Measures the moves of games by their players' names.
///
/// `on_progress` is called after each game.
///
/// # Errors
/// There must be a game, and memory for the engines.
pub fn measure_players(
    evaluator: &PatternEvaluator,
    games: &[RecordedGame],
    judge: Level,
    threads: usize,
    on_progress: &mut dyn FnMut(),
) -> Result<BTreeMap<String, MeanLoss>> {
    ensure!(!games.is_empty(), "there are no games");
    let mut players: BTreeMap<String, MeanLoss> = BTreeMap::new();
    process_in_order(
        games.iter(),
        threads,
        || Scorer::new(evaluator, judge),
        |scorer, record| (record, judged_game(scorer, &record.game)),
        |(record, losses)| {
            for (player, (discs, moves)) in record.players.iter().zip(losses) {
                players.entry(player.name.clone()).or_default().add(discs, moves);
            }
            on_progress();
            Ok(())
        },
    )?;
    Ok(players)
}

/// An engine that scores all moves of positions at a level.
struct Scorer<'a> {
    engine: Engine<'a>,
    limits: SearchLimits,
}

impl<'a> Scorer<'a> {
    fn new(evaluator: &'a PatternEvaluator, level: Level) -> Result<Scorer<'a>, OutOfMemoryError> {
        let options = EngineOptions { threads: 1, hash_bytes: HASH_BYTES };
        let engine = Engine::new(evaluator, options)?;
        Ok(Scorer { engine, limits: SearchLimits::level(level) })
    }

    fn score(&mut self, board: &Board) -> Vec<MoveScore> {
        untimed(|control| self.engine.score_all_moves(board, &self.limits, control)).moves
    }

    /// Returns how many discs a move loses against the best one.
    fn loss(&mut self, board: &Board, square: Square) -> f64 {
        let moves = self.score(board);
        let chosen = moves.iter().find(|mv| mv.square == square);
        chosen.zip(moves.first()).map_or(0.0, |(chosen, best)| (best.score - chosen.score).discs())
    }
}

/// What the moves of both sides in a game lose together, in discs.
struct GameLosses {
    own: f64,
    judged: f64,
    moves: u32,
}

/// Plays a game of a weakened engine against itself, and measures the moves.
fn weakened_game(
    [own, judge]: &mut [Scorer<'_>; 2],
    weakening: Weakening,
    seed: u64,
    number: u64,
) -> GameLosses {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    own.engine.clear();
    judge.engine.clear();
    let mut losses = GameLosses { own: 0.0, judged: 0.0, moves: 0 };
    let mut game = Game::new();
    while !game.is_over() {
        let board = *game.position().board();
        let mv = if game.position().must_pass() {
            Move::Pass
        } else if game.n_plies() < UNMEASURED_PLIES {
            random_move(&board, &mut random)
        } else {
            let moves = own.score(&board);
            let square = weakened_move(&board, &moves, weakening, &mut random);
            losses.own += expected_loss(&board, &moves, weakening);
            losses.judged += judge.loss(&board, square);
            losses.moves += 1;
            Move::Place(square)
        };
        game.play(mv).expect("a pass where it is forced, else one of the legal moves");
    }
    losses
}

fn random_move(board: &Board, random: &mut ChaCha8Rng) -> Move {
    let moves: Vec<Square> = board.legal_moves().squares().collect();
    Move::Place(*moves.choose(random).expect("the side to move need not pass"))
}

fn weakened_move(
    board: &Board,
    moves: &[MoveScore],
    weakening: Weakening,
    random: &mut ChaCha8Rng,
) -> Square {
    let chosen = weakening.choose(moves, board.n_empties(), random.random());
    chosen.expect("the side to move need not pass").square
}

/// Returns the mean over all choices of a weakened engine in one position.
fn expected_loss(board: &Board, moves: &[MoveScore], weakening: Weakening) -> f64 {
    let best = moves.first().map_or_else(Default::default, |best| best.score);
    let probabilities = weakening.probabilities(moves, board.n_empties());
    moves.iter().zip(probabilities).map(|(mv, p)| (best - mv.score).discs() * p).sum()
}

/// Returns what the moves of each colour lose in a game, and their number.
fn judged_game(judge: &mut Scorer<'_>, game: &Game) -> [(f64, u32); 2] {
    judge.engine.clear();
    let mut losses = [(0.0, 0); 2];
    for (ply, mv) in game.moves().enumerate().skip(UNMEASURED_PLIES) {
        let Some(position) = game.position_at(ply) else { continue };
        let Move::Place(square) = mv else { continue };
        let color: Color = position.side_to_move();
        let (discs, moves) = &mut losses[color.index()];
        *discs += judge.loss(position.board(), square);
        *moves += 1;
    }
    losses
}

#[cfg(test)]
mod tests {
    use willow_records::transcript;

    use super::*;

    fn plan(threads: usize) -> WeakeningPlan {
        let [level, judge] = [1, 2].map(|number| Level::new(number).unwrap());
        WeakeningPlan { level, judge, games: 6, seed: 5, threads }
    }

    fn measure(temperature: f64, threads: usize) -> WeakeningMeasurement {
        let weakening = Weakening::of_temperature(temperature);
        measure_weakening(willow_eval::weights::evaluator(), weakening, plan(threads)).unwrap()
    }

    #[test]
    fn a_higher_temperature_loses_more_whatever_the_number_of_threads() {
        let [cool, warm] = [0.5, 5.0].map(|temperature| measure(temperature, 1));
        assert!(cool.own.mean() < warm.own.mean() && cool.judged.mean() < warm.judged.mean());
        assert!(0.0 < cool.own.mean() && 0.0 < cool.own.error());
        assert_eq!(measure(5.0, 2), warm);
        assert_eq!(warm.own.games(), 6);
        assert!(6 * 40 < warm.own.moves() && warm.own.moves() <= 6 * 52);
    }

    #[test]
    fn a_weakened_engine_loses_what_its_number_says() {
        for discs in [1.0, 4.0] {
            let weakening = Weakening::of_mean_loss(discs).unwrap();
            let level = Level::new(3).unwrap();
            let plan = WeakeningPlan { level, games: 3, ..plan(2) };
            let measured =
                measure_weakening(willow_eval::weights::evaluator(), weakening, plan).unwrap();
            let loss = measured.own.mean();
            assert!((loss - discs).abs() < 0.2 + 0.15 * discs, "{discs}: {loss}");
        }
    }

    #[test]
    fn the_mean_of_games_weighs_them_by_their_moves() {
        let mut loss = MeanLoss::default();
        assert_eq!((loss.mean(), loss.error()), (0.0, 0.0));
        loss.add(10.0, 10);
        loss.add(0.0, 30);
        assert_eq!((loss.mean(), loss.moves()), (0.25, 40));
        // The games differ from the mean by 7.5 discs each.
        assert!((loss.error() - 7.5 * 2f64.sqrt() / 40.0).abs() < 1e-12);
    }

    #[test]
    fn players_are_measured_by_their_names() {
        let mut record = RecordedGame::new(transcript::parse("f5d6c3d3c4f4f6g5e3f3").unwrap());
        record.players[0].name = "Ann".to_owned();
        let judge = Level::new(2).unwrap();
        let measured =
            measure_players(willow_eval::weights::evaluator(), &[record], judge, 1, &mut || ())
                .unwrap();
        let moves: Vec<(&str, u32)> =
            measured.iter().map(|(name, loss)| (name.as_str(), loss.moves())).collect();
        assert_eq!(moves, [("", 1), ("Ann", 1)], "two of ten plies are measured");
        assert!(
            measure_players(willow_eval::weights::evaluator(), &[], judge, 1, &mut || ()).is_err()
        );
    }
}
