//! Where the buckets lie.

use super::bucket::Bucket;

/// So many buckets, empty at first.
#[cfg(any(unix, windows))]
pub(super) struct Memory {
    /// Holds the buckets, from its beginning on.
    mapped: memmap2::MmapMut,
    n_buckets: usize,
}

#[cfg(any(unix, windows))]
impl Memory {
    /// Takes pages from the system, which zeroes them when they are first touched.
    pub(super) fn new(n_buckets: usize) -> Memory {
        use std::alloc::{Layout, handle_alloc_error};
        let mapped =
            memmap2::MmapMut::map_anon(n_buckets * size_of::<Bucket>()).unwrap_or_else(|_| {
                handle_alloc_error(
                    Layout::array::<Bucket>(n_buckets).expect("the size was computed"),
                )
            });
        // Every probe is far from the last: with pages of 2 MiB the processor finds it without reading
        // the page tables first. A system that has none goes on with small ones.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        Memory { mapped, n_buckets }
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        // SAFETY: `new` mapped so many buckets at the start of a page, and zeroes are valid values of
        // atomic integers.
        unsafe { std::slice::from_raw_parts(self.mapped.as_ptr().cast(), self.n_buckets) }
    }
}

/// So many buckets, empty at first, where there are no pages to map: in a browser.
#[cfg(not(any(unix, windows)))]
pub(super) struct Memory(Box<[Bucket]>);

#[cfg(not(any(unix, windows)))]
impl Memory {
    pub(super) fn new(n_buckets: usize) -> Memory {
        Memory(std::iter::repeat_with(Bucket::default).take(n_buckets).collect())
    }

    pub(super) fn buckets(&self) -> &[Bucket] {
        &self.0
    }
}
