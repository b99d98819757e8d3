//! The dialog for a new game: the opponent, the colour, the clock and the opening.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use willow_board::{Color, Game, TimeControl};
use willow_players::{PlayerSpec, check_player};
use willow_records::{openings, transcript};

use crate::local_game::{Controller, LocalGame};
use crate::opponents::{Opponent, opponents};
use crate::search_list::{ListAction, ListRow, SearchList};

/// The game that the user asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewGame {
    /// Black's player and White's. If the colours are drawn by lot they may still change.
    pub(crate) players: [PlayerSpec; 2],
    /// Whether the colours are drawn by lot.
    pub(crate) by_lot: bool,
    /// The time control of both.
    pub(crate) control: TimeControl,
    /// The moves that the game begins with.
    pub(crate) start: Game,
    /// The least time between two moves of programs that are watched.
    pub(crate) delay: Duration,
}

/// What the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Black,
    White,
    ByLot,
    /// Nothing: two programs play.
    Watch,
}

impl Side {
    const ALL: [Side; 4] = [Side::Black, Side::White, Side::ByLot, Side::Watch];

    const fn text(self) -> &'static str {
        match self {
            Side::Black => "Black, and move first",
            Side::White => "White",
            Side::ByLot => "the colour that the lot gives",
            Side::Watch => "nothing, and watch",
        }
    }
}

/// A field of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Who plays against the user; White, if the user watches.
    Opponent,
    /// What the user plays.
    Side,
    /// The program of Black, if the user watches.
    Black,
    /// The time control.
    Clock,
    /// The least time between two moves, if the user watches.
    Delay,
    /// The moves that the game begins with.
    Opening,
    /// The button that starts the game.
    Start,
}

/// Moves that a game may begin with.
#[derive(Clone, Debug, PartialEq)]
struct StartChoice {
    name: String,
    moves: String,
    game: Game,
}

/// Values to choose from, one of which is chosen.
#[derive(Clone, Debug, PartialEq)]
struct Choice<T> {
    all: Vec<T>,
    chosen: usize,
}

impl<T: PartialEq> Choice<T> {
    /// Chooses a value, which is added if it is not there.
    fn choose(&mut self, value: T) {
        self.chosen = self.all.iter().position(|other| *other == value).unwrap_or_else(|| {
            self.all.push(value);
            self.all.len() - 1
        });
    }

    fn get(&self) -> &T {
        &self.all[self.chosen]
    }

    /// Chooses the next value, or the one before; behind the last one comes the first.
    fn step(&mut self, forward: bool) {
        let n = self.all.len();
        self.chosen = (self.chosen + if forward { 1 } else { n - 1 }) % n;
    }
}

/// The dialog for a new game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewGameDialog {
    opponent: Choice<Opponent>,
    side: Choice<Side>,
    black: Choice<Opponent>,
    clock: Choice<TimeControl>,
    delay: Choice<Duration>,
    opening: Choice<StartChoice>,
    /// The field that the keys change.
    pub(crate) field: Field,
    /// The list of a field's values, while it is open.
    pub(crate) list: Option<SearchList>,
    /// Why a typed value was not taken.
    pub(crate) problem: Option<String>,
    /// Whether a game in progress would be replaced.
    pub(crate) replaces_game: bool,
}

/// What a key in the dialog asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NewGameAction {
    /// Leave the dialog.
    Cancel,
    /// Start the game.
    Start(Box<NewGame>),
}

/// The time controls to choose from.
const CLOCKS: [&str; 9] =
    ["none", "1:00", "3:00+2", "5:00", "5:00+3", "10:00", "15:00", "15:00+10", "30:00"];

/// The delays to choose from, in milliseconds.
const DELAYS: [u64; 4] = [1000, 500, 2000, 0];

impl NewGameDialog {
    /// Opens the dialog with the settings of the current game; `delay` is the pause between the moves of
    /// programs that are watched. Enter at once starts the game again.
    pub(crate) fn new(local_game: &LocalGame, delay: Duration) -> NewGameDialog {
        let all = opponents();
        let of_color = |color| opponent_named(&local_game.player(color).name, &all);
        let [black, white] = Color::ALL.map(of_color);
        let is_program = |color| local_game.player(color).controller == Controller::Program;
        let (side, opponent) = match [is_program(Color::Black), is_program(Color::White)] {
            [true, true] => (Side::Watch, white),
            [true, false] => (Side::White, black.clone()),
            [false, _] => (Side::Black, white),
        };
        let choice = || Choice { all: all.clone(), chosen: 0 };
        let mut dialog = NewGameDialog {
            opponent: choice(),
            side: Choice { all: Side::ALL.to_vec(), chosen: 0 },
            black: choice(),
            clock: Choice {
                all: CLOCKS.iter().filter_map(|clock| clock.parse().ok()).collect(),
                chosen: 0,
            },
            delay: Choice { all: DELAYS.map(Duration::from_millis).to_vec(), chosen: 0 },
            opening: Choice { all: start_choices(), chosen: 0 },
            field: Field::Start,
            list: None,
            problem: None,
            replaces_game: local_game.is_in_progress(),
        };
        dialog.opponent.choose(opponent);
        dialog.side.choose(side);
        let control = local_game.session().control();
        let black = if side == Side::Watch { black } else { dialog.opponent.get().clone() };
        // Who will watch needs a program for Black, too.
        dialog.black.choose(if black.spec.is_human() { all[1].clone() } else { black });
        if side == Side::Watch && control == TimeControl::Unlimited {
            dialog.delay.choose(delay);
        }
        dialog.clock.choose(control);
        dialog.choose_start(local_game.opening());
        dialog
    }

    /// Chooses the opening of the current game, which may be one without a name.
    fn choose_start(&mut self, game: &Game) {
        let known = self.opening.all.iter().position(|choice| choice.game == *game);
        self.opening.chosen = known.unwrap_or_else(|| {
            let name = "as in this game".to_owned();
            self.opening.all.push(StartChoice { name, moves: moves_of(game), game: game.clone() });
            self.opening.all.len() - 1
        });
    }

    /// Returns the fields from top to bottom.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let watches = *self.side.get() == Side::Watch;
        let all = [
            Field::Opponent,
            Field::Side,
            Field::Black,
            Field::Clock,
            Field::Delay,
            Field::Opening,
            Field::Start,
        ];
        let is_shown = |field: &Field| match field {
            Field::Black | Field::Delay => watches,
            _ => true,
        };
        all.into_iter().filter(is_shown).collect()
    }

    /// Returns the name of a field and its value.
    pub(crate) fn text(&self, field: Field) -> (&'static str, String) {
        let watches = *self.side.get() == Side::Watch;
        match field {
            Field::Opponent if watches => ("White", self.opponent.get().name.clone()),
            Field::Opponent => ("Opponent", self.opponent.get().name.clone()),
            Field::Side => ("You play", self.side.get().text().to_owned()),
            Field::Black => ("Black", self.black.get().name.clone()),
            Field::Clock => match self.clock.get() {
                TimeControl::Unlimited => ("Clock", "none".to_owned()),
                control => ("Clock", control.to_string()),
            },
            Field::Delay => ("Pause", format!("{} ms between moves", self.delay.get().as_millis())),
            Field::Opening => ("Opening", self.opening.get().name.clone()),
            Field::Start => ("", "Start the game".to_owned()),
        }
    }

    /// Returns what is to be said about the value of the field that the keys change.
    pub(crate) fn about(&self) -> String {
        if let Some(problem) = &self.problem {
            return problem.clone();
        }
        match self.field {
            Field::Opponent => self.opponent.get().about.clone(),
            Field::Black => self.black.get().about.clone(),
            Field::Opening => self.opening.get().moves.clone(),
            Field::Clock => "Time for the game, and seconds that each move adds.".to_owned(),
            Field::Start if self.replaces_game => {
                "The game on the board is kept among the saved games.".to_owned()
            }
            Field::Start => "Enter starts the game. Up and down: what to change.".to_owned(),
            Field::Side | Field::Delay => String::new(),
        }
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, code: KeyCode) -> Option<NewGameAction> {
        self.problem = None;
        if let Some(list) = &mut self.list {
            let query = list.query().to_owned();
            let action = list.press(code);
            if list.query() != query {
                let field = self.field;
                list.select_typed(|text| is_value(field, text));
            }
            if let Some(action) = action {
                self.choose_from_list(action);
            }
            return None;
        }
        match code {
            KeyCode::Esc => return Some(NewGameAction::Cancel),
            KeyCode::Up | KeyCode::BackTab => self.move_field(false),
            KeyCode::Down | KeyCode::Tab => self.move_field(true),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Enter => return self.enter(),
            _ => {}
        }
        None
    }

    fn move_field(&mut self, down: bool) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        let n = fields.len();
        self.field = fields[(at + if down { 1 } else { n - 1 }) % n];
    }

    fn change(&mut self, forward: bool) {
        match self.field {
            Field::Opponent => self.opponent.step(forward),
            Field::Side => self.side.step(forward),
            Field::Black => self.black.step(forward),
            Field::Clock => self.clock.step(forward),
            Field::Delay => self.delay.step(forward),
            Field::Opening => self.opening.step(forward),
            Field::Start => {}
        }
    }

    fn enter(&mut self) -> Option<NewGameAction> {
        match self.field {
            Field::Start => {
                return self.new_game().map(|new_game| NewGameAction::Start(Box::new(new_game)));
            }
            Field::Side | Field::Delay => self.change(true),
            field => self.list = self.list_of(field),
        }
        None
    }

    /// Returns the list of a field's values.
    fn list_of(&self, field: Field) -> Option<SearchList> {
        let row = |title: &str, details: &str| ListRow {
            title: title.to_owned(),
            details: details.to_owned(),
        };
        let of_opponents = |choice: &Choice<Opponent>| -> Vec<ListRow> {
            choice.all.iter().map(|one| row(&one.name, &one.about)).collect()
        };
        let (title, rows, chosen) = match field {
            Field::Opponent => {
                ("Opponent: a name, or a SPEC", of_opponents(&self.opponent), self.opponent.chosen)
            }
            Field::Black => {
                ("Black: a name, or a SPEC", of_opponents(&self.black), self.black.chosen)
            }
            Field::Clock => {
                let rows = self.clock.all.iter().map(|clock| row(&clock.to_string(), ""));
                ("Clock: such as 5:00+3", rows.collect(), self.clock.chosen)
            }
            Field::Opening => {
                let rows = self.opening.all.iter().map(|one| row(&one.name, &one.moves));
                ("Opening: a name, or moves", rows.collect(), self.opening.chosen)
            }
            Field::Side | Field::Delay | Field::Start => return None,
        };
        let mut list = SearchList::new(title.to_owned(), rows);
        list.select_row(chosen);
        Some(list)
    }

    /// Takes a value from the list of the field, or a typed one, and closes the list.
    pub(crate) fn choose_from_list(&mut self, action: ListAction) {
        if let ListAction::Delete(_) = action {
            return;
        }
        self.list = None;
        match action {
            ListAction::Leave | ListAction::Delete(_) => {}
            ListAction::Take(text) => self.take(&text),
            ListAction::Open(index) => match self.field {
                Field::Opponent => self.opponent.chosen = index,
                Field::Black => self.black.chosen = index,
                Field::Clock => self.clock.chosen = index,
                Field::Opening => self.opening.chosen = index,
                Field::Side | Field::Delay | Field::Start => {}
            },
        }
    }

    /// Takes a typed value.
    fn take(&mut self, text: &str) {
        let spec = || {
            let spec: Result<PlayerSpec, _> = text.parse();
            let known = spec.and_then(|spec| check_player(&spec).map(|_| spec));
            known.map_err(|error| format!("{error}."))
        };
        let taken = match self.field {
            Field::Opponent => spec().map(|spec| choose_player(&mut self.opponent, spec)),
            Field::Black => spec().map(|spec| choose_player(&mut self.black, spec)),
            Field::Clock => {
                let control = text.parse().map_err(|error| format!("{error}."));
                control.map(|control| self.clock.choose(control))
            }
            Field::Opening => {
                let game = transcript::parse(text).map_err(|at| format!("{}.", at.error));
                game.map(|game| {
                    let (name, moves) = (text.to_owned(), moves_of(&game));
                    self.opening.choose(StartChoice { name, moves, game });
                })
            }
            Field::Side | Field::Delay | Field::Start => Ok(()),
        };
        self.problem = taken.err();
    }

    /// Returns the game that is asked for; `None`, with a problem, if nobody would watch two programs.
    fn new_game(&mut self) -> Option<NewGame> {
        let opponent = self.opponent.get().spec.clone();
        let you: PlayerSpec = "human".parse().ok()?;
        let side = *self.side.get();
        let players = match side {
            Side::Black | Side::ByLot => [you, opponent],
            Side::White => [opponent, you],
            Side::Watch => [self.black.get().spec.clone(), opponent],
        };
        let watches = side == Side::Watch;
        if watches && players.iter().any(PlayerSpec::is_human) {
            self.problem = Some("To watch, choose a program for both sides.".to_owned());
            return None;
        }
        let control = *self.clock.get();
        // The pause would run on the clocks.
        let pauses = watches && control == TimeControl::Unlimited;
        Some(NewGame {
            players,
            by_lot: side == Side::ByLot,
            control,
            start: self.opening.get().game.clone(),
            delay: if pauses { *self.delay.get() } else { Duration::ZERO },
        })
    }
}

/// Returns whether a typed text is a value of a field, as which it can be taken though lines of the list
/// have it, too: `3:00` is a part of `3:00+2`, and openings go on from typed moves.
fn is_value(field: Field, text: &str) -> bool {
    match field {
        Field::Opponent | Field::Black => {
            let spec: Result<PlayerSpec, _> = text.parse();
            spec.is_ok_and(|spec| check_player(&spec).is_ok())
        }
        Field::Clock => text.parse::<TimeControl>().is_ok(),
        Field::Opening => transcript::parse(text).is_ok_and(|game| game.n_plies() != 0),
        Field::Side | Field::Delay | Field::Start => false,
    }
}

/// Chooses the player with a SPEC, by the name if it has one.
fn choose_player(choice: &mut Choice<Opponent>, spec: PlayerSpec) {
    let opponent = opponent_of(spec, &choice.all);
    choice.choose(opponent);
}

/// Returns the opponent with a SPEC, by the name if it has one.
fn opponent_of(spec: PlayerSpec, all: &[Opponent]) -> Opponent {
    let known = all.iter().find(|opponent| opponent.spec == spec).cloned();
    known.unwrap_or_else(|| Opponent::of_spec(spec))
}

/// Returns the opponent with a name, or the one that the name is the SPEC of.
fn opponent_named(name: &str, all: &[Opponent]) -> Opponent {
    let known = all.iter().find(|opponent| opponent.name == name).cloned();
    let by_spec = || Some(opponent_of(name.parse().ok()?, all));
    known.or_else(by_spec).unwrap_or_else(|| all[0].clone())
}

/// Returns the start position and all openings with a name, by their names.
fn start_choices() -> Vec<StartChoice> {
    let none = StartChoice {
        name: "none".to_owned(),
        moves: "From the start position.".to_owned(),
        game: Game::new(),
    };
    let named = openings::all().filter_map(|opening| {
        let game = transcript::parse(opening.moves).ok()?;
        Some(StartChoice { name: opening.names.join(", "), moves: opening.moves.to_owned(), game })
    });
    std::iter::once(none).chain(named).collect()
}

fn moves_of(game: &Game) -> String {
    game.moves().map(|mv| mv.to_string()).collect()
}

#[cfg(test)]
mod tests;
