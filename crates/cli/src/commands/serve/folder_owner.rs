//! Root becomes the owner of the server's folder.

use std::path::Path;

use crate::error::CliError;

/// Lets root go on as the owner of a folder, or of the one in which it will be made: root's files in it would be in the
/// way of the service, and links in it could lead root elsewhere.
#[cfg(target_os = "linux")]
pub(super) fn become_owner(folder: &Path) -> Result<(), CliError> {
    use std::os::unix::fs::MetadataExt as _;

    use nix::unistd::{Gid, Uid, User, initgroups, setgid, setgroups, setuid};

    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let found = absolute.ancestors().find_map(|path| path.metadata().ok());
    let Some(found) = found.filter(|found| Uid::effective().is_root() && found.uid() != 0) else {
        return Ok(());
    };
    let owner = Uid::from_raw(found.uid());
    let user = User::from_uid(owner).ok().flatten();
    let name = name_of(owner, user.as_ref());
    let become_user = || {
        if let Some(user) = user {
            let name = std::ffi::CString::new(user.name).unwrap_or_default();
            initgroups(&name, user.gid)?;
            setgid(user.gid)?;
        } else {
            setgroups(&[])?;
            setgid(Gid::from_raw(found.gid()))?;
        }
        setuid(owner)
    };
    become_user()
        .map_err(|error| CliError::failed(format!("cannot become the user {name}: {error}")))?;
    let path = folder.display();
    crate::output::note(&format!("running as the user {name}, who owns {path}"));
    Ok(())
}

/// Returns the name of a user of the machine, or the number in words.
#[cfg(target_os = "linux")]
fn name_of(number: nix::unistd::Uid, user: Option<&nix::unistd::User>) -> String {
    user.map_or_else(|| format!("number {number}"), |user| user.name.clone())
}

/// Returns the user of this process as `the user willow`.
#[cfg(target_os = "linux")]
pub(in crate::commands) fn this_user() -> String {
    let number = nix::unistd::geteuid();
    let user = nix::unistd::User::from_uid(number).ok().flatten();
    format!("the user {}", name_of(number, user.as_ref()))
}

/// Returns the user of this process in words.
#[cfg(not(target_os = "linux"))]
pub(in crate::commands) fn this_user() -> String {
    "this user".to_owned()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn become_owner(_: &Path) -> Result<(), CliError> {
    Ok(())
}
