//! The recovery codes that were used since the start.

use std::collections::BTreeSet;

use super::TokenHash;

/// The recovery codes that were used since the start. The store has deleted them, but a client may
/// have found one there a moment before.
pub(super) type UsedCodes = BTreeSet<TokenHash>;
