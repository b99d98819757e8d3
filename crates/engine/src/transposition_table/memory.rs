//! The memory of the buckets.

use super::bucket::Bucket;

/// The smallest page of any processor that Willow runs on, in bytes.
#[cfg(any(unix, windows))]
const MIN_PAGE_SIZE: usize = 4096;
#[cfg(any(unix, windows))]
const _: () = assert!(MIN_PAGE_SIZE.is_multiple_of(align_of::<Bucket>()), "pages align buckets");

/// The memory of the buckets, which are empty at first.
#[cfg(any(unix, windows))]
pub(super) struct BucketMemory {
    /// The mapped memory; the buckets begin at its start.
    mapped: memmap2::MmapMut,
    n_buckets: usize,
}

#[cfg(any(unix, windows))]
impl BucketMemory {
    /// Maps pages of memory. The system zeroes each page when it is first used. Returns `None` if the
    /// system refuses.
    pub(super) fn new(n_buckets: usize) -> Option<BucketMemory> {
        let n_bytes = n_buckets.checked_mul(size_of::<Bucket>())?;
        let mapped = memmap2::MmapMut::map_anon(n_bytes).ok()?;
        // Probes are far apart in memory. With huge pages (2 MiB) most of them hit the TLB. A
        // system without huge pages goes on with small ones.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        Some(BucketMemory { mapped, n_buckets })
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        // SAFETY: the length: `new` mapped `n_buckets * size_of::<Bucket>()` bytes, by `checked_mul`
        // and at most `isize::MAX` of them, or `map_anon` would have failed. The alignment: a
        // mapping begins at a page, and the assertion at `MIN_PAGE_SIZE` checks that pages align
        // buckets. The values: a page is zero at first, which is valid for the atomic integers of
        // a bucket, and only they write to it. The lifetime: the slice borrows `self`, which owns
        // the mapping and hands out no other access to it.
        unsafe { std::slice::from_raw_parts(self.mapped.as_ptr().cast(), self.n_buckets) }
    }
}

/// The memory of the buckets on a system without memory maps, such as a browser.
#[cfg(not(any(unix, windows)))]
pub(super) struct BucketMemory(Box<[Bucket]>);

#[cfg(not(any(unix, windows)))]
impl BucketMemory {
    /// Allocates the buckets. Returns `None` if there is no memory for them.
    pub(super) fn new(n_buckets: usize) -> Option<BucketMemory> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(n_buckets).ok()?;
        buckets.resize_with(n_buckets, Bucket::default);
        Some(BucketMemory(buckets.into_boxed_slice()))
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        &self.0
    }
}
