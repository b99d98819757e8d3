//! Seals a message so that one browser alone can read it: RFC 8291 with one record of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use thiserror::Error;

use crate::domain::PushAddress;

/// The length of a public key of P-256, uncompressed.
pub(crate) const PUBLIC_KEY: usize = 65;

/// The length of the secret that a browser shares with the server.
pub(crate) const SECRET: usize = 16;

/// The length of the random salt of a message in bytes (RFC 8188).
const SALT: usize = 16;

/// The size of a record, which has the whole message.
const RECORD: u32 = 4096;

/// Length of a padded message in bytes. All messages have the same, so that their length reveals nothing to the
/// push service.
const PADDED: usize = 512;

/// The mark of the last record, which stands between text and padding.
const LAST: u8 = 2;

/// Why a message cannot be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum SealError {
    #[error("the browser's key is not a point of the curve")]
    Key,
    #[error("the text is too long")]
    Text,
    #[error("the system has no random numbers now")]
    Random,
}

/// Seals a text of fewer than 512 bytes for a browser.
pub(super) fn seal(to: &PushAddress, text: &[u8]) -> Result<Vec<u8>, SealError> {
    let random = SystemRandom::new();
    let mut salt = [0; SALT];
    let no_random = |_| SealError::Random;
    random.fill(&mut salt).map_err(no_random)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(no_random)?;
    let public = own.compute_public_key().map_err(no_random)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &to.public_key);
    let sealed =
        agree_ephemeral(own, &theirs, |shared| seal_with(shared, public.as_ref(), salt, to, text));
    sealed.map_err(|_| SealError::Key)?.map_err(|_| SealError::Text)
}

/// Seals a text with a secret of both keys.
fn seal_with(
    shared: &[u8],
    public: &[u8],
    salt: [u8; SALT],
    to: &PushAddress,
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    if text.len() >= PADDED {
        return Err(Unspecified);
    }
    let mut record = text.to_vec();
    record.push(LAST);
    record.resize(PADDED, 0);
    seal_record(shared, public, salt, to, record)
}

/// Seals a record whose padding is in it.
fn seal_record(
    shared: &[u8],
    public: &[u8],
    salt: [u8; SALT],
    to: &PushAddress,
    mut record: Vec<u8>,
) -> Result<Vec<u8>, Unspecified> {
    let info = [b"WebPush: info\0", &to.public_key[..], public].concat();
    let input = derive::<32>(&to.secret, shared, &info)?;
    let key = derive::<16>(&salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce = derive::<12>(&salt, &input, b"Content-Encoding: nonce\0")?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let length = u8::try_from(public.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &record].concat())
}

/// The length of a derived value.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives `N` bytes from a secret.
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Result<[u8; N], Unspecified> {
    let mut derived = [0; N];
    let secret = Salt::new(HKDF_SHA256, salt).extract(secret);
    secret.expand(&[info], Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;

    use super::*;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_is_sealed_as_there() {
        let bytes = |text: &str| BASE64.decode(text).unwrap();
        let to = PushAddress {
            endpoint: String::new(),
            public_key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let record = b"When I grow up, I want to be a watermelon\x02".to_vec();
        let sealed = seal_record(&shared, &public, salt, &to, record).unwrap();
        let wanted = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                      mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                      pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64.encode(sealed), wanted);
    }

    #[test]
    fn a_key_that_is_no_point_and_a_text_that_is_too_long_are_refused() {
        let to = |public_key: Vec<u8>| PushAddress {
            endpoint: String::new(),
            public_key,
            secret: vec![1; SECRET],
        };
        assert_eq!(seal(&to(vec![4; PUBLIC_KEY]), b"text"), Err(SealError::Key));
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let point = to(own.compute_public_key().unwrap().as_ref().to_vec());
        let lengths = [1, 100, PADDED - 1].map(|n| seal(&point, &vec![b'x'; n]).unwrap().len());
        assert_eq!(lengths, [lengths[0]; 3], "the length tells nothing");
        assert_eq!(seal(&point, &[b'x'; PADDED]), Err(SealError::Text));
    }
}
