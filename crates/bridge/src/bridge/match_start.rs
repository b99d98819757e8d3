//! From an accepted offer to a match that stands on both sides.

use willow_board::{Color, Game};
use willow_protocol::{ColorChoice, Command, GameId, GameState, Name, Start, Terms};

use super::carried_match::{BridgeSide, GgsGame, MatchPhase, Pairing, WillowGame};
use super::shared_state::{Context, Purpose};
use super::state::BridgeState;
use super::terms::choice;
use crate::ggs::{BoardBlock, JoinedGame, MatchId, MatchLine};

/// What the other side sampled, so that the game here is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Redrawn {
    Discs,
    Colors,
}

impl BridgeState {
    /// A match began on GGS.
    pub(super) fn match_began(&mut self, login: &str, line: &MatchLine) {
        let has = |name: &str| line.names.iter().any(|it| it.eq_ignore_ascii_case(name));
        let is_it = |pairing: &Pairing| {
            pairing.login == login
                && pairing.ggs_match.is_none()
                && !pairing.is_restored
                && has(login)
                && has(&pairing.remote)
        };
        let is_carried = self.with_pairing(is_it, |pairing, ctx| {
            pairing.ggs_match = Some(line.id.number);
            pairing.is_remote_first = line.names[0].eq_ignore_ascii_case(&pairing.remote);
            pairing.remember(ctx);
        });
        let opponent = line.names.iter().find(|it| !it.eq_ignore_ascii_case(login));
        if let (false, true, Some(opponent)) = (is_carried, has(login), opponent) {
            self.leave_uncarried(login, opponent, line.id);
        }
    }

    /// A match goes on of which the bridge has lost the other side: some servers wait for a login that was cut off.
    fn leave_uncarried(&mut self, login: &str, opponent: &str, id: MatchId) {
        for word in ["abort", "break"] {
            self.ctx.os(login, &format!("{word} {id}"));
        }
        let text =
            format!("The bridge cannot go on with this match. Please agree: tell /os break {id}");
        self.ctx.tell_remote(login, opponent, &text);
    }

    /// A game of a proxy started here.
    pub(super) fn started(&mut self, proxy: &Name, state: &GameState) {
        let summary = &state.summary;
        let is_it = |pairing: &Pairing| {
            let numbers = [Some(summary.game), summary.twin];
            // A bot accepts at once: its game begins before the server tells the number of the offer.
            let awaits_game = match pairing.phase {
                MatchPhase::Asked => pairing.asked_by == BridgeSide::Ggs,
                // The server replaces a game that GGS has drawn differently.
                phase => phase == MatchPhase::Seating && pairing.willow_games.is_empty(),
            };
            let is_accepted_at_once = pairing.offer.is_none()
                && awaits_game
                && [&summary.black, &summary.white].contains(&&pairing.person);
            pairing.proxy == *proxy
                && (is_accepted_at_once
                    || pairing.offer.is_some() && numbers.contains(&pairing.offer))
        };
        self.with_pairing(is_it, |pairing, ctx| pairing.started(ctx, state));
    }
}

impl Pairing {
    /// The Willow server has made the offer of the proxy.
    pub(super) fn offer_made(&mut self, ctx: &mut Context, offer: Option<GameId>) {
        self.offer = offer.or(self.offer);
        self.say_clock(ctx);
        self.remember(ctx);
    }

    /// Tells the person which clock decides.
    pub(super) fn say_clock(&self, ctx: &mut Context) {
        let each = if self.kind.synchro { " in each game" } else { "" };
        let clock = self.clock_there.map_or_else(String::new, |clock| {
            format!(" You have {clock} there{each} (minutes, increment, extension).")
        });
        self.say(ctx, &format!("The clocks on GGS decide, not those here.{clock}"));
    }

    /// A game stands on GGS, or stands again after an undo.
    pub(super) fn joined(&mut self, ctx: &mut Context, joined: &JoinedGame) {
        let black = &joined.now.seats[Color::Black.index()].name;
        let is_black = black.eq_ignore_ascii_case(&self.remote);
        let remote = if is_black { Color::Black } else { Color::White };
        let Some(game) = game_of(joined) else { return };
        let seen = GgsGame {
            id: joined.id,
            remote,
            game,
            left: left_of(&joined.now),
            seen: ctx.now,
            sent: None,
            is_bidding: joined.now.is_bidding,
            komi: joined.komi.discs(),
            end: None,
            flagged: None,
            overtime: self.overtime_before[remote.index()],
            extension: joined.now.seats.each_ref().map(|seat| seat.clock.extension().0 * 1000),
            is_warned: false,
        };
        match self.ggs_game_mut(joined.id) {
            Some(known) => {
                // After an undo GGS gives a used extension back. That is not followed: in a match that has to
                // be left, the bridge leaves too early then, never too late.
                let GgsGame { overtime, extension, .. } = *known;
                *known = GgsGame { overtime, extension, ..seen };
            }
            None => self.ggs_games.push(seen),
        }
        match self.phase {
            MatchPhase::Asked => self.accept_offer(ctx),
            MatchPhase::Seating => self.try_to_begin(ctx),
            _ => self.play_on(ctx),
        }
    }

    /// The remote player has accepted: the proxy accepts the person's offer.
    fn accept_offer(&mut self, ctx: &mut Context) {
        if self.asked_by != BridgeSide::Willow || self.ggs_games.len() < self.n_games() {
            return;
        }
        self.enter(ctx, MatchPhase::Seating);
        let game = self.offer;
        if self.stored.is_some() {
            // The games of a pair go on together.
            let game = self.willow_games.first().map(WillowGame::id);
            self.act(ctx, Command::Continue { game }, Purpose::Play(self.id));
        } else {
            self.act(ctx, Command::Join { game }, Purpose::Join(self.id));
        }
    }

    /// A game of the proxy started here.
    fn started(&mut self, ctx: &mut Context, state: &GameState) {
        let game = state.summary.game;
        self.offer.get_or_insert(game);
        if self.willow_game_mut(game).is_none() {
            self.willow_games.push(WillowGame::seen(&self.proxy, state, ctx.now));
        }
        match self.phase {
            MatchPhase::Asked if self.asked_by == BridgeSide::Ggs => self.accept_request(ctx),
            MatchPhase::Asked | MatchPhase::Seating => self.try_to_begin(ctx),
            _ => {}
        }
    }

    /// The person has accepted: the login accepts the request on GGS.
    fn accept_request(&mut self, ctx: &mut Context) {
        if self.willow_games.len() >= self.n_games() {
            self.enter(ctx, MatchPhase::Seating);
            self.os(ctx, &format!("accept .{}", self.request.unwrap_or_default()));
        }
    }

    /// Begins the match if both sides have its games.
    pub(super) fn try_to_begin(&mut self, ctx: &mut Context) {
        let (n_there, n_here) = (self.ggs_games.len(), self.willow_games.len());
        let is_seated = n_there == self.n_games() && n_here == self.n_games();
        if !is_seated || self.willow_games.iter().any(WillowGame::is_adjourned) {
            return;
        }
        if !self.starts_agree() {
            return self.replace_games(ctx, Redrawn::Discs);
        }
        if !self.colors_agree() {
            return self.replace_games(ctx, Redrawn::Colors);
        }
        self.enter(ctx, MatchPhase::Playing);
        self.play_on(ctx);
    }

    /// Both sides drew the colours or the start, and differently. The match on GGS stays; a challenge of the proxy
    /// replaces the games here at once.
    fn replace_games(&mut self, ctx: &mut Context, redrawn: Redrawn) {
        self.willow_games.clear();
        self.enter(ctx, MatchPhase::Seating);
        (self.offer, self.offered_by) = (None, BridgeSide::Ggs);
        let Some(game) = self.ggs_games.first() else { return };
        let is_drawn = self.kind.synchro || self.kind.komi;
        let color = if is_drawn { ColorChoice::Random } else { choice(game.remote) };
        let start = match self.kind.random {
            Some(_) => Start::Position(*game.game.start()),
            None => Start::Standard,
        };
        let terms = Terms { color, start, ..self.terms.clone() };
        let what = match redrawn {
            Redrawn::Discs => "has placed the discs",
            Redrawn::Colors => "gave you the other colour",
        };
        let text = format!("GGS {what}: this game takes the place of the other.");
        self.say(ctx, &text);
        let challenge = Command::Challenge { name: self.person.clone(), terms };
        self.act(ctx, challenge, Purpose::Challenge(self.id));
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
