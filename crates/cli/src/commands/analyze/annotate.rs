//! The game with what was found about its moves, as remarks that other programs read.

use willow_analysis::{Language, LineName, MoveAnalysis, compared_line, describe, explanation};
use willow_board::{Color, Game};
use willow_records::{GameOrPosition, MoveNote, RecordedGame};

use super::analyzed::Analyzed;

/// Returns the record of a game with the value of every move, and a remark at every error. The remarks
/// that the record had stay in front. A position becomes a game without moves, with its moves in the
/// remark about the game.
pub(super) fn annotated(analyzed: &Analyzed, language: Language) -> GameOrPosition {
    let mut record = analyzed.record.clone();
    if analyzed.is_position {
        let moves = analyzed.findings.iter().map(|found| {
            format!("{} {}", found.mv, describe::value_with_certainty(found).trim_end())
        });
        let moves: Vec<String> = moves.collect();
        append(&mut record.comment, &moves.join("\n"));
        return GameOrPosition::Game(Box::new(record));
    }
    for found in &analyzed.findings {
        let old = record.note(found.ply).cloned().unwrap_or_default();
        let mut comment = old.comment;
        append(&mut comment, &remark(found, language));
        let note = MoveNote { eval: Some(found.value.discs()), comment, ..old };
        record.set_note(found.ply, note);
    }
    let summary = summary(analyzed, &record);
    append(&mut record.comment, &summary);
    GameOrPosition::Game(Box::new(record))
}

/// Returns the remark about a move; empty unless it was an error.
fn remark(found: &MoveAnalysis, language: Language) -> String {
    if !found.class().is_error() {
        return String::new();
    }
    let best = describe::value(found, found.best_value);
    let (class, cost) = (found.class().name(), describe::cost(found));
    let lines = [
        format!("{class}: {cost}. Better: {} ({best}).", compared_line(found, LineName::Best)),
        format!("Played: {}.", compared_line(found, LineName::Played)),
    ];
    lines.into_iter().chain(explanation(found, language)).collect::<Vec<_>>().join("\n")
}

/// Returns what both sides lost.
fn summary(analyzed: &Analyzed, record: &RecordedGame) -> String {
    let of = |color: Color| {
        let own = analyzed.findings.iter().filter(|found| found.side() == color);
        let summary = willow_analysis::PlayerSummary::of(own);
        let loss = summary.mean_loss().unwrap_or_default();
        format!("{color}: mean loss {loss:.2} discs in {} decisions.", summary.moves)
    };
    let game: &Game = &record.game;
    let all =
        if analyzed.findings.len() < analyzed.n_moves { "Analyzed in part" } else { "Analyzed" };
    format!("{all} by Willow, {} plies. {} {}", game.n_plies(), of(Color::Black), of(Color::White))
}

/// Appends a paragraph to a text.
fn append(text: &mut String, paragraph: &str) {
    if !text.is_empty() && !paragraph.is_empty() {
        text.push('\n');
    }
    text.push_str(paragraph);
}
