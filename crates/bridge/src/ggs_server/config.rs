//! What the operator of a server decides.

/// Who becomes a registered player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// Those whom the operator names: the password of their first login is theirs.
    Named(Vec<String>),
    /// Everybody who logs in under a new name: for clubs and tests.
    Everybody,
}

/// The settings of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// The place that records name.
    pub place: String,
    /// Who becomes a registered player.
    pub registration: Registration,
    /// The seed of the random starts and colours.
    pub seed: u64,
    /// The most connections.
    pub max_connections: usize,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            place: "GGS/os".to_owned(),
            registration: Registration::Named(Vec::new()),
            seed: 0,
            max_connections: 500,
        }
    }
}
