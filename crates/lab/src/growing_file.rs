//! Files of work that takes long: they grow by whole lines, and an interrupted run goes on from what
//! is there.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// A text file whose first line says of what work it is, and which has a line more for every step that
/// is done. A line that a crash cut off does not count.
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
}

impl GrowingFile {
    /// Opens a file or begins it with a first line. Returns its text too, complete lines only.
    ///
    /// # Errors
    /// The file must be writable; `check` must accept its first line if it has one.
    pub fn open(
        path: &Path,
        heading: &str,
        check: impl FnOnce(&str) -> Result<()>,
    ) -> Result<(GrowingFile, String)> {
        let name = path.display();
        let mut file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot write {name}"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        if let Some((first, _)) = text.split_once('\n') {
            check(first).with_context(|| name.to_string())?;
            text.truncate(text.rfind('\n').map_or(0, |last| last + 1));
            file.set_len(text.len() as u64)?;
            return Ok((GrowingFile { file }, text));
        }
        // Killed before the first line was written; anything else is somebody's file.
        ensure!(heading.starts_with(&text), "{name}: a file of something else");
        file.set_len(0)?;
        let mut begun = GrowingFile { file };
        begun.add(heading)?;
        Ok((begun, format!("{heading}\n")))
    }

    /// Adds a line, given without its end.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, line: &str) -> Result<()> {
        Ok(self.file.write_all(format!("{line}\n").as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn open(path: &Path) -> Result<(GrowingFile, String)> {
        GrowingFile::open(path, "# numbers", |first| {
            ensure!(first == "# numbers", "not numbers");
            Ok(())
        })
    }

    #[test]
    fn a_file_goes_on_wherever_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let whole = "# numbers\n1\n22\n";
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut file, text) = open(&path).unwrap();
            let complete =
                whole[..length].rfind('\n').map_or("# numbers\n", |last| &whole[..=last]);
            assert_eq!(text, complete);
            assert_eq!(fs::read_to_string(&path).unwrap(), complete);
            file.add("333").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{complete}333\n"));
        }
    }

    #[test]
    fn other_peoples_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for text in ["my diary", "my diary\n", "# numbers of mine\n1\n"] {
            fs::write(&path, text).unwrap();
            assert!(open(&path).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(open(folder.path()).is_err());
    }
}
