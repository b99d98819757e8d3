//! The option bytes of telnet: understood, and answered by nothing.

/// Tells a telnet client that the server echoes, so that it shows no password: IAC WILL ECHO.
pub const ECHO_OFF: [u8; 3] = [IAC, WILL, ECHO];

/// Lets the client echo again: IAC WONT ECHO.
pub const ECHO_ON: [u8; 3] = [IAC, WONT, ECHO];

const IAC: u8 = 255;
const DONT: u8 = 254;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;
const ECHO: u8 = 1;

/// Takes telnet's commands out of a stream of bytes (RFC 854).
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
    fn what_a_telnet_client_sends_at_the_start_is_taken_out() {
        // DO SUPPRESS-GO-AHEAD, WILL TERMINAL-TYPE, and a window size in a subnegotiation.
        let start = b"\xff\xfd\x03\xff\xfb\x18\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0who\r\n";
        assert_eq!(data(start), b"who\r\n");
    }

    #[test]
    fn a_doubled_byte_stands_for_itself_and_a_command_for_nothing() {
        assert_eq!(data(b"a\xff\xffb\xff\xf1c"), b"a\xffbc");
    }
}
