//! Games: terms, clocks, state and end, and what a client keeps of one.

mod clock_parts;
mod details;
mod end;
mod komi;
mod rated;
mod reducer;
mod side;
pub(crate) mod speed_class;
mod square_set;
mod state;
mod terms;
mod thought;
mod turn;

pub use clock_parts::{ClockParts, ClockPartsOfBoth, ClockPhase};
pub use details::{
    AbsentPlayer, GameProgress, GameRatings, LISTED_SPECTATORS, OfferedResult, OwnMove,
    PlayerRating, RatingChange, StateDetails, SummaryDetails,
};
pub use end::{EndKind, GameEnd};
pub use komi::{BidValue, Discs, Komi, KomiBid, ParseDiscsError};
pub use rated::{
    LARGEST_KNOWN_DEVIATION, MAX_RATED_DISCS, MIN_RATED_FIRST_MOVE, MIN_RATED_MOVES,
    MIN_RATED_TIME, UnratableTerms, is_provisional,
};
pub use reducer::Applied;
pub use side::Side;
pub use speed_class::SpeedClass;
pub use square_set::SquareSet;
pub use state::{
    ClockState, GameState, GameSummary, HistoryEntry, MoveList, Offer, OfferState, OwnGame,
    PairResult,
};
pub use terms::{ColorChoice, ParseTermsError, Start, Terms};
pub use thought::{GameThoughts, Thought, ThoughtDetail};
pub use turn::TurnDetails;
