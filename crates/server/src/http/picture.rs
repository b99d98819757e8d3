//! The picture of a board that other programs show beside a link: a PNG with a palette.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use quick_cache::sync::Cache;
use willow_board::{Color, Position, Square};

/// The size that previews of links are made for, in pixels.
pub(super) const WIDTH: usize = 1200;
pub(super) const HEIGHT: usize = 630;

/// The side of a square in pixels, with the line at its left and upper edge.
const SQUARE: usize = 72;
const LINE: usize = 2;
const BOARD: usize = 8 * SQUARE + LINE;
const LEFT: usize = (WIDTH - BOARD) / 2;
const TOP: usize = (HEIGHT - BOARD) / 2;

/// The radius of a disc, and the centre of a square, in pixels.
const RADIUS: f32 = 29.0;
const CENTER: f32 = (SQUARE + LINE) as f32 / 2.0;

/// The samples of a pixel in each direction.
const SAMPLES: u8 = 4;

/// The shades between the field and a disc, for its edge.
const SHADES: u8 = 16;

type Rgb = [u8; 3];

const GROUND: Rgb = [0x24, 0x1c, 0x16];
const FIELD: Rgb = [0x25, 0x79, 0x4d];
const INK: Rgb = [0x0d, 0x3a, 0x22];
const BLACK: Rgb = [0x14, 0x16, 0x17];
const WHITE: Rgb = [0xf8, 0xf6, 0xf0];

/// The first colours of the palette. The shades of both discs follow.
const GROUND_INDEX: u8 = 0;
const INK_INDEX: u8 = 1;
const FIRST_SHADE: u8 = 2;

/// The pictures that were asked for lately, by their discs. Each has some kilobytes.
static DRAWN: LazyLock<Cache<(u64, u64), Bytes>> = LazyLock::new(|| Cache::new(256));

/// Returns the picture of a position's board.
pub(super) fn board_png(position: &Position) -> Bytes {
    let discs = Color::ALL.map(|color| position.discs(color).bits());
    let drawn = DRAWN.get_or_insert_with(&(discs[0], discs[1]), || {
        Ok::<_, std::convert::Infallible>(Bytes::from(png(&pixels(position))))
    });
    let Ok(drawn) = drawn;
    drawn
}

/// Returns the indices of the pixels, row by row. Each row begins with a byte that says how it is filtered: not at all.
fn pixels(position: &Position) -> Vec<u8> {
    let mut rows = vec![GROUND_INDEX; HEIGHT * (WIDTH + 1)];
    for (y, row) in rows.chunks_exact_mut(WIDTH + 1).enumerate() {
        let Some(y) = y.checked_sub(TOP).filter(|y| *y < BOARD) else { continue };
        for (x, pixel) in row[1 + LEFT..].iter_mut().take(BOARD).enumerate() {
            let is_line = x % SQUARE < LINE || y % SQUARE < LINE;
            *pixel = if is_line { INK_INDEX } else { shade(position, x, y) };
        }
    }
    rows
}

/// Returns the index of a pixel of the field or of a disc.
fn shade(position: &Position, x: usize, y: usize) -> u8 {
    let square = Square::from_index((y / SQUARE * 8 + x / SQUARE) as u32);
    let disc = square.and_then(|square| position.disc_at(square));
    let covered = disc.map_or(0, |_| coverage(x % SQUARE, y % SQUARE));
    let first = if disc == Some(Color::White) { FIRST_SHADE + SHADES + 1 } else { FIRST_SHADE };
    first + covered
}

/// Returns how much of a pixel a disc covers, from 0 to [`SHADES`].
fn coverage(x: usize, y: usize) -> u8 {
    let steps = || (0..SAMPLES).map(|step| (f32::from(step) + 0.5) / f32::from(SAMPLES));
    let distance = |at: usize, step: f32| at as f32 + step - CENTER;
    let points = steps().flat_map(|dx| steps().map(move |dy| (distance(x, dx), distance(y, dy))));
    points.filter(|(dx, dy)| dx * dx + dy * dy <= RADIUS * RADIUS).count() as u8
}

fn palette() -> Vec<u8> {
    let between = |disc: Rgb, part: u8| -> Rgb {
        let part = u16::from(part);
        std::array::from_fn(|channel| {
            let [field, disc] = [FIELD, disc].map(|color| u16::from(color[channel]));
            ((field * (u16::from(SHADES) - part) + disc * part) / u16::from(SHADES)) as u8
        })
    };
    let shades = [BLACK, WHITE].into_iter();
    let shades = shades.flat_map(|disc| (0..=SHADES).map(move |part| between(disc, part)));
    [GROUND, INK].into_iter().chain(shades).flatten().collect()
}

/// Writes a PNG with one byte a pixel.
fn png(rows: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend((WIDTH as u32).to_be_bytes());
    header.extend((HEIGHT as u32).to_be_bytes());
    // Eight bits a pixel, indices into a palette, the only compression and the only filters, not interlaced.
    header.extend([8, 3, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [
        (b"IHDR", header),
        (b"PLTE", palette()),
        (b"IDAT", compressed(rows)),
        (b"IEND", Vec::new()),
    ] {
        file.extend((data.len() as u32).to_be_bytes());
        let mut checksum = Crc::new();
        for part in [&kind[..], &data] {
            file.extend(part);
            checksum.update(part);
        }
        file.extend(checksum.sum().to_be_bytes());
    }
    file
}

fn compressed(rows: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(rows).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;

    use super::*;

    /// Reads the chunks of a PNG and their checksums.
    fn chunks(mut file: &[u8]) -> Vec<(String, Vec<u8>)> {
        file = file.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
        let mut chunks = Vec::new();
        while !file.is_empty() {
            let length = u32::from_be_bytes(file[..4].try_into().unwrap()) as usize;
            let mut checksum = Crc::new();
            checksum.update(&file[4..8 + length]);
            assert_eq!(checksum.sum().to_be_bytes(), file[8 + length..12 + length]);
            let kind = String::from_utf8(file[4..8].to_vec()).unwrap();
            chunks.push((kind, file[8..8 + length].to_vec()));
            file = &file[12 + length..];
        }
        chunks
    }

    #[test]
    fn the_discs_of_the_start_are_in_the_middle_of_the_picture() {
        let chunks = chunks(&board_png(&Position::START));
        let kinds: Vec<&str> = chunks.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["IHDR", "PLTE", "IDAT", "IEND"]);
        let mut rows = Vec::new();
        ZlibDecoder::new(&*chunks[2].1).read_to_end(&mut rows).unwrap();
        assert_eq!(rows.len(), HEIGHT * (WIDTH + 1));
        let palette: Vec<&[u8]> = chunks[1].1.chunks(3).collect();
        let color = |square: &str| {
            let square: Square = square.parse().unwrap();
            let (column, row) = (square.index() % 8, square.index() / 8);
            let (x, y) = (LEFT + column * SQUARE + 37, TOP + row * SQUARE + 37);
            palette[usize::from(rows[y * (WIDTH + 1) + 1 + x])]
        };
        for (square, wanted) in
            [("e4", BLACK), ("d5", BLACK), ("d4", WHITE), ("e5", WHITE), ("c3", FIELD)]
        {
            assert_eq!(color(square), wanted, "{square}");
        }
        assert_eq!(palette[usize::from(rows[1])], GROUND);
    }
}
