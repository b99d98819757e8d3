//! Proxies: players of another server, whom a bridge brings over its one connection.
//!
//! A proxy is a user whom nobody can log in as. The name begins with that of the bridge and a hyphen,
//! and nobody else may choose such a name: so everybody sees where a proxy is from, and no proxy is
//! taken for a user. It is the name on the other server, so it may look like another name here: nobody
//! keeps a player of the other server out.

use willow_board::Color;
use willow_protocol::{CloseReason, CommandResult, EndKind, ErrorDetail, Name, Notice, Role};

use crate::domain::{
    ConnId, Connection, Delivery, Login, Outcome, Player, Refusal, Reply, ServerState, UserId,
    refuse,
};

/// What stands between the name of a bridge and the rest of a proxy's name.
const HYPHEN: char = '-';

impl ServerState {
    /// Brings a proxy.
    pub(crate) fn bring_proxy(&mut self, bridge: ConnId, proxy: ConnId, name: &Name) -> Outcome {
        if !self.connections.contains_key(&proxy) {
            let user = self.proxy_user(bridge, name).inspect_err(|_| {
                let reason = CloseReason::Quit;
                self.effects.deliveries.push(Delivery::Close { connection: proxy, reason });
            })?;
            self.attach_proxy(bridge, proxy, user);
        }
        Ok(Reply::DoneForConnection(CommandResult::default()))
    }

    /// Finds or creates the account of a proxy.
    fn proxy_user(&mut self, bridge: ConnId, name: &Name) -> Result<UserId, Refusal> {
        let owner = self.user_of(bridge).ok_or_else(Refusal::not_logged_in)?;
        if self.users[owner].role != Role::Bridge {
            let message = "this command needs the role bridge, which an administrator gives";
            return refuse(ErrorDetail::RoleTooLow, message);
        }
        let own = self.users[owner].name.clone();
        let rest = name.key().strip_prefix(&own.key()).map(ToOwned::to_owned);
        if !rest.is_some_and(|rest| rest.starts_with(HYPHEN)) {
            let message = format!("the name of your proxies begins with {own}{HYPHEN}");
            return refuse(ErrorDetail::ProxyName, message);
        }
        let known = self.users.find(name).filter(|&user| self.users[user].role == Role::Proxy);
        // A proxy who is online already is taken over, and makes no more of them.
        if !known.is_some_and(|user| self.users[user].is_online()) {
            self.has_room_for_proxy(owner)?;
        }
        match known {
            Some(user) if self.users[user].banned => {
                refuse(ErrorDetail::Banned, format!("{name} is banned"))
            }
            Some(user) => Ok(user),
            None => self.new_user(name.clone(), Role::Proxy, None),
        }
    }

    /// Makes sure that a bridge may bring another proxy.
    fn has_room_for_proxy(&self, bridge: UserId) -> Result<(), Refusal> {
        let most = self.settings.limits.proxies_per_bridge;
        let own = self.users[bridge].connections.iter().filter_map(|it| self.connections.get(it));
        if own.map(|connection| connection.proxies.len()).sum::<usize>() >= most {
            let message = format!("a bridge brings at most {most} proxies at a time");
            return refuse(ErrorDetail::TooManyProxies, message);
        }
        Ok(())
    }

    /// Attaches the connection of a proxy. An earlier one ends: the bridge may have lost it.
    fn attach_proxy(&mut self, bridge: ConnId, proxy: ConnId, user: UserId) {
        self.disconnect_user(user, CloseReason::Quit);
        let Some(of_bridge) = self.connections.get_mut(&bridge) else { return };
        of_bridge.proxies.insert(proxy);
        let id_scope = of_bridge.id_scope.clone();
        let connection = Connection { bridge: Some(bridge), id_scope, ..Connection::default() };
        self.connections.insert(proxy, connection);
        let entered = self.attach(proxy, user, Login::of_proxy());
        self.send_to(proxy, Notice::new(self.now, entered));
    }

    /// Ends the proxies of a connection that ends, and forgets a proxy that ends.
    pub(crate) fn end_proxies(&mut self, conn: ConnId, connection: &Connection) {
        for &proxy in &connection.proxies {
            self.end_connection(proxy, CloseReason::Quit);
        }
        if let Some(of_bridge) = connection.bridge.and_then(|it| self.connections.get_mut(&it)) {
            of_bridge.proxies.remove(&conn);
        }
    }

    /// Ends all proxies of a user who is no bridge any more.
    pub(crate) fn end_proxies_of(&mut self, bridge: UserId) {
        let own = self.users[bridge].connections.iter().filter_map(|it| self.connections.get(it));
        let proxies: Vec<ConnId> = own.flat_map(|it| &it.proxies).copied().collect();
        for proxy in proxies {
            self.end_connection(proxy, CloseReason::Kicked);
        }
    }

    /// Ends a game for a proxy: a player's flag has fallen on the other server, whose clock decides. In a
    /// pair the other game goes on, as there.
    pub(crate) fn flag(&mut self, player: Player, name: &Name) -> Outcome {
        let now = self.now;
        let loser = self.named_by_proxy(player, name)?;
        let Player { game, .. } = player;
        let events = self.game_mut(game)?.forfeit(loser, EndKind::Timeout, now);
        let result = self.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Notes for a proxy that a player's main time is over on the other server, whose clock decides. The first
    /// player of whom it is said can win the game on the board no more.
    pub(crate) fn overtime(&mut self, player: Player, name: &Name) -> Outcome {
        let color = self.named_by_proxy(player, name)?;
        self.game_mut(player.game)?.reported_overtime.get_or_insert(color);
        Ok(Reply::Done)
    }

    /// Returns the colour of the player whom a proxy names in a game of its own.
    pub(crate) fn named_by_proxy(
        &self,
        Player { game, color }: Player,
        name: &Name,
    ) -> Result<Color, Refusal> {
        let active = self.game(game)?;
        if self.users[active.player(color)].role != Role::Proxy {
            let message = "only a player of a bridge may say what happened on the other server";
            return refuse(ErrorDetail::RoleTooLow, message);
        }
        let named = Color::ALL.into_iter().find(|it| active.names[it.index()].key() == name.key());
        named.ok_or_else(|| Refusal::no_user(name))
    }

    /// Returns the bridge whose proxies have names, or display names, that look like this one: the
    /// bridge is called, or looks, like a part before a hyphen, an underscore or another sign.
    pub(crate) fn bridge_of_name(&self, name: &str) -> Option<UserId> {
        let is_bridge =
            |user: &UserId| self.users.get(*user).is_some_and(|it| it.role == Role::Bridge);
        let ends = name.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(end, _)| end);
        let mut looks = ends.filter_map(|end| self.users.looks_like(&name[..end]));
        looks.find(is_bridge)
    }

    /// Makes sure that a user may become a bridge: the name has no hyphen, so that no two bridges claim
    /// the same proxy.
    pub(crate) fn may_become_bridge(&self, user: UserId) -> Result<(), Refusal> {
        if self.users[user].name.as_str().contains([HYPHEN, '_']) {
            let message = "a bridge needs a name without hyphens, for the names of its proxies";
            return refuse(ErrorDetail::BridgeName, message);
        }
        Ok(())
    }
}
