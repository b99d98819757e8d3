//! The settings of a player in the Othello service.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::formula::Formula;

/// The most names in a list of a player.
pub(crate) const MOST_NAMES: usize = 64;

/// The settings of a player in the Othello service. As on GGS, who is new has all of them off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(crate) struct Settings {
    /// The most matches at once; 0 refuses all.
    pub(crate) open: u32,
    /// Whether the player's own times are believed.
    pub(crate) trust: bool,
    /// Whether the matches that the player asks for are rated.
    pub(crate) rated: bool,
    /// Whether everybody's requests are shown.
    pub(crate) request: bool,
    /// Whether games are shown as GGF.
    pub(crate) client: bool,
    /// Whether the player is told who watches.
    pub(crate) watch: bool,
    /// Whether the matches of others are announced.
    pub(crate) notify: bool,
    /// The formula of requests that are accepted without being asked.
    pub(crate) aform: Formula,
    /// The formula of requests that are declined.
    pub(crate) dform: Formula,
    /// Whose requests and chat are not shown.
    pub(crate) ignore: BTreeSet<String>,
    /// Whose matches are watched as they begin.
    pub(crate) track: BTreeSet<String>,
}
