// The error of input that is not what a view takes: 400 with every problem, at most 20. It is raised inside of the
// middleware, next to the view (docs/decisions/typed-input.md).
import { $uses } from './contract/uses.js';
import { BadRequestError } from './errors.js';

/** What is wrong with one value. It never tells the value itself. */
export type Problem = {
  /** A JSON pointer that begins with `/body`, `/query`, `/headers` or `/path`. */
  readonly at: string;
  readonly expected: string;
  /** The keyword of JSON Schema that is broken. */
  readonly rule: string;
  /** What the type of the value says by its rule `message`, or its property by `@message`. */
  readonly message?: string;
};

const MOST_PROBLEMS = 20;

/**
 * Raised for input that does not fit the types of a view, before the view is called: answers 400 with `Code`
 * `BadRequestError` and `Problems`.
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

  /** What is wrong, at most 20. */
  readonly problems: readonly Problem[];

  /** Made with what is wrong; the message names the first problem. */
  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(first && `${first.at.slice(1)}: ${first.expected}${more}`);
    this.problems = problems;
  }

  /** The `Code` of the answer is that of its parent. */
  override get name(): string {
    return BadRequestError.name;
  }

  /** @internal What the answer holds besides `Code` and `Message`. */
  override $problems(): object {
    return { Problems: this.problems };
  }
}

/** Throws when there are problems, or as many as are asked for. */
export function refuse(problems: readonly Problem[], least = 1): void {
  if (problems.length >= least) throw new InvalidInputError(problems);
}

/** Is told of a problem by the code of a check; `value` is undefined for what is absent. */
export type Report = (
  ...problem: readonly [
    at: string,
    expected: string,
    rule: string,
    value: unknown,
    message?: string,
  ]
) => void;

/** Collects problems, and throws when there are as many as an answer holds. */
export function reportTo(problems: Problem[]): Report {
  if ($uses.code.$message) return reportWithMessages(problems);
  return (...[at, expected, rule, value]) => {
    // The rules of a value say nothing of one that is missing.
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
