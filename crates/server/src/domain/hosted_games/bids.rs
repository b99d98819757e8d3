//! Games with komi: both players bid a first move and its value, and the higher bidder plays it.
//!
//! As on GGS: the komi is the mean of both bids, the higher bidder gets the side to move, and chance
//! decides between equal bids. Both clocks run until their players have bid.

use std::cmp::Ordering;

use willow_board::{Color, RandomSource as _};
use willow_protocol::{ColorChoice, ErrorDetail, Event, GameId, Terms};

use crate::domain::{
    CommandOutcome, GameChange, HeldContent, HeldRow, Player, Refusal, Reply, ServerState,
    is_private, refuse,
};

impl ServerState {
    /// Bids in a game with komi. The second bid begins the game.
    pub(crate) fn bid(
        &mut self,
        Player { game, color }: Player,
        content: HeldContent,
        mover: Option<Color>,
    ) -> CommandOutcome {
        let now = self.shared.context.now;
        let hosted = self.games.find_mut(game)?;
        hosted.check_bid(color, content.square)?;
        hosted.game.run_clocks(now);
        let result = self.games.next_event_of(game);
        self.take_bid(Player { game, color }, content, mover);
        Ok(Reply::DoneWith(result))
    }

    fn take_bid(
        &mut self,
        Player { game, color }: Player,
        content: HeldContent,
        mover: Option<Color>,
    ) {
        let now = self.shared.context.now;
        let Some(hosted) = self.games.get_mut(game) else { return };
        hosted.game.bid(color, Some(content), now);
        if let Some(bids) = hosted.both_bids() {
            return self.begin_with(game, bids, mover);
        }
        let name = hosted.names[color.index()].clone();
        let clocks = hosted.clocks(now);
        self.shared.context.write(GameChange::Held(HeldRow { game, color, content }));
        self.games.publish(game, Event::Bid { name, clocks }, &mut self.shared);
        self.games.set_flag_timer(game, &mut self.shared.context);
    }

    /// Begins the game of two bids: the higher bidder plays the side to move. Between equal bids the
    /// `mover` decides whom the other server of a bridge has drawn, or chance.
    fn begin_with(&mut self, game: GameId, bids: [HeldContent; 2], mover: Option<Color>) {
        let now = self.shared.context.now;
        let [black, white] = bids.map(|bid| bid.value);
        let winner = match black.cmp(&white) {
            Ordering::Greater => Color::Black,
            Ordering::Less => Color::White,
            Ordering::Equal => mover.unwrap_or_else(|| {
                if self.shared.context.rng.coin_flip() { Color::Black } else { Color::White }
            }),
        };
        let Some(hosted) = self.games.get_mut(game) else { return };
        let side = hosted.game().position().side_to_move();
        let mean = black.mean(white);
        let komi = if side == Color::Black { mean } else { mean.of_other_side() };
        let (exchanged, bids_shown) = (winner != side, hosted.shown_bids());
        if exchanged {
            hosted.exchange_colors();
        }
        hosted.game.end_bidding(komi, now);
        let [black, white] = hosted.names.clone();
        let ratings = hosted.ratings;
        let first = hosted.game.place(bids[winner.index()].square, now).unwrap_or_default();
        self.shared.context.write(GameChange::Revealed(game));
        if exchanged {
            self.shared.context.write(GameChange::ColorsExchanged { game, ratings });
        }
        let begun = Event::Komi { komi, black, white, exchanged, bids: bids_shown };
        self.publish_game_events(game, [vec![begun], first].concat());
        if exchanged {
            self.announce_colors(game);
        }
    }

    /// Tells the lobby who plays which colour now.
    fn announce_colors(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        if hosted.end.is_none() && !is_private(game) {
            let playing = Event::Playing(hosted.listed_game(&self.shared.accounts));
            self.lobby.publish(playing, &mut self.shared);
        }
    }
}

/// Makes sure that the other terms fit a game with komi.
pub(crate) fn check_komi(terms: &Terms) -> Result<(), Refusal> {
    if !terms.komi {
        return Ok(());
    }
    if terms.synchro {
        let message = "a game with komi is not one of a pair; leave out `komi`, or the pair";
        return refuse(ErrorDetail::KomiInPair, message);
    }
    if terms.color != ColorChoice::Random {
        let message = "in a game with komi the bids decide the colours; leave out the colour";
        return refuse(ErrorDetail::ColorInKomi, message);
    }
    Ok(())
}
