//! Rules of manifests: dependencies between rooms, package names, and settings of the workspace.

use super::plan::{self, ANYHOW_ROOMS, DEV_ONLY_ROOMS, PLANNED};
use super::problem::Problem;
use crate::workspace::{Dependency, Room};

/// Checks all rules of a room's manifest.
pub(crate) fn rules(room: &Room) -> Vec<Problem> {
    [
        undrawn_arrows(room),
        built_since(room, PLANNED),
        misnamed(room),
        anyhow_elsewhere(room),
        uninherited(room),
    ]
    .concat()
}

/// Finds dependencies on our own rooms that the plan does not have, and rooms that it does not have.
fn undrawn_arrows(room: &Room) -> Vec<Problem> {
    let Some(plan) = plan::of(&room.name) else {
        let what = format!("the room `{}` is not in the plan", room.name);
        let advice = "draw it in the architecture document and in xtask/src/tidy/plan.rs";
        return vec![Problem::new(&room.manifest, 1, what, advice)];
    };
    let ours = room.dependencies.iter().filter_map(|dependency| match dependency {
        Dependency::Room(name) => Some(name),
        Dependency::Foreign(_) => None,
    });
    let undrawn = ours.filter(|name| !plan.uses.contains(&name.as_str()));
    undrawn
        .map(|name| {
            let (what, advice) = undrawn_arrow(&room.name, name);
            Problem::new(&room.manifest, line_with(room, name), what, advice)
        })
        .collect()
}

/// Says what is wrong with an arrow that is not in the plan, and what to do about it.
fn undrawn_arrow(from: &str, to: &str) -> (String, &'static str) {
    if DEV_ONLY_ROOMS.contains(&to) {
        let what = format!("`{from}` needs `{to}`, which is for tests only");
        return (what, "name it under [dev-dependencies]");
    }
    let what = format!("the plan has no arrow from `{from}` to `{to}`");
    (what, "move the code to a room that may use it, or pass it in as an argument")
}

/// Finds a room that exists although the plan says that it is not built yet.
fn built_since(room: &Room, planned: &[&str]) -> Vec<Problem> {
    if !planned.contains(&room.name.as_str()) {
        return Vec::new();
    }
    let what = format!("the plan says that the room `{}` is not built yet", room.name);
    let advice = "take it out of PLANNED in xtask/src/tidy/plan.rs and out of docs/ARCHITECTURE.md";
    vec![Problem::new(&room.manifest, 1, what, advice)]
}

/// Finds a package whose name is not that of its folder.
fn misnamed(room: &Room) -> Vec<Problem> {
    let expected = format!("willow-{}", room.name);
    if room.package == expected || room.package == "xtask" {
        return Vec::new();
    }
    let what = format!("the package is called `{}`", room.package);
    let line = line_with(room, &room.package);
    vec![Problem::new(&room.manifest, line, what, format!("call it `{expected}`"))]
}

/// Finds `anyhow` in rooms whose errors must be types.
fn anyhow_elsewhere(room: &Room) -> Vec<Problem> {
    let anyhow = Dependency::Foreign("anyhow".to_owned());
    if ANYHOW_ROOMS.contains(&room.name.as_str()) || !room.dependencies.contains(&anyhow) {
        return Vec::new();
    }
    let what = format!("`{}` depends on anyhow", room.name);
    let advice = "give each operation an error type, with thiserror";
    vec![Problem::new(&room.manifest, line_with(room, "anyhow"), what, advice)]
}

/// Finds settings that the package does not take from the workspace.
fn uninherited(room: &Room) -> Vec<Problem> {
    let settings = [
        ("package", "license", "license.workspace = true"),
        ("package", "rust-version", "rust-version.workspace = true"),
        ("lints", "", "workspace = true"),
    ];
    let missing =
        settings.iter().filter(|(table, key, _)| !inherits(&room.manifest_text, table, key));
    missing
        .map(|(table, _, line)| {
            let what = format!("[{table}] does not take a setting from the workspace");
            Problem::new(&room.manifest, 1, what, format!("write `{line}` there"))
        })
        .collect()
}

/// Reports whether a table of a manifest says that a key, or all of it, is the workspace's.
fn inherits(manifest: &str, table: &str, key: &str) -> bool {
    let header = format!("[{table}]");
    let body = manifest.lines().map(str::trim).skip_while(|line| *line != header).skip(1);
    let mut entries =
        body.take_while(|line| !line.starts_with('[')).map(|line| line.replace(' ', ""));
    let dotted = if key.is_empty() { "workspace=true" } else { &format!("{key}.workspace=true") };
    let inline = format!("{key}={{workspace=true}}");
    entries.any(|entry| entry.starts_with(dotted) || entry.starts_with(&inline))
}

/// Returns the first line of the manifest that names something, or 1.
fn line_with(room: &Room, name: &str) -> usize {
    let index = room.manifest_text.lines().position(|line| line.contains(name));
    index.map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]
name = \"willow-records\"
license.workspace = true
rust-version = { workspace = true }

[dependencies]
willow-board.workspace = true

[lints]
workspace = true
";

    fn records(dependencies: &[Dependency]) -> Room {
        Room {
            name: "records".into(),
            package: "willow-records".into(),
            manifest: "crates/records/Cargo.toml".into(),
            manifest_text: GOOD.into(),
            dependencies: dependencies.to_vec(),
            ..Room::default()
        }
    }

    fn ours(name: &str) -> Dependency {
        Dependency::Room(name.into())
    }

    fn messages(room: &Room) -> Vec<String> {
        rules(room).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_room_as_drawn_is_tidy() {
        assert_eq!(messages(&records(&[ours("board")])), [""; 0]);
    }

    #[test]
    fn an_arrow_that_is_not_drawn_is_found_where_it_stands() {
        let mut room = records(&[ours("board"), ours("engine")]);
        room.manifest_text = GOOD.replace("[lints]", "willow-engine.workspace = true\n[lints]");
        let [message] = messages(&room).try_into().unwrap();
        let start = "crates/records/Cargo.toml:9: the plan has no arrow from `records` to `engine`";
        assert!(message.starts_with(start), "{message}");
    }

    #[test]
    fn a_room_for_tests_is_a_dev_dependency_only() {
        let room = records(&[ours("board"), ours("testkit")]);
        let [message] = messages(&room).try_into().unwrap();
        let expected = "`records` needs `testkit`, which is for tests only; name it under";
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn a_room_that_is_not_drawn_is_found() {
        let room = Room {
            name: "nonexistent".into(),
            package: "willow-nonexistent".into(),
            ..records(&[])
        };
        let [message] = messages(&room).try_into().unwrap();
        assert!(message.contains("the room `nonexistent` is not in the plan"), "{message}");
    }

    #[test]
    fn a_planned_room_that_is_built_is_found() {
        let found = built_since(&records(&[]), &["records"]);
        let [message] =
            found.iter().map(ToString::to_string).collect::<Vec<_>>().try_into().unwrap();
        assert!(message.contains("the room `records` is not built yet; take it out"), "{message}");
    }

    #[test]
    fn a_package_is_called_after_its_folder() {
        let room = Room { package: "willow-notation".into(), ..records(&[]) };
        let [message] = messages(&room).try_into().unwrap();
        assert!(message.contains("call it `willow-records`"), "{message}");
    }

    #[test]
    fn anyhow_is_for_programs() {
        let anyhow = Dependency::Foreign("anyhow".into());
        let [message] = messages(&records(std::slice::from_ref(&anyhow))).try_into().unwrap();
        assert!(message.contains("`records` depends on anyhow"), "{message}");
        let cli = Room { name: "cli".into(), package: "willow-cli".into(), ..records(&[anyhow]) };
        assert_eq!(messages(&cli), [""; 0]);
    }

    #[test]
    fn settings_of_its_own_are_found() {
        for line in ["license.workspace = true", "rust-version = { workspace = true }"] {
            let manifest_text = GOOD.replace(line, "license = \"GPL\"");
            let room = Room { manifest_text, ..records(&[]) };
            assert_eq!(messages(&room).len(), 1, "{line}");
        }
        let without_lints = GOOD.split("[lints]").next().unwrap();
        let room = Room { manifest_text: without_lints.into(), ..records(&[]) };
        let [message] = messages(&room).try_into().unwrap();
        assert!(message.contains("[lints] does not take"), "{message}");
    }
}
