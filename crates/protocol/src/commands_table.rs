//! The table of commands: how each is written as text and what it does.

/// A command as help shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// The command's name.
    pub name: &'static str,
    /// What follows the name.
    pub usage: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

const fn command(name: &'static str, usage: &'static str, summary: &'static str) -> CommandHelp {
    CommandHelp { name, usage, summary }
}

/// What may follow `new` and `challenge NAME`.
const TERMS: &str = "[CLOCK] [rated] [black|white|random] [start=...] [synchro] [private]";

/// What may follow `log`.
const LOG: &str = "[NAME] [by NAME] [after NUMBER] [limit N]";

const TABLE: &[CommandHelp] = &[
    command("help", "[COMMAND]", "show the commands, or how one is used"),
    command("guest", "[NAME]", "come in without an account"),
    command("register", "NAME [PASSWORD]", "make an account and come in"),
    command("login", "NAME [PASSWORD]", "come in"),
    command("resume", "TOKEN", "come in, or back, with a token"),
    command("token", "", "get a token with which a program can come in as you"),
    command("password", "OLD NEW", "change your password; neither may have a blank"),
    command("delete-account", "PASSWORD", "delete your account"),
    command("quit", "", "leave"),
    command("ping", "", "see that the server is there"),
    command("protocol", "VERSION", "say which version of the protocol you speak"),
    command("who", "", "see who is here"),
    command("say", "TEXT", "say something in the lobby"),
    command("tell", "NAME TEXT", "tell somebody something in private"),
    command("lobby", "on|off", "follow the lobby, or no longer"),
    command("games", "", "see which games are offered and played"),
    command("new", TERMS, "offer a game to everybody"),
    command("challenge", "NAME [TERMS]", "offer a game to somebody, with terms as in `new`"),
    command("join", "GAME", "accept an offer"),
    command("decline", "GAME", "decline a challenge"),
    command("cancel", "GAME", "take your offer back"),
    command("watch", "GAME", "watch a game"),
    command("leave", "GAME", "watch it no longer"),
    command("board", "[GAME]", "show the board"),
    command("move", "[GAME] SQUARE [PLY]", "play; a square alone is a move, too"),
    command("gsay", "[GAME] TEXT", "say something to those who play, or watch, with you"),
    command("resign", "[GAME]", "give up"),
    command("abort", "[GAME]", "break off a game in which not both have moved"),
    command("takeback", "[GAME]", "ask to take your move back, or agree to it"),
    command("refuse", "[GAME]", "refuse to take a move back"),
    command("rematch", "[GAME]", "offer your opponent another game"),
    command("claim", "[GAME]", "claim the win over an opponent who is gone"),
    command("mute", "NAME", "hide what somebody says"),
    command("unmute", "NAME", "show it again"),
    command("block", "NAME", "hide somebody, and refuse his messages and challenges"),
    command("unblock", "NAME", "take a block back"),
    command("muted", "", "see whom you have muted and blocked"),
    command("user", "[NAME]", "see a user's ratings"),
    command("top", "CLASS", "see the best of bullet, blitz, rapid, classical, correspondence"),
    command("history", "[NAME]", "see a user's last games"),
    command("ratings", "[NAME]", "see how a user's ratings changed"),
    command("record", "GAME transcript|ggf|wthor", "get the record of a game"),
    command("archive", "[WORD VALUE ...]", "look for games of the archive"),
    command("explore", "[POSITION]", "see what was played in a position"),
    command("sync", "ROOM NUMBER", "get the events of a room after a number"),
    command("silence", "NAME MINUTES REASON", "let somebody say nothing (moderators)"),
    command("kick", "NAME REASON", "throw somebody out (moderators)"),
    command("ban", "NAME REASON", "let somebody in no more (moderators)"),
    command("unban", "NAME", "let somebody in again (moderators)"),
    command("log", LOG, "see what moderators did (moderators)"),
    command("role", "NAME ROLE", "make an account a player, bot, moderator (administrators)"),
];

/// Returns all commands in the order of help.
#[must_use]
pub const fn command_table() -> &'static [CommandHelp] {
    TABLE
}
