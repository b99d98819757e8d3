//! The sides that a bridge has: the Willow server, and each login on GGS.

use super::backend::{Backend, GgsBackend, WillowBackend};
use super::config::Passwords;
use super::settings::BridgeSettings;
use crate::ggs::{SessionConfig, usual_setup};

/// A login and its side.
pub(super) type LoginSide = (String, Box<dyn Backend>);

/// Returns the side of the Willow server, and those of the logins in the order of the settings. `run` is the random
/// word of this run.
pub(super) fn sides(
    settings: &BridgeSettings,
    passwords: &Passwords,
    run: &str,
) -> (Box<dyn Backend>, Vec<LoginSide>) {
    let account = settings.bridge.clone();
    let willow = WillowBackend::new(account, passwords.willow.clone(), run.to_owned());
    let passwords = link_passwords(passwords).skip(1);
    let logins = settings.logins.iter().zip(passwords).map(|(login, password)| {
        let is_rated = settings.rated && login.engine.is_none();
        let session = SessionConfig {
            login: login.login.to_string(),
            password,
            setup: usual_setup(1, true, is_rated),
        };
        (login.login.to_string(), Box::new(GgsBackend::new(session)) as Box<dyn Backend>)
    });
    (Box::new(willow), logins.collect())
}

/// Returns the passwords of the links, in the order of the sides. Engines come last, and want any.
fn link_passwords(passwords: &Passwords) -> impl Iterator<Item = String> {
    let own = std::iter::once(&passwords.willow).chain(&passwords.logins).cloned();
    own.chain(std::iter::repeat_with(|| "engine".to_owned()))
}
