//! Measures how late the timers of a runtime fire: a task that does not give way delays all others.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::metrics::{EventLoop, Metrics};

/// The time between two measurements.
const PERIOD: Duration = Duration::from_millis(100);

/// Measures the delays of the runtime that runs this, forever. Timers fire up to a millisecond late
/// anyway, because the runtime counts in milliseconds.
pub(crate) async fn measure_delays(metrics: Arc<Metrics>, event_loop: EventLoop) {
    loop {
        let due = Instant::now() + PERIOD;
        sleep_until(due).await;
        metrics.event_loop_delay(event_loop, due.elapsed());
    }
}
