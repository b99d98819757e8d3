//! Rated games that a player leaves early: by an abort, or by losing before it counts.
//!
//! Such a game changes no ratings, so that nobody gains by opponents who give up at once. A few a day
//! are free. After that `abort` is refused, and a game that is lost early is rated as a loss of the player
//! who left, while the opponent gains nothing.

use willow_board::{Color, Position};
use willow_protocol::{EndKind, ErrorDetail, Event, GameEnd, GameId, MIN_RATED_MOVES, Terms};

use crate::domain::accounts::FREE_EARLY_ENDS;
use crate::domain::{GameChange, GamePoints, HostedGames, Player, Refusal, Shared, refuse};

impl HostedGames {
    /// Rates a game or, with the ends of both games, a pair. One that was left early is unrated.
    ///
    /// `difference` is positive if the player of Black in `game` has won.
    pub(crate) fn rate_match(
        &mut self,
        game: GameId,
        ends: &[GameEnd],
        difference: Option<i32>,
        shared: &mut Shared,
    ) {
        let Some(hosted) = self.get(&game).filter(|hosted| hosted.terms.rated) else {
            return;
        };
        let Some(difference) = difference else { return };
        let start = hosted.game().start();
        if ends.iter().any(|end| counts(start, end)) {
            return self.rate(game, GamePoints::of(difference), shared);
        }
        let losers = losers(ends);
        let terms = Terms { rated: false, ..hosted.terms.clone() };
        for game in [Some(game), hosted.twin.map(|twin| twin.game)].into_iter().flatten() {
            self.unrate(game, terms.clone(), shared);
        }
        for color in losers {
            self.left_early(game, color, shared);
        }
    }

    /// Makes a game unrated that was left early; one of a pair may no longer be in memory.
    fn unrate(&mut self, game: GameId, terms: Terms, shared: &mut Shared) {
        shared.context.write(GameChange::Unrated(game, terms));
        if let Some(hosted) = self.get_mut(game) {
            hosted.game.unrate();
            self.publish(game, Event::Unrated, shared);
        }
    }

    /// Counts the abort of a rated game against a player, or against the opponent who is away.
    ///
    /// Correspondence players may be offline, and after a restart everybody is.
    pub(crate) fn count_abort(&self, player: Player, shared: &mut Shared) -> Result<(), Refusal> {
        let Player { game, color } = player;
        let hosted = self.find(game)?;
        let [user, opponent] = [hosted.player(color), hosted.player(!color)];
        let is_opponent_away =
            !shared.accounts[opponent].is_online() && !hosted.is_correspondence();
        if !hosted.terms.rated {
            return Ok(());
        }
        if is_opponent_away {
            if hosted.stopped.awaited_until.is_none() {
                shared.accounts.note_early_end(opponent, &mut shared.context);
            }
            return Ok(());
        }
        if !shared.accounts.may_leave_early(user, shared.context.now) {
            let message = format!(
                "you have left {FREE_EARLY_ENDS} rated games early within 24 hours; play this one, or resign: it is rated as a loss"
            );
            return refuse(ErrorDetail::TooManyAborts, message);
        }
        shared.accounts.note_early_end(user, &mut shared.context);
        Ok(())
    }

    /// Counts a game that a player left early, and rates it as lost after too many of them.
    fn left_early(&mut self, game: GameId, color: Color, shared: &mut Shared) {
        let Some(hosted) = self.get(&game) else { return };
        let (user, class) = (hosted.player(color), hosted.terms.speed_class());
        let is_free = shared.accounts.may_leave_early(user, shared.context.now);
        shared.accounts.note_early_end(user, &mut shared.context);
        if !is_free {
            let rating = shared.accounts[user].rating_after_leaving(class);
            self.set_rating(game, color, rating, shared);
        }
    }
}

/// Returns who has lost a game or, by the colours of the first one, a game of a pair.
fn losers(ends: &[GameEnd]) -> Vec<Color> {
    let has_lost = |color: &Color| {
        let in_game = |(index, end): (usize, &GameEnd)| {
            let color = if index == 0 { *color } else { !*color };
            end.loser.is_some_and(|loser| loser.0 == color)
        };
        ends.iter().enumerate().any(in_game)
    };
    [Color::Black, Color::White].into_iter().filter(has_lost).collect()
}

/// Returns whether a game from this start was played far enough to be rated.
fn counts(start: &Position, end: &GameEnd) -> bool {
    let n_moves = (end.black_discs + end.white_discs) - start.board().occupied().count();
    end.reason == EndKind::Finished || n_moves >= MIN_RATED_MOVES
}
