//! Reading numbers from a stream. All are little-endian.

use std::io::{self, Read};

use willow_board::DiscDiff;
use willow_eval::Score;

use super::foreign::{ImportError, RecordProblem};

/// A stream of numbers, with the place in it.
pub(super) struct Numbers<R> {
    stream: R,
    at: u64,
}

impl<R: Read> Numbers<R> {
    pub(super) fn new(stream: R) -> Numbers<R> {
        Numbers { stream, at: 0 }
    }

    /// Returns the number of bytes that were read.
    pub(super) const fn at(&self) -> u64 {
        self.at
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// The stream ends before.
    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ImportError> {
        self.record()?.ok_or(ImportError::CutOff { at: self.at })
    }

    /// Reads bytes; `None` where the stream ends.
    ///
    /// # Errors
    /// The stream ends in the middle of them.
    pub(super) fn record<const N: usize>(&mut self) -> Result<Option<[u8; N]>, ImportError> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.stream.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(ImportError::CutOff { at: self.at + filled as u64 }),
                Ok(number) => filled += number,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(ImportError::Read(error)),
            }
        }
        self.at += N as u64;
        Ok(Some(bytes))
    }
}

/// Returns the number at an index of a record.
macro_rules! number_at {
    ($name:ident, $type:ty) => {
        pub(super) fn $name(bytes: &[u8], at: usize) -> $type {
            let bytes = &bytes[at..at + size_of::<$type>()];
            <$type>::from_le_bytes(bytes.try_into().expect("the slice has the size of the number"))
        }
    };
}

number_at!(u64_at, u64);
number_at!(u32_at, u32);
number_at!(i32_at, i32);
number_at!(i16_at, i16);
number_at!(u16_at, u16);

/// Returns a score of discs.
pub(super) fn score_of(discs: i32) -> Result<Score, RecordProblem> {
    Ok(Score::from_disc_diff(disc_diff_of(discs)?))
}

/// Returns a disc difference that was read.
pub(super) fn disc_diff_of(discs: i32) -> Result<DiscDiff, RecordProblem> {
    DiscDiff::new(discs).map_err(|_| RecordProblem::Value(discs))
}
