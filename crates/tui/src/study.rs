//! The analysis of a game on the full screen: values on the board, a graph, the mistakes and their
//! reasons, and variations that the user tries.
//!
//! `Study` is the state: sans-IO, without a thread. `analyst` is the thread that searches, `session`
//! brings the two together, and `view` draws.

mod analyst;
mod findings;
mod keys;
mod report;
mod session;
mod tree;
mod view;

#[cfg(test)]
pub(crate) mod tests;

use willow_analysis::{LineName, MoveAnalysis, describe};
use willow_board::{Game, Move, Position, Square};
use willow_records::RecordedGame;
use willow_records::openings::{Opening, opening_at};

pub(crate) use self::analyst::News;
use self::analyst::{AnalysisError, Progress};
pub(crate) use self::findings::Findings;
pub(crate) use self::keys::StudyAction;
pub(crate) use self::report::plain_report;
pub(crate) use self::session::StudySession;
use self::tree::{MoveTree, TreeStep};

/// The game that is analyzed.
#[derive(Clone, Debug, Default)]
pub(crate) struct StudiedGame {
    pub(crate) game: Game,
    /// The number of plies before the position that is shown first.
    pub(crate) shown_ply: usize,
    /// Who played.
    pub(crate) players: String,
    /// How the game ended, in one sentence; empty if it goes on.
    pub(crate) result: String,
    /// The record that the game comes from, with its variations and remarks.
    pub(crate) record: Option<Box<RecordedGame>>,
}

/// What the screen of an analysis shows.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    /// Who played, for the title.
    players: String,
    /// How the game ended, in one sentence; empty if it goes on.
    result: String,
    tree: MoveTree,
    findings: Findings,
    /// The progress of the analyst, or why it cannot continue.
    work: Result<Progress, AnalysisError>,
    /// The number of lines by which the explanation is scrolled.
    scroll: usize,
    /// The column letter of a square whose row has not been typed yet.
    typed: Option<char>,
    /// Whether the last key completed a square: Enter behind it plays nothing more.
    has_typed: bool,
    /// A message until the next key.
    message: Option<String>,
    /// Whether the list of keys is open.
    shows_help: bool,
}

impl Study {
    /// Returns the state before anything is found.
    pub(crate) fn new(studied: StudiedGame) -> Study {
        let StudiedGame { game, shown_ply, players, result, record } = studied;
        let mut tree = MoveTree::new(&game, shown_ply);
        if let Some(record) = &record {
            tree.add_record(record);
        }
        Study {
            players,
            result,
            tree,
            findings: Findings::default(),
            work: Ok(Progress { done: 0, all: 0, is_complete: false }),
            scroll: 0,
            typed: None,
            has_typed: false,
            message: None,
            shows_help: false,
        }
    }

    /// Records a report of the analyst.
    fn note(&mut self, news: News) {
        match news {
            News::Found(found) => found.into_iter().for_each(|found| self.findings.add(found)),
            News::Failed(error) => self.work = Err(error),
            News::Progress(progress) => self.work = Ok(progress),
        }
    }

    /// Returns the shown position.
    pub(crate) fn position(&self) -> &Position {
        self.tree.position(self.tree.shown())
    }

    /// Returns the number of plies before the shown position.
    fn ply(&self) -> usize {
        self.tree.ply(self.tree.shown())
    }

    /// Returns what is known about the moves of the game, in their order.
    fn game_findings(&self) -> Vec<MoveAnalysis> {
        let found = |ply| {
            let (position, mv) = self.tree.game_move(ply)?;
            let found = self.findings.of(position, mv.square()?)?;
            Some(MoveAnalysis { ply, ..found.clone() })
        };
        (0..self.tree.n_game_plies()).filter_map(found).collect()
    }

    /// Returns the moves of the game that were wrong, as far as is known.
    fn mistakes(&self) -> Vec<MoveAnalysis> {
        let mut found = self.game_findings();
        found.retain(|found| found.class().is_error());
        found
    }

    /// Returns what is known about the shown move.
    fn shown_finding(&self) -> Option<MoveAnalysis> {
        let mv = self.tree.shown_move()?.square()?;
        let found = self.findings.of(self.position(), mv)?;
        Some(MoveAnalysis { ply: self.ply(), ..found.clone() })
    }

    /// Returns the best legal move of the shown position with what is known about it: the one that the
    /// shown move is compared with, or else the one with the greatest value.
    fn best(&self) -> Option<&MoveAnalysis> {
        let compared = self.shown_finding().map(|found| found.best);
        let compared = compared.and_then(|best| self.findings.of(self.position(), best));
        compared.or_else(|| self.findings.at(self.position()).max_by_key(|found| found.value))
    }

    /// Returns the last position with a name on the way to the shown one.
    fn opening(&self) -> Option<&'static Opening> {
        let mut at = Some(self.tree.shown());
        while let Some(id) = at {
            if let Some(opening) = opening_at(self.tree.position(id)) {
                return Some(opening);
            }
            at = self.tree.parent(id);
        }
        None
    }

    /// Makes a step.
    fn step(&mut self, step: TreeStep) {
        self.tree.step(step);
        self.scroll = 0;
    }

    /// Shows the position of the game after `ply` plies.
    fn show_ply(&mut self, ply: usize) {
        self.tree.show_ply(ply);
        self.scroll = 0;
    }

    /// Shows the position before the next mistake of the game behind the shown move.
    fn show_next_mistake(&mut self) {
        let from = self.game_ply();
        let next = self.mistakes().into_iter().find(|found| from < found.ply);
        self.show_mistake(next, "No mistake after this move.");
    }

    /// Shows the position before the mistake of the game before the shown one.
    fn show_previous_mistake(&mut self) {
        let from = self.game_ply() + usize::from(self.tree.left_game_at().is_some());
        let previous = self.mistakes().into_iter().rfind(|found| found.ply < from);
        self.show_mistake(previous, "No mistake before this move.");
    }

    fn show_mistake(&mut self, found: Option<MoveAnalysis>, otherwise: &str) {
        match found {
            Some(found) => self.show_ply(found.ply),
            None => self.message = Some(otherwise.to_owned()),
        }
    }

    /// Returns the ply of the shown position, or the one at which its line left the game.
    fn game_ply(&self) -> usize {
        self.tree.left_game_at().unwrap_or_else(|| self.ply())
    }

    /// Plays a move in the shown position.
    fn try_move(&mut self, square: Square) {
        self.scroll = 0;
        if let Err(error) = self.tree.play(square) {
            self.message = Some(format!("Illegal move: {error}."));
        }
    }

    /// Makes the steps forward follow the line of the shown move, or the better one.
    fn show_line(&mut self, name: LineName) {
        let Some(found) = self.shown_finding() else {
            self.message = Some("This move has not been searched yet.".to_owned());
            return;
        };
        let moves = match name {
            LineName::Best => found.pv,
            LineName::Played => found.played_pv,
        };
        self.tree.add_line(&moves);
        self.message = Some(format!("Right arrow: {}", describe::line(&moves)));
        self.scroll = 0;
    }

    /// Plays the best move of the shown position, or passes if there is none.
    fn follow_best(&mut self) {
        match self.best().map(|found| found.mv) {
            Some(best) => self.try_move(best),
            None if self.tree.shown_move() == Some(Move::Pass) => self.step(TreeStep::Forward),
            None if self.position().is_game_over() => {
                self.message = Some("The game is over here.".to_owned());
            }
            None => self.message = Some("No move has been searched here yet.".to_owned()),
        }
    }
}
