//! Tests of printed boards.

use super::*;

const NUMBERS: &str = "
    1 2 3 4 5 6 7 8   [@=2  0=2  (+0)]
 10 . . . . . . . .
 20 . . . . . . . .
 30 . . . . . . . .
 40 . . . 0 @ . . .
 50 . . . @ 0 . . .
 60 . . . . . . . .
 70 . . . . . . . .
 80 . . . . . . . .
";

const LETTERS: &str = "
    a b c d e f g h   [@=4  O=1  (+3)]
  1 . . . . . . . .
  2 . . . . . . . .
  3 . . . . . . . .
  4 . . . O @ . . .
  5 . . . @ @ @ . .
  6 . . . . . . . .
  7 . . . . . . . .
  8 . . . . . . . .  [@=29:59 O= 5:03]
O to move
";

fn error(text: &str) -> (Option<usize>, PrintedBoardError) {
    let ErrorAt { offset, error } = parse(text).unwrap_err();
    (crate::InputLocation::in_text(text, offset).line(), error)
}

#[test]
fn both_labels_are_read_and_written() {
    let board = parse(NUMBERS).unwrap();
    assert_eq!((board.labels, board.side_to_move), (BoardLabels::Numbers, None));
    assert_eq!(board.position(), Position::START);
    assert_eq!(board.to_string(), NUMBERS.trim_start_matches('\n'));
    let board = parse(LETTERS).unwrap();
    assert_eq!((board.labels, board.side_to_move), (BoardLabels::Letters, Some(Color::White)));
    assert_eq!(board.clocks.unwrap().map(|clock| clock.as_secs()), [1799, 303]);
    assert_eq!(board.to_string(), LETTERS.trim_start_matches('\n'));
}

#[test]
fn times_are_rounded_as_in_the_book() {
    let text = |milliseconds| time_string(Duration::from_millis(milliseconds));
    let cases = [(1_799_990, "30:00"), (1_799_499, "29:59"), (500, " 0:00"), (1_500, " 0:02")];
    for (milliseconds, expected) in cases {
        assert_eq!(text(milliseconds), expected, "{milliseconds} ms");
    }
}

#[test]
fn the_side_to_move_is_told_or_guessed() {
    let side = |text: &str| parse(text).unwrap().position().side_to_move();
    assert_eq!(side(&format!("{NUMBERS}\n0 moves to 56.\n")), Color::White);
    assert_eq!(side(&format!("{NUMBERS}Black to move")), Color::Black);
    assert_eq!(side(&format!("{NUMBERS}White\n")), Color::White);
    assert_eq!(side(&format!("{NUMBERS}\nWhite has the better of it\n")), Color::Black);
    let fifth = NUMBERS.replace("@=2 ", "@=3 ").replace(" 50 . . . @ 0 .", " 50 . . . @ 0 @");
    assert_eq!(side(&fifth), Color::White, "an odd number of discs");
    let rows = format!("XO------\n{}", "--------\n".repeat(7));
    assert_eq!(side(&rows), Color::Black);
    let rows = format!("OX------\n{}", "--------\n".repeat(7));
    assert_eq!(side(&rows), Color::White, "only White has a move");
}

#[test]
fn other_prints_are_read() {
    let server: String = (1..=8)
        .map(|row| match row {
            4 => "| 4 - - - O * - - - 4\r\n".to_owned(),
            5 => "| 5 - - - * O - - - 5\r\n".to_owned(),
            _ => format!("| {row} - - - - - - - - {row}\r\n"),
        })
        .collect();
    let columns = "|   A B C D E F G H\r\n";
    let server = format!("{columns}{server}{columns}|\r\n|* to move\r\n");
    let board = parse(&server).unwrap();
    assert_eq!(board.side_to_move, Some(Color::Black));
    assert_eq!(board.position(), Position::START);

    let row =
        |number: u32, middle: &str| format!("{number}0\t *  .  .  . {middle} .  .  .  * \n\n");
    let edge = " * ".repeat(10);
    let clojure: String = (1..=8)
        .map(|number| match number {
            4 => row(4, " ◎  ◉ "),
            5 => row(5, " ◉  ◎ "),
            _ => row(number, " .  . "),
        })
        .collect();
    let header = "\t    1  2  3  4  5  6  7  8  Black=2 White=2 0";
    let clojure = format!("{header}\n0\t{edge}\n\n{clojure}90\t{edge}\n");
    assert_eq!(parse(&clojure).unwrap().position(), Position::START);
}

#[test]
fn a_missing_space_between_cells_does_no_harm() {
    let text = NUMBERS.replace(" 80 . . . . . . . .", " 80 . . . . . . ..");
    assert_eq!(parse(&text).unwrap().position(), Position::START);
}

#[test]
fn errors_say_where() {
    assert_eq!(error(""), (Some(1), Error::NotFound));
    assert_eq!(error("Chapter 1 . . .\n2 . . ."), (Some(1), Error::NotFound));
    let short = NUMBERS.replace(" 30 . .", " 30 .");
    assert_eq!(error(&short), (Some(5), Error::RowLength { row: 3, found: 7 }));
    let first_short = NUMBERS.replace(" 10 . .", " 10 .");
    assert_eq!(error(&first_short), (Some(3), Error::RowLength { row: 1, found: 7 }));
    let missing = NUMBERS.replace(" 60 . . . . . . . .\n", "");
    assert_eq!(error(&missing), (Some(8), Error::MissingRow { row: 6 }));
    let damaged = NUMBERS.replace(" 10 . .", " 1x . .");
    assert_eq!(error(&damaged), (Some(4), Error::MissingRow { row: 1 }));
    let headless: String = NUMBERS.lines().skip(3).collect::<Vec<_>>().join("\n");
    assert_eq!(error(&headless), (Some(1), Error::MissingRow { row: 1 }));
    let cut: String = NUMBERS.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(error(&cut), (Some(6), Error::MissingRow { row: 5 }));
    let counts = NUMBERS.replace("@=2", "@=3");
    assert_eq!(error(&counts), (Some(2), Error::WrongCounts { black: 3, white: 2 }));
}
