//! A run of the ladder: pairs of games until a limit is reached.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use willow_board::TimeControl;
use willow_players::matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchPlan, OpeningSource, play_match,
};
use willow_players::{BuildContext, StopFlag, derive_seed};

use super::ladder_log::{LadderLog, RatedGame};
use super::pairing::next_pair;
use super::rated_players::LadderPlayer;
use super::rating_table::RatingTable;
use super::ratings::fit;
use crate::values;

/// When a run of the ladder ends. A pair that has begun is finished first.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderLimits {
    /// Play for this time in all runs together, such as 90m or 2h
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = values::budget)]
    pub budget: Duration,
    /// Stop after N games, if the time is not up before
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    pub games: u32,
    /// Play N games of a pair at once, 1 or 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count(1, 2))]
    pub threads: usize,
}

/// Plays pairs of games until a limit is reached, and returns the ratings. `on_game_over` gets each game and
/// the number of finished ones.
///
/// # Errors
/// The log must be writable and have only games of these players.
pub fn run(
    players: &[LadderPlayer],
    log: &mut LadderLog,
    limits: LadderLimits,
    on_game_over: &mut dyn FnMut(&RatedGame, usize),
) -> Result<RatingTable> {
    let matches = LadderMatches::new(players, log)?;
    let began = Instant::now();
    let before = log.games().last().map_or(0.0, |game| game.seconds);
    let elapsed = || before + began.elapsed().as_secs_f64();
    while let Some(pair) = matches.open_pair(log)
        && elapsed() < limits.budget.as_secs_f64()
        && log.games().len() < limits.games as usize
    {
        matches.play(pair, log, limits.threads, &elapsed, on_game_over)?;
    }
    Ok(RatingTable::new(players, log))
}

/// Two players and the number of their pair of games.
#[derive(Clone, Copy, Debug)]
struct Pair {
    number: u32,
    players: (usize, usize),
}

/// The matches between the players of a ladder.
struct LadderMatches<'a> {
    players: &'a [LadderPlayer],
    contestants: Vec<Contestant<'static>>,
}

impl<'a> LadderMatches<'a> {
    fn new(players: &'a [LadderPlayer], log: &LadderLog) -> Result<LadderMatches<'a>> {
        let contestants = players.iter().map(|player| {
            let contestant = Contestant::from_spec(&player.spec, &BuildContext::default());
            contestant.with_context(|| player.spec.to_string())
        });
        let matches = LadderMatches { players, contestants: contestants.collect::<Result<_>>()? };
        for game in log.games() {
            for name in [&game.first, &game.second] {
                ensure!(
                    matches.number(name).is_some(),
                    "there are games of {name}, who is not named"
                );
            }
        }
        Ok(matches)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.spec.to_string() == name)
    }

    /// Returns the pair that has a game to play: an interrupted one, or the next.
    fn open_pair(&self, log: &LadderLog) -> Option<Pair> {
        let games = log.games();
        let Some(last) = games.last() else { return Some(self.next(log, 1)) };
        let played = games.iter().rev().take_while(|game| game.pair == last.pair).count();
        if played == 1 {
            let players = (self.number(&last.first)?, self.number(&last.second)?);
            return Some(Pair { number: last.pair, players });
        }
        Some(self.next(log, last.pair + 1))
    }

    fn next(&self, log: &LadderLog, number: u32) -> Pair {
        Pair { number, players: next_pair(&fit(self.players, log)) }
    }

    /// Plays those games of a pair that the log does not have.
    fn play(
        &self,
        pair: Pair,
        log: &mut LadderLog,
        threads: usize,
        elapsed: &dyn Fn() -> f64,
        on_game_over: &mut dyn FnMut(&RatedGame, usize),
    ) -> Result<()> {
        let options = log.options();
        let seed = derive_seed(options.seed, pair.number.into());
        let openings = OpeningSource::Random { plies: options.plies };
        let plan = MatchPlan::new(2, &openings, TimeControl::Unlimited, seed)?;
        let (first, second) = pair.players;
        let own = log.games().iter().filter(|game| game.pair == pair.number);
        let finished: Vec<GameRecord> = own.map(|game| game.record.clone()).collect();
        let names = [first, second].map(|number| self.players[number].spec.to_string());
        let mut failure = None;
        let mut on_game = |record: &GameRecord| {
            let [first, second] = names.clone();
            let seconds = elapsed();
            let game =
                RatedGame { pair: pair.number, first, second, seconds, record: record.clone() };
            match log.add(game) {
                Ok(()) => {
                    let games = log.games();
                    on_game_over(games.last().expect("it was just added"), games.len());
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let stop = StopFlag::new();
        let control = MatchControl { parallel: threads, stop: &stop, on_game: &mut on_game };
        let both = [&self.contestants[first], &self.contestants[second]];
        let end = play_match(both, &plan, &finished, control)?;
        failure.map_or(Ok(()), Err)?;
        if end != MatchEnd::Complete {
            bail!("the games were interrupted");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::{LadderOptions, with_specs};

    const OPTIONS: LadderOptions = LadderOptions { seed: 3, plies: 8 };
    const SPECS: [&str; 4] =
        ["random:seed=1", "maximizer", "alpha-beta:depth=2,eval=weighted-squares", "iago:depth=1"];

    fn players() -> Vec<LadderPlayer> {
        with_specs(&SPECS.map(str::to_owned)).unwrap()
    }

    fn play(path: &std::path::Path, games: u32) -> (RatingTable, Vec<RatedGame>) {
        let mut log = LadderLog::open(path, OPTIONS).unwrap();
        let limits = LadderLimits { budget: Duration::MAX, games, threads: 1 };
        let mut seen = Vec::new();
        let table = run(&players(), &mut log, limits, &mut |_, games| seen.push(games));
        assert!(seen.is_sorted());
        (table.unwrap(), log.games().to_vec())
    }

    /// Times differ from run to run.
    fn without_times(games: &[RatedGame]) -> Vec<(u32, String, String, String)> {
        let moves = |game: &RatedGame| game.record.moves.clone();
        games.iter().map(|g| (g.pair, g.first.clone(), g.second.clone(), moves(g))).collect()
    }

    #[test]
    fn an_interrupted_ladder_ends_like_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        let (table, games) = play(&whole, 60);
        assert_eq!((table.games, games.len()), (60, 60));
        // The second game of a pair is cut off.
        let text = std::fs::read_to_string(&whole).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let cut = folder.path().join("cut");
        std::fs::write(&cut, lines[..24].concat() + &lines[24][..50]).unwrap();
        let (again, games_again) = play(&cut, 60);
        assert_eq!(without_times(&games_again), without_times(&games));
        assert_eq!(again.rows, table.rows);
    }

    #[test]
    fn the_ladder_finds_the_order_and_random_has_600() {
        let folder = tempfile::tempdir().unwrap();
        let (table, games) = play(&folder.path().join("games"), 120);
        assert_eq!(table.anchor, SPECS[0]);
        assert_eq!(table.rows.last().unwrap().player, SPECS[0], "{table:?}");
        assert_eq!(table.rows[0].player, SPECS[3], "{table:?}");
        let random = table.rows.last().unwrap();
        assert_eq!((random.elo, random.low), (600.0, 600.0));
        assert!(random.above_next.is_none());
        assert_eq!(table.rows.iter().map(|row| row.games).sum::<u32>(), 240);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].record.opening, pair[1].record.opening);
            assert_eq!(pair[0].record.black, pair[1].record.white);
        }
        let text = table.markdown("Made by a test.");
        assert_eq!(text.matches("\n| ").count(), 2 + 4, "{text}");
    }
}
