//! The memory of the buckets.

use super::bucket::Bucket;

/// The memory of the buckets, which are empty at first.
#[cfg(any(unix, windows))]
pub(super) struct BucketMemory {
    /// The mapped memory; the buckets begin at its start.
    mapped: memmap2::MmapMut,
    n_buckets: usize,
}

#[cfg(any(unix, windows))]
impl BucketMemory {
    /// Maps pages of memory. The system zeroes each page when it is first used.
    pub(super) fn new(n_buckets: usize) -> BucketMemory {
        use std::alloc::{Layout, handle_alloc_error};
        let mapped =
            memmap2::MmapMut::map_anon(n_buckets * size_of::<Bucket>()).unwrap_or_else(|_| {
                handle_alloc_error(
                    Layout::array::<Bucket>(n_buckets).expect("the size was computed"),
                )
            });
        // Probes are far apart in memory. With huge pages (2 MiB) most of them hit the TLB. A
        // system without huge pages goes on with small ones.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        BucketMemory { mapped, n_buckets }
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        // SAFETY: `new` mapped memory for `n_buckets` buckets at the start of a page, and zeroes
        // are valid values of atomic integers.
        unsafe { std::slice::from_raw_parts(self.mapped.as_ptr().cast(), self.n_buckets) }
    }
}

/// The memory of the buckets on a system without memory maps, such as a browser.
#[cfg(not(any(unix, windows)))]
pub(super) struct BucketMemory(Box<[Bucket]>);

#[cfg(not(any(unix, windows)))]
impl BucketMemory {
    pub(super) fn new(n_buckets: usize) -> BucketMemory {
        BucketMemory(std::iter::repeat_with(Bucket::default).take(n_buckets).collect())
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        &self.0
    }
}
