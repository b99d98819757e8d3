//! Telnet's option bytes: parsed and ignored.

/// Tells a telnet client that the server echoes, so that it shows no password: IAC WILL ECHO.
pub const ECHO_OFF: [u8; 3] = [IAC, WILL, ECHO];

/// Tells the client to echo again: IAC WONT ECHO.
pub const ECHO_ON: [u8; 3] = [IAC, WONT, ECHO];

/// "Interpret as command": the byte before every command (RFC 854).
const IAC: u8 = 255;
/// Asks the other side to stop an option.
const DONT: u8 = 254;
/// Refuses or ends an option.
const WONT: u8 = 252;
/// Offers an option.
const WILL: u8 = 251;
/// Begins the parameters of an option.
const SB: u8 = 250;
/// Ends the parameters.
const SE: u8 = 240;
/// The option of echoing what is typed (RFC 857).
const ECHO: u8 = 1;

/// Removes telnet's commands from a stream of bytes (RFC 854).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum TelnetFilter {
    /// Plain data.
    #[default]
    Data,
    /// After IAC.
    Command,
    /// After IAC and WILL, WONT, DO or DONT: the option follows.
    Option,
    /// In a subnegotiation, which ends with IAC SE.
    Sub,
    /// After IAC in a subnegotiation.
    SubCommand,
}

impl TelnetFilter {
    /// Takes the next byte and returns it if it is data.
    pub(crate) fn take(&mut self, byte: u8) -> Option<u8> {
        let (next, data) = match (*self, byte) {
            (TelnetFilter::Data, IAC) => (TelnetFilter::Command, None),
            (TelnetFilter::Data, data) => (TelnetFilter::Data, Some(data)),
            (TelnetFilter::Command, IAC) => (TelnetFilter::Data, Some(IAC)),
            (TelnetFilter::Command, SB) | (TelnetFilter::SubCommand, IAC) => {
                (TelnetFilter::Sub, None)
            }
            (TelnetFilter::Command, WILL..=DONT) => (TelnetFilter::Option, None),
            (TelnetFilter::Command | TelnetFilter::Option, _) | (TelnetFilter::SubCommand, SE) => {
                (TelnetFilter::Data, None)
            }
            (TelnetFilter::Sub, IAC) => (TelnetFilter::SubCommand, None),
            (TelnetFilter::Sub | TelnetFilter::SubCommand, _) => (TelnetFilter::Sub, None),
        };
        *self = next;
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(bytes: &[u8]) -> Vec<u8> {
        let mut filter = TelnetFilter::default();
        bytes.iter().filter_map(|&byte| filter.take(byte)).collect()
    }

    #[test]
    fn telnet_negotiation_is_removed() {
        // DO SUPPRESS-GO-AHEAD, WILL TERMINAL-TYPE, and a window size in a subnegotiation.
        let start = b"\xff\xfd\x03\xff\xfb\x18\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0who\r\n";
        assert_eq!(data(start), b"who\r\n");
    }

    #[test]
    fn a_doubled_iac_is_data_and_a_command_is_not() {
        assert_eq!(data(b"a\xff\xffb\xff\xf1c"), b"a\xffbc");
    }
}
