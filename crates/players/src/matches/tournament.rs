//! Round-robin tournaments.

use std::ops::ControlFlow;

use willow_board::TimeControl;

use crate::matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchError, MatchPlan, play_match,
};

/// A round-robin tournament: a match between any two players.
///
/// All matches have the same length and the same openings. Games are numbered from 1 through all
/// matches: first the match of players 0 and 1, then of 0 and 2, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    n_players: usize,
    games_per_match: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TournamentMatch {
    /// The index of the match's first player.
    first: usize,
    /// The index of the match's second player.
    second: usize,
    /// The number of games in the matches before this one.
    n_games_before: u32,
}

impl Tournament {
    /// Returns a tournament of `n_players` players with `games_per_match` games in each match.
    pub const fn new(n_players: usize, games_per_match: u32) -> Tournament {
        Tournament { n_players, games_per_match }
    }

    /// Returns the number of games in all matches.
    pub fn n_games(&self) -> u32 {
        self.games_per_match * self.matches().count() as u32
    }

    /// Returns the indices of a game's players, the first of their match first, and the number of
    /// the game in that match. `None` if there is no such game.
    pub fn players(&self, game: u32) -> Option<(usize, usize, u32)> {
        let pair = self.matches().find(|found| found.contains(game, self))?;
        Some((pair.first, pair.second, game - pair.n_games_before))
    }

    fn matches(&self) -> impl Iterator<Item = TournamentMatch> + use<> {
        let Tournament { n_players, games_per_match } = *self;
        (0..n_players)
            .flat_map(move |first| (first + 1..n_players).map(move |second| (first, second)))
            .zip(0..)
            .map(move |((first, second), index)| TournamentMatch {
                first,
                second,
                n_games_before: index * games_per_match,
            })
    }
}

impl TournamentMatch {
    const fn contains(&self, game: u32, tournament: &Tournament) -> bool {
        self.n_games_before < game && game <= self.n_games_before + tournament.games_per_match
    }
}

/// Plays the games of a tournament that are not finished yet, one match after the other.
///
/// Every match has the same plan; `clocks` has a time control for each player. Records are numbered
/// as in the tournament.
///
/// # Errors
/// As [`play_match`].
pub fn play_tournament(
    contestants: &[Contestant<'_>],
    clocks: &[TimeControl],
    plan: &MatchPlan,
    finished: &[GameRecord],
    control: MatchControl<'_>,
) -> Result<MatchEnd, MatchError> {
    let tournament = Tournament::new(contestants.len(), plan.n_games());
    let MatchControl { parallel, stop, on_game } = control;
    for pair in tournament.matches() {
        let renumbered = |record: &GameRecord, game| GameRecord { game, ..record.clone() };
        let own: Vec<GameRecord> = finished
            .iter()
            .filter(|record| pair.contains(record.game, &tournament))
            .map(|record| renumbered(record, record.game - pair.n_games_before))
            .collect();
        let both = [pair.first, pair.second];
        let plan = plan.clone().with_clocks(both.map(|player| clocks[player]));
        let mut renumber_and_pass_on = |record: &GameRecord| -> ControlFlow<()> {
            on_game(&renumbered(record, record.game + pair.n_games_before))
        };
        let control = MatchControl { parallel, stop, on_game: &mut renumber_and_pass_on };
        let end = play_match(both.map(|player| &contestants[player]), &plan, &own, control)?;
        if end != MatchEnd::Complete {
            return Ok(end);
        }
    }
    Ok(MatchEnd::Complete)
}

#[cfg(test)]
mod tests {
    use crate::{BuildContext, StopFlag};

    use super::*;
    use crate::matches::{OpeningSource, Standings};

    fn contestants() -> Vec<Contestant<'static>> {
        let spec = |text: &str| {
            Contestant::from_spec(&text.parse().unwrap(), &BuildContext::new(1)).unwrap()
        };
        ["maximizer", "random:seed=1", "alpha-beta:depth=2"].map(spec).into()
    }

    fn play(finished: &[GameRecord], max: usize) -> Vec<GameRecord> {
        let openings = OpeningSource::Random { plies: 6 };
        let plan = MatchPlan::new(4, &openings, TimeControl::Unlimited, 3).unwrap();
        let mut records = finished.to_vec();
        let mut on_game = |record: &GameRecord| {
            records.push(record.clone());
            if records.len() < max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let stop = StopFlag::new();
        let control = MatchControl { parallel: 2, stop: &stop, on_game: &mut on_game };
        let clocks = [TimeControl::Unlimited; 3];
        play_tournament(&contestants(), &clocks, &plan, finished, control).unwrap();
        records
    }

    #[test]
    fn games_are_numbered_through_all_matches() {
        let tournament = Tournament::new(4, 10);
        assert_eq!(tournament.n_games(), 60);
        let first_games = [1, 11, 21, 31, 41, 51].map(|game| tournament.players(game).unwrap());
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(i, j)| (i, j, 1));
        assert_eq!(first_games, pairs);
        assert_eq!(tournament.players(60), Some((2, 3, 10)));
        assert_eq!((tournament.players(0), tournament.players(61)), (None, None));
    }

    #[test]
    fn all_matches_have_the_same_openings_and_an_interruption_changes_no_game() {
        let records = play(&[], 100);
        assert_eq!(
            records.iter().map(|r| r.game).collect::<Vec<_>>(),
            (1..=12).collect::<Vec<_>>()
        );
        let openings = |games: &[GameRecord]| -> Vec<String> {
            games.iter().map(|record| record.opening.clone()).collect()
        };
        assert_eq!(openings(&records[..4]), openings(&records[8..]));
        let begun = play(&[], 6);
        let moves = |games: &[GameRecord]| -> Vec<(u32, String)> {
            games.iter().map(|record| (record.game, record.moves.clone())).collect()
        };
        assert_eq!(moves(&play(&begun[..6], 100)), moves(&records));
    }

    #[test]
    fn the_standings_add_up() {
        let records = play(&[], 100);
        let names = ["greedy", "random", "alpha-beta"].map(str::to_owned);
        let standings = Standings::new(&names, Tournament::new(3, 4), &records);
        let total: f64 = standings.players.iter().map(|player| player.points).sum();
        assert!((total - 12.0).abs() < 1e-9);
        for (index, player) in standings.players.iter().enumerate() {
            assert_eq!(player.games, 8);
            assert_eq!(player.against[index], None);
            let sum: f64 = player.against.iter().flatten().sum();
            assert!((sum - player.points).abs() < 1e-9);
            assert_eq!(player.black.games() + player.white.games(), 8);
            assert_eq!((player.black.games(), player.white.games()), (4, 4));
        }
        let discs: f64 = standings.players.iter().map(|player| player.mean_diff).sum();
        assert!(discs.abs() < 1e-9, "{discs}");
        assert!(standings.players[1].elo.value < standings.players[2].elo.value);
    }
}
