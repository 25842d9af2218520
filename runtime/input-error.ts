// The answer to input that is not what a view takes: 400 with every problem, at most 20.
import { BadRequestError } from './errors.js';

/** What is wrong with one value. It never tells the value itself. */
export type InputProblem = {
  /** A JSON pointer that begins with `/body`, `/query`, `/headers` or `/path`. */
  readonly at: string;
  readonly expected: string;
  /** The keyword of JSON Schema that is broken. */
  readonly rule: string;
};

const MOST_PROBLEMS = 20;

/** Answers 400; its `Code` is that of its parent. */
export class InputError extends BadRequestError {
  static override readonly name: string = 'BadRequestError';

  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(first && `${first.at.slice(1)}: ${first.expected}${more}`);
    this.problems = problems;
  }

  /** @internal What the answer holds besides `Code` and `Message`. */
  override $problems(): object {
    return { Problems: this.problems };
  }
}

/** Throws when there are problems, or as many as are asked for. */
export function refuse(problems: readonly InputProblem[], least = 1): void {
  if (problems.length >= least) throw new InputError(problems);
}

/** Is told of a problem by the code of a check; `value` is undefined for what is absent. */
export type Report = (
  ...problem: readonly [at: string, expected: string, rule: string, value: unknown]
) => void;

/** Collects problems, and throws when there are as many as an answer holds. */
export function reportTo(problems: InputProblem[]): Report {
  return (...[at, expected, rule, value]) => {
    // The rules of a value say nothing of one that is missing.
    problems.push(
      value === undefined ? { at, expected: 'a value', rule: 'required' } : { at, expected, rule },
    );
    refuse(problems, MOST_PROBLEMS);
  };
}
