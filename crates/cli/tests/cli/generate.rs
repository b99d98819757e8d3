//! The hidden `willow generate`.

use crate::run::run_in;

#[test]
fn completions_and_man_pages_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["generate", "--out", "assets"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let assets = folder.path().join("assets");
    for name in [
        "willow.bash",
        "_willow",
        "willow.fish",
        "_willow.ps1",
        "willow.elv",
        "willow.1",
        "willow-solve.1",
    ] {
        let text = std::fs::read_to_string(assets.join(name)).expect(name);
        assert!(text.contains("solve"), "{name}");
    }
    assert!(!assets.join("willow-generate.1").exists());
}
