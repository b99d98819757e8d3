//! Replays public archives of games and positions, millions of moves, and counts what does not fit.
//!
//! The archives are not part of the project. `WILLOW_ARCHIVES` names their folder; without it the
//! tests say that they are skipped. The figures that they must reach were counted by another program
//! on the same files.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use willow_board::{Color, DiscDiff, Game, Move};
use willow_records::wthor::{self, WthorFile, WthorNames};
use willow_records::{
    Format, GameOrPosition, RecordedGame, detect, entries, ggf, obf, sgf, transcript, write,
};

/// What replaying a set of games counts.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    games: usize,
    illegal: usize,
    unfinished: usize,
    mismatches: usize,
    /// Finished with empties left.
    with_empties: usize,
    passes: usize,
}

impl Counts {
    /// Counts a game; `agrees` tells whether a finished game has the recorded score.
    fn add(&mut self, game: &Game, agrees: bool) {
        self.games += 1;
        let position = game.position();
        // A record that stops where its side must pass has that pass too, though not in its moves.
        let passes = game.moves().filter(|&mv| mv == Move::Pass).count();
        self.passes += passes + usize::from(position.must_pass());
        if !game.is_over() {
            self.unfinished += 1;
        } else if !agrees {
            self.mismatches += 1;
        }
        self.with_empties += usize::from(game.is_over() && position.board().n_empties() != 0);
    }

    fn report(&self, set: &str) {
        println!(
            "{set}: {} games, {} illegal moves, {} unfinished, {} score mismatches, \
             {} finished with empty squares, {} passes",
            self.games,
            self.illegal,
            self.unfinished,
            self.mismatches,
            self.with_empties,
            self.passes
        );
    }
}

/// Returns the folder of the archives, or says that the test is skipped.
fn archives(set: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("WILLOW_ARCHIVES").filter(|folder| !folder.is_empty());
    if folder.is_none() {
        println!("{set}: skipped (WILLOW_ARCHIVES names no folder)");
    }
    folder.map(PathBuf::from)
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn result(game: &Game) -> Option<DiscDiff> {
    game.outcome().map(|outcome| outcome.result)
}

/// Checks that a game survives being written and read in every format of games.
fn check_round_trips(record: &RecordedGame) {
    let game = &record.game;
    assert_eq!(transcript::parse(&transcript::write(game)).as_ref(), Ok(game));
    let through_ggf = ggf::parse(&ggf::write(record)).unwrap();
    assert_eq!((&through_ggf.game, through_ggf.result), (game, record.result));
    let through_sgf = sgf::parse(&sgf::write(record)).unwrap();
    assert_eq!((&through_sgf.game, through_sgf.result), (game, record.result));
    assert_eq!(through_sgf.players, record.players);
}

fn years(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut years: Vec<_> =
        files.filter(|path| path.extension() == Some(OsStr::new("wtb"))).collect();
    years.sort();
    years
}

#[test]
fn wthor_years() {
    let Some(folder) = archives("WTHOR") else { return };
    let folder = folder.join("games/wthor");
    let (players, tournaments) =
        (bytes(&folder.join("WTHOR.JOU")), bytes(&folder.join("WTHOR.TRN")));
    assert_eq!(detect(&players), Some(Format::WthorPlayers));
    assert_eq!(detect(&tournaments), Some(Format::WthorTournaments));
    let names = WthorNames::parse(&players, &tournaments).unwrap();
    let mut counts = Counts::default();
    let mut move_lists = HashSet::new();
    for path in years(&folder) {
        let bytes = bytes(&path);
        assert_eq!(detect(&bytes), Some(Format::Wthor), "{}", path.display());
        let file = WthorFile::parse(&bytes).unwrap();
        let games: Vec<_> = file.games().collect();
        assert!(wthor::write_games(file.header(), &games) == bytes, "{}", path.display());
        move_lists.extend(games.iter().map(|game| game.moves));
        let mut records = Vec::with_capacity(file.len());
        for (index, raw) in games.iter().enumerate() {
            let Ok(record) = file.record(index, &names).unwrap() else {
                counts.illegal += 1;
                continue;
            };
            counts.add(&record.game, result(&record.game) == raw.score());
            let named = |name: &str| !name.is_empty() && !name.starts_with('#');
            let [black, white] = &record.players;
            assert!(named(&record.event) && named(&black.name) && named(&white.name));
            check_round_trips(&record);
            records.push(record);
        }
        check_rewritten(&file, &records);
        assert_eq!(entries(&bytes).flatten().count(), file.len());
    }
    counts.report("WTHOR");
    println!(
        "WTHOR: {} different move lists, {} names of players, {} of tournaments",
        move_lists.len(),
        names.players.len(),
        names.tournaments.len()
    );
    let expected = Counts {
        games: 137_548,
        illegal: 0,
        unfinished: 413,
        mismatches: 0,
        with_empties: 6_446,
        passes: 156_899,
    };
    assert_eq!(counts, expected);
    assert_eq!(move_lists.len(), 137_507);
    assert_eq!((names.players.len(), names.tournaments.len()), (4_448, 492));
}

/// Checks that records written as a database of their own are read back with their names.
fn check_rewritten(file: &WthorFile<'_>, records: &[RecordedGame]) {
    let header = file.header();
    let written = wthor::write(records, header.year, header.created).unwrap();
    assert!(written.shortened.is_empty());
    let names = WthorNames::parse(&written.players, &written.tournaments).unwrap();
    let again = WthorFile::parse(&written.games).unwrap();
    for (index, record) in records.iter().enumerate() {
        assert_eq!(again.record(index, &names).unwrap().as_ref(), Ok(record));
    }
}

#[test]
fn first_games_of_two_years() {
    let Some(folder) = archives("WTHOR, first games") else { return };
    let folder = folder.join("games/wthor");
    let names =
        WthorNames::parse(&bytes(&folder.join("WTHOR.JOU")), &bytes(&folder.join("WTHOR.TRN")))
            .unwrap();
    let first = |year: &str| {
        let bytes = bytes(&folder.join(year));
        WthorFile::parse(&bytes).unwrap().record(0, &names).unwrap().unwrap()
    };
    let record = first("WTH_1977.wtb");
    assert_eq!(record.event, "World Championship");
    assert_eq!(record.player(Color::Black).name, "Inoue Hiroshi");
    assert_eq!(record.player(Color::White).name, "Heiberg Thomas");
    assert_eq!(result(&record.game).unwrap().value(), 4);
    let record = first("WTH_2025.wtb");
    assert_eq!(record.event, "All Japan Championships");
    assert_eq!(record.player(Color::White).name, "Takahashi Akihiro");
    assert!(transcript::write(&record.game).starts_with("f5d6c5f4e3c6d3f6e6b5"));
    println!("WTHOR, first games: names, results and moves as published");
}

#[test]
fn scored_positions() {
    let Some(folder) = archives("OBF") else { return };
    let files = [
        ("fforum-1-19.obf", 19),
        ("fforum-20-39.obf", 20),
        ("fforum-40-59.obf", 20),
        ("endgame-13-18.obf", 1_474),
    ];
    for (file, n_positions) in files {
        let bytes = bytes(&folder.join("positions").join(file));
        assert_eq!(detect(&bytes), Some(Format::Obf));
        let items: Vec<GameOrPosition> = entries(&bytes).map(|entry| entry.unwrap().item).collect();
        assert_eq!(items.len(), n_positions);
        let mut n_scores = 0;
        for item in &items {
            let GameOrPosition::Position(scored) = item else { panic!("{file} has a game") };
            assert_eq!(scored.scores.len() as u32, scored.position.legal_moves().count());
            assert_eq!(scored.best_score(), Some(scored.scores[0].score));
            assert_eq!(obf::parse(&scored.to_string()).as_ref(), Ok(scored));
            n_scores += scored.scores.len();
        }
        let written = write(&items, Format::Obf).unwrap();
        assert_eq!(written.lines().count(), n_positions);
        println!("{file}: {n_positions} positions, {n_scores} scored moves, all legal");
    }
}
