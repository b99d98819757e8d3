//! The plan of the workspace: its rooms, what each may depend on, and where `unsafe` is allowed.
//!
//! A room is a package in `crates/`, called by the name of its folder. An arrow from one room to another
//! means that the first may depend on the second. Some rooms are planned but not built yet: see
//! [`PLANNED`].

/// One room: which other rooms it may use, and which of its modules may be `unsafe`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomPlan {
    /// The name of its folder.
    pub(crate) room: &'static str,
    /// The rooms that it may depend on. Dev-dependencies are free.
    pub(crate) uses: &'static [&'static str],
    /// Folders (`name/`) and files (`name.rs`) below `src` that may say `unsafe`.
    ///
    /// A room without any must forbid it with `#![forbid(unsafe_code)]`.
    pub(crate) unsafe_in: &'static [&'static str],
}

/// Returns the plan of a room without `unsafe`.
const fn room(room: &'static str, uses: &'static [&'static str]) -> RoomPlan {
    RoomPlan { room, uses, unsafe_in: &[] }
}

impl RoomPlan {
    /// Allows `unsafe` in some of its modules.
    const fn unsafe_in(self, unsafe_in: &'static [&'static str]) -> Self {
        Self { unsafe_in, ..self }
    }
}

/// All rooms, those of [`PLANNED`] included. A change here is a change of the architecture: draw it in
/// the documents too.
pub(crate) const ROOMS: &[RoomPlan] = &[
    room("testkit", &[]),
    room("files", &[]),
    room("board", &[]).unsafe_in(&["flip/", "legal_moves/"]),
    room("records", &["board"]),
    room("classics", &["board"]),
    room("eval", &["board"]).unsafe_in(&["patterns/simd.rs"]),
    room("weights", &["eval"]),
    room("engine", &["board", "eval"]).unsafe_in(&["prefetch.rs", "transposition_table/memory.rs"]),
    room("book", &["files", "board", "eval", "engine"]).unsafe_in(&["memory_map.rs"]),
    room("analysis", &["board", "records", "classics", "eval", "engine", "book"]),
    room("engine-protocols", &["board", "records", "eval", "engine"]),
    room("players", PLAYERS),
    room("matches", &["board", "records", "players"]),
    room("lab", LAB),
    room("experiments", EXPERIMENTS),
    room("protocol", &["board"]),
    room("client", &["board", "protocol"]),
    room("web-assets", &[]),
    // The server looks opening books up in `books/`, and has scores to set one by hand; it never searches there.
    room("server", &["board", "records", "eval", "book", "protocol", "web-assets", "players"]),
    room(
        "bridge",
        &["files", "board", "records", "engine-protocols", "protocol", "client", "players"],
    ),
    room("tui", TUI),
    // The macro of `wasm-bindgen` writes the unsafe code of the exports, which `forbid` would refuse.
    room("wasm", &["board", "records", "eval", "weights", "engine", "analysis"])
        .unsafe_in(&["exports.rs"]),
    room("cli", EVERY_ROOM),
    room("xtask", &[]),
];

/// Everybody who can be asked for a move.
const PLAYERS: &[&str] =
    &["board", "records", "classics", "eval", "weights", "engine", "book", "engine-protocols"];

/// The evaluation's data, training and tests.
const LAB: &[&str] = &[
    "files", "board", "records", "eval", "weights", "engine", "book", "analysis", "players",
    "matches",
];

/// The old programs' papers and tournaments, run again.
const EXPERIMENTS: &[&str] =
    &["files", "board", "records", "classics", "eval", "engine", "players", "matches", "lab"];

/// The terminal.
const TUI: &[&str] = &[
    "files", "board", "records", "classics", "eval", "weights", "engine", "players", "analysis",
    "protocol", "client",
];

/// The rooms that the command line uses.
const EVERY_ROOM: &[&str] = &[
    "files",
    "board",
    "records",
    "classics",
    "eval",
    "weights",
    "engine",
    "book",
    "analysis",
    "engine-protocols",
    "players",
    "matches",
    "lab",
    "experiments",
    "protocol",
    "client",
    "web-assets",
    "server",
    "bridge",
    "tui",
    "wasm",
];

/// The rooms of the plan that are not built yet: they have no folder in `crates/`. A room leaves this
/// list in the commit that creates its folder.
pub(crate) const PLANNED: &[&str] = &[];

/// The rooms that may report errors as `anyhow` does; elsewhere errors are types.
pub(crate) const ANYHOW_ROOMS: &[&str] = &["cli", "experiments", "lab", "xtask"];

/// The rooms for tests, which other rooms may name as dev-dependencies only.
pub(crate) const DEV_ONLY_ROOMS: &[&str] = &["testkit"];

/// Returns the plan of a room, or `None` if it is not drawn.
pub(crate) fn of(room: &str) -> Option<&'static RoomPlan> {
    ROOMS.iter().find(|plan| plan.room == room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrow_points_to_a_room_drawn_before() {
        for (index, plan) in ROOMS.iter().enumerate() {
            for used in plan.uses {
                let found = ROOMS[..index].iter().any(|earlier| earlier.room == *used);
                assert!(found, "{} uses {used}, which is not above it", plan.room);
            }
        }
    }

    #[test]
    fn every_planned_room_is_in_the_plan() {
        assert!(PLANNED.iter().all(|room| of(room).is_some()));
    }

    #[test]
    fn no_arrow_leads_to_a_room_for_tests() {
        for plan in ROOMS {
            assert!(plan.uses.iter().all(|used| !DEV_ONLY_ROOMS.contains(used)), "{}", plan.room);
        }
    }

    #[test]
    fn only_experiments_and_the_command_line_use_lab() {
        let users = ROOMS.iter().filter(|plan| plan.uses.contains(&"lab"));
        assert_eq!(users.map(|plan| plan.room).collect::<Vec<_>>(), ["experiments", "cli"]);
    }
}
