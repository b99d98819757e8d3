//! A tournament: its players, rounds and results, as a list of numbered changes.
//!
//! Every change goes through [`Tournament::apply`], which checks it; so a tournament that is read from a file is as sound as one that
//! was entered. From every state there is a way on: a result can be entered, corrected or replaced by a
//! forfeit, a round paired by hand or taken back, a player withdrawn and brought back, rules changed.

mod checks;
mod error;
mod next_round;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::checks::{Effect, check_rules};
pub use self::error::TournamentError;
use crate::{
    Alternative, Bye, ByeKind, ChosenPair, Format, GameResult, Pairing, Player, PlayerId, Round,
    Rules, Stage,
};

/// One step of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(rename = "PairingChange"), ts(rename = "PairingChange"))]
pub enum Change {
    /// The tournament begins.
    Created {
        /// Its name, and where and when it takes place.
        about: About,
        /// What holds for all rounds.
        rules: Rules,
    },
    /// A player takes part, from the next round on.
    PlayerAdded(Player),
    /// Name, country, rating or number of a player were wrong.
    PlayerCorrected(Player),
    /// A player leaves before the next round.
    PlayerWithdrawn(PlayerId),
    /// A player who left is back.
    PlayerReturned(PlayerId),
    /// A player does not play in a round to come.
    ByeAsked {
        /// Who asked for the bye.
        player: PlayerId,
        /// The round, from 1.
        round: u32,
    },
    /// The player plays after all.
    ByeTakenBack {
        /// Who plays after all.
        player: PlayerId,
        /// The round, from 1.
        round: u32,
    },
    /// A round was paired.
    RoundPaired {
        /// The round, from 1.
        round: u32,
        /// Tables and byes.
        pairing: Round,
    },
    /// The organiser paired the last round anew, before it had results.
    RoundPairedByHand {
        /// The round, from 1.
        round: u32,
        /// Tables and byes as the organiser set them.
        pairing: Round,
        /// In the organiser's words; the log keeps it.
        reason: String,
    },
    /// The last round was taken back, before it had results.
    RoundTakenBack {
        /// The round, from 1.
        round: u32,
        /// In the organiser's words; the log keeps it.
        reason: String,
    },
    /// A game ended.
    ResultEntered {
        /// Which game of the round.
        game: GameNumber,
        /// Both numbers of discs, or the forfeit.
        result: GameResult,
    },
    /// A result was wrong. `None` takes it back.
    ResultCorrected {
        /// Which game of the round.
        game: GameNumber,
        /// What is right.
        result: Option<GameResult>,
        /// In the organiser's words; the log keeps it.
        reason: String,
    },
    /// The rules of the rounds to come were changed.
    RulesChanged {
        /// The new ones.
        rules: Rules,
        /// In the organiser's words; the log keeps it.
        reason: String,
    },
}

/// What a tournament is called, and where and when it takes place. All may be empty but the name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentAbout"),
    ts(rename = "TournamentAbout")
)]
pub struct About {
    /// What people call it.
    pub name: String,
    /// The country, empty if it is not known.
    pub country: String,
    /// The days, as people write them.
    pub date: String,
}

/// A game of a tournament. All three are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameNumber {
    /// The round, from 1.
    pub round: u32,
    /// The table, the first one is the leaders'.
    pub table: u32,
    /// The game at the table.
    pub game: u32,
}

/// A change with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedChange {
    /// Counted from 1 without gaps.
    pub number: u64,
    /// What changed.
    pub change: Change,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    about: About,
    rules: Rules,
    players: Vec<Player>,
    withdrawn: BTreeSet<PlayerId>,
    asked_byes: BTreeSet<(u32, PlayerId)>,
    rounds: Vec<Round>,
    log: Vec<NumberedChange>,
}

impl Tournament {
    /// Returns a new tournament.
    ///
    /// # Errors
    /// The rules contradict themselves, or the name is empty.
    pub fn new(about: About, rules: Rules) -> Result<Tournament, TournamentError> {
        Tournament::from_changes(vec![Change::Created { about, rules }])
    }

    /// Returns the tournament of these changes.
    ///
    /// # Errors
    /// A change is not possible.
    pub fn from_changes(
        changes: impl IntoIterator<Item = Change>,
    ) -> Result<Tournament, TournamentError> {
        let mut changes = changes.into_iter();
        let Some(Change::Created { about, rules }) = changes.next() else {
            return Err(TournamentError::NotCreated);
        };
        if about.name.trim().is_empty() {
            return Err(TournamentError::EmptyName);
        }
        check_rules(&rules)?;
        let created = Change::Created { about: about.clone(), rules: rules.clone() };
        let mut tournament = Tournament {
            about,
            rules,
            players: Vec::new(),
            withdrawn: BTreeSet::new(),
            asked_byes: BTreeSet::new(),
            rounds: Vec::new(),
            log: vec![NumberedChange { number: 1, change: created }],
        };
        for change in changes {
            tournament.apply(change)?;
        }
        Ok(tournament)
    }

    /// Checks a change, makes it and returns its number. What changes nothing is not kept: the number
    /// is then that of the last change.
    ///
    /// # Errors
    /// The change is not possible; the tournament is as before.
    pub fn apply(&mut self, change: Change) -> Result<u64, TournamentError> {
        if self.check(&change)? == Effect::None {
            return Ok(self.last_number());
        }
        let number = self.last_number() + 1;
        self.make(change.clone());
        self.log.push(NumberedChange { number, change });
        Ok(number)
    }

    /// Returns the name, place and time.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns all players who ever took part, in the order of their numbers.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the player with this number, one who has left too.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.iter().find(|player| player.id == id)
    }

    /// Returns the players who have not left.
    pub fn present(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| !self.withdrawn.contains(&player.id))
    }

    /// Returns whether a player has left.
    pub fn is_withdrawn(&self, player: PlayerId) -> bool {
        self.withdrawn.contains(&player)
    }

    /// Returns the rounds to come for which a player has asked for a bye.
    pub fn asked_byes(&self, player: PlayerId) -> Vec<u32> {
        let paired = self.rounds.len() as u32;
        let asked = self.asked_byes.iter().filter(|(round, _)| paired < *round);
        asked.filter(|(_, who)| *who == player).map(|(round, _)| *round).collect()
    }

    /// Returns the rounds that are paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns all changes.
    pub fn log(&self) -> &[NumberedChange] {
        &self.log
    }

    /// Returns the number of the last change.
    pub const fn last_number(&self) -> u64 {
        self.log.len() as u64
    }

    /// Returns the number for the next new player.
    pub fn next_player(&self) -> PlayerId {
        PlayerId(self.players.last().map_or(0, |player| player.id.0) + 1)
    }

    /// Pairs a round, unless that is done: the answer to the same question is always the same, and no round is paired
    /// twice.
    ///
    /// # Errors
    /// An earlier round is not complete, too few players are left, or no pairing is possible.
    pub fn pair(&mut self, round: u32) -> Result<&Round, TournamentError> {
        if self.rounds.len() < round as usize {
            let pairing = self.next_round(round)?;
            self.apply(Change::RoundPaired { round, pairing })?;
        }
        (round as usize)
            .checked_sub(1)
            .and_then(|index| self.rounds.get(index))
            .ok_or(TournamentError::NoSuchRound(round))
    }

    /// Returns what the pairs of a Swiss round cost, term by term.
    ///
    /// # Errors
    /// There is no such round, or it is not of a Swiss.
    pub fn costs(&self, round: u32) -> Result<Vec<ChosenPair>, TournamentError> {
        let (entrants, pairing) = self.entrants_of(round)?;
        let rules = self.rules_before(round);
        let problem = entrants.problem(&rules);
        let tables = pairing.tables.iter().map(|table| (table.black, Some(table.white)));
        let byes = pairing.byes.iter().filter(|bye| bye.kind == ByeKind::Unpaired);
        let pairs = tables.chain(byes.map(|bye| (bye.player, None)));
        Ok(pairs
            .filter_map(|(black, white)| {
                let cost = problem.cost(black, white)?;
                Some(ChosenPair { black, white, cost })
            })
            .collect())
    }

    /// Returns the best pairing of a Swiss round without the pair of a player, and what it would cost more.
    ///
    /// # Errors
    /// There is no such round or pair, or no other pairing.
    pub fn alternative(
        &self,
        round: u32,
        player: PlayerId,
    ) -> Result<Alternative, TournamentError> {
        let is_meant = |pair: &&ChosenPair| pair.black == player || pair.white == Some(player);
        let chosen = Pairing { pairs: self.costs(round)? };
        let pair = chosen.pairs.iter().find(is_meant);
        let pair = pair.ok_or(TournamentError::NoSuchPlayer(player))?;
        let (entrants, _) = self.entrants_of(round)?;
        Ok(entrants.problem(&self.rules_before(round)).without(pair, &chosen)?)
    }

    /// Returns the number of rounds by the rules, the finals included. A knock-out ends when one player is left.
    pub fn n_rounds(&self) -> u32 {
        let n = self.field_size();
        match self.rules.format {
            Format::Swiss { rounds } => {
                rounds
                    + self
                        .rules
                        .finals
                        .map_or(0, |finals| knock_out_rounds(n.min(finals.players as usize)))
            }
            Format::RoundRobin { cycles } => crate::formats::berger_rounds(n, cycles),
            Format::KnockOut => knock_out_rounds(n),
        }
    }

    /// Returns whether all rounds are paired and complete.
    pub fn is_over(&self) -> bool {
        self.n_rounds() as usize <= self.rounds.len() && self.rounds.iter().all(Round::is_complete)
    }

    /// Returns the games of a round whose results are missing.
    pub fn missing(&self, round: u32) -> Vec<GameNumber> {
        let Some(tables) = self.round(round).map(|found| &found.tables) else { return Vec::new() };
        let open = (1..).zip(tables).filter(|(_, table)| !table.is_complete());
        let games = open.flat_map(|(table, found)| {
            let missing = (1..).zip(&found.results).filter(|(_, result)| result.is_none());
            missing.map(move |(game, _)| GameNumber { round, table, game })
        });
        games.collect()
    }

    fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get((round as usize).checked_sub(1)?)
    }

    /// Returns how many players the format counts with: those of the first round, or all present before it.
    fn field_size(&self) -> usize {
        self.rounds.first().map_or_else(
            || self.present().count(),
            |first| match first.stage {
                Stage::KnockOut => first.bracket.iter().flatten().count(),
                Stage::RoundRobin => self.field().len(),
                Stage::Swiss => first.players().count(),
            },
        )
    }

    /// Returns the players of a round robin: those of the first round, in the order of their numbers.
    fn field(&self) -> Vec<PlayerId> {
        let mut field: Vec<PlayerId> = match self.rounds.first() {
            Some(first) => first.players().collect(),
            None => self.present().map(|player| player.id).collect(),
        };
        field.sort_unstable();
        field
    }

    fn make(&mut self, change: Change) {
        match change {
            Change::Created { .. } => unreachable!("`check` refuses a second `Created`"),
            Change::PlayerAdded(player) => self.players.push(player),
            Change::PlayerCorrected(player) => {
                if let Some(known) = self.players.iter_mut().find(|known| known.id == player.id) {
                    *known = player;
                }
            }
            Change::PlayerWithdrawn(player) => _ = self.withdrawn.insert(player),
            Change::PlayerReturned(player) => _ = self.withdrawn.remove(&player),
            Change::ByeAsked { player, round } => _ = self.asked_byes.insert((round, player)),
            Change::ByeTakenBack { player, round } => _ = self.asked_byes.remove(&(round, player)),
            Change::RoundPaired { round, pairing }
            | Change::RoundPairedByHand { round, pairing, .. } => {
                self.rounds.truncate(round as usize - 1);
                self.rounds.push(pairing);
            }
            Change::RoundTakenBack { .. } => _ = self.rounds.pop(),
            Change::ResultEntered { game, result } => self.set_result(game, Some(result)),
            Change::ResultCorrected { game, result, .. } => self.set_result(game, result),
            Change::RulesChanged { rules, .. } => self.rules = rules,
        }
    }

    fn set_result(&mut self, game: GameNumber, result: Option<GameResult>) {
        let table = &mut self.rounds[game.round as usize - 1].tables[game.table as usize - 1];
        table.results[game.game as usize - 1] = result;
    }

    fn swiss_rounds(&self) -> u32 {
        match self.rules.format {
            Format::Swiss { rounds } => rounds,
            _ => 0,
        }
    }

    /// Returns the rules by which a round was paired.
    fn rules_before(&self, round: u32) -> Rules {
        let mut rules = self.rules.clone();
        for NumberedChange { change, .. } in &self.log {
            match change {
                Change::Created { rules: found, .. }
                | Change::RulesChanged { rules: found, .. } => {
                    rules = found.clone();
                }
                Change::RoundPaired { round: found, .. }
                | Change::RoundPairedByHand { round: found, .. }
                    if *found == round =>
                {
                    break;
                }
                _ => (),
            }
        }
        rules
    }
}

/// Returns the number of rounds of a knock-out.
const fn knock_out_rounds(n: usize) -> u32 {
    n.next_power_of_two().ilog2()
}

/// Returns the byes that players asked for.
fn asked(players: impl Iterator<Item = PlayerId>) -> Vec<Bye> {
    players.map(|player| Bye { player, kind: ByeKind::Asked }).collect()
}
