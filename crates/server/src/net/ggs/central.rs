//! The commands of the central server.

use std::collections::BTreeSet;

use willow_ggs::{ALIASES, TypedCommand, commands, with_variables};
use willow_protocol::Command;

use super::dialect::{Dialect, Pending, SERVICE_IS_HERE};

/// The names on a list, and the variables of a client.
const MAX_LISTED: usize = 64;

/// The longest variable in bytes.
const LONGEST_VARIABLE: usize = 400;

/// The channel of the lobby.
pub(super) const CHANNEL: &str = ".chat";

impl Dialect {
    /// Runs a line of a client who is in.
    pub(super) fn take_command(&mut self, line: &str) {
        for TypedCommand { typed, meant } in commands(&self.expanded(line)) {
            self.run_central(&typed, &meant);
        }
    }

    /// Puts the client's variables in the place of their names.
    pub(super) fn expanded(&self, text: &str) -> String {
        with_variables(text, &self.settings.variables)
    }

    fn run_central(&mut self, typed: &str, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim_start();
        match word {
            "tell" => self.run_tell(rest),
            "notify" => self.change_notify(rest),
            "chann" => self.change_channels(rest),
            "var" => self.change_variables(rest),
            "who" => {
                self.ready();
                self.ask(Command::Who, Pending::Users);
            }
            "finger" => {
                self.ready();
                let name = self.names.find(rest);
                self.ask(Command::User { name }, Pending::CentralFinger);
            }
            "echo" => {
                self.reply(&rest);
                self.ready();
            }
            "alias" if rest.is_empty() => {
                let rows: Vec<String> =
                    ALIASES.iter().map(|(alias, full)| format!("\n{alias:<8} {full}")).collect();
                self.reply(&format!(": alias {}{}", ALIASES.len(), rows.concat()));
            }
            "verbose" => {
                for word in rest.split_whitespace() {
                    match word {
                        "+ack" => self.settings.ack = true,
                        "-ack" => self.settings.ack = false,
                        _ => {}
                    }
                }
                self.ready();
            }
            // What programs set at their login.
            "" | "bell" | "mso" | "vt100" | "ignore" => self.ready(),
            "quit" => {
                self.ready();
                self.ask(Command::Quit, Pending::Nothing);
            }
            _ => return self.reply(&format!(": command '{word}' not recognized.")),
        }
        if self.settings.ack && word != "verbose" {
            self.reply(&format!(": +ack:  {typed} => {command}"));
        }
    }

    fn run_tell(&mut self, rest: &str) {
        let (targets, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let text = text.trim();
        if targets == "/os" {
            self.ready();
            return self.run_service(text);
        }
        for target in targets.split(',') {
            self.tell_one(target, text);
        }
        self.ready();
    }

    fn tell_one(&mut self, target: &str, text: &str) {
        let Ok(text) = text.parse() else { return };
        if target == CHANNEL {
            if self.settings.is_in_channel {
                self.ask(Command::Say { text }, Pending::Nothing);
            } else {
                self.say(&format!(": ERR you are not in channel {CHANNEL}."));
            }
            return;
        }
        // Nobody else is in it, and GGS echoes nothing.
        if self.is_own_channel(target) {
            return;
        }
        match self.names.find(target) {
            Some(to) => {
                self.ask(Command::Tell { to, text }, Pending::Tell(target.to_owned()));
            }
            None if target.starts_with('/') => {
                self.say(&format!(": ERR service '{target}' not found."));
            }
            None => self.say(&format!(": ERR user '{target}' not found.")),
        }
    }

    fn change_notify(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let list = &mut self.settings.notify;
        match words.next() {
            None => {
                let names: Vec<String> = list.iter().map(|name| format!("\n{name}")).collect();
                self.reply(&format!(": notify {}{}", names.len(), names.concat()));
            }
            Some("+") => {
                let free = MAX_LISTED.saturating_sub(list.len());
                let added: BTreeSet<String> =
                    words.take(free).map(str::to_ascii_lowercase).collect();
                list.extend(added.iter().cloned());
                self.ready();
                if added.contains("/os") || added.contains("*") {
                    self.tell(&SERVICE_IS_HERE);
                }
                if added.iter().any(|name| name != "/os") {
                    self.ask(Command::Who, Pending::Presence(added));
                }
            }
            Some("-") => {
                let gone: Vec<String> = words.map(str::to_ascii_lowercase).collect();
                list.retain(|name| !gone.contains(name));
                self.ready();
            }
            Some(_) => self.reply(&": ERR notify [+|-] <name> ..."),
        }
    }

    /// Joins and leaves the channel of the lobby, the only one with other members. `%` clears the list.
    fn change_channels(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let sign = words.next();
        match sign {
            None => {
                let is_in = self.settings.is_in_channel;
                let names = if is_in { format!("\n{CHANNEL}") } else { String::new() };
                let n = usize::from(is_in);
                self.reply(&format!(": chann {n}{names}"));
            }
            Some("+" | "-") => {
                for name in words {
                    if name == CHANNEL {
                        self.settings.is_in_channel = sign == Some("+");
                    } else if !self.is_own_channel(name) {
                        self.say(&format!(
                            ": ERR channel '{name}' not found: the one here is {CHANNEL}."
                        ));
                    }
                }
                self.ready();
            }
            Some("%") => {
                self.settings.is_in_channel = false;
                self.ready();
            }
            Some(_) => self.reply(&": ERR chann [+|-] <channel> ..."),
        }
    }

    /// Returns whether this is the channel of the client's name.
    fn is_own_channel(&self, channel: &str) -> bool {
        let owner = channel.strip_prefix('.').and_then(|owner| self.names.find(owner));
        owner.is_some_and(|owner| self.is_me(&owner))
    }

    fn change_variables(&mut self, rest: &str) {
        let (sign, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let variables = &mut self.settings.variables;
        match sign {
            "" => {
                let rows: Vec<String> =
                    variables.iter().map(|(name, value)| format!("\n{name:<8} {value}")).collect();
                self.reply(&format!(": var {}{}", rows.len(), rows.concat()));
            }
            "+" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                if variables.len() < MAX_LISTED && value.len() <= LONGEST_VARIABLE {
                    variables.insert(name.to_owned(), value.to_owned());
                }
                self.ready();
            }
            "-" => {
                variables.remove(rest);
                self.ready();
            }
            _ => self.reply(&": ERR var [+|-] <name> [<text>]."),
        }
    }
}
