//! The games of a user, page by page.

use willow_protocol::{HistoryCursor, HistoryEntry, HistoryFilter};

use super::games::stored_game;
use super::{Builder, Readers, Result, Row, StoredGame, display_name, last_of_page};
use crate::domain::{FIRST_PRIVATE, StartedGame, UserId};

pub(super) const USER: &str = "SELECT id FROM users WHERE name_key = ? AND gone = 0";

/// Returns the condition for everybody to see a game: it is not private, or it was rated and is over.
pub(super) fn public_when_over() -> String {
    format!("(id < {FIRST_PRIVATE} OR ended_at IS NOT NULL AND terms LIKE '% rated %')")
}

impl Readers {
    /// Returns the user whose name has a key.
    pub(crate) async fn user(&self, key: &str) -> Result<Option<UserId>> {
        Ok(self.column(USER, [key.into()]).await?.pop().map(UserId))
    }

    /// Returns a page of the games of a user, newest first, as the asker may see them.
    pub(crate) async fn history(
        &self,
        user: UserId,
        page: &HistoryFilter,
        asker: Option<UserId>,
    ) -> Result<(Vec<HistoryEntry>, Option<HistoryCursor>)> {
        let rows = self.queries.fetch_all(history_query(user, page, asker).build()).await?;
        let mut games: Vec<StoredGame> = rows.iter().map(stored_game).collect::<Result<_, _>>()?;
        let last = last_of_page(&mut games, page.page() as usize).map(|last| &last.started);
        let next = last.map(|&StartedGame { at, game, .. }| HistoryCursor { started_at: at, game });
        for game in games.iter_mut().filter(|game| game.end.is_none()) {
            game.moves = self.moves_so_far(game.started.game).await?;
        }
        Ok((games.iter().zip(&rows).map(|(game, row)| entry(game, row)).collect(), next))
    }
}

/// Makes an entry of a game and its row, with the display names that the players have now.
fn entry(game: &StoredGame, row: &Row) -> HistoryEntry {
    let mut summary = game.summary();
    summary.details.black_display_name = display_name(row.get("black_shown"));
    summary.details.white_display_name = display_name(row.get("white_shown"));
    let (started_at, ended_at) = (Some(game.started.at), game.ended_at);
    HistoryEntry { game: summary, started_at, ended_at }
}

/// Builds the statement: the page is found in the indices alone, and only its games are read.
pub(super) fn history_query(user: UserId, page: &HistoryFilter, asker: Option<UserId>) -> Builder {
    let mut query = Builder::new(
        "SELECT g.id, black_id, white_id, black, white, terms, start_position, g.begun_at,
                ended_at, ending, moves, times, twin, ratings, clocks,
                last_move_at, b.display_name AS black_shown, w.display_name AS white_shown FROM (",
    );
    let colors =
        [("games_of_black", "black_id", "white_id"), ("games_of_white", "white_id", "black_id")];
    for (i, (index, own, other)) in colors.into_iter().enumerate() {
        query.push(if i == 0 { "" } else { " UNION " });
        query.push(format!("SELECT begun_at, id FROM games INDEXED BY {index} WHERE {own} = "));
        query.push_bind(user.0);
        if asker != Some(user) {
            query.push(format!(" AND ({other} = ")).push_bind(asker.map(|asker| asker.0));
            // The rest of a row is read of private games alone.
            query.push(format!(" OR {})", public_when_over()));
        }
        if let Some(HistoryCursor { started_at, game }) = page.after {
            query.push(" AND (begun_at, id) < (").push_bind(started_at as i64);
            query.push(", ").push_bind(game.0 as i64).push(")");
        }
    }
    query.push(" ORDER BY 1 DESC, 2 DESC LIMIT ").push_bind(i64::from(page.page()) + 1);
    query.push(
        ") page CROSS JOIN games g ON g.id = page.id LEFT JOIN users b ON b.id = black_id
             LEFT JOIN users w ON w.id = white_id ORDER BY page.begun_at DESC, page.id DESC",
    );
    query
}
