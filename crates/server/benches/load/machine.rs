//! The description of the machine.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::latency::Latencies;
use crate::options::Options;

/// The number of syncs that are measured.
const SYNCS: usize = 200;

/// Describes the machine: processors, load average, duration of a sync.
pub(crate) fn describe(options: &Options) -> io::Result<String> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let model = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned());
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown").to_owned();
    let folder = crate::server_process::folder(options)?;
    let [median, worst] = sync_times(folder.path())?.percentiles([50.0, 99.0]);
    Ok(format!(
        "{processors} x {model}; load average before: {load}; \
         a sync of 16 KiB to the disk: median {median:.2} ms, 99 % {worst:.2} ms"
    ))
}

fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_once(": ").map(|(_, value)| value.to_owned())
}

/// Measures how long the disk takes to sync 16 KiB: no move can be faster.
fn sync_times(folder: &Path) -> io::Result<Latencies> {
    let mut file = File::create(folder.join("sync"))?;
    let mut times = Latencies::default();
    for _ in 0..SYNCS {
        file.write_all(&[7; 16 * 1024])?;
        let began = Instant::now();
        file.sync_data()?;
        times.push(began.elapsed().max(Duration::from_micros(1)));
    }
    Ok(times)
}
