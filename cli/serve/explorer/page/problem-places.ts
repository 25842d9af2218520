// Reads the locations and expected values in the response to invalid input: `{"Problems":[{"at":"/query/limit",…}]}`.
import type { Outcome } from './page-state.js';

/** The expected values, by location. */
export type Problems = ReadonlyMap<string, string>;

export function problemsOf(outcome: Outcome | undefined): Problems {
  if (outcome?.kind !== 'answered' || outcome.answer.status !== 400) return new Map();
  const { body } = outcome.answer;
  return 'text' in body ? readProblems(body.text) : new Map();
}

function readProblems(text: string): Problems {
  const found = new Map<string, string>();
  try {
    const answer: unknown = JSON.parse(text);
    const problems = memberOf(answer, 'Problems');
    for (const problem of Array.isArray(problems) ? (problems as readonly unknown[]) : []) {
      const at = memberOf(problem, 'at');
      const expected = memberOf(problem, 'expected');
      if (typeof at === 'string' && typeof expected === 'string') found.set(at, expected);
    }
  } catch {
    // The application's response is not JSON.
  }
  return found;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** Returns the expected values at a location and below it. */
export function problemsBelow(problems: Problems, place: string): [at: string, expected: string][] {
  return [...problems].filter(([at]) => at === place || at.startsWith(`${place}/`));
}
