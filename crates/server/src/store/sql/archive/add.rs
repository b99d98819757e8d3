//! Adds games to the archive, and imports games.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use willow_protocol::{GameId, name_key};

use super::changes::note_import;
use crate::store::Result;
use crate::store::archive::{
    ArchiveEntry, DIGEST, Import, Imported, KnownGame, MoveCounts, MoveCountsByMove, PositionRow,
    ending_name, index,
};
use crate::store::sql::settings::{self, RESERVED};
use crate::store::sql::{Connection, Writer, bulk, run};

#[derive(Debug)]
pub(super) struct NewArchivedGame {
    pub(super) game: GameId,
    pub(super) digest: [u8; DIGEST],
    pub(super) entry: ArchiveEntry,
    pub(super) origin: Origin,
}

/// Where a game was played, as the column `own` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Imported = 0,
    Here = 1,
    /// On a user's device. Such games are not among the counted moves.
    Device = 2,
}

/// Adds games with their players and positions. None of them may be in the archive already.
pub(super) async fn add(connection: &mut Connection<'_>, games: &[NewArchivedGame]) -> Result<()> {
    let (mut rows, mut counts) = (Vec::new(), MoveCountsByMove::default());
    for NewArchivedGame { game, entry, origin, .. } in games {
        let mut uncounted = MoveCountsByMove::default();
        let is_counted = *origin != Origin::Device;
        let counts = if is_counted { &mut counts } else { &mut uncounted };
        index(entry, *game, &mut rows, counts);
    }
    // In the order of the table, so that each of its pages is written once.
    rows.sort_unstable();
    insert_positions(connection, &rows).await?;
    add_entries(connection, games, counts).await
}

/// Adds everything of games but their positions: the games, their players and the counts of their
/// moves.
pub(super) async fn add_entries(
    connection: &mut Connection<'_>,
    games: &[NewArchivedGame],
    counts: MoveCountsByMove,
) -> Result<()> {
    let players = players(connection, games).await?;
    insert_games(connection, games, &players).await?;
    add_move_counts(connection, counts).await
}

/// Returns the numbers of all players, new ones included.
async fn players(
    connection: &mut Connection<'_>,
    games: &[NewArchivedGame],
) -> Result<HashMap<String, i64>> {
    let names: BTreeSet<&str> =
        games.iter().flat_map(|game| &game.entry.names).map(String::as_str).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let head = "INSERT INTO archive_players (name, name_key)";
    let known = "ON CONFLICT (name) DO NOTHING";
    let values = |name: &&str| [(*name).into(), name_key(name).into()];
    bulk::insert(connection, head, known, &names, values).await?;
    let sql = |n| format!("SELECT name, id FROM archive_players WHERE name IN {}", bulk::tuple(n));
    let rows = bulk::fetch(connection, sql, &names, |&name| [name.into()]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

async fn insert_games(
    connection: &mut Connection<'_>,
    games: &[NewArchivedGame],
    players: &HashMap<String, i64>,
) -> Result<()> {
    let head = "INSERT INTO archive_games (id, digest, black_id, white_id, played, event, place,
                result, ending, start_position, n_moves, moves, own)";
    bulk::insert(connection, head, "", games, |row| {
        let entry = &row.entry;
        let [black, white] = entry.names.each_ref().map(|name| players[name.as_str()]);
        [
            row.game.into(),
            row.digest[..].into(),
            black.into(),
            white.into(),
            entry.played.into(),
            entry.event.clone().into(),
            entry.place.clone().into(),
            entry.result.into(),
            ending_name(entry.ending).into(),
            entry.custom_start().into(),
            entry.n_moves().into(),
            entry.transcript().into(),
            (row.origin as u8).into(),
        ]
    })
    .await
}

/// Writes positions. Those that are there already stay as they are.
pub(super) async fn insert_positions(
    connection: &mut Connection<'_>,
    rows: &[PositionRow],
) -> Result<()> {
    let head = "INSERT INTO archive_positions (position, played, game, move, result, finished)";
    bulk::insert(connection, head, "ON CONFLICT DO NOTHING", rows, |row| {
        let PositionRow { position, played, game, mv, result, finished } = *row;
        [position.into(), played.into(), game.into(), mv.into(), result.into(), finished.into()]
    })
    .await
}

async fn add_move_counts(connection: &mut Connection<'_>, counts: MoveCountsByMove) -> Result<()> {
    let rows: Vec<_> = counts.into_iter().collect();
    let head = "INSERT INTO archive_moves
                (position, move, games, black_wins, draws, white_wins, finished, difference)";
    let add = "ON CONFLICT (position, move) DO UPDATE SET
               games = archive_moves.games + excluded.games,
               black_wins = archive_moves.black_wins + excluded.black_wins,
               draws = archive_moves.draws + excluded.draws,
               white_wins = archive_moves.white_wins + excluded.white_wins,
               finished = archive_moves.finished + excluded.finished,
               difference = archive_moves.difference + excluded.difference";
    bulk::insert(connection, head, add, &rows, |&((position, mv), counts)| {
        let MoveCounts { games, black_wins, draws, white_wins, finished, difference } = counts;
        [
            position.into(),
            mv.into(),
            games.into(),
            black_wins.into(),
            draws.into(),
            white_wins.into(),
            finished.into(),
            difference.into(),
        ]
    })
    .await
}

/// Takes games out of the counts of moves.
pub(super) async fn subtract_move_counts(
    connection: &mut Connection<'_>,
    counts: MoveCountsByMove,
) -> Result<()> {
    let less = counts.into_iter().map(|(key, counts)| (key, counts.negated()));
    add_move_counts(connection, less.collect()).await?;
    run(connection, "DELETE FROM archive_moves WHERE games = 0", []).await
}

impl Writer {
    pub(crate) async fn import(
        &mut self,
        import: &mut Import,
        entries: Vec<ArchiveEntry>,
    ) -> Result<Imported> {
        let mut transaction = self.database.begin().await?;
        let (games, known) = new_games(&mut transaction, entries).await?;
        add(&mut transaction, &games).await?;
        let mut noted = import.clone();
        note_import(&mut transaction, &mut noted, &games).await?;
        transaction.commit().await?;
        *import = noted;
        if !games.is_empty() {
            // The WAL is about as large as the index of all these games.
            self.database.empty_log().await?;
        }
        Ok(Imported { added: games.len(), known })
    }
}

/// Returns the games that are not in the archive, with their numbers, and those that are.
async fn new_games(
    connection: &mut Connection<'_>,
    entries: Vec<ArchiveEntry>,
) -> Result<(Vec<NewArchivedGame>, Vec<KnownGame>)> {
    let digests: Vec<[u8; DIGEST]> = entries.iter().map(ArchiveEntry::digest).collect();
    let mut numbers = HashMap::<Vec<u8>, u64>::new();
    for columns in ["id FROM archive_games", "kept FROM archive_copies"] {
        let sql = |n| format!("SELECT digest, {columns} WHERE digest IN {}", bulk::tuple(n));
        let rows = bulk::fetch(connection, sql, &digests, |digest| [digest[..].into()]).await?;
        numbers.extend(rows.iter().map(|row| (row.get::<Vec<u8>, _>(0), row.get::<u64, _>(1))));
    }
    let mut next = settings::get(connection, RESERVED).await?.max(1);
    let (mut games, mut known) = (Vec::new(), Vec::new());
    for (index, (digest, entry)) in digests.into_iter().zip(entries).enumerate() {
        match numbers.entry(digest.to_vec()) {
            Entry::Occupied(same) => {
                known.push(KnownGame { entry: index, game: GameId(*same.get()) });
            }
            Entry::Vacant(new) => {
                new.insert(next);
                let (game, origin) = (GameId(next), Origin::Imported);
                games.push(NewArchivedGame { game, digest, entry, origin });
                next += 1;
            }
        }
    }
    settings::set(connection, &[(RESERVED, next)]).await?;
    Ok((games, known))
}
