//! The lists of players by rating.

use super::account::Account;
use super::dates;
use super::rating::Rating;
use super::state::ServerState;
use crate::ggs::MatchType;

/// The rows of `top` if nothing else is said, and the most.
const MOST_ROWS: usize = 64;

/// The rows of `rank` before the player who is asked for, and all its rows.
const ROWS_BEFORE: usize = 8;
const ROWS_AROUND: usize = 16;

/// What a win, a draw and a loss count.
const OUTCOMES: [f64; 3] = [1.0, 0.5, 0.0];

/// How many deviations are taken from a rating before `who` and `top` compare it: whoever has played
/// little comes later.
const DOUBT_IN_WHO: f64 = 1720.0 / 350.0;
const DOUBT_IN_TOP: f64 = 3.5;

/// The blanks of `who` in place of what a match with oneself would change.
const NO_CHANGE: &str = "                                   ";

impl ServerState {
    /// Lists who is here, with what a win, a draw and a loss would change for whoever asks:
    /// `who POOL [a] [LOWEST HIGHEST]`. Without `a`, those who play as many matches as they may are
    /// left out; the bounds are those of a loss and a win.
    pub(super) fn list_who(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let usage = "ERR who <type> [a] [-pts +pts].";
        let (pool, rest) = words.split_first().ok_or(usage)?;
        let pool = pool_of(pool)?;
        let (has_all, bounds) = match *rest {
            [] => (false, None),
            ["a"] => (true, None),
            ["a", lowest, highest] => (true, Some((lowest, highest))),
            [lowest, highest] => (false, Some((lowest, highest))),
            _ => return Err(usage.to_owned()),
        };
        let points = |text: &str| text.parse::<f64>().map_err(|_| usage);
        let bounds = match bounds {
            Some((lowest, highest)) => points(lowest)?..=points(highest)?,
            None => f64::NEG_INFINITY..=f64::INFINITY,
        };
        let own = self.rating_in(name, &pool);
        let mut players: Vec<(String, Rating)> = self
            .names_here()
            .into_iter()
            .filter(|other| has_all || self.has_room(other))
            .map(|other| {
                let rating = self.rating_in(&other, &pool);
                (other, rating)
            })
            .filter(|(_, rating)| {
                let change = |outcome| own.rated(*rating, outcome).value - own.value;
                change(0.0) >= *bounds.start() && change(1.0) <= *bounds.end()
            })
            .collect();
        players
            .sort_by(|a, b| a.1.less_doubt(DOUBT_IN_WHO).total_cmp(&b.1.less_doubt(DOUBT_IN_WHO)));
        let rows = players.iter().map(|(other, rating)| self.who_row(name, own, other, *rating));
        let rows = rows.collect();
        let head = format!(
            "{:5}      change:    win    draw    loss         match(es)",
            self.names_here().len()
        );
        self.list(name, "who", head, rows);
        Ok(())
    }

    fn who_row(&self, name: &str, own: Rating, other: &str, rating: Rating) -> String {
        let sign = if self.has_room(other) { '+' } else { '-' };
        let Rating { value, deviation, .. } = rating;
        let matches = self.matches_of(other);
        let change = if name == other {
            NO_CHANGE.to_owned()
        } else {
            let after = OUTCOMES.map(|outcome| own.rated(rating, outcome));
            let [win, draw, loss] = after.map(|after| after.value - own.value);
            format!(" -> {win:+7.1} {draw:+7.1} {loss:+7.1} @{:5.1}", after[2].deviation)
        };
        let row = format!("{other:<8} {sign} {value:6.1}@{deviation:5.1}{change} {matches}");
        row.trim_end().to_owned()
    }

    fn rating_in(&self, name: &str, pool: &str) -> Rating {
        let account = self.accounts.get(name);
        account.map(|account| account.rating(pool)).unwrap_or_default().at(self.now.unix)
    }

    /// Returns the rated players of a pool, the best first.
    fn ranking(&self, pool: &str) -> Vec<(&Account, Rating)> {
        let rated = self.accounts.values().map(|account| (account, account.rating(pool)));
        let rated = rated.filter(|(_, rating)| rating.is_played());
        let mut rated: Vec<_> = rated.collect();
        let rank = |rating: Rating| rating.at(self.now.unix).less_doubt(DOUBT_IN_TOP);
        rated.sort_by(|a, b| rank(b.1).total_cmp(&rank(a.1)));
        rated
    }

    /// Lists the best players: `top POOL [[FROM] N]`.
    pub(super) fn list_top(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let usage = "ERR top <type> [num]";
        let number = |word: &str| word.parse::<usize>().map_err(|_| usage);
        let (pool, from, n_rows) = match *words {
            [pool] => (pool, 1, MOST_ROWS),
            [pool, n_rows] => (pool, 1, number(n_rows)?),
            [pool, from, n_rows] => (pool, number(from)?.max(1), number(n_rows)?),
            _ => return Err(usage.to_owned()),
        };
        let pool = pool_of(pool)?;
        let rows = self.rank_rows(name, &pool);
        let rows = rows.into_iter().skip(from - 1).take(n_rows.min(MOST_ROWS)).collect();
        let head = format!("      {}", self.rank_head(&pool));
        self.list(name, "top", head, rows);
        Ok(())
    }

    /// Lists the players around one: `rank POOL [NAME]`.
    pub(super) fn list_rank(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let (pool, whose) = match *words {
            [pool] => (pool, name),
            [pool, whose] => (pool, whose),
            _ => return Err("ERR rank <type> [login]".to_owned()),
        };
        let pool = pool_of(pool)?;
        if self.session_of(whose).is_none() && !self.accounts.contains_key(whose) {
            return Err(format!("ERR user '{whose}' not found."));
        }
        let place = self.ranking(&pool).iter().position(|(account, _)| account.name == whose);
        let rows = match place {
            None => Vec::new(),
            Some(place) => {
                let rows = self.rank_rows(whose, &pool).into_iter();
                rows.skip(place.saturating_sub(ROWS_BEFORE)).take(ROWS_AROUND).collect()
            }
        };
        self.list(name, "rank", self.rank_head(&pool), rows);
        Ok(())
    }

    /// Returns the mean and the deviation of all ratings of a pool, and the titles of the columns.
    fn rank_head(&self, pool: &str) -> String {
        let values: Vec<f64> = self.ranking(pool).iter().map(|(_, rating)| rating.value).collect();
        let n_players = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n_players;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let deviation = (squares / n_players).sqrt();
        let columns = "     Inactive       AScore    Win   Draw   Loss";
        format!("{mean:6.1}@{deviation:5.1} {columns} {}", values.len())
    }

    /// Returns the rows of a pool's players; one of them is marked.
    fn rank_rows(&self, marked: &str, pool: &str) -> Vec<String> {
        let ranked = (1..).zip(self.ranking(pool));
        ranked
            .map(|(rank, (account, rating)): (usize, _)| {
                let mark = if account.name == marked { " <=" } else { "" };
                format!("{rank:5} {:<8} {}{mark}", account.name, rating.columns(self.now.unix))
            })
            .collect()
    }
}

/// Returns the pool that a word names.
fn pool_of(word: &str) -> Result<String, String> {
    let unknown = || format!("ERR rating type '{word}' unknown.");
    // A pool of random starts has no number of discs.
    let kind = word.to_ascii_lowercase();
    let kind: MatchType = kind.replace('r', "kr20").parse().map_err(|_| unknown())?;
    let is_pool = kind.color.is_none() && !kind.synchro && kind.komi == kind.random.is_some();
    if is_pool { Ok(kind.pool()) } else { Err(unknown()) }
}

impl Rating {
    /// Returns the rating less some deviations.
    fn less_doubt(self, n_deviations: f64) -> f64 {
        self.value - n_deviations * self.deviation
    }

    /// Returns the columns about the rating in lists.
    pub(super) fn columns(self, unix: u64) -> String {
        let idle = dates::idle(unix.saturating_sub(self.last));
        let (now, mean) = (self.at(unix), self.mean_result());
        let Rating { value, deviation, wins, draws, losses, .. } = self;
        format!(
            "{value:6.1}@{:5.1}={idle:>13}+@{deviation:5.1}{mean:+6.1}{wins:7}{draws:7}{losses:7}",
            now.deviation
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_types_without_numbers_and_colours() {
        assert_eq!(pool_of("8"), Ok("8".to_owned()));
        assert_eq!(pool_of("8R"), Ok("8r".to_owned()));
        assert_eq!(pool_of("10a"), Ok("10a".to_owned()));
        for word in ["9", "", "8b", "s8", "8k", "8r20", "x"] {
            assert_eq!(pool_of(word), Err(format!("ERR rating type '{word}' unknown.")));
        }
    }

    #[test]
    fn columns_are_those_of_ggs() {
        let rating = Rating { value: 2037.8, deviation: 290.2, ..Rating::default() };
        let shown = rating.counted(64.0, 1000).columns(1001);
        assert_eq!(shown, "2037.8@290.2=     00:00:01+@290.2 +64.0      1      0      0");
    }
}
