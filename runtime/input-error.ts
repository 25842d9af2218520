// The error of invalid input: 400 with every problem, at most 20. It is thrown inside the middleware, next to the view
// (docs/decisions/typed-input.md).
import { $uses } from './contract/uses.js';
import { BadRequestError } from './errors.js';

/** A problem of one value. It never contains the value itself. */
export type Problem = {
  /** A JSON pointer that begins with `/body`, `/query`, `/headers` or `/path`. */
  readonly at: string;
  readonly expected: string;
  /** The JSON Schema keyword that is violated. */
  readonly rule: string;
  /** The rule `message` of the value's type, or `@message` of its property. */
  readonly message?: string;
};

const MOST_PROBLEMS = 20;

/**
 * Thrown before the view is called when input does not fit its types: responds with 400, `Code` `BadRequestError` and
 * `Problems`.
 *
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

  /** Takes the problems; the message names the first one. */
  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(first && `${first.at.slice(1)}: ${first.expected}${more}`);
    this.problems = problems;
  }

  /** The `Code` of the response is that of its parent class. */
  override get name(): string {
    return BadRequestError.name;
  }

  /** @internal Members of the response besides `Code` and `Message`. */
  override $problems(): object {
    return { Problems: this.problems };
  }
}

/** Throws when there are problems; with a limit, when there are that many. */
export function refuse(problems: readonly Problem[], least = 1): void {
  if (problems.length >= least) throw new InvalidInputError(problems);
}

/** Called by generated code for each problem; `value` is undefined when it is absent. */
export type Report = (
  ...problem: readonly [
    at: string,
    expected: string,
    rule: string,
    value: unknown,
    message?: string,
  ]
) => void;

/** Collects problems, and throws when a response can hold no more. */
export function reportTo(problems: Problem[]): Report {
  if ($uses.code.$message) return reportWithMessages(problems);
  return (...[at, expected, rule, value]) => {
    // The rules of a value do not apply when it is missing.
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
