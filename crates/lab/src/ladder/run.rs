//! A run of the ladder: pairs of games until the budget is used.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use willow_board::TimeControl;
use willow_matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchPlan, OpeningSource, RatingFit, play_match,
};
use willow_players::{BuildContext, StopFlag, derive_seed};

use super::{LadderPlayer, Ledger, RatedGame, Table, next_pair};

/// When a ladder is done. A pair that has begun is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time, that of interrupted runs included.
    pub budget: Duration,
    /// The number of games.
    pub games: u32,
    /// The games that are played at once.
    pub threads: usize,
}

/// What is told after every game.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// The game.
    pub game: &'a RatedGame,
    /// The number of games that are over.
    pub games: usize,
}

/// Plays pairs of games until a limit is reached, and returns the table.
///
/// # Errors
/// The ledger must be writable and have no games of other players.
pub fn run(
    players: &[LadderPlayer],
    ledger: &mut Ledger,
    limits: Limits,
    watch: &mut dyn FnMut(News<'_>),
) -> Result<Table> {
    let hall = Hall::new(players, ledger)?;
    let began = Instant::now();
    let before = ledger.games().last().map_or(0.0, |game| game.seconds);
    let elapsed = || before + began.elapsed().as_secs_f64();
    while let Some(pair) = hall.open_pair(ledger)
        && elapsed() < limits.budget.as_secs_f64()
        && ledger.games().len() < limits.games as usize
    {
        hall.play(pair, ledger, limits.threads, &elapsed, watch)?;
    }
    Ok(Table::new(players, ledger))
}

/// Two players and the number of their pair of games.
#[derive(Clone, Copy, Debug)]
struct Pair {
    number: u32,
    players: (usize, usize),
}

/// Where the games are played.
struct Hall<'a> {
    players: &'a [LadderPlayer],
    contestants: Vec<Contestant<'static>>,
}

impl<'a> Hall<'a> {
    fn new(players: &'a [LadderPlayer], ledger: &Ledger) -> Result<Hall<'a>> {
        let contestants = players.iter().map(|player| {
            let contestant = Contestant::from_spec(&player.spec, &BuildContext::default());
            contestant.with_context(|| player.spec.to_string())
        });
        let hall = Hall { players, contestants: contestants.collect::<Result<_>>()? };
        for game in ledger.games() {
            for name in [&game.first, &game.second] {
                ensure!(hall.number(name).is_some(), "there are games of {name}, who is not named");
            }
        }
        Ok(hall)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.spec.to_string() == name)
    }

    /// Returns the pair that has a game to play: one that was interrupted, or the next.
    fn open_pair(&self, ledger: &Ledger) -> Option<Pair> {
        let games = ledger.games();
        let Some(last) = games.last() else { return Some(self.next(ledger, 1)) };
        let played = games.iter().rev().take_while(|game| game.pair == last.pair).count();
        if played == 1 {
            let players = (self.number(&last.first)?, self.number(&last.second)?);
            return Some(Pair { number: last.pair, players });
        }
        Some(self.next(ledger, last.pair + 1))
    }

    fn next(&self, ledger: &Ledger, number: u32) -> Pair {
        Pair { number, players: next_pair(&fit(self.players, ledger)) }
    }

    /// Plays the games of a pair that the ledger does not have.
    fn play(
        &self,
        pair: Pair,
        ledger: &mut Ledger,
        threads: usize,
        elapsed: &dyn Fn() -> f64,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<()> {
        let options = ledger.options();
        let seed = derive_seed(options.seed, pair.number.into());
        let openings = OpeningSource::Random { plies: options.plies };
        let plan = MatchPlan::new(2, &openings, TimeControl::Unlimited, seed)?;
        let (first, second) = pair.players;
        let own = ledger.games().iter().filter(|game| game.pair == pair.number);
        let finished: Vec<GameRecord> = own.map(|game| game.record.clone()).collect();
        let names = [first, second].map(|number| self.players[number].spec.to_string());
        let mut trouble = None;
        let mut on_game = |record: &GameRecord| {
            let [first, second] = names.clone();
            let seconds = elapsed();
            let game =
                RatedGame { pair: pair.number, first, second, seconds, record: record.clone() };
            match ledger.add(game) {
                Ok(()) => {
                    let games = ledger.games();
                    let game = games.last().expect("it was just added");
                    watch(News { game, games: games.len() });
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let stop = StopFlag::new();
        let control = MatchControl { parallel: threads, stop: &stop, on_game: &mut on_game };
        let both = [&self.contestants[first], &self.contestants[second]];
        let end = play_match(both, &plan, &finished, control)?;
        trouble.map_or(Ok(()), Err)?;
        if end != MatchEnd::Complete {
            bail!("the games were broken off");
        }
        Ok(())
    }
}

/// Returns the ratings by the games so far.
pub(super) fn fit(players: &[LadderPlayer], ledger: &Ledger) -> RatingFit {
    let guesses: Vec<f64> = players.iter().map(|player| player.guess.into()).collect();
    RatingFit::new(&points(players, ledger), &guesses)
}

/// Returns the points that each player won against each other, a draw being half.
pub(super) fn points(players: &[LadderPlayer], ledger: &Ledger) -> Vec<Vec<f64>> {
    let names: Vec<String> = players.iter().map(|player| player.spec.to_string()).collect();
    let number = |name: &str| names.iter().position(|known| known == name);
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    for game in ledger.games() {
        if let (Some(first), Some(second)) = (number(&game.first), number(&game.second)) {
            let won = f64::from(1 + game.record.result_of_first().sign()) / 2.0;
            points[first][second] += won;
            points[second][first] += 1.0 - won;
        }
    }
    points
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

    fn play(path: &std::path::Path, games: u32) -> (Table, Vec<RatedGame>) {
        let mut ledger = Ledger::open(path, OPTIONS).unwrap();
        let limits = Limits { budget: Duration::MAX, games, threads: 1 };
        let mut seen = Vec::new();
        let table = run(&players(), &mut ledger, limits, &mut |news| {
            seen.push(news.games);
        });
        assert!(seen.is_sorted());
        (table.unwrap(), ledger.games().to_vec())
    }

    /// Times differ from run to run.
    fn without_times(games: &[RatedGame]) -> Vec<(u32, String, String, String)> {
        let moves = |game: &RatedGame| game.record.moves.clone();
        games.iter().map(|g| (g.pair, g.first.clone(), g.second.clone(), moves(g))).collect()
    }

    #[test]
    fn a_ladder_that_was_killed_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        let (table, games) = play(&whole, 60);
        assert_eq!((table.games, games.len()), (60, 60));
        // Kill it in the middle of a game, the second of its pair.
        let text = std::fs::read_to_string(&whole).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let killed = folder.path().join("killed");
        std::fs::write(&killed, lines[..24].concat() + &lines[24][..50]).unwrap();
        let (again, games_again) = play(&killed, 60);
        assert_eq!(without_times(&games_again), without_times(&games));
        assert_eq!(again.rows, table.rows);
    }

    #[test]
    fn the_ladder_finds_the_order_and_random_is_at_zero() {
        let folder = tempfile::tempdir().unwrap();
        let (table, games) = play(&folder.path().join("games"), 120);
        assert_eq!(table.anchor, SPECS[0]);
        assert_eq!(table.rows.last().unwrap().player, SPECS[0], "{table:?}");
        assert_eq!(table.rows[0].player, SPECS[3], "{table:?}");
        let random = table.rows.last().unwrap();
        assert!(random.elo == 0.0 && random.low == 0.0 && random.above_next.is_none());
        assert_eq!(table.rows.iter().map(|row| row.games).sum::<u32>(), 240);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].record.opening, pair[1].record.opening);
            assert_eq!(pair[0].record.black, pair[1].record.white);
        }
        let text = table.markdown("Made by a test.");
        assert_eq!(text.matches("\n| ").count(), 2 + 4, "{text}");
    }

    #[test]
    fn files_of_other_ladders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        play(&path, 4);
        let other = LadderOptions { seed: 4, ..OPTIONS };
        assert!(Ledger::open(&path, other).is_err());
        let mut ledger = Ledger::open(&path, OPTIONS).unwrap();
        let names = [&ledger.games()[0].first, &ledger.games()[0].second];
        let absent: Vec<String> =
            SPECS.iter().filter(|&spec| spec != names[0]).map(|&spec| spec.to_owned()).collect();
        let limits = Limits { budget: Duration::MAX, games: 6, threads: 1 };
        let error = run(&with_specs(&absent).unwrap(), &mut ledger, limits, &mut |_| ());
        assert!(error.unwrap_err().to_string().contains("who is not named"));
        std::fs::write(&path, "{}\n").unwrap();
        assert!(Ledger::open(&path, OPTIONS).is_err());
    }
}
