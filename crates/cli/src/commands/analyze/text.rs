//! The report of `willow analyze` for people.

use std::fmt::Write as _;

use willow_analysis::{
    Language, LineName, MoveAnalysis, compared_line, describe, explanation, graph,
};
use willow_board::Square;

use super::analyzed::Analyzed;
use crate::units;

/// The width of paragraphs, in characters.
const WIDTH: usize = 78;

/// Returns the report on one game or position, with the reasons of errors if there is a language for them.
pub(super) fn report(analyzed: &Analyzed, explained: Option<Language>) -> String {
    let mut text = analyzed.heading() + "\n";
    if let Some(line) = analyzed.opening() {
        text += &(line + "\n");
    }
    text.push('\n');
    if !analyzed.is_position {
        text += &graph::text(&analyzed.findings);
        text.push('\n');
    }
    text += &table(analyzed);
    for found in analyzed.findings.iter().filter(|_| !analyzed.is_position) {
        if found.class().is_error() {
            text += &mistake(analyzed.number(found), found);
            if let Some(language) = explained {
                text += &reasons(found, language);
            }
        }
    }
    if let Some(line) = analyzed.interruption() {
        text += &(line + "\n");
    }
    text + "\n"
}

/// Returns the table of all moves.
fn table(analyzed: &Analyzed) -> String {
    let mut text =
        format!("{:>4} {:<6} {:>13}   {:<15} {:>5}\n", "no.", "move", "value", "best", "loss");
    for found in &analyzed.findings {
        text += &row(analyzed.number(found), found);
    }
    text
}

fn row(number: u32, found: &MoveAnalysis) -> String {
    let mv = format!("{} {}", found.side().letter(), found.mv);
    let value = describe::value_with_certainty(found);
    let (best, loss) = if found.loss() == 0.0 {
        (String::new(), String::new())
    } else {
        let best_value = describe::value(found, found.best_value);
        (format!("{} {best_value}", found.best), describe::loss(found))
    };
    let class = if found.class().is_error() { found.class().name() } else { "" };
    let row = format!("{number:>4} {mv:<6} {value:>13}   {best:<15} {loss:>5}  {class}");
    row.trim_end().to_owned() + "\n"
}

/// Returns the part of the report about a move that was wrong.
fn mistake(number: u32, found: &MoveAnalysis) -> String {
    let (side, mv, best, class) = (found.side(), found.mv, found.best, found.class().name());
    let (cost, mark) = (describe::cost(found), describe::mark(found.class()));
    format!(
        "\n{number}. {side} {mv}{mark} ({class}: {cost})\n{}  played: {}\n  better: {} ({best})\n",
        diagram(found),
        compared_line(found, LineName::Played),
        compared_line(found, LineName::Best),
    )
}

/// Returns the reasons of an error, one paragraph each.
fn reasons(found: &MoveAnalysis, language: Language) -> String {
    let paragraph = |text: String| {
        let wrapped = match language {
            Language::English => units::wrapped(&text, 2, WIDTH),
            Language::Japanese => units::wrapped_japanese(&text, 2, WIDTH),
        };
        wrapped + "\n"
    };
    explanation(found, language).map(paragraph).collect()
}

/// Returns the board before a move, with `?` on the played square and `!` on the best one.
fn diagram(found: &MoveAnalysis) -> String {
    let mut text = String::from("    a b c d e f g h\n");
    for row in 0..8 {
        let _ = write!(text, "  {}", row + 1);
        for column in 0..8 {
            let square = Square::from_coords(column, row).expect("both ranges end before 8");
            let cell = match found.position.disc_at(square) {
                Some(color) => color.letter(),
                None if square == found.mv => '?',
                None if square == found.best => '!',
                None => '.',
            };
            let _ = write!(text, " {cell}");
        }
        text.push('\n');
    }
    text
}
