/* tslint:disable */
/* eslint-disable */

/**
 * What was found about a move: parts of a `MoveReport`. Plain values, because a reader of JSON would make the
 * module much larger.
 */
export class Finding {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a legal move of the position with the reply to it and its value in discs for the side that makes it.
     *
     * # Errors
     * The texts must be moves, the first of them legal.
     */
    addAlternative(mv: string, reply: string | null | undefined, value: number): void;
    /**
     * Takes the position before a move, the best line and the line of the move, each with that move first;
     * their certainty, and the depth in plies.
     *
     * # Errors
     * The texts must be a position, moves and a certainty, and the lines must begin with legal moves.
     */
    constructor(position: string, best: Line, played: Line, certainty: string, depth: number);
}

/**
 * A line of moves with its value.
 */
export class Line {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes the moves, and the value in discs for the side that makes the first.
     */
    constructor(moves: string[], value: number);
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
 * The explanation of a move that was searched.
 */
export class Reasons {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes what was found about the move in the wanted position.
     *
     * # Errors
     * It must be about this move in this position.
     */
    answer(finding: Finding): void;
    /**
     * Returns what would have made the move good, as JSON: a `CounterfactualReport`. Nothing if there is no
     * such change, or as long as the search goes on.
     */
    counterfactual(): string | undefined;
    /**
     * Returns the reasons as JSON: a list of `ReasonReport`. It is empty unless the class of the move says
     * that it was wrong.
     */
    list(): string;
    /**
     * Takes what was found about a move.
     */
    constructor(finding: Finding);
    /**
     * Returns the position in which the move is to be compared with the best one next, to look for a change
     * of one disc that would make it good. Nothing if the search is over.
     */
    wanted(): string | undefined;
    /**
     * Returns the number of comparisons that there are at most; 0 before the first is wanted.
     */
    readonly all: number;
    /**
     * Returns the number of comparisons that were made.
     */
    readonly done: number;
    /**
     * Returns the level at which the wanted position is to be searched; 0 if there is none.
     */
    readonly level: number;
}

/** Fetches and starts the module. */
export default function (): Promise<unknown>;
/** Starts a module whose bytes are there. */
export function initSync(module: { module: BufferSource }): { readonly memory: WebAssembly.Memory };
