//! The feature sets of the rooms that a build of the whole workspace does not compile.
//!
//! Cargo builds the workspace with the features that any of its packages asks for. A room with
//! features is also compiled as it is alone, with its default features and with each other one.

use std::collections::BTreeMap;

use crate::invocation::Invocation;
use crate::workspace::Room;

/// Returns the name and the command of each check: one for the default features, one for every other
/// feature, which is checked without them. `elsewhere` names the features that need no check.
pub(crate) fn checks(rooms: &[Room], elsewhere: &[&str]) -> Vec<(String, Invocation)> {
    let with_features: Vec<&Room> = rooms.iter().filter(|room| !room.features.is_empty()).collect();
    let default = check("check", &with_features);
    let mut sets: BTreeMap<&str, Vec<&Room>> = BTreeMap::new();
    for room in with_features {
        for feature in room.optional_features() {
            sets.entry(feature).or_default().push(room);
        }
    }
    let others = sets.into_iter().filter(|(feature, _)| !elsewhere.contains(feature));
    let mut checks = vec![("features, default".to_owned(), default)];
    checks.extend(others.map(|(feature, rooms)| {
        let start = format!("check --no-default-features --features {feature}");
        (format!("features, {feature}"), check(&start, &rooms))
    }));
    checks
}

fn check(start: &str, rooms: &[&Room]) -> Invocation {
    rooms.iter().fold(Invocation::cargo(start), |call, room| {
        call.argument("--package").argument(room.package.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(package: &str, features: &[(&str, &[&str])]) -> Room {
        let owned = |names: &&[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let features = features.iter().map(|(name, uses)| ((*name).to_owned(), owned(uses)));
        Room { package: package.to_owned(), features: features.collect(), ..Room::default() }
    }

    #[test]
    fn each_feature_is_checked_alone_and_once_for_all_rooms_that_have_it() {
        let rooms = [
            room("w", &[("default", &["full"]), ("full", &[]), ("small", &[])]),
            room("x", &[]),
            room("y", &[("fast", &[]), ("slow", &[])]),
            room("z", &[("fast", &[])]),
        ];
        let checks = checks(&rooms, &["slow"]);
        let shown: Vec<String> =
            checks.iter().map(|(name, call)| format!("{name}: {call}")).collect();
        assert_eq!(
            shown,
            [
                "features, default: cargo check --package w --package y --package z",
                "features, fast: cargo check --no-default-features --features fast --package y --package z",
                "features, small: cargo check --no-default-features --features small --package w",
            ]
        );
    }
}
