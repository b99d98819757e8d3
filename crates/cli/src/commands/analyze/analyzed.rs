//! Findings about the moves of one game or position.

use willow_analysis::MoveAnalysis;
use willow_board::Color;
use willow_records::openings::opening_of;
use willow_records::{GameOrPosition, RecordedGame};

use crate::units;

/// An analysed game or position.
#[derive(Clone, Debug)]
pub(super) struct Analyzed {
    /// The line in a file, or the number of the INPUT, counted from 1.
    pub(super) id: usize,
    /// The game; of a position, a game without moves.
    pub(super) record: RecordedGame,
    /// Whether all legal moves of a position were analyzed, instead of the moves of a game.
    pub(super) is_position: bool,
    /// Findings in the order of the moves; the moves of a position best first.
    pub(super) findings: Vec<MoveAnalysis>,
    /// The number of moves that there are. An interrupted analysis has fewer findings.
    pub(super) n_moves: usize,
}

impl Analyzed {
    /// Returns the game or position without findings.
    pub(super) fn new(id: usize, item: GameOrPosition) -> Analyzed {
        let record = item.into_record();
        let is_position = record.game.n_plies() == 0;
        Analyzed { id, record, is_position, findings: Vec::new(), n_moves: 0 }
    }

    /// Returns the number of a move, counted by the discs that are placed, as `play` does. A pass has none.
    pub(super) fn number(&self, found: &MoveAnalysis) -> u32 {
        self.record.game.start().board().n_empties() - found.n_empties() + 1
    }

    /// Returns the name of a player, or the colour if the record has no name.
    pub(super) fn player(&self, color: Color) -> String {
        let name = self.record.player(color).name.trim();
        if name.is_empty() { color.to_string() } else { name.to_owned() }
    }

    /// Returns the line over a report: players, event and discs of a game.
    pub(super) fn heading(&self) -> String {
        if self.is_position {
            return format!("Position {}: {}", self.id, self.record.game.position());
        }
        let [black, white] = [Color::Black, Color::White].map(|color| self.player(color));
        let players = if (black.as_str(), white.as_str()) == ("Black", "White") {
            String::new()
        } else {
            format!(": {black} (Black) - {white} (White)")
        };
        let mut parts = vec![format!("Game {}{players}", self.id)];
        let of_event = [&self.record.event, &self.record.date].map(|text| text.trim().to_owned());
        parts.extend(of_event.into_iter().filter(|text| !text.is_empty()));
        let outcome = self.record.game.outcome();
        parts.extend(outcome.map(|of| format!("{}-{}", of.black_discs, of.white_discs)));
        parts.join(", ")
    }

    /// Returns the line about the opening of a game, if it has a name.
    pub(super) fn opening(&self) -> Option<String> {
        opening_of(&self.record.game).map(|(opening, n_plies)| {
            let names = opening.names.join(", also ");
            let japanese = opening.japanese.map_or_else(String::new, |name| format!(" ({name})"));
            format!("Opening: {names}{japanese}, {}", units::count_of(n_plies, "ply", "plies"))
        })
    }

    /// Returns the line about an analysis that was stopped.
    pub(super) fn interruption(&self) -> Option<String> {
        let (done, all) = (self.findings.len(), self.n_moves);
        let line = || format!("The analysis was stopped: {done} of {all} moves were analyzed.");
        (done < all).then(line)
    }
}
