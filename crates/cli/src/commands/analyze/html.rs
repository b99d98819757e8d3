//! The report as one HTML file: no script, nothing from the network.

use std::fmt::Write as _;

use willow_analysis::{Language, MoveAnalysis, describe, explanation};
use willow_board::{Color, Position, Square};

use super::analyzed::Analyzed;
use super::players::PlayerTable;
use super::svg;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse}\
th,td{padding:.1rem .6rem;text-align:right}\
td.left,th.left{text-align:left}\
tr.error{font-weight:bold}\
.move{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1.5rem 0}\
.move>div{flex:1;min-width:18rem}\
figure{margin:1rem 0}\
svg{max-width:100%;height:auto}";

/// Returns the page about all games.
pub(super) fn page(games: &[Analyzed], players: &PlayerTable, language: Language) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Othello analysis</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>Othello analysis</h1>\n"
    );
    for analyzed in games {
        html += &game(analyzed, language);
    }
    let table = players.text();
    if !table.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(html, "<h2>Players</h2>\n<pre>{}</pre>\n", escaped(&table));
    }
    html + "</body>\n</html>\n"
}

fn game(analyzed: &Analyzed, language: Language) -> String {
    let mut html = format!("<section>\n<h2>{}</h2>\n", escaped(&analyzed.heading()));
    for line in analyzed.origins() {
        let _ = writeln!(html, "<p>{}</p>", escaped(&line));
    }
    if analyzed.is_position {
        html += &board(analyzed.record.game.position(), None);
    } else {
        let graph = svg::graph(&analyzed.findings);
        let _ = writeln!(
            html,
            "<figure role=\"img\" aria-label=\"Black's value by ply; the table has the numbers\">{graph}\
             </figure>"
        );
        let errors = analyzed.findings.iter().filter(|found| found.class().is_error());
        let errors = errors.map(|found| error(analyzed.number(found), found, language));
        html += &errors.collect::<String>();
    }
    if let Some(line) = analyzed.interruption() {
        let _ = writeln!(html, "<p>{line}</p>");
    }
    html += &table(analyzed);
    html + "</section>\n"
}

/// Returns a move that was wrong, with its board, its lines and its reasons.
fn error(number: u32, found: &MoveAnalysis, language: Language) -> String {
    let class = found.class();
    let mut html = format!(
        "<article class=\"move\">\n{}<div>\n<h3>{number}. {} {}{} ({}: {})</h3>\n\
         <p>Played: {}<br>Better: {}</p>\n",
        board(&found.position, Some(found)),
        found.side(),
        found.mv,
        describe::mark(class),
        class.name(),
        describe::cost(found),
        describe::line(&found.played_pv),
        describe::line(&found.pv),
    );
    for sentence in explanation(found, language) {
        let text = escaped(&sentence);
        let _ = writeln!(html, "<p lang=\"{}\">{text}</p>", language.code());
    }
    html + "</div>\n</article>\n"
}

/// Returns the table of all moves.
fn table(analyzed: &Analyzed) -> String {
    let mut html = String::from(
        "<table>\n<thead><tr><th scope=\"col\">no.</th><th scope=\"col\" class=\"left\">move</th>\
         <th scope=\"col\">value</th><th scope=\"col\" class=\"left\">certainty</th>\
         <th scope=\"col\" class=\"left\">best</th><th scope=\"col\">loss</th>\
         <th scope=\"col\" class=\"left\">class</th></tr></thead>\n<tbody>\n",
    );
    for found in &analyzed.findings {
        let class = found.class();
        let row = if class.is_error() { "<tr class=\"error\">" } else { "<tr>" };
        let _ = writeln!(
            html,
            "{row}<td>{}</td><td class=\"left\">{} {}</td><td>{}</td><td class=\"left\">{}</td>\
             <td class=\"left\">{} {}</td><td>{}</td><td class=\"left\">{}</td></tr>",
            analyzed.number(found),
            found.side(),
            found.mv,
            describe::value_with_certainty(found).trim_end(),
            found.certainty.name(),
            found.best,
            describe::value(found, found.best_value),
            describe::loss(found),
            class.name(),
        );
    }
    html + "</tbody>\n</table>\n"
}

/// The side of a square of a diagram in pixels.
const CELL: u32 = 30;
/// The room for the names of columns and rows beside the board, in pixels.
const MARGIN: u32 = 18;

/// Returns a diagram of a position. Of a move, the played square is marked with `?`, the best one with
/// `!`.
fn board(position: &Position, found: Option<&MoveAnalysis>) -> String {
    let size = 8 * CELL;
    let label = match found {
        Some(found) => {
            format!("Board: {} played {}, best is {}", found.side(), found.mv, found.best)
        }
        None => format!("Board, {} to move", position.side_to_move()),
    };
    let all = size + MARGIN;
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"{label}\" width=\"{all}\" height=\"{all}\" \
         viewBox=\"-{MARGIN} -{MARGIN} {all} {all}\">\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#2e7d4f\"/>\n"
    );
    for at in (1..8).map(|line| line * CELL) {
        let _ = writeln!(svg, "<path d=\"M{at} 0V{size}M0 {at}H{size}\" stroke=\"#14452a\"/>");
    }
    svg += &labels();
    for square in Square::ALL {
        let (x, y) = (square.column() * CELL + CELL / 2, square.row() * CELL + CELL / 2);
        let mark = found.and_then(|found| mark_of(found, square));
        let _ = match (position.disc_at(square), mark) {
            (Some(color), _) => {
                let fill = if color == Color::Black { "#111" } else { "#fff" };
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{fill}\"/>")
            }
            (None, Some(mark)) => writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" fill=\"#fff\" font-size=\"20\" text-anchor=\"middle\">{mark}\
                 </text>",
                y + 7
            ),
            (None, None) => Ok(()),
        };
    }
    svg + "</svg>\n"
}

/// Returns the names of columns and rows.
fn labels() -> String {
    let mut svg = String::from(
        "<g fill=\"currentColor\" font-size=\"12\" text-anchor=\"middle\" aria-hidden=\"true\">",
    );
    for (place, column) in (0..8).zip('a'..='h') {
        let at = place * CELL + CELL / 2;
        let _ = write!(svg, "<text x=\"{at}\" y=\"-5\">{column}</text>");
        let _ = write!(svg, "<text x=\"-9\" y=\"{}\">{}</text>", at + 4, place + 1);
    }
    svg + "</g>\n"
}

fn mark_of(found: &MoveAnalysis, square: Square) -> Option<char> {
    match square {
        square if square == found.mv => Some('?'),
        square if square == found.best => Some('!'),
        _ => None,
    }
}

/// Returns a text in which nothing is markup. Names of players may contain anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        let mut record = willow_records::RecordedGame::default();
        record.player_mut(Color::Black).name = "<b onclick=\"x\">&".to_owned();
        record.game.place(Square::F5).unwrap();
        let item = willow_records::GameOrPosition::Game(Box::new(record));
        let games = [Analyzed::new(1, item)];
        let html = page(&games, &PlayerTable::default(), Language::English);
        assert!(html.contains("&lt;b onclick=&quot;x&quot;&gt;&amp;"), "{html}");
        assert!(!html.contains("<b onclick"), "{html}");
    }
}
