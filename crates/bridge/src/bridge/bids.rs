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
use willow_protocol::{BidValue, Command};

use super::carried_match::{GgsGame, HeldMove, Pairing, WillowGame};
use super::shared_state::{Context, Purpose};
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

impl Pairing {
    /// Carries the bids of a game with komi.
    pub(super) fn carry_bids(&mut self, ctx: &mut Context) {
        let ([there], [here]) = (&mut self.ggs_games[..], &mut self.willow_games[..]) else {
            return;
        };
        let Some(HeldMove { square, bid: Some(value) }) = here.held() else { return };
        if here.end().is_some() || !here.is_bidding() {
            return;
        }
        if there.is_bidding {
            // GGS tells nothing until both have bid, so it is sent once.
            if there.sent.is_none() {
                there.sent = Some((0, ctx.now));
                let played = PlayedMove::new(Move::Place(square))
                    .with_eval(f64::from(value.hundredths()) / HUNDREDTHS_PER_DISC)
                    .with_seconds(here.used as f64 / 1000.0);
                ctx.os(&self.login, &format!("play {} {played}", there.id));
            }
            return;
        }
        match proxy_bid(there, here, square, value) {
            Some(ProxyBid { square, value, moves }) => {
                if ctx.may_send(&mut here.sent, 0) {
                    let mover = Some(if moves { &self.proxy } else { &self.person }.clone());
                    let bid = Command::Bid { game: Some(here.id()), square, value, mover };
                    ctx.act(&self.proxy, bid, Purpose::Play(self.id));
                }
            }
            None => self.give_up(ctx, "the bid on GGS is larger than bids on Willow can be"),
        }
    }
}

const HUNDREDTHS_PER_DISC: f64 = 100.0;

/// Returns what the remote player has bid, as far as GGS tells it; `None` if it is more than bids can be.
fn proxy_bid(
    there: &GgsGame,
    here: &WillowGame,
    square: Square,
    person: BidValue,
) -> Option<ProxyBid> {
    let side = here.state.position.side_to_move();
    let moves = there.remote == side;
    let mean = if side == Color::Black { there.komi } else { -there.komi };
    let sum = 2.0 * mean * HUNDREDTHS_PER_DISC;
    let value = sum.round() as i32 - person.hundredths();
    let first = there.game.moves().next().and_then(Move::square).filter(|_| moves);
    let bid =
        ProxyBid { square: first.unwrap_or(square), value: BidValue::of_hundredths(value), moves };
    (value.abs() <= LARGEST_BID).then_some(bid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::carried_match::tests::games;

    /// Returns the bid of the proxy after bids of the person and the remote player, in hundredths.
    fn bid(person: i32, remote: i32, remote_moves: bool) -> Option<ProxyBid> {
        let (mut there, here) = games("", "", Color::Black);
        let (black, white) = if remote_moves { ("f5", Color::Black) } else { ("d3", Color::White) };
        there.game.play(black.parse().unwrap()).unwrap();
        there.remote = white;
        let [one, other] = [person, remote].map(BidValue::of_hundredths);
        there.komi = f64::from(one.mean(other).thousandths()) / 1000.0;
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
