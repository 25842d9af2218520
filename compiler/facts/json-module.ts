// Values imported from JSON files.
import { isMapping } from '../json-values.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { Definition } from './definition.js';
import type { Reference } from './evaluate-definition.js';
import type { StaticValue } from '../values/static-value.js';
import type { Program } from './program.js';
import { NAMESPACE } from './scan-imports.js';
import { unknownValue } from './unknown-value.js';
import { DEEPEST_VALUE } from './value-size.js';

/** The value of a name imported from a JSON file. Its place is where the name is used. */
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

/** The content; undefined for a file that is not JSON, which the bundler reports. */
function readJson(program: Program, path: string): unknown {
  if (!program.json.has(path)) program.json.set(path, parse(program.readText(path) ?? ''));
  return program.json.get(path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
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
