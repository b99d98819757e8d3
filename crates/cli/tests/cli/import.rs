//! `willow import`.

use std::fs;

use tempfile::TempDir;

use crate::run::{Process, run, run_in};
use crate::serve::address_of;

/// Imports files that lie in the folder, and returns what was said, without the folder's name.
fn import(folder: &TempDir, files: &[&str]) -> (i32, String) {
    let data = folder.path().join("data");
    let paths = files.iter().map(|file| folder.path().join(file).display().to_string());
    let paths: Vec<String> = paths.collect();
    let mut words = vec!["import", "--create", "--data", data.to_str().unwrap()];
    words.extend(paths.iter().map(String::as_str));
    let run = run(&words);
    let said = run.stdout + &run.stderr;
    (run.code, said.replace(folder.path().to_str().unwrap(), "."))
}

#[test]
fn games_are_imported_once_and_damaged_files_not_at_all() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("moves.txt", b"f5d6c3\nf5f6\nf5d6c3\nf5a1\n");
    write("broken.txt", b"f5d6\nhello\n");
    let (code, said) = import(&folder, &["moves.txt"]);
    assert_eq!(code, 1);
    assert_eq!(
        said,
        "2 games added to ./data\n1 game skipped: already in the archive\n1 game skipped: illegal moves\n\
         import 1: `willow archive undo 1` undoes it\n\
         note: skipped: ./moves.txt: line 4, column 3: move 2, a1: a1 flips no disc\n\
         note: skipped: ./moves.txt: line 3, column 1: in the archive as game 1\n"
    );
    let (code, said) = import(&folder, &["broken.txt"]);
    assert_eq!(code, 1);
    assert!(said.starts_with("error: ./broken.txt: line 2"), "{said}");
    assert!(said.ends_with("hint: nothing was imported from this file\n"), "{said}");
    let (code, said) = import(&folder, &["broken.txt", "moves.txt"]);
    assert!(code == 1 && said.starts_with("0 games added to ./data\n3 games skipped"), "{said}");
    write("good.ggf", b"(;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)");
    let said = "1 game added to ./data\nimport 2: `willow archive undo 2` undoes it\n".to_owned();
    assert_eq!(import(&folder, &["good.ggf"]), (0, said));
    let again = "0 games added to ./data\n1 game skipped: already in the archive\n\
                 note: skipped: ./good.ggf: line 1, column 1: in the archive as game 3\n";
    assert_eq!(import(&folder, &["good.ggf"]), (0, again.to_owned()));
    write("many.txt", "f5d6\n".repeat(30).as_bytes());
    let (code, said) = import(&folder, &["many.txt"]);
    assert_eq!((code, said.matches(": in the archive as game 4\n").count()), (0, 20), "{said}");
    assert!(said.starts_with("1 game added to ./data\n29 games skipped"), "{said}");
    assert!(said.ends_with("note: skipped: 9 more games of the archive\n"), "{said}");
}

#[test]
fn a_wthor_file_that_is_cut_off_is_refused_by_name_and_place() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("moves.ggf"), b"(;GM[Othello]PB[Doe Jane]PW[b]DT[1995]RE[+2]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)").unwrap();
    assert_eq!(run(&["convert", &path("moves.ggf"), &path("games.wtb")]).code, 0);
    let whole = fs::read(path("games.wtb")).unwrap();
    fs::write(path("cut.wtb"), &whole[..50]).unwrap();
    let (code, said) = import(&folder, &["cut.wtb", "games.wtb", "games.jou", "games.trn"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("./cut.wtb: byte") && said.starts_with("1 game added"), "{said}");
}

#[test]
fn a_pipe_is_imported_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let import = |input: &[u8]| {
        let run = run_in(folder.path(), &["import", "--create", "--data", "data", "-"], input);
        (run.code, run.stdout + &run.stderr)
    };
    let said = "error: standard input: line 2, column 1: unknown format";
    let (code, error) = import(b"f5d6\nhello\n");
    assert!(code == 1 && error.starts_with(said), "{error}");
    let said = "1 game added to data\nimport 1: `willow archive undo 1` undoes it\n".to_owned();
    assert_eq!(import(b"f5d6\n"), (0, said));
    let left = fs::read_dir(folder.path().join("data")).unwrap();
    let names = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.starts_with("import")), "the copy is removed");
}

#[test]
fn a_wthor_file_without_its_names_is_refused_unless_that_is_wanted() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("moves.ggf"), GAME).unwrap();
    assert_eq!(run(&["convert", &path("moves.ggf"), &path("games.wtb")]).code, 0);
    for name in ["games.jou", "games.trn"] {
        fs::rename(path(name), path(&format!("{name}.away"))).unwrap();
    }
    let (code, said) = import(&folder, &["games.wtb"]);
    assert_eq!(code, 1);
    let error = "error: ./games.wtb: no .jou and no .trn file beside it, so the games would have numbers for names";
    assert!(said.starts_with(error) && said.contains("--without-names"), "{said}");
    let data = path("data");
    let words = ["import", "--without-names", "--data", &data, &path("games.wtb")];
    assert!(run(&words).stdout.starts_with("1 game added"));
    let again = run(&words).stderr;
    assert!(again.ends_with("games.wtb: game 1: in the archive as game 1\n"), "{again}");
    // The game comes with its names, too.
    for name in ["games.jou", "games.trn"] {
        fs::rename(path(&format!("{name}.away")), path(name)).unwrap();
    }
    let named = run(&["import", "--data", &data, &path("games.wtb")]);
    assert!(named.stderr.contains("1 game probably came from two sources"), "{named:?}");
    let copies = run(&["archive", "--data", &data, "copies"]).stdout;
    let copy = "  copy: game 1: 1995 #1 - #2";
    assert!(
        copies.starts_with("game 2: 1995 Doe Jane - Roe, Jo") && copies.contains(copy),
        "{copies}"
    );
}

/// A game that is long enough to be compared with others.
const GAME: &[u8] = b"(;GM[Othello]PB[Doe Jane]PW[Roe, Jo]DT[1995]RE[+2]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[f6]W[f3]B[e6]W[e7]B[d7]W[c5]B[b6]W[d8]B[c6]W[c7]B[d2]W[b5]B[a5]W[a6];)\n";

#[test]
fn folders_are_imported_and_imports_copies_and_merges_are_listed_and_undone() {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("games/old")).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join("games").join(name), bytes).unwrap();
    };
    let copy = String::from_utf8_lossy(GAME)
        .replace("Roe, Jo", "J\u{f6} Roe")
        .replace("1995", "1995.06.30");
    write("a.ggf", GAME);
    let latin_1: Vec<u8> = copy.chars().map(|letter| letter as u8).collect();
    write("old/b.ggf", &latin_1);
    write("readme.md", b"Games of the club");
    let (code, said) = import(&folder, &["games"]);
    assert_eq!(
        (code, said.as_str()),
        (
            0,
            "2 games added to ./data\nimport 1: `willow archive undo 1` undoes it\n\
             note: 1 game probably came from two sources: `willow archive copies` lists them\n\
             note: 1 file in folders left out, because no format has such an extension; name them to import them: ./games/readme.md\n"
        )
    );
    let archive = |words: &[&str]| {
        let run = run_in(folder.path(), &[&["archive", "--data", "data"], words].concat(), b"");
        (run.code, run.stdout + &run.stderr)
    };
    // What only reads works while a server runs.
    fs::write(folder.path().join("willow.toml"), "http = '127.0.0.1:0'\nlisten = '127.0.0.1:0'\n")
        .unwrap();
    let words = ["serve", "--data", "data", "--config", "willow.toml", "--no-bots"];
    let mut server = Process::start(folder.path(), &words);
    address_of(&mut server);
    assert!(archive(&["changes"]).1.ends_with("import, 2 added: a.ggf, b.ggf\n"));
    assert!(archive(&["undo", "1"]).1.contains("another command is using"));
    let (_, copies) = archive(&["copies"]);
    drop(server);
    assert_eq!(
        copies,
        "game 2: 1995-06-30 Doe Jane - J\u{f6} Roe\n  copy: game 1: 1995 Doe Jane - Roe, Jo\n\
         `willow archive copies --merge` takes the copies out\n"
    );
    let (_, merged) = archive(&["copies", "--merge"]);
    assert!(
        merged.ends_with("1 game taken out\nmerge 2: `willow archive undo 2` undoes it\n"),
        "{merged}"
    );
    let (code, said) = archive(&["export", "all.txt"]);
    assert_eq!((code, said.lines().next()), (0, Some("all.txt: 1 record (transcript)")), "{said}");
    assert_eq!(archive(&["merge", "player", "j\u{f6} roe", "Doe Jane"]).0, 0);
    let (_, changes) = archive(&["changes"]);
    let changes: Vec<&str> = changes.lines().map(|line| &line[15..]).collect();
    assert_eq!(
        changes,
        [
            "import, 2 added: a.ggf, b.ggf",
            "copies of games, 1 taken out",
            "the player `J\u{f6} Roe` is shown as `Doe Jane`"
        ]
    );
    let unknown = archive(&["undo", "9"]);
    assert_eq!(
        unknown,
        (
            1,
            "error: the archive has no change 9\nhint: `willow archive changes` lists them\n"
                .to_owned()
        )
    );
    for number in ["2", "3", "1"] {
        assert_eq!(archive(&["undo", number]).0, 0);
    }
    assert_eq!(archive(&["changes"]), (0, String::new()));
    assert!(archive(&["export", "-", "--to", "ggf"]).1.is_empty());
}
