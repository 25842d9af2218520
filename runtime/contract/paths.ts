// The grammar of route paths (specification 4.1, docs/decisions/path-rules.md), defined once: the compiler's rules, the OpenAPI
// document and the gateway model all use this file to parse paths.

/** One segment of a route path: literal text, or a capture that spans the whole segment. */
export type PathSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'capture'; readonly name: string };

/** The reason why a string is not a route path. `start` and `end` are offsets in the path. */
export type PathProblem = {
  readonly kind:
    | 'missing-leading-slash'
    | 'trailing-slash'
    | 'empty-segment'
    | 'illegal-character'
    | 'empty-capture'
    | 'unbalanced-brace'
    | 'partial-capture'
    | 'greedy-capture'
    | 'capture-name'
    | 'duplicate-capture';
  readonly start: number;
  readonly end: number;
};

export type ParsedPath = {
  readonly segments: readonly PathSegment[];
  readonly problems: readonly PathProblem[];
};

const LITERAL_SEGMENT = /^[a-zA-Z0-9._-]+$/;
const CAPTURE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Splits a route path into segments. Segments with problems are omitted; each has at most one problem. */
export function parsePath(path: string): ParsedPath {
  if (path === '/') return { segments: [], problems: [] };
  const segments: PathSegment[] = [];
  const problems: PathProblem[] = [];
  const leading = path.startsWith('/') ? 1 : 0;
  if (leading === 0) problems.push({ kind: 'missing-leading-slash', start: 0, end: 0 });
  const seen = new Set<string>();
  let start = leading;
  for (const text of path.slice(leading).split('/')) {
    const end = start + text.length;
    const isLast = end === path.length;
    const segment = parseSegment(text, isLast && start > 0);
    if ('kind' in segment && segment.kind === 'literal') segments.push(segment);
    else if ('name' in segment) {
      if (seen.has(segment.name)) problems.push({ kind: 'duplicate-capture', start, end });
      else segments.push(segment);
      seen.add(segment.name);
    } else if ('problem' in segment) {
      const [from, to] = segment.range ?? [0, text.length];
      problems.push({ kind: segment.problem, start: start + from, end: start + to });
    }
    start = end + 1;
  }
  return { segments, problems };
}

/** Returns the names of the captures in a valid route path, in path order. */
export function captureNames(path: string): readonly string[] {
  return parsePath(path).segments.flatMap((segment) =>
    segment.kind === 'capture' ? [segment.name] : [],
  );
}

type SegmentProblem = {
  readonly problem: PathProblem['kind'];
  readonly range?: readonly [number, number];
};

function parseSegment(text: string, isLast: boolean): PathSegment | SegmentProblem {
  if (text === '') return { problem: isLast ? 'trailing-slash' : 'empty-segment' };
  if (LITERAL_SEGMENT.test(text)) return { kind: 'literal', text };
  if (!/[{}]/.test(text)) return { problem: 'illegal-character', range: illegalCharacter(text) };
  if (!isBalanced(text)) return { problem: 'unbalanced-brace' };
  const name = /^\{([^{}]*)\}$/.exec(text)?.[1];
  if (name === undefined) return { problem: 'partial-capture' };
  if (name === '') return { problem: 'empty-capture' };
  if (name.endsWith('+')) return { problem: 'greedy-capture' };
  return CAPTURE_NAME.test(name) ? { kind: 'capture', name } : { problem: 'capture-name' };
}

/** Returns true if all braces are paired and not nested. */
function isBalanced(text: string): boolean {
  return /^([^{}]*\{[^{}]*\})*[^{}]*$/.test(text);
}

/** Returns the range that the first character outside `[a-zA-Z0-9._-]` occupies, as a whole code point. */
function illegalCharacter(text: string): readonly [number, number] {
  const match = /[^a-zA-Z0-9._-]/u.exec(text);
  return match ? [match.index, match.index + match[0].length] : [0, text.length];
}

/**
 * Joins a blueprint's prefix and a route's path (docs/decisions/blueprints.md): `/admin` and `/users` to `/admin/users`,
 * `/admin` and `/` to `/admin`, and `/` and `/users` to `/users`.
 */
export function joinPaths(prefix: string, path: string): string {
  if (path === '/') return prefix;
  return prefix === '/' ? path : prefix + path;
}
