// Reads the locations and expected values in the response to invalid input: `{"Problems":[{"at":"/query/limit",…}]}`.
import { listOf, mappingOf, parseJson } from '../../../../compiler/json-values.js';
import type { Outcome } from './page-state.js';

export type Problems = ReadonlyMap<string, string>;

export function problemsOf(outcome: Outcome | undefined): Problems {
  if (outcome?.kind !== 'answered' || outcome.answer.status !== 400) return new Map();
  const { body } = outcome.answer;
  const { Problems: problems } = mappingOf('text' in body ? parseJson(body.text) : undefined);
  const pairs = listOf(problems).flatMap((problem): [string, string][] => {
    const { at, expected } = mappingOf(problem);
    return typeof at === 'string' && typeof expected === 'string' ? [[at, expected]] : [];
  });
  return new Map(pairs);
}

export function problemsBelow(problems: Problems, place: string): [at: string, expected: string][] {
  return [...problems].filter(([at]) => at === place || at.startsWith(`${place}/`));
}
