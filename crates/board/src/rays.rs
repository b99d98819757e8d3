//! Rays: the squares in each direction from a square, along which discs are bracketed.

/// The squares in each of the eight directions from one square, without the square itself.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Rays {
    /// Towards higher indices: east, south-west, south, south-east.
    pub(crate) upward: [u64; 4],
    /// Towards lower indices: west, north-east, north, north-west.
    pub(crate) downward: [u64; 4],
}

/// The rays of every square, by square index. The rays of a square fill one cache line, so that computing
/// flips reads only one.
pub(crate) static RAYS: [Rays; 64] = rays_of_all_squares();

/// Column and row steps in the order of [`Rays::upward`]; the opposite steps give [`Rays::downward`].
const UPWARD_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

const fn rays_of_all_squares() -> [Rays; 64] {
    let mut all = [Rays { upward: [0; 4], downward: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (column, row) = UPWARD_STEPS[direction];
            all[square].upward[direction] = ray(square as i32, column, row);
            all[square].downward[direction] = ray(square as i32, -column, -row);
            direction += 1;
        }
        square += 1;
    }
    all
}

const fn ray(square: i32, column_step: i32, row_step: i32) -> u64 {
    let mut bits = 0;
    let (mut column, mut row) = (square % 8 + column_step, square / 8 + row_step);
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        bits |= 1 << (8 * row + column);
        column += column_step;
        row += row_step;
    }
    bits
}
