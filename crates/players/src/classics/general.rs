//! The general searcher: one switch for each of the further techniques of PAIP, 18.13.

use willow_classics::paip::{
    GeneralStrategy, Metareasoning, OthelloEvaluation, SquareOrder, Techniques, Value,
};
use willow_classics::{AnyEvaluation, BookOwner, EvaluationChoice, OpeningBook};

use crate::classics::made_files::MadeBook;
use crate::classics::player::{ClassicPlayer, ThinkAhead};
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;

/// The general searcher with any of the old evaluations.
type Searcher = GeneralStrategy;

/// Maximum half width of a window.
const MAX_ASPIRATION: i32 = 1_000_000_000;

/// The name in SPECs.
pub(crate) const NAME: &str = "searcher";

const fn switch(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey::switch(name, meaning, "off")
}

const ASPIRATION: PlayerKey = PlayerKey {
    name: "aspiration",
    values: "0..1000000000",
    meaning: "the half width of the window around the expected value, in the \
              evaluation's units",
    default: "the full window",
};
const ZERO_WINDOW: PlayerKey =
    switch("zero-window", "search all moves but the first with a zero window");
const HASH: PlayerKey = switch("hash", "use a transposition table");
const PLAUSIBLE: PlayerKey = PlayerKey::new(
    "plausible",
    "1..64",
    "forward pruning: the number of moves to search, the best static values first",
    "all moves",
);
const METAREASONING_KEY: PlayerKey = PlayerKey {
    name: "metareasoning",
    values: "off|on|variance",
    meaning: "stop when more search would not change the move: `on` by how the moves' leads vary from \
              depth to depth, `variance` as the book has it, by the variance of the positions that \
              the values come from, with a random choice between equals",
    default: "off",
};
const BOARDS: PlayerKey =
    PlayerKey { name: "boards", meaning: "the most boards to make for a move", ..PlayerKey::NODES };

/// The evaluation of draughts.
pub(crate) const DRAUGHTS_EVAL: PlayerKey = PlayerKey::new(
    "eval",
    "material",
    "the evaluation: a man counts 100, a king 150, and each row that a man has behind it 3",
    "material",
);

/// The keys of the SPEC in draughts: what does not need Othello's evaluations or its end of the game.
pub(crate) const DRAUGHTS_KEYS: &[PlayerKey] = &[
    PlayerKey { default: "no limit; 7 without boards and time", ..PlayerKey::DEPTH },
    BOARDS,
    PlayerKey::TIME,
    DRAUGHTS_EVAL,
    ASPIRATION,
    ZERO_WINDOW,
    HASH,
    PLAUSIBLE,
    METAREASONING_KEY,
];

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey { default: "no limit; 6 without clock, time and boards", ..PlayerKey::DEPTH },
    BOARDS,
    PlayerKey { default: "allocated from what is left on the clock", ..PlayerKey::TIME },
    PlayerKey::new(
        "eval",
        "NAME or FILE",
        "the evaluation: one that the searchers of PAIP have, mlia or iago-1982, or that of a \
         file of `willow lab tune`",
        "modified-weighted-squares",
    ),
    PlayerKey::new(
        "order",
        "board|static",
        "the order of squares: by rows or by their weights",
        "static",
    ),
    ASPIRATION,
    ZERO_WINDOW,
    HASH,
    PLAUSIBLE,
    switch(
        "non-speculative",
        "cut off positions that the moves left cannot bring back (count-difference only)",
    ),
    METAREASONING_KEY,
    PlayerKey::new(
        "endgame",
        "1..60",
        "the empties from which on the search goes to the end of the game",
        "never",
    ),
    switch(
        "keep-solved",
        "plays the line of a solved game without another search, as long as the opponent does",
    ),
    PlayerKey::new(
        "book",
        "bill, mlia, iago-1982, or FILE",
        "plays by the opening book of this program, or that of a file of `willow lab bill-book` \
         or `willow lab book --mlia`",
        "no book",
    ),
    switch("think-ahead", "think about the expected reply in the opponent's time; needs hash"),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Searcher>, SpecError> {
    let orders = [("board", SquareOrder::Board), ("static", SquareOrder::Static)];
    let techniques = techniques(options)?;
    let evaluation = options.evaluation(&AnyEvaluation::NAMES)?;
    let evaluation =
        evaluation.unwrap_or(EvaluationChoice::Named(OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES));
    let techniques = in_parts(techniques, evaluation);
    let order = options.choice("order", &orders)?.unwrap_or(SquareOrder::Static);
    let limits = options.limits("boards")?;
    let thinks_ahead = options.switch("think-ahead")?.unwrap_or(false);
    if thinks_ahead && !techniques.hashing {
        // Only the table keeps the results of thinking ahead.
        options.refuse("think-ahead", "hash=on")?;
    }
    let counts_discs = EvaluationChoice::Named(OthelloEvaluation::COUNT_DIFFERENCE);
    if techniques.non_speculative && evaluation != counts_discs {
        options.refuse("non-speculative", "eval=count-difference")?;
    }
    let (book, keeps_solved) = (book(options)?, options.switch("keep-solved")?.unwrap_or(false));
    let make = move || {
        let mut strategy = GeneralStrategy::new(techniques, evaluation, order);
        if let Some(book) = book {
            strategy = strategy.with_book(book);
        }
        if keeps_solved { strategy.keeping_solved() } else { strategy }
    };
    let player = ClassicPlayer::new(options.0.to_string(), limits, make);
    let when = if thinks_ahead { ThinkAhead::Always } else { ThinkAhead::Never };
    Ok(player.thinking_ahead(when))
}

/// Returns the techniques with the window in parts of the evaluation's units, as the search counts.
fn in_parts(techniques: Techniques, evaluation: EvaluationChoice) -> Techniques {
    let parts =
        |width: Value| width.units().saturating_mul(evaluation.per_unit()).min(MAX_ASPIRATION);
    let aspiration = techniques.aspiration.map(|width| Value::from_units(parts(width)));
    Techniques { aspiration, ..techniques }
}

/// Returns the book of a program by its name, or that of a file.
fn book(options: Options<'_>) -> Result<Option<&'static dyn OpeningBook>, SpecError> {
    let owner = options.0.value("book").and_then(BookOwner::named);
    match owner {
        Some(owner) => Ok(Some(owner.book())),
        None => Ok(options.made_book("bill, mlia, iago-1982")?.map(MadeBook::book)),
    }
}

/// The values of `metareasoning`.
const METAREASONING: &[(&str, Option<Metareasoning>)] = &[
    ("off", None),
    ("on", Some(Metareasoning::Leads)),
    ("variance", Some(Metareasoning::Variance)),
];

/// Reads which techniques are wanted.
pub(crate) fn techniques(options: Options<'_>) -> Result<Techniques, SpecError> {
    let is_on = |key: &str| Ok(options.switch(key)?.unwrap_or(false));
    let aspiration = options.number("aspiration", 0..=MAX_ASPIRATION as u64)?;
    let plausible = options.number("plausible", 1..=64)?;
    let endgame = options.number("endgame", 1..=60)?;
    Ok(Techniques {
        aspiration: aspiration.map(|width| Value::from_units(width as i32)),
        zero_window: is_on("zero-window")?,
        hashing: is_on("hash")?,
        plausible: plausible.map(|max| max as usize),
        non_speculative: is_on("non-speculative")?,
        metareasoning: options.choice("metareasoning", METAREASONING)?.flatten(),
        endgame: endgame.map(|max| max as u32),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::{Board, Color, Game, Move, Position, Square, TimeControl};
    use willow_classics::paip::Guesses;

    use super::*;
    use crate::test_support::{chosen_move, decide, game_between, thought};
    use crate::{GameSetup, Player};

    fn searcher(text: &str) -> ClassicPlayer<Searcher> {
        player(Options(&text.parse().unwrap())).unwrap()
    }

    #[test]
    fn every_switch_can_be_thrown() {
        let techniques_of = |text: &str| techniques(Options(&text.parse().unwrap())).unwrap();
        let plain = techniques_of("searcher");
        assert_eq!(plain, Techniques::default());
        let all = "searcher:eval=count-difference,aspiration=50,zero-window=on,hash=on,plausible=4,\
                   non-speculative=on,metareasoning=on,endgame=10";
        let techniques = techniques_of(all);
        let expected = Techniques {
            aspiration: Some(Value::from_units(50)),
            zero_window: true,
            hashing: true,
            plausible: Some(4),
            non_speculative: true,
            metareasoning: Some(Metareasoning::Leads),
            endgame: Some(10),
        };
        assert_eq!(techniques, expected);
    }

    /// MLia's values are counted in thousandths of a unit.
    #[test]
    fn the_window_is_in_units_of_the_evaluation() {
        let width = |name: &str| {
            let evaluation = EvaluationChoice::named(name).unwrap();
            let aspiration = Some(Value::from_units(50));
            let techniques = Techniques { aspiration, ..Techniques::default() };
            in_parts(techniques, evaluation).aspiration.unwrap().units()
        };
        assert_eq!([width("mlia"), width("iago"), width("mobility")], [50_000, 50, 50]);
    }

    /// By the book one of two equal moves is chosen at random: here of the four first moves, which are images
    /// of each other. The game's seed decides, so that matches can be played again.
    #[test]
    fn equal_moves_are_chosen_by_the_seed_of_the_game() {
        let first_move = |seed| {
            let mut player = searcher("searcher:depth=6,metareasoning=variance");
            let setup = GameSetup { start: *Game::new().start(), color: Color::Black, seed };
            player.start_game(&setup).unwrap();
            chosen_move(&mut player, &Game::new())
        };
        let chosen: Vec<Move> = (0..40).map(first_move).collect();
        let legal = Board::START.legal_moves();
        assert!(legal.squares().all(|square| chosen.contains(&Move::Place(square))), "{chosen:?}");
        assert_eq!(chosen, (0..40).map(first_move).collect::<Vec<Move>>());
    }

    #[test]
    fn it_plays_on_boards_with_few_discs() {
        let board = Board::new(Square::C3.bitboard(), Square::D3.bitboard()).unwrap();
        let game = Game::from_position(Position::new(board, Color::Black));
        let minute = TimeControl::Game(Duration::from_mins(1));
        let report = decide(&mut searcher("searcher:depth=2"), &game, minute).report;
        assert_eq!(report.unwrap().line, [Move::Place(Square::E3)]);
    }

    #[test]
    fn a_value_is_exact_only_if_no_move_was_left_out() {
        let mut game = Game::new();
        while 6 < game.position().board().n_empties() {
            let position = game.position();
            let mv = position.legal_moves().first().map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let exact = |text| thought(text, &game).is_exact;
        assert!(exact("searcher:depth=20"));
        assert!(!exact("searcher:depth=20,plausible=1"));
    }

    /// The first move near the end searches all; the others of both sides follow its line.
    #[test]
    fn a_solved_line_is_kept() {
        let moves = |keeps: &str| {
            let text = format!("searcher:endgame=10,depth=2,hash=on,keep-solved={keeps}");
            let mut players = [searcher(&text), searcher(&text)];
            let (mut game, mut n_kept) = (Game::new(), 0);
            while !game.is_over() {
                let side = game.position().side_to_move().index();
                if game.position().must_pass() {
                    game.play(Move::Pass).unwrap();
                    continue;
                }
                let found = decide(&mut players[side], &game, TimeControl::Unlimited);
                let Some(report) = found.report else { panic!("it tells what it found") };
                n_kept += usize::from(report.to_string().contains("the line that was solved"));
                game.play(report.line[0]).unwrap();
            }
            (game.outcome().unwrap().result, n_kept)
        };
        let ((kept, n_kept), (searched, n_searched)) = (moves("on"), moves("off"));
        assert_eq!(kept.value().signum(), searched.value().signum(), "the same side wins");
        assert!(3 < n_kept && n_searched == 0, "{n_kept}");
    }

    #[test]
    fn it_thinks_ahead_and_guesses_right_against_itself() {
        let text = "searcher:depth=4,hash=on,think-ahead=on,eval=iago";
        let (mut one, mut other) = (searcher(text), searcher(text));
        game_between(&mut one, &mut other);
        let Guesses { made, right } = one.program().guesses();
        assert!(10 < made && made < 4 * right, "{right} of {made}");
    }
}
