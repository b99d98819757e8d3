//! What people paste and programs write, each with what is read from it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use willow_board::Position;
use willow_records::{EntryStream, GameOrPosition, ReadError, decode, entries, transcript};

use crate::laws;

/// Games of more plies are told by their number and the last board.
const PLIES_TOLD: usize = 12;

/// The files of the folder `cases` with the entries that are read from them. After public reports of users; names
/// are replaced. Three more are dialogues in GTP, which are tests of `willow gtp`.
const CASES: &[(&str, &[&str])] = &[
    ("a01-nan.ggf", &["35 plies to 25-13, player against engine"]),
    ("a02-board-moves.txt", &["f5d6c3"]),
    (
        "a02-ffo-noside.txt",
        &[
            "line 1, column 65: the side to move is missing after the board (add a space and X or O)",
        ],
    ),
    ("a02-ffo.txt", &["O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X;"]),
    (
        "a02-ggs-bracket.txt",
        &["---------------------------OX------XO--------------------------- X;"],
    ),
    ("a02-ggs-size.txt", &["---------------------------OX------XO--------------------------- X;"]),
    ("a03-share.txt", &["59 plies to 32-31"]),
    ("a04-dot.txt", &["21 plies to 17-8"]),
    ("a04-playok-oneline-noresult.txt", &["61 plies to 51-13, +38"]),
    ("a04-playok-oneline.txt", &["61 plies to 51-13, +38"]),
    ("a04-playok.pgn", &["61 plies to 51-13, player2 against player1, +38"]),
    ("a04-playok.txt", &["61 plies to 51-13, +38"]),
    ("a05-fullwidth.txt", &["f5d6c3d3c4"]),
    (
        "a05-wrapped-ambiguous.txt",
        &[
            "line 2, column 1: this line may be a game of its own or the rest of the one before (put an empty line between two games, join the lines of one)",
        ],
    ),
    ("a05-wrapped.txt", &["f5d6c3d3c4f4f6g5e6d7"]),
    ("a06-bom-crlf.sgf", &["f5d6c3, 村上 against 為則"]),
    ("a06-cr-only.txt", &["f5d6c3", "f5f6e6"]),
    ("a06-latin1.ggf", &["f5d6, Müller against René"]),
    ("a06-latin1.sgf", &["f5d6c3, Müller against René"]),
    ("a06-sjis-5c.sgf", &["f5d6, ソ表 against 能"]),
    ("a06-sjis.sgf", &["f5d6c3, 村上 against 為則"]),
    ("a06-sjis.txt", &["f5d6c3"]),
    ("a06-utf16.txt", &["f5d6c3"]),
    (
        "a12-min2.ggf",
        &[
            "line 1, column 24: game 1: the value is not closed by `]` before the next game begins",
            "f5d6, eve against dan, +2",
        ],
    ),
    (
        "a15-egaroucid5-board.txt",
        &["---------------------------OX------OXX-----O-------------------- X;"],
    ),
    ("a15-egaroucid5.txt", &["f5d6c3d3c4, +4"]),
    ("a16-edax.pgn", &["f5d6c3d3c4f4, Edax against x"]),
    ("a16-xboard.pgn", &["f5d6c3d3"]),
    ("a17-annot.txt", &["f5d6c3d3c4"]),
    ("a17-dashes.txt", &["f5d6c3d3"]),
    ("a17-dot.txt", &["f5d6c3"]),
    ("a17-nospace.txt", &["f5d6c3d3"]),
    ("a17-num-nodot.txt", &["f5d6c3"]),
    ("a17-numbered-lines.txt", &["f5d6c3d3c4f4"]),
    ("a17-one-per-line.txt", &["f5d6c3d3"]),
    ("a17-quotes.txt", &["f5d6c3"]),
    ("a17-semicolon.txt", &["f5d6c3d3"]),
    (
        "a17-tsv.txt",
        &["line 1, column 8: expected a move (a1 to h8, or a pass: pa, --), found 'N'"],
    ),
    ("a19-numbered-silent.txt", &["f5f6e6f4"]),
    (
        "a20-no-value.obf",
        &[
            "XXXX-X--XXXXXX--XXOOXXXOXXOXOXXXXXXXXOX-XXOOOOO-XOXXXO--OOOOOOO- X; h2:-2; h6:-6; g7:-8; h7:-8;",
        ],
    ),
    (
        "prose-rest.txt",
        &[
            "f5d6c3d3c4f4",
            "line 2, column 7: unknown format: neither a position (64 cells and a side) nor a game (moves such as f5d6c3, GGF, SGF, WTHOR)",
        ],
    ),
    (
        "prose-sgf.txt",
        &[
            "f5d6c3d3c4",
            "line 3, column 1: unknown format: neither a position (64 cells and a side) nor a game (moves such as f5d6c3, GGF, SGF, WTHOR)",
        ],
    ),
    (
        "prose-short-game.txt",
        &[
            "f5d6c3d3c4",
            "line 3, column 1: unknown format: neither a position (64 cells and a side) nor a game (moves such as f5d6c3, GGF, SGF, WTHOR)",
        ],
    ),
    ("wipe.txt", &["e6f4e3f6g5d6e7f5"]),
];

fn told(item: &GameOrPosition) -> String {
    let record = match item {
        GameOrPosition::Position(scored) => return scored.to_string(),
        GameOrPosition::Game(record) => record,
    };
    let game = &record.game;
    let mut text = if game.n_plies() <= PLIES_TOLD {
        transcript::write(game)
    } else {
        let [black, white] = willow_board::Color::ALL.map(|color| game.position().discs(color));
        format!("{} plies to {}-{}", game.n_plies(), black.count(), white.count())
    };
    if *game.start() != Position::START {
        text.extend([" from ", &game.start().to_string()]);
    }
    let [black, white] = record.players.each_ref().map(|player| &player.name);
    if !black.is_empty() || !white.is_empty() {
        text.extend([", ", black, " against ", white]);
    }
    if let Some(result) = record.result {
        let _ = write!(text, ", {:+}", result.score);
    }
    text
}

#[test]
fn what_people_paste_is_read_or_refused_with_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for (file, expected) in CASES {
        let bytes = fs::read(folder.join(file)).unwrap();
        let text = decode(bytes.clone()).unwrap();
        laws::check("read", &text);
        let whole: Vec<Result<GameOrPosition, ReadError>> =
            entries(&text).map(|entry| entry.map(|entry| entry.item)).collect();
        let all_told: Vec<String> = whole
            .iter()
            .map(|entry| entry.as_ref().map_or_else(ToString::to_string, told))
            .collect();
        assert_eq!(all_told, *expected, "{file}");
        let streamed = EntryStream::new(bytes, &b""[..]).unwrap();
        let streamed: Vec<_> = streamed
            .map(|entry| entry.map(|entry| entry.item).map_err(|error| error.to_string()))
            .collect();
        let whole: Vec<_> =
            whole.into_iter().map(|entry| entry.map_err(|error| error.to_string())).collect();
        assert_eq!(streamed, whole, "{file}");
    }
    let n_files = fs::read_dir(folder).unwrap().count();
    assert_eq!(n_files, CASES.len(), "each file has its row");
}
