//! The file of TypeScript types is the one that follows from the types here.

use std::path::Path;
use std::{env, fs};

use willow_protocol::typescript;

#[test]
fn the_file_of_types_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/protocol.ts");
    let expected = typescript::declarations();
    if env::var_os("UPDATE_BINDINGS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == expected,
        "bindings/protocol.ts is out of date; write it anew with\n\
         UPDATE_BINDINGS=1 cargo test -p willow-protocol --features ts --test typescript"
    );
}

#[test]
fn a_command_may_leave_out_terms_and_an_event_has_them() {
    let types = typescript::declarations();
    let declaration = |name: &str| {
        let rest =
            types.split_once(&format!("export type {name} = ")).expect("the type is there").1;
        rest.split("export type ").next().unwrap_or_default()
    };
    assert!(declaration("Command").contains("\nrated?: boolean,"));
    assert!(!declaration("Command").contains("\nrated: boolean,"));
    assert!(declaration("GameSummary").contains("\nrated: boolean,"));
}
