// Generates the code for the rows of views: JSON, followed by the function that reads the view's inputs, if there are any.
import type { BoundInputs, TypeDefinitions } from '../compiler/declarations/declared-type.js';
import type { BoundEvents, BoundRow } from '../compiler/declarations/kind.js';
import type { ClassBinding } from '../compiler/facts/bind-declarations.js';
import type { BoundView } from '../runtime/contract/binding.js';
import { inputsCode } from './validators/input-code.js';
import { checkCode } from './validators/check-code.js';
import { type CodeContext, typeOf } from './validators/code-parts.js';
import { createSharedCode } from './validators/shared-code.js';

export type RowCode = {
  /** The code of an expression. */
  readonly code: string;
  /** The runtime members that the code uses. */
  readonly names: readonly string[];
};

export function classCode({ views, inputs }: Pick<ClassBinding, 'views' | 'inputs'>): RowCode {
  return rowsCode(
    views,
    views.map((view) => inputs?.get(view)),
    (rows) => `[${rows.join(',')}]`,
  );
}

/** Returns the rows as JSON, which V8 parses faster than array literals; undefined for a class with functions or inputs. */
export function lateCode({ views, functions, inputs }: ClassBinding): string | undefined {
  if (views.length === 0 || functions.length > 0) return undefined;
  if (views.some((view) => inputs?.get(view))) return undefined;
  return `'${JSON.stringify(views).replace(/[\\']/g, '\\$&')}'`;
}

export function callCode({ view, inputs }: Extract<BoundRow, { readonly view: unknown }>): RowCode {
  return rowsCode([view], [inputs], ([row = '']) => row);
}

function rowsCode(
  views: readonly BoundView[],
  inputs: readonly (BoundInputs | undefined)[],
  join: (rows: readonly string[]) => string,
): RowCode {
  if (inputs.every((one) => one === undefined))
    return { code: join(views.map((view) => JSON.stringify(view))), names: [] };
  const made = inputsCode(
    views.map((view, index) => {
      const bound = inputs[index];
      return bound && { parameters: view[3], bound };
    }),
  );
  const rows = join(views.map((view, index) => rowCode(view, made.views[index])));
  const code = made.shared === '' ? rows : `(()=>{${made.shared}return ${rows}})()`;
  const names = [...made.names, '$inputs'];
  return { code, names };
}

/** The name of the variable for `app.$adapters` in the code for event sources. */
const ADAPTERS = '$$from';

/** Returns the code for a function that takes `app.$adapters` and returns the rows for event sources. */
export function sourcesCode(sources: readonly BoundEvents[]): RowCode {
  const { shared, checks, hasSchema, hasMessages } = payloadsCode(sources);
  const rows = sources.map(({ name, adapter, options }, index) => {
    const check = checks[index];
    const parts = [JSON.stringify(name), `${ADAPTERS}.${adapter}`, JSON.stringify(options)];
    return `[${(check === undefined ? parts : [...parts, check]).join()}]`;
  });
  const list = `[${rows.join()}]`;
  const body = shared === '' ? list : `{${shared}return ${list}}`;
  const names = sources.map(({ adapter }) => adapter);
  return {
    code: `(${ADAPTERS}=>${body})`,
    names: [
      '$on',
      '$adapters',
      ...new Set(names),
      ...(hasSchema ? ['$bySchema'] : []),
      ...(hasMessages ? ['$message'] : []),
    ],
  };
}

/** The code of values that are omitted at the end of a row. */
const ABSENT = ['0', 'void 0'];

function rowCode(view: BoundView, readInputs: string | undefined): string {
  if (readInputs === undefined) return JSON.stringify(view);
  const [stream] = view.slice(8);
  const before = view.slice(0, 7);
  const json = JSON.stringify(before).slice(0, -1);
  const row = [json, ...ABSENT.slice(before.length - 5), readInputs];
  return `${[...row, ...(stream ? [JSON.stringify(stream)] : [])].join()}]`;
}

// The code that validates event payloads: one function for each source whose parameter has a type. The function takes the
// payload and `p`, which reports problems, and returns the payload or the output of a schema.

type PayloadsCode = {
  /** Declarations that the functions share. */
  readonly shared: string;
  /** The function for each source; undefined for a source without a type. */
  readonly checks: readonly (string | undefined)[];
  /** True if any of the functions calls a schema. */
  readonly hasSchema: boolean;
  /** True if any of the functions reports a `message`. */
  readonly hasMessages: boolean;
};

function payloadsCode(sources: readonly BoundEvents[]): PayloadsCode {
  const payloads = sources.flatMap(({ payload }) => payload ?? []);
  const definitions: TypeDefinitions = new Map(
    payloads.flatMap((payload) => [...payload.definitions]),
  );
  const { context, code } = createSharedCode(
    payloads.map(({ type }) => ({ at: '', type })),
    definitions,
  );
  const checks = sources.map(({ payload }) => payload && payloadCode(payload, context));
  const hasSchema = payloads.some(
    ({ type, definitions: known }) => typeOf(type, known).kind === 'schema',
  );
  return { shared: code(), checks, hasSchema, hasMessages: context.hasMessages };
}

function payloadCode(
  { type, definitions }: NonNullable<BoundEvents['payload']>,
  context: CodeContext,
): string {
  const found = typeOf(type, definitions);
  if (found.kind === 'schema') return `(v,p)=>${ADAPTERS}.$bySchema(${found.expression},v,["",p])`;
  const value = context.fresh();
  return `(${value},p)=>{${checkCode(type, { value, at: [] }, context)}return ${value}}`;
}
