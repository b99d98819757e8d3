//! Tournaments as files.

use willow_pairing::Tournament;
use willow_pairing::files::{csv, elf, json, trf};
use willow_pairing::tournament::Change;
use willow_protocol::{ErrorDetail, GameId, TournamentId};

use super::hosted_tournament::{HostedTournament, about};
use crate::domain::{Refusal, ServerState, refuse};

/// What is exported of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TournamentFile {
    Elf,
    Trf,
    Csv,
    /// The rounds as the crate `pairing` reads them.
    Json,
    /// The events of the room, one a line.
    Log,
}

impl ServerState {
    /// Returns a file of a tournament.
    pub(crate) fn tournament_file(
        &self,
        id: TournamentId,
        file: TournamentFile,
    ) -> Result<String, Refusal> {
        let hosted = self.tournaments.find(id)?;
        if file == TournamentFile::Log {
            let lines =
                hosted.notices().map(|notice| willow_protocol::json::write_notice(&notice) + "\n");
            return Ok(lines.collect());
        }
        let rounds = hosted.rounds_for_files()?;
        Ok(match file {
            TournamentFile::Elf => elf::Elf::of_event(&rounds).write(),
            TournamentFile::Trf => trf::Trf::of_event(&rounds).write(),
            TournamentFile::Csv => csv::write_games(&rounds),
            TournamentFile::Json | TournamentFile::Log => json::write(&rounds),
        })
    }

    /// Returns the games of a tournament on the server that have a result, in the order of rounds and tables.
    pub(crate) fn tournament_games(&self, id: TournamentId) -> Result<Vec<GameId>, Refusal> {
        let hosted = self.tournaments.find(id)?;
        let rounds = hosted.games.iter().filter(|(of, _)| hosted.result_of(**of).is_some());
        let arena = hosted.arena_games.iter().filter(|it| it.result.is_some()).map(|it| it.game);
        Ok(rounds.map(|(_, game)| *game).chain(arena).collect())
    }
}

impl HostedTournament {
    /// Returns the rounds with the name, country and date of today's plan.
    fn rounds_for_files(&self) -> Result<Tournament, Refusal> {
        let Some(rounds) = &self.rounds else {
            let message = "an arena has no rounds: take its games (`wtb`) or its log (`log`)";
            return refuse(ErrorDetail::RecordFormat, message);
        };
        let changes = rounds.log().iter().map(|entry| match &entry.change {
            Change::Created { rules, .. } => {
                Change::Created { about: about(&self.plan), rules: rules.clone() }
            }
            other => other.clone(),
        });
        // The same changes were possible before.
        Ok(Tournament::from_changes(changes).unwrap_or_else(|_| rounds.clone()))
    }
}
