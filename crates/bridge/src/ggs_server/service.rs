//! The commands of the Othello service.

use super::input::ConnId;
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::{Event, List};
use crate::refusal::Refusal;

/// The service's commands, for its help.
const HELP: &[&str] = &[
    "ask TYPE [CLOCK [CLOCK]] [NAME]   ask .STORED [NAME]   ask for a match; without NAME: anybody",
    "accept .REQUEST   decline .REQUEST|NAME   cancel .REQUEST|NAME",
    "play .GAME MOVE[/EVAL[/SECONDS]]   resign .MATCH   abort .MATCH   break .MATCH",
    "continue   open N   rated +|-   trust +|-   request +|-   notify +|-",
    "tell .MATCH TEXT   match   moves .GAME   look .RECORD   history [NAME]   stored [NAME]   finger [NAME]",
    "types: 8 8b 8w 8k s8 s8rN 8krN (N discs, 4 to 48)   clocks: MAIN/INCREMENT/EXTENSION, 15:00//02:00",
];

impl ServerState {
    /// Runs a command of the Othello service.
    pub(super) fn run_service(&mut self, conn: ConnId, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let name = self.name_on(conn);
        let result = match word {
            "" => Ok(()),
            "ask" => self.ask(&name, &words),
            "accept" => self.accept(&name, &words),
            "decline" => self.decline(&name, &words),
            "cancel" => self.cancel(&name, &words),
            "continue" => {
                self.ask_to_continue(&name);
                Ok(())
            }
            "play" | "resign" | "abort" | "break" => self.run_in_match(&name, word, &words),
            "tell" => self.tell_match(&name, rest),
            // Without a sign a switch is turned over; `finger` shows it.
            "open" | "rated" | "trust" | "client" | "hear" | "bell" | "vt100" => {
                self.set(conn, word, rest)
            }
            "request" | "notify" if matches!(words.first(), Some(&("+" | "-"))) => {
                self.set(conn, word, rest)
            }
            "help" => {
                let rows = HELP.iter().map(|&row| row.to_owned()).collect();
                self.list(&name, "help", String::new(), rows);
                Ok(())
            }
            _ => self.run_list(&name, word, &words),
        };
        if let Err(refusal) = result {
            self.tell(&name, &Event::Refused(refusal.to_string()));
        }
    }

    /// Sends a list.
    pub(super) fn list(&mut self, name: &str, command: &str, head: String, rows: Vec<String>) {
        let list = List { command: command.to_owned(), head, rows };
        self.tell(name, &Event::Listed(list));
    }

    /// Changes a setting of the user.
    fn set(&mut self, conn: ConnId, word: &str, rest: &str) -> Result<(), Refusal> {
        let Some(session) = self.sessions.get_mut(&conn) else { return Ok(()) };
        let (settings, is_registered) = (&mut session.settings, session.is_registered);
        match word {
            "open" => {
                settings.open = rest.parse().map_err(|_| format!("ERR open <n != {rest}>."))?;
            }
            "rated" if !is_registered => {
                return Err("ERR you are not registered.".into());
            }
            _ => set_switch(settings, word, rest)?,
        }
        let (name, settings) = (session.name.clone(), *settings);
        if let Some(account) = self.accounts.get_mut(&name) {
            account.settings = settings;
            self.is_changed = true;
        }
        if word == "open" {
            self.drop_requests_if_full(&name);
        }
        Ok(())
    }
}

/// Turns a setting on or off; without a sign, over.
fn set_switch(settings: &mut Settings, word: &str, rest: &str) -> Result<(), Refusal> {
    // Bells and cursors are the client's business: only their signs are checked.
    let mut unused = false;
    let switch = match word {
        "rated" => &mut settings.rated,
        "trust" => &mut settings.trust,
        "request" => &mut settings.request,
        "notify" => &mut settings.notify,
        _ => &mut unused,
    };
    *switch = match rest.split(' ').next().unwrap_or_default() {
        "+" => true,
        "-" => false,
        "" => !*switch,
        _ if word == "bell" => false,
        _ => return Err(format!("ERR {word} [+|-].").into()),
    };
    Ok(())
}
