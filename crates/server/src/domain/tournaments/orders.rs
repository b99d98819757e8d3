//! What organisers and players do.

use willow_pairing::tournament::Change;
use willow_protocol::{
    CommandResult, Entrant, ErrorDetail, GameNumber, Message, Name, Place, PlayerId, Role,
    TableResult, TournamentChange, TournamentId, TournamentOrder, TournamentPhase, TournamentPlan,
};

use super::checks::{check_entrant, check_entry, check_room, rules_of};
use super::hosted_tournament::{HostedTournament, LoggedChange};
use crate::domain::{
    Accounts, CommandOutcome, DAY, EncodedNotice, Refusal, Reply, RoomKey, ServerState, Shared,
    User, UserId, Write, refuse,
};

/// How many tournaments of an owner may be before their end at a time.
const MAX_OPEN: usize = 10;
/// How many tournaments somebody may plan in a day.
const MAX_A_DAY: usize = 20;

impl ServerState {
    /// Plans a tournament.
    pub(crate) fn new_tournament(&mut self, user: UserId, plan: TournamentPlan) -> CommandOutcome {
        let ServerState { tournaments, shared, .. } = self;
        if !matches!(shared.accounts[user].role(), Role::Player | Role::Moderator | Role::Admin) {
            let message = "people with an account plan tournaments; `register NAME` makes one";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        shared.accounts.is_not_silenced(user, shared.context.now)?;
        let name = shared.accounts[user].name().clone();
        let own = || tournaments.by_id.values().filter(|it| it.owner.as_ref() == Some(&name));
        let recent = own().filter(|it| shared.context.now < it.made_at + DAY).count();
        if MAX_OPEN <= own().filter(|it| it.is_open()).count() || MAX_A_DAY <= recent {
            let message = format!(
                "you have {MAX_OPEN} tournaments before their end, or {MAX_A_DAY} of the last day: finish or cancel one, or wait"
            );
            return refuse(ErrorDetail::TooManyTournaments, message);
        }
        let rules = rules_of(&plan, shared.context.rng.next_u64())?.map(Box::new);
        let id = tournaments.next_id();
        let change = TournamentChange::Planned { plan: Box::new(plan), rules };
        let first = LoggedChange { at: shared.context.now, by: Some(name), change };
        let result = tournaments.plan(id, first, shared)?;
        self.schedule_tournament(id);
        let ServerState { tournaments, lobby, shared, .. } = self;
        tournaments.announce(id, lobby, shared);
        Ok(Reply::DoneWith(result))
    }

    /// Lets a user take part, or return.
    pub(crate) fn enter_tournament(
        &mut self,
        user: UserId,
        id: TournamentId,
        place: Option<Place>,
    ) -> CommandOutcome {
        let ServerState { tournaments, shared, .. } = self;
        let hosted = tournaments.find(id)?;
        hosted.require_open()?;
        if let Some(player) = hosted.player_of(user) {
            if hosted.is_present(player) {
                return Ok(Reply::Done);
            }
            let change = hosted.presence_change(player, true);
            return Ok(Reply::DoneWith(tournaments.change(id, Some(user), change, shared)?));
        }
        let online = check_entry(hosted, user, place, &shared.accounts)?;
        check_room(hosted)?;
        let entrant = Entrant {
            player: Some(hosted.next_player()),
            name: Some(shared.accounts[user].name().clone()),
            online,
            rating: Some(shared.accounts.shown_rating(user, &hosted.plan.terms)),
            ..Entrant::default()
        };
        let change = TournamentChange::Registered(entrant);
        let result = tournaments.change(id, Some(user), change, shared)?;
        self.schedule_tournament(id);
        Ok(Reply::DoneWith(result))
    }

    /// Does what a user orders.
    pub(crate) fn direct_tournament(
        &mut self,
        user: UserId,
        id: TournamentId,
        order: TournamentOrder,
    ) -> CommandOutcome {
        let hosted = self.tournaments.find(id)?;
        let accounts = &self.shared.accounts;
        let own = hosted.player_of(user);
        let is_own =
            |player: &Option<PlayerId>| own.is_some() && (player.is_none() || *player == own);
        let needs_organiser = match &order {
            TournamentOrder::Withdraw { player }
            | TournamentOrder::Return { player }
            | TournamentOrder::Bye { player, .. } => !is_own(player),
            TournamentOrder::Result { game, .. } => {
                own.is_none_or(|own| hosted.opponent_in(*game, own).is_none())
            }
            _ => true,
        };
        if needs_organiser {
            hosted.require_organiser(user, accounts)?;
        }
        let is_after_end = matches!(
            order,
            TournamentOrder::Reopen { .. }
                | TournamentOrder::Forget { .. }
                | TournamentOrder::Correct(_)
                | TournamentOrder::Arbiter { .. }
        );
        if !is_after_end {
            hosted.require_open()?;
        }
        let player = |player: Option<PlayerId>| {
            player.or(own).ok_or_else(|| refused("say whom you mean: `player`"))
        };
        let result = match order {
            TournamentOrder::Plan(plan) => self.change_plan(user, id, *plan)?,
            TournamentOrder::Arbiter { name, on } => self.set_arbiter(user, id, name, on)?,
            TournamentOrder::Register(entrant) => self.register(user, id, entrant)?,
            TournamentOrder::Correct(entrant) => self.correct(user, id, entrant)?,
            TournamentOrder::Forget { player } => self.forget_player(user, id, player)?,
            TournamentOrder::Withdraw { player: found } => {
                let change = hosted.presence_change(player(found)?, false);
                self.change_tournament(user, id, change)?
            }
            TournamentOrder::Return { player: found } => {
                let change = hosted.presence_change(player(found)?, true);
                self.change_tournament(user, id, change)?
            }
            TournamentOrder::Bye { player: found, round, on } => {
                let player = player(found)?;
                self.pairing(
                    user,
                    id,
                    if on {
                        Change::ByeAsked { player, round }
                    } else {
                        Change::ByeTakenBack { player, round }
                    },
                )?
            }
            TournamentOrder::Pair { round } => self.pair_round(Some(user), id, round)?,
            TournamentOrder::PairByHand { round, pairing, reason } => {
                let reason = reason.to_string();
                let change = Change::RoundPairedByHand { round, pairing, reason };
                self.replace_round(user, id, round, change)?
            }
            TournamentOrder::TakeBackRound { round, reason } => {
                let reason = reason.to_string();
                self.replace_round(user, id, round, Change::RoundTakenBack { round, reason })?
            }
            TournamentOrder::Result { game, result } => self.tell_result(user, id, game, result)?,
            TournamentOrder::CorrectResult { game, result, reason } => {
                let reason = reason.to_string();
                self.pairing(user, id, Change::ResultCorrected { game, result, reason })?
            }
            TournamentOrder::Begin { game } => self.begin_again(user, id, game)?,
            TournamentOrder::Finish => {
                self.set_phase(Some(user), id, TournamentPhase::Over, None)?
            }
            TournamentOrder::Reopen { reason } => {
                let phase = match hosted.began_at {
                    Some(_) => TournamentPhase::Running,
                    None => TournamentPhase::Open,
                };
                self.set_phase(Some(user), id, phase, Some(reason))?
            }
            TournamentOrder::Cancel { reason } => {
                self.set_phase(Some(user), id, TournamentPhase::Cancelled, Some(reason))?
            }
        };
        self.schedule_tournament(id);
        Ok(Reply::DoneWith(result))
    }

    /// Makes a change by a user.
    pub(super) fn change_tournament(
        &mut self,
        user: UserId,
        id: TournamentId,
        change: TournamentChange,
    ) -> Result<CommandResult, Refusal> {
        self.tournaments.change(id, Some(user), change, &mut self.shared)
    }

    fn pairing(
        &mut self,
        user: UserId,
        id: TournamentId,
        change: Change,
    ) -> Result<CommandResult, Refusal> {
        self.change_tournament(user, id, TournamentChange::Pairing(Box::new(change)))
    }

    fn change_plan(
        &mut self,
        user: UserId,
        id: TournamentId,
        plan: TournamentPlan,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        self.shared.accounts.is_not_silenced(user, self.shared.context.now)?;
        let seed = hosted.rounds.as_ref().map_or(0, |rounds| rounds.rules().seed);
        let rules = rules_of(&plan, seed)?.map(Box::new);
        if rules.is_some() != hosted.rounds.is_some() {
            return Err(refused(
                "an arena does not become rounds, nor rounds an arena: plan another tournament",
            ));
        }
        let Shared { accounts, context, .. } = &self.shared;
        let users = hosted.entrants.iter().filter_map(|it| it.user);
        for bot in users.filter(|&it| accounts.get(it).is_some_and(User::is_server_bot)) {
            accounts.bot_accepts(bot, &plan.terms, context)?;
        }
        let change = TournamentChange::Planned { plan: Box::new(plan), rules };
        let result = self.change_tournament(user, id, change)?;
        self.tournaments.announce(id, &mut self.lobby, &mut self.shared);
        Ok(result)
    }

    fn set_arbiter(
        &mut self,
        user: UserId,
        id: TournamentId,
        name: Name,
        on: bool,
    ) -> Result<CommandResult, Refusal> {
        let (hosted, accounts) = (self.tournaments.find(id)?, &self.shared.accounts);
        let by = &accounts[user];
        if hosted.owner.as_ref() != Some(by.name()) && by.role() < Role::Moderator {
            let message = "only the owner names arbiters";
            return refuse(ErrorDetail::NotAnOrganiser, message);
        }
        let found = accounts.find(&name).ok_or_else(|| Refusal::no_user(&name))?;
        // As the account spells it.
        let name = accounts.name_in_memory(found).unwrap_or(name);
        self.change_tournament(user, id, TournamentChange::Arbiter { name, on })
    }

    fn register(
        &mut self,
        user: UserId,
        id: TournamentId,
        entrant: Entrant,
    ) -> Result<CommandResult, Refusal> {
        let (hosted, accounts) = (self.tournaments.find(id)?, &self.shared.accounts);
        accounts.is_not_silenced(user, self.shared.context.now)?;
        check_entrant(hosted, &entrant, accounts)?;
        check_room(hosted)?;
        let bot = entrant.name.as_ref().and_then(|name| accounts.find(name));
        if let Some(bot) = bot {
            accounts.bot_accepts(bot, &hosted.plan.terms, &self.shared.context)?;
        }
        let rating = bot.map(|bot| accounts.shown_rating(bot, &hosted.plan.terms));
        let entrant = Entrant {
            player: Some(hosted.next_player()),
            online: bot.is_some(),
            rating: rating.or(entrant.rating),
            ..entrant
        };
        self.change_tournament(user, id, TournamentChange::Registered(entrant))
    }

    fn correct(
        &mut self,
        user: UserId,
        id: TournamentId,
        entrant: Entrant,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        let known = entrant.player.and_then(|player| hosted.entrant(player));
        let known = known
            .ok_or_else(|| refused("say whom you mean: `player`, a number of the tournament"))?;
        let entrant = match (&known.entrant.name, &entrant.name) {
            // The account stays, and its place may change.
            (Some(name), _) => Entrant { name: Some(name.clone()), called: None, ..entrant },
            (None, _) => Entrant { online: false, ..entrant },
        };
        check_entrant(hosted, &entrant, &self.shared.accounts)?;
        self.change_tournament(user, id, TournamentChange::Corrected(entrant))
    }

    /// Takes a player without an account out of everything, the stored events too.
    fn forget_player(
        &mut self,
        user: UserId,
        id: TournamentId,
        player: PlayerId,
    ) -> Result<CommandResult, Refusal> {
        let ServerState { tournaments, shared, .. } = self;
        let known = tournaments.find(id)?.entrant(player);
        let known = known.ok_or_else(|| refused("there is no such player"))?;
        if known.user.is_some() {
            return Err(refused(
                "the player has an account; whoever deletes it is forgotten everywhere",
            ));
        }
        let hosted = tournaments.find_mut(id)?;
        let numbers = hosted.forget(player, &shared.accounts);
        for number in numbers {
            let Some(notice) = hosted.notice(number).map(EncodedNotice::new) else { continue };
            hosted.room.replace(&notice);
            shared.context.write(Write::Rewritten {
                room: RoomKey::Tournament(id),
                number,
                notice,
            });
        }
        self.change_tournament(user, id, TournamentChange::Forgotten { player })
    }

    /// Enters what an organiser says of a game. What a player says waits until the opponent says the same.
    fn tell_result(
        &mut self,
        user: UserId,
        id: TournamentId,
        game: GameNumber,
        result: TableResult,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.tournaments.find(id)?;
        let entered = TournamentChange::Pairing(Box::new(Change::ResultEntered { game, result }));
        let own = hosted.player_of(user);
        let opponent = own.and_then(|own| hosted.opponent_in(game, own));
        let (Some(own), Some(opponent)) = (own, opponent) else {
            let result = self.change_tournament(user, id, entered)?;
            self.result_was_entered(id, game);
            return Ok(result);
        };
        if hosted.games.get(&game).is_some_and(|&it| self.tournaments.has_game(it)) {
            return Err(refused("the server enters the result of this game when it ends"));
        }
        if let Some(known) = hosted.result_of(game) {
            if known == result {
                return Ok(CommandResult::default());
            }
            return Err(refused(&format!(
                "{game} has the result {known} already; an organiser corrects it"
            )));
        }
        if !result.is_possible() {
            return Err(refused(&format!(
                "a game cannot end {result}: 13 to 64 discs are on the board"
            )));
        }
        let claim = hosted.claims.get(&game);
        // An organiser who plays confirms nothing of the own game alone.
        if claim == Some(&(opponent, result)) {
            let result = self.change_tournament(user, id, entered)?;
            self.result_was_entered(id, game);
            return Ok(result);
        }
        self.change_tournament(user, id, TournamentChange::Claimed { game, player: own, result })
    }

    /// Changes how far a tournament is, and tells the lobby.
    pub(super) fn set_phase(
        &mut self,
        by: Option<UserId>,
        id: TournamentId,
        phase: TournamentPhase,
        reason: Option<Message>,
    ) -> Result<CommandResult, Refusal> {
        let ServerState { tournaments, lobby, shared, .. } = self;
        let change = TournamentChange::Phase { phase, reason };
        let result = tournaments.change(id, by, change, shared)?;
        tournaments.announce(id, lobby, shared);
        Ok(result)
    }
}

/// Refuses what the tournament does not allow now.
pub(super) fn refused(message: &str) -> Refusal {
    Refusal::new(ErrorDetail::TournamentRefused, message)
}

impl HostedTournament {
    pub(super) fn require_open(&self) -> Result<(), Refusal> {
        match self.phase {
            TournamentPhase::Open | TournamentPhase::Running => Ok(()),
            TournamentPhase::Over | TournamentPhase::Cancelled => {
                Err(refused("the tournament is over; an organiser can open it again: `reopen`"))
            }
        }
    }

    /// Returns the opponent of a player in a game.
    fn opponent_in(&self, game: GameNumber, player: PlayerId) -> Option<PlayerId> {
        self.table_of(game)?.opponent(player)
    }

    /// Returns the result of a game.
    pub(super) fn result_of(&self, game: GameNumber) -> Option<TableResult> {
        *self.table_of(game)?.results.get((game.game as usize).checked_sub(1)?)?
    }
}

impl Accounts {
    /// Returns the name of a user in memory, as the account spells it.
    fn name_in_memory(&self, user: UserId) -> Option<Name> {
        self.get(user).map(|user| user.name().clone())
    }
}
