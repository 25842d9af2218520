// The code that checks payloads of events: one function for each source whose parameter has a type. It takes the payload
// and `p`, which reports problems, and returns the payload, or the output of a schema.
import type { BoundEvents } from '../../compiler/declarations/kind.js';
import type { TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { checkCode } from './check-code.js';
import { type CodeContext, typeOf } from './code-parts.js';
import { createSharedCode } from './shared-code.js';

export type PayloadsCode = {
  /** Declarations that the functions share. */
  readonly shared: string;
  /** The function of each source; undefined for a source without a type. */
  readonly checks: readonly (string | undefined)[];
  /** Whether one of them calls a schema. */
  readonly hasSchema: boolean;
  /** Whether one of them reports a `message`. */
  readonly hasMessages: boolean;
};

/** `adapters` is the variable that holds `app.$adapters`. */
export function payloadsCode(sources: readonly BoundEvents[], adapters: string): PayloadsCode {
  const payloads = sources.flatMap(({ payload }) => payload ?? []);
  const definitions: TypeDefinitions = new Map(
    payloads.flatMap((payload) => [...payload.definitions]),
  );
  const { context, code } = createSharedCode(
    payloads.map(({ type }) => ({ at: '', type })),
    definitions,
  );
  const checks = sources.map(({ payload }) => payload && payloadCode(payload, context, adapters));
  const hasSchema = payloads.some(
    ({ type, definitions: known }) => typeOf(type, known).kind === 'schema',
  );
  return { shared: code(), checks, hasSchema, hasMessages: context.hasMessages };
}

type Payload = NonNullable<BoundEvents['payload']>;

function payloadCode(
  { type, definitions }: Payload,
  context: CodeContext,
  adapters: string,
): string {
  const found = typeOf(type, definitions);
  if (found.kind === 'schema') return `(v,p)=>${adapters}.$bySchema(${found.expression},v,["",p])`;
  const value = context.fresh();
  return `(${value},p)=>{${checkCode(type, { value, at: [] }, context)}return ${value}}`;
}
