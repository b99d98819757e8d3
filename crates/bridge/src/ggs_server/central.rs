//! The commands of the central server.

use super::dates;
use super::expansion;
use super::input::ConnId;
use super::state::ServerState;
use crate::ggs::{Event, GgsName, one_line};

/// The most channels, variables, aliases or names of a user.
const MOST_ENTRIES: usize = 64;

/// The longest text of a variable or alias.
const LONGEST_VALUE: usize = 1024;

/// The central server's commands, for its help.
const HELP: &str = "\
: help
tell NAME TEXT       says something to a player, a .channel or the service /os
echo TEXT            prints the text
chann +|- .NAME      enters or leaves a channel; `chann` lists yours
notify +|- NAME      tells when somebody comes and goes; `*` is everybody
ignore +|- NAME      hides what somebody says
who                  lists who is here
finger [NAME]        tells about a player
var NAME [TEXT]      sets or clears a variable, which `$NAME` puts in
alias NAME [TEXT]    sets or clears another name for the beginning of a command
mso SERVICE          sets the service that `ts` speaks to
vt100 +|-            clears the line before each message
verbose [+|-]ack     shows commands as they were understood
passwd TEXT          sets the password of a registered player
quit                 ends the connection";

impl ServerState {
    /// Takes a line of a user who is in.
    pub(super) fn take_command(&mut self, conn: ConnId, line: &str) {
        let Some(session) = self.sessions.get(&conn) else { return };
        let line = one_line(line);
        let commands = expansion::commands(&line, &session.variables, &session.aliases);
        for command in commands {
            if let Some(session) = self.sessions.get_mut(&conn).filter(|session| session.ack) {
                session.pending_ack = Some(format!(": +ack:  {line} => {command}\r\n"));
            }
            self.run_central(conn, &command);
        }
    }

    fn run_central(&mut self, conn: ConnId, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim_start();
        match word {
            "" => self.ready(conn),
            "tell" => self.run_tell(conn, rest),
            "echo" => {
                self.reply(conn, &format!(": {rest}"));
                // With an acknowledgement that was all.
                if self.sessions.get(&conn).is_some_and(|session| !session.ack) {
                    self.ready(conn);
                }
            }
            "help" => self.reply(conn, HELP),
            "who" => self.reply_who(conn),
            "finger" => self.reply_finger(conn, rest),
            "chann" | "notify" | "ignore" => self.change_names(conn, word, rest),
            "var" | "variable" | "alias" => self.change_text(conn, word, rest),
            "mso" | "vt100" | "bell" | "verbose" => self.change_setting(conn, word, rest),
            "passwd" => self.change_password(conn, rest),
            "quit" | "exit" | "logout" => {
                self.ready(conn);
                self.leave(conn);
                self.close(conn);
            }
            _ => self.reply(conn, &format!(": ERR unknown command: {word}")),
        }
    }

    /// Returns the name of the user on a connection.
    pub(super) fn name_on(&self, conn: ConnId) -> String {
        self.sessions.get(&conn).map(|session| session.name.clone()).unwrap_or_default()
    }

    fn run_tell(&mut self, conn: ConnId, rest: &str) {
        let (target, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let name = self.name_on(conn);
        if target == "/os" {
            self.ready(conn);
            return self.run_service(conn, text.trim());
        }
        if target.starts_with('.') {
            return self.tell_channel(conn, &name, target, text);
        }
        match self.session_of(target) {
            None => self.reply(conn, &format!(": ERR user '{target}' not found.")),
            Some(other) if other.ignore.contains(&name) => self.ready(conn),
            Some(_) => {
                self.ready(conn);
                self.tell(target, &Event::Told { name, text: text.to_owned() });
            }
        }
    }

    fn tell_channel(&mut self, conn: ConnId, name: &str, channel: &str, text: &str) {
        self.ready(conn);
        let hears = |name: &String| {
            self.session_of(name).is_some_and(|session| session.channels.contains(channel))
        };
        let names: Vec<String> = self.names_here().into_iter().filter(hears).collect();
        let (channel, name, text) = (channel.to_owned(), name.to_owned(), text.to_owned());
        self.tell_all(&names, &Event::ChannelTold { channel, name, text });
    }

    fn reply_who(&mut self, conn: ConnId) {
        let names = self.names_here();
        let own = self.name_on(conn);
        let rows = names.iter().filter_map(|name| {
            let session = self.session_of(name)?;
            let sign = if self.accounts.contains_key(name) { '+' } else { '-' };
            let since = |then| dates::idle(self.at().saturating_sub(then).as_secs());
            let (idle, online) = (since(session.last_line), since(session.since));
            let mark = if *name == own { " <=" } else { "" };
            Some(format!("\n{name:<8} {sign}{idle:>12}{online:>12}{mark}"))
        });
        let rows = rows.collect::<String>();
        let body = format!(": who{:5}        idle      online{rows}", names.len());
        self.reply(conn, &body);
    }

    fn reply_finger(&mut self, conn: ConnId, name: &str) {
        let own = self.name_on(conn);
        let name = if name.is_empty() { &own } else { name };
        let session = self.session_of(name);
        if session.is_none() && !self.accounts.contains_key(name) {
            return self.reply(conn, &format!(": ERR not found: {name}"));
        }
        let here = session.map_or("no".to_owned(), |session| {
            format!("for {} min", self.at().saturating_sub(session.since).as_secs() / 60)
        });
        let kind = if self.accounts.contains_key(name) { "yes" } else { "no" };
        let body = format!(
            ": finger {name}\nlogin      : {name}\nregistered : {kind}\nhere       : {here}"
        );
        self.reply(conn, &body);
    }

    /// Enters names in a list of the user, or takes them out.
    fn change_names(&mut self, conn: ConnId, word: &str, rest: &str) {
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        let list = match word {
            "chann" => &mut session.channels,
            "notify" => &mut session.notify,
            _ => &mut session.ignore,
        };
        let mut words = rest.split_whitespace();
        match words.next() {
            Some("+") => {
                for name in words.take(MOST_ENTRIES.saturating_sub(list.len())) {
                    list.insert(name.to_owned());
                }
            }
            Some("-") => list.retain(|name| !words.clone().any(|other| other == name)),
            _ => {
                let names: Vec<String> = list.iter().cloned().collect();
                return self.reply(conn, &format!(": {word} {}", names.join(" ")));
            }
        }
        self.ready(conn);
    }

    /// Sets or clears a variable or an alias.
    fn change_text(&mut self, conn: ConnId, word: &str, rest: &str) {
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        let list = if word == "alias" { &mut session.aliases } else { &mut session.variables };
        let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
        if name.is_empty() {
            let rows = list.iter().map(|(name, text)| format!("\n{name} : {text}"));
            let body = format!(": {word}{}", rows.collect::<String>());
            return self.reply(conn, &body);
        }
        if text.is_empty() {
            list.remove(name);
        } else if list.len() < MOST_ENTRIES && text.len() <= LONGEST_VALUE {
            list.insert(name.to_owned(), text.to_owned());
        } else {
            return self.reply(conn, ": ERR too many, or too long.");
        }
        self.ready(conn);
    }

    fn change_setting(&mut self, conn: ConnId, word: &str, rest: &str) {
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        match (word, rest) {
            ("vt100", "+") => session.vt100 = true,
            ("vt100", "-") => session.vt100 = false,
            ("mso", service) if !service.is_empty() => service.clone_into(&mut session.service),
            ("verbose", words) => {
                for word in words.split_whitespace() {
                    match word {
                        "+ack" => session.ack = true,
                        "-ack" => session.ack = false,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        self.ready(conn);
    }

    fn change_password(&mut self, conn: ConnId, text: &str) {
        let name = self.name_on(conn);
        let changed = !text.is_empty()
            && name.parse::<GgsName>().is_ok()
            && self.accounts.get_mut(&name).is_some_and(|account| account.set_password(text));
        if changed {
            self.is_changed = true;
            self.ready(conn);
        } else {
            self.reply(conn, ": ERR only registered players have passwords, and none is empty.");
        }
    }
}
