//! Prefetching of cache lines.

/// Asks the processor to load the cache line at this address before its use.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction needs SSE, which the `cfg` above guarantees: every x86-64 processor
        // has it. A prefetch is a hint that reads and writes no memory of the program and raises no
        // fault, whatever the address, so the pointer needs no check.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: the instruction is a hint of every 64-bit ARM processor: it reads and writes no memory of the
    // program and raises no fault, whatever the address, so the pointer needs no check.
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{}]",
            in(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}
