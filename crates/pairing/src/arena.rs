//! Arenas: whoever is free is paired, and the games of a given time count.
//!
//! A win is 2 points, a draw 1; after two wins in a row both are doubled until a game is not won.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::standings::performance;
use crate::{Color, GameResult, PlayerId};

/// So many wins in a row double the points of the next game.
const STREAK: u32 = 2;

/// A game of an arena that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaResult {
    /// Who moved first.
    pub black: PlayerId,
    /// Who moved second.
    pub white: PlayerId,
    /// How it ended.
    pub result: GameResult,
}

/// A player's place and figures in an arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArenaStanding {
    /// The place, from 1.
    pub rank: u32,
    /// Whose figures these are.
    pub player: PlayerId,
    /// Two for a win, one for a draw, doubled in a streak.
    pub points: u32,
    /// Wins, draws and losses.
    pub results: [u32; 3],
    /// The points of each game, the last one last.
    pub scores: Vec<u32>,
    /// The wins in a row until now.
    pub streak: u32,
    /// The rating that the results are worth, if opponents have ratings.
    pub performance: Option<i32>,
}

/// A player who waits for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingPlayer {
    /// Who waits.
    pub player: PlayerId,
    /// The place, from 1.
    pub rank: u32,
    /// The opponent of the last game.
    pub last_opponent: Option<PlayerId>,
    /// The games with Black minus those with White.
    pub color_balance: i32,
}

/// Returns the standings after these games, in the order in which they ended. Equal points are ordered by performance,
/// then by the number of the player.
pub fn standings(players: &[(PlayerId, Option<i32>)], games: &[ArenaResult]) -> Vec<ArenaStanding> {
    let mut tallies: BTreeMap<PlayerId, Tally> =
        players.iter().map(|&(player, rating)| (player, Tally::new(player, rating))).collect();
    for game in games {
        let rating = |player| tallies.get(&player).and_then(|it| it.rating);
        let [of_black, of_white] = [game.black, game.white].map(rating);
        for (player, color, opponent) in
            [(game.black, Color::Black, of_white), (game.white, Color::White, of_black)]
        {
            if let Some(tally) = tallies.get_mut(&player) {
                tally.add(game.result.half_points(color), opponent);
            }
        }
    }
    let mut standings: Vec<ArenaStanding> = tallies.into_values().map(Tally::standing).collect();
    standings.sort_by_key(|it| (Reverse(it.points), Reverse(it.performance), it.player));
    for (rank, standing) in (1..).zip(&mut standings) {
        standing.rank = rank;
    }
    standings
}

/// A player's figures so far.
struct Tally {
    rating: Option<i32>,
    standing: ArenaStanding,
    /// The ratings of the opponents who have one, and the half-points against these.
    opponents: (Vec<i32>, u32),
}

impl Tally {
    fn new(player: PlayerId, rating: Option<i32>) -> Tally {
        let standing = ArenaStanding {
            rank: 0,
            player,
            points: 0,
            results: [0; 3],
            scores: Vec::new(),
            streak: 0,
            performance: None,
        };
        Tally { rating, standing, opponents: (Vec::new(), 0) }
    }

    fn add(&mut self, half_points: u32, opponent: Option<i32>) {
        let standing = &mut self.standing;
        let score = if STREAK <= standing.streak { 2 * half_points } else { half_points };
        standing.streak = if half_points == 2 { standing.streak + 1 } else { 0 };
        standing.points += score;
        standing.scores.push(score);
        standing.results[2 - half_points as usize] += 1;
        if let Some(rating) = opponent {
            self.opponents.0.push(rating);
            self.opponents.1 += half_points;
        }
    }

    fn standing(self) -> ArenaStanding {
        let (ratings, half_points) = self.opponents;
        ArenaStanding { performance: performance(&ratings, half_points), ..self.standing }
    }
}

/// Returns the pairs among those who wait, each with Black first: the neighbours in the standings, but not the two who
/// have just met. Who is left waits on.
pub fn pairs(waiting: &[WaitingPlayer]) -> Vec<[PlayerId; 2]> {
    let mut free: Vec<&WaitingPlayer> = waiting.iter().collect();
    free.sort_by_key(|it| it.rank);
    let mut pairs: Vec<[&WaitingPlayer; 2]> = Vec::new();
    let mut left = 0;
    while left < free.len() {
        let first = free[left];
        match free[left + 1..].iter().position(|other| first.may_meet(other)) {
            Some(distance) => {
                let second = free.remove(left + 1 + distance);
                free.remove(left);
                pairs.push([first, second]);
            }
            None => left += 1,
        }
    }
    // Two who have just met and are left change partners with the nearest pair that can.
    while let [first, second, ..] = free[..] {
        let exchange = |[black, white]: &[&WaitingPlayer; 2]| {
            first.may_meet(black) && second.may_meet(white)
                || first.may_meet(white) && second.may_meet(black)
        };
        let Some(index) = pairs.iter().rposition(exchange) else { break };
        let [one, other] = pairs[index];
        let is_direct = first.may_meet(one) && second.may_meet(other);
        let partners = if is_direct { [one, other] } else { [other, one] };
        pairs[index] = [partners[0], first];
        pairs.insert(index + 1, [partners[1], second]);
        free.drain(..2);
    }
    pairs.into_iter().map(with_colors).collect()
}

impl WaitingPlayer {
    fn may_meet(&self, other: &WaitingPlayer) -> bool {
        self.last_opponent != Some(other.player) && other.last_opponent != Some(self.player)
    }
}

/// Returns a pair, the better placed player first, with Black first: who has had Black less often.
fn with_colors([first, second]: [&WaitingPlayer; 2]) -> [PlayerId; 2] {
    let is_white = second.color_balance < first.color_balance
        || (second.color_balance == first.color_balance && second.rank < first.rank);
    let pair = [first.player, second.player];
    if is_white { [pair[1], pair[0]] } else { pair }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId(1);
    const BEN: PlayerId = PlayerId(2);

    fn game(black: PlayerId, white: PlayerId, discs: u8) -> ArenaResult {
        ArenaResult { black, white, result: GameResult::Discs(discs, 64 - discs) }
    }

    /// Worked out by hand: 2 and 2 for the first wins, 4 in the streak, 2 for a draw in it, which ends it, and 2 again.
    #[test]
    fn the_third_win_in_a_row_counts_double_and_so_does_a_draw_then() {
        let games = [
            game(ANN, BEN, 40),
            game(BEN, ANN, 20),
            game(ANN, BEN, 33),
            game(ANN, BEN, 32),
            game(ANN, BEN, 64),
            game(ANN, BEN, 0),
        ];
        let standings = standings(&[(BEN, Some(1500)), (ANN, None)], &games);
        assert_eq!(standings[0].player, ANN);
        assert_eq!(standings[0].scores, [2, 2, 4, 2, 2, 0]);
        assert_eq!((standings[0].points, standings[0].results), (12, [4, 1, 1]));
        // 4.5 of 6 against 1500: the logistic curve gives log10(3) times 400 more.
        assert_eq!(standings[0].performance, Some(1691));
        assert_eq!((standings[1].points, standings[1].streak), (3, 1));
    }

    #[test]
    fn neighbours_meet_unless_they_have_just_met() {
        let waiting = |player, rank, last: u32, color_balance| WaitingPlayer {
            player: PlayerId(player),
            rank,
            last_opponent: (last != 0).then_some(PlayerId(last)),
            color_balance,
        };
        let all =
            [waiting(1, 1, 2, 1), waiting(2, 2, 1, 0), waiting(3, 3, 0, 0), waiting(4, 4, 0, 0)];
        let ids = |pairs: Vec<[PlayerId; 2]>| -> Vec<[u32; 2]> {
            pairs.into_iter().map(|pair| pair.map(|player| player.0)).collect()
        };
        assert_eq!(ids(pairs(&all)), [[3, 1], [2, 4]], "Black has who had it less often");
        assert!(pairs(&all[..2]).is_empty(), "two who have just met wait for a third");
        assert_eq!(ids(pairs(&all[..3])), [[3, 1]]);
        // The last two have just met: they change partners with the first two.
        let last =
            [waiting(3, 1, 9, 0), waiting(4, 2, 9, 0), waiting(1, 3, 2, 0), waiting(2, 4, 1, 0)];
        assert_eq!(ids(pairs(&last)), [[3, 1], [4, 2]]);
    }
}
