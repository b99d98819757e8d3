//! Everything that is stored about one user, page by page, for the user's own eyes.
//!
//! Secrets are left out: hashes of passwords, tokens and recovery codes, and what other users said to
//! moderators about this one.

use serde_json::Value;
use willow_protocol::GameId;

use super::{Readers, Result, Row, StoreError};
use crate::domain::UserId;

/// The number of rows that a page reads.
const ROWS: i64 = 200;

/// The number of rows of chat that a page reads: most are other people's, and are left out.
const CHAT_ROWS: i64 = 2000;

/// A part of the data: the rows of one table about a user.
///
/// The statement has the parameters user (1), key of the last row (2 to 4) and number of rows (5). Its
/// columns are the key of a row (`room`, `a`, `b`), by which rows are ordered, and the row in JSON,
/// which is NULL if the row is not about the user.
#[derive(Debug)]
pub(crate) struct Part {
    /// The name in the document.
    pub(crate) name: &'static str,
    /// Whether there is one row.
    pub(crate) is_single: bool,
    pub(super) sql: &'static str,
    rows: i64,
}

const fn part(name: &'static str, sql: &'static str) -> Part {
    Part { name, is_single: false, sql, rows: ROWS }
}

const fn chat(name: &'static str, sql: &'static str) -> Part {
    Part { name, is_single: false, sql, rows: CHAT_ROWS }
}

/// The key of the last row of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowKey {
    room: String,
    numbers: (i64, i64),
}

#[derive(Debug)]
pub(crate) struct PersonalPage {
    pub(crate) rows: Vec<String>,
    /// The key after which the next page begins, if there is one.
    pub(crate) next: Option<RowKey>,
}

const GAMES: &str = "games";

/// Lines of chat that the user wrote. An earlier user of the same name wrote others.
macro_rules! lines_written {
    ($rooms:literal) => {
        concat!(
            "SELECT room, number AS a, 0 AS b,
                    CASE WHEN json_extract(body, '$.event') = 'said'
                          AND json_extract(body, '$.from') = (SELECT name FROM users WHERE id = ?1)
                          AND at >= (SELECT created_at FROM users WHERE id = ?1)
                    THEN body END AS row
             FROM events WHERE (room, number) > (?2, ?3) AND ",
            $rooms,
            " ORDER BY room, number LIMIT ?5"
        )
    };
}

/// All parts, in the order of the document.
pub(crate) const PARTS: [Part; 22] = [
    Part {
        name: "account",
        is_single: true,
        rows: 1,
        sql: "SELECT '' AS room, 0 AS a, 0 AS b, json_object(
                  'number', id, 'name', name, 'role', role, 'member_since', created_at,
                  'last_seen', last_seen, 'display_name', display_name, 'country', country,
                  'about', about,
                  'hidden_from_followers', json(CASE WHEN hidden_from_followers <> 0 THEN 'true' ELSE 'false' END),
                  'has_password', json(CASE WHEN password IS NULL THEN 'false' ELSE 'true' END),
                  'banned', json(CASE WHEN banned <> 0 THEN 'true' ELSE 'false' END),
                  'banned_until', banned_until, 'silenced_until', silenced_until,
                  'recovery_codes',
                  (SELECT COUNT(*) FROM recovery_codes WHERE user_id = ?1)) AS row
              FROM users WHERE id = ?1",
    },
    part(
        "email",
        "SELECT '' AS room, 0 AS a, 0 AS b, json_object(
             'address', address, 'language', language, 'given_at', at,
             'confirmed', json(CASE WHEN code IS NULL THEN 'true' ELSE 'false' END)) AS row
         FROM emails WHERE user_id = ?1 LIMIT ?5",
    ),
    part(
        "ratings",
        "SELECT '' AS room, 0 AS a, 0 AS b, json_object(
             'class', class, 'rating', rating, 'deviation', deviation,
             'glicko_deviation', glicko_deviation, 'volatility', volatility, 'games', games, 'wins', wins, 'draws', draws, 'losses', losses) AS row
         FROM ratings WHERE user_id = ?1 ORDER BY class LIMIT ?5",
    ),
    part(
        "rating_history",
        "SELECT '' AS room, at AS a, game AS b, json_object(
             'class', class, 'game', game, 'before', before, 'rating', rating,
             'deviation', deviation, 'at', at) AS row
         FROM rating_history WHERE user_id = ?1 AND (at, game) > (?3, ?4)
         ORDER BY at, game LIMIT ?5",
    ),
    part(
        "rated_opponents",
        "SELECT class AS room, other_id AS a, 0 AS b, json_object(
             'class', class, 'opponent', other_id, 'games', games, 'at', at) AS row
         FROM rated_opponents WHERE user_id = ?1 AND (class, other_id) > (?2, ?3)
         ORDER BY class, other_id LIMIT ?5",
    ),
    part(
        "early_ends",
        "SELECT '' AS room, at AS a, 0 AS b, json_object('at', at) AS row
         FROM early_ends WHERE user_id = ?1 AND at > ?3 ORDER BY at LIMIT ?5",
    ),
    part(
        GAMES,
        "SELECT '' AS room, g.begun_at AS a, g.id AS b, json_object(
             'game', g.id, 'black', black, 'white', white, 'terms', terms, 'class', class,
             'start_position', start_position, 'started_at', g.begun_at, 'ended_at', ended_at,
             'ending', json(ending), 'result', result, 'moves', moves, 'times', times,
             'twin', twin, 'ratings', json(ratings), 'clocks', json(clocks),
             'last_move_at', last_move_at) AS row
         FROM (SELECT begun_at, id FROM games INDEXED BY games_of_black
               WHERE black_id = ?1 AND (begun_at, id) > (?3, ?4)
               UNION
               SELECT begun_at, id FROM games INDEXED BY games_of_white
               WHERE white_id = ?1 AND (begun_at, id) > (?3, ?4)
               ORDER BY 1, 2 LIMIT ?5) page
         CROSS JOIN games g ON g.id = page.id ORDER BY page.begun_at, page.id",
    ),
    part(
        "device_games",
        "SELECT '' AS room, game AS a, 0 AS b, json_object(
             'id', device_games.id, 'game', game, 'sent_at', sent_at, 'black', b.name,
             'white', w.name, 'date', played, 'result', result, 'ending', ending,
             'start_position', start_position, 'moves', moves) AS row
         FROM device_games CROSS JOIN archive_games g ON g.id = game
         CROSS JOIN archive_players b ON b.id = black_id
         CROSS JOIN archive_players w ON w.id = white_id
         WHERE user_id = ?1 AND game > ?3 ORDER BY game LIMIT ?5",
    ),
    part(
        "private_room",
        "SELECT '' AS room, number AS a, 0 AS b, body AS row FROM events
         WHERE room = 'private/' || ?1 AND number > ?3 ORDER BY number LIMIT ?5",
    ),
    chat("lobby_chat", lines_written!("room = 'lobby'")),
    chat("players_chat", lines_written!("room >= 'players/' AND room < 'players0'")),
    chat("spectators_chat", lines_written!("room >= 'watchers/' AND room < 'watchers0'")),
    // What the user did in tournaments, and what others entered about the account.
    chat(
        "tournaments",
        "SELECT room, number AS a, 0 AS b,
                CASE WHEN (SELECT name FROM users WHERE id = ?1) IN (
                               json_extract(body, '$.by'),
                               json_extract(body, '$.change.registered.name'),
                               json_extract(body, '$.change.corrected.name'),
                               json_extract(body, '$.change.arbiter.name'))
                      AND at >= (SELECT created_at FROM users WHERE id = ?1)
                THEN json_object('tournament', CAST(substr(room, 12) AS BIGINT), 'at', at,
                                 'by', json_extract(body, '$.by'),
                                 'change', json(json_extract(body, '$.change'))) END AS row
         FROM events WHERE (room, number) > (?2, ?3) AND room >= 'tournament/' AND room < 'tournament0'
         ORDER BY room, number LIMIT ?5",
    ),
    part(
        "relations",
        "SELECT '' AS room, other_id AS a, 0 AS b, json_object(
             'name', users.name, 'relations', json_group_array(relation)) AS row
         FROM relations JOIN users ON users.id = other_id
         WHERE user_id = ?1 AND other_id > ?3 GROUP BY other_id, users.name ORDER BY other_id LIMIT ?5",
    ),
    part(
        "tokens",
        "SELECT '' AS room, 0 AS a, 0 AS b, json_object(
             'number', number, 'kind', kind, 'scopes', scopes, 'name', name, 'created_at', created_at,
             'used_at', used_at, 'expires_at', expires_at) AS row
         FROM tokens WHERE user_id = ?1 ORDER BY number LIMIT ?5",
    ),
    part(
        "notifications",
        "SELECT '' AS room, 0 AS a, 0 AS b, json_object(
             'token', token, 'endpoint', endpoint, 'created_at', push_subscriptions.created_at) AS row
         FROM push_subscriptions JOIN tokens ON number = token
         WHERE user_id = ?1 ORDER BY token LIMIT ?5",
    ),
    part(
        "library",
        "SELECT '' AS room, revision AS a, 0 AS b, json_object(
             'id', id, 'revision', revision, 'changed_at', changed_at, 'game', json(game)) AS row
         FROM library WHERE user_id = ?1 AND revision > ?3 ORDER BY revision LIMIT ?5",
    ),
    part(
        "addresses",
        "SELECT '' AS room, 0 AS a, 0 AS b, json_object('address', address, 'used_at', at) AS row
         FROM known_addresses WHERE user_id = ?1 ORDER BY at LIMIT ?5",
    ),
    part(
        "moderation",
        "SELECT '' AS room, number AS a, 0 AS b, json_object(
             'action', action, 'reason', reason, 'at', at) AS row
         FROM moderation WHERE to_id = ?1 AND number > ?3 ORDER BY number LIMIT ?5",
    ),
    part(
        "moderation_by_you",
        "SELECT '' AS room, number AS a, 0 AS b, json_object(
             'name', users.name, 'action', action, 'reason', reason, 'at', at) AS row
         FROM moderation JOIN users ON users.id = to_id
         WHERE by_id = ?1 AND number > ?3 ORDER BY number LIMIT ?5",
    ),
    part(
        "invitations",
        "SELECT '' AS room, number AS a, 0 AS b, json_object(
             'invitation', number, 'role', role, 'uses', uses, 'used', used, 'made_at', made_at,
             'expires_at', expires_at, 'note', note) AS row
         FROM invitations WHERE by_id = ?1 AND number > ?3 ORDER BY number LIMIT ?5",
    ),
    part(
        "reports_by_you",
        "SELECT '' AS room, number AS a, 0 AS b, json_object(
             'report', number, 'name', users.name, 'lines', lines, 'reason', reason, 'at', at,
             'closed_at', closed_at, 'outcome', outcome) AS row
         FROM reports JOIN users ON users.id = to_id
         WHERE by_id = ?1 AND number > ?3 ORDER BY number LIMIT ?5",
    ),
];

impl Readers {
    pub(crate) async fn personal_data(
        &self,
        user: UserId,
        part: &'static Part,
        after: &RowKey,
    ) -> Result<PersonalPage> {
        let (room, (a, b)) = (after.room.as_str(), after.numbers);
        let values = [user.into(), room.into(), a.into(), b.into(), part.rows.into()];
        let rows = self.rows(part.sql, values).await?;
        let next = rows.last().map(key).filter(|next| next != after);
        let next = next.filter(|_| rows.len() as i64 == part.rows);
        let found: Vec<String> =
            rows.iter().filter_map(|row| row.get::<Option<String>, _>("row")).collect();
        let rows = if part.name == GAMES { self.with_moves(found).await? } else { found };
        Ok(PersonalPage { rows, next })
    }

    /// Adds the moves of games in progress, which are in their events until the end.
    async fn with_moves(&self, mut games: Vec<String>) -> Result<Vec<String>> {
        for text in &mut games {
            let invalid = |_| StoreError::invalid("a game", text);
            let mut game: Value = serde_json::from_str(text).map_err(invalid)?;
            if let (Some(number), true) = (game["game"].as_u64(), game["ended_at"].is_null()) {
                game["moves"] = self.moves_so_far(GameId(number)).await?.into();
                *text = game.to_string();
            }
        }
        Ok(games)
    }
}

fn key(row: &Row) -> RowKey {
    RowKey { room: row.get("room"), numbers: (row.get("a"), row.get("b")) }
}
