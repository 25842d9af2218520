// The limits of the analysis. Each limits the time or the stack space for code that would otherwise need too much. Beyond a
// limit, a value counts as unknown, which may make a policy wider but never too narrow. `programs/cost.test.ts` contains
// programs that need the limits, and checks the remaining amount of work.

// Limits on the amount of work.

/** One share of work is the fixed amount plus the amount for each character of code. */
export const LEAST_WORK = 400_000;
export const WORK_PER_CHARACTER = 0.5;

/** Beyond this many shares, values are no longer followed. Usually the shrinking capacity limits the cost before that. */
export const MOST_SHARES = 6;

/** The capacity of a node until a number of shares is used: the maximum number of strings, and of objects or functions. */
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

/** If a list of tokens or targets is longer, it also gets a set. Most nodes have few of both. */
export const LONGEST_LIST = 12;

/** The maximum number of rounds of reading annotations. The values of a type may lead to more values with annotations. */
export const MOST_ROUNDS = 4;

// Limits on depth, because each level uses part of the stack.

/** Expressions that are nested more deeply are evaluated later, each with a new stack. */
export const DEEPEST_EXPRESSION = 100;

/** Functions, classes and exports are read where they are referenced, or later if the reference is nested more deeply. */
export const DEEPEST_REFERENCE = 40;

/** The maximum number of levels of an input to read. An object may contain itself. */
export const DEEPEST_INPUT = 8;

/** The maximum number of levels to search for clients in an argument to an unknown package. */
export const DEEPEST_CLIENT = 3;

/** The maximum depth of unnamed types, and of generic types with arguments. A type may contain itself with other arguments. */
export const DEEPEST_TYPE = 12;
export const DEEPEST_GENERIC = 8;

// Limits on number and length.

/** The maximum number of callback parameters to distinguish. Few callbacks have more. */
export const MOST_ARGUMENTS = 4;

/** The maximum length of a string that is followed. Resource names are never longer, but strings that a loop builds may be. */
export const LONGEST_TEXT = 1000;

/** The maximum number of strings that a concatenation may create from the possible values of its parts. */
export const MOST_COMBINATIONS = 64;

/** The maximum number of tokens to keep for later analyses in the same process, because an editor may run for days. */
export const MOST_INTERNED = 20_000;

/** The number of characters after `Object.prototype` that are searched for an assignment to it. */
export const LONGEST_WRITE = 200;

// Limits on the amount of code, in characters.

export type ReadingLimits = {
  /** A group of modules with less code than this is read. If it is 0, only the modules that must be read are read. */
  readonly few: number;
  /** Applications with more code are read completely only if an SDK value may have reached an unread module. */
  readonly most: number;
};

/** Small groups are cheap to read and may contain the names of buckets and tables. Large ones may take seconds. */
export const READING_LIMITS: ReadingLimits = { few: 100_000, most: 1_000_000 };

/** Modules are read until the total is this many times the amount of code that must be read. */
export const MOST_READ = 2;

/** If a computed import is in a larger group of modules, it is only reported; the modules are not read to resolve it. */
export const MOST_READ_FOR_IMPORTS = 400_000;
