//! Games and positions of a text of any length, of which a part is in memory.

use std::io::{self, BufReader, Read};

use thiserror::Error;

use crate::encodings::{Piece, TextDecoder};
use crate::read::{MAX_ENTRY_MIB, MAX_LINE, TextEntries, TextState, wthor_entry};
use crate::wthor::{GAME, HEADER, WthorError, WthorGame, WthorHeader, WthorNames};
use crate::{Format, InputEntry, InputLocation, ReadError, ReadProblem, WthorFile};

/// The bytes that are read at once.
const PIECE: u64 = 1 << 24;
/// The longest entry, in bytes.
const MAX_ENTRY: usize = MAX_ENTRY_MIB << 20;
/// An entry is sure if so many bytes follow it: its end may depend on the next lines with content.
const LOOK_AHEAD: usize = 4 * MAX_LINE;

/// Why a stream ends early, or what is wrong with an entry.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// An entry is wrong. The next one follows, if the format shows where it begins.
    #[error(transparent)]
    Entry(#[from] ReadError),
    /// The stream cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An iterator over the games and positions of a text of any length, and over its errors, as
/// [`entries`](crate::entries) gives them.
#[derive(Debug)]
pub struct EntryStream<R> {
    input: R,
    decoder: TextDecoder,
    text: String,
    /// Where the last whole line of the text ends.
    whole: usize,
    state: TextState,
    /// Whether the format is known: a line with content was found.
    is_detected: bool,
    end: StreamEnd,
    sizes: StreamSizes,
}

/// What follows the text that is in memory.
#[derive(Debug)]
enum StreamEnd {
    /// More text.
    Ahead,
    /// Nothing.
    Reached,
    /// An error that is still to be told.
    Failed(StreamError),
}

#[derive(Clone, Copy, Debug)]
struct StreamSizes {
    piece: u64,
    max_entry: usize,
    look_ahead: usize,
}

impl<R: Read> EntryStream<R> {
    /// Reads a text of which the caller has read the beginning. It shows the character set.
    ///
    /// # Errors
    /// The character set that `CA` names is unknown, or the input cannot be read.
    pub fn new(beginning: Vec<u8>, input: R) -> Result<EntryStream<R>, StreamError> {
        let sizes = StreamSizes { piece: PIECE, max_entry: MAX_ENTRY, look_ahead: LOOK_AHEAD };
        EntryStream::with_sizes(beginning, input, sizes)
    }

    fn with_sizes(
        mut beginning: Vec<u8>,
        mut input: R,
        sizes: StreamSizes,
    ) -> Result<EntryStream<R>, StreamError> {
        let length = beginning.len();
        let is_whole = input.by_ref().take(sizes.piece).read_to_end(&mut beginning)? == 0;
        // A character may be cut off at the end.
        let sample = match beginning[..length].iter().rposition(|&byte| byte == b'\n') {
            Some(end) if !is_whole => &beginning[..end],
            _ => &beginning[..],
        };
        let at_start = |problem| ReadError { location: InputLocation::START, game: None, problem };
        let decoder = TextDecoder::of_beginning(sample).map_err(at_start)?;
        let mut stream = EntryStream {
            input,
            decoder,
            text: String::new(),
            whole: 0,
            state: TextState::of(Format::Transcript),
            is_detected: false,
            end: StreamEnd::Ahead,
            sizes,
        };
        stream.add(&beginning, if is_whole { Piece::Last } else { Piece::Inner });
        Ok(stream)
    }

    /// Decodes bytes, and adds them to the text.
    fn add(&mut self, bytes: &[u8], piece: Piece) {
        let begin = self.text.len();
        let mut decoded = self.decoder.decode(bytes, piece, &mut self.text);
        if let Some(zero) = self.text[begin..].find('\0') {
            self.text.truncate(begin + zero);
            decoded = Err(ReadProblem::NotText);
        }
        match decoded {
            Ok(()) if piece == Piece::Last => self.end = StreamEnd::Reached,
            Ok(()) => {}
            Err(problem) => {
                let location = self.state.counter.clone().locate(&self.text, self.text.len());
                let error = ReadError { location, game: None, problem };
                self.end = StreamEnd::Failed(error.into());
            }
        }
        // A `\r` at the end may be the first half of an end of line.
        let but_last = &self.text.as_bytes()[..self.text.len().saturating_sub(1)];
        let last_return = || but_last.iter().rposition(|&byte| byte == b'\r');
        let end_of_line = self.text.rfind('\n').or_else(last_return);
        self.whole = match self.end {
            StreamEnd::Ahead => end_of_line.map_or(0, |end| end + 1),
            StreamEnd::Reached | StreamEnd::Failed(_) => self.text.len(),
        };
    }

    /// Forgets the text that was read, and reads more.
    fn read_more(&mut self) -> Result<(), StreamError> {
        let offset = self.state.offset;
        self.state.counter = self.state.counter.cut(&self.text, offset);
        self.text.drain(..offset);
        self.state.offset = 0;
        if self.sizes.max_entry <= self.text.len() {
            // What stands before the line that is too long is not sure without it.
            let is_line = self.whole <= self.sizes.look_ahead;
            let offset = if is_line { self.whole } else { 0 };
            let location = self.state.counter.locate(&self.text, offset);
            let problem = ReadProblem::LongEntry;
            return Err(ReadError { location, game: None, problem }.into());
        }
        let mut bytes = Vec::new();
        self.input.by_ref().take(self.sizes.piece).read_to_end(&mut bytes)?;
        self.add(&bytes, if bytes.is_empty() { Piece::Last } else { Piece::Inner });
        Ok(())
    }

    /// Finds out the format, unless only blank lines and comments have come so far.
    fn detect(&mut self) -> Result<(), ReadError> {
        let text = &self.text[self.state.offset..self.whole];
        match TextState::detect(text) {
            Ok(mut found) => {
                found.offset = self.state.offset;
                found.counter = self.state.counter.clone();
                self.state = found;
                self.is_detected = true;
            }
            Err(ReadProblem::Empty) if !matches!(self.end, StreamEnd::Reached) => {
                self.state.offset = self.whole;
            }
            Err(problem) => {
                let location = match problem {
                    ReadProblem::Empty => InputLocation::START,
                    _ => self.state.counter.locate(&self.text, self.state.offset),
                };
                return Err(ReadError { location, game: None, problem });
            }
        }
        Ok(())
    }

    /// Ends the stream.
    fn finish(&mut self) -> Option<StreamError> {
        self.text.clear();
        (self.whole, self.state.offset, self.is_detected) = (0, 0, true);
        match std::mem::replace(&mut self.end, StreamEnd::Reached) {
            StreamEnd::Failed(error) => Some(error),
            StreamEnd::Ahead | StreamEnd::Reached => None,
        }
    }
}

impl<R: Read> Iterator for EntryStream<R> {
    type Item = Result<InputEntry, StreamError>;

    fn next(&mut self) -> Option<Result<InputEntry, StreamError>> {
        loop {
            if !self.is_detected
                && let Err(error) = self.detect()
            {
                return Some(Err(self.finish().unwrap_or(error.into())));
            }
            let text = &self.text[..self.whole];
            let mut entries = TextEntries { text, state: self.state.clone() };
            let entry = entries.next().filter(|_| self.is_detected);
            let state = entries.state;
            let is_sure = match self.end {
                StreamEnd::Ahead => state.offset + self.sizes.look_ahead <= self.whole,
                StreamEnd::Reached => true,
                // What the error has cut off is not an entry.
                StreamEnd::Failed(_) => state.offset < self.whole,
            };
            match entry {
                Some(entry) if is_sure => {
                    self.state = state;
                    return Some(entry.map_err(StreamError::Entry));
                }
                Some(_) => self.state.skip_to_begin_of(&state),
                None => self.state = state,
            }
            if !matches!(self.end, StreamEnd::Ahead) {
                return self.finish().map(Err);
            }
            if let Err(error) = self.read_more() {
                self.finish();
                return Some(Err(error));
            }
        }
    }
}

/// An iterator over the games of a WTHOR file of any length, one of which is in memory. A file that does not have
/// the length of its games ends with an error.
#[derive(Debug)]
pub struct WthorStream<'a, R> {
    input: BufReader<R>,
    names: &'a WthorNames,
    header: WthorHeader,
    game: [u8; GAME],
    index: usize,
    is_ended: bool,
}

impl<'a, R: Read> WthorStream<'a, R> {
    /// Reads the header.
    ///
    /// # Errors
    /// It is not that of a file of games, or the input cannot be read.
    pub fn new(input: R, names: &'a WthorNames) -> Result<WthorStream<'a, R>, StreamError> {
        let mut input = BufReader::new(input);
        let mut bytes = Vec::with_capacity(HEADER);
        input.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let error = |problem| error_at(0, problem);
        let header = WthorHeader::of_games(&bytes).map_err(|problem| error(problem.into()))?;
        if header.n_games == 0 {
            return Err(error(ReadProblem::Empty));
        }
        Ok(WthorStream { input, names, header, game: [0; GAME], index: 0, is_ended: false })
    }

    /// Returns the header.
    pub const fn header(&self) -> &WthorHeader {
        &self.header
    }

    /// Returns the game that was read last, as it stands in the file.
    pub const fn game_bytes(&self) -> &[u8; GAME] {
        &self.game
    }

    /// Reads the bytes of the next game; `None` behind the last.
    fn read_game(&mut self) -> Result<Option<()>, StreamError> {
        let n_records = self.header.n_games as usize;
        let offset = WthorFile::offset(self.index);
        let mut bytes = Vec::with_capacity(GAME);
        self.input.by_ref().take(GAME as u64).read_to_end(&mut bytes)?;
        match <[u8; GAME]>::try_from(&*bytes) {
            Ok(game) if self.index < n_records => {
                self.game = game;
                Ok(Some(()))
            }
            _ if bytes.is_empty() && self.index == n_records => Ok(None),
            _ => {
                let behind = io::copy(&mut self.input, &mut io::sink())?;
                let expected = WthorFile::offset(n_records) as u64;
                let length = (offset + bytes.len()) as u64 + behind;
                let problem = WthorError::Length { n_records, expected, length };
                Err(error_at(offset, problem.into()))
            }
        }
    }
}

fn error_at(offset: usize, problem: ReadProblem) -> StreamError {
    ReadError { location: InputLocation::Binary { offset }, game: None, problem }.into()
}

impl<R: Read> Iterator for WthorStream<'_, R> {
    type Item = Result<InputEntry, StreamError>;

    fn next(&mut self) -> Option<Result<InputEntry, StreamError>> {
        if self.is_ended {
            return None;
        }
        let read = self.read_game().transpose();
        self.is_ended = !matches!(read, Some(Ok(())));
        Some(read?.and_then(|()| {
            let index = self.index;
            self.index += 1;
            let record = WthorGame::parse(&self.game).record(&self.header, self.names);
            let record = record.map_err(|at| at.shifted(WthorFile::offset(index)));
            Ok(wthor_entry(index, record)?)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wthor::{WthorDate, WthorWriter};
    use crate::{RecordedEnding, RecordedGame, RecordedResult, entries, transcript};

    const SIZES: StreamSizes = StreamSizes { piece: 50, max_entry: 5000, look_ahead: 400 };

    fn told<E: ToString>(entry: Result<InputEntry, E>) -> String {
        match entry {
            Ok(entry) => format!("{} {:?}", entry.location, entry.item),
            Err(error) => error.to_string(),
        }
    }

    fn streamed(bytes: &[u8]) -> Vec<String> {
        let (beginning, rest) = bytes.split_at(bytes.len().min(300));
        EntryStream::with_sizes(beginning.to_vec(), rest, SIZES).unwrap().map(told).collect()
    }

    #[test]
    fn a_stream_has_the_entries_of_the_whole_text() {
        let board = "  a b c d e f g h\n".to_owned() + &"1 - - - O X - - -\n".repeat(8);
        let tree = "2 (;GM[Othello]PB[村上]B[f5];)(;GM[Othello]PB[x]B[f5]W[f5];)\n";
        let lines = "f5d6\r\n# a remark\r\n\r\nf5d5\r\nf5d6c3\r\nd3c4\r\nf5\r\nf4\r\n";
        let pgn = "[Black \"a\"]\r\r1. f5 d6\r2. c3 1-0\r\r";
        let sgf = "(;GM[2];B[f5](;W[d6])(;W[f6]))\n";
        let repeated = [&board, tree, lines, pgn, sgf, "f5d6\n\nd3c4c5\n", "# a remark\n"];
        let mut texts = repeated.map(|text| text.repeat(100)).to_vec();
        texts.push("# a remark\n".repeat(1000) + "f5d6\nf5f6e6\n");
        for text in texts {
            let whole: Vec<String> = entries(text.as_bytes()).map(told).collect();
            assert!(streamed(text.as_bytes()) == whole, "{}", &text[..40]);
        }
    }

    #[test]
    fn a_stream_ends_at_what_cannot_be_read() {
        let last = |bytes: &[u8]| streamed(bytes).pop().unwrap();
        let many = "f5d6\n".repeat(200).into_bytes();
        let not_text = "line 201, column 3: binary data, or text that is not UTF-8";
        assert_eq!(last(&[&many[..], b"f5\0d6"].concat()), not_text);
        assert_eq!(last(b"\x7fELF\0"), not_text.replace("201, column 3", "1, column 5"));
        let not_utf8 = "line 201, column 3: a byte that is no character in UTF-8";
        assert_eq!(last(&[&many[..], b"f5\xff"].concat()), not_utf8);
        let long = [&many[..], &[b'f'; 6000]].concat();
        assert_eq!(last(&long), format!("line 201, column 1: {}", ReadProblem::LongEntry));
    }

    /// A file that is longer than any buffer, made while it is read.
    fn wthor(n_games: u32, n_written: usize) -> impl Read {
        let created = WthorDate { century: 20, month: 1, ..WthorDate::default() };
        let mut writer = WthorWriter::new(2026, created);
        let mut record = RecordedGame::new(transcript::parse("f5").unwrap());
        record.result = Some(RecordedResult { score: 2.0, ending: RecordedEnding::Board });
        let game = writer.game(&record).unwrap().bytes();
        writer.header.n_games = n_games;
        let header = io::Cursor::new(writer.header.bytes());
        header.chain(Repeated { game, n_left: n_written * GAME })
    }

    struct Repeated {
        game: [u8; GAME],
        n_left: usize,
    }

    impl Read for Repeated {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let begin = (GAME - self.n_left % GAME) % GAME;
            let n = bytes.len().min(self.n_left).min(GAME - begin);
            bytes[..n].copy_from_slice(&self.game[begin..begin + n]);
            self.n_left -= n;
            Ok(n)
        }
    }

    #[test]
    fn a_wthor_file_of_any_length_is_read_game_by_game() {
        let names = WthorNames::default();
        let n_games = 1 << 20;
        let stream = WthorStream::new(wthor(n_games, n_games as usize), &names).unwrap();
        assert_eq!(stream.flatten().count(), n_games as usize);
        for (n_written, length) in [(2, 152), (4, 288)] {
            let stream = WthorStream::new(wthor(3, n_written), &names).unwrap();
            let all: Vec<_> = stream.collect();
            assert_eq!(all.iter().filter(|game| game.is_ok()).count(), n_written.min(3));
            assert_eq!(
                all.last().unwrap().as_ref().unwrap_err().to_string(),
                format!(
                    "byte {}: 3 records make 220 bytes, but the file has {length}",
                    16 + 68 * n_written.min(3)
                )
            );
        }
    }
}
