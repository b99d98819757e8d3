//! What a conversion leaves out: the source compared with what can be read back.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use willow_board::{Game, Move};

use crate::read::entries;
use crate::{
    Format, GameOrPosition, MoveNote, RecordedGame, RecordedPlayer, ScoredPosition, WriteError,
    write,
};

/// A kind of data that a format may be unable to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DroppedData {
    /// The players' names, or parts of them.
    PlayerNames,
    /// The players' ratings.
    Ratings,
    /// The players' time controls.
    TimeControls,
    /// The tournament or match.
    Tournament,
    /// The city or the server.
    Place,
    /// The date, or the day of a date.
    Date,
    /// Size of the board, synchro and random openings.
    MatchType,
    /// The komi and the bids for the sides.
    Komi,
    /// The orientation of the game: it is turned so that it begins with f5.
    Orientation,
    /// The result, where it is not that of the board.
    Result,
    /// Which games are the two of a synchro pair.
    SynchroPair,
    /// Remarks about games, positions or moves.
    Remarks,
    /// Moves that were not played.
    Variations,
    /// Evaluations of moves.
    Evaluations,
    /// The times that moves took.
    MoveTimes,
    /// The exact scores of the moves of a position.
    MoveScores,
}

impl fmt::Display for DroppedData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            DroppedData::PlayerNames => "players' names",
            DroppedData::Ratings => "ratings",
            DroppedData::TimeControls => "time controls",
            DroppedData::Tournament => "tournaments",
            DroppedData::Place => "places",
            DroppedData::Date => "dates",
            DroppedData::MatchType => "match types",
            DroppedData::Komi => "komi",
            DroppedData::Orientation => "orientations (games are turned to begin with f5)",
            DroppedData::Result => "results",
            DroppedData::SynchroPair => "synchro pairs",
            DroppedData::Remarks => "remarks",
            DroppedData::Variations => "variations",
            DroppedData::Evaluations => "evaluations of moves",
            DroppedData::MoveTimes => "times of moves",
            DroppedData::MoveScores => "scores of moves",
        })
    }
}

/// Returns what [`write()`] leaves out, with the number of items that lose it.
///
/// ```
/// use willow_records::{DroppedData, Format, dropped_data, read};
///
/// let game = read(b"(;GM[Othello]PB[alice]B[f5];)")?.remove(0).item;
/// let dropped = dropped_data(&[game], Format::Transcript).expect("it begins at the start");
/// assert_eq!(dropped.get(&DroppedData::PlayerNames), Some(&1));
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The items cannot be written in the format.
pub fn dropped_data(
    items: &[GameOrPosition],
    format: Format,
) -> Result<BTreeMap<DroppedData, usize>, WriteError> {
    if format.holds_positions() {
        return Ok(dropped_between(
            items,
            items.iter().map(|item| kept_by_positions(item, format)),
        ));
    }
    let text = write(items, format)?;
    let mut written = entries(text.as_bytes()).filter_map(Result::ok).map(|entry| entry.item);
    let is_empty_line = |item: &GameOrPosition| {
        let is_line = format == Format::Transcript;
        is_line && matches!(item, GameOrPosition::Game(record) if record.game.n_plies() == 0)
    };
    let kept = items.iter().map(|item| {
        let written = if is_empty_line(item) { None } else { written.next() };
        written.unwrap_or_else(|| GameOrPosition::Game(Box::default()))
    });
    Ok(dropped_between(items, kept))
}

/// Returns what a conversion has left out: `kept` is what can be read back for every item.
pub fn dropped_between(
    items: &[GameOrPosition],
    kept: impl IntoIterator<Item = GameOrPosition>,
) -> BTreeMap<DroppedData, usize> {
    let mut counts = BTreeMap::new();
    for (item, kept) in items.iter().zip(kept) {
        for dropped in dropped_from(item, kept) {
            *counts.entry(dropped).or_default() += 1;
        }
    }
    counts
}

/// Returns what a format of positions keeps of an item. A game is kept as its positions.
fn kept_by_positions(item: &GameOrPosition, format: Format) -> GameOrPosition {
    let has_remarks = format == Format::Obf;
    match item {
        GameOrPosition::Position(scored) if has_remarks => GameOrPosition::Position(scored.clone()),
        GameOrPosition::Position(scored) => {
            GameOrPosition::Position(ScoredPosition::from(scored.position))
        }
        GameOrPosition::Game(source) => {
            let mut record = RecordedGame::new(source.game.reopened());
            if has_remarks {
                record.comment.clone_from(&source.comment);
                for ply in 0..source.game.n_plies() {
                    let comment = source.note(ply).map_or("", |note| &note.comment).to_owned();
                    record.set_note(ply, MoveNote { comment, ..MoveNote::default() });
                }
            }
            GameOrPosition::Game(Box::new(record))
        }
    }
}

fn dropped_from(item: &GameOrPosition, kept: GameOrPosition) -> impl Iterator<Item = DroppedData> {
    let scores = |item: &GameOrPosition| match item {
        GameOrPosition::Position(scored) => scored.scores.clone(),
        GameOrPosition::Game(_) => Vec::new(),
    };
    let loses_scores = !scores(item).is_empty() && scores(item) != scores(&kept);
    let (source, kept) = (item.clone().into_record(), kept.into_record());
    let players = |loses: fn(&RecordedPlayer, &RecordedPlayer) -> bool| {
        source.players.iter().zip(&kept.players).any(|(a, b)| loses(a, b))
    };
    let losses = [
        (DroppedData::PlayerNames, players(|a, b| loses_text(&a.name, &b.name))),
        (DroppedData::Ratings, players(|a, b| loses_number(a.rating, b.rating))),
        (DroppedData::TimeControls, players(|a, b| loses_text(&a.clock, &b.clock))),
        (DroppedData::Tournament, loses_text(&source.event, &kept.event)),
        (DroppedData::Place, loses_text(&source.place, &kept.place)),
        (DroppedData::Date, loses_text(&source.date, &kept.date)),
        // The type of the usual board says nothing.
        (
            DroppedData::MatchType,
            source.match_type != "8" && loses_text(&source.match_type, &kept.match_type),
        ),
        (
            DroppedData::Komi,
            loses_number(source.komi, kept.komi) || players(|a, b| loses_text(&a.bid, &b.bid)),
        ),
        (DroppedData::Orientation, squares(&source.game).ne(squares(&kept.game))),
        (DroppedData::Result, source.result.is_some() && source.result != kept.result),
        (DroppedData::SynchroPair, source.synchro.is_some() && source.synchro != kept.synchro),
        (
            DroppedData::Remarks,
            loses_text(&source.comment, &kept.comment)
                || loses_note(&source, &kept, |a, b| loses_text(&a.comment, &b.comment)),
        ),
        (DroppedData::Variations, source.variations.moves().len() != kept.variations.moves().len()),
        (DroppedData::Evaluations, loses_note(&source, &kept, |a, b| loses_number(a.eval, b.eval))),
        (
            DroppedData::MoveTimes,
            loses_note(&source, &kept, |a, b| loses_number(seconds(a.time), seconds(b.time))),
        ),
        (DroppedData::MoveScores, loses_scores),
    ];
    losses.into_iter().filter(|&(_, is_lost)| is_lost).map(|(dropped, _)| dropped)
}

fn squares(game: &Game) -> impl Iterator<Item = willow_board::Square> + '_ {
    game.moves().filter_map(Move::square)
}

/// Returns whether a text is not kept; line ends and blanks do not matter. A `???` says nothing: WTHOR
/// has it for what is unknown.
fn loses_text(source: &str, kept: &str) -> bool {
    !matches!(source.trim(), "" | "???") && source.split_whitespace().ne(kept.split_whitespace())
}

/// Returns whether a number is not kept; formats round to hundredths.
fn loses_number(source: Option<f64>, kept: Option<f64>) -> bool {
    /// The step that the formats round to.
    const HUNDREDTH: f64 = 0.01;
    match (source, kept) {
        (Some(source), Some(kept)) => HUNDREDTH < (source - kept).abs(),
        (source, kept) => source.is_some() && kept.is_none(),
    }
}

fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

fn loses_note(
    source: &RecordedGame,
    kept: &RecordedGame,
    loses: impl Fn(&MoveNote, &MoveNote) -> bool,
) -> bool {
    let none = MoveNote::default();
    (0..source.game.n_plies())
        .any(|ply| loses(source.note(ply).unwrap_or(&none), kept.note(ply).unwrap_or(&none)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// A game with everything that a record can say.
    const FULL: &str = "(;GM[Othello]PC[GGS]EV[Cup]DT[2026.11.21]PB[alice]PW[bob]RB[1720.5]\
        TI[15:00]TY[s8r20]RE[-22.000:r]CO[a game]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[d3/+1.5/3.47]CO[good]W[c5];)";

    fn dropped(text: &str, format: Format) -> Vec<DroppedData> {
        let items: Vec<GameOrPosition> =
            read(text.as_bytes()).unwrap().into_iter().map(|entry| entry.item).collect();
        dropped_data(&items, format).unwrap().into_keys().collect()
    }

    #[test]
    fn every_format_of_games_says_what_it_cannot_hold() {
        use DroppedData::*;

        assert_eq!(dropped(FULL, Format::Ggf), []);
        assert_eq!(dropped(FULL, Format::Sgf), [MatchType, Result, MoveTimes]);
        let all = [
            PlayerNames,
            Ratings,
            TimeControls,
            Tournament,
            Place,
            Date,
            MatchType,
            Result,
            Remarks,
            Evaluations,
            MoveTimes,
        ];
        assert_eq!(dropped(FULL, Format::Transcript), all);
        assert_eq!(dropped(FULL, Format::Board), all);
        let without_remarks: Vec<_> = all.into_iter().filter(|&data| data != Remarks).collect();
        assert_eq!(dropped(FULL, Format::Obf), without_remarks);
        assert_eq!(dropped("f5d6c3", Format::Transcript), []);
        let varied = "(;GM[2];B[f5](;W[d6])(;W[f6]))";
        assert_eq!(dropped(varied, Format::Sgf), []);
        assert_eq!(dropped(varied, Format::Ggf), [Variations]);
        assert_eq!(dropped("f5d6c3", Format::Obf), []);
    }

    #[test]
    fn scores_of_positions_are_counted() {
        let scored = format!("{}OX------XO{} X; f5:+0; % start\n", "-".repeat(27), "-".repeat(27));
        assert_eq!(dropped(&scored, Format::Obf), []);
        assert_eq!(dropped(&scored, Format::Ggf), [DroppedData::MoveScores]);
        let both = [DroppedData::Remarks, DroppedData::MoveScores];
        assert_eq!(dropped(&scored, Format::Board), both);
        let items: Vec<GameOrPosition> = read(scored.repeat(3).as_bytes())
            .unwrap()
            .into_iter()
            .map(|entry| entry.item)
            .collect();
        let counts = dropped_data(&items, Format::Sgf).unwrap();
        assert_eq!(counts, BTreeMap::from([(DroppedData::MoveScores, 3)]));
    }
}
