//! Tests of reading.

use super::*;

const START: &str = "---------------------------OX------XO--------------------------- X";

fn error(input: &[u8]) -> String {
    read(input).unwrap_err().to_string()
}

#[test]
fn lines_of_several_formats_may_be_mixed() {
    let text = format!("\u{feff}# a remark\r\n{START}\r\n\r\nf5d6\r\n{START}; f5:+0; % x\r\n");
    let all = read(text.as_bytes()).unwrap();
    let lines: Vec<_> = all.iter().map(|entry| entry.location.line()).collect();
    assert_eq!(lines, [Some(2), Some(4), Some(5)]);
    assert_eq!(all[0].item.position(), &Position::START);
    assert_eq!(all[1].item.position().board().occupied().count(), 6);
    assert_eq!(all[2].item.clone().into_record().comment, "x");
}

#[test]
fn errors_do_not_stop_the_next_line() {
    let text = "f5d6\nf5d5\n\nhello\nf5\n";
    let results: Vec<_> = entries(text.as_bytes())
        .map(|entry| entry.map(|_| ()).map_err(|error| error.location.line()))
        .collect();
    assert_eq!(results, [Ok(()), Err(Some(2)), Err(Some(4)), Ok(())]);
}

#[test]
fn the_moves_behind_a_board_may_be_wrapped() {
    let all = read(format!("{START} f5d6\nc3d3\n").as_bytes()).unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(transcript::write(&all[0].item.clone().into_record().game), "f5d6c3d3");
}

#[test]
fn a_pgn_without_moves_is_an_error() {
    assert_eq!(
        error(b"[Black \"a\"]\n[White \"b\"]\n"),
        "line 1, column 1: the moves of this PGN are missing"
    );
    assert_eq!(read(b"[Black \"a\"]\n\n*\n").unwrap().len(), 1);
}

#[test]
fn a_pgn_is_one_game_or_one_error() {
    let told = |text: &str| -> Vec<String> {
        let entries = entries(text.as_bytes());
        let told = entries.map(|entry| match entry {
            Ok(entry) => {
                let record = entry.item.into_record();
                let [black, white] = record.players.map(|player| player.name);
                format!("{} {black}-{white}", transcript::write(&record.game))
            }
            Err(error) => error.location.to_string(),
        });
        told.collect()
    };
    for text in [
        "[Black \"a\"]\n\n[White \"b\"]\n\n1. f5 d6\n",
        "[Black \"a\"]\n[White \"b\"]\n\n\n\n\n1. f5 d6\n",
        "[Black \"a\"] [White \"b\"]\r\n\r\n1. f5\r\nd6 *\r\n",
        "[Black\n\n\"a\"\n]\n[White \"b\"] 1. f5 d6\n",
        "[ Black \"a\" ]\n% x\n\n[White \"b\"]\nf5 d6\n",
    ] {
        assert_eq!(told(text), ["f5d6 a-b"], "{text}");
    }
    for text in [
        "[Black \"a\"]\n[White \"b]\n\n[Site \"x\"]\n\n1. f5 d6\n",
        "[Black \"a\"]\n[White b\"]\n1. f5 d6\n2. c3 *\n",
    ] {
        assert_eq!(told(text), ["line 2, column 1"], "{text}");
    }
    let two = "[Black \"a\"]\n\n[Black \"a\"]\n[White \"b\\\"]\"]\n\n1. f5 d6\n";
    assert_eq!(told(two), ["line 1, column 1", "f5d6 a-b\"]"]);
}

#[test]
fn a_broken_game_does_not_stop_the_next() {
    let text =
        "(;GM[Othello]B[f5]W[f5];)\n2 (;GM[Othello]B[f5];)(;GM[Othello]B[d3];) x\n(;B[f5/1];)";
    let results: Vec<String> = entries(text.as_bytes())
        .map(|entry| match entry {
            Ok(entry) => {
                let record = entry.item.into_record();
                format!("{}: {} {:?}", entry.location, record.game.n_plies(), record.synchro)
            }
            Err(error) => error.to_string(),
        })
        .collect();
    let unknown = ReadProblem::Unknown;
    let expected = [
        "line 1, column 21: game 1: move 2, f5: f5 is not empty".to_owned(),
        "line 2, column 3: 1 Some(First)".to_owned(),
        "line 2, column 23: 1 Some(Second)".to_owned(),
        format!("line 2, column 44: {unknown}"),
        "line 3, column 1: 1 None".to_owned(),
    ];
    assert_eq!(results, expected);
}

#[test]
fn wthor_games_are_read_with_names() {
    let record = RecordedGame::new(transcript::parse("f5d6").unwrap());
    let mut named = record.clone();
    named.result = Some(crate::RecordedResult { score: 2.0, ending: crate::RecordedEnding::Board });
    named.players[0].name = "Doe Jane".to_owned();
    let files = crate::wthor::write(
        &[named],
        2026,
        crate::wthor::WthorDate { century: 20, month: 1, ..Default::default() },
    )
    .unwrap();
    let name = |entry: Result<InputEntry, ReadError>| {
        entry.unwrap().item.into_record().players[0].name.clone()
    };
    let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
    assert_eq!(
        entries_with_names(&files.games, &names).map(name).collect::<Vec<_>>(),
        ["Doe Jane"]
    );
    assert_eq!(entries(&files.games).map(name).collect::<Vec<_>>(), ["#1"]);
    assert_eq!(error(&files.players), "byte 0: the file holds names, not games");
    let mut broken = files.games;
    broken[16 + 8 + 1] = 99;
    assert_eq!(error(&broken), "byte 25: game 1: move 2: 99 is not a square (expected 11 to 88)");
}

#[test]
fn an_input_is_read_in_portions() {
    let board = "  a b c d e f g h\n".to_owned() + &"1 - - - O X - - -\n".repeat(8);
    let wthor = {
        let mut record = RecordedGame::new(transcript::parse("f5d6").unwrap());
        record.result =
            Some(crate::RecordedResult { score: 2.0, ending: crate::RecordedEnding::Board });
        let date = crate::wthor::WthorDate { century: 20, month: 1, ..Default::default() };
        crate::wthor::write(&[record.clone(), record], 2026, date).unwrap().games
    };
    let trees = "(;GM[Othello]B[f5];)\nx\n(;GM[Othello]B[d3];)(;B[f5])";
    let inputs = [
        "\u{feff}f5d6\nf5d5\n\n# a remark\nf5\n".as_bytes(),
        trees.as_bytes(),
        board.as_bytes(),
        &wthor,
        b"hello",
        b"",
    ];
    for input in inputs {
        let whole: Vec<_> =
            entries(input).map(|entry| entry.map_err(|error| error.problem)).collect();
        let (mut portions, mut offset) = (Vec::new(), 0);
        loop {
            let mut rest = entries_from(input, &NO_NAMES, offset);
            let Some(entry) = rest.next() else { break };
            portions.push(entry.map_err(|error| error.problem));
            offset = rest.offset();
        }
        assert_eq!(portions, whole);
        assert!(!whole.is_empty());
    }
}

#[test]
fn inputs_without_entries_have_different_errors() {
    assert_eq!(error(b""), "line 1, column 1: no game or position found");
    assert_eq!(error(b"\n# remark\n"), "line 1, column 1: no game or position found");
    assert_eq!(error(b"ab\xffc"), "byte 2: binary data, or text that is not UTF-8");
    assert_eq!(error(b"f5\0d6"), "byte 2: binary data, or text that is not UTF-8");
    assert!(error(b"hello").starts_with("line 1, column 1: unknown format"));
    let long = "f5".repeat(MAX_LINE);
    assert_eq!(
        error(long.as_bytes()),
        "line 1, column 1: a line of 131072 bytes is too long (the limit is 65536)"
    );
}
