//! The commands of the Othello service.

use super::input::ConnId;
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::Event;
use crate::refusal::Refusal;

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
            "decline" | "cancel" => self.drop_named(&name, word, &words),
            "play" | "resign" | "abort" | "break" => self.run_in_match(&name, word, &words),
            "tell" => self.tell_match(&name, rest),
            "open" | "rated" | "trust" | "request" | "client" | "hear" | "bell" | "vt100" => {
                self.set(conn, word, rest)
            }
            "moves" => self.show_moves(&name, &words),
            "stored" => {
                self.list_stored(&name);
                Ok(())
            }
            _ => Err(format!("ERR command '{word}' not recognized.").into()),
        };
        if let Err(refusal) = result {
            self.tell(&name, &Event::Refused(refusal.to_string()));
        }
    }

    /// Changes a setting of the user.
    fn set(&mut self, conn: ConnId, word: &str, rest: &str) -> Result<(), Refusal> {
        let Some(session) = self.sessions.get_mut(&conn) else { return Ok(()) };
        let settings = &mut session.settings;
        match word {
            "open" => {
                settings.open = rest.parse().map_err(|_| format!("ERR open <n != {rest}>."))?;
            }
            "rated" if !self.accounts.contains_key(&session.name) => {
                return Err("ERR you are not registered.".into());
            }
            _ => set_switch(settings, word, rest)?,
        }
        let (name, settings) = (session.name.clone(), *settings);
        if let Some(account) = self.accounts.get_mut(&name) {
            account.settings = settings;
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
