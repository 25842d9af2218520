// Creates a sample value for a schema: its example or default, or otherwise the smallest value that it accepts.
import { isMapping } from '../../../compiler/json-values.js';

export type Schemas = Readonly<Record<string, Schema>>;

/** The maximum depth of a sample value, which ends recursive types. */
const DEEPEST = 6;

export function resolved(schema: Schema, schemas: Schemas): Schema {
  let found = schema;
  for (let hops = 0; found.$ref !== undefined && hops < 20; hops++) {
    const { $ref, ...beside } = found;
    found = { ...schemas[nameOf($ref)], ...beside };
  }
  return found;
}

export function nameOf(reference: string): string {
  return decodeURIComponent(reference.slice(reference.lastIndexOf('/') + 1));
}

type Around = {
  readonly depth: number;
  /** The references that are currently being resolved. */
  readonly open: readonly string[];
};

const NOTHING: Around = { depth: 0, open: [] };

export function sampleOf(schema: Schema, schemas: Schemas, outside: Around = NOTHING): unknown {
  const own = resolved(schema, schemas);
  const { $ref } = schema;
  const around = $ref === undefined ? outside : { ...outside, open: [...outside.open, $ref] };
  if (own.examples && own.examples.length > 0) return own.examples[0];
  if (own.default !== undefined) return own.default;
  if (own.const !== undefined) return own.const;
  if (own.enum) return own.enum[0];
  const choices = own.oneOf ?? own.anyOf ?? [];
  // A recursive type ends with the first alternative that does not contain the type itself.
  const isNew = (each: Schema): boolean => !each.$ref || !around.open.includes(each.$ref);
  const choice = choices.find(isNew) ?? choices[0];
  if (choice) {
    const chosen = sampleOf(choice, schemas, around);
    // The object has its own properties in addition to the alternative's properties.
    const isBoth = own.properties && isMapping(chosen);
    return isBoth ? { ...propertiesOf(own, schemas, around), ...chosen } : chosen;
  }
  if (own.allOf && !own.type) {
    const parts = own.allOf.map((part) => sampleOf(part, schemas, around));
    return parts.every(isMapping) ? Object.assign({}, ...parts) : parts[0];
  }
  switch (typeOf(own)) {
    case 'string':
      return textOf(own);
    case 'integer':
    case 'number':
      return numberOf(own);
    case 'boolean':
      return false;
    case 'array':
      return itemsOf(own, schemas, around);
    case 'object':
      return propertiesOf(own, schemas, around);
    default:
      return null;
  }
}

function inside({ depth, open }: Around): Around {
  return { depth: depth + 1, open };
}

/** Returns the first type that is not null. */
export function typeOf({ type, properties }: Schema): string | undefined {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.find((name) => name !== 'null') ?? types[0] ?? (properties && 'object');
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function textOf({ format, pattern, minLength = 0 }: Schema): string {
  const known = format === undefined ? undefined : FORMATS[format];
  const fitting = pattern === undefined ? undefined : textOfPattern(pattern);
  return known ?? fitting ?? 'x'.repeat(Math.min(minLength, 50));
}

function numberOf(schema: Schema): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const step = multipleOf ?? 1;
  if (minimum !== undefined) return Math.ceil(minimum / step) * step;
  if (exclusiveMinimum !== undefined) return (Math.floor(exclusiveMinimum / step) + 1) * step;
  if (maximum !== undefined) return Math.min(0, Math.floor(maximum / step) * step);
  if (exclusiveMaximum !== undefined)
    return Math.min(0, (Math.ceil(exclusiveMaximum / step) - 1) * step);
  return 0;
}

function itemsOf(schema: Schema, schemas: Schemas, around: Around): unknown[] {
  const { items, prefixItems = [], minItems = 0, uniqueItems = false } = schema;
  const first = prefixItems.map((item) => sampleOf(item, schemas, inside(around)));
  if (around.depth >= DEEPEST || typeof items !== 'object') return first;
  const wanted = uniqueItems ? Math.min(1, minItems) : Math.min(minItems, 3);
  // A list contains at least one item, as an example.
  const shown = prefixItems.length > 0 || around.depth > 1 ? wanted : Math.max(wanted, 1);
  return [
    ...first,
    ...Array.from({ length: shown }, () => sampleOf(items, schemas, inside(around))),
  ];
}

function propertiesOf(schema: Schema, schemas: Schemas, around: Around): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  if (around.depth >= DEEPEST) return {};
  const names = Object.keys(properties);
  const wanted = names.filter((name) => required.includes(name));
  // At the top level, all properties are included if none is required.
  const shown = wanted.length === 0 && around.depth === 0 ? names : wanted;
  return Object.fromEntries(
    shown.map((name) => [name, sampleOf(properties[name] ?? {}, schemas, inside(around))]),
  );
}

/** Returns a string that matches a pattern; undefined if none can be found. */
function textOfPattern(pattern: string): string | undefined {
  let text = '';
  let rest = pattern.replace(/^\^/, '').replace(/\$$/, '');
  while (rest !== '') {
    const [whole = '', escaped, members, literal, times = ''] = ATOM.exec(rest) ?? [];
    if (whole === '') return undefined;
    const character = characterOf({ escaped, members, literal });
    if (character === undefined) return undefined;
    text += character.repeat(leastOf(times));
    rest = rest.slice(whole.length);
  }
  return isTaken(text, pattern) ? text : undefined;
}

/** An escape, a character class or a single character, with its quantifier. */
const ATOM = /^(?:\\(.)|\[([^\]\\^]+|\\[dw])\]|([^\\[\](){}|*+?.^$]))(\{\d+(?:,\d*)?\}|[*+?])?/u;

type Atom = Readonly<Record<'escaped' | 'members' | 'literal', string | undefined>>;

function characterOf({ escaped, members, literal }: Atom): string | undefined {
  if (literal !== undefined) return literal;
  // The first character of the class, for example A for `[A-Z]`.
  if (members !== undefined)
    return members.startsWith('\\') ? CLASSES[members.slice(1)] : members.charAt(0);
  if (escaped === undefined) return undefined;
  return /[A-Za-z0-9]/.test(escaped) ? CLASSES[escaped] : escaped;
}

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a' };

function leastOf(times: string): number {
  if (times === '' || times === '+') return 1;
  return Math.min(100, Number(/^\{(\d+)/.exec(times)?.[1] ?? 0));
}

function isTaken(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The browser does not support the pattern.
    return false;
  }
}

/** A JSON Schema 2020-12. References have the form `#/schemas/<name>`. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: boolean | Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
};
