//! A match on GGS and its games here.

use serde::{Deserialize, Serialize};
use willow_board::{Color, Game, Move};
use willow_protocol::{ClockState, GameEnd, GameId, GameState, Name, Terms};

use super::millis::Millis;
use crate::ggs::{ArchiveId, MatchEnd, MatchId, MatchType};

/// A side of the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BridgeSide {
    /// GGS, where the remote player is.
    Ggs,
    /// The Willow server, where the person is.
    Willow,
}

/// How far a pairing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The other side has been asked for a match.
    Asked,
    /// Both players agreed; the games do not stand on both sides yet.
    Seating,
    /// The match is played.
    Playing,
    /// It is over on one side, or to be ended on both.
    Ending,
    /// It is over, and both were told.
    Over,
}

/// A game on GGS.
#[derive(Clone, Debug)]
pub(super) struct GgsGame {
    pub(super) id: MatchId,
    /// The colour of the remote player.
    pub(super) remote: Color,
    pub(super) game: Game,
    /// What Black and White have left, in milliseconds, when it was seen.
    pub(super) left: [i64; 2],
    pub(super) seen: Millis,
    /// The ply that was sent and when, until it is seen.
    pub(super) sent: Option<(usize, Millis)>,
    /// Whether the game of a pair is over.
    pub(super) is_over: bool,
}

/// A game here.
#[derive(Clone, Debug)]
pub(super) struct WillowGame {
    pub(super) id: GameId,
    /// The colour of the proxy.
    pub(super) remote: Color,
    pub(super) game: Game,
    /// What Black and White have left, in milliseconds, when it was seen; `None` without a clock.
    pub(super) left: [Option<u64>; 2],
    pub(super) seen: Millis,
    /// The milliseconds that the person took for the last move.
    pub(super) used: u64,
    /// The ply that was sent and when, until it is seen.
    pub(super) sent: Option<(usize, Millis)>,
    pub(super) end: Option<GameEnd>,
    /// Whether it is adjourned: nobody can move.
    pub(super) is_adjourned: bool,
}

/// What the bridge has said to the players already, so that it is said once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    pub(super) clock_warning: bool,
    pub(super) time_wanted: bool,
    pub(super) must_resign: bool,
}

/// A match over the bridge.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    pub(super) id: u64,
    /// The login on GGS that plays for the person.
    pub(super) login: String,
    pub(super) person: Name,
    /// The player on GGS.
    pub(super) remote: String,
    pub(super) proxy: Name,
    pub(super) kind: MatchType,
    pub(super) rated: bool,
    /// The terms of the game here.
    pub(super) terms: Terms,
    /// Which side asked for the match.
    pub(super) asked_by: BridgeSide,
    pub(super) phase: Phase,
    /// When the phase began.
    pub(super) since: Millis,
    /// The request on GGS.
    pub(super) request: Option<u32>,
    /// The offer here.
    pub(super) offer: Option<GameId>,
    pub(super) ggs_match: Option<u32>,
    pub(super) ggs_games: Vec<GgsGame>,
    pub(super) willow_games: Vec<WillowGame>,
    /// How the match ended on GGS, from the view of the player who is named first there.
    pub(super) ggs_end: Option<GgsEnd>,
    /// Why the bridge ends it without a result.
    pub(super) reason: Option<String>,
    /// The side whose takeback is under way.
    pub(super) takeback: Option<BridgeSide>,
    pub(super) told: Told,
    /// Whether it is one of an earlier run.
    pub(super) is_restored: bool,
}

/// How a match ended on GGS.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GgsEnd {
    pub(super) end: MatchEnd,
    /// The result in the remote player's view.
    pub(super) remote_result: Option<f64>,
    pub(super) archive: Option<ArchiveId>,
}

impl Pairing {
    /// Returns the number of games that the match has.
    pub(super) const fn n_games(&self) -> usize {
        if self.kind.synchro { 2 } else { 1 }
    }

    /// Returns whether both sides have all games of the match.
    pub(super) fn is_seated(&self) -> bool {
        self.ggs_games.len() == self.n_games() && self.willow_games.len() == self.n_games()
    }

    /// Returns whether each game on one side has its game on the other.
    pub(super) fn colors_agree(&self) -> bool {
        self.ggs_games.iter().all(|game| self.willow_game_of(game.remote).is_some())
    }

    /// Returns the game here in which the proxy has a colour.
    pub(super) fn willow_game_of(&self, remote: Color) -> Option<&WillowGame> {
        self.willow_games.iter().find(|game| game.remote == remote)
    }

    /// Returns a game here.
    pub(super) fn willow_game_mut(&mut self, id: GameId) -> Option<&mut WillowGame> {
        self.willow_games.iter_mut().find(|game| game.id == id)
    }

    /// Returns a game on GGS.
    pub(super) fn ggs_game_mut(&mut self, id: MatchId) -> Option<&mut GgsGame> {
        self.ggs_games.iter_mut().find(|game| game.id == id)
    }

    /// Returns whether all games here are over, or set aside because the match is.
    pub(super) fn is_over_here(&self) -> bool {
        let is_given_up = self.reason.is_some();
        let mut games = self.willow_games.iter();
        games.all(|game| game.end.is_some() || (is_given_up && game.is_adjourned))
    }

    /// Returns the match as the journal keeps it.
    pub(super) fn record(&self) -> PairingRecord {
        PairingRecord {
            pairing: self.id,
            phase: self.phase,
            login: self.login.clone(),
            person: self.person.clone(),
            remote: self.remote.clone(),
            proxy: self.proxy.clone(),
            kind: self.kind.to_string(),
            rated: self.rated,
            asked_by: self.asked_by,
            offer: self.offer,
            ggs_match: self.ggs_match,
            games: self.willow_games.iter().map(|game| game.id).collect(),
            reason: self.reason.clone(),
        }
    }

    /// Returns a match of an earlier run.
    pub(super) fn restore(record: &PairingRecord, now: Millis) -> Option<Pairing> {
        let willow = |&id: &GameId| WillowGame::unseen(id, now);
        Some(Pairing {
            id: record.pairing,
            login: record.login.clone(),
            person: record.person.clone(),
            remote: record.remote.clone(),
            proxy: record.proxy.clone(),
            kind: record.kind.parse().ok()?,
            rated: record.rated,
            terms: Terms::default(),
            asked_by: record.asked_by,
            phase: record.phase,
            since: now,
            request: None,
            offer: record.offer,
            ggs_match: record.ggs_match,
            ggs_games: Vec::new(),
            willow_games: record.games.iter().map(willow).collect(),
            ggs_end: None,
            reason: record.reason.clone(),
            takeback: None,
            told: Told::default(),
            is_restored: true,
        })
    }
}

/// Returns what Black and White have left, in milliseconds.
pub(super) const fn left_here(clocks: &ClockState) -> [Option<u64>; 2] {
    [clocks.black, clocks.white]
}

impl WillowGame {
    /// Returns a game as the server shows it.
    pub(super) fn seen(proxy: &Name, state: &GameState, now: Millis) -> WillowGame {
        let is_black = state.summary.black == *proxy;
        let mut game = Game::from_position(state.initial);
        for &mv in &state.moves {
            // The server plays by the same rules.
            if game.play(mv).is_err() {
                break;
            }
        }
        WillowGame {
            remote: if is_black { Color::Black } else { Color::White },
            game,
            left: left_here(&state.clocks),
            end: state.summary.end,
            is_adjourned: state.summary.details.adjourned_since.is_some(),
            ..WillowGame::unseen(state.summary.game, now)
        }
    }

    /// Returns a game of which only the number is known.
    fn unseen(id: GameId, now: Millis) -> WillowGame {
        WillowGame {
            id,
            remote: Color::Black,
            game: Game::new(),
            left: [None; 2],
            seen: now,
            used: 0,
            sent: None,
            end: None,
            is_adjourned: false,
        }
    }
}

/// A match as the journal keeps it: enough to find it again and to end it fairly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingRecord {
    /// The number of the match on this bridge.
    pub pairing: u64,
    /// How far it is.
    pub phase: Phase,
    /// The login on GGS.
    pub login: String,
    /// The person here.
    pub person: Name,
    /// The player on GGS.
    pub remote: String,
    /// The proxy here.
    pub proxy: Name,
    /// The type of the match.
    pub kind: String,
    /// Whether it is rated.
    pub rated: bool,
    /// Which side asked for it.
    pub asked_by: BridgeSide,
    /// The offer here.
    pub offer: Option<GameId>,
    /// The match on GGS.
    pub ggs_match: Option<u32>,
    /// The games here.
    pub games: Vec<GameId>,
    /// Why it is ended without a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What brings both games of a pair to the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Both have the same moves, or the one that is behind catches up by itself.
    Nothing,
    /// The login plays this on GGS.
    OnGgs(Move),
    /// The proxy plays this here.
    OnWillow(Move),
    /// The games cannot be brought together.
    Diverged,
}

/// Compares a game on both sides.
///
/// Passes: GGS wants them from the players, the server here plays them itself. So a pass of the person
/// is sent to GGS, and a pass of the remote player is waited for on the side that lacks it.
pub(super) fn next_step(ggs: &GgsGame, willow: &WillowGame) -> Step {
    let common = ggs.game.moves().zip(willow.game.moves()).take_while(|(a, b)| a == b).count();
    let (there, here) = (ggs.game.n_plies(), willow.game.n_plies());
    if common < there.min(here) {
        return Step::Diverged;
    }
    if here > there {
        let is_remote = ggs.game.position().side_to_move() == ggs.remote;
        return match willow.game.moves().nth(there) {
            Some(mv) if !is_remote => Step::OnGgs(mv),
            Some(Move::Pass) | None => Step::Nothing,
            Some(Move::Place(_)) => Step::Diverged,
        };
    }
    if there > here {
        let is_remote = willow.game.position().side_to_move() == willow.remote;
        return match ggs.game.moves().nth(here) {
            Some(Move::Pass) | None => Step::Nothing,
            Some(mv) if is_remote => Step::OnWillow(mv),
            Some(_) => Step::Diverged,
        };
    }
    Step::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(there: &str, here: &str, remote: Color) -> (GgsGame, WillowGame) {
        let played = |text: &str| {
            let mut game = Game::new();
            for mv in text.split_whitespace() {
                game.play(mv.parse().unwrap()).unwrap();
            }
            game
        };
        let ggs = GgsGame {
            id: MatchId::of_match(5),
            remote,
            game: played(there),
            left: [0; 2],
            seen: 0,
            sent: None,
            is_over: false,
        };
        let willow = WillowGame { remote, game: played(here), ..WillowGame::unseen(GameId(7), 0) };
        (ggs, willow)
    }

    #[test]
    fn the_side_that_is_behind_gets_the_next_move() {
        let step = |there, here, remote| {
            let (ggs, willow) = games(there, here, remote);
            next_step(&ggs, &willow)
        };
        let mv = |text: &str| text.parse().unwrap();
        assert_eq!(step("", "", Color::Black), Step::Nothing);
        assert_eq!(step("f5", "", Color::Black), Step::OnWillow(mv("f5")));
        assert_eq!(step("", "f5", Color::White), Step::OnGgs(mv("f5")));
        assert_eq!(step("f5", "f5 d6", Color::Black), Step::OnGgs(mv("d6")));
        assert_eq!(step("f5", "d3", Color::Black), Step::Diverged);
        assert_eq!(
            step("", "f5", Color::Black),
            Step::Diverged,
            "nobody but the bridge plays for the proxy"
        );
        assert_eq!(step("f5", "", Color::White), Step::Diverged);
    }
}
