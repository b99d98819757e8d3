//! The law of weights files.

use std::sync::LazyLock;

use willow_eval::patterns::PatternNetwork;

/// The length of the format's name, after which the checksum stands.
const MAGIC: usize = 16;

/// The offset of what the checksum covers.
const BODY: usize = MAGIC + 8;

/// The file of the embedded weights.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| willow_eval::weights::weights().to_bytes());

/// Checks the input as a weights file, and the file of the embedded weights with the input written
/// over a part of it.
///
/// For the second check, the first four bytes of the input are the place of the damage, and the last
/// bits of the fifth say whether the file ends there (2) and has the right checksum (1). A file with
/// a wrong checksum must be rejected.
pub(crate) fn weights(input: &[u8]) {
    read_and_write(input);
    let Some(([place @ .., how], patch)) = input.split_first_chunk::<5>() else { return };
    let start = u32::from_le_bytes(*place) as usize % FILE.len();
    let end = FILE.len().min(start + patch.len());
    let mut bytes = FILE.clone();
    bytes[start..end].copy_from_slice(&patch[..end - start]);
    if how & 2 != 0 {
        bytes.truncate(end);
    }
    if how & 1 != 0 {
        mend_checksum(&mut bytes);
        read_and_write(&bytes);
    } else if bytes != *FILE {
        assert!(PatternNetwork::from_bytes(&bytes).is_err(), "the damage is not noticed");
    }
}

/// Checks that weights which are read are written and read back as the same.
fn read_and_write(bytes: &[u8]) {
    if let Ok(network) = PatternNetwork::from_bytes(bytes) {
        assert!(PatternNetwork::from_bytes(&network.to_bytes()) == Ok(network));
    }
}

/// Writes the checksum of the format, the 64-bit FNV-1a hash of what follows it.
fn mend_checksum(bytes: &mut [u8]) {
    let Some((head, body)) = bytes.split_at_mut_checked(BODY) else { return };
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    head[MAGIC..].copy_from_slice(&sum.to_le_bytes());
}
