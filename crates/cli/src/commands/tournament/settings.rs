//! The settings of a tournament: as the user typed them, and ready to be played.

use std::path::Path;

use serde::{Deserialize, Serialize};
use willow_board::TimeControl;
use willow_pairing::tournament::{About, Change};
use willow_pairing::{ForbiddenPairs, Format, Player, Preset, Rules, Tournament};
use willow_players::PlayerSpec;
use willow_players::matches::{Contestant, MatchPlan, OpeningSource};

use super::super::matches::settings as of_matches;
use crate::args::{TournamentArgs, TournamentFormat};
use crate::error::CliError;
use crate::{files, players};

/// The usual games at a table of a Swiss or round robin: one with each colour.
const DEFAULT_GAMES: u8 = 2;
/// The usual greatest number of games at a table of a knock-out.
const DEFAULT_KNOCK_OUT_GAMES: u8 = 3;

/// The settings that determine a tournament. Equal settings give the same tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) players: Vec<NamedSpec>,
    pub(super) format: TournamentFormat,
    pub(super) preset: String,
    pub(super) rounds: Option<u32>,
    pub(super) games: u8,
    pub(super) openings: String,
    pub(super) clock: String,
    pub(super) seed: u64,
}

/// A player and the name in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NamedSpec {
    pub(super) name: String,
    pub(super) spec: String,
}

/// Returns the settings of the arguments. A resumed tournament supplies the settings that the arguments leave
/// open.
///
/// # Errors
/// The arguments are inconsistent, or differ from the tournament to resume.
pub(super) fn settings_of(
    args: &TournamentArgs,
    saved: Option<&Settings>,
) -> Result<Settings, CliError> {
    let mut named: Vec<NamedSpec> = args.specs.iter().map(|spec| named_spec(spec)).collect();
    if let Some(path) = &args.players {
        named.extend(read_players(path)?);
    }
    let players = match (named.len(), saved) {
        (0, Some(saved)) => saved.players.clone(),
        (0, None) => {
            return Err(CliError::failed("cannot resume a tournament: the file does not exist")
                .with_hint("give players to start a tournament that is saved in this file"));
        }
        (1, _) => {
            return Err(CliError::usage("a tournament needs at least two players")
                .with_hint("name them, as in `willow tournament willow:level=3 iago random`"));
        }
        _ => named,
    };
    let settings = with_players(players, args, saved)?;
    match saved {
        Some(saved) if *saved != settings => {
            Err(CliError::usage("the file contains a tournament with other settings").with_hint(
                "`willow tournament --resume FILE` without other options continues the one in FILE",
            ))
        }
        _ => Ok(settings),
    }
}

fn with_players(
    players: Vec<NamedSpec>,
    args: &TournamentArgs,
    saved: Option<&Settings>,
) -> Result<Settings, CliError> {
    let format = args.format.or(saved.map(|saved| saved.format));
    let format = format.unwrap_or(TournamentFormat::RoundRobin);
    let preset = match (args.preset, saved) {
        (None, Some(saved)) => saved.preset.clone(),
        (preset, _) => preset.unwrap_or(Preset::PappWof).to_string(),
    };
    let rounds = args.rounds.or(saved.and_then(|saved| saved.rounds));
    if rounds.is_some() && format != TournamentFormat::Swiss {
        return Err(CliError::usage(
            "--rounds is for a Swiss: other formats have their own number",
        )
        .with_hint("add --format swiss"));
    }
    let usual =
        if format == TournamentFormat::KnockOut { DEFAULT_KNOCK_OUT_GAMES } else { DEFAULT_GAMES };
    let games = args.games.or(saved.map(|saved| saved.games)).unwrap_or(usual);
    let clock = args.clock.as_ref().map(|clocks| of_matches::words(clocks));
    let clock = clock.or_else(|| saved.map(|saved| saved.clock.clone()));
    // A SPEC that cannot be read is an error when its player is made.
    let parsed: Vec<PlayerSpec> =
        players.iter().filter_map(|player| player.spec.parse().ok()).collect();
    let seed = args.seed.or(saved.map(|saved| saved.seed));
    let openings = args.openings.clone().or_else(|| saved.map(|saved| saved.openings.clone()));
    Ok(Settings {
        players,
        format,
        preset,
        rounds,
        games,
        openings: openings.unwrap_or_else(|| default_openings(games, format)),
        clock: clock.unwrap_or_else(|| TimeControl::Unlimited.to_string()),
        seed: seed.unwrap_or_else(|| players::seed_of(&parsed)),
    })
}

/// Returns the default of `willow match`; where two players may meet again, random openings.
fn default_openings(games: u8, format: TournamentFormat) -> String {
    let n_games = if format == TournamentFormat::RoundRobin { games.into() } else { u32::MAX };
    match OpeningSource::default_for(n_games) {
        OpeningSource::Random { plies } => format!("random:{plies}"),
        _ => "start".to_owned(),
    }
}

fn named_spec(spec: &str) -> NamedSpec {
    NamedSpec { name: spec.to_owned(), spec: spec.to_owned() }
}

/// Reads a file of SPECs: one a line, with a name and ` = ` before it if it has one.
fn read_players(path: &Path) -> Result<Vec<NamedSpec>, CliError> {
    let text = files::read_text(path)?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let named = lines.map(|line| match line.split_once(" = ") {
        Some((name, spec)) => {
            NamedSpec { name: name.trim().to_owned(), spec: spec.trim().to_owned() }
        }
        None => named_spec(line),
    });
    let named: Vec<NamedSpec> = named.collect();
    if named.is_empty() {
        return Err(CliError::failed(format!("{}: no player is in it", path.display()))
            .with_hint("write a SPEC a line, such as `Greedy = maximizer`"));
    }
    Ok(named)
}

/// A tournament that is ready to be played.
pub(super) struct PreparedTournament {
    pub(super) contestants: Vec<Contestant<'static>>,
    pub(super) clocks: Vec<TimeControl>,
    /// The plan of all games between any two players.
    pub(super) plan: MatchPlan,
    pub(super) tournament: Tournament,
}

impl PreparedTournament {
    /// Makes players, openings, clocks and the tournament.
    ///
    /// # Errors
    /// One of the settings is invalid.
    pub(super) fn new(settings: &Settings, title: &str) -> Result<PreparedTournament, CliError> {
        let Settings { players, seed, games, .. } = settings;
        let contestants = (0..)
            .zip(players)
            .map(|(index, player)| of_matches::contestant(&player.spec, index, *seed))
            .collect::<Result<Vec<_>, _>>()?;
        let clocks = of_matches::clocks(&settings.clock, players.len())?;
        let tournament = tournament(settings, title)?;
        let meetings = match settings.format {
            TournamentFormat::RoundRobin | TournamentFormat::KnockOut => 1,
            TournamentFormat::DoubleRoundRobin => 2,
            TournamentFormat::Swiss => tournament.n_rounds(),
        };
        let n_games = u32::from(*games) * meetings;
        // Every opening is played twice, so that a plan has an even number of games.
        let n_games = if n_games == 1 { 1 } else { n_games.next_multiple_of(2) };
        let openings = of_matches::openings(&settings.openings)?;
        let plan = MatchPlan::new(n_games, &openings, clocks[0], *seed).map_err(CliError::usage)?;
        Ok(PreparedTournament { contestants, clocks, plan, tournament })
    }
}

/// Returns the tournament before its first round.
fn tournament(settings: &Settings, title: &str) -> Result<Tournament, CliError> {
    let preset: Preset = settings.preset.parse().map_err(CliError::usage)?;
    let n = settings.players.len() as u32;
    let rounds = settings.rounds.unwrap_or_else(|| preset.usual_rounds(n));
    let format = match settings.format {
        TournamentFormat::Swiss => Format::Swiss { rounds: rounds.max(1) },
        TournamentFormat::RoundRobin => Format::RoundRobin { cycles: 1 },
        TournamentFormat::DoubleRoundRobin => Format::RoundRobin { cycles: 2 },
        TournamentFormat::KnockOut => Format::KnockOut,
    };
    let rules = preset.rules(rounds.max(1), settings.seed);
    let finals = rules.finals.filter(|_| settings.format == TournamentFormat::Swiss);
    // Programs can meet again: nobody is there to decide.
    let forbidden_pairs = ForbiddenPairs::IfNeeded;
    let rules = Rules { format, finals, games: settings.games, forbidden_pairs, ..rules };
    let about = About { name: title.to_owned(), ..About::default() };
    let mut tournament = Tournament::new(about, rules).map_err(CliError::usage)?;
    for NamedSpec { name, .. } in &settings.players {
        let name = unused_name(&tournament, name);
        let player = Player::named(tournament.next_player(), &name);
        tournament.apply(Change::PlayerAdded(player)).map_err(CliError::usage)?;
    }
    Ok(tournament)
}

/// Returns the name, with a number if another player has it: a program may play against itself.
fn unused_name(tournament: &Tournament, name: &str) -> String {
    let is_used = |name: &str| {
        tournament.players().iter().any(|player| player.name.to_lowercase() == name.to_lowercase())
    };
    let numbered = (2..).map(|number| format!("{name} #{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_used(name)).expect("there are more names than players")
}
