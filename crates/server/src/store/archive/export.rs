//! Records of the archive's games.

use std::ops::Range;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_board::{Move, Position};
use willow_protocol::{ArchivedGame, ArchivedGameSummary, ErrorDetail, GameId, RecordFormat};
use willow_records::wthor::{self, WthorDate, WthorFiles};
use willow_records::{RecordedGame, RecordedPlayer, RecordedResult, ggf, transcript};

use super::add::ending_of;
use super::date::date_of_number;
use crate::domain::Refusal;
use crate::entity_tag::hexadecimal;
use crate::store::{Store, StoreError, position};

/// A game of the archive.
pub(crate) const IMPORTED: &str = "SELECT b.name AS black, w.name AS white, played, event, place,
            result, ending, start_position, moves
     FROM archive_games JOIN archive_players b ON b.id = black_id
     JOIN archive_players w ON w.id = white_id WHERE archive_games.id = ?";

impl Store {
    /// Returns the record of an imported game.
    pub(crate) async fn imported(&self, game: GameId) -> Result<Option<RecordedGame>, StoreError> {
        let row = sqlx::query(IMPORTED).bind(game.0 as i64).fetch_optional(&self.readers).await?;
        row.as_ref().map(record).transpose()
    }

    /// Returns an imported game as an answer.
    pub(crate) async fn archived(
        &self,
        game: GameId,
    ) -> Result<Option<Box<ArchivedGame>>, StoreError> {
        let Some(record) = self.imported(game).await? else { return Ok(None) };
        let [black, white] = record.players.each_ref().map(|player| player.name.clone());
        let summary = ArchivedGameSummary {
            game,
            black,
            white,
            date: record.date.clone(),
            event: record.event.clone(),
            result: record.result.map(|result| result.score.round() as i32),
            moves: record.game.moves().filter(|mv| *mv != Move::Pass).count() as u32,
            transcript: Some(transcript::write(&record.game)),
        };
        let (initial, position) = (*record.game.start(), *record.game.position());
        Ok(Some(Box::new(ArchivedGame { summary, place: record.place, initial, position })))
    }
}

/// Returns the record of a row with the columns of [`IMPORTED`].
pub(super) fn record(row: &SqliteRow) -> Result<RecordedGame, StoreError> {
    let start: Option<String> = row.get("start_position");
    let start = start.map_or(Ok(Position::START), |text| position(&text))?;
    let moves: String = row.get("moves");
    let game = transcript::parse_from(start, &moves)
        .map_err(|_| StoreError::invalid("moves of a game", &moves))?;
    let mut record = RecordedGame::new(game);
    record.players = ["black", "white"]
        .map(|column| RecordedPlayer { name: row.get(column), ..RecordedPlayer::default() });
    record.event = row.get("event");
    record.place = row.get("place");
    record.date =
        date_of_number(row.get("played")).map(|date| date.to_string()).unwrap_or_default();
    let ending: String = row.get("ending");
    let score: Option<i32> = row.get("result");
    record.result =
        score.map(|score| RecordedResult { score: f64::from(score), ending: ending_of(&ending) });
    Ok(record)
}

/// Returns a record as text; a binary format in hexadecimal digits.
pub(crate) fn record_text(record: &RecordedGame, format: RecordFormat) -> Result<String, Refusal> {
    Ok(match format {
        RecordFormat::Transcript => transcript::write(&record.game),
        RecordFormat::Ggf => ggf::write(record),
        RecordFormat::Wthor => hexadecimal(&wthor(std::slice::from_ref(record))?.games),
    })
}

/// Returns the games that WTHOR can hold: those from the standard start with a result.
pub(crate) fn possible_in_wthor(games: Vec<RecordedGame>) -> Vec<RecordedGame> {
    games.into_iter().filter(|record| wthor(std::slice::from_ref(record)).is_ok()).collect()
}

/// Writes the three files of WTHOR, which are of the year of the first game.
pub(crate) fn wthor(games: &[RecordedGame]) -> Result<WthorFiles, Refusal> {
    let date = games.first().map_or("", |record| &*record.date);
    let number =
        |range: Range<usize>| date.get(range).and_then(|digits| digits.parse::<u16>().ok());
    let year = number(0..4).unwrap_or(0);
    let created = WthorDate {
        century: (year / 100) as u8,
        year: (year % 100) as u8,
        month: number(5..7).unwrap_or(1).clamp(1, 12) as u8,
        day: number(8..10).unwrap_or(1).clamp(1, 31) as u8,
    };
    wthor::write(games, year, created)
        .map_err(|error| Refusal::new(ErrorDetail::RecordFormat, error.problem))
}
