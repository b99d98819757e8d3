//! Games with komi: each side hides its bid until both have bid, so the bids go one after the other.
//!
//! | step | where |
//! | --- | --- |
//! | 1. the person bids; the proxy's board shows the bid to the bridge alone | Willow |
//! | 2. the login bids the same as its first move | GGS |
//! | 3. the remote player bids; GGS tells the komi, the colours and the first move | GGS |
//! | 4. the proxy bids what the remote player must have bid: twice the komi less the person's bid | Willow |
//!
//! Bids have hundredths on both sides, and GGS rounds the komi to their exact mean, so nothing is lost.
//! Between equal bids GGS has drawn lots: the proxy names the one who moves. The square of the lower bid
//! is told nobody: the proxy bids the person's.

use willow_board::{Color, Move, Square};
use willow_protocol::{BidValue, ClockState, Command, GameId, Name};

use super::pairing::{GgsGame, HeldMove, Pairing, WillowGame, left_here};
use super::play::is_waiting;
use super::state::{BridgeState, Purpose};
use crate::ggs::PlayedMove;

/// The largest bid here, in hundredths of a disc.
const LARGEST_BID: i32 = 6400;

/// A bid of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProxyBid {
    square: Square,
    value: BidValue,
    /// Whether the remote player moves first.
    moves: bool,
}

impl BridgeState {
    /// Somebody has chosen a move, or the person a bid, that waits to be shown: if it was the person, the
    /// proxy asks which.
    pub(super) fn held_here(
        &mut self,
        proxy: &Name,
        game: GameId,
        color: Option<Color>,
        clocks: &ClockState,
    ) {
        let now = self.now;
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(own) = entry.willow_game_mut(game) else { return };
        if color == Some(own.remote) {
            return self.clocks_seen(proxy, game, clocks);
        }
        let person = (!own.remote).index();
        let (before, after) = (own.left[person], left_here(clocks)[person]);
        let spent = before.zip(after).map(|(before, after)| before.saturating_sub(after));
        if spent != Some(0) {
            own.used = spent.unwrap_or_else(|| now.saturating_sub(own.seen));
        }
        (own.left, own.seen) = (left_here(clocks), now);
        self.act(proxy, Command::Board { game: Some(game) }, Purpose::Play(pairing));
    }

    /// Both have bid here: the colours are decided.
    pub(super) fn bids_shown(&mut self, proxy: &Name, game: GameId, black: &Name) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(own) = entry.willow_game_mut(game) else { return };
        own.remote = if black == proxy { Color::Black } else { Color::White };
        (own.is_bidding, own.held, own.sent) = (false, None, None);
    }

    /// Carries the bids of a game with komi.
    pub(super) fn carry_bids(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let ([there], [here]) = (entry.ggs_games.as_slice(), entry.willow_games.as_slice()) else {
            return;
        };
        let Some(HeldMove { square, bid: Some(value) }) = here.held else { return };
        if here.end.is_some() || !here.is_bidding {
            return;
        }
        if there.is_bidding {
            return self.bid_there(pairing, square, value);
        }
        match proxy_bid(there, here, square, value) {
            Some(bid) => self.bid_here(pairing, bid),
            None => self.give_up(pairing, "the bid on GGS is larger than bids on Willow can be"),
        }
    }

    /// Bids on GGS what the person has bid here. GGS tells nothing until both have bid, so it is sent once.
    fn bid_there(&mut self, pairing: u64, square: Square, value: BidValue) {
        let now = self.now;
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let used = entry.willow_games.first().map_or(0, |game| game.used);
        let login = entry.login.clone();
        let Some(game) = entry.ggs_games.first_mut().filter(|game| game.sent.is_none()) else {
            return;
        };
        game.sent = Some((0, now));
        let id = game.id;
        let played = PlayedMove::new(Move::Place(square))
            .with_eval(f64::from(value.hundredths()) / 100.0)
            .with_seconds(used as f64 / 1000.0);
        self.os(&login, &format!("play {id} {played}"));
    }

    /// Bids here what the remote player has bid on GGS.
    fn bid_here(&mut self, pairing: u64, bid: ProxyBid) {
        let (now, patience) = (self.now, self.settings.patience);
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Pairing { proxy, person, .. } = entry.clone();
        let Some(game) = entry.willow_games.first_mut() else { return };
        if is_waiting(game.sent, 0, now, patience) {
            return;
        }
        game.sent = Some((0, now));
        let ProxyBid { square, value, moves } = bid;
        let mover = Some(if moves { proxy.clone() } else { person });
        let command = Command::Bid { game: Some(game.id), square, value, mover };
        self.act(&proxy, command, Purpose::Play(pairing));
    }
}

/// Returns what the remote player has bid, as far as GGS tells it; `None` if it is more than bids can be.
fn proxy_bid(
    there: &GgsGame,
    here: &WillowGame,
    square: Square,
    person: BidValue,
) -> Option<ProxyBid> {
    let side = here.game.position().side_to_move();
    let moves = there.remote == side;
    let mean = if side == Color::Black { there.komi } else { -there.komi };
    let value = (mean * 200.0).round() as i32 - person.hundredths();
    let first = there.game.moves().next().and_then(Move::square).filter(|_| moves);
    let bid =
        ProxyBid { square: first.unwrap_or(square), value: BidValue::of_hundredths(value), moves };
    (value.abs() <= LARGEST_BID).then_some(bid)
}

#[cfg(test)]
mod tests {
    use willow_board::Game;

    use super::*;
    use crate::bridge::pairing::tests::games;
    use crate::ggs::komi_of_bids;

    /// Returns the bid of the proxy after bids of the person and the remote player, in hundredths.
    fn bid(person: i32, remote: i32, remote_moves: bool) -> Option<ProxyBid> {
        let (mut there, mut here) = games("", "", Color::Black);
        let (black, white) = if remote_moves { ("f5", Color::Black) } else { ("d3", Color::White) };
        there.game.play(black.parse().unwrap()).unwrap();
        there.remote = white;
        there.komi = komi_of_bids([person, remote].map(|bid| f64::from(bid) / 100.0), Color::Black);
        (here.game, here.is_bidding) = (Game::new(), true);
        proxy_bid(&there, &here, Square::D3, BidValue::of_hundredths(person))
    }

    #[test]
    fn the_remote_bid_follows_from_the_komi_exactly() {
        for person in [-6400, -301, -1, 0, 1, 2, 33, 250, 6400] {
            for remote in [-6400, -52, 0, 1, 7, 249, 250, 251, 6399] {
                for moves in [true, false] {
                    // After equal bids the one moves whom GGS has drawn.
                    if person != remote && moves != (person < remote) {
                        continue;
                    }
                    let found = bid(person, remote, moves).unwrap();
                    assert_eq!(found.value.hundredths(), remote, "{person} {remote}");
                    let square = if moves { Square::F5 } else { Square::D3 };
                    assert_eq!((found.moves, found.square), (moves, square), "{person} {remote}");
                }
            }
        }
        assert_eq!(bid(0, 6401, true), None, "too large here");
        assert_eq!(bid(0, -90_000, false), None);
    }
}
