//! The folder and the files of the database, which are for their owner alone: they have hashes of passwords, and
//! private messages.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{Result, StoreError};
use super::open::DATABASE;
#[cfg(unix)]
use crate::file_access::{this_user, user_name, user_of_sudo};

/// The mode of the folder: for its owner only.
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// The mode of files: for their owner only.
#[cfg(unix)]
const FILE: u32 = 0o600;

/// The suffixes of the files of a database.
#[cfg(unix)]
const ENDS: [&str; 3] = ["", "-wal", "-shm"];

/// Returns the file beside a database whose name ends so.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(end);
    name.into()
}

/// Creates a folder. One that exists may be of other things too: if it is open to others, there is a warning.
#[cfg(unix)]
pub(in super::super::super) fn create_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    if let Some(parent) = folder.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let created = std::fs::DirBuilder::new().mode(FOLDER).create(folder);
    if created.is_ok() || !folder.is_dir() {
        return created;
    }
    let mode = std::fs::metadata(folder)?.permissions().mode() & 0o777;
    if mode & !FOLDER != 0 {
        let path = folder.display();
        tracing::warn!(
            "other users of this machine may look into {path}: `chmod 700 {path}` prevents it"
        );
    }
    Ok(())
}

/// Opens a file that only its owner may read, and makes it so if an older version did not.
pub(super) fn create_file(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(FILE))?;
    }
    Ok(file)
}

/// Makes sure that this process leaves no files that the owner of the data could not use: root none in the folder of
/// another user, and nobody any beside the database of another.
#[cfg(unix)]
pub(crate) fn check_owner(folder: &Path) -> Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let owner_of = |path: &Path| std::fs::metadata(path).ok().map(|found| found.uid());
    let user = rustix::process::geteuid();
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    // A folder that is missing is made in one that exists.
    let of_folder = absolute.ancestors().find_map(owner_of).filter(|_| user.is_root());
    let owners = [owner_of(&folder.join(DATABASE)), of_folder];
    match owners.into_iter().flatten().find(|&owner| owner != user.as_raw()) {
        None => Ok(()),
        Some(0) => Err(StoreError::RootsFiles { path: folder.to_owned(), user: this_user() }),
        Some(owner) if owner_of(folder) == Some(0) => {
            Err(StoreError::RootsFiles { path: folder.to_owned(), user: user_name(owner) })
        }
        Some(owner) => {
            Err(StoreError::ForeignFolder { path: folder.to_owned(), owner: user_of_sudo(owner) })
        }
    }
}

/// Creates an empty database if there is none, and makes existing files private to their owner. `SQLite`
/// makes new files beside it with the permissions of the database.
#[cfg(unix)]
pub(super) fn make_private(database: &Path) -> io::Result<()> {
    use std::fs::{OpenOptions, Permissions};
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    // One that exists is not opened: closing it would end the locks that this process has on it.
    match OpenOptions::new().create_new(true).write(true).mode(FILE).open(database) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    for path in ENDS.map(|end| beside(database, end)) {
        match std::fs::set_permissions(&path, Permissions::from_mode(FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let path = path.display();
                tracing::warn!("other users of this machine may read {path}: {error}");
            }
            _ => {}
        }
    }
    Ok(())
}

/// The same for a process that only reads: `SQLite` gives the files that root makes to the owner of the database.
pub(super) fn check_reader(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() {
        return Ok(());
    }
    check_owner(folder)
}

#[cfg(not(unix))]
pub(crate) fn check_owner(_: &Path) -> Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(in super::super::super) fn create_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

#[cfg(not(unix))]
pub(super) fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}
