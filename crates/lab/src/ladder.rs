//! One ladder of all players: ratings by games between neighbours in strength.
//!
//! It begins with rough guesses ([`players`]). Again and again the two neighbours by the ratings of the
//! moment meet whose game tells most ([`next_pair`]): they play one random opening twice, colours changed.
//! Every game is in the [`Ledger`] as soon as it is over. After the last one a [`Table`] has the ratings,
//! with `random` at 0.

mod ledger;
mod pairing;
mod roster;
mod run;
mod table;

pub use ledger::{LadderOptions, Ledger, RatedGame};
pub use pairing::next_pair;
pub use roster::{LadderPlayer, players, with_specs};
pub use run::{Limits, News, run};
pub use table::{Row, Table};
