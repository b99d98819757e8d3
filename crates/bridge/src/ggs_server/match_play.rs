//! Moves, bids, resignations and aborts in running matches.

use willow_board::RandomSource as _;

use super::live_game::{Bid, GameEnd, LiveGame};
use super::running_clock::Flags;
use super::state::ServerState;
use crate::ggs::{
    Event, Komi, MatchEnd, MatchId, Offer, PlayedMove, TimeOut, UpdatedGame, komi_of_bids,
};
use crate::refusal::Refusal;

/// How much less than the wall clock a player's own time may be: a budget for the network.
const TRUSTED_LAG_MS: i64 = 4000;

/// What GGS adds to the seconds that it tells of a time that it does not believe.
const DELTA_SURPLUS: f64 = 0.1;

impl ServerState {
    /// Runs a command about a match of the player.
    pub(super) fn run_in_match(
        &mut self,
        name: &str,
        word: &str,
        words: &[&str],
    ) -> Result<(), Refusal> {
        let (text, rest) = match (word, words) {
            ("play", [text, mv]) => (*text, *mv),
            ("resign" | "abort" | "break", [text]) => (*text, ""),
            ("play", _) => return Err("ERR play <match> <move> [eval] [time].".into()),
            _ => return Err(format!("ERR {word} <match>.").into()),
        };
        let id: MatchId = text.parse().map_err(|_| missing(text))?;
        if self.matches.get(&id.number).is_none_or(|live| live.player(name).is_none()) {
            return Err(missing(text));
        }
        if let Err(refusal) = self.try_in_match(name, word, id, rest) {
            let text = refusal.to_string();
            self.tell(name, &Event::MatchError { id, text });
        }
        Ok(())
    }

    fn try_in_match(
        &mut self,
        name: &str,
        word: &str,
        id: MatchId,
        mv: &str,
    ) -> Result<(), Refusal> {
        let live = self.matches.get(&id.number).ok_or("not found")?;
        let player = live.player(name).ok_or("not found")?;
        match word {
            "play" => {
                if live.kind.synchro != id.game.is_some() {
                    return Err("game id needed (only) in synchro games".into());
                }
                self.play(id, player, mv)
            }
            "resign" => {
                self.end_all_games(id.number, |game| GameEnd::Resigned(game.color_of(player)));
                Ok(())
            }
            "break" => {
                self.tell_ends(id.number, &MatchEnd::Left(name.to_owned()));
                self.adjourn(id.number, name);
                Ok(())
            }
            _ => self.ask_to_abort(id.number, player),
        }
    }

    /// Plays a move, or bids with a first one.
    fn play(&mut self, id: MatchId, player: usize, text: &str) -> Result<(), Refusal> {
        let index = usize::from(id.game.unwrap_or(0));
        let now = self.at();
        let live = self.matches.get_mut(&id.number).ok_or("not found")?;
        let name = live.names[player].clone();
        let is_pair = live.kind.synchro;
        let game = live.games.get_mut(index).ok_or("game id must be .0 or .1 in synchro games")?;
        let is_turn = game.color_of(player) == game.to_move();
        let began = game.turn_began.filter(|_| game.end.is_none() && (is_turn || !is_pair));
        let began = began.ok_or("wrong game!")?;
        let played: PlayedMove = text.parse().map_err(|_| "corrupt move")?;
        if game.game.position().check(played.mv).is_err() {
            return Err("illegal move".into());
        }
        let wall_ms = now.saturating_sub(began).as_millis() as i64;
        if let Some(bids) = &game.bids {
            if bids[player].is_some() {
                return Err("you already sent the first move".into());
            }
            let used_ms = self.believed_time(id, &name, played, wall_ms);
            self.bid(id.number, player, played, used_ms);
            return Ok(());
        }
        if !is_turn {
            return Err("not your turn".into());
        }
        let used_ms = self.believed_time(id, &name, played, wall_ms);
        let flags = self.make_move(id.number, index, played, used_ms);
        self.show_move(id.number, index, flags);
        Ok(())
    }

    /// Returns the time of a move: a trusted player's own, as long as it is not too much shorter than
    /// the server's.
    fn believed_time(&mut self, id: MatchId, name: &str, played: PlayedMove, wall_ms: i64) -> i64 {
        let own_ms = (played.seconds.unwrap_or(0.0) * 1000.0).round() as i64;
        if !self.settings_of(name).trust {
            return wall_ms;
        }
        let missing = wall_ms - TRUSTED_LAG_MS - own_ms;
        if missing <= 0 {
            return own_ms;
        }
        let mark = self.color_mark(id, name);
        let missing = missing as f64 / 1000.0 + DELTA_SURPLUS;
        let text = format!("{name} ({mark}) delta= 4 + {missing:.1} secs");
        let names = self.matches.get(&id.number).map(|live| live.names.clone());
        self.tell_all(&names.unwrap_or_default(), &Event::TrustViolated { id, text });
        wall_ms
    }

    /// Returns the mark of a player's colour.
    fn color_mark(&self, id: MatchId, name: &str) -> char {
        let index = usize::from(id.game.unwrap_or(0));
        let live = self.matches.get(&id.number);
        let black = live.and_then(|live| {
            let game = live.games.get(index).filter(|game| game.bids.is_none())?;
            Some(live.player(name) == Some(game.black))
        });
        match black {
            Some(true) => '*',
            Some(false) => 'O',
            None => '?',
        }
    }

    /// Plays a legal move and stops its clock.
    fn make_move(&mut self, number: u32, index: usize, played: PlayedMove, used_ms: i64) -> Flags {
        let Some(live) = self.matches.get_mut(&number) else { return Flags::default() };
        let game = &mut live.games[index];
        game.clocks_before.push(game.clocks);
        let side = game.to_move().index();
        let flags = game.end_turn(side, used_ms);
        game.turn_began = None;
        game.moves.push(played.with_seconds(used_ms as f64 / 1000.0));
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
        let names = live.names.clone();
        let mover = live.games[index].player_of(!live.games[index].to_move());
        let mover_name = live.names[mover].clone();
        let other = 1 - index.min(1);
        let is_pair = live.kind.synchro && live.games.len() == 2;
        if is_pair && live.games[other].withheld.is_some() {
            self.release(number, index, &mover_name, update);
            self.tell_time_outs(number, index, mover, flags);
            return self.start_clocks(number);
        }
        if is_pair && live.games[other].end.is_none() {
            live.games[index].withheld = Some(update.clone());
            self.show_update(std::slice::from_ref(&mover_name), update);
            self.tell_time_outs(number, index, mover, flags);
            return self.tell_end(number, index, &[mover_name]);
        }
        self.show_update(&names, update);
        self.tell_time_outs(number, index, mover, flags);
        self.go_on(number, index);
    }

    /// Shows both moves of a pair, each with the end of its game. Whoever moved second sees their own
    /// move first.
    fn release(&mut self, number: u32, index: usize, mover: &str, update: UpdatedGame) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let other = 1 - index;
        let Some(withheld) = live.games[other].withheld.take() else { return };
        let players = live.names.clone();
        let mut show = |game: usize, names: &[String], update: UpdatedGame| {
            self.show_update(names, update);
            self.tell_end(number, game, names);
        };
        show(index, &[mover.to_owned()], update.clone());
        show(other, &[mover.to_owned()], withheld);
        let opponent = players.iter().find(|name| *name != mover).cloned();
        show(index, opponent.as_slice(), update);
    }

    /// Shows a move of a pair that nobody will answer, because the other game is over.
    pub(super) fn release_alone(&mut self, number: u32, index: usize) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let Some(withheld) = live.games[index].withheld.take() else { return };
        let mover = live.games[index].player_of(!live.games[index].to_move());
        let mover = live.names[mover].clone();
        let others: Vec<String> =
            live.names.iter().filter(|name| **name != mover).cloned().collect();
        self.show_update(&others, withheld);
        self.tell_end(number, index, &others);
    }

    fn show_update(&mut self, names: &[String], update: UpdatedGame) {
        let event = Event::Updated(update.into());
        self.tell_all(names, &event);
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
        let (id, name, names) =
            (live.game_id(index), live.names[player].clone(), live.names.clone());
        let game = &live.games[index];
        let color = game.bids.is_none().then(|| game.color_of(player));
        for (has_fallen, time_out) in [(flags.soft, TimeOut::Soft), (flags.hard, TimeOut::Hard)] {
            if has_fallen {
                let name = name.clone();
                self.tell_all(&names, &Event::TimedOut { id, name, color, time_out });
            }
        }
    }

    /// Takes a bid for the sides.
    fn bid(&mut self, number: u32, player: usize, played: PlayedMove, used_ms: i64) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let game = &mut live.games[0];
        let flags = game.end_turn(player, used_ms);
        let clock = game.clocks[player];
        if let Some(bids) = game.bids.as_mut() {
            let played = played.with_seconds(used_ms as f64 / 1000.0);
            bids[player] = Some(Bid { played, clock });
        }
        self.tell_time_outs(number, 0, player, flags);
        self.settle_bids(number);
    }

    /// Gives the sides to the players once both have bid: the higher bidder moves.
    fn settle_bids(&mut self, number: u32) {
        let (now, tie) = (self.at(), usize::from(self.random.coin_flip()));
        let Some(live) = self.matches.get_mut(&number) else { return };
        let game = &mut live.games[0];
        let Some([Some(first), Some(second)]) = game.bids else { return };
        let values = [first, second].map(|bid| bid.played.eval.unwrap_or(0.0));
        let mover = match values[0].total_cmp(&values[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => tie,
        };
        give_sides(game, mover, [first, second]);
        game.start_clock(now);
        if game.game.is_over() {
            game.end = Some(GameEnd::Board);
        }
        self.show_games(number);
        self.go_on(number, 0);
    }

    /// Aborts a match if both players ask for it.
    fn ask_to_abort(&mut self, number: u32, player: usize) -> Result<(), Refusal> {
        let live = self.matches.get_mut(&number).ok_or("not found")?;
        let other = live.abort_asked_by.replace(player).filter(|asked| *asked != player);
        if other.is_some() {
            self.abort(number);
            return Ok(());
        }
        let (name, names) = (live.names[player].clone(), live.names.clone());
        let ids: Vec<MatchId> = (0..live.games.len()).map(|index| live.game_id(index)).collect();
        for id in ids {
            self.tell_all(&names, &Event::Offered { offer: Offer::Abort, id, name: name.clone() });
        }
        Ok(())
    }
}

/// Returns what is said of a match that there is not.
pub(super) fn missing(id: &str) -> Refusal {
    format!("ERR match '{id}' not found.").into()
}

/// Gives the side to move to a player, whose bid becomes the first move.
fn give_sides(game: &mut LiveGame, mover: usize, bids: [Bid; 2]) {
    let side = game.to_move();
    game.black = if side == willow_board::Color::Black { mover } else { 1 - mover };
    game.bids = None;
    game.first_overtime = game.first_late_bidder.map(|player| game.color_of(player));
    let values = bids.map(|bid| bid.played.eval.unwrap_or(0.0));
    game.komi = Komi::Discs(komi_of_bids(values, side));
    game.clocks = willow_board::Color::ALL.map(|color| bids[game.player_of(color)].clock);
    game.clocks_before.push(game.clocks);
    let played = bids[mover].played;
    game.moves.push(played);
    // The bid was checked when it came.
    let _ = game.game.play(played.mv);
}
