//! `willow serve`: the game server.

mod addresses;
mod folder_owner;
mod reload;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::Runtime;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::Context;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer, reload as reload_filter};
use willow_protocol::Name;
use willow_server::operator::{self, OperatorError};
use willow_server::store::{Location, StoreError};
use willow_server::{
    ClockTrust, Config, Language, Log, LogFormat, LogLevel, ServeError, Server, StopReason,
};

use self::addresses::{Reach, WebAddresses};
use self::folder_owner::become_owner;
pub(super) use self::folder_owner::this_user;
use self::reload::Reloading;
use crate::args::{PageLanguage, ServeArgs};
use crate::error::CliError;
use crate::status::Status;
use crate::{files, output, units};

/// The folder of the database in the folder of the user's files.
const FOLDER: &str = "server";

/// Runs `willow serve`.
pub(super) fn run(args: ServeArgs) -> Result<Status, CliError> {
    if args.print_openapi {
        output::print(&format!("{}\n", willow_server::openapi()))?;
        return Ok(Status::Done);
    }
    let (print_config, check) = (args.print_config, args.check);
    let accounts = AccountCommand::of(&args)?;
    let reach = Reach { open: args.open, lan: args.lan };
    let privacy = args.print_privacy;
    let config = config(args.clone())?;
    if let Some(language) = privacy {
        let language = match language {
            PageLanguage::En => Language::English,
            PageLanguage::Ja => Language::Japanese,
        };
        output::print(&willow_server::privacy_page(&config, language))?;
        return Ok(Status::Done);
    }
    if print_config {
        let text = toml::to_string(&config).map_err(CliError::failed)?;
        output::print(&willow_server::with_comments(&text))?;
        return Ok(Status::Done);
    }
    become_owner(&config.data)?;
    let log = start_log(&config.log);
    if check {
        runtime()?.block_on(Server::check(&config)).map_err(|error| not_started(&error))?;
        let warnings = match WARNINGS.load(Ordering::Relaxed) {
            0 => String::new(),
            n => format!(", with {}", units::count(n, "warning")),
        };
        let location = Location::of(&config);
        output::print(&format!("the configuration is valid{warnings}\ndata in {location}\n"))?;
        return Ok(Status::Done);
    }
    if let Some(command) = accounts {
        return command.run(&Location::of(&config));
    }
    willow_server::raise_descriptor_limit();
    runtime()?.block_on(serve(config, reach, Reloading { args, log }))?;
    Ok(Status::Done)
}

/// What the operator does to an account while no server runs. Whoever may write the folder of the database may do that.
enum AccountCommand {
    CreateAdmin(Name),
    MakeAdmin(Name),
    ResetPassword(Name),
}

impl AccountCommand {
    /// Returns the command that the options name, if they name one.
    fn of(args: &ServeArgs) -> Result<Option<AccountCommand>, CliError> {
        let read = |name: &String| name.parse::<Name>().map_err(CliError::usage);
        Ok(match (&args.create_admin, &args.make_admin, &args.reset_password) {
            (Some(name), ..) => Some(AccountCommand::CreateAdmin(read(name)?)),
            (None, Some(name), _) => Some(AccountCommand::MakeAdmin(read(name)?)),
            (None, None, Some(name)) => Some(AccountCommand::ResetPassword(read(name)?)),
            (None, None, None) => None,
        })
    }

    fn run(self, location: &Location) -> Result<Status, CliError> {
        let done = runtime()?.block_on(async {
            Ok(match self {
                AccountCommand::CreateAdmin(name) => {
                    let password = operator::create_admin(location, &name).await?;
                    format!("{name} is an administrator, with the password {password}")
                }
                AccountCommand::MakeAdmin(name) => {
                    operator::make_admin(location, &name).await?;
                    format!("{name} is an administrator")
                }
                AccountCommand::ResetPassword(name) => {
                    let password = operator::reset_password(location, &name).await?;
                    format!("the new password of {name} is {password}")
                }
            })
        });
        let done = done.map_err(|error: OperatorError| CliError::failed(error))?;
        output::print(&format!("{done}\ndata in {location}\n"))?;
        Ok(Status::Done)
    }
}

pub(super) fn runtime() -> Result<Runtime, CliError> {
    Runtime::new()
        .map_err(|error| CliError::failed(format!("cannot start the server's threads: {error}")))
}

/// Puts the configuration together: the file, over it the options and the environment.
fn config(args: ServeArgs) -> Result<Config, CliError> {
    let data = args.data.or(variable("DATA")?);
    let file = config_file(args.config, data.as_deref(), Path::new(INSTALLED))?;
    let (mut config, names_data) = match file {
        Some(path) => read(&path)?,
        None => (Config::default(), false),
    };
    match data {
        Some(data) => config.data = data,
        None if names_data => {}
        None => config.data = usual_folder()?,
    }
    config.store = args.store.or(variable("STORE")?).or(config.store);
    if let Some(listen) = args.listen.or(variable("LISTEN")?) {
        config.listen = listen;
    }
    if let Some(http) = args.http.or(variable("HTTP")?) {
        config.http = http;
    }
    config.ggs = args.ggs.or(variable("GGS")?).or(config.ggs);
    if args.lan {
        addresses::listen_for_network(&mut config);
    }
    if let Some(url) = args.public_url.or(variable("PUBLIC_URL")?) {
        config.public_url = Some(url);
    }
    if let Some(threads) = args.bot_threads.or(variable("BOT_THREADS")?) {
        config.bot_threads = threads;
    }
    config.bots &= !args.no_bots;
    if args.accept_clock {
        config.clock = ClockTrust::Accepted;
    }
    Ok(config)
}

/// The configuration of a server that is installed as docs/installing.md says.
const INSTALLED: &str = "/etc/willow/willow.toml";

/// Returns the configuration's file: the one that is named, or that of the installed server for whoever may read it and
/// names no folder.
fn config_file(
    option: Option<PathBuf>,
    data: Option<&Path>,
    installed: &Path,
) -> Result<Option<PathBuf>, CliError> {
    let is_used = data.is_none() && File::open(installed).is_ok();
    Ok(option.or(variable("CONFIG")?).or_else(|| is_used.then(|| installed.to_owned())))
}

fn usual_folder() -> Result<PathBuf, CliError> {
    Ok(files::data_folder()?.join(FOLDER))
}

/// Returns where the data is, for commands that need nothing else of the configuration.
pub(super) fn location(
    option: Option<PathBuf>,
    config: Option<PathBuf>,
) -> Result<Location, CliError> {
    if let Some(folder) = option {
        return Ok(Location::Folder(folder));
    }
    let data = variable("DATA")?;
    let file = config_file(config, data.as_deref(), Path::new(INSTALLED))?;
    let (mut config, names_data) = match file {
        Some(path) => read(&path)?,
        None => (Config::default(), false),
    };
    config.data = match data {
        Some(data) => data,
        None if names_data => config.data,
        None => usual_folder()?,
    };
    config.store = variable("STORE")?.or(config.store);
    Ok(Location::of(&config))
}

/// Returns where the data is, for commands that write it, or write beside its folder as the service does. Root becomes the
/// folder's owner.
pub(super) fn location_to_write(
    option: Option<PathBuf>,
    config: Option<PathBuf>,
) -> Result<Location, CliError> {
    let location = location(option, config)?;
    if let Location::Folder(folder) = &location {
        become_owner(folder)?;
    }
    Ok(location)
}

/// Reads a setting from the environment.
fn variable<T: FromStr<Err: Display>>(name: &str) -> Result<Option<T>, CliError> {
    let name = format!("WILLOW_SERVE_{name}");
    let Ok(text) = std::env::var(&name) else { return Ok(None) };
    text.parse().map(Some).map_err(|error| CliError::failed(format!("{name}: {error}")))
}

/// Reads a file, and reports whether it names the folder of the database.
fn read(path: &Path) -> Result<(Config, bool), CliError> {
    let text = files::read_text(path)?;
    let show_format = "willow serve --print-config";
    let table: toml::Table = files::parse_toml(path, &text, show_format)?;
    let config = files::parse_toml(path, &text, show_format)?;
    Ok((config, table.contains_key("data")))
}

/// Number of warnings in the log.
static WARNINGS: AtomicUsize = AtomicUsize::new(0);

/// Counts the warnings that are logged.
struct WarningCounter;

impl<S: Subscriber> Layer<S> for WarningCounter {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() == Level::WARN {
            WARNINGS.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Changes the least level that is logged.
type SetLogLevel = Box<dyn Fn(LogLevel) + Send + Sync>;

/// Writes the log to standard error. Returns what changes its level.
pub(super) fn start_log(log: &Log) -> SetLogLevel {
    let subscriber = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_max_level(LevelFilter::TRACE);
    // Setting the level fails only after the end of the log.
    if log.format == LogFormat::Json {
        let (filter, handle) = reload_filter::Layer::new(level_filter(log.level));
        filter.and_then(WarningCounter).with_subscriber(subscriber.json().finish()).init();
        Box::new(move |level| drop(handle.reload(level_filter(level))))
    } else {
        let (filter, handle) = reload_filter::Layer::new(level_filter(log.level));
        filter.and_then(WarningCounter).with_subscriber(subscriber.finish()).init();
        Box::new(move |level| drop(handle.reload(level_filter(level))))
    }
}

const fn level_filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Debug => LevelFilter::DEBUG,
        _ => LevelFilter::INFO,
    }
}

async fn serve(config: Config, reach: Reach, reloading: Reloading) -> Result<(), CliError> {
    let location = Location::of(&config);
    let mut web = WebAddresses::new(&config, reach);
    let server = Server::start(config).await.map_err(|error| not_started(&error))?;
    // A signal may come as soon as the addresses are read.
    let interrupted = interrupted();
    reloading.begin(server.reloader());
    let mut out = io::stdout();
    writeln!(out, "data in {location}")?;
    writeln!(out, "HTTP and WebSocket on {}", server.http_address())?;
    if let Some(address) = server.ggs_address() {
        writeln!(out, "clients of GGS on {address}")?;
    }
    web.started(server.http_address());
    web.write(&mut out)?;
    writeln!(out, "line protocol on {}", server.address())?;
    out.flush()?;
    web.open();
    server.run(interrupted).await.map_err(CliError::failed)
}

fn not_started(error: &ServeError) -> CliError {
    let told = CliError::failed(error);
    match error {
        ServeError::Store(StoreError::ClockBehind { .. }) => told.with_hint(
            "set the clock and start again; if it is right, an earlier one was wrong: restore a backup, or start with \
             `--accept-clock`, and the server's time goes on from the data",
        ),
        _ => match error.remedy() {
            Some(remedy) => told.with_hint(remedy),
            None => told,
        },
    }
}

/// Handles signals from now on. The future waits until the operator or the system wants the server to
/// end, and returns the signal.
fn interrupted() -> impl Future<Output = StopReason> {
    #[cfg(unix)]
    let handlers = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(signal)
    };
    async move {
        // Without a handler a signal ends the process at once, which loses nothing either.
        #[cfg(unix)]
        if let [Ok(mut interrupt), Ok(mut terminate)] = handlers {
            return tokio::select! {
                _ = interrupt.recv() => StopReason::Signal("SIGINT"),
                _ = terminate.recv() => StopReason::Signal("SIGTERM"),
            };
        }
        let _ = tokio::signal::ctrl_c().await;
        StopReason::Signal("SIGINT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_configuration_is_used_unless_a_folder_or_a_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let installed = folder.path().join("willow.toml");
        let of = |option: Option<&str>, data: Option<&str>| {
            config_file(option.map(PathBuf::from), data.map(Path::new), &installed).unwrap()
        };
        assert_eq!(of(None, None), None, "it is not there");
        std::fs::write(&installed, "").unwrap();
        assert_eq!(of(None, None).as_deref(), Some(&*installed));
        assert_eq!(of(None, Some("data")), None);
        assert_eq!(of(Some("own.toml"), None).as_deref(), Some(Path::new("own.toml")));
    }
}
