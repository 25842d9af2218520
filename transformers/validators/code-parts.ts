// Parts of the code of validators: names, places in a value, and the constants that the checks of a class share.
import type { Property, Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';

/** A JSON pointer: text that is known, and code for what only the value tells. */
export type Pointer = readonly (string | { readonly code: string })[];

/** Where a value is in the code, and where in the input. */
export type Place = {
  /** A variable. */
  readonly value: string;
  readonly at: Pointer;
  readonly isOptional?: boolean;
  /** What problems of the value itself say instead of what its type says: the type is one of several. */
  readonly expected?: string;
  /** It is an object whose property of this name, the tag of a union, has been looked at. */
  readonly tag?: string;
};

/** What the checks of one class have in common. */
export type CodeContext = {
  readonly definitions: TypeDefinitions;
  /** A variable that nothing else has. */
  readonly fresh: () => string;
  /** The variable that holds the value of an expression, made once. */
  readonly constant: (expression: string) => string;
  /** The function that checks a named type; undefined for one whose check stands where it is used. */
  readonly functionOf: (key: string) => CheckFunction | undefined;
  /** The way back to the code of all types for the files that know one: none imports the one that leads to it. */
  readonly check: (type: Type, place: Place, context: CodeContext) => string;
  /** The properties of an object, and the function that checks a run of them, when several inputs have it. */
  readonly runsOf: (place: Place, properties: readonly Property[]) => readonly CheckedRun[];
  /** How deep recursive types are nested here, as code. */
  readonly depth: string;
};

export type CheckedRun = {
  readonly properties: readonly Property[];
  readonly name: string | undefined;
};

export type CheckFunction = { readonly name: string; readonly isRecursive: boolean };

/** Code that reports a problem. The runtime calls what is absent `required`, whatever the rule. */
export function report(
  { value, at }: Place,
  expected: string,
  rule: { readonly text: string } | { readonly code: string },
): string {
  const name = 'text' in rule ? JSON.stringify(rule.text) : rule.code;
  return `p(${pointerCode(at)},${JSON.stringify(expected)},${name},${value});`;
}

/** A function that tells whether a value is an object and no list. */
export const IS_OBJECT = 'v=>typeof v=="object"&&v!==null&&!Array.isArray(v)';

/** A step of a pointer whose name is known. */
export function step(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A step whose name is the value of a variable. */
export function keyStep(variable: string, { constant }: CodeContext): { readonly code: string } {
  const escape = constant(`k=>k.replace(/~/g,"~0").replace(/\\//g,"~1")`);
  return { code: `"/"+${escape}(${variable})` };
}

/** A pointer as an expression. */
export function pointerCode(at: Pointer): string {
  const parts: string[] = [];
  let text = '';
  for (const part of at) {
    if (typeof part === 'string') text += part;
    else {
      if (text !== '') parts.push(JSON.stringify(text));
      parts.push(part.code);
      text = '';
    }
  }
  if (text !== '' || parts.length === 0) parts.push(JSON.stringify(text));
  return parts.join('+');
}

/** Names that every object has without being given them. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A property of a value that came as JSON: an own one. */
export function propertyCode(value: string, name: string, { constant }: CodeContext): string {
  if (INHERITED.has(name)) {
    return `${constant('(o,k)=>Object.hasOwn(o,k)?o[k]:undefined')}(${value},${JSON.stringify(name)})`;
  }
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;
}

/** The type behind names. */
export function typeOf(type: Type, definitions: TypeDefinitions): Type {
  const seen = new Set<string>();
  let found = type;
  while (found.kind === 'named' && !seen.has(found.key)) {
    seen.add(found.key);
    found = definitions.get(found.key)?.type ?? { kind: 'unknown' };
  }
  return found.kind === 'named' ? { kind: 'unknown' } : found;
}

/** The members of a union, those of named unions among them, without `undefined`; any other type is its only member. */
export function membersOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const members = new Set<Type>();
  const open = [type];
  const seen = new Set<string>();
  for (let next = open.shift(); next; next = open.shift()) {
    if (next.kind === 'named') {
      const { key } = next;
      const found = typeOf(next, definitions);
      if (found.kind !== 'union') members.add(next);
      else if (!seen.has(key)) open.unshift(found);
      seen.add(key);
    } else if (next.kind === 'union') open.unshift(...next.of);
    else if (next.kind !== 'undefined') members.add(next);
  }
  return [...members];
}
