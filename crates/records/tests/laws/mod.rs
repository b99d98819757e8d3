//! Laws that hold for every input, whatever its bytes: the fuzz targets look for a counterexample,
//! and the tests replay what they have found.
//!
//! Each law reads the input as one format. No parser may panic, and what it accepts must be written
//! and read back as the same thing.

use std::fmt::Debug;

use willow_records::wthor::{self, WthorDate, WthorFile, WthorHeader, WthorNames};
use willow_records::{
    Format, GameOrPosition, PrintedBoard, RecordedGame, ScoredPosition, Variations, board_text,
    detect, entries, ggf, obf, printed_board, sgf, transcript, write,
};

/// A law, and the name of its fuzz target and of the folder with its seeds.
pub(crate) type Law = (&'static str, fn(&[u8]));

/// Every law.
pub(crate) const ALL: [Law; 9] = [
    ("transcript", transcripts),
    ("board_text", boards),
    ("obf", obf_lines),
    ("ggf", ggf_games),
    ("sgf", sgf_games),
    ("printed_board", printed_boards),
    ("wthor", wthor_games),
    ("wthor_names", wthor_names),
    ("read", inputs),
];

/// Checks the law of this name.
pub(crate) fn check(name: &str, input: &[u8]) {
    let (_, law) = ALL.iter().find(|(known, _)| *known == name).expect("the law has a name");
    law(input);
}

/// Reads text with `parse`; what it accepts must survive being written and read again.
fn round_trip<T: PartialEq + Debug, E: Debug>(
    input: &[u8],
    parse: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(value) = parse(text) else { return };
    let written = write(&value);
    match parse(&written) {
        Ok(again) => assert_eq!(again, value, "written as {written:?}"),
        Err(error) => panic!("{error:?} in {written:?}"),
    }
}

/// Transcripts.
fn transcripts(input: &[u8]) {
    round_trip(input, transcript::parse, transcript::write);
}

/// Boards of 64 characters.
fn boards(input: &[u8]) {
    round_trip(input, board_text::parse, ToString::to_string);
}

/// Lines of OBF.
fn obf_lines(input: &[u8]) {
    round_trip(input, obf::parse, ToString::to_string);
}

/// Games in GGF.
fn ggf_games(input: &[u8]) {
    round_trip(input, ggf::parse, ggf::write);
}

/// Games in SGF.
fn sgf_games(input: &[u8]) {
    round_trip(input, |text| sgf::parse(text).map(Kept), |kept| sgf::write(&kept.0));
}

/// A record, compared without the number of lines that were left out: what is written has none of them.
#[derive(Debug)]
struct Kept(RecordedGame);

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        let moves = |kept: &Kept| kept.0.variations.moves().to_vec();
        let rest = |kept: &Kept| {
            let mut record = kept.0.clone();
            record.variations = Variations::default();
            record
        };
        moves(self) == moves(other) && rest(self) == rest(other)
    }
}

/// Printed boards.
fn printed_boards(input: &[u8]) {
    round_trip(input, printed_board::parse, PrintedBoard::to_string);
}

/// WTHOR games: the file is written back byte for byte, and its legal games survive as records.
fn wthor_games(input: &[u8]) {
    let Ok(file) = WthorFile::parse(input) else { return };
    let games: Vec<_> = file.games().collect();
    assert_eq!(wthor::write_games(file.header(), &games), input);
    let names = WthorNames::default();
    let records: Vec<RecordedGame> =
        (0..file.len()).filter_map(|index| file.record(index, &names)?.ok()).collect();
    let WthorHeader { year, created, .. } = *file.header();
    let written = wthor::write(&records, year, created).expect("what was read can be written");
    assert_eq!(written.shortened, Vec::<String>::new());
    let names = WthorNames::parse(&written.players, &written.tournaments).expect("just written");
    let again = WthorFile::parse(&written.games).expect("just written");
    assert_eq!(again.len(), records.len());
    for (index, record) in records.iter().enumerate() {
        let again = again.record(index, &names).expect("counted").expect("just written");
        assert_eq!(again.players, record.players);
        assert_eq!((&again.event, again.result), (&record.event, record.result));
        assert_eq!(again.game.n_plies(), record.game.n_plies());
        assert_eq!(again.game.outcome(), record.game.outcome());
    }
}

/// Names of WTHOR players and tournaments.
fn wthor_names(input: &[u8]) {
    let no_names = WthorNames::default();
    let created = WthorDate::default();
    let (jou, trn) = (no_names.write_players(created), no_names.write_tournaments(created));
    for names in [WthorNames::parse(input, &trn), WthorNames::parse(&jou, input)] {
        let Ok(names) = names else { continue };
        let (players, tournaments) =
            (names.write_players(created), names.write_tournaments(created));
        assert_eq!(WthorNames::parse(&players, &tournaments), Ok(names));
    }
}

/// Whole inputs: what is detected and read can be written in its own format and in GGF.
fn inputs(input: &[u8]) {
    let format = detect(input);
    let items: Vec<GameOrPosition> =
        entries(input).filter_map(|entry| Some(entry.ok()?.item)).collect();
    assert!(items.is_empty() || format.is_some());
    let through_ggf = write(&items, Format::Ggf).expect("GGF holds everything");
    let again: Vec<GameOrPosition> =
        entries(through_ggf.as_bytes()).map_while(|e| Some(e.ok()?.item)).collect();
    assert_eq!(again.len(), items.len(), "{through_ggf:?}");
    for (item, again) in items.iter().zip(&again) {
        assert_eq!(item.position(), again.position());
    }
    let positions: Vec<GameOrPosition> = items
        .iter()
        .map(|item| GameOrPosition::Position(ScoredPosition::from(*item.position())))
        .collect();
    let formats = [Format::Board, Format::Obf, Format::PrintedBoard];
    let old_programs = [Format::Paip, Format::Clojure, Format::BoardVector];
    for format in formats.into_iter().chain(old_programs) {
        let text = write(&positions, format).expect("positions can be written");
        let again = entries(text.as_bytes()).filter_map(|entry| Some(entry.ok()?.item));
        assert!(again.eq(positions.iter().cloned()), "{text}");
    }
}
