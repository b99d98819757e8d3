//! The legal-move kernel: computes the squares on which a player may place a disc.
//!
//! There is one file for each instruction set, all with the same function signatures. The kernel is
//! chosen at compile time, as for [`crate::flip`].

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
        pub(crate) use portable::count_continuations;
        pub(crate) use simd128::legal_moves;
    }
    all(target_arch = "aarch64", target_feature = "neon", not(feature = "kernel-portable")) => {
        pub(crate) use neon::legal_moves;
        pub(crate) use portable::count_continuations;
    }
    any(feature = "kernel-portable", not(target_feature = "avx2")) => {
        pub(crate) use portable::{count_continuations, legal_moves};
    }
    all(
        target_feature = "avx512cd",
        target_feature = "avx512vl",
        target_feature = "avx512vpopcntdq",
        not(feature = "kernel-avx2"),
    ) => {
        pub(crate) use avx512::{count_continuations, legal_moves};
    }
    all(target_feature = "avx512cd", target_feature = "avx512vl", not(feature = "kernel-avx2")) => {
        pub(crate) use avx512::legal_moves;
        pub(crate) use portable::count_continuations;
    }
    _ => {
        pub(crate) use avx2::legal_moves;
        pub(crate) use portable::count_continuations;
    }
}
