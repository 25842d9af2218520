// What the options of several sources of events have.

/** A name or an ARN. What `process.env` gives may be undefined here: each stage says what it is. */
export type NamedSource = string | undefined;

/** A pattern of EventBridge: an object whose values are lists of what a value may be. */
export type EventPattern = { readonly [name: string]: PatternValue };

type PatternValue = readonly Matcher[] | EventPattern | readonly EventPattern[];
type Scalar = string | number | boolean | null;
type Matcher = Scalar | { readonly [operator: string]: unknown };

export type OnInvalid = 'fail' | 'drop';
