//! Rows of the archive's answers.

use super::listing::counted;
use crate::{ArchivePage, ArchivedGame, ArchivedGameSummary, Explored, ExploredMove};

/// Writes games of the archive, and the cursor of the next page.
pub(super) fn page(page: &ArchivePage) -> Vec<String> {
    let mut lines = vec![page.games.len().to_string()];
    for game in &page.games {
        lines.push(line(game));
        lines.extend(game.transcript.as_ref().map(|moves| format!("  {moves}")));
    }
    lines.extend(page.next.map(|next| format!("more after {next}")));
    lines
}

/// Writes the moves that were played in a position.
pub(super) fn explored(explored: &Explored) -> Vec<String> {
    let Explored { position, games, newest_only, moves, recent } = explored;
    let newest = if *newest_only { " (the newest)" } else { "" };
    let mut lines = vec![format!("{}{newest} {position}", counted(*games, "game"))];
    lines.extend(moves.iter().map(explored_move));
    lines.extend(recent.iter().map(|game| format!("recent {}", line(game))));
    lines
}

fn explored_move(row: &ExploredMove) -> String {
    let ExploredMove { mv, games, wins, draws, losses, average } = row;
    let average = average.map(|discs| format!(", average {discs:+.2}")).unwrap_or_default();
    let games = counted(*games, "game");
    format!("{mv} {games}: {wins} won, {draws} drawn, {losses} lost{average}")
}

/// Writes a whole game, with its last position.
pub(super) fn game(game: &ArchivedGame) -> Vec<String> {
    let ArchivedGame { summary, place, initial: _, position } = game;
    let place = if place.is_empty() { String::new() } else { format!(", {place}") };
    let mut lines = vec![line(summary) + &place];
    lines.extend(super::board::draw(position));
    lines.extend(summary.transcript.as_ref().map(|moves| format!("  {moves}")));
    lines
}

/// Writes a game in one line.
fn line(game: &ArchivedGameSummary) -> String {
    let ArchivedGameSummary { game, black, white, date, event, result, moves, .. } = game;
    let result = result.map_or_else(|| "?".to_owned(), |discs| format!("{discs:+}"));
    let date = if date.is_empty() { "-" } else { date };
    let event = if event.is_empty() { String::new() } else { format!(", {event}") };
    let moves = counted(u64::from(*moves), "move");
    format!("{game} {date} {black} (black) {white} (white) {result}, {moves}{event}")
}
