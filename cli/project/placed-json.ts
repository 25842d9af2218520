// Parses a JSON file and records the location of every entry, for diagnostics.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import type { SourcePosition } from '../../runtime/contract/manifest.js';

/** A path of keys and list indexes in the file. */
export type KeyPath = readonly (string | number)[];

export type PlacedJson = {
  /** The plain value; undefined if the text is not JSON. */
  readonly value: unknown;
  /** Returns the location of the key or list entry at `path`, or of the nearest enclosing entry. */
  readonly placeOfKey: (path: KeyPath) => SourceSpan;
  /** Returns the location of the value at `path`, or of the nearest enclosing value. */
  readonly placeOfValue: (path: KeyPath) => SourceSpan;
  readonly problems: readonly JsonProblem[];
  /** Keys that a mapping contains more than once. */
  readonly duplicates: readonly DuplicateKey[];
};

type DuplicateKey = { readonly key: string; readonly first: SourceSpan; readonly at: SourceSpan };

/** Parses the text. `file` is the file name in locations. */
export function placeJson(file: string, text: string): PlacedJson {
  const { tree, problems } = parseJson(file, text, { allowsComments: false });
  const locate = (node: Node | undefined): SourceSpan => {
    const start = node?.offset ?? 0;
    return spanOf(file, text, { start, end: start + (node?.length ?? 1) });
  };
  const isUsable = tree !== undefined && problems.length === 0;
  return {
    value: isUsable ? valueOf(tree) : undefined,
    placeOfKey: (path) => locate(keyOf(nearestNode(tree, path))),
    placeOfValue: (path) => locate(nearestNode(tree, path)),
    problems,
    duplicates: isUsable ? findDuplicates(tree, locate) : [],
  };
}

/** Like `getNodeValue`, but treats the key `__proto__` like any other. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const value: Record<string, unknown> = {};
  for (const { key, content } of entriesOf(node)) {
    const inner = content ? valueOf(content) : undefined;
    if (key !== '__proto__') value[key] = inner;
    else Object.defineProperty(value, key, { ...PLAIN, value: inner });
  }
  return value;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

type Entry = { readonly key: string; readonly keyNode: Node; readonly content: Node | undefined };

function entriesOf(node: Node): Entry[] {
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, content] = property.children ?? [];
    return keyNode ? [{ key: String(keyNode.value), keyNode, content }] : [];
  });
}

/** Returns the node at a path or the nearest enclosing one; for a duplicate key the last one, whose value is used. */
function nearestNode(node: Node | undefined, [key, ...rest]: KeyPath): Node | undefined {
  if (!node || key === undefined) return node;
  const inner =
    node.type === 'array'
      ? node.children?.[Number(key)]
      : node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
  return inner ? nearestNode(inner, rest) : node;
}

function keyOf(node: Node | undefined): Node | undefined {
  return node?.parent?.type === 'property' ? node.parent.children?.[0] : node;
}

const MOST_DUPLICATES = 100;

function findDuplicates(tree: Node, locate: (node: Node) => SourceSpan): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'object') {
      const first = new Map<string, Node>();
      for (const { key, keyNode } of entriesOf(node)) {
        const earlier = first.get(key);
        if (!earlier) first.set(key, keyNode);
        else if (found.length < MOST_DUPLICATES)
          found.push({ key, first: locate(earlier), at: locate(keyNode) });
      }
    }
    node.children?.forEach(visit);
  };
  visit(tree);
  return found;
}

type JsonProblem = { readonly message: string; readonly at: SourceSpan };

/** Returns at most one problem per location. tsconfig.json (`allowsComments`) may contain comments and trailing commas. */
export function parseJson(
  file: string,
  text: string,
  { allowsComments }: { readonly allowsComments: boolean },
): { readonly tree: Node | undefined; readonly problems: readonly JsonProblem[] } {
  const deep = findDeepNesting(text);
  if (deep !== undefined) {
    const at = spanOf(file, text, { start: deep, end: deep + 1 });
    return { tree: undefined, problems: [{ message: 'it is nested too deeply', at }] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  });
  // The parser reports a stray comma twice.
  const first = errors.filter(({ offset }, index) => offset !== errors[index - 1]?.offset);
  const problems = first.slice(0, MOST_PROBLEMS).map(({ error, offset, length }) => {
    const name = printParseErrorCode(error);
    const at = spanOf(file, text, { start: offset, end: offset + Math.max(length, 1) });
    return { message: JSON_ERRORS[name] ?? name, at };
  });
  return { tree, problems };
}

/** No realistic file is deeper. The limit exists because the functions that read the tree are recursive. */
const DEEPEST_NESTING = 100;

/** Matches tokens: strings, comments and brackets. An unclosed string ends at the end of its line. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/.*|\/\*[^]*?\*\/|[[\]{}]/g;

/** Returns the offset at which a text is nested deeper than {@link DEEPEST_NESTING}; undefined if it never is. */
function findDeepNesting(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > DEEPEST_NESTING) return index;
  }
  return undefined;
}

const MOST_PROBLEMS = 100;

const JSON_ERRORS: Readonly<Partial<Record<string, string>>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this is not a valid JSON number',
  PropertyNameExpected: 'a key in double quotes is missing here',
  ValueExpected: 'a value is missing here',
  ColonExpected: 'a colon is missing here',
  CommaExpected: 'a comma is missing here',
  CloseBraceExpected: 'a closing brace is missing here',
  CloseBracketExpected: 'a closing bracket is missing here',
  EndOfFileExpected: 'there is text after the JSON value',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'this comment is not closed',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is incomplete',
  InvalidUnicode: 'this \\u escape does not have four hexadecimal digits',
  InvalidEscapeCharacter: 'JSON does not have this escape',
  InvalidCharacter: 'a string cannot contain this character unescaped',
};

/** Returns the span for a range of `text`. The span never extends beyond the end of the text. */
export function spanOf(
  file: string,
  text: string,
  range: { readonly start: number; readonly end: number },
): SourceSpan {
  const start = Math.min(range.start, text.length);
  const end = Math.min(Math.max(range.end, start), text.length);
  const from = positionAt(text, start);
  const to = positionAt(text, end);
  return { file, start, end, ...from, endLine: to.line, endColumn: to.column };
}

/** Returns the span from a source position in the manifest to the end of its line. */
export function lineSpan(text: string, { file, line, column }: SourcePosition): SourceSpan {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const rest = text.slice(start + column - 1).split('\n', 1);
  const from = start + column - 1;
  return spanOf(file, text, { start: from, end: from + (rest[0] ?? '').trimEnd().length });
}

function positionAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
