//! `willow import`.

use std::fs;

use tempfile::TempDir;

use crate::run::{run, run_in};

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
        "2 games added to ./data\n1 game skipped: already in the archive\n1 game skipped: illegal moves\n"
    );
    let (code, said) = import(&folder, &["broken.txt"]);
    assert_eq!(code, 1);
    assert!(said.starts_with("error: ./broken.txt: line 2"), "{said}");
    assert!(said.ends_with("hint: nothing was imported from this file\n"), "{said}");
    let (code, said) = import(&folder, &["broken.txt", "moves.txt"]);
    assert!(code == 1 && said.starts_with("0 games added to ./data\n3 games skipped"), "{said}");
    write("good.ggf", b"(;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)");
    assert_eq!(import(&folder, &["good.ggf"]), (0, "1 game added to ./data\n".to_owned()));
    let again = "0 games added to ./data\n1 game skipped: already in the archive\n".to_owned();
    assert_eq!(import(&folder, &["good.ggf"]), (0, again));
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
    assert_eq!(import(b"f5d6\n"), (0, "1 game added to data\n".to_owned()));
    let left = fs::read_dir(folder.path().join("data")).unwrap();
    let names = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.starts_with("import")), "the copy is removed");
}
