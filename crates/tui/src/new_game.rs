//! The dialog for a new game: the opponent, the colour, the clock and the opening.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use willow_board::{Color, Game, TimeControl};
use willow_players::PlayerSpec;
use willow_records::{openings, transcript};

use crate::local_game::LocalGame;
use crate::opponents::{Opponent, opponents};
use crate::search_list::{ListAction, ListRow, SearchList};

/// The game that the user asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewGame {
    /// Black's player and White's.
    pub(crate) players: [PlayerSpec; 2],
    /// The time control of both.
    pub(crate) control: TimeControl,
    /// The moves that the game begins with.
    pub(crate) start: Game,
    /// Minimum time between two moves of programs that are watched.
    pub(crate) delay: Duration,
}

/// What the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UserSide {
    Black,
    White,
    /// Nothing: two programs play.
    Watch,
}

impl UserSide {
    const ALL: [UserSide; 3] = [UserSide::Black, UserSide::White, UserSide::Watch];

    const fn text(self) -> &'static str {
        match self {
            UserSide::Black => "Black, and move first",
            UserSide::White => "White",
            UserSide::Watch => "nothing, and watch",
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
    /// The moves that the game begins with.
    Opening,
    /// The button that starts the game.
    Start,
}

impl Field {
    const ALL: [Field; 6] =
        [Field::Opponent, Field::Side, Field::Black, Field::Clock, Field::Opening, Field::Start];
}

/// A value that a field can have.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Player(PlayerSpec),
    Side(UserSide),
    Clock(TimeControl),
    Opening(Game),
}

/// A value, and its line in the list of a field.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    row: ListRow,
    value: Value,
}

impl Entry {
    fn new(title: impl Into<String>, details: impl Into<String>, value: Value) -> Entry {
        Entry { row: ListRow { title: title.into(), details: details.into() }, value }
    }

    /// Returns a player: by the name under which people know it, or by its SPEC.
    fn of_player(spec: PlayerSpec, known: &[Opponent]) -> Entry {
        match known.iter().find(|opponent| opponent.spec == spec) {
            Some(Opponent { name, about, .. }) => Entry::new(name, about, Value::Player(spec)),
            None => Entry::new(spec.to_string(), "", Value::Player(spec)),
        }
    }

    fn of_clock(control: TimeControl) -> Entry {
        let title = match control {
            TimeControl::Unlimited => "none".to_owned(),
            control => control.to_string(),
        };
        Entry::new(title, "", Value::Clock(control))
    }

    fn of_opening(name: &str, game: Game) -> Entry {
        let moves: String = game.moves().map(|mv| mv.to_string()).collect();
        Entry::new(name, moves, Value::Opening(game))
    }
}

/// The values of a field, one of which is chosen.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    entries: Vec<Entry>,
    chosen: usize,
}

impl Choice {
    fn of(entries: impl IntoIterator<Item = Entry>) -> Choice {
        Choice { entries: entries.into_iter().collect(), chosen: 0 }
    }

    /// Chooses an entry with this value, which is added if there is none.
    fn choose(&mut self, entry: Entry) {
        let known = self.entries.iter().position(|other| other.value == entry.value);
        self.chosen = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.entries.push(entry);
        }
    }

    fn get(&self) -> &Entry {
        &self.entries[self.chosen]
    }

    /// Chooses another entry, so many lines away; behind the last one comes the first.
    fn step(&mut self, lines: isize) {
        self.chosen = around(self.chosen, lines, self.entries.len());
    }
}

/// Returns an index so many steps away, around the ends.
const fn around(index: usize, steps: isize, n: usize) -> usize {
    (index as isize + steps).rem_euclid(n as isize) as usize
}

/// The dialog for a new game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewGameDialog {
    /// The values of the fields, in the order of [`Field`], without the button.
    choices: [Choice; 5],
    /// The pause between the moves of programs that are watched.
    delay: Duration,
    /// The field that the keys change.
    pub(crate) field: Field,
    /// The list of a field's values, while it is open.
    pub(crate) list: Option<SearchList>,
    /// Why no game was started.
    pub(crate) problem: Option<String>,
    /// Whether a game in progress would be replaced.
    pub(crate) replaces_game: bool,
}

/// The action of a key in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NewGameAction {
    /// Leave the dialog.
    Cancel,
    Start(Box<NewGame>),
}

/// The time controls to choose from.
const CLOCKS: [&str; 9] =
    ["none", "1:00", "3:00+2", "5:00", "5:00+3", "10:00", "15:00", "15:00+10", "30:00"];

/// The pause between the moves of programs that are watched.
const USUAL_DELAY: Duration = Duration::from_secs(1);

impl NewGameDialog {
    /// Opens the dialog with the settings of the current game; `delay` is the pause between the moves of
    /// programs that are watched. Enter at once starts the game again.
    pub(crate) fn new(local_game: &LocalGame, delay: Duration) -> NewGameDialog {
        let all = opponents();
        let [black, white] = Color::ALL.map(|color| local_game.player(color).spec.clone());
        let (side, opponent) = match [black.is_human(), white.is_human()] {
            [false, false] => (UserSide::Watch, white),
            [false, true] => (UserSide::White, black.clone()),
            [true, _] => (UserSide::Black, white),
        };
        // Who will watch needs a program for Black, too.
        let black = if side == UserSide::Watch { black } else { opponent.clone() };
        let black = if black.is_human() { all[1].spec.clone() } else { black };
        let player = |spec| {
            let known = all.iter().map(|known| Entry::of_player(known.spec.clone(), &all));
            let mut choice = Choice::of(known);
            choice.choose(Entry::of_player(spec, &all));
            choice
        };
        let control = local_game.session().control();
        let side_entry = |side: UserSide| Entry::new(side.text(), "", Value::Side(side));
        let mut sides = Choice::of(UserSide::ALL.map(side_entry));
        sides.choose(side_entry(side));
        let clocks = CLOCKS.iter().filter_map(|clock| clock.parse().ok());
        let mut clocks = Choice::of(clocks.map(Entry::of_clock));
        clocks.choose(Entry::of_clock(control));
        let has_delay = side == UserSide::Watch && control == TimeControl::Unlimited;
        let mut openings = Choice::of(known_openings());
        openings.choose(Entry::of_opening("as in this game", local_game.opening().clone()));
        NewGameDialog {
            choices: [player(opponent), sides, player(black), clocks, openings],
            delay: if has_delay { delay } else { USUAL_DELAY },
            field: Field::Start,
            list: None,
            problem: None,
            replaces_game: local_game.is_in_progress(),
        }
    }

    fn choice(&self, field: Field) -> Option<&Choice> {
        self.choices.get(field as usize)
    }

    fn choice_mut(&mut self) -> Option<&mut Choice> {
        self.choices.get_mut(self.field as usize)
    }

    fn watches(&self) -> bool {
        self.choices[Field::Side as usize].get().value == Value::Side(UserSide::Watch)
    }

    /// Returns the fields that are shown.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let watches = self.watches();
        let is_shown = |field: &Field| watches || *field != Field::Black;
        Field::ALL.into_iter().filter(is_shown).collect()
    }

    /// Returns the name of a field and its value.
    pub(crate) fn text(&self, field: Field) -> (&'static str, String) {
        let name = match field {
            Field::Opponent if self.watches() => "White",
            Field::Opponent => "Opponent",
            Field::Side => "You play",
            Field::Black => "Black",
            Field::Clock => "Clock",
            Field::Opening => "Opening",
            Field::Start => "",
        };
        let value = self.choice(field).map(|choice| choice.get().row.title.clone());
        (name, value.unwrap_or_else(|| "Start the game".to_owned()))
    }

    /// Returns what is said about the field: a problem, or the chosen value.
    pub(crate) fn about(&self) -> String {
        if let Some(problem) = &self.problem {
            return problem.clone();
        }
        match self.field {
            Field::Clock => "Time for the game, and seconds that each move adds.".to_owned(),
            Field::Start if self.replaces_game => {
                "The game on the board is kept in a file of its own.".to_owned()
            }
            Field::Start => "Enter starts the game. Up and down: what to change.".to_owned(),
            field => self
                .choice(field)
                .map_or_else(String::new, |choice| choice.get().row.details.clone()),
        }
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, code: KeyCode) -> Option<NewGameAction> {
        self.problem = None;
        if let Some(list) = &mut self.list {
            if let Some(action) = list.press(code) {
                self.list = None;
                if let (ListAction::Open(index), Some(choice)) = (action, self.choice_mut()) {
                    choice.chosen = index;
                }
            }
            return None;
        }
        match code {
            KeyCode::Esc => return Some(NewGameAction::Cancel),
            KeyCode::Up | KeyCode::BackTab => self.move_field(-1),
            KeyCode::Down | KeyCode::Tab => self.move_field(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Enter => return self.enter(),
            _ => {}
        }
        None
    }

    fn move_field(&mut self, lines: isize) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field).unwrap_or(0);
        self.field = fields[around(at, lines, fields.len())];
    }

    fn change(&mut self, lines: isize) {
        if let Some(choice) = self.choice_mut() {
            choice.step(lines);
        }
    }

    /// Starts the game, or opens the list of a field's values.
    fn enter(&mut self) -> Option<NewGameAction> {
        let title = match self.field {
            Field::Start => {
                return self.new_game().map(|new_game| NewGameAction::Start(Box::new(new_game)));
            }
            Field::Side => {
                self.change(1);
                return None;
            }
            field => self.text(field).0,
        };
        let choice = self.choice(self.field)?;
        let rows = choice.entries.iter().map(|entry| entry.row.clone()).collect();
        let mut list = SearchList::new(title.to_owned(), rows);
        list.select_row(choice.chosen);
        self.list = Some(list);
        None
    }

    /// Returns the game that was chosen. Who watches needs two programs.
    fn new_game(&mut self) -> Option<NewGame> {
        let values = self.choices.each_ref().map(|choice| choice.get().value.clone());
        let [
            Value::Player(opponent),
            Value::Side(side),
            Value::Player(black),
            Value::Clock(control),
            Value::Opening(start),
        ] = values
        else {
            return None;
        };
        let you: PlayerSpec = "human".parse().ok()?;
        let players = match side {
            UserSide::Black => [you, opponent],
            UserSide::White => [opponent, you],
            UserSide::Watch => [black, opponent],
        };
        let watches = side == UserSide::Watch;
        if watches && players.iter().any(PlayerSpec::is_human) {
            self.problem = Some("To watch, choose a program for both sides.".to_owned());
            return None;
        }
        // A pause would run on the clocks.
        let pauses = watches && control == TimeControl::Unlimited;
        let delay = if pauses { self.delay } else { Duration::ZERO };
        Some(NewGame { players, control, start, delay })
    }
}

/// Returns the openings that have names.
fn known_openings() -> impl Iterator<Item = Entry> {
    let none = Entry::new("none", "From the start position.", Value::Opening(Game::new()));
    let named = openings::all().filter_map(|opening| {
        let game = transcript::parse(opening.moves).ok()?;
        Some(Entry::of_opening(&opening.names.join(", "), game))
    });
    std::iter::once(none).chain(named)
}

#[cfg(test)]
mod tests;
