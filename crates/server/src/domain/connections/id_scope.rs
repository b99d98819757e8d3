//! To whom the ids of commands belong.

use sha2::{Digest, Sha256};
use willow_protocol::{ClientWord, RequestId};

use crate::domain::TokenHash;

/// The client to which the ids of a connection belong.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdScope {
    /// The token with which the connection is logged in.
    token: Option<TokenHash>,
    /// The random word of the client.
    word: Option<ClientWord>,
}

impl IdScope {
    pub(crate) fn set_token(&mut self, token: TokenHash) {
        self.token = Some(token);
    }

    pub(crate) fn set_word(&mut self, word: ClientWord) {
        self.word = Some(word);
    }

    /// Returns the digest of an id of this client.
    pub(crate) fn key(&self, id: &RequestId) -> u64 {
        let mut digest = Sha256::new();
        match (&self.word, &self.token) {
            (Some(word), _) => digest.update(word.as_str()),
            (None, Some(token)) => digest.update(token.0),
            (None, None) => {}
        }
        // No word and no id has a blank.
        digest.update(b" ");
        digest.update(id.as_str());
        first_64_bits(digest)
    }
}

/// Returns the first bits of a digest.
pub(crate) fn first_64_bits(digest: Sha256) -> u64 {
    let bytes: [u8; 32] = digest.finalize().into();
    let [a, b, c, d, e, f, g, h, ..] = bytes;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
