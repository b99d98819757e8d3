//! The settings of a match: as the user typed them, and ready to be played.

use std::path::Path;

use serde::{Deserialize, Serialize};
use willow_board::{Clock, Game, TimeControl};
use willow_players::matches::{Contestant, MatchPlan, OpeningSource, Sprt, Tournament};
use willow_players::{BuildContext, PlayerSpec};
use willow_records::GameOrPosition;

use crate::args::MatchArgs;
use crate::error::CliError;
use crate::{files, players, units};

/// The default number of games.
const DEFAULT_GAMES: u32 = 2;
/// The default number of games of a sequential test, which usually stops much earlier.
const DEFAULT_TEST_GAMES: u32 = 10_000;
/// Maximum number of random moves of an opening: some games are over soon after.
const MAX_RANDOM_PLIES: u32 = 40;

/// The settings that determine the games of a match. Equal settings give the same match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) specs: Vec<String>,
    pub(super) games: u32,
    pub(super) sprt: Option<String>,
    /// A file, `start` or `random:N`.
    pub(super) openings: String,
    /// One time control for all, or one for each player with commas between them.
    pub(super) clock: String,
    pub(super) seed: u64,
}

/// Returns the settings of the arguments. A resumed match supplies the settings that the arguments
/// leave open.
///
/// # Errors
/// The arguments are inconsistent, or differ from the match to resume.
pub(super) fn settings_of(
    args: &MatchArgs,
    saved: Option<&Settings>,
) -> Result<Settings, CliError> {
    let specs = match (&args.specs[..], saved) {
        ([], Some(saved)) => saved.specs.clone(),
        ([], None) => {
            return Err(CliError::failed("cannot resume a match: the file does not exist")
                .with_hint("give two players to start a match that is saved in this file"));
        }
        ([_], _) => {
            return Err(CliError::usage("a match needs at least two players")
                .with_hint("name both, as in `willow match willow:level=3 random`"));
        }
        (specs, _) => specs.to_vec(),
    };
    if 2 < specs.len() && args.sprt.is_some() {
        return Err(CliError::usage("--sprt needs exactly two players"));
    }
    let settings = with_specs(specs, args, saved);
    match saved {
        Some(saved) if *saved != settings => {
            Err(CliError::usage("the file contains a match with other settings").with_hint(
                "`willow match --resume FILE` without other options continues the match in FILE",
            ))
        }
        _ => Ok(settings),
    }
}

fn with_specs(specs: Vec<String>, args: &MatchArgs, saved: Option<&Settings>) -> Settings {
    let sprt = args.sprt.map(|sprt| sprt.to_string());
    let sprt = sprt.or_else(|| saved.and_then(|saved| saved.sprt.clone()));
    let default_games = if sprt.is_some() { DEFAULT_TEST_GAMES } else { DEFAULT_GAMES };
    let games = args.games.or(saved.map(|saved| saved.games)).unwrap_or(default_games);
    let openings = args.openings.clone().or_else(|| saved.map(|saved| saved.openings.clone()));
    let clock = args.clock.as_ref().map(|clocks| words(clocks));
    let clock = clock.or_else(|| saved.map(|saved| saved.clock.clone()));
    // A SPEC that cannot be read is an error when its player is made.
    let parsed: Vec<PlayerSpec> = specs.iter().filter_map(|spec| spec.parse().ok()).collect();
    let seed = args.seed.or(saved.map(|saved| saved.seed));
    Settings {
        specs,
        games,
        sprt,
        openings: openings.unwrap_or_else(|| default_openings(games)),
        clock: clock.unwrap_or_else(|| TimeControl::Unlimited.to_string()),
        seed: seed.unwrap_or_else(|| players::seed_of(&parsed)),
    }
}

/// Writes time controls with commas between them.
pub(in crate::commands) fn words(clocks: &[TimeControl]) -> String {
    clocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn default_openings(games: u32) -> String {
    match OpeningSource::default_for(games) {
        OpeningSource::Random { plies } => format!("random:{plies}"),
        _ => "start".to_owned(),
    }
}

/// A match or tournament that is ready to be played.
pub(super) struct PreparedMatch {
    pub(super) contestants: Vec<Contestant<'static>>,
    /// What the report calls them: `--names`, or their SPECs.
    pub(super) names: Vec<String>,
    /// Every player's time control.
    pub(super) clocks: Vec<TimeControl>,
    /// The plan of the match between any two of them.
    pub(super) plan: MatchPlan,
    pub(super) tournament: Tournament,
    pub(super) sprt: Option<Sprt>,
}

impl PreparedMatch {
    /// Makes players, openings and clocks.
    ///
    /// # Errors
    /// One of the settings is invalid.
    pub(super) fn new(settings: &Settings) -> Result<PreparedMatch, CliError> {
        let Settings { specs, games, seed, .. } = settings;
        let contestants: Vec<_> = (0..)
            .zip(specs)
            .map(|(index, spec)| contestant(spec, index, *seed))
            .collect::<Result<_, _>>()?;
        let openings = openings(&settings.openings)?;
        let clocks = clocks(&settings.clock, specs.len())?;
        let sprt = settings.sprt.as_deref().map(str::parse).transpose().map_err(CliError::usage)?;
        let plan = MatchPlan::new(*games, &openings, clocks[0], *seed).map_err(CliError::usage)?;
        let tournament = Tournament::new(specs.len(), *games);
        let names = contestants.iter().map(|contestant| contestant.name().to_owned()).collect();
        Ok(PreparedMatch { contestants, names, clocks, plan, tournament, sprt })
    }

    /// Returns the same match with other names for the players in its report.
    ///
    /// # Errors
    /// There must be a name for each player.
    pub(super) fn with_names(self, names: Option<&[String]>) -> Result<PreparedMatch, CliError> {
        let Some(names) = names else { return Ok(self) };
        let (n_names, n_players) = (names.len(), self.contestants.len());
        if n_names != n_players {
            let n_names = units::count(n_names, "name");
            let error =
                format!("--names has {n_names}, the match {}", units::count(n_players, "player"));
            return Err(CliError::usage(error).with_hint("separate them by commas"));
        }
        if names.iter().any(|name| name.trim().is_empty()) {
            return Err(CliError::usage("--names has an empty name"));
        }
        Ok(PreparedMatch { names: names.to_vec(), ..self })
    }

    /// Returns the same match, whose records keep what the players thought.
    pub(super) fn keeping_thoughts(self) -> PreparedMatch {
        PreparedMatch { plan: self.plan.keeping_thoughts(), ..self }
    }

    /// Returns the clock of a game before its first move.
    pub(super) fn clock(&self, game: u32) -> Clock {
        let Some((first, second, number)) = self.tournament.players(game) else {
            return Clock::new(TimeControl::Unlimited);
        };
        let clocks = [first, second].map(|player| self.clocks[player]);
        MatchPlan::clock_of(clocks, number)
    }
}

/// Reads the time controls: one for each player, or one for all.
///
/// # Errors
/// A time control cannot be read, or their number is another one.
pub(in crate::commands) fn clocks(
    text: &str,
    n_players: usize,
) -> Result<Vec<TimeControl>, CliError> {
    let clocks: Vec<TimeControl> = text
        .split(',')
        .map(|word| word.parse().map_err(CliError::usage))
        .collect::<Result<_, _>>()?;
    match clocks[..] {
        [clock] => Ok(vec![clock; n_players]),
        _ if clocks.len() == n_players => Ok(clocks),
        _ => Err(CliError::usage(format!(
            "--clock has {} time controls for {n_players} players",
            clocks.len()
        ))
        .with_hint("give one for all players, or one for each, separated by commas")),
    }
}

/// Returns the player of a SPEC; its seed follows from that of the match, unless it has one.
///
/// # Errors
/// The SPEC is invalid.
pub(in crate::commands) fn contestant(
    text: &str,
    index: u64,
    seed: u64,
) -> Result<Contestant<'static>, CliError> {
    let spec = players::parse(text)?;
    let context = BuildContext::new(MatchPlan::player_seed(seed, index));
    Ok(Contestant::from_spec(&spec, &context)?)
}

/// Reads the openings: a file, `start` or `random:N`.
///
/// # Errors
/// The file cannot be read, or the word is another one.
pub(in crate::commands) fn openings(text: &str) -> Result<OpeningSource, CliError> {
    if text == "start" {
        return Ok(OpeningSource::Start);
    }
    let Some(plies) = text.strip_prefix("random:") else {
        return Ok(OpeningSource::Games(openings_of_file(Path::new(text))?));
    };
    match plies.parse() {
        Ok(plies) if plies <= MAX_RANDOM_PLIES => Ok(OpeningSource::Random { plies }),
        _ => Err(CliError::usage(format!("invalid openings `{text}`")).with_hint(format!(
            "use a file, start, or random:N with N from 0 to {MAX_RANDOM_PLIES}"
        ))),
    }
}

fn openings_of_file(path: &Path) -> Result<Vec<Game>, CliError> {
    let entries = willow_records::decode(files::read(path)?)
        .and_then(|bytes| willow_records::read(&bytes))
        .map_err(|error| CliError::failed(format!("{}: {error}", path.display())))?;
    let game = |item| match item {
        GameOrPosition::Game(record) => record.game,
        GameOrPosition::Position(scored) => Game::from_position(scored.position),
    };
    Ok(entries.into_iter().map(|entry| game(entry.item)).collect())
}
