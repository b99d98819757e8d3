//! The commands of the central server.

use super::input::ConnId;
use super::state::ServerState;
use crate::ggs::{Event, one_line};

/// Maximum length of a user's notify list.
const MAX_NOTIFY: usize = 64;

/// What programs and people type in place of the beginning of a command.
const ALIASES: [(&str, &str); 5] =
    [("t", "tell"), ("ts", "tell /os"), ("ms", "mso"), ("ve", "verbose"), ("q", "quit")];

impl ServerState {
    /// Runs a line of somebody who is in.
    pub(super) fn take_command(&mut self, conn: ConnId, line: &str) {
        // As on GGS, a backslash ends no line of others, and `'$` stands for a dollar.
        let line = one_line(line).replace('\\', " ").replace("'$", "$");
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match ALIASES.iter().find(|(alias, _)| *alias == word) {
            Some((_, command)) => self.run_central(conn, format!("{command} {rest}").trim_end()),
            None => self.run_central(conn, &line),
        }
    }

    fn run_central(&mut self, conn: ConnId, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim_start();
        match word {
            "tell" => self.run_tell(conn, rest),
            "notify" => self.change_notify(conn, rest),
            // What programs set at their login.
            "" | "bell" | "verbose" | "mso" | "vt100" => self.ready(conn),
            "quit" | "exit" | "logout" => {
                self.ready(conn);
                self.leave(conn);
                self.close(conn);
            }
            _ => self.reply(conn, &format!(": ERR unknown command: {word}")),
        }
    }

    /// Returns the user on a connection.
    pub(super) fn name_on(&self, conn: ConnId) -> String {
        self.sessions.get(&conn).map(|session| session.name.clone()).unwrap_or_default()
    }

    fn run_tell(&mut self, conn: ConnId, rest: &str) {
        let (target, text) = rest.split_once(' ').unwrap_or((rest, ""));
        if target == "/os" {
            self.ready(conn);
            return self.run_service(conn, text.trim());
        }
        if self.session_of(target).is_none() {
            return self.reply(conn, &format!(": ERR user '{target}' not found."));
        }
        let name = self.name_on(conn);
        self.ready(conn);
        self.tell(target, &Event::Told { name, text: text.to_owned() });
    }

    fn change_notify(&mut self, conn: ConnId, rest: &str) {
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        let list = &mut session.notify;
        let mut words = rest.split_whitespace();
        match words.next() {
            Some("+") => {
                let free = MAX_NOTIFY.saturating_sub(list.len());
                list.extend(words.take(free).map(str::to_owned));
            }
            Some("-") => list.retain(|name| !words.clone().any(|other| other == name)),
            _ => return self.reply(conn, ": ERR notify +|- <name>."),
        }
        self.ready(conn);
    }
}
