//! What one connection is shown in text beside the events: the board after a move, whose turn it is
//! from the reader's point of view, and what the reader may type next.
//!
//! Everything is learned from the events that the connection receives. So an event is still written
//! once for all its readers, and only the lines after it differ.

use std::collections::{BTreeMap, VecDeque};

use willow_board::{Color, Move, Position};

use super::listing::{self, face};
use super::style::TextStyle;
use super::wrap::{SCREEN_WIDTH, wrap};
use super::{board, done, entered};
use crate::{
    Acknowledged, ClockState, Command, CommandKind, Discs, Event, GameEnd, GameId, GameState,
    GameSummary, Name, Notice, Offer, OwnGame, Role, Room, SquareSet, TurnDetails, strip_controls,
};

/// How many games a view keeps; the oldest are forgotten first.
const MAX_GAMES: usize = 64;

/// How many commands a view keeps until they are acknowledged; `ok` to later ones is not explained.
const MAX_COMMANDS: usize = 64;

/// What one connection that reads text knows.
#[derive(Clone, Debug, Default)]
pub struct TextView {
    style: TextStyle,
    /// The reader, when the reader is logged in.
    reader: Option<Name>,
    games: BTreeMap<GameId, ShownGame>,
    /// Whether the reader was told how to answer a private message: once is enough.
    knows_tell: bool,
    /// The commands without an id that wait for `ok`, the oldest first, with what is said then.
    unacknowledged: VecDeque<(CommandKind, Option<String>)>,
    /// Whether the list of games that comes next is that of the reader's adjourned games.
    lists_adjourned: bool,
}

/// A game that the connection plays or watches.
#[derive(Clone, Debug)]
struct ShownGame {
    /// Black and White.
    players: [Name; 2],
    /// The position; none until an event shows it to a player who has come back.
    position: Option<Position>,
}

impl TextView {
    /// Sets how much is shown from now on.
    pub fn set_style(&mut self, style: TextStyle) {
        self.style = style;
    }

    /// Notes a command without an id that the reader has sent: its `ok` is explained.
    pub fn sent(&mut self, command: &Command) {
        let kind = command.kind();
        if matches!(kind, CommandKind::Games | CommandKind::Adjourned) {
            self.lists_adjourned = kind == CommandKind::Adjourned;
        }
        // The connection itself answers `style`, before earlier commands are answered.
        if kind.description().acknowledged == Acknowledged::Always && kind != CommandKind::Style {
            self.unacknowledged.push_back((kind, done::after_ok(command)));
            self.unacknowledged.truncate(MAX_COMMANDS);
        }
    }

    /// Returns whether the reader learns the same from the room of the game: a player reads of the
    /// start and of the end once, not in the lobby and the private room, too.
    pub fn is_told_elsewhere(&self, notice: &Notice) -> bool {
        let (Event::Playing(game) | Event::Over(game)) = &notice.event else { return false };
        let plays = [&game.black, &game.white].into_iter().any(|name| self.is_reader(name));
        self.style != TextStyle::Off && notice.proxy.is_none() && plays
    }

    /// Returns the lines that follow a notice. Each begins with two blanks, as all lines of a notice
    /// but its first one do.
    pub fn lines_after(&mut self, notice: &Notice) -> Vec<String> {
        // A bridge shows its players what it wants to.
        if notice.proxy.is_some() {
            return Vec::new();
        }
        let lines = self.note(notice);
        if self.style == TextStyle::Off {
            return Vec::new();
        }
        let lines = lines.iter().map(|line| strip_controls(line));
        lines.flat_map(|line| wrap(&line, SCREEN_WIDTH, "  ", "  ")).collect()
    }

    /// Learns from a notice, and says what it means to the reader.
    fn note(&mut self, notice: &Notice) -> Vec<String> {
        let game = match notice.room {
            Some(Room::Game(game)) => Some(game),
            _ => None,
        };
        match (&notice.event, game) {
            (Event::Entered { name, role, games, offers, unread, .. }, _) => {
                let games = games.as_deref().unwrap_or_default();
                let offers = offers.as_deref().unwrap_or_default();
                self.entered(name, games);
                let waiting = entered::waiting(name, games, offers, unread.unwrap_or(0));
                welcome(name, *role, waiting)
            }
            (Event::Ok, _) if notice.id.is_none() => {
                let answered = self.unacknowledged.pop_front();
                answered.and_then(|(_, meaning)| meaning).into_iter().collect()
            }
            (Event::Error { command, .. }, _) if notice.id.is_none() => {
                self.unacknowledged.pop_front_if(|(kind, _)| kind.description().name == command);
                Vec::new()
            }
            (Event::Token { .. }, _) => {
                vec!["Keep it secret: a program that sends `resume TOKEN` is you.".to_owned()]
            }
            (Event::Told { from, .. }, _) => self.told(from),
            (Event::Offered(offer), _) => self.offered(offer),
            (Event::Games { offers, games }, _) => {
                vec![self.games_hint(offers, games)]
            }
            (Event::Started(state), _) => {
                // The wait that its `ok` would explain is over.
                let mut waits = self.unacknowledged.iter_mut();
                if let Some((_, wait)) = waits.find(|(kind, _)| *kind == CommandKind::Pool) {
                    *wait = None;
                }
                self.state(state)
            }
            (Event::State(state), _) => self.state(state),
            (Event::Snapshot(snapshot), _) => {
                snapshot.game.as_ref().map(|state| self.state(state)).unwrap_or_default()
            }
            (Event::Moved { color, mv, clocks, turn, .. }, Some(game)) => {
                self.moved(game, *color, *mv, clocks, turn)
            }
            (Event::TakenBack { clocks, turn, .. }, Some(game)) => {
                self.taken_back(game, clocks, turn)
            }
            (Event::Komi { black, white, .. }, Some(game)) => self.komi(game, [black, white]),
            (
                event @ (Event::Held { color, .. }
                | Event::TakebackAsked { color }
                | Event::ResultOffered { color, .. }
                | Event::AdjournAsked { color }
                | Event::ContinueAsked { color }),
                Some(game),
            ) => self.asked(game, *color, event),
            (Event::Bid { name, .. }, Some(game)) => self.bid(game, name),
            (Event::Adjourned { .. }, Some(game)) => {
                vec![format!("The clocks stand still until both players `continue {game}`.")]
            }
            (Event::TakebackRefused | Event::RequestRefused, Some(_)) => {
                vec!["The answer is no.".to_owned()]
            }
            (Event::Resumed { clocks, turn, .. }, Some(game)) => self.resumed(game, clocks, turn),
            (Event::Unrated, Some(_)) => {
                vec![
                    "The game is unrated now and changes no ratings; see `help ratings`."
                        .to_owned(),
                ]
            }
            (Event::Gone { color, .. }, Some(game)) => self.gone(game, *color),
            (Event::Ended(end), Some(game)) => self.ended(game, end),
            _ => Vec::new(),
        }
    }

    /// Notes who the reader is, and the reader's games.
    fn entered(&mut self, name: &Name, games: &[OwnGame]) {
        self.reader = Some(name.clone());
        for OwnGame { summary, .. } in games {
            let players = [summary.black.clone(), summary.white.clone()];
            self.games.entry(summary.game).or_insert(ShownGame { players, position: None });
        }
        self.forget_oldest();
    }

    fn told(&mut self, from: &Name) -> Vec<String> {
        if self.is_reader(from) || std::mem::replace(&mut self.knows_tell, true) {
            return Vec::new();
        }
        vec![format!("To answer, type `tell {from} TEXT`.")]
    }

    fn offered(&self, offer: &Offer) -> Vec<String> {
        let Offer { game, from, to, .. } = offer;
        vec![match to {
            Some(to) if self.is_reader(to) => {
                format!("{from} challenges you: `join {game}` plays, `decline {game}` says no.")
            }
            Some(to) => format!("Waiting for {to}; `cancel {game}` withdraws the challenge."),
            None if self.is_reader(from) && offer.terms.private => {
                format!(
                    "Whoever types `join {game}` plays you; `cancel {game}` withdraws the offer."
                )
            }
            None if self.is_reader(from) => {
                format!("Waiting for an opponent; `cancel {game}` withdraws the offer.")
            }
            None => format!("To play, type `join {game}`."),
        }]
    }

    /// Notes the state of a game. The event itself shows the board.
    fn state(&mut self, state: &GameState) -> Vec<String> {
        let summary = &state.summary;
        if summary.end.is_some() {
            return Vec::new();
        }
        let players = [summary.black.clone(), summary.white.clone()];
        let shown = ShownGame { players, position: Some(state.position) };
        let turn = if summary.details.bidding {
            let plays = self.color_in(&shown).is_some();
            plays.then(|| "Bid for the first move: `bid SQUARE VALUE`; `help bid`.".to_owned())
        } else {
            self.color_and_turn(&shown, &state.position, &state.clocks)
        };
        let pair = summary.twin.filter(|_| turn.is_some()).map(|twin| {
            let game = summary.game;
            format!("Two games at once: `move {game} f5` plays here, `move {twin} f5` there.")
        });
        self.games.insert(summary.game, shown);
        self.forget_oldest();
        turn.into_iter().chain(pair).collect()
    }

    /// Forgets the oldest games when there are too many.
    fn forget_oldest(&mut self) {
        while self.games.len() > MAX_GAMES {
            self.games.pop_first();
        }
    }

    fn moved(
        &mut self,
        id: GameId,
        color: Color,
        mv: Move,
        clocks: &ClockState,
        turn: &TurnDetails,
    ) -> Vec<String> {
        let Some(shown) = self.games.get_mut(&id) else { return Vec::new() };
        shown.position = turn.position;
        let Some(after) = turn.position else { return Vec::new() };
        let what = match (mv, turn.flipped) {
            (Move::Place(square), Some(SquareSet(flipped))) => {
                format!("{square} flips {}.", listing::counted(flipped.count().into(), "disc"))
            }
            (Move::Place(square), None) => format!("{color} plays {square}."),
            (Move::Pass, _) => format!("{color} has no legal move and passes."),
        };
        self.after_change(id, &after, what, clocks)
    }

    fn taken_back(&mut self, id: GameId, clocks: &ClockState, turn: &TurnDetails) -> Vec<String> {
        let Some(shown) = self.games.get_mut(&id) else { return Vec::new() };
        shown.position = turn.position;
        let Some(position) = turn.position else { return Vec::new() };
        self.after_change(id, &position, "The move was taken back.".to_owned(), clocks)
    }

    /// Says whose turn it is when the clocks run again.
    fn resumed(&self, id: GameId, clocks: &ClockState, turn: &TurnDetails) -> Vec<String> {
        let Some(shown) = self.games.get(&id) else { return Vec::new() };
        let position = turn.position.or(shown.position);
        let turn = position.and_then(|position| self.color_and_turn(shown, &position, clocks));
        ["The game goes on.".to_owned()].into_iter().chain(turn).collect()
    }

    /// Shows the board after a change, and whose turn it is.
    fn after_change(
        &self,
        id: GameId,
        position: &Position,
        what: String,
        clocks: &ClockState,
    ) -> Vec<String> {
        let Some(shown) = self.games.get(&id) else { return Vec::new() };
        let goes_on = !position.is_game_over();
        if self.style == TextStyle::Full {
            let turn = goes_on.then(|| self.color_and_turn(shown, position, clocks)).flatten();
            let to_move = goes_on.then(|| position.side_to_move());
            let drawn = board::draw(position, to_move);
            return drawn.into_iter().chain([what]).chain(turn).collect();
        }
        let count = |color: Color| position.discs(color).count();
        let discs = format!("X {}, O {}.", count(Color::Black), count(Color::White));
        let turn = goes_on.then(|| self.turn(shown, position, clocks)).flatten();
        vec![[what, discs].into_iter().chain(turn).collect::<Vec<String>>().join(" ")]
    }

    /// Says which colour the reader has, and whose turn it is; nothing to a spectator.
    fn color_and_turn(
        &self,
        shown: &ShownGame,
        position: &Position,
        clocks: &ClockState,
    ) -> Option<String> {
        let own = self.color_in(shown)?;
        Some(format!("You are {own} ({}). {}", own.letter(), self.turn(shown, position, clocks)?))
    }

    /// Says what both clocks show, and whose turn it is; nothing to a spectator.
    fn turn(&self, shown: &ShownGame, position: &Position, clocks: &ClockState) -> Option<String> {
        let own = self.color_in(shown)?;
        let opponent = &shown.players[(!own).index()];
        let turn = if position.side_to_move() == own {
            "Your move.".to_owned()
        } else {
            format!("{opponent} is to move.")
        };
        let time = |color: Color| match color {
            Color::Black => clocks.black,
            Color::White => clocks.white,
        };
        Some(match (time(own), time(!own)) {
            (None, None) => turn,
            (mine, theirs) => {
                format!("Clocks: you {}, {opponent} {}. {turn}", face(mine), face(theirs))
            }
        })
    }

    /// Notes who plays which colour after the bids.
    fn komi(&mut self, id: GameId, [black, white]: [&Name; 2]) -> Vec<String> {
        let Some(shown) = self.games.get_mut(&id) else { return Vec::new() };
        shown.players = [black.clone(), white.clone()];
        vec![format!("{black} plays Black, {white} White; the higher bid is played.")]
    }

    /// Says to a player what a bid means.
    fn bid(&self, id: GameId, bidder: &Name) -> Vec<String> {
        let plays = self.games.get(&id).is_some_and(|shown| self.color_in(shown).is_some());
        match plays {
            true if self.is_reader(bidder) => {
                vec!["Your bid is hidden until your opponent has bid, too.".to_owned()]
            }
            true => vec![format!("{bidder} has bid. Your turn: `bid SQUARE VALUE`.")],
            false => Vec::new(),
        }
    }

    /// Says what a player did or asks for: to that player, and to the opponent.
    fn asked(&self, id: GameId, color: Color, event: &Event) -> Vec<String> {
        let Some(shown) = self.games.get(&id) else { return Vec::new() };
        let Some(own) = self.color_in(shown) else { return Vec::new() };
        let [asker, opponent] = [color, !color].map(|color| &shown.players[color.index()]);
        let is_own = own == color;
        vec![match event {
            Event::Held { .. } if is_own => {
                "Your move is shown when the other game of the pair has one, too.".to_owned()
            }
            Event::Held { .. } => {
                format!("{asker} has moved; you see the move when the other game has one, too.")
            }
            _ if is_own => format!("{opponent} is asked."),
            Event::TakebackAsked { .. } => {
                format!("{asker} wants to take a move back: `takeback` agrees, `refuse` says no.")
            }
            Event::ResultOffered { result, .. } => {
                let answer = if own == Color::Black { *result } else { -result };
                format!("`score {answer}` agrees and ends the game; `refuse` says no.")
            }
            Event::AdjournAsked { .. } => {
                format!("{asker} wants to adjourn the game: `adjourn` agrees, `refuse` says no.")
            }
            _ => format!("{asker} wants to go on: `continue {id}` agrees, `refuse {id}` says no."),
        }]
    }

    fn gone(&self, id: GameId, color: Color) -> Vec<String> {
        let opponent = self.games.get(&id).and_then(|shown| {
            let own = self.color_in(shown)?;
            (own != color).then(|| &shown.players[color.index()])
        });
        let claim = |name| format!("If {name} is not back by then, `claim` wins the game.");
        opponent.map(claim).into_iter().collect()
    }

    fn ended(&mut self, id: GameId, end: &GameEnd) -> Vec<String> {
        let Some(shown) = self.games.remove(&id) else { return Vec::new() };
        let look = format!("`moves {id}` and `board {id}` show the game again");
        let Some(own) = self.color_in(&shown) else { return vec![format!("{look}.")] };
        let result = match (end.corrected(), own) {
            (None, _) => "The game has no result.".to_owned(),
            (Some(0), _) => "The game is a draw.".to_owned(),
            (Some(discs), own) => {
                let won = (discs > 0) == (own == Color::Black);
                let verb = if won { "win" } else { "lose" };
                format!("You {verb} by {}.", Discs::<3>(discs.abs()))
            }
        };
        vec![result, format!("`rematch` offers another game; {look}.")]
    }

    /// Says what may be typed after a list of offers and games.
    fn games_hint(&self, offers: &[Offer], games: &[GameSummary]) -> String {
        match (offers, games) {
            (_, []) if self.lists_adjourned => "`adjourn` in a game asks to stop it until later.",
            _ if self.lists_adjourned => "`continue NUMBER` asks your opponent to go on.",
            ([], []) => "`new` makes an offer, `challenge NAME` asks a user or a bot.",
            ([], _) => "`watch NUMBER` shows a game; `new` makes an offer.",
            (_, []) => "`join NUMBER` accepts an offer; `new` makes one.",
            _ => "`join NUMBER` accepts an offer; `watch NUMBER` shows a game.",
        }
        .to_owned()
    }

    fn is_reader(&self, name: &Name) -> bool {
        self.reader.as_ref() == Some(name)
    }

    /// Returns the reader's colour in a game.
    fn color_in(&self, shown: &ShownGame) -> Option<Color> {
        [Color::Black, Color::White]
            .into_iter()
            .find(|color| self.is_reader(&shown.players[color.index()]))
    }
}

/// Welcomes a user with lines about what waits.
fn welcome(name: &Name, role: Role, waiting: Vec<String>) -> Vec<String> {
    let who = if role == Role::Guest {
        format!("Welcome, {name}. Guests play unrated games; `register NAME` keeps a name.")
    } else {
        format!("Welcome, {name}.")
    };
    let next = "Next: `games`, `new`, `who`, `challenge NAME` (or a bot), `help`, `quit`.";
    [who].into_iter().chain(waiting).chain([next.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use willow_board::{Position, Square};

    use super::*;
    use crate::{EndKind, Side, StateDetails, SummaryDetails, Terms, TurnDetails};

    const CLOCKS: ClockState = ClockState {
        black: Some(303_000),
        white: Some(65_000),
        deadline: None,
        running: None,
        parts: None,
    };

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    fn in_game(event: Event) -> Notice {
        Notice { room: Some(Room::Game(GameId(1))), ..Notice::new(0, event) }
    }

    /// The view of a reader who is logged in, and of a game of Alice with Black and Bob with White.
    fn view_of(reader: &str, style: TextStyle) -> TextView {
        let mut view = TextView::default();
        let entered = Event::Entered {
            name: name(reader),
            role: Role::Player,
            display_name: None,
            token: None,
            lobby: 0,
            private: 0,
            recovery_codes: Vec::new(),
            rooms: std::collections::BTreeMap::new(),
            offers: None,
            games: None,
            unread: None,
        };
        view.set_style(style);
        view.lines_after(&Notice::new(0, entered));
        view.lines_after(&in_game(Event::Started(Box::new(state()))));
        view
    }

    fn state() -> GameState {
        GameState {
            summary: GameSummary {
                game: GameId(1),
                black: name("alice"),
                white: name("bob"),
                terms: Terms::default(),
                twin: None,
                plies: 0,
                end: None,
                details: SummaryDetails::default(),
            },
            initial: Position::START,
            moves: Vec::new(),
            position: Position::START,
            clocks: CLOCKS,
            takeback: None,
            watchers: 0,
            last: 1,
            details: StateDetails::default(),
        }
    }

    /// The event of the last of some moves from the start.
    fn moved(moves: &[&str]) -> Notice {
        let play = |before: Position, mv: &&str| before.play(mv.parse().unwrap()).unwrap();
        let (last, earlier) = moves.split_last().unwrap();
        let before = earlier.iter().fold(Position::START, play);
        let square: Square = last.parse().unwrap();
        let flipped = Some(SquareSet(before.board().flips(square)));
        let turn = TurnDetails { flipped, ..TurnDetails::of(&play(before, last)) };
        let (color, mv, ply) = (before.side_to_move(), square.into(), moves.len());
        in_game(Event::Moved { color, mv, ply, clocks: CLOCKS, turn })
    }

    #[test]
    fn each_player_sees_the_board_after_a_move_and_whose_turn_it_is() {
        let f5 = moved(&["f5"]);
        let bob = view_of("bob", TextStyle::Full).lines_after(&f5);
        assert_eq!(bob.len(), 13, "a board of ten lines, the discs, the flips, the turn: {bob:#?}");
        assert_eq!(bob[5], "    5 - - - X X X - - 5");
        assert_eq!(bob[11], "  f5 flips 1 disc.");
        assert_eq!(bob[12], "  You are White (O). Clocks: you 1:05, alice 5:03. Your move.");
        let alice = view_of("alice", TextStyle::Full).lines_after(&f5);
        assert!(alice[12].ends_with("bob is to move."), "{alice:#?}");
        let carol = view_of("carol", TextStyle::Full).lines_after(&f5);
        assert_eq!(carol.len(), 12, "a spectator has no colour: {carol:#?}");
    }

    #[test]
    fn a_player_of_a_pair_reads_how_to_move_in_either_game() {
        let mut view = view_of("bob", TextStyle::Full);
        let summary = GameSummary { twin: Some(GameId(2)), ..state().summary };
        let started = Event::Started(Box::new(GameState { summary, ..state() }));
        let lines = view.lines_after(&in_game(started));
        assert_eq!(
            lines.last().unwrap(),
            "  Two games at once: `move 1 f5` plays here, `move 2 f5` there."
        );
    }

    #[test]
    fn styles_shorten_what_is_shown() {
        let f5 = moved(&["f5"]);
        let short = view_of("bob", TextStyle::Short).lines_after(&f5);
        assert_eq!(
            short,
            ["  f5 flips 1 disc. X 4, O 1. Clocks: you 1:05, alice 5:03. Your move."]
        );
        let mut off = view_of("bob", TextStyle::Off);
        assert!(off.lines_after(&f5).is_empty());
        off.set_style(TextStyle::Short);
        let d6 = off.lines_after(&moved(&["f5", "d6"]));
        assert!(d6[0].starts_with("  d6 flips 1 disc. X 3, O 3."), "{d6:?}");
    }

    #[test]
    fn a_takeback_is_answered_and_shown() {
        let mut view = view_of("bob", TextStyle::Short);
        view.lines_after(&moved(&["f5"]));
        let asked = view.lines_after(&in_game(Event::TakebackAsked { color: Color::Black }));
        assert_eq!(
            asked,
            ["  alice wants to take a move back: `takeback` agrees, `refuse` says no."]
        );
        let back = view.lines_after(&in_game(Event::TakenBack {
            plies: 0,
            clocks: CLOCKS,
            turn: TurnDetails::of(&Position::START),
        }));
        assert!(back[0].contains("X 2, O 2."), "{back:?}");
    }

    #[test]
    fn the_end_is_told_from_the_readers_point_of_view() {
        let end = GameEnd {
            reason: EndKind::Resigned,
            result: Some(-64),
            black_discs: 4,
            white_discs: 1,
            loser: Some(Side(Color::Black)),
            komi: None,
        };
        let ended = in_game(Event::Ended(end));
        let alice = view_of("alice", TextStyle::Full).lines_after(&ended);
        assert_eq!(alice[0], "  You lose by 64.");
        assert!(alice[1].starts_with("  `rematch` offers another game"), "{alice:?}");
        let bob = view_of("bob", TextStyle::Full).lines_after(&ended);
        assert!(bob[0].starts_with("  You win by 64."), "{bob:?}");
        let carol = view_of("carol", TextStyle::Full).lines_after(&ended);
        assert!(!carol[0].contains("rematch"), "{carol:?}");
    }

    #[test]
    fn a_player_who_comes_back_reads_what_waits_and_sees_the_board_after_the_next_move() {
        let mut view = TextView::default();
        let summary = state().summary;
        let terms = Terms::default;
        let entered = Event::Entered {
            name: name("bob"),
            role: Role::Player,
            display_name: None,
            token: None,
            lobby: 0,
            private: 0,
            recovery_codes: Vec::new(),
            rooms: std::collections::BTreeMap::new(),
            offers: Some(vec![
                Offer::new(GameId(2), name("carol"), Some(name("bob")), terms()),
                Offer::new(GameId(3), name("bob"), None, terms()),
            ]),
            games: Some(vec![OwnGame { summary, to_move: Some(Side(Color::Black)) }]),
            unread: Some(2),
        };
        let lines = view.lines_after(&Notice::new(0, entered));
        assert_eq!(
            lines[1..5],
            [
                "  2 private messages came while you were away: see above.",
                "  Game 1: you are White against alice, alice is to move; `board 1` shows it.",
                "  carol challenges you (5:00+3): `join 2` or `decline 2`.",
                "  Your offer 3 is open; `cancel 3` withdraws it.",
            ]
        );
        let moved = view.lines_after(&moved(&["f5"]));
        assert_eq!(moved[5], "    5 - - - X X X - - 5");
        assert_eq!(moved[11], "  f5 flips 1 disc.");
        assert_eq!(moved[12], "  You are White (O). Clocks: you 1:05, alice 5:03. Your move.");
        let turn = TurnDetails::of(&Position::START);
        let taken_back = Event::TakenBack { plies: 0, clocks: CLOCKS, turn };
        let taken_back = view.lines_after(&in_game(taken_back));
        assert_eq!(taken_back[5], "    5 - - - X O . - - 5");
    }

    #[test]
    fn an_acknowledgement_says_what_the_command_did() {
        let mut view = view_of("bob", TextStyle::Full);
        let ok = Notice::new(0, Event::Ok);
        let unknown = crate::ErrorDetail::NoSuchUser;
        let refused = Notice::new(0, Event::error("follow".to_owned(), unknown, String::new()));
        view.sent(&Command::Follow { name: name("nobody") });
        view.sent(&Command::Pool { pool: crate::Pool::Blitz });
        assert!(view.lines_after(&refused).is_empty());
        let lines = view.lines_after(&ok);
        assert!(lines[0].contains("`unseek` leaves the pool"), "{lines:?}");
        assert!(view.lines_after(&ok).is_empty(), "no command is left");
    }

    #[test]
    fn a_player_is_told_of_the_start_and_the_end_once() {
        let in_lobby = |event| Notice { room: Some(Room::Lobby), ..Notice::new(0, event) };
        for event in [Event::Playing(state().summary), Event::Over(state().summary)] {
            let notice = in_lobby(event);
            for (reader, style, is_told_elsewhere) in [
                ("alice", TextStyle::Full, true),
                ("bob", TextStyle::Short, true),
                ("bob", TextStyle::Off, false),
                ("carol", TextStyle::Full, false),
            ] {
                let view = view_of(reader, style);
                assert_eq!(view.is_told_elsewhere(&notice), is_told_elsewhere, "{reader}");
            }
        }
    }

    #[test]
    fn a_pool_that_has_found_an_opponent_is_not_waited_in() {
        let mut view = view_of("bob", TextStyle::Full);
        view.sent(&Command::Pool { pool: crate::Pool::Blitz });
        view.lines_after(&in_game(Event::Started(Box::new(state()))));
        assert!(view.lines_after(&Notice::new(0, Event::Ok)).is_empty());
    }

    #[test]
    fn a_list_of_adjourned_games_says_how_they_go_on() {
        let mut view = view_of("bob", TextStyle::Full);
        let list = |games| Notice::new(0, Event::Games { offers: Vec::new(), games });
        view.sent(&Command::Adjourned);
        assert!(view.lines_after(&list(Vec::new()))[0].contains("`adjourn`"));
        let adjourned = list(vec![state().summary]);
        assert!(view.lines_after(&adjourned)[0].contains("`continue NUMBER`"));
        view.sent(&Command::Games);
        assert!(view.lines_after(&adjourned)[0].contains("`watch NUMBER`"));
        let turn = TurnDetails::default();
        let resumed = Event::Resumed { clocks: CLOCKS, away_since: 0, turn };
        assert_eq!(
            view.lines_after(&in_game(resumed)),
            [
                "  The game goes on.",
                "  You are White (O). Clocks: you 1:05, alice 5:03. alice is to move."
            ]
        );
    }

    #[test]
    fn an_offer_says_what_to_type() {
        let mut view = view_of("bob", TextStyle::Full);
        let offer = |to: Option<&str>| {
            let (game, from, terms) = (GameId(2), name("alice"), Terms::default());
            Notice::new(0, Event::Offered(Offer::new(game, from, to.map(name), terms)))
        };
        let challenge = view.lines_after(&offer(Some("bob")));
        assert_eq!(challenge, ["  alice challenges you: `join 2` plays, `decline 2` says no."]);
        assert_eq!(view.lines_after(&offer(None)), ["  To play, type `join 2`."]);
        let terms = Terms { private: true, ..Terms::default() };
        let link = Event::Offered(Offer::new(GameId(7), name("bob"), None, terms));
        assert_eq!(
            view.lines_after(&Notice::new(0, link)),
            ["  Whoever types `join 7` plays you; `cancel 7` withdraws the offer."]
        );
    }
}
