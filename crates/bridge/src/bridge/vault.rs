//! Passwords at rest: encrypted with a key that the operator keeps in a file of its own.
//!
//! A password is sealed with ChaCha20-Poly1305 of `ring`, under a random nonce, bound to the name of its
//! login: a sealed password that is copied to another login does not open.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom as _, SystemRandom};
use thiserror::Error;
use willow_files::write_private;

/// The bytes of a key.
const KEY_LENGTH: usize = 32;

/// How a sealed password begins.
const MARK: &str = "sealed:";

/// A key with which passwords are sealed.
pub struct Vault {
    key: LessSafeKey,
}

impl fmt::Debug for Vault {
    /// Leaves the key out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vault").finish_non_exhaustive()
    }
}

/// A key or a password cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VaultError {
    /// The file of the key cannot be read or written.
    #[error("the key file {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is a key already, and passwords may be sealed with it.
    #[error("{} exists already; passwords that were sealed with it need it", .0.display())]
    Exists(PathBuf),
    /// The file has something else.
    #[error("{} is not a key file of `willow bridge --make-key`", .0.display())]
    NoKey(PathBuf),
    /// Others may read the file.
    #[error("others can read {}; set its mode to 0600", .0.display())]
    Readable(PathBuf),
    /// The password was not sealed with this key for this login.
    #[error("the password of {0} was not sealed with this key for this login")]
    Password(String),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Random,
}

impl Vault {
    /// Makes a key file that only its owner can read.
    ///
    /// # Errors
    /// There must be no file of this name.
    pub fn make_key(path: &Path) -> Result<(), VaultError> {
        if path.exists() {
            return Err(VaultError::Exists(path.to_owned()));
        }
        let mut key = [0; KEY_LENGTH];
        SystemRandom::new().fill(&mut key).map_err(|_| VaultError::Random)?;
        write_private(path, format!("{}\n", to_hex(&key)).as_bytes())
            .map_err(|error| VaultError::File { path: path.to_owned(), error })
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// The file must be one of [`make_key`](Vault::make_key) that nobody else can read.
    pub fn open(path: &Path) -> Result<Vault, VaultError> {
        let cannot = |error| VaultError::File { path: path.to_owned(), error };
        let text = std::fs::read_to_string(path).map_err(cannot)?;
        if is_readable_by_others(path).map_err(cannot)? {
            return Err(VaultError::Readable(path.to_owned()));
        }
        let no_key = || VaultError::NoKey(path.to_owned());
        let key = from_hex(text.trim()).ok_or_else(no_key)?;
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key).map_err(|_| no_key())?;
        Ok(Vault { key: LessSafeKey::new(key) })
    }

    /// Seals the password of a login.
    ///
    /// # Errors
    /// The system must have random numbers.
    pub fn seal(&self, login: &str, password: &str) -> Result<String, VaultError> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| VaultError::Random)?;
        let mut bytes = password.as_bytes().to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.key
            .seal_in_place_append_tag(unique, Aad::from(login), &mut bytes)
            .map_err(|_| VaultError::Password(login.to_owned()))?;
        Ok(format!("{MARK}{}{}", to_hex(&nonce), to_hex(&bytes)))
    }

    /// Opens the sealed password of a login.
    ///
    /// # Errors
    /// It must have been sealed with this key for this login.
    pub fn unseal(&self, login: &str, sealed: &str) -> Result<String, VaultError> {
        self.opened(login, sealed).ok_or_else(|| VaultError::Password(login.to_owned()))
    }

    fn opened(&self, login: &str, sealed: &str) -> Option<String> {
        let bytes = from_hex(sealed.strip_prefix(MARK)?)?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let opened = self.key.open_in_place(nonce, Aad::from(login), &mut sealed).ok()?;
        String::from_utf8(opened.to_vec()).ok()
    }
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

fn to_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    let pairs = (0..text.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_open_with_their_key_and_login_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        Vault::make_key(&path("key")).unwrap();
        Vault::make_key(&path("other")).unwrap();
        assert!(matches!(Vault::make_key(&path("key")), Err(VaultError::Exists(_))));
        let (vault, other) =
            (Vault::open(&path("key")).unwrap(), Vault::open(&path("other")).unwrap());
        let sealed = vault.seal("bob", "gr\u{fc}n 7").unwrap();
        assert!(!sealed.contains("7 "), "{sealed}");
        assert_ne!(sealed, vault.seal("bob", "gr\u{fc}n 7").unwrap());
        assert_eq!(vault.unseal("bob", &sealed).unwrap(), "gr\u{fc}n 7");
        assert!(vault.unseal("carol", &sealed).is_err());
        assert!(other.unseal("bob", &sealed).is_err());
        for broken in ["", "sealed:", "sealed:zz", "gr\u{fc}n 7", &sealed[..sealed.len() - 2]] {
            assert!(vault.unseal("bob", broken).is_err(), "{broken}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        Vault::make_key(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(Vault::open(&path), Err(VaultError::Readable(_))));
        std::fs::write(&path, "my diary").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert!(matches!(Vault::open(&path), Err(VaultError::NoKey(_))));
    }
}
