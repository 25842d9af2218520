// Building blocks for validator code: names, locations in a value, and the constants that the checks of a class share.
import {
  type Property,
  type Type,
  typeBehind,
  type TypeDefinitions,
} from '../../compiler/declarations/declared-type.js';

/** The parts of a JSON pointer: constant texts, and code for parts that depend on the value. */
export type Pointer = readonly (string | { readonly code: string })[];

/** A value in the generated code, and its JSON pointer in the input. */
export type CodePlace = {
  /** The variable that contains the value. */
  readonly value: string;
  readonly at: Pointer;
  readonly isOptional?: boolean;
  /** The expected value that problems give, if it is not the text for the type, for example for a member of a union. */
  readonly expected?: string;
  /** The `message` for problems with the value. */
  readonly message?: string;
  /** The name of the union's tag, if the value is known to be an object and the tag has already been checked. */
  readonly tag?: string;
};

/** What the checks of one class share. */
export type CodeContext = {
  readonly definitions: TypeDefinitions;
  /** Returns a new variable name. */
  readonly fresh: () => string;
  /** Returns the variable that holds the value of an expression, which is evaluated only once. */
  readonly constant: (expression: string) => string;
  /** Returns the function that checks a named type; undefined for a type that is checked inline. */
  readonly functionOf: (key: string) => CheckFunction | undefined;
  /** Generates the code for any type. The files for individual kinds of type call this member to avoid circular imports. */
  readonly check: (type: Type, target: CodePlace, context: CodeContext) => string;
  /** Splits an object's properties into runs. If several inputs contain a run, it has a function that checks it. */
  readonly runsOf: (target: CodePlace, properties: readonly Property[]) => readonly CheckedRun[];
  /** True if any type that the class uses has a `message`. */
  readonly hasMessages: boolean;
  /** Code for the current depth of recursive types. */
  readonly depth: string;
};

export type CheckedRun = {
  readonly properties: readonly Property[];
  readonly name: string | undefined;
};

export type CheckFunction = { readonly name: string; readonly isRecursive: boolean };

/** Returns code that reports a problem. For an absent value, the runtime replaces the rule with `required`. */
export function report(
  { value, at, message }: CodePlace,
  expected: string,
  rule: { readonly text: string } | { readonly code: string },
): string {
  const name = 'text' in rule ? JSON.stringify(rule.text) : rule.code;
  const more = message === undefined ? '' : `,${JSON.stringify(message)}`;
  return `p(${pointerCode(at)},${JSON.stringify(expected)},${name},${value}${more});`;
}

/** The code of a function that tests whether a value is an object and not an array. */
export const IS_OBJECT = 'v=>typeof v=="object"&&v!==null&&!Array.isArray(v)';

/** Returns the part of a pointer for a known name. */
export function step(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the part of a pointer for a name that a variable contains. */
export function keyStep(variable: string, { constant }: CodeContext): { readonly code: string } {
  const escape = constant(`k=>k.replace(/~/g,"~0").replace(/\\//g,"~1")`);
  return { code: `"/"+${escape}(${variable})` };
}

/** Converts a pointer to the code of an expression. */
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

/** The names that every object inherits. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Returns code that reads an own property of a parsed JSON value. */
export function propertyCode(value: string, name: string, { constant }: CodeContext): string {
  if (INHERITED.has(name)) {
    return `${constant('(o,k)=>Object.hasOwn(o,k)?o[k]:undefined')}(${value},${JSON.stringify(name)})`;
  }
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;
}

/** Resolves a named type to the type that it refers to. */
export function typeOf(type: Type, definitions: TypeDefinitions): Type {
  return typeBehind(type, definitions) ?? { kind: 'unknown' };
}

/** Returns the members of a union and of named unions in it, without `undefined`; for any other type, the type itself. */
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
