//! Matches of English draughts between programs, one game at a time and without clocks.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::draughts::{DraughtsPlayer, Move, Position};
use crate::{SeededRng, StopFlag, derive_seed};
use serde::Serialize;

/// The games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraughtsMatch {
    /// The number of games. Two games are a pair: the same opening, with colours swapped.
    pub games: u32,
    /// The number of random plies that a game begins with.
    pub random_plies: u32,
    /// The seed of the openings and of the players.
    pub seed: u64,
}

/// A finished game of draughts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DraughtsRecord {
    /// The number of the game, from 1.
    pub game: u32,
    /// The SPEC of Black's player.
    pub black: String,
    /// The SPEC of White's player.
    pub white: String,
    /// The number of plies at the beginning that were drawn at random.
    pub opening_plies: u32,
    /// All moves by the numbers of the squares, the opening included.
    pub moves: Vec<String>,
    /// The winner's pieces at the end, negative if White has won, 0 for a draw.
    pub result: i32,
    /// Black's thinking time.
    pub black_seconds: f64,
    /// White's thinking time.
    pub white_seconds: f64,
    /// The positions of the game, the first before any move. Two captures can have the same text.
    #[serde(skip)]
    pub positions: Vec<Position>,
}

impl DraughtsRecord {
    /// Returns the result from the view of the match's first player, who has Black in odd games.
    #[must_use]
    pub const fn result_of_first(&self) -> i32 {
        if self.game % 2 == 1 { self.result } else { -self.result }
    }
}

/// Plays a match, until `stop` is raised or `on_game`, which gets every finished game, ends it.
pub fn play_draughts(
    players: &mut [DraughtsPlayer; 2],
    plan: DraughtsMatch,
    stop: &StopFlag,
    on_game: &mut dyn FnMut(&DraughtsRecord) -> ControlFlow<()>,
) {
    for game in 1..=plan.games {
        let opening = opening(plan.random_plies, derive_seed(plan.seed, u64::from((game - 1) / 2)));
        for (number, player) in (0..).zip(players.iter_mut()) {
            player.start_game(derive_seed(derive_seed(plan.seed, game.into()), number));
        }
        let Some(record) = play_game(players, game, opening, stop) else { return };
        if on_game(&record).is_break() {
            return;
        }
    }
}

/// A game in progress.
struct DraughtsGame {
    position: Position,
    moves: Vec<String>,
    /// The positions before each move.
    before: Vec<Position>,
}

impl DraughtsGame {
    fn play(&mut self, mv: Move) {
        self.moves.push(self.position.notation(mv));
        self.before.push(self.position);
        self.position = self.position.play(mv);
    }
}

/// Plays random moves from the start, until a game is found that is not over after so many plies.
fn opening(plies: u32, seed: u64) -> DraughtsGame {
    let mut rng = SeededRng::new(seed);
    loop {
        let (moves, before) = (Vec::new(), Vec::new());
        let mut game = DraughtsGame { position: Position::START, moves, before };
        for _ in 0..plies {
            let moves = game.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len() as u32) as usize]);
        }
        if game.position.result().is_none() {
            return game;
        }
    }
}

/// Plays a game to its end. Returns `None` if the match is stopped.
fn play_game(
    players: &mut [DraughtsPlayer; 2],
    number: u32,
    mut game: DraughtsGame,
    stop: &StopFlag,
) -> Option<DraughtsRecord> {
    let opening_plies = game.moves.len() as u32;
    let mut seconds = [Duration::ZERO; 2];
    let result = loop {
        if let Some(result) = game.position.result() {
            break result;
        }
        let color = game.position.side_to_move();
        // The first player has Black in odd games.
        let player = (color.index() + 1 + number as usize) % 2;
        let began = Instant::now();
        let choice = players[player].choose(&game.position, stop)?;
        if stop.is_raised() {
            return None;
        }
        seconds[color.index()] += began.elapsed();
        game.play(choice.mv);
    };
    let name = |color: usize| players[(color + 1 + number as usize) % 2].name().to_owned();
    Some(DraughtsRecord {
        game: number,
        black: name(0),
        white: name(1),
        opening_plies,
        moves: game.moves,
        result,
        black_seconds: seconds[0].as_secs_f64(),
        white_seconds: seconds[1].as_secs_f64(),
        positions: game.before.into_iter().chain([game.position]).collect(),
    })
}

#[cfg(test)]
mod tests {
    use crate::BuildContext;

    use super::*;

    fn played(specs: [&str; 2], plan: DraughtsMatch) -> Vec<DraughtsRecord> {
        let mut players = specs.map(|spec| {
            DraughtsPlayer::build(&spec.parse().unwrap(), &BuildContext::new(1)).unwrap()
        });
        let mut records = Vec::new();
        let mut on_game = |record: &DraughtsRecord| {
            records.push(DraughtsRecord {
                black_seconds: 0.0,
                white_seconds: 0.0,
                ..record.clone()
            });
            ControlFlow::Continue(())
        };
        play_draughts(&mut players, plan, &StopFlag::new(), &mut on_game);
        records
    }

    const PLAN: DraughtsMatch = DraughtsMatch { games: 6, random_plies: 3, seed: 9 };

    #[test]
    fn pairs_have_one_opening_and_both_colours() {
        let records = played(["alpha-beta:depth=3", "random:seed=2"], PLAN);
        assert_eq!(records.len(), 6);
        for pair in records.chunks(2) {
            assert_eq!(pair[0].moves[..3], pair[1].moves[..3]);
            assert_eq!(pair[0].black, "alpha-beta:depth=3");
            assert_eq!((&pair[0].black, &pair[0].white), (&pair[1].white, &pair[1].black));
        }
        assert!(records.iter().any(|record| record.moves[..3] != records[0].moves[..3]));
        assert!(records.iter().all(|record| 0 <= record.result_of_first()), "{records:?}");
        assert!(records.iter().any(|record| 0 < record.result_of_first()), "{records:?}");
    }

    #[test]
    fn records_have_all_positions_and_games_can_be_repeated() {
        let records = played(["searcher:depth=2,hash=on", "random:seed=2"], PLAN);
        for record in &records {
            assert_eq!(record.positions.len(), record.moves.len() + 1);
            assert_eq!(record.positions.last().unwrap().result(), Some(record.result));
        }
        assert_eq!(played(["searcher:depth=2,hash=on", "random:seed=2"], PLAN), records);
    }

    #[test]
    fn a_match_ends_when_it_is_told_to() {
        let stop = StopFlag::new();
        stop.raise();
        let mut players = ["random:seed=1", "random:seed=2"].map(|spec| {
            DraughtsPlayer::build(&spec.parse().unwrap(), &BuildContext::new(1)).unwrap()
        });
        let mut games = 0;
        play_draughts(&mut players, PLAN, &stop, &mut |_| {
            games += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(games, 0);
    }
}
