//! `willow lab reproduce`: the experiments of the old programs' papers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use willow_files::Overwrite;
use willow_lab::reproduce::{
    CODE_DIGEST, EXPERIMENTS, Experiment, ExperimentReport, ExperimentSettings, GameArchive,
    LoggedCode, Measurements, UsedMeasurement,
};

use super::date::today;
use super::ladder;
use super::output::{failed, overwrite};
use crate::args::{LadderArgs, ReproduceArgs};
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The name of the folder of results in the user's data folder.
const FOLDER: &str = "reproductions";

/// The experiment that is a command of its own, and its subject.
const LADDER: (&str, &str) = ("x8", "all players on one ladder: an alias of `willow lab ladder`");

/// The games of a shortened ladder.
const QUICK_LADDER_GAMES: u32 = 100;

/// Runs the command.
pub(super) fn run(args: &ReproduceArgs) -> Result<Status, CliError> {
    if args.ids == ["list"] {
        return list();
    }
    if args.ids.iter().any(|id| id.eq_ignore_ascii_case(LADDER.0)) {
        return ladder::run_ladder(&ladder_args(args)?);
    }
    let experiments = experiments(&args.ids)?;
    let overwrite = overwrite(args.force);
    if let Some(path) = &args.write {
        files::check_free(path, overwrite)?;
    }
    let reports = match &args.from {
        Some(folder) => replay(&experiments, args, folder)?,
        None => measure(&experiments, args)?,
    };
    if let Some(path) = &args.write {
        write_document(path, &reports, args, overwrite)?;
    }
    Ok(Status::Done)
}

/// Returns the arguments of `willow lab ladder` that say the same.
fn ladder_args(args: &ReproduceArgs) -> Result<LadderArgs, CliError> {
    if args.ids.len() != 1 {
        return Err(CliError::usage("x8 is a command of its own, and runs alone")
            .with_hint("it is an alias of `willow lab ladder`"));
    }
    if args.archive.is_some()
        || args.anew
        || args.any_code
        || args.from.is_some()
        || args.write.is_some()
    {
        return Err(CliError::usage("x8 has the options --quick and --out only")
            .with_hint("`willow lab ladder` has more options"));
    }
    let out = match &args.out {
        Some(folder) => folder.clone(),
        None => files::data_folder()?.join(FOLDER).join("ladder"),
    };
    let games = if args.quick { QUICK_LADDER_GAMES } else { u32::MAX };
    Ok(LadderArgs { games, ..LadderArgs::with_defaults(out) })
}

/// Runs the experiments, prints their reports, and returns them.
fn measure(
    experiments: &[&Experiment],
    args: &ReproduceArgs,
) -> Result<Vec<ExperimentReport>, CliError> {
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => files::data_folder()?.join(FOLDER),
    };
    create_folder(&folder)?;
    let archive = args.archive.as_deref().map(GameArchive::open).transpose();
    let archive = archive.map_err(|error| failed(&error))?;
    let settings = ExperimentSettings { quick: args.quick, archive, today: today() };
    let mut reports = Vec::new();
    for experiment in experiments {
        let report = reproduce(experiment, args, &settings, &folder)?;
        output::print(&format!("{}\n", report.markdown("")))?;
        reports.push(report);
    }
    Ok(reports)
}

/// Computes the reports from the logs of a folder, prints them, and returns them. Nothing is
/// measured or written.
fn replay(
    experiments: &[&Experiment],
    args: &ReproduceArgs,
    folder: &Path,
) -> Result<Vec<ExperimentReport>, CliError> {
    let mut reports = Vec::new();
    for experiment in experiments {
        let rows = folder.join(format!("{}.rows", stem(experiment, args)));
        let settings =
            ExperimentSettings { quick: args.quick, archive: None, today: String::new() };
        let mut on_measure = |_: &str| ();
        let report = Measurements::replay(experiment.id, settings, &rows, &mut on_measure)
            .and_then(|mut measurements| experiment.run(&mut measurements));
        let report = report.map_err(|error| {
            failed(&error).with_hint("--from needs the whole log of a run with the same options")
        })?;
        output::print(&format!("{}\n", report.markdown("")))?;
        reports.push(report);
    }
    Ok(reports)
}

/// Returns the name of an experiment's files without their extensions.
fn stem(experiment: &Experiment, args: &ReproduceArgs) -> String {
    format!("{}{}", experiment.id, if args.quick { "-quick" } else { "" })
}

fn list() -> Result<Status, CliError> {
    let lines = EXPERIMENTS.iter().map(|experiment| (experiment.id, experiment.summary));
    let mut text = String::new();
    for (id, summary) in lines.chain([LADDER]) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id:<9} {summary}");
    }
    let _ = writeln!(text, "\nThe code of this program measures as {CODE_DIGEST}.");
    output::print(&text)?;
    Ok(Status::Done)
}

/// Returns the experiments with these identifiers, in the given order.
fn experiments(ids: &[String]) -> Result<Vec<&'static Experiment>, CliError> {
    if ids == ["all"] {
        return Ok(EXPERIMENTS.iter().collect());
    }
    let known = |id: &str| EXPERIMENTS.iter().find(|experiment| experiment.id == id);
    ids.iter()
        .map(|id| {
            known(&id.to_lowercase()).ok_or_else(|| {
                let error = CliError::usage(format!("there is no experiment `{id}`"));
                let ids: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
                error.with_hint(format!("there are: list, all, {}", ids.join(", ")))
            })
        })
        .collect()
}

/// The JSON file of an experiment.
#[derive(Serialize)]
struct ExperimentResults<'a> {
    #[serde(flatten)]
    report: &'a ExperimentReport,
    quick: bool,
    /// The measurements that the report used.
    rows: &'a [UsedMeasurement],
}

/// Runs an experiment with the measurements of earlier runs, and writes its results and figures.
fn reproduce(
    experiment: &Experiment,
    args: &ReproduceArgs,
    settings: &ExperimentSettings,
    folder: &Path,
) -> Result<ExperimentReport, CliError> {
    let id = experiment.id;
    let stem = stem(experiment, args);
    let rows = folder.join(format!("{stem}.rows"));
    if args.anew && rows.exists() {
        fs::remove_file(&rows).map_err(|error| CliError::file("remove", &rows, &error))?;
    }
    let progress = Progress::spinner();
    let mut on_measure = |name: &str| progress.say(format!("{id}: {name}"));
    let code = if args.any_code { LoggedCode::Any } else { LoggedCode::This };
    let report = Measurements::open(id, settings.clone(), &rows, code, &mut on_measure).and_then(
        |mut measurements| {
            let report = experiment.run(&mut measurements)?;
            Ok((report, measurements.used().to_vec()))
        },
    );
    let (report, rows) = report.map_err(|error| {
        failed(&error).with_hint("--anew measures everything again, --out keeps it elsewhere")
    })?;
    drop(progress);
    let results = ExperimentResults { report: &report, quick: args.quick, rows: &rows };
    let mut json = serde_json::to_vec_pretty(&results).expect("the values are plain data");
    json.push(b'\n');
    files::write(&folder.join(format!("{stem}.json")), &json, Overwrite::Always)?;
    write_figures(folder, &report)?;
    Ok(report)
}

fn write_figures(folder: &Path, report: &ExperimentReport) -> Result<(), CliError> {
    for figure in report.figures() {
        let svg = figure.svg().map_err(|error| failed(&error))?;
        let path = folder.join(format!("{}.svg", figure.name));
        files::write(&path, svg.as_bytes(), Overwrite::Always)?;
    }
    Ok(())
}

/// Writes all reports into one document, and the figures into a folder of the same name beside it.
fn write_document(
    path: &Path,
    reports: &[ExperimentReport],
    args: &ReproduceArgs,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let figures: PathBuf = path.with_file_name(&stem);
    let mut text = heading(args);
    for report in reports {
        if report.figures().next().is_some() {
            create_folder(&figures)?;
            write_figures(&figures, report)?;
        }
        text += "\n";
        text += &report.markdown(&format!("{stem}/"));
    }
    files::write(path, text.as_bytes(), overwrite)
}

/// Returns the beginning of the document: how it was made, and what is computed in it.
fn heading(args: &ReproduceArgs) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    let archive = if args.archive.is_some() { " --archive WTHOR" } else { "" };
    let from = if args.from.is_some() { " --from FOLDER" } else { "" };
    format!(
        "# The papers again\n\n\
         Written by `willow lab reproduce {}{quick}{archive}{from} --write FILE` of Willow {}, not by hand.\n\n\
         Each section has the figures of one document beside ours.\n\n\
         - Copied from the document: the figures in tables and columns called \"book\" or \"paper\", and the \
         quotations.\n\
         - Computed from measurements: all other figures, and the verdict. The verdict follows from a table of \
         claims by a rule, which stands beside it. A claim and its tolerance were chosen by hand.\n\
         - Neither: the paragraphs that begin with \"Comment\" and a date. They are remarks of the authors of \
         Willow, written on that day, and no measurement here supports them.\n\n\
         The end of each section says when and by which code its measurements were made. The code is named by \
         a digest of its sources; `willow lab reproduce list` prints that of a program. Games and positions \
         follow from fixed seeds. Times are of the machine that measured, and differ from run to run.\n",
        args.ids.join(" "),
        env!("CARGO_PKG_VERSION"),
    )
}

fn create_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))
}
