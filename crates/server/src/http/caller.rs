//! A client that sends its commands over HTTP: a session for each request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use tokio::sync::oneshot;
use willow_protocol::{Encoding, ErrorDetail, Notice, Request};

use super::state::HttpState;
use super::transports::{OneShotTransport, RequestScript};
use crate::domain::Refusal;
use crate::net::{ClientAddress, Connection, Peer, Session, SessionContext, Transport};

/// The client behind a request.
pub(super) struct Caller {
    pub(super) context: SessionContext,
    peer: Peer,
    address: ClientAddress,
    /// The token in the cookie of a browser.
    cookie: Option<String>,
}

/// Whether a session delivers the events of its user's private room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrivateRoom {
    /// It delivers them.
    Read,
    /// It does not: they stay unseen.
    Unread,
}

impl FromRequestParts<HttpState> for Caller {
    type Rejection = StatusCode;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<Caller, StatusCode> {
        let missing = |_| StatusCode::INTERNAL_SERVER_ERROR;
        let Extension(peer) = Extension::from_request_parts(parts, state).await.map_err(missing)?;
        let Extension(address) =
            Extension::from_request_parts(parts, state).await.map_err(missing)?;
        Ok(Caller { context: state.context.clone(), peer, address, cookie: None })
    }
}

impl Caller {
    /// Returns the address of the connection itself, which may be a proxy's.
    pub(super) const fn peer_address(&self) -> IpAddr {
        self.peer.address
    }

    /// Lets the caller log in with the token in its cookie.
    pub(super) fn with_cookie(self, cookie: String) -> Caller {
        Caller { cookie: Some(cookie), ..self }
    }

    /// Ignores the cookie.
    pub(super) fn without_cookie(self) -> Caller {
        Caller { cookie: None, ..self }
    }

    /// Returns whether the caller has a cookie that it may use.
    pub(super) const fn has_cookie(&self) -> bool {
        self.cookie.is_some()
    }

    /// Runs a session over a transport, in a task of its own.
    pub(super) async fn run(
        self,
        transport: impl Transport + 'static,
        private_room: PrivateRoom,
    ) -> Result<(), Refusal> {
        let Caller { context, peer, address: ClientAddress(address), cookie } = self;
        let permit = peer.permit.or_else(|| context.rate_limits.admit(address).map(Arc::new));
        let full = || Refusal::new(ErrorDetail::TooManyConnections, "too many connections");
        let permit = permit.ok_or_else(full)?;
        let limits = context.limits.clone();
        let (mut session, outbound) = Session::start(context, address, permit).await;
        session.set_encoding(Encoding::Json);
        session.set_cookie(cookie);
        if private_room == PrivateRoom::Unread {
            session.leave_private_unread().await;
        }
        tokio::spawn(Connection::new(session, transport, limits).run(outbound));
        Ok(())
    }

    /// Sends requests, all of which have ids. Returns the answer to the last one, or to the first one
    /// that is refused.
    pub(super) async fn request(self, requests: &[Request]) -> Result<Notice, Refusal> {
        let (sender, answer) = oneshot::channel();
        self.run(OneShotTransport::new(RequestScript::new(requests), sender), PrivateRoom::Unread)
            .await?;
        let nothing =
            |_| Refusal::new(ErrorDetail::NoAnswerOverHttp, "this command has no answer over HTTP");
        answer.await.map_err(nothing)
    }
}
