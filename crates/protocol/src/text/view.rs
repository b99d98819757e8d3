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

    /// Records a command without an id that the reader has sent: its `ok` is explained.
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

    /// Records who the reader is, and the reader's games.
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

    /// Records the state of a game. The event itself shows the board.
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

    /// Records who plays which colour after the bids.
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
                let answer = if own == Color::Black { *result } else { -*result }.value();
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
mod tests;
