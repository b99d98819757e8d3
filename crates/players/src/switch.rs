//! A player that begins as one player and goes on as another.

use willow_board::{IllegalMove, Move, Outcome, Position};
use willow_classics::move_number;

use crate::options::Options;
use crate::registry::{BuildContext, PlayerKey};
use crate::spec::SpecOption;
use crate::spec_error::{SpecError, SpecErrorKind};
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError, PlayerSpec};

/// Plays the first moves of a game by one player and the rest by another: the book's
/// `switch-strategies`.
pub struct SwitchPlayer {
    name: String,
    /// The last move of the game that the first player makes, both colours' moves counted.
    plies: u32,
    first: Box<dyn Player>,
    then: Box<dyn Player>,
}

impl SwitchPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey {
            name: "plies",
            values: "0..60",
            meaning: "how many moves of the game, both colours' counted, the first player makes",
            default: "10",
        },
        PlayerKey {
            name: "first",
            values: "(SPEC)",
            meaning: "who makes the first moves",
            default: "random",
        },
        PlayerKey {
            name: "then",
            values: "(SPEC)",
            meaning: "who plays on from there",
            default: "none: it must be given",
        },
    ];

    /// Returns the player that the SPEC describes. Its name tells the seeds of the players inside.
    pub(crate) fn from_options(
        options: Options<'_>,
        context: &BuildContext,
    ) -> Result<SwitchPlayer, SpecError> {
        let plies = options.number("plies", 0..=60)?.unwrap_or(10) as u32;
        let (first, then) = (context.nested(0), context.nested(1));
        let first = match options.player("first", &first)? {
            Some(player) => player,
            None => crate::build_player(&PlayerSpec::from_parts("random", Vec::new()), &first)?,
        };
        let missing = SpecError { column: 1, kind: SpecErrorKind::RequiredKey("then") };
        let then = options.player("then", &then)?.ok_or(missing)?;
        let name = name(plies, first.name(), then.name());
        Ok(SwitchPlayer { name, plies, first, then })
    }

    /// Returns who moves in a position.
    fn mover(&mut self, position: &Position) -> &mut dyn Player {
        let is_first = move_number(position.board()) <= self.plies as i32;
        if is_first { &mut *self.first } else { &mut *self.then }
    }
}

fn name(plies: u32, first: &str, then: &str) -> String {
    let option = |key, value: String| SpecOption::new(key, value, 1, 1);
    let options = vec![
        option("plies", plies.to_string()),
        option("first", first.to_owned()),
        option("then", then.to_owned()),
    ];
    PlayerSpec::from_parts("switch", options).to_string()
}

impl Player for SwitchPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.first.start_game(setup)?;
        self.then.start_game(setup)
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.mover(turn.game.position()).choose(turn)
    }

    fn observe(&mut self, mv: Move, position: &Position) {
        self.first.observe(mv, position);
        self.then.observe(mv, position);
    }

    fn rejected(&mut self, reason: &IllegalMove) {
        self.first.rejected(reason);
        self.then.rejected(reason);
    }

    fn end_game(&mut self, outcome: &Outcome) {
        self.first.end_game(outcome);
        self.then.end_game(outcome);
    }
}
