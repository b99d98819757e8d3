//! `willow tree`.

use std::fs;

use crate::run::{run, run_in};

/// The tree of PAIP 18.4 and 18.5. The leaves 3, 8 and 7 are ours: the figure is lost in our text of the book,
/// whose sentences name the others.
const BOOK: &str = "(((10 3) (15 20)) ((9 8) (23 7)))";

/// PAIP 18.5: two parts are cut off, the second leaf beside 15 and the position beside 9.
#[test]
fn the_tree_of_the_book_has_its_values_and_cutoffs() {
    let drawn = |by| run(&["tree", "--leaves", BOOK, "--by", by]).stdout;
    assert_eq!(
        drawn("alpha-beta"),
        "\
alpha-beta. Values for the side that moves first.

root  +10  window -inf to +inf
├─ a  +10  window -inf to +inf  (best)
│  ├─ a  +10  window -inf to +inf  (best)
│  │  ├─ a  +10  (best)
│  │  └─ b  +3
│  └─ b  >= +15  window -inf to +10
│     ├─ a  +15  (refutes)
│     └╌ cut off: b
└─ b  <= +10  window +10 to +inf
   ├─ a  <= +10  window +10 to +inf  (refutes)
   │  ├─ a  +9
   │  └─ b  +8
   └╌ cut off: b
"
    );
    let minimax = drawn("minimax");
    assert!(minimax.contains("root  +10\n") && minimax.contains("b  +23\n"), "{minimax}");
    assert!(!minimax.contains("cut off") && !minimax.contains("window"), "{minimax}");
}

#[test]
fn a_position_has_the_tree_of_its_search() {
    let result = run(&["tree", "f5d6", "--by", "maximizer"]);
    // After f5 d6 Black has 5 moves.
    let nodes = result.stdout.lines().filter(|line| line.contains("─ ")).count();
    assert_eq!((result.code, nodes), (0, 5), "{result:?}");
    assert!(result.stdout.starts_with("maximizer. Black to move. Values for Black.\n"));
    let mobility = run(&["tree", "f5d6", "--by", "minimax:eval=mobility", "--depth", "2"]);
    assert!(mobility.stdout.contains("│  ├─ "), "{mobility:?}");
}

#[test]
fn a_tree_can_be_drawn_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["tree", "--leaves", BOOK, "--svg", "tree.svg"];
    assert_eq!(run_in(folder.path(), &words, b"").code, 0);
    let picture = fs::read_to_string(folder.path().join("tree.svg")).unwrap();
    // The opponent is to move at the two branches and at the five leaves that were visited; each circle has an
    // inside and an outline.
    assert_eq!(picture.matches("<circle").count(), 2 * 7, "{picture}");
    assert!(picture.contains("&gt;= +15") && picture.contains(">\n?\n<"), "{picture}");
    let again = run_in(folder.path(), &words, b"");
    assert_eq!(again.code, 1);
    assert!(again.error().contains("tree.svg"), "{again:?}");
    assert_eq!(run_in(folder.path(), &[&words[..], &["--force"]].concat(), b"").code, 0);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_reason() {
    for (words, code, message) in [
        (&["tree", "--by", "bill"][..], 2, "the tree of \"bill\" cannot be drawn"),
        (&["tree", "--leaves", "(1 (2 3))"], 2, "all leaves must be equally deep"),
        (&["tree", "--by", "minimax", "--depth", "9"], 1, "the tree has more than 3000 positions"),
        (&["tree", "--by", "maximizer", "--leaves", BOOK], 2, "maximizer looks one ply ahead"),
        (
            &["tree", "--by", "minimax", "--depth", "4", "--svg", "big.svg"],
            1,
            "a picture holds 300",
        ),
    ] {
        let result = run(words);
        assert_eq!(result.code, code, "{words:?}: {result:?}");
        assert!(result.error().contains(message), "{words:?}: {result:?}");
    }
}
