//! The rows of the four documents in `docs/seeds.md`: all are there, and the quick ones print what they claim.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use willow_board::Square;
use willow_testkit::code_blocks;

use crate::documents::{problems, quoted, root, shell, table_rows};
use crate::run::TIMEOUT;

/// The sections of the page, the letter of their ids, and how many there are.
const SECTIONS: [(&str, char, usize); 4] =
    [("PAIP", 'P', 137), ("The Clojure version", 'C', 29), ("BILL", 'B', 157), ("MLia", 'M', 49)];

/// What is not run: it takes minutes, does not end by itself, or depends on the time.
const NOT_RUN: [&str; 7] =
    ["reproduce ", "serve ", "connect ", "bot ", "--clock ", "time=", "--games 400"];

/// What is run by every test.
const QUICK: [&str; 3] = ["willow eval ", "willow tree ", "willow edge"];

/// Stands before the output of a row, with its id.
const MARK: &str = "==== row ";

/// A row of the page: its id, its commands and its result.
struct Row {
    id: String,
    command: String,
    result: String,
}

fn page() -> String {
    fs::read_to_string(root().join("docs/seeds.md")).expect("it is there")
}

/// Returns the lines before the sections, which all commands need.
fn preparations(page: &str) -> String {
    let (head, _) = page.split_once("\n## ").expect("it has sections");
    code_blocks(head).into_iter().map(|block| block.text).collect()
}

fn rows(page: &str, heading: &str) -> Vec<Row> {
    let (_, section) =
        page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let rows = table_rows(section.split("\n## ").next().unwrap_or(section));
    let row = |cells: Vec<String>| {
        let [id, command, result] =
            cells.try_into().unwrap_or_else(|row| panic!("not three cells: {row:?}"));
        Row { id, command, result }
    };
    rows.into_iter().map(row).collect()
}

/// Every row of the four documents is there once, in order, with a command that parses and a result of one of three
/// kinds.
#[test]
fn every_row_of_the_documents_has_its_result() {
    let page = page();
    for (heading, letter, n_rows) in SECTIONS {
        let rows = rows(&page, heading);
        let ids: Vec<&str> = rows.iter().map(|row| &*row.id).collect();
        let expected: Vec<String> =
            (1..=n_rows).map(|number| format!("{letter}{number}")).collect();
        assert_eq!(ids, expected, "{heading}");
        let mut script = preparations(&page);
        for Row { id, command, result } in &rows {
            let kinds = ["works", "differs: ", "not shown: "];
            assert!(kinds.iter().any(|kind| result.starts_with(kind)), "{id}: {result}");
            assert!(result.contains(' ') || result == "works", "{id}: {result}");
            assert!(command == "none" || quoted(command).next().is_some(), "{id}: {command}");
            assert!(command != "none" || !result.starts_with("works"), "{id} works by no command");
            script.extend(quoted(command).flat_map(|line| [line, "\n"]));
        }
        assert_eq!(problems(&script), "", "{heading}");
    }
}

/// The quick rows, with `--full` all that end by themselves and do not depend on the time.
#[test]
fn rows_print_what_they_claim() {
    let page = page();
    let is_full = willow_testkit::is_full();
    let is_run = |row: &Row| {
        let command = &row.command;
        let mut lines = quoted(command);
        let is_quick = lines.all(|line| QUICK.iter().any(|begin| line.starts_with(begin)));
        command != "none"
            && !row.result.starts_with("not shown")
            && !NOT_RUN.iter().any(|words| command.contains(words))
            && (is_full || is_quick)
    };
    let rows: Vec<Row> = SECTIONS
        .into_iter()
        .flat_map(|(heading, ..)| rows(&page, heading))
        .filter(is_run)
        .collect();
    let outputs = run_all(&preparations(&page), &rows);
    assert_eq!(outputs.len(), rows.len());
    let (mut n_claims, mut wrong) = (0, Vec::new());
    for (row, output) in rows.iter().zip(&outputs) {
        let claims = Claims::of(&row.result);
        n_claims += claims.count();
        let missing = claims.missing(output);
        let is_expected = !output.contains("\nfailed\n") || row.result.contains("exit code 1");
        if !missing.is_empty() || !is_expected {
            wrong.push(format!("{}: not printed: {missing:?}", row.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(80 < rows.len() && 110 < n_claims, "{} rows, {n_claims} claims", rows.len());
}

/// Runs the commands of rows one after another in one folder, and returns what each row has printed.
fn run_all(preparations: &str, rows: &[Row]) -> Vec<String> {
    let mut script = preparations.to_owned();
    for row in rows {
        script.extend(["echo '", MARK, &row.id, "'\n"]);
        for line in quoted(&row.command) {
            script.extend(["{ ", line, "\n} 2>&1 || printf '\\nfailed\\n'\n"]);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_willow")).parent().unwrap();
    let output = shell(&script, folder.path(), programs).timeout(10 * TIMEOUT).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let ids = rows.iter().map(|row| &*row.id);
    let parts: Vec<(&str, &str)> =
        printed.split(MARK).skip(1).filter_map(|part| part.split_once('\n')).collect();
    assert!(parts.iter().map(|(id, _)| *id).eq(ids), "{}", String::from_utf8_lossy(&output.stderr));
    parts.into_iter().map(|(_, printed)| printed.to_owned()).collect()
}

/// What a result says that its command prints.
#[derive(Debug, Default, PartialEq, Eq)]
struct Claims {
    /// What stands in double quotes.
    texts: Vec<String>,
    numbers: Vec<String>,
    /// Squares with a number behind them.
    values: Vec<(String, String)>,
    played: Vec<String>,
}

impl Claims {
    fn of(result: &str) -> Claims {
        let result = result.split_once(':').map_or("", |(_, rest)| rest);
        let (texts, rest) = texts_and_rest(result.split("theirs").next().unwrap_or(result));
        let mut claims = Claims { texts, numbers: numbers(&rest), ..Claims::default() };
        let mut words =
            rest.split_whitespace().map(|word| word.trim_matches([',', ';', ':'])).peekable();
        while let Some(square) = words.next() {
            if square.parse::<Square>().is_err() {
                continue;
            }
            let value = words.next_if(|word| word.starts_with(['+', '-']));
            let values = value.into_iter().flat_map(numbers);
            claims.values.extend(values.map(|value| (square.to_owned(), value)));
            let mut behind = words.clone();
            if (behind.next(), behind.next()) == (Some("is"), Some("played")) {
                claims.played.push(square.to_owned());
            }
        }
        claims
    }

    fn count(&self) -> usize {
        self.texts.len() + self.numbers.len() + self.values.len() + self.played.len()
    }

    /// Returns what the output does not have.
    fn missing(&self, output: &str) -> Vec<String> {
        let printed = spaced(output);
        let found: HashSet<String> = numbers(output).into_iter().collect();
        let has_value = |(square, value): &(String, String)| {
            let mut pairs = output
                .lines()
                .flat_map(|line| line.split_whitespace().zip(line.split_whitespace().skip(1)));
            pairs.any(|(word, next)| {
                word.trim_end_matches('*') == square && numbers(next) == [&**value]
            })
        };
        let stars: HashSet<&str> =
            output.split_whitespace().filter_map(|word| word.strip_suffix('*')).collect();
        let texts = self.texts.iter().filter(|text| !printed.contains(&spaced(text))).cloned();
        let numbers = self.numbers.iter().filter(|number| !found.contains(*number)).cloned();
        let values = self.values.iter().filter(|value| !has_value(value));
        let values = values.map(|(square, value)| format!("{square} {value}"));
        let played = self.played.iter().filter(|square| !stars.contains(&***square));
        let played = played.map(|square| format!("{square} is played"));
        texts.chain(numbers).chain(values).chain(played).collect()
    }
}

/// Returns a text with one blank between any two words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns what stands in double quotes, and what stands neither there nor in backticks nor in parentheses.
fn texts_and_rest(result: &str) -> (Vec<String>, String) {
    let (mut texts, mut rest, mut depth) = (Vec::new(), String::new(), 0_u32);
    let mut chars = result.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' | '`' => {
                let quoted: String = chars.by_ref().take_while(|end| *end != c).collect();
                if c == '"' && depth == 0 {
                    texts.push(quoted);
                }
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 => rest.push(c),
            _ => {}
        }
    }
    (texts, rest)
}

/// Returns the numbers of a text, each in one form: `+1,445`, `1445.0` and `1445` are the same, `d3` and `100k` are
/// none.
fn numbers(text: &str) -> Vec<String> {
    let mut apart = String::new();
    for c in text.chars() {
        // Of 24-40 the bar is no sign.
        let is_bar = c == '-' && apart.ends_with(|last: char| last.is_ascii_digit());
        let is_part = c.is_alphanumeric() || "+-.,_".contains(c);
        apart.push(if is_bar || !is_part { ' ' } else { c });
    }
    let number = |word: &str| {
        let word = word.trim_start_matches("+-").trim_end_matches(['.', ',']).replace(',', "");
        let begins =
            word.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit());
        word.parse::<f64>().ok().filter(|_| begins).map(|number| number.to_string())
    };
    apart.split(' ').filter_map(number).collect()
}

#[test]
fn claims_are_found_in_results_and_missed_in_outputs() {
    let claims =
        Claims::of("works: f6 +110 is played, 7,949/22 (not 3) by \"c1 (a)\"; `x 4`, theirs 5");
    let texts = vec!["c1 (a)".to_owned()];
    let numbers = ["110", "7949", "22"].map(str::to_owned).to_vec();
    let f6 = "f6".to_owned();
    let values = vec![(f6.clone(), "110".to_owned())];
    assert_eq!(claims, Claims { texts, numbers, values, played: vec![f6] });
    assert!(claims.missing("f6*   +110.00 units\n7949 22% c1  (a)").is_empty());
    assert_eq!(claims.missing("f6 110 79 -22 c1 a"), ["c1 (a)", "7949", "22", "f6 is played"]);
    assert_eq!(claims.missing("f6* +11\ne6 +110 7949 22 c1 (a)"), ["f6 110"]);
}
