//! `willow tournament`: programs in a Swiss, a round robin or a knock-out.

mod html;
mod log;
mod report;
mod settings;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;
use willow_engine::StopFlag;
use willow_pairing::files::{csv, elf, trf};
use willow_pairing::tournament::{Change, GameNumber};
use willow_pairing::{
    Color as TableColor, GameResult, PlayerId, Round, Standing, Standings, Table, Tournament,
};
use willow_players::matches::{
    GameRecord, MatchEnd, MatchError, MatchPlan, RoundControl, TableMatch, play_round,
};
use willow_records::GameOrPosition;

use self::log::{PlayedGame, TournamentLog};
use self::settings::{PreparedTournament, settings_of};
use super::convert;
use crate::args::{TournamentArgs, check_distinct};
use crate::error::CliError;
use crate::progress::Progress;
use crate::status::Status;
use crate::termination::raise_on_termination;
use crate::{files, json, output, players};

/// Runs the command.
pub(super) fn run(args: &TournamentArgs) -> Result<Status, CliError> {
    let saved = args.resume.as_deref().map(log::read).transpose()?.flatten();
    let settings = settings_of(args, saved.as_ref().map(|saved| &saved.settings))?;
    let prepared = PreparedTournament::new(&settings, &args.title)?;
    check_files(args)?;
    for player in &settings.players {
        players::start_player(&players::parse(&player.spec)?)?;
    }
    let log = TournamentLog::open(args.resume.as_deref(), &settings)?;
    let stop = StopFlag::new();
    let exit_code = raise_on_termination(&stop)?;
    if !args.json {
        output::print(&report::heading(&prepared.tournament, &settings))?;
    }
    let PreparedTournament { tournament, .. } = &prepared;
    let progress = Progress::bar(tournament.n_rounds().into());
    let saved = saved.map_or_else(Vec::new, |saved| saved.games);
    let tournament = tournament.clone();
    let mut run =
        TournamentRun { args, prepared: &prepared, tournament, log, saved, games: Vec::new() };
    let played = run.play(&stop, &progress);
    drop(progress);
    match played {
        Ok(MatchEnd::Complete) => (),
        Ok(_) => {
            let message = format!("interrupted after {} games", run.games.len());
            let error = CliError::interrupted(message, exit_code.load(Ordering::SeqCst));
            return Err(error.with_hint(continue_hint(args)));
        }
        Err(error) => return Err(error.with_hint_if_none(continue_hint(args))),
    }
    run.report(settings.seed)?;
    let is_lost = run.games.iter().all(|game| game.record.is_forfeited());
    Ok(if is_lost { Status::Incomplete } else { Status::Done })
}

fn continue_hint(args: &TournamentArgs) -> String {
    match &args.resume {
        Some(path) => format!("continue with `willow tournament --resume {}`", path.display()),
        None => "with --resume FILE it could be continued".to_owned(),
    }
}

/// Checks before the first game that the files can be written.
fn check_files(args: &TournamentArgs) -> Result<(), CliError> {
    let overwrite = args.replace.overwrite();
    let reports = || [&args.html, &args.elf, &args.trf, &args.csv].into_iter().flatten();
    check_distinct(args.write.iter().chain(reports()))?;
    for path in &args.write {
        convert::format_of(path)?;
        convert::check_free_to_save(path, overwrite)?;
    }
    reports().try_for_each(|path| Ok(willow_files::check_free(path, overwrite)?))
}

/// A tournament in progress.
struct TournamentRun<'a> {
    args: &'a TournamentArgs,
    prepared: &'a PreparedTournament,
    tournament: Tournament,
    log: TournamentLog,
    /// The games of the file that are in no round yet.
    saved: Vec<PlayedGame>,
    /// The games so far, round by round and table by table.
    games: Vec<PlayedGame>,
}

/// A game of a table with the number that it has there.
struct TableGame {
    table: u32,
    record: GameRecord,
}

impl TournamentRun<'_> {
    fn play(&mut self, stop: &StopFlag, progress: &Progress) -> Result<MatchEnd, CliError> {
        for number in 1..=self.tournament.n_rounds() {
            let round = self.tournament.pair(number).map_err(CliError::failed)?.clone();
            let end = self.play_round(number, &round, stop)?;
            if end != MatchEnd::Complete {
                return Ok(end);
            }
            progress.aside(|| self.show_round(number))?;
            progress.step();
        }
        match self.saved.first() {
            None => Ok(MatchEnd::Complete),
            Some(game) => Err(foreign(game.round, game.table)),
        }
    }

    /// Takes the games of a round from the file and plays the others.
    fn play_round(
        &mut self,
        number: u32,
        round: &Round,
        stop: &StopFlag,
    ) -> Result<MatchEnd, CliError> {
        let (saved, later) =
            std::mem::take(&mut self.saved).into_iter().partition(|game| game.round == number);
        self.saved = later;
        let saved: Vec<PlayedGame> = saved;
        let n_tables = round.tables.len() as u32;
        if let Some(game) = saved.iter().find(|game| !(1..=n_tables).contains(&game.table)) {
            return Err(foreign(number, game.table));
        }
        let tables: Vec<TableMatch> = (1..)
            .zip(&round.tables)
            .map(|(index, table)| {
                let finished = saved.iter().filter(|game| game.table == index);
                let finished = finished.map(|game| game.record.clone()).collect();
                TableMatch { finished, ..table_match(&self.tournament, number, table) }
            })
            .collect();
        let mut games: Vec<TableGame> = saved
            .into_iter()
            .map(|game| TableGame { table: game.table, record: game.record })
            .collect();
        let mut failure = None;
        let log = &mut self.log;
        let mut on_game = |table: usize, record: &GameRecord| {
            let game =
                PlayedGame { round: number, table: table as u32 + 1, record: record.clone() };
            games.push(TableGame { table: game.table, record: record.clone() });
            match log.add(&game) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let control = RoundControl { parallel: self.args.threads, stop, on_game: &mut on_game };
        let PreparedTournament { contestants, clocks, plan, .. } = self.prepared;
        let end = play_round(contestants, clocks, plan, &tables, control);
        failure.map_or(Ok(()), Err)?;
        let end = end.map_err(|error| match error {
            MatchError::ForeignRecord(_) => foreign(number, 0),
            other => CliError::failed(other),
        })?;
        games.sort_by_key(|game| (game.table, game.record.game));
        for TableGame { table, record } in games {
            let first = *tables[table as usize - 1].games.start();
            self.enter(number, table, record.game - first + 1, &record)?;
            self.games.push(PlayedGame { round: number, table, record });
        }
        Ok(end)
    }

    /// Enters the result of a game.
    fn enter(
        &mut self,
        round: u32,
        table: u32,
        game: u32,
        record: &GameRecord,
    ) -> Result<(), CliError> {
        let change = Change::ResultEntered {
            game: GameNumber { round, table, game },
            result: result_of(record),
        };
        self.tournament.apply(change).map(|_| ()).map_err(CliError::failed)
    }

    /// Prints a finished round.
    fn show_round(&self, number: u32) -> Result<(), CliError> {
        if self.args.json {
            let mut games = self.games.iter().filter(|game| game.round == number);
            return games.try_for_each(json::print);
        }
        output::print(&report::round(&self.tournament, number))?;
        if self.args.explain {
            output::print(&report::costs(&self.tournament, number))?;
        }
        Ok(())
    }

    /// Writes the files and prints the standings. The files come first, because the terminal may be gone.
    fn report(&self, seed: u64) -> Result<(), CliError> {
        let (args, tournament) = (self.args, &self.tournament);
        let overwrite = args.replace.overwrite();
        let write = |path: &Option<_>, text: &dyn Fn() -> String| -> Result<(), CliError> {
            let write =
                |path: &std::path::PathBuf| files::write(path, text().as_bytes(), overwrite);
            path.as_ref().map_or(Ok(()), write)
        };
        write(&args.html, &|| html::page(tournament))?;
        write(&args.elf, &|| elf::Elf::of_event(tournament).write())?;
        write(&args.trf, &|| trf::Trf::of_event(tournament).write())?;
        write(&args.csv, &|| csv::write_games(tournament))?;
        self.write_games(&args.write)?;
        if !args.json {
            return output::print(&report::standings(tournament));
        }
        let standings = Standings::new(tournament).players;
        let figures = Figures {
            players: standings.iter().map(|it| PlayerFigures::new(tournament, it)).collect(),
        };
        json::print(&json::SummaryLine { summary: json::Seeded { figures: &figures, seed } })
    }

    fn write_games(&self, paths: &[impl AsRef<Path>]) -> Result<(), CliError> {
        let records = self.games.iter().filter_map(|game| game.record.to_record());
        let title = &self.tournament.about().name;
        let items: Vec<GameOrPosition> = records
            .map(|mut record| {
                title.clone_into(&mut record.event);
                GameOrPosition::Game(Box::new(record))
            })
            .collect();
        let overwrite = self.args.replace.overwrite();
        paths.iter().try_for_each(|path| convert::save(path.as_ref(), &items, overwrite))
    }
}

/// The summary of `--json`.
#[derive(Serialize)]
struct Figures {
    players: Vec<PlayerFigures>,
}

/// A player in the summary of `--json`. Points are whole and half ones.
#[derive(Serialize)]
struct PlayerFigures {
    rank: u32,
    name: String,
    points: f64,
    wins: u32,
    draws: u32,
    losses: u32,
    black: u32,
    white: u32,
    brightwell: u32,
    buchholz: f64,
    discs: u32,
    disc_difference: i32,
}

impl PlayerFigures {
    fn new(tournament: &Tournament, standing: &Standing) -> PlayerFigures {
        let points = |half_points: u32| f64::from(half_points) / 2.0;
        let [wins, draws, losses] = standing.results;
        let [black, white] = standing.colors;
        PlayerFigures {
            rank: standing.rank,
            name: report::name(tournament, standing.player).to_owned(),
            points: points(standing.half_points),
            wins,
            draws,
            losses,
            black,
            white,
            brightwell: standing.brightwell,
            buchholz: points(standing.buchholz),
            discs: standing.discs,
            disc_difference: standing.disc_difference,
        }
    }
}

fn foreign(round: u32, table: u32) -> CliError {
    let place = if table == 0 { String::new() } else { format!(", table {table}") };
    CliError::failed(format!("a game of round {round}{place} belongs to another tournament"))
        .with_hint("--resume needs an unchanged file of the same tournament")
}

/// Returns which games of the match between its two players a table plays: those after the games of earlier rounds.
fn table_match(tournament: &Tournament, round: u32, table: &Table) -> TableMatch {
    let is_meeting = |earlier: &&Table| earlier.opponent(table.black) == Some(table.white);
    let earlier = tournament.rounds()[..round as usize - 1].iter();
    let earlier = earlier.flat_map(|round| round.tables.iter()).filter(is_meeting);
    let n_before: u32 = earlier.map(|earlier| earlier.results.len() as u32).sum();
    let games = n_before + 1..=n_before + table.results.len() as u32;
    let index = |player: PlayerId| player.0 as usize - 1;
    let [black, white] = [table.black, table.white].map(index);
    let players = match MatchPlan::color_of_first(*games.start()) {
        willow_board::Color::Black => [black, white],
        willow_board::Color::White => [white, black],
    };
    TableMatch { players, games, best_of: table.best_of, finished: Vec::new() }
}

/// Returns the result of a game, empties to the winner.
fn result_of(record: &GameRecord) -> GameResult {
    let result = record.result.value();
    if record.is_forfeited() {
        return GameResult::Forfeit(if 0 < result { TableColor::White } else { TableColor::Black });
    }
    let discs = |own: i32| u8::try_from(32 + own / 2).expect("a difference is at most 64");
    GameResult::Discs(discs(result), discs(-result))
}
