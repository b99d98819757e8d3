//! Long inputs made of the beginnings of something: all are answered, in time that grows with their
//! length only, and without holding more than the entry at hand.

use willow_records::{detect, entries};

/// The length of inputs that have many entries, in bytes.
const LENGTH: usize = 1 << 14;
/// A length beyond the limits of lines and of values.
const BEYOND_LIMITS: usize = 1 << 17;

#[test]
fn repeated_beginnings_come_to_an_end() {
    let beginnings = [
        "(",
        "(;",
        "(;C[",
        "(;B[zz]",
        "(;C[(;B[zz]",
        "(;GM[Othello](",
        "(;[",
        "(;)",
        "2(;)",
        "(;)x",
        "(;AB[a1:h8]",
        "(;C[\\]",
        "C",
        "f5",
        "f5\n",
        "pa",
        "-",
        "- ",
        "X",
        "XO------\n",
        "+d3",
        "1",
        "1. ",
        "\n",
        " ",
        "#\n",
        "|\n",
        "a b c d e f g h\n",
        "1 . . . . . . . .\n\n",
        "\0",
        "é",
        "%",
    ];
    for beginning in beginnings {
        let mut input = beginning.repeat(LENGTH / beginning.len());
        for end in ["", "(;)", "\nf5"] {
            input.push_str(end);
            let n_entries = entries(input.as_bytes()).count();
            assert!(0 < n_entries, "{beginning:?}");
            let _ = detect(input.as_bytes());
        }
    }
}

#[test]
fn errors_never_repeat_their_input() {
    let text = format!("(;GM[Othello]PB[{}", "x".repeat(BEYOND_LIMITS));
    let repeated = ["f5", "X", "?"].map(|beginning| beginning.repeat(BEYOND_LIMITS));
    for input in repeated.iter().chain([&text]) {
        for error in entries(input.as_bytes()).filter_map(Result::err) {
            assert!(error.to_string().len() < 200, "{error}");
        }
    }
}
