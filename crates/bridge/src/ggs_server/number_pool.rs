//! The numbers of requests and of matches.
//!
//! As on GGS, a number that is free again waits behind all others: a command that comes late for what is
//! over does not hit something new.

use std::collections::VecDeque;

/// How many numbers there are at first, and how many come at once.
const STEP: u32 = 8;

/// With fewer free numbers than this, more are made.
const LEAST_FREE: usize = 64;

/// Numbers that are taken and given back.
#[derive(Clone, Debug)]
pub(crate) struct NumberPool {
    free: VecDeque<u32>,
    next: u32,
}

impl Default for NumberPool {
    fn default() -> NumberPool {
        NumberPool { free: (0..STEP).collect(), next: STEP }
    }
}

impl NumberPool {
    /// Returns the number that has been free for longest.
    pub(crate) fn take(&mut self) -> u32 {
        if self.free.len() < LEAST_FREE {
            self.free.extend(self.next..self.next + STEP);
            self.next += STEP;
        }
        // There are several: more were just made if not.
        self.free.pop_front().unwrap_or_default()
    }

    /// Gives a number back.
    pub(crate) fn put_back(&mut self, number: u32) {
        self.free.push_back(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_was_given_back_is_used_again_late() {
        let mut pool = NumberPool::default();
        let first = pool.take();
        pool.put_back(first);
        let taken: Vec<u32> = (0..15).map(|_| pool.take()).collect();
        assert_eq!(taken, (1..16).collect::<Vec<u32>>());
        assert_eq!(pool.take(), 0);
    }

    #[test]
    fn no_number_is_taken_twice() {
        let mut pool = NumberPool::default();
        let taken: std::collections::BTreeSet<u32> = (0..1000).map(|_| pool.take()).collect();
        assert_eq!(taken.len(), 1000);
    }
}
