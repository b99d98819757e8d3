//! The evaluation by pattern classification that BILL's authors proposed to learn from games (Lee and Mahajan 1986,
//! chapter 5).

use anyhow::{Context as _, Result};
use clap::Args;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Game, Move, Position};
use willow_classics::bill::{self, BayesClass, Bill};
use willow_classics::{Control, Limits, Program as _, RootPosition};

/// The options of the evaluation by pattern classification.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BayesOptions {
    /// Play N games
    // As many as in the authors' later work.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub depth: u32,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The smallest number of random moves at the beginning of a game, and the number of different
/// numbers. More random moves make the results more even.
const RANDOM_PLIES: (u32, u32) = (4, 17);

fn random_move(position: &Position, random: &mut impl Rng) -> Move {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Move::Pass;
    }
    let choice = random.random_range(0..moves.count() as usize);
    moves.squares().nth(choice).map_or(Move::Pass, Move::Place)
}

/// Plays games of BILL against itself, and fits the probability that a position wins.
///
/// Returns the text of the evaluation's file. `on_game` is called after every game.
///
/// # Errors
/// There must be enough games to have won and lost positions.
pub fn learn_bayes(options: BayesOptions, on_game: &mut dyn FnMut()) -> Result<String> {
    let BayesOptions { games, depth, seed } = options;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut fit = bill::BayesFit::default();
    for number in 0..games {
        let (first, kinds) = RANDOM_PLIES;
        let game = self_play(first + number % kinds, depth, &mut random);
        add_game(&game, &mut fit);
        on_game();
    }
    let fitted: bill::BayesClassifier = fit.fitted().context("too few games to learn from")?;
    let heading =
        format!("# willow lab bill-bayes --games {games} --depth {depth} --seed {seed}\n");
    Ok(heading + &fitted.write())
}

/// Plays a game after a number of random moves.
fn self_play(random_plies: u32, depth: u32, random: &mut impl Rng) -> Game {
    let mut game = Game::new();
    let constants = bill::Constants::TUNED;
    let mut bill =
        Bill::new(bill::Options { has_book: false, constants, ..bill::Options::default() });
    let limits = Limits::depth(depth);
    while !game.is_over() {
        let position = *game.position();
        let mv = if (game.n_plies() as u32) < random_plies {
            random_move(&position, random)
        } else {
            let choice = bill.choose(&RootPosition::of_game(&game), &limits, Control::UNTIMED);
            choice.map_or(Move::Pass, |choice| Move::Place(choice.best))
        };
        game.play(mv).expect("BILL passes only where it must, and chooses among the legal moves");
    }
    game
}

/// Adds the positions of a game, unless it is a draw.
fn add_game(game: &Game, fit: &mut bill::BayesFit) {
    let Some(winner) = game.outcome().and_then(|outcome| outcome.winner()) else { return };
    for ply in 0..game.n_plies() {
        if let Some(position) = game.position_at(ply) {
            let is_winners = position.side_to_move() == winner;
            let class = if is_winners { BayesClass::Won } else { BayesClass::Lost };
            fit.add(position.board(), class);
        }
    }
}

#[cfg(test)]
mod tests {
    use willow_classics::bill;

    use super::*;

    #[test]
    fn learning_follows_from_the_seed() {
        let options = BayesOptions { games: 150, depth: 1, seed: 3 };
        let mut games = 0;
        let learned = learn_bayes(options, &mut || games += 1).unwrap();
        assert_eq!(games, 150);
        assert!(learned.starts_with("# willow lab bill-bayes --games 150 --depth 1 --seed 3\n"));
        assert!(bill::BayesClassifier::read(&learned).is_ok());
        assert_eq!(learned, learn_bayes(options, &mut || ()).unwrap());
        let few = BayesOptions { games: 1, ..options };
        assert!(learn_bayes(few, &mut || ()).is_err());
    }
}
