//! How the games of a player ended: by colour, opening and opponent.

use std::collections::{BTreeSet, HashMap};

use willow_protocol::{
    ArchiveFilter, ErrorDetail, OpeningName, OpeningResults, OpponentResults, PlayerResults, Tally,
    Winner,
};
use willow_records::openings::{Opening, opening_of};
use willow_records::{RecordedEnding, transcript};

use super::search::Search;
use crate::domain::Refusal;
use crate::store::{QueryError, Store};

/// Maximum number of games that are counted, the newest ones.
const MAX_GAMES: i64 = 2000;

/// Maximum number of openings and opponents of an answer.
const MAX_ROWS: usize = 20;

/// Maximum number of names of an answer.
const MAX_NAMES: usize = 10;

/// The moves that are looked at for an opening, as characters of a transcript: the longest line with a
/// name has 26 moves.
const OPENING_MOVES: u32 = 60;

/// A game as the archive has it, without its players' names.
pub(crate) struct PlayedGame {
    /// The numbers of the players, Black first.
    pub(crate) players: [i64; 2],
    /// Black's result in discs.
    pub(crate) result: Option<i32>,
    pub(crate) ending: RecordedEnding,
    pub(crate) has_custom_start: bool,
    /// The beginning of the transcript.
    pub(crate) moves: String,
}

struct OwnGame<'a> {
    name: &'a str,
    opponent: &'a str,
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
    fn add(&mut self, game: &OwnGame<'_>) {
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

/// Returns the keys with the most games, most frequent first.
fn most_frequent<K: Clone + Ord>(sums: &HashMap<K, Sum>) -> Vec<(K, Tally)> {
    let mut rows: Vec<(K, Tally)> =
        sums.iter().map(|(key, sum)| (key.clone(), sum.tally())).collect();
    rows.sort_by(|(one, of_one), (other, of_other)| {
        of_other.games.cmp(&of_one.games).then_with(|| one.cmp(other))
    });
    rows.truncate(MAX_ROWS);
    rows
}

impl Store {
    /// Returns how the games of a filter ended for its player.
    pub(crate) async fn player_results(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<PlayerResults, QueryError> {
        if filter.player.is_none() {
            let message = "name the player: `results player NAME`";
            let refusal = Refusal::new(ErrorDetail::MissingArgument, message).about("player");
            return Err(refusal.into());
        }
        let filter = ArchiveFilter { after: None, ..filter.clone() };
        let search = self.prepare(&filter).await?;
        let rows = self.db.played_games(&search, MAX_GAMES + 1, OPENING_MOVES).await?;
        // Each name is looked up once.
        let ids: BTreeSet<i64> = rows.iter().flat_map(|game| game.players).collect();
        let names = self.db.player_names(&ids.into_iter().collect::<Vec<_>>()).await?;
        let games = rows.iter().take(MAX_GAMES as usize);
        let games: Vec<OwnGame<'_>> = games.map(|game| own_game(game, &search, &names)).collect();
        let newest_only = rows.len() > games.len();
        Ok(PlayerResults { newest_only, ..results_of(&games) })
    }
}

fn results_of(games: &[OwnGame<'_>]) -> PlayerResults {
    let mut colors = [Sum::default(), Sum::default()];
    let (mut openings, mut opponents) = (HashMap::<_, Sum>::new(), HashMap::<_, Sum>::new());
    let mut names = HashMap::<_, Sum>::new();
    for game in games {
        colors[usize::from(!game.is_black)].add(game);
        opponents.entry(game.opponent).or_default().add(game);
        names.entry(game.name).or_default().add(game);
        if let Some(opening) = game.opening {
            let opening = (opening.moves, opening.name(), opening.japanese);
            openings.entry(opening).or_default().add(game);
        }
    }
    let opening = |((moves, name, japanese), results): ((&str, &str, Option<&str>), Tally)| {
        let opening = OpeningName { name: name.to_owned(), japanese: japanese.map(str::to_owned) };
        OpeningResults { opening, moves: moves.to_owned(), results }
    };
    let opponent =
        |(name, results): (&str, Tally)| OpponentResults { name: name.to_owned(), results };
    let [black, white] = colors.each_ref().map(Sum::tally);
    let names = most_frequent(&names).into_iter().take(MAX_NAMES);
    PlayerResults {
        names: names.map(|(name, _)| name.to_owned()).collect(),
        newest_only: false,
        black,
        white,
        openings: most_frequent(&openings).into_iter().map(opening).collect(),
        opponents: most_frequent(&opponents).into_iter().map(opponent).collect(),
    }
}

fn own_game<'a>(
    game: &PlayedGame,
    search: &Search<'_>,
    names: &'a HashMap<i64, String>,
) -> OwnGame<'a> {
    let &PlayedGame { players, result, ending, has_custom_start, ref moves } = game;
    let is_black = is_black(search, players, result);
    let [black, white] = players.map(|player| names.get(&player).map_or("?", String::as_str));
    let (name, opponent) = if is_black { (black, white) } else { (white, black) };
    let opening = if has_custom_start { None } else { opening_played(moves) };
    OwnGame {
        name,
        opponent,
        is_black,
        result: result.map(|result| if is_black { result } else { -result }),
        // A game that ends on the board was nearly always played to the end, and replaying thousands to
        // be sure would take longer than an answer may.
        is_finished: ending == RecordedEnding::Board,
        opening,
    }
}

/// Returns whether the player has black: if both sides may be the player, the one for whom the opponent and the result
/// are right, and else Black.
fn is_black(search: &Search<'_>, [black, white]: [i64; 2], result: Option<i32>) -> bool {
    let opponents = search.players.get(1);
    let is_opponent = |player| opponents.is_none_or(|opponents| opponents.contains(&player));
    let may_be_black = search.players[0].contains(&black) && is_opponent(white);
    may_be_black
        && match search.filter.result {
            Some(Winner::Player) => result.is_some_and(|result| result > 0),
            Some(Winner::Opponent) => result.is_some_and(|result| result < 0),
            _ => true,
        }
}

/// Returns the last opening that the beginning of a transcript reaches.
fn opening_played(moves: &str) -> Option<&'static Opening> {
    let game = transcript::parse(moves).ok()?;
    opening_of(&game).map(|(opening, _)| opening)
}
