//! A tenth of the load for a long time: the memory should not grow.

use std::io;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::measure::{LoadTest, Setting, mib};
use crate::options::Options;
use crate::server_process::folder;

/// How often the memory is read.
const STEP: Duration = Duration::from_mins(1);

/// The first part of the soak that does not count, because caches fill.
const SETTLING: f64 = 0.3;

/// Plays for some time and prints the memory each minute.
pub(crate) async fn run(options: &Options, time: Duration) -> io::Result<()> {
    let whole = Setting::goal(options);
    let setting = Setting { pairs: whole.pairs / 10, lobby: whole.lobby / 40, ..whole };
    println!(
        "\n## {} games and {} more clients for {} minutes\n",
        setting.pairs,
        setting.lobby,
        time.as_secs() / 60
    );
    let mut test = LoadTest::begin(options, setting, folder(options)?).await?;
    println!("| minute | moves/s | median ms | 99 % ms | server MiB | database MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let began = Instant::now();
    let mut samples = Vec::new();
    while began.elapsed() < time {
        sleep(Duration::ZERO).await;
        let measured = test.measure(STEP.min(time)).await?;
        let minute = began.elapsed().as_secs_f64() / 60.0;
        let [median, p99, _] = measured.latency;
        println!(
            "| {minute:.0} | {:.0} | {median:.2} | {p99:.2} | {:.1} | {:.0} |",
            measured.moves_per_second,
            mib(measured.memory),
            measured.database as f64 / f64::from(1 << 20)
        );
        samples.push((minute, mib(measured.memory)));
    }
    let settled = (samples.len() as f64 * SETTLING) as usize;
    println!("\nMemory grew by {:.2} MiB an hour.", 60.0 * slope(&samples[settled..]));
    Ok(())
}

/// Returns the slope of the linear regression of points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).sum::<f64>() / n;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    above / below
}
