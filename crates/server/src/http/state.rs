//! The parts of the server that HTTP handlers use.

use crate::web_assets::Bundle;
use ipnet::IpNet;

use crate::books::Books;
use crate::net::{ExportPermits, QueryPermits, SessionContext};
use crate::pipeline::ListReader;
use crate::push::PushDoor;
use crate::store::Store;

/// The parts of the server that HTTP handlers use.
#[derive(Clone, Debug)]
pub(crate) struct HttpState {
    pub(crate) context: SessionContext,
    /// The readers for visitors.
    pub(crate) store: Store,
    /// Limits the queries to the store.
    pub(crate) query_permits: QueryPermits,
    /// Who is online and what is played.
    pub(crate) lists: ListReader,
    /// Limits the exports.
    pub(crate) exports: ExportPermits,
    /// The origins of other pages that may read answers; `*` is all of them.
    pub(crate) cors_origins: Vec<String>,
    /// The origins of other pages that may open a WebSocket.
    pub(crate) origins: Vec<String>,
    /// Whether the port itself uses TLS.
    pub(crate) is_encrypted: bool,
    /// The web client, unless it is switched off.
    pub(crate) web: Option<&'static Bundle>,
    /// The opening books.
    pub(crate) books: Books,
    /// Notifications, unless they are switched off.
    pub(crate) push: Option<PushDoor>,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub(crate) trusted_proxies: Vec<IpNet>,
}
