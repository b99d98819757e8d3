//! A game of this server as the store has it, and what answers make of it.

use willow_board::{Bitboard, Color, Game, Move};
use willow_protocol::{
    ArchiveDate, ClockState, GameEnd, GameState, GameSummary, RatingChange, SquareSet, Start,
    StateDetails, SummaryDetails, Terms, Thought,
};
use willow_records::{MoveNote, RecordedGame, RecordedPlayer, RecordedResult, transcript};

use super::archive::{ending_of, note_ratings, note_times};
use crate::domain::{Millis, StartedGame, UserId};

/// A game that is over or in progress.
pub(super) struct StoredGame {
    pub(super) started: StartedGame,
    pub(super) ended_at: Option<Millis>,
    pub(super) end: Option<GameEnd>,
    pub(super) moves: String,
    /// The time that each move took, in milliseconds, separated by blanks.
    pub(super) times: String,
    pub(super) clocks: ClockState,
    pub(super) last_move_at: Option<Millis>,
    pub(super) rating_changes: Vec<RatingChange>,
}

impl StoredGame {
    /// Private games are shown to their players, and to everybody if they were rated.
    pub(super) fn is_shown_to(&self, asker: Option<UserId>) -> bool {
        let Terms { private, rated, .. } = self.started.terms;
        let is_public = !private || rated && self.end.is_some();
        is_public || asker.is_some_and(|asker| self.is_played_by(asker))
    }

    pub(super) fn is_played_by(&self, user: UserId) -> bool {
        self.started.players.contains(&user)
    }

    pub(super) fn game(&self) -> Game {
        let start = self.started.start;
        transcript::parse_from(start, &self.moves).unwrap_or_else(|_| Game::from_position(start))
    }

    pub(super) fn summary(&self) -> GameSummary {
        let StartedGame { game: number, names: [black, white], terms, twin, ratings, .. } =
            self.started.clone();
        let game = self.game();
        let discs = |color| self.end.is_none().then(|| game.position().discs(color).count());
        GameSummary {
            game: number,
            black,
            white,
            terms,
            twin,
            plies: game.n_plies(),
            end: self.end,
            details: SummaryDetails {
                ratings,
                black_discs: discs(Color::Black),
                white_discs: discs(Color::White),
                ..SummaryDetails::default()
            },
        }
    }

    /// Returns the time that each move and pass took, if that is known of all moves.
    fn times(&self, game: &Game) -> Option<Vec<Millis>> {
        let mut times = self.times.split_whitespace().map_while(|time| time.parse().ok());
        game.moves().map(|mv| if mv == Move::Pass { Some(0) } else { times.next() }).collect()
    }

    /// Returns the game as it ended, `last` being the number of its last event.
    pub(super) fn state(&self, last: u64) -> Box<GameState> {
        let game = self.game();
        let is_running = self.end.is_none();
        let legal = if is_running { game.position().legal_moves() } else { Bitboard::EMPTY };
        let times = self.times(&game);
        Box::new(GameState {
            summary: self.summary(),
            initial: self.started.start,
            moves: game.moves().collect(),
            position: *game.position(),
            clocks: self.clocks,
            takeback: None,
            watchers: 0,
            last,
            details: StateDetails {
                legal: Some(SquareSet(legal)),
                times,
                started_at: Some(self.started.at),
                last_move_at: self.last_move_at,
                ended_at: self.ended_at,
                rating_changes: self.rating_changes.clone(),
                ..StateDetails::default()
            },
        })
    }

    /// Returns the record, with what bots thought as evaluations and comments.
    pub(super) fn record(&self, thoughts: &[Thought]) -> RecordedGame {
        let mut record = RecordedGame::new(self.game());
        let clock = self.started.terms.clock.to_string();
        record.players = self.started.names.each_ref().map(|name| RecordedPlayer {
            name: name.to_string(),
            clock: clock.clone(),
            ..RecordedPlayer::default()
        });
        "Willow".clone_into(&mut record.place);
        let date = ArchiveDate::of_millis(self.ended_at.unwrap_or(self.started.at));
        record.date = date.map(|date| date.to_string()).unwrap_or_default();
        record.match_type = match_type(&self.started.terms);
        record.result = self.end.and_then(|end| {
            let score = f64::from(end.corrected()?.thousandths()) / 1000.0;
            Some(RecordedResult { score, ending: ending_of(&end) })
        });
        note_times(&mut record, &self.times);
        if let Some(ratings) = self.started.ratings.filter(|_| self.started.terms.rated) {
            note_ratings(&mut record, ratings);
        }
        for thought in thoughts {
            let ply = thought.ply - 1;
            let note = record.note(ply).cloned().unwrap_or_default();
            let comment = thought.summary();
            record.set_note(ply, MoveNote { eval: thought.value, comment, ..note });
        }
        record
    }
}

/// Returns the type of a match as GGS writes it: `s8r20`, `8k`.
fn match_type(terms: &Terms) -> String {
    let pair = if terms.synchro { "s" } else { "" };
    let komi = if terms.komi { "k" } else { "" };
    let discs = match terms.start {
        Start::Random(discs) => format!("r{discs}"),
        Start::Standard | Start::Balanced | Start::Position(_) => String::new(),
    };
    format!("{pair}8{komi}{discs}")
}
