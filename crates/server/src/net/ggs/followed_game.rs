//! A game as messages of GGS show it.

use std::time::Duration;

use willow_board::{Color, Game, Move, Position};
use willow_ggs::{
    BoardBlock, ClockFace, ClockTerms, JoinedGame, Komi, MatchEnd, MatchId, MatchLine, MatchType,
    PlayedMove, SeatLine, Seconds, UpdatedGame,
};
use willow_protocol::{
    ClockParts, ClockPhase, ColorChoice, GameEnd, GameId, GameState, GameSummary, Name,
    RatingChange, Side,
};
use willow_records::{MoveNote, RecordedGame, RecordedPlayer, Synchro, ggf};

use super::names::shown;
use super::terms;

/// The rating of a player who has none.
pub(super) const NO_RATING: i32 = 1500;

/// Numbers from here on stand for private games, whose numbers cannot be guessed and are larger.
const FIRST_PRIVATE: u32 = 1 << 30;

/// A game that the client plays or watches.
#[derive(Debug)]
pub(super) struct FollowedGame {
    pub(super) state: GameState,
    pub(super) id: MatchId,
    pub(super) kind: MatchType,
    /// The players in the order of the request, as far as that can be told.
    pub(super) listed: [Name; 2],
    /// Whether the client was shown the game.
    pub(super) is_shown: bool,
    /// The client's last move.
    pub(super) sent: Option<Move>,
    /// Whether the client has seen a move of its own that the opponent does not see yet.
    pub(super) is_ahead: bool,
    /// Whether the komi was just decided: the first move is told with the whole state.
    pub(super) has_new_komi: bool,
    /// Who uses the extension.
    pub(super) in_overtime: [bool; 2],
}

/// Returns the number of a match here.
pub(super) const fn number_of(game: GameId) -> u32 {
    if game.0 < FIRST_PRIVATE as u64 {
        game.0 as u32
    } else {
        FIRST_PRIVATE | (game.0 % FIRST_PRIVATE as u64) as u32
    }
}

/// Returns the number of a game in its match.
pub(super) fn match_id(summary: &GameSummary) -> MatchId {
    match summary.twin {
        None => MatchId::of_match(number_of(summary.game)),
        Some(twin) => {
            let first = summary.game.min(twin);
            MatchId::of_game(number_of(first), u8::from(first != summary.game))
        }
    }
}

/// Returns the players in the order of the request. A draw of the colours does not tell who asked: then Black of the
/// first game comes first.
pub(super) fn listed(summary: &GameSummary) -> [Name; 2] {
    let asker_has_white = summary.terms.color == ColorChoice::White;
    let is_second = match_id(summary).game == Some(1);
    let names = [summary.black.clone(), summary.white.clone()];
    if asker_has_white == is_second {
        names
    } else {
        let [black, white] = names;
        [white, black]
    }
}

/// Returns a match in one line; `None` if GGS has no such match.
pub(super) fn match_line(summary: &GameSummary, listed: &[Name; 2]) -> Option<MatchLine> {
    Some(MatchLine {
        id: MatchId::of_match(match_id(summary).number),
        ratings: listed.each_ref().map(|name| i64::from(rating(summary, name))),
        names: listed.each_ref().map(shown),
        kind: terms::match_type(&summary.terms)?,
        flag: terms::flag(&summary.terms),
    })
}

fn rating(summary: &GameSummary, name: &Name) -> i32 {
    let ratings = summary.details.ratings;
    ratings.map_or(NO_RATING, |both| {
        if *name == summary.black { both.black.rating } else { both.white.rating }
    })
}

/// Returns a result from the point of view of a player, komi taken off; `None` if there is none.
pub(super) fn result_of(summary: &GameSummary, name: &Name) -> Option<f64> {
    let black = f64::from(summary.end?.corrected()?.thousandths()) / 1000.0;
    Some(if *name == summary.black { black } else { -black })
}

/// Returns how a game ended for the player who is listed first.
pub(super) fn end_of(summary: &GameSummary, listed: &[Name; 2]) -> MatchEnd {
    result_of(summary, &listed[0]).map_or(MatchEnd::Aborted, MatchEnd::Result)
}

impl FollowedGame {
    /// Follows a game; `None` if GGS has no such game.
    pub(super) fn new(state: GameState) -> Option<FollowedGame> {
        terms::clock(state.summary.terms.clock)?;
        let in_overtime = overtime(&state);
        Some(FollowedGame {
            id: match_id(&state.summary),
            kind: terms::match_type(&state.summary.terms)?,
            listed: listed(&state.summary),
            is_shown: false,
            sent: None,
            is_ahead: false,
            has_new_komi: false,
            in_overtime,
            state,
        })
    }

    pub(super) fn game(&self) -> GameId {
        self.state.summary.game
    }

    pub(super) const fn end(&self) -> Option<GameEnd> {
        self.state.summary.end
    }

    pub(super) fn is_player(&self, name: &Name) -> bool {
        self.listed.contains(name)
    }

    /// Returns the rating of a player before the match.
    pub(super) fn rating(&self, name: &Name) -> i32 {
        rating(&self.state.summary, name)
    }

    /// Returns the ratings after the match, of a game with new ones.
    pub(super) fn ratings_after(&self, listed: &[Name; 2]) -> [i64; 2] {
        listed.each_ref().map(|name| {
            let mut changes = self.state.details.rating_changes.iter();
            let own = changes.find(|change| self.state.player(change.color.0) == name);
            i64::from(own.map_or_else(|| self.rating(name), |change| change.after))
        })
    }

    /// Returns what a match changed in the ratings, a line for each player.
    pub(super) fn rating_rows(&self) -> Vec<String> {
        let changes = self.state.details.rating_changes.iter();
        let row = |change: &RatingChange| {
            let name = shown(self.state.player(change.color.0));
            let (before, after) = (f64::from(change.before), f64::from(change.after));
            format!("{name:<8} {before:6.1}  {:+.1} -> {after:6.1}", after - before)
        };
        changes.map(row).collect()
    }

    /// Returns the match in one line.
    pub(super) fn line(&self) -> Option<MatchLine> {
        match_line(&self.state.summary, &self.listed)
    }

    /// Notes who uses the extension, and returns who began to.
    pub(super) fn new_overtime(&mut self) -> Option<Color> {
        let now = overtime(&self.state);
        let begun =
            Color::ALL.into_iter().find(|&it| now[it.index()] && !self.in_overtime[it.index()]);
        self.in_overtime = now;
        begun
    }

    /// Returns the whole state at a time of the server.
    pub(super) fn joined(&self, now: u64) -> JoinedGame {
        let state = &self.state;
        let times = state.details.times.as_deref().unwrap_or_default();
        let moves = state.moves.iter().enumerate();
        JoinedGame {
            id: self.id,
            kind: self.kind,
            komi: self.komi(),
            start: (!state.moves.is_empty())
                .then(|| self.block(state.initial, |terms, _| ClockFace { terms, counter: None })),
            moves: moves.map(|(ply, &mv)| played(mv, times.get(ply).copied())).collect(),
            now: self.block(state.position, |terms, color| self.face(terms, color, now)),
        }
    }

    /// Returns the whole game in a line of GGF, without clocks that run: what `client +` asks for.
    pub(super) fn compact(&self) -> String {
        let (state, summary) = (&self.state, &self.state.summary);
        let mut game = Game::from_position(state.initial);
        for &mv in &state.moves {
            // The server has checked them.
            let _ = game.play(mv);
        }
        let mut record = RecordedGame::new(game);
        "Willow".clone_into(&mut record.place);
        record.match_type = self.kind.to_string();
        record.komi = self.komi().known();
        record.synchro =
            self.id.game.map(|it| if it == 0 { Synchro::First } else { Synchro::Second });
        let clock = terms::clock(summary.terms.clock).map_or_else(String::new, |it| it.to_string());
        record.players = Color::ALL.map(|color| {
            let name = self.state.player(color);
            let rating = Some(f64::from(self.rating(name)));
            let (name, clock) = (shown(name), clock.clone());
            RecordedPlayer { name, rating, clock, ..RecordedPlayer::default() }
        });
        let times = state.details.times.iter().flatten().enumerate();
        for (ply, &time) in times {
            let time = Some(Duration::from_millis(time));
            record.set_note(ply, MoveNote { time, ..MoveNote::default() });
        }
        ggf::write(&record).trim_end().to_owned()
    }

    /// Returns the last move and how the game stands.
    pub(super) fn updated(&self, now: u64) -> Option<UpdatedGame> {
        let times = self.state.details.times.as_deref().unwrap_or_default();
        let time = times.get(self.state.moves.len().checked_sub(1)?).copied();
        let position = self.state.position;
        self.update(self.state.moves.len(), played(*self.state.moves.last()?, time), position, now)
    }

    /// Returns a move of the client's own that is not shown to the opponent yet.
    pub(super) fn updated_early(&self, mv: Move, now: u64) -> Option<UpdatedGame> {
        let position = self.state.position.play(mv).ok()?;
        self.update(self.state.moves.len() + 1, PlayedMove::new(mv), position, now)
    }

    fn update(
        &self,
        n: usize,
        played: PlayedMove,
        position: Position,
        now: u64,
    ) -> Option<UpdatedGame> {
        Some(UpdatedGame {
            id: self.id,
            kind: self.kind,
            komi: self.komi(),
            number: u32::try_from(n).ok()?,
            played,
            now: self.block(position, |terms, color| self.face(terms, color, now)),
        })
    }

    fn komi(&self) -> Komi {
        let discs = self.state.summary.details.komi_discs;
        // Three digits at most: the text is the number.
        discs.and_then(|it| it.to_string().parse().ok()).map_or(Komi::Unknown, Komi::Discs)
    }

    fn block(
        &self,
        position: Position,
        face: impl Fn(ClockTerms, Color) -> ClockFace,
    ) -> BoardBlock {
        let summary = &self.state.summary;
        let terms = terms::clock(summary.terms.clock).unwrap_or(ClockTerms::USUAL);
        let is_bidding = summary.details.bidding;
        let seats = [0, 1].map(|index| {
            let color = match &self.listed[index] {
                name if is_bidding && *name == summary.black => Color::Black,
                _ if is_bidding => Color::White,
                _ => Color::ALL[index],
            };
            let name = self.state.player(color);
            let rating = f64::from(rating(summary, name));
            SeatLine { name: shown(name), rating, clock: face(terms, color) }
        });
        BoardBlock { seats, is_bidding, position }
    }

    /// Returns a clock. A running one shows a second less at once, as on GGS.
    fn face(&self, terms: ClockTerms, color: Color, now: u64) -> ClockFace {
        let clocks = self.state.clocks.stopped_at(now);
        let left = clocks.parts.map_or(0, |parts| {
            let own = if color == Color::Black { parts.black } else { parts.white };
            match own.phase {
                // On GGS the extension is added to the clock.
                ClockPhase::Extension => own.extension.unwrap_or(0),
                _ => own.main,
            }
        });
        let is_running = self.state.clocks.running == Some(Side(color));
        let seconds = left.saturating_sub(u64::from(is_running)) / 1000;
        let mut terms = terms;
        terms.main.time = Seconds(i64::try_from(seconds).unwrap_or(i64::MAX));
        ClockFace { terms, counter: Some(self.moves_of(color)) }
    }

    fn moves_of(&self, color: Color) -> u32 {
        let is_first = self.state.initial.side_to_move() == color;
        let own = self.state.moves.iter().skip(usize::from(!is_first)).step_by(2);
        own.filter(|&&mv| mv != Move::Pass).count() as u32
    }
}

fn played(mv: Move, millis: Option<u64>) -> PlayedMove {
    let played = PlayedMove::new(mv);
    millis.map_or(played, |millis| played.with_seconds(millis as f64 / 1000.0))
}

/// Returns which colours use the extension of their clocks.
fn overtime(state: &GameState) -> [bool; 2] {
    let is_in = |parts: ClockParts| parts.phase == ClockPhase::Extension;
    state.clocks.parts.map_or([false; 2], |parts| [is_in(parts.black), is_in(parts.white)])
}
