//! Rules of `unsafe`: where it is allowed, and that a comment gives the reason why it is sound.

use super::plan;
use super::problem::Problem;
use super::rust_file::{RustFile, positions, says};
use crate::workspace::Room;

/// How many lines above an unsafe block its reason may begin.
const REASON_WITHIN: usize = 8;

/// Checks all rules of a file.
pub(crate) fn rules(file: &RustFile) -> Vec<Problem> {
    let mut problems = misplaced(file);
    problems.extend(unreasoned(file));
    problems
}

/// Finds root files of a room's crates that do not forbid `unsafe`, though the plan gives it none.
pub(crate) fn unforbidden(room: &Room, files: &[RustFile]) -> Vec<Problem> {
    if plan::of(&room.name).is_some_and(|plan| !plan.unsafe_in.is_empty()) {
        return Vec::new();
    }
    let roots = files.iter().filter(|file| room.crate_roots.contains(&file.path));
    let advice = "write `#![forbid(unsafe_code)]` below the `//!` lines";
    roots
        .filter(|file| !file.code.contains("#![forbid(unsafe_code)]"))
        .map(|file| Problem::new(&file.path, 1, "the crate does not forbid unsafe code", advice))
        .collect()
}

/// Finds `unsafe` outside the modules that the plan names.
fn misplaced(file: &RustFile) -> Vec<Problem> {
    if is_allowed(file) {
        return Vec::new();
    }
    let lines = file.code_lines().filter(|(_, line)| says(line, "unsafe"));
    let advice = "move it to a module that xtask/src/tidy/plan.rs names, or do without";
    lines
        .map(|(number, _)| Problem::new(&file.path, number, "`unsafe` is not allowed here", advice))
        .collect()
}

/// Reports whether the plan lets a file say `unsafe`; files outside `src` are in no plan.
fn is_allowed(file: &RustFile) -> bool {
    let Some((_, inner)) = file.path.split_once("/src/") else { return false };
    let modules = plan::of(file.room()).map_or(&[][..], |plan| plan.unsafe_in);
    let inner = format!("/{inner}");
    modules.iter().any(|module| match module.strip_suffix('/') {
        Some(_) => inner.contains(&format!("/{module}")),
        None => inner.ends_with(&format!("/{module}")),
    })
}

/// Finds unsafe blocks and implementations without a reason nearby.
fn unreasoned(file: &RustFile) -> Vec<Problem> {
    let lines: Vec<&str> = file.text.lines().collect();
    let has_reason = |number: usize| {
        let first = number.saturating_sub(REASON_WITHIN + 1);
        lines[first..number].iter().any(|line| line.contains("SAFETY"))
    };
    let advice = "add a `// SAFETY:` comment that names the check which makes it sound";
    file.code_lines()
        .filter(|(number, line)| needs_reason(line) && !has_reason(*number))
        .map(|(number, _)| Problem::new(&file.path, number, "`unsafe` without a reason", advice))
        .collect()
}

/// Reports whether a line opens an unsafe block or implementation; functions document theirs.
fn needs_reason(line: &str) -> bool {
    positions(line, "unsafe").any(|start| {
        let rest = line[start + "unsafe".len()..].trim_start();
        rest.starts_with('{') || says(rest.split(' ').next().unwrap_or_default(), "impl")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REASONED: &str = "//! Kernel.
fn f() {
    // SAFETY: the module is compiled for targets with AVX2 only.
    unsafe { g() }
}
";

    fn lines(path: &str, text: &str) -> Vec<usize> {
        rules(&RustFile::new(path, text)).iter().map(Problem::line).collect()
    }

    #[test]
    fn named_modules_may_be_unsafe_with_a_reason() {
        for path in [
            "crates/board/src/flip/avx2.rs",
            "crates/engine/src/prefetch.rs",
            "crates/engine/src/transposition_table/memory.rs",
            "crates/eval/src/patterns/simd.rs",
        ] {
            assert_eq!(lines(path, REASONED), [0_usize; 0], "{path}");
        }
    }

    #[test]
    fn elsewhere_it_is_found() {
        for path in [
            "crates/board/src/game.rs",
            "crates/board/src/table.rs",
            "crates/board/tests/flip/perft.rs",
            "crates/engine/src/hash_table.rs",
            "crates/records/src/simd.rs",
            "xtask/src/main.rs",
            "fuzz/fuzz_targets/ggf.rs",
        ] {
            assert_eq!(lines(path, REASONED), [4], "{path}");
        }
    }

    #[test]
    fn a_block_without_a_reason_is_found() {
        let path = "crates/board/src/flip/avx2.rs";
        assert_eq!(lines(path, "//! Kernel.\nfn f() {\n    unsafe { g() }\n}\n"), [3]);
        assert_eq!(lines(path, "//! Kernel.\nunsafe impl Send for T {}\n"), [2]);
        assert_eq!(lines(path, "//! Kernel.\nunsafe impl<T> Send for U<T> {}\n"), [2]);
        assert_eq!(lines(path, "//! unsafe {\nconst A: &str = \"unsafe {\";\n"), [0_usize; 0]);
    }

    #[test]
    fn a_reason_far_above_does_not_count() {
        let text = format!("//! Kernel.\n// SAFETY: {}unsafe {{ g() }}\n", "\n".repeat(9));
        assert_eq!(lines("crates/board/src/flip/avx2.rs", &text), [11]);
    }

    #[test]
    fn a_room_without_unsafe_forbids_it() {
        let root = |text| [RustFile::new("crates/records/src/lib.rs", text)];
        let room = |name: &str| Room {
            name: name.into(),
            crate_roots: vec!["crates/records/src/lib.rs".into()],
            ..Room::default()
        };
        let silent = root("//! Records: `#![forbid(unsafe_code)]`.\n");
        assert_eq!(unforbidden(&room("records"), &silent).len(), 1);
        assert_eq!(unforbidden(&room("engine"), &silent).len(), 0);
        let forbidding = root("//! Records.\n#![forbid(unsafe_code)]\n");
        assert_eq!(unforbidden(&room("records"), &forbidding).len(), 0);
    }
}
