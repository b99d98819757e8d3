/* tslint:disable */
/* eslint-disable */

/**
 * A move that was played.
 */
export class Played {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The squares whose discs the move flipped, direction by direction, the nearest first.
     */
    readonly flipped: string[];
    /**
     * The position after the move: 64 cells, a blank and the side to move.
     */
    readonly position: string;
}

/**
 * A mistake in the input. The client throws it as a `RulesError`.
 */
export class Problem {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The character in the line, counted from 1.
     */
    readonly column: number | undefined;
    /**
     * The line of a text, counted from 1.
     */
    readonly line: number | undefined;
    /**
     * What is wrong, in English.
     */
    readonly message: string;
    /**
     * What kind of mistake it is, for programs: a `RulesProblem` of `web/src/rules/types.ts`.
     */
    readonly problem: string;
}

/**
 * A game or a position of a text.
 */
export class ReadEntry {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The name of Black's player, or nothing.
     */
    readonly black: string;
    /**
     * Whether it is a game. A position has no moves and no names.
     */
    readonly isGame: boolean;
    /**
     * The moves, passes as `pass`.
     */
    readonly moves: string[];
    /**
     * The position after the last move.
     */
    readonly position: string;
    /**
     * The position at the start.
     */
    readonly start: string;
    /**
     * The name of White's player, or nothing.
     */
    readonly white: string;
}

/**
 * A file of any format, also a binary one.
 */
export class RecordFile {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes a file with the names of players or tournaments for the numbers in a WTHOR file. Returns whether it is
     * one.
     */
    addNames(bytes: Uint8Array | number[]): boolean;
    /**
     * Takes the bytes of a file. Nothing is read yet.
     */
    constructor(bytes: Uint8Array | number[]);
    /**
     * Reads the next games and positions, at most so many, those that are wrong among them. Each is seven
     * texts: `game` or `position`; its start, empty if it is the usual one; the moves without passes, such
     * as `f5d6c3`; the names of Black's and of White's player; remarks and variations, as `branches.rs`
     * says; the event with its date.
     */
    read(most: number): string[];
    /**
     * Returns what is wrong with the first of them.
     */
    readonly firstFailure: Problem | undefined;
    /**
     * Returns whether the file is one of names, which has no games of its own.
     */
    readonly hasNamesOnly: boolean;
    /**
     * Returns whether everything was read.
     */
    readonly isAtEnd: boolean;
    /**
     * Returns the number of games and positions so far that could not be read.
     */
    readonly nFailures: number;
}

/**
 * A game up to one of its plies.
 */
export class Replayed {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The squares whose discs the last move flipped.
     */
    readonly flipped: string[];
    /**
     * Whether neither side can move.
     */
    readonly isOver: boolean;
    /**
     * The move that led to the position, if it is not the start.
     */
    readonly lastMove: string | undefined;
    /**
     * The legal moves of the side to move.
     */
    readonly legal: string[];
    /**
     * All moves of the game, passes as `pass`.
     */
    readonly moves: string[];
    /**
     * Whether the side to move has no move, but the other side has one.
     */
    readonly mustPass: boolean;
    /**
     * The number of plies played.
     */
    readonly ply: number;
    /**
     * The position after the ply.
     */
    readonly position: string;
}

/**
 * Returns the squares whose discs a move turns, direction by direction, the nearest first. None if the
 * move is not legal.
 *
 * # Errors
 * The texts must be a position and a square.
 */
export function flips(position: string, square: string): string[];

/**
 * Reports whether neither side can move.
 *
 * # Errors
 * The text must be a position.
 */
export function isOver(position: string): boolean;

/**
 * Returns the legal moves of the side to move, from a1 to h8.
 *
 * # Errors
 * The text must be a position.
 */
export function legalMoves(position: string): string[];

/**
 * Reports whether the side to move has no move, but the other side has one.
 *
 * # Errors
 * The text must be a position.
 */
export function mustPass(position: string): boolean;

/**
 * Plays a move: a square, or `pass`.
 *
 * # Errors
 * The move must be legal in the position.
 */
export function play(position: string, mv: string): Played;

/**
 * Reads all games and positions of a text, in any format.
 *
 * # Errors
 * The first mistake, with its place.
 */
export function read(text: string): ReadEntry[];

/**
 * Plays moves from a start, the usual one unless it is named, up to a ply, the last one unless it is
 * named. Passes may be left out.
 *
 * # Errors
 * Every move must be legal, also behind the ply.
 */
export function replay(start: string | null | undefined, moves: string[], ply?: number | null): Replayed;

/**
 * Returns what is unusual about a position that somebody has set up: `over`, `must-pass`,
 * `empty-centre`, `apart`.
 *
 * # Errors
 * The text must be a position.
 */
export function setUpRemarks(position: string): string[];

/**
 * Returns a subset of the stable discs of both sides, a1 to h8.
 *
 * # Errors
 * The text must be a position.
 */
export function stableDiscs(position: string): string[];

/**
 * Writes a game, or its last position if the format holds positions.
 *
 * # Errors
 * Every move must be legal, and the format must be able to hold the game.
 */
export function write(start: string | null | undefined, moves: string[], black: string, white: string, format: string): string;

/** Fetches and starts the module. */
export default function (): Promise<unknown>;
/** Starts a module whose bytes are there. */
export function initSync(module: { module: BufferSource }): { readonly memory: WebAssembly.Memory };
