//! What the small server hides until both sides have it: moves in lock-step, and bids.

use serde_json::{Value, json};
use willow_board::{Color, Move, Square};
use willow_protocol::{BidValue, Name, Side};

use crate::fake_willow::{FakeGame, FakeWillow, NO_GAME};

/// The bids for the first move, Black's first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bidding(pub(crate) [Option<(Square, BidValue)>; 2]);

impl FakeWillow {
    /// Returns whether a move must wait for one in the other game of a pair in lock-step.
    pub(crate) fn must_hold(&self, id: u64) -> bool {
        let game = &self.games[&id];
        let twin = game.twin.filter(|_| game.terms.lockstep).and_then(|twin| self.games.get(&twin));
        twin.filter(|twin| twin.end.is_none()).is_some_and(|twin| {
            twin.game.n_plies() + usize::from(twin.held.is_some()) <= game.game.n_plies()
        })
    }

    /// Holds a move.
    pub(crate) fn hold(&mut self, id: u64, color: Color, mv: Move) -> Result<Option<u64>, String> {
        let now = self.now;
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        if game.held.is_some() {
            return Err("a move waits".to_owned());
        }
        game.game.position().check(mv).map_err(|_| "the move is illegal".to_owned())?;
        if let Some(left) = &mut game.left[color.index()] {
            *left = left.saturating_sub(now - game.since);
        }
        game.held = Some((mv, now - game.since));
        let clocks = self.clocks(&self.games[&id]);
        self.in_game(id, json!({"event": "held", "color": Side(color), "clocks": clocks}));
        Ok(Some(id))
    }

    /// Shows the moves of a pair that need not wait any longer.
    pub(crate) fn release(&mut self, id: u64) -> Result<(), String> {
        let twin = self.games[&id].twin;
        for id in [Some(id), twin].into_iter().flatten() {
            if self.must_hold(id) {
                continue;
            }
            let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
            if let Some((mv, used)) = game.held.take() {
                self.show_move(id, mv, used)?;
            }
        }
        Ok(())
    }

    /// Bids for the first move.
    pub(crate) fn bid(
        &mut self,
        who: &Name,
        id: u64,
        (square, value): (Square, BidValue),
        mover: Option<&Name>,
    ) -> Result<Option<u64>, String> {
        let color = self.color_of(who, id)?;
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        let bidding = game.bidding.as_mut().ok_or("no bid is wanted")?;
        if bidding.0[color.index()].is_some() {
            return Err("you have bid".to_owned());
        }
        bidding.0[color.index()] = Some((square, value));
        let Bidding([Some(black), Some(white)]) = *bidding else {
            let clocks = self.clocks(&self.games[&id]);
            self.in_game(id, json!({"event": "bid", "name": who, "clocks": clocks}));
            return Ok(Some(id));
        };
        let winner = match black.1.cmp(&white.1) {
            std::cmp::Ordering::Greater => Color::Black,
            std::cmp::Ordering::Equal if mover == Some(&game.black) => Color::Black,
            std::cmp::Ordering::Equal | std::cmp::Ordering::Less => Color::White,
        };
        let square = if winner == Color::Black { black.0 } else { white.0 };
        self.begin_after_bids(id, winner, black.1.mean(white.1), square)
    }

    fn begin_after_bids(
        &mut self,
        id: u64,
        winner: Color,
        mean: willow_protocol::Komi,
        square: Square,
    ) -> Result<Option<u64>, String> {
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        let side = game.game.position().side_to_move();
        let komi = if side == Color::Black { mean } else { mean.of_other_side() };
        let exchanged = winner != side;
        if exchanged {
            std::mem::swap(&mut game.black, &mut game.white);
        }
        (game.bidding, game.komi) = (None, Some(komi));
        let (black, white) = (game.black.clone(), game.white.clone());
        self.in_game(
            id,
            json!({
                "event": "komi", "komi": komi, "black": black, "white": white,
                "exchanged": exchanged, "bids": [],
            }),
        );
        self.show_move(id, Move::Place(square), 0)?;
        Ok(Some(id))
    }

    /// Adds to the state of a game what its reader may see of what waits.
    pub(crate) fn add_hidden(&self, who: &Name, game: &FakeGame, state: &mut Value) {
        if game.bidding.is_some() {
            state["bidding"] = true.into();
        }
        if !self.is_proxy(who) {
            return;
        }
        let own = if game.black == *who { Color::Black } else { Color::White };
        if let Some((mv, _)) = game.held
            && game.game.position().side_to_move() != own
        {
            state["opponent_move"] = mv.to_string().into();
        }
        if let Some((square, value)) = game.bidding.and_then(|bids| bids.0[(!own).index()]) {
            state["opponent_move"] = square.to_string().into();
            state["opponent_bid"] = value.to_string().into();
        }
    }
}
