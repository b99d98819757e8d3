//! The levels of x86-64 processors.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A level of the x86-64 psABI: a set of instructions that a build may use.
///
/// <https://gitlab.com/x86-psABIs/x86-64-ABI> (section "Micro-Architecture Levels") lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Up to SSE4.2 and POPCNT: processors since 2009.
    V2,
    /// AVX2, BMI2, FMA: since 2013.
    V3,
    /// AVX-512 with its BW, CD, DQ and VL parts: since 2017.
    V4,
}

/// The text is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a level is v2, v3 or v4")]
pub struct ParseLevelError;

impl Level {
    /// All levels, lowest first.
    pub const ALL: [Level; 3] = [Level::V2, Level::V3, Level::V4];

    /// The level that this code was compiled for.
    pub const COMPILED: Level = if cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512cd",
        target_feature = "avx512dq",
        target_feature = "avx512vl"
    )) {
        Level::V4
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) {
        Level::V3
    } else {
        Level::V2
    };

    /// Returns the level as the compiler's option `target-cpu` has it.
    pub const fn target_cpu(self) -> &'static str {
        match self {
            Level::V2 => "x86-64-v2",
            Level::V3 => "x86-64-v3",
            Level::V4 => "x86-64-v4",
        }
    }

    /// Returns the highest level whose instructions this processor has.
    #[cfg(target_arch = "x86_64")]
    pub fn of_this_processor() -> Level {
        let has_v3 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe");
        let has_v4 = has_v3
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (has_v4, has_v3) {
            (true, _) => Level::V4,
            (_, true) => Level::V3,
            _ => Level::V2,
        }
    }
}

impl fmt::Display for Level {
    /// Writes `v2`, `v3` or `v4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.target_cpu().trim_start_matches("x86-64-"))
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        Level::ALL.into_iter().find(|level| level.to_string() == text).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("x86-64-v3".parse::<Level>(), Err(ParseLevelError));
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn this_processor_has_the_level_that_the_test_was_compiled_for() {
        assert!(Level::COMPILED <= Level::of_this_processor());
    }
}
