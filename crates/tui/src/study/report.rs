//! Reports of the analysis about moves: lines for the screen, and a report for plain mode.

use std::fmt::Write as _;

use willow_analysis::{
    Certainty, Language, LineName, MoveAnalysis, MoveClass, Outcome, compared_line, describe,
    graph, reason_sentences,
};
use willow_board::{Game, Move};
use willow_engine::Level;

use super::analyst::{AnalysisError, Analyst, News, default_level};
use super::{StudiedGame, Study};

/// Returns a value in at most four characters: whole discs, and behind them `~` for an estimate, or `w`,
/// `d` or `l` for a proven win, draw or loss. An exact value has nothing behind it.
pub(crate) fn short_value(found: &MoveAnalysis) -> String {
    let mark = match (found.certainty, found.outcomes.map(|change| change.played)) {
        (Certainty::Exact, _) => "",
        (Certainty::Proven, Some(Outcome::Win)) => "w",
        (Certainty::Proven, Some(Outcome::Draw)) => "d",
        (Certainty::Proven, Some(Outcome::Loss)) => "l",
        _ => "~",
    };
    format!("{}{mark}", found.value.rounded())
}

/// Returns a move with its number, mark and class: `23. Black f5?? blunder: loss instead of win`.
pub(super) fn headline(number: u32, found: &MoveAnalysis) -> String {
    let (side, mv, class) = (found.side(), found.mv, found.class());
    let mark = describe::mark(class);
    let value = describe::value_with_certainty(found);
    let value = value.trim_end();
    match class {
        class if class.is_error() => {
            format!(
                "{number}. {side} {mv}{mark} {value}, {}: {}",
                class.name(),
                describe::cost(found)
            )
        }
        _ if found.is_forced() => format!("{number}. {side} {mv} {value}, the only move"),
        MoveClass::Best => format!("{number}. {side} {mv} {value}, the best move"),
        _ => format!(
            "{number}. {side} {mv} {value}, {} behind {}",
            describe::loss(found),
            found.best
        ),
    }
}

/// Returns the paragraphs behind the headline of a move: the better line and the played one, and why.
pub(super) fn paragraphs(found: &MoveAnalysis) -> Vec<String> {
    let mut paragraphs = Vec::new();
    if found.best != found.mv {
        let best = describe::value(found, found.best_value);
        paragraphs.push(format!("better: {} ({best})", compared_line(found, LineName::Best)));
    }
    paragraphs.push(format!("played: {}", compared_line(found, LineName::Played)));
    if found.class().is_error() {
        paragraphs.extend(reason_sentences(found, Language::English));
    }
    paragraphs
}

impl Study {
    /// Returns what is to be said about the shown move, or about the position if there is none: a
    /// headline, and paragraphs behind it.
    pub(super) fn explanation(&self) -> (String, Vec<String>) {
        let number = self.tree.n_placed(self.tree.shown()) + 1;
        let (headline, mut paragraphs) = match (self.shown_finding(), self.tree.shown_move()) {
            (Some(found), _) => (headline(number, &found), paragraphs(&found)),
            (None, Some(Move::Pass)) => {
                let side = self.position().side_to_move();
                (format!("{side} has no legal move and passes."), Vec::new())
            }
            (None, Some(mv)) => {
                let side = self.position().side_to_move();
                (format!("{number}. {side} {mv}: not searched yet."), Vec::new())
            }
            (None, None) => self.end_of_line(),
        };
        paragraphs.extend(self.branches().into_iter().chain(self.remarks()));
        (headline, paragraphs)
    }

    /// Names the moves that were tried in the shown position, if there are several.
    fn branches(&self) -> Option<String> {
        let moves: Vec<String> = self.tree.branches().map(|mv| mv.to_string()).collect();
        (1 < moves.len()).then(|| format!("tried here (up, down): {}", moves.join(" ")))
    }

    /// Returns what the record of the game says about the last move and about the shown one.
    fn remarks(&self) -> impl Iterator<Item = String> {
        let nodes = [Some(self.tree.shown()), self.tree.next()].into_iter().flatten();
        let said = nodes.filter_map(|id| Some((self.tree.mv(id)?, self.tree.comment(id))));
        let said = said.filter(|(_, comment)| !comment.is_empty());
        said.map(|(mv, comment)| format!("Remark on {mv}: {comment}"))
    }

    /// Returns what is to be said where a line ends.
    fn end_of_line(&self) -> (String, Vec<String>) {
        let is_of_game = self.tree.left_game_at().is_none();
        if is_of_game && !self.result.is_empty() {
            return (format!("End of the game: {}", self.result), Vec::new());
        }
        if self.position().is_game_over() {
            let [black, white] =
                willow_board::Color::ALL.map(|color| self.position().discs(color).count());
            return (format!("The game is over here: {black}-{white}."), Vec::new());
        }
        let side = self.position().side_to_move();
        match self.best() {
            Some(best) => {
                let value = describe::value_with_certainty(best);
                let line = format!("line: {}", describe::line(&best.played_pv));
                (format!("{side} to move. Best: {} {}", best.mv, value.trim_end()), vec![line])
            }
            None => (format!("{side} to move: not searched yet."), Vec::new()),
        }
    }
}

/// Returns the report on a game for plain mode: graph, mistakes with their lines and reasons.
///
/// # Errors
/// The analysis cannot run.
pub(crate) fn plain_report(game: &Game, level: Option<Level>) -> Result<String, AnalysisError> {
    let level = level.unwrap_or_else(default_level);
    let analyst = Analyst::start(game.clone(), *game.position(), level);
    let shown_ply = game.n_plies();
    let mut study =
        Study::new(StudiedGame { game: game.clone(), shown_ply, ..StudiedGame::default() });
    loop {
        match analyst.wait() {
            Some(News::Progress(progress)) if progress.is_complete => break,
            Some(News::Failed(error)) => return Err(error),
            Some(news) => study.note(news),
            None => return Err(AnalysisError("its thread has ended".to_owned())),
        }
    }
    Ok(report(&study))
}

fn report(study: &Study) -> String {
    let mut text = graph::text(&study.game_findings());
    let mistakes = study.mistakes();
    if mistakes.is_empty() {
        text += "No inaccuracies, mistakes or blunders.\n";
    }
    for found in mistakes {
        // Writing to a string cannot fail.
        let number = study.tree.n_placed_in_game(found.ply) + 1;
        let _ = writeln!(text, "\n{}", headline(number, &found));
        for paragraph in paragraphs(&found) {
            let _ = writeln!(text, "  {paragraph}");
        }
    }
    if !study.position().is_game_over() {
        text += &position_report(study);
    }
    text.trim_end().to_owned()
}

/// Returns what is to be said about the last position: the best move, its line, and the values of all
/// legal moves, best first.
fn position_report(study: &Study) -> String {
    let (headline, lines) = study.end_of_line();
    let mut moves: Vec<&MoveAnalysis> = study.findings.at(study.position()).collect();
    moves.sort_by_key(|found| std::cmp::Reverse(found.value));
    let value = |found: &MoveAnalysis| {
        format!("{} {}", found.mv, describe::value_with_certainty(found).trim_end())
    };
    let values: Vec<String> = moves.into_iter().map(value).collect();
    let moves = format!("moves: {}", values.join(", "));
    let lines: Vec<String> =
        lines.into_iter().chain([moves]).map(|line| format!("  {line}\n")).collect();
    format!("\n{headline}\n{}", lines.concat())
}
