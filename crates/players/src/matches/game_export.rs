//! Replays and exports the record of a match game: clocks, times, GGF and other formats.

use std::time::Duration;

use crate::MoveThought;
use willow_board::{Clock, Color, EndReason, Game, Move, Position};
use willow_records::{
    MoveNote, RecordedEnding, RecordedGame, RecordedPlayer, RecordedResult, board_text, transcript,
};

use crate::matches::GameRecord;

/// The length of a position before the moves of an opening, in bytes.
const POSITION_LENGTH: usize = 66;

impl GameRecord {
    /// Returns the position at which the game began.
    pub fn start(&self) -> Position {
        self.opening
            .get(..POSITION_LENGTH)
            .and_then(|text| board_text::parse(text).ok())
            .unwrap_or(Position::START)
    }

    /// Returns the game move by move, or `None` if a move is illegal, as in a file that was edited.
    pub fn replay(&self) -> Option<Game> {
        transcript::parse_from(self.start(), &self.moves).ok()
    }

    /// Returns the times that Black and White have left after every ply, with `clock` at the start.
    ///
    /// The first entry is before the first ply. A side without a time limit has `None`.
    pub fn clocks(&self, clock: Clock) -> Vec<[Option<Duration>; 2]> {
        let Some(game) = self.replay() else { return Vec::new() };
        let left = |clock: &Clock, now| {
            Color::ALL.map(|color| clock.time_left(color, now).map(|left| left.main + left.byoyomi))
        };
        let mut times = self.move_times(&game);
        let (mut clock, mut now) = (clock, Duration::ZERO);
        let mut all = vec![left(&clock, now)];
        for ply in 0..game.n_plies() {
            if let (Some(time), Some(position)) = (times.next().flatten(), game.position_at(ply)) {
                clock.start(position.side_to_move(), now);
                now = now.saturating_add(time);
                // After a loss on time no time is left.
                let _ = clock.press(now);
                clock.stop(now);
            }
            all.push(left(&clock, now));
        }
        all
    }

    /// Returns the time of each ply; `None` for moves of the opening and passes, and for a number in an
    /// edited file that is not a time.
    fn move_times(&self, game: &Game) -> impl Iterator<Item = Option<Duration>> + use<> {
        let is_move: Vec<bool> = game.moves().map(|mv| matches!(mv, Move::Place(_))).collect();
        let n_moves = is_move.iter().filter(|&&is_move| is_move).count();
        let n_opening_moves = n_moves.saturating_sub(self.move_seconds.len());
        let mut seconds = self.move_seconds.clone().into_iter();
        let mut n_seen = 0;
        is_move.into_iter().map(move |is_move| {
            n_seen += usize::from(is_move);
            (is_move && n_opening_moves < n_seen)
                .then(|| seconds.next())
                .flatten()
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        })
    }

    /// Returns the number of moves that Black and White have chosen, without openings and passes.
    pub fn n_chosen_moves(&self) -> [u32; 2] {
        let mut counts = [0; 2];
        if let Some(game) = self.replay() {
            for (ply, time) in self.move_times(&game).enumerate() {
                if let (Some(_), Some(position)) = (time, game.position_at(ply)) {
                    counts[position.side_to_move().index()] += 1;
                }
            }
        }
        counts
    }

    /// Returns the game as a record for GGF, WTHOR and the other formats, or `None` if a move is
    /// illegal.
    pub fn to_record(&self) -> Option<RecordedGame> {
        let mut game = self.replay()?;
        let times: Vec<_> = self.move_times(&game).collect();
        if let Some(reason) = self.end_reason() {
            game.end(reason);
        }
        let mut record = RecordedGame::new(game);
        let player =
            |name: &str| RecordedPlayer { name: name.to_owned(), ..RecordedPlayer::default() };
        record.players = [player(&self.black), player(&self.white)];
        "willow match".clone_into(&mut record.event);
        let ending = record.result.map_or(RecordedEnding::Forfeited, |result| result.ending);
        if ending != RecordedEnding::Board {
            record.comment.clone_from(&self.reason);
        }
        record.result = Some(RecordedResult { score: f64::from(self.result.value()), ending });
        for (ply, time) in times.into_iter().enumerate() {
            if time.is_some() {
                record.set_note(ply, MoveNote { time, ..MoveNote::default() });
            }
        }
        for MoveThought { ply, thought, .. } in &self.thoughts {
            let ply = ply.saturating_sub(1);
            if record.game.n_plies() <= ply {
                continue;
            }
            let note = record.note(ply).cloned().unwrap_or_default();
            record.set_note(ply, thought.note(note.time));
        }
        Some(record)
    }

    /// Returns why the game ended, if not because neither side could move.
    fn end_reason(&self) -> Option<EndReason> {
        let reasons = Color::ALL.into_iter().flat_map(|color| {
            [
                EndReason::Resigned(color),
                EndReason::TimedOut(color),
                EndReason::Overtime(color),
                EndReason::Forfeited(color),
            ]
        });
        // Some reasons have a cause behind a colon.
        let text = self.reason.split_once(':').map_or(&*self.reason, |(reason, _)| reason);
        reasons.into_iter().find(|reason| text == reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{DiscDiff, TimeControl};

    use super::*;

    fn record() -> GameRecord {
        serde_json::from_str(
            r#"{"game":1,"first":"black","black":"a","white":"b","opening":"f5","moves":"f5d6c3",
            "black_discs":4,"white_discs":3,"result":64,"reason":"White resigned",
            "black_seconds":2.0,"white_seconds":5.0,"move_seconds":[5.0,2.0]}"#,
        )
        .unwrap()
    }

    #[test]
    fn clocks_run_for_moves_that_were_chosen() {
        let control = |seconds| TimeControl::Game(Duration::from_secs(seconds));
        let clock = Clock::with_odds(control(60), control(30));
        let seconds: Vec<_> = record()
            .clocks(clock)
            .into_iter()
            .map(|left| left.map(|left| left.unwrap().as_secs()))
            .collect();
        assert_eq!(seconds, [[60, 30], [60, 30], [60, 25], [58, 25]]);
        assert_eq!(record().n_chosen_moves(), [1, 1]);
        assert_eq!(record().clocks(Clock::new(TimeControl::Unlimited))[3], [None, None]);
    }

    #[test]
    fn comments_of_a_record_tell_what_the_players_thought() {
        let thoughts = r#"[{"ply":3,"move":"c3","value":1.5,"unit":"discs","exact":false,
            "depth":2,"nodes":9,"evaluations":null,"line":["c3","d3"]}]"#;
        let thoughts = serde_json::from_str(thoughts).unwrap();
        let exported = GameRecord { thoughts, ..record() }.to_record().unwrap();
        let note = exported.note(2).unwrap();
        assert_eq!((note.eval, note.time), (Some(1.5), Some(Duration::from_secs(2))));
        assert_eq!(note.comment, "value +1.50 discs, depth 2, nodes 9, line c3 d3");
    }

    #[test]
    fn numbers_that_are_no_times_are_left_out() {
        for [first, second] in [[-1.0, 2.0], [1e300, 2.0], [f64::NAN, 2.0], [1.8e19, 1.8e19]] {
            let damaged = GameRecord { move_seconds: vec![first, second], ..record() };
            let control = TimeControl::Game(Duration::from_mins(1));
            assert_eq!(damaged.clocks(Clock::new(control)).len(), 4);
            let exported = damaged.to_record().unwrap();
            let time = |ply| exported.note(ply).and_then(|note| note.time);
            assert_eq!(time(1), Duration::try_from_secs_f64(first).ok());
            assert_eq!(time(2), Duration::try_from_secs_f64(second).ok());
        }
    }

    #[test]
    fn a_thought_about_no_move_of_the_game_is_left_out() {
        let thoughts = r#"[{"ply":1000000000000,"move":"c3","value":1.5,"unit":"discs","exact":false,
            "depth":2,"nodes":9,"evaluations":null,"line":["c3","d3"]}]"#;
        let thoughts = serde_json::from_str(thoughts).unwrap();
        let exported = GameRecord { thoughts, ..record() }.to_record();
        assert_eq!(exported, record().to_record());
    }

    /// Black wins the shortest game by 64 on the board.
    #[test]
    fn overtime_is_a_loss_on_time_by_two() {
        let moves = "e6f4e3f6g5d6e7f5c5".to_owned();
        let reason = EndReason::Overtime(Color::Black);
        let record = GameRecord {
            moves,
            black_discs: 13,
            white_discs: 0,
            result: DiscDiff::new(-2).unwrap(),
            reason: reason.to_string(),
            ..record()
        };
        let exported = record.to_record().unwrap();
        let lost = RecordedResult { score: -2.0, ending: RecordedEnding::TimedOut };
        assert_eq!((exported.result, &exported.comment), (Some(lost), &record.reason));
        assert_eq!(exported.game.outcome().unwrap().reason, reason);
        let on_board =
            GameRecord { result: DiscDiff::MAX, reason: EndReason::Finished.to_string(), ..record };
        let exported = on_board.to_record().unwrap();
        assert_eq!(exported.result.unwrap().ending, RecordedEnding::Board);
        assert_eq!(exported.comment, "");
    }

    #[test]
    fn records_have_names_moves_and_times() {
        let exported = record().to_record().unwrap();
        assert_eq!(exported.game.n_plies(), 3);
        assert_eq!(exported.player(Color::White).name, "b");
        assert_eq!(exported.note(1).unwrap().time, Some(Duration::from_secs(5)));
        assert_eq!((exported.note(0), exported.comment.as_str()), (None, "White resigned"));
        for (reason, ending) in [
            ("White resigned", RecordedEnding::Resigned),
            ("White ran out of time", RecordedEnding::TimedOut),
            ("White forfeited: a1: illegal", RecordedEnding::Forfeited),
            ("something else", RecordedEnding::Forfeited),
        ] {
            let ended = GameRecord { reason: reason.to_owned(), ..record() }.to_record().unwrap();
            assert_eq!(ended.result, Some(RecordedResult { score: 64.0, ending }), "{reason}");
        }
        let illegal = GameRecord { moves: "a1".to_owned(), ..record() };
        assert!(illegal.to_record().is_none());
    }
}
