//! Records of the archive's games.

use std::ops::Range;
use std::time::Duration;

use willow_board::{DiscDiff, Move};
use willow_protocol::{
    ArchivedGame, ArchivedGameSummary, ErrorDetail, GameId, GameRatings, RecordFormat,
};
use willow_records::wthor::{self, WthorDate, WthorFiles};
use willow_records::{MoveNote, RecordedGame, ggf, transcript};

use super::entry::end_kind_of;
use crate::domain::{Refusal, is_on_device};
use crate::entity_tag::hexadecimal;
use crate::store::{Result, Store};

impl Store {
    /// Returns an imported game as an answer.
    pub(crate) async fn archived(&self, game: GameId) -> Result<Option<Box<ArchivedGame>>> {
        let Some(record) = self.db.imported(game).await? else { return Ok(None) };
        let [black, white] = record.players.each_ref().map(|player| player.name.clone());
        let summary = ArchivedGameSummary {
            game,
            black,
            white,
            date: record.date.clone(),
            event: record.event.clone(),
            result: record.result.map(|result| DiscDiff::clamped(result.score.round() as i32)),
            ending: record.result.and_then(|result| end_kind_of(result.ending)),
            moves: record.game.moves().filter(|mv| *mv != Move::Pass).count() as u32,
            on_device: is_on_device(game),
            transcript: Some(transcript::write(&record.game)),
        };
        let (initial, position) = (*record.game.start(), *record.game.position());
        Ok(Some(Box::new(ArchivedGame { summary, place: record.place, initial, position })))
    }
}

/// Adds the time of each move to a record; `times` are in milliseconds, separated by blanks.
pub(crate) fn note_times(record: &mut RecordedGame, times: &str) {
    let moves: Vec<Move> = record.game.moves().collect();
    let plies = (0..moves.len()).filter(|&ply| moves[ply] != Move::Pass);
    let times = times.split_whitespace().map_while(|time| time.parse().ok());
    for (ply, time) in plies.zip(times) {
        let time = Some(Duration::from_millis(time));
        record.set_note(ply, MoveNote { time, ..MoveNote::default() });
    }
}

/// Adds the ratings with which the players of a rated game began it.
pub(crate) fn note_ratings(record: &mut RecordedGame, ratings: GameRatings) {
    for (player, rating) in record.players.iter_mut().zip([ratings.black, ratings.white]) {
        player.rating = Some(f64::from(rating.rating));
    }
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
