// Runs a validator's code on values, as a bundle does.
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { inputsCode } from './input-code.js';

export type Problem = { readonly at: string; readonly expected: string; readonly rule: string };

type BodyChecker = (value: unknown) => readonly Problem[];

/** Creates a checker for request bodies of a type. */
export function bodyChecker(type: Type, definitions?: TypeDefinitions): BodyChecker {
  const [checker] = bodyCheckers([type], definitions);
  return checker ?? (() => []);
}

/** Creates checkers for request bodies of several types, one for each view in a class. */
export function bodyCheckers(
  types: readonly Type[],
  definitions: TypeDefinitions = new Map(),
): readonly BodyChecker[] {
  const at = { file: 'app.ts', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const { shared, views } = inputsCode(
    types.map((type) => {
      const body = { name: 'body', type, isOptional: false, at };
      const bound = { inputs: { captures: [], body }, bodyForm: 'json' as const, definitions };
      return { parameters: ['body'], bound };
    }),
  );
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the code is what is tested
  const checks = new Function(`"use strict";${shared}return [${views.join()}]`)() as Check[]; // because the code above creates such a list
  return checks.map((check) => (value) => {
    const problems: Problem[] = [];
    check({ $json: () => value }, (...[place, expected, rule, found]) => {
      problems.push(
        found === undefined
          ? { at: place, expected: 'a value', rule: 'required' }
          : { at: place, expected, rule },
      );
    });
    return problems;
  });
}

type Check = (
  request: { readonly $json: () => unknown },
  report: (
    ...problem: readonly [at: string, expected: string, rule: string, value: unknown]
  ) => void,
) => void;
