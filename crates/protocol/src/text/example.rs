//! One example for each command, as a person types it.

use crate::CommandKind;

/// Returns a line that uses the command.
pub(super) fn of(kind: CommandKind) -> Option<&'static str> {
    EXAMPLES.iter().find(|(example_of, _)| *example_of == kind).map(|&(_, line)| line)
}

/// One line for each command.
const EXAMPLES: &[(CommandKind, &str)] = &[
    (CommandKind::Help, "help playing"),
    (CommandKind::Guest, "guest alice"),
    (CommandKind::Register, "register alice"),
    (CommandKind::Login, "login alice"),
    (CommandKind::Resume, "resume 5tgb6yhn7ujm"),
    (CommandKind::Token, "token"),
    (CommandKind::Password, "password old-secret new-secret"),
    (CommandKind::Tokens, "tokens"),
    (CommandKind::Revoke, "revoke 3"),
    (CommandKind::Logout, "logout all"),
    (CommandKind::RecoveryCodes, "recovery-codes my-password"),
    (CommandKind::ResetPassword, "reset-password alice K7QM-2XFB-9TRD new-secret"),
    (CommandKind::ExportData, "export-data"),
    (CommandKind::DeleteAccount, "delete-account my-password"),
    (CommandKind::Quit, "quit"),
    (CommandKind::Ping, "ping"),
    (CommandKind::Protocol, "protocol 1"),
    (CommandKind::Who, "who"),
    (CommandKind::Say, "say good evening"),
    (CommandKind::Chat, "chat 431"),
    (CommandKind::Tell, "tell bob shall we play?"),
    (CommandKind::Lobby, "lobby off"),
    (CommandKind::Games, "games"),
    (CommandKind::New, "new 5+3 rated"),
    (CommandKind::Challenge, "challenge bob 10:00 black"),
    (CommandKind::Seek, "seek 10:00 rated 1400-1600"),
    (CommandKind::Unseek, "unseek"),
    (CommandKind::Pools, "pools"),
    (CommandKind::Pool, "pool blitz"),
    (CommandKind::Link, "link 5+3"),
    (CommandKind::Offer, "offer 12"),
    (CommandKind::Join, "join 12"),
    (CommandKind::Decline, "decline 12"),
    (CommandKind::Cancel, "cancel 12"),
    (CommandKind::Watch, "watch 12"),
    (CommandKind::Leave, "leave 12"),
    (CommandKind::Board, "board"),
    (CommandKind::Move, "move f5"),
    (CommandKind::Bid, "bid f5 2.5"),
    (CommandKind::Style, "style short"),
    (CommandKind::Moves, "moves 12"),
    (CommandKind::Thoughts, "thoughts 12"),
    (CommandKind::Gsay, "gsay - good game"),
    (CommandKind::Resign, "resign"),
    (CommandKind::Abort, "abort"),
    (CommandKind::Takeback, "takeback"),
    (CommandKind::Refuse, "refuse"),
    (CommandKind::Score, "score 6"),
    (CommandKind::Adjourn, "adjourn"),
    (CommandKind::Continue, "continue 12"),
    (CommandKind::Adjourned, "adjourned"),
    (CommandKind::MoreTime, "moretime 15"),
    (CommandKind::Rematch, "rematch"),
    (CommandKind::Claim, "claim"),
    (CommandKind::Mute, "mute bob"),
    (CommandKind::Unmute, "unmute bob"),
    (CommandKind::Block, "block bob"),
    (CommandKind::Unblock, "unblock bob"),
    (CommandKind::Muted, "muted"),
    (CommandKind::User, "user bob"),
    (CommandKind::Set, "set country jp"),
    (CommandKind::Follow, "follow bob"),
    (CommandKind::Unfollow, "unfollow bob"),
    (CommandKind::Following, "following"),
    (CommandKind::Friends, "friends"),
    (CommandKind::Report, "report bob lobby:17..21 insults"),
    (CommandKind::Find, "find al"),
    (CommandKind::Top, "top blitz"),
    (CommandKind::History, "history bob"),
    (CommandKind::Ratings, "ratings bob blitz"),
    (CommandKind::Record, "record 12 ggf"),
    (CommandKind::Archive, "archive player bob result draw limit 5"),
    (CommandKind::Explore, "explore f5d6c3"),
    (CommandKind::Search, "search tamenori vs murakami 1998"),
    (CommandKind::Results, "results player bob"),
    (CommandKind::Sync, "sync game/12 7"),
    (CommandKind::Report, "report bob lobby:17..21 insults"),
    (CommandKind::Reports, "reports open"),
    (CommandKind::ReadReport, "read-report 3"),
    (CommandKind::CloseReport, "close-report 3 warned"),
    (CommandKind::Recover, "recover bob forgot the password"),
    (CommandKind::Silence, "silence bob 30 insults"),
    (CommandKind::Kick, "kick bob insults"),
    (CommandKind::Ban, "ban bob insults after a warning"),
    (CommandKind::Unban, "unban bob"),
    (CommandKind::Log, "log bob limit 5"),
    (CommandKind::Reports, "reports open"),
    (CommandKind::ReadReport, "read-report 3"),
    (CommandKind::CloseReport, "close-report 3 warned told him to stop"),
    (CommandKind::Proxy, "proxy ggs-alice on"),
    (CommandKind::As, "as ggs-alice move f5"),
    (CommandKind::Flag, "flag 12 bob"),
    (CommandKind::Overtime, "overtime 12 bob"),
    (CommandKind::Role, "role bob moderator"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{TextInput, read_line};

    #[test]
    fn every_command_has_an_example_that_is_this_command() {
        for &kind in CommandKind::ALL {
            let line = of(kind).unwrap_or_else(|| panic!("{kind:?} has no example"));
            let read = match read_line(line) {
                Ok(TextInput::Request(request)) => request.command.kind(),
                Ok(TextInput::AskPassword(prompt)) => prompt.command(),
                other => panic!("{line}: {other:?}"),
            };
            assert_eq!(read, kind, "{line}");
        }
    }
}
