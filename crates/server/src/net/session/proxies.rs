//! The players of another server whom a bridge brings over its connection.
//!
//! To the domain each proxy is a connection of its own. So whatever a user can do, a proxy can do, and
//! what the user would receive comes to the bridge under the name of the proxy.

use std::sync::Arc;

use willow_protocol::{
    Access, CloseReason, Command, CommandKind, ErrorDetail, Event, Name, Notice, Request, RequestId,
};

use super::{Action, Session};
use crate::domain::{ConnId, EncodedNotice, Input, Refusal, UserId};
use crate::net::{Proxy, next_connection_id};

impl Session {
    /// Brings a proxy, or lets it go. The domain checks the rest.
    pub(super) async fn bring(
        &mut self,
        id: Option<RequestId>,
        name: Name,
        online: bool,
    ) -> Action {
        let bridge = self.id;
        let known = self.proxies.get(&name).map(|proxy| proxy.connection);
        let proxy = match known {
            Some(proxy) => proxy,
            None if online => {
                let connection = next_connection_id();
                self.context.registry.insert_proxy(connection, bridge, name.clone());
                let proxy = Proxy { connection, name: name.clone(), user: None };
                self.proxies.insert(proxy);
                connection
            }
            None => {
                let command = CommandKind::Proxy.description().name;
                return self.refuse(id, command, no_such_proxy(&name));
            }
        };
        self.forward(Input::Proxy { bridge, proxy, id, name, online }).await
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
            self.context.metrics.refused();
            let is_allowed = self.context.rate_limits.allows_command(bridge, self.address);
            let refusal = if is_allowed { no_such_proxy(&name) } else { too_many() };
            return self.refuse(id, CommandKind::As.description().name, refusal);
        };
        let is_allowed = self.context.rate_limits.allows_proxied(bridge, user);
        let refusal = match kind {
            _ if !is_allowed => too_many(),
            kind if !is_for_proxies(kind) => not_for_proxies(kind),
            _ => return self.forward(request_of(connection, id, command)).await,
        };
        // A player who types too fast does not end the connection of all others.
        self.context.metrics.refused();
        let event = refusal.into_event(kind.description().name);
        Action::Send(self.notice_for(name, id, event))
    }

    /// Notes who a proxy is.
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

fn request_of(connection: ConnId, id: Option<RequestId>, command: Command) -> Input {
    Input::Request { connection, request: Request { id, command } }
}

fn too_many() -> Refusal {
    Refusal::new(ErrorDetail::TooManyCommands, "rate limit exceeded; wait a moment")
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
    let concerns_login = matches!(
        kind,
        CommandKind::Help
            | CommandKind::Guest
            | CommandKind::Register
            | CommandKind::Login
            | CommandKind::Resume
            | CommandKind::Token
            | CommandKind::Tokens
            | CommandKind::Revoke
            | CommandKind::Logout
            | CommandKind::RecoveryCodes
            | CommandKind::ResetPassword
            | CommandKind::Password
            | CommandKind::ExportData
            | CommandKind::DeleteAccount
            | CommandKind::Quit
            | CommandKind::Ping
            | CommandKind::Protocol
            | CommandKind::Style
            | CommandKind::Lobby
    );
    matches!(kind.description().access, Access::Anyone | Access::User) && !concerns_login
}
