//! The addresses at which people open the web client.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};

use willow_server::Config;

/// Who is to reach the web client, by the options of the command line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// Whether the browser of this machine is opened.
    pub(super) open: bool,
    /// Whether the addresses in the local network are printed.
    pub(super) lan: bool,
}

/// Makes both ports listen on all IPv4 addresses of this machine.
pub(super) fn listen_for_network(config: &mut Config) {
    config.listen.set_ip(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    config.http.set_ip(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

/// The addresses of the web client of a server.
#[derive(Clone, Debug)]
pub(super) struct WebAddresses {
    /// Whether the server gives the client out.
    is_served: bool,
    scheme: &'static str,
    public: Option<String>,
    reach: Reach,
    http: SocketAddr,
}

impl WebAddresses {
    /// Takes what the configuration says.
    pub(super) fn new(config: &Config, reach: Reach) -> WebAddresses {
        let scheme = if config.has_https() { "https" } else { "http" };
        let public = config.public_url.clone();
        WebAddresses { is_served: config.web, scheme, public, reach, http: config.http }
    }

    /// Records the address on which the server listens: its port may have been free to choose.
    pub(super) const fn started(&mut self, http: SocketAddr) {
        self.http = http;
    }

    /// Writes a line for each address, if there is a client.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_served {
            return Ok(());
        }
        writeln!(out, "web client: {}", self.own())?;
        if self.reach.lan {
            match address_in_network() {
                Ok(ip) => {
                    let url = self.url(SocketAddr::new(ip, self.http.port()));
                    writeln!(out, "in your network: {url}")?;
                }
                Err(error) => eprintln!("note: no network found ({error})"),
            }
        }
        self.public.iter().try_for_each(|url| writeln!(out, "links use: {url}"))
    }

    /// Opens the browser, if this is wanted. The server runs on if it cannot.
    pub(super) fn open(&self) {
        if !(self.reach.open && self.is_served) {
            return;
        }
        let url = self.own();
        if let Err(error) = browse(&url) {
            eprintln!("note: cannot open a browser ({error}); open {url} yourself");
        }
    }

    /// Returns the address on this machine.
    fn own(&self) -> String {
        let mut address = self.http;
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        self.url(address)
    }

    fn url(&self, address: SocketAddr) -> String {
        format!("{}://{address}/", self.scheme)
    }
}

/// Returns the address by which this machine reaches others. No packet is sent.
fn address_in_network() -> io::Result<IpAddr> {
    // An address for documentation (RFC 5737), so nobody has it.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect(ELSEWHERE)?;
    Ok(socket.local_addr()?.ip())
}

/// Shows a page in the user's browser, by the program that the platform has for it.
fn browse(url: &str) -> io::Result<()> {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(config: &Config, http: &str) -> String {
        let mut web = WebAddresses::new(config, Reach::default());
        web.started(http.parse().unwrap());
        let mut out = Vec::new();
        web.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_address_of_this_machine_is_written() {
        let config = Config::default();
        assert_eq!(written(&config, "127.0.0.1:4000"), "web client: http://127.0.0.1:4000/\n");
        assert_eq!(written(&config, "0.0.0.0:4000"), "web client: http://127.0.0.1:4000/\n");
        assert_eq!(written(&config, "[::1]:4000"), "web client: http://[::1]:4000/\n");
        assert_eq!(written(&Config { web: false, ..config }, "127.0.0.1:4000"), "");
    }

    #[test]
    fn links_and_the_network_have_addresses_of_their_own() {
        let mut config =
            Config { public_url: Some("https://club.example".into()), ..Config::default() };
        assert!(written(&config, "127.0.0.1:1").ends_with("links use: https://club.example\n"));
        listen_for_network(&mut config);
        assert_eq!(config.http.to_string(), "0.0.0.0:7711");
        assert_eq!(config.listen.to_string(), "0.0.0.0:7710");
    }
}
