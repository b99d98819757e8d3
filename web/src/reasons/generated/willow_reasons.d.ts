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
     * The number of comparisons that there are at most; 0 before the first is wanted.
     */
    readonly all: number;
    /**
     * The number of comparisons that were made.
     */
    readonly done: number;
    /**
     * The level at which the wanted position is to be searched; 0 if there is none.
     */
    readonly level: number;
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_finding_free: (a: number, b: number) => void;
    readonly __wbg_get_problem_column: (a: number) => number;
    readonly __wbg_get_problem_line: (a: number) => number;
    readonly __wbg_get_problem_message: (a: number) => [number, number];
    readonly __wbg_get_problem_problem: (a: number) => [number, number];
    readonly __wbg_line_free: (a: number, b: number) => void;
    readonly __wbg_problem_free: (a: number, b: number) => void;
    readonly __wbg_reasons_free: (a: number, b: number) => void;
    readonly finding_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly line_new: (a: number, b: number, c: number) => number;
    readonly reasons_all: (a: number) => number;
    readonly reasons_answer: (a: number, b: number) => [number, number];
    readonly reasons_counterfactual: (a: number) => [number, number];
    readonly reasons_done: (a: number) => number;
    readonly reasons_level: (a: number) => number;
    readonly reasons_list: (a: number) => [number, number];
    readonly reasons_new: (a: number) => number;
    readonly reasons_wanted: (a: number) => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_alloc: () => number;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
