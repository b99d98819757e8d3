//! The report of a tournament as text.

use std::fmt::Write as _;

use willow_pairing::{
    ByeKind, Cell, ChosenPair, Color, PlayerId, Standings, Tournament, crosstable_row, points,
};

use super::settings::Settings;
use crate::units;

/// Returns the line above the report.
pub(super) fn heading(tournament: &Tournament, settings: &Settings) -> String {
    let format = serde_json::to_value(settings.format).unwrap_or_default();
    format!(
        "{}: {}, {}, {}, openings {}, clock {}, {}, seed {}\n",
        tournament.about().name,
        format.as_str().unwrap_or(""),
        units::count(tournament.players().len(), "player"),
        units::count(tournament.n_rounds() as usize, "round"),
        settings.openings,
        settings.clock,
        settings.preset,
        settings.seed,
    )
}

/// Returns a player's name.
pub(super) fn name(tournament: &Tournament, player: PlayerId) -> &str {
    tournament.player(player).map_or("?", |player| &player.name)
}

/// Returns the tables of a round with their results.
pub(super) fn round(tournament: &Tournament, number: u32) -> String {
    let mut text = format!("\nRound {number}\n");
    let Some(round) = tournament.rounds().get(number as usize - 1) else { return text };
    for (index, table) in (1..).zip(&round.tables) {
        let results: Vec<String> =
            table.results.iter().flatten().map(ToString::to_string).collect();
        let [black, white] = [table.black, table.white];
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{index:>3}  {} - {}  {}-{}  ({})",
            name(tournament, black),
            name(tournament, white),
            points(table.half_points(black)),
            points(table.half_points(white)),
            results.join(", "),
        );
    }
    for bye in &round.byes {
        let _ = writeln!(text, "     {}: bye", name(tournament, bye.player));
    }
    text
}

/// Returns what the pairs of a round cost, and what the next-best pairing without each would cost.
pub(super) fn costs(tournament: &Tournament, number: u32) -> String {
    let Ok(costs) = tournament.costs(number) else { return String::new() };
    let mut text = format!("Penalties of round {number}\n");
    for pair in &costs {
        let _ = writeln!(text, "     {}: {}", pair_text(tournament, pair), pair.cost);
        let _ = match tournament.alternative(number, pair.black) {
            Ok(alternative) => {
                let pairs = alternative.pairing.pairs.iter().filter(|it| !costs.contains(it));
                let pairs: Vec<String> = pairs.map(|it| pair_text(tournament, it)).collect();
                let extra = alternative.extra_cost;
                writeln!(text, "       without it {extra:+}: {}", pairs.join(", "))
            }
            Err(error) => writeln!(text, "       without it: {error}"),
        };
    }
    text
}

fn pair_text(tournament: &Tournament, pair: &ChosenPair) -> String {
    match pair.white {
        Some(white) => format!("{} - {}", name(tournament, pair.black), name(tournament, white)),
        None => format!("bye of {}", name(tournament, pair.black)),
    }
}

/// Returns the standings, and the crosstable below.
pub(super) fn standings(tournament: &Tournament) -> String {
    let standings = Standings::new(tournament);
    let names = tournament.players().iter().map(|player| player.name.chars().count());
    let width = names.max().unwrap_or(0).max(6);
    let tie_breaks = &tournament.rules().tie_breaks;
    let titles: Vec<String> = tie_breaks.iter().map(ToString::to_string).collect();
    let mut text = format!("\n{:>4}  {:width$}  points", "rank", "player");
    for title in &titles {
        let _ = write!(text, "  {title}");
    }
    text.push_str("  black +=- results by round\n");
    for standing in &standings.players {
        let player = name(tournament, standing.player);
        let points = points(standing.half_points);
        let _ = write!(text, "{:>4}  {player:width$}  {points:>6}", standing.rank);
        for (tie_break, title) in tie_breaks.iter().zip(&titles) {
            let figure = standing.tie_break(*tie_break);
            let _ = write!(text, "  {figure:>0$}", title.chars().count());
        }
        let [wins, draws, losses] = standing.results;
        let cells: Vec<String> = rounds_of(tournament, &standings, standing.player);
        let black = standing.colors[0];
        let _ = writeln!(text, "  {black:>5} {wins}-{draws}-{losses}  {}", cells.join(" "));
    }
    text
}

/// Returns a player's rounds: the place of the opponent, the colour and the points, such as `3B+`.
pub(super) fn rounds_of(
    tournament: &Tournament,
    standings: &Standings,
    player: PlayerId,
) -> Vec<String> {
    let cells = (1..).zip(crosstable_row(tournament, player));
    let cells = cells.map(|(round, cell)| match cell {
        Cell::Table { opponent, color, half_points, .. } => {
            let rank = standings.rank(opponent).unwrap_or(0);
            let color = if color == Color::Black { 'B' } else { 'W' };
            let tables = tournament.rounds()[round - 1].table_of(player);
            let n_games = tables.map_or(0, |table| table.results.iter().flatten().count());
            let sign = match n_games {
                1 => ["-", "=", "+"][half_points.min(2) as usize].to_owned(),
                _ => format!(":{}", points(half_points)),
            };
            format!("{rank}{color}{sign}")
        }
        Cell::Bye(ByeKind::Unpaired) => "bye".to_owned(),
        Cell::Bye(ByeKind::Asked) | Cell::Absent => "-".to_owned(),
    });
    cells.collect()
}
