//! Proxies: players of another server, whom a bridge brings over its one connection.
//!
//! A proxy is a user whom nobody can log in as. The name begins with that of the bridge and a hyphen,
//! and nobody else may choose such a name: so everybody sees where a proxy is from, and no proxy is
//! taken for a user. It is the name on the other server, so it may look like another name here: nobody
//! keeps a player of the other server out.

use willow_protocol::{CloseReason, CommandResult, ErrorDetail, Name, Notice, Role};

use super::{Connection, Login};
use crate::domain::{
    Accounts, CommandOutcome, ConnId, Connections, Context, Refusal, Reply, ServerState, Shared,
    UserId, refuse,
};

/// What stands between the name of a bridge and the rest of a proxy's name.
const HYPHEN: char = '-';

impl ServerState {
    pub(crate) fn bring_proxy(
        &mut self,
        bridge: ConnId,
        proxy: ConnId,
        name: &Name,
    ) -> CommandOutcome {
        if !self.shared.connections.contains(proxy) {
            let Shared { accounts, connections, context } = &mut self.shared;
            let user = connections
                .proxy_user(bridge, name, accounts, context)
                .inspect_err(|_| context.close(proxy, CloseReason::Quit))?;
            self.attach_proxy(bridge, proxy, user);
        }
        Ok(Reply::DoneForConnection(CommandResult::default()))
    }

    /// Attaches the connection of a proxy. An earlier one ends: the bridge may have lost it.
    fn attach_proxy(&mut self, bridge: ConnId, proxy: ConnId, user: UserId) {
        self.disconnect_user(user, CloseReason::Quit);
        let Some(of_bridge) = self.shared.connections.open.get_mut(&bridge) else { return };
        of_bridge.proxies.insert(proxy);
        let command_ids = of_bridge.command_ids.clone();
        let connection = Connection { bridge: Some(bridge), command_ids, ..Connection::default() };
        self.shared.connections.open.insert(proxy, connection);
        let entered = self.attach(proxy, user, Login::of_proxy());
        self.shared.context.send_to(proxy, Notice::new(self.shared.context.now, entered));
    }

    /// Ends the proxies of a connection that ends, and forgets a proxy that ends.
    pub(super) fn end_proxies(&mut self, conn: ConnId, connection: &Connection) {
        for &proxy in &connection.proxies {
            self.end_connection(proxy, CloseReason::Quit);
        }
        if let Some(of_bridge) =
            connection.bridge.and_then(|it| self.shared.connections.open.get_mut(&it))
        {
            of_bridge.proxies.remove(&conn);
        }
    }

    /// Ends all proxies of a user who is not a bridge any more.
    pub(crate) fn end_proxies_of(&mut self, bridge: UserId) {
        let own = self.shared.accounts[bridge]
            .connections()
            .iter()
            .filter_map(|it| self.shared.connections.open.get(it));
        let proxies: Vec<ConnId> = own.flat_map(|it| &it.proxies).copied().collect();
        for proxy in proxies {
            self.end_connection(proxy, CloseReason::Kicked);
        }
    }
}

impl Connections {
    /// Finds or creates the account of a proxy.
    fn proxy_user(
        &self,
        bridge: ConnId,
        name: &Name,
        accounts: &mut Accounts,
        context: &mut Context,
    ) -> Result<UserId, Refusal> {
        let owner = self.user_of(bridge).ok_or_else(Refusal::not_logged_in)?;
        if accounts[owner].role() != Role::Bridge {
            let message = "this command needs the role bridge, which an administrator gives";
            return refuse(ErrorDetail::RoleTooLow, message);
        }
        let own = accounts[owner].name().clone();
        let rest = name.key().strip_prefix(&own.key()).map(ToOwned::to_owned);
        if !rest.is_some_and(|rest| rest.starts_with(HYPHEN)) {
            let message = format!("the name of your proxies begins with {own}{HYPHEN}");
            return refuse(ErrorDetail::ProxyName, message);
        }
        let known = accounts.find(name).filter(|&user| accounts[user].role() == Role::Proxy);
        // A proxy who is online already is taken over, and makes no more of them.
        if !known.is_some_and(|user| accounts[user].is_online()) {
            self.has_room_for_proxy(owner, accounts, context)?;
        }
        match known {
            Some(user) if accounts[user].is_banned(context.now) => {
                refuse(ErrorDetail::Banned, format!("{name} is banned"))
            }
            Some(user) => Ok(user),
            None => accounts.new_user(name.clone(), Role::Proxy, None, context),
        }
    }

    /// Makes sure that a bridge may bring another proxy.
    fn has_room_for_proxy(
        &self,
        bridge: UserId,
        accounts: &Accounts,
        context: &Context,
    ) -> Result<(), Refusal> {
        let max = context.settings.limits.proxies_per_bridge;
        let own = accounts[bridge].connections().iter().filter_map(|it| self.open.get(it));
        if own.map(|connection| connection.proxies.len()).sum::<usize>() >= max {
            let message = format!("a bridge brings at most {max} proxies at a time");
            return refuse(ErrorDetail::TooManyProxies, message);
        }
        Ok(())
    }
}
