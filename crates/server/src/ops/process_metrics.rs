//! Metrics of the process and of the disk, read when somebody asks. What a system does not tell is left out.

use std::fmt::{Debug, Error};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
#[cfg(unix)]
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};

/// The process, under the names that all exporters for Prometheus use.
#[derive(Debug)]
pub(super) struct ProcessMetrics {
    pub(super) start: SystemTime,
}

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), Error> {
        let mut gauge = |name, help, value: Option<u64>| match value {
            Some(value) => encode_as(&mut encoder, name, help, &ConstGauge::new(value as i64)),
            None => Ok(()),
        };
        gauge("process_resident_memory_bytes", "memory of the process", resident_bytes())?;
        gauge("process_open_fds", "open files and connections", open_descriptors())?;
        let start = self.start.duration_since(UNIX_EPOCH).ok().map(|time| time.as_secs());
        gauge("process_start_time_seconds", "when the server started", start)?;
        gauge("process_max_fds", "the limit of open files and connections", max_descriptors())?;
        #[cfg(unix)]
        encode_as(
            &mut encoder,
            "process_cpu_seconds",
            "processor time",
            &ConstCounter::new(processor_seconds()),
        )?;
        Ok(())
    }
}

/// The folder of the database.
#[derive(Debug)]
pub(super) struct DiskMetrics(pub(super) PathBuf);

impl Collector for DiskMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), Error> {
        if let Some(bytes) = free_bytes(&self.0) {
            let (name, help) = ("disk_free_bytes", "free space on the disk of the database");
            encode_as(&mut encoder, name, help, &ConstGauge::new(bytes as i64))?;
        }
        let sizes = Family::<[(&'static str, &'static str); 1], Gauge>::default();
        for file in ["willow.db", "willow.db-wal"] {
            let size = fs::metadata(self.0.join(file)).map_or(0, |file| file.len());
            sizes.get_or_create_owned(&[("file", file)]).set(size as i64);
        }
        encode_as(&mut encoder, "database_bytes", "sizes of the files of the database", &sizes)
    }
}

fn encode_as(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    metric: &impl EncodeMetric,
) -> Result<(), Error> {
    metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(1024 * resident.trim().trim_end_matches(" kB").parse::<u64>().ok()?)
}

fn open_descriptors() -> Option<u64> {
    // The folder itself is open while it is read.
    Some((fs::read_dir("/proc/self/fd").ok()?.count() as u64).saturating_sub(1))
}

#[cfg(unix)]
fn max_descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(unix)]
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

#[cfg(not(unix))]
fn max_descriptors() -> Option<u64> {
    None
}

#[cfg(not(unix))]
fn free_bytes(_folder: &Path) -> Option<u64> {
    None
}
