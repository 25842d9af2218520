// A problem as data (docs/decisions/diagnostics.md): rules return it, the terminal prints it, and `tsc` and the editor display
// it.
import { compareTexts } from '../groups.js';
import { distance } from 'fastest-levenshtein';

/** A range in a source file. Offsets and columns count UTF-16 code units; lines and columns start at 1. */
export type SourceSpan = {
  /** Path relative to the project directory, with forward slashes. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/** A change to the source text that fixes the problem. */
export type Fix = {
  readonly title: string;
  readonly edits: readonly {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
};

export type Diagnostic = {
  /** `FW` and four digits; never reused (docs/decisions/diagnostics.md). */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence that uses the user's own names for things. */
  readonly message: string;
  /** The location of the problem; absent if it has none in a file. */
  readonly at?: SourceSpan;
  readonly related?: readonly { readonly message: string; readonly at: SourceSpan }[];
  /** What the user should do or type next. */
  readonly hint?: string;
  readonly fix?: Fix;
};

/** Sorts by file, start, code and message. Those without a location come first. Duplicates are removed. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(compareDiagnostics).filter((item, index, all) => {
    const previous = all[index - 1];
    return !previous || compareDiagnostics(previous, item) !== 0;
  });
}

function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    compareTexts(left.at?.file ?? '', right.at?.file ?? '') ||
    (left.at?.start ?? -1) - (right.at?.start ?? -1) ||
    compareTexts(left.code, right.code) ||
    compareTexts(left.message, right.message)
  );
}

/** Formats a name or a piece of code for a message. Code that contains backticks is returned unchanged. */
export function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

/** Formats a list of code: `` `GET`, `POST` and `PUT` ``. */
export function codeList(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const items = texts.map(code);
  const last = items.pop() ?? '';
  return items.length === 0 ? last : `${items.join(', ')} ${word} ${last}`;
}

/** Returns the hint for a misspelled name: the suggestion, or all known names if there is none. */
export function didYouMean(suggestion: string | undefined, known: readonly string[]): string {
  return suggestion === undefined
    ? `Known: ${codeList(known)}.`
    : `Did you mean ${code(suggestion)}?`;
}

/**
 * Returns the known name with the fewest typos; undefined if none is similar. The same letters in another case or with other
 * separators always match. `most` limits the number of typos further.
 */
export function nearestName(
  text: string,
  known: readonly string[],
  most: number = Infinity,
): string | undefined {
  const letters = lettersOf(text);
  const ranked = known
    .map((name) => ({ name, steps: stepsBetween(letters, lettersOf(name)) }))
    .toSorted((left, right) => left.steps - right.steps);
  const best = ranked[0];
  // A third of the letters may be typos, so none in a name of one or two letters.
  return best && best.steps <= Math.min(most, Math.floor(best.name.length / 3))
    ? best.name
    : undefined;
}

/** Counts typos. Texts with the same letters in another order differ by one typo: `GTE` and `GET`. */
function stepsBetween(left: string, right: string): number {
  const steps = distance(left, right);
  return steps > 1 && sortLetters(left) === sortLetters(right) ? 1 : steps;
}

function sortLetters(text: string): string {
  return Array.from(text).toSorted().join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A kind of problem and its texts, which are generated from `Data`. */
export type CatalogueEntry<Data> = {
  /** `FW` and four digits; the first two are the range (docs/decisions/diagnostics.md). Never reused. */
  readonly code: `FW${number}`;
  readonly severity: 'error' | 'warning';
  /** The heading of its page in `docs/errors/`. */
  readonly title: string;
  readonly message: (data: Data) => string;
  /** What the user should do or type next; undefined if the message already says it. */
  readonly hint?: (data: Data) => string | undefined;
};

/** The data of an entry whose texts never change. */
export type NoData = Readonly<Record<string, never>>;

/** Returns an entry for which part of the data, such as the class and the argument, is already given. */
export function about<Data, Name extends keyof Data>(
  entry: CatalogueEntry<Data>,
  known: Pick<Data, Name>,
): CatalogueEntry<Omit<Data, Name>> {
  const whole = (rest: Omit<Data, Name>): Data => ({ ...known, ...rest }) as Data; // because the two parts together form `Data`
  return {
    ...entry,
    message: (rest) => entry.message(whole(rest)),
    hint: (rest) => entry.hint?.(whole(rest)),
  };
}

export type DiagnosticLocation = {
  readonly at: SourceSpan | undefined;
  readonly related?: Diagnostic['related'];
  readonly fix?: Fix | undefined;
};

/**
 * Creates a diagnostic with the texts of `entry`; `at` is optional.
 *
 * @example
 * diagnose(trailingSlash, { path: '/cities/' }, { at: path.at });
 */
export function diagnose<Data>(
  entry: CatalogueEntry<Data>,
  data: Data,
  location: DiagnosticLocation = { at: undefined },
): Diagnostic {
  const hint = entry.hint?.(data);
  return {
    code: entry.code,
    severity: entry.severity,
    message: entry.message(data),
    ...(location.at && { at: location.at }),
    ...(location.related && location.related.length > 0 && { related: location.related }),
    ...(hint !== undefined && { hint }),
    ...(location.fix && { fix: location.fix }),
  };
}
