//! Which file the user of this process may not read, and what the administrator types about it.

use std::path::Path;

/// Returns the command of root's that opens a file or a folder to this process, with its reason.
pub(crate) fn how_to_open(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // What stands in a folder that cannot be entered is not seen.
    let seen = absolute.ancestors().find(|path| path.metadata().is_ok()).unwrap_or(path);
    let (may_not, right) = match seen.is_dir() {
        true if seen == absolute => ("read", "rx"),
        true => ("enter", "x"),
        false => ("read", "r"),
    };
    let group = name_in("/etc/group", rustix::process::getegid().as_raw());
    let (user, path) = (this_user(), seen.display());
    format!(
        "{user} may not {may_not} {path}: as root, `chgrp {group} {path} && chmod g+{right} {path}`"
    )
}

/// Returns the command of root's that gives the folder of the database to this process.
pub(crate) fn how_to_own(folder: &Path) -> String {
    format!("if it is to be {0}'s: as root, `chown -R {0}: {1}`", this_user(), folder.display())
}

/// Returns the command of root's that gives a file to this process, which alone may read it.
pub(crate) fn how_to_own_file(path: &Path) -> String {
    if path.metadata().is_err() {
        return how_to_open(path);
    }
    format!("{0} may not read {1}: as root, `chown {0} {1}`", this_user(), path.display())
}

/// Returns the name of a user of the machine, or the number as `sudo -u` takes it.
pub(crate) fn user_of_sudo(number: u32) -> String {
    let name = user_name(number);
    if name.parse::<u32>().is_ok() { format!("'#{name}'") } else { name }
}

/// Returns the name of a user of the machine, or the number.
pub(crate) fn user_name(number: u32) -> String {
    name_in("/etc/passwd", number)
}

/// Returns the name of this process's user, or the number.
pub(crate) fn this_user() -> String {
    user_name(rustix::process::geteuid().as_raw())
}

/// Returns the name of a user or of a group, or the number if it has none.
fn name_in(table: &str, number: u32) -> String {
    let lines = std::fs::read_to_string(table).unwrap_or_default();
    let number = number.to_string();
    let found = lines.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1) == Some(&number)).then(|| name.to_owned())
    });
    found.unwrap_or(number)
}
