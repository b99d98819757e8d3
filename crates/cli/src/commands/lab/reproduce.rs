//! `willow lab reproduce`: the papers' experiments again.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use willow_files::Overwrite;
use willow_lab::reproduce::{EXPERIMENTS, Experiment, Report, Setting, Workbench};

use super::failed;
use crate::args::ReproduceArgs;
use crate::error::CliError;
use crate::files;

use crate::progress::Progress;
use crate::status::Status;

/// The folder of results among the user's own files.
const FOLDER: &str = "reproductions";

/// The experiment that is a command of its own, and what it is about.
const LADDER: (&str, &str) = ("x8", "all players on one ladder: that is `willow lab ladder`");

/// Runs the command.
pub(super) fn run(args: &ReproduceArgs) -> Result<Status, CliError> {
    if args.ids == ["list"] {
        return list();
    }
    let experiments = experiments(&args.ids)?;
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    if let Some(path) = &args.write {
        files::check_free(path, overwrite)?;
    }
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => files::data_folder()?.join(FOLDER),
    };
    make(&folder)?;
    let mut reports = Vec::new();
    for experiment in experiments {
        let report = reproduce(experiment, args, &folder)?;
        super::super::print(&format!("{}\n", report.markdown("")))?;
        reports.push(report);
    }
    if let Some(path) = &args.write {
        write_document(path, &reports, args, overwrite)?;
    }
    Ok(Status::Done)
}

fn list() -> Result<Status, CliError> {
    let lines = EXPERIMENTS.iter().map(|experiment| (experiment.id, experiment.summary));
    let mut text = String::new();
    for (id, summary) in lines.chain([LADDER]) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id:<4} {summary}");
    }
    super::super::print(&text)?;
    Ok(Status::Done)
}

/// Returns the experiments with these names, in the order given.
fn experiments(ids: &[String]) -> Result<Vec<&'static Experiment>, CliError> {
    if ids == ["all"] {
        return Ok(EXPERIMENTS.iter().collect());
    }
    let known = |id: &str| EXPERIMENTS.iter().find(|experiment| experiment.id == id);
    ids.iter()
        .map(|id| {
            known(&id.to_lowercase()).ok_or_else(|| {
                let error = CliError::usage(format!("there is no experiment `{id}`"));
                if id.eq_ignore_ascii_case(LADDER.0) {
                    return error.with_hint("`willow lab ladder` is that experiment");
                }
                let ids: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
                error.with_hint(format!("there are: list, all, {}", ids.join(", ")))
            })
        })
        .collect()
}

/// What is written of an experiment for other programs to read.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    report: &'a Report,
    quick: bool,
    /// Everything that was measured.
    rows: Vec<(&'a String, &'a Value)>,
}

/// Runs an experiment, or takes what an earlier run has measured, and writes its results and pictures.
fn reproduce(
    experiment: &Experiment,
    args: &ReproduceArgs,
    folder: &Path,
) -> Result<Report, CliError> {
    let id = experiment.id;
    let stem = if args.quick { format!("{id}-quick") } else { id.to_owned() };
    let rows = folder.join(format!("{stem}.rows"));
    if args.anew && rows.exists() {
        fs::remove_file(&rows).map_err(|error| CliError::file("remove", &rows, &error))?;
    }
    let setting = Setting { quick: args.quick, archive: args.archive.clone() };
    let progress = Progress::spinner();
    let mut watch = |row: &str| progress.say(format!("{id}: {row}"));
    let report = Workbench::open(id, setting, &rows, &mut watch)
        .and_then(|mut bench| Ok((experiment.run(&mut bench)?, bench.rows().clone())));
    let (report, rows) = report.map_err(|error| {
        failed(&error).with_hint("--anew measures everything again, --out keeps it elsewhere")
    })?;
    drop(progress);
    let rows = rows.iter().collect();
    let written = Written { report: &report, quick: args.quick, rows };
    let mut json = serde_json::to_vec_pretty(&written).expect("the values are plain data");
    json.push(b'\n');
    files::write(&folder.join(format!("{stem}.json")), &json, Overwrite::Always)?;
    write_pictures(folder, &report)?;
    Ok(report)
}

fn write_pictures(folder: &Path, report: &Report) -> Result<(), CliError> {
    for figure in report.figures() {
        let svg = figure.svg().map_err(|error| failed(&error))?;
        let path = folder.join(format!("{}.svg", figure.name));
        files::write(&path, svg.as_bytes(), Overwrite::Always)?;
    }
    Ok(())
}

/// Writes all reports into one document, and the pictures into a folder of its name beside it.
fn write_document(
    path: &Path,
    reports: &[Report],
    args: &ReproduceArgs,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let pictures: PathBuf = path.with_file_name(&stem);
    let mut text = heading(args);
    for report in reports {
        if report.figures().next().is_some() {
            make(&pictures)?;
            write_pictures(&pictures, report)?;
        }
        text += "\n";
        text += &report.markdown(&format!("{stem}/"));
    }
    files::write(path, text.as_bytes(), overwrite)
}

fn heading(args: &ReproduceArgs) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    let archive = if args.archive.is_some() { " --archive WTHOR" } else { "" };
    format!(
        "# The papers again\n\n\
         Written by `willow lab reproduce {}{quick}{archive} --write FILE` of Willow {}, not by hand.\n\n\
         Each section has the numbers of one document beside ours. All games and positions follow from \
         fixed seeds, so that the command prints the same again, except for times: they are of a machine \
         that other programs used meanwhile, and stand here because the papers have them.\n",
        args.ids.join(" "),
        env!("CARGO_PKG_VERSION"),
    )
}

fn make(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))
}
