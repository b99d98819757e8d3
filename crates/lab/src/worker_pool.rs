//! A pool of worker threads whose results arrive in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Processes items on `threads` threads and passes the results to `on_result`, in the order of the
/// items.
///
/// Every thread builds a worker (an engine, for example) with `new_worker` and processes one item
/// after the other with `process`. A thread takes an item as soon as it is free, so results may be
/// finished out of order. They are held back until all earlier ones were passed on. After
/// [`ControlFlow::Break`] no further item is begun, and the value of the break is returned.
///
/// # Panics
/// If one of the functions panics.
pub(crate) fn process_in_order<I, W, R, B>(
    items: I,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    process: impl Fn(&mut W, I::Item) -> R + Sync,
    mut on_result: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    I: Iterator + Send,
    R: Send,
{
    let queue = Mutex::new(items.enumerate());
    let (sender, results) = mpsc::channel();
    let work = |sender: mpsc::Sender<(usize, R)>| {
        let mut worker = new_worker();
        loop {
            // The lock is released before the item is processed.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, item)) = next else { return };
            // Nobody receives after a break.
            if sender.send((index, process(&mut worker, item))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let work = &work;
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(move || work(sender));
        }
        // The channel closes when the last worker is done.
        drop(sender);
        deliver_in_order(results, &mut on_result)
    })
}

/// Passes results on in the order of their indices.
fn deliver_in_order<R, B>(
    results: mpsc::Receiver<(usize, R)>,
    on_result: &mut impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (index, result) in results {
        early.insert(index, result);
        while let Some(result) = early.remove(&next) {
            on_result(result)?;
            next += 1;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn squares(threads: usize, until: u64) -> (Vec<u64>, ControlFlow<u64>) {
        let mut seen = Vec::new();
        // Later items take less time, so that they are finished before earlier ones.
        let square = |(): &mut (), n: u64| {
            thread::sleep(Duration::from_micros(100 * (n % 7)));
            n * n
        };
        let end = process_in_order(
            0..50_u64,
            threads,
            || (),
            square,
            |result| {
                seen.push(result);
                if result == until { ControlFlow::Break(result) } else { ControlFlow::Continue(()) }
            },
        );
        (seen, end)
    }

    #[test]
    fn results_arrive_in_the_order_of_the_items() {
        let expected: Vec<u64> = (0..50).map(|n| n * n).collect();
        for threads in [0, 1, 4, 60] {
            assert_eq!(squares(threads, u64::MAX), (expected.clone(), ControlFlow::Continue(())));
        }
    }

    #[test]
    fn a_break_ends_the_work() {
        for threads in [1, 4] {
            let (seen, end) = squares(threads, 36);
            assert_eq!((seen, end), (vec![0, 1, 4, 9, 16, 25, 36], ControlFlow::Break(36)));
        }
        let begun = AtomicUsize::new(0);
        let count = |(): &mut (), _| begun.fetch_add(1, Ordering::Relaxed);
        let end = process_in_order(0.., 2, || (), count, ControlFlow::Break);
        assert!(end.is_break(), "an endless iterator ends");
    }

    #[test]
    fn every_thread_has_one_worker() {
        let built = AtomicUsize::new(0);
        let new_worker = || built.fetch_add(1, Ordering::Relaxed);
        let _ =
            process_in_order(0..20, 3, new_worker, |_, n| n, |_| ControlFlow::<()>::Continue(()));
        assert_eq!(built.into_inner(), 3);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn panics_are_passed_on() {
        let fail = |(): &mut (), n: u32| assert_ne!(n, 3);
        let _ = process_in_order(0..5, 2, || (), fail, |()| ControlFlow::<()>::Continue(()));
    }
}
