//! Rounds, and the games on the server that begin and end for them.

use willow_board::{Color, DiscDiff, Position};
use willow_pairing::Table;
use willow_pairing::tournament::Change;
use willow_protocol::{
    ColorChoice, CommandResult, EndKind, GameEnd, GameId, GameNumber, PlayerId, Side, TableResult,
    Terms, TournamentChange, TournamentGame, TournamentId, TournamentPhase,
};

use super::arena::ARENA_INTERVAL;
use super::hosted_tournament::HostedTournament;
use super::loading::KEPT;
use super::orders::refused;
use super::{LoggedChange, Tournaments};
use crate::domain::{
    ABORT_BEFORE, Millis, OpenOffer, Refusal, SECOND, ServerState, Shared, Timer, UserId,
};

/// The pause between the last result of a round and the next one, where rounds begin by themselves.
const PAUSE: Millis = 30 * SECOND;

/// The discs of a full board.
const DISCS: i32 = 64;

impl Tournaments {
    /// Takes a tournament that was just planned.
    pub(super) fn plan(
        &mut self,
        id: TournamentId,
        first: LoggedChange,
        shared: &mut Shared,
    ) -> Result<CommandResult, Refusal> {
        let (by, change) = (first.by.clone(), first.change.clone());
        let hosted = HostedTournament::replayed(id, vec![first], &shared.accounts);
        let hosted = hosted.map_err(|problem| refused(&problem.to_string()))?;
        Ok(self.publish_first(hosted, by, change, shared))
    }
}

impl ServerState {
    /// Pairs a round and begins its games, unless that is done.
    pub(super) fn pair_round(
        &mut self,
        by: Option<UserId>,
        id: TournamentId,
        round: u32,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        let Some(rounds) = &hosted.rounds else { return self.start_arena(by, id) };
        if (round as usize) <= rounds.rounds().len() && round != 0 {
            return Ok(CommandResult::default());
        }
        self.check_may_begin(hosted)?;
        let mut next = rounds.clone();
        let pairing = next.pair(round).map_err(|error| refused(&error.to_string()))?.clone();
        if hosted.phase == TournamentPhase::Open {
            self.set_phase(by, id, TournamentPhase::Running, None)?;
        }
        let change = Change::RoundPaired { round, pairing };
        let change = TournamentChange::Pairing(Box::new(change));
        let result = self.tournaments.change(id, by, change, &mut self.shared)?;
        self.begin_games(id, self.games_to_begin(id, round))?;
        Ok(result)
    }

    /// Replaces the last round or takes it back. Its games end without a result.
    pub(super) fn replace_round(
        &mut self,
        user: UserId,
        id: TournamentId,
        round: u32,
        change: Change,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        let is_paired_anew = matches!(change, Change::RoundPairedByHand { .. });
        if is_paired_anew {
            self.check_may_begin(hosted)?;
        }
        let is_first = hosted.phase == TournamentPhase::Open;
        let running: Vec<GameId> = hosted
            .games
            .iter()
            .filter(|(of, game)| of.round == round && self.tournaments.has_game(**game))
            .map(|(_, game)| *game)
            .collect();
        let result =
            self.change_tournament(user, id, TournamentChange::Pairing(Box::new(change)))?;
        for game in running {
            self.tournaments.by_game.remove(&game);
            self.abort_by_server(game);
        }
        if is_paired_anew {
            if is_first {
                self.set_phase(Some(user), id, TournamentPhase::Running, None)?;
            }
            self.begin_games(id, self.games_to_begin(id, round))?;
        }
        Ok(result)
    }

    /// Begins a game that has no result; one that is being played ends without a result.
    pub(super) fn begin_again(
        &mut self,
        user: UserId,
        id: TournamentId,
        game: GameNumber,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        self.check_may_begin(hosted)?;
        if hosted.table_of(game).is_none() {
            return Err(refused(&format!("{game} does not exist")));
        }
        if let Some(known) = hosted.result_of(game) {
            return Err(refused(&format!("{game} has the result {known}; take it back first")));
        }
        if self.players_online(id, game).is_none() {
            return Err(refused("both players need an account to play on the server"));
        }
        let running = hosted.games.get(&game).copied();
        if let Some(running) = running.filter(|&it| self.tournaments.has_game(it)) {
            self.tournaments.by_game.remove(&running);
            self.abort_by_server(running);
        }
        self.begin_tournament_games(Some(user), id, vec![game])
    }

    /// Makes sure that games may begin: the server does not close soon.
    pub(super) fn check_may_begin(&self, hosted: &HostedTournament) -> Result<(), Refusal> {
        let context = &self.shared.context;
        context.announcements.check_new_game(&hosted.plan.terms, context.now)
    }

    /// Returns the first games of the tables of a round at which both play on the server.
    fn games_to_begin(&self, id: TournamentId, round: u32) -> Vec<GameNumber> {
        let Ok(hosted) = self.tournaments.find(id) else { return Vec::new() };
        let pairing = hosted.rounds.as_ref().and_then(|it| it.rounds().get(round as usize - 1));
        let tables = pairing.map_or(0, |pairing| pairing.tables.len()) as u32;
        let games = (1..=tables).map(|table| GameNumber { round, table, game: 1 });
        games.filter(|game| self.both_play_online(hosted, *game)).collect()
    }

    fn both_play_online(&self, hosted: &HostedTournament, game: GameNumber) -> bool {
        let players = hosted.table_of(game).map(|table| [table.black, table.white]);
        let online = |player| hosted.entrant(player).is_some_and(|it| it.entrant.online);
        players.is_some_and(|players| players.into_iter().all(online))
            && self.players_online(hosted.id, game).is_some()
    }

    /// Returns the users of a game, Black first, if both have an account.
    fn players_online(&self, id: TournamentId, game: GameNumber) -> Option<[UserId; 2]> {
        let hosted = self.tournaments.find(id).ok()?;
        let table = hosted.table_of(game)?;
        let [black, white] = table.players(game.game as usize - 1);
        Some([self.user_in_memory(hosted, black)?, self.user_in_memory(hosted, white)?])
    }

    /// Returns the account of a player. Those of tournaments before their end are in memory.
    pub(super) fn user_in_memory(
        &self,
        hosted: &HostedTournament,
        player: PlayerId,
    ) -> Option<UserId> {
        let user = hosted.entrant(player)?.user?;
        self.shared.accounts.get(user).map(|_| user)
    }

    fn begin_games(
        &mut self,
        id: TournamentId,
        games: Vec<GameNumber>,
    ) -> Result<CommandResult, Refusal> {
        if games.is_empty() {
            Ok(CommandResult::default())
        } else {
            self.begin_tournament_games(None, id, games)
        }
    }

    /// Begins games on the server.
    fn begin_tournament_games(
        &mut self,
        by: Option<UserId>,
        id: TournamentId,
        games: Vec<GameNumber>,
    ) -> Result<CommandResult, Refusal> {
        let terms = self.tournaments.find(id)?.plan.terms.clone();
        let mut begun = Vec::new();
        let mut opened = Vec::new();
        for of in games {
            let Some([black, white]) = self.players_online(id, of) else { continue };
            let start = self.start_of(id, of, &terms);
            let handicap = self.handicap_of_table(id, of);
            let open = self.open_tournament_game(black, &handicap.terms(&terms));
            begun.push(TournamentGame { of, game: open.offer.game });
            opened.push((open, white, start, handicap));
        }
        let change = TournamentChange::Begun { games: begun };
        let result = self.tournaments.change(id, by, change, &mut self.shared)?;
        for (open, white, start, handicap) in opened {
            let game = open.offer.game;
            self.tournaments.by_game.insert(game, id);
            self.start_games_from(open, white, start);
            self.give_handicap(game, handicap);
        }
        Ok(result)
    }

    /// Returns the position with which a game begins. Every second game of a table begins as the one before it, with the
    /// other colours.
    fn start_of(&mut self, id: TournamentId, of: GameNumber, terms: &Terms) -> Position {
        let is_second = of.game.is_multiple_of(2);
        let before = is_second.then_some(GameNumber { game: of.game.saturating_sub(1), ..of });
        let hosted = self.tournaments.find(id).ok();
        let before = before.and_then(|before| hosted?.games.get(&before));
        let before = before.and_then(|game| self.games.get(game));
        match before {
            Some(before) => *before.game().start(),
            None => self.shared.context.rng.position(terms.start),
        }
    }

    /// Returns the offer of a game that begins at once, with Black for its maker.
    pub(super) fn open_tournament_game(&mut self, black: UserId, terms: &Terms) -> OpenOffer {
        let terms = Terms { color: ColorChoice::Black, ..terms.clone() };
        self.games.new_offer(black, terms, &mut self.shared)
    }

    /// Enters the result of a game that ended, if it belongs to a tournament.
    pub(crate) fn tournament_game_ended(&mut self, game: GameId, end: &GameEnd) {
        let Some(id) = self.tournaments.by_game.remove(&game) else { return };
        let Ok(hosted) = self.tournaments.find(id) else { return };
        let n_plies = self.games.get(&game).map_or(0, |it| it.game().n_plies());
        let result = result_of(end, n_plies);
        if hosted.is_arena() {
            let change = TournamentChange::ArenaEnded { game, result };
            self.change_by_server(id, change);
        } else if let (Some(of), Some(result)) = (hosted.number_of(game), result)
            && hosted.is_open()
            && hosted.result_of(of).is_none()
        {
            let change = Change::ResultEntered { game: of, result };
            self.change_by_server(id, TournamentChange::Pairing(Box::new(change)));
            self.result_was_entered(id, of);
        }
        self.schedule_tournament(id);
    }

    /// Makes a change that follows from others.
    pub(super) fn change_by_server(&mut self, id: TournamentId, change: TournamentChange) {
        if let Err(refusal) = self.tournaments.change(id, None, change, &mut self.shared) {
            tracing::error!(tournament = id.0, %refusal, "a change that follows is refused");
        }
    }

    /// Begins the next game of a table on the server.
    pub(super) fn result_was_entered(&mut self, id: TournamentId, of: GameNumber) {
        let Ok(hosted) = self.tournaments.find(id) else { return };
        let next = GameNumber { game: of.game + 1, ..of };
        let is_wanted = hosted.table_of(next).is_some_and(|table| {
            !table.is_complete() && (next.game as usize) <= table.results.len()
        });
        let is_new = hosted.result_of(next).is_none() && !hosted.games.contains_key(&next);
        if is_wanted
            && is_new
            && self.check_may_begin(hosted).is_ok()
            && self.both_play_online(hosted, next)
        {
            let _ = self.begin_games(id, vec![next]);
        }
    }

    /// Sets the time at which something happens by itself.
    pub(crate) fn schedule_tournament(&mut self, id: TournamentId) {
        let now = self.shared.context.now;
        let Some(hosted) = self.tournaments.by_id.get_mut(&id) else { return };
        let set = hosted.timer.filter(|&at| now < at);
        let next = |wait| set.or(Some(now + wait));
        let at = match hosted.phase {
            TournamentPhase::Open if hosted.plan.auto || hosted.is_arena() => {
                hosted.plan.starts_at.map(|at| at.max(now))
            }
            TournamentPhase::Running if hosted.is_arena() => next(ARENA_INTERVAL),
            TournamentPhase::Running if hosted.plan.auto && hosted.is_round_complete() => {
                next(PAUSE)
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => next(KEPT),
            TournamentPhase::Open | TournamentPhase::Running => None,
        };
        let timers = &mut self.shared.context.timers;
        timers.reset(&mut hosted.timer, at, Timer::Tournament(id));
    }

    /// Does what happens by itself at a time.
    pub(crate) fn tournament_timer_expired(&mut self, id: TournamentId) {
        let Some(hosted) = self.tournaments.by_id.get_mut(&id) else { return };
        hosted.timer = None;
        let phase = hosted.phase;
        let n_paired = hosted.rounds.as_ref().map_or(0, |rounds| rounds.rounds().len());
        let is_over = hosted.rounds.as_ref().is_some_and(willow_pairing::Tournament::is_over);
        let done = match phase {
            TournamentPhase::Running if hosted.is_arena() => self.pair_arena(id),
            TournamentPhase::Running if is_over => {
                self.set_phase(None, id, TournamentPhase::Over, None).map(drop)
            }
            TournamentPhase::Open | TournamentPhase::Running => {
                self.pair_round(None, id, n_paired as u32 + 1).map(drop)
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => {
                self.unload_tournament(id);
                Ok(())
            }
        };
        match done {
            Ok(()) => self.schedule_tournament(id),
            // The organiser decides: too few players, or no pairing is possible.
            Err(refusal) => tracing::info!(tournament = id.0, %refusal, "nothing is paired"),
        }
    }

    /// Goes on with all tournaments in memory after a restart.
    pub(crate) fn resume_tournaments(&mut self) {
        for id in self.tournaments.by_id.keys().copied().collect::<Vec<_>>() {
            self.resume_tournament(id);
        }
    }

    /// Follows the games of a tournament that are still played, and sets its timer.
    pub(super) fn resume_tournament(&mut self, id: TournamentId) {
        let Tournaments { by_id, by_game, .. } = &mut self.tournaments;
        let Some(hosted) = by_id.get(&id) else { return };
        let of_arena = hosted.arena_games.iter().map(|it| it.game);
        let games = hosted.games.values().copied().chain(of_arena);
        let is_played = |game: &GameId| self.games.get(game).is_some_and(|it| it.end.is_none());
        by_game.extend(games.filter(is_played).map(|game| (game, id)));
        self.schedule_tournament(id);
    }
}

impl HostedTournament {
    pub(super) fn table_of(&self, game: GameNumber) -> Option<&Table> {
        let index = |number: u32| (number as usize).checked_sub(1);
        index(game.game)?;
        let round = self.rounds.as_ref()?.rounds().get(index(game.round)?)?;
        round.tables.get(index(game.table)?)
    }

    /// Returns which game a game on the server is.
    fn number_of(&self, game: GameId) -> Option<GameNumber> {
        self.games.iter().find(|(_, known)| **known == game).map(|(of, _)| *of)
    }

    /// Returns whether a round is paired and all its results are known.
    fn is_round_complete(&self) -> bool {
        let rounds = self.rounds.as_ref().map(willow_pairing::Tournament::rounds);
        rounds.and_then(<[_]>::last).is_some_and(willow_pairing::Round::is_complete)
    }
}

/// Returns the result of a game as tournaments count it; none without one. Who did not come forfeits, and who resigned
/// or lost by the clock has lost by 64.
fn result_of(end: &GameEnd, n_plies: usize) -> Option<TableResult> {
    if let (Some(Side(loser)), true) = (end.loser, n_plies < ABORT_BEFORE) {
        return Some(TableResult::Forfeit(match loser {
            Color::Black => willow_pairing::Color::Black,
            Color::White => willow_pairing::Color::White,
        }));
    }
    let difference = end.result.map(DiscDiff::value)?;
    let discs = [end.black_discs, end.white_discs].map(|discs| discs as i32);
    let on_board = TableResult::Discs(discs[0] as u8, discs[1] as u8);
    if end.reason == EndKind::Finished
        && on_board.is_possible()
        && (discs[0] - discs[1]).signum() == difference.signum()
    {
        return Some(on_board);
    }
    // Agreed, or lost in overtime.
    let black = i32::midpoint(DISCS, difference);
    Some(TableResult::Discs(black as u8, (DISCS - black) as u8))
}
