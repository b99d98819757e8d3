//! A match on GGS and its games here.

use serde::{Deserialize, Serialize};
use willow_board::{Color, Game, Move, Position, Square};
use willow_protocol::{
    Applied, BidValue, ClockState, Event, GameEnd, GameId, GameState, GameSummary, Name, Notice,
    OwnMove, StateDetails, SummaryDetails, Terms,
};

use super::millis::Millis;
use crate::ggs::{ArchiveId, ClockTerms, MatchEnd, MatchId, MatchType};

/// A side of the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BridgeSide {
    /// GGS, where the remote player is.
    Ggs,
    /// The Willow server, where the person is.
    Willow,
}

/// The phase of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchPhase {
    /// The other side has been asked for a match.
    Asked,
    /// Both players agreed; the games have not started on both sides yet.
    Seating,
    /// The match is in progress.
    Playing,
    /// It is over on one side, or is being ended on both.
    Ending,
    /// It is adjourned on both sides, and may go on.
    Adjourned,
    /// It is over, and both players were notified.
    Over,
}

/// A game on GGS.
#[derive(Clone, Debug)]
pub(super) struct GgsGame {
    pub(super) id: MatchId,
    /// The colour of the remote player.
    pub(super) remote: Color,
    pub(super) game: Game,
    /// The times that Black and White had left, in milliseconds, when last seen.
    pub(super) left: [i64; 2],
    pub(super) seen: Millis,
    /// The ply that was sent and when, until it is seen.
    pub(super) sent: Option<(usize, Millis)>,
    /// Whether the players still bid for the sides: then nobody has a colour.
    pub(super) is_bidding: bool,
    /// The discs subtracted from Black's result.
    pub(super) komi: f64,
    /// How the game of a pair ended, from the point of view of the player who is named first.
    pub(super) end: Option<MatchEnd>,
    /// The side that has lost on time.
    pub(super) flagged: Option<BridgeSide>,
    /// The side whose main time ran out first.
    pub(super) overtime: Option<BridgeSide>,
    /// What the extension adds to the main time of Black and White, in milliseconds, until it is used.
    pub(super) extension: [i64; 2],
    /// Whether the person was warned that their clock runs low.
    pub(super) is_warned: bool,
}

/// A game here.
#[derive(Clone, Debug)]
pub(super) struct WillowGame {
    pub(super) state: GameState,
    /// The colour of the proxy; provisional during bidding.
    pub(super) remote: Color,
    /// When the clocks were seen.
    pub(super) seen: Millis,
    /// The milliseconds that the person took for the last move.
    pub(super) used: u64,
    /// The ply that was sent and when, until it is seen.
    pub(super) sent: Option<(usize, Millis)>,
    /// Whether the server was told that a player's main time on GGS is over.
    pub(super) knows_overtime: bool,
}

/// A move of a pair in lock-step, or a bid, that is not shown yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeldMove {
    pub(super) square: Square,
    /// The value of a bid.
    pub(super) bid: Option<BidValue>,
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
    /// The login's clock on GGS when the match was requested; unknown after a restart.
    pub(super) clock_there: Option<ClockTerms>,
    /// Which side asked for the match.
    pub(super) asked_by: BridgeSide,
    pub(super) phase: MatchPhase,
    /// When the phase began.
    pub(super) since: Millis,
    /// The request on GGS.
    pub(super) request: Option<u32>,
    /// The offer here.
    pub(super) offer: Option<GameId>,
    /// Who made the offer: `Ggs` if the proxy did.
    pub(super) offered_by: BridgeSide,
    /// The stored match on GGS that is to go on.
    pub(super) stored: Option<ArchiveId>,
    pub(super) ggs_match: Option<u32>,
    /// Whether GGS names the remote player first.
    pub(super) is_remote_first: bool,
    pub(super) ggs_games: Vec<GgsGame>,
    pub(super) willow_games: Vec<WillowGame>,
    /// How the match ended on GGS, from the point of view of the player named first there.
    pub(super) ggs_end: Option<GgsEnd>,
    /// Why the bridge ends it without a result.
    pub(super) reason: Option<String>,
    /// When the person was asked for `moretime`.
    pub(super) asked_for_time: Option<Millis>,
    /// Whether it was begun by an earlier run.
    pub(super) is_restored: bool,
    /// Whose main time was over when the match was adjourned, in the games in which the remote player has Black and
    /// White.
    pub(super) overtime_before: [Option<BridgeSide>; 2],
}

/// How a match ended on GGS.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GgsEnd {
    pub(super) end: MatchEnd,
    /// The result from the remote player's point of view.
    pub(super) remote_result: Option<f64>,
    pub(super) archive: Option<ArchiveId>,
}

impl Pairing {
    /// Returns whether the match is over or adjourned: it is removed from the table.
    pub(super) const fn is_closed(&self) -> bool {
        matches!(self.phase, MatchPhase::Adjourned | MatchPhase::Over)
    }

    /// Returns the number of games that the match has.
    pub(super) const fn n_games(&self) -> usize {
        if self.kind.synchro { 2 } else { 1 }
    }

    /// Returns whether each game on one side has its game on the other. While the players bid, nobody
    /// has a colour.
    pub(super) fn colors_agree(&self) -> bool {
        let mut games = self.ggs_games.iter();
        games.all(|game| game.is_bidding || self.willow_game_of(game.remote).is_some())
    }

    /// Returns whether the games of both sides begin with the same position.
    pub(super) fn starts_agree(&self) -> bool {
        let start = self.ggs_games.first().map(|game| *game.game.start());
        self.willow_games.iter().all(|game| Some(game.state.initial) == start)
    }

    /// Returns whether the players still bid, on one side or on both.
    pub(super) fn is_bidding(&self) -> bool {
        self.kind.komi
            && (self.ggs_games.iter().any(|game| game.is_bidding)
                || self.willow_games.iter().any(WillowGame::is_bidding))
    }

    /// Returns the game to show the person: an unfinished one, preferably with the person to move.
    pub(super) fn game_looked_at(&self) -> Option<GameId> {
        let awaits_person = |game: &WillowGame| {
            game.held().is_none() && game.state.position.side_to_move() != game.remote
        };
        let attention = |game: &&WillowGame| (game.end().is_none(), awaits_person(game));
        self.willow_games.iter().max_by_key(attention).map(WillowGame::id)
    }

    /// Returns the numbers of the games here.
    pub(super) fn game_ids(&self) -> Vec<GameId> {
        self.willow_games.iter().map(WillowGame::id).collect()
    }

    /// Returns the game here in which the proxy has a colour.
    pub(super) fn willow_game_of(&self, remote: Color) -> Option<&WillowGame> {
        self.willow_games.iter().find(|game| game.remote == remote)
    }

    /// Returns the game on GGS in which the remote player has a colour.
    pub(super) fn ggs_game_of(&self, remote: Color) -> Option<&GgsGame> {
        self.ggs_games.iter().find(|game| game.remote == remote)
    }

    /// Returns whether a flag has fallen on GGS in the game in which the remote player has a colour.
    pub(super) fn is_flagged_there(&self, remote: Color) -> bool {
        self.ggs_game_of(remote).is_some_and(|game| game.flagged.is_some())
    }

    /// The login has left GGS, and with that its match. Returns whether there was one.
    pub(super) fn leave_there(&mut self) -> bool {
        let is_open = self.ggs_match.is_some() && self.ggs_end.is_none();
        if is_open {
            let end = MatchEnd::Left(self.login.clone());
            self.ggs_end = Some(GgsEnd { end, remote_result: None, archive: None });
        }
        is_open
    }

    /// Returns the result on GGS from the remote player's point of view, if there is one.
    pub(super) fn remote_result(&self) -> Option<f64> {
        self.ggs_end.as_ref().and_then(|end| end.remote_result)
    }

    /// Returns the result on GGS, in the remote player's view, of the game in which that player has a
    /// colour. `whole` is that of the match, in which the signs of the games of a pair may differ.
    pub(super) fn remote_result_of(&self, remote: Color, whole: f64) -> f64 {
        match self.ggs_game_of(remote).and_then(|game| game.end.as_ref()) {
            Some(MatchEnd::Result(result)) if self.is_remote_first => *result,
            Some(MatchEnd::Result(result)) => -result,
            _ => whole,
        }
    }

    /// Returns a game here.
    pub(super) fn willow_game_mut(&mut self, id: GameId) -> Option<&mut WillowGame> {
        self.willow_games.iter_mut().find(|game| game.id() == id)
    }

    /// Returns a game on GGS.
    pub(super) fn ggs_game_mut(&mut self, id: MatchId) -> Option<&mut GgsGame> {
        self.ggs_games.iter_mut().find(|game| game.id == id)
    }

    /// Returns whether all games here are over, or set aside because the match is.
    pub(super) fn is_over_here(&self) -> bool {
        let is_given_up = self.reason.is_some();
        let mut games = self.willow_games.iter();
        games.all(|game| game.end().is_some() || (is_given_up && game.is_adjourned()))
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
            games: self.game_ids(),
            reason: self.reason.clone(),
            stored: self.stored.map(|id| id.0),
            result: self.remote_result().map(|discs| (discs * 100.0).round() as i64),
            overtime: Color::ALL.map(|remote| {
                let game = self.ggs_game_of(remote);
                game.map_or(self.overtime_before[remote.index()], |game| game.overtime)
            }),
        }
    }

    /// Returns a match of an earlier run.
    pub(super) fn restore(record: &PairingRecord, now: Millis) -> Option<Pairing> {
        let PairingRecord { login, person, remote, proxy, asked_by, .. } = record;
        let players = [proxy.clone(), person.clone()];
        let unseen = |&id: &GameId| WillowGame::unseen(id, players.clone(), now);
        Some(Pairing {
            id: record.pairing,
            kind: record.kind.parse().ok()?,
            rated: record.rated,
            phase: record.phase,
            since: now,
            offer: record.offer,
            stored: record.stored.map(ArchiveId),
            ggs_match: record.ggs_match,
            willow_games: record.games.iter().map(unseen).collect(),
            ggs_end: record.result.map(|hundredths| {
                let result = hundredths as f64 / 100.0;
                GgsEnd { end: MatchEnd::Result(result), remote_result: Some(result), archive: None }
            }),
            reason: record.reason.clone(),
            is_restored: true,
            overtime_before: record.overtime,
            ..Pairing::between(login, person, remote, proxy, *asked_by)
        })
    }

    /// Returns a match that is about to be requested.
    pub(super) fn between(
        login: &str,
        person: &Name,
        remote: &str,
        proxy: &Name,
        asked_by: BridgeSide,
    ) -> Pairing {
        Pairing {
            id: 0,
            login: login.to_owned(),
            person: person.clone(),
            remote: remote.to_owned(),
            proxy: proxy.clone(),
            kind: MatchType::STANDARD,
            rated: false,
            terms: Terms::default(),
            clock_there: None,
            asked_by,
            phase: MatchPhase::Asked,
            since: 0,
            request: None,
            offer: None,
            offered_by: asked_by,
            stored: None,
            ggs_match: None,
            is_remote_first: asked_by == BridgeSide::Ggs,
            ggs_games: Vec::new(),
            willow_games: Vec::new(),
            ggs_end: None,
            reason: None,
            asked_for_time: None,
            is_restored: false,
            overtime_before: [None; 2],
        }
    }
}

impl WillowGame {
    /// Returns a game as the server shows it.
    pub(super) fn seen(proxy: &Name, state: &GameState, now: Millis) -> WillowGame {
        WillowGame {
            remote: color_of(proxy, state),
            state: state.clone(),
            seen: now,
            used: 0,
            sent: None,
            knows_overtime: false,
        }
    }

    /// Returns a game of which only the number and the players are known.
    fn unseen(game: GameId, [black, white]: [Name; 2], now: Millis) -> WillowGame {
        let (terms, details) = (Terms::default(), SummaryDetails::default());
        let (twin, end) = (None, None);
        let summary = GameSummary { game, black, white, terms, twin, plies: 0, end, details };
        WillowGame {
            state: GameState {
                summary,
                initial: Position::START,
                moves: Vec::new(),
                position: Position::START,
                clocks: ClockState::default(),
                takeback: None,
                watchers: 0,
                last: 0,
                details: StateDetails::default(),
            },
            remote: Color::Black,
            seen: now,
            used: 0,
            sent: None,
            knows_overtime: false,
        }
    }

    /// Applies an event, and records how long the person took for a move or a bid.
    pub(super) fn apply(&mut self, notice: &Notice, proxy: &Name, now: Millis) -> Applied {
        let (left, seen) = (self.left(!self.remote), self.seen);
        let applied = self.state.apply(notice);
        if applied != Applied::InOrder {
            return applied;
        }
        match &notice.event {
            Event::Moved { color, turn, .. } => {
                (self.seen, self.sent) = (now, None);
                if *color != self.remote {
                    self.used = turn.used.unwrap_or(0);
                }
            }
            Event::Held { color, .. } if *color == self.remote => self.seen = now,
            Event::Bid { name, .. } if name == proxy => self.seen = now,
            Event::Held { .. } | Event::Bid { .. } => {
                self.seen = now;
                let spent = left.zip(self.left(!self.remote));
                let spent = spent.map(|(before, after)| before.saturating_sub(after));
                if spent != Some(0) {
                    self.used = spent.unwrap_or_else(|| now.saturating_sub(seen));
                }
            }
            Event::TimeGiven { .. } | Event::Resumed { .. } => self.seen = now,
            Event::Komi { .. } => {
                (self.remote, self.sent) = (color_of(proxy, &self.state), None);
            }
            _ => {}
        }
        applied
    }

    pub(super) const fn id(&self) -> GameId {
        self.state.summary.game
    }

    pub(super) const fn n_plies(&self) -> usize {
        self.state.moves.len()
    }

    pub(super) const fn end(&self) -> Option<GameEnd> {
        self.state.summary.end
    }

    /// Returns whether it is adjourned: nobody can move.
    pub(super) const fn is_adjourned(&self) -> bool {
        self.state.summary.details.adjourned_since.is_some()
    }

    /// Records that the server will adjourn it; returns whether that is new.
    pub(super) fn adjourn(&mut self) -> bool {
        let is_new = !self.is_adjourned();
        self.state.summary.details.adjourned_since.get_or_insert(0);
        is_new
    }

    /// Returns whether the players still bid.
    pub(super) const fn is_bidding(&self) -> bool {
        self.state.summary.details.bidding
    }

    /// Returns what a player had left when the clocks were seen, in milliseconds; `None` without a clock.
    pub(super) const fn left(&self, color: Color) -> Option<u64> {
        match color {
            Color::Black => self.state.clocks.black,
            Color::White => self.state.clocks.white,
        }
    }

    /// Returns the person's move or bid that only the proxy sees.
    pub(super) fn held(&self) -> Option<HeldMove> {
        let details = &self.state.details;
        let OwnMove(square) = details.opponent_move?;
        Some(HeldMove { square, bid: details.opponent_bid })
    }
}

fn color_of(proxy: &Name, state: &GameState) -> Color {
    if state.summary.black == *proxy { Color::Black } else { Color::White }
}

/// A match as the journal keeps it: enough to find it again and to end it fairly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingRecord {
    /// The number of the match on this bridge.
    pub pairing: u64,
    /// How far the match has come.
    pub phase: MatchPhase,
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
    /// As both servers agreed to rate it.
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
    /// The number under which GGS has stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<u32>,
    /// The result on GGS in the remote player's view, in hundredths of a disc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<i64>,
    /// Whose main time is over, in the games in which the remote player has Black and White.
    #[serde(default)]
    pub overtime: [Option<BridgeSide>; 2],
}

/// An action that brings both games of a pair to the same moves.
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
///
/// Lock-step: a move of the person that waits here is sent to GGS all the same. It waits there, too, until
/// the remote player has moved in the other game.
pub(super) fn next_step(ggs: &GgsGame, willow: &WillowGame) -> Step {
    let held = willow.held().filter(|held| held.bid.is_none());
    let held = held.map(|held| Move::Place(held.square));
    let own = || willow.state.moves.iter().copied().chain(held);
    let common = ggs.game.moves().zip(own()).take_while(|(a, b)| a == b).count();
    let (there, here) = (ggs.game.n_plies(), own().count());
    if common < there.min(here) {
        return Step::Diverged;
    }
    if here > there {
        let is_remote = ggs.game.position().side_to_move() == ggs.remote;
        return match own().nth(there) {
            Some(mv) if !is_remote => Step::OnGgs(mv),
            Some(Move::Pass) | None => Step::Nothing,
            Some(Move::Place(_)) => Step::Diverged,
        };
    }
    let is_remote = willow.state.position.side_to_move() == willow.remote;
    match ggs.game.moves().nth(here) {
        Some(Move::Pass) | None => Step::Nothing,
        Some(_) if willow.held().is_some() => Step::Nothing,
        Some(mv) if is_remote => Step::OnWillow(mv),
        Some(_) => Step::Diverged,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::bridge) fn games(
        there: &str,
        here: &str,
        remote: Color,
    ) -> (GgsGame, WillowGame) {
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
            is_bidding: false,
            komi: 0.0,
            end: None,
            flagged: None,
            overtime: None,
            extension: [0; 2],
            is_warned: false,
        };
        let here = played(here);
        let players = ["ggs-alice", "bob"].map(|name| name.parse().unwrap());
        let mut willow = WillowGame { remote, ..WillowGame::unseen(GameId(7), players, 0) };
        willow.state.moves = here.moves().collect();
        willow.state.position = *here.position();
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

    #[test]
    fn a_game_here_follows_events_and_notices_that_one_is_missing() {
        let (_, mut willow) = games("", "", Color::Black);
        let proxy: Name = "ggs-alice".parse().unwrap();
        let mut apply = |number: u64, event: &str| {
            let line = format!(r#"{{"room":"game/7","number":{number},"time":0,{event}}}"#);
            let applied =
                willow.apply(&willow_protocol::json::read_notice(&line).unwrap(), &proxy, 9_000);
            (applied, willow.used, willow.left(Color::White), willow.seen)
        };
        let given = r#""event":"time-given","color":"white","given":1,"clocks":{"black":70000,"white":60000}"#;
        assert_eq!(apply(1, given), (Applied::InOrder, 0, Some(60_000), 9_000));
        let held = r#""event":"held","color":"white","clocks":{"black":70000,"white":57500}"#;
        assert_eq!(apply(2, held), (Applied::InOrder, 2_500, Some(57_500), 9_000));
        let own = r#""event":"held","color":"black","clocks":{"black":60000,"white":57500}"#;
        assert_eq!(apply(3, own), (Applied::InOrder, 2_500, Some(57_500), 9_000));
        assert_eq!(apply(5, given).0, Applied::Gap, "the fourth is missing");
    }

    #[test]
    fn a_move_that_waits_here_goes_to_ggs_and_is_not_answered_before_it_is_shown() {
        let held = |there: &str, here: &str, square: &str| {
            let (ggs, mut willow) = games(there, here, Color::Black);
            willow.state.details.opponent_move = Some(OwnMove(square.parse().unwrap()));
            next_step(&ggs, &willow)
        };
        assert_eq!(held("f5", "f5", "d6"), Step::OnGgs("d6".parse().unwrap()));
        assert_eq!(held("f5 d6", "f5", "d6"), Step::Nothing, "GGS has it");
        assert_eq!(held("f5 d6 c3", "f5", "d6"), Step::Nothing, "it must be shown here first");
        assert_eq!(held("f5 f4", "f5", "d6"), Step::Diverged);
    }
}
