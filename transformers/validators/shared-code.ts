// The code that the checks of one class share: constants, and a function for each named type that is used more than once or
// contains itself.
import type { Property, Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { checkCode, membersCode, presentCode } from './check-code.js';
import { type CheckedRun, type CheckFunction, type CodeContext, typeOf } from './code-parts.js';
import { commonRuns, type PlacedType, type Runs } from './common-properties.js';
import { usedTypes } from './used-types.js';

/** The most nested levels of recursive types in a value. More could overflow the stack. */
const MOST_LEVELS = 500;

export type SharedCode = { readonly context: CodeContext; readonly code: () => string };

/** The shared code of a class's inputs. */
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
    constant: (expression) => {
      let name = constants.get(expression);
      if (name === undefined) constants.set(expression, (name = fresh()));
      return name;
    },
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

/** The types of inputs, of which a run of properties that several inputs have is there once: one function checks it. */
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

/**
 * Bundlers add code to keep the name of a function that is assigned directly. With the comma it is another expression,
 * without a name.
 */
function nameless(code: string): string {
  return /^(?:\w+|\([^()]*\))=>/.test(code) ? `(0,${code})` : code;
}

function alone(properties: readonly Property[]): readonly CheckedRun[] {
  return [{ properties, name: undefined }];
}

function functionCode(key: string, { isRecursive }: CheckFunction, given: CodeContext): string {
  // Shared runs of properties exist only at the root of an input.
  const shared: CodeContext = { ...given, runsOf: (_, properties) => alone(properties) };
  const value = shared.fresh();
  const type = typeOf({ kind: 'named', key }, shared.definitions);
  if (!isRecursive) return `(${value},p)=>{${checkCode(type, { value, at: [] }, shared)}}`;
  const context = { ...shared, depth: 'd+1' };
  const limit = `if(d>${MOST_LEVELS})return p("","at most ${MOST_LEVELS} levels","depth",${value});`;
  return `(${value},p,d)=>{${limit}${checkCode(type, { value, at: [] }, context)}}`;
}
