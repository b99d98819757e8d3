//! Rows of the archive's answers.

use super::listing::{counted, titled};
use crate::{
    ArchivePage, ArchivedGame, ArchivedGameSummary, Explored, ExploredMove, OpeningName,
    PlayerResults, Searched, SearchedTerm, Tally, TermKind,
};

/// Text for an empty result.
const NO_GAME: &str = "no such game is in the archive";

/// Writes games of the archive, and the cursor of the next page.
pub(super) fn page(page: &ArchivePage) -> Vec<String> {
    let rows = page.games.iter().flat_map(|game| {
        let moves = game.transcript.as_ref().map(|moves| format!("  {moves}"));
        [line(game)].into_iter().chain(moves)
    });
    let more = page.next.map(|next| format!("more after {next}"));
    titled(page.games.len().to_string(), rows.chain(more), NO_GAME)
}

/// Writes the moves that were played in a position.
pub(super) fn explored(explored: &Explored) -> Vec<String> {
    let Explored { position, games, newest_only, moves, recent, opening } = explored;
    let newest = if *newest_only { " (the newest)" } else { "" };
    let named = called(opening.as_ref());
    let title = format!("{}{newest} {position}{named}", counted(*games, "game"));
    let recent = recent.iter().map(|game| format!("recent {}", line(game)));
    titled(title, moves.iter().map(explored_move).chain(recent), NO_GAME)
}

fn explored_move(row: &ExploredMove) -> String {
    let ExploredMove { mv, games, wins, draws, losses, average, opening } = row;
    let results = results_of(*games, [*wins, *draws, *losses], *average);
    format!("{mv} {results}{}", called(opening.as_ref()))
}

/// Writes results from the view of one side.
fn results_of(games: u64, [wins, draws, losses]: [u64; 3], average: Option<f64>) -> String {
    let average = average.map(|discs| format!(", average {discs:+.2}")).unwrap_or_default();
    let games = counted(games, "game");
    format!("{games}: {wins} won, {draws} drawn, {losses} lost{average}")
}

/// Writes the name of an opening after something else.
fn called(opening: Option<&OpeningName>) -> String {
    opening.map(|opening| format!(", {}", opening.name)).unwrap_or_default()
}

/// Writes what a searched text means, and the first games.
pub(super) fn searched(searched: &Searched) -> Vec<String> {
    let Searched { terms, problems, filter: _, total, more, page } = searched;
    let more = if *more { " and more" } else { "" };
    let mut lines = vec![format!("{}{more}", counted(u64::from(*total), "game"))];
    lines.extend(terms.iter().map(term));
    lines.extend(problems.iter().map(|problem| {
        format!("`{}` is not understood: {}", problem.text, problem.kind.sentence())
    }));
    lines.extend(page.games.iter().map(line));
    if *total == 0 && problems.is_empty() {
        lines.push(NO_GAME.to_owned());
    }
    if page.next.is_some() {
        lines.push(format!("more: archive {}", next_page(searched)));
    }
    lines
}

/// Writes the words of `archive` that ask for the next games.
fn next_page(searched: &Searched) -> String {
    let mut filter = searched.filter.clone();
    filter.after = searched.page.next;
    filter.to_string()
}

fn term(term: &SearchedTerm) -> String {
    let SearchedTerm { text, kind, names, n_names, also } = term;
    let word = |kind: &TermKind| match kind {
        TermKind::Player => "player",
        TermKind::Opponent => "opponent",
        TermKind::Event => "event",
        TermKind::Opening => "opening",
        TermKind::Position => "position",
        TermKind::Date => "date",
        TermKind::Result => "result",
        TermKind::Score => "score",
        TermKind::Origin => "played",
    };
    let others = u64::from(*n_names).saturating_sub(names.len() as u64);
    let others = if others > 0 { format!(" and {others} more") } else { String::new() };
    let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    let quoted = if text.contains(' ') { format!("\"{text}\"") } else { text.clone() };
    let also: Vec<String> =
        also.iter().map(|other| format!("`{}:{quoted}`", word(other))).collect();
    let also = if also.is_empty() { String::new() } else { format!("; or {}", also.join(" or ")) };
    format!("`{text}`: {}{names}{others}{also}", word(kind))
}

/// Writes how the games of a player ended.
pub(super) fn results(results: &PlayerResults) -> Vec<String> {
    let PlayerResults { names, newest_only, black, white, openings, opponents } = results;
    let newest = if *newest_only { " (the newest games)" } else { "" };
    let mut lines = vec![format!("{}{newest}", names.join(", "))];
    lines.push(format!("black {}", tally(black)));
    lines.push(format!("white {}", tally(white)));
    lines.extend(
        openings.iter().map(|row| format!("opening {} {}", row.opening.name, tally(&row.results))),
    );
    lines.extend(
        opponents.iter().map(|row| format!("against {} {}", row.name, tally(&row.results))),
    );
    lines
}

fn tally(tally: &Tally) -> String {
    let Tally { games, wins, draws, losses, average } = *tally;
    results_of(u64::from(games), [wins, draws, losses].map(u64::from), average)
}

/// Writes a whole game, with its last position.
pub(super) fn game(game: &ArchivedGame) -> Vec<String> {
    let ArchivedGame { summary, place, initial: _, position } = game;
    let place = if place.is_empty() { String::new() } else { format!(", {place}") };
    let mut lines = vec![line(summary) + &place];
    lines.extend(super::board::draw(position, None));
    lines.extend(summary.transcript.as_ref().map(|moves| format!("  {moves}")));
    lines
}

/// Writes a game in one line.
fn line(summary: &ArchivedGameSummary) -> String {
    let ArchivedGameSummary { game, black, white, date, event, result, ending, moves, .. } =
        summary;
    let device = if summary.on_device { ", on a device, unrated" } else { "" };
    let result = result.map_or_else(|| "?".to_owned(), |discs| format!("{discs:+}"));
    let ending = ending.map(|ending| format!(" ({ending})")).unwrap_or_default();
    let date = if date.is_empty() { "-" } else { date };
    let event = if event.is_empty() { String::new() } else { format!(", {event}") };
    let moves = counted(u64::from(*moves), "move");
    format!(
        "{game} {date} {black} (black) {white} (white) {result}{ending}, {moves}{event}{device}"
    )
}
