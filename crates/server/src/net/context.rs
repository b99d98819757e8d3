//! The parts of the server that every session uses.

use std::sync::Arc;

use super::{Authenticator, ConnectionRegistry, RateLimits};
use crate::ops::{Limits, Metrics, ServerClock};
use crate::pipeline::InputSender;

/// The parts of the server that every session uses.
#[derive(Clone, Debug)]
pub(crate) struct SessionContext {
    pub(crate) inputs: InputSender,
    pub(crate) registry: ConnectionRegistry,
    pub(crate) authenticator: Authenticator,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    /// The port that speaks HTTP, for clients that try it on the other one.
    pub(crate) http_port: u16,
    /// The address that links to the web client use, if the operator has named one.
    pub(crate) public_url: Option<Arc<str>>,
}
