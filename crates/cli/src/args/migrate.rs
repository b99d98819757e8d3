//! The arguments of `willow migrate`.

use clap::Args;

/// Copy the data of the game server to another database, while no server runs
///
/// A database is a folder, or an address of PostgreSQL (`postgres://USER@HOST/DATABASE`; passwords are in the file that the
/// environment variable `PGPASSFILE` names, and the program must be built with the feature `postgres`). All tables are
/// copied and compared; the original stays as it is. An interrupted copy goes on where it stopped when the same command is typed again, and no server starts
/// on it before it is complete. The key of notifications, `push.key`, is not copied.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow migrate --from /srv/willow --to postgres://willow@db.example/willow
  willow migrate --from postgres://willow@db.example/willow --to again")]
pub(crate) struct MigrateArgs {
    /// Copy this database
    #[arg(long, value_name = "DATABASE")]
    pub(crate) from: String,
    /// Copy it here, where nothing is yet
    #[arg(long, value_name = "DATABASE")]
    pub(crate) to: String,
}
