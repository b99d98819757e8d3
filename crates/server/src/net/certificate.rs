//! What clients would object to in a certificate, and whoever can read its key.

use std::path::Path;

use axum::http::Uri;
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{self, CertificateError, RootCertStore};
use willow_protocol::ArchiveDate;

/// Returns what is wrong with a chain for the server of an address, as the end of a sentence.
pub(super) fn objections(
    chain: &[CertificateDer<'_>],
    public_url: Option<&str>,
    now: UnixTime,
) -> Vec<String> {
    let Some(certificate) = chain.first().and_then(|first| ParsedCertificate::try_from(first).ok())
    else {
        return vec!["cannot be read".to_owned()];
    };
    let mut objections: Vec<String> =
        check_chain(&certificate, chain, now).err().and_then(objection).into_iter().collect();
    let url = public_url.and_then(|url| url.parse::<Uri>().ok());
    if let Some(host) = url.as_ref().and_then(Uri::host)
        && let Ok(name) = ServerName::try_from(host.trim_matches(['[', ']']))
        && verify_server_name(&certificate, &name).is_err()
    {
        objections.push(format!("is not for {host}, the host of `public-url`"));
    }
    objections
}

/// Checks the chain up to its last certificate. Whom clients trust is not known here.
fn check_chain(
    certificate: &ParsedCertificate<'_>,
    chain: &[CertificateDer<'_>],
    now: UnixTime,
) -> Result<(), rustls::Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(chain.last().cloned().map(CertificateDer::into_owned));
    let algorithms = ring::default_provider().signature_verification_algorithms.all;
    verify_server_cert_signed_by_trust_anchor(certificate, &roots, &chain[1..], now, algorithms)
}

fn objection(error: rustls::Error) -> Option<String> {
    let date = |time: UnixTime| {
        let date = ArchiveDate::of_millis(time.as_secs().saturating_mul(1000));
        date.map(|date| date.to_string()).unwrap_or_default()
    };
    Some(match error {
        // The certificate of the authority is not in the file. It may have the same name as the server's.
        rustls::Error::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => return None,
        rustls::Error::InvalidCertificate(CertificateError::ExpiredContext {
            not_after, ..
        }) => format!("expired on {}", date(not_after)),
        rustls::Error::InvalidCertificate(CertificateError::NotValidYetContext {
            not_before,
            ..
        }) => format!("is not valid before {}", date(not_before)),
        // The error has no type of its own here.
        error if error.to_string().contains("CaUsedAsEndEntity") => {
            "is that of an authority, not of a server: make one with basicConstraints CA:FALSE"
                .to_owned()
        }
        error => format!("is refused by clients: {error}"),
    })
}

/// Returns whether others than the owner may read a key. A group may be there for the server; where the owner
/// itself reads the key, it is not.
#[cfg(unix)]
pub(super) fn is_exposed(key: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid();
    let reads_as_owner = |owner: u32| owner == user.as_raw() && !user.is_root();
    std::fs::metadata(key).is_ok_and(|key| {
        key.mode() & 0o007 != 0 || (key.mode() & 0o070 != 0 && reads_as_owner(key.uid()))
    })
}

#[cfg(not(unix))]
pub(super) fn is_exposed(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

    use super::*;

    const URL: Option<&str> = Some("https://club.example");

    /// The 1st of September 2026.
    const NOW: UnixTime = UnixTime::since_unix_epoch(Duration::from_hours(496_728));

    fn params(name: &str) -> CertificateParams {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2026, 3, 1);
        params.not_after = rcgen::date_time_ymd(2026, 10, 1);
        params
    }

    fn own(params: &CertificateParams) -> Vec<CertificateDer<'static>> {
        vec![params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().clone()]
    }

    #[test]
    fn a_good_certificate_is_not_objected_to_whoever_signed_it() {
        assert_eq!(objections(&own(&params("club.example")), URL, NOW), [""; 0]);
        assert_eq!(objections(&own(&params("other.example")), None, NOW), [""; 0]);
        let mut authority = params("authority.example");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority =
            CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let signed = params("club.example").signed_by(&key, &authority).unwrap().der().clone();
        let chain = [signed, authority.der().clone()];
        assert_eq!(objections(&chain, URL, NOW), [""; 0]);
        assert_eq!(objections(&chain[..1], URL, NOW), [""; 0], "the authority is elsewhere");
    }

    #[test]
    fn clients_object_to_times_names_and_authorities() {
        let chain = own(&params("club.example"));
        let later = |days: u64| {
            let time = NOW.as_secs() + days * 86_400;
            UnixTime::since_unix_epoch(Duration::from_secs(time))
        };
        assert_eq!(objections(&chain, URL, later(40)), ["expired on 2026-10-01"]);
        let early = UnixTime::since_unix_epoch(Duration::from_secs(1_700_000_000));
        assert_eq!(objections(&chain, URL, early), ["is not valid before 2026-03-01"]);
        let elsewhere = objections(&chain, Some("https://willow.example:8443"), NOW);
        assert_eq!(elsewhere, ["is not for willow.example, the host of `public-url`"]);
        let mut authority = params("club.example");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let found = objections(&own(&authority), URL, NOW);
        assert!(found[0].starts_with("is that of an authority"), "{found:?}");
    }
}
