//! What people say to each other, and to the bridge.

use willow_protocol::{Command, GameId, Name};

use super::state::{Allowance, BridgeState, Purpose, messages};
use crate::ggs::{GgsName, MatchId};

/// What the bridge says to `help`.
const HELP_HERE: &str = "I bring players of GGS. `tell NAME-OF-BRIDGE bring ALICE` brings one; then \
                         `challenge` the player, `tell` it something, or accept its challenges. \
                         `matches` lists what is played. Pairs in lock-step, komi and random starts are \
                         carried, and adjourned matches go on with `continue`.";

/// What an engine says to whoever speaks to it.
const ENGINE_SPEAKS: &str = "I am a program and do not read this. `challenge` me; in a match, tell me `abort` to end \
                             it without a result.";

impl BridgeState {
    /// A player on GGS speaks to a login.
    pub(super) fn told_there(&mut self, login: &str, name: &str, text: &str) {
        if self.logins.keys().any(|own| own.eq_ignore_ascii_case(name)) {
            return;
        }
        let Ok(remote) = name.parse::<GgsName>() else { return };
        let is_engine = self.settings.engine_of(login).is_some();
        if !is_engine && self.settings.login_of_engine(name).is_some() {
            let text = "an engine of this bridge has your name, so this was not carried";
            return self.tell_remote(login, name, text);
        }
        match self.allows(&format!("{login} {name}")) {
            Allowance::Dropped => return,
            Allowance::Warned => {
                let text = "please write less often; this was not carried";
                return self.tell_remote(login, name, text);
            }
            Allowance::Carried => {}
        }
        if self.is_shared(login)
            && let Some(person) = text.trim().strip_prefix("for ")
        {
            return self.choose_addressee(login, &remote, person.trim());
        }
        match self.addressee(login, name) {
            Err(why) => self.tell_remote(login, name, &why.to_string()),
            Ok(person) => self.carry_tell(login, &remote, &person, text),
        }
    }

    fn carry_tell(&mut self, login: &str, remote: &GgsName, person: &Name, text: &str) {
        let Some(proxy) = self.names.proxy_of(remote) else { return };
        self.tell_as(&proxy, person, text, |_| Purpose::Speak {
            login: login.to_owned(),
            remote: remote.to_string(),
        });
    }

    /// A player on GGS chooses to whom they speak over a shared login.
    fn choose_addressee(&mut self, login: &str, remote: &GgsName, person: &str) {
        let key = (login.to_owned(), remote.as_str().to_ascii_lowercase());
        let text = match person.parse::<Name>() {
            Ok(name) if self.is_proxy(&name) => "that is a player of GGS".to_owned(),
            Ok(name) => {
                let text = format!("your words and requests now go to {name} of Willow");
                self.addressees.insert(key, name);
                text
            }
            Err(error) => error.to_string(),
        };
        self.tell_remote(login, remote.as_str(), &text);
    }

    /// Somebody speaks in a match on GGS.
    pub(super) fn chat_there(&mut self, login: &str, id: MatchId, name: &str, text: &str) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        if name.eq_ignore_ascii_case(login) {
            return;
        }
        if self.allows(&format!("{login} {name}")) != Allowance::Carried {
            return;
        }
        let entry = &self.pairings[&pairing];
        let Some(game) = entry.game_looked_at() else { return };
        let proxy = entry.proxy.clone();
        let text = if name.eq_ignore_ascii_case(&entry.remote) {
            text.to_owned()
        } else {
            format!("{name} on GGS: {text}")
        };
        for text in messages(&text) {
            self.act(&proxy, Command::Gsay { game: Some(game), text }, Purpose::Other);
        }
    }

    /// A person here speaks to a proxy.
    pub(super) fn told_here(&mut self, proxy: &Name, from: &Name, text: &str) {
        if self.is_proxy(from) || *from == self.settings.bridge {
            return;
        }
        let Some(remote) = self.names.remote_of(proxy) else { return };
        if !self.allows_here(from) {
            return;
        }
        let own =
            self.pairings.values().find(|entry| entry.proxy == *proxy && entry.person == *from);
        let own = own.map(|entry| (entry.id, entry.login.clone()));
        if let Some((pairing, _)) = &own
            && text.trim().eq_ignore_ascii_case("abort")
        {
            return self.abort_wanted(*pairing);
        }
        if self.settings.login_of_engine(remote.as_str()).is_some() {
            return self.say_as(proxy, from, ENGINE_SPEAKS);
        }
        let login = match own {
            Some((_, login)) => Ok(login),
            None => self.login_for(from, remote.as_str()),
        };
        match login {
            Ok(login) => self.carry_here(&login, remote.as_str(), from, text),
            Err(why) => self.say_as(proxy, from, &why.to_string()),
        }
    }

    fn carry_here(&mut self, login: &str, remote: &str, from: &Name, text: &str) {
        if self.is_shared(login) {
            self.tell_remote(login, remote, &format!("{from} of Willow: {text}"));
            let key = (login.to_owned(), remote.to_ascii_lowercase());
            self.addressees.insert(key, from.clone());
        } else {
            self.tell_remote(login, remote, text);
        }
    }

    fn allows_here(&mut self, from: &Name) -> bool {
        match self.allows(from.as_str()) {
            Allowance::Carried => true,
            Allowance::Warned => {
                self.notify(from, "please write less often; this was not carried");
                false
            }
            Allowance::Dropped => false,
        }
    }

    /// A player of a proxy's game here says something to the other player.
    pub(super) fn said_here(&mut self, proxy: &Name, game: GameId, from: &Name, text: &str) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let entry = &self.pairings[&pairing];
        if *from == *proxy || *from != entry.person {
            return;
        }
        let (login, id) = (entry.login.clone(), entry.ggs_match);
        let (Some(id), true) = (id, self.allows_here(from)) else { return };
        let origin =
            if self.is_shared(&login) { format!("{from} of Willow: ") } else { String::new() };
        for line in crate::ggs::quoted_lines(&format!("{origin}{text}")) {
            self.os(&login, &format!("tell .{id} {line}"));
        }
    }

    /// A person here speaks to the bridge itself.
    pub(super) fn told_bridge(&mut self, from: &Name, text: &str) {
        if self.is_proxy(from) || *from == self.settings.bridge || !self.allows_here(from) {
            return;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["bring", name] => self.bring_by_name(from, name),
            ["matches"] => {
                for line in self.match_lines() {
                    self.notify(from, &line);
                }
            }
            _ => self.notify(from, HELP_HERE),
        }
    }

    fn bring_by_name(&mut self, from: &Name, name: &str) {
        let proxy = name.parse::<GgsName>().ok().and_then(|there| self.names.proxy_of(&there));
        let Some(proxy) = proxy else {
            return self.notify(from, "this is no name of a player on GGS");
        };
        let text = match self.settings.login_of_engine(name) {
            Some(_) => format!("I am {name}, a program: challenge me."),
            None => format!("I stand for {name} on GGS: challenge me, or tell me something."),
        };
        self.say_as(&proxy, from, &text);
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
