//! The players of another server whom a bridge brings over its connection.
//!
//! To the domain each proxy is a connection of its own. So whatever a user can do, a proxy can do, and
//! what the user would receive comes to the bridge under the name of the proxy.

use std::collections::HashMap;
use std::sync::Arc;

use willow_protocol::{
    Access, CloseReason, Command, CommandKind, ErrorDetail, Event, Name, Notice, Request,
    RequestId, Subject,
};

use super::{Action, Session};
use crate::domain::{ConnId, EncodedNotice, Input, Refusal, UserId};
use crate::net::next_connection_id;

impl Session {
    /// Brings a proxy. The domain checks the rest.
    pub(super) async fn bring(&mut self, id: Option<RequestId>, name: Name) -> Action {
        let bridge = self.id;
        let known = self.proxies.get(&name).map(|proxy| proxy.connection);
        let proxy = known.unwrap_or_else(|| {
            let connection = next_connection_id();
            self.context.registry.insert_proxy(connection, bridge, name.clone());
            self.proxies.insert(Proxy { connection, name: name.clone(), user: None });
            connection
        });
        self.forward(Input::ProxyCame { bridge, proxy, id, name }).await
    }

    pub(super) async fn let_go(&mut self, id: Option<RequestId>, name: Name) -> Action {
        let bridge = self.id;
        match self.proxies.get(&name).map(|proxy| proxy.connection) {
            Some(proxy) => self.forward(Input::ProxyLeft { bridge, proxy, id }).await,
            None => self.refuse(id, CommandKind::Proxy.description().name, no_such_proxy(&name)),
        }
    }

    /// Executes a command for a proxy, within the limits of both.
    pub(super) async fn execute_as(
        &mut self,
        id: Option<RequestId>,
        name: Name,
        command: Command,
    ) -> Action {
        let kind = command.kind();
        let bridge = self.account.as_ref().map(|&(user, _)| user);
        let proxy = self.proxies.get(&name).map(|proxy| (proxy.connection, proxy.user));
        let (Some(bridge), Some((connection, user))) = (bridge, proxy) else {
            self.context.metrics.refusals.inc();
            let counted = self.context.rate_limits.count_command(bridge, self.address);
            let refusal = counted.err().unwrap_or_else(|| no_such_proxy(&name));
            return self.refuse(id, CommandKind::As.description().name, refusal);
        };
        let refusal = match self.context.rate_limits.count_proxied(bridge, user) {
            Err(refusal) => refusal,
            Ok(()) if !is_for_proxies(kind) => not_for_proxies(kind),
            Ok(()) => {
                let request = Request { id, command };
                return self.forward(Input::Request { connection, request }).await;
            }
        };
        // A player who types too fast does not end the connection of all others.
        self.context.metrics.refusals.inc();
        let event = refusal.into_event(kind.description().name);
        Action::Send(self.notice_for(name, id, event))
    }

    /// Records who a proxy is.
    pub(crate) fn proxy_entered(&mut self, connection: ConnId, user: UserId) {
        if let Some(proxy) = self.proxies.of_connection(connection) {
            proxy.user = Some(user);
        }
    }

    /// Forgets a proxy. Returns its last notice, if it was online.
    pub(crate) fn proxy_ended(
        &mut self,
        connection: ConnId,
        reason: CloseReason,
    ) -> Option<Arc<EncodedNotice>> {
        let name = self.proxies.of_connection(connection)?.name.clone();
        let proxy = self.proxies.remove(&name)?;
        proxy.user?;
        Some(self.notice_for(name, None, Event::Bye { reason }))
    }

    /// Makes a notice for a proxy.
    fn notice_for(&self, name: Name, id: Option<RequestId>, event: Event) -> Arc<EncodedNotice> {
        let notice = Notice::new(self.context.clock.now(), event).answering(id);
        EncodedNotice::new(Notice { proxy: Some(name), ..notice })
    }
}

fn no_such_proxy(name: &Name) -> Refusal {
    let message = format!("you have not brought {name}; a bridge does so with `proxy {name} on`");
    Refusal::new(ErrorDetail::NoSuchProxy, message)
}

fn not_for_proxies(kind: CommandKind) -> Refusal {
    let message = format!("a bridge may not use `{}` for a proxy", kind.description().name);
    Refusal::new(ErrorDetail::NotForProxies, message)
}

/// Returns whether a bridge may execute a command for a proxy: not what concerns a login or the
/// connection, and nothing that needs a role. The lobby comes to the bridge itself.
fn is_for_proxies(kind: CommandKind) -> bool {
    let description = kind.description();
    let concerns_login = matches!(description.about, Subject::Connection | Subject::Account);
    let access = description.access;
    (access == Access::User || access.visitors().is_some()) && !concerns_login
}

/// The proxies of one connection, by the keys of their names.
#[derive(Debug, Default)]
pub(super) struct Proxies(HashMap<String, Proxy>);

/// A player of another server.
#[derive(Debug)]
pub(super) struct Proxy {
    /// The connection that the player is to the domain.
    pub(super) connection: ConnId,
    pub(super) name: Name,
    /// The user, as soon as the player is online.
    pub(super) user: Option<UserId>,
}

impl Proxies {
    /// Returns the connections that the proxies are to the domain.
    pub(super) fn connections(&self) -> impl Iterator<Item = ConnId> {
        self.0.values().map(|proxy| proxy.connection)
    }

    pub(super) fn of_connection(&mut self, connection: ConnId) -> Option<&mut Proxy> {
        self.0.values_mut().find(|proxy| proxy.connection == connection)
    }

    /// Returns whether the domain has let a proxy in: then the connection is a bridge's.
    pub(super) fn any_is_online(&self) -> bool {
        self.0.values().any(|proxy| proxy.user.is_some())
    }

    pub(super) fn get(&self, name: &Name) -> Option<&Proxy> {
        self.0.get(&name.key())
    }

    pub(super) fn insert(&mut self, proxy: Proxy) {
        self.0.insert(proxy.name.key(), proxy);
    }

    pub(super) fn remove(&mut self, name: &Name) -> Option<Proxy> {
        self.0.remove(&name.key())
    }
}
