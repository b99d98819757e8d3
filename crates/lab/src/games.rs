//! Games from files of every format.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use willow_board::Game;
use willow_records::GameOrPosition;

/// Reads the finished games of a file, which may be compressed by gzip. Unfinished games are left
/// out.
///
/// # Errors
/// The file must be readable and consist of games of one format. The error names the place that is
/// not.
pub fn read(path: &Path) -> Result<Vec<Game>> {
    let name = path.display();
    let mut bytes = Vec::new();
    let mut file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(file).read_to_end(&mut bytes)
    } else {
        file.read_to_end(&mut bytes)
    }
    .with_context(|| format!("cannot read {name}"))?;
    let mut games = Vec::new();
    for entry in willow_records::entries(&without_results(bytes)) {
        let entry = entry.with_context(|| name.to_string())?;
        if let GameOrPosition::Game(record) = entry.item
            && record.game.is_over()
        {
            games.push(record.game);
        }
    }
    Ok(games)
}

/// Removes the results that some lists of transcripts have after each game: a space and -1, 0 or 1.
fn without_results(bytes: Vec<u8>) -> Vec<u8> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_list = [&b" -1"[..], b" 0", b" 1"].iter().any(|end| first.ends_with(end));
    if !is_list || !first.starts_with(b"f5") {
        return bytes;
    }
    let games = bytes
        .split(|&byte| byte == b'\n')
        .map(|line| line.split(|&byte| byte == b' ').next().unwrap_or_default());
    games.collect::<Vec<_>>().join(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_after_transcripts_are_removed() {
        let list = b"f5d6c3 -1\nf5f6e6 1\n".to_vec();
        assert_eq!(without_results(list), b"f5d6c3\nf5f6e6\n");
        assert_eq!(without_results(b"f5d6c3\n".to_vec()), b"f5d6c3\n");
    }
}
