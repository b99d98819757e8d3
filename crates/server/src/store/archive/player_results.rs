//! How the games of a player ended: by colour, opening and opponent.

use std::collections::HashMap;
use std::hash::Hash;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{
    ArchiveFilter, ErrorDetail, OpeningName, OpeningResults, OpponentResults, PlayerResults, Tally,
};
use willow_records::openings::{Opening, opening_of};
use willow_records::{RecordedEnding, transcript};

use super::add::ending_of;
use crate::domain::Refusal;
use crate::store::{Store, StoreError};

/// The most games that are counted, the newest ones.
const MAX_GAMES: i64 = 2000;

/// The most openings and opponents of an answer.
const MAX_ROWS: usize = 20;

/// The most names of an answer.
const MAX_NAMES: usize = 10;

/// The moves that are looked at for an opening, as characters of a transcript: the longest line with a
/// name has 26 moves.
const OPENING_MOVES: usize = 60;

/// A game from the view of the player.
struct OwnGame {
    name: String,
    opponent: String,
    is_black: bool,
    /// The player's result in discs.
    result: Option<i32>,
    is_finished: bool,
    opening: Option<&'static Opening>,
}

/// Results that are being added up.
#[derive(Default)]
struct Sum {
    tally: Tally,
    n_finished: i32,
    discs: i32,
}

impl Sum {
    fn add(&mut self, game: &OwnGame) {
        self.tally.games += 1;
        let Some(result) = game.result else { return };
        match result {
            1.. => self.tally.wins += 1,
            0 => self.tally.draws += 1,
            ..0 => self.tally.losses += 1,
        }
        if game.is_finished {
            self.n_finished += 1;
            self.discs += result;
        }
    }

    fn tally(&self) -> Tally {
        let mean =
            || (f64::from(self.discs) / f64::from(self.n_finished) * 100.0).round() / 100.0 + 0.0;
        Tally { average: (self.n_finished > 0).then(mean), ..self.tally }
    }
}

/// Results by something that games have in common.
struct SumsBy<K>(HashMap<K, Sum>);

impl<K: Hash + Eq + Ord + Clone> SumsBy<K> {
    fn new() -> SumsBy<K> {
        SumsBy(HashMap::new())
    }

    fn add(&mut self, key: K, game: &OwnGame) {
        self.0.entry(key).or_default().add(game);
    }

    /// Returns the most frequent ones.
    fn most_frequent(&self) -> Vec<(K, Tally)> {
        let rows = self.0.iter().map(|(key, sum)| (key.clone(), sum.tally()));
        let mut rows: Vec<(K, Tally)> = rows.collect();
        rows.sort_by(|(one, of_one), (other, of_other)| {
            of_other.games.cmp(&of_one.games).then_with(|| one.cmp(other))
        });
        rows.truncate(MAX_ROWS);
        rows
    }
}

impl Store {
    /// Returns how the games of a filter ended for its player.
    pub(crate) async fn player_results(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<Result<PlayerResults, Refusal>, StoreError> {
        if filter.player.is_none() {
            let message = "name the player: `results player NAME`";
            let refusal = Refusal::new(ErrorDetail::MissingArgument, message).about("player");
            return Ok(Err(refusal));
        }
        let filter = ArchiveFilter { after: None, ..filter.clone() };
        let search = match self.prepare(&filter).await? {
            Ok(search) => search,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let rows = search.results(MAX_GAMES + 1).build().fetch_all(&self.readers).await?;
        let games = rows.iter().take(MAX_GAMES as usize);
        let games: Vec<OwnGame> = games.map(|row| own_game(row, &search.players[0])).collect();
        Ok(Ok(results_of(&games, rows.len() > games.len())))
    }
}

fn results_of(games: &[OwnGame], newest_only: bool) -> PlayerResults {
    let mut colors = [Sum::default(), Sum::default()];
    let (mut openings, mut opponents, mut names) = (SumsBy::new(), SumsBy::new(), SumsBy::new());
    for game in games {
        colors[usize::from(!game.is_black)].add(game);
        opponents.add(&*game.opponent, game);
        names.add(&*game.name, game);
        if let Some(opening) = game.opening {
            openings.add((opening.moves, opening.name(), opening.japanese), game);
        }
    }
    let opening = |((moves, name, japanese), results): ((&str, &str, Option<&str>), Tally)| {
        let opening = OpeningName { name: name.to_owned(), japanese: japanese.map(str::to_owned) };
        OpeningResults { opening, moves: moves.to_owned(), results }
    };
    let opponent =
        |(name, results): (&str, Tally)| OpponentResults { name: name.to_owned(), results };
    let [black, white] = colors.each_ref().map(Sum::tally);
    let names = names.most_frequent().into_iter().take(MAX_NAMES);
    PlayerResults {
        names: names.map(|(name, _)| name.to_owned()).collect(),
        newest_only,
        black,
        white,
        openings: openings.most_frequent().into_iter().map(opening).collect(),
        opponents: opponents.most_frequent().into_iter().map(opponent).collect(),
    }
}

/// Returns a game from the view of the one of `players` who has black, or else of who has white.
fn own_game(row: &SqliteRow, players: &[i64]) -> OwnGame {
    let is_black = players.contains(&row.get::<i64, _>(0));
    let (black, white): (String, String) = (row.get(1), row.get(2));
    let (name, opponent) = if is_black { (black, white) } else { (white, black) };
    let result: Option<i32> = row.get(3);
    let (ending, start): (&str, Option<&str>) = (row.get(4), row.get(5));
    let moves: &str = row.get(7);
    let opening = start.is_none().then(|| opening_played(moves)).flatten();
    OwnGame {
        name,
        opponent,
        is_black,
        result: result.map(|result| if is_black { result } else { -result }),
        // A game that ends on the board was nearly always played to the end, and replaying thousands to
        // be sure would take longer than an answer may.
        is_finished: ending_of(ending) == RecordedEnding::Board,
        opening,
    }
}

/// Returns the last opening that a transcript reaches.
fn opening_played(moves: &str) -> Option<&'static Opening> {
    let end = moves.len().min(OPENING_MOVES);
    let game = transcript::parse(moves.get(..end)?).ok()?;
    opening_of(&game).map(|(opening, _)| opening)
}
