//! The topics of help: what a person wants to do, and the commands for that.

/// A topic of help.
pub(super) struct Topic {
    /// The word after `help`.
    pub(super) name: &'static str,
    /// Summary for the list of topics.
    pub(super) title: &'static str,
    /// The explanation, in lines of at most 78 characters.
    pub(super) lines: &'static [&'static str],
    /// The commands of the topic, as words.
    pub(super) commands: &'static str,
}

/// All topics, in the order in which a newcomer needs them.
pub(super) const TOPICS: &[Topic] = &[
    START,
    RULES,
    OPPONENTS,
    PLAYING,
    SPECIAL,
    CLOCKS,
    CHAT,
    PEOPLE,
    RATINGS,
    WATCHING,
    ARCHIVE,
    TOURNAMENTS,
    PROGRAMS,
    MODERATORS,
    MEMBERS,
];

/// Returns the topic of this name, which may be in the singular.
pub(super) fn find(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name || topic.name.strip_suffix('s') == Some(name))
}

const START: Topic = Topic {
    name: "start",
    title: "sign in, find an opponent, leave again",
    lines: &[
        "1. Sign in: `guest alice` plays at once; `register alice` keeps your name and",
        "   your ratings for the next time, when you type `login alice`.",
        "2. Find an opponent: `games` lists the open offers, `join 12` accepts offer",
        "   12, `new` makes your own offer, `challenge first-game` plays an easy bot.",
        "3. Play: when it is your move, type a square, such as `f5`.",
        "4. Talk: `say hello` talks to everybody, `tell bob hello` to Bob alone;",
        "   `chat` shows what was said before you came.",
        "5. Leave: `quit`.",
    ],
    commands: "guest register login reset-password logout quit help",
};

const RULES: Topic = Topic {
    name: "rules",
    title: "how Othello is played",
    lines: &[
        "Black (X) and White (O) place a disc in turn; Black begins.",
        "A move must bracket discs of the opponent: between the new disc and another",
        "one of its colour, in a straight line across, down or diagonally, without a",
        "gap. All discs that are bracketed, in all directions, flip to that colour.",
        "Who cannot flip a disc passes; who can must move. When neither side can, the",
        "game is over, and the side with more discs wins.",
    ],
    commands: "move board",
};

const OPPONENTS: Topic = Topic {
    name: "opponents",
    title: "seeks, pools to play now, challenges by link",
    lines: &[
        "`pool blitz` plays now: the server finds somebody of about your strength.",
        "`seek 10:00 rated 1400-1600` plays somebody who seeks the same, or waits.",
        "`link 5+3` gives you a number for a friend, who types `join NUMBER`.",
        "`new` offers a game to all, `challenge bob` to one.",
    ],
    commands: "games new challenge seek unseek pool pools link offer join",
};

const PLAYING: Topic = Topic {
    name: "playing",
    title: "offers and challenges, moves, takebacks, results",
    lines: &[
        "A square alone is a move: `f5`. The board marks your legal moves with dots.",
        "The server passes for you when you have no legal move.",
        "The result is the difference in discs; empty squares count for the winner.",
        "Commands without a number are about your current game or your only offer.",
    ],
    commands: "games new challenge join decline cancel move board style takeback refuse \
        moretime resign abort claim rematch",
};

const SPECIAL: Topic = Topic {
    name: "special",
    title: "pairs, komi, offered results, and games that stop until later",
    lines: &[
        "`new synchro`   two games at once, one with each colour",
        "`new lockstep`  the same; a move is hidden until the other game has one, too",
        "`new komi`      both players bid a first move and its value: `bid f5 2.5`.",
        "                The mean is the komi; the higher bidder plays the first move",
        "`score 6` offers that you win by 6; `score -6` agrees, and the game is over.",
        "`score 0` offers a draw.",
        "`adjourn` asks to stop the clocks until both of you `continue`.",
    ],
    commands: "new bid score adjourn continue adjourned refuse",
};

const CLOCKS: Topic = Topic {
    name: "clocks",
    title: "how much time a game has, and what happens when it is over",
    lines: &[
        "5+3        five minutes, and three seconds more after each move (the default)",
        "10:00, 10  ten minutes for all moves",
        "5:00/10    byoyomi: five minutes, then ten seconds for each move",
        "15:00//2:00  GGS: 15 minutes, then an extension of two minutes",
        "1s, 3d     one second, or three days, for each move",
        "none       no clock",
        "Who runs out of time loses by 64. The server measures the time; it plays",
        "passes itself, and they cost none. With days, your offer stays open and the",
        "game goes on while you are offline.",
        "Type the clock in `new` and `challenge`: `new 10:00`, `challenge bob 3d`.",
    ],
    commands: "",
};

const CHAT: Topic = Topic {
    name: "chat",
    title: "talk to everybody, to one user, or in a game",
    lines: &[
        "In a game you talk with your opponent alone; spectators talk with each other,",
        "and the players read their words after the game.",
    ],
    commands: "say chat tell messages gsay lobby mute unmute report",
};

const PEOPLE: Topic = Topic {
    name: "people",
    title: "who is here, who somebody is, whom you do not want to hear",
    lines: &["You do not hear a muted user. A blocked user cannot reach you either."],
    commands: "who user find set history follow unfollow following friends mute unmute block \
        unblock muted password recovery-codes export-data delete-account",
};

const RATINGS: Topic = Topic {
    name: "ratings",
    title: "what ratings mean, and who has the best",
    lines: &[
        "Rated games (`new rated`) change both ratings; guests play unrated games only.",
        "Each speed has a rating of its own: bullet, blitz, rapid, classical, and",
        "correspondence. The number after ± is the deviation: the smaller, the surer.",
        "A rating with ? is uncertain (more than ±110) and not on the lists of `top`.",
        "These want 20 rated games against up to 20 different people. The more often",
        "you have met an opponent in the last days, the less the next game counts; a",
        "win over somebody rated more than 200 below changes nothing.",
        "A game that is given up before ten moves does not count. Who leaves a fourth",
        "one in a day, by `resign` or in any other way, loses rating by it.",
        "A rated game has no takebacks, at least 30 seconds for thirty moves and 5 for",
        "the first, and starts standard, balanced or with up to 20 random discs.",
    ],
    commands: "user ratings top",
};

const WATCHING: Topic = Topic {
    name: "watching",
    title: "see the games of others",
    lines: &[
        "`games` lists the games in progress. After `watch 12` you see every move.",
        "`follow bob` notifies you whenever Bob begins a game, with its number.",
    ],
    commands: "games follow watch leave board moves gsay",
};

const ARCHIVE: Topic = Topic {
    name: "archive",
    title: "look at old games and at openings",
    lines: &["A game that is over can be seen again by its number: `board 12`, `moves 12`."],
    commands: "history board moves thoughts record search archive explore results",
};

const TOURNAMENTS: Topic = Topic {
    name: "tournaments",
    title: "enter a tournament, or direct one",
    lines: &[
        "`tournaments` lists them, `enter 5` enters number 5, and `tournament 5` shows",
        "rounds and standings. Its games begin by themselves.",
        "`direct 5 {\"withdraw\":{}}` leaves it again before the next round.",
        "docs/tournaments.md of Willow says how to plan one and direct it.",
    ],
    commands: "tournaments tournament enter direct new-tournament pair-costs",
};

const PROGRAMS: Topic = Topic {
    name: "programs",
    title: "write a bot or a client of your own",
    lines: &[
        "A program sends JSON: one object a line here, or over WebSocket or HTTP.",
        "docs/bots.md of Willow is where to begin, docs/protocol.md has all of it,",
        "/api/openapi.json every field.",
        "`willow bot` needs no code. `role NAME bot` marks your new account as a bot.",
        "A bridge brings players of another server over one connection, as proxies.",
    ],
    commands: "token tokens revoke resume protocol sync ping proxy as flag overtime",
};

const MODERATORS: Topic = Topic {
    name: "moderators",
    title: "for those who keep the peace",
    lines: &["A moderator acts with a reason, and every action is in the log."],
    commands: "reports read-report close-report silence kick ban unban \
               sanctions related remove-message clear-profile log role",
};

const MEMBERS: Topic = Topic {
    name: "members",
    title: "for those who let people in, and help them",
    lines: &["The log has who invited whom, and what was done for a member."],
    commands: "invite invitations uninvite invitation recover export-user delete-user \
               announcement announce closing",
};
