//! The ladder: ratings of all players, from games between neighbours in strength.
//!
//! The ladder begins with a rough prior rating of each player ([`players`]). Then pairs of games
//! are played: of all neighbours by the current ratings, by the two whose game gives the most
//! information ([`next_pair`]), with one random opening played twice and colours changed. Every
//! finished game is appended to the [`LadderLog`]. The result is a [`RatingTable`], with `random`
//! at 600 Elo, the scale of the ratings on a server.

mod ladder_log;
mod pairing;
mod rated_players;
mod rating_table;
mod ratings;
mod run;

pub use ladder_log::{LadderLog, LadderOptions, RatedGame};
pub use pairing::next_pair;
pub use rated_players::{LadderPlayer, players, with_specs};
pub use rating_table::{PlayerRating, RatingTable};
pub use run::{LadderLimits, run};
