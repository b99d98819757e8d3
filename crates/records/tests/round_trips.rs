//! Random games and positions survive being written and read, in every format.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use proptest::prelude::*;
use willow_board::{Color, DiscDiff, EndReason, Game, Move, Position, Square};
use willow_records::wthor::{WthorDate, WthorFile, WthorNames};
use willow_records::{
    DroppedData, Format, GameOrPosition, MoveNote, MoveScore, PrintedBoard, RecordedEnding,
    RecordedGame, RecordedResult, ScoredPosition, board_text, detect, dropped_data, ggf, obf,
    printed_board, read, sgf, transcript, write, wthor,
};
use willow_testkit::game_of_choices;

/// Plays a game from the usual start; each number chooses among the moves.
fn game_of(choices: &[usize]) -> Game {
    let mut game = Game::new();
    for ply in game_of_choices(choices) {
        let square = ply.square.and_then(Square::from_index);
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

prop_compose! {
    fn games()(choices in prop::collection::vec(0..60_usize, 0..80)) -> Game {
        game_of(&choices)
    }
}

fn endings() -> impl Strategy<Value = Option<EndReason>> {
    let color = prop::sample::select(Color::ALL.to_vec());
    prop_oneof![
        3 => Just(None),
        1 => color.clone().prop_map(|color| Some(EndReason::Resigned(color))),
        1 => color.clone().prop_map(|color| Some(EndReason::TimedOut(color))),
        1 => color.prop_map(|color| Some(EndReason::Overtime(color))),
    ]
}

/// Texts with all that is special in some format.
fn texts() -> impl Strategy<Value = String> {
    "([a-zA-Z0-9éß ()\\[\\];:/%\\\\\n-]{0,20})".prop_map(|text| text.trim().to_owned())
}

fn notes() -> impl Strategy<Value = MoveNote> {
    (prop::option::of(-6400..6400_i32), prop::option::of(0..10_000_000_u64), texts()).prop_map(
        |(hundredths, millis, comment)| MoveNote {
            eval: hundredths.map(|n| f64::from(n) / 100.0),
            time: millis.map(Duration::from_millis),
            comment,
        },
    )
}

prop_compose! {
    fn records()(
        mut game in games(),
        ending in endings(),
        texts in prop::array::uniform8(texts()),
        rating in prop::option::of(0..300_000_u32),
        notes in prop::collection::btree_map(0..60_usize, notes(), 0..10),
    ) -> RecordedGame {
        if let Some(reason) = ending {
            game.end(reason);
        }
        let mut record = RecordedGame::new(game);
        let [black, white, event, place, date, clock, comment, _] = texts;
        record.player_mut(Color::Black).name = black;
        record.player_mut(Color::White).name = white;
        record.player_mut(Color::Black).rating = rating.map(|n| f64::from(n) / 100.0);
        for player in &mut record.players {
            player.clock.clone_from(&clock);
        }
        (record.event, record.place, record.date, record.comment) = (event, place, date, comment);
        "8".clone_into(&mut record.match_type);
        for (ply, note) in notes {
            if ply < record.game.n_plies() {
                record.set_note(ply, note);
            }
        }
        record
    }
}

fn scored_position(game: &Game, scores: &[i32], comment: &str) -> ScoredPosition {
    let position = *game.position();
    let moves = position.legal_moves().squares().map(Move::Place);
    let scores = moves.zip(scores);
    ScoredPosition {
        position,
        scores: scores.map(|(mv, &n)| MoveScore { mv, score: DiscDiff::clamped(n) }).collect(),
        comment: comment.replace('\n', " "),
    }
}

fn positions(text: &str) -> Vec<Position> {
    read(text.as_bytes()).unwrap().iter().map(|entry| *entry.item.position()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn transcripts(game in games()) {
        let text = transcript::write(&game);
        prop_assert_eq!(transcript::parse(&text), Ok(game.clone()));
        prop_assert_eq!(transcript::parse(&text.to_uppercase()), Ok(game.clone()));
        let with_passes: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        prop_assert_eq!(transcript::parse(&with_passes.join(" ")), Ok(game));
    }

    #[test]
    fn boards(game in games()) {
        let position = *game.position();
        prop_assert_eq!(board_text::parse(&position.to_string()), Ok(position));
        let printed = PrintedBoard::from(position);
        prop_assert_eq!(printed_board::parse(&printed.to_string()), Ok(printed));
    }

    #[test]
    fn scored_positions(
        game in games(),
        scores in prop::collection::vec(-64..=64, 0..30),
        comment in texts(),
    ) {
        let scored = scored_position(&game, &scores, &comment);
        prop_assert_eq!(obf::parse(&scored.to_string()), Ok(scored));
    }

    #[test]
    fn ggf_games(record in records()) {
        let text = ggf::write(&record);
        prop_assert_eq!(detect(text.as_bytes()), Some(Format::Ggf));
        prop_assert_eq!(ggf::parse(&text), Ok(record));
    }

    #[test]
    fn sgf_games(mut record in records()) {
        let text = sgf::write(&record);
        prop_assert_eq!(detect(text.as_bytes()), Some(Format::Sgf));
        record.match_type.clear();
        for ply in 0..record.game.n_plies() {
            let note = record.note(ply).cloned().unwrap_or_default();
            record.set_note(ply, MoveNote { time: None, ..note });
        }
        prop_assert_eq!(sgf::parse(&text), Ok(record));
    }

    #[test]
    fn wthor_databases(mut all in prop::collection::vec(records(), 1..4)) {
        for record in &mut all {
            let score = f64::from(record.game.position().board().n_empties());
            record.result.get_or_insert(RecordedResult { score, ending: RecordedEnding::Board });
        }
        let files = wthor::write(&all, 2026, WthorDate::default()).unwrap();
        let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
        let file = WthorFile::parse(&files.games).unwrap();
        prop_assert_eq!(file.len(), all.len());
        for (index, record) in all.iter().enumerate() {
            let again = file.record(index, &names).unwrap().unwrap();
            let trailing_pass = record.game.last_move() == Some(Move::Pass);
            prop_assert_eq!(
                again.game.n_plies(),
                record.game.n_plies() - usize::from(trailing_pass)
            );
            let canonical = |game: &Game| game.position().board().canonical();
            if !trailing_pass {
                prop_assert_eq!(canonical(&again.game), canonical(&record.game));
            }
        }
    }

    #[test]
    fn many_games_in_one_text(all in prop::collection::vec(records(), 1..5)) {
        let items: Vec<GameOrPosition> =
            all.iter().map(|record| GameOrPosition::Game(Box::new(record.clone()))).collect();
        let expected: Vec<Position> = items.iter().map(|item| *item.position()).collect();
        for format in [Format::Ggf, Format::Sgf] {
            let text = write(&items, format).unwrap();
            prop_assert_eq!(positions(&text), expected.clone());
        }
        let game_positions = |record: &RecordedGame| -> Vec<Position> {
            (0..=record.game.n_plies()).map(|ply| *record.game.position_at(ply).unwrap()).collect()
        };
        let expected: Vec<Position> = all.iter().flat_map(game_positions).collect();
        for format in [Format::Obf, Format::Board, Format::PrintedBoard] {
            let text = write(&items, format).unwrap();
            prop_assert_eq!(positions(&text), expected.clone());
        }
    }

    #[test]
    fn what_is_not_reported_as_dropped_is_kept(record in records()) {
        let item = GameOrPosition::Game(Box::new(record));
        let dropped = dropped_data(std::slice::from_ref(&item), Format::Ggf).unwrap();
        prop_assert!(dropped.is_empty(), "{:?}", dropped);
        let dropped = dropped_data(&[item], Format::Sgf).unwrap();
        prop_assert!(dropped.keys().all(|&data| data == DroppedData::MoveTimes), "{:?}", dropped);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(input in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&input);
    }

    #[test]
    fn any_text_is_read_without_a_panic(input in "[-XO.*a-h1-8;:/()\\[\\] BWGM\n]{0,200}") {
        let _ = read(input.as_bytes());
    }
}
