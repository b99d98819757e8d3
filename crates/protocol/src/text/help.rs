//! Help, from the table of commands.

use crate::commands_table::command_table;

/// Returns how one command is used, or `None` if there is none of this name.
#[must_use]
pub fn help(topic: &str) -> Option<Vec<String>> {
    let found = command_table().iter().find(|command| command.name == topic)?;
    let usage = format!("{} {}", found.name, found.usage);
    let mut lines = vec![usage.trim_end().to_owned(), found.summary.to_owned()];
    lines.extend(details(topic).iter().map(|&line| line.to_owned()));
    Some(lines)
}

/// Returns one line for every command.
#[must_use]
pub fn overview() -> Vec<String> {
    let rows = command_table().iter();
    rows.map(|command| format!("{:<15} {}", command.name, command.summary)).collect()
}

/// Returns what the line of a command does not say.
fn details(topic: &str) -> &'static [&'static str] {
    match topic {
        "new" | "challenge" => &[
            "CLOCK: 5+3 (minutes, seconds a move), 10:00, 5:00/10 (byoyomi), 15:00//2:00, 1s, none",
            "or 3d (days a move): such an offer stands, and such a game goes on, while you are away",
            "start=standard, start=random:N (N discs, 5 to 32), start=position:CELLS/SIDE",
            "start=balanced (or balanced): eight moves from a list, neither side ahead",
            "synchro: two games at once from one start, each of you with Black in one of them",
            "left out: 5+3 unrated random start=standard",
        ],
        "login" | "register" => &["without a password you are asked for it, and it is not shown"],
        "sync" => &["rooms: lobby, private, game/N, players/N, watchers/N"],
        "archive" => &[
            "player NAME, opponent NAME: a part of it, `_` for a blank; result black|white|draw",
            "from DATE, to DATE: 1995, 1995-06 or 1995-06-30; limit N, up to 100",
            "opening MOVES or position CELLS/SIDE: in any orientation; after PLACE: the next games",
        ],
        "log" => &[
            "NAME: what was done to him; by NAME: what he did; the newest first, times in UTC",
            "limit N: 20 if left out, up to 100; after NUMBER: the next ones, as an answer says",
        ],
        "explore" => &["POSITION: moves such as f5d6c3, or CELLS/SIDE; left out: the start"],
        "move" => &["with a ply, the move is refused if another number of plies was played"],
        _ => &[],
    }
}
