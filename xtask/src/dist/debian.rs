//! The package for Debian and its relatives.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::programs::{PROGRAMS, Platform};
use super::{Release, file_name};
use crate::command::{program, run};

impl Release<'_> {
    /// Writes the package for Debian.
    pub(super) fn write_package(&self, platform: &Platform) -> Result<()> {
        let (root, tree) = (self.out.join("deb"), self.tree(platform));
        let source = |name: &str| self.workspace.root.join("packaging").join(name);
        let put = |from: &Path, to: &str| -> Result<()> {
            let to = root.join(to);
            fs::create_dir_all(to.parent().context("a file has a folder")?)?;
            fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
            Ok(())
        };
        for name in PROGRAMS {
            put(&tree.join(name), &format!("usr/bin/{name}"))?;
        }
        for (from, to) in [
            ("willow.service", "lib/systemd/system/willow.service"),
            ("willow-backup.service", "lib/systemd/system/willow-backup.service"),
            ("willow-backup.timer", "lib/systemd/system/willow-backup.timer"),
            ("deb/sysusers.conf", "usr/lib/sysusers.d/willow.conf"),
            ("deb/willow.toml", "etc/willow/willow.toml"),
            ("502.html", "usr/share/willow/502.html"),
            ("nginx.conf", "usr/share/doc/willow/nginx.conf"),
            ("haproxy.cfg", "usr/share/doc/willow/haproxy.cfg"),
            ("willow.desktop", "usr/share/applications/willow.desktop"),
            ("../LICENSE-APACHE", "usr/share/doc/willow/LICENSE-APACHE"),
            ("../LICENSE-MIT", "usr/share/doc/willow/LICENSE-MIT"),
        ] {
            put(&source(from), to)?;
        }
        put(
            &self.workspace.root.join("web/public/icons/icon.svg"),
            "usr/share/icons/hicolor/scalable/apps/willow.svg",
        )?;
        put(&tree.join("THIRD-PARTY-LICENSES.txt"), "usr/share/doc/willow/copyright")?;
        for entry in fs::read_dir(tree.join("share"))? {
            let path = entry?.path();
            put(&path, &place_of_page(&path)?)?;
        }
        // The units of the sources are for a program that was installed by hand.
        for unit in ["willow.service", "willow-backup.service"] {
            let path = root.join("lib/systemd/system").join(unit);
            fs::write(&path, fs::read_to_string(&path)?.replace("/usr/local/bin/", "/usr/bin/"))?;
        }
        self.write_control(platform, &root)?;
        let package = format!("willow_{}_{}.deb", self.version, platform.architecture);
        // The builds in a program repeat each other: only the strongest compression looks so far back.
        let line = "dpkg-deb --root-owner-group -Zxz -z9 --build deb";
        run(program(&self.out, line).arg(package).env("SOURCE_DATE_EPOCH", &self.time))?;
        Ok(fs::remove_dir_all(root)?)
    }

    fn write_control(&self, platform: &Platform, root: &Path) -> Result<()> {
        let folder = root.join("DEBIAN");
        fs::create_dir_all(&folder)?;
        let source = self.workspace.root.join("packaging/deb");
        for script in ["postinst", "prerm", "postrm"] {
            fs::copy(source.join(script), folder.join(script))?;
        }
        fs::write(folder.join("conffiles"), "/etc/willow/willow.toml\n")?;
        let kib = bytes_of_folder(root)?.div_ceil(1024);
        let control = fs::read_to_string(source.join("control"))?
            .replace("@VERSION@", &self.version)
            .replace("@ARCHITECTURE@", platform.architecture)
            .replace("@KIB@", &kib.to_string());
        Ok(fs::write(folder.join("control"), control)?)
    }
}

/// Returns where Debian looks for a man page or a completion.
fn place_of_page(path: &Path) -> Result<String> {
    let name = file_name(path.to_str().context("names of pages are ASCII")?);
    Ok(match name {
        _ if name.ends_with(".1") => format!("usr/share/man/man1/{name}"),
        "willow.bash" => "usr/share/bash-completion/completions/willow".to_owned(),
        "_willow" => "usr/share/zsh/vendor-completions/_willow".to_owned(),
        "willow.fish" => "usr/share/fish/vendor_completions.d/willow.fish".to_owned(),
        _ => format!("usr/share/doc/willow/completions/{name}"),
    })
}

fn bytes_of_folder(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.path().is_dir() {
            bytes_of_folder(&entry.path())?
        } else {
            entry.metadata()?.len()
        };
    }
    Ok(bytes)
}
