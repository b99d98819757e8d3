//! `willow edge`.

use crate::run::run;

fn shown(words: &[&str]) -> String {
    let result = run(&[&["edge"], words].concat());
    assert_eq!((result.code, &*result.stderr), (0, ""), "{words:?}");
    result.stdout
}

/// Returns the number behind a word.
fn number_after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no {words} in {text}"));
    rest.split_whitespace().next().unwrap().trim_end_matches([',', ':']).parse().unwrap()
}

#[test]
fn an_edge_is_worked_out_step_by_step() {
    // The two values are worked by hand in the tests of the tables.
    for (by, edge, value) in [
        ("iago", "-X--------", 1160.0),
        ("iago", "X..XXXX..O", 885.0),
        ("bill:constants=tuned", "OOOOX-OOOO", -796.0),
        ("bill:constants=tuned", "XXXXXXXX", 1000.0),
        ("bill:version=estimated-edges", "--XXX-X-", f64::NAN),
    ] {
        let text = shown(&["--by", by, edge]);
        let found = number_after(&text, "in the table: ");
        assert!(value.is_nan() || (value - found).abs() < 0.5, "{text}");
        if text.contains("\n  sum ") {
            assert!((number_after(&text, "\n  sum ") - found).abs() < 1.0, "{text}");
        }
    }
    // Black cannot turn anything over on this edge, and may perhaps fill the hole or pass.
    let hole = shown(&["--by", "bill:constants=tuned", "OOOOX-OOOO"]);
    assert!(hole.contains("\ne1    perhaps         0.408  OOOOXXOOOO     -500.0\n"), "{hole}");
    assert!(hole.contains("\n  none 0.5920 x 1.000 x -1000.0 = -592.00\n"), "{hole}");
}

#[test]
fn the_edges_of_a_position_add_up_to_the_evaluations_term() {
    let position = "OOOOXXOOXXOOXXXOXXOOOXXOOXOOOXXOOXOXOXXOOXOXXXXOOXXXXXOOOXXX---O O";
    let text = shown(&["--by", "iago", position]);
    assert_eq!(text.lines().filter(|line| line.contains('X') && line.contains('+')).count(), 4);
    let terms = run(&["eval", "--static", "--by", "iago", position]).stdout;
    assert!((number_after(&text, "sum ") - number_after(&terms, "edge-stability")).abs() < 0.5);
    let moves = shown(&["--by", "bill", "f5d6c3d3c4"]);
    assert!(moves.contains("\nupper  ----------      +0") && moves.contains("divided by 4"));
}

/// The printed table is the report's and Iago's; other constants and versions have one of their own.
#[test]
fn a_line_is_named_only_of_the_table_that_is_printed() {
    for (by, file) in [
        ("iago", Some("--iago")),
        ("bill", Some("--bill")),
        ("bill:depth=3", Some("--bill")),
        ("bill:constants=tuned", None),
        ("bill:version=estimated-edges", None),
    ] {
        let text = shown(&["--by", by, "-X--------"]);
        let line = format!(": line 6562 of `lab edge-table {}`.", file.unwrap_or("none"));
        let named = file.map_or(!text.contains("lab edge-table"), |_| text.contains(&line));
        assert!(named, "{by}: {text}");
    }
}

#[test]
fn a_wrong_option_is_refused_and_zero_has_no_minus() {
    for by in ["iago:depth=99", "iago:print=none", "bill:depth=99", "bill:bayes=none"] {
        assert_eq!(run(&["edge", "--by", by]).code, 2, "{by}");
    }
    for edge in ["----------", "-X--------", "X..XXXX..O"] {
        for by in ["iago", "bill"] {
            let text = shown(&["--by", by, edge]);
            let is_zero = |word: &str| word.starts_with('-') && word.parse() == Ok(0.0);
            assert!(!text.split_whitespace().any(is_zero), "{text}");
        }
    }
}

#[test]
fn the_static_values_and_the_passes_are_printed() {
    let iago = shown(&[]);
    assert!(iago.starts_with("    .    C    A    B"), "{iago}");
    assert!(iago.contains("\nunstable            -2000         -       -25        75        50\n"));
    assert!(iago.contains("\n  pass 5:  26621 entries, by 41.4 in the mean, "), "{iago}");
    let bill = shown(&["--by", "bill"]);
    assert!(bill.contains("\nstable-3                -       800      1200      1000      1000\n"));
    for words in [&["XO"][..], &["--by", "mlia"], &["--by", "bill:version=edge-greedy"]] {
        assert_eq!(run(&[&["edge"], words].concat()).code, 2, "{words:?}");
    }
}
