//! Checks before a move or a bid: whose turn it is, the ply, the bid.

use willow_board::{Color, Move, Position, Rejection, Square};
use willow_protocol::ErrorDetail;

use super::ActiveGame;
use crate::domain::{Refusal, refuse};

impl ActiveGame {
    /// Makes sure that a player may move now, and returns the square. The referee decides whether the move is
    /// legal.
    pub(crate) fn checked_square(
        &self,
        color: Color,
        mv: Move,
        ply: Option<u32>,
    ) -> Result<Square, Refusal> {
        let plies = self.game().n_plies();
        if let Some(ply) = ply.filter(|&ply| ply as usize != plies) {
            let message = format!(
                "game {} is at ply {plies}, not {ply}; the number of a game stands before the square",
                self.id
            );
            return refuse(ErrorDetail::WrongPly, message);
        }
        let Move::Place(square) = mv else {
            return refuse(
                ErrorDetail::PassIsAutomatic,
                "the server passes for you when you have no move; you need not type `pass`",
            );
        };
        self.check_turn(color)?;
        Ok(square)
    }

    fn check_turn(&self, color: Color) -> Result<(), Refusal> {
        if self.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        if self.adjourned_since().is_some() {
            return Err(Refusal::adjourned());
        }
        if self.referee.to_move() != Some(color) {
            return refuse(ErrorDetail::NotYourTurn, "it is not your turn");
        }
        if self.held.is_some() {
            let message = "you have moved; the move waits for one in the other game of the pair";
            return refuse(ErrorDetail::MoveHeld, message);
        }
        Ok(())
    }

    /// Makes sure that a player may bid this first move now.
    pub(crate) fn check_bid(&self, color: Color, square: Square) -> Result<(), Refusal> {
        let has_bid = self.bidding.map(|bidding| bidding.bids[color.index()].is_some());
        if has_bid != Some(false) {
            let message = "this game expects no bid from you";
            return refuse(ErrorDetail::NoBidWanted, message);
        }
        let position = self.game().position();
        if !position.legal_moves().contains(square) {
            let moves = squares(position);
            let message = format!("{square} flips no disc; the legal moves are {moves}");
            return refuse(ErrorDetail::IllegalMove, message);
        }
        Ok(())
    }
}

/// Refuses a move; an illegal one with the moves that are legal.
pub(crate) fn move_refusal(rejection: Rejection, position: &Position) -> Refusal {
    let detail = match rejection {
        Rejection::Illegal { reason, .. } => {
            let moves = squares(position);
            let message = format!("{reason}; the legal moves are {moves}");
            return Refusal::new(ErrorDetail::IllegalMove, message);
        }
        Rejection::GameOver => ErrorDetail::GameOver,
        _ => ErrorDetail::ClockStopped,
    };
    Refusal::new(detail, rejection)
}

/// Lists the legal moves.
fn squares(position: &Position) -> String {
    let moves = position.legal_moves().squares().map(|square| square.to_string());
    moves.collect::<Vec<String>>().join(" ")
}
