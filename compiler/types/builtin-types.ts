// Types from TypeScript's standard library. Those defined in terms of other types (`Partial`, `Pick`) are copied from it.
import type { LoadedModule } from '../facts/module-graph.js';
import { scanModule } from '../facts/scan-module.js';
import { once } from '../groups.js';
import {
  meaning,
  UNKNOWN,
  type ForeignKind,
  type Meaning,
  type MeaningOf,
  type MeantItem,
} from './meaning.js';
import { ANY_VALUE, NO_KEYS, notKnown, wrapper, type Refusal } from './refusals.js';
import { placeInScope, refuseNode, type Scope } from './scope.js';
import { changeTexts, TEXT_CHANGES } from './templates.js';
import type { ReferenceNode } from './type-node.js';
import { membersOf, unionOf } from './unions.js';

const LIBRARY = `
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type PropertyKey = string | number | symbol;
`;

const LIBRARY_FILE = 'lib.d.ts';

export const libraryModule: () => LoadedModule = once(() => ({
  path: LIBRARY_FILE,
  file: LIBRARY_FILE,
  record: scanModule(LIBRARY, LIBRARY_FILE),
  resolve: () => ({ kind: 'missing' }),
}));

export function isOfLibrary({ path }: LoadedModule): boolean {
  return path === LIBRARY_FILE;
}

type Builtin = (node: ReferenceNode, scope: Scope) => Meaning;

/** Returns a built-in TypeScript type by its name; undefined for an unknown name, and for a type in `libraryModule`. */
export function builtinType(node: ReferenceNode, scope: Scope): Meaning | undefined {
  const { typeName } = node;
  const name = typeName.type === 'Identifier' ? typeName.value : '';
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name]?.(node, scope) : undefined;
}

function argument(node: ReferenceNode, scope: Scope, index = 0): Meaning {
  const given = node.typeParams?.params[index];
  return given ? scope.world.evaluate(given, scope) : refuseNode(scope, node, NO_ARGUMENT);
}

const NO_ARGUMENT: Refusal = { why: 'its type argument is missing', instead: 'Write it out.' };

function list(isReadonly: boolean): Builtin {
  return (node, scope) =>
    meaning({
      kind: 'list',
      of: once(() => argument(node, scope)),
      isReadonly,
      at: placeInScope(scope, node),
    });
}

function foreign(what: ForeignKind, name: string): Builtin {
  return (node, scope) => {
    const args = node.typeParams?.params ?? [];
    const of = args.map((_, index) => once(() => argument(node, scope, index)));
    return meaning({ kind: 'foreign', what, name, of, at: placeInScope(scope, node) });
  };
}

function changed(name: string): Builtin {
  return (node, scope) => {
    const type = argument(node, scope);
    const change = TEXT_CHANGES[name];
    if (type.kind === 'refused' || !change) return type;
    return changeTexts(type, change) ?? refuseNode(scope, node, NO_KEYS);
  };
}

function settled(type: Meaning): readonly Meaning[] {
  const isPromise = type.kind === 'foreign' && type.what === 'promise';
  const [of] = isPromise ? type.of : [];
  return of ? membersOf(of()).flatMap(settled) : [type];
}

const returned: Builtin = (node, scope) =>
  unionOf(
    functionsOf(node, scope).map((type) => {
      if (type.kind !== 'foreign') return type;
      return type.of[0]?.() ?? refuseNode(scope, node, NO_RESULT);
    }),
  );

const NO_RESULT: Refusal = {
  why: 'the return type of the function is not declared, or depends on its arguments',
  instead: 'Write the return type after the parameters: `(): City`.',
};

const taken: Builtin = (node, scope) =>
  unionOf(
    functionsOf(node, scope).map((type) => {
      if (type.kind === 'any') return meaning({ kind: 'list', of: () => UNKNOWN });
      if (type.kind !== 'foreign') return type;
      const tuple = type.parameters?.() ?? refuseNode(scope, node, NO_PARAMETERS);
      return tuple.kind === 'tuple' ? withoutVoid(tuple) : tuple;
    }),
  );

const NO_PARAMETERS: Refusal = {
  why: 'a parameter type of the function is not declared, or depends on its arguments',
  instead: 'Write the type of each parameter: `(city: City)`.',
};

/** Makes the last parameters optional if they may be `void`. */
function withoutVoid(tuple: MeaningOf<'tuple'>): Meaning {
  const isVoid = ({ type }: MeantItem): boolean =>
    membersOf(type()).some(({ kind }) => kind === 'void');
  const required = tuple.items.findLastIndex((item) => !item.isOptional && !isVoid(item));
  const items = tuple.items.map((item, index) =>
    index > required ? { ...item, isOptional: true } : item,
  );
  return meaning({ ...tuple, items });
}

/** Returns the function types in a type argument. `any` and rejected types are kept; all others are rejected. */
function functionsOf(node: ReferenceNode, scope: Scope): readonly Meaning[] {
  return membersOf(argument(node, scope)).map((type) => {
    const isKnown = type.kind === 'refused' || type.kind === 'any';
    return isKnown || (type.kind === 'foreign' && type.what === 'function')
      ? type
      : refuseNode(scope, node, NO_FUNCTION);
  });
}

const NO_FUNCTION: Refusal = {
  why: 'its argument is not known to be a function',
  instead: 'Write the type explicitly.',
};

const unsupported: Builtin = (node, scope) =>
  refuseNode(scope, node, notKnown('types made of functions and classes'));

function wrapped(what: string, instead: string): Builtin {
  return (node, scope) => refuseNode(scope, node, wrapper(what, instead));
}

const BUILTINS: Readonly<Record<string, Builtin>> = {
  Array: list(false),
  ReadonlyArray: list(true),
  NoInfer: (node, scope) => argument(node, scope),
  Awaited: (node, scope) => unionOf(membersOf(argument(node, scope)).flatMap(settled)),
  ReturnType: returned,
  Parameters: taken,
  ...Object.fromEntries(Object.keys(TEXT_CHANGES).map((name) => [name, changed(name)])),
  Date: foreign('date', 'Date'),
  Buffer: foreign('bytes', 'Buffer'),
  Uint8Array: foreign('bytes', 'Uint8Array'),
  Map: foreign('map', 'Map'),
  ReadonlyMap: foreign('map', 'ReadonlyMap'),
  Set: foreign('set', 'Set'),
  ReadonlySet: foreign('set', 'ReadonlySet'),
  Promise: foreign('promise', 'Promise'),
  PromiseLike: foreign('promise', 'PromiseLike'),
  ...Object.fromEntries(
    'AsyncIterable AsyncIterator AsyncGenerator AsyncIterableIterator AsyncIteratorObject ReadableStream'
      .split(' ')
      .map((name) => [name, foreign('stream', name)]),
  ),
  Function: foreign('function', 'Function'),
  BigInt: foreign('bigint', 'BigInt'),
  Symbol: foreign('symbol', 'Symbol'),
  String: wrapped('text', 'string'),
  Number: wrapped('number', 'number'),
  Boolean: wrapped('boolean', 'boolean'),
  Object: (node, scope) => refuseNode(scope, node, ANY_VALUE),
  ...Object.fromEntries(
    'ConstructorParameters InstanceType ThisParameterType OmitThisParameter ThisType'
      .split(' ')
      .map((name) => [name, unsupported]),
  ),
};
