//! From an accepted offer to a match that stands on both sides.

use willow_board::{Color, Game};
use willow_protocol::{Command, GameId, GameState, Name, Terms};

use super::pairing::{BridgeSide, GgsGame, Phase, WillowGame};
use super::state::{BridgeState, Purpose};
use super::terms::choice;
use crate::ggs::{BoardBlock, JoinedGame, MatchLine};

impl BridgeState {
    /// The Willow server has made the offer of a proxy.
    pub(super) fn offer_made(&mut self, pairing: u64, offer: Option<GameId>) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        entry.offer = offer.or(entry.offer);
        let note = if entry.kind.synchro {
            "This is a pair of games on GGS. The clocks of GGS decide; here you see more time."
        } else {
            "This player is on GGS, and the clocks of GGS decide: here you see some seconds more."
        };
        let (proxy, person) = (entry.proxy.clone(), entry.person.clone());
        self.say_as(&proxy, &person, note, &Purpose::Other);
        self.remember(pairing);
    }

    /// A match began on GGS.
    pub(super) fn match_began(&mut self, login: &str, line: &MatchLine) {
        let found = self.pairings.values_mut().find(|pairing| {
            pairing.login == login
                && pairing.ggs_match.is_none()
                && !pairing.is_restored
                && line.names.iter().any(|name| name.eq_ignore_ascii_case(login))
                && line.names.iter().any(|name| name.eq_ignore_ascii_case(&pairing.remote))
        });
        let Some(pairing) = found else { return };
        pairing.ggs_match = Some(line.id.number);
        let id = pairing.id;
        self.remember(id);
    }

    /// A game stands on GGS, or stands again after an undo.
    pub(super) fn joined(&mut self, login: &str, joined: &JoinedGame) {
        let now = self.now;
        let found = self
            .pairings
            .values_mut()
            .find(|pairing| pairing.login == login && pairing.ggs_match == Some(joined.id.number));
        let Some(pairing) = found else { return };
        let black = &joined.now.seats[Color::Black.index()].name;
        let is_black = black.eq_ignore_ascii_case(&pairing.remote);
        let remote = if is_black { Color::Black } else { Color::White };
        let Some(game) = game_of(joined) else { return };
        let seen = GgsGame {
            id: joined.id,
            remote,
            game,
            left: left_of(&joined.now),
            seen: now,
            sent: None,
            is_over: false,
        };
        let id = pairing.id;
        match pairing.ggs_game_mut(joined.id) {
            Some(known) => *known = seen,
            None => pairing.ggs_games.push(seen),
        }
        match pairing.phase {
            Phase::Asked => self.accept_offer(id),
            Phase::Seating => self.try_to_begin(id),
            _ => self.rejoined(id),
        }
    }

    /// The remote player has accepted: the proxy accepts the person's offer.
    fn accept_offer(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        if entry.asked_by != BridgeSide::Willow || entry.ggs_games.len() < entry.n_games() {
            return;
        }
        let (proxy, offer) = (entry.proxy.clone(), entry.offer);
        self.enter(pairing, Phase::Seating);
        self.act(&proxy, Command::Join { game: offer }, Purpose::Join(pairing));
    }

    /// A game of a proxy started here.
    pub(super) fn started(&mut self, proxy: &Name, state: &GameState) {
        let summary = &state.summary;
        let found = self.pairings.values_mut().find(|pairing| {
            let numbers = [Some(summary.game), summary.twin];
            pairing.proxy == *proxy && pairing.offer.is_some() && numbers.contains(&pairing.offer)
        });
        let Some(pairing) = found else { return };
        let id = pairing.id;
        if pairing.willow_game_mut(summary.game).is_none() {
            pairing.willow_games.push(WillowGame::seen(proxy, state, self.now));
        }
        match pairing.phase {
            Phase::Asked if pairing.asked_by == BridgeSide::Ggs => self.accept_request(id),
            Phase::Asked | Phase::Seating => self.try_to_begin(id),
            _ => {}
        }
    }

    /// The person has accepted: the login accepts the request on GGS.
    fn accept_request(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        if entry.willow_games.len() < entry.n_games() {
            return;
        }
        let (login, request) = (entry.login.clone(), entry.request.unwrap_or_default());
        self.enter(pairing, Phase::Seating);
        self.os(&login, &format!("accept .{request}"));
    }

    /// Begins the match if both sides have its games.
    fn try_to_begin(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        if !entry.is_seated() {
            return;
        }
        if !entry.colors_agree() {
            return self.exchange_colors(pairing);
        }
        self.enter(pairing, Phase::Playing);
        self.play_on(pairing);
    }

    /// Both sides drew the colours, and differently. The game on GGS stays; here another is offered.
    fn exchange_colors(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(old) = entry.willow_games.pop() else { return };
        let Some(remote) = entry.ggs_games.first().map(|game| game.remote) else { return };
        let terms = Terms { color: choice(remote), ..entry.terms.clone() };
        let (proxy, person) = (entry.proxy.clone(), entry.person.clone());
        self.act(&proxy, Command::Abort { game: Some(old.id) }, Purpose::Other);
        let text = "GGS drew the colours the other way round: please accept this game instead. \
                    Your clock on GGS may be running.";
        self.say_as(&proxy, &person, text, &Purpose::Other);
        let challenge = Command::Challenge { name: person, terms };
        self.act(&proxy, challenge, Purpose::Challenge(pairing));
        self.enter(pairing, Phase::Seating);
    }
}

/// Returns the game of a state on GGS.
fn game_of(joined: &JoinedGame) -> Option<Game> {
    let start = joined.start.as_ref().map_or(joined.now.position, |start| start.position);
    let mut game = Game::from_position(start);
    joined.moves.iter().try_for_each(|played| game.play(played.mv)).ok()?;
    Some(game)
}

/// Returns what Black and White have left, in milliseconds.
pub(super) fn left_of(board: &BoardBlock) -> [i64; 2] {
    board.seats.each_ref().map(|seat| seat.clock.left().0 * 1000)
}
