//! A key of a player's SPEC as `willow help players` describes it.

/// The key that gives a player a time for each move.
pub(crate) const TIME_KEY: &str = "time";

/// A key that a kind of player has in its SPEC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerKey {
    /// The key in a SPEC.
    pub name: &'static str,
    /// The form of its values, for example `1..60`.
    pub values: &'static str,
    /// The meaning in one line.
    pub meaning: &'static str,
    /// The value or behaviour without the key.
    pub default: &'static str,
}

impl PlayerKey {
    /// Declares a key.
    pub(crate) const fn new(
        name: &'static str,
        values: &'static str,
        meaning: &'static str,
        default: &'static str,
    ) -> PlayerKey {
        PlayerKey { name, values, meaning, default }
    }

    /// The key for the time for each move.
    pub(crate) const TIME: PlayerKey =
        PlayerKey::new(TIME_KEY, "TIME such as 100ms or 1s", "the time for each move", "no limit");

    /// The key for the depth of a search, in plies.
    pub(crate) const DEPTH: PlayerKey =
        PlayerKey::new("depth", "1..60", "the most plies to search", "no limit");

    /// The key for the number of nodes of a search.
    pub(crate) const NODES: PlayerKey = PlayerKey::new(
        "nodes",
        "COUNT such as 200k or 1M",
        "the most positions to visit for a move",
        "no limit",
    );

    /// The key for the seed of a player that draws random numbers.
    pub(crate) const SEED: PlayerKey = PlayerKey::new(
        "seed",
        "0..18446744073709551615",
        "the seed of its random numbers",
        "drawn at random and shown in the player's name",
    );

    /// Returns a key that turns a part of a player on or off.
    pub(crate) const fn switch(
        name: &'static str,
        meaning: &'static str,
        default: &'static str,
    ) -> PlayerKey {
        PlayerKey { name, values: "on|off", meaning, default }
    }
}
