//! Moves, bids, resignations and offers in running matches.

use willow_board::{Move, RandomSource as _};

use super::live_game::{Bid, GameEnd, LiveGame};
use super::live_match::{LiveMatch, StandingOffer};
use super::running_clock::Flags;
use super::state::ServerState;
use crate::ggs::{Event, Komi, MatchId, Offer, PlayedMove, UpdatedGame, komi_of_bids};

/// How much less than the wall clock a player's own time may be: a budget for the network.
const TRUSTED_LAG_MS: i64 = 4000;

/// The largest score, in discs.
const WIPE_OUT: f64 = 64.0;

/// Two offers of a score that differ by less are the same.
const SAME_SCORE: f64 = 0.005;

impl ServerState {
    /// Runs a command that names a match first.
    pub(super) fn run_in_match(&mut self, name: &str, word: &str, words: &[&str]) {
        let (text, rest) = words.split_first().map_or(("", words), |(text, rest)| (*text, rest));
        let Ok(id) = text.parse::<MatchId>() else {
            return self.tell(name, &Event::Refused(missing(text)));
        };
        if self.matches.get(&id.number).is_none_or(|live| live.player(name).is_none()) {
            let number = MatchId::of_match(id.number).to_string();
            return self.tell(name, &Event::Refused(missing(&number)));
        }
        if let Err(text) = self.try_in_match(name, word, id, rest) {
            self.tell(name, &Event::MatchError { id, text });
        }
    }

    fn try_in_match(
        &mut self,
        name: &str,
        word: &str,
        id: MatchId,
        rest: &[&str],
    ) -> Result<(), String> {
        let live = self.matches.get(&id.number).ok_or("not found")?;
        let player = live.player(name).ok_or("not found")?;
        let is_own_match = live.names[0] == live.names[1];
        match word {
            "play" => {
                let text = rest.first().ok_or("corrupt move")?;
                if live.kind.synchro != id.game.is_some() {
                    return Err("game id needed (only) in synchro games".to_owned());
                }
                self.play(id, player, is_own_match, text)
            }
            "resign" => {
                self.end_all_games(id.number, |game| GameEnd::Resigned(game.color_of(player)));
                Ok(())
            }
            "break" => {
                self.adjourn(id.number, name);
                Ok(())
            }
            _ => self.offer(id, player, is_own_match, word, rest),
        }
    }

    /// Plays a move, or bids with a first one.
    fn play(
        &mut self,
        id: MatchId,
        player: usize,
        is_own_match: bool,
        text: &str,
    ) -> Result<(), String> {
        let index = usize::from(id.game.unwrap_or(0));
        let now = self.at();
        let live = self.matches.get_mut(&id.number).ok_or("not found")?;
        let name = live.names[player].clone();
        let game = live.games.get_mut(index).ok_or("not found")?;
        let began = game.turn_began.filter(|_| game.end.is_none()).ok_or("wrong game!")?;
        if game.bids.is_some() {
            return self.bid(id.number, player, text);
        }
        if !is_own_match && game.color_of(player) != game.to_move() {
            return Err("not your turn".to_owned());
        }
        let played: PlayedMove = text.parse().map_err(|_| "corrupt move")?;
        if game.game.position().check(played.mv).is_err() {
            return Err("illegal move".to_owned());
        }
        live.offers.clear();
        let wall_ms = now.saturating_sub(began).as_millis() as i64;
        let used_ms = self.believed_time(id, &name, played, wall_ms);
        let flags = self.make_move(id.number, index, played, used_ms);
        self.show_move(id.number, index, flags);
        Ok(())
    }

    /// Returns the time of a move: a trusted player's own, as long as it is not too much shorter.
    fn believed_time(&mut self, id: MatchId, name: &str, played: PlayedMove, wall_ms: i64) -> i64 {
        let own_ms = (played.seconds * 1000.0).round() as i64;
        if !self.settings_of(name).trust || own_ms == 0 {
            return wall_ms;
        }
        let missing = wall_ms - TRUSTED_LAG_MS - own_ms;
        if missing > 0 {
            let mark = if self.color_mark(id, name) { '*' } else { 'O' };
            let text = format!("{name} ({mark}) delta= 4 + {:.1} secs", missing as f64 / 1000.0);
            let names = self.matches.get(&id.number).map(LiveMatch::audience);
            self.tell_all(&names.unwrap_or_default(), &Event::TrustViolated { id, text });
        }
        own_ms.max(wall_ms - TRUSTED_LAG_MS).min(wall_ms.max(0))
    }

    /// Returns whether a player has Black.
    fn color_mark(&self, id: MatchId, name: &str) -> bool {
        let index = usize::from(id.game.unwrap_or(0));
        self.matches.get(&id.number).is_some_and(|live| {
            live.games.get(index).is_some_and(|game| live.player(name) == Some(game.black))
        })
    }

    /// Plays a legal move and stops its clock.
    fn make_move(&mut self, number: u32, index: usize, played: PlayedMove, used_ms: i64) -> Flags {
        let Some(live) = self.matches.get_mut(&number) else { return Flags::default() };
        self.is_moved = true;
        let game = &mut live.games[index];
        game.clocks_before.push(game.clocks);
        let side = game.to_move().index();
        let flags = game.charge(side, used_ms);
        game.clocks[side].end_move();
        game.turn_began = None;
        let seconds = if played.seconds > 0.0 { played.seconds } else { used_ms as f64 / 1000.0 };
        game.moves.push(played.with_seconds(seconds));
        game.game.play(played.mv).expect("the move was checked");
        if flags.hard {
            game.end = Some(GameEnd::TimedOut(willow_board::Color::ALL[side]));
        } else if game.game.is_over() {
            game.end = Some(GameEnd::Board);
        }
        flags
    }

    /// Shows a move: at once, or in a synchro pair when both games have one.
    fn show_move(&mut self, number: u32, index: usize, flags: Flags) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let Some(update) = live.updated(index) else { return };
        let audience = live.audience();
        let mover = live.games[index].player_of(!live.games[index].to_move());
        let mover_name = live.names[mover].clone();
        let other = 1 - index.min(1);
        let is_pair = live.kind.synchro && live.games.len() == 2;
        if is_pair && live.games[other].withheld.is_some() {
            self.release(number, index, &mover_name, update);
        } else if is_pair && live.games[other].end.is_none() {
            live.games[index].withheld = Some(update.clone());
            self.show_update(std::slice::from_ref(&mover_name), update);
            self.tell_time_outs(number, index, mover, flags);
            return self.tell_end(number, index, &[mover_name]);
        } else {
            self.show_update(&audience, update);
        }
        self.tell_time_outs(number, index, mover, flags);
        self.go_on(number, index);
    }

    /// Shows both moves of a pair. Whoever moved second sees their own move first.
    fn release(&mut self, number: u32, index: usize, mover: &str, update: UpdatedGame) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let other = 1 - index;
        let Some(withheld) = live.games[other].withheld.take() else { return };
        let players = live.names.clone();
        let audience = live.audience();
        self.show_update(&[mover.to_owned()], update.clone());
        self.show_update(&[mover.to_owned()], withheld.clone());
        let opponent = players.iter().find(|name| *name != mover).cloned();
        self.show_update(opponent.as_slice(), update.clone());
        let watchers: Vec<String> =
            audience.iter().filter(|name| !players.contains(name)).cloned().collect();
        let (first, second) = if index == 0 { (update, withheld) } else { (withheld, update) };
        self.show_update(&watchers, first);
        self.show_update(&watchers, second);
        let others: Vec<String> = std::iter::once(mover.to_owned()).chain(watchers).collect();
        self.tell_end(number, other, &others);
    }

    /// Shows a move of a pair that nobody will answer, because the other game is over.
    pub(super) fn release_alone(&mut self, number: u32, index: usize) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let Some(withheld) = live.games[index].withheld.take() else { return };
        let mover = live.games[index].player_of(!live.games[index].to_move());
        let mover = live.names[mover].clone();
        let others: Vec<String> =
            live.audience().into_iter().filter(|name| *name != mover).collect();
        self.show_update(&others, withheld);
        self.tell_end(number, index, &others);
    }

    fn show_update(&mut self, names: &[String], update: UpdatedGame) {
        let event = Event::Updated(update.into());
        for name in names {
            let event = self.as_wanted(name, event.clone());
            self.tell(name, &event);
        }
    }

    /// Tells which flags of a player fell.
    pub(super) fn tell_time_outs(
        &mut self,
        number: u32,
        index: usize,
        player: usize,
        flags: Flags,
    ) {
        let Some(live) = self.matches.get(&number) else { return };
        let (id, name, names) = (live.game_id(index), live.names[player].clone(), live.audience());
        let game = &live.games[index];
        let color = game.bids.is_none().then(|| game.color_of(player));
        for (has_fallen, is_fatal) in [(flags.soft, false), (flags.hard, true)] {
            if has_fallen {
                let name = name.clone();
                self.tell_all(&names, &Event::TimedOut { id, name, color, is_fatal });
            }
        }
    }

    /// Takes a bid for the sides.
    fn bid(&mut self, number: u32, player: usize, text: &str) -> Result<(), String> {
        let now = self.at();
        let live = self.matches.get_mut(&number).ok_or("not found")?;
        let game = &mut live.games[0];
        let bids = game.bids.as_mut().ok_or("not found")?;
        if bids[player].is_some() {
            return Err("you already sent the first move".to_owned());
        }
        let played: PlayedMove = text.parse().map_err(|_| "corrupt move")?;
        if game.game.position().check(played.mv).is_err() || played.mv == Move::Pass {
            return Err("illegal move".to_owned());
        }
        let began = game.turn_began.unwrap_or(now);
        let used_ms = now.saturating_sub(began).as_millis() as i64;
        let flags = game.charge(player, used_ms);
        let clock = game.clocks[player];
        if let Some(bids) = game.bids.as_mut() {
            bids[player] =
                Some(Bid { played: played.with_seconds(used_ms as f64 / 1000.0), clock });
        }
        self.tell_time_outs(number, 0, player, flags);
        self.settle_bids(number);
        Ok(())
    }

    /// Gives the sides to the players once both have bid: the higher bidder moves.
    fn settle_bids(&mut self, number: u32) {
        let (now, tie) = (self.at(), usize::from(self.random.coin_flip()));
        let Some(live) = self.matches.get_mut(&number) else { return };
        let game = &mut live.games[0];
        let Some([Some(first), Some(second)]) = game.bids else { return };
        let mover = match first.played.eval.total_cmp(&second.played.eval) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => tie,
        };
        self.is_moved = true;
        let bids = [first, second];
        give_sides(game, mover, bids);
        game.start_clock(now);
        if game.game.is_over() {
            game.end = Some(GameEnd::Board);
        }
        self.show_games(number);
        self.go_on(number, 0);
    }

    /// Takes an offer, and does what is offered if both offer it.
    fn offer(
        &mut self,
        id: MatchId,
        player: usize,
        is_own_match: bool,
        word: &str,
        rest: &[&str],
    ) -> Result<(), String> {
        let live = self.matches.get_mut(&id.number).ok_or("not found")?;
        let offer = match word {
            "undo" => Offer::Undo,
            "score" => Offer::Score,
            _ => Offer::Abort,
        };
        if live.kind.synchro && offer != Offer::Abort {
            return Err(format!("no {word} in synchro games"));
        }
        let n_fixed = usize::from(live.kind.komi);
        if offer == Offer::Undo && live.games[0].moves.len() <= n_fixed {
            return Err("no move to take back".to_owned());
        }
        let value = match (offer, rest.first()) {
            (Offer::Score, Some(text)) => parse_score(text).ok_or("corrupt score")?,
            (Offer::Score, None) => return Err("corrupt score".to_owned()),
            _ => 0.0,
        };
        let is_answer = |standing: &StandingOffer| {
            standing.offer == offer
                && standing.player != player
                && (standing.value + value).abs() < SAME_SCORE
        };
        if is_own_match || live.offers.iter().any(is_answer) {
            live.offers.clear();
            self.carry_out(id.number, player, offer, value);
            return Ok(());
        }
        live.offers.retain(|standing| standing.player != player || standing.offer != offer);
        live.offers.push(StandingOffer { player, offer, value });
        let (name, names) = (live.names[player].clone(), live.audience());
        self.tell_all(&names, &Event::Offered { offer, id, name });
        Ok(())
    }

    /// Does what both have offered; a score is in the view of a player.
    fn carry_out(&mut self, number: u32, player: usize, offer: Offer, value: f64) {
        let now = self.at();
        match offer {
            Offer::Abort | Offer::Break => self.abort(number),
            Offer::Score => self.end_all_games(number, |game| {
                GameEnd::Agreed(if game.black == player { value } else { -value })
            }),
            Offer::Undo => {
                if let Some(live) = self.matches.get_mut(&number) {
                    live.games[0].take_back();
                    live.games[0].start_clock(now);
                    // The move must not come back from the file of users, which is older.
                    self.is_changed |= live.archive.is_some();
                    self.show_games(number);
                }
            }
        }
    }
}

/// Returns what is said of a match that there is not.
pub(super) fn missing(id: &str) -> String {
    format!("ERR match '{id}' not found.")
}

/// Reads a score that a match may have.
fn parse_score(text: &str) -> Option<f64> {
    text.parse().ok().filter(|score: &f64| score.abs() <= WIPE_OUT)
}

/// Gives the side to move to a player, whose bid becomes the first move.
fn give_sides(game: &mut LiveGame, mover: usize, bids: [Bid; 2]) {
    let side = game.to_move();
    game.black = if side == willow_board::Color::Black { mover } else { 1 - mover };
    game.bids = None;
    let values = bids.map(|bid| bid.played.eval);
    game.komi = Komi::Discs(komi_of_bids(values, side == willow_board::Color::Black));
    game.clocks = willow_board::Color::ALL.map(|color| bids[game.player_of(color)].clock);
    game.clocks_before.push(game.clocks);
    game.clocks[side.index()].end_move();
    let played = bids[mover].played;
    game.moves.push(played);
    // The bid was checked when it came.
    let _ = game.game.play(played.mv);
}
