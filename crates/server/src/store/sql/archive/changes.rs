//! The changes that the operator can undo.

use willow_protocol::{GameId, name_key};

use super::add::{NewArchivedGame, Origin, add};
use super::read::{EVENTS, MAX_COMPARED, record};
use super::remove::{remove, remove_range};
use crate::store::archive::{
    ArchiveChange, ArchiveEntry, ArchiveError, ChangeKind, ComparedGame, Import, MergedKind,
    NameMerge, PossibleCopy, copies_among, moves_key, shown_names,
};
use crate::store::sql::{Connection, Readers, Row, Writer, bulk, run};
use crate::store::{Result, StoreError};

/// The maximum number of names in an error message.
const MAX_SIMILAR: usize = 5;

/// The number of games that are read at once when copies are looked for, about 1 MiB.
const GAMES_AT_ONCE: u32 = 10_000;

/// The columns of [`ComparedGame`].
const COMPARED: &str = "SELECT g.id, g.own, g.played, g.event, g.result,
            COALESCE((SELECT name FROM archive_players p WHERE p.id = b.person), b.name),
            COALESCE((SELECT name FROM archive_players p WHERE p.id = w.person), w.name)
     FROM archive_games g JOIN archive_players b ON b.id = g.black_id
     JOIN archive_players w ON w.id = g.white_id WHERE g.id IN";

/// Notes that games with some numbers were added by an import.
pub(super) async fn note_import(
    connection: &mut Connection<'_>,
    import: &mut Import,
    games: &[NewArchivedGame],
) -> Result<()> {
    let (Some(first), Some(last)) = (games.first(), games.last()) else { return Ok(()) };
    let next = last.game.0 + 1;
    if let Some(number) = import.number {
        let sql = "UPDATE archive_changes SET next_game = ?, games = games + ? WHERE number = ?";
        return run(connection, sql, [next.into(), games.len().into(), number.into()]).await;
    }
    let sql = "INSERT INTO archive_changes (kind, at, what, first_game, next_game, games)
               VALUES ('import', ?, ?, ?, ?, ?) RETURNING number";
    let values = [
        import.at.into(),
        import.files.as_str().into(),
        first.game.into(),
        next.into(),
        games.len().into(),
    ];
    import.number = Some(bulk::query(sql, values).fetch_one(connection).await?.get(0));
    import.first = first.game;
    Ok(())
}

const fn merged_name(kind: MergedKind) -> &'static str {
    match kind {
        MergedKind::Player => "player",
        MergedKind::Event => "event",
    }
}

fn change(row: &Row) -> Result<ArchiveChange> {
    let merge = |kind| NameMerge { kind, name: row.get("what"), shown: row.get("shown") };
    let kind = match row.get("kind") {
        "import" => ChangeKind::Import { files: row.get("what"), games: row.get("games") },
        "copies" => ChangeKind::Copies { games: row.get("games") },
        "player" => ChangeKind::Merge(merge(MergedKind::Player)),
        "event" => ChangeKind::Merge(merge(MergedKind::Event)),
        other => return Err(StoreError::invalid("kind of a change of the archive", other)),
    };
    Ok(ArchiveChange { number: row.get("number"), at: row.get("at"), kind })
}

impl Readers {
    pub(crate) async fn archive_changes(&self) -> Result<Vec<ArchiveChange>> {
        let rows = self.rows("SELECT * FROM archive_changes ORDER BY number", []).await?;
        rows.iter().map(change).collect()
    }

    pub(crate) async fn possible_copies(&self) -> Result<Vec<PossibleCopy>> {
        let mut keys = self.keys_of_moves().await?;
        keys.sort_unstable();
        let (mut copies, mut connection) = (Vec::new(), self.queries.acquire().await?);
        for same in keys.chunk_by(|one, other| one.0 == other.0).filter(|same| 1 < same.len()) {
            let sql = |n| format!("{COMPARED} {}", bulk::tuple(n));
            let rows =
                bulk::fetch(&mut connection.connection(), sql, same, |&(_, game)| [game.into()])
                    .await?;
            copies.extend(copies_among(rows.iter().map(compared).collect()));
        }
        copies.sort_by_key(|pair| (pair.kept.game, pair.copy.game));
        Ok(copies)
    }

    /// Returns what the moves of each game have in common with those of its copies.
    async fn keys_of_moves(&self) -> Result<Vec<([u8; 16], u64)>> {
        let (mut keys, mut last) = (Vec::new(), 0);
        loop {
            let sql = "SELECT id, start_position, moves FROM archive_games
                       WHERE id > ? AND own <> 2 ORDER BY id LIMIT ?";
            let rows = self.rows(sql, [last.into(), GAMES_AT_ONCE.into()]).await?;
            let Some(row) = rows.last() else { return Ok(keys) };
            last = row.get::<u64, _>(0);
            keys.extend(rows.iter().filter_map(|row| {
                Some((moves_key(row.get(1), row.get(2))?, row.get::<u64, _>(0)))
            }));
        }
    }
}

impl Writer {
    pub(crate) async fn undo_archive_change(
        &mut self,
        number: u64,
        progress: impl FnMut(usize),
    ) -> Result<Option<ArchiveChange>> {
        let mut transaction = self.database.begin().await?;
        let sql = "DELETE FROM archive_changes WHERE number = ? RETURNING *";
        let row = bulk::query(sql, [number.into()]).fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let undone = change(&row)?;
        match &undone.kind {
            ChangeKind::Import { .. } => {
                let games = row.get::<u64, _>("first_game")..row.get::<u64, _>("next_game");
                remove_range(&mut transaction, games.clone(), progress).await?;
                let sql = "DELETE FROM archive_copies WHERE id >= ? AND id < ?";
                run(&mut transaction, sql, [games.start.into(), games.end.into()]).await?;
                let sql = "DELETE FROM archive_copies WHERE kept >= ? AND kept < ? RETURNING *";
                restore(&mut transaction, sql, [games.start.into(), games.end.into()]).await?;
            }
            ChangeKind::Copies { .. } => {
                let sql = "DELETE FROM archive_copies WHERE change = ? RETURNING *";
                restore(&mut transaction, sql, [number.into()]).await?;
            }
            ChangeKind::Merge(merge) => show_names(&mut transaction, merge.kind).await?,
        }
        transaction.commit().await?;
        self.database.empty_log().await?;
        Ok(Some(undone))
    }

    pub(crate) async fn merge_names(
        &mut self,
        merge: NameMerge,
        at: u64,
    ) -> Result<u64, ArchiveError> {
        let kind = merge.kind;
        let mut transaction = self.database.begin().await?;
        let name = known_name(&mut transaction, kind, merge.name).await?;
        let shown = known_name(&mut transaction, kind, merge.shown).await?;
        let sql = "INSERT INTO archive_changes (kind, at, what, shown) VALUES (?, ?, ?, ?)
                   RETURNING number";
        let names = merges(&mut transaction, kind).await?;
        let names = shown_names(&names);
        let is_shown_as = |name: &String| names.get(name).unwrap_or(name).clone();
        if is_shown_as(&name) == is_shown_as(&shown) {
            return Err(ArchiveError::SameName(name, shown));
        }
        let values = [merged_name(kind).into(), at.into(), name.into(), shown.into()];
        let row = bulk::query(sql, values).fetch_one(&mut transaction).await;
        let number = row?.get(0);
        show_names(&mut transaction, kind).await?;
        transaction.commit().await?;
        self.database.empty_log().await?;
        Ok(number)
    }

    pub(crate) async fn take_out(&mut self, copies: &[PossibleCopy], at: u64) -> Result<u64> {
        let mut transaction = self.database.begin().await?;
        let sql = "INSERT INTO archive_changes (kind, at, what, games) VALUES ('copies', ?, '', ?)
                   RETURNING number";
        let values = [at.into(), copies.len().into()];
        let number: u64 = bulk::query(sql, values).fetch_one(&mut transaction).await?.get(0);
        for PossibleCopy { kept, copy } in copies {
            let sql = "INSERT INTO archive_copies
                       SELECT g.id, ?, ?, digest, b.name, w.name, played, event, place, result, ending,
                              start_position, moves
                       FROM archive_games g JOIN archive_players b ON b.id = black_id
                       JOIN archive_players w ON w.id = white_id WHERE g.id = ? AND own = 0";
            let values = [number.into(), kept.game.into(), copy.game.into()];
            run(&mut transaction, sql, values).await?;
        }
        let games: Vec<GameId> = copies.iter().map(|pair| pair.copy.game).collect();
        remove(&mut transaction, &games).await?;
        transaction.commit().await?;
        self.database.empty_log().await?;
        Ok(number)
    }
}

fn compared(row: &Row) -> ComparedGame {
    ComparedGame {
        game: GameId(row.get(0)),
        is_own: row.get(1),
        played: row.get(2),
        event: row.get(3),
        result: row.get(4),
        names: [row.get(5), row.get(6)],
    }
}

/// Adds copies to the archive again, which a statement takes out of their table.
async fn restore<const N: usize>(
    connection: &mut Connection<'_>,
    sql: &'static str,
    values: [bulk::Value; N],
) -> Result<()> {
    let rows = bulk::query(sql, values).fetch_all(&mut *connection).await?;
    let game = |row: &Row| -> Result<NewArchivedGame> {
        let digest: &[u8] = row.get("digest");
        let digest = digest.try_into().map_err(|_| StoreError::invalid("digest of a game", ""))?;
        let entry = ArchiveEntry::from(record(row)?);
        Ok(NewArchivedGame { game: GameId(row.get("id")), digest, entry, origin: Origin::Imported })
    };
    let games = rows.iter().map(game).collect::<Result<Vec<_>>>()?;
    add(connection, &games).await
}

/// Returns the name that the archive has: this one, or the only one that differs from it in case or accents.
async fn known_name(
    connection: &mut Connection<'_>,
    kind: MergedKind,
    name: String,
) -> Result<String, ArchiveError> {
    let key = name_key(&name);
    let rows = match kind {
        MergedKind::Player => {
            let sql = "SELECT name FROM archive_players INDEXED BY archive_players_by_key
                       WHERE instr(name_key, ?) > 0 OR name = ?";
            bulk::query(sql, [key.as_str().into(), name.as_str().into()])
                .fetch_all(connection)
                .await
        }
        MergedKind::Event => bulk::query(EVENTS, [MAX_COMPARED.into()]).fetch_all(connection).await,
    }?;
    let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let mut called = names.iter().filter(|known| name_key(known) == key);
    match (names.contains(&name), called.next(), called.next()) {
        (true, ..) => Ok(name),
        (false, Some(only), None) => Ok(only.clone()),
        _ => {
            let similar = names.into_iter().filter(|known| name_key(known).contains(&key));
            Err(ArchiveError::UnknownName {
                kind,
                name,
                similar: similar.take(MAX_SIMILAR).collect(),
            })
        }
    }
}

/// Returns the merges of names in their order.
async fn merges(
    connection: &mut Connection<'_>,
    kind: MergedKind,
) -> Result<Vec<(String, String)>> {
    let sql = "SELECT what, shown FROM archive_changes WHERE kind = ? ORDER BY number";
    let rows = bulk::query(sql, [merged_name(kind).into()]).fetch_all(connection).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Writes anew which names are shown for others.
async fn show_names(connection: &mut Connection<'_>, kind: MergedKind) -> Result<()> {
    let names = shown_names(&merges(connection, kind).await?);
    let (forget, set) = match kind {
        MergedKind::Player => (
            "UPDATE archive_players SET person = NULL WHERE person IS NOT NULL",
            "UPDATE archive_players SET person = (SELECT id FROM archive_players WHERE name = ?2)
             WHERE name IN (?1, ?2)",
        ),
        MergedKind::Event => (
            "DELETE FROM archive_event_names",
            "INSERT INTO archive_event_names (event, shown) VALUES (?, ?)",
        ),
    };
    run(connection, forget, []).await?;
    for (name, shown) in names {
        run(connection, set, [name.into(), shown.into()]).await?;
    }
    Ok(())
}

/// Forgets the merges of a name that no player of the archive has any more.
pub(in super::super) async fn forget_player(
    connection: &mut Connection<'_>,
    name: &str,
) -> Result<()> {
    let sql = "DELETE FROM archive_changes WHERE kind = 'player' AND ?1 IN (what, shown)
               AND NOT EXISTS (SELECT 1 FROM archive_players WHERE name = ?1)";
    let forgotten = bulk::query(sql, [name.into()]).execute(&mut *connection).await?;
    if forgotten == 0 {
        return Ok(());
    }
    show_names(connection, MergedKind::Player).await
}

/// Computes the keys of names that a migration has taken away.
pub(in super::super) async fn renew_keys(connection: &mut Connection<'_>) -> Result<()> {
    let sql = "SELECT id, name FROM archive_players WHERE name_key = ''";
    let rows = bulk::query(sql, []).fetch_all(connection).await?;
    let keys = rows.iter().map(|row| (row.get::<i64, _>(0), name_key(row.get(1))));
    let keys: Vec<_> = keys.filter(|(_, key)| !key.is_empty()).collect();
    if keys.is_empty() {
        return Ok(());
    }
    let mut transaction = connection.begin().await?;
    for (id, key) in keys {
        let sql = "UPDATE archive_players SET name_key = ? WHERE id = ?";
        run(&mut transaction, sql, [key.into(), id.into()]).await?;
    }
    transaction.commit().await
}
