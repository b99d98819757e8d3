//! Standings: points, tie-breaks, what each player can still reach; the crosstable; performance; points of a series.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::swiss::tie_break;
use crate::{ByeKind, Color, Format, PlayerId, Round, Stage, Table, TieBreak, Tournament};

/// A player's place and figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentStanding"),
    ts(rename = "TournamentStanding")
)]
pub struct Standing {
    /// The place, from 1.
    pub rank: u32,
    /// Registered for the tournament, even if withdrawn.
    pub player: PlayerId,
    /// The score, in half-points.
    pub half_points: u32,
    /// Wins, draws and losses of games, forfeits among them.
    pub results: [u32; 3],
    /// Games with Black and with White.
    pub colors: [u32; 2],
    /// The Brightwell quotient: own discs and six times the opponents' points; a bye or an opponent who left
    /// counts as a draw against oneself.
    pub brightwell: u32,
    /// The opponents' half-points; a bye counts as an opponent with the own score.
    pub buchholz: u32,
    /// The own discs, empties to the winner.
    pub discs: u32,
    /// Own discs minus the opponents'.
    pub disc_difference: i32,
    /// The half-points in the games against those who are equal in points and in all tie-breaks before this one.
    pub direct: u32,
    /// The quotient of GGS, 2 · BF · 64 · games, where BF is the mean of the share of discs and that of points.
    pub share: u32,
    /// The rating that the results are worth, if opponents have ratings.
    pub performance: Option<i32>,
    /// The best and the worst place that the points to come allow; `None` in a knock-out.
    pub reach: Option<[u32; 2]>,
}

/// The players in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standings {
    /// The first one first.
    pub players: Vec<Standing>,
}

/// What a player did in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Games at a table.
    Table {
        /// Against whom.
        opponent: PlayerId,
        /// The own colour in the first game.
        color: Color,
        /// Half-points of all games: two for a win.
        half_points: u32,
        /// The own discs.
        discs: u32,
        /// Whether all results are known.
        is_complete: bool,
    },
    /// Without an opponent.
    Bye(ByeKind),
    /// The player did not take part.
    Absent,
}

impl Standings {
    /// Returns the standings of a tournament, running rounds included.
    pub fn new(tournament: &Tournament) -> Standings {
        let mut players: Vec<Standing> =
            tournament.players().iter().map(|player| figures(tournament, player.id)).collect();
        let tie_breaks = &tournament.rules().tie_breaks;
        let earlier = tie_breaks.iter().take_while(|by| **by != TieBreak::DirectGame);
        let key = |standing: &Standing| -> Vec<i64> {
            let figures = earlier.clone().map(|by| standing.figure(*by));
            std::iter::once(standing.half_points.into()).chain(figures).collect()
        };
        let keys: Vec<(PlayerId, Vec<i64>)> =
            players.iter().map(|standing| (standing.player, key(standing))).collect();
        for (standing, (_, own)) in players.iter_mut().zip(&keys) {
            let is_equal = |player| keys.iter().any(|(other, key)| *other == player && key == own);
            standing.direct = direct(tournament, standing.player, &is_equal);
        }
        let seed = tournament.rules().seed;
        players.sort_by_cached_key(|standing| {
            let tie_breaks: Vec<_> =
                tie_breaks.iter().map(|by| Reverse(standing.figure(*by))).collect();
            let stage = Reverse(knock_out_rounds(tournament, standing.player));
            let random = tie_break(seed, &[u64::MAX, standing.player.0.into()]);
            (stage, Reverse(standing.half_points), tie_breaks, random)
        });
        for (rank, standing) in (1..).zip(&mut players) {
            standing.rank = rank;
        }
        let mut standings = Standings { players };
        if matches!(tournament.rules().format, Format::Swiss { .. } | Format::RoundRobin { .. })
            && tournament.rounds().iter().all(|round| round.stage != Stage::KnockOut)
        {
            standings.add_reach(tournament);
        }
        standings
    }

    /// Returns the place of a player.
    pub fn rank(&self, player: PlayerId) -> Option<u32> {
        let found = self.players.iter().find(|standing| standing.player == player);
        found.map(|standing| standing.rank)
    }

    /// Finds the best and the worst place of each player by points alone. Who can meet whom is left out, so the
    /// true limits may be narrower.
    fn add_reach(&mut self, tournament: &Tournament) {
        let min: Vec<u32> = self.players.iter().map(|standing| standing.half_points).collect();
        let max: Vec<u32> = self
            .players
            .iter()
            .map(|standing| standing.half_points + to_come(tournament, standing.player))
            .collect();
        for (index, standing) in self.players.iter_mut().enumerate() {
            let surely_before = min.iter().filter(|&&points| max[index] < points).count();
            let perhaps_before = max.iter().filter(|&&points| min[index] <= points).count();
            let is_settled = max == min;
            let [best, worst] = [surely_before as u32 + 1, perhaps_before as u32];
            standing.reach = Some(if is_settled { [standing.rank; 2] } else { [best, worst] });
        }
    }
}

impl Standing {
    fn figure(&self, tie_break: TieBreak) -> i64 {
        match tie_break {
            TieBreak::Brightwell => self.brightwell.into(),
            TieBreak::Buchholz => self.buchholz.into(),
            TieBreak::Discs => self.discs.into(),
            TieBreak::DiscDifference => self.disc_difference.into(),
            TieBreak::DirectGame => self.direct.into(),
            TieBreak::Share => self.share.into(),
        }
    }

    /// Returns a tie-break as people read it: half-points as points.
    pub fn tie_break(&self, tie_break: TieBreak) -> String {
        match tie_break {
            TieBreak::Buchholz | TieBreak::DirectGame => points(self.figure(tie_break) as u32),
            TieBreak::DiscDifference => format!("{:+}", self.disc_difference),
            _ => self.figure(tie_break).to_string(),
        }
    }
}

/// Returns half-points as points: `7` or `6.5`.
pub fn points(half_points: u32) -> String {
    let half = if half_points.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", half_points / 2)
}

/// Returns what a player did in each round: a row of the crosstable.
pub fn crosstable_row(tournament: &Tournament, player: PlayerId) -> Vec<Cell> {
    let cell = |round: &Round| match (round.table_of(player), round.bye_of(player)) {
        (Some(table), _) => Cell::Table {
            opponent: table.opponent(player).unwrap_or(player),
            color: table.color(player, 0).unwrap_or(Color::Black),
            half_points: table.half_points(player),
            discs: table.discs(player),
            is_complete: table.is_complete(),
        },
        (None, Some(kind)) => Cell::Bye(kind),
        (None, None) => Cell::Absent,
    };
    tournament.rounds().iter().map(cell).collect()
}

/// Returns a player's figures, without the place.
fn figures(tournament: &Tournament, player: PlayerId) -> Standing {
    let total = |player| {
        tournament.rounds().iter().map(|round| tournament.half_points_in(player, round)).sum()
    };
    let half_points: u32 = total(player);
    let mut standing = Standing {
        rank: 0,
        player,
        half_points,
        results: [0; 3],
        colors: [0; 2],
        brightwell: 0,
        buchholz: 0,
        discs: 0,
        disc_difference: 0,
        direct: 0,
        share: 0,
        performance: None,
        reach: None,
    };
    let games = u32::from(tournament.rules().games);
    for round in tournament.rounds() {
        match (round.table_of(player), round.bye_of(player)) {
            (Some(table), _) => {
                let opponent = table.opponent(player).unwrap_or(player);
                let is_known = table.results.iter().any(Option::is_some);
                let opponents_points: u32 = total(opponent);
                standing.add_table(table);
                if is_known && tournament.is_withdrawn(opponent) {
                    standing.add_draw_with_oneself(table.results.len() as u32);
                } else if is_known {
                    standing.brightwell += table.discs(player) + 3 * opponents_points;
                    standing.buchholz += opponents_points;
                }
            }
            (None, Some(kind)) => {
                standing.add_draw_with_oneself(games);
                if kind == ByeKind::Unpaired {
                    let absent = tournament.rules().bye_discs;
                    standing.discs += games * (64 - absent);
                    standing.disc_difference += (games * 64) as i32 - 2 * (games * absent) as i32;
                }
            }
            (None, None) => (),
        }
    }
    standing.share = standing.discs + 32 * half_points;
    standing.performance = performance_of(tournament, player);
    standing
}

impl Standing {
    fn add_table(&mut self, table: &Table) {
        for (color, result) in table.results_of(self.player) {
            let [own, other] = result.discs(color);
            self.discs += own;
            self.disc_difference += own as i32 - other as i32;
            self.results[2 - result.half_points(color) as usize] += 1;
            self.colors[usize::from(color == Color::White)] += 1;
        }
    }

    fn add_draw_with_oneself(&mut self, games: u32) {
        self.brightwell += 32 * games + 3 * self.half_points;
        self.buchholz += self.half_points;
    }
}

/// Returns the half-points against some of the opponents.
fn direct(tournament: &Tournament, player: PlayerId, is_meant: &dyn Fn(PlayerId) -> bool) -> u32 {
    let tables = tournament.rounds().iter().filter_map(|round| round.table_of(player));
    let meant = tables.filter(|table| table.opponent(player).is_some_and(is_meant));
    meant.map(|table| table.half_points(player)).sum()
}

/// Returns in how many rounds of a knock-out a player has been, and one more if the player won the last one.
fn knock_out_rounds(tournament: &Tournament, player: PlayerId) -> usize {
    let rounds = tournament.rounds().iter().filter(|round| round.stage == Stage::KnockOut);
    let rounds: Vec<&Round> =
        rounds.filter(|round| round.bracket.contains(&Some(player))).collect();
    let is_winner = rounds.last().is_some_and(|round| {
        let table = round.table_of(player);
        table
            .is_some_and(|table| table.is_complete() && tournament.winner_of(table) == Some(player))
    });
    rounds.len() + usize::from(is_winner)
}

/// Returns the half-points that a player can still get.
fn to_come(tournament: &Tournament, player: PlayerId) -> u32 {
    if tournament.is_withdrawn(player) {
        return 0;
    }
    let running = tournament.rounds().last().and_then(|round| round.table_of(player));
    let missing = |table: &Table| table.results.iter().filter(|result| result.is_none()).count();
    let rounds = match tournament.rules().format {
        Format::Swiss { rounds } => rounds,
        _ => tournament.n_rounds(),
    };
    let rounds = rounds.saturating_sub(tournament.rounds().len() as u32);
    2 * (running.map_or(0, missing) as u32 + rounds * u32::from(tournament.rules().games))
}

fn performance_of(tournament: &Tournament, player: PlayerId) -> Option<i32> {
    let mut ratings = Vec::new();
    let mut half_points = 0;
    for table in tournament.rounds().iter().filter_map(|round| round.table_of(player)) {
        let opponent = table.opponent(player).and_then(|id| tournament.player(id)?.rating);
        if let Some(rating) = opponent {
            for (color, result) in table.results_of(player) {
                ratings.push(rating);
                half_points += result.half_points(color);
            }
        }
    }
    performance(&ratings, half_points)
}

/// Distance from the mean rating for a score of 0 or 100% (FIDE rating regulations).
const PERFORMANCE_BOUND: i32 = 800;
/// The difference in Elo at which the better player is expected to make ten times the points of the other.
const ELO_SCALE: f64 = 400.0;
/// No rating is further from 0.
const MAX_ELO: f64 = 10_000.0;
/// Halvings of twice `MAX_ELO`: less than a millionth of a point is left.
const BISECTIONS: u32 = 60;

/// Returns the rating with which the expected score against these opponents is the score that was made.
pub fn performance(opponents: &[i32], half_points: u32) -> Option<i32> {
    let n = opponents.len() as u32;
    if n == 0 {
        return None;
    }
    let mean = opponents.iter().sum::<i32>() / n as i32;
    if half_points == 0 {
        return Some(mean - PERFORMANCE_BOUND);
    }
    if 2 * n <= half_points {
        return Some(mean + PERFORMANCE_BOUND);
    }
    let expected = |rating: f64| -> f64 {
        let chance =
            |&other: &i32| 1.0 / (1.0 + 10_f64.powf((f64::from(other) - rating) / ELO_SCALE));
        opponents.iter().map(chance).sum()
    };
    let (mut low, mut high) = (-MAX_ELO, MAX_ELO);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if expected(middle) < f64::from(half_points) / 2.0 { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high).round() as i32)
}

/// The points of the first ten places of a European Grand Prix.
const SERIES: [u32; 10] = [200, 140, 90, 60, 40, 30, 20, 15, 10, 5];
/// How many tournaments of a series count.
const SERIES_BEST: usize = 4;

/// Returns the points of a player of a European Grand Prix: those of the best four of these places, from 1.
pub fn series_points(ranks: &[u32]) -> u32 {
    let of_rank = |&rank: &u32| SERIES.get((rank as usize).wrapping_sub(1)).copied().unwrap_or(0);
    let mut points: Vec<u32> = ranks.iter().map(of_rank).collect();
    points.sort_unstable_by_key(|&points| Reverse(points));
    points.into_iter().take(SERIES_BEST).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_is_where_the_expected_score_is_the_one_made() {
        assert_eq!(performance(&[], 0), None);
        assert_eq!(performance(&[1500, 1700], 2), Some(1600));
        // 10 to 1 are 400 points.
        assert_eq!(performance(&[1500; 11], 20), Some(1900));
        assert_eq!((performance(&[1500], 2), performance(&[1500], 0)), (Some(2300), Some(700)));
    }

    #[test]
    fn the_best_four_of_a_series_count() {
        assert_eq!(series_points(&[1, 2, 3, 4, 5]), 200 + 140 + 90 + 60);
        assert_eq!(series_points(&[10, 11, 0]), 5);
    }
}
