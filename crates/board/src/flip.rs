//! The flip kernel: computes the discs that a move flips.
//!
//! There is one file for each instruction set, all with the same function signatures. The kernel is
//! chosen at compile time. The portable kernel is always compiled, and the others are tested
//! against it.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[allow(unsafe_code, reason = "calls into code that needs AVX2")]
#[allow(dead_code, reason = "every kernel is compiled for its tests; one is used")]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
#[allow(unsafe_code, reason = "calls into code that needs AVX-512")]
#[allow(dead_code, reason = "every kernel is compiled for its tests; one is used")]
pub(crate) mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[allow(unsafe_code, reason = "calls into code that needs NEON")]
#[allow(dead_code, reason = "every kernel is compiled for its tests; one is used")]
pub(crate) mod neon;
#[allow(dead_code, reason = "every kernel is compiled for its tests; one is used")]
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;

cfg_select! {
    all(target_arch = "wasm32", target_feature = "simd128", not(feature = "kernel-portable")) => {
        pub(crate) use simd128::flips;
        pub(crate) const KERNEL: &str = "simd128";
    }
    all(target_arch = "aarch64", target_feature = "neon", not(feature = "kernel-portable")) => {
        pub(crate) use neon::flips;
        pub(crate) const KERNEL: &str = "neon";
    }
    any(feature = "kernel-portable", not(target_feature = "avx2")) => {
        pub(crate) use portable::flips;
        pub(crate) const KERNEL: &str = "portable";
    }
    all(
        target_feature = "avx512cd",
        target_feature = "avx512vl",
        not(feature = "kernel-avx2"),
    ) => {
        pub(crate) use avx512::flips;
        pub(crate) const KERNEL: &str = "avx512";
    }
    _ => {
        pub(crate) use avx2::flips;
        pub(crate) const KERNEL: &str = "avx2";
    }
}
