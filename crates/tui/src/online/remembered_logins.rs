//! The logins that are remembered, one for each server.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use willow_files::write_private;
use willow_protocol::Name;

/// The login at a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RememberedLogin {
    pub(crate) name: Name,
    /// The token with which the client logs in.
    pub(crate) token: String,
}

/// The file of the remembered logins: a JSON object from a server's address to the login there. Only
/// its owner may read it.
#[derive(Clone, Debug)]
pub struct RememberedLogins(PathBuf);

impl RememberedLogins {
    /// Uses the file at `path`, which need not exist yet.
    pub const fn at(path: PathBuf) -> RememberedLogins {
        RememberedLogins(path)
    }

    /// Returns the login at a server.
    ///
    /// # Errors
    /// The file, if there is one, must be readable and whole.
    pub(crate) fn login(&self, address: &str) -> io::Result<Option<RememberedLogin>> {
        Ok(self.read()?.remove(address))
    }

    /// Remembers a login in place of an earlier one at this server.
    ///
    /// # Errors
    /// The file must be readable and writable. A damaged file is not replaced.
    pub(crate) fn remember(&self, address: &str, login: RememberedLogin) -> io::Result<()> {
        let mut logins = self.read()?;
        if logins.get(address) == Some(&login) {
            return Ok(());
        }
        logins.insert(address.to_owned(), login);
        self.write(&logins)
    }

    /// Forgets the login at a server.
    ///
    /// # Errors
    /// The file must be readable and writable.
    pub(crate) fn forget(&self, address: &str) -> io::Result<()> {
        let mut logins = self.read()?;
        match logins.remove(address) {
            Some(_) => self.write(&logins),
            None => Ok(()),
        }
    }

    fn read(&self) -> io::Result<BTreeMap<String, RememberedLogin>> {
        let text = match fs::read(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(error),
        };
        serde_json::from_slice(&text).map_err(io::Error::from)
    }

    fn write(&self, logins: &BTreeMap<String, RememberedLogin>) -> io::Result<()> {
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        write_private(&self.0, &serde_json::to_vec_pretty(logins)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(name: &str) -> RememberedLogin {
        RememberedLogin { name: name.parse().unwrap(), token: format!("token of {name}") }
    }

    #[test]
    fn each_server_has_a_login_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/logins.json");
        let logins = RememberedLogins::at(path.clone());
        assert_eq!(logins.login("a:1").unwrap(), None);
        logins.remember("a:1", login("alice")).unwrap();
        logins.remember("b:1", login("bob")).unwrap();
        logins.remember("a:1", login("anna")).unwrap();
        let again = RememberedLogins::at(path);
        assert_eq!(again.login("a:1").unwrap(), Some(login("anna")));
        again.forget("a:1").unwrap();
        assert_eq!(again.login("a:1").unwrap(), None);
        assert_eq!(again.login("b:1").unwrap(), Some(login("bob")));
    }

    #[test]
    fn a_damaged_file_is_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("logins.json");
        fs::write(&path, "{").unwrap();
        let logins = RememberedLogins::at(path.clone());
        assert!(logins.login("a:1").is_err());
        assert!(logins.remember("a:1", login("alice")).is_err());
        assert_eq!(fs::read(path).unwrap(), b"{");
    }
}
