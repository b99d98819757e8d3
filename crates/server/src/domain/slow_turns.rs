//! Who is to move in games of days, for those who are told of it while they are away.

use willow_board::{Move, Square};
use willow_protocol::GameId;

use super::{ActiveGame, Millis, ServerState, UserId};

/// A turn of a person in a game of days against another person. The server's bots answer at once, while the
/// person still looks at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowTurn {
    pub(crate) game: GameId,
    /// Who is to move.
    pub(crate) user: UserId,
    /// The opponent, as lists name them.
    pub(crate) opponent: String,
    /// The opponent's move, if they have just moved.
    pub(crate) last: Option<Square>,
    /// When the turn began.
    pub(crate) since: Millis,
    /// When the flag falls, unless there is no clock.
    pub(crate) deadline: Option<Millis>,
}

impl ServerState {
    /// Returns all turns of people in games of days, those first that began first.
    pub(crate) fn slow_turns(&self) -> Vec<SlowTurn> {
        let games = self.games.values().filter(|game| game.is_correspondence());
        let mut turns: Vec<SlowTurn> = games.filter_map(|game| self.slow_turn(game)).collect();
        turns.sort_by_key(|turn| turn.since);
        turns
    }

    fn slow_turn(&self, active: &ActiveGame) -> Option<SlowTurn> {
        let color = active.to_move()?;
        let [user, other] = [color, !color].map(|color| active.player(color));
        if [user, other].iter().any(|&user| self.users[user].bot.is_some()) {
            return None;
        }
        let name = self.display_name(other).map(|name| name.to_string());
        Some(SlowTurn {
            game: active.id,
            user,
            opponent: name.unwrap_or_else(|| self.users[other].name.to_string()),
            last: active.game().last_move().and_then(Move::square),
            since: active.last_move_at.unwrap_or_else(|| active.started_at()),
            deadline: active.flag_falls(),
        })
    }
}
