//! What a plan and an entry must be, and who may do what.

use willow_board::TimeControl;
use willow_pairing::{Format, Rules};
use willow_protocol::{
    Entrant, ErrorDetail, Place, Role, Start, Terms, TournamentFormat, TournamentPlan,
};

use super::HostedTournament;
use crate::domain::{Accounts, Refusal, User, UserId, check_fair, refuse};

/// The longest name of a tournament, in characters.
const MAX_NAME: usize = 80;
/// The longest name of a player without an account, and of a country or date, in characters.
const MAX_CALLED: usize = 60;
/// How many players a tournament may have: the pairing of so many takes almost a second, in which nothing else happens.
const MAX_PLAYERS: u32 = 500;
/// How long an arena may be: a day.
const MAX_MINUTES: u32 = 1440;
/// The most games at a table.
const MAX_GAMES: u8 = 9;
/// The most time that a player has more than others, in seconds.
const MAX_EXTRA: u32 = 3600;
/// The largest number that JSON's readers keep exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// Refuses a plan.
fn refuse_plan<T>(message: impl std::fmt::Display) -> Result<T, Refusal> {
    refuse(ErrorDetail::TournamentPlan, message)
}

/// Makes sure that a plan is possible, and returns the rules of its rounds; an arena has none.
pub(super) fn rules_of(plan: &TournamentPlan, seed: u64) -> Result<Option<Rules>, Refusal> {
    check_texts(plan)?;
    check_games(&plan.terms)?;
    if !(2..=MAX_PLAYERS).contains(&plan.max_players.unwrap_or(MAX_PLAYERS)) {
        return refuse_plan(format!("2 to {MAX_PLAYERS} players may take part"));
    }
    if !(1..=MAX_GAMES).contains(&plan.games) {
        return refuse_plan(format!("1 to {MAX_GAMES} games are played at a table"));
    }
    if plan.finals.is_some() && !matches!(plan.format, TournamentFormat::Swiss { .. }) {
        return refuse_plan("only a Swiss has finals");
    }
    if plan.finals.is_some_and(|finals| !(1..=MAX_GAMES).contains(&finals.best_of)) {
        return refuse_plan(format!("a match of the finals has 1 to {MAX_GAMES} games"));
    }
    if plan.starts_at.is_some_and(|at| LARGEST_EXACT < at) {
        return refuse_plan("the time of the beginning is too late");
    }
    let rounds = match plan.format {
        TournamentFormat::Arena { minutes } => {
            if !(1..=MAX_MINUTES).contains(&minutes) {
                return refuse_plan(format!("an arena lasts 1 to {MAX_MINUTES} minutes"));
            }
            if plan.place != Place::Online {
                return refuse_plan("an arena is played on the server");
            }
            return Ok(None);
        }
        TournamentFormat::Swiss { rounds } => rounds,
        TournamentFormat::RoundRobin { .. } | TournamentFormat::KnockOut => 1,
    };
    let mut rules =
        Rules { games: plan.games, ..plan.preset.0.rules(rounds, seed & LARGEST_EXACT) };
    match plan.format {
        TournamentFormat::RoundRobin { cycles } => rules.format = Format::RoundRobin { cycles },
        TournamentFormat::KnockOut => rules.format = Format::KnockOut,
        TournamentFormat::Swiss { .. } | TournamentFormat::Arena { .. } => {
            rules.finals = plan.finals.or(rules.finals);
            return Ok(Some(rules));
        }
    }
    Ok(Some(Rules { finals: None, ..rules }))
}

fn check_texts(plan: &TournamentPlan) -> Result<(), Refusal> {
    let n_chars = |text: &str| text.chars().count();
    if MAX_NAME < n_chars(plan.name.as_str()) {
        return refuse_plan(format!("the name has at most {MAX_NAME} characters"));
    }
    let short = [&plan.country, &plan.date];
    if short.into_iter().flatten().any(|text| MAX_CALLED < n_chars(text.as_str())) {
        return refuse_plan(format!("country and date have at most {MAX_CALLED} characters"));
    }
    Ok(())
}

/// Makes sure that games by these terms can be counted: one game between two players with a clock.
fn check_games(terms: &Terms) -> Result<(), Refusal> {
    if terms.synchro || terms.lockstep || terms.komi || terms.private {
        return refuse_plan("games of tournaments are public, without pairs and without komi");
    }
    if terms.clock == TimeControl::Unlimited {
        return refuse_plan("games of tournaments need a clock: whoever does not come loses by it");
    }
    if matches!(terms.start, Start::Position(_)) {
        return refuse_plan("games of tournaments start standard, balanced or random");
    }
    check_fair(terms, Role::Player)
}

/// Makes sure that an organiser may register or correct a player so.
pub(super) fn check_entrant(
    hosted: &HostedTournament,
    entrant: &Entrant,
    accounts: &Accounts,
) -> Result<(), Refusal> {
    let refused = |message: String| refuse(ErrorDetail::TournamentRefused, message);
    let texts = [&entrant.called, &entrant.country];
    if texts.into_iter().flatten().any(|it| MAX_CALLED < it.as_str().chars().count()) {
        return refused(format!("name and country have at most {MAX_CALLED} characters"));
    }
    if let Some(seconds) = entrant.extra_seconds {
        let clock = hosted.plan.terms.clock;
        if matches!(clock, TimeControl::Unlimited | TimeControl::PerMove(_)) {
            return refused(format!("the clock {clock} has no time of which a player has more"));
        }
        if !(1..=MAX_EXTRA).contains(&seconds) {
            return refused(format!("a player has 1 to {MAX_EXTRA} seconds more, or none"));
        }
    }
    match (&entrant.name, &entrant.called) {
        (Some(name), None) => {
            let user = accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
            let is_own = hosted.player_of(user).is_some_and(|own| entrant.player == Some(own));
            let is_bot = hosted.plan.bots && accounts.get(user).is_some_and(User::is_server_bot);
            if is_own || is_bot && hosted.player_of(user).is_none() {
                return Ok(());
            }
            refused(format!("{name} has an account and enters with `enter {}`", hosted.id))
        }
        (None, Some(called)) => {
            let is_neutral = ["player-", "deleted-"]
                .iter()
                .any(|it| called.as_str().to_lowercase().starts_with(it));
            if is_neutral {
                return refused(format!("{called} is what players without a name are called"));
            }
            if hosted.plan.place == Place::Online {
                let message = "all play on the server, so everybody enters with an account; plan `\"place\":\"both\"` for tables";
                return refused(message.to_owned());
            }
            Ok(())
        }
        _ => refused("a player has either an account (`name`) or a name (`called`)".to_owned()),
    }
}

/// Makes sure that a user may enter, and returns whether the player plays on the server.
pub(super) fn check_entry(
    hosted: &HostedTournament,
    user: UserId,
    place: Option<Place>,
    accounts: &Accounts,
) -> Result<bool, Refusal> {
    match accounts[user].role() {
        Role::Guest | Role::Proxy | Role::Bridge => {
            let message = "tournaments are for accounts; `register NAME` makes one";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        Role::Bot if !hosted.plan.bots => {
            return refuse(ErrorDetail::TournamentRefused, "this tournament is for people only");
        }
        _ => {}
    }
    match (hosted.plan.place, place) {
        (Place::Online | Place::Both, None | Some(Place::Online)) => Ok(true),
        (Place::Tables, None) | (Place::Tables | Place::Both, Some(Place::Tables)) => Ok(false),
        (Place::Online, _) => refuse(ErrorDetail::TournamentRefused, "all play on the server"),
        (Place::Tables, _) => refuse(ErrorDetail::TournamentRefused, "all play at tables"),
        (Place::Both, Some(Place::Both)) => {
            refuse(ErrorDetail::TournamentRefused, "say `online` or `tables`")
        }
    }
}

/// Makes sure that there is room for another player.
pub(super) fn check_room(hosted: &HostedTournament) -> Result<(), Refusal> {
    let max = hosted.plan.max_players.unwrap_or(MAX_PLAYERS) as usize;
    if hosted.entrants.len() < max {
        return Ok(());
    }
    refuse(ErrorDetail::TournamentRefused, format!("{max} players have entered: it is full"))
}

impl HostedTournament {
    /// Returns whether a user directs it: its owner, an arbiter, or a moderator.
    pub(super) fn is_directed_by(&self, user: UserId, accounts: &Accounts) -> bool {
        let name = accounts[user].name();
        self.owner.as_ref() == Some(name)
            || self.arbiters.contains(name)
            || Role::Moderator <= accounts[user].role()
    }

    pub(super) fn require_organiser(
        &self,
        user: UserId,
        accounts: &Accounts,
    ) -> Result<(), Refusal> {
        if self.is_directed_by(user, accounts) {
            return Ok(());
        }
        let message = "only the owner and the arbiters of the tournament may do this";
        refuse(ErrorDetail::NotAnOrganiser, message)
    }
}
