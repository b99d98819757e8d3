// The commands and events of Willow's protocol, version 2. docs/protocol.md explains them.
// This file is generated from crates/protocol. Write it anew with
// UPDATE_GENERATED=1 cargo test -p willow-protocol --lib generated

/**
 * A player who has disconnected from a game in progress.
 */
export type AbsentPlayer = {
/**
 * The player's colour.
 */
color: Side,
/**
 * When the player's last connection ended, in milliseconds since 1970.
 */
since?: number | null,
/**
 * The time from which the opponent may claim the win, in milliseconds since 1970.
 */
claim_at: number, };

/**
 * Details of the games of an answer beside their summaries.
 */
export type ArchiveExtra = "moves";

/**
 * The games that are wanted: those that match every field that is set.
 */
export type ArchiveFilter = {
/**
 * A part of a player's name.
 */
player?: string | null,
/**
 * A part of the name of the other player.
 */
opponent?: string | null,
/**
 * A part of the name of the tournament or match.
 */
event?: string | null,
/**
 * Only games that ended so.
 */
result?: Winner | null,
/**
 * Black's result in discs, from -64 to 64.
 */
score?: number | null,
/**
 * Only games that were not played before this date.
 */
from?: string | null,
/**
 * Only games that were not played after this date.
 */
to?: string | null,
/**
 * A position that occurred, in any orientation; `opening` is another name for it.
 */
position?: string | null,
/**
 * Where the games were played.
 */
only?: ArchiveOrigin | null,
/**
 * Only games after this cursor; games are listed from the newest to the oldest.
 */
after?: string | null,
/**
 * Maximum number of games to return, from 1 to 100; 20 by default.
 */
limit?: number | null,
/**
 * Details of each game beside its summary.
 */
with?: ArchiveExtra | null, };

/**
 * Where games were played.
 */
export type ArchiveOrigin = "here" | "device";

/**
 * A page of a list of games.
 */
export type ArchivePage = {
/**
 * The games, newest first.
 */
games: Array<ArchivedGameSummary>,
/**
 * The cursor of the next page, if there is one.
 */
next?: string | null, };

/**
 * A game of the archive that was not played on this server, whole.
 */
export type ArchivedGame = {
/**
 * Its number, players, date, result and moves.
 */
summary: ArchivedGameSummary,
/**
 * Where it was played.
 */
place?: string,
/**
 * The start position.
 */
initial: string,
/**
 * The position after the last move.
 */
position: string, };

/**
 * A game of the archive, in a list.
 */
export type ArchivedGameSummary = {
/**
 * The number by which it is opened.
 */
game: GameId,
/**
 * The player of Black. Names of imported games are those of their source.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The date, as far as it is known: `1995`, `1995-06-30`, or empty.
 */
date: string,
/**
 * The tournament or match.
 */
event?: string,
/**
 * Black's result in discs, if it is known.
 */
result?: number | null,
/**
 * How it ended, if not on the board: after a resignation or a lost clock the result counts all discs for the
 * winner.
 */
ending?: EndKind | null,
/**
 * The number of moves without passes.
 */
moves: number,
/**
 * Whether it was played on a user's device, against the device's program: unrated, and in no statistics.
 */
on_device?: boolean,
/**
 * The moves without passes, such as `f5d6c3`, if they were asked for.
 */
transcript?: string | null, };

/**
 * A game of an arena.
 */
export type ArenaGame = {
/**
 * Its number on the server.
 */
game: GameId,
/**
 * Who moves first.
 */
black: PlayerId,
/**
 * Who moves second.
 */
white: PlayerId,
/**
 * The discs of Black and White, or who lost otherwise; none before the end, and of a game that does not count.
 */
result?: TableResult | null,
/**
 * Whether it is being played.
 */
running?: boolean, };

/**
 * A player's place and figures in an arena.
 */
export type ArenaStanding = {
/**
 * The place, from 1.
 */
rank: number,
/**
 * Whose figures these are.
 */
player: PlayerId,
/**
 * Two for a win, one for a draw, doubled in a streak.
 */
points: number,
/**
 * Wins, draws and losses.
 */
results: [number, number, number],
/**
 * The points of each game, the last one last.
 */
scores: Array<number>,
/**
 * The wins in a row until now.
 */
streak: number,
/**
 * The rating that the results are worth, if opponents have ratings.
 */
performance: number | null, };

/**
 * Whom a ban keeps out, or a silence silences.
 */
export type BanReach = "account" | "addresses";

/**
 * A value that the operator sets by hand.
 */
export type BookChange = {
/**
 * The position: the moves that lead to it, or its cells and the side to move. The values of the positions on
 * the way follow at once.
 */
position: string,
/**
 * The value in discs for the side to move, from -64 to 64.
 */
value: number, };

/**
 * What the book says after a change.
 */
export type BookChanged = {
/**
 * The number of changes that can be taken back.
 */
changes: number,
/**
 * The position after the change.
 */
page: BookPage, };

/**
 * What a book knows about a position.
 */
export type BookEntry = {
/**
 * Where the value comes from.
 */
origin: BookOrigin,
/**
 * The games that went through the position.
 */
games: BookResults,
/**
 * The value in discs.
 */
value: number,
/**
 * The side to move gets at least so many discs more, as searches to the end have proven; -64 if nothing is.
 */
lower: number,
/**
 * The side to move gets at most so many discs more; 64 if nothing is proven.
 */
upper: number,
/**
 * The level of the search that the value rests on, if it is known.
 */
level?: number | null,
/**
 * Depth of the value in plies: those in the book, and those of the search at their end.
 */
depth: number, };

/**
 * Positions learned or changed on a day.
 */
export type BookLearned = {
/**
 * The day (UTC).
 */
date: string,
/**
 * The number of positions of the book that were learned or changed on this day.
 */
positions: number,
/**
 * The same by ply; those without a position are left out.
 */
plies: Array<BookLearnedPly>,
/**
 * The number of changes that can be taken back.
 */
changes: number, };

/**
 * How many positions of one ply were learned.
 */
export type BookLearnedPly = {
/**
 * The number of moves from the start of the game.
 */
ply: number,
/**
 * The number of positions.
 */
positions: number, };

/**
 * A move of a position.
 */
export type BookMove = {
/**
 * Where the disc goes.
 */
move: string,
/**
 * Its role in the book; none if the book does not value the move.
 */
kind?: BookMoveKind | null,
/**
 * Its value, for the side that makes it.
 */
value?: BookValue | null,
/**
 * The games that went through the position after it, for the side that makes it.
 */
games?: BookResults | null,
/**
 * Proven by Takizawa (2023), for the side that makes the move.
 */
proven?: ProvenResult | null,
/**
 * The opening that the move leads to, if it has a name.
 */
opening?: OpeningName | null, };

/**
 * The role of a move in a book.
 */
export type BookMoveKind = "book" | "leaf" | "end";

/**
 * A book of the server.
 */
export type BookName = "shipped" | "server";

/**
 * Where a value comes from.
 */
export type BookOrigin = {
/**
 * What searched the position, or who set the value.
 */
program: BookProgram,
/**
 * Its version, if it is known; for Willow the signature of `willow bench`.
 */
version?: number | null,
/**
 * The day, if it is known.
 */
date?: string | null, };

/**
 * A position in a book. All values and results are from the view of its side to move.
 */
export type BookPage = {
/**
 * Which of the server's books this is.
 */
book: BookName,
/**
 * The books that this server has.
 */
books: Array<BookName>,
/**
 * The position; the one after a pass if its side had to pass.
 */
position: string,
/**
 * The book's entry, if it has the position.
 */
entry?: BookEntry | null,
/**
 * Proven by Takizawa (2023). No book contains this, and no value of a book rests on it.
 */
proven?: ProvenResult | null,
/**
 * The moves about which the book or the proof says something, the best of the book first.
 */
moves: Array<BookMove>,
/**
 * The opening whose position this is, if it has a name.
 */
opening?: OpeningName | null, };

/**
 * A program whose values are in books.
 */
export type BookProgram = "unknown" | "willow" | "edax" | "egaroucid" | "zebra" | "person";

/**
 * The results of games.
 */
export type BookResults = {
/**
 * Games that the side to move won.
 */
wins: number,
/**
 * Drawn games.
 */
draws: number,
/**
 * Games that the side to move lost.
 */
losses: number, };

/**
 * A value in a book, and how far it can be trusted.
 */
export type BookValue = {
/**
 * The value in discs.
 */
value: number,
/**
 * The side to move gets at least so many discs more, as searches to the end have proven; -64 if nothing is.
 */
lower: number,
/**
 * The side to move gets at most so many discs more; 64 if nothing is proven.
 */
upper: number,
/**
 * The level of the search that the value rests on, if it is known.
 */
level?: number | null,
/**
 * Depth of the value in plies: those in the book, and those of the search at their end.
 */
depth: number, };

/**
 * One of the server's own bots.
 */
export type BotDetails = {
/**
 * The SPEC of its player, as the command line of Willow takes it.
 */
spec: string,
/**
 * A key that stays the same in all versions, for translations of `about`.
 */
program: string,
/**
 * One English line about it: how it plays, who wrote it, and when.
 */
about: string,
/**
 * The group in which clients list the bot.
 */
level: BotGroup,
/**
 * Its Elo on the ladder of all programs (`docs/ladder.md`), if it was measured. Random moves have 600, so
 * that it is on the scale of the ratings: it began with it in every speed class, and the user's `ratings`
 * say what became of it.
 */
ladder_elo?: number | null,
/**
 * Half of the 95% interval of this Elo.
 */
ladder_error?: number | null, };

/**
 * The groups of the server's own bots.
 */
export type BotGroup = "learn" | "people" | "historical" | "engine";

/**
 * A player who does not play in a round.
 */
export type Bye = {
/**
 * Registered for the tournament.
 */
player: PlayerId,
/**
 * Whether the player asked for it.
 */
kind: ByeKind, };

/**
 * Why a player does not play in a round.
 */
export type ByeKind = "unpaired" | "asked";

/**
 * A pair, or a bye, and what it costs.
 */
export type ChosenPair = {
/**
 * Who has Black, or the bye.
 */
black: PlayerId,
/**
 * Who has White; `None` for a bye.
 */
white?: PlayerId | null,
/**
 * What it costs, term by term.
 */
cost: PairCost, };

/**
 * The results of a user's rated games in a speed class. A synchro pair counts as one game.
 */
export type ClassResults = {
/**
 * The speed of the games.
 */
class: SpeedClass,
/**
 * The games that the user won.
 */
wins: number,
/**
 * Games without a winner.
 */
draws: number,
/**
 * The games that the user lost.
 */
losses: number, };

/**
 * The parts of the time that a player has left, in milliseconds.
 */
export type ClockParts = {
/**
 * The part that the clock counts down now, or at the player's next turn.
 */
phase: ClockPhase,
/**
 * The main time left.
 */
main: number,
/**
 * The time that is added after each move, if the time control has an increment.
 */
increment?: number | null,
/**
 * The time left for this move beyond the main time, if the time control has byoyomi or a time
 * for each move.
 */
byoyomi?: number | null,
/**
 * The extension left, if the time control has an extension.
 */
extension?: number | null, };

/**
 * The parts of the time of both players.
 */
export type ClockPartsOfBoth = {
/**
 * Black's.
 */
black: ClockParts,
/**
 * White's.
 */
white: ClockParts, };

/**
 * The part of a player's time that a clock counts down.
 */
export type ClockPhase = "main" | "byoyomi" | "extension";

/**
 * Both clocks of a game at one moment, in milliseconds. `None` means no limit.
 */
export type ClockState = {
/**
 * The time that Black has left, byoyomi and extension included.
 */
black: number | null,
/**
 * The time that White has left, byoyomi and extension included.
 */
white: number | null,
/**
 * When the flag of the side to move falls, in milliseconds since 1970.
 */
deadline?: number | null,
/**
 * The colour whose clock runs; none if the clocks stand still.
 */
running?: Side | null,
/**
 * The parts of the time of both players; none in a game without a clock.
 */
parts?: ClockPartsOfBoth | null, };

/**
 * The reason for the end of a connection.
 */
export type CloseReason = "quit" | "shutdown" | "too-slow" | "idle" | "limits" | "kicked" | "full" | "signed-out";

/**
 * The colour of the player who offers a game.
 */
export type ColorChoice = "black" | "white" | "random";

/**
 * A command of a client.
 *
 * A game that is left out is the current game: the one that the connection last joined,
 * moved in or watched.
 */
export type Command = { "do": "help",
/**
 * A topic of the overview, or a command or alias.
 */
topic?: string | null, } | { "do": "guest",
/**
 * The name; the server picks one if it is left out.
 */
name?: string | null, } | { "do": "register",
/**
 * 2 to 20 ASCII letters, digits, `-` or `_`, a letter first.
 */
name: string,
/**
 * The code of an invitation, which a server that is not open wants.
 */
invitation?: string | null,
/**
 * 8 to 128 bytes.
 */
password: Password, } | { "do": "login",
/**
 * In any case of letters.
 */
name: string,
/**
 * Asked for, without showing it, if it is left out at a prompt.
 */
password: Password, } | { "do": "resume",
/**
 * The token that an earlier login was given.
 */
token: string,
/**
 * The number of the last event that the client has of each of its rooms.
 */
rooms?: RoomNumbers, } | { "do": "token",
/**
 * What the list calls the token: 1 to 32 letters, digits, `-`, `_` or `.`.
 */
name?: string | null,
/**
 * Permissions beyond reading; all of its maker's if left out.
 */
scopes?: TokenScopes | null,
/**
 * The user's password, needed by who is logged in with the token of an earlier login.
 */
password?: Password | null, } | { "do": "tokens" } | { "do": "revoke",
/**
 * As `tokens` lists it.
 */
token: number, } | { "do": "logout",
/**
 * Which tokens; that of this connection if there is no word.
 */
scope?: LogoutScope | null, } | { "do": "recovery-codes",
/**
 * Proves that the sender is the owner.
 */
password: Password, } | { "do": "reset-password",
/**
 * The user whose password is lost.
 */
name: string,
/**
 * A recovery code, or the code that a moderator gave.
 */
code: string,
/**
 * The new password: 8 to 128 bytes.
 */
password: Password, } | { "do": "password",
/**
 * The current password; a wrong one is `wrong-password`.
 */
old: Password,
/**
 * The new password: 8 to 128 bytes.
 */
new: Password, } | { "do": "export-data" } | { "do": "delete-account",
/**
 * Proves that the sender is the owner.
 */
password: Password, } | { "do": "quit" } | { "do": "ping" } | { "do": "protocol",
/**
 * 2 is the only one that servers speak.
 */
version: number,
/**
 * The random id of this client, to which the ids of its commands belong.
 */
client?: string | null, } | { "do": "who" } | { "do": "say",
/**
 * At most 1000 characters.
 */
text: string, } | { "do": "chat",
/**
 * Only messages before this number; an answer with more names the next one.
 */
before?: number | null, } | { "do": "tell",
/**
 * A user who has not blocked the sender; also one who is offline.
 */
to: string,
/**
 * At most 1000 characters.
 */
text: string, } | { "do": "messages",
/**
 * The other user.
 */
name: string,
/**
 * Only messages before this number; an answer with more names the next one.
 */
before?: number | null, } | { "do": "lobby",
/**
 * Whether events of the lobby are sent from now on.
 */
follow: boolean, } | { "do": "games" } | { "do": "new",
/**
 * The time control.
 */
clock?: string,
/**
 * Whether the result changes the players' ratings.
 */
rated?: boolean,
/**
 * The colour of the player who offers.
 */
color?: ColorChoice,
/**
 * The start position.
 */
start?: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private?: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, } | { "do": "challenge",
/**
 * A user other than the sender; bots of the server are always there.
 */
name: string,
/**
 * The time control.
 */
clock?: string,
/**
 * Whether the result changes the players' ratings.
 */
rated?: boolean,
/**
 * The colour of the player who offers.
 */
color?: ColorChoice,
/**
 * The start position.
 */
start?: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private?: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, } | { "do": "seek",
/**
 * Range of the opponent's rating; absent for any rating.
 */
range?: string | null,
/**
 * The time control.
 */
clock?: string,
/**
 * Whether the result changes the players' ratings.
 */
rated?: boolean,
/**
 * The colour of the player who offers.
 */
color?: ColorChoice,
/**
 * The start position.
 */
start?: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private?: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, } | { "do": "unseek" } | { "do": "pools" } | { "do": "pool",
/**
 * The speed that one wants to play.
 */
pool: Pool, } | { "do": "link",
/**
 * The time control.
 */
clock?: string,
/**
 * Whether the result changes the players' ratings.
 */
rated?: boolean,
/**
 * The colour of the player who offers.
 */
color?: ColorChoice,
/**
 * The start position.
 */
start?: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private?: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, } | { "do": "offer",
/**
 * The number that the game will have.
 */
game: GameId, } | { "do": "join",
/**
 * The number of the offer.
 */
game?: GameId | null, } | { "do": "decline",
/**
 * The challenge; the only one to the sender if left out.
 */
game?: GameId | null, } | { "do": "cancel",
/**
 * The offer; the only one of the sender's if left out.
 */
game?: GameId | null, } | { "do": "watch", } & ({ "game": GameId } | { "name": string }) | { "do": "leave",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "board",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "move",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * The move. The server plays passes itself.
 */
move: string,
/**
 * How many moves and passes were played before it. With a ply, a move that was meant
 * for another position is refused.
 */
ply?: number | null, } | { "do": "bid",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * The first move.
 */
square: string,
/**
 * Its value to the side to move, in discs.
 */
value: string,
/**
 * Who moves first if both bids are the same: the other server of a bridge has drawn
 * lots already. For proxies.
 */
mover?: string | null, } | { "do": "style",
/**
 * What stands beside the events.
 */
style: TextStyle, } | { "do": "moves",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "gsay",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * At most 1000 characters; players hear spectators only after the game.
 */
text: string, } | { "do": "resign",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "abort",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "takeback",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "refuse",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "score",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * The player's own disc difference.
 */
result: number, } | { "do": "adjourn",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "continue",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "adjourned" } | { "do": "moretime",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * From 1 to 60, and at most 600 in a game.
 */
seconds: number, } | { "do": "rematch",
/**
 * A game of the sender's that is over; the latest if left out.
 */
game?: GameId | null, } | { "do": "claim",
/**
 * The current game if left out.
 */
game?: GameId | null, } | { "do": "mute",
/**
 * Anybody but the sender.
 */
name: string, } | { "do": "unmute",
/**
 * Somebody whom the sender has muted.
 */
name: string, } | { "do": "block",
/**
 * Anybody but the sender.
 */
name: string, } | { "do": "unblock",
/**
 * Somebody whom the sender has blocked.
 */
name: string, } | { "do": "muted" } | { "do": "user",
/**
 * The user; the sender if there is no name.
 */
name?: string | null, } | { "do": "set",
/**
 * The part of the profile.
 */
key: ProfileKey,
/**
 * The new value; the part is removed if it is left out.
 */
value?: string | null, } | { "do": "follow",
/**
 * An account that lets others follow it; no guest and no bot of the server.
 */
name: string, } | { "do": "unfollow",
/**
 * Somebody whom the sender has followed.
 */
name: string, } | { "do": "following" } | { "do": "friends" } | { "do": "find",
/**
 * The first letters of a name, in any case.
 */
prefix: string, } | { "do": "report",
/**
 * Anybody but the sender.
 */
name: string,
/**
 * The lines that the report is about.
 */
lines?: string | null,
/**
 * The complaint; shown to moderators only.
 */
reason: string, } | { "do": "top",
/**
 * Each class has a list of its own.
 */
class: SpeedClass, } | { "do": "history",
/**
 * The user; the one who asks by default.
 */
name?: string | null,
/**
 * Only games after this cursor; games are listed from the newest to the oldest.
 */
after?: string | null,
/**
 * Maximum number of games to return, from 1 to 100; 50 by default.
 */
limit?: number | null, } | { "do": "ratings",
/**
 * The user; the sender if there is no name.
 */
name?: string | null,
/**
 * Only ratings of this speed class.
 */
class?: SpeedClass | null,
/**
 * Only ratings before this time; an answer with more names the next one.
 */
before?: number | null, } | { "do": "record",
/**
 * Its number, here or in the archive.
 */
game: GameId,
/**
 * What another program reads.
 */
format: RecordFormat, } | { "do": "thoughts",
/**
 * A game that is over.
 */
game: GameId, } | { "do": "archive",
/**
 * A part of a player's name.
 */
player?: string | null,
/**
 * A part of the name of the other player.
 */
opponent?: string | null,
/**
 * A part of the name of the tournament or match.
 */
event?: string | null,
/**
 * Only games that ended so.
 */
result?: Winner | null,
/**
 * Black's result in discs, from -64 to 64.
 */
score?: number | null,
/**
 * Only games that were not played before this date.
 */
from?: string | null,
/**
 * Only games that were not played after this date.
 */
to?: string | null,
/**
 * A position that occurred, in any orientation; `opening` is another name for it.
 */
position?: string | null,
/**
 * Where the games were played.
 */
only?: ArchiveOrigin | null,
/**
 * Only games after this cursor; games are listed from the newest to the oldest.
 */
after?: string | null,
/**
 * Maximum number of games to return, from 1 to 100; 20 by default.
 */
limit?: number | null,
/**
 * Details of each game beside its summary.
 */
with?: ArchiveExtra | null, } | { "do": "explore",
/**
 * A part of a player's name.
 */
player?: string | null,
/**
 * A part of the name of the other player.
 */
opponent?: string | null,
/**
 * A part of the name of the tournament or match.
 */
event?: string | null,
/**
 * Only games that ended so.
 */
result?: Winner | null,
/**
 * Black's result in discs, from -64 to 64.
 */
score?: number | null,
/**
 * Only games that were not played before this date.
 */
from?: string | null,
/**
 * Only games that were not played after this date.
 */
to?: string | null,
/**
 * A position that occurred, in any orientation; `opening` is another name for it.
 */
position?: string | null,
/**
 * Where the games were played.
 */
only?: ArchiveOrigin | null,
/**
 * Only games after this cursor; games are listed from the newest to the oldest.
 */
after?: string | null,
/**
 * Maximum number of games to return, from 1 to 100; 20 by default.
 */
limit?: number | null,
/**
 * Details of each game beside its summary.
 */
with?: ArchiveExtra | null, } | { "do": "search",
/**
 * The text; all games if it is empty.
 */
text: string, } | { "do": "results",
/**
 * A part of a player's name.
 */
player?: string | null,
/**
 * A part of the name of the other player.
 */
opponent?: string | null,
/**
 * A part of the name of the tournament or match.
 */
event?: string | null,
/**
 * Only games that ended so.
 */
result?: Winner | null,
/**
 * Black's result in discs, from -64 to 64.
 */
score?: number | null,
/**
 * Only games that were not played before this date.
 */
from?: string | null,
/**
 * Only games that were not played after this date.
 */
to?: string | null,
/**
 * A position that occurred, in any orientation; `opening` is another name for it.
 */
position?: string | null,
/**
 * Where the games were played.
 */
only?: ArchiveOrigin | null,
/**
 * Only games after this cursor; games are listed from the newest to the oldest.
 */
after?: string | null,
/**
 * Maximum number of games to return, from 1 to 100; 20 by default.
 */
limit?: number | null,
/**
 * Details of each game beside its summary.
 */
with?: ArchiveExtra | null, } | { "do": "sync",
/**
 * One that the sender may read.
 */
room: string,
/**
 * The number of the last event that the client has received.
 */
after: number, } | { "do": "tournaments",
/**
 * Only tournaments that are over, with numbers below this one.
 */
before?: TournamentId | null, } | { "do": "tournament",
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * Whether its events are sent from now on, or no more.
 */
follow?: boolean | null, } | { "do": "pair-costs",
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * The round, from 1.
 */
round: number,
/**
 * One of the two.
 */
player: PlayerId, } | { "do": "new-tournament",
/**
 * A JSON object on one line.
 */
plan: TournamentPlan, } | { "do": "enter",
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * Where the sender plays; on the server if left out, unless all play at tables.
 */
place?: Place | null, } | { "do": "direct",
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * What is to be done.
 */
order: TournamentOrder, } | { "do": "proxy",
/**
 * The name here: that of the bridge, a hyphen, and the name there.
 */
name: string,
/**
 * Whether the player comes or goes.
 */
online: boolean, } | { "do": "flag",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * The player who has lost on time.
 */
name: string, } | { "do": "overtime",
/**
 * The current game if left out.
 */
game?: GameId | null,
/**
 * The player whose main time is over.
 */
name: string, } | { "do": "as",
/**
 * A proxy that this connection has brought.
 */
name: string,
/**
 * The player's command; not another `as`.
 */
command: Command, } | { "do": "silence",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * The duration; 0 ends a silence.
 */
minutes: number,
/**
 * Whom it silences: the account alone, unless it says `addresses`.
 */
reach?: BanReach | null,
/**
 * For the log; the user reads it, too.
 */
reason: string, } | { "do": "kick",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * For the log; the user reads it, too.
 */
reason: string, } | { "do": "ban",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * The duration; without one the ban has no end.
 */
minutes?: number | null,
/**
 * Whom it keeps out: newcomers from the user's addresses too, unless it says `account`.
 */
reach?: BanReach | null,
/**
 * For the log; the user reads it, too.
 */
reason: string, } | { "do": "unban",
/**
 * A user with a lower role than the sender's.
 */
name: string, } | { "do": "sanctions" } | { "do": "related",
/**
 * The user whose related accounts are wanted.
 */
name: string, } | { "do": "remove-message",
/**
 * Their room and numbers.
 */
lines: string,
/**
 * The report that has them, if they are private: the numbers are those of the report.
 */
report?: number | null,
/**
 * For the log; the author reads it, too.
 */
reason: string, } | { "do": "clear-profile",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * The part to remove.
 */
part: ProfileText,
/**
 * For the log; the user reads it, too.
 */
reason: string, } | { "do": "recover",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * For the log; the user does not read it.
 */
reason: string, } | { "do": "invite",
/**
 * The role of the accounts: `bot`, `player` or `moderator`, lower than the sender's.
 */
role: Role,
/**
 * How many accounts can be made with it, from 1 to 1000.
 */
uses: number,
/**
 * For how many days it is valid, from 1 to 365.
 */
days: number,
/**
 * For other moderators.
 */
note?: string | null, } | { "do": "invitations" } | { "do": "uninvite",
/**
 * As `invitations` lists it.
 */
invitation: number, } | { "do": "invitation",
/**
 * The code of the invitation.
 */
code: string, } | { "do": "export-user",
/**
 * A user with a lower role than the sender's.
 */
name: string,
/**
 * For the log; the user reads it, too.
 */
reason: string, } | { "do": "delete-user",
/**
 * A user with a lower role than the sender's, and no guest.
 */
name: string,
/**
 * For the log.
 */
reason: string, } | { "do": "log",
/**
 * Only actions against users of this name.
 */
name?: string | null,
/**
 * Only actions of moderators of this name.
 */
by?: string | null,
/**
 * Only entries after this one; entries are listed from the newest to the oldest.
 */
after?: number | null,
/**
 * Maximum number of entries to return, from 1 to 100; 20 by default.
 */
limit?: number | null, } | { "do": "reports",
/**
 * Which reports are wanted; the open ones if nothing is said.
 */
state?: ReportState | null,
/**
 * Only reports after this one.
 */
after?: number | null, } | { "do": "read-report",
/**
 * As `reports` lists it.
 */
report: number, } | { "do": "close-report",
/**
 * As `reports` lists it.
 */
report: number,
/**
 * The outcome, which is sent to the reporter.
 */
outcome: ReportOutcome,
/**
 * For other moderators; the reporter does not read it.
 */
remark?: string | null, } | { "do": "announcement" } | { "do": "announce",
/**
 * The announcement; none removes it.
 */
text?: string | null, } | { "do": "closing",
/**
 * The minutes until then, at most 1440; 0 withdraws the closing.
 */
minutes: number,
/**
 * Shown beside the count-down.
 */
reason?: string | null, } | { "do": "role",
/**
 * An account; the roles of guests and proxies are fixed.
 */
name: string,
/**
 * What the user may do from now on.
 */
role: Role, };

/**
 * Result of a command, beside its acknowledgement.
 *
 * A command that is sent again under its id has the same result again.
 */
export type CommandResult = {
/**
 * The game or the offer: the new one of `new`, `challenge` and `rematch`, else the one that the
 * command was about.
 */
game?: GameId | null,
/**
 * The room in which the command caused an event.
 */
room?: string | null,
/**
 * The number of that event in the room.
 */
number?: number | null, };

/**
 * A game of the user against the program of their device, without a network. It is not a game of this server: it has
 * no rating, and no statistics count it.
 */
export type DeviceGame = {
/**
 * The account of the user: a browser may have been logged in as somebody else since the game.
 */
account: string,
/**
 * A random id that the client chose for this game. A game that is sent again with it is kept once.
 */
id: string,
/**
 * The colour of the user.
 */
color: Side,
/**
 * The level of the program, from 1 to 60.
 */
level: number,
/**
 * The bot of the server whose weaker play the program has; none if it plays its best moves.
 */
like?: string | null,
/**
 * The start position; the usual one by default.
 */
initial?: string | null,
/**
 * The moves without passes, such as `f5d6c3`.
 */
moves: string,
/**
 * How the game ended, if not because neither side could move.
 */
early_end?: EarlyEnd | null,
/**
 * When the game ended, in milliseconds since 1970 by the clock of the device.
 */
ended_at: number, };

/**
 * Where a game of a device is kept.
 */
export type DeviceGameKept = {
/**
 * Its number in the archive.
 */
game: GameId, };

/**
 * The end of a game before both sides were without a move.
 */
export type EarlyEnd = {
/**
 * Why the game ended.
 */
reason: EarlyEndReason,
/**
 * The side that lost by it.
 */
loser: Side, };

/**
 * Why a game ended early.
 */
export type EarlyEndReason = "resigned" | "timeout";

/**
 * Why a game ended.
 */
export type EndKind = "finished" | "agreed" | "resigned" | "timeout" | "abandoned" | "forfeited" | "aborted";

/**
 * Somebody who takes part, or what is to be known about the player.
 */
export type Entrant = {
/**
 * The number in the tournament. Whoever registers somebody leaves it out.
 */
player?: PlayerId | null,
/**
 * The account of a player who has one.
 */
name?: string | null,
/**
 * The name of a player without an account, at most 60 characters.
 */
called?: string | null,
/**
 * Whether the player plays on the server, not at a table.
 */
online?: boolean,
/**
 * The country or team, such as `JPN`.
 */
country?: string | null,
/**
 * The number in the list of the World Othello Federation.
 */
federation_id?: number | null,
/**
 * The time that the player has more in each game on the server, in seconds: a handicap. Only organisers give it.
 */
extra_seconds?: number | null,
/**
 * The rating that seeds the player. Of an account the server knows it.
 */
rating?: number | null, };

/**
 * The code of an error.
 */
export type ErrorCode = "syntax" | "unknown-command" | "version" | "not-in" | "already-in" | "denied" | "name-taken" | "no-such-user" | "no-such-game" | "id-reused" | "illegal" | "not-your-turn" | "wrong-ply" | "not-now" | "forbidden" | "limit" | "internal";

/**
 * The reason of an error: a stable key, more exact than the [`ErrorCode`].
 */
export type ErrorDetail = "invalid-json" | "invalid-id" | "wrong-port" | "missing-argument" | "invalid-argument" | "unexpected-argument" | "invalid-body" | "invalid-request" | "unknown-parameter" | "unknown-path" | "wrong-method" | "unknown-command" | "unsupported-version" | "not-logged-in" | "already-logged-in" | "wrong-password" | "unknown-token" | "missing-token" | "wrong-recovery-code" | "registration-closed" | "invitation-needed" | "wrong-invitation" | "account-deleted" | "name-taken" | "name-reserved" | "name-held" | "no-such-user" | "no-such-game" | "plays-no-game" | "no-current-game" | "no-such-offer" | "id-reused" | "illegal-move" | "pass-is-automatic" | "not-your-turn" | "wrong-ply" | "move-held" | "bid-first" | "no-bid-wanted" | "bid-not-taken-back" | "not-in-lockstep" | "komi-in-pair" | "color-in-komi" | "bots-do-not-bid" | "result-out-of-range" | "already-asked" | "game-adjourned" | "not-adjourned" | "game-over" | "game-not-over" | "clock-stopped" | "both-have-moved" | "takeback-requested" | "nothing-to-take-back" | "no-takeback-requested" | "opponent-away" | "opponent-connected" | "claim-too-early" | "claim-in-days-game" | "claim-on-own-turn" | "no-such-report" | "no-such-invitation" | "room-without-chat" | "not-watching" | "bots-read-no-messages" | "position-in-rated-game" | "clock-too-fast-for-bot" | "standard-start-against-bot" | "takeback-in-rated-game" | "too-many-discs-in-rated-game" | "no-clock-in-rated-game" | "too-little-time-in-rated-game" | "first-move-too-short-in-rated-game" | "clock-lost-at-once" | "position-without-move" | "just-declined" | "server-closes" | "no-such-message" | "seconds-out-of-range" | "clock-without-main-time" | "private-seek" | "position-in-seek" | "no-seek" | "maker-offline" | "self-play" | "own-offer" | "several-offers" | "several-games" | "own-name" | "other-guest-name" | "guest-role" | "bridge-name" | "proxy-name" | "no-such-proxy" | "record-format" | "last-administrator" | "no-such-token" | "no-such-book" | "book-in-use" | "not-in-book" | "nothing-to-undo" | "no-such-tournament" | "tournament-plan" | "tournament-refused" | "tournament-game" | "not-possible-here" | "no-answer-over-http" | "request-forbidden" | "silenced" | "blocked" | "banned" | "missing-scope" | "token-in-browser" | "no-guests" | "address-banned" | "server-bot" | "proxy-account" | "not-for-proxies" | "not-an-organiser" | "no-chat-in-tournament" | "not-a-player" | "not-in-game" | "room-not-readable" | "account-needed" | "not-followable" | "guest-in-rated-game" | "bot-in-pairing" | "rating-out-of-range" | "role-too-low" | "too-late-for-bot" | "role-not-lower" | "line-too-long" | "body-too-long" | "body-too-slow" | "message-too-long" | "too-many-messages" | "too-many-stranger-messages" | "message-repeated" | "too-many-reports" | "too-many-followed" | "too-many-commands" | "too-many-logins" | "too-many-wrong-passwords" | "too-many-sign-ups" | "too-many-queries" | "too-many-connections" | "too-many-invitations" | "too-many-proxies" | "too-many-tournaments" | "too-many-offers" | "offers-too-fast" | "too-much-time-given" | "too-many-games" | "too-many-aborts" | "too-many-adjourned" | "too-many-slow-bot-games" | "bots-busy" | "too-many-names" | "internal-error" | "server-busy" | "read-only";

/**
 * An event that the server sends.
 */
export type Event = { "event": "welcome",
/**
 * The program and its version.
 */
server: string,
/**
 * The newest version of the protocol that the server speaks.
 */
protocol: number,
/**
 * The address that links to the server's web client use, if the operator has named one.
 */
public_url?: string | null,
/**
 * Who may make an account, unless everybody may.
 */
registration?: Registration | null,
/**
 * Whether guests may come, unless they may.
 */
guests?: boolean | null,
/**
 * Data that visitors without a login may read; absent if all public data.
 */
visitors?: VisitorAccess | null,
/**
 * The operator's pages, such as `privacy`: `/api/pages/privacy` has the text of one.
 */
pages?: Array<string>, } | { "event": "ok" } | { "event": "error",
/**
 * The name of the command, as far as it is known.
 */
command: string,
/**
 * The kind of error, for programs; `detail` is finer.
 */
code: ErrorCode,
/**
 * The exact reason, for programs.
 */
detail?: ErrorDetail | null,
/**
 * The field of the command that is wrong or missing, if the error is about one.
 */
argument?: string | null,
/**
 * After how many seconds the command may succeed, if it came too early or too often.
 */
retry_after?: number | null,
/**
 * The scope that the token lacks.
 */
scope?: TokenScope | null,
/**
 * Description for people.
 */
message: string, } | { "event": "ping" } | { "event": "pong" } | { "event": "bye",
/**
 * Why the server ends it.
 */
reason: CloseReason, } | { "event": "entered",
/**
 * The user's name.
 */
name: string,
/**
 * The user's role.
 */
role: Role,
/**
 * A name in any script beside the plain name.
 */
display_name?: string | null,
/**
 * A token with which the client can log in again without a password.
 */
token?: string | null,
/**
 * The number of the last event of the lobby before the login.
 */
lobby: number,
/**
 * The number of the last event of the private room that was sent before the login.
 */
private: number,
/**
 * The recovery codes of a new account. Each sets a new password once.
 */
recovery_codes?: Array<string>,
/**
 * The number of the last event in each room from which the client receives events now.
 */
rooms?: { [key in string]: number },
/**
 * The offers that the user has made, and the challenges of others.
 */
offers?: Array<Offer> | null,
/**
 * The user's games in progress.
 */
games?: Array<OwnGame> | null,
/**
 * The number of private messages that came while the user was away, and were sent just
 * before this event.
 */
unread?: number | null, } | { "event": "token",
/**
 * The token. It is shown only once.
 */
token: string,
/**
 * Its number in the list of tokens, by which `revoke` names it.
 */
token_number?: number | null, } | { "event": "tokens",
/**
 * The tokens, newest first.
 */
tokens: Array<TokenSummary>, } | { "event": "recovery-codes",
/**
 * The codes. Each sets a new password once.
 */
codes: Array<string>, } | { "event": "export-data",
/**
 * The path of the document over HTTP. The request needs a token, or the cookie of a
 * browser.
 */
path: string,
/**
 * The HTTP port that the server listens on (a reverse proxy may publish another).
 */
port: number,
/**
 * The whole address, if the operator has named the server's.
 */
url?: string | null, } | { "event": "recovery",
/**
 * The user who forgot the password.
 */
name: string,
/**
 * The code. It is shown only once, to the moderator.
 */
code: string,
/**
 * The path of the link in the web client.
 */
path: string,
/**
 * The whole link, if the operator has named the server's address.
 */
url?: string | null,
/**
 * Until when it is valid, in milliseconds since 1970.
 */
expires_at: number, } | { "event": "invited",
/**
 * The number by which it is withdrawn.
 */
invitation: number,
/**
 * The code. It is shown only once, to the moderator.
 */
code: string,
/**
 * The path of the link in the web client.
 */
path: string,
/**
 * The whole link, if the operator has named the server's address.
 */
url?: string | null,
/**
 * Until when it is valid, in milliseconds since 1970.
 */
expires_at: number, } | { "event": "invitations",
/**
 * The invitations, without their codes.
 */
invitations: Array<InvitationSummary>, } | { "event": "invitation",
/**
 * The moderator who made it.
 */
by: string,
/**
 * The role of accounts that are made with it.
 */
role: Role,
/**
 * Until when it is valid, in milliseconds since 1970.
 */
expires_at: number, } | { "event": "help",
/**
 * Each has at most 78 characters.
 */
lines: Array<string>, } | { "event": "announced",
/**
 * As the operator wrote it, without markup.
 */
text: string, } | { "event": "announcement",
/**
 * The announcement of the day, without markup.
 */
text?: string | null,
/**
 * When the server closes, in milliseconds since 1970; until then no games begin but those of days.
 */
closes_at?: number | null,
/**
 * Why it closes.
 */
reason?: string | null, } | { "event": "online",
/**
 * In the spelling that the user has chosen.
 */
name: string,
/**
 * The user's role.
 */
role: Role,
/**
 * A name in any script beside the plain name.
 */
display_name?: string | null, } | { "event": "offline",
/**
 * In the spelling that the user has chosen.
 */
name: string, } | { "event": "said",
/**
 * The author, also if it is the reader.
 */
from: string,
/**
 * Plain text without control characters.
 */
text: string, } | { "event": "removed",
/**
 * Who wrote it.
 */
from: string,
/**
 * The number of the message in the room.
 */
message: number, } | { "event": "chat",
/**
 * The messages, oldest first, each with its number in the room.
 */
messages: Array<Notice>,
/**
 * The number of the event before which the earlier messages are, if there may be some.
 */
next?: number | null, } | { "event": "told",
/**
 * The author, who may be the reader.
 */
from: string,
/**
 * The reader, or whom the reader wrote to.
 */
to: string,
/**
 * Plain text without control characters.
 */
text: string, } | { "event": "offered" } & Offer | { "event": "withdrawn",
/**
 * The number that the game would have had.
 */
game: GameId,
/**
 * Whether its recipient declined it; otherwise it was withdrawn, or no longer possible.
 */
declined: boolean, } | { "event": "playing" } & GameSummary | { "event": "over" } & GameSummary | { "event": "started" } & GameState | { "event": "moved",
/**
 * The side that moved.
 */
color: Side,
/**
 * The square, or a pass, which the server plays by itself.
 */
move: string,
/**
 * Its number in the game, counted from 1, passes included.
 */
ply: number,
/**
 * The clocks when the opponent's turn begins.
 */
clocks: ClockState,
/**
 * Time used for the move, in milliseconds; absent for a takeback.
 */
used?: number | null,
/**
 * The squares whose discs the move turned; none of a pass.
 */
flipped?: SquareSet | null,
/**
 * The position now, with the side to move.
 */
position?: string | null,
/**
 * The legal moves of the side to move. The list is empty if that side must pass or the game is
 * over.
 */
legal?: SquareSet | null, } | { "event": "held",
/**
 * The side that moved.
 */
color: Side,
/**
 * The clocks, which stand still.
 */
clocks: ClockState, } | { "event": "bid",
/**
 * Who has bid: colours are provisional during bidding.
 */
name: string,
/**
 * The clocks. That of the player stands still.
 */
clocks: ClockState, } | { "event": "komi",
/**
 * The discs that are taken from Black's result.
 */
komi: string,
/**
 * The player of Black from now on.
 */
black: string,
/**
 * The player of White from now on.
 */
white: string,
/**
 * Whether the players exchange the colours of the beginning.
 */
exchanged: boolean,
/**
 * The bids of both players, in discs for the side to move.
 */
bids: Array<KomiBid>, } | { "event": "result-offered",
/**
 * The side that offers.
 */
color: Side,
/**
 * Black's disc difference.
 */
result: number, } | { "event": "adjourn-asked",
/**
 * The side that asks.
 */
color: Side, } | { "event": "adjourned",
/**
 * They stand still from now on.
 */
clocks: ClockState, } | { "event": "continue-asked",
/**
 * The side that asks.
 */
color: Side, } | { "event": "request-refused" } | { "event": "unrated" } | { "event": "takeback-asked",
/**
 * The side that asks.
 */
color: Side, } | { "event": "takeback-refused" } | { "event": "taken-back",
/**
 * The number of moves and passes that remain.
 */
plies: number,
/**
 * The clocks with which the game continues.
 */
clocks: ClockState,
/**
 * Time used for the move, in milliseconds; absent for a takeback.
 */
used?: number | null,
/**
 * The squares whose discs the move turned; none of a pass.
 */
flipped?: SquareSet | null,
/**
 * The position now, with the side to move.
 */
position?: string | null,
/**
 * The legal moves of the side to move. The list is empty if that side must pass or the game is
 * over.
 */
legal?: SquareSet | null, } | { "event": "time-given",
/**
 * The colour that has more time now.
 */
color: Side,
/**
 * The time that was given, in milliseconds.
 */
given: number,
/**
 * The clocks with the time that was given.
 */
clocks: ClockState, } | { "event": "gone",
/**
 * The side that disconnected.
 */
color: Side,
/**
 * The time from which the opponent may claim the win, in milliseconds since 1970.
 */
claim_at: number, } | { "event": "back",
/**
 * The side that reconnected.
 */
color: Side, } | { "event": "spectators",
/**
 * The number of spectators now, visitors without a name included.
 */
count: number,
/**
 * Names of those who came; visitors have none.
 */
came?: Array<string>,
/**
 * Names of those who went; visitors have none.
 */
left?: Array<string>, } | { "event": "progress",
/**
 * The games in which a move was played since the last such event.
 */
games: Array<GameProgress>, } | { "event": "paired" } & PairResult | { "event": "resumed",
/**
 * The time at which the clocks stopped, in milliseconds since 1970.
 */
away_since: number,
/**
 * The clocks as they stood when they stopped.
 */
clocks: ClockState,
/**
 * Time used for the move, in milliseconds; absent for a takeback.
 */
used?: number | null,
/**
 * The squares whose discs the move turned; none of a pass.
 */
flipped?: SquareSet | null,
/**
 * The position now, with the side to move.
 */
position?: string | null,
/**
 * The legal moves of the side to move. The list is empty if that side must pass or the game is
 * over.
 */
legal?: SquareSet | null, } | { "event": "ended" } & GameEnd | { "event": "rated",
/**
 * The player of a rated game that has ended.
 */
name: string,
/**
 * The class of the game by its clock; each has a rating of its own.
 */
class: SpeedClass,
/**
 * The rating before the game, in points of Glicko-2, rounded.
 */
before: number,
/**
 * The rating after the game, in the same points.
 */
after: number,
/**
 * Whether the rating after the game is provisional (left out if it is not).
 */
provisional?: boolean, } | { "event": "users",
/**
 * People before bots.
 */
users: Array<UserSummary>, } | { "event": "games",
/**
 * The offers that the reader may accept or has made.
 */
offers: Array<Offer>,
/**
 * The public games in progress, and the private ones that the reader plays.
 */
games: Array<GameSummary>, } | { "event": "offer" } & OfferState | { "event": "pools",
/**
 * The pools, fastest first.
 */
pools: Array<PoolSummary>, } | { "event": "state" } & GameState | { "event": "moves" } & MoveList | { "event": "profile" } & Profile | { "event": "muted",
/**
 * Users whose messages and offers the reader does not see.
 */
muted: Array<string>,
/**
 * Users who may not write to the reader or challenge the reader, too.
 */
blocked: Array<string>, } | { "event": "found",
/**
 * At most 20, by name.
 */
users: Array<FoundUser>, } | { "event": "following",
/**
 * The users: those who are online first, then by name.
 */
users: Array<FollowedUser>, } | { "event": "friends",
/**
 * The users: those who are online first, then by name.
 */
users: Array<FollowedUser>, } | { "event": "presence" } & FollowedUser | { "event": "top",
/**
 * The speed of the rated games.
 */
class: SpeedClass,
/**
 * The players, best first.
 */
standings: Array<LeaderboardEntry>, } | { "event": "history",
/**
 * Whose games they are.
 */
name: string,
/**
 * The games, newest first.
 */
games: Array<HistoryEntry>,
/**
 * The cursor of the next page, if there is one.
 */
next?: string | null, } | { "event": "ratings",
/**
 * Whose ratings they are.
 */
name: string,
/**
 * The ratings, newest first.
 */
points: Array<RatingPoint>,
/**
 * The time before which the next ones are, if there are more.
 */
next?: number | null, } | { "event": "record",
/**
 * Its number, here or in the archive.
 */
game: GameId,
/**
 * The whole record in the format that was asked for.
 */
text: string, } | { "event": "thoughts" } & GameThoughts | { "event": "archive" } & ArchivePage | { "event": "archived" } & ArchivedGame | { "event": "explored" } & Explored | { "event": "searched" } & Searched | { "event": "results" } & PlayerResults | { "event": "tournament" } & TournamentSummary | { "event": "tournaments",
/**
 * Those that are played, then those to come, then those that are over, the last one first.
 */
tournaments: Array<TournamentSummary>,
/**
 * The number before which the next ones are, if there are more.
 */
next?: TournamentId | null, } | { "event": "tournament-state" } & TournamentState | { "event": "pair-costs" } & PairCosts | { "event": "tournament-changed",
/**
 * Who did it; the server if left out.
 */
by?: string | null,
/**
 * What happened.
 */
change: TournamentChange, } | { "event": "synced",
/**
 * The room that is caught up with.
 */
of: string,
/**
 * The number of its last event.
 */
last: number, } | { "event": "snapshot" } & RoomSnapshot | { "event": "log" } & LogPage | { "event": "reported",
/**
 * Its number, used by `report` and `close-report`.
 */
report: number,
/**
 * Who was reported.
 */
name: string, } | { "event": "reports" } & ReportPage | { "event": "report" } & ReportDetails | { "event": "report-closed",
/**
 * Its number, used by `report` and `close-report`.
 */
report: number,
/**
 * The user who was reported.
 */
name: string,
/**
 * What moderators did about it.
 */
outcome: ReportOutcome, } | { "event": "moderated",
/**
 * Who acted, a moderator or an administrator.
 */
by: string,
/**
 * Whom it was done to.
 */
name: string,
/**
 * The action: `silence`, `unsilence`, `kick`, `ban`, `unban`, `role`.
 */
action: string,
/**
 * What the moderator gave as the reason.
 */
reason: string,
/**
 * When it ends, in milliseconds since 1970, if it ends by itself.
 */
until?: number | null, } | { "event": "sanctions",
/**
 * At most 500.
 */
sanctions: Array<Sanction>, } | { "event": "related",
/**
 * The user of the question.
 */
name: string,
/**
 * From how many addresses a ban of the user keeps newcomers.
 */
addresses: number,
/**
 * For how many hours it does.
 */
hours: number,
/**
 * The accounts, those that were there last first, at most 50.
 */
users: Array<RelatedUser>, };

/**
 * The moves that were played in a position.
 */
export type Explored = {
/**
 * The position before the moves.
 */
position: string,
/**
 * The number of games in which it occurred, in any orientation.
 */
games: number,
/**
 * Whether only the newest of these games are counted, because there are too many.
 */
newest_only?: boolean,
/**
 * The moves, most frequent first.
 */
moves: Array<ExploredMove>,
/**
 * The newest games.
 */
recent: Array<ArchivedGameSummary>,
/**
 * The opening whose position this is, if it has a name.
 */
opening?: OpeningName | null, };

/**
 * A move that was played in a position. Results are from the view of the side to move.
 */
export type ExploredMove = {
/**
 * The move; one stands for all its images under the symmetries of the position.
 */
move: string,
/**
 * The number of games.
 */
games: number,
/**
 * The number of games that the side to move won.
 */
wins: number,
/**
 * The number of drawn games.
 */
draws: number,
/**
 * The number of games that the side to move lost. Games without a result are not counted in any
 * of the three.
 */
losses: number,
/**
 * The mean result in discs, over the games that were played to the end: a resignation or a lost
 * clock says nothing about discs.
 */
average?: number | null,
/**
 * The opening that the move leads to, if it has a name.
 */
opening?: OpeningName | null, };

/**
 * A user whom the reader follows.
 */
export type FollowedUser = {
/**
 * By which commands name the user.
 */
name: string,
/**
 * The name in any script, if the user has one.
 */
display_name?: string | null,
/**
 * The user's role.
 */
role: Role,
/**
 * Whether the user follows the reader, too.
 */
friend: boolean,
/**
 * Whether the user is online. A user who is hidden from followers appears to be offline.
 */
online: boolean,
/**
 * The latest of the user's public games in progress, at most five.
 */
games?: Array<GameSummary>,
/**
 * When the user was online last, in milliseconds since 1970, rounded down to the hour.
 */
last_seen?: number | null, };

/**
 * Whether to pair forbidden players if every pairing has such a pair.
 */
export type ForbiddenPairs = "never" | "if_needed";

/**
 * A user whose name begins as it was asked.
 */
export type FoundUser = {
/**
 * By which commands name the user.
 */
name: string,
/**
 * The user's role.
 */
role: Role,
/**
 * The name in any script, if the user has one.
 */
display_name?: string | null, };

/**
 * The end of a game.
 */
export type GameEnd = {
/**
 * Why neither player moves any more.
 */
reason: EndKind,
/**
 * Black's result: the disc difference with the empties counted for the winner, or 64 if
 * the game was lost by default. Who was in overtime has the smallest loss in the place of a win. An aborted
 * game has none.
 */
result?: number | null,
/**
 * Black's discs on the board.
 */
black_discs: number,
/**
 * White's discs on the board.
 */
white_discs: number,
/**
 * The colour that lost by default.
 */
loser?: Side | null,
/**
 * The komi of a game with komi: the discs that are taken from Black's result.
 */
komi?: string | null, };

/**
 * The number of a game, and of the offer from which it started.
 */
export type GameId = number;

/**
 * A game of a tournament. All three are counted from 1.
 */
export type GameNumber = {
/**
 * The round, from 1.
 */
round: number,
/**
 * The table, the first one is the leaders'.
 */
table: number,
/**
 * The game at the table.
 */
game: number, };

/**
 * How a game stands, for followers of the lobby.
 */
export type GameProgress = {
/**
 * One of the games in progress.
 */
game: GameId,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * Black's discs on the board.
 */
black_discs: number,
/**
 * White's discs on the board.
 */
white_discs: number,
/**
 * The number of spectators.
 */
spectators: number, };

/**
 * The ratings of both players.
 */
export type GameRatings = {
/**
 * Black's.
 */
black: PlayerRating,
/**
 * White's.
 */
white: PlayerRating, };

/**
 * The whole state of a game.
 */
export type GameState = {
/**
 * The start position.
 */
initial: string,
/**
 * The moves and passes from the start.
 */
moves: Array<string>,
/**
 * The current position.
 */
position: string,
/**
 * Remaining time of both players now.
 */
clocks: ClockState,
/**
 * The colour that requests a takeback.
 */
takeback?: Side | null,
/**
 * Number of spectators; the wire calls them watchers.
 */
watchers: number,
/**
 * The number of the last event of the game's room.
 */
last: number,
/**
 * The number by which it is watched.
 */
game: GameId,
/**
 * The player of Black.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The other game, if this is one of a synchro pair.
 */
twin?: GameId | null,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * The end, if the game is over.
 */
end?: GameEnd | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean,
/**
 * Black's display name. Lists, answers and events have the display names of games in memory, and the
 * history of a user those of today; the store keeps plain names beside games.
 */
black_display_name?: string | null,
/**
 * White's display name.
 */
white_display_name?: string | null,
/**
 * The ratings of the players when the game started, in the speed class of the game.
 */
ratings?: GameRatings | null,
/**
 * The number of spectators: people with a name and visitors without one; absent for a game that is no longer in
 * memory.
 */
spectators?: number | null,
/**
 * Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
 * has its own.
 */
black_discs?: number | null,
/**
 * White's discs on the board of a game in progress.
 */
white_discs?: number | null,
/**
 * The komi of a game with komi, as soon as both players have bid: the discs that are taken from
 * Black's result.
 */
komi_discs?: string | null,
/**
 * Whether the players still have to bid: the colours are not decided.
 */
bidding?: boolean,
/**
 * Since when the game is adjourned, in milliseconds since 1970.
 */
adjourned_since?: number | null,
/**
 * The legal moves of the side to move. The list is empty if the game is over.
 */
legal?: SquareSet | null,
/**
 * The time that each move and pass took, in milliseconds.
 */
times?: Array<number> | null,
/**
 * When the game started, in milliseconds since 1970.
 */
started_at?: number | null,
/**
 * When the game ended, in milliseconds since 1970.
 */
ended_at?: number | null,
/**
 * When the last move was played, in milliseconds since 1970.
 */
last_move_at?: number | null,
/**
 * The changes of the players' ratings by the game, if it is over and was rated. A synchro pair
 * is rated once, by the game that ends last.
 */
rating_changes?: Array<RatingChange>,
/**
 * The players who are gone: after the event `gone`, until `back`.
 */
gone?: Array<AbsentPlayer>,
/**
 * The spectators who have a name, at most [`LISTED_SPECTATORS`] of them.
 */
spectator_names?: Array<string> | null,
/**
 * The players who have moved, or have bid, while the game waits for another move or bid.
 */
waiting?: Array<string>,
/**
 * The reader's own held move; sent to nobody else.
 */
own_move?: string | null,
/**
 * The opponent's move that waits, in answers to proxies: their bridge carries it to the other
 * server, which hides it from the player there.
 */
opponent_move?: string | null,
/**
 * The value of the opponent's bid that waits, in discs, in answers to proxies.
 */
opponent_bid?: string | null,
/**
 * The result that a player offers.
 */
offered_result?: OfferedResult | null,
/**
 * The colour that asks to adjourn the game or, if it is adjourned, to continue it.
 */
adjourn_asked?: Side | null,
/**
 * The number of the last event in each room of the game that the reader may read, in answers to
 * `watch` and `board`. A client that is cut off asks for the later events.
 */
rooms?: { [key in string]: number }, };

/**
 * A game in a list.
 */
export type GameSummary = {
/**
 * The number by which it is watched.
 */
game: GameId,
/**
 * The player of Black.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The other game, if this is one of a synchro pair.
 */
twin?: GameId | null,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * The end, if the game is over.
 */
end?: GameEnd | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean,
/**
 * Black's display name. Lists, answers and events have the display names of games in memory, and the
 * history of a user those of today; the store keeps plain names beside games.
 */
black_display_name?: string | null,
/**
 * White's display name.
 */
white_display_name?: string | null,
/**
 * The ratings of the players when the game started, in the speed class of the game.
 */
ratings?: GameRatings | null,
/**
 * The number of spectators: people with a name and visitors without one; absent for a game that is no longer in
 * memory.
 */
spectators?: number | null,
/**
 * Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
 * has its own.
 */
black_discs?: number | null,
/**
 * White's discs on the board of a game in progress.
 */
white_discs?: number | null,
/**
 * The komi of a game with komi, as soon as both players have bid: the discs that are taken from
 * Black's result.
 */
komi_discs?: string | null,
/**
 * Whether the players still have to bid: the colours are not decided.
 */
bidding?: boolean,
/**
 * Since when the game is adjourned, in milliseconds since 1970.
 */
adjourned_since?: number | null, };

/**
 * What the server's bots thought in a game.
 */
export type GameThoughts = {
/**
 * One that is over.
 */
game: GameId,
/**
 * The thoughts, by the order of the moves. The list is empty if no bot of the server played, or
 * if the thoughts are no longer kept.
 */
thoughts: Array<Thought>, };

/**
 * A game in the list of a user's games.
 */
export type HistoryEntry = {
/**
 * Its start, in milliseconds since 1970.
 */
started_at?: number | null,
/**
 * Its end, in milliseconds since 1970, if it is over.
 */
ended_at?: number | null,
/**
 * The number by which it is watched.
 */
game: GameId,
/**
 * The player of Black.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The other game, if this is one of a synchro pair.
 */
twin?: GameId | null,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * The end, if the game is over.
 */
end?: GameEnd | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean,
/**
 * Black's display name. Lists, answers and events have the display names of games in memory, and the
 * history of a user those of today; the store keeps plain names beside games.
 */
black_display_name?: string | null,
/**
 * White's display name.
 */
white_display_name?: string | null,
/**
 * The ratings of the players when the game started, in the speed class of the game.
 */
ratings?: GameRatings | null,
/**
 * The number of spectators: people with a name and visitors without one; absent for a game that is no longer in
 * memory.
 */
spectators?: number | null,
/**
 * Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
 * has its own.
 */
black_discs?: number | null,
/**
 * White's discs on the board of a game in progress.
 */
white_discs?: number | null,
/**
 * The komi of a game with komi, as soon as both players have bid: the discs that are taken from
 * Black's result.
 */
komi_discs?: string | null,
/**
 * Whether the players still have to bid: the colours are not decided.
 */
bidding?: boolean,
/**
 * Since when the game is adjourned, in milliseconds since 1970.
 */
adjourned_since?: number | null, };

/**
 * An invitation that can be used.
 */
export type InvitationSummary = {
/**
 * The number by which it is withdrawn.
 */
invitation: number,
/**
 * The moderator who made it.
 */
by: string,
/**
 * The role of accounts that are made with it.
 */
role: Role,
/**
 * How many accounts can be made with it.
 */
uses: number,
/**
 * How many were made.
 */
used: number,
/**
 * Until when it is valid, in milliseconds since 1970.
 */
expires_at: number,
/**
 * Purpose; shown to moderators only.
 */
note?: string | null, };

/**
 * A bid, when both players have made theirs.
 */
export type KomiBid = {
/**
 * Who made the bid.
 */
name: string,
/**
 * The first move.
 */
square: string,
/**
 * Its value to the side to move, in discs.
 */
value: string, };

/**
 * A row of a leader board.
 */
export type LeaderboardEntry = {
/**
 * The plain name.
 */
name: string,
/**
 * A name in any script beside the plain name.
 */
display_name?: string | null,
/**
 * The speed of the rated games.
 */
class: SpeedClass,
/**
 * In points.
 */
rating: number,
/**
 * Its deviation: the true strength is within twice this with a probability of 95 %.
 */
deviation: number,
/**
 * The number of rated games.
 */
games: number,
/**
 * Whether the rating is too uncertain for a leader board (left out if it is not).
 */
provisional?: boolean, };

/**
 * An action of a moderator.
 */
export type LogEntry = {
/**
 * The time, in milliseconds since 1970.
 */
at: number,
/**
 * Who acted.
 */
by: string,
/**
 * Whether the moderator's account no longer exists: somebody else may have the name now.
 */
by_is_gone?: boolean,
/**
 * The user acted against.
 */
name: string,
/**
 * Whether the user's account no longer exists, or was a guest's: somebody else may have the
 * name now.
 */
name_is_gone?: boolean,
/**
 * The action: `silence`, `unsilence`, `kick`, `ban`, `unban`, `role`.
 */
action: string,
/**
 * The reason; the new role for `role`.
 */
reason: string,
/**
 * When what was done ends, in milliseconds since 1970, if it ends by itself.
 */
until?: number | null, };

/**
 * A page of the log.
 */
export type LogPage = {
/**
 * The entries, newest first.
 */
entries: Array<LogEntry>,
/**
 * The number to continue after, if there are more entries.
 */
next?: number | null, };

/**
 * Which tokens a logout revokes.
 */
export type LogoutScope = "all";

/**
 * The moves of a game.
 */
export type MoveList = {
/**
 * The start position.
 */
initial: string,
/**
 * The moves and passes from the start.
 */
moves: Array<string>,
/**
 * The number by which it is watched.
 */
game: GameId,
/**
 * The player of Black.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The other game, if this is one of a synchro pair.
 */
twin?: GameId | null,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * The end, if the game is over.
 */
end?: GameEnd | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean,
/**
 * Black's display name. Lists, answers and events have the display names of games in memory, and the
 * history of a user those of today; the store keeps plain names beside games.
 */
black_display_name?: string | null,
/**
 * White's display name.
 */
white_display_name?: string | null,
/**
 * The ratings of the players when the game started, in the speed class of the game.
 */
ratings?: GameRatings | null,
/**
 * The number of spectators: people with a name and visitors without one; absent for a game that is no longer in
 * memory.
 */
spectators?: number | null,
/**
 * Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
 * has its own.
 */
black_discs?: number | null,
/**
 * White's discs on the board of a game in progress.
 */
white_discs?: number | null,
/**
 * The komi of a game with komi, as soon as both players have bid: the discs that are taken from
 * Black's result.
 */
komi_discs?: string | null,
/**
 * Whether the players still have to bid: the colours are not decided.
 */
bidding?: boolean,
/**
 * Since when the game is adjourned, in milliseconds since 1970.
 */
adjourned_since?: number | null, };

/**
 * An event, with its place and time.
 */
export type Notice = {
/**
 * The id of the command that this answers.
 */
id?: string | null,
/**
 * The result of that command.
 */
done?: CommandResult | null,
/**
 * The player of another server for whom this is, if a bridge receives it.
 */
as?: string | null,
/**
 * The room in which it happened.
 */
room?: string | null,
/**
 * Its number in the room, counted from 1 without gaps.
 */
number?: number | null,
/**
 * The server's time, in milliseconds since 1970.
 */
time: number, } & Event;

/**
 * An open offer of a game.
 */
export type Offer = {
/**
 * Its number; the game will have the same.
 */
game: GameId,
/**
 * The user who offers.
 */
from: string,
/**
 * The user who may accept; absent if everybody may.
 */
to?: string | null,
/**
 * The display name of the user who offers, in lists.
 */
from_display_name?: string | null,
/**
 * The rating of the user who offers, in the speed class of the clock, when the offer was made.
 */
rating?: PlayerRating | null,
/**
 * The ratings of those who may accept; absent for any rating.
 */
range?: string | null,
/**
 * Whether the server finds the opponent: the offer was made by `seek` (left out if it was not).
 */
seek?: boolean,
/**
 * When the offer ends, in milliseconds since 1970, if it was made by `link`.
 */
expires_at?: number | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, };

/**
 * An offer as a visitor sees it before accepting.
 */
export type OfferState = {
/**
 * Whether its maker is online.
 */
online: boolean,
/**
 * Its number; the game will have the same.
 */
game: GameId,
/**
 * The user who offers.
 */
from: string,
/**
 * The user who may accept; absent if everybody may.
 */
to?: string | null,
/**
 * The display name of the user who offers, in lists.
 */
from_display_name?: string | null,
/**
 * The rating of the user who offers, in the speed class of the clock, when the offer was made.
 */
rating?: PlayerRating | null,
/**
 * The ratings of those who may accept; absent for any rating.
 */
range?: string | null,
/**
 * Whether the server finds the opponent: the offer was made by `seek` (left out if it was not).
 */
seek?: boolean,
/**
 * When the offer ends, in milliseconds since 1970, if it was made by `link`.
 */
expires_at?: number | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, };

/**
 * A result that a player offers.
 */
export type OfferedResult = {
/**
 * The player's colour.
 */
color: Side,
/**
 * Black's disc difference.
 */
result: number, };

/**
 * The name of an opening.
 */
export type OpeningName = {
/**
 * The usual name in English.
 */
name: string,
/**
 * The name in Japanese, if it is known.
 */
japanese?: string | null, };

/**
 * The results of a player in an opening.
 */
export type OpeningResults = {
/**
 * Its names in English and Japanese.
 */
opening: OpeningName,
/**
 * The moves that lead to it, such as `f5d6c3d3c4`.
 */
moves: string,
/**
 * From the view of the player who was asked about.
 */
results: Tally, };

/**
 * The results of a player against another one.
 */
export type OpponentResults = {
/**
 * As the archive shows it.
 */
name: string,
/**
 * From the view of the player who was asked about.
 */
results: Tally, };

/**
 * A game of the user who logs in.
 */
export type OwnGame = {
/**
 * Whose turn it is.
 */
to_move?: Side | null,
/**
 * The number by which it is watched.
 */
game: GameId,
/**
 * The player of Black.
 */
black: string,
/**
 * The player of White.
 */
white: string,
/**
 * The other game, if this is one of a synchro pair.
 */
twin?: GameId | null,
/**
 * The number of moves and passes played.
 */
plies: number,
/**
 * The end, if the game is over.
 */
end?: GameEnd | null,
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean,
/**
 * Black's display name. Lists, answers and events have the display names of games in memory, and the
 * history of a user those of today; the store keeps plain names beside games.
 */
black_display_name?: string | null,
/**
 * White's display name.
 */
white_display_name?: string | null,
/**
 * The ratings of the players when the game started, in the speed class of the game.
 */
ratings?: GameRatings | null,
/**
 * The number of spectators: people with a name and visitors without one; absent for a game that is no longer in
 * memory.
 */
spectators?: number | null,
/**
 * Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
 * has its own.
 */
black_discs?: number | null,
/**
 * White's discs on the board of a game in progress.
 */
white_discs?: number | null,
/**
 * The komi of a game with komi, as soon as both players have bid: the discs that are taken from
 * Black's result.
 */
komi_discs?: string | null,
/**
 * Whether the players still have to bid: the colours are not decided.
 */
bidding?: boolean,
/**
 * Since when the game is adjourned, in milliseconds since 1970.
 */
adjourned_since?: number | null, };

/**
 * What a pair costs.
 */
export type PairCost = {
/**
 * The penalties that are not 0.
 */
terms: Array<TermCost>, };

/**
 * What a pair of a Swiss round costs, and what another pairing would.
 */
export type PairCosts = {
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * The round, from 1.
 */
round: number,
/**
 * The pair, or the bye, with its penalties.
 */
pair: ChosenPair,
/**
 * The best pairing of the round without this pair; none if every other has a forbidden pair.
 */
without?: PairingWithout | null, };

/**
 * The result of a synchro pair: two games that were played at once.
 */
export type PairResult = {
/**
 * Their numbers, first that in which the first player has Black.
 */
games: [GameId, GameId],
/**
 * The player of Black in the first game and of White in the second.
 */
first: string,
/**
 * The other player.
 */
second: string,
/**
 * The sum of both results in discs, from the first player's view; absent if a game was aborted. The result of
 * the pair is half the sum.
 */
total?: number | null, };

/**
 * One step of a tournament.
 */
export type PairingChange = { "created": {
/**
 * Its name, and where and when it takes place.
 */
about: TournamentAbout,
/**
 * What holds for all rounds.
 */
rules: TournamentRules, } } | { "player_added": TournamentPlayerData } | { "player_corrected": TournamentPlayerData } | { "player_withdrawn": PlayerId } | { "player_returned": PlayerId } | { "bye_asked": {
/**
 * Who asked for the bye.
 */
player: PlayerId,
/**
 * The round, from 1.
 */
round: number, } } | { "bye_taken_back": {
/**
 * Who plays after all.
 */
player: PlayerId,
/**
 * The round, from 1.
 */
round: number, } } | { "round_paired": {
/**
 * The round, from 1.
 */
round: number,
/**
 * Tables and byes.
 */
pairing: TournamentRound, } } | { "round_paired_by_hand": {
/**
 * The round, from 1.
 */
round: number,
/**
 * Tables and byes as the organiser set them.
 */
pairing: TournamentRound,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "round_taken_back": {
/**
 * The round, from 1.
 */
round: number,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "result_entered": {
/**
 * Which game of the round.
 */
game: GameNumber,
/**
 * Both numbers of discs, or the forfeit.
 */
result: TableResult, } } | { "result_corrected": {
/**
 * Which game of the round.
 */
game: GameNumber,
/**
 * What is right.
 */
result: TableResult | null,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "rules_changed": {
/**
 * The new ones.
 */
rules: TournamentRules,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } };

/**
 * A side of a game. Black moves first.
 */
export type PairingColor = "black" | "white";

/**
 * How opponents are found.
 */
export type PairingFormat = { "swiss": {
/**
 * The number of rounds before the finals.
 */
rounds: number, } } | { "round_robin": {
/**
 * How often, with colours changed each time.
 */
cycles: number, } } | "knock_out";

/**
 * The best pairing of a round without one of its pairs.
 */
export type PairingWithout = {
/**
 * Those of its pairs that the round does not have.
 */
pairs: Array<ChosenPair>,
/**
 * How much more it costs than the round; negative if the round was paired by hand and costs more.
 */
extra: number, };

/**
 * A password in plain text. `Debug` does not show it.
 */
export type Password = string;

/**
 * A table of penalties.
 */
export type Penalties = {
/**
 * For a player whose games with Black and with White will differ by 1, 2 and so on; the last for more, too.
 */
color_difference: Array<number>,
/**
 * For the colour of the last round again.
 */
same_color: number,
/**
 * For the colour of the last two rounds again.
 */
third_color: number,
/**
 * For opponents whose scores differ by 1, 2 and so on half-points; the last for more, too.
 */
float: Array<number>,
/**
 * For a float in the direction of the last round.
 */
float_again: number,
/**
 * For a float against the direction of the last round; negative.
 */
float_back: number,
/**
 * For each game that the two have played with the other colours; `None` forbids the pair.
 */
rematch_other_colors: number | null,
/**
 * For each game that the two have played with these colours; `None` forbids the pair.
 */
rematch_same_colors: number | null,
/**
 * For each bye that the player has had; `None` forbids the bye.
 */
second_bye: number | null,
/**
 * For a pair or bye of the last round.
 */
last_round: number,
/**
 * For two players of a country.
 */
country: number,
/**
 * From a round on: the factor of elitism, which moves floats to the lower places.
 */
elitism: Array<[number, number]>,
/**
 * For each place between the two.
 */
rank: number,
/**
 * For the squared distance from the order of FIDE's Dutch system: in a group of equal scores the best of the upper
 * half meets the best of the lower half, and the last one floats to the best of the next group.
 */
halves: number, };

/**
 * A reason for a penalty.
 */
export type PenaltyTerm = "color_difference" | "same_color" | "third_color" | "float" | "float_again" | "float_back" | "rematch_other_colors" | "rematch_same_colors" | "second_bye" | "last_round" | "country" | "elitism" | "rank" | "halves";

/**
 * Where games of a tournament are played.
 */
export type Place = "online" | "tables" | "both";

/**
 * The number of a player in a tournament, from 1. It never changes and is never used again.
 */
export type PlayerId = number;

/**
 * A player's rating in the speed class of a game.
 */
export type PlayerRating = {
/**
 * In points, as Glicko has them: a new player has 1500.
 */
rating: number,
/**
 * In points: the true strength is within twice this with a probability of 95 %.
 */
deviation: number,
/**
 * Whether the deviation is so large that the rating says little yet. People see a `?`.
 */
provisional: boolean, };

/**
 * How a player's games ended. Games from other start positions belong to no opening.
 */
export type PlayerResults = {
/**
 * The names that the part of the name stands for, at most ten.
 */
names: Array<string>,
/**
 * Whether only the newest games are counted, because there are too many.
 */
newest_only?: boolean,
/**
 * The results of games in which the player moved first.
 */
black: Tally,
/**
 * The results of games in which the player moved second.
 */
white: Tally,
/**
 * The openings that were played most often, at most twenty.
 */
openings: Array<OpeningResults>,
/**
 * The most frequent opponents, at most twenty.
 */
opponents: Array<OpponentResults>, };

/**
 * A pool of players. There is one for each speed class but correspondence, so that the players of a
 * club meet each other.
 */
export type Pool = "bullet" | "blitz" | "rapid" | "classical";

/**
 * A pool in a list.
 */
export type PoolSummary = {
/**
 * Its name is that of the speed class.
 */
pool: Pool,
/**
 * The clock of all games of the pool.
 */
clock: string,
/**
 * How many users wait in it.
 */
waiting: number,
/**
 * Whether the reader waits in it.
 */
joined?: boolean, };

/**
 * The public profile of a user.
 */
export type Profile = {
/**
 * By which commands name the user.
 */
name: string,
/**
 * The user's role.
 */
role: Role,
/**
 * Whether the user is online.
 */
online: boolean,
/**
 * One for each class in which the user has played.
 */
ratings: Array<RatingSummary>,
/**
 * A name in any script beside the plain name.
 */
display_name?: string | null,
/**
 * When the account was made, in milliseconds since 1970.
 */
since?: number | null,
/**
 * When a user who is offline was online last, in milliseconds since 1970, rounded down to the
 * hour.
 */
last_seen?: number | null,
/**
 * The country: a code of two letters of ISO 3166.
 */
country?: string | null,
/**
 * What users say about themselves.
 */
about?: string | null,
/**
 * The results of rated games, by class.
 */
results?: Array<ClassResults> | null,
/**
 * The public games in progress.
 */
games?: Array<GameSummary> | null,
/**
 * Whether the reader follows the user.
 */
followed?: boolean | null,
/**
 * How many users follow the user; none of guests, whom nobody can follow.
 */
followers?: number | null,
/**
 * Whether the user lets others follow; none of guests.
 */
followable?: boolean | null,
/**
 * Description, for the server's own bots.
 */
bot?: BotDetails | null, };

/**
 * A part of a profile that its owner may change.
 */
export type ProfileKey = "about" | "country" | "display-name" | "followers";

/**
 * What a moderator removes from a profile.
 */
export type ProfileText = "display-name" | "about";

/**
 * A proven result.
 */
export type ProvenResult = "draw" | "win-or-draw" | "loss-or-draw";

/**
 * A change of a player's rating by a game.
 */
export type RatingChange = {
/**
 * The player's colour.
 */
color: Side,
/**
 * The rating before the game was rated.
 */
before: number,
/**
 * The rating after that.
 */
after: number, };

/**
 * A user's rating after a rated game.
 */
export type RatingPoint = {
/**
 * The speed of the game.
 */
class: SpeedClass,
/**
 * The game. The number of a private game is shown to its players alone. A synchro pair is
 * rated once, under the number of the game that ended last.
 */
game?: GameId | null,
/**
 * The rating after the game.
 */
rating: number,
/**
 * In points, after the game.
 */
deviation: number,
/**
 * Whether the rating is provisional (left out if it is not).
 */
provisional?: boolean,
/**
 * The time, in milliseconds since 1970.
 */
at: number, };

/**
 * A user's rating in a speed class.
 */
export type RatingSummary = {
/**
 * The speed of the rated games.
 */
class: SpeedClass,
/**
 * In points.
 */
rating: number,
/**
 * Its deviation: the true strength is within twice this with a probability of 95 %.
 */
deviation: number,
/**
 * The number of rated games.
 */
games: number,
/**
 * Whether the rating is too uncertain for a leader board (left out if it is not).
 */
provisional?: boolean, };

/**
 * A format of game records.
 */
export type RecordFormat = "transcript" | "ggf" | "wthor";

/**
 * Who may make an account.
 */
export type Registration = "open" | "invitation" | "closed";

/**
 * An account that has something in common with another.
 */
export type RelatedUser = {
/**
 * The name of the other account.
 */
name: string,
/**
 * The other account's role.
 */
role: Role,
/**
 * Whether it is banned.
 */
banned?: boolean,
/**
 * When it was last at an address of the other, in milliseconds since 1970.
 */
at_address?: number | null,
/**
 * Whether one browser takes the notifications of both.
 */
same_browser?: boolean, };

/**
 * How a report was closed.
 */
export type ReportClosing = {
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * Who closed it.
 */
by: string,
/**
 * What was done.
 */
outcome: ReportOutcome,
/**
 * A remark for moderators.
 */
remark?: string | null, };

/**
 * A report with the chat that it is about.
 */
export type ReportDetails = {
/**
 * The messages, as they were when the report was made: those that the reporter named with
 * those around them, or the latest of the reported user.
 */
messages: Array<Notice>,
/**
 * The number by which it is closed.
 */
report: number,
/**
 * When it was made, in milliseconds since 1970.
 */
at: number,
/**
 * Who reports.
 */
by: string,
/**
 * Who is reported.
 */
name: string,
/**
 * In the words of who reports.
 */
reason: string,
/**
 * The lines that the reporter named.
 */
lines?: string | null,
/**
 * Outcome, if the report is closed.
 */
closed?: ReportClosing | null, };

/**
 * What a moderator did about a report.
 */
export type ReportOutcome = "no-action" | "warned" | "silenced" | "banned";

/**
 * A page of reports.
 */
export type ReportPage = {
/**
 * The open ones oldest first, the closed ones newest first.
 */
reports: Array<ReportSummary>,
/**
 * The number to continue after, if there are more.
 */
next?: number | null, };

/**
 * The reports that are listed.
 */
export type ReportState = "open" | "closed";

/**
 * A report, without its lines.
 */
export type ReportSummary = {
/**
 * The number by which it is closed.
 */
report: number,
/**
 * When it was made, in milliseconds since 1970.
 */
at: number,
/**
 * Who reports.
 */
by: string,
/**
 * Who is reported.
 */
name: string,
/**
 * In the words of who reports.
 */
reason: string,
/**
 * The lines that the reporter named.
 */
lines?: string | null,
/**
 * Outcome, if the report is closed.
 */
closed?: ReportClosing | null, };

/**
 * A command, and the id under which the server answers it.
 */
export type Request = {
/**
 * The id. A command with an id is acknowledged, and not executed twice.
 */
id?: string | null, } & Command;

/**
 * A result that one player has told and nobody has confirmed.
 */
export type ResultClaim = {
/**
 * Round, table and game.
 */
of: GameNumber,
/**
 * Who has told it.
 */
player: PlayerId,
/**
 * The discs of Black and White, or who forfeited.
 */
result: TableResult, };

/**
 * The role of a user. A later role may do whatever an earlier one may.
 */
export type Role = "guest" | "proxy" | "bot" | "bridge" | "player" | "moderator" | "admin";

/**
 * The number of the last event that a client has of each of some rooms: in JSON an object, in text
 * pairs such as `lobby 17 game/3 4`.
 */
export type RoomNumbers = { [room: string]: number };

/**
 * The current state of a room, sent in place of events that are too old.
 */
export type RoomSnapshot = {
/**
 * The room whose events were too old.
 */
of: string,
/**
 * The number of the room's last event before the snapshot.
 */
last: number,
/**
 * The state of the game, if the room is that of a game.
 */
game?: GameState | null,
/**
 * The last events, oldest first.
 */
recent: Array<Notice>, };

/**
 * A ban or a silence that is in force.
 */
export type Sanction = {
/**
 * What it is.
 */
kind: SanctionKind,
/**
 * Who is banned or silenced.
 */
name: string,
/**
 * The moderator, as far as the log has it.
 */
by?: string | null,
/**
 * The reason in the log.
 */
reason: string,
/**
 * When it began, in milliseconds since 1970.
 */
since?: number | null,
/**
 * When it ends, in milliseconds since 1970; never if it is left out.
 */
until?: number | null,
/**
 * How many addresses it reaches: newcomers from there are kept out, or silent.
 */
addresses: number, };

/**
 * What a user may not do for a while.
 */
export type SanctionKind = "ban" | "silence";

/**
 * A part of a searched text that is not understood.
 */
export type SearchProblem = {
/**
 * The part, as it was typed.
 */
text: string,
/**
 * Why it is not understood.
 */
kind: SearchProblemKind, };

/**
 * Why a part of a searched text is not understood.
 */
export type SearchProblemKind = "unknown-name" | "too-many-names" | "third-player" | "no-player" | "illegal-move" | "no-position" | "no-date" | "no-score" | "twice" | "open-quote" | "too-many-words";

/**
 * What a searched text means, and the first games.
 */
export type Searched = {
/**
 * The parts that were understood.
 */
terms: Array<SearchedTerm>,
/**
 * The parts that were not understood. If there are any, nothing is searched.
 */
problems?: Array<SearchProblem>,
/**
 * The filter that the text stands for: `archive` with it has the next games.
 */
filter: ArchiveFilter,
/**
 * The number of games, at most 10,000.
 */
total: number,
/**
 * Whether there are more than 10,000.
 */
more?: boolean,
/**
 * The first games.
 */
page: ArchivePage, };

/**
 * A part of a searched text that was understood.
 */
export type SearchedTerm = {
/**
 * The part, as it was typed.
 */
text: string,
/**
 * Interpretation.
 */
kind: TermKind,
/**
 * The names that it stands for, at most five.
 */
names?: Array<string>,
/**
 * The number of these names.
 */
n_names?: number,
/**
 * What else it may mean. `event:NAME` and `opening:NAME` ask for that.
 */
also?: Array<TermKind>, };

/**
 * A colour, in lower case.
 */
export type Side = "black" | "white";

/**
 * A class of time controls. Each has its own ratings.
 */
export type SpeedClass = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

/**
 * A set of squares: in JSON a list of their names, from a1 to h8.
 */
export type SquareSet = Array<string>;

/**
 * The result of a game.
 */
export type TableResult = { "discs": [number, number] } | { "forfeit": PairingColor } | "double_forfeit";

/**
 * Results from a player's own view.
 */
export type Tally = {
/**
 * The number of games, those without a result included.
 */
games: number,
/**
 * The games that the player won.
 */
wins: number,
/**
 * Games without a winner, by discs.
 */
draws: number,
/**
 * The games that the player lost.
 */
losses: number,
/**
 * The mean result in discs, over the games that were played to the end.
 */
average?: number | null, };

/**
 * A penalty and its reason.
 */
export type TermCost = {
/**
 * The rule that the pair violates.
 */
term: PenaltyTerm,
/**
 * The penalty; `None` forbids the pair.
 */
penalty: number | null, };

/**
 * Interpretation of a part of a searched text.
 */
export type TermKind = "player" | "opponent" | "event" | "opening" | "position" | "date" | "result" | "score" | "origin";

/**
 * The terms of a game.
 */
export type Terms = {
/**
 * The time control.
 */
clock: string,
/**
 * Whether the result changes the players' ratings.
 */
rated: boolean,
/**
 * The colour of the player who offers.
 */
color: ColorChoice,
/**
 * The start position.
 */
start: string,
/**
 * Whether the game is unlisted: those who know its number may join or watch.
 */
private: boolean,
/**
 * Whether two games are played at once from the same start, one with each colour.
 */
synchro?: boolean,
/**
 * Whether a move in one game of such a pair is shown when the other game has one, too (left out if
 * it is not).
 */
lockstep?: boolean,
/**
 * Whether the players bid for the first move, which decides the komi and the colours (left out if
 * they do not).
 */
komi?: boolean, };

/**
 * How much a connection is shown in text beside the events themselves.
 */
export type TextStyle = "full" | "short" | "off";

/**
 * What the search of one of the server's bots found about a move that it played.
 */
export type Thought = {
/**
 * The number of the move in the game, counted from 1, passes included.
 */
ply: number,
/**
 * The move that the bot played.
 */
move: string,
/**
 * The expected final disc difference in discs, from the bot's view; absent if the evaluation of the bot's
 * program has another unit.
 */
value?: number | null,
/**
 * Whether the value is the exact result with best play.
 */
exact?: boolean,
/**
 * The depth of the search in plies, if it is known.
 */
depth?: number | null,
/**
 * The number of nodes searched, if it is known.
 */
nodes?: number | null,
/**
 * How often a position was evaluated, if the bot's program counts that.
 */
evaluations?: number | null,
/**
 * The principal variation. It begins with the move.
 */
line?: Array<string>,
/**
 * Details that only the bot's program has: first the value in its own units if it is not in discs, then for
 * example the level that BILL has reached, or the features of Iago's value.
 */
details?: Array<ThoughtDetail>, };

/**
 * A program-specific detail of a search, such as the level that BILL has reached.
 */
export type ThoughtDetail = {
/**
 * Label, such as `killer rank`.
 */
name: string,
/**
 * Its value, such as `2`.
 */
text: string, };

/**
 * What orders players with equal points, each where those before it do not.
 */
export type TieBreak = "brightwell" | "buchholz" | "discs" | "disc_difference" | "direct_game" | "share";

/**
 * Purpose of a token, which determines its lifetime.
 */
export type TokenKind = "login" | "program";

/**
 * What a token may do besides reading. Each command that needs a scope says so in its entry.
 */
export type TokenScope = "play" | "chat" | "account" | "moderate";

/**
 * The scopes of a token: `play,chat` as text, or `read` if it has none and so only reads.
 */
export type TokenScopes = Array<"play" | "chat" | "account" | "moderate">;

/**
 * A token, without its secret.
 */
export type TokenSummary = {
/**
 * Its number, with which it can be revoked.
 */
number: number,
/**
 * Its name, if it was given one.
 */
name?: string | null,
/**
 * Purpose.
 */
kind: TokenKind,
/**
 * Permissions beyond reading; all if left out.
 */
scopes?: TokenScopes | null,
/**
 * When it was made, in milliseconds since 1970.
 */
created_at: number,
/**
 * When it was used, to the hour, in milliseconds since 1970; left out if it never was.
 */
used_at?: number | null,
/**
 * Until when it is valid if it is not used before, in milliseconds since 1970.
 */
expires_at: number,
/**
 * Whether the reader is logged in with it.
 */
current: boolean, };

/**
 * What a tournament is called, and where and when it takes place. All may be empty but the name.
 */
export type TournamentAbout = {
/**
 * What people call it.
 */
name: string,
/**
 * The country, empty if it is not known.
 */
country: string,
/**
 * The days, as people write them.
 */
date: string, };

/**
 * What happened in a tournament.
 */
export type TournamentChange = { "planned": {
/**
 * The plan from now on.
 */
plan: TournamentPlan,
/**
 * The rules of the rounds that follow from it; an arena has none.
 */
rules?: TournamentRules | null, } } | { "arbiter": {
/**
 * Whom this is about.
 */
name: string,
/**
 * Whether the user is one from now on.
 */
on: boolean, } } | { "registered": Entrant } | { "corrected": Entrant } | { "forgotten": {
/**
 * Whom this is about.
 */
player: PlayerId, } } | { "pairing": PairingChange } | { "present": {
/**
 * Whom this is about.
 */
player: PlayerId,
/**
 * Whether the player is paired from now on.
 */
on: boolean, } } | { "begun": {
/**
 * In the order of the tables.
 */
games: Array<TournamentGame>, } } | { "claimed": {
/**
 * Which game.
 */
game: GameNumber,
/**
 * Who said so.
 */
player: PlayerId,
/**
 * The discs of Black and White, or who forfeited.
 */
result: TableResult, } } | { "arena_paired": {
/**
 * The game on the server.
 */
game: GameId,
/**
 * Who moves first.
 */
black: PlayerId,
/**
 * Who moves second.
 */
white: PlayerId, } } | { "arena_ended": {
/**
 * The game on the server.
 */
game: GameId,
/**
 * The discs of Black and White, or who lost otherwise; none if it does not count.
 */
result?: TableResult | null, } } | { "phase": {
/**
 * What it is from now on.
 */
phase: TournamentPhase,
/**
 * In the organiser's words.
 */
reason?: string | null, } };

/**
 * A knock-out of the best after a Swiss.
 */
export type TournamentFinals = {
/**
 * How many players qualify.
 */
players: number,
/**
 * Maximum number of games of a match.
 */
best_of: number, };

/**
 * Who meets whom in a tournament.
 */
export type TournamentFormat = { "swiss": {
/**
 * The number of rounds before the finals.
 */
rounds: number, } } | { "round_robin": {
/**
 * How often, with colours changed each time.
 */
cycles: number, } } | "knock_out" | { "arena": {
/**
 * How long games begin.
 */
minutes: number, } };

/**
 * A game of a tournament on the server.
 */
export type TournamentGame = {
/**
 * Round, table and game.
 */
of: GameNumber,
/**
 * Its number on the server.
 */
game: GameId, };

/**
 * The number of a tournament, from 1.
 */
export type TournamentId = number;

/**
 * What is to be done in a tournament. Players may withdraw, return and ask for byes for themselves, and tell the results
 * of their own games at a table; everything else is for the organisers.
 */
export type TournamentOrder = { "plan": TournamentPlan } | { "arbiter": {
/**
 * Whom this is about.
 */
name: string,
/**
 * Whether the user is one from now on.
 */
on: boolean, } } | { "register": Entrant } | { "correct": Entrant } | { "forget": {
/**
 * Whom this is about.
 */
player: PlayerId, } } | { "withdraw": {
/**
 * Whom this is about; oneself if left out.
 */
player?: PlayerId | null, } } | { "return": {
/**
 * Whom this is about; oneself if left out.
 */
player?: PlayerId | null, } } | { "bye": {
/**
 * Whom this is about; oneself if left out.
 */
player?: PlayerId | null,
/**
 * The round, from 1.
 */
round: number,
/**
 * Whether the player does not play.
 */
on: boolean, } } | { "pair": {
/**
 * The round, from 1.
 */
round: number, } } | { "pair_by_hand": {
/**
 * The round, from 1.
 */
round: number,
/**
 * Tables without results, and byes.
 */
pairing: TournamentRound,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "take_back_round": {
/**
 * The round, from 1.
 */
round: number,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "result": {
/**
 * Which game.
 */
game: GameNumber,
/**
 * The discs of Black and White, or who forfeited.
 */
result: TableResult, } } | { "correct_result": {
/**
 * Which game.
 */
game: GameNumber,
/**
 * What is right.
 */
result: TableResult | null,
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "begin": {
/**
 * Which game.
 */
game: GameNumber, } } | "finish" | { "reopen": {
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } } | { "cancel": {
/**
 * In the organiser's words; the log keeps it.
 */
reason: string, } };

/**
 * How far a tournament is.
 */
export type TournamentPhase = "open" | "running" | "over" | "cancelled";

/**
 * The plan of a tournament, which its organiser makes.
 */
export type TournamentPlan = {
/**
 * What people call it, at most 80 characters.
 */
name: string,
/**
 * Where it takes place, what can be won, and whatever else people should know.
 */
about?: string | null,
/**
 * The country, for files.
 */
country?: string | null,
/**
 * The days as people write them, for files.
 */
date?: string | null,
/**
 * Who meets whom, and for how long.
 */
format: TournamentFormat,
/**
 * Penalties and tie-breaks of the rounds.
 */
preset?: string,
/**
 * Finals after the rounds of a Swiss, a knock-out of the best.
 */
finals?: TournamentFinals | null,
/**
 * The games at a table, with alternating colours; in a knock-out their greatest number. 1 if left out.
 */
games?: number,
/**
 * Where the games are played; on the server if left out.
 */
place?: Place,
/**
 * Clock, start and rating of the games that are played on the server.
 */
terms: Terms,
/**
 * When it begins, in milliseconds since 1970.
 */
starts_at?: number | null,
/**
 * Whether it begins by itself at that time, and each round some seconds after the last result of the round before. An
 * arena always does so.
 */
auto?: boolean,
/**
 * Whether players and spectators may chat in its games; they may if left out.
 */
chat?: boolean,
/**
 * Whether bots may enter.
 */
bots?: boolean,
/**
 * How many may take part; 500 if left out.
 */
max_players?: number | null, };

/**
 * A player of a tournament.
 */
export type TournamentPlayer = {
/**
 * The number in the tournament.
 */
player: PlayerId,
/**
 * What the player is called: the name of the account, or as registered.
 */
called: string,
/**
 * The account, if the player has one.
 */
name?: string | null,
/**
 * Whether the player plays on the server.
 */
online: boolean,
/**
 * Whether the player has left.
 */
left?: boolean,
/**
 * The country or team.
 */
country?: string | null,
/**
 * The number in the list of the World Othello Federation.
 */
federation_id?: number | null,
/**
 * The time that the player has more in each game on the server, in seconds.
 */
extra_seconds?: number | null,
/**
 * The rating that seeds the player.
 */
rating?: number | null,
/**
 * The rounds to come in which the player does not play.
 */
byes?: Array<number>, };

/**
 * A player of a tournament.
 */
export type TournamentPlayerData = {
/**
 * The number in the tournament.
 */
id: PlayerId,
/**
 * The name, unique in the tournament.
 */
name: string,
/**
 * The country or team, such as `JPN`.
 */
country?: string | null,
/**
 * The number in the list of the World Othello Federation. It is kept apart from the name, which changes.
 */
federation_id?: number | null,
/**
 * The rating that seeds the player.
 */
rating?: number | null, };

/**
 * A round of a tournament.
 */
export type TournamentRound = {
/**
 * What it belongs to.
 */
stage: TournamentStage,
/**
 * The tables, the first one first.
 */
tables: Array<TournamentTable>,
/**
 * Who does not play.
 */
byes: Array<Bye>,
/**
 * In a knock-out the places of its bracket; neighbours meet.
 */
bracket?: Array<PlayerId | null>, };

/**
 * The rules of a tournament.
 */
export type TournamentRules = {
/**
 * How opponents are found.
 */
format: PairingFormat,
/**
 * The finals after a Swiss.
 */
finals?: TournamentFinals | null,
/**
 * The games of two opponents in a round, with alternating colours; in a knock-out their greatest number.
 */
games: number,
/**
 * What pairs cost.
 */
penalties: Penalties,
/**
 * Whether forbidden pairs may be made if no others are left.
 */
forbidden_pairs: ForbiddenPairs,
/**
 * What orders players with equal points. After all of them comes the lot.
 */
tie_breaks: Array<TieBreak>,
/**
 * The half-points for a game of a bye that was asked for.
 */
asked_bye_half_points: number,
/**
 * The discs of a bye's absent opponent, of 64.
 */
bye_discs: number,
/**
 * Seeds the lots.
 */
seed: number, };

/**
 * What a round belongs to.
 */
export type TournamentStage = "swiss" | "round_robin" | "knock_out";

/**
 * A player's place and figures.
 */
export type TournamentStanding = {
/**
 * The place, from 1.
 */
rank: number,
/**
 * Registered for the tournament, even if withdrawn.
 */
player: PlayerId,
/**
 * The score, in half-points.
 */
half_points: number,
/**
 * Wins, draws and losses of games, forfeits among them.
 */
results: [number, number, number],
/**
 * Games with Black and with White.
 */
colors: [number, number],
/**
 * The Brightwell quotient: own discs and six times the opponents' points; a bye or an opponent who left
 * counts as a draw against oneself.
 */
brightwell: number,
/**
 * The opponents' half-points; a bye counts as an opponent with the own score.
 */
buchholz: number,
/**
 * The own discs, empties to the winner.
 */
discs: number,
/**
 * Own discs minus the opponents'.
 */
disc_difference: number,
/**
 * The half-points in the games against those who are equal in points and in all tie-breaks before this one.
 */
direct: number,
/**
 * The quotient of GGS, 2 · BF · 64 · games, where BF is the mean of the share of discs and that of points.
 */
share: number,
/**
 * The rating that the results are worth, if opponents have ratings.
 */
performance: number | null,
/**
 * The best and the worst place that the points to come allow; `None` in a knock-out.
 */
reach: [number, number] | null, };

/**
 * Everything about a tournament that a page shows.
 */
export type TournamentState = {
/**
 * The number of the last event of its room.
 */
last: number,
/**
 * The whole plan.
 */
plan: TournamentPlan,
/**
 * Who may direct it beside its owner.
 */
arbiters?: Array<string>,
/**
 * All who ever took part, by number: `players` of lists is a count.
 */
field: Array<TournamentPlayer>,
/**
 * The rounds that are paired.
 */
pairings?: Array<TournamentRound>,
/**
 * The games on the server; the last one of a game counts.
 */
games?: Array<TournamentGame>,
/**
 * The results that wait to be confirmed.
 */
claims?: Array<ResultClaim>,
/**
 * The standings of a tournament in rounds, the first one first.
 */
standings?: Array<TournamentStanding>,
/**
 * The standings of an arena, the first one first.
 */
arena?: Array<ArenaStanding>,
/**
 * The games of an arena: those that are played, and the last 50 others.
 */
arena_games?: Array<ArenaGame>,
/**
 * The reader's number, if the reader takes part.
 */
me?: PlayerId | null,
/**
 * Whether the reader may direct it.
 */
directs?: boolean,
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * What people call it. Not named `name`, which is of users.
 */
title: string,
/**
 * Who meets whom.
 */
format: TournamentFormat,
/**
 * Where the games are played.
 */
place: Place,
/**
 * Clock, start and rating of the games on the server.
 */
terms: Terms,
/**
 * How far it is.
 */
phase: TournamentPhase,
/**
 * Who made it, while the account exists.
 */
by?: string | null,
/**
 * How many take part and have not left.
 */
players: number,
/**
 * The rounds that are paired.
 */
round: number,
/**
 * All rounds; 0 in an arena.
 */
rounds: number,
/**
 * When it begins by its plan, in milliseconds since 1970.
 */
starts_at?: number | null,
/**
 * When it began, in milliseconds since 1970.
 */
began_at?: number | null,
/**
 * When an arena begins its last games or the tournament was finished, in milliseconds since 1970.
 */
ends_at?: number | null, };

/**
 * A tournament in a list.
 */
export type TournamentSummary = {
/**
 * Its number.
 */
tournament: TournamentId,
/**
 * What people call it. Not named `name`, which is of users.
 */
title: string,
/**
 * Who meets whom.
 */
format: TournamentFormat,
/**
 * Where the games are played.
 */
place: Place,
/**
 * Clock, start and rating of the games on the server.
 */
terms: Terms,
/**
 * How far it is.
 */
phase: TournamentPhase,
/**
 * Who made it, while the account exists.
 */
by?: string | null,
/**
 * How many take part and have not left.
 */
players: number,
/**
 * The rounds that are paired.
 */
round: number,
/**
 * All rounds; 0 in an arena.
 */
rounds: number,
/**
 * When it begins by its plan, in milliseconds since 1970.
 */
starts_at?: number | null,
/**
 * When it began, in milliseconds since 1970.
 */
began_at?: number | null,
/**
 * When an arena begins its last games or the tournament was finished, in milliseconds since 1970.
 */
ends_at?: number | null, };

/**
 * Two players and the games between them in a round.
 */
export type TournamentTable = {
/**
 * Who has Black in the first game; colours change with every game.
 */
black: PlayerId,
/**
 * Who has White in the first game.
 */
white: PlayerId,
/**
 * The results of the games, each from the view of who has Black in it; `None` before it is known.
 */
results: Array<TableResult | null>,
/**
 * Whether a majority of wins ends the match before all games are played.
 */
best_of?: boolean, };

/**
 * A user who is online.
 */
export type UserSummary = {
/**
 * By which commands name the user.
 */
name: string,
/**
 * The user's role.
 */
role: Role,
/**
 * A name in any script beside the plain name.
 */
display_name?: string | null,
/**
 * The number of the user's games in progress.
 */
playing: number,
/**
 * The user's ratings by speed class: those classes in which the user has played rated games.
 */
ratings?: { [key in SpeedClass]?: PlayerRating },
/**
 * Description, for the server's own bots.
 */
bot?: BotDetails | null, };

/**
 * What visitors without a login may read.
 */
export type VisitorAccess = "nothing" | "games" | "all";

/**
 * The winner of a game.
 */
export type Winner = "black" | "white" | "draw" | "player" | "opponent";
