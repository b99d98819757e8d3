//! Writes tournaments for people.

use super::listing::{self, titled};
use crate::{
    ArchiveDate, ChosenPair, Entrant, Name, PairCosts, PairingChange, PlayerId, TournamentChange,
    TournamentFormat, TournamentId, TournamentPhase, TournamentState, TournamentSummary,
};

/// Writes tournaments, and the number before which the next ones are.
pub(super) fn page(tournaments: &[TournamentSummary], next: Option<TournamentId>) -> Vec<String> {
    let more = next.map(|next| format!("more before {next}"));
    let rows = tournaments.iter().map(summary).chain(more);
    titled(tournaments.len().to_string(), rows, "none yet: `new-tournament` plans one")
}

/// Writes a tournament in a line.
pub(super) fn summary(summary: &TournamentSummary) -> String {
    let TournamentSummary { tournament, title, format, terms, phase, players, round, .. } = summary;
    let format = match format {
        TournamentFormat::Swiss { .. } => "swiss",
        TournamentFormat::RoundRobin { .. } => "round robin",
        TournamentFormat::KnockOut => "knock-out",
        TournamentFormat::Arena { .. } => "arena",
    };
    let start = summary.starts_at.filter(|_| *phase == TournamentPhase::Open);
    let start = start.and_then(ArchiveDate::of_millis);
    let start = start.map(|date| format!(" from {date}")).unwrap_or_default();
    let rounds = match summary.rounds {
        0 => String::new(),
        n => format!(", round {round} of {n}"),
    };
    let players = listing::counted(*players as u64, "player");
    format!(
        "{tournament} {title}: {format}, {}, {phase}{start}, {players}{rounds}",
        terms.in_progress()
    )
}

/// Writes how a tournament stands.
pub(super) fn state(state: &TournamentState) -> Vec<String> {
    let called = |player: PlayerId| {
        let found = state.field.iter().find(|known| known.player == player);
        found.map_or_else(|| player.to_string(), |found| found.called.clone())
    };
    let mut lines = vec![summary(&state.summary)];
    lines.extend(state.plan.about.as_ref().map(ToString::to_string));
    if let Some((number, round)) = (1..).zip(&state.pairings).last() {
        lines.push(format!("round {number}"));
        lines.extend((1..).zip(&round.tables).map(|(table, pair)| {
            let results: Vec<String> = pair
                .results
                .iter()
                .map(|it| it.map_or_else(|| "-".to_owned(), |it| it.to_string()))
                .collect();
            format!(
                "{table} {} (black) {}: {}",
                called(pair.black),
                called(pair.white),
                results.join(", ")
            )
        }));
        lines.extend(round.byes.iter().map(|bye| format!("bye {}", called(bye.player))));
    }
    if state.standings.is_empty() && state.arena.is_empty() {
        lines.extend(
            state.field.iter().map(|player| format!("{} {}", player.player, player.called)),
        );
    }
    lines.extend(state.standings.iter().map(|it| {
        let points = f64::from(it.half_points) / 2.0;
        format!("{} {} {points}", it.rank, called(it.player))
    }));
    lines.extend(
        state.arena.iter().map(|it| format!("{} {} {}", it.rank, called(it.player), it.points)),
    );
    lines
}

/// Writes what a pair costs.
pub(super) fn pair_costs(costs: &PairCosts) -> Vec<String> {
    let pair = |it: &ChosenPair| match it.white {
        Some(white) => format!("players {} (black) and {white}: {}", it.black, it.cost),
        None => format!("bye of player {}: {}", it.black, it.cost),
    };
    let title = format!("{}, round {}, {}", costs.tournament, costs.round, pair(&costs.pair));
    let mut lines = vec![title];
    match &costs.without {
        Some(without) => {
            lines.push(format!("without this pair {:+}", without.extra));
            lines.extend(without.pairs.iter().map(pair));
        }
        None => lines.push("there is no pairing without this pair".to_owned()),
    }
    lines
}

/// Writes what happened.
pub(super) fn changed(by: Option<&Name>, change: &TournamentChange) -> String {
    let who = by.map(|by| format!(", by {by}")).unwrap_or_default();
    let reason = reason(change).map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{}{who}{reason}", happened(change))
}

fn happened(change: &TournamentChange) -> String {
    let is = |on: bool| if on { "is" } else { "is not" };
    match change {
        TournamentChange::Planned { plan, .. } => format!("planned {}", plan.name),
        TournamentChange::Arbiter { name, on } => format!("{name} {} an arbiter", is(*on)),
        TournamentChange::Registered(entrant) => format!("player {}", entered(entrant)),
        TournamentChange::Corrected(entrant) => format!("corrected player {}", entered(entrant)),
        TournamentChange::Forgotten { player } => format!("player {player} was forgotten"),
        TournamentChange::Pairing(change) => paired(change),
        TournamentChange::Present { player, on } => format!("player {player} {} here", is(*on)),
        TournamentChange::Begun { games } => {
            let games: Vec<String> = games.iter().map(|it| it.game.to_string()).collect();
            format!("began games {}", games.join(", "))
        }
        TournamentChange::Claimed { game, player, result } => {
            format!("player {player} says {result} of {game}")
        }
        TournamentChange::ArenaPaired { game, black, white } => {
            format!("game {game} of players {black} (black) and {white}")
        }
        TournamentChange::ArenaEnded { game, result } => {
            let result = result.map_or_else(|| "no result".to_owned(), |it| it.to_string());
            format!("game {game}: {result}")
        }
        TournamentChange::Phase { phase, .. } => phase.to_string(),
    }
}

fn entered(entrant: &Entrant) -> String {
    let name = entrant.name.as_ref().map(ToString::to_string);
    let called = name.or_else(|| entrant.called.as_ref().map(ToString::to_string));
    let number = entrant.player.map(|player| format!("{player} ")).unwrap_or_default();
    format!("{number}{}", called.unwrap_or_default())
}

fn paired(change: &PairingChange) -> String {
    match change {
        PairingChange::PlayerWithdrawn(player) => format!("player {player} has left"),
        PairingChange::PlayerReturned(player) => format!("player {player} is back"),
        PairingChange::ByeAsked { player, round } => {
            format!("player {player} has a bye in round {round}")
        }
        PairingChange::ByeTakenBack { player, round } => {
            format!("player {player} plays in round {round}")
        }
        PairingChange::RoundPaired { round, .. } => format!("paired round {round}"),
        PairingChange::RoundPairedByHand { round, .. } => format!("paired round {round} by hand"),
        PairingChange::RoundTakenBack { round, .. } => format!("took round {round} back"),
        PairingChange::ResultEntered { game, result } => format!("{result} in {game}"),
        PairingChange::ResultCorrected { game, result, .. } => {
            let result = result.map_or_else(|| "no result".to_owned(), |it| it.to_string());
            format!("corrected to {result} in {game}")
        }
        PairingChange::Created { .. }
        | PairingChange::PlayerAdded(_)
        | PairingChange::PlayerCorrected(_)
        | PairingChange::RulesChanged { .. } => "changed".to_owned(),
    }
}

fn reason(change: &TournamentChange) -> Option<&str> {
    match change {
        TournamentChange::Phase { reason, .. } => reason.as_ref().map(crate::Message::as_str),
        TournamentChange::Pairing(change) => match &**change {
            PairingChange::RoundPairedByHand { reason, .. }
            | PairingChange::RoundTakenBack { reason, .. }
            | PairingChange::ResultCorrected { reason, .. } => Some(reason),
            _ => None,
        },
        _ => None,
    }
}
