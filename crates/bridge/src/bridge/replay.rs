//! A recorded dialogue in the place of the servers: the bridge must say what it said then.
//!
//! Each thing that the servers said is given when the bridge has said what it had said before that. The times are
//! those of the recording, so nothing waits and the outcome is always the same.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::carrier::{Carrier, Deed};
use super::config::Passwords;
use super::pairing::PairingRecord;
use super::recording::{NO_PASSWORD, Recorded, Recording};
use super::settings::BridgeSettings;
use super::sides::{link_names, sides};
use super::state::BridgeState;

/// How far a recorded dialogue went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// What the servers said: lines, or pieces of them.
    pub heard: usize,
    /// The lines of the bridge. All were those of the recording.
    pub said: usize,
}

/// What a bridge says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A line over a link.
    Line(String, String),
    /// A link is closed.
    Leave(String),
    /// Nothing.
    Nothing,
}

impl fmt::Display for Saying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Saying::Line(link, line) => write!(f, "`{line}` to {link}"),
            Saying::Leave(link) => write!(f, "an end of the connection to {link}"),
            Saying::Nothing => f.write_str("nothing"),
        }
    }
}

/// A dialogue goes another way than the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The bridge says something else.
    #[error("line {line} of the recording has {recorded}, the bridge says {said}")]
    Differs {
        /// The line of the recording.
        line: usize,
        /// What the recording has.
        recorded: Saying,
        /// What the bridge says.
        said: Saying,
    },
    /// The recording has a link that this bridge does not have: it belongs to another configuration.
    #[error("line {line} of the recording: this bridge has no link `{link}`")]
    OtherLink {
        /// The line of the recording.
        line: usize,
        /// The link.
        link: String,
    },
}

/// Plays a recorded dialogue to a bridge with these settings. What the bridge logs goes to `log`.
///
/// Lines of the bridge after the last entry are no difference: the recording was cut off there.
///
/// # Errors
/// The bridge must say line by line what the recording has.
pub fn replay(
    settings: BridgeSettings,
    recording: &Recording,
    log: &mut dyn FnMut(&str),
) -> Result<Replayed, ReplayError> {
    let names = link_names(&settings);
    // Each link has the password that stands in the recording.
    let passwords = Passwords { willow: NO_PASSWORD.to_owned(), logins: Vec::new() };
    let (willow, logins) = sides(&settings, &passwords, &recording.run);
    let state = BridgeState::new(settings, &remembered(recording), 0);
    let links = names.iter().cloned().zip(0..).collect();
    let carrier = Carrier::new(state, willow, logins);
    let said = VecDeque::new();
    Stage { carrier, names, links, said, replayed: Replayed::default(), log }.play(recording)
}

/// Returns the matches that the journal remembered.
fn remembered(recording: &Recording) -> Vec<PairingRecord> {
    let record = |what: &Recorded| match what {
        Recorded::Match(record) => Some((**record).clone()),
        _ => None,
    };
    recording.entries.iter().filter_map(|(_, entry)| record(&entry.what)).collect()
}

/// A bridge to which a recording is played.
struct Stage<'a> {
    carrier: Carrier,
    names: Vec<String>,
    links: HashMap<String, usize>,
    /// What the bridge has said, and the recording was not compared with.
    said: VecDeque<Saying>,
    replayed: Replayed,
    log: &'a mut dyn FnMut(&str),
}

impl Stage<'_> {
    fn play(mut self, recording: &Recording) -> Result<Replayed, ReplayError> {
        for (line, entry) in &recording.entries {
            let now = Duration::from_millis(entry.at);
            match &entry.what {
                Recorded::Match(_) => {}
                Recorded::Said(link, text) => {
                    self.replayed.said += 1;
                    self.compare(*line, Saying::Line(link.clone(), text.clone()))?;
                }
                Recorded::Left(link) => self.compare(*line, Saying::Leave(link.clone()))?,
                input => {
                    self.compare(*line, Saying::Nothing)?;
                    self.input(*line, input, now)?;
                    self.hear_bridge();
                }
            }
        }
        Ok(self.replayed)
    }

    /// Compares what the bridge says next with what it said then.
    fn compare(&mut self, line: usize, recorded: Saying) -> Result<(), ReplayError> {
        let said = self.said.pop_front().unwrap_or(Saying::Nothing);
        if said == recorded { Ok(()) } else { Err(ReplayError::Differs { line, recorded, said }) }
    }

    fn link(&self, line: usize, name: &str) -> Result<usize, ReplayError> {
        let link = self.links.get(name).copied();
        link.ok_or_else(|| ReplayError::OtherLink { line, link: name.to_owned() })
    }

    fn input(&mut self, line: usize, input: &Recorded, now: Duration) -> Result<(), ReplayError> {
        match input {
            Recorded::Opened(name) => self.carrier.connected(self.link(line, name)?, now),
            Recorded::Heard(name, bytes) => {
                self.replayed.heard += 1;
                self.carrier.received(self.link(line, name)?, bytes, now);
            }
            Recorded::Closed(name, _) => self.carrier.closed(self.link(line, name)?, now),
            Recorded::Tick => self.carrier.tick(now),
            Recorded::Match(_) | Recorded::Said(..) | Recorded::Left(_) => {}
        }
        Ok(())
    }

    fn hear_bridge(&mut self) {
        for deed in self.carrier.take_deeds() {
            match deed {
                Deed::Send(link, line) => {
                    self.said.push_back(Saying::Line(self.names[link].clone(), line));
                }
                Deed::Close(link, _) => {
                    self.said.push_back(Saying::Leave(self.names[link].clone()));
                }
                Deed::Log(line) => (self.log)(&line),
                Deed::LoggedIn(_) | Deed::Remember(_) => {}
            }
        }
    }
}
