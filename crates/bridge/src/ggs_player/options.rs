//! What the operator of a player on GGS decides.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use willow_players::PlayerSpec;

/// Whether matches are rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RatedChoice {
    /// As whoever asks wants.
    #[default]
    AsAsked,
    /// Only rated.
    Only,
    /// Only unrated.
    Never,
}

/// What the operator of a player on GGS decides.
#[derive(Clone)]
pub struct PlayerOptions {
    /// The name on the server.
    pub login: String,
    /// What the server asks for after the name.
    pub password: String,
    /// The player that chooses the moves.
    pub spec: PlayerSpec,
    /// The seed of the player's random moves.
    pub seed: u64,
    /// The most matches at once.
    pub open: u32,
    /// Whether the player's own times are reported, so that the network costs no time.
    pub trust: bool,
    /// Whether matches are rated.
    pub rated: RatedChoice,
    /// Requests to everybody are accepted too.
    pub accepts_open: bool,
    /// Requests to go on with stored matches are accepted: the opponent had time to analyse.
    pub resumes: bool,
    /// What the player asks for itself, as after `ask`: `s8r20 5 bob`.
    pub ask: Option<String>,
    /// The matches after which the player leaves.
    pub stop_after: Option<u32>,
    /// Where the games are kept.
    pub folder: Option<PathBuf>,
    /// How long the player tries to reach a server that is away.
    pub patience: Duration,
}

impl fmt::Debug for PlayerOptions {
    /// Leaves the password out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("PlayerOptions");
        text.field("login", &self.login).field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl PlayerOptions {
    /// Returns the usual options.
    pub fn new(login: &str, password: &str, spec: PlayerSpec) -> PlayerOptions {
        PlayerOptions {
            login: login.to_owned(),
            password: password.to_owned(),
            spec,
            seed: 0,
            open: 1,
            trust: true,
            rated: RatedChoice::AsAsked,
            accepts_open: false,
            resumes: false,
            ask: None,
            stop_after: None,
            folder: None,
            patience: Duration::from_mins(10),
        }
    }
}
