//! The address and TLS options of a game server.

use willow_protocol::client::{ClientError, Credentials, Destination, Retry, Tls, WrongPort, host};

use crate::args::TlsArgs;
use crate::error::{CliError, io_reason};
use crate::output;

/// The default port of the line protocol.
const PORT: u16 = 7710;

/// Returns the server of the command line.
pub(super) fn destination(host: &str, tls: &TlsArgs) -> Result<Destination, CliError> {
    if let Some((scheme, rest)) = host.split_once("://") {
        let name = rest.split(['/', ':']).next().unwrap_or_default();
        let tls = if matches!(scheme, "https" | "wss") { " --tls" } else { "" };
        let error = CliError::usage(format!("`{host}` is a URL, and not HOST or HOST:PORT"));
        let hint = format!(
            "type `{name}{tls}`: the port of the line protocol is {PORT} unless you name another"
        );
        return Err(error.with_hint(hint));
    }
    let server = Destination::from(with_port(host, PORT));
    let tls = match &tls.ca {
        Some(file) => Tls::of_file(file),
        None if tls.tls => Tls::of_system(),
        None => return Ok(server),
    };
    Ok(server.encrypted(tls.map_err(CliError::failed)?))
}

/// Returns the error of a client, with a hint about what to do.
pub(super) fn client_error(error: &ClientError) -> CliError {
    let hint = match error {
        ClientError::WrongPort { address, speaks: WrongPort::Http } => {
            let host = host(address);
            let hint = format!(
                "type `{host}`, or `{host}:PORT` with the port of the line protocol ({PORT} by default)"
            );
            return CliError::failed(error).with_hint(hint);
        }
        ClientError::UnknownHost { .. } => "check the name of the server, and your network",
        ClientError::Unreachable { .. } => "check that the server is running, and its port",
        ClientError::Encryption(_) => "trust the server's certificate with --ca FILE",
        ClientError::Protocol(_) => "check the port: it may belong to another program",
        _ => return CliError::failed(error),
    };
    CliError::failed(error).with_hint(hint)
}

/// Writes a note about a server that cannot be reached.
pub(super) fn note_retry(retry: &Retry<'_>) {
    let Retry { address, error, left, .. } = retry;
    let (reason, seconds) = (io_reason(error), left.as_secs());
    output::note(&format!("cannot reach {address}: {reason}; trying again for up to {seconds} s"));
}

/// Adds a default port to a host without one.
pub(super) fn with_port(host: &str, port: u16) -> String {
    let bare_v6 = host.matches(':').count() > 1 && !host.starts_with('[');
    match host.rsplit_once(':') {
        _ if bare_v6 => format!("[{host}]:{port}"),
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{port}"),
    }
}

/// Returns the credentials of the command line or the environment, if there are any. A name, which is
/// a guest's, comes first.
pub(super) fn credentials(
    name: Option<&String>,
    token: Option<&String>,
) -> Result<Option<Credentials>, CliError> {
    if let Some(name) = name {
        let name = name.parse().map_err(CliError::usage)?;
        return Ok(Some(Credentials::Guest(Some(name))));
    }
    let token = token.cloned().or_else(|| std::env::var("WILLOW_TOKEN").ok());
    Ok(token.map(Credentials::Token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_a_port_gets_the_usual_one() {
        let with_port = |host| with_port(host, PORT);
        assert_eq!(with_port("localhost"), "localhost:7710");
        assert_eq!(with_port("localhost:99"), "localhost:99");
        assert_eq!(with_port("::1"), "[::1]:7710");
        assert_eq!(with_port("[::1]:99"), "[::1]:99");
    }
}
