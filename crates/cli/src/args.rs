//! The arguments of all commands. Each value is checked here; combinations are checked by the commands.

mod analyze;
mod archive;
mod backup;
mod bench;
mod book;
mod bot;
mod bridge;
mod check;
mod config;
mod connect;
mod convert;
mod edge;
mod eval;
mod exercises;
mod generate;
mod ggs;
mod help;
mod import;
mod lab;
mod matches;
mod migrate;
mod perft;
mod play;
mod protocols;
mod replace;
mod serve;
mod solve;
mod tls;
mod tournament;
mod tree;
mod usage;
pub(crate) mod values;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use archive::{
    ArchiveArgs, ArchiveCopiesArgs, ArchiveExportArgs, ArchiveMergeArgs, ArchiveStep, MergeKind,
};
pub(crate) use backup::BackupArgs;
pub(crate) use bench::{BenchArgs, BenchedBuilds};
pub(crate) use book::{
    BookAddArgs, BookDeviateArgs, BookExportArgs, BookExtendArgs, BookFileArgs, BookImportArgs,
    BookLearnArgs, BookLineArgs, BookMergeArgs, BookPruneArgs, BookSearchArgs, BookShowArgs,
    NewBookArgs, OpeningBookArgs, OpeningBookStep,
};
pub(crate) use bot::BotArgs;
pub(crate) use bridge::BridgeArgs;
pub(crate) use check::CheckArgs;
pub(crate) use config::{ConfigArgs, ConfigStep};
pub(crate) use connect::ConnectArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use edge::{EdgeArgs, EdgeInput};
pub(crate) use eval::{EvalArgs, LimitArgs};
pub(crate) use exercises::{
    ExercisesArgs, ExercisesDoArgs, ExercisesExportArgs, ExercisesImportArgs, ExercisesMakeArgs,
    ExercisesProveArgs, ExercisesRateArgs, ExercisesStep,
};
pub(crate) use generate::{CompletionsArgs, GenerateArgs, ManArgs};
pub(crate) use ggs::GgsArgs;
pub(crate) use help::{HelpArgs, Topic};
pub(crate) use import::ImportArgs;
pub(crate) use lab::LabArgs;
pub(crate) use matches::{MatchArgs, PrintStyle};
pub(crate) use migrate::MigrateArgs;
pub(crate) use perft::PerftArgs;
pub(crate) use play::{GameName, PlayArgs};
pub(crate) use protocols::{GtpArgs, NBoardArgs, ThinkingArgs};
pub(crate) use replace::check_distinct;
pub(crate) use serve::{PageLanguage, ServeArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use tls::TlsArgs;
pub(crate) use tournament::{TournamentArgs, TournamentFormat};
pub(crate) use tree::TreeArgs;
pub(crate) use values::StartPosition;

use std::ffi::OsString;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};

use crate::color::{self, ColorWhen};
use crate::error::CliError;

/// The version names the commit and the SIMD kernel, so that reports of errors and of speed show what ran.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = match env!("WILLOW_BUILD_COMMIT") {
        "" => String::new(),
        commit => format!("commit {commit}, "),
    };
    format!("{} ({commit}kernel {})", env!("CARGO_PKG_VERSION"), willow_board::KERNEL)
});

const ABOUT: &str = "Play and study Othello";

const AFTER_HELP: &str = "\
`willow help COMMAND` shows the help of a command, `willow help rules` the
rules, `willow help squares` the names of squares, `willow help players` the
players, `willow help programs` the old programs and their authors, `willow
help levels` the levels, `willow help formats` the formats, `willow help
environment` files and environment variables.

Exit codes: 0 success; 1 an input had errors, or the answer is \"no\"; 2 usage
error; 130 interrupted by Ctrl-C (other signals: 128 and the signal's number).";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "willow",
    about = ABOUT,
    after_help = AFTER_HELP,
    version = VERSION.as_str(),
    disable_help_subcommand = true,
    disable_version_flag = true,
    max_term_width = 80,
    styles = color::HELP_STYLES
)]
pub(crate) struct Cli {
    /// Use colours: auto (on a terminal that has them), always or never
    // It is read before clap parses anything, because help and errors are coloured too.
    #[arg(long, global = true, value_name = "WHEN", display_order = 1000)]
    #[arg(default_value = "auto", hide_default_value = true, hide_possible_values = true)]
    color: ColorWhen,
    /// Print no progress and no notes
    #[arg(short, long, global = true, display_order = 999)]
    pub(crate) quiet: bool,
    /// Print version
    #[arg(short = 'V', visible_short_alias = 'v', long, action = clap::ArgAction::Version)]
    #[allow(dead_code, reason = "clap answers it; a build of tests reads it")]
    version: Option<bool>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command with its raw arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Solve(SolveArgs),
    Eval(EvalArgs),
    Analyze(AnalyzeArgs),
    Tree(TreeArgs),
    Edge(EdgeArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Convert(ConvertArgs),
    Book(OpeningBookArgs),
    Exercises(ExercisesArgs),
    Gtp(GtpArgs),
    Nboard(NBoardArgs),
    Serve(ServeArgs),
    Import(ImportArgs),
    Archive(ArchiveArgs),
    Backup(BackupArgs),
    Check(CheckArgs),
    Migrate(MigrateArgs),
    Connect(ConnectArgs),
    Bot(BotArgs),
    Ggs(GgsArgs),
    Bridge(BridgeArgs),
    Lab(LabArgs),
    Config(ConfigArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Help(HelpArgs),
    #[command(hide = true)]
    Generate(GenerateArgs),
}

/// A parsed command line.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// Run a command.
    Run(Box<Cli>),
    /// Print the help or the version.
    Print(StyledStr),
}

/// Parses the command line; the first word is the program's name. `configure` sets defaults of options.
///
/// # Errors
/// A usage error, in one line.
pub(crate) fn parse(
    words: Vec<OsString>,
    configure: impl FnOnce(clap::Command) -> clap::Command,
) -> Result<Parsed, CliError> {
    let words = help_before_command(words);
    let command = command_name(&words);
    let parsed = configure(definition()).try_get_matches_from(words);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(Parsed::Run(Box::new(cli))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Ok(Parsed::Print(error.render()))
            }
            _ => Err(usage::error(&error, command.as_deref())),
        },
    }
}

/// Writes `book help learn` as `help book learn`, for every command with steps.
fn help_before_command(mut words: Vec<OsString>) -> Vec<OsString> {
    // The definition is built only where it is needed: that takes a part of every start.
    if words.get(2).is_none_or(|word| word != "help") {
        return words;
    }
    let definition = definition();
    let has_steps = |name: &OsString| {
        definition.find_subcommand(name).is_some_and(clap::Command::has_subcommands)
    };
    if has_steps(&words[1]) {
        words.swap(1, 2);
    }
    words
}

/// How a command uses the user's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UseOfConfig {
    /// Not at all: it is not a player's.
    None,
    /// It works without one that cannot be read: the user may be about to fix it.
    IfReadable,
    /// It does not run with settings that cannot be read.
    Needed,
}

/// Returns how the command of these words uses the user's configuration.
pub(crate) fn use_of_config(words: &[OsString]) -> UseOfConfig {
    let command = words.iter().skip(1).find(|word| !word.to_string_lossy().starts_with('-'));
    match command.and_then(|command| command.to_str()) {
        Some("serve" | "import" | "archive" | "backup" | "check") => UseOfConfig::None,
        None | Some("config" | "help" | "completions" | "man" | "generate") => {
            UseOfConfig::IfReadable
        }
        Some(_) => UseOfConfig::Needed,
    }
}

/// Returns the value of `--color`, which is needed before clap reads the command line. Clap reports what is
/// wrong with it later.
pub(crate) fn color_choice(words: &[OsString]) -> Option<ColorWhen> {
    let options = || words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let values = options().zip(options().skip(1).map(Some).chain([None]));
    let values = values.filter_map(|(word, next)| match word.strip_prefix("--color")? {
        "" => next,
        value => value.strip_prefix('='),
    });
    values.last().and_then(ColorWhen::of_word)
}

/// Returns why a value is not valid, without the words around it.
pub(crate) fn reason_of_bad_value(error: &clap::Error) -> String {
    usage::reason_of_bad_value(error)
}

/// Returns the name of the command in the command line, if there is one, with the commands below it.
fn command_name(words: &[OsString]) -> Option<String> {
    let mut definition = definition();
    let mut names = Vec::new();
    for word in words.iter().skip(1) {
        let Some(command) = definition.find_subcommand(word) else { break };
        names.push(command.get_name().to_owned());
        definition = command.clone();
    }
    (!names.is_empty()).then(|| names.join(" "))
}

/// Returns the definition of the command line, for help, completions and man pages.
pub(crate) fn definition() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}
