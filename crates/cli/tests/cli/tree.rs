//! `willow tree`.

use crate::run::run;

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
    let title = "maximizer. Black to move, 1 ply. Values for Black, in units of the evaluation.\n";
    assert!(result.stdout.starts_with(title), "{result:?}");
    let mobility = run(&["tree", "f5d6", "--by", "minimax:eval=mobility", "--depth", "2"]);
    assert!(mobility.stdout.contains("│  ├─ "), "{mobility:?}");
}

/// MLia's figures 1 and 2. The text tells that the 5 behind the -2 is not explored; the leaves 3 and 6 are ours.
#[test]
fn the_figures_of_mlias_paper_can_be_drawn() {
    let drawn = |by| run(&["tree", "--leaves", "((3 6) (-2 5))", "--by", by]).stdout;
    let minimax = drawn("minimax");
    assert!(minimax.contains("root  +3\n") && minimax.contains("└─ b  +5\n"), "{minimax}");
    let pruned = "\
└─ b  <= -2  window +3 to +inf
   ├─ a  -2  (refutes)
   └╌ cut off: b
";
    assert!(drawn("alpha-beta").ends_with(pruned), "{}", drawn("alpha-beta"));
    let searcher = drawn("searcher:zero-window=on");
    assert!(searcher.contains("└─ b  <= -2  window +3 to +4\n"), "{searcher}");
}

/// The moves of a line of BILL's or another program's tree, without the branches.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.trim_start_matches(['│', '├', '└', '─', '╌', ' '])).collect()
}

#[test]
fn every_old_program_has_a_tree() {
    let drawn = |by| {
        let result = run(&["tree", "f5d6", "--by", by, "--depth", "2"]);
        assert_eq!(result.code, 0, "{result:?}");
        result.stdout
    };
    // BILL compares the other moves with the first by zero windows.
    let bill = drawn("bill:book=off");
    assert!(bill.contains("root  >= +335\n"), "{bill}");
    assert!(bill.contains("\n  levels: 2\n  ended by: the depth\n  hash hits: "), "{bill}");
    let manual = include_str!("../../../../docs/terminal.md");
    assert!(
        manual.contains(&format!("```text\n{bill}```")),
        "the manual has another tree:\n{bill}"
    );
    assert!(lines(&bill).contains(&"c5  >= +335  window +334 to +335  (best)"), "{bill}");
    for by in ["iago-1982:book=off", "mlia", "searcher", "bill:version=schoolchildren"] {
        let tree = drawn(by);
        let moves: Vec<&str> = tree.lines().filter(|line| line.starts_with(['├', '└'])).collect();
        assert_eq!(moves.len(), 5, "{tree}");
        assert!(tree.contains("(best)") && tree.contains("cut off: "), "{tree}");
        assert!(tree.lines().all(|line| line.chars().count() <= 80), "{tree}");
    }
    let ordered = run(&["tree", "f5d6", "--by", "mlia", "--depth", "4"]).stdout;
    assert!(ordered.contains("two plies"), "{ordered}");
}

/// BILL's nodes may end in the middle of a level. The tree is of this level, and says so.
#[test]
fn a_tree_of_an_interrupted_search_says_so() {
    let drawn = run(&["tree", "f5d6", "--by", "bill:book=off,nodes=700"]).stdout;
    let (title, tree) = drawn.split_once("\n\n").unwrap();
    let title = title.replace('\n', " ");
    assert!(title.contains("Black to move, 5 plies."), "{title}");
    assert!(title.contains("ended before it had compared the other moves"), "{title}");
    assert!(lines(tree).iter().any(|line| line.starts_with("c3 ") && line.ends_with("(best)")));
    let finished = run(&["tree", "f5d6", "--by", "bill:book=off,nodes=300"]).stdout;
    assert!(!finished.contains("ended before"), "{finished}");
}

#[test]
fn moves_left_out_by_rule_and_second_visits_are_told() {
    let position = "d3e3f4c3e2f1c5b5d6e7";
    let bill = run(&["tree", position, "--by", "bill:book=off", "--depth", "2"]).stdout;
    assert!(bill.contains("\n└╌ pruned: ") && bill.contains(" again  "), "{bill}");
    let words = ["tree", "f5d6", "--by", "searcher:zero-window=on,hash=on,plausible=3"];
    let searcher = run(&[&words[..], &["--depth", "4"]].concat()).stdout;
    assert!(searcher.contains(" again  "), "{searcher}");
    assert!(searcher.contains("╌ pruned: "), "{searcher}");
}

/// PAIP, exercise 18.10: the searches of another game.
#[test]
fn draughts_has_trees() {
    let words = ["tree", "B:W18:B11", "--game", "draughts", "--by", "minimax", "--depth", "2"];
    let result = run(&words);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let title =
        "minimax. Black to move, 2 plies. Values for Black, in units of the evaluation.\n\n";
    let tree = result.stdout.strip_prefix(title).unwrap_or_else(|| panic!("{result:?}"));
    assert!(lines(tree).iter().any(|line| line.starts_with("11-16") && line.ends_with("(best)")));
    assert!(lines(tree).iter().any(|line| line.starts_with("18x11")), "{tree}");
    let start = run(&["tree", "--game", "draughts", "--by", "alpha-beta-killer", "--depth", "3"]);
    assert!(start.stdout.contains("cut off: "), "{start:?}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_reason() {
    for (words, code, message) in [
        (&["tree", "f5", "--game", "draughts"][..], 2, "this is a position of Othello"),
        (&["tree", "--game", "draughts", "--by", "random"], 2, "does not tell which positions"),
        (&["tree", "--game", "draughts", "--by", "minimax"], 1, "more than 3000 positions"),
        (&["tree", "--by", "random:seed=1"][..], 2, "does not tell which positions it searches"),
        (&["tree", "--by", "bill", "--leaves", BOOK], 2, "\"bill\" searches nothing but Othello"),
        (&["tree", "f5", "--by", "bill"], 1, "bill has its move from its book here"),
        (&["tree", "--by", "mlia", "--depth", "9"], 1, "the tree has more than 3000 positions"),
        (&["tree", "--leaves", "(1 (2 3))"], 2, "all leaves must be equally deep"),
        (&["tree", "--by", "minimax", "--depth", "9"], 1, "the tree has more than 3000 positions"),
        (&["tree", "--by", "maximizer", "--leaves", BOOK], 2, "maximizer looks one ply ahead"),
        (
            &["tree", "--by", "searcher:metareasoning=variance", "--leaves", BOOK],
            2,
            "metareasoning needs the static values",
        ),
        (&["tree", "--by", "searcher:plausible=2", "--leaves", BOOK], 2, "plausible needs"),
        (
            &["tree", "--by", "searcher:non-speculative=on", "--leaves", BOOK],
            2,
            "non-speculative needs",
        ),
    ] {
        let result = run(words);
        assert_eq!(result.code, code, "{words:?}: {result:?}");
        assert!(result.error().contains(message), "{words:?}: {result:?}");
    }
}
