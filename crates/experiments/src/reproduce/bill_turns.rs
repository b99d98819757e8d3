//! The turns of games, and searches of BILL at them.

use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::{Color, Game, Move, Position, Square};
use willow_classics::bill::{self, Bill};
use willow_classics::{Control, Limits, Program as _, RootPosition};
use willow_matches::OpeningSource;

use super::bill_archive::{BillGame, LoggedBillGame, bill_games};
use super::match_series::{SeriesGame, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::verdict::Sample;

/// BILL without its book and its endgame search, for the experiments with fixed depths.
pub(super) const MIDGAME: bill::Options = bill::Options {
    version: willow_classics::bill::Version::Bill,
    percent: willow_classics::bill::CoefficientPercent::REPORT,
    constants: willow_classics::bill::Constants::OURS,
    hash_bytes: bill::Options::REPORTS_HASH_BYTES,
    has_killers: true,
    has_zero_window: true,
    prunes: true,
    solves: false,
    has_book: false,
};

/// A turn of a game: the position, and the opponent's last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameTurn {
    /// The number of the turn among those of its side, from 1.
    pub(super) number: u32,
    pub(super) color: Color,
    position: Position,
    last: Option<Square>,
}

/// A search of BILL at a turn.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct SearchedTurn {
    pub(super) number: u32,
    pub(super) leaves: u64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The rank of BILL's move among the legal ones in the killer table, from 1.
    pub(super) rank: usize,
}

impl SearchedTurn {
    /// Returns the effective branching factor of a search to this depth.
    pub(super) fn factor(&self, depth: u32) -> f64 {
        (self.leaves as f64).powf(1.0 / f64::from(depth))
    }
}

/// Returns the turns of a game, without passes.
pub(super) fn turns(game: &Game) -> Vec<GameTurn> {
    let mut numbers = [0; 2];
    let mut last = None;
    let mut turns = Vec::new();
    for (ply, mv) in game.moves().enumerate() {
        let Some(position) = game.position_at(ply) else { break };
        let color = position.side_to_move();
        if let Move::Place(_) = mv {
            numbers[color.index()] += 1;
            turns.push(GameTurn {
                number: numbers[color.index()],
                color,
                position: *position,
                last,
            });
        }
        last = if let Move::Place(square) = mv { Some(square) } else { None };
    }
    turns
}

/// Searches the turns to a depth, one after the other, with one BILL that keeps its tables. Turns
/// without a choice are left out.
pub(super) fn search_turns(
    options: bill::Options,
    depth: u32,
    turns: &[GameTurn],
) -> Vec<SearchedTurn> {
    let mut bill = Bill::new(options);
    bill.start_game();
    let limits = Limits::depth(depth);
    let mut searched = Vec::new();
    for turn in turns {
        let began = Instant::now();
        let root = RootPosition::from(turn.position).reached_by(turn.last);
        let choice = bill.choose(&root, &limits, Control::UNTIMED);
        let seconds = began.elapsed().as_secs_f64();
        if let Some(choice) = choice.filter(|choice| choice.details.phase == bill::Phase::Normal) {
            searched.push(SearchedTurn {
                number: turn.number,
                leaves: choice.evaluations,
                nodes: choice.nodes,
                seconds,
                rank: choice.details.killer_rank,
            });
        }
    }
    searched
}

/// The games that the report shows, or substitutes for them.
pub(super) struct ReportGames {
    /// The games, with BILL's colour in each.
    pub(super) games: Vec<BillGame>,
    /// The source of the games, in one sentence.
    pub(super) origin: String,
    /// Whether the games are the report's.
    pub(super) are_the_reports: bool,
}

impl ReportGames {
    /// Returns whether the games allow a comparison with the report's figures.
    pub(super) fn sample(&self) -> Sample {
        if self.are_the_reports {
            return Sample::Sufficient;
        }
        Sample::Insufficient("other games than the report's: give --archive".to_owned())
    }

    /// Returns the game that BILL lost to Aldaron (figure II-7), or the first game without an
    /// archive.
    pub(super) fn lost_to_aldaron(&self) -> Result<&BillGame> {
        let is_it = |game: &&BillGame| game.black.starts_with("Aldaron");
        self.games.iter().find(is_it).or(self.games.first()).context("there is a game")
    }
}

/// The number of games in the report's appendix.
const REPORTS_GAMES: u32 = 15;

/// Returns the games of the report's appendix from the archive, or as many games of our own.
pub(super) fn report_games(measurements: &mut Measurements<'_>) -> Result<ReportGames> {
    if let Some(archive) = measurements.settings().archive.clone() {
        let parameters = json!({ "archive": archive.digest() });
        let key = MeasurementKey::new("games of the report", parameters);
        let logged: Vec<LoggedBillGame> = measurements.get_or_measure(&key, || {
            Ok(bill_games(archive.folder()?)?.iter().map(LoggedBillGame::of).collect())
        })?;
        let games = logged.into_iter().map(LoggedBillGame::replay).collect::<Result<Vec<_>>>()?;
        let titles: Vec<String> = games.iter().map(BillGame::title).collect();
        let origin = format!(
            "The games are those of BILL in the WTHOR archive that are taken for the report's: {}.",
            titles.join("; ")
        );
        return Ok(ReportGames { games, origin, are_the_reports: true });
    }
    // The number is even, so that all openings are played twice.
    let n_games = measurements.full_or_quick(REPORTS_GAMES + 1, 4);
    let (bill, iago) = ("bill:depth=5", "iago:depth=4");
    let parameters = json!({
        "first": bill, "second": iago, "games": n_games, "random_plies": 6, "seed": 15
    });
    let key = MeasurementKey::new("games in place of the report's", parameters);
    let played = measurements.get_or_measure(&key, || {
        play_series(bill, iago, n_games, &OpeningSource::Random { plies: 6 }, 15)
    })?;
    let game = |played: &SeriesGame| -> Result<BillGame> {
        let names = if played.is_black { [bill, iago] } else { [iago, bill] };
        let [black, white] = names.map(str::to_owned);
        let color = if played.is_black { Color::Black } else { Color::White };
        Ok(BillGame { black, white, color, year: 2026, game: played.replay()? })
    };
    let games = played.iter().take(REPORTS_GAMES as usize).map(game).collect::<Result<Vec<_>>>()?;
    let origin = format!(
        "Without `--archive`, {} games of `{bill}` against `{iago}` after six random moves take the place \
         of the report's.",
        games.len()
    );
    Ok(ReportGames { games, origin, are_the_reports: false })
}
