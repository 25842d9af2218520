// The limits of the analysis. Each bounds time or stack for code that would otherwise need too much of it; beyond a limit a value
// counts as unknown, which makes a policy wider but never too narrow. `programs/cost.test.ts` has programs that need them, and checks the
// amount of work that is left.

// How much work.

/** The work for any code, and for each character of it: together they are one share. */
export const LEAST_WORK = 400_000;
export const WORK_PER_CHARACTER = 0.5;

/**
 * The number of shares after which values are no longer followed. The smaller capacity below is what limits the cost; stopping
 * is for programs that nobody has thought of.
 */
export const MOST_SHARES = 6;

/** How many strings, and how many objects or functions, a node holds until a number of shares is used. */
export type Capacity = { readonly until: number; readonly texts: number; readonly objects: number };

/**
 * If every value may reach every node, the time would grow with the square of the program's size. Therefore the capacity shrinks
 * as the work grows relative to the size of the code. SDK values are always kept.
 */
export const CAPACITIES: readonly [Capacity, ...Capacity[]] = [
  { until: 1, texts: 24, objects: 48 },
  { until: 1.5, texts: 12, objects: 12 },
  { until: 2, texts: 4, objects: 4 },
  { until: MOST_SHARES, texts: 1, objects: 1 },
];

/** Longer lists of tokens and targets get a set beside them. Most nodes have few of both. */
export const LONGEST_LIST = 12;

/** The number of rounds of annotations, because values of a type may lead to more values with annotations. */
export const MOST_ROUNDS = 4;

// How deep. Each level uses the stack.

/** Expressions that are nested deeper are read later, each with a new stack. */
export const DEEPEST_EXPRESSION = 100;

/** The code of functions, classes and exports is read where it is named, and later if that is nested deeper. */
export const DEEPEST_REFERENCE = 40;

/** Parts of an input. An object may contain itself. */
export const DEEPEST_INPUT = 8;

/** Members of an argument of an unknown package in which a client is searched. */
export const DEEPEST_CLIENT = 3;

/** Parts of a type without a name, and generic types with arguments: a type may contain itself with new arguments. */
export const DEEPEST_TYPE = 12;
export const DEEPEST_GENERIC = 8;

// How many, and how long.

/** The number of distinguished arguments of a callback. Few calls have more. */
export const MOST_ARGUMENTS = 4;

/** The characters of a string. No name of a resource is longer, but concatenations in a loop are. */
export const LONGEST_TEXT = 1000;

/** The strings that a concatenation makes of the possible values of its parts. */
export const MOST_COMBINATIONS = 64;

/** Tokens that are kept for later analyses of the process. An editor may run for days. */
export const MOST_INTERNED = 20_000;

/** The characters after `Object.prototype` in which an assignment to it is searched. */
export const LONGEST_WRITE = 200;

// How much code, in characters.

export type ReadingLimits = {
  /** Groups of modules that are smaller than this are read; with 0, only modules that must be. */
  readonly few: number;
  /** Applications with more code are read completely only if an SDK value may have reached an unread module. */
  readonly most: number;
};

/** Small groups cost little and may hold the names of buckets and tables; what is large may take seconds. */
export const READING_LIMITS: ReadingLimits = { few: 100_000, most: 1_000_000 };

/** Modules are read until they are this many times the code that must be read. */
export const MOST_READ = 2;

/** In a larger group of modules a computed import is only reported; its modules are not read to resolve it. */
export const MOST_READ_FOR_IMPORTS = 400_000;
