//! A player that switches from one player to another during the game.

use willow_board::{IllegalMove, Move, Outcome, Position};
use willow_classics::paip::move_number;

use crate::registry::BuildContext;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::option::SpecOption;
use crate::spec::options::Options;
use crate::{
    Decision, GameSetup, MoveJudgment, MoveRequest, Player, PlayerError, PlayerSpec, PlayerTree,
    RandomPlayer, TreeLimits,
};

/// Plays the first moves by one player and the rest by another: PAIP's `switch-strategies`.
pub struct SwitchPlayer {
    name: String,
    /// The number of moves of the game, of both colours, after which the players switch.
    plies: u32,
    first: Box<dyn Player>,
    then: Box<dyn Player>,
}

impl SwitchPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey::new(
            "plies",
            "0..60",
            "the number of moves, of both colours, until the players switch",
            "10",
        ),
        PlayerKey::new("first", "(SPEC)", "the player of the first moves", "random"),
        PlayerKey::new("then", "(SPEC)", "the player of the other moves", "none, required"),
    ];

    /// Returns the player that the SPEC describes. Its name contains the seeds of the nested
    /// players.
    pub(crate) fn from_options(
        options: Options<'_>,
        context: &BuildContext,
    ) -> Result<SwitchPlayer, SpecError> {
        let plies = options.number("plies", 0..=60)?.unwrap_or(10) as u32;
        let (first, then) = (context.nested(0), context.nested(1));
        let first = match options.player("first", &first)? {
            Some(player) => player,
            None => Box::new(RandomPlayer::new(first.seed)),
        };
        let then = options.player("then", &then)?;
        let then = then
            .ok_or_else(|| SpecError::RequiredKey { player: "switch".to_owned(), key: "then" })?;
        let name = name(plies, first.name(), then.name());
        Ok(SwitchPlayer { name, plies, first, then })
    }

    fn player_for(&mut self, position: &Position) -> &mut dyn Player {
        let is_first = move_number(position.board()) <= self.plies as i32;
        if is_first { &mut *self.first } else { &mut *self.then }
    }
}

fn name(plies: u32, first: &str, then: &str) -> String {
    let plies = plies.to_string();
    let options = [("plies", &*plies), ("first", first), ("then", then)];
    let options = options.map(|(key, value)| SpecOption::new(key, value));
    PlayerSpec::from_parts("switch", options.into()).to_string()
}

impl Player for SwitchPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.first.start_game(setup)?;
        self.then.start_game(setup)
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.player_for(request.game.position()).choose(request)
    }

    fn judge_moves(&mut self, request: &MoveRequest<'_>) -> Result<Vec<MoveJudgment>, PlayerError> {
        self.player_for(request.game.position()).judge_moves(request)
    }

    fn search_tree(
        &mut self,
        request: &MoveRequest<'_>,
        limits: TreeLimits,
    ) -> Result<PlayerTree, PlayerError> {
        self.player_for(request.game.position()).search_tree(request, limits)
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
