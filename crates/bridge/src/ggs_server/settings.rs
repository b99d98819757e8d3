//! The settings of a player in the Othello service.

/// The rating of everybody: this server rates nobody.
pub(crate) const RATING: f64 = 1720.0;

/// The settings of a player in the Othello service. As on GGS, who is new has all of them off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The most matches at once; 0 refuses all.
    pub(crate) open: u32,
    /// Whether the player's own times are believed.
    pub(crate) trust: bool,
    /// Whether the matches that the player asks for are rated.
    pub(crate) rated: bool,
    /// Whether everybody's requests are shown.
    pub(crate) request: bool,
}
