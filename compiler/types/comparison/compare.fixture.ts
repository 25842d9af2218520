// Compares the types that we read from random source code with TypeScript's checker.
import { projectOf } from '../read-types.fixture.js';
import { type Type, type TypeDefinitions, accepts } from '../../declarations/declared-type.js';
import { completed } from './completed.fixture.js';
import { askChecker } from './checker.fixture.js';
import { schemaCheck } from './schema-check.fixture.js';
import { createRandom } from '../../../test/support/random.js';
import { randomCase } from './random-types.fixture.js';
import type { TypeCase } from './split-modules.fixture.js';
import { valueFor } from './random-values.fixture.js';

export type Comparison = {
  /** The number of types that TypeScript's checker accepts without an error. */
  types: number;
  refused: number;
  values: number;
  /** The number of values that our type accepts. */
  accepted: number;
  /** The schema generator's results for the types that we can read. */
  readonly generator: {
    /** The number of types that the generator supports. */
    types: number;
    /** The number of types for which the generator accepts the same values as we do. */
    same: number;
    /** The number of values for which our result deliberately differs from the checker's, because JSON is not TypeScript. */
    chosen: number;
  };
  readonly reasons: Map<string, number>;
  readonly differences: string[];
};

export type Size = { readonly seed: number; readonly types: number; readonly values: number };

type Read = {
  readonly files: TypeCase;
  readonly type: Type;
  readonly definitions: TypeDefinitions;
  readonly values: readonly unknown[];
  readonly problem: string | undefined;
};

const BATCH = 400;

export function compareTypes({ seed, types, values }: Size): Comparison {
  const all: Comparison = {
    types: 0,
    refused: 0,
    values: 0,
    accepted: 0,
    generator: { types: 0, same: 0, chosen: 0 },
    reasons: new Map(),
    differences: [],
  };
  for (let batch = 0; all.types < types && batch < 200; batch++) {
    const count = Math.min(BATCH, Math.ceil((types - all.types) * 1.4) + 5);
    const cases = Array.from({ length: count }, (_, index) =>
      readCase(seed * 1_000_000 + batch * BATCH + index, values),
    );
    compareBatch(all, cases);
  }
  return all;
}

function readCase(seed: number, count: number): Read {
  const random = createRandom(seed);
  const files = randomCase(random, seed);
  const { read, definitions } = projectOf(files);
  const { type, problems } = read('T');
  const values = Array.from({ length: count }, () => valueFor({ random, definitions }, type));
  return { files, type, definitions, values, problem: problems[0]?.message };
}

function compareBatch(all: Comparison, cases: readonly Read[]): void {
  const verdicts = askChecker(
    cases.map(({ files, type, definitions, values }) => {
      const filled = values.map((value) => completed({ definitions }, type, value));
      return { files, values: [...values, ...filled] };
    }),
  );
  for (const [index, one] of cases.entries()) {
    const verdict = verdicts[index];
    if (!verdict || verdict.error !== undefined) continue;
    all.types++;
    if (one.problem !== undefined) {
      all.refused++;
      const reason = one.problem.replace(/^The type .* is not read: /s, '');
      all.reasons.set(reason, (all.reasons.get(reason) ?? 0) + 1);
      continue;
    }
    const { definitions, values } = one;
    const bySchema = schemaCheck(one.type, definitions);
    const generated = verdict.generated();
    if (generated) all.generator.types++;
    let isSame = generated !== undefined;
    const wrong = values.findIndex((value, at) => {
      const ours = accepts({ definitions }, one.type, value);
      if (ours) all.accepted++;
      if (bySchema(value) !== ours) return true;
      const isOne = isTaken(verdict.isAssignable, at, values.length);
      const isAlsoOurs = generated?.(value) === ours;
      if (!isAlsoOurs) isSame = false;
      if (isOne && !ours) {
        // TypeScript accepts a string where an object type has no required properties. Like ours, the generator's schema
        // accepts only objects.
        all.generator.chosen++;
        const isChosen = accepts({ definitions, isLoose: true }, one.type, value);
        return !isChosen || (generated !== undefined && !isAlsoOurs);
      }
      return ours !== isOne;
    });
    if (isSame) all.generator.same++;
    all.values += one.values.length;
    if (wrong < 0) continue;
    all.differences.push(
      [
        ...Object.entries(one.files).map(([name, text]) => `--- ${name}\n${text}`),
        `value: ${JSON.stringify(one.values[wrong])}`,
        `TypeScript: ${String(isTaken(verdict.isAssignable, wrong, values.length))} ${verdict.text}`,
        `by the schema of the generator: ${String(generated?.(one.values[wrong]))}`,
        `by its JSON Schema: ${String(bySchema(values[wrong]))}`,
        `ours: ${JSON.stringify(one.type)} ${JSON.stringify([...one.definitions].map(([key, { type }]) => [key, type]))}`,
      ].join('\n'),
    );
  }
}

/** Returns true if the checker accepts the value, either unchanged or with `undefined` for properties that may be absent. */
function isTaken(verdict: readonly boolean[], at: number, count: number): boolean {
  return verdict[at] === true || verdict[count + at] === true;
}
