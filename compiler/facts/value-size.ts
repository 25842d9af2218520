// Limits the size of constants. Without limits, a few lines that repeatedly double a string or list would exhaust the memory.
// Real applications stay far below the limits.
import type { Span } from '../syntax/tree.js';
import type { StaticValue } from '../values/static-value.js';
import type { LoadedModule } from './module-graph.js';
import type { Definition, Program, Reference } from './program.js';
import { shortText, unknownValue } from './environment.js';
import { isMapping, parseJson } from '../json-values.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { NAMESPACE } from './scan-imports.js';

/** The maximum number of characters in a string. */
const LONGEST_TEXT = 100_000;

/** The maximum number of items and properties in a value, including nested values. */
const MOST_PARTS = 100_000;

/** The maximum depth of nested values and of constants that use each other, because each level uses part of the stack. */
const DEEPEST_VALUE = 250;

type ModuleSpan = { readonly module: LoadedModule; readonly span: Span };

export function limitSize(value: StaticValue, location: ModuleSpan): StaticValue {
  const isTooLarge =
    value.kind === 'string' ? value.value.length > LONGEST_TEXT : partsOf(value) > MOST_PARTS;
  return isTooLarge ? tooLarge(location) : value;
}

function tooLarge({ module, span }: ModuleSpan): StaticValue {
  return unknownValue(module, span, { kind: 'too-large', text: shortText(module, span) });
}

export function evaluateDeeper(
  program: Program,
  location: ModuleSpan,
  evaluate: () => StaticValue,
): StaticValue {
  const { depth } = program;
  if (depth.value >= DEEPEST_VALUE) return tooLarge(location);
  depth.value++;
  try {
    return evaluate();
  } finally {
    depth.value--;
  }
}

/** The number of parts in each value. It is cached because several values may share a part. */
const COUNTED = new WeakMap<readonly unknown[], number>();

function partsOf(value: StaticValue): number {
  switch (value.kind) {
    case 'list':
      return count(value.items, (item) => item);
    case 'object':
      return count(value.entries, (entry) => entry.value);
    case 'instance':
      return count(value.arguments, (item) => item);
    default:
      return 1;
  }
}

function count<T>(parts: readonly T[], valueOf: (part: T) => StaticValue): number {
  let known = COUNTED.get(parts);
  if (known === undefined) {
    known = 1;
    for (const part of parts) known += partsOf(valueOf(part));
    COUNTED.set(parts, known);
  }
  return known;
}

export function evaluateJson(
  program: Program,
  { path, name }: Definition & { readonly kind: 'json' },
  reference: Reference,
): StaticValue {
  const { module, span } = reference;
  const content = readJson(program, path);
  const at = module.record.source.spanOf(span);
  if (name === 'default') return toStatic(content, at);
  if (name === NAMESPACE) {
    const whole = toStatic(content, at);
    const entries = whole.kind === 'object' ? whole.entries : [];
    const key = { value: 'default', at };
    return { kind: 'object', entries: [...entries, { key, value: whole }], at };
  }
  if (isMapping(content) && Object.hasOwn(content, name)) return toStatic(content[name], at);
  return unknownValue(module, span, { kind: 'unresolved', name: reference.name });
}

/** Returns the content; undefined for a file that is not JSON, which the bundler reports. */
function readJson(program: Program, path: string): unknown {
  if (!program.json.has(path))
    program.json.set(path, parseJson(program.readText(path)?.replace(/^\ufeff/, '') ?? ''));
  return program.json.get(path);
}

function toStatic(value: unknown, at: SourceSpan, level = 0): StaticValue {
  if (typeof value === 'string') return { kind: 'string', value, at };
  if (typeof value === 'number') return { kind: 'number', value, at };
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  if (value === null) return { kind: 'null', at };
  if (level > DEEPEST_VALUE) {
    return { kind: 'unknown', reason: { kind: 'too-large', text: 'JSON' }, at };
  }
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item) => toStatic(item, at, level + 1)), at };
  if (!isMapping(value)) return { kind: 'undefined', at };
  const entries = Object.entries(value).map(([key, item]) => ({
    key: { value: key, at },
    value: toStatic(item, at, level + 1),
  }));
  return { kind: 'object', entries, at };
}
