//! A request over HTTP that speaks to the core: a client of its own, which comes, says its lines and
//! goes.

use std::sync::Arc;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use tokio::sync::oneshot;
use willow_protocol::{Dialect, ErrorCode, Notice, Request};

use super::Web;
use super::address::{ClientAddress, Peer};
use super::wires::{Errand, Script};
use crate::connection::{Client, Shared};
use crate::conversation::{Conversation, Wire};
use crate::core::{ConnId, Refusal};

/// The client behind a request.
pub(super) struct Caller {
    pub(super) shared: Shared,
    peer: Peer,
    address: ClientAddress,
}

impl FromRequestParts<Web> for Caller {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Caller, StatusCode> {
        let lost = |_| StatusCode::INTERNAL_SERVER_ERROR;
        let Extension(peer) = Extension::from_request_parts(parts, web).await.map_err(lost)?;
        let Extension(address) = Extension::from_request_parts(parts, web).await.map_err(lost)?;
        Ok(Caller { shared: web.shared.clone(), peer, address })
    }
}

impl Caller {
    /// Lets the client talk over a wire.
    pub(super) async fn talk(self, wire: impl Wire + 'static) -> Result<(), Refusal> {
        let Caller { shared, peer, address: ClientAddress(address) } = self;
        let admission = peer.admission.or_else(|| shared.gauge.admit(address).map(Arc::new));
        let full = || Refusal::new(ErrorCode::Limit, "there are too many connections");
        let admission = admission.ok_or_else(full)?;
        let limits = shared.limits.clone();
        let (mut client, outbound) =
            Client::connect(shared, ConnId::next(), address, admission).await;
        client.speaks(Dialect::Json);
        tokio::spawn(Conversation::new(client, wire, limits).run(outbound));
        Ok(())
    }

    /// Makes requests, all of which have ids, and returns the answer to the last one, or to the first
    /// one that is refused.
    pub(super) async fn ask(self, requests: &[Request]) -> Result<Notice, Refusal> {
        let (answer, answered) = oneshot::channel();
        self.talk(Errand::new(Script::new(requests), answer)).await?;
        let nothing = |_| Refusal::new(ErrorCode::NotNow, "there is no answer to this here");
        answered.await.map_err(nothing)
    }
}
