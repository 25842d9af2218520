// Standard Schema values (standardschema.dev): zod, valibot, ArkType and others have one, whose validator checks an input.
import type { Report } from './input-error.js';

/** The part of a Standard Schema that is used. */
export type StandardSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => Result | Promise<Result> };
};

type Result = { readonly value?: unknown; readonly issues?: readonly Issue[] | undefined };
type Issue = { readonly message: string; readonly path?: readonly Segment[] | undefined };
type Segment = PropertyKey | { readonly key: PropertyKey };

/** Returns the schema's result for an input, or a promise of it, and reports its issues. */
export function checkBySchema(
  schema: StandardSchema,
  input: unknown,
  { at, report }: { readonly at: string; readonly report: Report },
): unknown {
  const take = ({ value, issues = [] }: Result): unknown => {
    for (const { message, path = [] } of issues)
      report(at + path.map(stepOf).join(''), message, 'schema', input ?? null);
    return value;
  };
  const result = schema['~standard'].validate(input);
  if (!('then' in result)) return take(result);
  const later = Promise.resolve(result).then(take);
  // Another input may end the request before anything awaits this one.
  later.catch(() => undefined);
  return later;
}

function stepOf(segment: Segment): string {
  const key = typeof segment === 'object' ? segment.key : segment;
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
