//! The old programs' tables and books.

use std::fs;

use crate::{run, run_in};

/// Returns the values that a command wrote to a file.
fn edge_table(program: &str) -> Vec<i32> {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["edge-table", program, "--out", "table"]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let text = fs::read_to_string(folder.path().join("table")).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn edge_tables_have_a_value_for_every_edge() {
    let [iago, bill] = ["--iago", "--bill"].map(edge_table);
    assert_eq!([iago.len(), bill.len()], [59_049; 2]);
    // A full edge of the player's discs is stable: 1000 by BILL's table. All ones in base 3.
    let full = (3_usize.pow(10) - 1) / 2;
    assert_eq!(
        (bill[full], bill[2 * full], bill[0]),
        (1000, -1000, 0),
        "full edges, and the empty one"
    );
    // What is read from the left is worth the same from the right.
    let mirrored =
        |index: usize| (0..10).fold(0, |sum, place| 3 * sum + index / 3_usize.pow(place) % 3);
    assert!((0..59_049).all(|index| (bill[index] - bill[mirrored(index)]).abs() <= 1));
}

#[test]
fn books_are_counted_walked_and_asked() {
    let show = |words: &[&str]| {
        let result = run(&[&["book", "--show"], words].concat());
        assert_eq!((result.code, &*result.stderr), (0, ""), "{words:?}");
        result.stdout
    };
    let bill = show(&["bill"]);
    assert!(bill.contains("as Black") && bill.contains("the longest 22 plies"), "{bill}");
    assert!(bill.contains("the longest 26 plies") && bill.contains("BILL answers e6."), "{bill}");
    // Every move that it shows leads to a position that it knows, until a line ends.
    let mut line = "e6".to_owned();
    let first_move = |page: &str| {
        page.split_once("\nmove").and_then(|(_, table)| {
            Some(table.lines().nth(1)?.split_whitespace().next()?.to_owned())
        })
    };
    while let Some(mv) = first_move(&show(&["bill", &line])) {
        line += &mv;
    }
    assert!(10 < line.len(), "{line}");
    let end = show(&["bill", &line]);
    assert!(end.contains("The book does not know this position."), "{end}");
    // A board may begin with the mark of options.
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(show(&["bill", start]), bill);
    let mlia = show(&["mlia", "f5"]);
    assert!(mlia.contains("MLia answers") && mlia.contains("     12"), "{mlia}");
    assert!(mlia.contains("  Diagonal Opening\n"), "{mlia}");
    let folder = tempfile::tempdir().unwrap();
    let made = ["book", "--mlia", "--plies", "2", "--depth", "2", "--out", "mlia.book"];
    assert_eq!(run_in(folder.path(), &made).code, 0);
    let shown = run_in(folder.path(), &["book", "--show", "mlia.book", "f5"]).stdout;
    assert!(shown.contains("`mlia:book=mlia.book` plays by it"), "{shown}");
    assert!(shown.contains("MLia answers") && shown.contains("      2"), "{shown}");
    let iago = show(&["iago-1982", "f5d6"]);
    assert!(iago.contains("20 positions") && iago.contains("IAGO of 1982 answers c3."), "{iago}");
}
