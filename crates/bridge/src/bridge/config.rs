//! The configuration file of a bridge.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use willow_protocol::Name;
use willow_protocol::client::TlsError;

use super::proxy_names::LONGEST_BRIDGE;
use super::settings::{BridgeSettings, LoginSettings};
use super::terms::CarriedMatches;

/// The configuration file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BridgeConfig {
    /// Whether the bridge is enabled. Default: false.
    #[serde(default)]
    pub enabled: bool,
    /// The folder of the journal and of the table of who is where.
    pub data: PathBuf,
    /// The Willow server.
    pub willow: WillowConfig,
    /// How GGS is reached.
    pub ggs: GgsConfig,
    /// The logins on GGS.
    #[serde(rename = "login", default)]
    pub logins: Vec<LoginConfig>,
    /// Whether rated matches are carried.
    #[serde(default)]
    pub rated: bool,
    /// The seconds that the way between the servers may cost a player in a match.
    #[serde(default = "default_lag_budget")]
    pub lag_budget_seconds: u32,
    /// The lines of one person that are carried in a minute.
    #[serde(default = "default_lines")]
    pub lines_per_minute: u32,
}

/// Where the Willow server is, and who the bridge is there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WillowConfig {
    /// Its address for text and JSON, as `HOST:PORT`.
    pub address: String,
    /// Whether the connection uses TLS; the system must trust the server's certificate.
    #[serde(default)]
    pub tls: bool,
    /// A PEM file with the only certificates that are trusted. The connection uses TLS.
    #[serde(default)]
    pub ca: Option<PathBuf>,
    /// The account of the bridge.
    pub account: Name,
    /// A file whose first line is the password; nobody else may be able to read it.
    pub password_file: PathBuf,
}

/// Where GGS is.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GgsConfig {
    /// Its address, as `HOST:PORT`.
    pub address: String,
    /// Whether the connection uses TLS; the system must trust the server's certificate.
    #[serde(default)]
    pub tls: bool,
    /// A PEM file with the only certificates that are trusted. The connection uses TLS.
    #[serde(default)]
    pub ca: Option<PathBuf>,
}

/// A login on GGS.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LoginConfig {
    /// The name to log in with.
    pub name: String,
    /// The person here to whom it belongs; without one, all share it in turn.
    #[serde(default)]
    pub person: Option<Name>,
    /// A file whose first line is the password; nobody else may be able to read it.
    pub password_file: PathBuf,
}

/// A configuration that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The name of the bridge leaves no letters for the names of its proxies, or has a hyphen.
    #[error("the account `{0}` has more than {LONGEST_BRIDGE} characters, or a hyphen")]
    Account(Name),
    /// A login is no name on GGS.
    #[error("`{0}` is not a GGS login")]
    Login(String),
    /// A login or a person stands twice in the file.
    #[error("`{0}` stands twice among the logins")]
    Twice(String),
    /// The file of a password cannot be read.
    #[error("cannot read the password file {}: {error}", path.display())]
    PasswordFile {
        /// The file that cannot be read.
        path: PathBuf,
        /// What the system reported.
        error: io::Error,
    },
    /// Others may read the file of a password.
    #[error("others can read the password file {}; set its mode to 0600", .0.display())]
    Readable(PathBuf),
    /// The file of a password has none.
    #[error("the first line of the password file {} is empty", .0.display())]
    NoPassword(PathBuf),
    /// The certificates for TLS cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// Records a name and refuses duplicates.
fn once(seen: &mut BTreeSet<String>, key: String) -> Result<(), ConfigError> {
    if seen.insert(key.clone()) { Ok(()) } else { Err(ConfigError::Twice(key)) }
}

/// An example of a configuration.
pub const EXAMPLE_CONFIG: &str = include_str!("example.toml");

const fn default_lag_budget() -> u32 {
    15
}

const fn default_lines() -> u32 {
    60
}

/// Returns the first line of a file that nobody else can read.
pub(super) fn read_password(path: &Path) -> Result<String, ConfigError> {
    let cannot = |error| ConfigError::PasswordFile { path: path.to_owned(), error };
    if is_readable_by_others(path).map_err(cannot)? {
        return Err(ConfigError::Readable(path.to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(cannot)?;
    let password = text.lines().next().filter(|line| !line.is_empty());
    password.map(str::to_owned).ok_or_else(|| ConfigError::NoPassword(path.to_owned()))
}

#[cfg(unix)]
fn is_readable_by_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

/// Other systems have no such permissions.
#[cfg(not(unix))]
const fn is_readable_by_others(_path: &Path) -> io::Result<bool> {
    Ok(false)
}

impl BridgeConfig {
    /// Returns the settings of the bridge.
    ///
    /// # Errors
    /// The names must be possible, and each login and person must stand there once.
    pub fn settings(&self) -> Result<BridgeSettings, ConfigError> {
        let account = &self.willow.account;
        if account.as_str().len() > LONGEST_BRIDGE || account.as_str().contains(['-', '_']) {
            return Err(ConfigError::Account(account.clone()));
        }
        let mut seen = BTreeSet::new();
        let mut logins = Vec::new();
        for login in &self.logins {
            let name = login.name.parse().map_err(|_| ConfigError::Login(login.name.clone()))?;
            let person = login.person.as_ref().map(|person| format!("person {}", person.key()));
            for key in [Some(login.name.to_ascii_lowercase()), person].into_iter().flatten() {
                once(&mut seen, key)?;
            }
            let person = login.person.clone();
            logins.push(LoginSettings { login: name, person });
        }
        Ok(BridgeSettings {
            carried: CarriedMatches {
                rated: self.rated,
                lag_budget: u64::from(self.lag_budget_seconds) * 1000,
            },
            lines_per_minute: self.lines_per_minute,
            ..BridgeSettings::new(account.clone(), logins)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_a_configuration_that_is_off() {
        let config: BridgeConfig = toml::from_str(EXAMPLE_CONFIG).unwrap();
        assert!(!config.enabled && !config.rated);
        let settings = config.settings().unwrap();
        assert_eq!(settings.bridge.as_str(), "ggs");
        assert_eq!(settings.logins.len(), 2);
        assert_eq!(settings.carried.lag_budget, 15_000);
    }

    #[cfg(unix)]
    #[test]
    fn a_password_is_the_first_line_of_a_file_that_nobody_else_can_read() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        let refused = || read_password(&path).unwrap_err().to_string();
        assert!(refused().contains("the password file") && refused().contains("No such file"));
        std::fs::write(&path, "gr\u{fc}n 7\r\nmore\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        assert!(refused().contains("set its mode to 0600"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(read_password(&path).unwrap(), "gr\u{fc}n 7");
        std::fs::write(&path, "\n").unwrap();
        assert!(refused().contains("is empty"));
    }

    #[test]
    fn names_that_cannot_be_are_refused() {
        let refused = |from: &str, to: &str| {
            let config: BridgeConfig = toml::from_str(&EXAMPLE_CONFIG.replace(from, to)).unwrap();
            config.settings().unwrap_err().to_string()
        };
        let account = r#"account = "ggs""#;
        assert!(refused(account, r#"account = "bridge""#).contains("more than 5"));
        assert!(refused(account, r#"account = "g-s""#).contains("hyphen"));
        assert!(refused(r#"name = "willow1""#, r#"name = "BOB""#).contains("twice"));
        assert!(refused(r#"name = "willow1""#, r#"name = "a,b""#).contains("not a GGS login"));
    }
}
