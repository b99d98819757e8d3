//! The law of `exercises`: exercises that are read are sound, and every format holds the same.

use willow_exercises::Format;

pub(crate) fn files(input: &[u8]) {
    const FORMATS: [Format; 3] = [Format::Tsv, Format::Json, Format::Obf];
    let Ok(text) = std::str::from_utf8(input) else { return };
    for exercises in FORMATS.into_iter().filter_map(|format| format.read(text).ok()) {
        assert!(exercises.iter().all(|exercise| exercise.check().is_ok()));
        for format in FORMATS {
            assert_eq!(format.read(&format.write(&exercises)).as_ref(), Ok(&exercises));
        }
    }
}
