/* tslint:disable */
/* eslint-disable */

/**
 * What the search asks its worker for.
 */
export interface Host {
    /**
     * The time since a fixed moment, in milliseconds.
     */
    now(): number;
    /**
     * Whether the search is to stop.
     */
    isStopped(): boolean;
    /**
     * Takes the result of an iteration. It must be freed.
     */
    onProgress(found: Found): void;
}



/**
 * The analysis of a game or a position. Between two steps the worker hears messages; what was found
 * stays as long as this object lives.
 */
export class Analysis {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns what was found about the move with this index, as JSON: a `MoveReport` without reasons,
     * which `Reasons` adds. Nothing if it was not searched yet.
     */
    finding(index: number): string | undefined;
    /**
     * Begins the analysis of a game: a start, the usual one unless it is named, and moves. Passes may be
     * left out. Without moves, all legal moves of the start are analyzed. The plan is a word and a
     * number: see `limits.rs`.
     *
     * # Errors
     * The start must be a position, every move must be legal, the plan must be known, and there must be
     * a move to analyze.
     */
    constructor(start: string | null | undefined, moves: string[], plan: string, amount: number);
    /**
     * Returns the position before the move with this index. Nothing if it was not searched yet.
     */
    position(index: number): string | undefined;
    /**
     * Searches a move with the engine, which should be the same at every step. Returns the index of the
     * move; nothing if nothing is left to do, or if the host stopped the search. Then the step comes
     * again.
     */
    step(engine: Engine): number | undefined;
    /**
     * Returns both sides' moves, added up, as JSON: a `GameSummary`.
     */
    summary(): string;
    /**
     * Returns the number of steps that there are, as far as is known.
     */
    readonly all: number;
    /**
     * Returns the number of steps that were done.
     */
    readonly done: number;
    /**
     * Returns whether nothing is left to do.
     */
    readonly isDone: boolean;
    /**
     * Returns the number of moves that are analyzed.
     */
    readonly moves: number;
}

/**
 * The engine with its weights and its hash table.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Runs the searches of `willow bench` and returns the number of their nodes: the signature.
     *
     * # Errors
     * There must be memory for a hash table of 16 MiB.
     */
    bench(): number;
    /**
     * Forgets all earlier searches.
     */
    clear(): void;
    /**
     * Compares one legal move with the best one, both searched to the same depth, and returns what was found
     * as JSON: a `MoveReport` without reasons. Nothing if the host has stopped it.
     *
     * # Errors
     * The texts must be a position and a legal move, and the limits must be known.
     */
    compare(position: string, square: string, limit: string, amount: number): string | undefined;
    /**
     * Makes an engine of the bytes of a weights file, with a hash table of so many MiB. The host serves
     * all engines of this instance.
     *
     * # Errors
     * The bytes must be a whole weights file of this version, and there must be memory for the table.
     */
    constructor(weights: Uint8Array | number[], hash: number, host: Host);
    /**
     * Searches a position within limits, which are a word and a number: see `limits.rs`.
     *
     * # Errors
     * The text must be a position, and the limits must be known.
     */
    search(position: string, limit: string, amount: number): Found;
}

/**
 * The result of a search, during the search and at its end.
 */
export class Found {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The best move, or `pass`. Nothing if the game is over.
     */
    readonly best: string | undefined;
    /**
     * What kind of value it is: `exact`, `proven` (win, loss or draw), or `estimate`.
     */
    readonly certainty: string;
    /**
     * The depth of the search in plies.
     */
    readonly depth: number;
    /**
     * Terminal nodes among the nodes: filled boards.
     */
    readonly filledBoards: number;
    /**
     * The principal variation, the best move first, passes as `pass`.
     */
    readonly line: string[];
    /**
     * The time since the search began, in milliseconds.
     */
    readonly milliseconds: number;
    /**
     * The number of nodes.
     */
    readonly nodes: number;
    /**
     * The selectivity in percent: 100 if nothing was left out.
     */
    readonly selectivity: number;
    /**
     * The value in discs for the side to move of the searched position. Of a proven value only the sign
     * counts.
     */
    readonly value: number;
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

/** Fetches and starts the module. */
export default function (): Promise<unknown>;
/** Starts a module whose bytes are there. */
export function initSync(module: { module: BufferSource }): { readonly memory: WebAssembly.Memory };
