//! What people say to each other, and to the bridge.

use willow_protocol::{Command, Name};

use super::carried_match::Pairing;
use super::shared_state::{Allowance, Context, Purpose, messages};
use super::state::BridgeState;
use crate::ggs::{GgsName, quoted_for_match};

/// The bridge's answer to `help`.
const HELP_HERE: &str = "I bring players of GGS. `tell NAME-OF-BRIDGE bring ALICE` brings one; then \
                         `challenge` the player, `tell` it something, or accept its challenges. \
                         `matches` lists what is played. Pairs in lock-step, komi and random starts are \
                         carried, and adjourned matches go on with `continue`.";

impl BridgeState {
    /// A player on GGS speaks to a login.
    pub(super) fn told_there(&mut self, login: &str, name: &str, text: &str) {
        let ctx = &mut self.ctx;
        if ctx.logins.keys().any(|own| own.eq_ignore_ascii_case(name)) {
            return;
        }
        let Ok(remote) = name.parse::<GgsName>() else { return };
        match ctx.allows(&format!("{login} {name}")) {
            Allowance::Dropped => return,
            Allowance::Warned => {
                let text = "please write less often; this was not carried";
                return ctx.tell_remote(login, name, text);
            }
            Allowance::Carried => {}
        }
        if ctx.settings.is_shared(login)
            && let Some(person) = text.trim().strip_prefix("for ")
        {
            return self.choose_addressee(login, &remote, person.trim());
        }
        match (self.addressee(login, name), self.ctx.names.proxy_of(&remote)) {
            (Err(why), _) => self.ctx.tell_remote(login, name, &why.to_string()),
            (Ok(person), Some(proxy)) => {
                let (login, remote) = (login.to_owned(), remote.to_string());
                let purpose = Purpose::Speak { login, remote };
                self.ctx.tell_as(&proxy, &person, text, |_| purpose.clone());
            }
            (Ok(_), None) => {}
        }
    }

    /// A player on GGS chooses to whom they speak over a shared login.
    fn choose_addressee(&mut self, login: &str, remote: &GgsName, person: &str) {
        let text = match person.parse::<Name>() {
            Ok(name) if self.ctx.is_proxy(&name) => "that is a player of GGS".to_owned(),
            Ok(name) => {
                let text = format!("your words and requests now go to {name} of Willow");
                self.set_addressee(login, remote, name);
                text
            }
            Err(error) => error.to_string(),
        };
        self.ctx.tell_remote(login, remote.as_str(), &text);
    }

    fn set_addressee(&mut self, login: &str, remote: &GgsName, person: Name) {
        let key = (login.to_owned(), remote.as_str().to_ascii_lowercase());
        self.addressees.insert(key, person);
    }

    /// A person here speaks to a proxy.
    pub(super) fn told_here(&mut self, proxy: &Name, from: &Name, text: &str) {
        if self.ctx.is_proxy(from) || *from == self.ctx.settings.bridge {
            return;
        }
        let Some(remote) = self.ctx.names.remote_of(proxy) else { return };
        if !self.ctx.allows_here(from) {
            return;
        }
        let is_own = |pairing: &&Pairing| pairing.proxy == *proxy && pairing.person == *from;
        let own = self.pairings.values().find(is_own);
        if let Some(pairing) = own
            && text.trim().eq_ignore_ascii_case("abort")
        {
            return pairing.abort_wanted(&mut self.ctx);
        }
        let login = match own {
            Some(pairing) => Ok(pairing.login.clone()),
            None => self.login_for(from),
        };
        match login {
            Ok(login) if self.ctx.settings.is_shared(&login) => {
                let text = format!("{from} of Willow: {text}");
                self.ctx.tell_remote(&login, remote.as_str(), &text);
                self.set_addressee(&login, &remote, from.clone());
            }
            Ok(login) => self.ctx.tell_remote(&login, remote.as_str(), text),
            Err(why) => self.ctx.say_as(proxy, from, &why.to_string()),
        }
    }

    /// A person here speaks to the bridge itself.
    pub(super) fn told_bridge(&mut self, from: &Name, text: &str) {
        let ctx = &mut self.ctx;
        if ctx.is_proxy(from) || *from == ctx.settings.bridge || !ctx.allows_here(from) {
            return;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["bring", name] => self.bring_by_name(from, name),
            ["matches"] => {
                for line in self.match_lines() {
                    self.ctx.notify(from, &line);
                }
            }
            _ => ctx.notify(from, HELP_HERE),
        }
    }

    fn bring_by_name(&mut self, from: &Name, name: &str) {
        let ctx = &mut self.ctx;
        let proxy = name.parse::<GgsName>().ok().and_then(|there| ctx.names.proxy_of(&there));
        let Some(proxy) = proxy else {
            return ctx.notify(from, "this is not the name of a GGS player");
        };
        let text = format!("I stand for {name} on GGS: challenge me, or tell me something.");
        ctx.say_as(&proxy, from, &text);
    }

    /// Returns a line for each match.
    fn match_lines(&self) -> Vec<String> {
        let lines = self.pairings.values().map(|pairing| {
            format!("{} and {}: {:?}", pairing.person, pairing.proxy, pairing.phase)
        });
        let mut lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            lines.push("nothing is played over this bridge".to_owned());
        }
        lines
    }
}

impl Pairing {
    /// Somebody speaks in the match on GGS.
    pub(super) fn chat_there(&self, ctx: &mut Context, name: &str, text: &str) {
        let Pairing { login, remote, .. } = self;
        if name.eq_ignore_ascii_case(login)
            || ctx.allows(&format!("{login} {name}")) != Allowance::Carried
        {
            return;
        }
        let Some(game) = self.game_looked_at() else { return };
        let is_remote = name.eq_ignore_ascii_case(remote);
        let origin = if is_remote { String::new() } else { format!("{name} on GGS: ") };
        for text in messages(&format!("{origin}{text}")) {
            self.act(ctx, Command::Gsay { game: Some(game), text }, Purpose::Other);
        }
    }

    /// A player of a game here says something to the other player.
    pub(super) fn said_here(&self, ctx: &mut Context, from: &Name, text: &str) {
        if *from != self.person {
            return;
        }
        let (Some(id), true) = (self.ggs_match, ctx.allows_here(from)) else { return };
        let is_shared = ctx.settings.is_shared(&self.login);
        let origin = if is_shared { format!("{from} of Willow: ") } else { String::new() };
        for line in quoted_for_match(&format!("{origin}{text}")) {
            self.os(ctx, &format!("tell .{id} {line}"));
        }
    }
}
