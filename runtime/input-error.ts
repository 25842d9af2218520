// The error for invalid input: status 400 with at most 20 problems. It is thrown inside the middleware, just before the view is
// called (docs/decisions/typed-input.md).
import type { Report } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import { BadRequestError } from './errors.js';

/** A problem with one value. It never contains the value itself. */
export type Problem = {
  /** A JSON pointer that starts with `/body`, `/query`, `/headers` or `/path`. */
  readonly at: string;
  readonly expected: string;
  /** The JSON Schema keyword that is violated. */
  readonly rule: string;
  /** The `message` of the value's type, or the `@message` of its property. */
  readonly message?: string;
};

const MOST_PROBLEMS = 20;

/**
 * Thrown before the view is called if the input does not match the declared types. Responds with status 400, the `Code`
 * `BadRequestError` and the `Problems`.
 * @example
 * ```ts
 * const counted = middleware(async (request, next) => {
 *   try {
 *     return await next();
 *   } catch (error) {
 *     if (error instanceof InvalidInputError) app.log.warning('refused', error.problems.length);
 *     throw error;
 *   }
 * });
 * ```
 */
export class InvalidInputError extends BadRequestError {
  static override readonly name: string = 'InvalidInputError';

  /** The problems, at most 20. */
  readonly problems: readonly Problem[];

  /** Creates the error. Its message describes the first problem. */
  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(first && `${first.at.slice(1)}: ${first.expected}${more}`);
    this.problems = problems;
  }

  /** The `Code` of the response is the name of the parent class. */
  override get name(): string {
    return BadRequestError.name;
  }

  /** @internal Further members of the response body besides `Code` and `Message`. */
  override $problems(): object {
    return { Problems: this.problems };
  }
}

/** Throws if there are at least `least` problems. */
export function refuse(problems: readonly Problem[], least = 1): void {
  if (problems.length >= least) throw new InvalidInputError(problems);
}

/** Returns a function that collects problems, and throws as soon as there are as many as a response may contain. */
export function reportTo(problems: Problem[]): Report {
  if ($uses.code.$message) return reportWithMessages(problems);
  return (...[at, expected, rule, value]) => {
    // If the value is missing, its rules do not apply.
    problems.push(
      value === undefined ? { at, expected: 'a value', rule: 'required' } : { at, expected, rule },
    );
    refuse(problems, MOST_PROBLEMS);
  };
}

function reportWithMessages(problems: Problem[]): Report {
  return (...[at, expected, rule, value, message]) => {
    const known =
      value === undefined ? { at, expected: 'a value', rule: 'required' } : { at, expected, rule };
    problems.push(message === undefined ? known : { ...known, message });
    refuse(problems, MOST_PROBLEMS);
  };
}

/** The members of a Standard Schema that the runtime uses. */
export type StandardSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => Result | Promise<Result> };
};

type Result = { readonly value?: unknown; readonly issues?: readonly Issue[] | undefined };
type Issue = { readonly message: string; readonly path?: readonly Segment[] | undefined };
type Segment = PropertyKey | { readonly key: PropertyKey };

/** Validates an input with a schema and reports the issues. Returns the schema's result, or a promise of it. */
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
  // Another input may end the request before this promise is awaited, so a rejection must not end the process.
  later.catch(() => undefined);
  return later;
}

function stepOf(segment: Segment): string {
  const key = typeof segment === 'object' ? segment.key : segment;
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
