//! The report of a tournament as a page that is also good on paper.

use std::fmt::Write as _;

use willow_pairing::{Standings, Tournament, points};

use super::report::{name, rounds_of};

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;\
color:#111;background:#fff}table{border-collapse:collapse;margin:1rem 0;width:100%}\
th,td{padding:.25rem .5rem;border-bottom:1px solid #bbb;text-align:right;white-space:nowrap}\
th:nth-child(2),td:nth-child(2){text-align:left}thead th{border-bottom:2px solid #333}\
tr{break-inside:avoid}@media print{body{margin:0;font-size:11px}h2{break-after:avoid}}";

/// Returns the page.
pub(super) fn page(tournament: &Tournament) -> String {
    let title = escaped(&tournament.about().name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    page += &standings(tournament);
    for number in 1..=tournament.rounds().len() {
        page += &round(tournament, number);
    }
    page + "</body>\n</html>\n"
}

fn standings(tournament: &Tournament) -> String {
    let standings = Standings::new(tournament);
    let tie_breaks = &tournament.rules().tie_breaks;
    let mut heads = ["", "Player", "Points"].map(str::to_owned).to_vec();
    heads.extend(tie_breaks.iter().map(ToString::to_string));
    heads.extend((1..=tournament.rounds().len()).map(|round| format!("R{round}")));
    let rows = standings.players.iter().map(|standing| {
        let mut row = vec![
            standing.rank.to_string(),
            name(tournament, standing.player).to_owned(),
            points(standing.half_points),
        ];
        row.extend(tie_breaks.iter().map(|tie_break| standing.tie_break(*tie_break)));
        row.extend(rounds_of(tournament, &standings, standing.player));
        row
    });
    let note = "<p>A cell of a round has the opponent's place, the colour of the first game (B, W) and the \
                result: + won, = drawn, - lost, or the points of several games.</p>\n";
    format!("<h2>Standings</h2>\n{}{note}", table(&heads, rows))
}

fn round(tournament: &Tournament, number: usize) -> String {
    let heads = ["Table", "Black first", "White first", "Points", "Discs"].map(str::to_owned);
    let Some(round) = tournament.rounds().get(number - 1) else { return String::new() };
    let rows = (1..).zip(&round.tables).map(|(index, table): (u32, _)| {
        let [black, white] = [table.black, table.white];
        let results = table.results.iter().flatten().map(ToString::to_string);
        let both = [black, white].map(|player| points(table.half_points(player)));
        vec![
            index.to_string(),
            name(tournament, black).to_owned(),
            name(tournament, white).to_owned(),
            both.join("-"),
            results.collect::<Vec<_>>().join(", "),
        ]
    });
    let byes: Vec<&str> = round.byes.iter().map(|bye| name(tournament, bye.player)).collect();
    let byes = match byes[..] {
        [] => String::new(),
        _ => format!("<p>Bye: {}</p>\n", escaped(&byes.join(", "))),
    };
    format!("<h2>Round {number}</h2>\n{}{byes}", table(&heads, rows))
}

fn table(heads: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = "<table>\n<thead><tr>".to_owned();
    for head in heads {
        // Writing to a string cannot fail.
        let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(head));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        let _ = writeln!(text, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    text + "</tbody>\n</table>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
