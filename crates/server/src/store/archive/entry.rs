//! A game for the archive.

use sha2::{Digest, Sha256};
use willow_board::{Color, Game, Move, Position};
use willow_protocol::{EndKind, GameEnd, strip_controls};
use willow_records::{RecordedEnding, RecordedGame};

use super::date::date_in;

/// Maximum number of characters of a name or an event. WTHOR allows 25 bytes; in other formats a
/// longer text is not a name.
const MAX_TEXT: usize = 100;

/// The number of bytes of a digest. The probability that two games of a billion share a digest is
/// below 10^-20.
pub(crate) const DIGEST: usize = 16;

/// A game for the archive.
#[derive(Clone, Debug)]
pub struct ArchiveEntry {
    pub(crate) game: Game,
    pub(crate) names: [String; 2],
    /// The date as the number `yyyymmdd`, 0 if it is unknown.
    pub(crate) played: u32,
    pub(crate) event: String,
    pub(crate) place: String,
    pub(crate) result: Option<i32>,
    pub(crate) ending: RecordedEnding,
}

impl ArchiveEntry {
    pub(crate) fn n_moves(&self) -> usize {
        self.game.moves().filter(|mv| *mv != Move::Pass).count()
    }

    /// Returns whether the game was played until no side could move. A resignation or a lost clock
    /// counts 64 discs, whatever stands on the board.
    pub(crate) fn is_finished(&self) -> bool {
        self.ending == RecordedEnding::Board && self.game.position().is_game_over()
    }

    pub(crate) fn transcript(&self) -> String {
        self.game.moves().filter_map(Move::square).map(|square| square.to_string()).collect()
    }

    /// Returns the start position, if it is not the standard one.
    pub(crate) fn custom_start(&self) -> Option<String> {
        let start = self.game.start();
        (*start != Position::START).then(|| start.to_string())
    }

    /// Returns the digest of all that is known of the game: equal for copies of one game.
    pub(crate) fn digest(&self) -> [u8; DIGEST] {
        let result = self.result.map(|discs| discs.to_string()).unwrap_or_default();
        let played = self.played.to_string();
        let (start, moves) = (self.custom_start().unwrap_or_default(), self.transcript());
        let [black, white] = &self.names;
        digest(&[black, white, &played, &self.event, &self.place, &result, &start, &moves])
    }
}

pub(crate) fn digest(texts: &[&str]) -> [u8; DIGEST] {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    let bytes = hasher.finalize();
    *bytes.first_chunk().expect("a digest has 32 bytes")
}

impl From<RecordedGame> for ArchiveEntry {
    fn from(record: RecordedGame) -> ArchiveEntry {
        let name = |color| match clean(&record.player(color).name) {
            name if name.is_empty() => "?".to_owned(),
            name => name,
        };
        let result = record.result.filter(|result| result.score.is_finite());
        ArchiveEntry {
            names: Color::ALL.map(name),
            played: date_in(&record.date).map_or(0, willow_protocol::ArchiveDate::number),
            event: clean(&record.event),
            place: clean(&record.place),
            result: result.map(|result| result.score.clamp(-64.0, 64.0).round() as i32),
            ending: result.map_or(RecordedEnding::Board, |result| result.ending),
            game: record.game,
        }
    }
}

pub(crate) const fn ending_name(ending: RecordedEnding) -> &'static str {
    match ending {
        RecordedEnding::Board => "board",
        RecordedEnding::Resigned => "resigned",
        RecordedEnding::TimedOut => "timeout",
        RecordedEnding::Forfeited => "forfeited",
        RecordedEnding::Agreed => "agreed",
    }
}

pub(crate) fn ending_of_name(name: &str) -> RecordedEnding {
    let all = [
        RecordedEnding::Resigned,
        RecordedEnding::TimedOut,
        RecordedEnding::Forfeited,
        RecordedEnding::Agreed,
    ];
    all.into_iter().find(|&ending| ending_name(ending) == name).unwrap_or(RecordedEnding::Board)
}

/// Returns how a game ended, as the protocol has it; `None` if it ended on the board.
pub(crate) const fn end_kind_of(ending: RecordedEnding) -> Option<EndKind> {
    match ending {
        RecordedEnding::Board => None,
        RecordedEnding::Resigned => Some(EndKind::Resigned),
        RecordedEnding::TimedOut => Some(EndKind::Timeout),
        RecordedEnding::Forfeited => Some(EndKind::Forfeited),
        RecordedEnding::Agreed => Some(EndKind::Agreed),
    }
}

/// Returns the ending of a game, as records have it.
pub(crate) const fn ending_of(end: &GameEnd) -> RecordedEnding {
    match end.reason {
        EndKind::Finished | EndKind::Aborted => RecordedEnding::Board,
        EndKind::Agreed => RecordedEnding::Agreed,
        EndKind::Resigned => RecordedEnding::Resigned,
        EndKind::Timeout => RecordedEnding::TimedOut,
        EndKind::Abandoned | EndKind::Forfeited => RecordedEnding::Forfeited,
    }
}

/// Cleans a text from a file, so that it can be shown in a terminal.
fn clean(text: &str) -> String {
    strip_controls(text).trim().chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use willow_records::transcript;

    use super::*;

    fn entry(name: &str, moves: &str) -> ArchiveEntry {
        let mut record = RecordedGame::new(transcript::parse(moves).unwrap());
        record.player_mut(Color::Black).name = name.to_owned();
        record.date = "1995".to_owned();
        record.into()
    }

    #[test]
    fn copies_share_a_digest_and_other_games_do_not() {
        let game = entry("Doe Jane", "f5d6c3").digest();
        assert_eq!(entry(" Doe \u{1b}Jane", "F5D6C3").digest(), game);
        assert_ne!(entry("Doe John", "f5d6c3").digest(), game);
        assert_ne!(entry("Doe Jane", "f5d6c4").digest(), game);
    }

    #[test]
    fn control_characters_in_files_are_removed() {
        let long = format!("\u{1b}[2J{}", "x".repeat(500));
        let name = &entry(&long, "f5").names[0];
        assert!(name.starts_with("[2Jx") && name.len() == MAX_TEXT);
        assert_eq!(entry("\u{7}", "f5").names[0], "?");
    }
}
