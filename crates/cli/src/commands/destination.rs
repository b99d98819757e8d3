//! The address and TLS options of a game server.

use willow_client::{Destination, Tls};

use crate::args::TlsArgs;
use crate::error::CliError;

/// The default port of the line protocol.
const PORT: u16 = 7710;

/// Returns the server of the command line.
pub(super) fn destination(host: &str, tls: &TlsArgs) -> Result<Destination, CliError> {
    let server = Destination::from(with_port(host));
    let tls = match &tls.ca {
        Some(file) => Tls::of_file(file),
        None if tls.tls => Tls::of_system(),
        None => return Ok(server),
    };
    Ok(server.encrypted(tls.map_err(CliError::failed)?))
}

/// Adds the default port to a host without one.
fn with_port(host: &str) -> String {
    let bare_v6 = host.matches(':').count() > 1 && !host.starts_with('[');
    match host.rsplit_once(':') {
        _ if bare_v6 => format!("[{host}]:{PORT}"),
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{PORT}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_a_port_gets_the_usual_one() {
        assert_eq!(with_port("localhost"), "localhost:7710");
        assert_eq!(with_port("localhost:99"), "localhost:99");
        assert_eq!(with_port("::1"), "[::1]:7710");
        assert_eq!(with_port("[::1]:99"), "[::1]:99");
    }
}
