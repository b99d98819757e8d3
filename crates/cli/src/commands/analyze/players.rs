//! The players of all games, and what their moves lost.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use willow_analysis::{AccuracyScale, MoveClass, PlayerSummary};
use willow_board::Color;

use super::analyzed::Analyzed;
use super::json::{PlayerJson, SummaryJson};
use crate::json::SummaryLine;

/// The players of all games, by name.
#[derive(Debug, Default)]
pub(super) struct PlayerTable {
    games: usize,
    players: BTreeMap<String, Player>,
}

/// A player's games and moves.
#[derive(Debug, Default)]
struct Player {
    games: usize,
    summary: PlayerSummary,
}

impl PlayerTable {
    /// Adds the moves of a game. The moves of a position are nobody's.
    pub(super) fn add(&mut self, analyzed: &Analyzed) {
        if analyzed.is_position {
            return;
        }
        self.games += 1;
        for color in [Color::Black, Color::White] {
            let player = self.players.entry(analyzed.player(color)).or_default();
            player.games += 1;
            let own = analyzed.findings.iter().filter(|found| found.side() == color);
            own.for_each(|found| player.summary.add(found));
        }
    }

    /// Returns the last line of JSON.
    pub(super) fn json(&self) -> SummaryLine<SummaryJson> {
        let players = self.players.iter();
        let players =
            players.map(|(name, player)| PlayerJson::of(name, player.games, &player.summary));
        SummaryLine { summary: SummaryJson { games: self.games, players: players.collect() } }
    }

    /// Returns a row for each player, the least mean loss first; nothing without games.
    pub(super) fn text(&self) -> String {
        if self.games == 0 {
            return String::new();
        }
        let mut text = format!(
            "{:<20} {:>5} {:>5} {:>9} {:>8} {:>5} {:>5} {:>10} {:>7} {:>8}\n",
            "player",
            "games",
            "moves",
            "mean loss",
            "accuracy",
            "best",
            "good",
            "inaccurate",
            "mistake",
            "blunder"
        );
        let mut players: Vec<_> = self.players.iter().collect();
        let loss = |player: &Player| player.summary.mean_loss().unwrap_or(f64::INFINITY);
        players.sort_by(|a, b| loss(a.1).total_cmp(&loss(b.1)));
        for (name, Player { games, summary }) in players {
            let loss = summary.mean_loss().map_or_else(|| "-".to_owned(), |l| format!("{l:.2}"));
            let accuracy = AccuracyScale::FITTED
                .of(summary, *games)
                .map_or_else(|| "-".to_owned(), |accuracy| format!("{:.0}%", accuracy.percent));
            let [best, good, inaccuracy, mistake, blunder] =
                MoveClass::ALL.map(|class| summary.n_of(class));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{name:<20} {games:>5} {:>5} {loss:>9} {accuracy:>8} {best:>5} {good:>5} \
                 {inaccuracy:>10} {mistake:>7} {blunder:>8}",
                summary.moves,
            );
        }
        text
    }
}
