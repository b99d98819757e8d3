//! Reads the data from which the domain's state is restored.

use std::net::IpAddr;

use willow_protocol::{ArchiveDate, Event, Name, Notice, Offer, TournamentChange, TournamentId};

use super::accounts::{json_list, saved_users};
use super::games::{hidden_moves, started_game};
use super::settings::{self, ANNOUNCEMENT, HEARTBEAT, RESERVED, TOKENS};
use super::{
    Connection, Result, Row, StoreError, Writer, bulk, display_name, from_json, game_end,
    invitations, last_command_ids, last_events, last_messages, of_tournaments, open_reports,
    parsed, past_tournaments, read_rows,
};
use crate::domain::{
    ACCOUNT_GRACE, DAY, DamagedRow, KEPT_EVENTS, MAX_OFFLINE, Millis, NAME_HELD, RoomKey, Saved,
    SavedGame, SavedModeration, SavedName, SavedUser, UserId,
};

/// Time for which the id of a command is remembered.
const COMMAND_ID_LIFETIME: Millis = DAY;

/// Number of events of a room that are read.
const EVENTS: i64 = KEPT_EVENTS as i64;

impl Writer {
    pub(crate) async fn load(&mut self, now: Millis) -> Result<Saved> {
        let connection = &mut self.database.connection();
        let (open_reports, last_report) = open_reports(connection).await?;
        let offers = offers(connection).await?;
        let (past_tournaments, ids) = past_tournaments(connection, now.saturating_sub(DAY)).await?;
        let tournaments = of_tournaments(connection, &ids).await?;
        Ok(Saved {
            last_user: last_user(connection).await?,
            last_token: settings::get(connection, TOKENS).await?,
            held_names: held_names(connection, now).await?,
            moderation: SavedModeration {
                open_reports,
                last_report,
                banned_addresses: reached_addresses(connection, BANNED).await?,
                silenced_addresses: reached_addresses(connection, SILENCED).await?,
                invitations: invitations::load(connection).await?,
            },
            announcement: settings::text(connection, ANNOUNCEMENT).await?,
            lobby: last_events(connection, RoomKey::Lobby, EVENTS).await?,
            lobby_chat: last_messages(connection).await?,
            games: games(connection).await?,
            reserved: settings::get(connection, RESERVED).await?,
            last_heartbeat: settings::get(connection, HEARTBEAT).await?,
            names: names(connection).await?,
            users: needed_users(connection, &offers, &tournaments, now).await?,
            offers,
            tournaments,
            past_tournaments,
        })
    }

    /// Returns the latest time in the database. The server's clock starts after it.
    pub(crate) async fn last_time(&mut self) -> Result<Millis> {
        let sql = "SELECT MAX(at) FROM (SELECT MAX(begun_at) AS at FROM games
                   UNION ALL SELECT MAX(ended_at) FROM games
                   UNION ALL SELECT MAX(at) FROM events WHERE room = 'lobby'
                   UNION ALL SELECT MAX(at) FROM handled
                   UNION ALL SELECT value FROM settings WHERE name = 'alive') AS times";
        let mut connection = self.database.connection();
        let last =
            bulk::query(sql, []).fetch_one(&mut connection).await?.try_get::<Option<Millis>, _>(0);
        if !last.as_ref().is_ok_and(|last| is_time(*last))
            && let Some(row) = damaged_time(&mut connection).await?
        {
            return Err(StoreError::Damaged(row));
        }
        Ok(last?.unwrap_or(0))
    }
}

/// Returns whether a column without a time or with one that has a date was read.
fn is_time(time: Option<Millis>) -> bool {
    time.is_none_or(|time| ArchiveDate::of_millis(time).is_some())
}

/// Finds the row of a latest time that is not a time.
async fn damaged_time(connection: &mut Connection<'_>) -> Result<Option<DamagedRow>> {
    for (table, sql) in [
        ("games", "SELECT id, begun_at FROM games ORDER BY begun_at DESC LIMIT 1"),
        (
            "games",
            "SELECT id, ended_at FROM games WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1",
        ),
        (
            "events",
            "SELECT room || ' ' || number, at FROM events WHERE room = 'lobby' ORDER BY at DESC LIMIT 1",
        ),
        ("handled", "SELECT number, at FROM handled ORDER BY at DESC LIMIT 1"),
        ("settings", "SELECT name, value FROM settings WHERE name = 'alive'"),
    ] {
        let Some(row) = bulk::query(sql, []).fetch_optional(connection).await? else { continue };
        if !row.try_get(1).is_ok_and(is_time) {
            return Ok(Some(DamagedRow::new(table, row.first_column(), "its time cannot be read")));
        }
    }
    Ok(None)
}

/// Returns the names of deleted accounts that are not free yet, and when they are.
pub(super) async fn held_names(
    connection: &mut Connection<'_>,
    now: Millis,
) -> Result<Vec<(Name, Millis)>> {
    let sql = "SELECT id, name, gone_at FROM users
               WHERE gone = 1 AND role <> 'guest' AND gone_at > ?";
    let since = [now.saturating_sub(NAME_HELD).into()];
    read_rows(connection, "users", sql, since, |row| {
        let gone_at: Millis = row.try_get(2)?;
        Ok((parsed("a name", row.try_get(1)?)?, gone_at.saturating_add(NAME_HELD)))
    })
    .await
}

/// The tables of addresses that bans and silences reach, and their statements.
const BANNED: [&str; 2] =
    ["banned_addresses", "SELECT address, user_id, until FROM banned_addresses"];
const SILENCED: [&str; 2] =
    ["silenced_addresses", "SELECT address, user_id, until FROM silenced_addresses"];

async fn reached_addresses(
    connection: &mut Connection<'_>,
    [table, sql]: [&'static str; 2],
) -> Result<Vec<(IpAddr, UserId, Millis)>> {
    read_rows(connection, table, sql, [], |row| {
        let address = parsed("an address", row.try_get(0)?)?;
        Ok((address, UserId(row.try_get(1)?), row.try_get(2)?))
    })
    .await
}

pub(super) async fn last_user(connection: &mut Connection<'_>) -> Result<i64> {
    let row = bulk::query("SELECT MAX(id) FROM users", []).fetch_one(connection).await?;
    let in_row = |error| StoreError::from(error).in_row("users", "with the largest id");
    let last: Option<i64> = row.try_get(0).map_err(in_row)?;
    Ok(last.unwrap_or(0))
}

async fn offers(connection: &mut Connection<'_>) -> Result<Vec<Offer>> {
    let sql = "SELECT game, body FROM offers ORDER BY game";
    let read = |row: &Row| from_json("an offer", row.try_get(1)?);
    read_rows(connection, "offers", sql, [], read).await
}

pub(super) async fn names(connection: &mut Connection<'_>) -> Result<Vec<SavedName>> {
    let sql = "SELECT id, name, role, display_name FROM users WHERE gone = 0";
    read_rows(connection, "users", sql, [], |row| {
        Ok(SavedName {
            user: UserId(row.try_get(0)?),
            name: parsed("a name", row.try_get(1)?)?,
            role: parsed("a role", row.try_get(2)?)?,
            display_name: display_name(row.try_get(3)?),
        })
    })
    .await
}

/// Reads the users who are in memory from the start: those of some role, those who were there last, and those whom a
/// game, an offer or a command that counts names.
async fn needed_users(
    connection: &mut Connection<'_>,
    offers: &[Offer],
    tournaments: &[(TournamentId, Vec<Notice>)],
    now: Millis,
) -> Result<Vec<SavedUser>> {
    let mut used = last_command_ids(connection, now.saturating_sub(COMMAND_ID_LIFETIME)).await?;
    let named = offers.iter().flat_map(|offer| offer.to.iter().chain([&offer.from]));
    let named = named.chain(players_of_tournaments(tournaments));
    let sql = "SELECT id FROM users WHERE gone = 0
               AND (role <> 'player'
                    OR id IN (SELECT id FROM users
                              WHERE gone = 0 AND (last_seen >= ?1 OR created_at >= ?1)
                              ORDER BY MAX(last_seen, created_at) DESC LIMIT ?4)
                    OR id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2))
                    OR id IN (SELECT black_id FROM games WHERE ended_at IS NULL)
                    OR id IN (SELECT white_id FROM games WHERE ended_at IS NULL)
                    OR name_key IN (SELECT value FROM json_each(?3)))
               ORDER BY id";
    let values = [
        now.saturating_sub(ACCOUNT_GRACE).into(),
        json_list(used.keys()).into(),
        json_list(named.map(Name::key)).into(),
        (MAX_OFFLINE as u64).into(),
    ];
    let id = |row: &Row| Ok(UserId(row.try_get(0)?));
    let ids = read_rows(connection, "users", sql, values, id).await?;
    let mut users = saved_users(connection, &ids).await?;
    for user in &mut users {
        user.record.command_ids = used.remove(&user.user.0).unwrap_or_default();
    }
    Ok(users)
}

/// Returns the accounts that have entered these tournaments.
fn players_of_tournaments(
    tournaments: &[(TournamentId, Vec<Notice>)],
) -> impl Iterator<Item = &Name> {
    let notices = tournaments.iter().flat_map(|(_, notices)| notices);
    notices.filter_map(|notice| match &notice.event {
        Event::TournamentChanged { change: TournamentChange::Registered(entrant), .. } => {
            entrant.name.as_ref()
        }
        _ => None,
    })
}

async fn games(connection: &mut Connection<'_>) -> Result<Vec<SavedGame>> {
    let sql =
        "SELECT games.id, games.black_id, games.white_id, games.black, games.white, games.terms,
                games.start_position, games.begun_at, games.twin, games.ratings,
                other.ending AS twin_ending
         FROM games LEFT JOIN games AS other ON other.id = games.twin
         WHERE games.ended_at IS NULL ORDER BY games.id";
    let read = |row: &Row| {
        let twin_end: Option<&str> = row.try_get("twin_ending")?;
        Ok((started_game(row)?, twin_end.map(game_end).transpose()?))
    };
    let started = read_rows(connection, "games", sql, [], read).await?;
    let mut games = Vec::with_capacity(started.len());
    for (started, twin_end) in started {
        let game = started.game;
        let may_hide = started.terms.lockstep || started.terms.komi;
        let hidden = if may_hide { hidden_moves(connection, game).await? } else { Vec::new() };
        games.push(SavedGame {
            started,
            twin_end,
            hidden,
            rooms: [
                last_events(connection, RoomKey::Game(game), i64::MAX).await?,
                last_events(connection, RoomKey::Players(game), EVENTS).await?,
                last_events(connection, RoomKey::Spectators(game), EVENTS).await?,
            ],
        });
    }
    Ok(games)
}
