//! The general searcher as a player: one switch for each of the further techniques of PAIP, 18.13.

use std::time::Instant;

use willow_board::{Board, Move, Position, Square, TimeLeft};
use willow_classics::{
    AnyEvaluation, Bounds, Dialect, Othello, OthelloEvaluation, Problem, Searcher, SquareOrder,
    Techniques, Thought, Value, allocated_time, edge_table,
};

use crate::options::Options;
use crate::player::shorter;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::think_ahead::Ponder;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// Plays what the general searcher finds.
#[derive(Debug)]
pub struct SearcherPlayer {
    name: String,
    settings: Settings,
    brain: Option<Ponder<Searcher<Othello>>>,
    /// The move that was chosen last, and the reply that it expects.
    expected: Option<(Square, Square)>,
    guesses: Guesses,
}

/// How often thinking ahead was about the right position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guesses {
    /// Replies that were guessed.
    pub made: u32,
    /// Guesses that came true.
    pub right: u32,
}

/// What the SPEC says.
#[derive(Clone, Copy, Debug)]
struct Settings {
    evaluation: &'static str,
    order: SquareOrder,
    techniques: Techniques,
    bounds: Bounds,
    thinks_ahead: bool,
}

/// The plies that are searched without a clock and without a limit in the SPEC.
const DEFAULT_DEPTH: u32 = 6;

const fn switch(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey::switch(name, meaning, "off")
}

impl SearcherPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey { default: "no limit; 6 without clock, time and boards", ..PlayerKey::DEPTH },
        PlayerKey {
            name: "boards",
            meaning: "the most boards to make for a move",
            ..PlayerKey::NODES
        },
        PlayerKey { default: "allocated from what is left on the clock", ..PlayerKey::TIME },
        PlayerKey {
            name: "eval",
            values: "NAME",
            meaning: "the evaluation: one that the searchers of PAIP have, mlia or iago-1982",
            default: "modified-weighted-squares",
        },
        PlayerKey {
            name: "order",
            values: "board|static",
            meaning: "the order of squares: by rows or by their weights",
            default: "static",
        },
        PlayerKey {
            name: "aspiration",
            values: "0..1000000000",
            meaning: "search a window of so much to both sides of the expected value, in the \
                      evaluation's units",
            default: "the full window",
        },
        switch("zero-window", "ask of all moves but the first only whether they are better"),
        switch("hash", "remember positions"),
        PlayerKey {
            name: "plausible",
            values: "1..64",
            meaning: "forward pruning: look only at so many moves, by their static values",
            default: "all moves",
        },
        switch(
            "non-speculative",
            "give up positions that the moves left cannot bring back (count-difference only)",
        ),
        switch("metareasoning", "stop when more search cannot pay, by value and variance"),
        PlayerKey {
            name: "endgame",
            values: "1..60",
            meaning: "search to the end from so many empty squares on",
            default: "never",
        },
        switch("think-ahead", "think about the expected reply in the opponent's time; needs hash"),
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<SearcherPlayer, SpecError> {
        let settings = Settings::from_options(options)?;
        Ok(SearcherPlayer {
            name: options.0.to_string(),
            settings,
            brain: None,
            expected: None,
            guesses: Guesses::default(),
        })
    }

    /// Returns how often thinking ahead was right in this game.
    #[must_use]
    pub const fn guesses(&self) -> Guesses {
        self.guesses
    }

    /// Calls back what was lent to think ahead, and returns the position it was lent for.
    fn recall(&mut self) -> (Searcher<Othello>, Option<Board>) {
        let anew = || Searcher::new(self.settings.techniques);
        match self.brain.take() {
            Some(brain) => brain.recall(anew),
            None => (anew(), None),
        }
    }
}

impl Settings {
    fn from_options(options: Options<'_>) -> Result<Settings, SpecError> {
        let is_on = |key: &str| options.switch(key, false);
        let orders = [("board", SquareOrder::Board), ("static", SquareOrder::Static)];
        let names = AnyEvaluation::NAMES.map(|name| (name, name));
        let aspiration = options.number("aspiration", 0..=1_000_000_000)?;
        let plausible = options.number("plausible", 1..=64)?;
        let endgame = options.number("endgame", 1..=60)?;
        let depth = options.number("depth", 1..=60)?;
        let evaluation = options.choice("eval", &names)?;
        let settings = Settings {
            evaluation: evaluation.unwrap_or(OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES),
            order: options.choice("order", &orders)?.unwrap_or(SquareOrder::Static),
            techniques: Techniques {
                aspiration: aspiration.map(|width| Value::from_units(width as i32)),
                zero_window: is_on("zero-window")?,
                hashing: is_on("hash")?,
                plausible: plausible.map(|most| most as usize),
                non_speculative: is_on("non-speculative")?,
                metareasoning: is_on("metareasoning")?,
                endgame: endgame.map(|most| most as u32),
            },
            bounds: Bounds {
                depth: depth.map_or(u32::MAX, |depth| depth as u32),
                boards: options.count("boards")?.unwrap_or(u64::MAX),
                time: options.move_time("time")?,
            },
            thinks_ahead: is_on("think-ahead")?,
        };
        if settings.thinks_ahead && !settings.techniques.hashing {
            // What was thought ahead is kept in the table and nowhere else.
            options.refuse("think-ahead", "hash=on")?;
        }
        if settings.techniques.non_speculative
            && settings.evaluation != OthelloEvaluation::COUNT_DIFFERENCE
        {
            options.refuse("non-speculative", "eval=count-difference")?;
        }
        Ok(settings)
    }

    /// Returns how far to think with so much time on the clock, after so many own moves.
    fn bounds(&self, left: Option<TimeLeft>, moves_made: u32) -> Bounds {
        let by_clock = left.map(|left| {
            let per_move = left.increment + left.byoyomi;
            allocated_time(left.main + left.extension, moves_made) + per_move * 9 / 10
        });
        let bounds = Bounds { time: shorter(self.bounds.time, by_clock), ..self.bounds };
        if bounds == Bounds::NONE { Bounds::depth(DEFAULT_DEPTH) } else { bounds }
    }

    fn think(
        &self,
        searcher: &mut Searcher<Othello>,
        board: &Board,
        bounds: Bounds,
        stop: &dyn Fn() -> bool,
    ) -> Option<Thought<Square>> {
        let began = Instant::now();
        let evaluation = AnyEvaluation::named(self.evaluation, board)?;
        let problem = Problem {
            game: &Othello { order: self.order },
            evaluation: &evaluation,
            final_values: Dialect::Lisp.final_values(),
            ties: Dialect::Lisp.ties(),
            stop,
        };
        searcher.think(&problem, board, bounds, &|| began.elapsed())
    }

    /// Returns the value in discs, if discs are what was counted.
    fn discs(&self, thought: &Thought<Square>) -> Option<f64> {
        let units = f64::from(thought.value?.units());
        let counts = self.evaluation == OthelloEvaluation::COUNT_DIFFERENCE;
        (counts && units.abs() <= 64.0).then_some(units)
    }
}

impl Player for SearcherPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        let (mut searcher, _) = self.recall();
        searcher.clear();
        self.brain = Some(Ponder::Here(searcher));
        (self.expected, self.guesses) = (None, Guesses::default());
        if self.settings.evaluation == OthelloEvaluation::IAGO {
            // Computed before the clock runs.
            let _ = edge_table();
        }
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let board = turn.game.position().board();
        let (mut searcher, expected) = self.recall();
        let is_expected = expected == Some(*board);
        self.guesses.right += u32::from(is_expected);
        let evaluation = AnyEvaluation::named(self.settings.evaluation, board);
        if !is_expected && evaluation.is_some_and(|evaluation| evaluation.depends_on_root()) {
            searcher.clear();
        }
        // A board that was set up may have fewer discs than the game begins with.
        let moves_made = board.occupied().count().saturating_sub(4) / 2;
        let bounds = self.settings.bounds(turn.time_left(), moves_made);
        let stop = || turn.stop.is_raised();
        let thought = self.settings.think(&mut searcher, board, bounds, &stop);
        self.brain = Some(Ponder::Here(searcher));
        let Some(thought) = thought else {
            return Err(PlayerError::no_move(&self.name));
        };
        self.expected = thought.reply.map(|reply| (thought.best, reply));
        let report = MoveReport {
            value: self.settings.discs(&thought),
            depth: thought.depth,
            exact: thought.is_exact,
            nodes: thought.tally.boards,
            pv: std::iter::once(thought.best).chain(thought.reply).map(Move::Place).collect(),
        };
        Ok(Decision { report: Some(report), ..Decision::from(Move::Place(thought.best)) })
    }

    /// Begins to think ahead after an own move, if the reply that it expects can be played.
    fn observe(&mut self, mv: Move, position: &Position) {
        if !self.settings.thinks_ahead {
            return;
        }
        let Some((_, reply)) = self.expected.take_if(|(own, _)| mv == Move::Place(*own)) else {
            return;
        };
        let Some(expected) = position.board().play(reply) else { return };
        if expected.legal_moves().is_empty() {
            return;
        }
        let (mut searcher, _) = self.recall();
        let settings = self.settings;
        let root = AnyEvaluation::named(settings.evaluation, &expected);
        if root.is_some_and(|evaluation| evaluation.depends_on_root()) {
            searcher.clear();
        }
        self.guesses.made += 1;
        self.brain = Some(Ponder::lend(searcher, expected, move |searcher, stop| {
            let bounds = Bounds { time: None, ..settings.bounds };
            let _ = settings.think(searcher, &expected, bounds, &|| stop.is_raised());
        }));
    }

    fn end_game(&mut self, _outcome: &willow_board::Outcome) {
        let (searcher, _) = self.recall();
        self.brain = Some(Ponder::Here(searcher));
    }
}

impl Drop for SearcherPlayer {
    /// A thread must not think on when nobody waits for it.
    fn drop(&mut self) {
        if let Some(brain) = self.brain.take() {
            brain.dismiss();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::{Action, Clock, Color, Game, TimeControl};
    use willow_engine::StopFlag;

    use super::*;

    fn player(text: &str) -> Result<SearcherPlayer, SpecError> {
        SearcherPlayer::from_options(Options(&text.parse().unwrap()))
    }

    fn chosen_move(player: &mut dyn Player, request: &MoveRequest<'_>) -> Move {
        let decision = player.choose(request).unwrap();
        let Action::Play(mv) = decision.action else { panic!("{decision:?}") };
        mv
    }

    /// Plays a game without a clock.
    fn play(black: &mut dyn Player, white: &mut dyn Player) -> Game {
        let (mut game, clock) = (Game::new(), Clock::new(TimeControl::Unlimited));
        let setup = |color| GameSetup { start: *Game::new().start(), color, seed: 0 };
        black.start_game(&setup(Color::Black)).unwrap();
        white.start_game(&setup(Color::White)).unwrap();
        while !game.is_over() {
            let stop = StopFlag::new();
            let request = MoveRequest::new(&game, &clock, Duration::ZERO, &stop);
            let mv = match (game.position().must_pass(), request.color()) {
                (true, _) => Move::Pass,
                (false, Color::Black) => chosen_move(black, &request),
                (false, Color::White) => chosen_move(white, &request),
            };
            game.play(mv).unwrap();
            black.observe(mv, game.position());
            white.observe(mv, game.position());
        }
        game
    }

    #[test]
    fn every_switch_can_be_thrown() {
        let plain = player("searcher").unwrap().settings.techniques;
        assert_eq!(plain, Techniques::default());
        let all = "searcher:eval=count-difference,aspiration=50,zero-window=on,hash=on,plausible=4,\
                   non-speculative=on,metareasoning=on,endgame=10";
        let techniques = player(all).unwrap().settings.techniques;
        let expected = Techniques {
            aspiration: Some(Value::from_units(50)),
            zero_window: true,
            hashing: true,
            plausible: Some(4),
            non_speculative: true,
            metareasoning: true,
            endgame: Some(10),
        };
        assert_eq!(techniques, expected);
        for text in ["zero-window=yes", "plausible=0", "eval=guess", "time=1", "hash=64M"] {
            assert!(player(&format!("searcher:{text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn switches_without_what_they_need_are_refused() {
        let error = |text| player(text).unwrap_err().to_string();
        assert_eq!(
            error("searcher:depth=4,think-ahead=on"),
            "player SPEC, column 18: `think-ahead` needs `hash=on`"
        );
        assert_eq!(
            error("searcher:non-speculative=on,eval=iago"),
            "player SPEC, column 10: `non-speculative` needs `eval=count-difference`"
        );
        assert!(player("searcher:think-ahead=off,non-speculative=off").is_ok());
    }

    fn decide(text: &str, game: &Game, control: TimeControl) -> MoveReport {
        let (mut clock, stop) = (Clock::new(control), StopFlag::new());
        clock.start(game.position().side_to_move(), Duration::ZERO);
        let turn = MoveRequest::new(game, &clock, Duration::ZERO, &stop);
        player(text).unwrap().choose(&turn).unwrap().report.unwrap()
    }

    #[test]
    fn it_plays_on_boards_with_few_discs() {
        let board = Board::new(Square::C3.bitboard(), Square::D3.bitboard()).unwrap();
        let game = Game::from_position(Position::new(board, Color::Black));
        let minute = TimeControl::Game(Duration::from_mins(1));
        assert_eq!(decide("searcher:depth=2", &game, minute).pv, [Move::Place(Square::E3)]);
    }

    #[test]
    fn a_value_is_exact_only_if_no_move_was_left_out() {
        let mut game = Game::new();
        while 6 < game.position().board().n_empties() {
            let position = game.position();
            let mv = position.legal_moves().first().map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let exact = |text| decide(text, &game, TimeControl::Unlimited).exact;
        assert!(exact("searcher:depth=20"));
        assert!(!exact("searcher:depth=20,plausible=1"));
    }

    #[test]
    fn it_thinks_ahead_and_guesses_right_against_itself() {
        let text = "searcher:depth=4,hash=on,think-ahead=on,eval=iago";
        let (mut one, mut other) = (player(text).unwrap(), player(text).unwrap());
        let game = play(&mut one, &mut other);
        assert!(game.is_over());
        let Guesses { made, right } = one.guesses();
        assert!(10 < made && made < 4 * right, "{right} of {made}");
    }

    #[test]
    fn a_clock_is_shared_out() {
        let settings = player("searcher").unwrap().settings;
        let none = Duration::ZERO;
        let main = Duration::from_secs(680);
        let left = TimeLeft { main, increment: none, byoyomi: none, extension: none };
        let bounds = settings.bounds(Some(left), 0);
        assert_eq!(bounds, Bounds { time: Some(Duration::from_millis(9_500)), ..Bounds::NONE });
        assert_eq!(settings.bounds(None, 0), Bounds::depth(DEFAULT_DEPTH));
    }
}
