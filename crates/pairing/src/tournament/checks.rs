//! What keeps a change from being made.

use std::collections::BTreeSet;

use super::{Change, GameNumber, Tournament, TournamentError};
use crate::{Finals, Format, GameResult, Player, PlayerId, Round, Rules, Stage, Table};

/// Whether a change changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    Some,
}

fn check_reason(reason: &str) -> Result<(), TournamentError> {
    if reason.trim().is_empty() { Err(TournamentError::NoReason) } else { Ok(()) }
}

/// Maximum number of rounds and games at a table that rules may have.
const MAX_ROUNDS: u32 = 1000;

/// Maximum rating.
const MAX_RATING: u32 = 9999;

pub(super) fn check_rules(rules: &Rules) -> Result<(), TournamentError> {
    let repeats = match rules.format {
        Format::Swiss { rounds } => rounds,
        Format::RoundRobin { cycles } => cycles,
        Format::KnockOut => 1,
    };
    if repeats == 0 || MAX_ROUNDS < repeats {
        return Err(TournamentError::RoundCount(repeats));
    }
    if rules.games == 0 {
        return Err(TournamentError::NoGames);
    }
    if 64 < rules.bye_discs || 2 < rules.asked_bye_half_points {
        return Err(TournamentError::ByeScore);
    }
    if !rules.penalties.is_in_range() {
        return Err(TournamentError::Penalty);
    }
    match rules.finals {
        Some(Finals { players, best_of })
            if !players.is_power_of_two() || players < 2 || best_of == 0 =>
        {
            Err(TournamentError::Finals)
        }
        _ => Ok(()),
    }
}

impl Tournament {
    pub(super) fn check(&self, change: &Change) -> Result<Effect, TournamentError> {
        let known = |id: PlayerId| self.player(id).ok_or(TournamentError::NoSuchPlayer(id));
        match change {
            Change::Created { .. } => return Err(TournamentError::CreatedTwice),
            Change::PlayerAdded(player) => {
                if player.id != self.next_player() {
                    return Err(TournamentError::PlayerNumber {
                        found: player.id,
                        next: self.next_player(),
                    });
                }
                if self.rules.format != (Format::Swiss { rounds: self.swiss_rounds() })
                    && !self.rounds.is_empty()
                {
                    return Err(TournamentError::TooLate(player.name.clone()));
                }
                self.check_player(player)?;
            }
            Change::PlayerCorrected(player) => {
                if known(player.id)? == player {
                    return Ok(Effect::None);
                }
                self.check_player(player)?;
            }
            Change::PlayerWithdrawn(player) => {
                known(*player)?;
                if self.is_withdrawn(*player) {
                    return Ok(Effect::None);
                }
            }
            Change::PlayerReturned(player) => {
                known(*player)?;
                if !self.is_withdrawn(*player) {
                    return Ok(Effect::None);
                }
            }
            Change::ByeAsked { player, round } | Change::ByeTakenBack { player, round } => {
                known(*player)?;
                if *round as usize <= self.rounds.len() {
                    return Err(TournamentError::AlreadyPaired(*round));
                }
                let is_asked = self.asked_byes.contains(&(*round, *player));
                if is_asked == matches!(change, Change::ByeAsked { .. }) {
                    return Ok(Effect::None);
                }
            }
            Change::RoundPaired { round, pairing } => self.check_new_round(*round, pairing)?,
            Change::RoundPairedByHand { round, pairing, reason } => {
                check_reason(reason)?;
                if *round != 0 && *round as usize == self.rounds.len() {
                    self.check_is_untouched(*round)?;
                    self.check_pairing(pairing)?;
                } else {
                    self.check_new_round(*round, pairing)?;
                }
            }
            Change::RoundTakenBack { round, reason } => {
                check_reason(reason)?;
                if *round == 0 || *round as usize != self.rounds.len() {
                    return Err(TournamentError::NotTheLastRound(*round));
                }
                self.check_is_untouched(*round)?;
            }
            Change::ResultEntered { game, result } => return self.check_result(*game, *result),
            Change::ResultCorrected { game, result, reason } => {
                check_reason(reason)?;
                return self.check_correction(*game, *result);
            }
            Change::RulesChanged { rules, reason } => {
                check_reason(reason)?;
                check_rules(rules)?;
                let kind = |format: Format| std::mem::discriminant(&format);
                if !self.rounds.is_empty() && kind(rules.format) != kind(self.rules.format) {
                    return Err(TournamentError::FormatChanged);
                }
            }
        }
        Ok(Effect::Some)
    }

    fn check_player(&self, player: &Player) -> Result<(), TournamentError> {
        if player.name.trim().is_empty() {
            return Err(TournamentError::EmptyName);
        }
        if player.rating.is_some_and(|rating| MAX_RATING < rating.unsigned_abs()) {
            return Err(TournamentError::Rating);
        }
        let others = || self.players.iter().filter(|other| other.id != player.id);
        let same =
            |other: &&Player| other.name.trim().to_lowercase() == player.name.trim().to_lowercase();
        if others().any(|other| same(&other)) {
            return Err(TournamentError::DuplicateName(player.name.clone()));
        }
        match player.federation_id {
            Some(id) if others().any(|other| other.federation_id == Some(id)) => {
                Err(TournamentError::DuplicateFederationId(id))
            }
            _ => Ok(()),
        }
    }

    fn check_new_round(&self, round: u32, pairing: &Round) -> Result<(), TournamentError> {
        let next = self.rounds.len() as u32 + 1;
        if round < next {
            return Err(TournamentError::AlreadyPaired(round));
        }
        if next < round {
            return Err(TournamentError::NoSuchRound(round));
        }
        if let Some(missing) = self.missing(next - 1).first() {
            return Err(TournamentError::ResultMissing(*missing));
        }
        self.check_pairing(pairing)
    }

    /// Checks that everybody present has exactly one place, and nobody else one.
    fn check_pairing(&self, pairing: &Round) -> Result<(), TournamentError> {
        let mut seen = BTreeSet::new();
        for player in pairing.players() {
            if self.player(player).is_none() {
                return Err(TournamentError::NoSuchPlayer(player));
            }
            if self.is_withdrawn(player) {
                return Err(TournamentError::Withdrawn(player));
            }
            if !seen.insert(player) {
                return Err(TournamentError::PairedTwice(player));
            }
        }
        if pairing.tables.iter().any(|table| table.results.is_empty()) {
            return Err(TournamentError::NoGames);
        }
        if pairing.tables.iter().flat_map(|table| &table.results).any(Option::is_some) {
            return Err(TournamentError::ResultsInPairing);
        }
        let places: BTreeSet<PlayerId> = pairing.bracket.iter().copied().flatten().collect();
        let is_bracket = pairing.bracket.len().is_power_of_two()
            && seen.is_subset(&places)
            && places.iter().all(|player| self.player(*player).is_some());
        if (pairing.stage == Stage::KnockOut) != is_bracket {
            return Err(TournamentError::Bracket);
        }
        let is_left_out = |player: &&Player| !seen.contains(&player.id);
        match self.present().find(is_left_out) {
            Some(player) if pairing.stage != Stage::KnockOut => {
                Err(TournamentError::LeftOut(player.id))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a round has no results yet.
    fn check_is_untouched(&self, round: u32) -> Result<(), TournamentError> {
        let tables = self.round(round).map_or(&[][..], |round| &round.tables);
        let has_results = |table: &Table| table.results.iter().any(Option::is_some);
        if tables.iter().any(has_results) {
            Err(TournamentError::HasResults(round))
        } else {
            Ok(())
        }
    }

    fn result(&self, game: GameNumber) -> Result<Option<GameResult>, TournamentError> {
        let index = |number: u32| (number as usize).checked_sub(1);
        let found = self.round(game.round).and_then(|round| {
            round.tables.get(index(game.table)?)?.results.get(index(game.game)?).copied()
        });
        found.ok_or(TournamentError::NoSuchGame(game))
    }

    fn check_result(
        &self,
        game: GameNumber,
        result: GameResult,
    ) -> Result<Effect, TournamentError> {
        let known = self.result(game)?;
        if !result.is_possible() {
            return Err(TournamentError::ImpossibleResult(result));
        }
        match known {
            None => Ok(Effect::Some),
            Some(known) if known == result => Ok(Effect::None),
            Some(known) => Err(TournamentError::OtherResult { game, known }),
        }
    }

    fn check_correction(
        &self,
        game: GameNumber,
        result: Option<GameResult>,
    ) -> Result<Effect, TournamentError> {
        let known = self.result(game)?;
        match result {
            Some(impossible) if !impossible.is_possible() => {
                Err(TournamentError::ImpossibleResult(impossible))
            }
            // The next round of a knock-out rests on who won.
            None if (game.round as usize) < self.rounds.len() => {
                Err(TournamentError::NeededByNextRound(game))
            }
            _ if known == result => Ok(Effect::None),
            _ => Ok(Effect::Some),
        }
    }
}
