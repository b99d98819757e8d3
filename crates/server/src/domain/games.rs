//! The games in memory and what their players, spectators and bots do.

mod adjournments;
mod bids;
mod bot_moves;
mod early_ends;
mod lockstep;
mod play;
mod results;
mod slow_games;
mod spectators;
mod standstill;

pub(crate) use self::bids::check_komi;
pub(crate) use self::bot_moves::BotMove;
pub(crate) use self::early_ends::{EarlyEnds, forgotten_until};
pub(crate) use self::play::{ABORT_BEFORE, Player};
pub(crate) use self::slow_games::SlowTurn;
pub(crate) use self::spectators::KnownSpectators;
