//! `willow convert`.

use std::fs;
use std::path::Path;

use willow_testkit::is_full;

use crate::run::run_in;

/// The first game in the public WTHOR archive (Inoue - Heiberg, 1977).
const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5\
                    e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_game_survives_every_format_of_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), format!("{GAME}\n")).unwrap();
    let chain = ["a.txt", "b.ggf", "c.sgf", "d.wtb", "f.txt"];
    for pair in chain.windows(2) {
        let result = run_in(folder.path(), &["convert", pair[0], pair[1]], b"");
        assert_eq!((result.code, &*result.stderr), (0, ""), "{pair:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("f.txt")).unwrap(), format!("{GAME}\n"));
    assert_eq!(
        names(folder.path()),
        ["a.txt", "b.ggf", "c.sgf", "d.jou", "d.trn", "d.wtb", "f.txt"]
    );
}

#[test]
fn names_of_wthor_files_stand_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let ggf = "(;GM[Othello]PB[Inoue]PW[A name of more than nineteen letters]RE[+2]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
    let result = run_in(folder.path(), &["convert", "-", "a.wtb"], ggf.as_bytes());
    let said = "a.wtb: 1 record (WTHOR games), 1 name shortened to fit\n";
    assert_eq!((result.code, &*result.stdout), (0, said));
    let players = |name: &str| {
        let result = run_in(folder.path(), &["convert", "a.wtb", name], b"");
        assert_eq!(result.code, 0, "{result:?}");
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    assert!(players("own.ggf").contains("PB[Inoue]PW[A name of more than]"));
    let mut names = folder.path().join("a.jou");
    for usual in ["WTHOR.JOU", "WTH.JOU", "wth.Jou"] {
        fs::rename(&names, folder.path().join(usual)).unwrap();
        names = folder.path().join(usual);
        assert!(players(&format!("{usual}.ggf")).contains("PB[Inoue]PW[A name of more than]"));
    }
    fs::remove_file(names).unwrap();
    assert!(players("none.ggf").contains("PB[#1]PW[#2]"));
}

#[test]
fn names_in_other_character_sets_become_utf8() {
    let folder = tempfile::tempdir().unwrap();
    for (sgf, names) in [
        (&b"(;GM[2]PB[M\xfcller]PW[Ren\xe9];B[f5])"[..], "PB[M\u{fc}ller]PW[Ren\u{e9}]"),
        (b"(;GM[2]CA[Shift_JIS]PB[\x91\xba\x8f\xe3];B[f5])", "PB[\u{6751}\u{4e0a}]"),
    ] {
        let result = run_in(folder.path(), &["convert", "-", "-", "--to", "ggf"], sgf);
        assert_eq!((result.code, &*result.stderr), (0, ""));
        assert!(result.stdout.contains(names), "{result:?}");
    }
}

#[test]
fn what_is_not_read_whole_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[u8], &str); 2] = [
        (b"1. f5 f6\n2. e6 f5\n", "standard input: line 2, column 7: move 4, f5: f5 is not empty"),
        (
            b"(;GM[Othello]PB[ann]PW[bob\n(;GM[Othello]PB[eve]B[f5];)\n",
            "standard input: line 1, column 24: game 1: the value is not closed by `]`",
        ),
    ];
    for (input, message) in cases {
        let result = run_in(folder.path(), &["convert", "-", "out.sgf"], input);
        assert_eq!(result.code, 1);
        assert!(result.error().starts_with(message), "{result:?}");
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn a_file_of_more_than_64_mib_is_read_as_a_stream() {
    if !is_full() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let remark = format!("# {}\n", "remark ".repeat(1000));
    let mut text = remark.repeat((66 << 20) / remark.len());
    text += "f5d6c3\n\nf5f6\n";
    fs::write(folder.path().join("games.txt"), text).unwrap();
    let result = run_in(folder.path(), &["convert", "games.txt", "out.txt"], b"");
    assert_eq!((result.code, &*result.stdout), (0, "out.txt: 2 records (transcript)\n"));
    let result = run_in(folder.path(), &["import", "--create", "--data", "data", "games.txt"], b"");
    assert_eq!(
        (result.code, &*result.stdout),
        (0, "2 games added to data\nimport 1: `willow archive undo 1` undoes it\n")
    );
}

#[test]
fn a_wthor_file_of_more_than_64_mib_is_copied_whole_or_not_at_all() {
    if !is_full() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_wthor(folder.path());
    let path = |name: &str| folder.path().join(name);
    let mut games = fs::read(path("WTHOR.wtb")).unwrap();
    let first = games[16..16 + 68].to_vec();
    let n_games = (65 << 20) / 68;
    games.truncate(16);
    games[4..8].copy_from_slice(&(n_games as u32).to_le_bytes());
    games.extend(first.repeat(n_games));
    fs::write(path("long.wtb"), &games).unwrap();
    let result = run_in(folder.path(), &["convert", "long.wtb", "copy.wtb"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(fs::read(path("copy.wtb")).unwrap() == games);
    games.truncate(16 + 2 * 68 - 1);
    games[4..8].copy_from_slice(&2u32.to_le_bytes());
    fs::write(path("long.wtb"), &games).unwrap();
    let before = names(folder.path());
    for output in ["cut.wtb", "cut.obf.gz"] {
        let result = run_in(folder.path(), &["convert", "long.wtb", output], b"");
        assert_eq!(result.code, 1);
        let message = "long.wtb: byte 84: 2 records make 152 bytes, but the file has 151";
        assert_eq!(result.error(), message);
        assert_eq!(names(folder.path()), before);
    }
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out.txt"), "precious").unwrap();
    let result = run_in(folder.path(), &["convert", "-", "out.txt"], b"f5d6");
    assert_eq!((result.code, result.error()), (1, "out.txt: the file already exists"));
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), "precious");
    let result = run_in(folder.path(), &["convert", "-", "out.txt", "--force"], b"f5d6");
    assert_eq!((result.code, &*result.stdout), (0, "out.txt: 1 record (transcript)\n"));
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), "f5d6\n");
    assert_eq!(names(folder.path()), ["out.txt"]);
}

#[test]
fn not_even_force_replaces_the_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "f5d6").unwrap();
    let result = run_in(folder.path(), &["convert", "a.txt", "./a.txt", "--force"], b"");
    assert_eq!((result.code, result.error()), (2, "./a.txt: IN and OUT are the same file"));
    // A name beside the games may be the input, too.
    fs::write(folder.path().join("b.jou"), "f5d6").unwrap();
    let result = run_in(folder.path(), &["convert", "b.jou", "b.wtb", "--force"], b"");
    assert_ne!(result.code, 0, "{result:?}");
    assert_eq!(fs::read_to_string(folder.path().join("b.jou")).unwrap(), "f5d6");
}

/// Two games with players and a date, as three files of WTHOR.
fn write_wthor(folder: &Path) {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = |black: &str, white: &str| {
        format!("(;GM[Othello]PB[{black}]PW[{white}]EV[Cup]DT[1995]RE[+2]{start}B[f5]W[d6];)\n")
    };
    fs::write(folder.join("all.ggf"), game("Ann", "Bob") + &game("Cid", "Bob")).unwrap();
    let result = run_in(folder, &["convert", "all.ggf", "WTHOR.wtb"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    fs::remove_file(folder.join("all.ggf")).unwrap();
}

#[test]
fn numbers_of_players_and_tournaments_stay() {
    let folder = tempfile::tempdir().unwrap();
    write_wthor(folder.path());
    let path = |name: &str| folder.path().join(name);
    // Only the second game: its players have the numbers 3 and 2.
    let mut games = fs::read(path("WTHOR.wtb")).unwrap();
    games.drain(16..16 + 68);
    games[4] = 1;
    fs::write(path("WTH_1995.wtb"), &games).unwrap();
    let result = run_in(folder.path(), &["convert", "WTH_1995.wtb", "new.wtb"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    assert_eq!(fs::read(path("new.wtb")).unwrap(), games);
    for (new, old) in [("new.jou", "WTHOR.jou"), ("new.trn", "WTHOR.trn")] {
        assert_eq!(fs::read(path(new)).unwrap(), fs::read(path(old)).unwrap());
    }
}

#[test]
fn formats_of_positions_get_every_position_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    write_wthor(folder.path());
    let result = run_in(folder.path(), &["convert", "WTHOR.wtb", "a.obf"], b"");
    assert_eq!((result.code, &*result.stdout), (0, "a.obf: 6 positions (OBF)\n"));
    assert_eq!(
        result.stderr,
        "note: a.obf: not kept by this format (OBF): players' names (2 records), tournaments \
         (2 records), dates (2 records), results (2 records)\n"
    );
    let text = fs::read_to_string(folder.path().join("a.obf")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 6 && lines[3].ends_with(" X;") && lines[4].ends_with(" O;"), "{text}");
}

#[test]
fn what_a_format_cannot_hold_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let note = |input: &str, output: &str| {
        let result = run_in(folder.path(), &["convert", "-", output, "--force"], input.as_bytes());
        assert_eq!(result.code, 0, "{result:?}");
        result.stderr
    };
    assert_eq!(note("f5d6c3\nf5f6e6\n", "a.txt"), "");
    let timed = "(;GM[Othello]PB[a]RE[?]B[f5/1.5/3];)";
    assert_eq!(note(timed, "a.ggf"), "");
    assert_eq!(
        note(timed, "a.sgf"),
        "note: a.sgf: not kept by this format (SGF): times of moves (1 record)\n"
    );
    let scored = format!("{}; f5:+0;\n", crate::run::START).repeat(2);
    assert_eq!(
        note(&scored, "a.ggf"),
        "note: a.ggf: not kept by this format (GGF): scores of moves (2 records)\n"
    );
    write_wthor(folder.path());
    fs::remove_file(folder.path().join("WTHOR.jou")).unwrap();
    let result = run_in(folder.path(), &["convert", "WTHOR.wtb", "b.ggf"], b"");
    assert_eq!(
        result.stderr,
        "note: WTHOR.wtb: no .jou file beside it, so numbers stand for names\n"
    );
    let text = fs::read_to_string(folder.path().join("b.ggf")).unwrap();
    assert!(text.contains("EV[Cup]") && text.contains("PB[#1]"), "{text}");
}

#[test]
fn compressed_files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), format!("{GAME}\n")).unwrap();
    for pair in [["a.txt", "b.ggf.gz"], ["b.ggf.gz", "c.txt"]] {
        let result = run_in(folder.path(), &["convert", pair[0], pair[1]], b"");
        assert_eq!((result.code, &*result.stderr), (0, ""), "{pair:?}");
    }
    assert!(fs::read(folder.path().join("b.ggf.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    assert_eq!(fs::read_to_string(folder.path().join("c.txt")).unwrap(), format!("{GAME}\n"));
    let result = run_in(folder.path(), &["convert", "a.txt", "b.wtb.gz"], b"");
    assert_eq!(result.code, 2, "{result:?}");
    let compressed = fs::read(folder.path().join("b.ggf.gz")).unwrap();
    let result = run_in(folder.path(), &["solve", "-"], &compressed);
    assert!(result.code == 0 && result.stdout.contains("1 position"), "{result:?}");
}

#[test]
fn standard_output_takes_the_games_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{GAME}\n");
    let result = run_in(folder.path(), &["convert", "--to", "txt", "-", "-"], input.as_bytes());
    assert_eq!((result.code, &*result.stdout, &*result.stderr), (0, &*input, ""));
    let named =
        run_in(folder.path(), &["convert", "--to", "Transcript", "-", "-"], input.as_bytes());
    assert_eq!((named.code, &*named.stdout), (0, &*input), "a format has a name, too");
    let result = run_in(folder.path(), &["convert", "-", "-"], input.as_bytes());
    assert_eq!((result.code, result.error()), (2, "standard output needs a format"));
    let result = run_in(folder.path(), &["convert", "--to", "docx", "-", "-"], b"");
    assert_eq!((result.code, result.error()), (2, "--to docx: unknown format"));
    assert_eq!(names(folder.path()), Vec::<String>::new(), "no file was written");
}
