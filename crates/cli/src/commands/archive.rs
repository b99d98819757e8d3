//! `willow archive`: what was done to the archive of the game server, and all its games.

use willow_records::GameOrPosition;
use willow_server::Log;
use willow_server::archive::{ArchiveError, MergedKind, NameMerge};
use willow_server::store::{Location, Store, StoreError, Writer};

use super::{convert, import, serve};
use crate::args::{
    ArchiveArgs, ArchiveCopiesArgs, ArchiveExportArgs, ArchiveMergeArgs, ArchiveStep, MergeKind,
};
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::units;

/// Runs the command.
pub(super) fn run(args: ArchiveArgs) -> Result<Status, CliError> {
    drop(serve::start_log(&Log::default()));
    let is_changed = match &args.step {
        ArchiveStep::Undo(_) | ArchiveStep::Merge(_) => true,
        ArchiveStep::Copies(args) => args.merge,
        ArchiveStep::Changes | ArchiveStep::Export(_) => false,
    };
    let open = if is_changed { serve::location_to_write } else { serve::location };
    let location = open(args.data, args.config)?;
    match args.step {
        ArchiveStep::Changes => changes(&location),
        ArchiveStep::Undo(args) => undo(&location, args.number),
        ArchiveStep::Merge(args) => merge(&location, args),
        ArchiveStep::Copies(args) => copies(&location, &args),
        ArchiveStep::Export(args) => export(&location, &args),
    }?;
    Ok(Status::Done)
}

/// Changes the archive while no server runs.
fn change<T>(
    location: &Location,
    change: impl AsyncFnOnce(&mut Writer) -> Result<T, ArchiveError>,
) -> Result<T, CliError> {
    let changed = serve::runtime()?.block_on(async {
        let (_store, mut writer) = Store::open_existing(location).await?;
        writer.prepare_import().await?;
        let changed = change(&mut writer).await;
        writer.release().await?;
        changed
    });
    changed.map_err(|error: ArchiveError| {
        let told = CliError::failed(&error);
        match error {
            ArchiveError::NoChange(_) => told.with_hint("`willow archive changes` lists them"),
            _ => told,
        }
    })
}

/// Reads the archive, while a server runs or not.
fn read<T>(
    location: &Location,
    read: impl AsyncFnOnce(&Store) -> Result<T, StoreError>,
) -> Result<T, CliError> {
    let found =
        serve::runtime()?.block_on(async { read(&Store::open_to_read(location).await?).await });
    found.map_err(CliError::failed)
}

fn changes(location: &Location) -> Result<(), CliError> {
    let changes = read(location, async |store| store.archive_changes().await)?;
    let lines: String = changes.iter().map(|change| change.to_string() + "\n").collect();
    output::print(&output::printable(&lines))
}

fn undo(location: &Location, number: u64) -> Result<(), CliError> {
    let progress = Progress::spinner();
    progress.say("undoing; an interruption changes nothing");
    let tell = |games| progress.say(format!("undoing; {} taken out", units::count(games, "game")));
    let undone = change(location, async |writer| writer.undo_archive_change(number, tell).await)?;
    drop(progress);
    output::print(&output::printable(&format!("undone: {undone}\n")))
}

fn merge(location: &Location, args: ArchiveMergeArgs) -> Result<(), CliError> {
    let kind = match args.kind {
        MergeKind::Player => MergedKind::Player,
        MergeKind::Event => MergedKind::Event,
    };
    let merge = NameMerge { kind, name: args.name, shown: args.shown };
    let number = change(location, async |writer| writer.merge_names(merge).await)?;
    output::print(&import::how_to_undo("merge", number))
}

fn copies(location: &Location, args: &ArchiveCopiesArgs) -> Result<(), CliError> {
    let mut pairs = read(location, async |store| store.possible_copies().await)?;
    if let Some(game) =
        args.except.iter().find(|game| !pairs.iter().any(|it| it.copy.game.0 == **game))
    {
        return Err(CliError::failed(format!("the game {game} is no copy")).with_hint(
            "`willow archive copies` lists the copies, each below the game that stays",
        ));
    }
    pairs.retain(|pair| !args.except.contains(&pair.copy.game.0));
    let number = if args.merge && !pairs.is_empty() {
        Some(change(location, async |writer| Ok(writer.take_out(&pairs).await?))?)
    } else {
        None
    };
    let lines = pairs.iter().flat_map(|pair| {
        [pair.kept.to_string(), "\n  copy: ".to_owned(), pair.copy.to_string(), "\n".to_owned()]
    });
    output::print(&output::printable(&lines.collect::<String>()))?;
    let games = units::count(pairs.len(), "game");
    match number {
        Some(number) => {
            output::print(&format!("{games} taken out\n"))?;
            output::print(&import::how_to_undo("merge", number))
        }
        None if pairs.is_empty() => output::print("no copies found\n"),
        None => output::print("`willow archive copies --merge` takes the copies out\n"),
    }
}

fn export(location: &Location, args: &ArchiveExportArgs) -> Result<(), CliError> {
    let runtime = serve::runtime()?;
    let store = runtime.block_on(Store::open_to_read(location)).map_err(CliError::failed)?;
    let (to, overwrite) = (args.to.as_deref(), args.replace.overwrite());
    convert::write_games(&args.output, to, overwrite, |write| {
        let mut after = None;
        loop {
            let page = runtime.block_on(store.all_games(after)).map_err(CliError::failed)?;
            let (games, next) = page;
            games.into_iter().try_for_each(|game| write(GameOrPosition::Game(Box::new(game))))?;
            if next.is_none() {
                return Ok(());
            }
            after = next;
        }
    })
}
