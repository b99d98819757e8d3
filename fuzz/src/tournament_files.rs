//! The law of `tournament_files`: what is read of a tournament's file is written, and read back as the same thing.

use willow_pairing::PlayerId;
use willow_pairing::files::elf::Elf;
use willow_pairing::files::trf::Trf;
use willow_pairing::files::{csv, json};

pub(crate) fn files(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(tournament) = json::read(text) {
        assert_eq!(json::read(&json::write(&tournament)).as_ref(), Ok(&tournament));
        let elf = Elf::of_event(&tournament);
        assert_eq!(Elf::read(&elf.write()), Ok(elf));
        let trf = Trf::of_event(&tournament);
        assert_eq!(Trf::read(&trf.write()), Ok(trf));
        assert_eq!(csv::read_games(&csv::write_games(&tournament)), Ok(csv::games(&tournament)));
    }
    if let Ok(elf) = Elf::read(text) {
        assert_eq!(Elf::read(&elf.write()), Ok(elf));
    }
    if let Ok(trf) = Trf::read(text) {
        assert_eq!(Trf::read(&trf.write()), Ok(trf));
    }
    // A table has rows for a tournament only, so these are read and not written.
    let _ = csv::read_games(text);
    let _ = csv::read_players(text, PlayerId(1));
}
