//! The commands of the central server.

use std::collections::BTreeSet;

use willow_protocol::Command;

use super::dialect::{Dialect, Pending};

/// What programs and people type in place of the beginning of a command.
const ALIASES: [(&str, &str); 10] = [
    ("t", "tell"),
    ("ts", "tell /os"),
    ("ta", "tell /os ask"),
    ("tw", "tell /os who"),
    ("ms", "mso"),
    ("ve", "verbose"),
    ("no", "notify"),
    ("fi", "finger"),
    ("q", "quit"),
    ("exit", "quit"),
];

/// The commands of a line.
const MAX_COMMANDS: usize = 64;

/// The names on a list, and the variables of a client.
const MAX_LISTED: usize = 64;

/// The longest variable in bytes.
const LONGEST_VARIABLE: usize = 400;

/// The channel of the lobby.
pub(super) const CHANNEL: &str = ".chat";

impl Dialect {
    /// Runs a line of a client who is in. Text to others begins with `tell`, and nothing in it is taken for a command.
    pub(super) fn take_command(&mut self, line: &str) {
        let line = self.expanded(line.trim());
        if line.starts_with("tell ") {
            return self.run_central(&line, &line);
        }
        if line.is_empty() {
            return self.ready();
        }
        for command in line.split(';').take(MAX_COMMANDS) {
            let command = command.trim();
            let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
            let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
            let full =
                alias.map_or_else(|| command.to_owned(), |(_, full)| format!("{full} {rest}"));
            self.run_central(command, full.trim_end());
        }
    }

    /// Puts variables in the place of their names: `$name`; `'$` is a dollar.
    pub(super) fn expanded(&self, line: &str) -> String {
        let mut text = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('$') {
            let before = &rest[..at];
            if let Some(quoted) = before.strip_suffix('\'') {
                text.push_str(quoted);
                text.push('$');
                rest = &rest[at + 1..];
                continue;
            }
            text.push_str(before);
            let name = &rest[at + 1..];
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, after) = name.split_at(end.unwrap_or(name.len()));
            match self.settings.variables.get(name) {
                Some(value) => text.push_str(value),
                None => text.extend(["$", name]),
            }
            rest = after;
        }
        text.push_str(rest);
        text
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
                    self.tell(&": + /os 1");
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

    /// Joins and leaves the channel of the lobby, the only one.
    fn change_channels(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let sign = words.next();
        let is_in = &mut self.settings.is_in_channel;
        match sign {
            None => {
                let names = if *is_in { format!("\n{CHANNEL}") } else { String::new() };
                let n = usize::from(*is_in);
                self.reply(&format!(": chann {n}{names}"));
            }
            Some("+" | "-") => {
                let others: Vec<&str> = words.filter(|name| *name != CHANNEL).collect();
                *is_in = if rest.contains(CHANNEL) { sign == Some("+") } else { *is_in };
                for name in others {
                    self.say(&format!(
                        ": ERR channel '{name}' not found: the one here is {CHANNEL}."
                    ));
                }
                self.ready();
            }
            Some(_) => self.reply(&": ERR chann [+|-] <channel> ..."),
        }
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
