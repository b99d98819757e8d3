//! The file of TypeScript types is the one that follows from the types here.

use std::path::Path;
use std::{env, fs};

use willow_analysis::report::{GameSummary, MoveReport};
use willow_testkit::Declarations;

/// The beginning of the file.
const HEADER: &str = "\
// What an analysis finds: the objects of `willow analyze --json`, which docs/json.md describes.
// This file is made from crates/analysis. Write it anew with
// UPDATE_BINDINGS=1 cargo test -p willow-analysis --features ts --test typescript
";

#[test]
fn the_file_of_types_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/analysis.ts");
    let expected = Declarations::new().with::<MoveReport>().with::<GameSummary>().file(HEADER);
    if env::var_os("UPDATE_BINDINGS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == expected,
        "bindings/analysis.ts is out of date; write it anew with\n\
         UPDATE_BINDINGS=1 cargo test -p willow-analysis --features ts --test typescript"
    );
}
