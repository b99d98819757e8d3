//! From an accepted offer to a match that stands on both sides.

use willow_board::{Color, Game};
use willow_protocol::{ColorChoice, Command, GameId, GameState, Name, Start, Terms};

use super::pairing::{BridgeSide, GgsGame, Phase, WillowGame};
use super::state::{BridgeState, Purpose};
use super::terms::choice;
use crate::ggs::{BoardBlock, JoinedGame, MatchLine};

/// What was drawn on the other side, so that the game here is offered anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Redrawn {
    Discs,
    Colors,
}

impl BridgeState {
    /// The Willow server has made the offer of a proxy.
    pub(super) fn offer_made(&mut self, pairing: u64, offer: Option<GameId>) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        entry.offer = offer.or(entry.offer);
        let note = self.clock_note(pairing);
        self.say_in(pairing, &note);
        self.remember(pairing);
    }

    /// Returns which clock decides, for the person.
    pub(super) fn clock_note(&self, pairing: u64) -> String {
        let Some(entry) = self.pairings.get(&pairing) else { return String::new() };
        let place = self.settings.place_of(&entry.login);
        let each = if entry.kind.synchro { " in each game" } else { "" };
        let clock = entry.clock_there.map_or_else(String::new, |clock| {
            format!(" You have {clock} there{each} (minutes, increment, extension).")
        });
        format!("The clocks on {place} decide, not those here.{clock}")
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
        pairing.is_remote_first = line.names[0].eq_ignore_ascii_case(&pairing.remote);
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
            is_bidding: joined.now.is_bidding,
            komi: joined.komi.discs(),
            end: None,
            flagged: None,
            overtime: pairing.overtime_before[remote.index()],
            extension: joined.now.seats.each_ref().map(|seat| seat.clock.extension().0 * 1000),
            is_warned: false,
        };
        let id = pairing.id;
        match pairing.ggs_game_mut(joined.id) {
            Some(known) => {
                // After an undo GGS gives a used extension back. That is not followed: in a match that has to
                // be left, the bridge leaves too early then, never too late.
                let GgsGame { overtime, extension, .. } = *known;
                *known = GgsGame { overtime, extension, ..seen };
            }
            None => pairing.ggs_games.push(seen),
        }
        match pairing.phase {
            Phase::Asked => self.accept_offer(id),
            Phase::Seating => self.try_to_begin(id),
            _ => self.play_on(id),
        }
    }

    /// The remote player has accepted: the proxy accepts the person's offer.
    fn accept_offer(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        if entry.asked_by != BridgeSide::Willow || entry.ggs_games.len() < entry.n_games() {
            return;
        }
        let (game, is_resuming) = (entry.offer, entry.stored.is_some());
        let is_random = entry.kind.random.is_some();
        self.enter(pairing, Phase::Seating);
        if is_resuming {
            return self.go_on_here_too(pairing);
        }
        if is_random {
            self.act_in(pairing, Command::Decline { game }, Purpose::Other);
            return self.offer_anew(pairing, Redrawn::Discs);
        }
        self.act_in(pairing, Command::Join { game }, Purpose::Join(pairing));
    }

    /// A game of a proxy started here.
    pub(super) fn started(&mut self, proxy: &Name, state: &GameState) {
        let summary = &state.summary;
        let found = self.pairings.values_mut().find(|pairing| {
            let numbers = [Some(summary.game), summary.twin];
            // A bot accepts at once: its game begins before the server tells the number of the offer.
            let is_accepted_at_once = pairing.offer.is_none()
                && pairing.phase == Phase::Asked
                && pairing.asked_by == BridgeSide::Ggs
                && [&summary.black, &summary.white].contains(&&pairing.person);
            pairing.proxy == *proxy
                && (is_accepted_at_once
                    || pairing.offer.is_some() && numbers.contains(&pairing.offer))
        });
        let Some(pairing) = found else { return };
        let id = pairing.id;
        pairing.offer.get_or_insert(summary.game);
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
        let request = entry.request.unwrap_or_default();
        self.enter(pairing, Phase::Seating);
        self.os_in(pairing, &format!("accept .{request}"));
    }

    /// Begins the match if both sides have its games.
    pub(super) fn try_to_begin(&mut self, pairing: u64) {
        let entry = &self.pairings[&pairing];
        if !entry.is_seated() || entry.willow_games.iter().any(|game| game.is_adjourned) {
            return;
        }
        if !entry.starts_agree() {
            return self.replace_games(pairing, Redrawn::Discs);
        }
        if !entry.colors_agree() {
            return self.replace_games(pairing, Redrawn::Colors);
        }
        self.enter(pairing, Phase::Playing);
        self.play_on(pairing);
    }

    /// Both sides drew the colours or the start, and differently. The match on GGS stays; the games here
    /// are aborted, and others are offered.
    fn replace_games(&mut self, pairing: u64, redrawn: Redrawn) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let old = std::mem::take(&mut entry.willow_games);
        // The games of a pair are aborted together.
        if let Some(old) = old.first() {
            self.act_in(pairing, Command::Abort { game: Some(old.id) }, Purpose::Other);
        }
        self.offer_anew(pairing, redrawn);
        self.enter(pairing, Phase::Seating);
    }

    /// Offers the person a game with the start and the colours of GGS.
    fn offer_anew(&mut self, pairing: u64, redrawn: Redrawn) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        (entry.offer, entry.offered_by) = (None, BridgeSide::Ggs);
        let Some(game) = entry.ggs_games.first() else { return };
        let is_drawn = entry.kind.synchro || entry.kind.komi;
        let color = if is_drawn { ColorChoice::Random } else { choice(game.remote) };
        let start = match entry.kind.random {
            Some(_) => Start::Position(*game.game.start()),
            None => Start::Standard,
        };
        let terms = Terms { color, start, ..entry.terms.clone() };
        let name = entry.person.clone();
        let is_engine = self.settings.engine_of(&entry.login).is_some();
        let other = if is_engine { "The engine" } else { "GGS" };
        let what = match redrawn {
            Redrawn::Discs => "has placed the discs",
            Redrawn::Colors => "gave you the other colour",
        };
        let text = format!(
            "{other} {what}: please accept this game instead. Your clock there is running."
        );
        self.say_in(pairing, &text);
        self.act_in(pairing, Command::Challenge { name, terms }, Purpose::Challenge(pairing));
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
