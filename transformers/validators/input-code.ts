// Generates the code that reads and validates inputs: one function for each view, as the last item of the view's row. The
// function takes the request and `p`, which reports problems, and returns the arguments for the view.
import type {
  BoundInputs,
  Type,
  TypeDefinitions,
  ViewInput,
} from '../../compiler/declarations/declared-type.js';
import { checkCode } from './check-code.js';
import { type CodeContext, membersOf, step, typeOf } from './code-parts.js';
import { createSharedCode } from './shared-code.js';

// How text in the query, headers, path parameters and forms is converted to values. The conversions for each name are a number
// with one bit per conversion. The runtime applies them (runtime/request-headers.ts).

const NUMBER = 1;
const FLAG = 2;
const LIST = 4;

/** Returns the conversions from text to a type; 0 if the value stays a text. */
function kindOf(type: Type, definitions: TypeDefinitions): number {
  let kind = 0;
  for (const member of membersOf(type, definitions)) {
    const found = typeOf(member, definitions);
    const sort = found.kind === 'literal' ? typeof found.value : found.kind;
    if (sort === 'number') kind |= NUMBER;
    if (sort === 'boolean') kind |= FLAG;
    if (found.kind === 'list') kind |= LIST | kindOf(found.of, definitions);
    if (found.kind === 'schema') kind |= kindOf(found.document, definitions);
  }
  return kind;
}

/** Returns two arguments for the runtime: the conversions for each declared name, and the one for all other names. */
export function kindsCode(
  type: Type,
  definitions: TypeDefinitions,
  spell: (name: string) => string = (name) => name,
): readonly string[] {
  const found = typeOf(type, definitions);
  if (found.kind === 'schema') return kindsCode(found.document, definitions, spell);
  if (found.kind !== 'object') return [];
  const kinds = found.properties
    .map((property) => [property.name, kindOf(property.type, definitions)] as const)
    .map(([name, kind]) => `${keyCode(spell(name))}:${kind}`);
  const other = found.indexes?.find(({ patterns }) => patterns.length === 0);
  const otherKind = other ? kindOf(other.type, definitions) : 0;
  // The object has no prototype, because a client may send any name.
  const object = `{${['__proto__:null', ...kinds].join()}}`;
  return otherKind === 0 ? [object] : [object, String(otherKind)];
}

/** Returns the key of an object literal. `__proto__` is an ordinary name only in brackets. */
function keyCode(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

/** A view's inputs, with the names of its parameters. */
export type CodedView = { readonly parameters: readonly string[]; readonly bound: BoundInputs };

export type InputsCode = {
  /** Declarations that the functions share. */
  readonly shared: string;
  /** The function for each view; undefined for a view without inputs. */
  readonly views: readonly (string | undefined)[];
  /** The runtime members that the code uses. */
  readonly names: readonly string[];
};

/** Generates the code for the views of one class, or for one view. */
export function inputsCode(views: readonly (CodedView | undefined)[]): InputsCode {
  const known = views.filter((view) => view !== undefined);
  const definitions: TypeDefinitions = new Map(
    known.flatMap(({ bound }) => [...bound.definitions]),
  );
  const types = known.flatMap(({ bound }) =>
    inputsOf(bound).map((placed) => ({ at: pointerOf(placed), type: placed.input.type })),
  );
  const shared = createSharedCode(types, definitions);
  const names = new Set<string>();
  const functions = views.map((view) => view && viewCode(view, shared.context, names));
  if (shared.context.hasMessages) names.add('$message');
  return { shared: shared.code(), views: functions, names: [...names] };
}

type From = 'body' | 'query' | 'headers' | 'path';
type PlacedInput = { readonly input: ViewInput; readonly from: From };

/** Returns the inputs of a view, each with the part of the request that contains it: path, query, headers or body. */
function inputsOf({ inputs }: BoundInputs): readonly PlacedInput[] {
  const { captures, body, query, headers } = inputs;
  const placed = { body, query, headers };
  return [
    ...captures.map((input) => ({ input, from: 'path' as const })),
    ...(['body', 'query', 'headers'] as const).flatMap((from) => {
      const input = placed[from];
      return input ? [{ input, from }] : [];
    }),
  ];
}

function pointerOf({ input, from }: PlacedInput): string {
  return from === 'path' ? `/path${step(input.name)}` : `/${from}`;
}

type Call = (name: string, ...values: readonly string[]) => string;

function viewCode(
  { parameters, bound }: CodedView,
  context: CodeContext,
  names: Set<string>,
): string {
  const placed = inputsOf(bound);
  const statements: string[] = [];
  const call: Call = (name, ...values) => {
    names.add(name);
    return `r.${name}(${values.join()})`;
  };
  const values = parameters.map((parameter) => {
    const found = placed.find(({ input }) => input.name === parameter);
    if (!found) return call('$text', JSON.stringify(parameter));
    const { input, from } = found;
    const value = context.fresh();
    const at = pointerOf(found);
    const type = typeOf(input.type, context.definitions);
    statements.push(`const ${value}=${readCode(found, bound, { call, context })};`);
    if (from === 'headers') statements.push(spelledCode(type, value));
    if (type.kind === 'schema')
      return call('$schema', type.expression, value, `[${JSON.stringify(at)},p]`);
    const isAlways = from === 'query' || from === 'headers';
    const isOptional = input.isOptional && !isAlways;
    if (type.kind !== 'bytes')
      statements.push(checkCode(input.type, { value, at: [at], isOptional }, context));
    return value;
  });
  return `(r,p)=>{${statements.join('')}return[${values.join()}]}`;
}

function readCode(
  { input: { name, type, isOptional }, from }: PlacedInput,
  { bodyForm }: BoundInputs,
  { call, context: { definitions } }: { readonly call: Call; readonly context: CodeContext },
): string {
  const kinds = (): readonly string[] => kindsCode(type, definitions);
  switch (from) {
    case 'path': {
      const kind = kindOf(type, definitions);
      const text = JSON.stringify(name);
      return kind === 0 ? call('$text', text) : call('$capture', text, String(kind));
    }
    case 'query':
      return call('$query', ...kinds());
    case 'headers':
      return call('$headers', ...kindsCode(type, definitions, (header) => header.toLowerCase()));
    case 'body': {
      const test = isOptional ? `${call('$isEmpty')}?undefined:` : '';
      const form = typeOf(type, definitions).kind === 'bytes' ? 'bytes' : bodyForm;
      return test + bodyCode(form, kinds, call);
    }
  }
}

function bodyCode(
  form: BoundInputs['bodyForm'],
  kinds: () => readonly string[],
  call: Call,
): string {
  switch (form) {
    case 'json':
      return call('$json');
    case 'form':
      return call('$form', ...kinds());
    case 'either':
      return `${call('$isForm')}?${call('$form', ...kinds())}:${call('$json')}`;
    case 'text':
      return call('$bodyText');
    case 'bytes':
      return call('$bytes');
  }
}

/** Returns code that copies headers, which are read by lower-case name, to the names that the type declares. */
function spelledCode(type: Type, value: string): string {
  const properties = type.kind === 'object' ? type.properties : [];
  return properties
    .filter(({ name }) => name !== name.toLowerCase())
    .map(
      ({ name }) =>
        `${value}[${JSON.stringify(name)}]=${value}[${JSON.stringify(name.toLowerCase())}];`,
    )
    .join('');
}
