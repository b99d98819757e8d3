//! The configuration file of a bridge.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;
use willow_players::{BuildContext, PlayerSpec, SpecError, build_player};
use willow_protocol::Name;
use willow_protocol::client::TlsError;

use super::engine::{EngineSetup, EngineTerms};
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
    /// GGS; `None` for a bridge with engines alone.
    #[serde(default)]
    pub ggs: Option<GgsConfig>,
    /// The logins on GGS.
    #[serde(rename = "login", default)]
    pub logins: Vec<LoginConfig>,
    /// The engines that people of the Willow server can play.
    #[serde(rename = "engine", default)]
    pub engines: Vec<EngineConfig>,
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

/// An external engine offered as an opponent.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngineConfig {
    /// Its name, as that of a player on GGS: two to eight characters.
    pub name: String,
    /// The program to start, found as the shell finds it.
    pub command: String,
    /// One argument an entry; no shell splits them.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The folder that it runs in, to which a path in `command` is relative.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// What it speaks.
    pub protocol: EngineProtocol,
    /// Whether it plays random starts. Without the key, one that speaks NBoard does, because that protocol sends whole
    /// games.
    #[serde(default)]
    pub random_starts: Option<bool>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of NBoard.
    NBoard,
}

impl EngineConfig {
    /// Returns how the engine is started.
    ///
    /// # Errors
    /// The name must be one of GGS, and the program and its folder must exist.
    pub fn setup(&self) -> Result<EngineSetup, ConfigError> {
        let name = self.name.parse().map_err(|_| ConfigError::EngineName(self.name.clone()))?;
        let cannot = |error| ConfigError::Engine { name: self.name.clone(), error };
        let spec = self.spec().map_err(cannot)?;
        build_player(&spec, &BuildContext::new(0)).map_err(cannot)?;
        let is_nboard = self.protocol == EngineProtocol::NBoard;
        let terms = EngineTerms { random_starts: self.random_starts.unwrap_or(is_nboard) };
        let build = Arc::new(move |seed| build_player(&spec, &BuildContext::new(seed)));
        Ok(EngineSetup { name, terms, build })
    }

    /// Returns the engine as a player of this project.
    fn spec(&self) -> Result<PlayerSpec, SpecError> {
        let protocol = match self.protocol {
            EngineProtocol::Gtp => "gtp",
            EngineProtocol::NBoard => "nboard",
        };
        let mut spec: PlayerSpec = protocol.parse()?;
        if let Some(folder) = &self.folder {
            spec = spec.with_option("cwd", folder.display())?;
        }
        let words = std::iter::once(&self.command).chain(&self.arguments);
        let line = words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        spec.with_option("cmd", line)
    }
}

/// Returns a word of a command line so that its blanks belong to it.
fn quoted(word: &str) -> String {
    let quote = if word.contains('"') { '\'' } else { '"' };
    if !word.is_empty() && !word.contains([' ', '\t', '"', '\'']) {
        return word.to_owned();
    }
    format!("{quote}{word}{quote}")
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
    /// There are logins, but no `[ggs]`.
    #[error("`[ggs]` with its address is missing")]
    NoGgs,
    /// The name of an engine could not be that of a player on GGS.
    #[error("`{0}` is not a name for an engine: two to eight characters of a player on GGS")]
    EngineName(String),
    /// An engine cannot be started.
    #[error("the engine `{name}`: {error}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// Why not.
        error: SpecError,
    },
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
        if self.ggs.is_none() && !self.logins.is_empty() {
            return Err(ConfigError::NoGgs);
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
            logins.push(LoginSettings { login: name, person, engine: None });
        }
        for (number, engine) in self.engines.iter().enumerate() {
            let no_name = |_| ConfigError::EngineName(engine.name.clone());
            once(&mut seen, engine.name.to_ascii_lowercase())?;
            // Nobody else sees this login.
            let login = format!("={}", number + 1);
            once(&mut seen, login.clone())?;
            let login = login.parse().map_err(no_name)?;
            let engine = Some(engine.name.parse().map_err(no_name)?);
            logins.push(LoginSettings { login, person: None, engine });
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
    fn engines_are_programs_that_exist() {
        let engines = |text: &str| {
            let file = EXAMPLE_CONFIG.replace("enabled = false", "enabled = true");
            let config: BridgeConfig = toml::from_str(&format!("{file}\n{text}")).unwrap();
            config.settings()?;
            config.engines.iter().map(EngineConfig::setup).collect::<Result<Vec<_>, _>>()
        };
        let engine = |name: &str, rest: &str| format!("[[engine]]\nname = \"{name}\"\n{rest}\n");
        let gtp = "command = \"edax\"\narguments = [\"a b\"]\nprotocol = \"gtp\"";
        let nboard = "command = \"edax\"\nprotocol = \"nboard\"";
        let setups = engines(&(engine("edax", gtp) + &engine("Ntest", nboard))).unwrap();
        assert_eq!(setups.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["edax", "Ntest"]);
        assert_eq!(
            setups.iter().map(|it| it.terms.random_starts).collect::<Vec<_>>(),
            [false, true]
        );
        let refused = |text: String| engines(&text).unwrap_err().to_string();
        assert!(refused(engine("bob", gtp)).contains("twice"));
        assert!(refused(engine("my-engine", gtp)).contains("not a name for an engine"));
        let missing = gtp.replace("edax", "no/such/engine");
        let error = refused(engine("edax", &missing));
        assert!(
            error.contains("the engine `edax`") && error.contains("existing program"),
            "{error}"
        );
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
