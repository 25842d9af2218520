// Runs the code of a validator on values, as a bundle would.
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { inputsCode } from './input-code.js';

export type Problem = { readonly at: string; readonly expected: string; readonly rule: string };

/** Checks bodies of a type. */
export function bodyChecker(
  type: Type,
  definitions: TypeDefinitions = new Map(),
): (value: unknown) => readonly Problem[] {
  const at = { file: 'app.ts', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const body = { name: 'body', type, isOptional: false, at };
  const bound = { inputs: { captures: [], body }, bodyForm: 'json' as const, definitions };
  const { shared, views } = inputsCode([{ parameters: ['body'], bound }]);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the code is what is tested
  const check = new Function(`"use strict";${shared}return ${views[0] ?? ''}`)() as Check; // because it is made so
  return (value) => {
    const problems: Problem[] = [];
    check({ $json: () => value }, (...[place, expected, rule, found]) => {
      problems.push({ at: place, expected, rule: found === undefined ? 'required' : rule });
    });
    return problems;
  };
}

type Check = (
  request: { readonly $json: () => unknown },
  report: (
    ...problem: readonly [at: string, expected: string, rule: string, value: unknown]
  ) => void,
) => void;
