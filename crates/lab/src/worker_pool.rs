//! A pool of worker threads whose results arrive in the order of the items.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::Result;

/// Processes items on `threads` threads and passes the results to `on_result`, in the order of the
/// items.
///
/// Every thread builds a worker (an engine, for example) with `new_worker` and processes one item
/// after the other with `process`. A thread takes an item as soon as it is free, so results may be
/// finished out of order. They are held back until all earlier ones were passed on.
///
/// # Errors
/// Those of `new_worker` and `on_result`. After the first one no further item is begun.
///
/// # Panics
/// If one of the functions panics.
pub(crate) fn process_in_order<I, W, R, E>(
    items: I,
    threads: usize,
    new_worker: impl Fn() -> Result<W, E> + Sync,
    process: impl Fn(&mut W, I::Item) -> R + Sync,
    mut on_result: impl FnMut(R) -> Result<()>,
) -> Result<()>
where
    I: Iterator + Send,
    R: Send,
    E: Into<anyhow::Error>,
{
    let queue = Mutex::new(items.enumerate());
    let (sender, results) = mpsc::channel();
    let work = |sender: mpsc::Sender<(usize, R)>| -> Result<()> {
        let mut worker = new_worker().map_err(Into::into)?;
        loop {
            // The lock is released before the item is processed.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, item)) = next else { return Ok(()) };
            // Nobody receives after an error.
            if sender.send((index, process(&mut worker, item))).is_err() {
                return Ok(());
            }
        }
    };
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads.max(1))
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(move || work(sender))
            })
            .collect();
        // The channel closes when the last worker is done.
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&next) {
                on_result(result)?;
                next += 1;
            }
        }
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use anyhow::{bail, ensure};

    use super::*;

    #[allow(clippy::unnecessary_wraps, reason = "the pool's type")]
    fn no_worker() -> Result<()> {
        Ok(())
    }

    fn squares(threads: usize, until: u64) -> (Vec<u64>, Result<()>) {
        let mut seen = Vec::new();
        // Later items take less work, so that they are finished before earlier ones.
        let square = |(): &mut (), n: u64| {
            let _: u64 = (0..(7 - n % 7) * 1000).map(std::hint::black_box).sum();
            n * n
        };
        let end = process_in_order(0..50_u64, threads, no_worker, square, |result| {
            seen.push(result);
            ensure!(result != until, "{result} is enough");
            Ok(())
        });
        (seen, end)
    }

    #[test]
    fn results_arrive_in_the_order_of_the_items_until_an_error() {
        for threads in [0, 1, 4, 60] {
            let (seen, end) = squares(threads, u64::MAX);
            assert_eq!(seen, (0..50).map(|n| n * n).collect::<Vec<u64>>());
            assert!(end.is_ok());
            let (seen, end) = squares(threads, 36);
            assert_eq!(seen, [0, 1, 4, 9, 16, 25, 36]);
            assert_eq!(end.unwrap_err().to_string(), "36 is enough");
        }
        let end = process_in_order(0.., 2, no_worker, |(), n: u64| n, |_| bail!("no"));
        assert!(end.is_err(), "an endless iterator ends");
        let end =
            process_in_order(0..3, 2, || -> Result<()> { bail!("no") }, |(), n| n, |_| Ok(()));
        assert!(end.is_err(), "a worker that cannot be built is an error");
    }

    #[test]
    fn every_thread_has_one_worker() {
        let built = AtomicUsize::new(0);
        let new_worker = || -> Result<usize> { Ok(built.fetch_add(1, Ordering::Relaxed)) };
        process_in_order(0..20, 3, new_worker, |_, n| n, |_| Ok(())).unwrap();
        assert_eq!(built.into_inner(), 3);
    }

    #[test]
    #[should_panic(expected = "left != right")]
    fn panics_are_passed_on() {
        let fail = |(): &mut (), n: u32| assert_ne!(n, 3);
        let _ = process_in_order(0..5, 2, no_worker, fail, |()| Ok(()));
    }
}
