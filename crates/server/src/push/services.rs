//! The push services to which the server may send.

use axum::http::Uri;

/// The longest address that is stored. Those of today's services have up to some 600 bytes.
const LONGEST: usize = 1024;

/// The services that the operator allows.
#[derive(Clone, Debug)]
pub(crate) struct PushServices {
    /// A host such as `push.example`, which stands for hosts below it too, or an origin such as
    /// `http://127.0.0.1:9000`, which stands for itself.
    names: Vec<String>,
}

/// An address to which a message may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) is_encrypted: bool,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) path: String,
}

impl PushServices {
    pub(crate) const fn new(names: Vec<String>) -> PushServices {
        PushServices { names }
    }

    /// Reads an address, if messages may be sent to it.
    pub(super) fn target(&self, endpoint: &str) -> Option<Target> {
        let uri: Uri = endpoint.parse().ok().filter(|_| endpoint.len() <= LONGEST)?;
        let is_encrypted = uri.scheme_str() == Some("https");
        let authority = uri.authority()?;
        let host = uri.host()?.to_ascii_lowercase();
        let port = authority.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        // A name before the host would not be part of it.
        let is_plain = !authority.as_str().contains('@');
        let target = Target {
            is_encrypted,
            host,
            port,
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        };
        (is_plain && self.names.iter().any(|name| is_named(name, &target))).then_some(target)
    }
}

impl Target {
    /// Returns the origin, as the claims of a signature name it.
    pub(super) fn origin(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }

    /// Returns host and port, as the header `Host` has them.
    pub(super) fn authority(&self) -> String {
        match (self.is_encrypted, self.port) {
            (true, 443) | (false, 80) => self.host.clone(),
            (_, port) => format!("{}:{port}", self.host),
        }
    }
}

/// Returns whether the operator's name stands for a target.
fn is_named(name: &str, target: &Target) -> bool {
    if name.contains("://") {
        return name.eq_ignore_ascii_case(&target.origin());
    }
    let below = target.host.strip_suffix(&name.to_ascii_lowercase());
    let is_below = below.is_some_and(|below| below.is_empty() || below.ends_with('.'));
    target.is_encrypted && target.port == 443 && is_below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Push;

    #[test]
    fn only_named_services_over_https_are_allowed() {
        let services = PushServices::new(Push::default().services);
        for allowed in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
            "https://web.push.apple.com/QGuQyavXutnMH",
            "https://FCM.googleapis.com:443/x",
        ] {
            assert!(services.target(allowed).is_some(), "{allowed}");
        }
        for refused in [
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com@127.0.0.1/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://evilfcm.googleapis.com.example/x",
            "https://evilpush.apple.com/x",
            "https://localhost/fcm.googleapis.com",
            "ftp://fcm.googleapis.com/x",
            "fcm.googleapis.com",
            "/x",
            "",
        ] {
            assert!(services.target(refused).is_none(), "{refused}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST));
        assert!(services.target(&long).is_none());
    }

    #[test]
    fn an_origin_of_the_operator_stands_for_itself() {
        let services = PushServices::new(vec!["http://127.0.0.1:9000".to_owned()]);
        let target = services.target("http://127.0.0.1:9000/push/1?a=b").unwrap();
        assert_eq!(
            (target.origin().as_str(), &*target.path),
            ("http://127.0.0.1:9000", "/push/1?a=b")
        );
        for refused in
            ["http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", "http://localhost:9000/x"]
        {
            assert!(services.target(refused).is_none(), "{refused}");
        }
    }
}
