// Generates the code that the checks of one class share: constants, and a function for each named type that is used more than
// once or contains itself.
import {
  namesIn,
  type Property,
  type Type,
  type TypeDefinitions,
} from '../../compiler/declarations/declared-type.js';
import { valueFor } from '../../compiler/groups.js';
import { checkCode, membersCode, presentCode } from './check-code.js';
import { type CheckedRun, type CheckFunction, type CodeContext, typeOf } from './code-parts.js';
import { isScalar } from './scalar-code.js';

/** The maximum nesting depth of recursive types in a value. More levels could overflow the stack. */
const MOST_LEVELS = 500;

export type SharedCode = { readonly context: CodeContext; readonly code: () => string };

/** Generates the code that a class's inputs share. */
export function createSharedCode(
  inputs: readonly PlacedType[],
  definitions: TypeDefinitions,
): SharedCode {
  const runs = commonRuns(inputs, definitions);
  const used = usedTypes(checkedTypes(inputs, runs), definitions);
  const constants = new Map<string, string>();
  const functions = new Map<string, { readonly called: CheckFunction; code: string }>();
  let count = 0;
  const fresh = (): string => `$$${(count++).toString(36)}`;
  const context: CodeContext = {
    definitions,
    fresh,
    check: presentCode,
    depth: '0',
    hasMessages: hasMessages(inputs, definitions),
    constant: (expression) => valueFor(constants, expression, fresh),
    runsOf: ({ at, tag }, properties) => {
      const [from] = at;
      if (tag !== undefined || at.length !== 1 || typeof from !== 'string')
        return alone(properties);
      return runs(from, properties).map((run) => {
        const { key } = run;
        if (key === undefined) return { ...run, name: undefined };
        const known = functions.get(key);
        if (known) return { ...run, name: known.called.name };
        const called = { name: fresh(), isRecursive: false };
        const value = fresh();
        const code = membersCode(run.properties, { value, at }, context);
        functions.set(key, { called, code: `(${value},p)=>{${code}}` });
        return { ...run, name: called.name };
      });
    },
    functionOf: (key) => {
      const use = used.get(key);
      if (!use?.isFunction) return undefined;
      const known = functions.get(key);
      if (known) return known.called;
      const called = { name: fresh(), isRecursive: use.isRecursive };
      const made = { called, code: '' };
      functions.set(key, made);
      made.code = functionCode(key, called, context);
      return called;
    },
  };
  const declare = (name: string, code: string): string => `const ${name}=${nameless(code)};`;
  return {
    context,
    code: () =>
      [
        ...[...constants].map(([expression, name]) => declare(name, expression)),
        ...[...functions.values()].map(({ called, code }) => declare(called.name, code)),
      ].join(''),
  };
}

/** Finds a `message` in a type. Inside a text, the word does not match, because the quotation marks there are escaped. */
function hasMessages(inputs: readonly PlacedType[], definitions: TypeDefinitions): boolean {
  const types = [
    ...inputs.map(({ type }) => type),
    ...[...definitions.values()].map(({ type }) => type),
  ];
  return types.some((type) => JSON.stringify(type, messageOnly).includes('"message":'));
}

/** A replacer for `JSON.stringify` that omits documentation, of which the check uses only a message. */
function messageOnly(name: string, value: unknown): unknown {
  if (name !== 'documentation') return value;
  const message = (value as { readonly message?: string } | undefined)?.message; // because the value is a property's documentation
  return message === undefined ? undefined : { message };
}

/** Returns the types to check. A run of properties that several inputs contain is included once, as one function checks it. */
function checkedTypes(inputs: readonly PlacedType[], runs: Runs): readonly Type[] {
  const known = new Set<string>();
  return inputs.flatMap(({ at, type }): readonly Type[] => {
    if (type.kind !== 'object') return [type];
    const own = runs(at, type.properties).filter(({ key }) => {
      if (key === undefined) return true;
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
    return [{ ...type, properties: own.flatMap(({ properties }) => properties) }];
  });
}

/** With the comma, the function is part of an expression, so bundlers do not add code to preserve its name. */
function nameless(code: string): string {
  return /^(?:\w+|\([^()]*\))=>/.test(code) ? `(0,${code})` : code;
}

function alone(properties: readonly Property[]): readonly CheckedRun[] {
  return [{ properties, name: undefined }];
}

function functionCode(key: string, { isRecursive }: CheckFunction, given: CodeContext): string {
  // Shared runs of properties exist only at the root of an input, not inside named types.
  const shared: CodeContext = { ...given, runsOf: (_, properties) => alone(properties) };
  const value = shared.fresh();
  const type = typeOf({ kind: 'named', key }, shared.definitions);
  if (!isRecursive) return `(${value},p)=>{${checkCode(type, { value, at: [] }, shared)}}`;
  const context = { ...shared, depth: 'd+1' };
  const limit = `if(d>${MOST_LEVELS})return p("","at most ${MOST_LEVELS} levels","depth",${value});`;
  return `(${value},p,d)=>{${limit}${checkCode(type, { value, at: [] }, context)}}`;
}

// Runs of properties that several inputs share, such as the properties of `Order` in `Order & A` and `Order & B`. Each run is
// checked by one function, which makes the bundle smaller.

type PlacedType = { readonly at: string; readonly type: Type };

/** Consecutive properties. `key` is set if several inputs contain the same run. */
type Run = { readonly properties: readonly Property[]; readonly key: string | undefined };

/** Splits the properties of an input into runs. */
type Runs = (at: string, properties: readonly Property[]) => readonly Run[];

/** Finds the runs that inputs share. Properties are the same if both their location and their type are the same. */
function commonRuns(inputs: readonly PlacedType[], definitions: TypeDefinitions): Runs {
  const counts = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const { at, type } of inputs) {
    const found = typeOf(type, definitions);
    if (found.kind !== 'object') continue;
    let before: string | undefined;
    for (const property of found.properties) {
      const key = keyOf(at, property);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (before !== undefined) {
        const pair = pairOf(before, key);
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      before = key;
    }
  }
  /** Returns true if every input has both properties or neither. */
  const areTogether = (left: string, right: string): boolean => {
    const both = pairs.get(pairOf(left, right));
    return both === counts.get(left) && both === counts.get(right);
  };
  return (at, properties) => {
    const runs: { properties: Property[]; keys: string[]; last: string }[] = [];
    for (const property of properties) {
      const key = keyOf(at, property);
      const run = runs.at(-1);
      if (run && areTogether(run.last, key)) {
        run.properties.push(property);
        run.keys.push(key);
        run.last = key;
      } else runs.push({ properties: [property], keys: [key], last: key });
    }
    return runs.map(({ properties: run, keys, last }) => {
      const isWorthIt = (counts.get(last) ?? 0) > 1 && run.length > 1;
      // The key contains all properties in the run, because an object that may be null is not counted and its run may therefore
      // end earlier.
      return { properties: run, key: isWorthIt ? keys.join('\n') : undefined };
    });
  };
}

function pairOf(left: string, right: string): string {
  return `${left}\n${right}`;
}

/** Returns a text that identifies a property. */
function keyOf(at: string, property: Property): string {
  return `${at} ${JSON.stringify(property, messageOnly)}`;
}

// Finds the named types that get their own function: types that contain themselves, whose inline code would be endless, and
// objects and unions that are used more than once.

type TypeUse = { readonly isFunction: boolean; readonly isRecursive: boolean };

/** Returns the named types that the given types use, at any depth, by key. */
function usedTypes(
  roots: readonly Type[],
  definitions: TypeDefinitions,
): ReadonlyMap<string, TypeUse> {
  const counts = new Map<string, number>();
  const inside = new Map<string, readonly string[]>();
  // A schema has its own validator.
  const open = roots.filter(({ kind }) => kind !== 'schema').flatMap(namesIn);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const type = definitions.get(key)?.type;
    if (inside.has(key) || !type) continue;
    const names = namesIn(type);
    inside.set(key, names);
    open.push(...names);
  }
  return new Map(
    [...counts].map(([key, count]) => {
      const isRecursive = reaches(key, inside);
      const type = definitions.get(key)?.type;
      const isSmall =
        !type || (type.kind === 'union' ? type.of : [type]).every((one) => isScalar(one));
      return [key, { isRecursive, isFunction: isRecursive || (count > 1 && !isSmall) }] as const;
    }),
  );
}

/** Returns true if a type contains itself. */
function reaches(start: string, inside: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(inside.get(start) ?? [])];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === start) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...(inside.get(key) ?? []));
  }
  return false;
}
