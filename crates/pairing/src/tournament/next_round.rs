//! The next round of a tournament.

use std::cmp::Reverse;

use super::{Change, NumberedChange, Tournament, TournamentError, asked};
use crate::formats::{berger_pairs, bracket, seed_order};
use crate::{
    Bye, ByeKind, Color, Entrant, Finals, Float, Format, Meeting, PairingProblem, PlayerId, Round,
    Rules, Stage, Standings, Table,
};

/// The entrants of a round and its number.
pub(super) struct Entrants {
    round: u32,
    entrants: Vec<Entrant>,
}

impl Entrants {
    pub(super) fn problem<'a>(&self, rules: &'a Rules) -> PairingProblem<'a> {
        PairingProblem {
            round: self.round,
            penalties: &rules.penalties,
            forbidden_pairs: rules.forbidden_pairs,
            entrants: self.entrants.clone(),
            seed: rules.seed,
        }
    }
}

impl Tournament {
    /// Returns the pairing of the next round.
    pub(super) fn next_round(&self, round: u32) -> Result<Round, TournamentError> {
        let next = self.rounds.len() as u32 + 1;
        if round != next {
            return Err(TournamentError::NoSuchRound(round));
        }
        if self.n_rounds() < round && !self.rounds.is_empty() {
            return Err(TournamentError::NoMoreRounds(self.n_rounds()));
        }
        if let Some(missing) = self.missing(round - 1).first() {
            return Err(TournamentError::ResultMissing(*missing));
        }
        let n = self.present().count();
        if n < 2 {
            return Err(TournamentError::TooFewPlayers { round, n });
        }
        match self.rules.format {
            Format::Swiss { rounds } if rounds < round => self.final_round(round, rounds),
            Format::Swiss { .. } => self.swiss_round(round),
            Format::RoundRobin { .. } => Ok(self.berger_round(round)),
            Format::KnockOut => Ok(self.knock_out_round(round)),
        }
    }

    fn swiss_round(&self, round: u32) -> Result<Round, TournamentError> {
        let entrants = self.entrants(round);
        if entrants.entrants.len() < 2 {
            return Err(TournamentError::TooFewPlayers { round, n: entrants.entrants.len() });
        }
        let pairing = entrants.problem(&self.rules).pair()?;
        let is_asked = |player: &PlayerId| self.asked_byes.contains(&(round, *player));
        let mut byes = asked(self.present().map(|player| player.id).filter(is_asked));
        let mut tables = Vec::new();
        for pair in pairing.pairs {
            match pair.white {
                Some(white) => {
                    tables.push(Table::new([pair.black, white], self.rules.games));
                }
                None => byes.push(Bye { player: pair.black, kind: ByeKind::Unpaired }),
            }
        }
        Ok(Round { stage: Stage::Swiss, tables, byes, bracket: Vec::new() })
    }

    fn berger_round(&self, round: u32) -> Round {
        let field = self.field();
        let mut pairing = Round {
            stage: Stage::RoundRobin,
            tables: Vec::new(),
            byes: Vec::new(),
            bracket: Vec::new(),
        };
        for pair in berger_pairs(field.len(), round as usize - 1) {
            let players = pair.map(|index| field[index]);
            match players.map(|player| self.is_withdrawn(player)) {
                [false, false] => pairing.tables.push(Table::new(players, self.rules.games)),
                [false, true] => {
                    pairing.byes.push(Bye { player: players[0], kind: ByeKind::Unpaired });
                }
                [true, false] => {
                    pairing.byes.push(Bye { player: players[1], kind: ByeKind::Unpaired });
                }
                [true, true] => (),
            }
        }
        let seated: Vec<PlayerId> = pairing.players().collect();
        let resting = self.present().map(|player| player.id).filter(|id| !seated.contains(id));
        // With an odd number everybody rests once: that is not a win.
        pairing.byes.extend(asked(resting));
        pairing
    }

    fn knock_out_round(&self, round: u32) -> Round {
        let places = match self.rounds.last() {
            Some(last) if 1 < round => self.winners(last),
            _ => {
                let mut seeds: Vec<_> = self.present().collect();
                seeds.sort_by_key(|player| (Reverse(player.rating), player.id));
                bracket(&seeds.into_iter().map(|player| player.id).collect::<Vec<_>>())
            }
        };
        self.bracket_round(places, self.rules.games)
    }

    fn final_round(&self, round: u32, swiss_rounds: u32) -> Result<Round, TournamentError> {
        let no_more = TournamentError::NoMoreRounds(self.n_rounds());
        let Finals { players, best_of } = self.rules.finals.ok_or(no_more)?;
        let places = match self.rounds.last() {
            Some(last) if swiss_rounds + 1 < round => self.winners(last),
            _ => {
                let standings = Standings::new(self);
                let best = standings.players.iter().map(|standing| standing.player);
                let best = best.filter(|player| !self.is_withdrawn(*player));
                bracket(&best.take(players as usize).collect::<Vec<_>>())
            }
        };
        Ok(self.bracket_round(places, best_of))
    }

    /// Returns who is left after a round of a knock-out. A match without a winner goes to the better seed.
    fn winners(&self, round: &Round) -> Vec<Option<PlayerId>> {
        let winner = |places: &[Option<PlayerId>]| {
            let mut both = places.iter().copied().flatten();
            match both.clone().find_map(|player| round.table_of(player)) {
                Some(table) => self.winner_of(table),
                None => both.find(|&player| round.bye_of(player).is_some()),
            }
        };
        round.bracket.chunks(2).map(winner).collect()
    }

    /// Returns who won a table of a knock-out: by points, else by discs, else the better seed; nobody if both
    /// forfeited everything.
    pub(crate) fn winner_of(&self, table: &Table) -> Option<PlayerId> {
        let both = [table.black, table.white];
        let better_seed = || both.into_iter().min_by_key(|player| self.seed(*player));
        let has_points = both.iter().any(|player| table.half_points(*player) != 0);
        table.winner().or_else(|| has_points.then(better_seed).flatten())
    }

    /// Returns the place of a player among the seeds of a knock-out.
    fn seed(&self, player: PlayerId) -> Option<usize> {
        let first = self.rounds.iter().find(|round| round.stage == Stage::KnockOut)?;
        let place = first.bracket.iter().position(|found| *found == Some(player))?;
        seed_order(first.bracket.len()).get(place).copied()
    }

    fn bracket_round(&self, places: Vec<Option<PlayerId>>, best_of: u8) -> Round {
        let mut pairing = Round {
            stage: Stage::KnockOut,
            tables: Vec::new(),
            byes: Vec::new(),
            bracket: Vec::new(),
        };
        for pair in places.chunks(2) {
            let present =
                pair.iter().copied().flatten().filter(|player| !self.is_withdrawn(*player));
            match present.collect::<Vec<_>>()[..] {
                [first, second] => pairing.tables.push(Table::best_of([first, second], best_of)),
                [player] => pairing.byes.push(Bye { player, kind: ByeKind::Unpaired }),
                _ => (),
            }
        }
        pairing.bracket = places;
        pairing
    }

    /// Returns the entrants of a Swiss round that is paired, as they were before it, and its pairing.
    pub(super) fn entrants_of(&self, round: u32) -> Result<(Entrants, &Round), TournamentError> {
        let pairing = self.round(round).ok_or(TournamentError::NoSuchRound(round))?;
        if pairing.stage != Stage::Swiss {
            return Err(TournamentError::NotSwiss(round));
        }
        let mut before = Tournament::from_changes(self.changes_before(round))?;
        // The organiser may have paired others than would have been.
        let playing = |id: PlayerId| {
            pairing.table_of(id).is_some() || pairing.bye_of(id) == Some(ByeKind::Unpaired)
        };
        before.withdrawn =
            self.players.iter().map(|player| player.id).filter(|id| !playing(*id)).collect();
        before.asked_byes.clear();
        Ok((before.entrants(round), pairing))
    }

    /// Returns the changes until a round was paired for the last time.
    fn changes_before(&self, round: u32) -> Vec<Change> {
        let pairs = |entry: &NumberedChange| {
            matches!(&entry.change, Change::RoundPaired { round: found, .. }
                | Change::RoundPairedByHand { round: found, .. } if *found == round)
        };
        let end = self.log.iter().rposition(pairs).unwrap_or(self.log.len());
        self.log[..end].iter().map(|entry| entry.change.clone()).collect()
    }

    fn entrants(&self, round: u32) -> Entrants {
        let standings = Standings::new(self);
        let playing = standings.players.iter().filter(|standing| {
            let player = standing.player;
            !self.is_withdrawn(player) && !self.asked_byes.contains(&(round, player))
        });
        let mut ranked: Vec<(PlayerId, u32)> =
            playing.map(|standing| (standing.player, standing.half_points)).collect();
        // The Dutch system ranks by the order of the start, all others only in the first round.
        if self.rounds.is_empty() || self.rules.penalties.halves != 0 {
            let rating = |id: PlayerId| self.player(id).and_then(|player| player.rating);
            ranked.sort_by_key(|(id, points)| (Reverse(*points), Reverse(rating(*id)), *id));
        }
        let entrants = ranked.iter().enumerate().map(|(rank, &(id, half_points))| {
            let same = |other: &&(PlayerId, u32)| other.1 == half_points;
            let group_place = ranked[..rank].iter().filter(same).count();
            let group_size = ranked.iter().filter(same).count();
            let entrant = Entrant { rank, group_place, group_size, ..self.history(id) };
            Entrant { half_points, ..entrant }
        });
        Entrants { round, entrants: entrants.collect() }
    }

    /// Returns what a player has done so far.
    fn history(&self, id: PlayerId) -> Entrant {
        let mut entrant = Entrant {
            id,
            half_points: 0,
            color_balance: 0,
            last_colors: Vec::new(),
            last_float: None,
            country: self.player(id).and_then(|player| player.country.clone()),
            rank: 0,
            group_place: 0,
            group_size: 0,
            meetings: Vec::new(),
            byes: Vec::new(),
        };
        for (number, round) in (1..).zip(&self.rounds) {
            entrant.last_float = None;
            if let Some(table) = round.table_of(id) {
                let color = table.color(id, 0).unwrap_or(Color::Black);
                let opponent = table.opponent(id).unwrap_or(id);
                // With an even number of games both have each colour equally often.
                let step = (table.results.len() % 2) as i32;
                entrant.color_balance += if color == Color::Black { step } else { -step };
                entrant.last_colors.insert(0, color);
                entrant.meetings.push(Meeting { round: number, opponent, color });
                let [own, other] =
                    [id, opponent].map(|player| self.half_points_before(player, number));
                entrant.last_float = match own.cmp(&other) {
                    std::cmp::Ordering::Less => Some(Float::Up),
                    std::cmp::Ordering::Greater => Some(Float::Down),
                    std::cmp::Ordering::Equal => None,
                };
            } else if round.bye_of(id) == Some(ByeKind::Unpaired) {
                entrant.byes.push(number);
                entrant.last_float = Some(Float::Down);
            }
        }
        entrant
    }

    /// Returns a player's half-points before a round.
    pub(crate) fn half_points_before(&self, player: PlayerId, round: u32) -> u32 {
        let rounds = &self.rounds[..(round as usize - 1).min(self.rounds.len())];
        rounds.iter().map(|round| self.half_points_in(player, round)).sum()
    }

    /// Returns a player's half-points in a round.
    pub(crate) fn half_points_in(&self, player: PlayerId, round: &Round) -> u32 {
        let games = u32::from(self.rules.games);
        match (round.table_of(player), round.bye_of(player)) {
            (Some(table), _) => table.half_points(player),
            (None, Some(ByeKind::Unpaired)) => 2 * games,
            (None, Some(ByeKind::Asked)) if round.stage == Stage::Swiss => {
                self.rules.asked_bye_half_points * games
            }
            (None, _) => 0,
        }
    }
}
